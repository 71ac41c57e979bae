"""The core game's prices, weapons and armour, copied as facts, against what the rulebook says."""

import pytest

from mordheim.rules.rulebook import Rulebook
from mordheim.rules.words import CHARACTERISTICS, Profile
from tests import books

# item: (fixed part in gold crowns, dice added to it, rarity; None is common)
PRICE_CHART = {
    # hand-to-hand
    "dagger": (2, None, None),
    "mace": (3, None, None),
    "hammer": (3, None, None),
    "club": (3, None, None),
    "staff": (3, None, None),
    "axe": (5, None, None),
    "sword": (10, None, None),
    "flail": (15, None, None),
    "morning_star": (15, None, None),
    "halberd": (10, None, None),
    "spear": (10, None, None),
    "double_handed_weapon": (15, None, None),
    "lance": (40, None, 8),
    # missile
    "short_bow": (5, None, None),
    "bow": (10, None, None),
    "long_bow": (15, None, None),
    "elf_bow": (35, "3D6", 12),
    "crossbow": (25, None, None),
    "repeater_crossbow": (40, None, 8),
    "crossbow_pistol": (35, None, 9),
    "sling": (2, None, None),
    "throwing_knives": (15, None, 5),
    # blackpowder
    "pistol": (15, None, 8),
    "pistol_brace": (30, None, 8),
    "duelling_pistol": (30, None, 10),
    "duelling_pistol_brace": (60, None, 10),
    "blunderbuss": (30, None, 9),
    "handgun": (35, None, 8),
    "hochland_long_rifle": (200, None, 11),
    # armour
    "light_armour": (20, None, None),
    "heavy_armour": (50, None, None),
    "ithilmar_armour": (90, None, 11),
    "gromril_armour": (150, None, 11),
    "shield": (5, None, None),
    "buckler": (5, None, None),
    "helmet": (10, None, None),
    "barding": (80, None, 8),
    # miscellaneous
    "black_lotus": (10, "D6", 9),
    "blessed_water": (10, "3D6", 6),
    "bugmans_ale": (50, "3D6", 9),
    "cathayan_silk_clothes": (50, "2D6", 9),
    "crimson_shade": (35, "D6", 8),
    "dark_venom": (30, "2D6", 8),
    "elven_cloak": (100, "D6x10", 12),
    "garlic": (1, None, None),
    "halfling_cookbook": (30, "3D6", 7),
    "healing_herbs": (20, "2D6", 8),
    "holy_relic": (15, "3D6", 8),
    "holy_tome": (100, "D6x10", 8),
    "horse": (40, None, 8),
    "warhorse": (80, None, 11),
    "wardog": (25, "2D6", 10),
    "hunting_arrows": (25, "D6", 8),
    "lantern": (10, None, None),
    "lucky_charm": (10, None, 6),
    "mad_cap_mushrooms": (30, "3D6", 9),
    "mandrake_root": (25, "D6", 8),
    "mordheim_map": (20, "4D6", 9),
    "net": (5, None, None),
    "rope_and_hook": (5, None, None),
    "superior_blackpowder": (30, None, 11),
    "tears_of_shallaya": (10, "2D6", 7),
    "tome_of_magic": (200, "D6x25", 12),
    # one warband's only
    "sigmarite_warhammer": (15, None, None),
    "steel_whip": (10, None, None),
    "fighting_claws": (35, None, 7),
    "weeping_blades": (50, None, 9),
    "blowpipe": (25, None, 7),
    "warplock_pistol": (35, None, 11),
    "warplock_pistol_brace": (70, None, 11),
}

# weapon: (range in inches, None for close combat; Strength; modifier on top of Strength; whole modifier; hands)
WEAPONS = {
    "fist": (None, "user-1", None, None, 1),
    "dagger": (None, "user", None, None, 1),
    "mace": (None, "user", None, None, 1),
    "hammer": (None, "user", None, None, 1),
    "club": (None, "user", None, None, 1),
    "staff": (None, "user", None, None, 1),
    "axe": (None, "user", -1, None, 1),
    "sword": (None, "user", None, None, 1),
    "flail": (None, "user+2", None, None, 2),
    "morning_star": (None, "user+1", None, None, 1),
    "halberd": (None, "user+1", None, None, 2),
    "spear": (None, "user", None, None, 1),
    "lance": (None, "user+2", None, None, 1),
    "double_handed_weapon": (None, "user+2", None, None, 2),
    "sigmarite_warhammer": (None, "user+1", None, None, 1),
    "steel_whip": (None, "user", None, None, 1),
    "fighting_claws": (None, "user", None, None, 1),
    "weeping_blades": (None, "user", None, None, 1),
    "short_bow": (16, "3", None, None, 1),
    "bow": (24, "3", None, None, 1),
    "long_bow": (30, "3", None, None, 1),
    "elf_bow": (36, "3", -1, None, 1),
    "crossbow": (30, "4", None, None, 1),
    "repeater_crossbow": (24, "3", None, None, 1),
    "crossbow_pistol": (10, "4", None, None, 1),
    "sling": (18, "3", None, None, 1),
    "throwing_knives": (6, "user", None, None, 1),
    "blowpipe": (8, "1", 1, None, 1),
    "pistol": (6, "4", None, -2, 1),
    "pistol_brace": (6, "4", None, -2, 1),
    "duelling_pistol": (10, "4", None, -2, 1),
    "duelling_pistol_brace": (10, "4", None, -2, 1),
    "blunderbuss": (16, "3", None, None, 1),
    "handgun": (24, "4", None, -2, 1),
    "hochland_long_rifle": (48, "4", None, -2, 1),
    "warplock_pistol": (8, "5", None, -3, 1),
    "warplock_pistol_brace": (8, "5", None, -3, 1),
}

WEAPON_RULES = {
    "fist": "enemy_save_plus_1 one_attack_only",
    "dagger": "enemy_save_plus_1",
    "mace": "concussion",
    "hammer": "concussion",
    "club": "concussion",
    "staff": "concussion",
    "axe": "cutting_edge",
    "sword": "parry",
    "flail": "heavy two_handed",
    "morning_star": "heavy difficult_to_use",
    "halberd": "two_handed",
    "spear": "strike_first unwieldy cavalry_bonus",
    "lance": "cavalry_weapon cavalry_bonus",
    "double_handed_weapon": "two_handed strike_last",
    "sigmarite_warhammer": "concussion holy_weapon",
    "steel_whip": "cannot_be_parried whipcrack",
    "fighting_claws": "pair climb parry_with_reroll cumbersome",
    "weeping_blades": "pair venomous parry",
    "short_bow": "",
    "bow": "",
    "long_bow": "",
    "elf_bow": "save_modifier",
    "crossbow": "move_or_fire",
    "repeater_crossbow": "fire_twice",
    "crossbow_pistol": "shoot_in_combat",
    "sling": "fire_twice_half_range",
    "throwing_knives": "thrown",
    "blowpipe": "poison stealthy",
    "pistol": "prepare_shot hand_to_hand",
    "duelling_pistol": "prepare_shot hand_to_hand accuracy",
    "blunderbuss": "shot fire_once",
    "handgun": "prepare_shot move_or_fire",
    "hochland_long_rifle": "prepare_shot move_or_fire pick_target",
    "warplock_pistol": "prepare_shot hand_to_hand",
}

SISTERS, PRIEST = "sisters_of_sigmar", "warrior_priest"


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return books.rulebook()


def line(profile: Profile) -> tuple[object, ...]:
    return tuple(getattr(profile, characteristic) for characteristic in CHARACTERISTICS)


def changes(effects: tuple) -> list[tuple[str, int]]:
    return [(effect.characteristic, effect.by) for effect in effects if effect.kind == "characteristic"]


def given_rules(effects: tuple) -> list[str]:
    return [effect.rule for effect in effects if effect.kind == "gives_rule"]


# --- prices


@pytest.mark.parametrize("key", PRICE_CHART)
def test_the_price_chart_has_the_printed_price_dice_and_rarity(rulebook: Rulebook, key: str) -> None:
    item = rulebook.items[key]
    assert (item.price, item.plus, item.rarity) == PRICE_CHART[key]


def test_nothing_of_the_core_game_has_a_price_besides_the_price_chart(rulebook: Rulebook) -> None:
    priced = {item.key for item in rulebook.items.values() if item.book == "core" and item.price is not None}
    assert priced == set(PRICE_CHART)


def test_a_gromril_weapon_costs_four_times_and_an_ithilmar_weapon_three_times_its_price(rulebook: Rulebook) -> None:
    gromril, ithilmar = rulebook.materials["gromril"], rulebook.materials["ithilmar"]
    assert (gromril.price_times, gromril.rarity, gromril.save_modifier, gromril.initiative) == (4, 11, -1, 0)
    assert (ithilmar.price_times, ithilmar.rarity, ithilmar.save_modifier, ithilmar.initiative) == (3, 9, 0, 1)


def test_daggers_and_missile_weapons_are_never_made_of_gromril(rulebook: Rulebook) -> None:
    gromril = rulebook.materials["gromril"]
    assert "dagger" in gromril.except_items
    assert gromril.for_category == "close_combat"
    assert rulebook.items["pistol"].category == "missile"


def test_a_brace_costs_twice_its_pistol_and_shoots_alike(rulebook: Rulebook) -> None:
    braces = [item for item in rulebook.items.values() if item.brace_of and item.book == "core"]
    assert {brace.key for brace in braces} == {"pistol_brace", "duelling_pistol_brace", "warplock_pistol_brace"}
    for brace in braces:
        single = rulebook.items[brace.brace_of]
        assert (brace.price, brace.weapon, brace.rarity) == (2 * single.price, single.weapon, single.rarity)
        assert brace.uses_slots == {"missile": 1}


def test_holy_things_are_easier_to_find_for_sisters_and_priests(rulebook: Rulebook) -> None:
    for key, rarity in {"blessed_water": None, "holy_relic": 6}.items():
        (found,) = rulebook.items[key].rarity_for
        assert found.rarity == rarity
        assert [(who.families, who.warriors) for who in found.who.any_of] == [((SISTERS,), ()), ((), (PRIEST,))]


def test_black_lotus_is_rare_7_for_skaven(rulebook: Rulebook) -> None:
    (found,) = rulebook.items["black_lotus"].rarity_for
    assert (found.who.families, found.rarity) == (("skaven",), 7)


@pytest.mark.parametrize(
    ("key", "families"),
    {
        "black_lotus": {"witch_hunters", SISTERS},
        "dark_venom": {"witch_hunters", SISTERS},
        "blessed_water": {"undead"},
        "garlic": {"undead"},
        "halfling_cookbook": {"undead", "carnival_of_chaos"},
        "tears_of_shallaya": {"possessed", "undead"},
        "tome_of_magic": {"witch_hunters", SISTERS},
        "wardog": {"skaven"},
    }.items(),
)
def test_some_things_are_not_sold_to_everybody(rulebook: Rulebook, key: str, families: set[str]) -> None:
    refused = rulebook.items[key].not_for
    assert refused is not None
    assert set(refused.families) == families


@pytest.mark.parametrize(
    ("family", "keys"),
    {
        SISTERS: {"sigmarite_warhammer", "steel_whip"},
        "skaven": {"fighting_claws", "weeping_blades", "blowpipe", "warplock_pistol", "warplock_pistol_brace"},
    }.items(),
)
def test_some_weapons_are_made_for_one_warband_only(rulebook: Rulebook, family: str, keys: set[str]) -> None:
    own = {item.key for item in rulebook.items.values() if item.weapon and item.only_for and item.book == "core"
           and family in item.only_for.families}  # fmt: skip
    assert own == keys


def test_miscellaneous_equipment_is_for_heroes(rulebook: Rulebook) -> None:
    for item in rulebook.items.values():
        if item.book == "core" and item.category in ("miscellaneous", "poison", "drug", "mount", "barding"):
            assert item.heroes_only, item.key


def test_jewels_sell_for_what_the_books_say(rulebook: Rulebook) -> None:
    sales = {key: rulebook.items[key].sale for key in ("gem", "jewelled_sword", "jewelled_dagger")}
    assert {key: sale and sale.price for key, sale in sales.items()} == {
        "gem": 10,
        "jewelled_sword": 10,
        "jewelled_dagger": 2,
    }


def test_there_are_six_artefacts_and_none_has_a_price(rulebook: Rulebook) -> None:
    artefacts = [item for item in rulebook.items.values() if item.category == "artefact" and item.book == "core"]
    assert {artefact.key for artefact in artefacts} == {
        "the_boots_and_rope_of_pieter",
        "the_count_of_ventimiglias_misericordia",
        "attlas_plate_mail",
        "bow_of_seeking",
        "executioners_hood",
        "all_seeing_eye_of_numas",
    }
    assert all(artefact.price is None for artefact in artefacts)


# --- weapons and armour


@pytest.mark.parametrize("key", WEAPONS)
def test_a_weapon_has_its_printed_range_strength_and_save_modifier(rulebook: Rulebook, key: str) -> None:
    weapon = rulebook.items[key].weapon
    assert weapon is not None
    assert (
        weapon.range,
        weapon.strength,
        weapon.save_modifier,
        weapon.save_modifier_total,
        weapon.hands,
    ) == WEAPONS[key]


@pytest.mark.parametrize("key", WEAPON_RULES)
def test_a_weapon_has_its_printed_rules(rulebook: Rulebook, key: str) -> None:
    assert list(rulebook.items[key].weapon.rules) == WEAPON_RULES[key].split()
    for rule in rulebook.items[key].weapon.rules:
        assert rulebook.rules[rule].kind == "weapon"


def test_blackpowder_weapons_are_marked_as_such(rulebook: Rulebook) -> None:
    powder = {item.key for item in rulebook.items.values() if item.blackpowder and item.book == "core"}
    assert powder == {
        "pistol", "pistol_brace", "duelling_pistol", "duelling_pistol_brace", "blunderbuss", "handgun",
        "hochland_long_rifle", "warplock_pistol", "warplock_pistol_brace",
    }  # fmt: skip


def test_armour_gives_its_printed_save(rulebook: Rulebook) -> None:
    suits = {"light_armour": 6, "heavy_armour": 5, "ithilmar_armour": 5, "gromril_armour": 4}
    assert {key: rulebook.items[key].armour.save for key in suits} == suits


def test_only_heavy_armour_slows_its_wearer_and_only_beside_a_shield(rulebook: Rulebook) -> None:
    slow = {i.key: i.armour.movement_with_shield for i in rulebook.items.values() if i.armour and i.book == "core"}
    assert {key: by for key, by in slow.items() if by} == {"heavy_armour": -1}


def test_a_shield_adds_one_and_saves_on_six_alone_while_a_buckler_parries(rulebook: Rulebook) -> None:
    shield, buckler = rulebook.items["shield"].armour, rulebook.items["buckler"].armour
    assert (shield.bonus, shield.alone, shield.rules) == (1, 6, ())
    assert (buckler.bonus, buckler.alone, buckler.rules) == (0, None, ("parry",))


def test_a_helmet_or_a_cooking_pot_turns_stunned_into_knocked_down_on_four_or_more(rulebook: Rulebook) -> None:
    assert [rulebook.items[key].armour.stun_save for key in ("helmet", "cooking_pot")] == [4, 4]


def test_the_beasts_one_buys_have_their_printed_profiles(rulebook: Rulebook) -> None:
    assert {key: line(rulebook.items[key].profile) for key in ("horse", "warhorse", "wardog")} == {
        "horse": (8, 1, 0, 3, 3, 1, 3, 0, 5),
        "warhorse": (8, 3, 0, 3, 3, 1, 3, 1, 5),
        "wardog": (6, 4, 0, 4, 3, 1, 4, 1, 5),
    }


def test_only_a_cookbook_and_a_scout_raise_the_size_of_a_warband(rulebook: Rulebook) -> None:
    raising = {thing.key: thing.raises_max for thing in (*rulebook.items.values(), *rulebook.hired_swords.values())}
    assert {key: by for key, by in raising.items() if by} == {"halfling_cookbook": 1, "halfling_scout": 1}
