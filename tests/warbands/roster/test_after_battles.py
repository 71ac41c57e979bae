"""Losses are recorded without refusal: some problems are then noted only (ruling 9)."""

import pytest

from tests.warbands.roster.cast import checked, codes, dwarfs, orcs, three_dwarfs, three_orcs, warrior


@pytest.mark.parametrize(
    ("warband", "code"),
    [
        (orcs("orc_boss", battles=1), "too_few_warriors"),
        (three_dwarfs("5 beardling", "5 beardling", battles=1), "too_many_warriors"),
        (orcs("orc_boss", "2 cave_squig", "goblin_warrior", battles=1), "ratio_exceeded"),
        (orcs("3 orc_boy", battles=1), "leader_count"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_after_a_battle_this_is_noted_and_does_not_block(warband, code):
    found = checked(warband)
    assert [(p.code, p.blocking) for p in found.problems] == [(code, False)]
    assert found.legal


@pytest.mark.parametrize(
    ("warband", "code"),
    [
        (three_orcs("big_un", "big_un", "big_un", battles=1), "too_many_of_type"),
        (three_orcs("6 orc_boy", battles=1), "group_size"),
        (three_orcs("orc_boy: club", battles=1), "item_not_on_list"),
        (three_orcs("elf_ranger", battles=1), "hired_sword_refuses"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_after_a_battle_this_blocks_as_before(warband, code):
    found = checked(warband)
    assert [(p.code, p.blocking) for p in found.problems] == [(code, True)]
    assert not found.legal


def test_after_a_battle_there_is_no_cost_and_the_treasury_is_as_stated():
    found = checked(three_orcs(battles=1, treasury=12))
    assert (found.cost, found.treasury) == (None, 12)


def test_battles_allow_what_the_start_does_not():
    veteran = warrior(
        "troll_slayer: dwarf_axe",
        experience=30,
        skills=["monster_slayer"],
        increases={"ws": 1},
        injuries=["old_battle_wound"],
        games_to_miss=2,
        captured_by="Da Snikkaz",
        advances_due=1,
    )
    company = dwarfs("dwarf_noble", veteran, "beardling", battles=6, treasury=0, wyrdstone=3, stash="helmet")
    assert codes(company) == []
