"""What may come of something, and how likely each of it is.

Whole numbers over one denominator are far less work than fractions that are each reduced by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Generic, NamedTuple, TypeVar

One = TypeVar("One", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)


class Spread(NamedTuple, Generic[One]):
    """All that may be, each with its part of the ``whole``."""

    parts: Mapping[One, int]
    whole: int

    @property
    def chances(self) -> dict[One, Fraction]:
        """As fractions that add up to 1."""
        return {one: Fraction(part, self.whole) for one, part in self.parts.items()}

    def then(self, follow: Callable[[One], Spread[Other]]) -> Spread[Other]:
        """What comes of it where each leads on to a spread of its own."""
        followed = [(follow(one), part) for one, part in self.parts.items()]
        if len(followed) == 1:
            return followed[0][0]
        whole = lcm(*(after.whole for after, _ in followed))
        found: dict[Other, int] = {}
        for after, part in followed:
            share = part * (whole // after.whole)
            for one, likely in after.parts.items():
                found[one] = found.get(one, 0) + share * likely
        return Spread(found, self.whole * whole)

    def of(self, change: Callable[[One], Other]) -> Spread[Other]:
        """The same in other words; what is called the same then is one."""
        found: dict[Other, int] = {}
        for one, part in self.parts.items():
            other = change(one)
            found[other] = found.get(other, 0) + part
        return Spread(found, self.whole)

    def reduced(self) -> Spread[One]:
        """Over the least denominator."""
        common = gcd(self.whole, *self.parts.values())
        return Spread({one: part // common for one, part in self.parts.items()}, self.whole // common)


def sure(one: One) -> Spread[One]:
    """Nothing else may be."""
    return Spread({one: 1}, 1)


def spread(chances: Mapping[One, Fraction]) -> Spread[One]:
    """Of fractions that add up to 1; what has none is left out."""
    whole = lcm(*(part.denominator for part in chances.values()))
    return Spread({one: part.numerator * (whole // part.denominator) for one, part in chances.items() if part}, whole)
