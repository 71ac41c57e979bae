"""A scroll as drawings: what a move does, the modifiers around a fighter, and where he wears his armour.

Plain shapes in units of `RADIUS` to the corner of a hex, with y down and facing 0 up; templates make SVG of them, on
pages and on paper. Hexes are flat above, as directions 0 and 3 lead straight ahead and back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from encounters.pitfight.hexes import FACINGS, Hex, arena, step
from encounters.pitfight.scrolls import Move, Scroll
from encounters.pitfight.wording import hex_name

RADIUS = 10.0
HALF_HIGH = RADIUS * sqrt(3) / 2
# Beside a move, whose arrows may reach out of its hexes, and beside everything else.
REACH, MARGIN = 2.8, 1.0
# Pixels of a unit on a page.
ON_PAGE = 1.7
Point = tuple[float, float]

# How one says where a facing leads, by its turns from the fighter's own.
TURNED = (
    "straight ahead",
    "one side to the right",
    "two sides to the right",
    "about",
    "two sides to the left",
    "one side to the left",
)
STEPPED = ("ahead", "ahead right", "back right", "back", "back left", "ahead left")


def centre(hex_: Hex) -> Point:
    q, r = hex_
    return 1.5 * RADIUS * q, 2 * HALF_HIGH * (r + q / 2)


def _towards(direction: int, length: float) -> Point:
    angle = pi * (direction / 3 - 0.5)
    return length * cos(angle), length * sin(angle)


def _written(points: Iterable[Point]) -> str:
    return " ".join(f"{round(x, 2):g},{round(y, 2):g}" for x, y in points)


def corners(at: Point, radius: float = RADIUS) -> str:
    """The outline of a hex around a point."""
    return _written((at[0] + radius * cos(pi * side / 3), at[1] + radius * sin(pi * side / 3)) for side in range(6))


def triangle(at: Point, direction: int, length: float, width: float) -> str:
    """A triangle around a point whose tip shows in that direction."""
    (x, y), (ahead_x, ahead_y) = at, _towards(direction, 1)
    tip = (x + ahead_x * length / 2, y + ahead_y * length / 2)
    back = (x - ahead_x * length / 2, y - ahead_y * length / 2)
    across = (-ahead_y * width / 2, ahead_x * width / 2)
    return _written([tip, (back[0] + across[0], back[1] + across[1]), (back[0] - across[0], back[1] - across[1])])


@dataclass(frozen=True, slots=True)
class Cell:
    """``kind``: start, way or end; of a move that stays in place its only hex is the start."""

    points: str
    kind: str


@dataclass(frozen=True, slots=True)
class Arrow:
    """A facing that the move may end in; a mighty one is larger and reaches out of its hex."""

    points: str
    mighty: bool


@dataclass(frozen=True, slots=True)
class MoveDrawing:
    """``told`` says all of it in words. ``view`` is the SVG's box; ``way`` the line from start to end."""

    key: str
    name: str
    told: str
    view: str
    width: float
    height: float
    cells: tuple[Cell, ...]
    way: str
    start: str
    end: Point | None
    arrows: tuple[Arrow, ...]

    @property
    def on_page(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return round(ON_PAGE * self.width), round(ON_PAGE * self.height)

    @property
    def may_be_mighty(self) -> bool:
        return any(arrow.mighty for arrow in self.arrows)


def drawing_of(move: Move) -> MoveDrawing:
    """A move of one who faces up."""
    hexes = _hexes(move)
    points = [centre(one) for one in hexes]
    left, top = min(x for x, _ in points) - RADIUS, min(y for _, y in points) - HALF_HIGH
    right, bottom = max(x for x, _ in points) + RADIUS, max(y for _, y in points) + HALF_HIGH
    box = (left - REACH, top - REACH, right - left + 2 * REACH, bottom - top + 2 * REACH)
    kinds = ["start", *["way"] * (len(points) - 2), "end"][: len(points)]
    return MoveDrawing(
        key=move.key,
        name=move.name,
        told=told_of(move),
        view=" ".join(f"{one:.2f}" for one in box),
        width=box[2],
        height=box[3],
        cells=tuple(Cell(corners(at), kind) for at, kind in zip(points, kinds, strict=True)),
        way=_written(points) if len(points) > 1 else "",
        start=triangle(points[0], 0, 6.4, 5.6),
        end=points[-1] if len(points) > 1 else None,
        arrows=tuple(_arrow(points[-1], facing, facing in move.mighty[0]) for facing in move.ends[0]),
    )


def _hexes(move: Move) -> list[Hex]:
    hexes = [(0, 0)]
    for direction in move.path:
        hexes.append(step(hexes[-1], direction))
    return hexes


def _arrow(at: Point, facing: int, mighty: bool) -> Arrow:
    x, y = _towards(facing, 7.9 if mighty else 6.3)
    length, width = (6.2, 6.0) if mighty else (4.0, 4.0)
    return Arrow(triangle((at[0] + x, at[1] + y), facing, length, width), mighty)


def told_of(move: Move) -> str:
    """``Ahead, ahead. Ends facing straight ahead (mighty) or one side to the left.``"""
    way = ", ".join(STEPPED[direction] for direction in move.path) or "stays in place"
    facings = [f"{TURNED[facing]}{' (mighty)' if facing in move.mighty[0] else ''}" for facing in move.ends[0]]
    ends = facings[0] if len(facings) == 1 else f"{', '.join(facings[:-1])} or {facings[-1]}"
    return f"{way.capitalize()}. Ends facing {ends}."


# --- around a fighter -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Around:
    """One of the six hexes about him: his modifiers there in attack, none where he cannot, and in defence."""

    points: str
    at: Point
    where: str
    attack: int | None
    defence: int


@dataclass(frozen=True, slots=True)
class AroundDrawing:
    view: str
    width: float
    height: float
    middle: str
    facing: str
    hexes: tuple[Around, ...]


def around(scroll: Scroll) -> AroundDrawing:
    """A/D modifiers about a fighter who faces up."""
    width, height = 5 * RADIUS + 2 * MARGIN, 6 * HALF_HIGH + 2 * MARGIN
    hexes = []
    for direction in FACINGS:
        at = centre(step((0, 0), direction))
        modifiers = scroll.attack[direction], scroll.defence[direction]
        hexes.append(Around(corners(at), at, STEPPED[direction], *modifiers))
    return AroundDrawing(
        view=f"{-width / 2:.2f} {-height / 2:.2f} {width:.2f} {height:.2f}",
        width=width,
        height=height,
        middle=corners((0.0, 0.0)),
        facing=triangle((0.0, 0.0), 0, 9, 8),
        hexes=tuple(hexes),
    )


# --- armour -----------------------------------------------------------------------------------------------------

# The outline of each location, seen from behind so that his left is on the left, in a box of 60 by 100; and where its
# number stands.
_OUTLINES: Mapping[str, tuple[str, Point]] = {
    "head": ("M30 2c5.500 0 8.500 4 8.500 9s-3.500 9.500-8.500 9.500-8.500-4.500-8.500-9.500 3-9 8.500-9z", (30, 14.2)),
    "body": ("M19 23h22l1.500 8-3 17h-19l-3-17z", (30, 38)),
    "groin": ("M20.500 50h19l1.500 9-8 5h-6l-8-5z", (30, 59.6)),
    "left_arm": ("M17 23l-7 2-5 17-3 14 6 2 5-14 4-12z", (9.3, 42)),
    "right_arm": ("M43 23l7 2 5 17 3 14-6 2-5-14-4-12z", (50.7, 42)),
    "left_leg": ("M18.500 61l8.500 5 1.500 4-1.500 27h-8l-2-20z", (23.2, 82)),
    "right_leg": ("M41.500 61l-8.500 5-1.500 4 1.500 27h8l2-20z", (36.8, 82)),
}


@dataclass(frozen=True, slots=True)
class Part:
    """A hit location with the armour worn there. ``outline`` is empty for one that the figure does not have."""

    key: str
    name: str
    armour: int
    outline: str
    at: Point
    gone: bool = False


def body(scroll: Scroll, names: Mapping[str, str], gone: Sequence[str] = ()) -> tuple[Part, ...]:
    """His figure; what he has lost is marked."""
    return tuple(
        Part(key, names.get(key, key), worn, *_OUTLINES.get(key, ("", (0.0, 0.0))), key in gone)
        for key, worn in scroll.armour.items()
    )


# --- an arena to play on ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ArenaSheet:
    """All its hexes, those of the rim apart, the line of the wall around them, and the name of each hex with where it
    is written."""

    view: str
    width: float
    height: float
    inner: tuple[str, ...]
    rim: tuple[str, ...]
    middle: str
    names: tuple[tuple[str, float, float], ...]
    letters: float = RADIUS * 0.28


def arena_sheet(radius: int) -> ArenaSheet:
    """An empty arena of that radius, to play on with miniatures or counters."""
    ground = arena(radius)
    rim = set(ground.rim)
    width = RADIUS * (3 * radius + 2) + 2 * MARGIN
    height = HALF_HIGH * 2 * (2 * radius + 1) + 2 * MARGIN
    return ArenaSheet(
        view=f"{-width / 2:.2f} {-height / 2:.2f} {width:.2f} {height:.2f}",
        width=width,
        height=height,
        inner=tuple(corners(centre(one)) for one in sorted(ground.hexes - rim)),
        rim=tuple(corners(centre(one)) for one in ground.rim),
        middle=corners((0.0, 0.0), RADIUS * 0.3),
        names=tuple((hex_name(one, radius), *_foot(one)) for one in sorted(ground.hexes)),
    )


def _foot(hex_: Hex) -> Point:
    """Where the name of a hex stands: in its lower part, so that a miniature leaves it to be read."""
    x, y = centre(hex_)
    return round(x, 2), round(y + HALF_HIGH * 0.78, 2)
