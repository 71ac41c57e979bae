"""What Dwarfs may carry, gromril above all."""

import pytest

from tests.warbands.roster.cast import checked, codes, dwarfs, three_dwarfs, warrior


def alone(line: str, **changes) -> int:
    """What one warrior costs a starting warband."""
    return checked(three_dwarfs(line, starting_gold=10_000)).cost - checked(three_dwarfs()).cost


@pytest.mark.parametrize(
    ("line", "cost"),
    [
        ("dwarf_clansman: dwarf_axe, shield", 60),
        ("3 dwarf_clansman: dwarf_axe, shield", 180),
        ("dwarf_clansman: gromril dwarf_axe", 85),
        ("dwarf_clansman: gromril mace", 49),
        ("dwarf_clansman: gromril_armour", 115),
        ("dwarf_thunderer: pistol_brace", 70),
        ("troll_slayer: 2 dwarf_axe", 80),
        ("troll_slayer: gromril double_handed_weapon", 95),
        ("dwarf_engineer: handgun", 85),
    ],
)
def test_a_dwarf_costs_his_hire_and_his_gear(line, cost):
    assert alone(line) == cost


# MH-008
def test_a_noble_in_gromril_armour_costs_160():
    company = dwarfs("dwarf_noble: gromril_armour", "2 beardling")
    assert codes(company) == []
    assert checked(company).cost == 160 + 50


# MH-011
@pytest.mark.parametrize(
    ("gear", "expected"),
    [
        ("pistol", ["missile_forbidden"]),
        ("crossbow", ["missile_forbidden"]),
        ("shield", ["armour_forbidden"]),
        ("helmet", ["armour_forbidden"]),
        ("gromril_armour", ["armour_forbidden"]),
        ("2 dwarf_axe", []),
        ("gromril double_handed_weapon", []),
    ],
)
@pytest.mark.parametrize("battles", [0, 1], ids=["at the start", "later"])
def test_a_slayer_has_close_combat_weapons_and_nothing_else(gear, expected, battles):
    company = three_dwarfs(f"troll_slayer: {gear}", battles=battles, **({"treasury": 0} if battles else {}))
    assert codes(company) == expected


# MH-011
def test_a_helmet_in_the_stash_does_not_trouble_a_slayer():
    assert codes(three_dwarfs("troll_slayer", battles=1, stash="helmet, crossbow")) == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dwarf_engineer: light_armour", ["armour_forbidden"]),
        ("dwarf_engineer: helmet", ["armour_forbidden"]),
        ("dwarf_engineer: dwarf_axe", ["item_not_on_list"]),
        ("dwarf_thunderer: dwarf_axe", ["item_not_on_list"]),
        ("dwarf_thunderer: gromril axe", ["item_not_on_list"]),
        ("dwarf_thunderer: gromril_armour", ["item_not_on_list"]),
        ("dwarf_clansman: pistol_brace", ["item_not_on_list"]),
        ("dwarf_clansman: crossbow", ["item_not_on_list"]),
        ("dwarf_clansman: gromril dagger", ["item_not_on_list"]),
        ("dwarf_clansman: gromril pistol", ["item_not_on_list"]),
        ("dwarf_clansman: ithilmar sword", ["item_not_on_list"]),
        ("dwarf_clansman: battle_axe", ["item_not_on_list"]),
        ("dwarf_clansman: mad_cap_mushrooms", ["item_not_on_list"]),
        ("beardling: toughened_leathers", ["item_not_on_list"]),
    ],
)
def test_a_dwarf_is_refused_what_is_not_for_him(line, expected):
    assert codes(three_dwarfs(line)) == expected


def test_a_promoted_leader_has_the_nobles_list_as_well():
    def company(**changes):
        lad = warrior("beardling: dwarf_axe", section="hero", promoted=True, experience=4, **changes)
        return dwarfs(lad, "3 dwarf_clansman", battles=3)

    assert codes(company()) == ["leader_count", "item_not_on_list"]
    assert codes(company(leader=True)) == []


def test_an_engineer_who_leads_still_wears_no_armour():
    company = dwarfs(warrior("dwarf_engineer: dwarf_axe, helmet", leader=True), "2 beardling", battles=1)
    assert codes(company) == ["armour_forbidden"]
