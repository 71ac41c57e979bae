"""Outlines on the table. Pure.

A place is a complex number of inches, the lower left corner of the table being 0; an outline runs anticlockwise. All
that is compared is convex: what is not, such as a building around a corner, is the convex parts that it is made of.
"""

from __future__ import annotations

from cmath import rect
from collections.abc import Iterable, Sequence
from math import hypot, radians

Outline = tuple[complex, ...]


class Shape:
    """A convex outline with what makes comparing it quick: its middle, how far it reaches, its corners and sides as
    plain figures. Of a side: the direction outwards, and how far out it lies in that direction."""

    __slots__ = ("corners", "middle", "outline", "reach", "sides")

    def __init__(self, outline: Sequence[complex]) -> None:
        self.outline = tuple(outline)
        self.middle = sum(self.outline) / len(self.outline)
        self.reach = max([abs(corner - self.middle) for corner in self.outline])
        self.corners = [(corner.real, corner.imag) for corner in self.outline]
        self.sides = _sides(self.corners)


def _sides(corners: list[tuple[float, float]]) -> list[tuple[float, float, float]]:
    found = []
    x, y = corners[-1]
    for to_x, to_y in corners:
        along, up = to_x - x, to_y - y
        length = hypot(along, up)
        if length > 1e-9:
            out_x, out_y = up / length, -along / length
            found.append((out_x, out_y, x * out_x + y * out_y))
        x, y = to_x, to_y
    return found


def apart(one: Shape, other: Shape, gap: float = 0.0) -> bool:
    """Whether a straight street of that width can be laid between two convex shapes; touching counts as a gap of 0."""
    if abs(one.middle - other.middle) - one.reach - other.reach >= gap:
        return True
    return _clear(one, other, gap - 1e-6) or _clear(other, one, gap - 1e-6)


def _clear(one: Shape, other: Shape, gap: float) -> bool:
    corners = other.corners
    for x, y, out in one.sides:
        least = out + gap
        for px, py in corners:
            if px * x + py * y < least:
                break
        else:
            return True
    return False


def all_apart(some: Iterable[Shape], others: Sequence[Shape], gap: float = 0.0) -> bool:
    for one in some:
        for other in others:
            if not apart(one, other, gap):
                return False
    return True


def near(shapes: Iterable[Shape], middle: complex, reach: float) -> list[Shape]:
    """Those that may come within ``reach`` of a place."""
    return [shape for shape in shapes if abs(shape.middle - middle) < shape.reach + reach]


def holds(shape: Shape, place: complex, margin: float = 0.0) -> bool:
    """Whether a place lies inside, or less than ``margin`` outside."""
    x, y = place.real, place.imag
    return all(x * side_x + y * side_y - out < margin for side_x, side_y, out in shape.sides)


def box(middle: complex, width: float, height: float, turn: float = 0.0) -> Outline:
    """A rectangle turned by so many degrees, anticlockwise."""
    along, up = rect(width / 2, radians(turn)), rect(height / 2, radians(turn + 90))
    return (middle - along - up, middle + along - up, middle + along + up, middle - along + up)


def laid(outline: Iterable[complex], middle: complex, turn: float) -> Outline:
    """An outline drawn around 0, turned and carried to its place."""
    by = rect(1, radians(turn))
    return tuple(middle + corner * by for corner in outline)


def round_outline(middle: complex, across: float, corners: int = 16) -> Outline:
    return tuple(middle + rect(across / 2, radians(360 / corners * (number + 0.5))) for number in range(corners))


def area(outline: Sequence[complex]) -> float:
    following = [*outline[1:], outline[0]]
    return sum((one.conjugate() * two).imag for one, two in zip(outline, following, strict=True)) / 2


def within(outline: Iterable[complex], width: float, height: float, margin: float = 0.0) -> bool:
    """Whether an outline lies on a table of that size, so far from its edges."""
    return all(
        margin - 1e-6 <= corner.real <= width - margin + 1e-6 and margin - 1e-6 <= corner.imag <= height - margin + 1e-6
        for corner in outline
    )
