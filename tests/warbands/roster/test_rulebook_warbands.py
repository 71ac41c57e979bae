"""The eight warbands of the core rulebook under the check: what they may have, what they may not, what it costs."""

import pytest

from mordheim.rules.dice import EnteredDice, SeededDice
from mordheim.rules.snapshot import Piece, WarbandSnapshot
from tests.warbands.roster.cast import checked, codes, full_kit, member, roster, rulebook, warband, warrior
from tests.warbands.roster.test_offers import numbered
from warbands.roster import moves
from warbands.roster.composition import hired_sword_refusal
from warbands.roster.explain import leader_range
from warbands.roster.members import Roster
from warbands.roster.prices import later_price, starting_price
from warbands.roster.refusals import Refused

# The smallest legal warband of each list.
CREWS = {
    "reikland": ("captain", "2 warrior"),
    "middenheim": ("captain", "2 warrior"),
    "marienburg": ("captain", "2 warrior"),
    "cult_of_the_possessed": ("magister", "2 brethren"),
    "witch_hunters": ("captain", "2 zealot"),
    "sisters_of_sigmar": ("matriarch", "2 sigmarite_sister"),
    "skaven": ("assassin_adept", "2 verminkin"),
    "undead": ("vampire", "2 ghoul"),
}


def crew(kind: str, *joining, **changes) -> WarbandSnapshot:
    """The smallest legal warband of that list, and whoever joins it."""
    return full_kit(warband(kind, *CREWS[kind], *joining, **changes))


@pytest.mark.parametrize("kind", CREWS)
def test_the_smallest_warband_keeps_the_rules(kind):
    assert codes(crew(kind)) == []


@pytest.mark.parametrize(
    ("kind", "joining", "expected"),
    [
        ("cult_of_the_possessed", "possessed", None),
        ("cult_of_the_possessed", "brethren: flail", "item_not_on_list"),
        ("cult_of_the_possessed", "darksoul: bow", "item_not_on_list"),
        ("cult_of_the_possessed", "possessed: sword", "no_equipment_allowed"),
        ("cult_of_the_possessed", "4 beastman", "too_many_of_type"),
        ("sisters_of_sigmar", "matriarch", "leader_count"),
        ("sisters_of_sigmar", "augur: light_armour", "armour_forbidden"),
        ("sisters_of_sigmar", "augur: buckler", "armour_forbidden"),
        ("sisters_of_sigmar", "augur: steel_whip, sling", None),
        ("sisters_of_sigmar", "sigmarite_sister: blessed_water", "item_not_on_list"),
        ("sisters_of_sigmar", "sister_superior: blessed_water, holy_relic, holy_tome", None),
        ("sisters_of_sigmar", "sigmarite_sister: 2 sigmarite_warhammer", "weapon_limit"),
        ("sisters_of_sigmar", "augur: 2 sigmarite_warhammer", "weapon_limit"),
        ("sisters_of_sigmar", "sister_superior: 2 sigmarite_warhammer", None),
        ("sisters_of_sigmar", "sister_superior: bow", "item_not_on_list"),
        ("witch_hunters", "flagellant: bow", "missile_forbidden"),
        ("witch_hunters", "flagellant: sword", "item_not_on_list"),
        ("witch_hunters", "flagellant: light_armour", "item_not_on_list"),
        ("witch_hunters", "flagellant: flail", None),
        ("witch_hunters", "warhound: dagger", "no_equipment_allowed"),
        ("witch_hunters", "zealot: pistol", "item_not_on_list"),
        ("skaven", "black_skaven: weeping_blades", None),
        ("skaven", "black_skaven: weeping_blades, sword", "weapon_limit"),
        ("skaven", "black_skaven: fighting_claws, weeping_blades", "weapon_limit"),
        ("skaven", "night_runner: weeping_blades", "item_not_on_list"),
        ("skaven", "night_runner: club, shield", None),
        ("skaven", "giant_rat: dagger", "no_equipment_allowed"),
        ("skaven", "rat_ogre: club", "no_equipment_allowed"),
        ("undead", "zombie: sword", "no_equipment_allowed"),
        ("undead", "dire_wolf: helmet", "no_equipment_allowed"),
        ("undead", "ghoul: dagger", "no_equipment_allowed"),
        ("undead", "necromancer: staff", None),
        ("undead", "dreg: crossbow", "item_not_on_list"),
        ("reikland", "marksman: spear", "item_not_on_list"),
        ("reikland", "marksman: hochland_long_rifle", None),
        ("reikland", "champion: long_bow", "item_not_on_list"),
        ("reikland", "champion: wolfcloak", "item_not_on_list"),
        ("middenheim", "champion: wolfcloak", None),
        ("middenheim", "warrior: wolfcloak", "item_not_on_list"),
        ("marienburg", "champion: duelling_pistol_brace, duelling_pistol", None),
    ],
)
def test_a_newcomer_is_judged_by_his_list(kind, joining, expected):
    assert codes(crew(kind, joining, starting_gold=5000)) == ([expected] if expected else [])


def test_a_second_matriarch_and_an_eighth_marksman_are_too_many():
    assert codes(crew("sisters_of_sigmar", "matriarch")) == ["leader_count"]
    assert codes(crew("reikland", "5 marksman", "2 marksman")) == []
    assert codes(crew("reikland", "5 marksman", "3 marksman")) == ["too_many_of_type"]


@pytest.mark.parametrize(
    ("kind", "most"), [("witch_hunters", 12), ("skaven", 20), ("undead", 15), ("sisters_of_sigmar", 15)]
)
def test_a_warband_is_never_larger_than_its_list_says(kind, most):
    plain = CREWS[kind][1].split()[1]
    groups = [f"{min(5, left)} {plain}" for left in range(most - 3, 0, -5)]
    assert "too_many_warriors" not in codes(crew(kind, *groups))
    assert "too_many_warriors" in codes(crew(kind, *groups, plain))


def test_holy_things_stay_with_heroes_after_a_battle_too():
    fought = crew("sisters_of_sigmar", "sigmarite_sister: holy_relic", "sister_superior: holy_relic", battles=1)
    assert [(problem.code, problem.where) for problem in checked(fought).problems] == [
        ("item_not_on_list", "Sigmarite Sister 2")
    ]


class TestHiredSwords:
    SERVE = {
        "mercenaries": "dwarf_troll_slayer elf_ranger freelancer halfling_scout imperial_assassin ogre_bodyguard "
        "pit_fighter tilean_marksman warlock",
        "cult_of_the_possessed": "imperial_assassin ogre_bodyguard pit_fighter tilean_marksman warlock",
        "witch_hunters": "dwarf_troll_slayer elf_ranger freelancer halfling_scout ogre_bodyguard pit_fighter "
        "tilean_marksman",
        "sisters_of_sigmar": "halfling_scout ogre_bodyguard pit_fighter tilean_marksman",
        "skaven": "warlock",
        "undead": "imperial_assassin ogre_bodyguard warlock",
    }

    @pytest.mark.parametrize("kind", CREWS)
    def test_each_warband_hires_those_who_would_serve_it(self, kind):
        known = roster(crew(kind))
        willing = {key for key in known.rulebook.hired_swords if hired_sword_refusal(known, key) is None}
        family = kind if kind in self.SERVE else "mercenaries"
        assert willing == set(self.SERVE[family].split())

    @pytest.mark.parametrize("kind", ["skaven", "undead"])
    def test_a_pit_fighter_serves_neither_skaven_nor_undead(self, kind):
        assert codes(crew(kind, "pit_fighter")) == ["hired_sword_refuses"]
        assert codes(crew("reikland", "pit_fighter")) == []


class TestGold:
    @pytest.mark.parametrize(("kind", "gold"), [("marienburg", 600), ("reikland", 500), ("undead", 500)])
    def test_a_warband_begins_with_the_gold_of_its_list(self, kind, gold):
        assert rulebook().warband_types[kind].starting_gold == gold

    @pytest.mark.parametrize(
        ("kind", "who", "item", "start", "recruit", "later"),
        [
            # list price, then what a recruit pays after a battle, then what one who is there pays
            ("marienburg", "champion", "duelling_pistol", 25, (30, 10), (30, 10)),
            ("cult_of_the_possessed", "brethren", "bow", 15, (15, None), (10, None)),
            ("cult_of_the_possessed", "brethren", "short_bow", 10, (10, None), (5, None)),
            ("sisters_of_sigmar", "sister_superior", "holy_tome", 120, (100, 8), (100, 8)),
            ("sisters_of_sigmar", "sister_superior", "holy_relic", 15, (15, 6), (15, 6)),
            ("sisters_of_sigmar", "sister_superior", "blessed_water", 10, (10, None), (10, None)),
            ("skaven", "black_skaven", "weeping_blades", 50, (50, 9), (50, 9)),
            ("skaven", "black_skaven", "warplock_pistol_brace", 70, (70, 11), (70, 11)),
            ("witch_hunters", "warrior_priest", "pistol", 15, (15, 8), (15, 8)),
        ],
    )
    def test_the_list_asks_one_price_and_the_chart_another(self, kind, who, item, start, recruit, later):
        buyer, piece = member(crew(kind, who, battles=1)), Piece(item)
        assert starting_price(buyer, piece).gold == start
        joining, there = later_price(buyer, piece, recruit=True), later_price(buyer, piece)
        assert (joining.gold, joining.rarity) == recruit
        assert (there.gold, there.rarity) == later

    def test_a_sister_who_is_there_pays_the_dice_of_blessed_water_and_a_recruit_does_not(self):
        buyer = member(crew("sisters_of_sigmar", "sister_superior", battles=1))
        assert later_price(buyer, Piece("blessed_water"), recruit=True).plus is None
        assert later_price(buyer, Piece("blessed_water")).plus == "3D6"

    def test_a_rat_ogre_counts_twenty_in_the_rating(self):
        found = checked(crew("skaven", "rat_ogre"))
        assert (found.codes, found.rating, found.cost) == ((), 20 + 3 * 5 + 20, 60 + 2 * 20 + 210)


class TestMutations:
    @pytest.mark.parametrize(
        ("mutations", "price"),
        [
            (["great_claw"], 50),
            (["great_claw", "tentacle"], 50 + 70),
            (["tentacle", "great_claw"], 35 + 100),
            (["spines", "spines"], 35 + 70),
            (["hideous", "daemon_soul", "blackblood"], 40 + 40 + 60),
        ],
    )
    def test_the_first_costs_its_price_and_each_further_one_double(self, mutations, price):
        found = checked(crew("cult_of_the_possessed", warrior("mutant", mutations=mutations)))
        assert (found.codes, found.cost) == ((), 70 + 2 * 25 + 25 + price)

    def test_the_same_one_may_be_had_twice_and_not_three_times(self):
        def with_tentacles(count):
            return codes(crew("cult_of_the_possessed", warrior("possessed", mutations=["tentacle"] * count)))

        assert (with_tentacles(2), with_tentacles(3)) == ([], ["duplicate"])

    def test_nobody_else_buys_any(self):
        assert codes(crew("cult_of_the_possessed", warrior("brethren", mutations=["spines"]))) == ["item_not_on_list"]
        assert codes(crew("reikland", warrior("champion", mutations=["spines"]))) == ["item_not_on_list"]

    def test_cloven_hoofs_are_not_held_to_the_maximum_of_the_race(self):
        runner = crew("cult_of_the_possessed", warrior("mutant", mutations=["cloven_hoofs", "cloven_hoofs"]))
        assert codes(runner) == []
        assert member(runner).value("m") == 6

    @pytest.mark.parametrize(("who", "attacks"), [("possessed", 3), ("mutant", 1)])
    def test_an_extra_arm_is_one_more_attack_for_the_possessed_alone(self, who, attacks):
        grown = crew("cult_of_the_possessed", warrior(who, mutations=["extra_arm"]))
        assert member(grown).value("a") == attacks

    def test_a_mutant_without_one_is_told_what_he_lacks(self):
        cult = full_kit(warband("cult_of_the_possessed", "magister", "2 brethren", "mutant"), mutations=False)
        (problem,) = checked(cult).problems
        assert (problem.code, problem.where) == ("item_not_on_list", "Mutant")
        assert "at least 1 mutation" in problem.message


class TestLeading:
    def test_a_captain_of_reikland_is_heard_at_twelve_inches(self):
        assert leader_range(member(crew("reikland"), 0)).needed == '12"'
        assert leader_range(member(crew("middenheim"), 0)) is None

    def test_battle_tongue_adds_six_inches_for_whoever_leads(self):
        captain = warrior("captain", of="reikland", skills=["battle_tongue"])
        found = leader_range(member(warband("reikland", captain, battles=1), 0))
        assert (found.needed, found.why) == ('18"', 'Leader 6", Voice of command +6, Battle Tongue +6')

    def test_a_promoted_flagellant_never_leads(self):
        def led_by(key):
            leader = warrior(key, of="witch_hunters", section="hero", promoted=True, leader=True)
            return checked(warband("witch_hunters", leader, "3 zealot", battles=2))

        assert led_by("zealot").codes == ()
        (problem,) = led_by("flagellant").problems
        assert (problem.code, problem.blocking) == ("leader_count", False)
        assert "no Flagellant ever leads" in problem.message

    def test_a_flagellant_hero_learns_to_shoot_in_vain(self):
        hero = warrior(
            "flagellant: bow",
            of="witch_hunters",
            section="hero",
            promoted=True,
            skill_lists=["combat", "shooting"],
            skills=["weapons_expert"],
        )
        assert codes(warband("witch_hunters", "captain", "2 zealot", hero, battles=2)) == ["missile_forbidden"]


class TestSkillsAndSpells:
    @pytest.mark.parametrize(
        ("kind", "who", "skill", "may"),
        [
            ("undead", "vampire", "battle_tongue", False),
            ("reikland", "captain", "battle_tongue", True),
            ("cult_of_the_possessed", "magister", "sorcery", True),
            ("sisters_of_sigmar", "matriarch", "sorcery", False),
            ("witch_hunters", "warrior_priest", "sorcery", False),
            ("witch_hunters", "captain", "arcane_lore", False),
            ("sisters_of_sigmar", "matriarch", "utter_determination", True),
            ("sisters_of_sigmar", "sister_superior", "utter_determination", False),
            ("skaven", "night_runner", "infiltration", True),
            ("skaven", "night_runner", "leap", False),
            ("undead", "dreg", "leap", False),
            ("middenheim", "champion", "quick_shot", False),
            ("reikland", "champion", "leap", False),
        ],
    )
    def test_a_hero_learns_from_his_lists_and_what_is_open_to_him(self, kind, who, skill, may):
        learned = warrior(who, of=kind, skills=[skill])
        others = [line for line in CREWS[kind] if line != who]
        found = codes(full_kit(warband(kind, *others, learned, battles=1)))
        assert ("skill_not_allowed" not in found) == may

    @pytest.mark.parametrize(
        ("kind", "who"),
        [
            ("cult_of_the_possessed", "magister"),
            ("witch_hunters", "warrior_priest"),
            ("sisters_of_sigmar", "matriarch"),
            ("skaven", "eshin_sorcerer"),
            ("undead", "necromancer"),
        ],
    )
    def test_a_spellcaster_begins_with_a_spell_of_the_face_that_fell(self, kind, who):
        empty = Roster(WarbandSnapshot("New", kind), rulebook().warband_types[kind], rulebook())
        moved = moves.recruit(empty, type_key=who, name="", dice=EnteredDice([4]))
        lore = rulebook().lores[rulebook().warband_types[kind].warrior(who).casting.lore]
        assert [spell.spell for spell in moved.snapshot.warriors[0].spells] == [lore.rows[3].spell]
        assert [roll.total for roll in moved.rolls] == [4]


class TestRecruiting:
    @staticmethod
    def cult(**changes) -> Roster:
        return roster(numbered(crew("cult_of_the_possessed", **changes)))

    def test_a_mutant_joins_with_what_was_bought_for_him(self):
        moved = moves.recruit(
            self.cult(), type_key="mutant", name="Thornback", dice=SeededDice(1), mutations=["great_claw", "spines"]
        )
        assert moved.snapshot.warriors[-1].mutations == ("great_claw", "spines")
        assert moved.sentence == "Mutant joined as Thornback with Great Claw and Spines."
        assert checked(moved.snapshot).cost == 70 + 50 + 25 + 50 + 70

    def test_a_recruit_after_battles_pays_for_them_too(self):
        rich = self.cult(battles=1, treasury=200)
        moved = moves.recruit(
            rich,
            type_key="mutant",
            name="",
            dice=SeededDice(1),
            mutations=["spines", "spines"],
            equipment=[Piece("axe")],
        )
        assert moved.snapshot.treasury == 200 - (25 + 35 + 70 + 5)
        assert moved.sentence == "Mutant joined with Spines twice."

    def test_nobody_pays_with_gold_that_he_has_not_got(self):
        poor = self.cult(battles=1, treasury=74)
        with pytest.raises(Refused, match="costs 75 gc"):
            moves.recruit(poor, type_key="mutant", name="", dice=SeededDice(1), mutations=["great_claw"])

    def test_what_is_no_mutation_is_refused(self):
        with pytest.raises(Refused, match="no such mutation"):
            moves.recruit(self.cult(), type_key="mutant", name="", dice=SeededDice(1), mutations=["wings"])

    @pytest.mark.parametrize(
        ("who", "mutations", "told"),
        [
            ("mutant", [], "at least 1 mutation"),
            ("mutant", ["spines"] * 3, "may be had twice"),
            ("brethren", ["spines"], "buys no mutations"),
        ],
    )
    def test_a_wrong_number_is_refused_at_once_in_a_draft_too(self, who, mutations, told):
        cult = self.cult()
        moved = moves.recruit(cult, type_key=who, name="", dice=SeededDice(1), mutations=mutations)
        with pytest.raises(Refused, match=told):
            moves.outcome(cult, moved, founded=False)


class TestDiceInAPrice:
    """Blessed water is common for Sisters, and its price has dice once they have fought."""

    @staticmethod
    def sisters(treasury: int) -> Roster:
        return roster(numbered(crew("sisters_of_sigmar", battles=1, treasury=treasury)))

    def test_they_are_rolled_and_paid(self):
        moved = moves.buy(self.sisters(50), warrior_id=1, piece=Piece("blessed_water"), dice=EnteredDice([1, 5, 6]))
        assert moved.snapshot.treasury == 50 - (10 + 12)
        assert [roll.faces for roll in moved.rolls] == [(1,), (5,), (6,)]

    def test_each_piece_has_its_own(self):
        dice = EnteredDice([1, 1, 1, 2, 2, 2])
        moved = moves.buy(self.sisters(60), warrior_id=None, piece=Piece("blessed_water", None, 2), dice=dice)
        assert moved.snapshot.treasury == 60 - (10 + 3) - (10 + 6)

    def test_who_could_not_pay_the_highest_roll_does_not_roll(self):
        with pytest.raises(Refused, match="up to 28 gc"):
            moves.buy(self.sisters(27), warrior_id=1, piece=Piece("blessed_water"), dice=EnteredDice([1, 1, 1]))
