"""Step two, advances: both charts by given dice, maxima, skills, spells, the lad who's got talent (reference:
advancement.yaml; rulings 1, 2, 10 and 20)."""

from __future__ import annotations

import pytest

from campaigns.postbattle.choices import ChoiceError
from campaigns.postbattle.report import Casualty
from mordheim.rules.snapshot import KnownSpell, LastingEffect, WarriorSnapshot
from mordheim.rules.words import CHARACTERISTICS
from tests.campaigns.postbattle.night import Done, chosen, fought, night
from tests.warbands.roster.cast import dwarfs, orcs, roster, rulebook, three_orcs, warband, warrior
from warbands.roster.refusals import Refused

SKAB = "Skab"
LADS = "Da Ladz"


def hero(type_key: str = "big_un", **changes: object) -> WarriorSnapshot:
    """One point short of an advance."""
    return warrior(type_key, **{"name": SKAB, "experience": 16, **changes})


def learn(dice: str, *choices: object, of: WarriorSnapshot | None = None, **told: object) -> Done:
    return night(fought(three_orcs(of or hero())), advances=dice, choose=choices, **told)


def skill(value: str, name: str = SKAB):
    return chosen("experience", "skill", value, name)


def rises(value: str, name: str = SKAB):
    return chosen("experience", "characteristic", value, name)


class TestTheHeroesChart:
    @pytest.mark.parametrize("dice", ["11", "12", "13", "14", "46", "56", "66"])
    def test_2_to_5_and_10_to_12_are_a_skill(self, dice):
        done = learn(dice, skill("well_ard"))
        assert done.row(SKAB)["skills"] == ["well_ard"]
        assert done.effects("experience", "skill") == [{"kind": "skill", "warrior": SKAB, "skill": "well_ard"}]
        assert "advances_due" not in done.row(SKAB)

    @pytest.mark.parametrize(
        ("total", "face", "gained"),
        [
            ("15", 1, "s"), ("15", 3, "s"), ("15", 4, "a"), ("15", 6, "a"),
            ("44", 1, "i"), ("44", 3, "i"), ("44", 4, "ld"), ("44", 6, "ld"),
            ("45", 1, "w"), ("45", 3, "w"), ("45", 4, "t"), ("45", 6, "t"),
        ],
    )  # fmt: skip
    def test_6_8_and_9_are_decided_by_a_further_die(self, total, face, gained):
        done = learn(f"{total} {face}")
        assert done.row(SKAB)["increases"] == {gained: 1}
        assert done.effects("experience", "characteristic") == [
            {"kind": "characteristic", "warrior": SKAB, "characteristic": gained, "by": 1}
        ]

    @pytest.mark.parametrize("value", ["ws", "bs"])
    def test_7_is_the_players_choice_of_two(self, value):
        assert learn("34", rises(value)).row(SKAB)["increases"] == {value: 1}

    def test_a_choice_that_is_missing_is_named(self):
        with pytest.raises(ChoiceError, match="characteristic for Skab in experience"):
            learn("34", strict=["experience"])

    def test_a_choice_that_nothing_asks_for_is_an_error(self):
        with pytest.raises(ChoiceError, match="Nothing asks for this choice: skill for Skab"):
            learn("44 1", skill("well_ard"))

    def test_any_other_choice_is_refused(self):
        with pytest.raises(Refused, match="s is not among what can be chosen"):
            learn("34", rises("s"))


class TestTheRacesMaximum:
    """An Orc's is 4 6 6 4 5 3 5 4 9; a Big 'Un begins with 4 4 3 3 4 1 3 1 7."""

    @pytest.mark.parametrize(
        ("dice", "full", "instead"),
        [
            ("15 1", "s", "a"), ("15 4", "a", "s"), ("44 1", "i", "ld"), ("44 4", "ld", "i"), ("45 1", "w", "t"),
            ("45 4", "t", "w"),
        ],
    )  # fmt: skip
    def test_its_partner_rises_where_it_is_full(self, dice, full, instead):
        gains = {"s": 1, "a": 3, "i": 2, "ld": 2, "w": 2, "t": 1}
        done = learn(dice, of=hero(increases={full: gains[full]}))
        assert done.row(SKAB)["increases"] == {full: gains[full], instead: 1}

    def test_of_weapon_and_ballistic_skill_the_open_one_rises_unasked(self):
        done = learn("34", of=hero(increases={"ws": 2}), strict=["experience"])
        assert done.row(SKAB)["increases"] == {"ws": 2, "bs": 1}

    def test_any_other_rises_where_both_are_full(self):
        done = learn("15 1", rises("ld"), of=hero(increases={"s": 1, "a": 3}))
        assert done.row(SKAB)["increases"] == {"s": 1, "a": 3, "ld": 1}

    def test_where_both_are_full_they_are_not_among_the_choices(self):
        done = learn("34", rises("w"), of=hero(increases={"ws": 2, "bs": 3}))
        (asked,) = [one for one in done.asked if one.choose == "characteristic"]
        assert [option.value for option in asked.options] == ["s", "t", "w", "i", "a", "ld"]

    def test_a_warrior_at_every_maximum_gains_nothing_more(self):
        full = {"ws": 2, "bs": 3, "s": 1, "t": 1, "w": 2, "i": 2, "a": 3, "ld": 2}
        done = learn("34", of=hero(increases=full))
        assert done.row(SKAB)["increases"] == full
        assert "nothing_left" in done.results("experience")
        assert "advances_due" not in done.row(SKAB)

    def test_what_an_injury_took_may_be_won_back(self):
        done = learn("15 1", of=hero(increases={"t": 1}, injuries=["chest_wound"]))
        assert done.row(SKAB)["increases"] == {"t": 1, "s": 1}
        again = learn("45 4", of=hero(increases={"t": 1}, injuries=["chest_wound"]))
        assert again.row(SKAB)["increases"] == {"t": 2}
        assert again.value(SKAB, "t") == 5

    def test_the_manual_of_the_arena_raises_the_maximum_of_weapon_skill(self):
        mob = fought(
            three_orcs(hero(increases={"ws": 2})), effects=(LastingEffect("fighting_arena", {"warrior": SKAB}),)
        )
        assert night(mob, advances="34", choose=[rises("ws")]).row(SKAB)["increases"] == {"ws": 3}


class TestSkills:
    def asked(self, of: WarriorSnapshot, **changes: object) -> list[str]:
        done = night(fought(three_orcs(of), **changes), advances="11")
        (question,) = [one for one in done.asked if one.choose == "skill"]
        return [option.value for option in question.options]

    def test_only_those_of_his_lists(self):
        lists = rulebook().skill_lists
        wanted = {key for one in ("combat", "shooting", "strength", "special_orc_mob") for key in lists[one].skills}
        assert set(self.asked(hero())) == wanted - {"da_cunnin_plan"}

    def test_none_that_he_knows(self):
        assert "well_ard" not in self.asked(hero(skills=["well_ard"]))

    def test_a_skill_of_another_list_is_refused(self):
        with pytest.raises(Refused, match="sprint is not among"):
            learn("11", skill("sprint"))

    def test_a_list_that_was_opened_counts(self):
        assert learn("11", skill("haggle"), of=hero(extra_skill_lists=["academic"])).row(SKAB)["skills"] == ["haggle"]

    def test_the_leaders_own_skill_is_for_him_alone(self):
        boss = fought(orcs(warrior("orc_boss", experience=23), "2 orc_boy"))
        done = night(boss, advances="11", choose=[skill("da_cunnin_plan", "Orc Boss")])
        assert done.row("Orc Boss")["skills"] == ["da_cunnin_plan"]

    def test_the_slayers_have_their_list_besides(self):
        slayer = warrior("troll_slayer", name=SKAB, experience=10)
        done = night(fought(dwarfs("dwarf_noble", slayer, "2 beardling")), advances="11", choose=[skill("berserker")])
        assert done.row(SKAB)["skills"] == ["berserker"]

    def test_who_knows_all_gains_nothing(self):
        everything = self.asked(hero())
        done = learn("11", of=hero(skills=everything), strict=["experience"])
        assert "nothing_left" in done.results("experience")


class TestSpells:
    def shaman(self, *spells: object) -> WarriorSnapshot:
        return warrior("orc_shaman", name=SKAB, experience=10, spells=spells)

    def learn(self, dice: str, *choices: object, knows: tuple = ("zzap",)) -> Done:
        return learn(dice, skill("new_spell"), *choices, of=self.shaman(*knows))

    def test_a_wizard_may_take_a_random_spell_for_a_skill(self):
        done = self.learn("11 1")
        assert done.row(SKAB)["spells"] == ["zzap", "ledz_go"]
        assert done.effects("experience", "spell") == [{"kind": "spell", "warrior": SKAB, "spell": "ledz_go"}]

    def test_a_spell_is_another_word_for_it(self):
        done = learn("11 1", skill("spell"), of=self.shaman("zzap"))
        assert done.row(SKAB)["spells"] == ["zzap", "ledz_go"]

    def test_he_may_take_the_skill_all_the_same(self):
        assert learn("11", skill("ard_ead"), of=self.shaman("zzap")).row(SKAB)["skills"] == ["ard_ead"]

    def test_nobody_else_is_offered_one(self):
        with pytest.raises(Refused, match="new_spell is not among"):
            learn("11", skill("new_spell"))

    def test_a_duplicate_lowers_the_difficulty_by_one(self):
        done = self.learn("11 3", chosen("experience", "duplicate_spell", "lower"))
        assert done.row(SKAB)["spells"] == [{"spell": "zzap", "difficulty": 8}]
        assert done.effects("experience", "spell") == [
            {"kind": "spell", "warrior": SKAB, "spell": "zzap", "difficulty": 8}
        ]

    def test_or_is_rolled_again(self):
        done = self.learn("11 3 4", chosen("experience", "duplicate_spell", "roll_again"))
        assert done.row(SKAB)["spells"] == ["zzap", "fooled_ya"]

    def test_a_third_time_lowers_it_further(self):
        done = self.learn("11 3", knows=(KnownSpell("zzap", 8),))
        assert done.row(SKAB)["spells"] == [{"spell": "zzap", "difficulty": 7}]

    def test_no_lower_than_what_two_dice_always_reach(self):
        done = self.learn("11 3 1", knows=(KnownSpell("zzap", 2),))
        assert done.row(SKAB)["spells"] == [{"spell": "zzap", "difficulty": 2}, "ledz_go"]

    @pytest.mark.parametrize("face", [5, 6])
    def test_a_row_that_the_source_has_not_is_rolled_again(self, face):
        """Ruling 2, MH-007."""
        done = self.learn(f"11 {face} 1")
        assert done.row(SKAB)["spells"] == ["zzap", "ledz_go"]
        assert "missing_row" in done.results("experience")

    @pytest.mark.parametrize("face", [5, 6])
    def test_or_the_player_chooses_one_of_the_four(self, face):
        done = self.learn(f"11 {face}", chosen("experience", "missing_row", "oi_gerroff"))
        assert done.row(SKAB)["spells"] == ["zzap", "oi_gerroff"]

    def test_a_warlock_learns_of_his_lore(self):
        before = fought(three_orcs(warrior("warlock", experience=1, spells=["fires_of_uzhul", "luck_of_shemtek"])))
        done = night(before, advances="11 2", choose=[skill("new_spell", "warlock")])
        assert [one.spell for one in done.of("warlock").spells] == [
            "fires_of_uzhul",
            "luck_of_shemtek",
            "flight_of_zimmeran",
        ]


def group(size: int = 3, type_key: str = "orc_boy", **changes: object) -> WarriorSnapshot:
    return warrior(f"{size} {type_key}: bow", **{"name": LADS, "experience": 1, **changes})


def train(dice: str, *choices: object, of: WarriorSnapshot | None = None, also: tuple = (), **told: object) -> Done:
    return night(fought(three_orcs(of or group(), *also)), advances=dice, choose=choices, **told)


class TestTheHenchmensChart:
    @pytest.mark.parametrize(
        ("dice", "gained"),
        [("11", "i"), ("12", "i"), ("22", "i"), ("23", "s"), ("44", "a"), ("45", "ld")],
    )
    def test_what_a_group_gains(self, dice, gained):
        done = train(dice)
        assert done.row(LADS)["increases"] == {gained: 1}
        assert done.effects("experience", "characteristic") == [
            {"kind": "characteristic", "warrior": LADS, "characteristic": gained, "by": 1}
        ]

    @pytest.mark.parametrize("dice", ["33", "34"])
    @pytest.mark.parametrize("value", ["ws", "bs"])
    def test_6_and_7_are_the_players_choice(self, dice, value):
        assert train(dice, rises(value, LADS)).row(LADS)["increases"] == {value: 1}

    def test_one_roll_is_for_the_whole_group(self):
        done = train("23")
        assert done.of(LADS).size == 3
        assert done.value(LADS, "s") == 4

    def test_a_characteristic_rises_once_only(self):
        done = train("11 12 23", of=group(increases={"i": 1}))
        assert done.row(LADS)["increases"] == {"s": 1, "i": 1}
        assert done.results("experience").count("roll_again") == 2

    def test_of_6_and_7_one_that_cannot_rise_may_be_chosen_to_roll_again(self):
        again = train("34 44", rises("ws", LADS), of=group(increases={"ws": 1}))
        assert again.row(LADS)["increases"] == {"ws": 1, "a": 1}
        taken = train("34", rises("bs", LADS), of=group(increases={"ws": 1}))
        assert taken.row(LADS)["increases"] == {"ws": 1, "bs": 1}

    def test_6_and_7_are_rolled_again_where_neither_can_rise(self):
        done = train("34 33 44", of=group(increases={"ws": 1, "bs": 1}), strict=["experience"])
        assert done.row(LADS)["increases"] == {"ws": 1, "bs": 1, "a": 1}

    def test_the_races_maximum_holds_for_groups_too(self):
        """A Ghoul's Ballistic Skill of 2 is all that a Ghoul ever has."""
        undead = warband("undead", "vampire", warrior("2 ghoul", of="undead", name=LADS, experience=1))
        done = night(fought(undead), advances="34 44", choose=[rises("bs", LADS)])
        assert done.row(LADS)["increases"] == {"a": 1}

    def test_a_group_with_nothing_left_in_a_full_warband_gains_nothing(self):
        full = dict.fromkeys(("i", "s", "ws", "bs", "a", "ld"), 1)
        heroes = (*OTHERS, lad("A"), lad("B"))
        done = train("", of=group(increases=full), also=heroes)
        assert "nothing_left" in done.results("experience")
        assert "advances_due" not in done.row(LADS)


def lad(name: str) -> WarriorSnapshot:
    """An Orc Boy who became a hero."""
    return warrior(
        "orc_boy", section="hero", promoted=True, name=name, experience=2, skill_lists=["combat", "strength"]
    )


# Who are not short of an advance.
OTHERS = (warrior("orc_shaman", experience=12), "big_un", "big_un")
LISTS = chosen("experience", "skill_lists", ["combat", "strength"], LADS)


class TestTheLadsGotTalent:
    @pytest.mark.parametrize("dice", ["46", "55", "56", "66"])
    def test_one_becomes_a_hero_and_rolls_at_once_and_the_rest_roll_again(self, dice):
        done = train(f"{dice} 44 1 23", LISTS, chosen("experience", "name", "Nob", LADS))
        assert done.row("Nob") == {
            "name": "Nob",
            "type": "orc_boy",
            "promoted": True,
            "experience": 2,
            "equipment": ["bow"],
            "skill_lists": ["combat", "strength"],
            "increases": {"i": 1},
        }
        assert done.of(LADS).size == 2
        assert done.row(LADS)["increases"] == {"s": 1}
        assert done.file["heroes"][-1]["name"] == "Nob"

    def test_the_effect_names_him_and_his_lists(self):
        done = train("55 44 1 23", LISTS, chosen("experience", "name", "Nob"))
        assert done.effects("experience", "promoted") == [
            {"kind": "promoted", "warrior": LADS, "name": "Nob", "skill_lists": ["combat", "strength"]}
        ]

    def test_he_keeps_the_increases_of_the_group(self):
        done = train("55 44 4 23", LISTS, of=group(increases={"i": 1}))
        assert done.row("Orc Boy 2")["increases"] == {"i": 1, "ld": 1}

    def test_the_henchmens_limit_of_one_no_longer_holds_for_him(self):
        done = train("55 44 1 23", LISTS, of=group(increases={"i": 1}))
        assert done.row("Orc Boy 2")["increases"] == {"i": 2}

    def test_his_skill_comes_from_his_two_lists(self):
        done = train("55 11 23", LISTS, skill("mighty_blow", "Orc Boy 2"))
        assert done.row("Orc Boy 2")["skills"] == ["mighty_blow"]
        with pytest.raises(Refused):
            train("55 11 23", LISTS, skill("quick_shot", "Orc Boy 2"))

    def test_the_rest_roll_10_to_12_again(self):
        done = train("55 44 1 66 55 45", LISTS)
        assert done.row(LADS)["increases"] == {"ld": 1}
        assert len(done.run.heroes) == 2

    def test_the_last_of_a_group_takes_his_name_along_and_nobody_is_left_to_roll(self):
        done = train("55 44 1", LISTS, of=group(1))
        assert done.row(LADS)["promoted"] is True
        assert len([one for one in done.snapshot.warriors if one.name == LADS]) == 1
        assert done.row(LADS)["increases"] == {"i": 1}

    def test_a_second_advance_of_the_last_one_is_rolled_on_the_heroes_chart(self):
        done = train("55 44 1 45 4", LISTS, of=group(1, advances_due=1))
        assert done.row(LADS)["increases"] == {"t": 1, "i": 1}

    def test_a_second_advance_of_the_group_stays_with_it(self):
        done = train("55 44 1 23 11", LISTS, of=group(3, advances_due=1))
        assert done.row(LADS)["increases"] == {"s": 1, "i": 1}
        assert done.row("Orc Boy 2")["increases"] == {"i": 1}

    def test_with_six_heroes_it_is_rolled_again(self):
        heroes = (*OTHERS, lad("A"), lad("B"))
        done = train("55 23", also=heroes)
        assert len(done.run.heroes) == 6
        assert done.row(LADS)["increases"] == {"s": 1}

    def test_the_sixth_hero_need_not_be_one_that_the_list_names(self):
        done = train("55 44 1 23", LISTS, also=(*OTHERS, lad("A")))
        assert len(done.run.heroes) == 6

    def test_lists_are_two_different_ones_of_the_warbands_heroes(self):
        for wrong in (["combat"], ["combat", "combat"], ["combat", "academic"], ["combat", "strength", "speed"]):
            with pytest.raises(Refused):
                train("55 44 1 23", chosen("experience", "skill_lists", wrong, LADS))

    def test_a_list_printed_for_one_type_is_not_among_them(self):
        lads = warrior("3 beardling", name=LADS, experience=1)
        before = fought(dwarfs("dwarf_noble", "troll_slayer", lads))
        done = night(before, advances="55 44 1 23", choose=[LISTS])
        (asked,) = [one for one in done.asked if one.choose == "skill_lists"]
        assert {o.value for o in asked.options} == {"combat", "shooting", "strength", "special_dwarf_treasure_hunters"}

    def test_he_explores_and_may_search_this_very_evening(self):
        search = [chosen("rare_items", "search", "lucky_charm", "Orc Boy 2")]
        done = train("55 44 1 23", LISTS, *search, exploration="23", rare_items="66", out=["1 Da Ladz"], injuries="4")
        assert done.row("Orc Boy 2")["promoted"] is True
        assert done.results("rare_items")[0] == "found"

    def test_not_if_the_whole_group_lay_on_the_ground(self):
        done = train("55 44 1 23", LISTS, out=["3 Da Ladz"], injuries="4 4 4", exploration="2")
        assert done.run.lads == {"Orc Boy 2": False}

    def test_but_if_one_of_them_stood(self):
        done = train("55 44 1", LISTS, out=["2 Da Ladz"], injuries="1 1 ", exploration="23")
        assert done.run.lads == {LADS: True}

    def test_a_type_that_never_learns_is_never_promoted(self):
        done = night(fought(three_orcs("2 goblin_warrior")), advances="")
        assert done.of("Goblin Warrior").section == "henchman"


class TestHiredSwords:
    """Ruling 10."""

    def fighter(self, dice: str, *choices: object, **changes: object) -> Done:
        sword = warrior("pit_fighter", **{"experience": 1, **changes})
        return night(fought(three_orcs(sword)), advances=dice, choose=choices)

    def test_they_roll_on_the_heroes_chart_and_choose_from_their_own_lists(self):
        assert self.fighter("11", skill("sprint", "pit_fighter")).row("pit_fighter")["skills"] == ["sprint"]
        with pytest.raises(Refused):
            self.fighter("11", skill("quick_shot", "pit_fighter"))

    def test_within_their_races_maximum(self):
        """A human's Strength is 4, the Pit Fighter's already: his Attacks rise."""
        assert self.fighter("15 1").row("pit_fighter")["increases"] == {"a": 1}

    def test_the_assassin_learns_what_his_entry_adds(self):
        before = fought(dwarfs("dwarf_noble", "2 beardling", warrior("imperial_assassin", experience=1)))
        choose = [skill("unstoppable_charge", "imperial_assassin")]
        done = night(before, advances="11", choose=choose)
        assert done.row("imperial_assassin")["skills"] == ["unstoppable_charge"]


def test_advances_are_rolled_warrior_by_warrior_in_the_order_of_the_file():
    before = fought(orcs(warrior("orc_boss", experience=23), hero(), group()))
    done = night(before, advances="45 1 44 1 23")
    assert done.row("Orc Boss")["increases"] == {"w": 1}
    assert done.row(SKAB)["increases"] == {"i": 1}
    assert done.row(LADS)["increases"] == {"s": 1}


def test_no_increase_ever_passes_what_the_check_allows():
    done = learn("15 1")
    member = roster(done.snapshot).members[1]
    assert all((member.increase_limits[one] or 0) >= (member.value(one) or 0) for one in CHARACTERISTICS)


def test_a_casualty_does_not_keep_a_hero_from_his_advance():
    done = night(fought(three_orcs(hero())), out=[Casualty(SKAB)], injuries="41", advances="15 1")
    assert done.row(SKAB)["increases"] == {"s": 1}
