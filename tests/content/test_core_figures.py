"""The core game's figures besides its equipment, copied as facts, against what the rulebook says."""

import pytest

from mordheim.rules.rulebook import Rulebook
from mordheim.rules.words import CHARACTERISTICS, Profile
from tests import books

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
