"""One of several picked by a die, each as likely as any other, and what each result of a die stands for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from mordheim.rules.dice import DieSource, Roll
from warbands.roster.refusals import Refused

# How often what does not count is rolled again: more than any honest dice need.
PATIENCE = 200


@dataclass(frozen=True)
class Stands:
    """What some results of a die stand for: ``faces`` as they are read, such as ``1`` or ``15–22``."""

    faces: str
    name: str

    @property
    def is_none(self) -> bool:
        """Nothing of those to pick from: it is rolled again."""
        return self.name == AGAIN


AGAIN = "roll again"


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

    def stands(self, names: Sequence[str]) -> tuple[Stands, ...]:
        """What each result stands for, names that follow each other and are the same together; last what is rolled
        again, where anything is."""
        rest = self.sides**self.dice - len(names) * self.share
        runs = [(name, len(list(some)) * self.share) for name, some in groupby(names)]
        listed, first = [], 0
        for name, size in [*runs, *([(AGAIN, rest)] if rest else [])]:
            listed.append(Stands(self._span(first, first + size - 1), name))
            first += size
        return tuple(listed)

    def _span(self, low: int, high: int) -> str:
        return self._read(low) if low == high else f"{self._read(low)}–{self._read(high)}"

    def _read(self, value: int) -> str:
        """The faces of a value from 0: ``35`` for the 17th of a D66."""
        faces = [value // self.sides**place % self.sides + 1 for place in reversed(range(self.dice))]
        return "".join(map(str, faces))


def die_for(count: int) -> PickDie:
    """The smallest die on which nothing is left over, or else the smallest that is large enough: a D6 in halves for
    two, a D3 for three, a D6, a D66, a D666."""
    if count == 3:
        return PickDie("D3", 3, 1, 1)
    dice = 1
    while 6**dice < count:
        dice += 1
    return PickDie(f"D{'6' * dice}", 6, dice, 6**dice // count)


# The faces, and where they come from.
Faces = tuple[tuple[int, ...], DieSource]
# Throws a lot: what the record calls it, the die, what each result stands for, what the last throw came to.
Throws = Callable[[str, PickDie, tuple[Stands, ...], str], Faces]


def draw(
    names: Sequence[str], what_for: str, throw: Throws, missed: Callable[[Roll], object]
) -> tuple[int, Roll | None]:
    """A place among the names, each as likely as any other, and the roll. One alone is not rolled for; ``missed`` is
    told of each roll that stands for nobody.

    Raises:
        Refused: when the dice never show one of them.
    """
    if len(names) == 1:
        return 0, None
    die, again = die_for(len(names)), ""
    label = f"{die.label} of {len(names)}"
    for _ in range(PATIENCE):
        faces, source = throw(label, die, die.stands(names), again)
        roll = Roll(what_for, label, faces, die.total(faces), source)
        if (place := die.place(faces)) < len(names):
            return place, roll
        again = told_again(roll.total)
        missed(roll)
    raise never_ends(what_for)


def never_ends(what: str) -> Refused:
    """What dice are told that go on showing what does not count."""
    return Refused(f"The dice never showed {what}.", code="dice")


def told_again(result: int) -> str:
    """What is said where a result stands for nothing."""
    return f"{result} stands for none of them: roll again."


def one_of_label(die: str) -> str:
    """The dice to throw, of a roll by which one is picked: ``D6`` for ``D6 of 4``."""
    return die.partition(" of ")[0]
