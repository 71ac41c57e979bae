"""The eight warbands of the core rulebook against its figures, copied as facts.

The tables here were copied from the reference, not from the YAML, so that a slip in either shows.
"""

import pytest

from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import EquipmentList, WarriorType
from mordheim.rules.words import Profile
from tests import books


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return books.rulebook()


# warrior | price | how many | starting experience | M WS BS S T W I A Ld | race | list | section
WARRIORS = {
    "reikland": """
captain    | 60 | 1   | 20 | 4 4 4 3 3 1 4 1 8 | human | mercenary | hero
champion   | 35 | 0-2 |  8 | 4 4 3 3 3 1 3 1 7 | human | mercenary | hero
youngblood | 15 | 0-2 |  0 | 4 2 2 3 3 1 3 1 6 | human | mercenary | hero
warrior    | 25 | any |  0 | 4 3 3 3 3 1 3 1 7 | human | mercenary | henchman
marksman   | 25 | 0-7 |  0 | 4 3 4 3 3 1 3 1 7 | human | marksman  | henchman
swordsman  | 35 | 0-5 |  0 | 4 4 3 3 3 1 3 1 7 | human | mercenary | henchman
""",
    "middenheim": """
captain    | 60 | 1   | 20 | 4 4 4 4 3 1 4 1 8 | human | mercenary | hero
champion   | 35 | 0-2 |  8 | 4 4 3 4 3 1 3 1 7 | human | mercenary | hero
youngblood | 15 | 0-2 |  0 | 4 2 2 3 3 1 3 1 6 | human | mercenary | hero
warrior    | 25 | any |  0 | 4 3 3 3 3 1 3 1 7 | human | mercenary | henchman
marksman   | 25 | 0-7 |  0 | 4 3 3 3 3 1 3 1 7 | human | marksman  | henchman
swordsman  | 35 | 0-5 |  0 | 4 4 3 3 3 1 3 1 7 | human | mercenary | henchman
""",
    "marienburg": """
captain    | 60 | 1   | 20 | 4 4 4 3 3 1 4 1 8 | human | mercenary | hero
champion   | 35 | 0-2 |  8 | 4 4 3 3 3 1 3 1 7 | human | mercenary | hero
youngblood | 15 | 0-2 |  0 | 4 2 2 3 3 1 3 1 6 | human | mercenary | hero
warrior    | 25 | any |  0 | 4 3 3 3 3 1 3 1 7 | human | mercenary | henchman
marksman   | 25 | 0-7 |  0 | 4 3 3 3 3 1 3 1 7 | human | marksman  | henchman
swordsman  | 35 | 0-5 |  0 | 4 4 3 3 3 1 3 1 7 | human | mercenary | henchman
""",
    "cult_of_the_possessed": """
magister  | 70 | 1   | 20 | 4 4 4 3 3 1 3 1 8 | human     | possessed | hero
possessed | 90 | 0-2 |  8 | 5 4 0 4 4 2 4 2 7 | possessed | none      | hero
mutant    | 25 | 0-2 |  0 | 4 3 3 3 3 1 3 1 7 | human     | possessed | hero
darksoul  | 35 | 0-5 |  0 | 4 2 2 4 3 1 3 1 6 | human     | darksoul  | henchman
beastman  | 45 | 0-3 |  0 | 4 4 3 3 4 2 3 1 7 | beastman  | darksoul  | henchman
brethren  | 25 | any |  0 | 4 3 3 3 3 1 3 1 7 | human     | possessed | henchman
""",
    "witch_hunters": """
captain        | 60 | 1   | 20 | 4 4 4 3 3 1 4 1 8  | human  | witch_hunter | hero
warrior_priest | 40 | 0-1 | 12 | 4 3 3 3 3 1 3 1 8  | human  | witch_hunter | hero
witch_hunter   | 25 | 0-3 |  8 | 4 3 3 3 3 1 3 1 7  | human  | witch_hunter | hero
zealot         | 20 | any |  0 | 4 2 2 3 3 1 3 1 7  | human  | zealot       | henchman
flagellant     | 40 | 0-5 |  0 | 4 3 3 4 4 1 3 1 10 | human  | flagellant   | henchman
warhound       | 15 | 0-5 |  0 | 6 4 0 4 3 1 4 1 5  | animal | none         | henchman
""",
    "sisters_of_sigmar": """
matriarch        | 70 | 1    | 20 | 4 4 4 3 3 1 4 1 8 | human | sisters | hero
sister_superior  | 35 | 0-3  |  8 | 4 4 3 3 3 1 3 1 7 | human | sisters | hero
augur            | 25 | 0-1  |  0 | 4 2 2 3 3 1 3 1 7 | human | sisters | hero
sigmarite_sister | 25 | any  |  0 | 4 3 3 3 3 1 3 1 7 | human | sisters | henchman
novice           | 15 | 0-10 |  0 | 4 2 2 3 3 1 3 1 6 | human | sisters | henchman
""",
    "skaven": """
assassin_adept |  60 | 1   | 20 | 6 4 4 4 3 1 5 1 7 | skaven   | skaven_heroes   | hero
eshin_sorcerer |  45 | 0-1 |  8 | 5 3 3 3 3 1 4 1 6 | skaven   | skaven_heroes   | hero
black_skaven   |  40 | 0-2 |  8 | 6 4 3 4 3 1 5 1 6 | skaven   | skaven_heroes   | hero
night_runner   |  20 | 0-2 |  0 | 6 2 3 3 3 1 4 1 4 | skaven   | skaven_henchmen | hero
verminkin      |  20 | any |  0 | 5 3 3 3 3 1 4 1 5 | skaven   | skaven_henchmen | henchman
giant_rat      |  15 | any |  0 | 6 2 0 3 3 1 4 1 4 | animal   | none            | henchman
rat_ogre       | 210 | 0-1 |  0 | 6 3 3 5 5 3 4 3 4 | rat_ogre | none            | henchman
""",
    "undead": """
vampire     | 110 | 1   | 20 | 6 4 4 4 4 2 5 2 8 | vampire | undead | hero
necromancer |  35 | 0-1 |  8 | 4 3 3 3 3 1 3 1 7 | human   | undead | hero
dreg        |  20 | 0-3 |  0 | 4 2 2 3 3 1 3 1 7 | human   | undead | hero
zombie      |  15 | any |  0 | 4 2 0 3 3 1 1 1 5 | undead  | none   | henchman
ghoul       |  40 | any |  0 | 4 2 2 3 4 1 3 2 5 | ghoul   | none   | henchman
dire_wolf   |  50 | 0-5 |  0 | 9 3 0 4 3 1 2 1 4 | undead  | none   | henchman
""",
}
SKILL_LISTS = {
    ("reikland", "captain"): "combat shooting academic strength speed",
    ("reikland", "champion"): "combat shooting strength",
    ("reikland", "youngblood"): "combat shooting speed",
    ("middenheim", "captain"): "combat shooting academic strength speed",
    ("middenheim", "champion"): "combat strength speed",
    ("middenheim", "youngblood"): "combat strength speed",
    ("marienburg", "captain"): "combat shooting academic strength speed",
    ("marienburg", "champion"): "combat shooting speed",
    ("marienburg", "youngblood"): "combat shooting speed",
    ("cult_of_the_possessed", "magister"): "combat academic speed",
    ("cult_of_the_possessed", "possessed"): "combat strength speed",
    ("cult_of_the_possessed", "mutant"): "combat speed",
    ("witch_hunters", "captain"): "combat shooting academic strength speed",
    ("witch_hunters", "warrior_priest"): "combat academic strength",
    ("witch_hunters", "witch_hunter"): "combat shooting academic speed",
    ("sisters_of_sigmar", "matriarch"): "combat academic strength speed special_sisters_of_sigmar",
    ("sisters_of_sigmar", "sister_superior"): "combat academic strength speed special_sisters_of_sigmar",
    ("sisters_of_sigmar", "augur"): "academic speed special_sisters_of_sigmar",
    ("skaven", "assassin_adept"): "combat shooting academic strength speed special_skaven",
    ("skaven", "eshin_sorcerer"): "academic speed special_skaven",
    ("skaven", "black_skaven"): "combat shooting strength speed special_skaven",
    ("skaven", "night_runner"): "combat shooting special_skaven",
    ("undead", "vampire"): "combat academic strength speed",
    ("undead", "necromancer"): "academic speed",
    ("undead", "dreg"): "combat strength",
}
RULES_OF = {
    ("reikland", "captain"): "leader",
    ("reikland", "swordsman"): "expert_swordsmen",
    ("middenheim", "captain"): "leader",
    ("middenheim", "swordsman"): "expert_swordsmen",
    ("marienburg", "captain"): "leader",
    ("marienburg", "swordsman"): "expert_swordsmen",
    ("cult_of_the_possessed", "magister"): "leader wizard",
    ("cult_of_the_possessed", "possessed"): "fear mutations",
    ("cult_of_the_possessed", "mutant"): "mutations",
    ("cult_of_the_possessed", "darksoul"): "crazed",
    ("witch_hunters", "captain"): "leader burn_the_witch",
    ("witch_hunters", "warrior_priest"): "prayers",
    ("witch_hunters", "witch_hunter"): "burn_the_witch",
    ("witch_hunters", "flagellant"): "fanatical",
    ("witch_hunters", "warhound"): "animal",
    ("sisters_of_sigmar", "matriarch"): "leader prayers",
    ("sisters_of_sigmar", "augur"): "blessed_sight",
    ("skaven", "assassin_adept"): "leader perfect_killer",
    ("skaven", "eshin_sorcerer"): "wizard",
    ("skaven", "giant_rat"): "animal",
    ("skaven", "rat_ogre"): "fear stupidity large_target no_experience",
    ("undead", "vampire"): "leader fear immune_psychology immune_poison no_pain",
    ("undead", "necromancer"): "wizard",
    ("undead", "zombie"): "fear may_not_run immune_psychology immune_poison no_pain no_experience",
    ("undead", "ghoul"): "fear",
    (
        "undead",
        "dire_wolf",
    ): "charge_two_attacks may_not_run fear immune_psychology immune_poison no_pain no_experience",
}
# The Captain of Reikland is heard at 12 inches: a rule of his own beside the one of every leader.
RULES_OF["reikland", "captain"] += " voice_of_command"
LISTS = {
    "mercenary": (
        "dagger 2, hammer 3, axe 5, sword 10, morning_star 15, double_handed_weapon 15, spear 10, "
        "halberd 10, crossbow 25, pistol 15, pistol_brace 30, duelling_pistol 25, "
        "duelling_pistol_brace 50, bow 10, light_armour 20, heavy_armour 50, shield 5, buckler 5, "
        "helmet 10"
    ),
    "marksman": (
        "dagger 2, hammer 3, axe 5, sword 10, crossbow 25, pistol 15, pistol_brace 30, bow 10, "
        "long_bow 15, blunderbuss 30, handgun 35, hochland_long_rifle 200, light_armour 20, shield 5, "
        "helmet 10"
    ),
    "possessed": (
        "dagger 2, hammer 3, axe 5, sword 10, double_handed_weapon 15, spear 10, bow 15, short_bow 10, "
        "light_armour 20, heavy_armour 50, shield 5, helmet 10"
    ),
    "darksoul": (
        "dagger 2, hammer 3, axe 5, sword 10, double_handed_weapon 15, flail 15, light_armour 20, "
        "heavy_armour 50, shield 5, helmet 10"
    ),
    "witch_hunter": (
        "dagger 2, hammer 3, axe 5, sword 10, double_handed_weapon 15, crossbow 25, pistol 15, "
        "pistol_brace 30, crossbow_pistol 35, light_armour 20, heavy_armour 50, shield 5, buckler 5, "
        "helmet 10"
    ),
    "zealot": (
        "dagger 2, hammer 3, axe 5, sword 10, double_handed_weapon 15, spear 10, bow 10, short_bow 5, "
        "light_armour 20, shield 5, helmet 10"
    ),
    "flagellant": ("flail 15, morning_star 15, double_handed_weapon 15"),
    "sisters": (
        "dagger 2, hammer 3, sigmarite_warhammer 15, flail 15, steel_whip 10, double_handed_weapon 15, "
        "sling 2, light_armour 20, heavy_armour 50, shield 5, buckler 5, helmet 10, holy_tome 120, "
        "blessed_water 10, holy_relic 15"
    ),
    "skaven_heroes": (
        "dagger 2, sword 10, flail 15, spear 10, halberd 10, weeping_blades 50, fighting_claws 35, "
        "sling 2, throwing_knives 15, blowpipe 25, warplock_pistol 35, warplock_pistol_brace 70, "
        "light_armour 20, buckler 5, helmet 10"
    ),
    "skaven_henchmen": ("dagger 2, hammer 3, sword 10, spear 10, sling 2, light_armour 20, shield 5, helmet 10"),
    "undead": (
        "dagger 2, hammer 3, axe 5, sword 10, double_handed_weapon 15, spear 10, halberd 10, bow 10, "
        "short_bow 5, light_armour 20, heavy_armour 50, shield 5, helmet 10"
    ),
}
# Core's hammer is one thing under four names (ruling 12).
HAMMERS = ("hammer", "mace", "club", "staff")
# name | family | starting gold | greatest number
WARBANDS = {
    "reikland": ("Mercenaries of Reikland", "mercenaries", 500, 15),
    "middenheim": ("Mercenaries of Middenheim", "mercenaries", 500, 15),
    "marienburg": ("Mercenaries of Marienburg", "mercenaries", 600, 15),
    "cult_of_the_possessed": ("Cult of the Possessed", "possessed", 500, 15),
    "witch_hunters": ("Witch Hunters", "witch_hunters", 500, 12),
    "sisters_of_sigmar": ("Sisters of Sigmar", "sisters_of_sigmar", 500, 15),
    "skaven": ("Skaven of Clan Eshin", "skaven", 500, 20),
    "undead": ("Undead", "undead", 500, 15),
}
EVERY_WARRIOR = [
    (kind, *(cell.strip() for cell in row.split("|")))
    for kind, table in WARRIORS.items()
    for row in table.strip().splitlines()
]
KEYS = [row[:2] for row in EVERY_WARRIOR]


def line(profile: Profile) -> str:
    return " ".join(str(value) for value in profile.model_dump().values())


def warrior(rulebook: Rulebook, kind: str, key: str) -> WarriorType:
    found = rulebook.warband_types[kind].warrior(key)
    assert found is not None, f"{kind} has no {key}"
    return found


def how_many(found: WarriorType) -> str:
    if found.limit.exactly is not None:
        return str(found.limit.exactly)
    return "any" if found.limit.max is None else f"{found.limit.min}-{found.limit.max}"


def with_one_hammer(equipment: EquipmentList) -> str:
    """The list as it is printed, the four names of a hammer as one."""
    return ", ".join(f"{row.item} {row.price}" for row in equipment.rows if row.item not in HAMMERS[1:])


class TestWarbands:
    @pytest.mark.parametrize("kind", WARBANDS)
    def test_a_warband_has_its_name_family_gold_and_numbers(self, rulebook, kind):
        found = rulebook.warband_types[kind]
        assert (found.name, *found.families, found.starting_gold, found.warriors_max) == WARBANDS[kind]
        assert (found.warriors_min, found.heroes_max, found.group_max, found.book) == (3, 6, 5, "core")

    def test_the_core_rulebook_has_these_eight(self, rulebook):
        assert {key for key, kind in rulebook.warband_types.items() if kind.book == "core"} == set(WARBANDS)

    def test_only_marienburg_finds_rare_things_more_easily(self, rulebook):
        bonus = {key: kind.rare_item_bonus for key, kind in rulebook.warband_types.items() if kind.rare_item_bonus}
        assert bonus == {"marienburg": 1}

    def test_no_list_of_the_core_rulebook_bars_a_hired_sword_itself(self, rulebook):
        for key in WARBANDS:
            assert (rulebook.warband_types[key].hiring.only, rulebook.warband_types[key].hiring.never_races) == (
                None,
                (),
            )


class TestWarriors:
    @pytest.mark.parametrize("printed", EVERY_WARRIOR, ids=lambda row: f"{row[0]}-{row[1]}")
    def test_a_warrior_is_as_printed(self, rulebook, printed):
        found = warrior(rulebook, printed[0], printed[1])
        figures = [found.price, how_many(found), found.starting_experience, line(found.profile), found.race]
        assert [str(one) for one in (*figures, found.equipment_list or "none", found.section)] == list(printed[2:])

    @pytest.mark.parametrize("kind", WARRIORS)
    def test_a_list_has_no_other_warriors(self, rulebook, kind):
        assert [found.key for found in rulebook.warband_types[kind].warriors] == [w for k, w in KEYS if k == kind]

    @pytest.mark.parametrize("key", SKILL_LISTS, ids="-".join)
    def test_a_hero_has_his_skill_lists(self, rulebook, key):
        assert " ".join(warrior(rulebook, *key).skill_lists) == SKILL_LISTS[key]

    @pytest.mark.parametrize("key", KEYS, ids="-".join)
    def test_a_warrior_has_his_rules_and_nobody_elses(self, rulebook, key):
        assert " ".join(warrior(rulebook, *key).rules) == RULES_OF.get(key, "")

    def test_only_the_first_of_each_list_leads(self, rulebook):
        leaders = [key for key in KEYS if warrior(rulebook, *key).leader]
        assert leaders == [(kind, next(w for k, w in KEYS if k == kind)) for kind in WARRIORS]

    def test_beasts_and_the_walking_dead_learn_nothing(self, rulebook):
        assert [w for k, w in KEYS if not warrior(rulebook, k, w).gains_experience] == [
            "warhound", "giant_rat", "rat_ogre", "zombie", "dire_wolf",
        ]  # fmt: skip

    def test_beasts_possessed_ghouls_and_the_walking_dead_carry_nothing(self, rulebook):
        assert [w for k, w in KEYS if not warrior(rulebook, k, w).carries_equipment] == [
            "possessed", "warhound", "giant_rat", "rat_ogre", "zombie", "ghoul", "dire_wolf",
        ]  # fmt: skip

    def test_everybody_with_a_list_carries_something_and_nobody_else(self, rulebook):
        for key in KEYS:
            found = warrior(rulebook, *key)
            assert found.carries_equipment == (found.equipment_list is not None)

    def test_the_augur_wears_no_armour_and_flagellants_shoot_nothing(self, rulebook):
        bans = {w: warrior(rulebook, k, w).never for k, w in KEYS if warrior(rulebook, k, w).never}
        assert bans == {"augur": ("armour",), "flagellant": ("missile",)}

    def test_only_flagellants_never_lead(self, rulebook):
        assert [w for k, w in KEYS if warrior(rulebook, k, w).never_leads] == ["flagellant"]

    def test_a_rat_ogre_counts_twenty_points_and_everybody_else_five(self, rulebook):
        for key in KEYS:
            assert warrior(rulebook, *key).rating == (20 if key[1] == "rat_ogre" else 5)

    def test_possessed_may_and_mutants_must_buy_mutations(self, rulebook):
        bought = {w: warrior(rulebook, k, w).mutations for k, w in KEYS if warrior(rulebook, k, w).mutations}
        assert {key: (limit.min, limit.highest) for key, limit in bought.items()} == {
            "possessed": (0, None),
            "mutant": (1, None),
        }

    def test_wizards_and_priests_begin_with_one_spell_of_their_lore(self, rulebook):
        casting = {key: warrior(rulebook, *key).casting for key in KEYS if warrior(rulebook, *key).casting}
        assert {key: (one.lore, one.starting) for key, one in casting.items()} == {
            ("cult_of_the_possessed", "magister"): ("chaos_rituals", 1),
            ("witch_hunters", "warrior_priest"): ("prayers_of_sigmar", 1),
            ("sisters_of_sigmar", "matriarch"): ("prayers_of_sigmar", 1),
            ("skaven", "eshin_sorcerer"): ("magic_of_the_horned_rat", 1),
            ("undead", "necromancer"): ("necromancy", 1),
        }

    def test_a_captain_of_reikland_is_heard_six_inches_farther(self, rulebook):
        (effect,) = rulebook.rules["voice_of_command"].effects
        assert (effect.kind, effect.by) == ("leader_range", 6)
        assert [key for key in KEYS if "voice_of_command" in warrior(rulebook, *key).rules] == [("reikland", "captain")]


class TestEquipmentLists:
    @pytest.mark.parametrize("key", LISTS)
    def test_a_list_has_its_printed_rows_and_prices(self, rulebook, key):
        assert with_one_hammer(rulebook.equipment_lists[key]) == LISTS[key]

    @pytest.mark.parametrize("key", LISTS)
    def test_whoever_sells_a_hammer_sells_it_under_all_its_names(self, rulebook, key):
        sold = {row.item: row.price for row in rulebook.equipment_lists[key].rows if row.item in HAMMERS}
        assert sold == (dict.fromkeys(HAMMERS, 3) if "hammer 3" in LISTS[key] else {})

    def test_the_core_rulebook_has_no_other_lists(self, rulebook):
        assert {key for key, one in rulebook.equipment_lists.items() if one.book == "core"} == set(LISTS)

    def test_the_sisters_holy_things_are_for_heroes(self, rulebook):
        for key in LISTS:
            kept = [row.item for row in rulebook.equipment_lists[key].rows if row.heroes_only]
            assert kept == (["holy_tome", "blessed_water", "holy_relic"] if key == "sisters" else [])

    def test_nothing_is_sold_in_gromril_at_the_start(self, rulebook):
        assert all(not rulebook.equipment_lists[key].materials for key in LISTS)

    def test_only_matriarch_and_superior_carry_two_warhammers(self, rulebook):
        two = {key: item.second_for.warriors for key, item in rulebook.items.items() if item.second_for}
        assert two == {"sigmarite_warhammer": ("matriarch", "sister_superior")}
