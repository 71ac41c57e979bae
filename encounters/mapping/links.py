"""Bridges and arcades that lead over a street between upper storeys, and archways between lower houses. Pure.

Source: Town Cryer, Mordheim Architecture (bridges and arcades over streets, archways).
"""

from __future__ import annotations

from cmath import phase
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import degrees

from encounters.mapping.chance import Chance
from encounters.mapping.features import Feature, feature
from encounters.mapping.geometry import Outline, Shape, all_apart, box, within

WIDTH = 1.8
SHORTEST, LONGEST = 1.5, 6.5
# A bridge meets the wall that it leads to at an angle of no more than about this share of its width.
SLANT = 1.4
SQUARE_INCHES_A_LINK = 1150


def linked(buildings: Sequence[Feature], chance: Chance, size: tuple[float, float]) -> list[Feature]:
    """As many links as the table is large, each where two walls face one another over a street."""
    wanted = max(1, round(size[0] * size[1] / SQUARE_INCHES_A_LINK))
    found: list[Feature] = []
    joined: set[str] = set()
    for one, other in chance.shuffled(list(_neighbours(buildings))):
        if len(found) == wanted:
            break
        if joined & {one.id, other.id}:
            continue
        span = span_between(one, other, buildings, size)
        if span is None or not all(all_apart(span_shapes(span), link.shapes, 2) for link in found):
            continue
        found.append(link(f"link-{len(found) + 1}", one, other, span, chance))
        joined |= {one.id, other.id}
    return found


def _neighbours(buildings: Sequence[Feature]) -> Iterator[tuple[Feature, Feature]]:
    """Pairs whose walls could face one another, in both orders: the first's side is the one that is built from."""
    fit = [building for building in buildings if building.kind not in ("corner", "lair")]
    for one, other in permutations(fit, 2):
        reach = one.shapes[0].reach + other.shapes[0].reach + LONGEST + 3
        if abs(one.middle - other.middle) < reach:
            yield one, other


def span_between(
    one: Feature, other: Feature, buildings: Sequence[Feature], size: tuple[float, float]
) -> Outline | None:
    """The outline of a link from a wall of the one to a wall of the other, clear of all else; none where they do not
    face one another over a street."""
    rest = [shape for piece in buildings if piece.id not in (one.id, other.id) for shape in piece.shapes]
    for start, following in _walls(one):
        span = _across(start, following, _walls(other))
        if span is None or not within(span, *size):
            continue
        shape = Shape(span)
        if all_apart((shape,), rest, 0.5) and all_apart((_shorter(shape),), (*one.shapes, *other.shapes)):
            return span
    return None


def _shorter(shape: Shape) -> Shape:
    """A span without the last bit at both ends, where a slanted wall may reach in."""
    a, b, c, d = shape.outline
    bit = (b - a) / abs(b - a) * min(0.5, abs(b - a) / 3)
    return Shape((a + bit, b - bit, c - bit, d + bit))


def _walls(building: Feature) -> tuple[tuple[complex, complex], ...]:
    outline = building.outline
    if len(outline) > 6:
        return tuple(_box_sides(building))
    return tuple(zip(outline, outline[1:] + outline[:1], strict=True))


def _box_sides(building: Feature) -> Iterator[tuple[complex, complex]]:
    """Of a round tower, four flat sides as deep as its wall."""
    square = box(building.middle, building.width * 0.97, building.height * 0.97, building.rotation)
    yield from zip(square, square[1:] + square[:1], strict=True)


def _across(start: complex, end: complex, walls: Sequence[tuple[complex, complex]]) -> Outline | None:
    """From the middle of what two walls face of each other, straight out of the first."""
    length = abs(end - start)
    along = (end - start) / length
    out = along * -1j
    for far_start, far_end in walls:
        (u1, v1), (u2, v2) = _seen_from(start, along, far_start), _seen_from(start, along, far_end)
        if u1 <= u2:
            continue
        low, high = max(0.3, u2 + 0.2), min(length - 0.3, u1 - 0.2)
        if high - low < WIDTH:
            continue
        left = (low + high - WIDTH) / 2
        reaches = [v1 + (v2 - v1) * (u - u1) / (u2 - u1) for u in (left, left + WIDTH)]
        if min(reaches) < SHORTEST or max(reaches) > LONGEST or abs(reaches[0] - reaches[1]) > SLANT:
            continue
        corner = start + along * left
        reach = out * max(reaches)
        return (corner, corner + reach, corner + reach + along * WIDTH, corner + along * WIDTH)
    return None


def _seen_from(start: complex, along: complex, place: complex) -> tuple[float, float]:
    """How far along a wall a place lies, and how far out of it."""
    seen = (place - start) * along.conjugate()
    return seen.real, -seen.imag


def link(key: str, one: Feature, other: Feature, span: Outline, chance: Chance) -> Feature:
    """A bridge or an arcade where both have an upper storey, an archway where one has none."""
    high = min(one.storeys, other.storeys) >= 2
    kind = chance.pick(("bridge", "bridge", "arcade")) if high else "archway"
    length = abs(span[1] - span[0])
    middle = sum(span) / 4
    way = span[1] - span[0]
    low, upper = sorted((one.number, other.number))
    return feature(
        key,
        kind,
        span,
        (length, WIDTH),
        middle=middle,
        turn=degrees(phase(way)),
        name=f"{_WORDS[kind]} between {low} and {upper}",
        joins=(one.id, other.id),
        storeys=1 if high else 0,
    )


_WORDS = {"bridge": "Bridge", "arcade": "Arcade", "archway": "Archway"}


def span_shapes(span: Outline) -> tuple[Shape, ...]:
    return (Shape(span),)
