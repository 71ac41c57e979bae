"""Slots that the table fills or clears: fatigue and infection that no die of the fight brought, and those that pass.

What tires and how one heals is not printed, so the table says it, one slot at a time, in a fight or after it (H36). The
same log goes on: each is a line, is refused or carried out as an order is, and is told.

0 fill fatigue · 0 fill infection · 0 clear fatigue · 0 clear infection 2 (of the third of his injuries)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, cast

from encounters.hitchance import aftermath, harm, rounds
from encounters.hitchance.bout import Bout, Event
from encounters.hitchance.errors import Illegal, Malformed
from encounters.hitchance.state import OVER, Fighter, Skirmish
from mordheim.rules.dice import Dice

Verb = Literal["fill", "clear"]
What = Literal["fatigue", "infection"]
EVERY: tuple[What, ...] = ("fatigue", "infection")


@dataclass(frozen=True)
class Slot:
    """One slot of a fighter; ``injury`` is the place, among his, of the injury that fills it."""

    verb: Verb
    fighter: int
    what: What
    injury: int | None = None


_LINE = re.compile(r"(0|[1-9]\d?) (fill|clear) (fatigue|infection)(?: (0|[1-9]\d?))?", re.ASCII)


def is_slot(line: str) -> bool:
    return _LINE.fullmatch(line) is not None


def write_slot(slot: Slot) -> str:
    words = (slot.fighter, slot.verb, slot.what, slot.injury)
    return " ".join(str(word) for word in words if word is not None)


def read_slot(line: str) -> Slot:
    """Raises Malformed for a line that says nothing of this kind."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise Malformed(f"{line[:60]!r} fills and clears no slot")
    place, verb, what, injury = found.groups()
    return Slot(cast(Verb, verb), int(place), cast(What, what), None if injury is None else int(injury))


def offered(skirmish: Skirmish, place: int) -> list[Slot]:
    """What may be said of one of them; nothing of the dead and those who have fled."""
    one = skirmish.fighters[place]
    return [] if one.lost in ("dead", "fled") else [*_fills(place, one), *_clears(place, one)]


def _fills(place: int, one: Fighter) -> Iterator[Slot]:
    """As many of a kind as he has slots."""
    for what, filled in zip(EVERY, (one.fatigue_slots, one.infection_slots), strict=True):
        if filled < one.who.capacity:
            yield Slot("fill", place, what)


def _clears(place: int, one: Fighter) -> Iterator[Slot]:
    for what in EVERY:
        if getattr(one, what):
            yield Slot("clear", place, what)
    for number, injury in enumerate(one.injuries):
        for what in EVERY:
            if getattr(injury, what):
                yield Slot("clear", place, what, number)


def carry_out(skirmish: Skirmish, slot: Slot, dice: Dice) -> tuple[Skirmish, list[Event]]:
    """The skirmish after that, and what is told of it.

    Raises:
        Malformed: of a fighter whom the skirmish does not have.
        Illegal: where there is no such slot.
    """
    if slot.fighter >= len(skirmish.fighters):
        raise Malformed(f"there is no fighter {slot.fighter}")
    if slot not in offered(skirmish, slot.fighter):
        raise Illegal("There is no such slot.")
    bout = Bout(skirmish, dice)
    if slot.verb == "clear":
        _clear(bout, slot)
    elif slot.what == "fatigue":
        harm.gain_fatigue(bout, slot.fighter, 1)
    else:
        harm.gain_infection(bout, slot.fighter, 1)
    if bout.step != OVER:
        rounds.go_on(bout)
    return bout.frozen(), bout.events


def _clear(bout: Bout, slot: Slot) -> None:
    fighter, one = bout.fighters[slot.fighter], {slot.what: 1}
    name = ""
    if slot.injury is None:
        bout.change(slot.fighter, **{slot.what: getattr(fighter, slot.what) - 1})
    else:
        name = bout.rules.injuries.injuries[fighter.injuries[slot.injury].number].name
        bout.fighters[slot.fighter] = aftermath.cleared(fighter, slot.injury, **one)
    bout.tell("cleared", fighter=fighter.name, what=slot.what, injury=name)
    harm.unburden(bout, slot.fighter)
