"""Whether a drawn town can be played in: enough is built, not too much, and warbands have room to set up. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from encounters.mapping.features import Map
from encounters.mapping.geometry import holds, near
from encounters.mapping.objectives import OBJECTIVES
from encounters.table import Segment, Table

LEAST_BUILT, MOST_BUILT = 0.25, 0.40
WARBAND, SPOT, REACH = 20, 1.5, 6.0


def is_fit(drawn: Map, table: Table) -> bool:
    """Whether what the scenario wants is there, enough is built, not too much, and every segment has room for a
    warband. Of a street only both ends are set up at."""
    wanted = OBJECTIVES[drawn.objective].building
    if wanted and not drawn.of(wanted[0]):
        return False
    ends = [one for one in table.segments if drawn.objective != "street" or one.edge in ("left", "right")]
    return LEAST_BUILT <= drawn.share_built <= MOST_BUILT and all(room(drawn, end, WARBAND) == WARBAND for end in ends)


def room(drawn: Map, segment: Segment, enough: int = 10_000) -> int:
    """How many warriors an inch and a half apart can stand in the open within 6" of a segment; counts no further than
    ``enough``."""
    left, bottom, right, top = _strip(segment)
    across = complex(right - left, top - bottom)
    middle = complex(left + right, bottom + top) / 2
    blocking = [shape for piece in drawn.pieces if piece.is_building or piece.is_solid for shape in piece.shapes]
    close = near(blocking, middle, abs(across) / 2 + SPOT)
    free = (spot for spot in _spots(left, bottom, right, top) if not any(holds(shape, spot, 0.5) for shape in close))
    return sum(1 for _ in islice(free, enough))


def _strip(segment: Segment) -> tuple[float, float, float, float]:
    """What lies within reach straight in front of a segment: its left, bottom, right and top."""
    xs, ys = sorted((segment.start.x, segment.end.x)), sorted((segment.start.y, segment.end.y))
    left, bottom, right, top = xs[0], ys[0], xs[1], ys[1]
    match segment.edge:
        case "top":
            bottom -= REACH
        case "bottom":
            top += REACH
        case "left":
            right += REACH
        case "right":
            left -= REACH
    return left, bottom, right, top


def _spots(left: float, bottom: float, right: float, top: float) -> Iterator[complex]:
    for column in range(int((right - left) / SPOT)):
        for row in range(int((top - bottom) / SPOT)):
            yield complex(left + SPOT * (column + 0.5), bottom + SPOT * (row + 0.5))
