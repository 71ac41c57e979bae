"""Draws a map with what a battle puts on it. Pure.

From the ground up: streets, set-up zones, buildings and what lies about, numbers, counters, then the frame with its
segments, and below it scale, directions and legend.
"""

from __future__ import annotations

from cmath import phase
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import degrees

from encounters.mapping.drawing import SERIF_SHARE, Drawing, Named, Pattern, Sheet, Words, shortened, words
from encounters.mapping.features import Feature, Map, convex_parts
from encounters.mapping.frame import MARGIN, UNITS, Frame, dot, figure, ring
from encounters.mapping.geometry import Shape, area, box, holds, round_outline
from encounters.mapping.inks import COBBLES, LETTERS, SETTS, Ink, attributes, pattern_strokes
from encounters.mapping.key import draw_key, draw_title, key_height
from encounters.mapping.lettering import Crowd, Spot
from encounters.mapping.objectives import ALTAR, ALTAR_CLEAR
from encounters.mapping.overlay import MOST_SIDES, Overlay
from encounters.mapping.rim import draw_rim
from encounters.mapping.signs import side_pattern
from encounters.mapping.strokes import Strokes, building_strokes, odd_strokes
from encounters.mapping.words import in_short, map_title
from encounters.mapping.zones import zone_outlines
from encounters.table import Table

TITLE_HEIGHT = 40.0
PLATE, PLATE_CLEAR, INSIDE = 14.0, 3.6, 0.9
# Number and dots together stand amid the building.
DOTS_BELOW = 5j
SHARD = ((0, -21), (13, -7), (13, 8), (0, 21), (-13, 8), (-13, -7))
SHARD_REACH = 18.0
NAMES_A_TABLE = {48: 2, 72: 3, 96: 4}
SHORTEST_NAMED = 20.0
# Letters of a warband's name amid the table, and where there is little room; the whole name is in the legend.
LONGEST_ON_MAP, SHORTEST_ON_MAP = 26, 14


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
    yield from (side_pattern(number, ink) for number in range(1, min(sides, MOST_SIDES) + 1))


def _table_path(frame: Frame) -> str:
    across, down = figure(frame.across), figure(frame.down)
    return f"M{figure(MARGIN)} {figure(frame.top)}h{across}v{down}h-{across}Z"


class _Artist:
    """Draws what lies on the table."""

    def __init__(self, drawing: Drawing, frame: Frame, drawn: Map, table: Table, overlay: Overlay) -> None:
        self.drawing, self.frame = drawing, frame
        self.map, self.table, self.overlay = drawn, table, overlay
        self._crowd = Crowd(frame, [one for one in drawn.pieces if one.group in ("building", "link", "odds")])
        self._plates = {one.number: self._plate(one) for one in drawn.buildings}

    def draw(self) -> None:
        self.drawing.layer = "ground"
        self._ground()
        self._grid()
        self.drawing.layer = "zones"
        self._zones()
        self.drawing.layer = "things"
        self._things()
        self._middle()
        self.drawing.layer = "signs"
        self._names()
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
        drawing.paths("stones", [frame.closed(one, rough=True) for one in strokes.stones])
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

    def _names(self) -> None:
        """All names amid the table; those that matter most choose their places first."""
        for place in self._plates.values():
            self._crowd.take(place + DOTS_BELOW, PLATE + 5)
        for counter in self.overlay.counters:
            self._crowd.take(self.frame.place(complex(counter.x, counter.y)), SHARD_REACH)
        for css, names in (
            ("labels", self._thing_names()),
            ("names-middle", self._zone_names()),
            ("squares", self._square_names()),
            ("streets", self._street_names()),
        ):
            self.drawing.words(css, names, halo=True)

    def _said(self, text: str, spots: Iterable[Spot]) -> Iterator[Words]:
        if spot := self._crowd.best(spots, text, LETTERS):
            yield words(spot[0], text, LETTERS, spot[1])

    def _thing_names(self) -> Iterator[Words]:
        """What stands in the middle, below or above it."""
        kinds = ("pool", "altar", "mansion", "hall", "lair")
        for one in (thing for kind in kinds for thing in self.map.of(kind)):
            creature = self.overlay.creature if one.kind == "lair" else ""
            below = 34.0 if one.kind in ("mansion", "hall", "lair") else one.height * UNITS / 2 + 16
            yield from self._said(creature or one.name, _around(self.frame.place(one.middle), below))

    def _zone_names(self) -> Iterator[Words]:
        """Whose a zone amid the table is."""
        for side in self.overlay.sides[:MOST_SIDES]:
            for zone in side.zones:
                if zone.kind in ("centre", "objective", "inner", "quarter"):
                    places = [place for outline in zone_outlines(zone, self.map, self.table) for place in outline]
                    tried = (self._zone_name(side.name, most, places) for most in (LONGEST_ON_MAP, SHORTEST_ON_MAP))
                    yield from next(filter(None, tried), ())

    def _zone_name(self, name: str, most: int, places: Sequence[complex]) -> list[Words]:
        return list(self._said(shortened(name, most, 1), self._zone_spots(places) if places else ()))

    def _zone_spots(self, places: Sequence[complex]) -> Iterator[Spot]:
        """Just inside its upper or its lower end, then just outside, then further in."""
        drawn = [self.frame.place(place) for place in places]
        across = (min(place.real for place in drawn) + max(place.real for place in drawn)) / 2
        top, bottom = min(place.imag for place in drawn), max(place.imag for place in drawn)
        inner = [y for step in range(1, 12) for y in (top + 15 + 14 * step, bottom - 15 - 14 * step)]
        rows = [top + 15, bottom - 15, top - 15, bottom + 15, *(y for y in inner if top < y < bottom)]
        wide = (max(place.real for place in drawn) - min(place.real for place in drawn)) / 2
        room = max(60.0, wide - LETTERS * SERIF_SHARE * LONGEST_ON_MAP / 2)
        offs = [0.0, *(sign * off for off in (30.0, 60.0, 90.0, 120.0) if off <= room for sign in (1, -1))]
        yield from ((complex(across + off, y), 0.0) for y in rows for off in offs)

    def _street_names(self) -> Iterator[Words]:
        """The longest streets' names, along them and the right way up, as near to their middle as may be."""
        streets = [one for one in self.map.of("street") if _length(one) >= SHORTEST_NAMED]
        for street in streets[: NAMES_A_TABLE.get(self.map.width, 2)]:
            line = [self.frame.place(place) for place in street.outline]
            steps = sorted(enumerate(pairwise(line)), key=lambda step: abs(step[0] - len(line) / 2 + 1))
            yield from self._said(street.name, [_along(step) for _, step in steps])

    def _square_names(self) -> Iterator[Words]:
        """Below or above what stands in the middle of a square; the square around a pool or an altar needs no name
        beside theirs."""
        for square in self.map.of("square")[1 if self.map.objective in ("pool", "altar") else 0 :]:
            yield from self._said(square.name, _around(self.frame.place(square.middle), 30.0))

    def _numbers(self) -> None:
        plain = [one for one in self.map.buildings if one.number not in self.overlay.marked]
        marked = [one for one in self.map.buildings if one.number in self.overlay.marked]
        for css, some in (("", plain), ("-marked", marked)):
            places = [self._plates[one.number] for one in some]
            self.drawing.paths(f"plates{css}", [ring(place, PLATE) for place in places])
            numbers = [words(place, str(one.number), 19) for place, one in zip(places, some, strict=True)]
            self.drawing.words(f"numbers{css}", numbers)
            dots = [dot for place, one in zip(places, some, strict=True) for dot in _dots(place, one.storeys)]
            self.drawing.paths("storeys", dots)

    def _plate(self, building: Feature) -> complex:
        """Where the number stands: amid the largest part, or where a counter lies there, beside that; a building too
        small for both has it at its wall."""
        part = max(convex_parts(building.outline), key=area)
        middle = sum(part) / len(part)
        counters = [complex(one.x, one.y) for one in self.overlay.counters]

        def clear(place: complex) -> float:
            return min((abs(place - one) for one in counters), default=PLATE_CLEAR)

        if clear(middle) < PLATE_CLEAR:
            inside = [place for place in _beside(part, middle, 0.3) if holds(Shape(part), place, -INSIDE)]
            middle = max([middle, *inside], key=clear)
        if clear(middle) < PLATE_CLEAR - 0.7:
            walls = [place for place in _beside(part, sum(part) / len(part), 0.5) if self._is_on_table(place)]
            others = [one.middle for one in self.map.buildings if one is not building]
            middle = max([middle, *walls], key=lambda place: min(clear(place), *(abs(place - one) for one in others)))
        return self.frame.place(middle) - DOTS_BELOW

    def _is_on_table(self, place: complex) -> bool:
        return 2 < place.real < self.map.width - 2 and 2 < place.imag < self.map.height - 2

    def _counters(self) -> None:
        places = [self.frame.place(complex(one.x, one.y)) for one in self.overlay.counters]
        self.drawing.paths("shards", [_shard(place) for place in places])
        self.drawing.paths("facets", [_facets(place) for place in places])
        self.drawing.words(
            "shard-numbers", [words(place, str(number), 17) for number, place in enumerate(places, start=1)]
        )


def _beside(part: Sequence[complex], middle: complex, share: float) -> list[complex]:
    """Places around the middle of a rectangle, that share of its sides away; of a tower, of its breadth."""
    along, up = part[1] - part[0], part[2] - part[1]
    if len(part) > 4:
        along, up = complex(2 * abs(part[0] - middle)), 2j * abs(part[0] - middle)
    along, up = along * share, up * share
    return [middle + sign * way for way in (along, up, along + up, along - up) for sign in (1, -1)]


def _around(place: complex, below: float) -> Iterator[Spot]:
    """Below, above, and further so."""
    for off in (below, -below, below + 18, -below - 18, below + 36, -below - 36):
        yield place + 1j * off, 0.0


def _along(step: tuple[complex, complex]) -> Spot:
    """Amid a step of a street, along it and the right way up."""
    turn = degrees(phase(step[1] - step[0]))
    return sum(step) / 2, turn - 180 if turn > 90 else turn + 180 if turn <= -90 else turn


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
        yield dot(place + complex(first + 7.2 * number, PLATE + 6.5))


def _shard(place: complex) -> str:
    return "M" + "L".join(f"{figure(place.real + x)} {figure(place.imag + y)}" for x, y in SHARD) + "Z"


def _facets(place: complex) -> str:
    x, y = place.real, place.imag
    return f"M{figure(x - 13)} {figure(y - 7)}L{figure(x)} {figure(y - 11)}L{figure(x + 13)} {figure(y - 7)}"
