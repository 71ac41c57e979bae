"""The table and who has come to it. Pure.

Places on the table are inches from its lower left corner. Segments are the stretches of its edge that warbands set up
at, named clockwise from the upper left.

Sources: Town Cryer, Chaos on the Streets (size of the playing area, segments); ruling 33 (seven and eight warbands).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import hypot
from typing import Literal

from campaigns.battle.forces import Force, force_of
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import WarbandSnapshot
from warbands.roster.members import Member, Roster
from warbands.roster.rating import rating
from warbands.roster.refusals import Refused

FEWEST, MOST = 2, 8
FOOT = 12

Edge = Literal["top", "right", "bottom", "left"]
# Clockwise, as play goes round.
EDGES: tuple[Edge, ...] = ("top", "right", "bottom", "left")


@dataclass(frozen=True)
class Point:
    """A spot on the table, in inches from the lower left corner."""

    x: float
    y: float

    def distance(self, other: Point) -> float:
        return hypot(self.x - other.x, self.y - other.y)


@dataclass(frozen=True)
class Segment:
    """A stretch of the table's edge, clockwise from ``start`` to ``end``."""

    key: str
    edge: Edge
    start: Point
    end: Point

    @property
    def middle(self) -> Point:
        return Point((self.start.x + self.end.x) / 2, (self.start.y + self.end.y) / 2)

    def distance(self, point: Point) -> float:
        """From a spot to the nearest place of the stretch, in inches."""
        low, high = sorted((self.start, self.end), key=lambda one: (one.x, one.y))
        return point.distance(Point(_within(point.x, low.x, high.x), _within(point.y, low.y, high.y)))

    def gap(self, other: Segment) -> float:
        """The shortest way between two stretches, in inches."""
        ends = [self.distance(other.start), self.distance(other.end)]
        return min(*ends, other.distance(self.start), other.distance(self.end))


@dataclass(frozen=True)
class Table:
    """A table of so many inches with the segments of its edge, clockwise."""

    width: int
    height: int
    segments: tuple[Segment, ...] = field(default=())

    @property
    def centre(self) -> Point:
        return Point(self.width / 2, self.height / 2)

    def edge_distance(self, point: Point) -> float:
        """From a spot to the nearest edge, in inches; negative beyond it."""
        return min(point.x, point.y, self.width - point.x, self.height - point.y)

    def segment(self, key: str) -> Segment:
        """Raises KeyError for a segment there is not."""
        return {segment.key: segment for segment in self.segments}[key]


def table_for(warbands: int) -> Table:
    """Four feet by four for two warbands, by six for three to six, by eight for seven and eight.

    Two warbands set up at whole edges; six segments lie at the table of six feet, eight at that of eight.
    """
    if not FEWEST <= warbands <= MOST:
        raise Refused(f"A battle is set up for {FEWEST} to {MOST} warbands, not for {warbands}.", code="warbands")
    return table_of(4 if warbands == 2 else 6 if warbands <= 6 else 8)


def table_of(feet: int, deep: int = 4) -> Table:
    """A table so many feet wide and deep, with its segments."""
    width, height = feet * FOOT, deep * FOOT
    along = max(1, feet // 2 - 1)
    return Table(width, height, tuple(_segments(width, height, along)))


def _segments(width: int, height: int, along: int) -> Sequence[Segment]:
    """``along`` segments at the top and at the bottom, one at each side, lettered clockwise from the upper left."""
    step = width / along
    found: list[tuple[Edge, Point, Point]] = []
    found += [("top", Point(step * n, height), Point(step * (n + 1), height)) for n in range(along)]
    found.append(("right", Point(width, height), Point(width, 0)))
    found += [("bottom", Point(width - step * n, 0), Point(width - step * (n + 1), 0)) for n in range(along)]
    found.append(("left", Point(0, 0), Point(0, height)))
    return [Segment("ABCDEFGH"[number], *about) for number, about in enumerate(found)]


def _within(value: float, one: float, other: float) -> float:
    return min(max(value, min(one, other)), max(one, other))


@dataclass(frozen=True)
class Party:
    """A warband that has come to the table. ``place`` is its number, counted from 0 in the order they were named.
    ``missing`` are the names of those that a roll kept out; equal ``alliance`` numbers are allies."""

    place: int
    roster: Roster
    rating: int
    alliance: int
    missing: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return self.roster.snapshot.name

    @cached_property
    def force(self) -> Force:
        """Who takes part."""
        return force_of(self.roster, place=self.place, rating=self.rating, alliance=self.alliance, missing=self.missing)

    @property
    def size(self) -> int:
        """How many warriors take part, hired swords counted (ruling 33)."""
        return self.force.began

    @cached_property
    def present(self) -> tuple[Member, ...]:
        """The heroes, groups and hired swords that take part."""
        here = {fighter.name for fighter in self.force.standing}
        return tuple(member for member in self.roster.members if member.name in here)


def parties_of(
    snapshots: Sequence[WarbandSnapshot],
    rulebook: Rulebook,
    *,
    alliances: Sequence[int] = (),
    missing: Sequence[Collection[str]] = (),
    fewest: int = FEWEST,
) -> tuple[Party, ...]:
    """The warbands of a battle from their files, each with its rating as it stands; without alliances each is alone.

    Raises:
        Refused: for fewer than ``fewest`` warbands, more than eight, two of one name, or a type that the rules do not
            have.
    """
    if not fewest <= len(snapshots) <= MOST:
        raise Refused(f"A battle is for {fewest} to {MOST} warbands, not for {len(snapshots)}.", code="warbands")
    names = [snapshot.name for snapshot in snapshots]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise Refused(f"Two warbands are called {twice}: who is who must be told apart.", code="names")
    rosters = [_roster(snapshot, rulebook) for snapshot in snapshots]
    sides = list(alliances) or list(range(len(rosters)))
    kept = [frozenset(names) for names in missing] or [frozenset()] * len(rosters)
    return tuple(
        Party(place, roster, rating(roster), sides[place], kept[place]) for place, roster in enumerate(rosters)
    )


def _roster(snapshot: WarbandSnapshot, rulebook: Rulebook) -> Roster:
    kind = rulebook.warband_types.get(snapshot.type)
    if kind is None:
        raise Refused(f"{snapshot.name}: the rules have no warband type {snapshot.type!r}.", code="unknown_key")
    return Roster(snapshot, kind, rulebook)
