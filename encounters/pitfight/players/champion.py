"""The champion: reckons with what the others may do, and mixes what he does so that nobody can guess it.

A turn against one enemy is a game in which both pick in secret and the slower goes first; what others near him do is
added as they would most wisely do it against him.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from encounters.pitfight.hexes import distance
from encounters.pitfight.orders import Aim, Go, Interrupt, Order, Pick
from encounters.pitfight.picking import allowed
from encounters.pitfight.players.duels import HIM, ME, Duel, Stance
from encounters.pitfight.players.guessing import Equilibrium, drawn, equilibrium
from encounters.pitfight.players.seasoned import Seasoned, duels_of, payoffs_of, the_blow, worth_kept
from encounters.pitfight.players.strategy import Options, legal_picks
from encounters.pitfight.scrolls import Move, Scroll
from encounters.pitfight.state import RESOLVE_ATTACKS, Blow, PitFight

# What has to be gained by going first before he gives up seeing what the other does.
SURE_GAIN = 0.3


class Champion(Seasoned):
    # --- moves

    def pick(self, fight: PitFight, fighter: int, options: Options) -> Order:
        """A game with those who can come to blows with him in this turn."""
        duels = [duel for duel in duels_of(fight, fighter) if _may_meet(duel)]
        if not duels:
            return super().pick(fight, fighter, options)
        picks = legal_picks(fight, fighter, options)
        return picks[drawn(mixed_picks(duels, picks), self.chance)]

    def interrupt(self, fight: PitFight, fighter: int, options: Options) -> Order:
        """In the attacks as the seasoned do; to move first only where that gains more than it costs."""
        if fight.step == RESOLVE_ATTACKS:
            return super().interrupt(fight, fighter, options)
        taking = next((one for one in options if isinstance(one, Interrupt) and one.takes), None)
        duel = Duel(fight, fighter, fight.waiting[-1])
        mine, his = duel.sides[ME].the_move, duel.sides[HIM].the_move
        now = duel.after(ME, duel.mine, mine, duel.his, his, curbed=True)
        later = duel.after(HIM, duel.his, his, duel.mine, mine)
        price = taking.spend * worth_kept(fight, duel.sides[ME]) if taking else 0.0
        return taking if taking and now - later > price + SURE_GAIN else options[0]

    def go(self, fight: PitFight, fighter: int, options: Options) -> Order:
        """One hex more where that is worth the rush."""
        duels = duels_of(fight, fighter)
        further = Go(fighter, True)
        if further not in options:
            return options[0]
        gain = self._gone(fight, duels, extra=True) - self._gone(fight, duels, extra=False)
        return further if gain > worth_kept(fight, fight.fighters[fighter]) else options[0]

    def _gone(self, fight: PitFight, duels: Sequence[Duel], *, extra: bool) -> float:
        main, *others = duels
        return sum(
            chance
            * max(
                main.faced(end, then, _to_come(main)) + sum(one.faced(end, one.his, _to_come(one)) for one in others)
                for end in ends
            )
            for chance, ends, then in main.walk(ME, main.mine, main.sides[ME].the_move, main.his, extra=extra)
        )

    def standing(self, fight: PitFight, duels: Sequence[Duel], mine: Stance) -> float:
        """With the moves that are still to come, which everybody has seen."""
        return sum(duel.faced(mine, duel.his, _to_come(duel)) for duel in duels)

    # --- attacks

    def blow(self, fight: PitFight, fighter: int, target: int) -> float:
        return solved(payoffs_of(fight, Blow(fighter, target))).value

    def aim(self, fight: PitFight, fighter: int, options: Options) -> Order:
        blow = the_blow(fight)
        game = solved(payoffs_of(fight, blow))
        mix = game.rows if fighter == blow.attacker else game.columns
        return [one for one in options if isinstance(one, Aim)][drawn(mix, self.chance)]


def _may_meet(duel: Duel) -> bool:
    """Whether the longest moves of both bring them side by side."""
    steps = sum(longest_path(side.scroll) for side in duel.sides)
    return distance(duel.mine.hex, duel.his.hex) <= steps + 1


@cache
def longest_path(scroll: Scroll) -> int:
    return max(len(move.path) for move in scroll.moves.values())


def _to_come(duel: Duel) -> Move | None:
    """The move that the other has still to make."""
    return None if duel.his.done else duel.sides[HIM].the_move


@lru_cache(maxsize=4096)
def solved(payoffs: tuple[tuple[float, ...], ...]) -> Equilibrium:
    return equilibrium(payoffs)


def mixed_picks(duels: Sequence[Duel], picks: Sequence[Pick]) -> tuple[float, ...]:
    """How often to pick each. The nearest is played against; the others do what they would do against him alone."""
    main, *others = (turn_game(duel, picks) for duel in duels)
    for game in others:
        answers = equilibrium(game).columns
        for row, line in zip(main, game, strict=True):
            expected = sum(one * weight for one, weight in zip(line, answers, strict=True))
            row[:] = [one + expected for one in row]
    return equilibrium(main).rows


def turn_game(duel: Duel, picks: Sequence[Pick]) -> list[list[float]]:
    """What comes of each of my picks against each of his."""
    moves, his = duel.sides[ME].scroll.moves, duel.sides[HIM].scroll.moves
    theirs = [his[key] for key in allowed(duel.fight, duel.places[HIM])]
    last = duel.speed(ME, duel.mine, striking=False) > duel.speed(HIM, duel.his, striking=False)
    return [[_turn(duel, moves[one.move], other, last=last) for other in theirs] for one in picks]


def _turn(duel: Duel, mine: Move, his: Move, *, last: bool) -> float:
    if last:
        return duel.after(HIM, duel.his, his, duel.mine, mine)
    return duel.after(ME, duel.mine, mine, duel.his, his)
