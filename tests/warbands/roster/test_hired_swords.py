"""Whom a warband may hire, and what hired swords bring (ruling 10)."""

import pytest

from tests.warbands.roster.cast import checked, codes, rulebook, three_dwarfs, three_orcs, warrior

ORCS_HIRE = {"pit_fighter", "ogre_bodyguard", "warlock"}
DWARFS_HIRE = {"pit_fighter", "ogre_bodyguard", "warlock", "halfling_scout", "imperial_assassin", "tilean_marksman"}


def hired(key: str, **changes):
    spells = list(rulebook().lores["lesser_magic"].spells[:2]) if key == "warlock" else []
    return warrior(key, spells=changes.pop("spells", spells), **changes)


@pytest.mark.parametrize("key", sorted(rulebook().hired_swords))
def test_orcs_and_dwarfs_hire_those_who_will_serve_them(key):
    for company, allowed in ((three_orcs, ORCS_HIRE), (three_dwarfs, DWARFS_HIRE)):
        assert codes(company(hired(key))) == ([] if key in allowed else ["hired_sword_refuses"])


# MH-017
def test_a_second_pit_fighter_is_refused_and_nothing_else():
    one = three_orcs("pit_fighter", "big_un", "big_un", "troll", hired("warlock"))
    two = three_orcs("pit_fighter", "big_un", "big_un", "pit_fighter")
    assert codes(one) == []
    assert [(p.code, p.where) for p in checked(two).problems] == [("duplicate", "pit_fighter 2")]


# MH-017
@pytest.mark.parametrize("name", ["Warlock", "Troll Slayer", "Pit Fighter"])
def test_a_name_hires_nobody(name):
    assert codes(three_orcs(warrior("2 orc_boy", name=name), "pit_fighter")) == []


# MH-017
def test_a_hired_slayer_refuses_dwarfs_and_is_none_of_their_own():
    assert codes(three_dwarfs("troll_slayer", "troll_slayer")) == []
    company = three_dwarfs("troll_slayer", "troll_slayer", "dwarf_troll_slayer")
    assert codes(company) == ["hired_sword_refuses"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ogre_bodyguard", []),
        ("ogre_bodyguard: double_handed_weapon", []),
        ("ogre_bodyguard: sword, axe", []),
        ("ogre_bodyguard: 2 club", []),
        ("ogre_bodyguard: light_armour, 2 sword", []),
        ("ogre_bodyguard: double_handed_weapon, sword", ["item_not_on_list"]),
        ("ogre_bodyguard: sword, axe, club", ["item_not_on_list"]),
        ("ogre_bodyguard: double_handed_weapon, crossbow", ["item_not_on_list"]),
        ("ogre_bodyguard: gromril sword", ["item_not_on_list"]),
        ("ogre_bodyguard: helmet", ["item_not_on_list"]),
        ("pit_fighter: sword", ["item_not_on_list"]),
        ("pit_fighter: morning_star, spiked_gauntlet, helmet", []),
        ("imperial_assassin", []),
        ("imperial_assassin: axe", []),
        ("imperial_assassin: sword", []),
        ("imperial_assassin: axe, sword", ["weapon_limit"]),
        ("imperial_assassin: pistol", ["missile_forbidden"]),
        ("imperial_assassin: helmet", ["item_not_on_list"]),
        ("imperial_assassin: bow", ["weapon_limit"]),
        ("imperial_assassin: squig_prodder", ["item_not_on_list"]),
        ("imperial_assassin: steel_whip", ["item_not_on_list"]),
        ("imperial_assassin: ball_and_chain", ["item_not_on_list"]),
    ],
)
def test_a_hired_sword_brings_what_his_entry_gives(line, expected):
    company = three_orcs if line.startswith(("ogre", "pit")) else three_dwarfs
    assert codes(company(line)) == expected


def test_what_a_hired_sword_brings_is_free_and_what_the_assassin_buys_is_not():
    ogre = checked(three_orcs("ogre_bodyguard: double_handed_weapon")).cost - checked(three_orcs()).cost
    assassin = checked(three_dwarfs("imperial_assassin: axe")).cost - checked(three_dwarfs()).cost
    assert (ogre, assassin) == (80, 40 + 5)


def test_a_warlock_starts_with_two_spells_of_lesser_magic():
    first, second, third, *_ = rulebook().lores["lesser_magic"].spells
    assert codes(three_orcs(hired("warlock", spells=[first]))) == ["spell_not_allowed"]
    assert codes(three_orcs(hired("warlock", spells=[first, second]))) == []
    assert codes(three_orcs(hired("warlock", spells=[first, second, third]))) == ["spell_not_allowed"]
    assert codes(three_orcs(hired("warlock", spells=[first, "zzap"]))) == ["spell_not_allowed"]


def test_a_hired_sword_learns_from_his_own_lists():
    assassin = {"experience": 14, "skills": ["backstabber", "unstoppable_charge"]}
    assert codes(three_dwarfs(warrior("imperial_assassin", **assassin), battles=2)) == []
    assert codes(three_dwarfs(warrior("pit_fighter", **assassin), battles=2)) == ["skill_not_allowed"]
