"""What the table says because no die of the fight does: slots that it fills or clears, and magic that saves the dying.

What tires, how one heals (H36) and which magic ends a dying die (H26) is not printed, so the table says it, one thing
at a time, in a fight or after it. The same log goes on: each is a line, is refused or carried out as an order is, and
is told.

0 fill fatigue · 0 fill infection · 0 clear fatigue · 0 clear infection 2 (of the third of his injuries) · 0 save
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


@dataclass(frozen=True)
class Save:
    """Magic ends the dying die of a fighter."""

    fighter: int


Saying = Slot | Save
_LINE = re.compile(r"(0|[1-9]\d?) (?:(fill|clear) (fatigue|infection)(?: (0|[1-9]\d?))?|save)", re.ASCII)


def is_slot(line: str) -> bool:
    return _LINE.fullmatch(line) is not None


def write_slot(saying: Saying) -> str:
    if isinstance(saying, Save):
        return f"{saying.fighter} save"
    words = (saying.fighter, saying.verb, saying.what, saying.injury)
    return " ".join(str(word) for word in words if word is not None)


def read_slot(line: str) -> Saying:
    """Raises Malformed for a line that says nothing of this kind."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise Malformed(f"{line[:60]!r} fills and clears no slot and saves nobody")
    place, verb, what, injury = found.groups()
    if verb is None:
        return Save(int(place))
    return Slot(cast(Verb, verb), int(place), cast(What, what), None if injury is None else int(injury))


def offered(skirmish: Skirmish, place: int) -> list[Saying]:
    """What may be said of one of them; nothing of the dead and those who have fled."""
    one = skirmish.fighters[place]
    if one.lost in ("dead", "fled"):
        return []
    return [*saving(skirmish, place), *_fills(place, one), *_clears(place, one)]


def saving(skirmish: Skirmish, place: int) -> list[Save]:
    """That magic saves him, where he is dying (H26)."""
    return [Save(place)] if skirmish.fighters[place].die("dying") else []


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


def carry_out(skirmish: Skirmish, saying: Saying, dice: Dice) -> tuple[Skirmish, list[Event]]:
    """The skirmish after that, and what is told of it.

    Raises:
        Malformed: of a fighter whom the skirmish does not have.
        Illegal: where there is no such slot, or he is not dying.
    """
    if saying.fighter >= len(skirmish.fighters):
        raise Malformed(f"there is no fighter {saying.fighter}")
    if saying not in offered(skirmish, saying.fighter):
        raise Illegal("He is not dying." if isinstance(saying, Save) else "There is no such slot.")
    bout = Bout(skirmish, dice)
    if isinstance(saying, Save):
        harm.save(bout, saying.fighter)
    else:
        _change(bout, saying)
    if bout.step != OVER:
        rounds.go_on(bout)
    return bout.frozen(), bout.events


def _change(bout: Bout, slot: Slot) -> None:
    if slot.verb == "clear":
        _clear(bout, slot)
    elif slot.what == "fatigue":
        harm.gain_fatigue(bout, slot.fighter, 1)
    else:
        harm.gain_infection(bout, slot.fighter, 1)


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
