"""Axial hexes, facings and the arena: a hexagon of hexes with a wall around it.

A hex is ``(q, r)``. A facing is a hex side, 0 to 5 clockwise. Everything that a fight asks of an arena is worked out
once for each radius.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

Hex = tuple[int, int]

FACINGS = range(6)
# The step into each of the six directions.
STEPS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
LARGEST_RADIUS = 20


def step(start: Hex, direction: int) -> Hex:
    q, r = STEPS[direction]
    return start[0] + q, start[1] + r


def distance(one: Hex, other: Hex) -> int:
    """In steps."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


@dataclass(frozen=True, slots=True, eq=False)
class Arena:
    """``neighbours`` of each hex by direction, ``None`` where the wall is; ``towards`` the direction that leads from a
    hex to one beside it."""

    radius: int
    hexes: frozenset[Hex]
    rim: tuple[Hex, ...]
    neighbours: Mapping[Hex, tuple[Hex | None, ...]]
    towards: Mapping[tuple[Hex | None, Hex | None], int]


@cache
def arena(radius: int) -> Arena:
    """The arena of that radius: 1 + 3r(r + 1) hexes, its rim clockwise from the hex straight ahead of facing 0."""
    span = range(-radius, radius + 1)
    hexes = frozenset((q, r) for q in span for r in span if abs(q + r) <= radius)
    neighbours = {
        one: tuple(beside if (beside := step(one, direction)) in hexes else None for direction in FACINGS)
        for one in hexes
    }
    towards: dict[tuple[Hex | None, Hex | None], int] = {
        (one, step(one, direction)): direction for one in hexes for direction in FACINGS
    }
    return Arena(radius, hexes, tuple(_rim(radius)), neighbours, towards)


def _rim(radius: int) -> Iterator[Hex]:
    at = (0, -radius)
    for direction in (2, 3, 4, 5, 0, 1):
        for _ in range(radius):
            yield at
            at = step(at, direction)
