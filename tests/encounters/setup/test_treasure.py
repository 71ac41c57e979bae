"""What is rolled before the battle, and what is to be had."""

from __future__ import annotations

import pytest

from tests.encounters.setup.stage import parties, party, planned
from warbands.roster.refusals import Refused

TURNS = (6, 5, 4, 3, 2, 1)


def rewards(plan, kind: str) -> list[tuple[str, object]]:
    return [(reward.to, reward.amount) for reward in plan.rewards if reward.kind == kind]


def test_three_counters_at_most_for_each_warband() -> None:
    plan = planned(parties(*"ABC"), 1, 2, 3, 6, 5, 4, 6, 5, 4, scenario="treasure_hunt")
    assert len(plan.counters) == 6
    assert rewards(plan, "shards") == [("finder", 6)]


def test_one_to_four_in_all_in_a_wyrdstone_hunt() -> None:
    plan = planned(parties(*"AB"), 3, 6, 5, 6, 5, scenario="wyrdstone_hunt")
    assert len(plan.counters) == 4
    assert plan.rolls[0].die == "D3+1"


def test_the_pool_holds_four_to_six_shards() -> None:
    plan = planned(parties(*"ABC"), 2, 6, 5, 4, 6, 5, 4, scenario="the_pool")
    assert rewards(plan, "objective") == [("finder", 5)]


def test_each_of_the_defenders_heroes_carries_shards_in_an_ambush() -> None:
    some = parties(("A", 90), party("Dwarfs", 200, kind="dwarf_treasure_hunters"), ("C", 95))
    plan = planned(some, 3, 6, 5, 6, 5, 4, scenario="ambush")
    carried = [reward for reward in plan.rewards if reward.kind == "carried"]
    assert [(one.to, one.warrior, one.amount) for one in carried] == [("Dwarfs", "Leader", 3)]
    assert plan.limits[0].turns == 10


def test_the_boy_stands_in_the_middle() -> None:
    plan = planned(parties(*"ABC"), 6, 5, 4, 6, 5, 4, scenario="the_lost_prince")
    assert plan.as_json()["counters"] == [{"kind": "prince", "x": 36.0, "y": 24.0}]


def test_the_beast_is_rolled_or_chosen() -> None:
    plan = planned(parties(*"ABC"), 6, *TURNS, scenario="monster_hunt")
    assert plan.creature is not None
    assert plan.creature.key == "young_chimera"
    assert plan.as_json()["counters"] == [{"kind": "young_chimera", "x": 36.0, "y": 24.0}]
    plan = planned(parties(*"ABC"), *TURNS, scenario="monster_hunt", creature="young_wyvern")
    assert plan.creature is not None
    assert plan.creature.name == "Young Wyvern"


def test_three_to_five_buildings_nearest_to_the_middle_are_played_for() -> None:
    plan = planned(parties(*"AB"), 1, 6, 5, 6, 5, scenario="occupy")
    assert len(plan.marked) == 3
    middle = complex(24, 24)
    far = {one.number: abs(one.middle - middle) for one in plan.drawn.buildings}
    assert max(far[number] for number in plan.marked) <= min(far[n] for n in far if n not in plan.marked)
    assert sum("marked" in feature for feature in plan.features) == 3
    assert plan.overlay.marked == plan.marked


# --- the mansion's finds


def mansion(attackers: int, *faces: int):
    some = parties(("Holders", 300), *((f"Attacker {number}", 100) for number in range(attackers)))
    ranked = tuple(range(attackers, 0, -1)) if attackers <= 6 else ()
    setting_up = ranked if attackers > 1 else ()
    turns = (6, *[1] * attackers)
    return planned(some, *faces, *setting_up, *turns, scenario="the_wizards_mansion")


def test_nothing_is_found_against_one_attacker() -> None:
    plan = mansion(1)
    assert len(plan.left) == 6
    assert [reward.to for reward in plan.rewards if reward.kind == "find"] == ["winners"] * 6


def test_one_find_for_each_attacker_beyond_the_first_and_each_once() -> None:
    # 2, then 2 again, then 4; then how many doses of mandrake root
    plan = mansion(3, 2, 2, 4, 3)
    found = [(one.key, one.to, one.amount) for one in plan.rewards if one.kind == "find" and one.to == "Holders"]
    assert found == [("mandrake_root", "Holders", 3), ("lucky_charm", "Holders", 1)]
    assert plan.left == ("wooden_man", "crimson_shade", "holy_relic", "cathayan_silk_clothes")


def test_seven_attackers_leave_nothing() -> None:
    some = parties(("Holders", 300), *((f"Attacker {number}", 100) for number in range(7)))
    # six finds with their doses; seven attackers, of whom two roll a 6; eight for the first turn
    finds, doses = (1, 2, 3, 4, 5, 6), (1, 2)
    plan = planned(some, *finds, *doses, 6, 6, 5, 4, 3, 2, 1, 2, 1, 6, *[1] * 7, scenario="the_wizards_mansion")
    assert plan.left == ()
    assert len([one for one in plan.rewards if one.kind == "find" and one.to == "Holders"]) == 6


def test_dice_that_find_nothing_new_end_with_a_sentence() -> None:
    with pytest.raises(Refused, match="The dice never showed anything new"):
        mansion(3, *[2] * 300)
