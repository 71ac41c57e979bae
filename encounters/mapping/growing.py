"""Lets buildings grow until the streets beside them are as narrow as they shall be. Pure."""

from __future__ import annotations

from cmath import rect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, radians

from encounters.mapping.buildings import Design
from encounters.mapping.features import convex_parts
from encounters.mapping.geometry import Outline, Shape, apart

# Less is not worth building.
LEAST = 0.25
Range = tuple[float, float]


@dataclass(frozen=True)
class Stand:
    """A building's design with its place on the table."""

    design: Design
    middle: complex
    turn: float

    @property
    def along(self) -> complex:
        return rect(1, radians(self.turn))

    @property
    def outline(self) -> Outline:
        return self.design.at(self.middle, self.turn)


@dataclass(frozen=True)
class Limit:
    """What a building may not grow beyond: its box at most, the table, and the streets to what stands near. Each of
    ``near`` comes with the street to keep."""

    width: float
    height: float
    table: complex
    edge: float
    near: Sequence[tuple[Shape, float]]

    def allows(self, stand: Stand) -> bool:
        shapes = [Shape(part) for part in convex_parts(stand.outline)]
        return all(apart(shape, other, gap) for shape in shapes for other, gap in self.near)


def grown(stand: Stand, limit: Limit, sides: Iterable[complex]) -> Stand:
    """The building grown side by side, in the order given: 1 is its right, 1j its back, as it is turned."""
    for side in sides:
        stand = _grown_at(stand, side, limit)
    return stand


def _grown_at(stand: Stand, side: complex, limit: Limit) -> Stand:
    """Straight out at one side, as far as the nearest thing lets it, or half as far."""
    design = stand.design
    along = side.real != 0
    size, depth, most = (
        (design.width, design.height, limit.width) if along else (design.height, design.width, limit.height)
    )
    out = stand.along * side
    room = min(most - size, _to_edge(stand, out, size, depth, limit))
    room = _to_nearest(stand, out, size, depth, limit.near, room)
    for by in (room, room / 2):
        if by < LEAST:
            break
        share = (size + by) / size
        bigger = design.stretched(share if along else 1.0, 1.0 if along else share)
        taken = Stand(bigger, stand.middle + out * by / 2, stand.turn)
        if limit.allows(taken):
            return taken
    return stand


def _to_nearest(
    stand: Stand, out: complex, size: float, depth: float, near: Sequence[tuple[Shape, float]], room: float
) -> float:
    """How far that side may go, ``room`` at most, until the first thing straight ahead is a street's width off."""
    for shape, gap in near:
        way = shape.middle - stand.middle
        ahead = way.real * out.real + way.imag * out.imag
        if ahead < 0 or ahead - shape.reach - size / 2 - gap >= room:
            continue
        (first, _), (low, high) = _seen(shape, stand.middle, out)
        if first > size / 2 and low < depth / 2 and high > -depth / 2:
            room = min(room, first - size / 2 - gap)
    return room


def _seen(shape: Shape, middle: complex, out: complex) -> tuple[Range, Range]:
    """From where to where a shape reaches, straight out and sideways, as seen from a place."""
    x, y, ahead_x, ahead_y = middle.real, middle.imag, out.real, out.imag
    ahead = [(cx - x) * ahead_x + (cy - y) * ahead_y for cx, cy in shape.corners]
    beside = [(cy - y) * ahead_x - (cx - x) * ahead_y for cx, cy in shape.corners]
    return (min(ahead), max(ahead)), (min(beside), max(beside))


def _to_edge(stand: Stand, out: complex, size: float, depth: float, limit: Limit) -> float:
    """How far that side may go until one of its ends is at the table's edge."""
    room = inf
    for way in (0.5j, -0.5j):
        end = stand.middle + out * size / 2 + out * way * depth
        for start, step, far in ((end.real, out.real, limit.table.real), (end.imag, out.imag, limit.table.imag)):
            if step > 1e-9:
                room = min(room, (far - limit.edge - start) / step)
            elif step < -1e-9:
                room = min(room, (limit.edge - start) / step)
    return room
