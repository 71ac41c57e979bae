"""One of several picked by a die, each as likely as any other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class PickDie:
    """How one of ``count`` is picked: ``dice`` of ``sides``, read as one number; ``share`` results stand for each."""

    label: str
    sides: int
    dice: int
    share: int

    def place(self, faces: Sequence[int]) -> int:
        """The place from 0 that the faces stand for; beyond the last one it is rolled again."""
        value = 0
        for face in faces:
            value = value * self.sides + face - 1
        return value // self.share

    def total(self, faces: Sequence[int]) -> int:
        """The faces as they are read: 35 for a 3 and a 5."""
        return int("".join(map(str, faces)))


def die_for(count: int) -> PickDie:
    """The smallest die on which nothing is left over, or else the smallest that is large enough: a D6 in halves for
    two, a D3 for three, a D6, a D66, a D666."""
    if count == 3:
        return PickDie("D3", 3, 1, 1)
    dice = 1
    while 6**dice < count:
        dice += 1
    return PickDie(f"D{'6' * dice}", 6, dice, 6**dice // count)
