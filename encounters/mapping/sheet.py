"""Draws a map with what a battle puts on it. Pure.

From the ground up: streets, set-up zones, buildings and what lies about, numbers, counters, then the frame with its
segments, and below it scale, directions and legend.
"""

from __future__ import annotations

from cmath import phase
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import degrees

from encounters.mapping.drawing import Drawing, Named, Pattern, Sheet, Words, words
from encounters.mapping.features import Feature, Map, convex_parts
from encounters.mapping.frame import MARGIN, UNITS, Frame, figure, ring
from encounters.mapping.geometry import Shape, area, box, holds, round_outline
from encounters.mapping.inks import COBBLES, PATTERNS, SETTS, TILE, Ink, attributes, pattern_strokes
from encounters.mapping.key import draw_key, draw_title, key_height
from encounters.mapping.objectives import ALTAR, ALTAR_CLEAR
from encounters.mapping.overlay import MOST_SIDES, Overlay
from encounters.mapping.rim import draw_rim
from encounters.mapping.strokes import Strokes, building_strokes, odd_strokes
from encounters.mapping.words import in_short, map_title
from encounters.mapping.zones import zone_outlines
from encounters.table import Table

TITLE_HEIGHT = 40.0
PLATE, PLATE_CLEAR, INSIDE = 13.0, 2.9, 0.9
# Number and dots together stand amid the building.
DOTS_BELOW = 5j
SHARD = ((0, -19), (11, -6), (11, 7), (0, 19), (-11, 7), (-11, -6))
NAMES_A_TABLE = {48: 2, 72: 3, 96: 4}
SHORTEST_NAMED = 20.0
# Units between the middle of words and a counter.
WORDS_CLEAR, SQUARE_CLEAR = 66.0, 52.0


def draw_sheet(
    drawn: Map,
    table: Table,
    overlay: Overlay | None = None,
    *,
    ink: Ink = "screen",
    turned: bool = False,
    heading: bool = True,
    legend: bool = True,
    uid: str = "map",
) -> Sheet:
    """The drawing of a map. ``turned`` draws a wide table upright, its top edge to the right. ``heading`` and
    ``legend`` may be left to the page around it."""
    on_it = overlay or Overlay()
    frame = Frame(drawn.width, drawn.height, turned, MARGIN + (TITLE_HEIGHT if heading else 0))
    drawing = Drawing(attributes(ink))
    artist = _Artist(drawing, frame, drawn, table, on_it)
    artist.draw()
    draw_rim(drawing, frame, table, on_it)
    if heading:
        draw_title(drawing, frame, drawn, on_it)
    draw_key(drawing, frame, drawn, on_it, legend=legend)
    return Sheet(
        uid=uid,
        ink=ink,
        width=figure(frame.across + 2 * MARGIN),
        height=figure(frame.top + frame.down + MARGIN + key_height(frame, drawn, on_it, legend=legend)),
        title=map_title(drawn, on_it),
        told=in_short(drawn, on_it),
        clip=_table_path(frame),
        patterns=tuple(_patterns(ink, len(on_it.sides))),
        groups=drawing.done(),
    )


def _patterns(ink: Ink, sides: int) -> Iterator[Pattern]:
    strokes = pattern_strokes(ink)
    yield Pattern("cobbles", "p-ground", 24, 16, COBBLES, strokes["ground"], "0.9")
    yield Pattern("setts", "p-ground", 14, 14, SETTS, strokes["ground"], "0.9")
    for number, d in enumerate(PATTERNS[: min(sides, MOST_SIDES)], start=1):
        yield Pattern(f"side-{number}", f"p-side-{number}", TILE, TILE, d, strokes[f"side-{number}"], "1.2")


def _table_path(frame: Frame) -> str:
    across, down = figure(frame.across), figure(frame.down)
    return f"M{figure(MARGIN)} {figure(frame.top)}h{across}v{down}h-{across}Z"


class _Artist:
    """Draws what lies on the table."""

    def __init__(self, drawing: Drawing, frame: Frame, drawn: Map, table: Table, overlay: Overlay) -> None:
        self.drawing, self.frame = drawing, frame
        self.map, self.table, self.overlay = drawn, table, overlay
        self._taken: list[complex] = []

    def draw(self) -> None:
        self._ground()
        self._grid()
        self._zones()
        self._things()
        self._middle()
        self._ground_names()
        self._numbers()
        self._counters()

    # --- Ground

    def _ground(self) -> None:
        frame, drawing = self.frame, self.drawing
        drawing.paths("table", [_table_path(frame)])
        drawing.paths("yards", [frame.closed(yard.outline) for yard in self.map.of("yards")])
        bands = [frame.closed(_band(street)) for street in self.map.of("street")]
        for css, fill in (("road", ""), ("cobbles", "cobbles")):
            for band in bands:
                drawing.paths(css, [band], fill=fill, clipped=True)
        squares = [frame.closed(square.outline) for square in self.map.of("square")]
        drawing.paths("road", squares)
        drawing.paths("paved", squares, fill="setts")

    def _grid(self) -> None:
        width, height = self.map.width, self.map.height
        upright = [(complex(x, 0), complex(x, height)) for x in range(1, width)]
        level = [(complex(0, y), complex(width, y)) for y in range(1, height)]
        # A dot each inch: lines of dashes as long as a dot, all across one way.
        self.drawing.paths("grid", [self.frame.line(line) for line in upright])
        feet = [line for line in (*upright, *level) if _on_a_foot(line)]
        self.drawing.paths("feet", [self.frame.line(line) for line in feet])

    def _zones(self) -> None:
        for number, side in enumerate(self.overlay.sides[:MOST_SIDES], start=1):
            outlines = [one for zone in side.zones for one in zone_outlines(zone, self.map, self.table)]
            closed = [self.frame.closed(outline) for outline in outlines]
            self.drawing.paths(f"side-{number}", closed)
            self.drawing.paths(f"side-{number}-hatch", closed, fill=f"side-{number}")
            self.drawing.paths(f"side-{number}-line", closed)

    # --- What stands and lies about

    def _things(self) -> None:
        frame, drawing = self.frame, self.drawing
        strokes = Strokes()
        for building in self.map.buildings:
            strokes += building_strokes(building, self.map.seed)
        for odd in self.map.pieces:
            if odd.group == "odds":
                strokes += odd_strokes(odd, self.map.seed)
        drawing.paths("shadow", [frame.closed(_shadow(one, frame)) for one in self.map.buildings])
        drawing.paths("rubble", [frame.closed(one) for one in strokes.shade])
        self._floors()
        drawing.paths("planks", [frame.lines(strokes.planks)])
        drawing.paths("faint", [frame.lines(strokes.faint)])
        self._links()
        drawing.paths("light", [frame.closed(one) for one in strokes.light])
        drawing.paths("thin", [frame.lines(strokes.thin)])
        drawing.paths("walls", [frame.lines(strokes.walls)])
        drawing.paths("stones", [frame.closed(one) for one in strokes.stones])
        drawing.paths("dark", [frame.closed(one) for one in strokes.dark])

    def _floors(self) -> None:
        """Each its own path, so that a page can tell which one was touched."""
        self.drawing.group("floor").named += [
            Named(self.frame.closed(one.outline), one.id, f"{one.number}. {one.name}") for one in self.map.buildings
        ]

    def _links(self) -> None:
        frame, drawing = self.frame, self.drawing
        links = [piece for piece in self.map.pieces if piece.group == "link"]
        drawing.group("span").named += [Named(frame.closed(one.outline), one.id, one.name) for one in links]
        drawing.paths("planks", [frame.lines(_crosswise(one)) for one in links if one.kind == "bridge"])
        rails = [line for one in links if one.kind != "archway" for line in _rails(one)]
        drawing.paths("rails", [frame.lines(rails)])
        arches = [line for one in links if one.kind == "archway" for line in _rails(one)]
        drawing.paths("arches", [frame.lines(arches)])
        piers = [pier for one in links if one.kind != "bridge" for pier in _piers(one)]
        drawing.paths("dark", [frame.closed(pier) for pier in piers])

    def _middle(self) -> None:
        frame, drawing = self.frame, self.drawing
        for pool in self.map.of("pool"):
            drawing.paths("water", [frame.closed(pool.outline)])
            drawing.paths("ripples", [frame.lines(_ripples(pool))])
        for altar in self.map.of("altar"):
            drawing.paths("light", [frame.closed(altar.outline), frame.closed(_smaller(altar))])
            drawing.paths("walls", [frame.closed(altar.outline)])
            drawing.paths("clear", [frame.circle(altar.middle, ALTAR + 2 * ALTAR_CLEAR)])
            drawing.paths("dark", [frame.closed(box(altar.middle, 1.5, 0.8, altar.rotation))])
        for lair in self.map.of("lair"):
            drawing.paths("claws", [frame.lines(_claws(lair))])

    # --- Words and numbers

    def _ground_names(self) -> None:
        self.drawing.words("squares", self._square_names(), halo=True)
        things = [*self.map.of("pool"), *self.map.of("altar"), *self.map.of("mansion"), *self.map.of("hall")]
        labels = [words(self.frame.place(one.middle) + 1j * self._below(one), one.name, 18) for one in things]
        labels += [
            words(self.frame.place(lair.middle) + 1j * self._below(lair), self.overlay.creature or lair.name, 18)
            for lair in self.map.of("lair")
        ]
        self.drawing.words("labels", labels, halo=True)
        self._taken += [complex(float(label.x), float(label.y)) for label in labels]
        self.drawing.words("names-middle", self._zone_names(), halo=True)
        self.drawing.words("streets", self._street_names(), halo=True)

    def _below(self, thing: Feature) -> float:
        return 30.0 if thing.kind in ("mansion", "hall", "lair") else thing.height * UNITS / 2 + 14

    def _zone_names(self) -> Iterator[Words]:
        """Whose a zone amid the table is: at its upper end, or its lower one where a building stands there."""
        for side in self.overlay.sides[:MOST_SIDES]:
            for zone in side.zones:
                if zone.kind in ("centre", "objective", "inner", "quarter"):
                    places = [place for outline in zone_outlines(zone, self.map, self.table) for place in outline]
                    if places:
                        yield self._said(words(self._zone_label(places), side.name, 18))

    def _zone_label(self, places: Sequence[complex]) -> complex:
        drawn = [self.frame.place(place) for place in places]
        across = (min(place.real for place in drawn) + max(place.real for place in drawn)) / 2
        top, bottom = min(place.imag for place in drawn), max(place.imag for place in drawn)
        spots = (complex(across, top + 15), complex(across, bottom - 15))
        return next((spot for spot in spots if not self._is_built(spot)), spots[0])

    def _is_built(self, spot: complex) -> bool:
        corners = ([self.frame.place(corner) for corner in one.outline] for one in self.map.buildings)
        return any(_around(outline, spot, 24) for outline in corners)

    def _said(self, said: Words) -> Words:
        """Keeps in mind where words stand, so that others keep off."""
        self._taken.append(complex(float(said.x), float(said.y)))
        return said

    def _street_names(self) -> Iterator[Words]:
        """The longest streets' names, along them and the right way up, each as near to its middle as it is free."""
        streets = [one for one in self.map.of("street") if _length(one) >= SHORTEST_NAMED]
        for street in streets[: NAMES_A_TABLE.get(self.map.width, 2)]:
            line = [self.frame.place(place) for place in street.outline]
            steps = sorted(enumerate(pairwise(line)), key=lambda step: abs(step[0] - len(line) / 2 + 1))
            free = (step for _, step in steps[:-2] if self._is_free(sum(step) / 2))
            if step := next(free, None):
                turn = degrees(phase(step[1] - step[0]))
                turn = turn - 180 if turn > 90 else turn + 180 if turn <= -90 else turn
                yield self._said(words(sum(step) / 2, street.name, 18, turn))

    def _is_free(self, place: complex) -> bool:
        """Whether words there would be clear of counters, of other words and of the rim."""
        counters = (self.frame.place(complex(one.x, one.y)) for one in self.overlay.counters)
        x, y = place.real - MARGIN, place.imag - self.frame.top
        inside = 60 < x < self.frame.across - 60 and 60 < y < self.frame.down - 60
        return inside and all(abs(place - other) > WORDS_CLEAR for other in (*counters, *self._taken))

    def _square_names(self) -> Iterator[Words]:
        """Below or above what stands in the middle of a square, where no counter lies; the square around a pool or an
        altar needs no name beside theirs."""
        counters = [self.frame.place(complex(one.x, one.y)) for one in self.overlay.counters]
        for square in self.map.of("square")[1 if self.map.objective in ("pool", "altar") else 0 :]:
            places = (self.frame.place(square.middle) + 1j * below for below in (30, -30, 46, -46))
            free = (place for place in places if all(abs(place - counter) > SQUARE_CLEAR for counter in counters))
            if place := next(free, None):
                yield self._said(words(place, square.name, 18))

    def _numbers(self) -> None:
        plain = [one for one in self.map.buildings if one.number not in self.overlay.marked]
        marked = [one for one in self.map.buildings if one.number in self.overlay.marked]
        for css, some in (("", plain), ("-marked", marked)):
            places = [self._plate(one) for one in some]
            self.drawing.paths(f"plates{css}", [ring(place, PLATE) for place in places])
            numbers = [words(place, str(one.number), 17) for place, one in zip(places, some, strict=True)]
            self.drawing.words(f"numbers{css}", numbers)
            dots = [dot for place, one in zip(places, some, strict=True) for dot in _dots(place, one.storeys)]
            self.drawing.paths("storeys", dots)

    def _plate(self, building: Feature) -> complex:
        """Where the number stands: amid the largest part, or beside that where a counter lies there."""
        part = max(convex_parts(building.outline), key=area)
        middle = sum(part) / len(part)
        along, up = (part[1] - part[0]) * 0.3, (part[2] - part[1]) * 0.3
        beside = [sign * way for way in (along, up, along + up, along - up) for sign in (1, -1)]
        counters = [complex(one.x, one.y) for one in self.overlay.counters]
        if any(abs(counter - middle) < PLATE_CLEAR for counter in counters):
            inside = [middle + off for off in beside if holds(Shape(part), middle + off, -INSIDE)] or [middle]
            middle = max(inside, key=lambda place: min(abs(place - one) for one in counters))
        return self.frame.place(middle) - DOTS_BELOW

    def _counters(self) -> None:
        places = [self.frame.place(complex(one.x, one.y)) for one in self.overlay.counters]
        self.drawing.paths("shards", [_shard(place) for place in places])
        self.drawing.paths("facets", [_facets(place) for place in places])
        self.drawing.words(
            "shard-numbers", [words(place, str(number), 16) for number, place in enumerate(places, start=1)]
        )


def _around(corners: Sequence[complex], spot: complex, margin: float) -> bool:
    """Whether a spot lies in the upright box around some corners, or so near to it."""
    xs, ys = [corner.real for corner in corners], [corner.imag for corner in corners]
    return min(xs) - margin < spot.real < max(xs) + margin and min(ys) < spot.imag < max(ys)


def _on_a_foot(line: tuple[complex, complex]) -> bool:
    start, end = line
    return (start.real if start.real == end.real else start.imag) % 12 == 0


def _length(street: Feature) -> float:
    return sum(abs(two - one) for one, two in pairwise(street.outline))


def _band(street: Feature) -> Sequence[complex]:
    """The outline of a street around its middle line, a little beyond its ends."""
    line = street.outline
    steps = [b - a for a, b in pairwise(line)]
    ways = [steps[0], *(one / abs(one) + two / abs(two) for one, two in pairwise(steps)), steps[-1]]
    sides = [way / abs(way) * 1j * street.height / 2 for way in ways]
    ends = [line[0] - ways[0] / abs(ways[0]) * 2, *line[1:-1], line[-1] + ways[-1] / abs(ways[-1]) * 2]
    left = [place + side for place, side in zip(ends, sides, strict=True)]
    right = [place - side for place, side in zip(ends, sides, strict=True)]
    return [*left, *reversed(right)]


def _shadow(building: Feature, frame: Frame) -> list[complex]:
    """Towards the lower right of the drawing, the longer the higher the building."""
    by = complex(0.16, -0.16) if not frame.turned else complex(0.16, 0.16)
    return [corner + by * (building.storeys + 0.5) for corner in building.outline]


def _rails(link: Feature) -> Iterable[tuple[complex, complex]]:
    a, b, c, d = link.outline
    return (a, b), (d, c)


def _crosswise(link: Feature) -> Iterator[tuple[complex, complex]]:
    a, b, c, d = link.outline
    rows = max(2, int(abs(b - a) / 0.5))
    for row in range(1, rows):
        yield a + (b - a) * row / rows, d + (c - d) * row / rows


def _piers(link: Feature) -> Iterator[Sequence[complex]]:
    a, b, c, d = link.outline
    shares = (0.08, 0.36, 0.64, 0.92) if link.kind == "arcade" else (0.1, 0.9)
    for share in shares:
        yield round_outline(a + (b - a) * share, 0.55, 8)
        yield round_outline(d + (c - d) * share, 0.55, 8)


def _ripples(pool: Feature) -> Iterator[Sequence[complex]]:
    for x, y, half in ((-0.9, 1.3, 0.7), (0.8, 0.6, 0.9), (-1.0, -0.3, 0.8), (0.6, -1.2, 0.7)):
        steps = [(-1, 0), (-0.5, 0.18), (0, 0), (0.5, -0.18), (1, 0)]
        yield [pool.middle + complex(x + half * along, y + up) for along, up in steps]


def _smaller(altar: Feature) -> Sequence[complex]:
    return [altar.middle + (corner - altar.middle) * 0.72 for corner in altar.outline]


def _claws(lair: Feature) -> Iterator[Sequence[complex]]:
    for off in (-1.1, -0.2, 0.7):
        top = lair.middle + complex(off + 0.5, 3.1)
        yield [top, top + complex(-0.25, -0.9), top + complex(-0.8, -1.7)]


def _dots(place: complex, storeys: int) -> Iterator[str]:
    first = -(storeys - 1) * 3.6
    for number in range(storeys):
        yield ring(place + complex(first + 7.2 * number, PLATE + 6.5), 2.6)


def _shard(place: complex) -> str:
    return "M" + "L".join(f"{figure(place.real + x)} {figure(place.imag + y)}" for x, y in SHARD) + "Z"


def _facets(place: complex) -> str:
    x, y = place.real, place.imag
    return f"M{figure(x - 11)} {figure(y - 6)}L{figure(x)} {figure(y - 9.5)}L{figure(x + 11)} {figure(y - 6)}"
