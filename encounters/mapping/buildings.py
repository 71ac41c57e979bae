"""Ruined buildings: their shapes, storeys and names, and how ruined they are. Pure.

Source: Town Cryer, Mordheim Architecture (kinds of buildings, floors partly remaining, the more ruined the nearer to
the crater).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from encounters.mapping.chance import Chance
from encounters.mapping.features import Feature, corner_outline, feature
from encounters.mapping.geometry import Outline, box, laid, round_outline

# Smaller is no building.
SMALLEST = 3.4
LONGEST, DEEPEST = 13.5, 11.0
TOWER_AT_MOST, CORNER_AT_MOST = 6.2, 5.4

NAMES: Mapping[str, Sequence[str]] = {
    "house": (
        "Bakery", "Brewhouse", "Tannery", "Stable", "Chandler's shop", "Smithy", "Cooperage", "Counting house",
        "Alehouse", "Dyer's workshop", "Almshouse", "Printing shop", "Apothecary's shop", "Saddlery", "Bathhouse",
        "Weaver's house", "Butcher's shop", "Glazier's workshop", "Granary", "Joiner's workshop", "Coaching inn",
        "Fishmonger's shop", "Pawnshop", "Potter's house", "Tavern",
    ),
    "ruin": (
        "Burgher's house", "Guildhall", "Wine merchant's house", "Magistrate's house", "Spice merchant's house",
        "Town house", "Schoolhouse", "Orphanage", "Warehouse", "Toll house", "Theatre", "Hospice", "Chapel",
        "Notary's house", "Customs house", "Mint", "Salt store", "Poorhouse", "Music hall", "Armourer's house",
    ),
    "tower": (
        "Watch tower", "Bell tower", "Powder tower", "Gaol tower", "Astronomer's tower", "Clock tower", "Water tower",
        "Hermit's tower", "Dovecote", "Shot tower", "Gate tower", "Leaning tower",
    ),
    "corner": (
        "Corner of a shop", "Corner of a chapel", "Corner of a tenement", "Corner of a bank", "Corner of a barn",
        "Corner of a tavern", "Corner of a library", "Corner of a workshop", "Corner of a kitchen",
    ),
    "mansion": ("The wizard's mansion",),
    "hall": ("The objective",),
    "lair": ("The lair",),
}  # fmt: skip

STOREYS: Mapping[str, Sequence[tuple[int, float]]] = {
    "house": ((1, 0.3), (2, 0.5), (3, 0.2)),
    "ruin": ((1, 0.3), (2, 0.45), (3, 0.25)),
    "tower": ((2, 0.25), (3, 0.5), (4, 0.25)),
    "corner": ((1, 0.4), (2, 0.45), (3, 0.15)),
    "mansion": ((3, 1.0),),
    "hall": ((2, 1.0),),
    "lair": ((1, 1.0),),
}
RUIN_BY_LOT = ("holed", "roofless", "roofless", "half_fallen", "half_fallen", "bare_walls")
OWN_RUIN: Mapping[str, str] = {"mansion": "holed", "lair": "open_top", "corner": "bare_walls"}


@dataclass(frozen=True)
class Design:
    """A building before it has its place: its kind, its box, and the outline of it around 0."""

    kind: str
    width: float
    height: float
    outline: Outline

    def at(self, middle: complex, turn: float) -> Outline:
        return laid(self.outline, middle, turn)

    def stretched(self, along: float, deep: float) -> Design:
        """Larger or smaller by so much; a corner of a right angle stays one."""
        outline = tuple(complex(corner.real * along, corner.imag * deep) for corner in self.outline)
        return Design(self.kind, self.width * along, self.height * deep, outline)


def designed(kind: str, width: float, height: float, chance: Chance) -> Design:
    """A building of that kind in a box of that size; a tower is as wide as it is deep."""
    if kind == "tower":
        width = height = min(width, height, TOWER_AT_MOST)
    return Design(kind, width, height, _outline(kind, width, height, chance))


def _outline(kind: str, width: float, height: float, chance: Chance) -> Outline:
    if kind == "ruin":
        deep = chance.between(0.5, 0.64)
        turned = corner_outline(width, height, height * deep, width * chance.between(0.44, 0.62))
        return _flipped(turned, chance)
    if kind == "corner":
        x, y = width / 2, height / 2
        return _flipped((complex(-x, -y), complex(x, -y), complex(-x, y)), chance)
    if kind == "tower" and chance.happens(0.45):
        return round_outline(0j, width / 0.98)
    return box(0j, width, height)


def _flipped(outline: Outline, chance: Chance) -> Outline:
    """Turned half about or not, and mirrored or not; it stays anticlockwise, its inner corner the fourth."""
    if chance.happens(0.5):
        outline = tuple(-corner for corner in outline)
    if chance.happens(0.5):
        mirrored = tuple(-corner.conjugate() for corner in outline)
        outline = mirrored[:1] + mirrored[:0:-1]
    return outline


def kind_for(width: float, height: float, chance: Chance) -> str:
    """What stands on a plot of that size."""
    short, long = sorted((width, height))
    if long <= CORNER_AT_MOST:
        return chance.weighted((("tower", 0.4), ("corner", 0.3), ("house", 0.3)))
    if long <= TOWER_AT_MOST + 0.8:
        return chance.weighted((("tower", 0.25), ("house", 0.5), ("corner", 0.25)))
    if short <= CORNER_AT_MOST:
        return "house"
    return chance.weighted((("ruin", 0.52), ("house", 0.42), ("tower", 0.03), ("corner", 0.06)))


class Register:
    """Gives buildings their names, each once while there are names left, and says how ruined they are by how near they
    stand to the side of the table that the crater lies beyond."""

    def __init__(self, width: float, height: float, chance: Chance) -> None:
        self._chance = chance
        self._names = {kind: chance.shuffled(names) for kind, names in NAMES.items()}
        self._size = complex(width, height)
        self._crater = chance.pick((1, 1j, -1, -1j)) * complex(1, chance.between(-0.6, 0.6))

    def building(self, design: Design, outline: Outline, middle: complex, turn: float) -> Feature:
        """The building where it stands; its id and number come when all stand."""
        names = self._names[design.kind]
        return feature(
            "building",
            design.kind,
            outline,
            (design.width, design.height),
            middle=middle,
            turn=turn,
            name=names.pop() if names else self._chance.pick(NAMES[design.kind]),
            storeys=self._chance.weighted(STOREYS[design.kind]),
            ruin=OWN_RUIN.get(design.kind) or self._ruin(middle),
        )

    def _ruin(self, middle: complex) -> str:
        away = middle - self._size / 2
        near = (away.real * self._crater.real + away.imag * self._crater.imag) / max(self._size.real, self._size.imag)
        worse = near + self._chance.between(-0.4, 0.4)
        return (
            "bare_walls" if worse > 0.36 else "half_fallen" if worse > 0.02 else "roofless" if worse > -0.4 else "holed"
        )


def in_order(buildings: Sequence[Feature]) -> list[Feature]:
    """The buildings with their numbers and ids, in the order they come in."""
    return [replace(one, id=f"building-{number}", number=number) for number, one in enumerate(buildings, start=1)]


def row_by_row(buildings: Sequence[Feature], height: float) -> list[Feature]:
    """As one reads: from the upper left, in rows of a foot."""
    return sorted(buildings, key=lambda one: (int((height - one.y) / 12), one.x, one.y))
