"""The ground as a small map on a fight sheet, in black and grey: who stands where, and the squares that are marked.

Figures in squares and millimetres; the sheet only draws them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from encounters.hitchance.field import Field, field_of
from encounters.hitchance.squares import Square
from encounters.hitchance.state import Skirmish

# The width of a column of the sheet, in millimetres.
WIDEST = 90
# A square that is smaller cannot be read; none is drawn larger.
SMALLEST, LARGEST = 2.6, 6.0
# Every so many squares have their number at the edge, for which there is one square of room.
NUMBERED, EDGE = 5, 1
# Lines across a square that is unstable.
HATCHES = 3
# So much more around the window, for the outermost lines.
BORDER = 0.1
# So many marked squares are told in words.
MOST_TOLD = 24


@dataclass(frozen=True)
class GroundMap:
    """``view`` is the window as an SVG has it, ``width`` and ``height`` what it measures. ``grid`` and ``hatched`` are
    paths, ``across`` and ``down`` the numbers at the two edges. Only marks in the window are in the ``field``."""

    field: Field
    view: str
    width: float
    height: float
    grid: str
    hatched: str
    across: tuple[int, ...]
    down: tuple[int, ...]

    @property
    def legend(self) -> str:
        """What the marks are, as far as there are any."""
        field = self.field
        told = (
            (field.covers, "a number: cover"),
            (field.rough, "hatched: unstable"),
            (field.dark, "grey: hard to see"),
        )
        return ", ".join(words for marks, words in told if marks)


def ground_map(skirmish: Skirmish, highest: float) -> GroundMap | None:
    """Everybody with all that is marked, else everybody with what is marked around them, so many millimetres high at
    the most; nothing where even that would be too small to be read."""
    near = field_of(skirmish)
    return next((made for field in (_with_marks(near), near) if (made := _made(field, highest))), None)


def ground_in_words(skirmish: Skirmish) -> str:
    """What is marked, square by square, for a sheet without a map."""
    ground = skirmish.ground
    marks = [
        *(f"cover {cover} at {x},{y}" for (x, y), cover in ground.covered),
        *(f"unstable {x},{y}" for x, y in sorted(ground.unstable)),
        *(f"hard to see {x},{y}" for x, y in sorted(ground.obscured)),
    ]
    more = [f"{len(marks) - MOST_TOLD} more"] if len(marks) > MOST_TOLD else []
    return ", ".join([*marks[:MOST_TOLD], *more])


def _with_marks(field: Field) -> Field:
    """The window so much larger that every marked square is in it."""
    marked = [*(at for at, _ in field.covers), *field.rough, *field.dark]
    left, wide = _spanned(field.left, field.wide, [x for x, _ in marked])
    top, high = _spanned(field.top, field.high, [y for _, y in marked])
    return replace(field, left=left, wide=wide, top=top, high=high)


def _spanned(first: int, length: int, along: Iterable[int]) -> tuple[int, int]:
    every = (first, first + length - 1, *along)
    return min(every), max(every) - min(every) + 1


def _made(field: Field, highest: float) -> GroundMap | None:
    wide, high = field.wide + EDGE + BORDER, field.high + EDGE + BORDER
    square = min(WIDEST / wide, highest / high, LARGEST)
    if square < SMALLEST:
        return None
    columns, rows = range(field.left, field.left + field.wide), range(field.top, field.top + field.high)

    def inside(at: Square) -> bool:
        return at[0] in columns and at[1] in rows

    shown = replace(
        field,
        covers=tuple(one for one in field.covers if inside(one[0])),
        rough=tuple(filter(inside, field.rough)),
        dark=tuple(filter(inside, field.dark)),
    )
    return GroundMap(
        shown,
        f"{field.left - EDGE} {field.top - EDGE} {wide:g} {high:g}",
        round(wide * square, 1),
        round(high * square, 1),
        _grid(field),
        "".join(_hatches(at) for at in shown.rough),
        tuple(x for x in columns if x % NUMBERED == 0),
        tuple(y for y in rows if y % NUMBERED == 0),
    )


def _grid(field: Field) -> str:
    left, top, wide, high = field.left, field.top, field.wide, field.high
    down = (f"M{x} {top}v{high}" for x in range(left, left + wide + 1))
    across = (f"M{left} {y}h{wide}" for y in range(top, top + high + 1))
    return "".join((*down, *across))


def _hatches(at: Square) -> str:
    """Lines from lower left to upper right that go on in the next square."""
    x, y = at
    step = 1 / HATCHES
    short = (f"M{x:g} {y + n * step:.2f}L{x + n * step:.2f} {y:g}" for n in range(1, HATCHES + 1))
    rest = (f"M{x + n * step:.2f} {y + 1:g}L{x + 1:g} {y + n * step:.2f}" for n in range(1, HATCHES))
    return "".join((*short, *rest))
