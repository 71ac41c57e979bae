"""The chance of a map: built on ``random()`` alone, so that a seed draws the same town on every machine. Pure."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from mordheim.rules.dice import Dice

T = TypeVar("T")

# Five dice are one of 7776 towns: few enough to roll at a table, enough never to play in the same one twice.
DICE_FOR_A_SEED = 5


class Chance:
    """Draws numbers and picks for one purpose; the same words in, the same draws out."""

    def __init__(self, *words: object) -> None:
        self._random = random.Random(":".join(map(str, words))).random  # noqa: S311  (a town is no secret)

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self._random()

    def whole(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both possible."""
        return low + int((high - low + 1) * self._random())

    def happens(self, share: float) -> bool:
        return self._random() < share

    def pick(self, some: Sequence[T]) -> T:
        return some[int(len(some) * self._random())]

    def shuffled(self, some: Sequence[T]) -> list[T]:
        left = list(some)
        return [left.pop(int(len(left) * self._random())) for _ in some]

    def weighted(self, some: Sequence[tuple[T, float]]) -> T:
        """One of the first of each pair, as often as the second says."""
        left = self._random() * sum(weight for _, weight in some)
        for one, weight in some:
            left -= weight
            if left < 0:
                return one
        return some[-1][0]


def rolled_seed(dice: Dice) -> int:
    """A seed from five dice, read as one number of base six; 0 to 7775."""
    seed = 0
    for _ in range(DICE_FOR_A_SEED):
        seed = seed * 6 + dice.roll(6, "Map of the table") - 1
    return seed
