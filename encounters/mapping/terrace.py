"""A single street of houses without gaps: the table of a street fight. Pure.

The street winds from the left edge to the right one; both rows of houses stand wall to wall, with their doors to the
street, and what lies behind them is out of play.

Source: Mordheim rulebook, Scenario 5 (one street of buildings without gaps, warbands at its two ends).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import pi, sin

from encounters.mapping.buildings import Register, designed, in_order
from encounters.mapping.chance import Chance
from encounters.mapping.features import Feature, feature
from encounters.mapping.geometry import Outline, Shape, box
from encounters.mapping.odds import strewn
from encounters.table import Table

# Half of the street's width, at least.
HALF = 4.6
FRONT = (6.0, 9.5)
DEPTH = (7.0, 9.8)
WINDS = 5.0
CLEAR_ENDS = 6.5
# How much wider the street is here and there, since fronts are straight and the street is not.
STEPPED = 4.0


def terraced(table: Table, chance: Chance) -> list[Feature]:
    """The street, both rows, the yards behind them, and what lies in the street."""
    size = (float(table.width), float(table.height))
    register = Register(*size, chance)
    swing = chance.between(0.5, 1) * WINDS * chance.pick((1, -1))
    rows = [house for side in (1, -1) for house in _row(table, side, swing, register, chance)]
    houses = in_order(rows)
    yards = [_yard(house, table) for house in houses]
    kept = [Shape(yard.outline) for yard in yards] + [Shape(end) for end in _ends(table)]
    return [_street(table, swing), *yards, *houses, *strewn(size, houses, (), (), (), kept, chance, marked=True)]


def _winding(x: float, table: Table, swing: float) -> float:
    return table.height / 2 + swing * sin(2 * pi * x / table.width)


def _row(table: Table, side: int, swing: float, register: Register, chance: Chance) -> Iterator[Feature]:
    """A row from left to right, above the street (1) or below it (-1)."""
    for left, right in _fronts(table.width, chance):
        lines = [_winding(left + (right - left) * part / 4, table, swing) * side for part in range(5)]
        near = max(lines) + HALF + chance.between(0, 0.5)
        depth = chance.between(*DEPTH)
        middle = complex((left + right) / 2, side * (near + depth / 2))
        design = designed("house", right - left, depth, chance)
        yield register.building(design, design.at(middle, 0), middle, 0)


def _fronts(width: float, chance: Chance) -> Sequence[tuple[float, float]]:
    """From end to end, wall to wall."""
    ends = [0.0]
    while width - ends[-1] > sum(FRONT):
        ends.append(round(ends[-1] + chance.between(*FRONT), 2))
    if width - ends[-1] > FRONT[1]:
        ends.append(round((ends[-1] + width) / 2, 2))
    ends.append(float(width))
    return list(pairwise(ends))


def _yard(house: Feature, table: Table) -> Feature:
    """What lies between a house and the edge behind it."""
    left, right = house.points[0][0], house.points[1][0]
    above = house.y > table.height / 2
    low, high = (house.points[2][1], float(table.height)) if above else (0.0, house.points[0][1])
    outline = (complex(left, low), complex(right, low), complex(right, high), complex(left, high))
    middle = complex(left + right, low + high) / 2
    return feature(f"yards-{house.number}", "yards", outline, (right - left, high - low), middle=middle)


def _ends(table: Table) -> tuple[Outline, Outline]:
    """Where the warbands set up: nothing lies about there."""
    size = (CLEAR_ENDS, float(table.height))
    across = table.height / 2
    return box(complex(size[0] / 2, across), *size), box(complex(table.width - size[0] / 2, across), *size)


def _street(table: Table, swing: float) -> Feature:
    line = [complex(x, _winding(x, table, swing)) for x in range(0, table.width + 1, 2)]
    size = (float(table.width), 2 * HALF + STEPPED)
    return feature("street-1", "street", line, size, middle=complex(table.width, table.height) / 2, name="The street")
