"""What is read below a map: the scale, which edge is which, and the legend; and the title above. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from encounters.mapping.drawing import SERIF_SHARE, Drawing, shortened, words
from encounters.mapping.features import Map
from encounters.mapping.frame import MARGIN, UNITS, Frame, bar
from encounters.mapping.inks import LETTERS
from encounters.mapping.overlay import MOST_SIDES, Overlay
from encounters.mapping.signs import Sign, signs_of
from encounters.mapping.words import FOOT, map_title, part_of
from encounters.table import EDGES

SCALE_HEIGHT, ROW, SMALL_ROW = 96.0, 48.0, 32.0
SCALE_ALONE = 86.0
COLUMN, SIGN_COLUMN = 290.0, 240.0
SWATCH = (30.0, 22.0)
SERIF_LETTER, SANS_LETTER = LETTERS * SERIF_SHARE, 8.9


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
    _directions(drawing, frame, complex(MARGIN + frame.across - 86, top + 38))
    if legend:
        _legend(drawing, frame, drawn, overlay, top + SCALE_HEIGHT)


def key_height(frame: Frame, drawn: Map, overlay: Overlay, *, legend: bool) -> float:
    """How much room the key takes below the rim."""
    if not legend:
        return SCALE_ALONE
    sides = -(-len(overlay.sides[:MOST_SIDES]) // _columns(frame, COLUMN))
    signs = -(-len(signs_of(drawn, overlay)) // _columns(frame, SIGN_COLUMN))
    return SCALE_HEIGHT + sides * ROW + signs * SMALL_ROW + 20


def _scale(drawing: Drawing, start: complex) -> None:
    """A foot in inches: six black and white, then six at once."""
    height = 8
    bits = [(inch, 1) for inch in range(6)] + [(6, 6)]
    for css, parity in (("scale-dark", 0), ("scale-light", 1)):
        some = [bit for number, bit in enumerate(bits) if number % 2 == parity]
        drawing.paths(css, [bar(start + at * UNITS, long * UNITS, height) for at, long in some])
    marks = [words(start + complex(at * UNITS, -10), str(at)) for at in (0, 6)]
    drawing.words("small-middle", [*marks, words(start + complex(12 * UNITS, -10), "12")])
    drawing.words("small", [words(start + complex(0, 26), "inches; a square is a foot")])


def _directions(drawing: Drawing, frame: Frame, middle: complex) -> None:
    """A small table with the names of its edges as they lie in the drawing."""
    half = complex(30, 20) if frame.across >= frame.down else complex(20, 26)
    drawing.paths("scale-light", [bar(middle - half, 2 * half.real, 2 * half.imag)])
    at = {"top": -1j * (half.imag + 6), "bottom": 1j * (half.imag + 17)}
    level = [words(middle + at[frame.edge(edge)], edge) for edge in EDGES if frame.edge(edge) in at]
    left = [words(middle - half.real - 7, edge, 18) for edge in EDGES if frame.edge(edge) == "left"]
    right = [words(middle + half.real + 7, edge, 18) for edge in EDGES if frame.edge(edge) == "right"]
    drawing.words("small-middle", level)
    drawing.words("small-end", left)
    drawing.words("small", right)


def _columns(frame: Frame, wide: float) -> int:
    return max(1, int(frame.across / wide))


def _legend(drawing: Drawing, frame: Frame, drawn: Map, overlay: Overlay, top: float) -> None:
    columns = _columns(frame, COLUMN)
    sides = overlay.sides[:MOST_SIDES]
    rows = -(-len(sides) // columns)
    for number in range(len(sides)):
        column, row = divmod(number, rows)
        corner = complex(MARGIN + column * frame.across / columns, top + row * ROW)
        _side_row(drawing, overlay, number, corner, frame.across / columns)
    _sign_rows(drawing, frame, signs_of(drawn, overlay), top + rows * ROW + (8 if rows else 0))


def _sign_rows(drawing: Drawing, frame: Frame, signs: Sequence[Sign], top: float) -> None:
    columns = _columns(frame, SIGN_COLUMN)
    deep = -(-len(signs) // columns)
    for number, sign in enumerate(signs):
        column, row = divmod(number, deep)
        at = complex(MARGIN + column * frame.across / columns, top + row * SMALL_ROW + SMALL_ROW / 2)
        sign.draw(drawing, at + SWATCH[0] / 2)
        drawing.words("words", [words(at + SWATCH[0] + 12, sign.text, 18)])


def _side_row(drawing: Drawing, overlay: Overlay, number: int, corner: complex, wide: float) -> None:
    """A warband: its pattern and letter, its name, and below that its role and order."""
    side = overlay.sides[number]
    swatch = bar(corner + 4j, *SWATCH)
    drawing.paths("table", [swatch])
    drawing.paths(f"side-{number + 1}", [swatch])
    drawing.paths(f"side-{number + 1}-hatch", [swatch], fill=f"side-{number + 1}")
    drawing.paths("bounds", [swatch])
    beside = corner + SWATCH[0] + 12
    letter = f"{side.letters} · " if side.letters else ""
    name = shortened(f"{letter}{side.name}", wide - SWATCH[0] - 24, SERIF_LETTER)
    drawing.words("names", [words(beside + 11j, name, LETTERS)])
    drawing.words(
        "small", [words(beside + 32j, shortened(part_of(side, short=True), wide - SWATCH[0] - 24, SANS_LETTER), 18)]
    )
