"""The frame of a map: inch marks, segments with their letters, and who sets up there. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from encounters.mapping.drawing import SERIF_SHARE, Drawing, Words, shortened, words
from encounters.mapping.frame import MARGIN, UNITS, Frame, figure
from encounters.mapping.inks import LETTERS
from encounters.mapping.lettering import breadth
from encounters.mapping.overlay import MOST_SIDES, Overlay, Side, Zone
from encounters.table import Segment, Table

BAR, TAG = 7.0, 12.5
MIDDLE = 26.0
# The way along each side of the drawing, and out of it.
WAYS = {"top": (1, -1j), "right": (1j, 1), "bottom": (1, 1j), "left": (-1j, -1)}
TURNS = {"top": 0.0, "right": 90.0, "bottom": 0.0, "left": -90.0}


@dataclass(frozen=True)
class _Stretch:
    """A stretch of the drawing's rim, from ``start`` to ``end`` along its side."""

    side: str
    start: complex
    end: complex

    @property
    def along(self) -> complex:
        return WAYS[self.side][0]

    @property
    def out(self) -> complex:
        return WAYS[self.side][1]

    @property
    def middle(self) -> complex:
        return (self.start + self.end) / 2 + self.out * MIDDLE

    @property
    def length(self) -> float:
        return abs(self.end - self.start)

    def bar(self) -> str:
        near, far = self.out * 2, self.out * (2 + BAR)
        corners = (self.start + near, self.end + near, self.end + far, self.start + far)
        return "M" + "L".join(f"{figure(one.real)} {figure(one.imag)}" for one in corners) + "Z"


def draw_rim(drawing: Drawing, frame: Frame, table: Table, overlay: Overlay) -> None:
    drawing.layer = "things"
    drawing.paths("ticks", _ticks(frame))
    drawing.layer = "signs"
    top_left = complex(MARGIN, frame.top)
    across, down = figure(frame.across), figure(frame.down)
    stretches = {segment.key: _stretch(segment, frame) for segment in table.segments}
    _bars(drawing, frame, stretches, overlay)
    drawing.paths("frame", [f"M{figure(top_left.real)} {figure(top_left.imag)}h{across}v{down}h-{across}Z"])
    drawing.paths("bounds", _bounds(stretches.values(), frame))
    _letters(drawing, frame, stretches, overlay)


def _stretch(segment: Segment, frame: Frame) -> _Stretch:
    ends = [frame.place(complex(place.x, place.y)) for place in (segment.start, segment.end)]
    side = frame.edge(segment.edge)
    along = WAYS[side][0]
    start, end = sorted(ends, key=lambda place: place.real * along.real + place.imag * along.imag)
    return _Stretch(side, start, end)


def _edge_stretch(edge: str, frame: Frame) -> _Stretch:
    ends = {
        "top": (complex(0, frame.height), complex(frame.width, frame.height)),
        "right": (complex(frame.width, frame.height), complex(frame.width, 0)),
        "bottom": (complex(frame.width, 0), 0j),
        "left": (0j, complex(0, frame.height)),
    }[edge]
    side = frame.edge(edge)
    along = WAYS[side][0]
    start, end = sorted(map(frame.place, ends), key=lambda place: place.real * along.real + place.imag * along.imag)
    return _Stretch(side, start, end)


def _ticks(frame: Frame) -> Iterator[str]:
    """Marks inside the frame: short each inch, longer each six, longest each foot."""
    top, left, bottom, right = frame.top, MARGIN, frame.top + frame.down, MARGIN + frame.across
    for inch in range(1, round(frame.across / UNITS)):
        x, long = figure(left + inch * UNITS), _tick(inch)
        yield f"M{x} {figure(top)}v{long}M{x} {figure(bottom)}v-{long}"
    for inch in range(1, round(frame.down / UNITS)):
        y, long = figure(top + inch * UNITS), _tick(inch)
        yield f"M{figure(left)} {y}h{long}M{figure(right)} {y}h-{long}"


def _tick(inch: int) -> str:
    return "9" if inch % 12 == 0 else "6" if inch % 6 == 0 else "3"


def _taken(overlay: Overlay) -> Iterator[tuple[int, Side, Zone]]:
    for number, side in enumerate(overlay.sides[:MOST_SIDES], start=1):
        for zone in side.zones:
            yield number, side, zone


def _stretches_of(zone: Zone, frame: Frame, stretches: dict[str, _Stretch]) -> Iterable[_Stretch]:
    """Where at the rim a zone lies; nowhere if it lies amid the table."""
    if zone.kind == "segment":
        return [stretches[zone.key]] if zone.key in stretches else []
    if zone.kind == "edge" and zone.key in WAYS:
        return [_edge_stretch(zone.key, frame)]
    return [_edge_stretch(edge, frame) for edge in WAYS] if zone.kind == "edges" else []


def _bars(drawing: Drawing, frame: Frame, stretches: dict[str, _Stretch], overlay: Overlay) -> None:
    for number, _, zone in _taken(overlay):
        drawing.paths(f"side-{number}-bar", [one.bar() for one in _stretches_of(zone, frame, stretches)])


def _bounds(stretches: Iterable[_Stretch], frame: Frame) -> Iterator[str]:
    """A short stroke out of the frame wherever one segment ends amid an edge and the next begins."""
    for one in stretches:
        if (
            MARGIN + 1 < one.end.real < MARGIN + frame.across - 1
            or frame.top + 1 < one.end.imag < frame.top + frame.down - 1
        ):
            far = one.end + one.out * 40
            yield f"M{figure(one.end.real)} {figure(one.end.imag)}L{figure(far.real)} {figure(far.imag)}"


def _placed(stretch: _Stretch, name: str) -> tuple[complex, complex, str]:
    """Where the tag stands and where the name begins, both amid the stretch, and as much of the name as fits."""
    fits = shortened(name, stretch.length - 5 * TAG, LETTERS * SERIF_SHARE) if name else ""
    room = 2 * TAG + (8 + breadth(fits, LETTERS) if fits else 0)
    tag = stretch.middle - stretch.along * (room / 2 - TAG)
    return tag, tag + stretch.along * (TAG + 7), fits


def _letters(drawing: Drawing, frame: Frame, stretches: dict[str, _Stretch], overlay: Overlay) -> None:
    """Each segment's letter, dark where it is taken, and beside it the name of whoever sets up there."""
    taken = {zone.key for _, _, zone in _taken(overlay) if zone.kind == "segment"}
    named = _names(frame, stretches, overlay)
    for css, keys in (("", stretches.keys() - taken), ("-taken", stretches.keys() & taken)):
        places = [(key, _placed(stretches[key], named.get(key, ""))[0]) for key in sorted(keys)]
        drawing.paths(f"tags{css}", [_tag(place) for _, place in places])
        drawing.words(f"letters{css}", [words(place, key, 19) for key, place in places])
    drawing.words("names", [_name(stretches[key], name) for key, name in named.items()])


def _names(frame: Frame, stretches: dict[str, _Stretch], overlay: Overlay) -> dict[str, str]:
    """By the letter that they stand beside; whoever has a whole edge stands at its first segment."""
    found: dict[str, str] = {}
    for _, side, zone in _taken(overlay):
        rims = list(_stretches_of(zone, frame, stretches))[:1]
        key = next((key for rim in rims for key in sorted(stretches) if stretches[key].side == rim.side), "")
        if zone.kind == "segment" and zone.key in stretches:
            found[zone.key] = side.name
        elif key:
            found.setdefault(key, side.name)
    return found


def _name(stretch: _Stretch, name: str) -> Words:
    _, start, fits = _placed(stretch, name)
    return words(start, fits, LETTERS, TURNS[stretch.side])


def _tag(place: complex) -> str:
    size = figure(2 * TAG)
    return f"M{figure(place.real - TAG)} {figure(place.imag - TAG)}h{size}v{size}h-{size}Z"
