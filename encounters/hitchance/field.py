"""The ground as a picture: who stands where and looks which way, in a window around everybody who is left.

Plain figures in squares; the page draws them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from encounters.hitchance.squares import STEPS, Square
from encounters.hitchance.state import Fighter, Ground, Side, Skirmish

MARGIN = 2
# How large those are drawn who share a square, and how far each stands from its middle, in squares.
SHRUNK = 0.7
CORNERS = ((-0.23, -0.23), (0.23, 0.23), (0.23, -0.23), (-0.23, 0.23))
LEAST = 8


@dataclass(frozen=True)
class Token:
    """``sign`` are letters that only he has; ``nose`` and ``point`` are the ends of the line that shows where he looks.
    Whoever shares his square is drawn that much smaller about the ground's corner, and ``moved`` after that: how far to
    the right, how far down, and how large."""

    place: int
    name: str
    sign: str
    side: Side
    x: float
    y: float
    nose: tuple[float, float]
    point: tuple[float, float]
    at: Square
    is_lost: bool
    moved: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class Field:
    """``left`` and ``top`` are the first square that is shown, ``wide`` and ``high`` how many are. ``covers`` are
    squares with their cover, ``rough`` those that are unstable, ``dark`` those that are obscured."""

    left: int
    top: int
    wide: int
    high: int
    tokens: tuple[Token, ...]
    covers: tuple[tuple[Square, int], ...]
    rough: tuple[Square, ...]
    dark: tuple[Square, ...]


def signs_of(fighters: Sequence[Fighter]) -> tuple[str, ...]:
    """A, B, C and so on, over both sides; which side it is says the shape around it."""
    return tuple(sign_of(place) for place in range(len(fighters)))


def sign_of(place: int) -> str:
    """The sign of the fighter of that number, from 0: A to Z, AA to AZ, BA and so on."""
    first, letter = divmod(place, 26)
    return (sign_of(first - 1) if first else "") + chr(ord("A") + letter)


def field_of(skirmish: Skirmish) -> Field:
    return drawn_field(skirmish.ground, skirmish.fighters, signs_of(skirmish.fighters))


def drawn_field(ground: Ground, fighters: Sequence[Fighter], signs: Sequence[str]) -> Field:
    """A ground with those who are on it, each under his sign."""
    shown = [one for one in fighters if one.lost != "fled"] or list(fighters)
    left, wide = _window([one.at[0] for one in shown], ground.width)
    top, high = _window([one.at[1] for one in shown], ground.height)
    tokens = _side_by_side(
        [_token(place, one, signs[place]) for place, one in enumerate(fighters) if one.lost != "fled"]
    )
    return Field(
        left,
        top,
        wide,
        high,
        tuple(sorted(tokens, key=lambda token: not token.is_lost)),
        ground.covered,
        tuple(sorted(ground.unstable)),
        tuple(sorted(ground.obscured)),
    )


def _side_by_side(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens, those apart who share a square: whoever rises may rise where somebody else stands by now."""
    crowds = Counter(token.at for token in tokens)
    met: Counter[Square] = Counter()
    for token in tokens:
        if crowds[token.at] == 1:
            yield token
            continue
        to_x, to_y = CORNERS[met[token.at] % len(CORNERS)]
        met[token.at] += 1
        yield replace(token, moved=(token.x * (1 - SHRUNK) + to_x, token.y * (1 - SHRUNK) + to_y, SHRUNK))


def _window(along: Sequence[int], whole: int) -> tuple[int, int]:
    """The first square and how many, with a margin, within the ground; its beginning where nobody is."""
    first, last = max(0, min(along, default=0) - MARGIN), min(whole - 1, max(along, default=0) + MARGIN)
    while last - first + 1 < min(LEAST, whole):
        first, last = max(0, first - 1), min(whole - 1, last + 1)
    return first, last - first + 1


def _token(place: int, one: Fighter, sign: str) -> Token:
    x, y = one.at[0] + 0.5, one.at[1] + 0.5
    step_x, step_y = STEPS[one.facing]
    scale = 0.5 / (step_x**2 + step_y**2) ** 0.5
    return Token(
        place,
        one.name,
        sign,
        one.side,
        x,
        y,
        (x + step_x * scale * 0.7, y + step_y * scale * 0.7),
        (x + step_x * scale, y + step_y * scale),
        one.at,
        bool(one.lost),
    )


# --- where one may go -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cell:
    """A square around somebody who moves. ``to`` is the square where he may go, ``way`` and ``far`` how he comes there;
    ``is_paid`` says that it costs an action; ``sign`` is whoever stands there."""

    to: Square | None = None
    way: str = ""
    far: int = 0
    is_paid: bool = False
    sign: str = ""
    side: str = ""
    is_own: bool = False
    is_ground: bool = True


def cells_around(
    skirmish: Skirmish, place: int, ways: Mapping[Square, tuple[str, int]]
) -> tuple[tuple[Cell, ...], ...]:
    """The squares around him in rows, as far as those reach where he may go (`acting.ways_open`)."""
    fighter = skirmish.fighters[place]
    x, y = fighter.at
    far = max((max(abs(to[0] - x), abs(to[1] - y)) for to in ways), default=0)
    signs = signs_of(skirmish.fighters)

    def cell(at: Square) -> Cell:
        if at == fighter.at:
            return Cell(sign=signs[place], side=fighter.side, is_own=True)
        if at in ways:
            way, gone = ways[at]
            return Cell(at, way, gone, is_paid=gone > fighter.squares)
        standing = skirmish.standing.get(at)
        if standing is None:
            return Cell(is_ground=skirmish.ground.has(at))
        return Cell(sign=signs[standing], side=skirmish.fighters[standing].side)

    return tuple(
        tuple(cell((column, row)) for column in range(x - far, x + far + 1)) for row in range(y - far, y + far + 1)
    )
