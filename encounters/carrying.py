"""What the happenings of a game carry past it, put into the report of the battle. Pure.

What needs no roll is plain content of the report: gold, shards, things, experience. What is rolled or decided only in
the night after stands below ``after`` of the side that it concerns (`campaigns.postbattle.after`).

Source: Town Cryer, Random Happenings; rulings 22 and 32.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from campaigns.battle.forces import Fighter
from campaigns.battle.told import HAPPENING, Earned, Fallen, SideTold, Told
from campaigns.battle.told import Loot as Taken
from campaigns.postbattle import after
from encounters.happenings.peddling import dealt
from encounters.happenings.plain import (
    Carried,
    Eaten,
    Experience,
    Fee,
    Find,
    Loot,
    NextScenario,
    Peddler,
    Plague,
    Shard,
    Someone,
)
from encounters.table import Party
from mordheim.rules.snapshot import Piece
from warbands.roster.refusals import Refused


def brought_home(
    told: Told, carried: Sequence[Carried], parties: Sequence[Party], *, order: Sequence[int] = ()
) -> Told:
    """The report with everything that was carried past the game in its place.

    Args:
        told: what the table has told; a side stands at its party's place.
        carried: what the happenings left, with whoever holds it as the game ends.
        parties: who was at the table.
        order: the places in order of play, in which several winners share out a peddler's stock that nobody has shared
            out yet; by their numbers where it is left out.

    Raises:
        Refused: where several winners meet a peddler of whom nobody has rolled what he has.
    """
    home = _Home(told, {party.place: party for party in parties}, tuple(order))
    for one in carried:
        _PUT[type(one)](home, one)
    return home.told


@dataclass
class _Home:
    """The report as it grows."""

    told: Told
    parties: Mapping[int, Party]
    order: tuple[int, ...]

    def side(self, place: int) -> SideTold | None:
        """A party's part; ``None`` for whoever is nobody in particular."""
        return self.told.sides[place] if place in self.parties else None

    def change(self, place: int, **changes: Any) -> None:
        sides = list(self.told.sides)
        sides[place] = replace(sides[place], **changes)
        self.told = replace(self.told, sides=tuple(sides))

    def bring(self, who: Someone, loot: Taken) -> None:
        """He takes it home for his warband."""
        if side := self.side(who.place):
            self.change(who.place, carried=side.carried + loot)

    def hand_over(self, place: int, entry: after.Kind) -> None:
        if side := self.side(place):
            self.change(place, after=(*side.after, entry))

    def fighter(self, place: int, name: str) -> Fighter | None:
        party = self.parties.get(place)
        return party.force.fighter(name) if party else None

    def is_out(self, who: Someone) -> bool:
        """Whether nobody of his name was left standing."""
        side, fighter = self.side(who.place), self.fighter(who.place, who.name)
        return side is not None and fighter is not None and side.out(who.name) >= fighter.size


# --- what is plain content of a report ----------------------------------------------------------------------------


def _shard(home: _Home, shard: Shard) -> None:
    """It is lost where its holder was put out of action and nobody took it from him."""
    if shard.holder and not home.is_out(shard.holder):
        home.bring(shard.holder, Taken(shards=1))


def _loot(home: _Home, loot: Loot) -> None:
    """What lies on the ground stays there."""
    if loot.holder and not home.is_out(loot.holder):
        home.bring(loot.holder, Taken(items=tuple(Piece(key) for key in loot.items)))


def _find(home: _Home, find: Find) -> None:
    """His own from the moment that he has found it."""
    home.bring(find.who, Taken(find.gold, 0, (Piece(find.item),) if find.item else ()))


def _experience(home: _Home, one: Experience) -> None:
    """Nothing for those that never learn."""
    side, fighter = home.side(one.who.place), home.fighter(one.who.place, one.who.name)
    if side and fighter and fighter.learns:
        home.change(one.who.place, earned=(*side.earned, Earned(HAPPENING, one.who.name, one.amount)))


# --- what is left for the night -----------------------------------------------------------------------------------


def _fee(home: _Home, fee: Fee) -> None:
    home.hand_over(fee.place, after.Fee(hired_sword=fee.hired_sword, name=fee.name, gear=fee.gear))


def _eaten(home: _Home, eaten: Eaten) -> None:
    """Whoever was eaten was out of action, whether or not anybody has said so."""
    for place, name in dict.fromkeys((who.place, who.name) for who in eaten.lost):
        side, count = home.side(place), sum((who.place, who.name) == (place, name) for who in eaten.lost)
        if side is None:
            continue
        if untold := max(0, count - side.out(name)):
            home.change(place, fallen=(*side.fallen, Fallen(name, untold)))
        home.hand_over(place, after.Eaten(name=name, count=count, by=eaten.by))


def _plague(home: _Home, plague: Plague) -> None:
    for place in sorted(dict.fromkeys(some.place for some in plague.exposed)):
        own = tuple(after.Exposed(name=some.name, count=some.count) for some in plague.exposed if some.place == place)
        home.hand_over(place, after.Plague(disease=plague.happening, exposed=own))


def _next_scenario(home: _Home, more: NextScenario) -> None:
    home.hand_over(more.place, after.NextScenario(by=more.by))


def _peddler(home: _Home, peddler: Peddler) -> None:
    """The winners meet him; without any he goes his way."""
    winners = sorted(home.told.winners, key=lambda place: home.order.index(place) if place in home.order else place)
    if peddler.place is None and len(winners) > 1:
        if not peddler.stock:
            raise Refused("Several winners share what the peddler has: roll it first.", code="peddler")
        for share in dealt(peddler, winners):
            _peddler(home, share)
        return
    place = winners[0] if peddler.place is None and winners else peddler.place
    stock = tuple(_lots(peddler))
    if place is not None and stock:
        home.hand_over(place, after.Peddler(price_parts=peddler.price_parts, stock=stock))


def _lots(peddler: Peddler) -> Sequence[after.Lot]:
    """Counted, or with the die that is still to be rolled for each."""
    if not peddler.stock:
        return [after.Lot.model_validate({"item": key, "quantity": peddler.quantity}) for key in peddler.items]
    return [after.Lot(item=lot.item, quantity=lot.left) for lot in peddler.stock if lot.left]


_PUT: Mapping[type, Callable[[_Home, Any], None]] = {
    Shard: _shard,
    Loot: _loot,
    Find: _find,
    Experience: _experience,
    Fee: _fee,
    Eaten: _eaten,
    Plague: _plague,
    NextScenario: _next_scenario,
    Peddler: _peddler,
}
