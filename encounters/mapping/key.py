"""What is read below a map: the scale, which edge is which, and the legend; and the title above. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from encounters.mapping.drawing import Drawing, shortened, words
from encounters.mapping.features import Map
from encounters.mapping.frame import MARGIN, UNITS, Frame, figure, ring
from encounters.mapping.overlay import MOST_SIDES, Overlay
from encounters.mapping.words import FOOT, map_title, part_of
from encounters.table import EDGES

SCALE_HEIGHT, ROW, SMALL_ROW = 92.0, 44.0, 30.0
COLUMN, SIGN_COLUMN = 270.0, 232.0
SWATCH = (30.0, 22.0)
SERIF_LETTER, SANS_LETTER = 7.6, 7.9


def draw_title(drawing: Drawing, frame: Frame, drawn: Map, overlay: Overlay) -> None:
    """The title above the table, size and seed to its right."""
    size = f"{drawn.height // FOOT} × {drawn.width // FOOT} ft · map {drawn.seed}"
    room = frame.across - len(size) * SANS_LETTER - 20
    title = shortened(map_title(drawn, overlay), room, 13.5)
    drawing.words("title", [words(complex(MARGIN, 32), title)])
    drawing.words("subtitle", [words(complex(MARGIN + frame.across, 32), size)])


def draw_key(drawing: Drawing, frame: Frame, drawn: Map, overlay: Overlay, *, legend: bool) -> None:
    top = frame.top + frame.down + MARGIN
    _scale(drawing, complex(MARGIN, top + 24))
    _directions(drawing, frame, complex(MARGIN + frame.across - 74, top + 36))
    if legend:
        _legend(drawing, frame, drawn, overlay, top + SCALE_HEIGHT)


def key_height(frame: Frame, drawn: Map, overlay: Overlay, *, legend: bool) -> float:
    """How much room the key takes below the rim."""
    if not legend:
        return SCALE_HEIGHT
    sides = -(-len(overlay.sides[:MOST_SIDES]) // _columns(frame, COLUMN))
    signs = -(-len(_signs(drawn, overlay)) // _columns(frame, SIGN_COLUMN))
    return SCALE_HEIGHT + sides * ROW + signs * SMALL_ROW + 20


def _scale(drawing: Drawing, start: complex) -> None:
    """A foot in inches: six black and white, then six at once."""
    height = 8
    bits = [(inch, 1) for inch in range(6)] + [(6, 6)]
    for css, parity in (("scale-dark", 0), ("scale-light", 1)):
        some = [bit for number, bit in enumerate(bits) if number % 2 == parity]
        drawing.paths(css, [_bar(start + at * UNITS, long * UNITS, height) for at, long in some])
    marks = [words(start + complex(at * UNITS, -10), str(at)) for at in (0, 6)]
    drawing.words("small-middle", [*marks, words(start + complex(12 * UNITS, -10), "12")])
    drawing.words("small", [words(start + complex(0, 26), "inches; a square is a foot")])


def _bar(start: complex, long: float, high: float) -> str:
    return f"M{figure(start.real)} {figure(start.imag)}h{figure(long)}v{figure(high)}h-{figure(long)}Z"


def _directions(drawing: Drawing, frame: Frame, middle: complex) -> None:
    """A small table with the names of its edges as they lie in the drawing."""
    half = complex(30, 20) if frame.across >= frame.down else complex(20, 26)
    drawing.paths("scale-light", [_bar(middle - half, 2 * half.real, 2 * half.imag)])
    at = {"top": -1j * (half.imag + 6), "bottom": 1j * (half.imag + 15)}
    level = [words(middle + at[frame.edge(edge)], edge) for edge in EDGES if frame.edge(edge) in at]
    left = [words(middle - half.real - 7, edge, 16) for edge in EDGES if frame.edge(edge) == "left"]
    right = [words(middle + half.real + 7, edge, 16) for edge in EDGES if frame.edge(edge) == "right"]
    drawing.words("small-middle", level)
    drawing.words("small-end", left)
    drawing.words("small", right)


def _columns(frame: Frame, wide: float) -> int:
    return max(1, int(frame.across / wide))


@dataclass(frozen=True)
class _Sign:
    """A row of the legend: what it says, and how its sample is drawn around a place."""

    text: str
    draw: Callable[[Drawing, complex], None]


def _legend(drawing: Drawing, frame: Frame, drawn: Map, overlay: Overlay, top: float) -> None:
    columns = _columns(frame, COLUMN)
    sides = overlay.sides[:MOST_SIDES]
    rows = -(-len(sides) // columns)
    for number in range(len(sides)):
        column, row = divmod(number, rows)
        corner = complex(MARGIN + column * frame.across / columns, top + row * ROW)
        _side_row(drawing, overlay, number, corner, frame.across / columns)
    _sign_rows(drawing, frame, _signs(drawn, overlay), top + rows * ROW + (8 if rows else 0))


def _sign_rows(drawing: Drawing, frame: Frame, signs: Sequence[_Sign], top: float) -> None:
    columns = _columns(frame, SIGN_COLUMN)
    deep = -(-len(signs) // columns)
    for number, sign in enumerate(signs):
        column, row = divmod(number, deep)
        at = complex(MARGIN + column * frame.across / columns, top + row * SMALL_ROW + SMALL_ROW / 2)
        sign.draw(drawing, at + SWATCH[0] / 2)
        drawing.words("words", [words(at + SWATCH[0] + 12, sign.text, 17)])


def _side_row(drawing: Drawing, overlay: Overlay, number: int, corner: complex, wide: float) -> None:
    """A warband: its pattern and letter, its name, and below that its role and order."""
    side = overlay.sides[number]
    swatch = _bar(corner + 4j, *SWATCH)
    drawing.paths("table", [swatch])
    drawing.paths(f"side-{number + 1}", [swatch])
    drawing.paths(f"side-{number + 1}-hatch", [swatch], fill=f"side-{number + 1}")
    drawing.paths("bounds", [swatch])
    beside = corner + SWATCH[0] + 12
    letter = f"{side.letters} · " if side.letters else ""
    name = shortened(f"{letter}{side.name}", wide - SWATCH[0] - 24, SERIF_LETTER)
    drawing.words("names", [words(beside + 11j, name, 18)])
    drawing.words(
        "small", [words(beside + 29j, shortened(part_of(side, short=True), wide - SWATCH[0] - 24, SANS_LETTER), 16)]
    )


def _signs(drawn: Map, overlay: Overlay) -> Sequence[_Sign]:
    return list(_all_signs(drawn, overlay))


def _all_signs(drawn: Map, overlay: Overlay) -> Iterator[_Sign]:
    yield _Sign("dots: storeys", _building_sign)
    if overlay.marked:
        yield _Sign("played for", _marked_sign)
    if overlay.counters:
        kinds = sorted({counter.kind.replace("_", " ") for counter in overlay.counters})
        yield _Sign(", ".join(kinds), _shard_sign)
    if any(piece.kind == "bridge" for piece in drawn.pieces):
        yield _Sign("bridge above", _bridge_sign)
    if any(piece.kind in ("arcade", "archway") for piece in drawn.pieces):
        yield _Sign("arcade or archway", _arch_sign)
    yield _Sign("upper floor remains", _planks_sign)
    yield _Sign("rubble", _rubble_sign)
    if drawn.of("yards"):
        yield _Sign("out of play", _yards_sign)
    if drawn.objective == "altar":
        yield _Sign("kept clear", _clear_sign)


def _building_sign(drawing: Drawing, at: complex) -> None:
    drawing.paths("plates", [ring(at - 4j, 9)])
    drawing.paths("storeys", [ring(at + complex(x, 10), 2.6) for x in (-3.6, 3.6)])


def _marked_sign(drawing: Drawing, at: complex) -> None:
    drawing.paths("plates-marked", [ring(at, 9)])


def _shard_sign(drawing: Drawing, at: complex) -> None:
    corners = [at + complex(x, y) for x, y in ((0, -13), (8, -4), (8, 5), (0, 13), (-8, 5), (-8, -4))]
    drawing.paths("shards", ["M" + "L".join(f"{figure(one.real)} {figure(one.imag)}" for one in corners) + "Z"])


def _bridge_sign(drawing: Drawing, at: complex) -> None:
    drawing.paths("span", [_bar(at - complex(15, 8), 30, 16)])
    drawing.paths("planks", [f"M{figure(at.real + x)} {figure(at.imag - 8)}v16" for x in (-10, -5, 0, 5, 10)])
    drawing.paths("rails", [f"M{figure(at.real - 15)} {figure(at.imag + y)}h30" for y in (-8, 8)])


def _arch_sign(drawing: Drawing, at: complex) -> None:
    drawing.paths("arches", [f"M{figure(at.real - 15)} {figure(at.imag + y)}h30" for y in (-8, 8)])
    drawing.paths("dark", [ring(at + complex(x, y), 2.8) for x in (-13, 13) for y in (-8, 8)])


def _planks_sign(drawing: Drawing, at: complex) -> None:
    drawing.paths("floor", [_bar(at - complex(15, 10), 30, 20)])
    drawing.paths("planks", [f"M{figure(at.real - 15)} {figure(at.imag + y)}h22" for y in (-5, 0, 5)])


def _rubble_sign(drawing: Drawing, at: complex) -> None:
    x, y = figure(at.real - 14), figure(at.imag + 2)
    drawing.paths("rubble", [f"M{x} {y}l5 -9l10 -3l10 4l3 8l-6 6l-14 1Z"])
    drawing.paths("stones", [ring(at + complex(dx, dy), 2.4) for dx, dy in ((-6, 0), (0, -4), (5, 1), (-1, 3))])


def _yards_sign(drawing: Drawing, at: complex) -> None:
    drawing.paths("yards", [_bar(at - complex(15, 10), 30, 20)])


def _clear_sign(drawing: Drawing, at: complex) -> None:
    drawing.paths("clear", [ring(at, 10)])
