"""Dice are handed in: every chance in the game is one call of ``roll(sides, what_for)``.

`SeededDice` give the same faces for the same seed on every machine; `EnteredDice` take the faces that players
rolled at the table; `RecordedDice` keep what any of them showed. A D66 is two D6, tens first; a D3 is a die
of three sides.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, Protocol

DieSource = Literal["app", "table"]


class Dice(Protocol):
    """Anything that can show a face. ``source`` tells whether the app or the table rolled."""

    source: DieSource

    def roll(self, sides: int, what_for: str) -> int: ...


class DiceError(ValueError):
    """A face that does not fit its die, a roll without a face, or a face without a roll; written for players."""


class SeededDice:
    """``random.Random(seed)`` with ``1 + int(sides * random())``, the same on every machine."""

    source: DieSource = "app"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.SystemRandom() if seed is None else random.Random(seed)

    def roll(self, sides: int, what_for: str) -> int:
        return 1 + int(sides * self._random.random())


class EnteredDice:
    """Faces as rolled at the table, used in order.

    Raises:
        DiceError: when a face does not fit, when one is missing, and from `finish` when some are left over.
    """

    source: DieSource = "table"

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self._used = 0

    def roll(self, sides: int, what_for: str) -> int:
        if self._used == len(self._faces):
            raise DiceError(f"A die is missing: {what_for} (D{sides}).")
        face = self._faces[self._used]
        if not 1 <= face <= sides:
            raise DiceError(f"{face} is no face of a D{sides}: {what_for}.")
        self._used += 1
        return face

    def finish(self) -> None:
        left = len(self._faces) - self._used
        if left:
            raise DiceError(f"{left} more {'die was' if left == 1 else 'dice were'} entered than were rolled.")


@dataclass(frozen=True)
class Roll:
    """One roll as it goes into the record. ``chart`` is the key of what it was read from, where that is a table."""

    what_for: str
    die: str
    faces: tuple[int, ...]
    total: int
    source: DieSource
    chart: str = field(default="", compare=False)

    def as_json(self) -> dict[str, object]:
        return {
            "for": self.what_for,
            "die": self.die,
            "faces": list(self.faces),
            "total": self.total,
            "source": self.source,
        }


class RecordedDice:
    """Wraps other dice and keeps every roll made through `d3`, `d6`, `two_d6` and `d66`."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.rolls: list[Roll] = []

    def _record(self, die: str, sides: int, count: int, what_for: str) -> tuple[int, ...]:
        faces = tuple(self._dice.roll(sides, what_for) for _ in range(count))
        total = faces[0] * 10 + faces[1] if die == "D66" else sum(faces)
        self.rolls.append(Roll(what_for, die, faces, total, self._dice.source))
        return faces

    def finished(self) -> tuple[Roll, ...]:
        """Every roll, once nothing more is to be rolled.

        Raises:
            DiceError: when faces were entered that nothing has rolled.
        """
        if isinstance(self._dice, EnteredDice):
            self._dice.finish()
        return tuple(self.rolls)

    def d3(self, what_for: str) -> int:
        self._record("D3", 3, 1, what_for)
        return self.rolls[-1].total

    def d6(self, what_for: str) -> int:
        self._record("D6", 6, 1, what_for)
        return self.rolls[-1].total

    def two_d6(self, what_for: str) -> int:
        self._record("2D6", 6, 2, what_for)
        return self.rolls[-1].total

    def d66(self, what_for: str) -> int:
        self._record("D66", 6, 2, what_for)
        return self.rolls[-1].total
