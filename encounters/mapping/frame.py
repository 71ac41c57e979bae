"""From inches on the table to the units of a drawing. Pure.

Ten units are an inch, y runs down. A wide table may be drawn turned, its top edge to the right, so that it fits a phone
held upright.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from encounters.table import EDGES

UNITS = 10.0
MARGIN = 44.0


def figure(value: float) -> str:
    """A figure with one decimal at most, and none where it says nothing."""
    rounded = round(value, 1)
    return str(int(rounded)) if rounded == int(rounded) else str(rounded)


@dataclass(frozen=True)
class Frame:
    """A table of so many inches in a drawing; ``top`` is the room above it."""

    width: float
    height: float
    turned: bool = False
    top: float = MARGIN

    @property
    def across(self) -> float:
        """The table's breadth as drawn, in units."""
        return (self.height if self.turned else self.width) * UNITS

    @property
    def down(self) -> float:
        return (self.width if self.turned else self.height) * UNITS

    def place(self, place: complex) -> complex:
        if self.turned:
            return complex(MARGIN + place.imag * UNITS, self.top + place.real * UNITS)
        return complex(MARGIN + place.real * UNITS, self.top + (self.height - place.imag) * UNITS)

    def edge(self, edge: str) -> str:
        """At which side of the drawing an edge of the table lies: turned, one further clockwise."""
        here = EDGES.index(edge)
        return EDGES[(here + 1) % 4] if self.turned else edge

    def line(self, places: Sequence[complex], *, rough: bool = False) -> str:
        """An open path; after its beginning each corner is told from the one before, which is shorter. ``rough`` keeps
        to whole units."""
        spots = [_tenths(self.place(place), 10 if rough else 1) for place in places]
        steps = [(x - from_x, y - from_y) for (from_x, from_y), (x, y) in pairwise(spots)]
        first = f"M{_told(spots[0][0])} {_told(spots[0][1])}"
        return first + "l" + _row(one for step in steps for one in step) if steps else first

    def closed(self, places: Sequence[complex], *, rough: bool = False) -> str:
        return self.line(places, rough=rough) + "Z"

    def circle(self, middle: complex, across: float) -> str:
        """A circle as a path, ``across`` in inches."""
        return ring(self.place(middle), across * UNITS / 2)

    def lines(self, some: Iterable[Sequence[complex]]) -> str:
        return "".join(self.line(one) for one in some)


def _tenths(place: complex, step: int) -> tuple[int, int]:
    return round(place.real * 10 / step) * step, round(place.imag * 10 / step) * step


def _told(tenths: int) -> str:
    return figure(tenths / 10)


def _row(tenths: Iterable[int]) -> str:
    """Figures one after another; the sign of one that is less than nothing parts it from the one before."""
    told = " ".join(map(_told, tenths))
    return told.replace(" -", "-")


def bar(corner: complex, long: float, high: float) -> str:
    """A rectangle as a path, in units, from its upper left corner."""
    return f"M{figure(corner.real)} {figure(corner.imag)}h{figure(long)}v{figure(high)}h-{figure(long)}Z"


def dot(middle: complex) -> str:
    """A line of no length to speak of, which a round end makes a dot as wide as its stroke."""
    return f"M{figure(middle.real)} {figure(middle.imag)}h.1"


def ring(middle: complex, radius: float) -> str:
    """A circle as a path, in units."""
    x, y, r = figure(middle.real - radius), figure(middle.imag), figure(radius)
    across = figure(2 * radius)
    return f"M{x} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0Z"
