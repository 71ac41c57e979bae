"""Dice as they are thrown at a table, one after the other: which die falls next, what came of those that have fallen,
and a log played again from its beginning.

A line of the log is an order as notation, or what is done after the fight (`afterwards`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from encounters.hitchance import afterwards, engine, slots
from encounters.hitchance.bout import Event
from encounters.hitchance.errors import Illegal, Malformed
from encounters.hitchance.notation import read_order
from encounters.hitchance.state import Skirmish
from mordheim.rules.dice import Dice, DiceError, DieSource, EnteredDice

# Faces that stand for all others where it is asked which dice fall whatever they show.
_SAMPLES = (1, 2, 1_000)
# More dice are not thrown together. Some dice are thrown until they show one certain face, which may be never.
MOST_TOGETHER = 100


class Diverged(Exception):
    """A log does not fit the rules any more."""


@dataclass(frozen=True)
class Throw:
    """A die that is thrown: how many sides, and what for."""

    sides: int
    what_for: str


def no_face(typed: str, throw: Throw) -> str:
    """That what was typed is no face of the die, and what one is."""
    return f"{typed} is no face of a D{throw.sides}: type a whole number from 1 to {throw.sides} ({throw.what_for})."


@dataclass(frozen=True)
class Carried:
    """An order carried out with all of its dice: the skirmish after it, what happened, and which dice fell."""

    skirmish: Skirmish
    events: list[Event]
    throws: tuple[Throw, ...]


@dataclass(frozen=True)
class Short:
    """An order that waits for a die: what has fallen for it, and what is thrown next."""

    fallen: tuple[Throw, ...]
    next: Throw


class _OneMore(Exception):
    """A die is thrown that has not fallen yet."""


class _Fallen:
    """The faces that have fallen, in order."""

    source: DieSource = "table"

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces, self._dice = faces, EnteredDice(faces)
        self.throws: list[Throw] = []

    def roll(self, sides: int, what_for: str) -> int:
        self.throws.append(Throw(sides, what_for))
        if len(self.throws) > len(self._faces):
            raise _OneMore
        if not 1 <= self._faces[len(self.throws) - 1] <= sides:
            raise DiceError(no_face(str(self._faces[len(self.throws) - 1]), Throw(sides, what_for)))
        return self._dice.roll(sides, what_for)

    def finish(self) -> None:
        self._dice.finish()


class _Always:
    """The faces that have fallen, and then always the same, as far as the die has it; no more of them than there can be
    thrown together."""

    source: DieSource = "table"

    def __init__(self, faces: Sequence[int], then: int) -> None:
        self._faces, self._then = faces, then
        self.throws: list[Throw] = []

    def roll(self, sides: int, what_for: str) -> int:
        fallen = len(self.throws)
        if fallen == len(self._faces) + MOST_TOGETHER:
            raise _OneMore
        self.throws.append(Throw(sides, what_for))
        return self._faces[fallen] if fallen < len(self._faces) else min(self._then, sides)


def carry_out(skirmish: Skirmish, line: str, dice: Dice) -> tuple[Skirmish, list[Event]]:
    """The skirmish after that line.

    Raises:
        Malformed, Illegal, DiceError: as `engine.apply` does; nothing has happened then.
    """
    if afterwards.is_later(line):
        return afterwards.carry_out(skirmish, afterwards.read_later(line), dice)
    if slots.is_slot(line):
        return slots.carry_out(skirmish, slots.read_slot(line), dice)
    return engine.apply(skirmish, read_order(line), dice)


def thrown(skirmish: Skirmish, line: str, faces: Sequence[int]) -> Carried | Short:
    """What comes of the line with those faces, or which die is still to be thrown.

    Raises:
        Malformed, Illegal, DiceError: as `carry_out` does; the last also for faces that are left over.
    """
    dice = _Fallen(faces)
    try:
        after, events = carry_out(skirmish, line, dice)
    except _OneMore:
        return Short(tuple(dice.throws[:-1]), dice.throws[-1])
    dice.finish()
    return Carried(after, events, tuple(dice.throws))


def coming(skirmish: Skirmish, line: str, faces: Sequence[int] = ()) -> tuple[Throw, ...]:
    """The dice that are thrown next whatever they show, so that they can be thrown together."""
    ways = []
    for face in _SAMPLES:
        dice = _Always(faces, face)
        with suppress(_OneMore):
            carry_out(skirmish, line, dice)
        ways.append(dice.throws[len(faces) :])
    found: list[Throw] = []
    for together in zip(*ways, strict=False):
        if len(set(together)) > 1:
            break
        found.append(together[0])
    return tuple(found)


def replayed(skirmish: Skirmish, log: Iterable[tuple[str, Sequence[int]]]) -> Skirmish:
    """The skirmish after all lines of a log with the faces that fell for each.

    Raises:
        Diverged: where they do not fit it any more.
    """
    for line, faces in log:
        try:
            carried = thrown(skirmish, line, faces)
        except (Malformed, Illegal, DiceError) as error:
            raise Diverged(f"{line}: {error}") from None
        if isinstance(carried, Short):
            raise Diverged(f"{line}: {carried.next.what_for}")
        skirmish = carried.skirmish
    return skirmish
