"""What stands on a table, as plain data. Pure.

Places are inches from the table's lower left corner; a feature's ``x`` and ``y`` are the middle of its box, ``width``
and ``height`` the box before it is turned by ``rotation`` degrees anticlockwise. ``points`` is the outline as it lies,
or the middle line of a street.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal

from encounters.mapping.geometry import Outline, Shape, area
from warbands.roster.refusals import Refused

Group = Literal["building", "ground", "link", "objective", "odds"]
Places = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Kind:
    """A kind of feature: its word, what it belongs to, and whether a counter cannot lie in it."""

    word: str
    group: Group
    solid: bool = False


KINDS: Mapping[str, Kind] = {
    "house": Kind("house", "building"),
    "ruin": Kind("ruin around a corner", "building"),
    "tower": Kind("tower", "building"),
    "corner": Kind("corner of a house", "building"),
    "mansion": Kind("mansion", "building"),
    "hall": Kind("hall", "building"),
    "lair": Kind("lair", "building"),
    "bridge": Kind("bridge", "link"),
    "arcade": Kind("arcade", "link"),
    "archway": Kind("archway", "link"),
    "square": Kind("square", "ground"),
    "street": Kind("street", "ground"),
    "yards": Kind("yards out of play", "ground", solid=True),
    "pool": Kind("pool", "objective", solid=True),
    "altar": Kind("altar", "objective", solid=True),
    "rubble": Kind("heap of rubble", "odds"),
    "well": Kind("well", "odds", solid=True),
    "statue": Kind("statue", "odds", solid=True),
    "gallows": Kind("gallows", "odds", solid=True),
    "wall": Kind("wall", "odds", solid=True),
    "cart": Kind("cart", "odds", solid=True),
    "barrels": Kind("barrels", "odds", solid=True),
    "crates": Kind("crates", "odds", solid=True),
    "stall": Kind("market stall", "odds", solid=True),
}

# From hardly touched to bare walls.
RUINS: Mapping[str, str] = {
    "holed": "holes in the roof",
    "roofless": "roof gone",
    "half_fallen": "half fallen",
    "bare_walls": "bare walls",
    "open_top": "open to the sky",
}
WALLS_LEFT: Mapping[str, float] = {
    "holed": 0.95, "roofless": 0.8, "half_fallen": 0.62, "bare_walls": 0.48, "open_top": 0.7,
}  # fmt: skip


@dataclass(frozen=True)
class Feature:
    """One thing on the table. ``number`` is that of a building, else 0. ``joins`` are the ids of the two buildings that
    a bridge leads between. ``rolled`` counts how often it was rolled anew by hand."""

    id: str
    kind: str
    name: str
    x: float
    y: float
    width: float
    height: float
    rotation: float
    points: Places
    number: int = 0
    storeys: int = 0
    ruin: str = ""
    joins: tuple[str, ...] = ()
    rolled: int = 0

    @property
    def group(self) -> Group:
        return KINDS[self.kind].group

    @property
    def is_building(self) -> bool:
        return self.group == "building"

    @property
    def is_solid(self) -> bool:
        return KINDS[self.kind].solid

    @property
    def middle(self) -> complex:
        return complex(self.x, self.y)

    @cached_property
    def outline(self) -> Outline:
        return tuple(complex(x, y) for x, y in self.points)

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """The convex parts; none of a street."""
        return () if self.kind == "street" else tuple(Shape(part) for part in convex_parts(self.outline))

    @property
    def footprint(self) -> float:
        """Square inches of ground."""
        return 0.0 if self.kind == "street" else area(self.outline)

    def as_json(self) -> dict[str, Any]:
        plain = {one.name: getattr(self, one.name) for one in fields(self)}
        return {
            **plain,
            "number": self.number or None,
            "points": [list(place) for place in self.points],
            "joins": list(self.joins),
        }


def convex_parts(outline: Outline) -> tuple[Outline, ...]:
    """An outline of six corners is a building around a corner, its fourth the inner one; all others are convex."""
    if len(outline) != 6:
        return (outline,)
    foot = outline[0] + outline[2] - outline[1]
    return (*outline[:3], foot), (foot, *outline[3:])


def corner_outline(width: float, height: float, arm: float, leg: float) -> Outline:
    """A building around a corner, its middle at 0: ``arm`` is the depth of the part along the width, ``leg`` that of
    the part along the height."""
    x, y = width / 2, height / 2
    return (
        complex(-x, -y), complex(x, -y), complex(x, -y + arm), complex(-x + leg, -y + arm), complex(-x + leg, y),
        complex(-x, y),
    )  # fmt: skip


def feature(
    key: str,
    kind: str,
    outline: Iterable[complex],
    size: tuple[float, float],
    *,
    middle: complex,
    turn: float = 0.0,
    name: str = "",
    **more: Any,
) -> Feature:
    """A feature from its outline as it lies; figures are kept to a hundredth of an inch."""
    return Feature(
        id=key,
        kind=kind,
        name=name or KINDS[kind].word.capitalize(),
        x=round(middle.real, 2),
        y=round(middle.imag, 2),
        width=round(size[0], 2),
        height=round(size[1], 2),
        rotation=round((turn + 180) % 360 - 180, 1),
        points=tuple((round(corner.real, 2), round(corner.imag, 2)) for corner in outline),
        **more,
    )


@dataclass(frozen=True)
class Map:
    """A table with all that stands on it; ``seed`` and ``objective`` draw it again."""

    width: int
    height: int
    seed: int
    objective: str
    pieces: tuple[Feature, ...] = field(default=())

    @property
    def features(self) -> list[dict[str, Any]]:
        """All that stands on the table, as JSON would have it."""
        return [piece.as_json() for piece in self.pieces]

    @property
    def buildings(self) -> tuple[Feature, ...]:
        """Those with a number, in its order."""
        return tuple(sorted((piece for piece in self.pieces if piece.is_building), key=lambda piece: piece.number))

    def piece(self, key: str) -> Feature:
        """Raises Refused for an id that the map has not."""
        found = next((piece for piece in self.pieces if piece.id == key), None)
        if found is None:
            raise Refused(f"There is no {key} on this map.", code="unknown_key")
        return found

    def building(self, number: int) -> Feature:
        """Raises Refused for a number that no building has."""
        return self.piece(f"building-{number}")

    def of(self, kind: str) -> tuple[Feature, ...]:
        return tuple(piece for piece in self.pieces if piece.kind == kind)

    @property
    def share_built(self) -> float:
        """How much of the table buildings cover, 0 to 1."""
        return sum(piece.footprint for piece in self.buildings) / (self.width * self.height)

    def as_json(self) -> dict[str, Any]:
        return {
            "width": self.width,
            "height": self.height,
            "seed": self.seed,
            "objective": self.objective,
            "features": self.features,
        }


def map_from_json(plain: Mapping[str, Any]) -> Map:
    """The map that `Map.as_json` gave."""
    pieces = tuple(_feature_from_json(one) for one in plain["features"])
    return Map(plain["width"], plain["height"], plain["seed"], plain["objective"], pieces)


def _feature_from_json(plain: Mapping[str, Any]) -> Feature:
    lists = {"points": tuple((x, y) for x, y in plain["points"]), "joins": tuple(plain["joins"])}
    return Feature(**{**plain, **lists, "number": plain["number"] or 0})
