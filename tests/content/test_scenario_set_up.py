"""How the scenarios are set up, copied as facts: roles, order, ground, first turn, turns, what lies and who carries."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from encounters.mapping import OBJECTIVES
from mordheim.rules.setup import Ground, SetUp
from tests import books

NONE = None
# scenario: role rule, order, ground by whom, first turn, turn limits
PLANS = {
    "defend_the_find": (
        "most_warriors_attack", "defender_first", {"defender": "objective 6", "attacker": "edges 6"}, "attacker", [],
    ),
    "skirmish": (NONE, "higher_roll_says", {"first": "segment 8", "second": "opposite 8"}, "highest", []),
    "wyrdstone_hunt": (NONE, "higher_roll_says", {"first": "segment 8", "second": "opposite 8"}, "highest", []),
    "breakthrough": (
        "lowest_rating_says", "attacker_first", {"attacker": "segment 8 by higher_roll", "defender": "away from 14"},
        "attacker", [],
    ),
    "street_fight": (NONE, "higher_roll_says", {"first": "segment 6", "second": "opposite 6"}, "highest", []),
    "chance_encounter": (
        NONE, "higher_roll_says", {"first": "quarter", "second": "away from 14"}, "highest_with_initiative", [],
    ),
    "hidden_treasure": (NONE, "higher_roll_says", {"first": "segment 8", "second": "opposite 8"}, "highest", []),
    "occupy": (NONE, "higher_roll_says", {"first": "segment 8", "second": "opposite 8"}, "highest", [8]),
    "surprise_attack": (
        "lowest_rating_says", "defender_first", {"defender": "inner from 8", "attacker": "segment 8 by die"},
        "attacker", [],
    ),
    "kidnapped": (
        "lowest_rating_says", "defender_first", {"defender": "inner from 8", "attacker": "edges 4"}, "attacker",
        [6, 12],
    ),
    "treasure_hunt": (NONE, "by_dice", {"everybody": "segment 6"}, "highest", []),
    "street_brawl": (NONE, "by_dice", {"everybody": "segment 6"}, "highest", []),
    "the_lost_prince": (NONE, "by_dice", {"everybody": "segment 6"}, "highest", []),
    "the_wizards_mansion": (
        "highest_rating_defends", "by_dice", {"defender": "objective 6", "attacker": "segment 6"}, "highest", [],
    ),
    "the_pool": (NONE, "by_dice", {"everybody": "segment 6"}, "highest", []),
    "ambush": (
        "highest_rating_defends", "by_dice", {"defender": "centre 6", "attacker": "segment 6"}, "highest", [10],
    ),
    "monster_hunt": (NONE, "by_dice", {"everybody": "segment 6"}, "highest", []),
}  # fmt: skip
# scenario: what is drawn in the middle
MIDDLE = {
    "defend_the_find": "building", "street_fight": "street", "kidnapped": "altar", "the_lost_prince": "centre",
    "the_wizards_mansion": "mansion", "the_pool": "pool", "ambush": "centre", "monster_hunt": "lair",
}  # fmt: skip
SCENARIOS = books.rulebook().scenarios


def short(ground: Ground) -> str:
    within = f" {ground.within}" if ground.within else ""
    apart = f" from {ground.apart}" if ground.apart else ""
    by = "" if ground.chosen == "itself" else f" by {ground.chosen}"
    return f"{ground.kind}{within}{apart}{by}"


def test_all_scenarios_are_told() -> None:
    assert set(SCENARIOS) == set(PLANS)


@pytest.mark.parametrize("key", PLANS)
def test_the_plan_is_as_printed(key: str) -> None:
    plan = SCENARIOS[key].plan
    told = (
        plan.roles.by if plan.roles else None,
        plan.order,
        {place.whose: short(place.ground) for place in plan.places},
        plan.first_turn,
        [limit.turns for limit in plan.limits],
    )
    assert told == PLANS[key]


@pytest.mark.parametrize("key", PLANS)
def test_the_tables_for_two_are_four_feet_square_and_the_others_as_large_as_needed(key: str) -> None:
    assert SCENARIOS[key].plan.table == ((4, 4) if SCENARIOS[key].players == "two" else None)


@pytest.mark.parametrize("key", PLANS)
def test_the_middle_is_as_printed_and_the_map_can_draw_it(key: str) -> None:
    objective = SCENARIOS[key].plan.objective
    drawn = objective.on_map if objective else "none"
    assert drawn == MIDDLE.get(key, "none")
    assert drawn in OBJECTIVES


@pytest.mark.parametrize("key", PLANS)
def test_whoever_attacks_by_the_plan_attacks_by_the_words(key: str) -> None:
    scenario = SCENARIOS[key]
    assert (scenario.plan.roles is None) == (scenario.attacker is None)
    assert (scenario.plan.finds.chart if scenario.plan.finds else None) == scenario.chart


def test_counters_shards_and_other_dice() -> None:
    hunt, treasure = SCENARIOS["wyrdstone_hunt"].plan.counters, SCENARIOS["treasure_hunt"].plan.counters
    assert hunt is not None
    assert treasure is not None
    assert (hunt.in_all, hunt.per_warband, hunt.from_edges, hunt.apart) == ("D3+1", None, 10, 6)
    assert (treasure.in_all, treasure.per_warband, treasure.from_edges, treasure.apart) == (None, "D3", 10, 6)
    carried = {key: one.plan.carries for key, one in SCENARIOS.items() if one.plan.carries}
    assert {key: (one.whose, one.each, one.amount) for key, one in carried.items()} == {
        "ambush": ("defender", "hero", "D3"), "chance_encounter": ("everybody", "warband", "D3"),
    }  # fmt: skip
    pool, altar, lair = (SCENARIOS[key].plan.objective for key in ("the_pool", "kidnapped", "monster_hunt"))
    assert pool is not None
    assert altar is not None
    assert lair is not None
    assert (pool.size, pool.holds, altar.clear, lair.size) == ((6, 6), "D3+3", 6, (6, 6))
    marks, late = SCENARIOS["occupy"].plan.marks, SCENARIOS["surprise_attack"].plan.late
    assert marks is not None
    assert late is not None
    assert (marks.number, late.whose, late.up_to, late.least) == ("D3+2", "defender", 3, 1)
    finds, creature = SCENARIOS["the_wizards_mansion"].plan.finds, SCENARIOS["monster_hunt"].plan.creature
    assert finds is not None
    assert creature is not None
    assert (finds.beyond, finds.stays, creature.chart) == (1, ("wooden_man",), "great_beasts")


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ({"order": "defender_first"}, "without roles"),
        ({"first_turn": "attacker"}, "without roles"),
        ({"late": {"whose": "defender", "up_to": 3}}, "without roles"),
        ({"finds": {"chart": "wizards_mansion_finds"}}, "nobody finds anything"),
        ({"counters": {"kind": "wyrdstone", "from_edges": 10, "apart": 6}}, "so many in all"),
        ({"places": [{"whose": "everybody", "ground": {"kind": "moon"}}]}, "Input should be"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(plan: dict[str, object], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        SetUp.model_validate(plan)
