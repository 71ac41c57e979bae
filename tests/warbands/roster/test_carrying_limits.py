"""How much one warrior can carry (ruling 6)."""

import pytest

from tests.warbands.roster.cast import codes, three_dwarfs, three_orcs


@pytest.mark.parametrize(
    ("gear", "expected"),
    [
        ("sword, battle_axe", []),
        ("2 sword", []),
        ("2 dagger", []),
        ("sword, battle_axe, spear", ["weapon_limit"]),
        ("sword, battle_axe, dagger", ["weapon_limit"]),
        ("3 dagger", ["weapon_limit"]),
        ("double_handed_weapon, sword", []),
        ("double_handed_weapon, halberd", []),
        ("bow, crossbow", []),
        ("2 bow, crossbow", ["weapon_limit"]),
        ("sword, battle_axe, bow, crossbow", []),
        ("3 sword, 3 bow", ["weapon_limit", "weapon_limit"]),
        ("light_armour, shield, helmet", []),
        ("2 light_armour", ["armour_limit"]),
        ("2 shield", ["armour_limit"]),
        ("2 helmet", ["armour_limit"]),
    ],
)
def test_an_orc_carries_two_weapons_of_each_kind_and_one_piece_of_each_armour(gear, expected):
    assert codes(three_orcs(f"big_un: {gear}", starting_gold=1000)) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dwarf_thunderer: pistol_brace, handgun", []),
        ("dwarf_thunderer: pistol_brace, pistol, handgun", ["weapon_limit"]),
        ("dwarf_clansman: light_armour, heavy_armour", ["armour_limit"]),
        ("dwarf_clansman: gromril dwarf_axe, dwarf_axe", []),
        ("dwarf_clansman: gromril dwarf_axe, dwarf_axe, sword", ["weapon_limit"]),
    ],
)
def test_a_brace_is_one_weapon_and_gromril_is_as_heavy_as_iron(line, expected):
    assert codes(three_dwarfs(line)) == expected


@pytest.mark.parametrize(
    ("gear", "expected"),
    [
        ("toughened_leathers, helmet", []),
        ("toughened_leathers, shield", ["excludes_items"]),
        ("toughened_leathers, light_armour", ["excludes_items"]),
        ("2 toughened_leathers", ["armour_limit"]),
        ("banner, sword", []),
        ("banner, sword, spear", ["weapon_limit"]),
    ],
)
def test_leathers_and_banners_after_a_battle(gear, expected):
    assert codes(three_orcs(f"big_un: {gear}", battles=1)) == expected


def test_every_problem_of_a_warrior_is_told_at_once():
    line = "big_un: 3 sword, 2 light_armour, mace"
    assert codes(three_orcs(line)) == ["item_not_on_list", "weapon_limit", "armour_limit"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("orc_boy: mace, sword, spear", ["item_not_on_list", "weapon_limit"]),
        ("orc_boy: heavy_armour, light_armour", ["armour_limit", "item_not_on_list"]),
        ("orc_boy: toughened_leathers, shield", ["excludes_items", "item_not_on_list"]),
    ],
)
def test_what_is_off_the_list_is_carried_all_the_same(line, expected):
    assert sorted(codes(three_orcs(line, starting_gold=1000))) == expected


def test_what_a_ban_keeps_out_counts_no_further():
    assert codes(three_dwarfs("troll_slayer: 3 pistol")) == ["missile_forbidden"]
