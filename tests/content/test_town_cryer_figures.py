"""The figures of Best of Town Cryer, as printed: warbands, lists, goods, hired swords and Waaagh! Magic.

The tables here were copied from the printed text, not from the YAML, so that a slip in either shows.
"""

import pytest

from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import EquipmentList, WarriorType
from mordheim.rules.words import Profile
from tests import books


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return books.rulebook()


def line(profile: Profile) -> str:
    """A profile as it is printed: M WS BS S T W I A Ld."""
    return " ".join(str(value) for value in profile.model_dump().values())


def prices(equipment: EquipmentList) -> str:
    return ", ".join(f"{row.item} {row.price}" for row in equipment.rows)


def warrior(rulebook: Rulebook, warband_type: str, key: str) -> WarriorType:
    found = rulebook.warband_types[warband_type].warrior(key)
    assert found is not None, f"{warband_type} has no {key}"
    return found


def limit(found: WarriorType) -> str:
    """How many of a type, as a list's heading has it."""
    if found.limit.exactly is not None:
        return str(found.limit.exactly)
    return "any" if found.limit.max is None else f"{found.limit.min}-{found.limit.max}"


# warrior | name | plural | price | how many | starting experience | profile | race | list
ORCS = """
orc_boss       | Orc Boss       | Orc Bosses      |  80 | 1   | 20 | 4 4 4 4 4 1 3 1 8   | orc        | orc
orc_shaman     | Orc Shaman     | Orc Shamans     |  40 | 0-1 | 10 | 4 3 3 3 4 1 3 1 7   | orc        | orc
big_un         | Big 'Un        | Big 'Uns        |  40 | 0-2 | 15 | 4 4 3 3 4 1 3 1 7   | orc        | orc
orc_boy        | Orc Boy        | Orc Boyz        |  25 | any |  0 | 4 3 3 3 4 1 2 1 7   | orc        | orc
goblin_warrior | Goblin Warrior | Goblin Warriors |  10 | any |  0 | 4 2 3 3 3 1 3 1 5   | goblin     | goblin
cave_squig     | Cave Squig     | Cave Squigs     |  15 | 0-5 |  0 | 2D6 4 0 4 3 1 4 1 5 | cave_squig | none
troll          | Troll          | Trolls          | 200 | 0-1 |  0 | 6 3 1 5 4 3 1 3 4   | troll      | none
"""
DWARFS = """
dwarf_noble     | Dwarf Noble     | Dwarf Nobles     | 85 | 1   | 20 | 3 5 4 3 4 1 2 1 9 | dwarf | dwarf_warrior
dwarf_engineer  | Dwarf Engineer  | Dwarf Engineers  | 50 | 0-1 | 10 | 3 4 3 3 4 1 2 1 9 | dwarf | dwarf_thunderer
troll_slayer    | Troll Slayer    | Troll Slayers    | 50 | 0-2 |  8 | 3 4 3 3 4 1 2 1 9 | dwarf | dwarf_warrior
dwarf_clansman  | Dwarf Clansman  | Dwarf Clansmen   | 40 | any |  0 | 3 4 3 3 4 1 2 1 9 | dwarf | dwarf_warrior
dwarf_thunderer | Dwarf Thunderer | Dwarf Thunderers | 40 | 0-5 |  0 | 3 4 3 3 4 1 2 1 9 | dwarf | dwarf_thunderer
beardling       | Beardling       | Beardlings       | 25 | any |  0 | 3 3 2 3 4 1 2 1 8 | dwarf | dwarf_thunderer
"""
WARRIORS = [
    (warband_type, *(cell.strip() for cell in row.split("|")))
    for warband_type, table in (("orc_mob", ORCS), ("dwarf_treasure_hunters", DWARFS))
    for row in table.strip().splitlines()
]
HEROES = ["orc_boss", "orc_shaman", "big_un", "dwarf_noble", "dwarf_engineer", "troll_slayer"]


class TestWarriors:
    @pytest.mark.parametrize("printed", WARRIORS, ids=lambda printed: printed[1])
    def test_a_warrior_is_as_printed(self, rulebook, printed):
        found = warrior(rulebook, printed[0], printed[1])
        figures = [found.price, limit(found), found.starting_experience, line(found.profile), found.race]
        told = [found.key, found.name, found.plural, *figures, found.equipment_list or "none"]
        assert [str(value) for value in told] == list(printed[1:])

    @pytest.mark.parametrize("warband_type", ["orc_mob", "dwarf_treasure_hunters"])
    def test_a_list_has_no_other_warriors(self, rulebook, warband_type):
        printed = [row[1] for row in WARRIORS if row[0] == warband_type]
        assert [found.key for found in rulebook.warband_types[warband_type].warriors] == printed

    @pytest.mark.parametrize(
        ("warband_type", "key", "columns"),
        [
            ("orc_mob", "orc_boss", "combat shooting strength speed special_orc_mob"),
            ("orc_mob", "orc_shaman", "strength special_orc_mob"),
            ("orc_mob", "big_un", "combat shooting strength special_orc_mob"),
            ("dwarf_treasure_hunters", "dwarf_noble", "combat shooting strength special_dwarf_treasure_hunters"),
            ("dwarf_treasure_hunters", "dwarf_engineer", "combat shooting special_dwarf_treasure_hunters"),
            (
                "dwarf_treasure_hunters",
                "troll_slayer",
                "combat strength special_dwarf_treasure_hunters special_troll_slayer",
            ),
        ],
    )
    def test_a_hero_has_the_skill_columns_of_ruling_1(self, rulebook, warband_type, key, columns):
        assert warrior(rulebook, warband_type, key).skill_lists == tuple(columns.split())

    def test_boss_shaman_big_un_noble_engineer_and_slayer_are_the_heroes(self, rulebook):
        assert [row[1] for row in WARRIORS if warrior(rulebook, row[0], row[1]).section == "hero"] == HEROES

    @pytest.mark.parametrize(("warband_type", "key"), [row[:2] for row in WARRIORS if row[1] not in HEROES])
    def test_a_henchman_has_no_skill_columns(self, rulebook, warband_type, key):
        assert warrior(rulebook, warband_type, key).skill_lists == ()

    @pytest.mark.parametrize(
        ("warband_type", "leader"), [("orc_mob", "orc_boss"), ("dwarf_treasure_hunters", "dwarf_noble")]
    )
    def test_only_the_boss_and_the_noble_lead(self, rulebook, warband_type, leader):
        leaders = [found.key for found in rulebook.warband_types[warband_type].warriors if found.leader]
        assert leaders == [leader]
        assert "leader" in warrior(rulebook, warband_type, leader).rules

    def test_two_goblins_come_with_each_orc(self, rulebook):
        ratio = warrior(rulebook, "orc_mob", "goblin_warrior").limit.at_most_per
        assert (ratio.count, ratio.race, ratio.warriors) == (2, "orc", ())

    def test_no_more_squigs_come_than_goblin_warriors(self, rulebook):
        ratio = warrior(rulebook, "orc_mob", "cave_squig").limit.at_most_per
        assert (ratio.count, ratio.race, ratio.warriors) == (1, None, ("goblin_warrior",))

    def test_goblins_squigs_and_trolls_learn_nothing_and_all_others_do(self, rulebook):
        learners = {row[1]: warrior(rulebook, row[0], row[1]).gains_experience for row in WARRIORS}
        assert [key for key, learns in learners.items() if not learns] == ["goblin_warrior", "cave_squig", "troll"]

    def test_squigs_and_trolls_carry_nothing_and_all_others_may(self, rulebook):
        carriers = {row[1]: warrior(rulebook, row[0], row[1]).carries_equipment for row in WARRIORS}
        assert [key for key, carries in carriers.items() if not carries] == ["cave_squig", "troll"]

    def test_shaman_engineer_and_slayer_have_their_bans_and_nobody_else_has_any(self, rulebook):
        bans = {row[1]: warrior(rulebook, row[0], row[1]).never for row in WARRIORS}
        assert {key: never for key, never in bans.items() if never} == {
            "orc_shaman": ("armour",),
            "dwarf_engineer": ("armour",),
            "troll_slayer": ("armour", "missile"),
        }

    def test_a_troll_counts_twenty_points_and_everybody_else_five(self, rulebook):
        for row in WARRIORS:
            assert warrior(rulebook, row[0], row[1]).rating == (20 if row[1] == "troll" else 5)

    def test_a_troll_eats_fifteen_crowns_or_two_goblins_or_squigs(self, rulebook):
        upkeep = warrior(rulebook, "orc_mob", "troll").upkeep
        assert (upkeep.gold, upkeep.sacrifice, set(upkeep.of)) == (15, 2, {"goblin_warrior", "cave_squig"})

    def test_only_a_troll_never_rolls_for_injury(self, rulebook):
        spared = [row[1] for row in WARRIORS if not warrior(rulebook, row[0], row[1]).rolls_for_injury]
        assert spared == ["troll"]

    @pytest.mark.parametrize(
        ("warband_type", "key", "rules"),
        [
            ("orc_mob", "orc_boss", "leader"),
            ("orc_mob", "orc_shaman", "wizard"),
            ("orc_mob", "big_un", ""),
            ("orc_mob", "orc_boy", "animosity"),
            ("orc_mob", "goblin_warrior", "animosity not_orcs useless_gits"),
            ("orc_mob", "cave_squig", "squig_movement minderz not_orcs animal"),
            ("orc_mob", "troll", "fear stupidity regeneration dumb_monster always_hungry vomit_attack"),
            ("dwarf_treasure_hunters", "dwarf_noble", "leader"),
            ("dwarf_treasure_hunters", "dwarf_engineer", "expert_weaponsmith"),
            ("dwarf_treasure_hunters", "troll_slayer", "deathwish slayer_skills"),
            ("dwarf_treasure_hunters", "dwarf_clansman", ""),
            ("dwarf_treasure_hunters", "dwarf_thunderer", ""),
            ("dwarf_treasure_hunters", "beardling", ""),
        ],
    )
    def test_a_warrior_has_his_special_rules(self, rulebook, warband_type, key, rules):
        assert warrior(rulebook, warband_type, key).rules == tuple(rules.split())


class TestWarbands:
    @pytest.mark.parametrize(
        ("key", "name", "family", "largest"),
        [
            ("orc_mob", "Orc Mob", "orcs", 20),
            ("dwarf_treasure_hunters", "Dwarf Treasure Hunters", "dwarfs", 12),
        ],
    )
    def test_a_warband_starts_with_500_gold_and_three_warriors(self, rulebook, key, name, family, largest):
        found = rulebook.warband_types[key]
        assert (found.name, found.families, found.warriors_max) == (name, (family,), largest)
        assert (found.starting_gold, found.warriors_min, found.heroes_max, found.group_max) == (500, 3, 6, 5)

    def test_all_dwarfs_share_six_rules(self, rulebook):
        assert rulebook.warband_types["dwarf_treasure_hunters"].rules == (
            "hard_to_kill",
            "hard_head",
            "dwarf_armour",
            "hate_orcs_and_goblins",
            "grudgebearers",
            "incomparable_miners",
        )

    def test_animosity_is_no_rule_of_the_whole_mob(self, rulebook):
        assert rulebook.warband_types["orc_mob"].rules == ("distasteful_company",)

    def test_orcs_hire_only_pit_fighters_ogres_and_warlocks(self, rulebook):
        hiring = rulebook.warband_types["orc_mob"].hiring
        assert (set(hiring.only), hiring.never_races) == ({"pit_fighter", "ogre_bodyguard", "warlock"}, ())

    def test_dwarfs_hire_anyone_but_elves(self, rulebook):
        hiring = rulebook.warband_types["dwarf_treasure_hunters"].hiring
        assert (hiring.only, hiring.never_races) == (None, ("elf",))

    def test_an_orc_has_the_printed_maximum_profile(self, rulebook):
        assert line(rulebook.races["orc"].maximum) == "4 6 6 4 5 3 5 4 9"

    @pytest.mark.parametrize("race", ["troll", "cave_squig"])
    def test_trolls_and_squigs_have_no_maximum(self, rulebook, race):
        assert rulebook.races[race].maximum is None

    def test_goblins_and_squigs_count_half_for_a_rout(self, rulebook):
        assert [effect.kind for effect in rulebook.rules["not_orcs"].effects] == ["half_for_rout"]

    def test_miners_find_one_shard_more(self, rulebook):
        (effect,) = rulebook.rules["incomparable_miners"].effects
        assert (effect.kind, effect.by) == ("extra_shards", 1)

    def test_the_engineer_adds_six_inches_to_everybodys_range(self, rulebook):
        (effect,) = rulebook.rules["expert_weaponsmith"].effects
        assert (effect.kind, effect.by, effect.scope) == ("range_bonus", 6, "warband")

    def test_armour_never_slows_a_dwarf(self, rulebook):
        assert [effect.kind for effect in rulebook.rules["dwarf_armour"].effects] == ["no_armour_penalty"]

    def test_a_dwarf_is_out_of_action_only_on_a_six(self, rulebook):
        (effect,) = rulebook.rules["hard_to_kill"].effects
        assert (effect.kind, effect.stunned_from, effect.out_from) == ("injury_bands", 3, 6)


LISTS = {
    "orc": "dagger 2, battle_axe 5, morning_star 15, sword 10, double_handed_weapon 15, spear 10, halberd 10, "
    "crossbow 25, bow 10, light_armour 20, shield 5, helmet 10",
    "goblin": "dagger 2, sword 10, spear 10, short_bow 5, light_armour 20, shield 5, helmet 10",
    "dwarf_warrior": "dagger 2, mace 3, hammer 3, axe 5, dwarf_axe 15, sword 10, double_handed_weapon 15, spear 10, "
    "halberd 10, pistol 15, light_armour 20, heavy_armour 50, gromril_armour 75, shield 5, helmet 10",
    "dwarf_thunderer": "dagger 2, mace 3, hammer 3, axe 5, sword 10, crossbow 25, handgun 35, pistol 15, "
    "pistol_brace 30, light_armour 20, heavy_armour 50, shield 5, helmet 10",
}


class TestEquipmentLists:
    @pytest.mark.parametrize("key", LISTS)
    def test_a_list_has_its_printed_rows_and_prices(self, rulebook, key):
        assert prices(rulebook.equipment_lists[key]) == LISTS[key]

    @pytest.mark.parametrize("key", ["orc", "goblin", "dwarf_thunderer"])
    def test_only_the_dwarf_warrior_list_sells_gromril_weapons(self, rulebook, key):
        assert rulebook.equipment_lists[key].materials == ()

    def test_gromril_weapons_cost_three_times_the_price_at_the_start(self, rulebook):
        (row,) = rulebook.equipment_lists["dwarf_warrior"].materials
        assert (row.material, row.price_times, row.at_start) == ("gromril", 3, True)

    def test_only_gromril_armour_has_a_price_for_the_start_alone(self, rulebook):
        early = [(key, row.item) for key in LISTS for row in rulebook.equipment_lists[key].rows if row.at_start]
        assert early == [("dwarf_warrior", "gromril_armour")]

    def test_a_dwarf_axe_is_rare_8_on_its_list(self, rulebook):
        rarities = {row.item: row.rarity for row in rulebook.equipment_lists["dwarf_warrior"].rows}
        assert rarities["dwarf_axe"] == 8

    def test_orcs_have_three_pieces_of_special_equipment(self, rulebook):
        special = rulebook.warband_types["orc_mob"].special_equipment
        assert {row.item: row.price for row in special} == {
            "squig_prodder": 15,
            "mad_cap_mushrooms": 25,
            "ball_and_chain": 15,
        }

    def test_prodders_and_chains_are_for_goblins_and_mushrooms_need_one_in_the_warband(self, rulebook):
        rows = {row.item: row for row in rulebook.warband_types["orc_mob"].special_equipment}
        assert rows["squig_prodder"].only_for.warriors == ("goblin_warrior",)
        assert rows["ball_and_chain"].only_for.warriors == ("goblin_warrior",)
        assert rows["mad_cap_mushrooms"].only_for is None
        assert rows["mad_cap_mushrooms"].common_if.warriors == ("goblin_warrior",)


# item: price, dice on top, rarity (None: common)
GOODS = {
    "battle_axe": (5, None, None),
    "squig_prodder": (15, None, None),
    "ball_and_chain": (15, None, None),
    "dwarf_axe": (15, None, 8),
    "banner": (10, None, 5),
    "opulent_coach": (250, None, 10),
    "hammer_of_witches": (100, None, 10),
    "wyrdstone_pendulum": (25, "3D6", 9),
    "toughened_leathers": (5, None, None),
    "wolfcloak": (10, None, None),
    "tarot_cards": (50, None, 7),
    "wooden_man": (None, None, None),
    "athame": (None, None, None),
    "dispel_scroll": (None, None, None),
}


class TestGoods:
    @pytest.mark.parametrize("key", GOODS)
    def test_a_good_has_its_printed_price_and_rarity(self, rulebook, key):
        item = rulebook.items[key]
        assert (item.price, item.plus, item.rarity) == GOODS[key]

    def test_the_book_has_no_other_goods(self, rulebook):
        printed = {key for key, item in rulebook.items.items() if item.book == "town_cryer"}
        assert printed == set(GOODS) | {"troll_vomit"}, "which nobody owns: a Troll fights with it"

    @pytest.mark.parametrize(
        "key",
        ["banner", "opulent_coach", "hammer_of_witches", "wyrdstone_pendulum", "wolfcloak", "tarot_cards"],
    )
    def test_opulent_goods_are_for_heroes(self, rulebook, key):
        assert rulebook.items[key].heroes_only

    @pytest.mark.parametrize("key", ["battle_axe", "dwarf_axe"])
    def test_axes_cut_one_off_the_save(self, rulebook, key):
        weapon = rulebook.items[key].weapon
        assert (weapon.strength, weapon.save_modifier, weapon.hands) == ("user", -1, 1)
        assert "cutting_edge" in weapon.rules

    def test_a_dwarf_axe_parries_and_is_for_dwarfs(self, rulebook):
        axe = rulebook.items["dwarf_axe"]
        assert "parry" in axe.weapon.rules
        assert axe.only_for.races == ("dwarf",)

    def test_a_squig_prodder_is_used_as_a_spear(self, rulebook):
        assert rulebook.items["squig_prodder"].weapon == rulebook.items["spear"].weapon

    def test_a_ball_and_chain_is_swung_with_both_hands_and_nothing_else_but_mushrooms(self, rulebook):
        chain = rulebook.items["ball_and_chain"]
        assert (chain.weapon.strength, chain.weapon.hands) == ("user+2", 2)
        assert set(chain.weapon.rules) == {
            *("incredible_force", "random", "two_handed", "hard_to_strike", "chain_cumbersome", "chain_unwieldy"),
        }
        assert (chain.requires.items, chain.requires.at_start) == (("mad_cap_mushrooms",), True)
        assert (chain.excludes.everything, chain.excludes.but) == (True, ("mad_cap_mushrooms",))

    @pytest.mark.parametrize("key", ["squig_prodder", "ball_and_chain"])
    def test_goblin_weapons_are_for_goblins(self, rulebook, key):
        assert rulebook.items[key].only_for.warriors == ("goblin_warrior",)

    def test_a_banner_takes_the_place_of_a_close_combat_weapon(self, rulebook):
        assert rulebook.items["banner"].uses_slots == {"close_combat": 1}

    def test_a_coach_adds_three_to_the_search_for_rare_items(self, rulebook):
        (effect,) = rulebook.items["opulent_coach"].effects
        assert (effect.kind, effect.by) == ("leader_search", 3)

    def test_the_hammer_of_witches_is_for_witch_hunters(self, rulebook):
        assert rulebook.items["hammer_of_witches"].only_for.families == ("witch_hunters",)

    def test_the_pendulum_rolls_an_exploration_die_again_and_the_tarot_moves_one(self, rulebook):
        (pendulum,) = rulebook.items["wyrdstone_pendulum"].effects
        (tarot,) = rulebook.items["tarot_cards"].effects
        assert (pendulum.roll, pendulum.by) == ("exploration", 0)
        assert (tarot.roll, tarot.by) == ("exploration", 1)

    def test_witch_hunters_and_sisters_have_no_tarot(self, rulebook):
        assert set(rulebook.items["tarot_cards"].not_for.families) == {"witch_hunters", "sisters_of_sigmar"}

    def test_toughened_leathers_save_on_six_with_no_armour_but_a_helmet_or_buckler(self, rulebook):
        leathers = rulebook.items["toughened_leathers"]
        assert (leathers.category, leathers.armour.save, leathers.armour.bonus) == ("body_armour", 6, 0)
        assert set(leathers.excludes.categories) == {"body_armour", "shield"}
        assert leathers.excludes.but == ("buckler",)
        assert leathers.for_armour_wearers

    def test_a_wolfcloak_is_for_middenheimers_from_the_start_and_helps_against_shooting(self, rulebook):
        cloak = rulebook.items["wolfcloak"]
        assert cloak.only_for.warband_types == cloak.at_start.warband_types == ("middenheim",)
        (effect,) = cloak.effects
        assert (effect.kind, effect.by, effect.against) == ("save_bonus", 1, "shooting")

    @pytest.mark.parametrize("key", ["toughened_leathers", "wooden_man"])
    def test_leathers_and_the_wooden_man_are_never_sold(self, rulebook, key):
        assert rulebook.items[key].sale.never

    @pytest.mark.parametrize(("key", "price", "plus"), [("athame", 10, None), ("dispel_scroll", 25, "2D6")])
    def test_scenario_finds_have_a_sale_price_of_their_own(self, rulebook, key, price, plus):
        sale = rulebook.items[key].sale
        assert (sale.never, sale.price, sale.plus) == (False, price, plus)

    def test_a_dispel_scroll_is_read_once(self, rulebook):
        assert rulebook.items["dispel_scroll"].uses == 1

    def test_a_wooden_man_is_a_zombie_with_a_point_more_strength_and_toughness(self, rulebook):
        assert line(rulebook.items["wooden_man"].profile) == "4 2 0 4 4 1 1 1 5"


# list: key and printed name of each skill
SKILLS = {
    "special_orc_mob": {
        "ard_ead": "'Ard 'Ead",
        "waaagh": "WAAAGH!",
        "ere_we_go": "'Ere We Go!",
        "da_cunnin_plan": "Da Cunnin' Plan",
        "well_ard": "Well 'Ard",
        "eadbasher": "'Eadbasher",
    },
    "special_dwarf_treasure_hunters": {
        "master_of_blades": "Master of Blades",
        "extra_tough": "Extra Tough",
        "resource_hunter": "Resource Hunter",
        "true_grit": "True Grit",
        "thick_skull": "Thick Skull",
    },
    "special_troll_slayer": {
        "ferocious_charge": "Ferocious Charge",
        "monster_slayer": "Monster Slayer",
        "berserker": "Berserker",
    },
    "special_imperial_assassin": {
        "backstabber": "Backstabber",
        "hide_in_shadows": "Hide in Shadows",
    },
}


class TestSkills:
    @pytest.mark.parametrize("key", SKILLS)
    def test_a_special_list_has_its_printed_skills(self, rulebook, key):
        found = rulebook.skill_lists[key].skills
        assert {skill: rulebook.skills[skill].name for skill in found} == SKILLS[key]

    def test_slayers_and_the_assassin_have_lists_printed_for_them_alone(self, rulebook):
        assert {key: rulebook.skill_lists[key].printed_for for key in SKILLS} == {
            "special_orc_mob": None,
            "special_dwarf_treasure_hunters": None,
            "special_troll_slayer": "troll_slayer",
            "special_imperial_assassin": "imperial_assassin",
        }

    @pytest.mark.parametrize("key", ["ard_ead", "thick_skull"])
    def test_a_thick_skull_saves_on_three_and_in_a_helmet_on_two(self, rulebook, key):
        (effect,) = rulebook.skills[key].effects
        assert (effect.kind, effect.needs, effect.with_helmet) == ("stun_save", 3, 2)

    def test_da_cunnin_plan_is_the_boss_s_alone_and_changes_rout_tests(self, rulebook):
        plan = rulebook.skills["da_cunnin_plan"]
        assert plan.only_for.own_leader
        assert [effect.roll for effect in plan.effects] == ["rout"]

    def test_well_ard_improves_every_save_by_one(self, rulebook):
        (effect,) = rulebook.skills["well_ard"].effects
        assert (effect.kind, effect.by, effect.against) == ("save_bonus", 1, "all")

    def test_true_grit_reads_one_to_three_as_knocked_down_and_only_six_as_out(self, rulebook):
        (effect,) = rulebook.skills["true_grit"].effects
        assert (effect.kind, effect.stunned_from, effect.out_from) == ("injury_bands", 4, 6)

    def test_extra_tough_rolls_a_serious_injury_again(self, rulebook):
        (effect,) = rulebook.skills["extra_tough"].effects
        assert (effect.roll, effect.by) == ("serious_injury", 0)

    def test_a_resource_hunter_moves_an_exploration_die_by_one(self, rulebook):
        (effect,) = rulebook.skills["resource_hunter"].effects
        assert (effect.roll, effect.by) == ("exploration", 1)


class TestWaaaghMagic:
    def test_four_rows_are_printed_and_five_and_six_are_missing(self, rulebook):
        rows = [(row.roll, row.spell, row.missing) for row in rulebook.lores["waaagh_magic"].rows]
        assert rows == [
            (1, "ledz_go", False),
            (2, "oi_gerroff", False),
            (3, "zzap", False),
            (4, "fooled_ya", False),
            (5, None, True),
            (6, None, True),
        ]

    @pytest.mark.parametrize(
        ("key", "name", "difficulty"),
        [
            ("ledz_go", "Led'z go", 9),
            ("oi_gerroff", "Oi! Gerroff!", 7),
            ("zzap", "Zzap!", 9),
            ("fooled_ya", "Fooled Ya!", 6),
        ],
    )
    def test_a_spell_has_its_printed_difficulty(self, rulebook, key, name, difficulty):
        assert (rulebook.spells[key].name, rulebook.spells[key].difficulty) == (name, difficulty)

    def test_a_shaman_begins_with_one_spell_of_it(self, rulebook):
        casting = warrior(rulebook, "orc_mob", "orc_shaman").casting
        assert (casting.lore, casting.starting) == ("waaagh_magic", 1)


class TestHiredSwords:
    def test_an_imperial_assassin_is_as_printed(self, rulebook):
        assassin = rulebook.hired_swords["imperial_assassin"]
        assert (assassin.hire_fee, assassin.upkeep_fee, assassin.rating) == (40, 20, 22)
        assert (line(assassin.profile), assassin.race) == ("4 4 4 3 3 1 5 2 8", "human")
        assert set(assassin.gear) == {"sword", "throwing_knives", "crossbow_pistol"}
        assert set(assassin.not_for.families) == {"witch_hunters", "sisters_of_sigmar", "skaven"}
        assert assassin.rules == ("weapons_master", "poisoner")

    def test_an_assassin_learns_three_lists_his_own_and_unstoppable_charge(self, rulebook):
        assassin = rulebook.hired_swords["imperial_assassin"]
        assert set(assassin.skill_lists) == {"combat", "speed", "shooting", "special_imperial_assassin"}
        assert assassin.skills_also == ("unstoppable_charge",)

    def test_an_assassin_is_bought_weapons_but_never_blackpowder(self, rulebook):
        assassin = rulebook.hired_swords["imperial_assassin"]
        assert set(assassin.may_buy) == {"close_combat", "missile"}
        assert assassin.never == ("blackpowder",)

    def test_a_tilean_marksman_is_as_printed(self, rulebook):
        marksman = rulebook.hired_swords["tilean_marksman"]
        assert (marksman.hire_fee, marksman.upkeep_fee, marksman.rating) == (30, 15, 16)
        assert (line(marksman.profile), marksman.race) == ("4 3 4 3 3 1 3 1 7", "human")
        assert set(marksman.gear) == {"light_armour", "sword", "crossbow"}
        assert set(marksman.not_for.families) == {"skaven", "orcs", "undead"}
        assert (marksman.skill_lists, marksman.may_buy) == (("shooting",), ())
        assert marksman.rules == ("steady_hands", "dead_eye_shot")


class TestCharts:
    @pytest.mark.parametrize(
        ("key", "rows"),
        [
            ("animosity", [(1, 1, "I 'Erd Dat!"), (2, 5, "Wud Yoo Say?"), (6, 6, "I'll Show Yer!")]),
            (
                "ball_and_chain_direction",
                [(1, 1, "Straight Forward"), (2, 3, "Right"), (4, 5, "Left"), (6, 6, "Straight Back")],
            ),
        ],
    )
    def test_a_chart_has_its_printed_rows(self, rulebook, key, rows):
        chart = rulebook.charts[key]
        assert chart.die == "D6"
        assert [(row.low, row.high, row.name) for row in chart.rows] == rows

    def test_a_ball_and_chain_strangles_on_one_and_runs_wild_on_six(self, rulebook):
        chart = rulebook.charts["ball_and_chain"]
        assert [(row.low, row.high) for row in chart.rows] == [(1, 1), (2, 5), (6, 6)]

    @pytest.mark.parametrize(("rule", "chart"), [("animosity", "animosity"), ("random", "ball_and_chain")])
    def test_a_rule_that_rolls_names_its_chart(self, rulebook, rule, chart):
        assert rulebook.rules[rule].chart == chart


class TestRulings:
    def test_all_are_there_with_their_numbers(self, rulebook):
        found = {key: ruling.number for key, ruling in rulebook.rulings.items()}
        assert len(found) >= 46
        assert found == {f"ruling_{number}": number for number in range(1, len(found) + 1)}

    @pytest.mark.parametrize(
        ("topic", "first", "last"),
        [
            ("Lists and prices", 1, 14),
            ("After the battle", 15, 29),
            ("Encounters", 30, 35),
            ("Fighting", 36, 42),
            ("After the battle", 43, 46),
        ],
    )
    def test_each_stands_under_its_topic(self, rulebook, topic, first, last):
        topics = {rulebook.rulings[f"ruling_{number}"].topic for number in range(first, last + 1)}
        assert topics == {topic}

    @pytest.mark.parametrize(
        ("number", "touched"),
        [
            (22, "scenarios:monster_hunt"),
            (23, "scales:shards_found"),
            (24, "lasting_effects:entrance_to_the_catacombs"),
            (24, "rules:seeker"),
            (24, "skills:wyrdstone_hunter"),
            (30, "scenarios:monster_hunt"),
            (33, "scenarios:kidnapped"),
            (33, "charts:scenario_multiplayer"),
            (43, "locations:jewelsmith"),
        ],
    )
    def test_a_ruling_on_the_night_after_touches_what_it_is_about(self, rulebook, number, touched):
        assert touched in rulebook.rulings[f"ruling_{number}"].touches


def test_the_troll_slayers_skills_are_shared_with_the_slayer_for_hire(rulebook: Rulebook) -> None:
    for key in SKILLS["special_troll_slayer"]:
        assert rulebook.skills[key].book == "core"
