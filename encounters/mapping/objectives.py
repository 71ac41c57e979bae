"""What a scenario wants in the middle of the table, and the ground that it keeps clear. Pure.

Sources: Town Cryer, Chaos on the Streets (pool of six inches, mansion, lair of six by six at least) and Kidnapped! (six
inches of empty space around the altar); Mordheim rulebook, Scenarios 1 and 5 (objective building; one street of
buildings without gaps).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from encounters.mapping.chance import Chance
from encounters.mapping.features import Feature, feature
from encounters.mapping.geometry import Shape, round_outline

POOL, ALTAR, ALTAR_CLEAR = 6.0, 3.0, 6.0


@dataclass(frozen=True)
class Objective:
    """``clear`` is the box, in inches, that the first streets run around. ``building`` is the kind and the size of a
    building in the middle. ``kept`` is how far around ``thing`` nothing may stand. ``marked``: something of the
    scenario's own stands in the middle of the square, so nothing else does."""

    key: str
    clear: complex
    building: tuple[str, float, float] | None = None
    thing: str = ""
    kept: float = 0.0
    marked: bool = False
    street: bool = False


OBJECTIVES: Mapping[str, Objective] = {
    one.key: one
    for one in (
        Objective("none", 12 + 10j),
        Objective("centre", 12 + 10j, marked=True),
        Objective("pool", 11 + 11j, thing="pool", kept=1.5, marked=True),
        Objective("altar", 13.2 + 13.2j, thing="altar", kept=ALTAR_CLEAR, marked=True),
        Objective("mansion", 17.5 + 15.5j, building=("mansion", 12.0, 10.0)),
        Objective("lair", 14 + 13.5j, building=("lair", 8.5, 8.0)),
        Objective("building", 14.5 + 12.5j, building=("hall", 9.0, 7.0)),
        Objective("street", 0j, street=True),
    )
}


def thing_in_the_middle(objective: Objective, middle: complex) -> Feature | None:
    """The pool or the altar, where the scenario has one."""
    if objective.thing == "pool":
        outline = round_outline(middle, POOL, corners=24)
        return feature("pool", "pool", outline, (POOL, POOL), middle=middle, name="The pool")
    if objective.thing == "altar":
        outline = round_outline(middle, ALTAR, corners=8)
        return feature("altar", "altar", outline, (ALTAR, ALTAR), middle=middle, name="The altar")
    return None


def kept_clear(objective: Objective, middle: complex) -> tuple[Shape, ...]:
    """The ground around the objective where nothing may stand."""
    across = {"pool": POOL, "altar": ALTAR}.get(objective.thing)
    return () if across is None else (Shape(round_outline(middle, (across + 2 * objective.kept) / 0.98)),)


def square_in_the_middle(
    objective: Objective, outline: tuple[complex, ...], middle: complex, chance: Chance
) -> Feature:
    names = {"pool": "Pool Square", "altar": "Altar Yard"}
    name = names.get(objective.thing) or chance.pick(("Market Place", "Old Market", "Town Square", "Corn Market"))
    size = (objective.clear.real, objective.clear.imag)
    return feature("square-1", "square", outline, size, middle=middle, name=name)
