"""Ratings over the battles of a campaign as lines in a frame: the geometry of an SVG, for a template to draw. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

WIDTH, HEIGHT = 400.0, 250.0
LEFT, RIGHT, TOP, BOTTOM = 30.0, 22.0, 10.0, 24.0
# More lines than these cannot be told apart; the table beside the chart has the others.
MOST_LINES = 12
LEAST_GAP = 11.0


@dataclass(frozen=True)
class RatingLine:
    """A warband's ratings: each the number of a battle and the rating before it; the last is the rating now."""

    name: str
    points: tuple[tuple[int, int], ...]
    own: bool = False
    url: str = ""

    @property
    def first(self) -> int:
        return self.points[0][1] if self.points else 0

    @property
    def last(self) -> int:
        return self.points[-1][1] if self.points else 0

    @property
    def battles(self) -> int:
        return max(0, len(self.points) - 1)

    @property
    def gained(self) -> int:
        return self.last - self.first

    @property
    def highest(self) -> int:
        return max((rating for _, rating in self.points), default=0)


@dataclass(frozen=True)
class Drawn:
    """A line ready to draw. ``label_y`` is where its number stands, clear of the others."""

    number: int
    line: RatingLine
    path: str
    dots: tuple[tuple[float, float], ...]
    label_y: float


@dataclass(frozen=True)
class Tick:
    at: float
    text: str


@dataclass(frozen=True)
class Chart:
    """The whole chart; ``left_out`` counts the lines that there is no room for. ``told`` is it in words."""

    lines: tuple[Drawn, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    left_out: int
    told: str
    width: float = WIDTH
    height: float = HEIGHT
    left: float = LEFT
    right: float = WIDTH - RIGHT
    top: float = TOP
    bottom: float = HEIGHT - BOTTOM


def rating_chart(lines: Sequence[RatingLine]) -> Chart | None:
    """The chart of the highest ratings now and of one's own warbands; ``None`` while there is nothing to see."""
    shown = _shown([line for line in lines if line.points])
    battles = sorted({battle for line in shown for battle, _ in line.points})
    if len(battles) < 2:
        return None
    first, last = battles[0], battles[-1]
    low, high = _bounds([rating for line in shown for _, rating in line.points])

    def across(battle: int) -> float:
        return round(LEFT + (battle - first) / (last - first) * (WIDTH - LEFT - RIGHT), 1)

    def up(rating: int) -> float:
        return round(HEIGHT - BOTTOM - (rating - low) / (high - low) * (HEIGHT - TOP - BOTTOM), 1)

    labels = _apart([up(line.last) for line in shown])
    drawn = tuple(
        _drawn(number, line, [(across(battle), up(rating)) for battle, rating in line.points], labels[number - 1])
        for number, line in enumerate(shown, start=1)
    )
    return Chart(
        lines=drawn,
        across=tuple(Tick(across(battle), "now" if battle == last else str(battle)) for battle in _few(first, last)),
        up=tuple(Tick(up(rating), str(rating)) for rating in _round_steps(low, high)),
        left_out=len([line for line in lines if line.points]) - len(shown),
        told=_told(shown, last - first),
    )


def _shown(lines: Sequence[RatingLine]) -> list[RatingLine]:
    """The lines to draw, the highest rating now first."""
    chosen = sorted(lines, key=lambda line: (not line.own, -line.last, line.name))[:MOST_LINES]
    return sorted(chosen, key=lambda line: (-line.last, line.name))


def _drawn(number: int, line: RatingLine, points: list[tuple[float, float]], label_y: float) -> Drawn:
    return Drawn(number, line, " ".join(f"{x},{y}" for x, y in points), tuple(points), label_y)


def _bounds(ratings: Sequence[int]) -> tuple[int, int]:
    """The scale's ends, on round numbers and apart."""
    step = _step(max(ratings) - min(ratings))
    low, high = min(ratings) // step * step, -(-max(ratings) // step) * step
    return low, high if high > low else low + step


def _step(span: int) -> int:
    """The distance of the scale's marks: a round number that gives about four of them."""
    for step in (5, 10, 25, 50, 100, 250, 500, 1000):
        if span <= step * 5:
            return step
    return 5000


def _round_steps(low: int, high: int) -> range:
    return range(low, high + 1, _step(high - low))


def _few(first: int, last: int) -> list[int]:
    """Some battles to name below the chart, the first and the last among them."""
    step = max(1, -(-(last - first) // 6))
    named = [battle for battle in range(first, last, step) if last - battle >= step / 2 or battle == first]
    return [*named, last]


def _apart(heights: Sequence[float]) -> list[float]:
    """The same heights, from the top down, moved as little as can be until none stands on another and all are in the
    frame: those that are close stand around their middle."""
    close: list[list[float]] = []
    for place, height in enumerate(heights):
        close.append([height - place * LEAST_GAP])
        while len(close) > 1 and fmean(close[-2]) > fmean(close[-1]):
            close[-2:] = [close[-2] + close[-1]]
    lowest = HEIGHT - BOTTOM - (len(heights) - 1) * LEAST_GAP
    middles = [min(max(fmean(some), TOP), lowest) for some in close for _ in some]
    return [round(middle + place * LEAST_GAP, 1) for place, middle in enumerate(middles)]


def _told(lines: Sequence[RatingLine], battles: int) -> str:
    told = "; ".join(f"{line.name} from {line.first} to {line.last}" for line in lines)
    return f"Ratings over {battles} {'battle' if battles == 1 else 'battles'}: {told}."
