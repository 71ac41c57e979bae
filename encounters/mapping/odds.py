"""Odds and ends in the streets: what one hides behind, and what lies in the way. Pure.

What blocks the way leaves `PASSAGE` to everything but the wall that it leans on, so that no street is closed.

Source: Town Cryer, Mordheim Architecture (odds and ends, ruined effects).
"""

from __future__ import annotations

from cmath import phase, rect
from collections.abc import Iterator, Mapping, Sequence
from math import degrees, radians

from encounters.mapping.chance import Chance
from encounters.mapping.features import KINDS, Feature, feature
from encounters.mapping.geometry import Outline, Shape, all_apart, apart, box, laid, round_outline, within

# Inches that a warrior on his base passes through.
PASSAGE = 1.25
BESIDE = 0.12
HAIR = 0.03
SQUARE_INCHES_AN_ODD = 105
TRIES_FOR_ONE = 6
EDGE = 0.5

SIZES: Mapping[str, tuple[tuple[float, float], tuple[float, float]]] = {
    "rubble": ((2.2, 4.2), (1.6, 2.8)),
    "well": ((1.6, 1.6), (1.6, 1.6)),
    "statue": ((1.5, 1.5), (1.5, 1.5)),
    "gallows": ((2.0, 2.0), (1.4, 1.4)),
    "wall": ((2.6, 4.6), (0.4, 0.4)),
    "cart": ((2.3, 2.6), (1.2, 1.4)),
    "barrels": ((1.3, 1.7), (0.9, 1.1)),
    "crates": ((1.2, 1.7), (0.9, 1.2)),
    "stall": ((1.9, 2.3), (1.2, 1.4)),
}
LEANING = (("barrels", 3.0), ("crates", 2.5), ("cart", 1.5), ("rubble", 4.0))
LOOSE = (("wall", 2.5), ("rubble", 3.0), ("cart", 1.0), ("barrels", 0.6), ("statue", 0.4), ("well", 0.4))
CENTREPIECES = ("well", "statue", "gallows")
IN_A_SQUARE = (("stall", 3.0), ("cart", 1.0), ("crates", 0.8), ("barrels", 0.8))


class _Streets:
    """What has been strewn, and what it must keep clear of."""

    def __init__(self, size: tuple[float, float], standing: Sequence[Feature], kept: Sequence[Shape]) -> None:
        self.width, self.height = size
        self.standing = [(piece.id, shape) for piece in standing for shape in piece.shapes]
        self.kept = kept
        self.found: list[Feature] = []
        self._counts: dict[str, int] = {}

    def lays(self, kind: str, outline: Outline, middle: complex, size: complex, turn: float, leans: str = "") -> bool:
        """Lays it down if it fits there; ``leans`` is the id of the building whose wall it may stand against."""
        shape = Shape(outline)
        if not within(outline, self.width, self.height, EDGE) or not self._fits(kind, shape, leans):
            return False
        number = self._counts[kind] = self._counts.get(kind, 0) + 1
        piece = feature(f"{kind}-{number}", kind, outline, (size.real, size.imag), middle=middle, turn=turn)
        self.found.append(piece)
        self.standing.append((piece.id, shape))
        return True

    def _fits(self, kind: str, shape: Shape, leans: str) -> bool:
        gap = PASSAGE + HAIR if KINDS[kind].solid else 0.3
        reach = shape.reach + gap
        for key, other in self.standing:
            if abs(other.middle - shape.middle) < other.reach + reach and not apart(
                shape, other, BESIDE / 2 if key == leans else gap
            ):
                return False
        return all_apart((shape,), self.kept, 0.1)


def strewn(
    size: tuple[float, float],
    buildings: Sequence[Feature],
    links: Sequence[Feature],
    things: Sequence[Feature],
    squares: Sequence[Feature],
    kept: Sequence[Shape],
    chance: Chance,
    *,
    marked: bool,
) -> list[Feature]:
    """What lies about on a table of that size. ``marked``: nothing stands in the middle of the first square."""
    streets = _Streets(size, [*buildings, *links, *things], kept)
    for number, square in enumerate(squares):
        _furnish(streets, square, chance, centre=not (marked and number == 0))
    wanted = len(streets.found) + round(size[0] * size[1] / SQUARE_INCHES_AN_ODD)
    for _ in range(wanted * TRIES_FOR_ONE):
        if len(streets.found) >= wanted:
            break
        if chance.happens(0.62):
            _lean(streets, chance.pick(buildings), chance)
        else:
            _drop(streets, chance)
    return streets.found


def _furnish(streets: _Streets, square: Feature, chance: Chance, *, centre: bool) -> None:
    """Something in the middle of a square, and stalls or carts around it."""
    if centre:
        kind = chance.pick(CENTREPIECES)
        _place(streets, kind, square.middle, square.rotation, chance)
    for _ in range(chance.whole(3, 5)):
        corner = chance.pick(square.outline)
        spot = square.middle + (corner - square.middle) * chance.between(0.5, 0.75)
        _place(streets, chance.weighted(IN_A_SQUARE), spot, square.rotation + chance.between(-35, 35), chance)


def _lean(streets: _Streets, building: Feature, chance: Chance) -> None:
    """Something against a wall, outside."""
    number = int(chance.between(0, len(building.outline)))
    outline = building.outline
    start, end = outline[number], outline[(number + 1) % len(outline)]
    length = abs(end - start)
    if length < 2.4:
        return
    kind = chance.weighted(LEANING)
    size = size_of(kind, chance)
    along = (end - start) / length
    out = BESIDE if KINDS[kind].solid else 0.35
    spot = start + (end - start) * chance.between(0.1, 0.9) + along * -1j * (size.imag / 2 + out)
    turn = degrees(phase(along))
    streets.lays(kind, outline_of(kind, size, spot, turn, chance), spot, size, turn, leans=building.id)


def _drop(streets: _Streets, chance: Chance) -> None:
    """Something anywhere in the open."""
    spot = complex(chance.between(1, streets.width - 1), chance.between(1, streets.height - 1))
    _place(streets, chance.weighted(LOOSE), spot, chance.between(0, 180), chance)


def _place(streets: _Streets, kind: str, spot: complex, turn: float, chance: Chance) -> bool:
    size = size_of(kind, chance)
    return streets.lays(kind, outline_of(kind, size, spot, turn, chance), spot, size, turn)


def size_of(kind: str, chance: Chance) -> complex:
    along, deep = SIZES[kind]
    return complex(chance.between(*along), chance.between(*deep))


def outline_of(kind: str, size: complex, middle: complex, turn: float, chance: Chance) -> Outline:
    if kind in ("well", "statue"):
        return round_outline(middle, size.real / 0.98, corners=12 if kind == "well" else 8)
    if kind == "rubble":
        return laid(_heap(size, chance), middle, turn)
    return box(middle, size.real, size.imag, turn)


def _heap(size: complex, chance: Chance) -> Iterator[complex]:
    """An uneven, convex heap within the box."""
    for number in range(9):
        on_rim = rect(0.5, radians(40 * number + chance.between(-11, 11)))
        yield complex(on_rim.real * size.real, on_rim.imag * size.imag)
