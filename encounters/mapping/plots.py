"""Where the streets run: a flat plan of plots wound around the middle of the table, then bent. Pure.

The plan is cut plot by plot, so that hardly a street runs through; bending it by a conformal map turns straight streets
into winding ones and keeps corners square, so that buildings of straight walls still line them.

Source: Town Cryer, Mordheim Architecture (narrow and winding streets, opening now and again into a square).
"""

from __future__ import annotations

from cmath import phase, rect
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import degrees, hypot, radians

from encounters.mapping.chance import Chance

# Inches of street kept between any two buildings.
STREET = 3.0
# A plot is cut in two while its longer side is above a number between these, in inches.
LARGEST_PLOT = (12.0, 16.0)
SMALLEST_PLOT = 7.5
# The streets' widths by how early they were cut: around the middle first.
WIDTHS = (4.0, 3.6, 3.1, 3.05)
# The plan reaches beyond the table, since bending draws its rim in.
BEYOND = 1.16


@dataclass(frozen=True)
class Bend:
    """Carries places of the flat plan to the table; 0 becomes the table's middle."""

    middle: complex
    turn: complex
    square: complex
    cube: complex

    def place(self, flat: complex) -> complex:
        return self.middle + self.turn * (flat + self.square * flat**2 + self.cube * flat**3)

    def slope(self, flat: complex) -> complex:
        """How much a short way grows (its size) and turns (its direction) at a place of the plan."""
        return self.turn * (1 + 2 * self.square * flat + 3 * self.cube * flat**2)

    def angle(self, flat: complex) -> float:
        return degrees(phase(self.slope(flat)))


def bend_for(width: float, height: float, chance: Chance) -> Bend:
    reach = hypot(width, height) / 2
    square = rect(chance.between(0.26, 0.42) / (2 * reach), chance.between(-3.14, 3.14))
    cube = rect(chance.between(0.08, 0.24) / (3 * reach**2), chance.between(-3.14, 3.14))
    return Bend(complex(width, height) / 2, rect(1, radians(chance.between(-9, 9))), square, cube)


@dataclass(frozen=True)
class Plot:
    """A rectangle of the flat plan from ``low`` to ``high``, and how much of each side is street, in inches on the
    table: left, bottom, right, top."""

    low: complex
    high: complex
    streets: tuple[float, float, float, float] = (STREET / 2,) * 4

    @property
    def width(self) -> float:
        return self.high.real - self.low.real

    @property
    def height(self) -> float:
        return self.high.imag - self.low.imag

    @property
    def middle(self) -> complex:
        return (self.low + self.high) / 2

    def beside(self, side: int, width: float) -> Plot:
        """The same with a street of that width along one side, half of it the plot's."""
        left, bottom, right, top = (
            max(old, width / 2) if place == side else old for place, old in enumerate(self.streets)
        )
        return replace(self, streets=(left, bottom, right, top))


@dataclass(frozen=True)
class Cut:
    """A street of the flat plan: a straight line and the width of the street, in inches."""

    start: complex
    end: complex
    width: float


@dataclass(frozen=True)
class Plan:
    plots: tuple[Plot, ...]
    cuts: tuple[Cut, ...]


def plan_for(width: float, height: float, clear: complex, chance: Chance) -> Plan:
    """The plots around a rectangle of the size ``clear`` in the middle, and the streets between them."""
    cuts: list[Cut] = []
    plots: list[Plot] = []
    for plot in _around(complex(width, height) / 2 * BEYOND, clear / 2, chance, cuts):
        plots += _cut_up(plot, chance, cuts, depth=1)
    return Plan(tuple(plots), tuple(cuts))


def _around(half: complex, clear: complex, chance: Chance, cuts: list[Cut]) -> list[Plot]:
    """Four plots that wind around the middle like the sails of a mill, one way or the other."""
    w, h, x, y = half.real, half.imag, clear.real, clear.imag
    sails = [
        (complex(-w, y), complex(x, h), 1, Cut(complex(-w, y), complex(x, y), WIDTHS[0])),
        (complex(x, -y), complex(w, h), 0, Cut(complex(x, h), complex(x, -y), WIDTHS[0])),
        (complex(-x, -h), complex(w, -y), 3, Cut(complex(w, -y), complex(-x, -y), WIDTHS[0])),
        (complex(-w, -h), complex(-x, y), 2, Cut(complex(-x, -h), complex(-x, y), WIDTHS[0])),
    ]
    plots = [Plot(low, high).beside(side, WIDTHS[0]) for low, high, side, _ in sails]
    new = [cut for *_, cut in sails]
    if chance.happens(0.5):
        plots, new = [_mirrored(plot) for plot in plots], [_mirrored_cut(cut) for cut in new]
    cuts += new
    return plots


def _mirrored(plot: Plot) -> Plot:
    left, bottom, right, top = plot.streets
    low, high = complex(-plot.high.real, plot.low.imag), complex(-plot.low.real, plot.high.imag)
    return Plot(low, high, (right, bottom, left, top))


def _mirrored_cut(cut: Cut) -> Cut:
    return replace(cut, start=-cut.start.conjugate(), end=-cut.end.conjugate())


def _cut_up(plot: Plot, chance: Chance, cuts: list[Cut], depth: int) -> Iterator[Plot]:
    """Plots small enough for one building each."""
    if max(plot.width, plot.height) <= chance.between(*LARGEST_PLOT):
        yield plot
        return
    width = WIDTHS[min(depth, len(WIDTHS) - 1)]
    upright = plot.width >= plot.height
    length = plot.width if upright else plot.height
    at = min(max(length * chance.between(0.38, 0.62), SMALLEST_PLOT), length - SMALLEST_PLOT)
    for part in _halves(plot, at, upright, width, cuts):
        yield from _cut_up(part, chance, cuts, depth + 1)


def _halves(plot: Plot, at: float, upright: bool, width: float, cuts: list[Cut]) -> tuple[Plot, Plot]:
    if upright:
        x = plot.low.real + at
        low, high = complex(x, plot.low.imag), complex(x, plot.high.imag)
        sides = (2, 0)
    else:
        y = plot.low.imag + at
        low, high = complex(plot.low.real, y), complex(plot.high.real, y)
        sides = (3, 1)
    cuts.append(Cut(low, high, width))
    return replace(plot, high=high).beside(sides[0], width), replace(plot, low=low).beside(sides[1], width)
