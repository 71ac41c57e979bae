"""Checks a plan by its plain form alone, from the printed rules and the rulings: nothing here asks the engine.

What a scenario is like is copied down again below, from the book.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import hypot
from typing import Any

# scenarios with a defender, and whether he sets up in the middle
DEFENDED = {
    "defend_the_find": True, "breakthrough": False, "surprise_attack": False, "kidnapped": False,
    "the_wizards_mansion": True, "ambush": True,
}  # fmt: skip
BY_RATING = {"the_wizards_mansion", "ambush"}
MANY = {
    "treasure_hunt", "street_brawl", "the_lost_prince", "the_wizards_mansion", "the_pool", "ambush", "monster_hunt",
}  # fmt: skip
OPPOSITE = {"skirmish", "wyrdstone_hunt", "hidden_treasure", "occupy", "street_fight"}
CLOCKWISE = {48: "ABCD", 72: "ABCDEF", 96: "ABCDEFGH"}
# the lowest rating's distance to the next: bonus
UNDERDOG = ((301, 5), (151, 4), (101, 3), (76, 2), (51, 1), (0, 0))


def faults(plan: dict[str, Any], sizes: dict[str, int]) -> list[str]:
    """A sentence for everything that is wrong."""
    checks = (_table, _order, _segments, _defender, _clockwise, _first_turn, _underdog, _counters, _rolls)
    return [fault for check in checks for fault in check(plan, sizes)]


def _table(plan: dict[str, Any], sizes: dict[str, int]) -> Iterator[str]:
    number = len(plan["warbands"])
    wide = 48 if number == 2 else 72 if number <= 6 else 96
    if plan["table"] != {"width": wide, "height": 48}:
        yield f"{number} warbands play on {plan['table']}"
    if (number > 2) and plan["scenario"] not in MANY:
        yield f"{number} warbands play {plan['scenario']}"


def _order(plan: dict[str, Any], sizes: dict[str, int]) -> Iterator[str]:
    whole = list(range(1, len(plan["warbands"]) + 1))
    for what in ("set_up", "turn"):
        if sorted(one[what] for one in plan["warbands"]) != whole:
            yield f"{what} is no order"
    if plan["scenario"] in MANY:
        dice = _last_throws(plan, "Setting up")
        placed = [one for one in sorted(plan["warbands"], key=lambda one: one["set_up"]) if one["role"] != "defender"]
        shown = [dice.get(one["name"], (7,)) for one in placed]
        if shown != sorted(shown, reverse=True):
            yield f"not in the order of their dice: {shown}"


def _last_throws(plan: dict[str, Any], what_for: str) -> dict[str, tuple[int, ...]]:
    """All that each rolled for something, ties included: comparing them in turn tells who is before whom."""
    found: dict[str, tuple[int, ...]] = {}
    for roll in plan["rolls"]:
        name = roll["for"].removeprefix(f"{what_for}: ")
        if name != roll["for"]:
            found[name] = (*found.get(name, ()), roll["total"])
    return found


def _segments(plan: dict[str, Any], sizes: dict[str, int]) -> Iterator[str]:
    taken = [one["segment"] for one in plan["warbands"] if one["segment"]]
    letters = CLOCKWISE[plan["table"]["width"]]
    if len(set(taken)) != len(taken) or set(taken) - set(letters):
        yield f"segments {taken}"
    if plan["scenario"] in MANY:
        without = [one for one in plan["warbands"] if not one["segment"]]
        if [one["role"] for one in without] not in ([], ["defender"]):
            yield "somebody at the edge has no segment"
    if plan["scenario"] in OPPOSITE and abs(letters.index(taken[0]) - letters.index(taken[1])) != 2:
        yield f"{taken} are not opposite"
    if plan["scenario"] == "street_fight" and set(taken) != {"B", "D"}:
        yield "not at the ends of the street"


def _defender(plan: dict[str, Any], sizes: dict[str, int]) -> Iterator[str]:
    roles = [one["role"] for one in plan["warbands"]]
    wanted = ["attacker"] * (len(roles) - 1) + ["defender"] if plan["scenario"] in DEFENDED else [None] * len(roles)
    if sorted(map(str, roles)) != sorted(map(str, wanted)):
        yield f"roles {roles}"
        return
    if plan["scenario"] not in DEFENDED:
        return
    defender = next(one for one in plan["warbands"] if one["role"] == "defender")
    if DEFENDED[plan["scenario"]] and (defender["segment"] or defender["set_up"] != 1):
        yield "the defender is not in the middle, or not first"
    worth = {one["name"]: (one["rating"], sizes[one["name"]]) for one in plan["warbands"]}
    if plan["scenario"] in BY_RATING and worth[defender["name"]] != max(worth.values()):
        yield f"{defender['name']} should not defend"
    attackers = [sizes[one["name"]] for one in plan["warbands"] if one["role"] == "attacker"]
    if plan["scenario"] == "defend_the_find" and max(attackers) < sizes[defender["name"]]:
        yield "the warband with fewer warriors attacks"


def _clockwise(plan: dict[str, Any], sizes: dict[str, int]) -> Iterator[str]:
    """Walking round the table from the first, without passing anybody."""
    letters = CLOCKWISE[plan["table"]["width"]]
    turns = sorted(plan["warbands"], key=lambda one: one["turn"])
    seats = [letters.index(one["segment"]) for one in turns if one["segment"]]
    steps = [(after - before) % len(letters) for before, after in pairwise(seats)]
    if sum(steps) >= len(letters):
        yield f"not clockwise: {[one['segment'] for one in turns]}"
    middle = [one["turn"] for one in turns if not one["segment"]]
    if plan["scenario"] in MANY and middle and middle[0] not in (1, len(turns)):
        yield "a defender in the middle plays neither first nor last"
    if plan["scenario"] in MANY and middle == [1] and seats != sorted(seats):
        yield "after a defender who is first the others follow from A"


def _first_turn(plan: dict[str, Any], sizes: dict[str, int]) -> Iterator[str]:
    first = next(one for one in plan["warbands"] if one["turn"] == 1)
    dice = _last_throws(plan, "First turn")
    if plan["scenario"] in MANY and (not dice or dice[first["name"]] != max(dice.values())):
        yield f"{first['name']} has the first turn by {dice}"
    if plan["scenario"] in DEFENDED and plan["scenario"] not in MANY and first["role"] != "attacker":
        yield "the attacker should have the first turn"


def _underdog(plan: dict[str, Any], sizes: dict[str, int]) -> Iterator[str]:
    ratings = sorted(one["rating"] for one in plan["warbands"])
    gap = ratings[1] - ratings[0]
    bonus = next(value for least, value in UNDERDOG if gap >= least)
    for one in plan["warbands"]:
        if one["underdog"] != (bonus if one["rating"] == ratings[0] and gap else 0):
            yield f"{one['name']} is an underdog by {one['underdog']} of {ratings}"


def _counters(plan: dict[str, Any], sizes: dict[str, int]) -> Iterator[str]:
    wide, high = plan["table"]["width"], plan["table"]["height"]
    spread = [one for one in plan["counters"] if one["kind"] == "wyrdstone"]
    number = len(plan["warbands"])
    least, most = {"treasure_hunt": (number, 3 * number), "wyrdstone_hunt": (2, 4)}.get(plan["scenario"], (0, 0))
    if not least <= len(spread) <= most:
        yield f"{len(spread)} counters"
    for one in spread:
        if min(one["x"], one["y"], wide - one["x"], high - one["y"]) <= 10:
            yield f"{one} lies too near an edge"
    for one, other in combinations(spread, 2):
        if hypot(one["x"] - other["x"], one["y"] - other["y"]) < 6 - 1e-9:
            yield f"{one} and {other} are too near each other"
    for one in plan["counters"]:
        if one["kind"] != "wyrdstone" and (one["x"], one["y"]) != (wide / 2, high / 2):
            yield f"{one} is not in the middle"


def _rolls(plan: dict[str, Any], sizes: dict[str, int]) -> Iterator[str]:
    for roll in plan["rolls"]:
        if set(roll) != {"for", "die", "faces", "total", "source"} or not roll["for"] or not roll["faces"]:
            yield f"{roll} is no record of a roll"
