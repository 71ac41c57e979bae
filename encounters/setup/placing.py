"""Counters on the table: by hand, each spot judged by itself, or at random.

At random each counter in turn has a spot that is uniformly distributed, in tenths of an inch, over all that are still
free. That is done by drawing spots until one is free, ``TRIES`` times at most. Where that finds none the counters are
laid out anew in rows, which holds as many as a table can nearly hold; and where that holds too few a sentence says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import ceil, sqrt

from encounters.mapping.chance import Chance
from encounters.mapping.features import Map
from encounters.mapping.hand import why_no_counter
from encounters.table import Point, Table
from warbands.roster.refusals import Refused

TRIES = 400
# Spots are kept to tenths of an inch.
TENTHS = 10
HAIR = 1e-9


@dataclass(frozen=True)
class Placing:
    """Counters as they come to lie: more than ``from_edges`` inches from every edge, at least ``apart`` from each
    other, and in nothing solid of the map. ``lying`` lie already."""

    table: Table
    from_edges: float
    apart: float
    drawn: Map | None = None
    lying: tuple[Point, ...] = ()

    def refusal(self, spot: Point) -> str:
        """Why a counter may not lie there, as a sentence; empty where it may."""
        if self.table.edge_distance(spot) <= self.from_edges + HAIR:
            return f'A counter lies more than {self.from_edges:g}" from every edge of the table.'
        near = next((number for number, one in enumerate(self.lying, 1) if self._is_near(one, spot)), None)
        if near is not None:
            return f'A counter lies at least {self.apart:g}" from the others: counter {near} is nearer.'
        return why_no_counter(self.drawn, spot.x, spot.y) if self.drawn else ""

    def _is_near(self, one: Point, other: Point) -> bool:
        return one.distance(other) < self.apart - HAIR

    def put(self, spot: Point) -> Placing:
        """With a counter there. Raises Refused with the reason why not."""
        if told := self.refusal(spot):
            raise Refused(told, code="counter")
        return replace(self, lying=(*self.lying, spot))

    def at_random(self, chance: Chance) -> Placing | None:
        """With one counter more at a random spot; ``None`` when none was found."""
        wide, deep = self._span(self.table.width), self._span(self.table.height)
        if not wide or not deep:
            return None
        for _ in range(TRIES):
            spot = Point(chance.whole(*wide) / TENTHS, chance.whole(*deep) / TENTHS)
            if not self.refusal(spot):
                return replace(self, lying=(*self.lying, spot))
        return None

    def _span(self, length: float) -> tuple[int, int] | None:
        """The first and the last tenth of an inch that is far enough from both edges."""
        first = int(self.from_edges * TENTHS + HAIR) + 1
        last = int(length * TENTHS) - first
        return (first, last) if first <= last else None

    def scattered(self, count: int, chance: Chance) -> Placing:
        """With so many counters more.

        Raises:
            Refused: when they do not find room, with how many would.
        """
        placing: Placing | None = self
        for _ in range(count):
            placing = placing.at_random(chance) if placing else None
        return placing or self._in_rows(count, chance)

    def _in_rows(self, count: int, chance: Chance) -> Placing:
        best = max((self._laid(spots) for spots in self._patterns()), key=lambda one: len(one.lying))
        found = best.lying[len(self.lying) :]
        if len(found) < count:
            raise Refused(self._no_room(count, len(found)), code="counters")
        return replace(self, lying=(*self.lying, *chance.shuffled(found)[:count]))

    def _no_room(self, count: int, found: int) -> str:
        counters = f"{count}{' more' if self.lying else ''} {'counter' if count == 1 else 'counters'}"
        return (
            f'There is no room for {counters} on a table of {self.table.width}" by {self.table.height}", more than '
            f'{self.from_edges:g}" from its edges and {self.apart:g}" from each other: {found} would find it.'
        )

    def _laid(self, spots: Iterable[Point]) -> Placing:
        """As many of these spots as may have a counter, taken in their order."""
        placing = self
        for spot in spots:
            if not placing.refusal(spot):
                placing = replace(placing, lying=(*placing.lying, spot))
        return placing

    def _patterns(self) -> Iterator[Iterable[Point]]:
        """Rows and columns, rows that are set off against each other, the same upright, and all spots of a fine net."""
        step = max(self.apart, 1 / TENTHS)
        row = ceil(step * sqrt(3) / 2 * TENTHS) / TENTHS
        half = ceil(step / 2 * TENTHS) / TENTHS
        yield self._net(step, step, 0, upright=False)
        for upright in (False, True):
            yield self._net(2 * half, row, half, upright=upright)
        yield self._net(1, 1, 0, upright=False)

    def _net(self, along: float, across: float, off: float, *, upright: bool) -> Iterator[Point]:
        """Spots ``along`` apart in rows ``across`` apart, every other row moved by ``off``."""
        ends = self.table.height if upright else self.table.width
        deep = self.table.width if upright else self.table.height
        first = self.from_edges + 1 / TENTHS
        for number in range(int((deep - 2 * first) / across + HAIR) + 1):
            start = first + (off if number % 2 else 0)
            for place in range(int((ends - first - start) / along + HAIR) + 1):
                x, y = start + place * along, first + number * across
                yield Point(round(y, 1), round(x, 1)) if upright else Point(round(x, 1), round(y, 1))
