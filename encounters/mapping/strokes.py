"""How things look from above: strokes in inches, for `sheet` to draw. Pure.

Of a building: walls with doors, windows and breaches, rubble where a wall has fallen, the floors that are left above,
stairs. All follow from the map's seed and the building alone, so that a building looks the same wherever it is drawn.
"""

from __future__ import annotations

from cmath import rect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from math import radians

from encounters.mapping.chance import Chance
from encounters.mapping.features import WALLS_LEFT, Feature, convex_parts
from encounters.mapping.geometry import Outline, area, box, round_outline

DOOR, WINDOW, WINDOW_EVERY = 1.1, 0.8, 2.3
# Of the footprint, how much of the floor above is left.
FLOOR_LEFT = {"holed": 0.92, "roofless": 0.72, "half_fallen": 0.42, "bare_walls": 0.0, "open_top": 0.0}
PLANK = 0.5

Line = Sequence[complex]
Span = tuple[float, float]


@dataclass
class Strokes:
    """Lines and outlines by what they are: ``walls`` thick lines, ``thin`` thin ones, ``stones`` and ``dark`` filled
    outlines, ``light`` outlines with an edge, ``planks`` the hatching of upper floors, ``faint`` where they broke off,
    ``shade`` heaps."""

    walls: list[Line] = field(default_factory=list)
    thin: list[Line] = field(default_factory=list)
    planks: list[Line] = field(default_factory=list)
    faint: list[Line] = field(default_factory=list)
    stones: list[Outline] = field(default_factory=list)
    dark: list[Outline] = field(default_factory=list)
    light: list[Outline] = field(default_factory=list)
    shade: list[Outline] = field(default_factory=list)

    def __iadd__(self, other: Strokes) -> Strokes:
        for name in self.__dataclass_fields__:
            getattr(self, name).extend(getattr(other, name))
        return self


def building_strokes(building: Feature, seed: int) -> Strokes:
    chance = Chance("strokes", seed, building.id, building.rolled, building.kind)
    outline = building.outline
    lengths = [abs(b - a) for a, b in pairwise((*outline, outline[0]))]
    ends = [0.0, *accumulate(lengths)]
    openings = _openings(building, ends, lengths, chance)
    breaches = _breaches(building, ends, lengths, chance)
    found = Strokes()
    found.walls = [stretch(outline, ends, *span) for span in _between([*openings, *breaches], ends[-1])]
    found.stones = [stone for span in breaches for stone in _fallen(outline, ends, span, chance)]
    windows = _windows(building, ends, lengths, chance)
    _set_windows(found, outline, ends, windows, [*openings, *breaches])
    _upper_floor(found, building, chance)
    return found


def stretch(outline: Outline, ends: Sequence[float], start: float, end: float) -> Line:
    """The outline from so many inches along it to so many."""
    corners = [outline[number % len(outline)] for number, at in enumerate(ends) if start < at < end]
    return [_along(outline, ends, start), *corners, _along(outline, ends, end)]


def _along(outline: Outline, ends: Sequence[float], at: float) -> complex:
    number = max(place for place, start in enumerate(ends[:-1]) if start <= at + 1e-9)
    start, following = outline[number], outline[(number + 1) % len(outline)]
    length = ends[number + 1] - ends[number]
    return start + (following - start) * min(1.0, (at - ends[number]) / length) if length else start


def _is_round(building: Feature) -> bool:
    return len(building.points) > 8


def _openings(building: Feature, ends: Sequence[float], lengths: Sequence[float], chance: Chance) -> list[Span]:
    """Doors: one, or two of a large building, each amid a wall; a corner is open on its longest side."""
    longest = sorted(range(len(lengths)), key=lambda number: -lengths[number])
    if building.kind == "corner":
        side = longest[0]
        return [(ends[side], ends[side + 1])]
    doors = []
    for side in longest[: 2 if building.footprint > 45 else 1]:
        at = ends[side] + lengths[side] * chance.between(0.35, 0.65)
        doors.append((max(0.0, at - DOOR / 2), min(ends[-1], at + DOOR / 2)))
    return doors


def _breaches(building: Feature, ends: Sequence[float], lengths: Sequence[float], chance: Chance) -> list[Span]:
    """Where walls have fallen, in one to three places."""
    fallen = (1 - WALLS_LEFT[building.ruin]) * ends[-1]
    if building.kind == "corner":
        fallen *= 0.35
    places = 1 if fallen < 3 else chance.whole(2, 3)
    step = ends[-1] / places
    first = chance.between(0, step)
    spans = []
    for place in range(places):
        start = (first + place * step + chance.between(-1, 1)) % ends[-1]
        length = fallen / places * chance.between(0.75, 1.2)
        spans += [(start, min(start + length, ends[-1]))]
        if start + length > ends[-1]:
            spans += [(0.0, start + length - ends[-1])]
    return spans


def _between(gaps: Sequence[Span], length: float) -> Iterator[Span]:
    """What is left of a line between gaps."""
    at = 0.0
    for start, end in sorted(gaps):
        if start - at > 0.25:
            yield at, start
        at = max(at, end)
    if length - at > 0.25:
        yield at, length


def _windows(building: Feature, ends: Sequence[float], lengths: Sequence[float], chance: Chance) -> list[Span]:
    if _is_round(building):
        return []
    found = []
    for start, length in zip(ends, lengths, strict=False):
        count = int((length - 1) / WINDOW_EVERY)
        for number in range(count):
            if chance.happens(0.75):
                at = start + length * (number + 0.5) / count
                found.append((at - WINDOW / 2, at + WINDOW / 2))
    return found


def _set_windows(
    found: Strokes, outline: Outline, ends: Sequence[float], windows: Sequence[Span], gaps: Sequence[Span]
) -> None:
    """A window is a thin line in a light break of the wall; none where there is no wall."""
    for start, end in windows:
        if not any(start < gap_end + 0.4 and end > gap_start - 0.4 for gap_start, gap_end in gaps):
            found.thin.append(stretch(outline, ends, start, end))


def _fallen(outline: Outline, ends: Sequence[float], span: Span, chance: Chance) -> Iterator[Outline]:
    """Stones along a breach, inside and outside."""
    start, end = span
    for _ in range(int((end - start) * 2.1)):
        at = _along(outline, ends, chance.between(start, end))
        yield _stone(at + rect(chance.between(0, 0.45), radians(chance.between(0, 360))), chance, 0.13, 0.36)


def _stone(middle: complex, chance: Chance, small: float, large: float) -> Outline:
    turn = chance.between(0, 360)
    return tuple(
        middle + rect(chance.between(small, large), radians(turn + 90 * number + chance.between(-25, 25)))
        for number in range(4)
    )


def _upper_floor(found: Strokes, building: Feature, chance: Chance) -> None:
    """The planks of the floor above from one end to where it has broken off, and the stairs that lead there."""
    left = FLOOR_LEFT[building.ruin] * (building.storeys >= 2) or (0.45 if building.ruin == "holed" else 0.0)
    if building.kind == "corner" or not left:
        return
    if _is_round(building):
        found.planks += _round_planks(building)
        return
    parts = sorted(convex_parts(building.outline), key=area, reverse=True)
    for part in parts:
        _floor_of(found, part, left, chance)
    if building.storeys >= 2:
        _stairs(found, parts[0], chance)


def _floor_of(found: Strokes, part: Outline, left: float, chance: Chance) -> None:
    a, b, c, d = part
    if abs(b - a) < abs(c - b):
        a, b, c, d = b, c, d, a
    if chance.happens(0.5):
        a, b, c, d = c, d, a, b
    along, up = b - a, d - a
    length, depth = abs(along), abs(up)
    along, up = along / length, up / depth
    inset = 0.35
    rows = max(2, int((depth - 2 * inset) / PLANK))
    broken = []
    for row in range(rows + 1):
        foot = a + up * (inset + (depth - 2 * inset) * row / rows) + along * inset
        reach = (length - 2 * inset) * left + (chance.between(-0.5, 0.5) if left < 0.9 else 0)
        broken.append(foot + along * max(0.6, min(reach, length - 2 * inset)))
        found.planks.append((foot, broken[-1]))
    if left < 0.9:
        found.faint.append(broken)


def _round_planks(building: Feature) -> Iterator[Line]:
    radius = building.width / 2 - 0.4
    turn = rect(1, radians(building.rotation))
    rows = int(2 * radius / PLANK)
    for row in range(1, rows):
        off = -radius + 2 * radius * row / rows
        half = (radius**2 - off**2) ** 0.5
        yield building.middle + complex(-half, off) * turn, building.middle + complex(half, off) * turn


def _stairs(found: Strokes, part: Outline, chance: Chance) -> None:
    """Steps up in a corner of the largest part."""
    place = chance.whole(0, 3)
    corner, following, before = part[place], part[(place + 1) % 4], part[place - 1]
    along, up = (following - corner) / abs(following - corner), (before - corner) / abs(before - corner)
    start = corner + along * 0.5 + up * 0.5
    found.light.append((start, start + along * 2, start + along * 2 + up * 0.95, start + up * 0.95))
    found.thin += [(start + along * step, start + along * step + up * 0.95) for step in (0.4, 0.8, 1.2, 1.6)]


# --- What lies about ------------------------------------------------------------------------------------------------


def odd_strokes(odd: Feature, seed: int) -> Strokes:
    """A thing in the street; what has no strokes of its own is drawn as its outline."""
    found = Strokes()
    local = _Local(odd)
    match odd.kind:
        case "rubble":
            chance = Chance("strokes", seed, odd.id, odd.rolled)
            found.shade.append(odd.outline)
            found.stones += _heap_of_stones(odd, chance)
        case "well":
            found.light.append(odd.outline)
            found.dark.append(round_outline(odd.middle, odd.width * 0.5, 12))
        case "statue":
            found.light.append(odd.outline)
            found.dark.append(tuple(local.at(x, y) for x, y in ((0, -0.28), (0.28, 0), (0, 0.28), (-0.28, 0))))
        case "gallows":
            found.light.append(odd.outline)
            found.walls += [[local.at(-0.35, 0.3), local.at(-0.35, -0.3), local.at(0.3, -0.3)]]
        case "cart":
            found.light.append(local.box(-0.1, 0, 0.7, 0.68))
            found.walls += [[local.at(-0.25, y), local.at(0.1, y)] for y in (-0.46, 0.46)]
            found.thin += [[local.at(0.25, y), local.at(0.5, y / 2)] for y in (-0.3, 0.3)]
        case "barrels":
            across = min(odd.height, odd.width / 2)
            found.light += [round_outline(local.at(x, 0), across, 10) for x in (-0.25, 0.25)]
            found.dark += [round_outline(local.at(x, 0), across * 0.3, 8) for x in (-0.25, 0.25)]
        case "crates":
            found.light += [local.box(-0.22, 0, 0.5, 0.9), local.box(0.3, -0.1, 0.36, 0.6)]
            found.thin += [
                [local.at(-0.47, -0.45), local.at(0.03, 0.45)],
                [local.at(-0.47, 0.45), local.at(0.03, -0.45)],
            ]
        case "stall":
            found.light.append(odd.outline)
            found.thin += [[local.at(x, -0.5), local.at(x, 0.5)] for x in (-0.3, -0.1, 0.1, 0.3)]
        case _:
            found.dark.append(odd.outline)
    return found


class _Local:
    """Shares of a feature's box, from its middle, as places on the table."""

    def __init__(self, odd: Feature) -> None:
        self._odd, self._turn = odd, rect(1, radians(odd.rotation))

    def at(self, x: float, y: float) -> complex:
        return self._odd.middle + complex(x * self._odd.width, y * self._odd.height) * self._turn

    def box(self, x: float, y: float, width: float, height: float) -> Outline:
        size = self._odd.width * width, self._odd.height * height
        return box(self.at(x, y), *size, self._odd.rotation)


def _heap_of_stones(odd: Feature, chance: Chance) -> Iterator[Outline]:
    for number in range(7):
        out = rect(0.34 * chance.between(0.2, 1), radians(360 / 7 * number))
        local = complex(out.real * odd.width, out.imag * odd.height) * rect(1, radians(odd.rotation))
        yield _stone(odd.middle + local, chance, 0.16, 0.42)
