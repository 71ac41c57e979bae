"""Draws the map of a table: a ruined town from a seed. Pure.

What holds of every map:

- nothing lies outside the table, and no two features overlap; streets and squares are ground that others stand on, and
  a bridge only touches the two buildings that it joins;
- any two buildings have at least 3" of street between them (not so in a street of houses without gaps, see
  `terrace`), and what blocks the way leaves 1.25" to the next thing, so that every building is reached by street;
- buildings cover 25 to 40 % of the table;
- within 6" of every segment there is room for a warband of twenty out in the open.

A map is drawn anew from the same seed when one of these fails; seeds that need it are few.

Sources: Town Cryer, Mordheim Architecture; Chaos on the Streets (sizes and what stands in the middle).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from encounters.mapping.buildings import (
    DEEPEST,
    LONGEST,
    SMALLEST,
    Register,
    designed,
    in_order,
    kind_for,
    row_by_row,
)
from encounters.mapping.chance import Chance, rolled_seed
from encounters.mapping.features import Feature, Map, convex_parts, feature
from encounters.mapping.fitness import is_fit
from encounters.mapping.geometry import Outline, Shape, all_apart, area, box, holds, near, within
from encounters.mapping.growing import Limit, Stand, grown
from encounters.mapping.links import linked
from encounters.mapping.objectives import (
    OBJECTIVES,
    Objective,
    kept_clear,
    square_in_the_middle,
    thing_in_the_middle,
)
from encounters.mapping.odds import strewn
from encounters.mapping.plots import STREET, Plot, bend_for, plan_for
from encounters.mapping.streets import named_streets, roadway
from encounters.mapping.terrace import terraced
from encounters.table import Table
from mordheim.rules.dice import Dice
from warbands.roster.refusals import Refused

SPARSE, ENOUGH_BUILT = 0.29, 0.34
EDGE = 0.6
# How far from the middle of a building others may lie and still be in the way of its growing.
NEIGHBOURHOOD = 16.0
FILLING = (("house", 0.4), ("ruin", 0.2), ("corner", 0.25), ("tower", 0.15))
# What rounding to a hundredth of an inch may take from a street.
HAIR = 0.03
# Inches between a building and a street or a square that has a name.
BESIDE_OPEN = 0.2
PATIENCE = 20
SQUARE_NAMES = (
    "Fish Market", "Gallows Square", "Hay Market", "Fountain Court", "Rat Market", "Temple Court", "Mourners' Square",
    "Horse Market", "Guild Court",
)  # fmt: skip


def draw_map(table: Table, objective: str = "none", seed_or_dice: int | Dice = 0) -> Map:
    """The map of a table with what the scenario wants in its middle; the same seed draws the same map.

    ``objective`` is a key of `OBJECTIVES`. Dice give a seed by five D6.

    Raises:
        Refused: for an objective that there is not.
    """
    wanted = OBJECTIVES.get(objective)
    if wanted is None:
        raise Refused(f"No map has {objective!r} in its middle.", code="unknown_key")
    seed = seed_or_dice if isinstance(seed_or_dice, int) else rolled_seed(seed_or_dice)
    for attempt in range(PATIENCE):
        drawn = _drawn(table, wanted, seed, Chance("town", seed, objective, table.width, table.height, attempt))
        if is_fit(drawn, table):
            return drawn
    raise Refused(f"No town could be built on this table from the seed {seed}: take another.", code="seed")


def _drawn(table: Table, objective: Objective, seed: int, chance: Chance) -> Map:
    pieces = terraced(table, chance) if objective.street else _Town(table, objective, chance).built()
    return Map(table.width, table.height, seed, objective.key, tuple(pieces))


class _Town:
    """A town while it is being built."""

    def __init__(self, table: Table, objective: Objective, chance: Chance) -> None:
        self.width, self.height = float(table.width), float(table.height)
        self.size = complex(table.width, table.height)
        self.middle = self.size / 2
        self.objective = objective
        self.chance = chance
        self.clear = kept_clear(objective, self.middle)
        self.open = list(self.clear)
        self.stands: list[Stand] = []
        self.walls: list[list[Shape]] = []
        self.squares: list[Feature] = []
        self.bend = bend_for(self.width, self.height, chance)
        self.plan = plan_for(self.width, self.height, objective.clear, chance)

    def built(self) -> Iterable[Feature]:
        thing = thing_in_the_middle(self.objective, self.middle)
        things = [thing] if thing else []
        streets = named_streets(self.plan.cuts, self.bend, self.width, self.height, self.chance)
        self.open += [part for street in streets for part in roadway(street)]
        self._open_the_middle()
        for plot in self._squares_among(self.plan.plots):
            self._build_on(plot)
        self._grow(0)
        self._fill()
        if self._share() < SPARSE:
            self._grow(0)
        buildings = self._named()
        links = linked(buildings, self.chance, (self.width, self.height))
        odds = strewn(
            (self.width, self.height), buildings, links, things, self.squares, self.clear, self.chance,
            marked=self.objective.marked,
        )  # fmt: skip
        return [*streets, *self.squares, *things, *buildings, *links, *odds]

    def _named(self) -> list[Feature]:
        register = Register(self.width, self.height, self.chance)
        features = [register.building(stand.design, stand.outline, stand.middle, stand.turn) for stand in self.stands]
        return in_order(row_by_row(features, self.height))

    def _open_the_middle(self) -> None:
        """The objective building, or a square."""
        if self.objective.building:
            kind, width, height = self.objective.building
            design, turn = designed(kind, width, height, self.chance), self.bend.angle(0j)
            any(self._stand(Stand(design.stretched(share, share), self.middle, turn)) for share in (1, 0.95, 0.9, 0.85))
            return
        inner = self.objective.clear / 2 - complex(1.8, 1.8)
        outline = tuple(self.bend.place(corner) for corner in box(0j, 2 * inner.real, 2 * inner.imag))
        self.squares.append(square_in_the_middle(self.objective, outline, self.middle, self.chance))
        self.open.append(Shape(outline))

    def _squares_among(self, plots: Sequence[Plot]) -> list[Plot]:
        """Leaves a plot or two unbuilt as squares, the more the larger the table; gives the others, the largest
        first."""
        wanted = len(self.squares) + round(self.width / 48) - (0 if self.objective.building else 1)
        names = self.chance.shuffled(SQUARE_NAMES)
        left = self.chance.shuffled(plots)
        for plot in left[:]:
            if len(self.squares) >= wanted:
                break
            if square := self._square(plot, names[-1]):
                self.squares.append(square)
                self.open.append(Shape(square.outline))
                left.remove(plot)
                names.pop()
        return sorted(left, key=lambda plot: -plot.width * plot.height)

    def _square(self, plot: Plot, name: str) -> Feature | None:
        """The plot as a square, unless it is too near to the edge, to another square or too small."""
        middle = self.bend.place(plot.middle)
        near_another = any(abs(middle - other.middle) < 18 for other in self.squares) or abs(middle - self.middle) < 16
        if near_another or min(plot.width, plot.height) < 9 or not within((middle,), self.width, self.height, 11):
            return None
        outline = tuple(self.bend.place(corner) for corner in box(plot.middle, plot.width - 2.5, plot.height - 2.5))
        if not within(outline, self.width, self.height, 6) or not all_apart((Shape(outline),), self.open):
            return None
        size = (abs(outline[1] - outline[0]), abs(outline[2] - outline[1]))
        key, turn = f"square-{len(self.squares) + 1}", self.bend.angle(plot.middle)
        return feature(key, "square", outline, size, middle=middle, turn=turn, name=name)

    def _build_on(self, plot: Plot) -> None:
        """A building in the middle of its plot, with room to grow to its streets."""
        slope = self.bend.slope(plot.middle)
        scale, along = abs(slope), slope / abs(slope)
        left, bottom, right, top = plot.streets
        width, height = plot.width * scale - left - right, plot.height * scale - bottom - top
        middle = self.bend.place(plot.middle) + along * complex(left - right, bottom - top) / 2
        turn = self.bend.angle(plot.middle) + self.chance.between(-2, 2)
        if min(width, height) < SMALLEST or not within((middle,), self.width, self.height, -1.5):
            return
        if height > width:
            width, height, turn = height, width, turn + 90
        self._try(kind_for(width, height, self.chance), middle, width * 0.85, height * 0.85, turn)

    def _try(self, kind: str, middle: complex, width: float, height: float, turn: float) -> bool:
        """Builds as large as fits, down to half."""
        design = designed(kind, width, height, self.chance)
        for share in (1, 0.82, 0.66, 0.5):
            smaller = design.stretched(share, share)
            if min(smaller.width, smaller.height) < SMALLEST:
                return False
            if self._stand(Stand(smaller, self._drawn_in(smaller.at(middle, turn), middle), turn)):
                return True
        return False

    def _drawn_in(self, outline: Outline, middle: complex) -> complex:
        """The middle moved so that the outline lies on the table."""
        xs, ys = [corner.real for corner in outline], [corner.imag for corner in outline]
        right = max(0.0, EDGE - min(xs)) - max(0.0, max(xs) - self.width + EDGE)
        up = max(0.0, EDGE - min(ys)) - max(0.0, max(ys) - self.height + EDGE)
        return middle + complex(right, up)

    def _stand(self, stand: Stand) -> bool:
        """Puts the building there if the streets around it stay wide enough."""
        outline = stand.outline
        if not within(outline, self.width, self.height, EDGE):
            return False
        shapes = [Shape(part) for part in convex_parts(outline)]
        reach = abs(complex(stand.design.width, stand.design.height)) / 2 + STREET + 1
        close = near(chain.from_iterable(self.walls), stand.middle, reach)
        if not all_apart(shapes, close, STREET + HAIR) or not all_apart(shapes, self.open, BESIDE_OPEN):
            return False
        self.stands.append(stand)
        self.walls.append(shapes)
        return True

    def _grow(self, first: int) -> None:
        """Lets the buildings from the ``first`` on grow, each to a size of its own; towers and what the scenario wants
        stay as they are."""
        for place, stand in list(enumerate(self.stands))[first:]:
            if stand.design.kind in ("house", "ruin", "corner"):
                bigger = grown(stand, self._limit(place, stand), self.chance.shuffled((1, 1j, -1, -1j)))
                self.stands[place] = bigger
                self.walls[place] = [Shape(part) for part in convex_parts(bigger.outline)]

    def _limit(self, place: int, stand: Stand) -> Limit:
        others = chain.from_iterable(walls for number, walls in enumerate(self.walls) if number != place)
        street = STREET + HAIR
        beside = [(shape, street) for shape in near(others, stand.middle, NEIGHBOURHOOD)]
        beside += [(shape, BESIDE_OPEN) for shape in near(self.open, stand.middle, NEIGHBOURHOOD)]
        share = 0.7 if stand.design.kind == "corner" else 1
        width, height = self.chance.between(10.5, LONGEST) * share, self.chance.between(8.5, DEEPEST) * share
        return Limit(width, height, self.size, EDGE, beside)

    def _share(self) -> float:
        return sum(area(part.outline) for part in chain(*self.walls)) / (self.width * self.height)

    def _fill(self) -> None:
        """Small buildings where much is still open, until enough is built."""
        spots = [complex(x, y) for x in range(3, int(self.width) - 2, 4) for y in range(3, int(self.height) - 2, 4)]
        enough = (ENOUGH_BUILT - self._share()) * self.width * self.height
        for spot in self.chance.shuffled(spots):
            if enough <= 0:
                return
            if not self._is_taken(spot):
                enough -= self._fill_in(spot)

    def _fill_in(self, spot: complex) -> float:
        """The ground that a small building at that spot takes, if it fits."""
        size = self.chance.between(4.5, 6.5)
        if not self._try(self.chance.weighted(FILLING), spot, size, size * 0.85, self._turn_near(spot)):
            return 0.0
        self._grow(len(self.stands) - 1)
        return sum(area(part.outline) for part in self.walls[-1])

    def _is_taken(self, spot: complex) -> bool:
        room, half = STREET + SMALLEST / 2, SMALLEST / 2
        return any(
            abs(shape.middle - spot) < shape.reach + room and holds(shape, spot, room)
            for shape in chain.from_iterable(self.walls)
        ) or any(
            abs(shape.middle - spot) < shape.reach + half and holds(shape, spot, half) for shape in self.open
        )  # fmt: skip

    def _turn_near(self, spot: complex) -> float:
        nearest = min(self.stands, key=lambda stand: abs(stand.middle - spot))
        return nearest.turn + self.chance.pick((0, 90, 180, 270)) + self.chance.between(-6, 6)
