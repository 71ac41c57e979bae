"""The core game's figures, copied as facts, against what the rulebook says."""

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

# M WS BS S T W I A Ld
MAXIMUMS = {
    "human": (4, 6, 6, 4, 4, 3, 6, 4, 9),
    "elf": (5, 7, 7, 4, 4, 3, 9, 4, 10),
    "dwarf": (3, 7, 6, 4, 5, 3, 5, 4, 10),
    "ogre": (6, 6, 5, 5, 5, 5, 6, 5, 9),
    "halfling": (4, 5, 7, 3, 3, 3, 9, 4, 10),
    "beastman": (4, 7, 6, 4, 5, 4, 6, 4, 9),
    "possessed": (6, 8, 0, 6, 6, 4, 7, 5, 10),
    "vampire": (6, 8, 6, 7, 6, 4, 9, 4, 10),
    "skaven": (6, 6, 6, 4, 4, 3, 7, 4, 7),
    "ghoul": (5, 5, 2, 4, 5, 3, 5, 5, 7),
    "goblin": (4, 5, 6, 4, 4, 3, 6, 4, 7),
}

# (hire fee, upkeep, rating, profile, race, skill lists)
HIRED_SWORDS = {
    "pit_fighter": (30, 15, 22, (4, 4, 3, 4, 4, 1, 4, 2, 7), "human", "combat speed strength"),
    "ogre_bodyguard": (80, 30, 25, (6, 3, 2, 4, 4, 3, 3, 2, 7), "ogre", "combat strength"),
    "halfling_scout": (15, 5, 5, (4, 2, 4, 2, 2, 1, 4, 1, 8), "halfling", "speed shooting"),
    "warlock": (30, 15, 16, (4, 2, 2, 3, 3, 1, 4, 1, 8), "human", "academic"),
    "freelancer": (50, 20, 21, (4, 4, 3, 4, 3, 1, 4, 1, 7), "human", "combat strength"),
    "elf_ranger": (40, 20, 12, (5, 4, 5, 3, 3, 1, 6, 1, 8), "elf", "shooting speed special_elf_ranger_hired_sword"),
    "dwarf_troll_slayer": (
        25,
        10,
        12,
        (3, 4, 3, 3, 4, 1, 2, 1, 9),
        "dwarf",
        "combat strength special_troll_slayer_hired_sword",
    ),
}

SKILLS = {
    "combat": "strike_to_injure combat_master weapons_training web_of_steel expert_swordsman step_aside",
    "shooting": "quick_shot pistolier eagle_eyes weapons_expert nimble trick_shooter hunter knife_fighter",
    "academic": "battle_tongue sorcery streetwise haggle arcane_lore wyrdstone_hunter warrior_wizard",
    "strength": "mighty_blow pit_fighter resilient fearsome strongman unstoppable_charge",
    "speed": "leap sprint acrobat lightning_reflexes jump_up dodge scale_sheer_surfaces",
    "special_sisters_of_sigmar": (
        "sign_of_sigmar protection_of_sigmar utter_determination righteous_fury absolute_faith"
    ),
    "special_skaven": "black_hunger tail_fighting wall_runner infiltration art_of_silent_death",
    "special_troll_slayer_hired_sword": "ferocious_charge monster_slayer berserker",
    "special_elf_ranger_hired_sword": "fey luck",
}

# by the face of the D6; None is cast without a roll
SPELLS = {
    "lesser_magic": [
        ("fires_of_uzhul", 7),
        ("flight_of_zimmeran", 7),
        ("dread_of_aramar", 7),
        ("silver_arrows_of_arha", 7),
        ("luck_of_shemtek", 6),
        ("sword_of_rezhebel", 8),
    ],
    "prayers_of_sigmar": [
        ("the_hammer_of_sigmar", 7),
        ("hearts_of_steel", 8),
        ("soulfire", 9),
        ("shield_of_faith", 6),
        ("healing_hand", 5),
        ("armour_of_righteousness", 9),
    ],
    "necromancy": [
        ("lifestealer", 10),
        ("re_animation", 5),
        ("death_vision", 6),
        ("spell_of_doom", 9),
        ("call_of_vanhel", 6),
        ("spell_of_awakening", None),
    ],
    "chaos_rituals": [
        ("vision_of_torment", 10),
        ("eye_of_god", 7),
        ("dark_blood", 8),
        ("lure_of_chaos", 9),
        ("wings_of_darkness", 7),
        ("word_of_pain", 7),
    ],
    "magic_of_the_horned_rat": [
        ("warpfire", 8),
        ("children_of_the_horned_rat", None),
        ("gnawdoom", 7),
        ("black_fury", 8),
        ("eye_of_the_warp", 8),
        ("sorcerers_curse", 6),
    ],
}

SERIOUS_INJURIES = {
    "dead": [11, 12, 13, 14, 15],
    "multiple_injuries": [16, 21],
    "leg_wound": [22],
    "arm_wound": [23],
    "madness": [24],
    "smashed_leg": [25],
    "chest_wound": [26],
    "blinded_in_one_eye": [31],
    "old_battle_wound": [32],
    "nervous_condition": [33],
    "hand_injury": [34],
    "deep_wound": [35],
    "robbed": [36],
    "full_recovery": [41, 42, 43, 44, 45, 46, 51, 52, 53, 54, 55],
    "bitter_enmity": [56],
    "captured": [61],
    "hardened": [62, 63],
    "horrible_scars": [64],
    "sold_to_the_pits": [65],
    "survives_against_the_odds": [66],
}

MUTATIONS = {
    "daemon_soul": 20,
    "great_claw": 50,
    "cloven_hoofs": 40,
    "tentacle": 35,
    "blackblood": 30,
    "spines": 35,
    "scorpion_tail": 40,
    "extra_arm": 40,
    "hideous": 40,
}

LASTING = {
    "leg_wound", "arm_wound", "madness", "smashed_leg", "chest_wound", "blinded_in_one_eye", "old_battle_wound",
    "nervous_condition", "hand_injury", "bitter_enmity", "hardened", "horrible_scars",
}  # fmt: skip
CHANGES = {
    "leg_wound": ("m", -1),
    "chest_wound": ("t", -1),
    "blinded_in_one_eye": ("bs", -1),
    "nervous_condition": ("i", -1),
    "hand_injury": ("ws", -1),
    "mandrake_weakness": ("t", -1),
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


# --- races


@pytest.mark.parametrize("race", MAXIMUMS)
def test_a_race_has_its_printed_maximum_profile(rulebook: Rulebook, race: str) -> None:
    assert line(rulebook.races[race].maximum) == MAXIMUMS[race]


@pytest.mark.parametrize("race", ["animal", "undead", "rat_ogre"])
def test_those_who_never_learn_have_no_maximum(rulebook: Rulebook, race: str) -> None:
    assert rulebook.races[race].maximum is None


# --- hired swords


@pytest.mark.parametrize("key", HIRED_SWORDS)
def test_a_hired_sword_has_his_printed_fees_rating_profile_and_skill_lists(rulebook: Rulebook, key: str) -> None:
    sword = rulebook.hired_swords[key]
    lists = " ".join(sword.skill_lists)
    assert (
        sword.hire_fee,
        sword.upkeep_fee,
        sword.rating,
        line(sword.profile),
        sword.race,
        lists,
    ) == HIRED_SWORDS[key]


@pytest.mark.parametrize(
    ("key", "only", "never"),
    [
        ("pit_fighter", set(), {"undead", "skaven"}),
        ("ogre_bodyguard", set(), {"skaven"}),
        ("halfling_scout", set(), {"skaven", "undead", "possessed"}),
        ("warlock", set(), {"witch_hunters", SISTERS}),
        ("freelancer", {"mercenaries", "witch_hunters"}, set()),
        ("elf_ranger", {"mercenaries", "witch_hunters"}, set()),
        ("dwarf_troll_slayer", {"mercenaries", "witch_hunters"}, set()),
    ],
)
def test_a_hired_sword_serves_whom_his_entry_names(
    rulebook: Rulebook, key: str, only: set[str], never: set[str]
) -> None:
    sword = rulebook.hired_swords[key]
    assert set(sword.only_for.families if sword.only_for else ()) == only
    assert set(sword.not_for.families if sword.not_for else ()) == never


@pytest.mark.parametrize(
    ("key", "gear", "choices"),
    [
        ("pit_fighter", "morning_star spiked_gauntlet helmet", []),
        ("ogre_bodyguard", "light_armour", [(2, "sword axe battle_axe club"), (1, "double_handed_weapon")]),
        ("halfling_scout", "bow dagger cooking_pot", []),
        ("warlock", "staff", []),
        ("freelancer", "heavy_armour shield lance sword", []),
        ("elf_ranger", "elf_bow sword elven_cloak", []),
        ("dwarf_troll_slayer", "", [(2, "axe"), (1, "double_handed_weapon")]),
    ],
)
def test_a_hired_sword_brings_his_printed_gear(
    rulebook: Rulebook, key: str, gear: str, choices: list[tuple[int, str]]
) -> None:
    sword = rulebook.hired_swords[key]
    assert list(sword.gear) == gear.split()
    assert [(choice.pick, " ".join(choice.of)) for choice in sword.gear_choice] == choices


def test_elf_and_dwarf_ask_double_for_each_others_company(rulebook: Rulebook) -> None:
    dearer = {
        key: [(upkeep.includes.races, upkeep.fee) for upkeep in rulebook.hired_swords[key].upkeep_if]
        for key in HIRED_SWORDS
        if rulebook.hired_swords[key].upkeep_if
    }
    assert dearer == {"elf_ranger": [(("dwarf",), 40)], "dwarf_troll_slayer": [(("elf",), 20)]}


def test_a_warlock_knows_two_random_spells_of_lesser_magic(rulebook: Rulebook) -> None:
    casting = rulebook.hired_swords["warlock"].casting
    assert (casting.lore, casting.starting) == ("lesser_magic", 2)


def test_the_freelancer_rides_a_warhorse(rulebook: Rulebook) -> None:
    assert rulebook.hired_swords["freelancer"].mount == "warhorse"


# --- skills


@pytest.mark.parametrize("key", SKILLS)
def test_a_skill_list_has_its_printed_skills(rulebook: Rulebook, key: str) -> None:
    assert list(rulebook.skill_lists[key].skills) == SKILLS[key].split()


def test_every_core_skill_stands_on_exactly_one_core_list(rulebook: Rulebook) -> None:
    listed = [skill for key in SKILLS for skill in rulebook.skill_lists[key].skills]
    assert sorted(listed) == sorted(key for key, skill in rulebook.skills.items() if skill.book == "core")
    assert [len(SKILLS[key].split()) for key in ("combat", "shooting", "academic", "strength", "speed")] == [
        6, 8, 7, 6, 7,
    ]  # fmt: skip


def test_skills_open_weapons_range_and_armour(rulebook: Rulebook) -> None:
    kinds = {
        key: [effect.model_dump(exclude={"kind"}, exclude_defaults=True) for effect in rulebook.skills[key].effects]
        for key in ("weapons_training", "weapons_expert", "eagle_eyes", "streetwise", "sorcery")
    }
    assert kinds == {
        "weapons_training": [{"category": "close_combat"}],
        "weapons_expert": [{"category": "missile"}],
        "eagle_eyes": [{"by": 6}],
        "streetwise": [{"roll": "rare_item", "by": 2}],
        "sorcery": [{"roll": "casting", "by": 1}],
    }
    assert [effect.kind for effect in rulebook.skills["warrior_wizard"].effects] == ["casts_in_armour"]


def test_some_skills_are_not_for_everybody(rulebook: Rulebook) -> None:
    skills = rulebook.skills
    assert skills["battle_tongue"].only_for.own_leader
    assert skills["battle_tongue"].not_for.families == ("undead",)
    assert skills["sorcery"].only_for.spellcasters
    assert skills["warrior_wizard"].only_for.spellcasters
    assert (skills["sorcery"].not_for.families, skills["sorcery"].not_for.warriors) == ((SISTERS,), (PRIEST,))
    assert set(skills["arcane_lore"].not_for.families) == {"witch_hunters", SISTERS}
    assert skills["utter_determination"].only_for.warriors == ("matriarch",)


# --- magic


@pytest.mark.parametrize("key", SPELLS)
def test_a_lore_has_its_printed_spells_and_difficulties(rulebook: Rulebook, key: str) -> None:
    lore = rulebook.lores[key]
    assert [(spell, rulebook.spells[spell].difficulty) for spell in lore.spells] == SPELLS[key]


def test_only_the_prayers_of_sigmar_are_prayers(rulebook: Rulebook) -> None:
    assert [key for key in SPELLS if rulebook.lores[key].prayers] == ["prayers_of_sigmar"]


# --- injuries


@pytest.mark.parametrize("key", SERIOUS_INJURIES)
def test_a_serious_injury_has_its_printed_codes(rulebook: Rulebook, key: str) -> None:
    assert list(rulebook.injuries[key].codes) == SERIOUS_INJURIES[key]


def test_the_thirty_six_codes_of_a_d66_stand_exactly_once(rulebook: Rulebook) -> None:
    codes = sorted(code for injury in rulebook.injuries.values() for code in injury.codes)
    assert codes == [10 * tens + units for tens in range(1, 7) for units in range(1, 7)]


def test_the_chart_of_serious_injuries_agrees_with_the_injuries(rulebook: Rulebook) -> None:
    for row in rulebook.charts["serious_injuries"].rows:
        covered = [code for codes in SERIOUS_INJURIES.values() for code in codes if row.low <= code <= row.high]
        assert covered == SERIOUS_INJURIES[row.key]
        assert row.name == rulebook.injuries[row.key].name


def test_an_injury_lasts_only_where_something_stays_on_the_roster(rulebook: Rulebook) -> None:
    assert {key for key in SERIOUS_INJURIES if rulebook.injuries[key].lasting} == LASTING


def test_injuries_take_the_printed_characteristic(rulebook: Rulebook) -> None:
    taken = {key: changes(injury.effects) for key, injury in rulebook.injuries.items() if injury.book == "core"}
    assert {key: change for key, (change,) in ((k, v) for k, v in taken.items() if v)} == CHANGES


def test_a_further_die_decides_arm_madness_and_leg(rulebook: Rulebook) -> None:
    outcomes = {
        key: {outcome.key: outcome.faces for outcome in injury.outcomes}
        for key, injury in rulebook.injuries.items()
        if injury.outcomes and injury.book == "core"
    }
    assert outcomes == {
        "arm_wound": {"one_arm": (1,), "misses_next_game": (2, 3, 4, 5, 6)},
        "madness": {"stupidity": (1, 2, 3), "frenzy": (4, 5, 6)},
        "smashed_leg": {"may_not_run": (1,), "misses_next_game": (2, 3, 4, 5, 6)},
    }


def test_eye_and_arm_have_a_side_and_enmity_has_its_object(rulebook: Rulebook) -> None:
    core = [injury for injury in rulebook.injuries.values() if injury.book == "core"]
    assert {injury.key for injury in core if injury.has_side} == {"arm_wound", "blinded_in_one_eye"}
    assert {injury.key for injury in core if injury.has_hatred} == {"bitter_enmity"}


def test_hardened_scarred_and_drugged_warriors_have_a_rule_from_then_on(rulebook: Rulebook) -> None:
    given = {key: given_rules(rulebook.injuries[key].effects) for key in rulebook.injuries}
    assert (given["hardened"], given["horrible_scars"], given["drug_stupidity"]) == (
        ["immune_to_fear"],
        ["fear"],
        ["stupidity"],
    )
    assert rulebook.injuries["addicted"].lasting


# --- mutations, rules and charts


def test_mutations_have_their_printed_price(rulebook: Rulebook) -> None:
    assert {key: mutation.price for key, mutation in rulebook.mutations.items()} == MUTATIONS


def test_a_troll_slayer_is_hard_to_kill_and_hard_headed(rulebook: Rulebook) -> None:
    (bands,) = rulebook.rules["hard_to_kill"].effects
    (ignored,) = rulebook.rules["hard_head"].effects
    assert (bands.stunned_from, bands.out_from) == (3, 6)
    assert ignored.rule == "concussion"


@pytest.mark.parametrize(
    ("key", "die", "rows"),
    [
        ("injury", "D6", [(1, 2, "knocked_down"), (3, 4, "stunned"), (5, 6, "out_of_action")]),
        ("henchman_injuries", "D6", [(1, 2, "lost"), (3, 6, "recovers")]),
        ("critical_hits", "D6", [(1, 2, "vital_part"), (3, 4, "exposed_spot"), (5, 6, "master_strike")]),
        (
            "hero_advance",
            "2D6",
            [
                (2, 5, "new_skill"),
                (6, 6, "strength_or_attacks"),
                (7, 7, "weapon_skill_or_ballistic_skill"),
                (8, 8, "initiative_or_leadership"),
                (9, 9, "wounds_or_toughness"),
                (10, 12, "new_skill"),
            ],
        ),
        (
            "henchman_advance",
            "2D6",
            [
                (2, 4, "initiative"),
                (5, 5, "strength"),
                (6, 7, "weapon_skill_or_ballistic_skill"),
                (8, 8, "attacks"),
                (9, 9, "leadership"),
                (10, 12, "lads_got_talent"),
            ],
        ),
        ("bitter_enmity", "D6", [(1, 3, "warrior"), (4, 4, "leader"), (5, 5, "warband"), (6, 6, "type")]),
        ("crimson_shade", "2D6", [(2, 3, "addicted"), (4, 11, "no_effect"), (12, 12, "initiative")]),
        ("mad_cap_mushrooms", "D6", [(1, 1, "drug_stupidity"), (2, 6, "no_effect")]),
        ("mandrake_root", "2D6", [(2, 3, "mandrake_weakness"), (4, 12, "no_effect")]),
    ],
)
def test_a_chart_has_its_printed_rows(rulebook: Rulebook, key: str, die: str, rows: list[tuple[int, int, str]]) -> None:
    chart = rulebook.charts[key]
    assert chart.die == die
    assert [(row.low, row.high, row.key) for row in chart.rows] == rows


def test_a_mordheim_map_is_a_fake_on_a_one_and_lasts_on_a_six(rulebook: Rulebook) -> None:
    rows = rulebook.charts["mordheim_map"].rows
    assert [(row.low, row.high) for row in rows] == [(1, 1), (2, 3), (4, 4), (5, 5), (6, 6)]
    assert (rows[0].key, rows[-1].key) == ("fake", "lasting_reroll")
