"""Squares of one metre; a diagonal counts as one (H32). A facing is one of the eight steps."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from itertools import chain

Square = tuple[int, int]
STEPS: dict[str, Square] = {
    "north": (0, -1),
    "northeast": (1, -1),
    "east": (1, 0),
    "southeast": (1, 1),
    "south": (0, 1),
    "southwest": (-1, 1),
    "west": (-1, 0),
    "northwest": (-1, -1),
}
WAYS = {step: way for way, step in STEPS.items()}


def distance(one: Square, other: Square) -> int:
    """In metres."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def towards(one: Square, other: Square) -> str:
    """The facing of one who looks from here to there, to the nearest eighth; north where both are the same."""
    x, y = other[0] - one[0], other[1] - one[1]
    step = (0 if 2 * abs(x) < abs(y) else _sign(x), 0 if 2 * abs(y) < abs(x) else _sign(y))
    return WAYS.get(step, "north")


def is_behind(at: Square, facing: str, other: Square) -> bool:
    """Whether the other stands in the half of the field at the back of one who faces that way."""
    x, y = STEPS[facing]
    return x * (other[0] - at[0]) + y * (other[1] - at[1]) < 0


def beyond(shooter: Square, target: Square, metres: int) -> tuple[Square, ...]:
    """The squares that a shot goes on through behind its target, nearest first."""
    length = distance(shooter, target)
    if not length:
        return ()
    x, y = target[0] - shooter[0], target[1] - shooter[1]
    return tuple(
        (target[0] + _rounded(x * on, length), target[1] + _rounded(y * on, length)) for on in range(1, metres + 1)
    )


def _rounded(number: int, by: int) -> int:
    """To the nearest whole; a half goes away from zero."""
    return _sign(number) * ((2 * abs(number) + by) // (2 * by))


def reachable(
    start: Square, squares: int, blocked: Container[Square], inside: Callable[[Square], bool]
) -> dict[Square, tuple[str, int]]:
    """Where one can go in so many squares; facing which way he arrives on a shortest way, and after how many."""
    found: dict[Square, tuple[str, int]] = {}
    edge = [start]
    for gone in range(1, squares + 1):
        further = []
        for way, to in chain.from_iterable(map(_steps, edge)):
            if to not in found and to != start and to not in blocked and inside(to):
                found[to] = (way, gone)
                further.append(to)
        edge = further
    return found


def _steps(square: Square) -> Iterator[tuple[str, Square]]:
    return ((way, (square[0] + x, square[1] + y)) for way, (x, y) in STEPS.items())


def cluster(start: Square, among: set[Square]) -> int:
    """How many of those squares hang together with this one, itself included."""
    seen, edge = {start}, [start]
    while edge:
        x, y = edge.pop()
        near = {(x + step_x, y + step_y) for step_x, step_y in STEPS.values()} & among - seen
        seen |= near
        edge += near
    return len(seen)
