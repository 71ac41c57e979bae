"""The novice: goes for whoever is near, likes to strike, and leaves the rest to the moment."""

from __future__ import annotations

from encounters.pitfight.hexes import Hex, arena, distance
from encounters.pitfight.moves import tread
from encounters.pitfight.orders import Boost, Face, Interrupt, Order, Pick, Place, Strike
from encounters.pitfight.players.duels import nearest
from encounters.pitfight.players.strategy import Options, Strategy, legal_picks
from encounters.pitfight.state import PitFight

KEENNESS = 3.0
MIDDLE: Hex = (0, 0)


class Novice(Strategy):
    def place(self, fight: PitFight, fighter: int, options: Options) -> Order:
        """Looking into the arena."""
        inwards = [one for one in options if isinstance(one, Place) and _looks_at(fight, one.hex, one.facing, MIDDLE)]
        return self.one_of(inwards or options)

    def pick(self, fight: PitFight, fighter: int, options: Options) -> Order:
        """Rather a move that brings him nearer, and one after which he can look at whom he goes for."""
        picks = legal_picks(fight, fighter, options)
        return self.weighted(picks, [KEENNESS ** _gain(fight, fighter, one) for one in picks])

    def face(self, fight: PitFight, fighter: int, options: Options) -> Order:
        """Rather towards the nearest."""
        here, foe = fight.path[-1], _foe(fight, fighter)
        towards = [isinstance(one, Face) and _looks_at(fight, here, one.facing, foe) for one in options]
        return self.weighted(options, [KEENNESS if looks else 1.0 for looks in towards])

    def interrupt(self, fight: PitFight, fighter: int, options: Options) -> Order:
        """Now and then, as long as it costs nothing."""
        free = [one for one in options if isinstance(one, Interrupt) and not one.spend]
        return self.one_of(free)

    def go(self, fight: PitFight, fighter: int, options: Options) -> Order:
        return options[0]

    def strike(self, fight: PitFight, fighter: int, options: Options) -> Order:
        """Whenever he can."""
        return self.one_of([one for one in options if isinstance(one, Strike) and one.target is not None])

    def stand(self, fight: PitFight, fighter: int, options: Options) -> Order:
        return next(one for one in options if isinstance(one, Boost) and one.on is not None)

    def recover(self, fight: PitFight, fighter: int, options: Options) -> Order:
        return self.one_of(options[:2])


def _foe(fight: PitFight, fighter: int) -> Hex:
    near = [fight.fighters[one].hex for one in nearest(fight, fighter, 1)]
    return next((one for one in near if one is not None), MIDDLE)


def _looks_at(fight: PitFight, here: Hex, facing: int, there: Hex) -> bool:
    ahead = arena(fight.terms.radius).neighbours[here][facing]
    return ahead is not None and distance(ahead, there) < distance(here, there)


def _gain(fight: PitFight, place: int, order: Pick) -> int:
    """How many steps a pick brings him nearer to his foe, one more if he can look at him then; running him down counts
    as reaching him."""
    fighter, foe = fight.fighters[place], _foe(fight, place)
    if fighter.hex is None:
        return 0
    move = fighter.scroll.moves[order.move]
    path, _ = tread(arena(fight.terms.radius), fighter.hex, move.headings[fighter.facing], (foe,))
    looks = any(_looks_at(fight, path[-1], facing, foe) for facing in move.ends[fighter.facing])
    return distance(fighter.hex, foe) - distance(path[-1], foe) + looks
