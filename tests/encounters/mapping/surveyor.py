"""Measures maps from their JSON alone, with geometry of its own: polygons, not convex parts."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import floor, hypot

Place = tuple[float, float]
BUILDINGS = {"house", "ruin", "tower", "corner", "mansion", "hall", "lair"}
LINKS = {"bridge", "arcade", "archway"}
GROUND = {"street", "square"}
SOLID = {"yards", "pool", "altar", "well", "statue", "gallows", "wall", "cart", "barrels", "crates", "stall"}
CELL = 0.5
# Half an inch: the base of a warrior is an inch across.
RADIUS = 0.5


def sides(points: Sequence[Place]) -> Iterator[tuple[Place, Place]]:
    return zip(points, [*points[1:], points[0]], strict=True)


def inside(points: Sequence[Place], place: Place) -> bool:
    """By counting how many sides a ray crosses."""
    x, y = place
    crossed = False
    for (x1, y1), (x2, y2) in sides(points):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            crossed = not crossed
    return crossed


def from_side(place: Place, side: tuple[Place, Place]) -> float:
    (x1, y1), (x2, y2) = side
    dx, dy = x2 - x1, y2 - y1
    length = dx * dx + dy * dy
    share = max(0.0, min(1.0, ((place[0] - x1) * dx + (place[1] - y1) * dy) / length)) if length else 0.0
    return hypot(place[0] - x1 - share * dx, place[1] - y1 - share * dy)


def from_polygon(place: Place, points: Sequence[Place]) -> float:
    return 0.0 if inside(points, place) else min(from_side(place, side) for side in sides(points))


def cross(one: tuple[Place, Place], other: tuple[Place, Place]) -> bool:
    def turn(a: Place, b: Place, c: Place) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = one, other
    return turn(a, b, c) * turn(a, b, d) < -1e-9 and turn(c, d, a) * turn(c, d, b) < -1e-9


def gap(one: Sequence[Place], other: Sequence[Place]) -> float:
    """The shortest way between two polygons; negative where they overlap by more than a hair."""
    if any(cross(a, b) for a in sides(one) for b in sides(other)):
        return -1.0
    if _deep(one, other) or _deep(other, one):
        return -1.0
    near = min(from_side(place, side) for place in one for side in sides(other))
    return min(near, *(from_side(place, side) for place in other for side in sides(one)))


def _deep(one: Sequence[Place], other: Sequence[Place]) -> bool:
    """Whether a corner, or the middle, of the one lies well within the other."""
    middle = (sum(x for x, _ in one) / len(one), sum(y for _, y in one) / len(one))
    places = [*one, middle] if inside(one, middle) else list(one)
    return any(inside(other, place) and min(from_side(place, side) for side in sides(other)) > 0.02 for place in places)


def box_of(points: Sequence[Place]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def may_touch(one: Sequence[Place], other: Sequence[Place], reach: float) -> bool:
    left, bottom, right, top = box_of(one)
    left2, bottom2, right2, top2 = box_of(other)
    return left - reach < right2 and left2 - reach < right and bottom - reach < top2 and bottom2 - reach < top


def area(points: Sequence[Place]) -> float:
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in sides(points))) / 2


def of(plan: dict, kinds: set[str]) -> list[dict]:
    return [one for one in plan["features"] if one["kind"] in kinds]


def beyond_the_table(plan: dict) -> list[str]:
    return [
        one["id"]
        for one in plan["features"]
        for x, y in one["points"]
        if not (-0.01 <= x <= plan["width"] + 0.01 and -0.01 <= y <= plan["height"] + 0.01)
    ]


def overlaps(plan: dict) -> list[tuple[str, str]]:
    """Pairs that lie on one another; bridges are over the street, so they are looked at apart."""
    things = [one for one in plan["features"] if one["kind"] not in GROUND | LINKS]
    pairs = [*combinations(things, 2), *combinations(of(plan, LINKS), 2)]
    pairs += [(link, thing) for link in of(plan, LINKS) for thing in things if thing["id"] not in link["joins"]]
    return [
        (one["id"], other["id"])
        for one, other in pairs
        if may_touch(one["points"], other["points"], 0) and gap(one["points"], other["points"]) < 0
    ]


def narrowest_street(plan: dict) -> float:
    pairs = combinations([one["points"] for one in of(plan, BUILDINGS)], 2)
    return min(gap(one, other) for one, other in pairs if may_touch(one, other, 6))


def share_built(plan: dict) -> float:
    return sum(area(one["points"]) for one in of(plan, BUILDINGS)) / (plan["width"] * plan["height"])


def open_cells(plan: dict) -> set[tuple[int, int]]:
    """The cells of half an inch in whose middle a warrior can stand, base and all, outside of buildings."""
    across, up = int(plan["width"] / CELL), int(plan["height"] / CELL)
    cells = {(x, y) for x in range(1, across - 1) for y in range(1, up - 1)}
    for one in of(plan, BUILDINGS | SOLID):
        left, bottom, right, top = (edge / CELL for edge in box_of(one["points"]))
        for x in range(floor(left) - 2, floor(right) + 3):
            for y in range(floor(bottom) - 2, floor(top) + 3):
                if (x, y) in cells and from_polygon(middle_of((x, y)), one["points"]) < RADIUS:
                    cells.discard((x, y))
    return cells


def middle_of(cell: tuple[int, int]) -> Place:
    return (cell[0] + 0.5) * CELL, (cell[1] + 0.5) * CELL


def walked_from(start: tuple[int, int], cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    seen, waiting = {start}, deque([start])
    while waiting:
        x, y = waiting.popleft()
        for step in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if step in cells and step not in seen:
                seen.add(step)
                waiting.append(step)
    return seen


def unreached(plan: dict) -> list[str]:
    """Buildings that nobody gets to who walks the streets from where most of the table can be walked to."""
    cells = open_cells(plan)
    walks: list[set[tuple[int, int]]] = []
    left = set(cells)
    while left:
        walks.append(walked_from(next(iter(left)), left))
        left -= walks[-1]
    longest = max(walks, key=len)
    return [one["id"] for one in of(plan, BUILDINGS) if not _beside(one["points"], longest)]


def _beside(points: Sequence[Place], cells: set[tuple[int, int]]) -> bool:
    left, bottom, right, top = (edge / CELL for edge in box_of(points))
    around = (
        (x, y) for x in range(floor(left) - 3, floor(right) + 4) for y in range(floor(bottom) - 3, floor(top) + 4)
    )
    return any(cell in cells and from_polygon(middle_of(cell), points) < 1.3 for cell in around)


def standing_room(plan: dict, ends: tuple[Place, Place], reach: float = 6.0) -> int:
    """How many warriors find a place within reach of a stretch of the edge, one on each open spot an inch and a half
    from the next."""
    blocking = [one["points"] for one in of(plan, BUILDINGS | SOLID)]
    count = 0
    for x in range(int(plan["width"] / 1.5)):
        for y in range(int(plan["height"] / 1.5)):
            spot = (0.75 + 1.5 * x, 0.75 + 1.5 * y)
            if from_side(spot, ends) <= reach:
                count += all(from_polygon(spot, points) >= RADIUS for points in blocking if _close(spot, points))
    return count


def _close(spot: Place, points: Sequence[Place]) -> bool:
    left, bottom, right, top = box_of(points)
    return left - 1 < spot[0] < right + 1 and bottom - 1 < spot[1] < top + 1
