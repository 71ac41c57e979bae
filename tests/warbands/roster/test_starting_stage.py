"""What a starting warband has, and what only battles bring."""

import pytest

from mordheim.rules.snapshot import LastingEffect, Suffered
from tests.warbands.roster.cast import checked, codes, orcs, three_dwarfs, three_orcs, warrior


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"experience": 16}, "not_at_start"),
        ({"experience": 0}, "not_at_start"),
        ({"skills": ["well_ard"]}, "not_at_start"),
        ({"increases": {"ws": 1}}, "not_at_start"),
        ({"injuries": [Suffered("leg_wound")]}, "not_at_start"),
        ({"promoted": True}, "not_at_start"),
        ({"extra_skill_lists": ["speed"]}, "not_at_start"),
        ({"games_to_miss": 1}, "not_at_start"),
        ({"captured_by": "Somebody"}, "not_at_start"),
        ({"advances_due": 1}, "not_at_start"),
        ({"skills": ["sprint"]}, "skill_not_allowed"),
    ],
)
def test_a_starting_hero_is_as_he_was_recruited(changes, code):
    found = checked(three_orcs(warrior("big_un", **changes)))
    assert [(p.code, p.where, p.blocking) for p in found.problems] == [(code, "Big 'Un", True)]


@pytest.mark.parametrize(
    "changes",
    [{"stash": "helmet"}, {"wyrdstone": 1}, {"effects": (LastingEffect("straggler"),)}],
    ids=["a stash", "wyrdstone", "an effect"],
)
def test_a_starting_warband_owns_what_its_warriors_carry(changes):
    assert [(p.code, p.where) for p in checked(three_orcs(**changes)).problems] == [("not_at_start", "warband")]


# MH-014
@pytest.mark.parametrize(
    ("company", "cost"),
    [
        (three_dwarfs("dwarf_clansman: dwarf_axe, shield"), 60),
        (three_dwarfs("3 dwarf_clansman: dwarf_axe, shield"), 180),
        (three_dwarfs("4 dwarf_thunderer: crossbow, helmet"), 300),
    ],
)
def test_each_member_of_a_group_pays_hire_and_gear(company, cost):
    assert checked(company).cost == checked(three_dwarfs()).cost + cost


# MH-014
def test_a_mob_of_505_gc_is_over_budget():
    shaman = warrior("orc_shaman", spells=["zzap"])
    mob = orcs("orc_boss: sword", shaman, "5 orc_boy: crossbow, helmet", "5 goblin_warrior: short_bow")
    found = checked(mob)
    assert (found.cost, found.treasury, found.codes) == (505, -5, ("over_budget",))
    assert "505" in found.problems[0].message
    assert "500" in found.problems[0].message


@pytest.mark.parametrize(
    ("stated", "expected"),
    [(None, []), (370, []), (369, ["treasury_mismatch"]), (500, ["treasury_mismatch"]), (0, ["treasury_mismatch"])],
)
def test_a_stated_treasury_is_the_gold_less_the_cost(stated, expected):
    found = checked(three_orcs(treasury=stated))
    assert (found.cost, found.treasury, list(found.codes)) == (130, 370, expected)


def test_other_starting_gold_is_another_budget():
    assert codes(three_orcs(starting_gold=130)) == []
    assert codes(three_orcs(starting_gold=129)) == ["over_budget"]
    assert codes(three_orcs(starting_gold=129, treasury=3)) == ["over_budget"]


def test_the_stash_is_no_part_of_the_cost():
    assert checked(three_orcs(stash="5 crossbow")).cost == 130


def test_what_is_off_the_list_counts_at_the_charts_price():
    assert checked(three_orcs("big_un: heavy_armour")).cost == 130 + 40 + 50
    assert checked(three_orcs("big_un: gromril sword")).cost == 130 + 40 + 40
    assert checked(three_orcs("big_un: dwarf_axe")).cost == 130 + 40 + 15
