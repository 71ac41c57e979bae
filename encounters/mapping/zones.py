"""The outlines of set-up zones on a table, in inches. Pure."""

from __future__ import annotations

from cmath import phase, rect
from math import degrees, radians

from encounters.mapping.features import Feature, Map
from encounters.mapping.geometry import Outline, box, round_outline
from encounters.mapping.overlay import Zone
from encounters.table import EDGES, Segment, Table

# Steps of a quarter of a circle.
STEPS = 6


def zone_outlines(zone: Zone, drawn: Map, table: Table) -> tuple[Outline, ...]:
    """The ground of a zone; none for a segment, an edge or a quarter that there is not."""
    size = complex(table.width, table.height)
    match zone.kind:
        case "segment":
            return tuple(_before(one, zone.within, table) for one in table.segments if one.key == zone.key)
        case "edge":
            return tuple(_strip(edge, zone.within, size) for edge in EDGES if edge == zone.key)
        case "edges":
            return tuple(_strip(edge, zone.within, size) for edge in EDGES)
        case "centre":
            return (round_outline(size / 2, 2 * zone.within, corners=4 * STEPS),)
        case "objective":
            return (_around(_objective(drawn), zone.within, size),)
        case "inner":
            return (box(size / 2, size.real - 2 * zone.within, size.imag - 2 * zone.within),)
        case "quarter":
            return _quarter(zone.key, size)


def _before(segment: Segment, within: float, table: Table) -> Outline:
    """Everything within so far of a stretch of the edge: a strip, rounded where the stretch ends amid the edge."""
    start, end = complex(segment.start.x, segment.start.y), complex(segment.end.x, segment.end.y)
    along = (end - start) / abs(end - start)
    # Segments run clockwise, so the table lies to the right of the way along them.
    inwards = along * -1j
    first = [] if _is_corner(start, table) else _arc(start, -along, inwards, within)
    last = [] if _is_corner(end, table) else _arc(end, inwards, along, within)
    return (start, *first, start + inwards * within, end + inwards * within, *last, end)


def _arc(middle: complex, one: complex, other: complex, reach: float) -> list[complex]:
    """A quarter of a circle from one direction to the other."""
    parts = [radians(90 * step / STEPS) for step in range(STEPS + 1)]
    turn = 1 if (other / one).imag > 0 else -1
    return [middle + one * rect(reach, turn * part) for part in parts]


def _is_corner(place: complex, table: Table) -> bool:
    return place.real in (0, table.width) and place.imag in (0, table.height)


def _strip(edge: str, within: float, size: complex) -> Outline:
    width, height = size.real, size.imag
    match edge:
        case "top":
            return box(complex(width / 2, height - within / 2), width, within)
        case "bottom":
            return box(complex(width / 2, within / 2), width, within)
        case "left":
            return box(complex(within / 2, height / 2), within, height)
        case _:
            return box(complex(width - within / 2, height / 2), within, height)


def _objective(drawn: Map) -> Feature | None:
    kinds = ("mansion", "lair", "hall", "pool", "altar")
    return next((piece for piece in drawn.pieces if piece.kind in kinds), None)


def _around(thing: Feature | None, within: float, size: complex) -> Outline:
    """A thing and everything within so far of it; without one, of the centre."""
    if thing is None:
        return round_outline(size / 2, 2 * within, corners=4 * STEPS)
    corners = thing.outline
    grown: list[complex] = []
    for before, corner, after in zip(corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True):
        start, end = phase((corner - before) * -1j), phase((after - corner) * -1j)
        sweep = (end - start) % radians(360)
        steps = max(1, round(degrees(sweep) / 15))
        grown += [corner + rect(within, start + sweep * step / steps) for step in range(steps + 1)]
    return tuple(grown)


def _quarter(key: str, size: complex) -> tuple[Outline, ...]:
    up, _, side = key.partition(" ")
    if up not in ("upper", "lower") or side not in ("left", "right"):
        return ()
    half = size / 2
    x = half.real * (0.5 if side == "left" else 1.5)
    y = half.imag * (1.5 if up == "upper" else 0.5)
    return (box(complex(x, y), half.real, half.imag),)
