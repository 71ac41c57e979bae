"""Whether what a battle hands over to the night fits the warband and the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.postbattle.after import MOST, Eaten, Fee, Kind, NextScenario, Peddler, Plague, of_kind
from campaigns.postbattle.swords import sword_owed, with_swords_owed
from warbands.roster.members import Roster
from warbands.roster.refusals import Refused


@dataclass(frozen=True)
class Fought:
    """The warband as it fought: ``won``, how many of each name are ``out`` of action, and who was ``away``."""

    roster: Roster
    won: bool
    out: Mapping[str, int]
    away: Collection[str]

    def size(self, name: str) -> int:
        """How many took part. Raises Refused where nobody of that name did."""
        sizes = {warrior.name: warrior.size for warrior in self.roster.snapshot.warriors}
        if name not in sizes:
            raise Refused(f"{name} is not in {self.roster.snapshot.name}.", code="no_such_warrior")
        if name in self.away:
            raise Refused(f"{name} took no part in this battle.", code="took_no_part")
        return sizes[name]


def check_swords(roster: Roster, entries: Sequence[Kind]) -> Roster:
    """The warband with those who ask for a fee.

    Raises:
        Refused: for a sword that the rules do not have, one who asks twice, one who serves the warband anyway, or one
            who cannot have come so.
    """
    fees = list(of_kind(entries, Fee))
    for fee in fees:
        if fee.hired_sword not in roster.rulebook.hired_swords:
            raise Refused(f"There is no hired sword {fee.hired_sword!r} in the rules.", code="unknown_key")
        there = sword_owed(roster.snapshot, fee)
        if there is not None and there.until is None:
            raise Refused(f"{there.name} serves the warband already: he asks for his upkeep only.", code="fee")
        _check_gear(roster, fee)
    if twice := _twice(fee.hired_sword for fee in fees):
        raise Refused(f"{twice!r} asks for his fee twice.", code="fee")
    return with_swords_owed(roster, entries)


def _check_gear(roster: Roster, fee: Fee) -> None:
    sword = roster.rulebook.hired_swords[fee.hired_sword]
    if not fee.gear:
        return
    if not any(len(fee.gear) == choice.pick and set(fee.gear) <= set(choice.of) for choice in sword.gear_choice):
        raise Refused(f"{sword.name} does not carry {', '.join(fee.gear)}.", code="fee")


def _twice(words: Any) -> str:
    return next((word for word, count in Counter(words).items() if count > 1), "")


def check_after(fought: Fought, entries: Sequence[Kind]) -> None:
    """Whether all of it can be.

    Raises:
        Refused: with the first thing that cannot be, as a sentence.
    """
    if len(entries) > MOST:
        raise Refused(f"A battle hands over at most {MOST} things.", code="after")
    for entry in entries:
        _CHECKS[type(entry)](fought, entry)
    lost = Counter[str]()
    for one in of_kind(entries, Eaten):
        lost[one.name] += one.count
    for name, count in lost.items():
        if count > fought.out.get(name, 0):
            raise Refused(f"{count} of {name} cannot be lost: only who is out of action is.", code="eaten")
    if len(list(of_kind(entries, Peddler))) > 1:
        raise Refused("The winners meet one peddler.", code="peddler")


def _check_fee(fought: Fought, fee: Fee) -> None:
    """`check_swords` has asked all that there is to ask."""


def _check_plague(fought: Fought, plague: Plague) -> None:
    if plague.spread(fought.roster.rulebook) is None:
        raise Refused(f"There is no disease {plague.disease!r} in the rules.", code="unknown_key")
    if twice := _twice(one.name for one in plague.exposed):
        raise Refused(f"{twice} stands among those who met the sick twice.", code="plague")
    for one in plague.exposed:
        if one.count > (size := fought.size(one.name)):
            raise Refused(f"{one.count} of {one.name} cannot have met the sick: they were {size}.", code="plague")


def _check_eaten(fought: Fought, eaten: Eaten) -> None:
    fought.size(eaten.name)


def _check_peddler(fought: Fought, peddler: Peddler) -> None:
    if not fought.won:
        raise Refused("Only the winners meet the peddler.", code="peddler")
    for lot in peddler.stock:
        item = fought.roster.rulebook.items.get(lot.item)
        if item is None or item.price is None:
            raise Refused(f"There is no item {lot.item!r} with a price in the rules.", code="unknown_key")
    if twice := _twice(lot.item for lot in peddler.stock):
        raise Refused(f"{twice!r} stands in the peddler's stock twice.", code="peddler")


def _check_next_scenario(fought: Fought, more: NextScenario) -> None:
    """The file's own bounds are all that there is to ask."""


_CHECKS: Mapping[type, Callable[[Fought, Any], None]] = {
    Fee: _check_fee,
    Plague: _check_plague,
    Eaten: _check_eaten,
    Peddler: _check_peddler,
    NextScenario: _check_next_scenario,
}
