"""Sides of a battle without a database: who stands where, and reports told in a line."""

from __future__ import annotations

from campaigns.battle.forces import Fighter, Force, Thing
from campaigns.battle.told import Fallen, SideTold, Told

MUSHROOMS = Thing("mad_cap_mushrooms", "Mad Cap Mushrooms")


def hero(name: str, **more: object) -> Fighter:
    return Fighter(name, "Hero", "hero", 1, **more)  # type: ignore[arg-type]


def group(name: str, size: int, **more: object) -> Fighter:
    return Fighter(name, "Henchmen", "henchman", size, **more)  # type: ignore[arg-type]


def sword(name: str, **more: object) -> Fighter:
    return Fighter(name, "Hired sword", "hired_sword", 1, **more)  # type: ignore[arg-type]


def mob(place: int = 0, alliance: int = 1, rating: int = 65) -> Force:
    """An Orc mob: a boss, a hero who is not there, boyz, goblins of whom each counts half and may strangle himself,
    and a Troll who never learns."""
    fighters = (
        hero("Grubnash", leads=True),
        hero("Skab", away="is still recovering"),
        group("Da Ladz", 3),
        group("Da Gits", 4, counts_half=True, strangles=True, learns=False, things=(MUSHROOMS,)),
        group("Bigfoot", 1, learns=False),
    )
    return Force(place, "Da Snikkaz", "orc_mob", rating, alliance, fighters)


def exiles(place: int = 1, alliance: int = 2, rating: int = 120) -> Force:
    """Dwarfs: two heroes, a group of three and a hired Ogre."""
    fighters = (hero("Thrain", leads=True), hero("Garagrim"), group("The Kin", 3), sword("Bront"))
    return Force(place, "Karak Brynn Exiles", "dwarf_treasure_hunters", rating, alliance, fighters)


def rats(place: int = 2, alliance: int = 3, rating: int = 176) -> Force:
    return Force(place, "The Rats", "skaven", rating, alliance, (hero("Skrit", leads=True), group("Clawers", 5)))


def two() -> list[Force]:
    return [mob(), exiles()]


def three() -> list[Force]:
    return [mob(), exiles(), rats()]


def told(*sides: SideTold, **more: object) -> Told:
    return Told(tuple(sides), **more)  # type: ignore[arg-type]


def won(*fallen: Fallen, **more: object) -> SideTold:
    return SideTold("won", fallen=fallen, **more)  # type: ignore[arg-type]


def lost(*fallen: Fallen, **more: object) -> SideTold:
    return SideTold("lost", fallen=fallen, **more)  # type: ignore[arg-type]


def drew(*fallen: Fallen, **more: object) -> SideTold:
    return SideTold("drew", fallen=fallen, **more)  # type: ignore[arg-type]
