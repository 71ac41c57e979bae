"""The night as it is shown: steps, tables with the row that was hit, what is due, what happened, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from django.http import QueryDict

from campaigns.postbattle.after import Exposed, Fee, Plague
from campaigns.postbattle.choices import Choice, Option, Question
from campaigns.postbattle.due import DueQuestion, DueRoll, asked, token_of, value_of
from campaigns.postbattle.hands import hands, studies
from campaigns.postbattle.income import profit
from campaigns.postbattle.log import _CLASSES, Given, LogSession
from campaigns.postbattle.lots import Stands
from campaigns.postbattle.market import sales, shop
from campaigns.postbattle.recruits import groups_to_enlarge
from campaigns.postbattle.report import Casualty
from campaigns.postbattle.run import STEPS
from campaigns.postbattle.searching import chance, searches
from campaigns.postbattle.sequence import Played, play
from campaigns.postbattle.sheet import NightSheet, build_night
from campaigns.postbattle.tables import DiceTable, dice_table, found_set, places_table, scale_table
from campaigns.postbattle.words import has_words, without_gold
from campaigns.views.stretches import stretch_of
from mordheim.rules.snapshot import LastingEffect, WarbandSnapshot
from tests.campaigns.postbattle.night import report
from tests.warbands.roster.cast import dwarfs, orcs, rulebook, warrior
from warbands.roster.refusals import Refused


def mob(*more: Any, **changes: Any) -> WarbandSnapshot:
    """A boss, a Shaman, a Big 'Un and three Boyz, who have fought before."""
    wizard, boyz = warrior("orc_shaman", spells=["zzap"]), warrior("3 orc_boy: bow", name="Da Ladz")
    own = ("orc_boss: sword, light_armour", wizard, "big_un: double_handed_weapon", boyz)
    return orcs(*own, *more, **{"battles": 2, "treasury": 100, **changes})


@dataclass
class Night:
    """A night that is gone through by hand."""

    warband: WarbandSnapshot
    told: dict[str, Any] = field(default_factory=dict)
    log: list[Any] = field(default_factory=list)

    def play(self, given: Given | None = None) -> Played:
        session = LogSession(list(self.log), given or Given())
        played = play(self.warband, report(**self.told), rulebook(), session)
        session.check_all_used()
        self.log = session.log
        return played

    def roll(self, faces: str) -> NightSheet:
        """These faces fall; the sheet shows what has just happened."""
        before = len(self.play().run.events)
        played = self.play(Given(faces=tuple(int(face) for face in faces if face.isdigit())))
        return build_night(played, since=before)

    def answer(self, value: Any) -> NightSheet:
        return build_night(self.play(Given(answer=(value,))))

    def do(self, choose: str, value: Any, warrior_name: str | None = None) -> NightSheet:
        played = self.play()
        return build_night(self.play(Given(choice=Choice(played.step, choose, value, warrior_name))))

    def done(self) -> NightSheet:
        return build_night(self.play(Given(done=True)))

    def sheet(self, step: str | None = None, **more: Any) -> NightSheet:
        return build_night(self.play(), step=step, **more)

    def to(self, step: str, faces: Iterable[int] = (4, 3, 2, 1)) -> NightSheet:
        """Go on to a step with dice that do no harm, and what is sensible."""
        supply = list(faces)
        while not (sheet := self.sheet()).is_over and sheet.now != step:
            due = sheet.due
            if due.kind == "roll":
                shown = [supply[place % len(supply)] for place in range(due.count)]
                self.play(Given(faces=tuple(min(face, due.sides) for face in shown)))
            elif due.kind == "question":
                self.play(Given(answer=(self.play().waiting.question.suggested,)))
            else:
                self.play(Given(done=True))
        return sheet


def night(warband: WarbandSnapshot | None = None, **told: Any) -> Night:
    return Night(warband or mob(), told)


def states(sheet: NightSheet) -> dict[str, str]:
    return {line.key: line.state for line in sheet.steps}


def hit(table: DiceTable | None) -> list[str]:
    assert table
    return [row.name for row in table.rows if row.hit]


def said(sheet: NightSheet) -> str:
    return " ".join(event.sentence for event in sheet.record.events)


def effects(sheet: NightSheet) -> list[str]:
    return [line.text for event in sheet.record.events for line in event.effects]


PLAGUE = Plague(disease="plague_victims", exposed=(Exposed(name="Orc Boss", count=1), Exposed(name="Da Ladz", count=3)))
OGRE = Fee(hired_sword="ogre_bodyguard")


class TestWhatABattleHandsOver:
    """The sick, and a sword who is not paid (rulings 10, 16 and 32)."""

    def test_the_sick_roll_after_the_injured_and_read_on_what(self):
        evening = night(out=["Big 'Un"], after=(PLAGUE,))
        assert [one.state for one in evening.sheet().waiters] == ["current", "to do", "to do"]
        sheet = evening.roll("62")
        assert [one.state for one in sheet.waiters] == ["done", "current", "to do"]
        assert [one.told for one in sheet.waiters] == ["1 roll", "met the sick", "met the sick"]
        assert sheet.due.what_for == "Plague Victims, sick on a 1: Orc Boss"
        assert sheet.due.stands == (Stands("1", "sick"), Stands("2–6", "spared"))
        assert sheet.tables == ()
        assert [one.state for one in evening.roll("3").waiters] == ["done", "done", "current"]

    def test_the_disease_is_read_from_its_own_chart(self):
        evening = night(out=["Big 'Un"], after=(PLAGUE,))
        evening.roll("62")
        (table,) = evening.roll("1").tables
        assert (table.name, table.die) == ("Plague Victims: the disease", "D6")
        assert [(row.label, row.name) for row in table.rows] == [
            ("1", "Major symptoms"),
            ("2–5", "Minor symptoms"),
            ("6", "Full recovery"),
        ]
        assert evening.roll("4").latest[0].event.row.name == "Minor symptoms"

    def test_of_major_symptoms_the_row_stands_marked_while_he_rolls_how_often(self):
        evening = night(after=(PLAGUE,))
        evening.roll("1")
        assert hit(evening.roll("1").tables[0]) == ["Major symptoms"]

    def test_whom_an_unpaid_sword_hurts_is_listed_by_name_and_rolls_first(self):
        evening = night(mob(treasury=0), out=["Big 'Un"], after=(OGRE,))
        sheet = evening.sheet()
        assert [(one.name, one.state) for one in sheet.waiters] == [("Big 'Un", "to do")]
        assert (sheet.due.die, sheet.due.stands) == (
            "D6",
            (
                Stands("1", "Orc Boss"),
                Stands("2", "Orc Shaman"),
                Stands("3–5", "Da Ladz"),
                Stands("6", "roll again"),
            ),
        )
        again = evening.roll("6")
        assert again.due.again == "6 stands for none of them: roll again."
        after = evening.roll("2")
        assert [(one.name, one.state) for one in after.waiters] == [("Orc Shaman", "current"), ("Big 'Un", "to do")]


class TestSteps:
    def test_the_eleven_steps_stand_in_order_and_one_goes_on(self):
        sheet = night(out=["Big 'Un"]).sheet()
        assert tuple(states(sheet)) == STEPS
        assert list(states(sheet).values()) == ["current", *["to do"] * 10]
        assert [line.number for line in sheet.steps] == list(range(1, 12))

    def test_what_is_done_is_done_and_the_next_one_is_named(self):
        sheet = night().to("wyrdstone")
        assert states(sheet)["exploration"] == "done"
        assert sheet.now == "wyrdstone"
        assert sheet.following.name == "Upkeep"

    def test_only_the_step_that_goes_on_says_what_is_due(self):
        evening = night(out=["Big 'Un"])
        assert evening.sheet().due
        assert evening.sheet("rating").due is None
        assert evening.sheet("rating").shown.state == "to do"

    def test_a_night_that_is_over_has_no_step_to_come(self):
        sheet = night().to("nowhere")
        assert sheet.is_over
        assert set(states(sheet).values()) == {"done"}
        assert sheet.following is None


class TestInjuries:
    def test_a_heros_roll_is_of_two_dice_on_the_chart_of_heroes(self):
        sheet = night(out=["Big 'Un"]).sheet()
        assert isinstance(sheet.due, DueRoll)
        assert (sheet.due.warrior, sheet.due.die, sheet.due.labels) == ("Big 'Un", "D66", ("Tens", "Units"))
        assert [table.key for table in sheet.tables] == ["serious_injuries"]
        assert hit(sheet.tables[0]) == []

    def test_who_still_has_to_roll_is_listed(self):
        evening = night(out=["Big 'Un", "2 Da Ladz"])
        assert [(one.name, one.told, one.state) for one in evening.sheet().waiters] == [
            ("Big 'Un", "1 roll", "current"),
            ("Da Ladz", "2 rolls", "to do"),
        ]
        assert [one.state for one in evening.roll("62").waiters] == ["done", "current"]

    def test_the_row_that_was_hit_is_marked_and_its_effect_told(self):
        sheet = night(out=["Big 'Un", "Da Ladz"]).roll("62")
        assert [line.event.row.told for line in sheet.latest if line.event.row] == ["62–63 Hardened."]
        assert [line.text for group in sheet.fresh for event in group.events for line in event.effects] == ["Hardened"]

    def test_a_long_chart_marks_the_neighbours_of_the_row(self):
        sheet = night(out=["Big 'Un", "Da Ladz"]).roll("62")
        table = dice_table(rulebook(), "serious_injuries", [62])
        near = [row.label for row in table.rows if row.near]
        assert sheet.latest[0].event.row == table.row
        assert table.is_long
        assert len(near) == 3
        assert table.row.label in near

    def test_a_further_die_has_a_table_of_its_own(self):
        sheet = night(out=["Big 'Un"]).roll("25")
        assert [table.name for table in sheet.tables] == ["Smashed Leg"]
        assert [row.label for row in sheet.tables[0].rows] == ["1", "2–6"]

    def test_henchmen_roll_on_theirs(self):
        evening = night(out=["2 Da Ladz"])
        assert [table.key for table in evening.sheet().tables] == ["henchman_injuries"]
        sheet = evening.roll("1")
        assert sheet.latest[0].event.row.name == "Lost"
        assert [line.icon for event in sheet.fresh[0].events for line in event.effects] == ["skull"]

    def test_a_step_that_is_over_shows_every_row_that_was_hit(self):
        evening = night(out=["2 Da Ladz"])
        evening.roll("1 6")
        sheet = evening.sheet("injuries")
        assert sheet.shown.state == "done"
        assert hit(sheet.tables[0]) == ["Lost", "Recovers"]
        assert [one.state for one in sheet.waiters] == ["done"]

    def test_a_troll_is_listed_without_a_roll(self):
        evening = night(mob("troll", "2 goblin_warrior"), out=["Troll"])
        assert [(one.name, one.told) for one in evening.sheet("injuries").waiters] == [
            ("Troll", "recovers without a roll")
        ]

    def test_below_his_name_a_sentence_does_not_repeat_it(self):
        sheet = night(out=["Big 'Un", "Da Ladz"]).roll("62")
        assert (sheet.fresh[0].name, sheet.fresh[0].type_name) == ("Big 'Un", "Big 'Un")
        assert sheet.fresh[0].events[0].sentence == "Hardened."

    def test_dice_are_told_with_their_source(self):
        dice = night(out=["Big 'Un", "Da Ladz"]).roll("62").fresh[0].events[0].dice
        assert (dice.faces, dice.source, dice.sides, dice.shows) == ((6, 2), "table", 6, 62)


class TestExperience:
    def test_what_one_has_earned_is_one_line(self):
        evening = night(result="won", enemies_out={"Orc Boss": 2})
        sheet = evening.sheet("experience")
        boss = next(group for group in sheet.record.groups if group.name == "Orc Boss")
        assert boss.events[0].sentence == "1 for surviving, 1 for leading the winners, 2 for enemies put out of action."
        assert boss.events[0].effects[0].text == "+4 experience"

    def test_an_advance_is_due_on_the_chart_of_heroes(self):
        sheet = night(enemies_out={"Orc Boss": 3}).sheet()
        assert sheet.due.warrior == "Orc Boss"
        assert [table.key for table in sheet.tables] == ["hero_advance"]
        assert (sheet.waiters[0].name, sheet.waiters[0].told, sheet.waiters[0].state) == (
            "Orc Boss",
            "1 advance",
            "current",
        )

    def test_skills_are_grouped_by_list_with_what_they_do(self):
        sheet = night(enemies_out={"Orc Boss": 3}).roll("22")
        due = sheet.due
        assert isinstance(due, DueQuestion)
        assert (due.form, due.choose, due.suggested) == ("one", "skill", "")
        titles = [group.title for group in due.groups]
        assert "Combat" in titles
        assert "Academic" not in titles
        assert len(titles) == len(set(titles)) > 1
        assert all(option.told for option in due.options)

    def test_characteristics_say_from_what_to_what(self):
        due = night(enemies_out={"Orc Boss": 3}).roll("34").due
        assert due.choose == "characteristic"
        assert {(option.label, option.was, option.becomes) for option in due.options} == {
            ("Weapon Skill", 4, 5),
            ("Ballistic Skill", 4, 5),
        }

    def test_skill_lists_say_which_skills_they_have(self):
        question = Question("experience", "skill_lists", "Which?", [], "Da Ladz", "many", (Option("speed", "Speed"),))
        assert "Sprint" in asked(night().play().run, question).options[0].told


class TestExploration:
    def explored(self, faces: str, **changes: Any) -> tuple[Night, NightSheet]:
        evening = night(mob(**changes), result="won")
        evening.to("exploration", faces=(2, 3, 3, 1))
        return evening, evening.roll(faces)

    def test_the_thirty_places_stand_by_set(self):
        table = places_table(rulebook())
        assert len(table.rows) == 30
        assert [row.label for row in table.rows[:2]] == ["1 1", "2 2"]
        assert table.is_huge

    def test_the_set_that_was_found_and_the_shards_are_marked(self):
        evening, _ = self.explored("5 5 1 2")
        sheet = evening.sheet("exploration")
        assert hit(sheet.tables[0]) == ["Overturned Cart"]
        assert sheet.tables[0].shows == "Double 5"
        assert [row.label for row in sheet.scales[0].rows if row.hit] == ["12–17"]
        assert sheet.on_table == (5, 5, 1, 2)

    def test_of_equal_sets_the_higher_counts(self):
        assert found_set((2, 2, 5, 5, 1)) == (2, 5)
        assert found_set((3, 3, 3, 6, 6)) == (3, 3)
        assert found_set((1, 2, 3)) is None

    def test_dice_are_rolled_again_by_tapping_one_of_them(self):
        _, sheet = self.explored("5 1 1 2", effects=(LastingEffect("one_reroll", {}),))
        due = sheet.due
        assert (due.choose, due.form, due.table) == ("reroll", "die", (5, 1, 1, 2))
        assert [option.face for option in due.options if option.face] == [1, 2, 5]
        assert [option.label for option in due.others] == ["None"]

    def test_what_was_rolled_again_lies_on_the_table(self):
        evening, _ = self.explored("5 1 1 2", effects=(LastingEffect("one_reroll", {}),))
        evening.answer(2)
        sheet = evening.roll("5")
        assert hit(evening.sheet("exploration").tables[0]) == ["Overturned Cart"]
        assert sheet.record.line.key != "injuries"

    def test_each_die_to_be_kept_can_be_ticked(self):
        question = Question(
            "exploration", "dice_kept", "Which?", [1, 1], None, "many", (Option(1, "1"), Option(1, "1"), Option(4, "4"))
        )
        due = asked(night().play().run, question)
        assert due.form == "dice"
        assert [(option.face, option.times, option.suggested) for option in due.options] == [(1, 2, 2), (4, 1, 0)]


class TestIncome:
    def test_each_number_of_shards_has_its_price(self):
        evening = night(mob(wyrdstone=4))
        sheet = evening.to("wyrdstone")
        run = evening.play().run
        held = run.snapshot.wyrdstone
        assert sheet.due.form == "number"
        assert [(line.count, line.gold) for line in sheet.due.prices] == [(0, 0)] + [
            (count, profit(run, count)) for count in range(1, held + 1)
        ]

    def test_the_column_in_use_is_that_of_the_warbands_size(self):
        sheet = night(mob(wyrdstone=4)).to("wyrdstone")
        assert sheet.scales[0].columns[sheet.scales[0].column] == "4–6"
        assert not any(row.hit for row in sheet.scales[0].rows)

    def test_what_was_sold_is_marked_in_the_column_of_that_moment(self):
        evening = night(mob(wyrdstone=4))
        evening.to("wyrdstone")
        evening.answer(3)
        evening.to("recruits_and_trading")
        evening.do("dismiss", {"warrior": "Da Ladz"})
        scale = evening.sheet("wyrdstone").scales[0]
        assert [row.label for row in scale.rows if row.hit] == ["3"]
        assert scale.columns[scale.column] == "4–6"

    def test_whoever_is_paid_says_what_he_costs(self):
        evening = night(mob(warrior("ogre_bodyguard: double_handed_weapon", name="Bront")))
        sheet = evening.to("upkeep")
        due = sheet.due
        assert (due.form, due.purse) == ("many", sheet.figures.treasury)
        assert [(option.label, option.gold, option.suggested) for option in due.options] == [("Bront: 30 gc", 30, 1)]


class TestGoldHidden:
    def test_no_amount_of_gold_is_told(self):
        evening = night(mob(warrior("ogre_bodyguard: double_handed_weapon", name="Bront"), wyrdstone=4), gold=30)
        evening.to("nowhere")
        for step in STEPS:
            shown = evening.sheet(step)
            hidden = evening.sheet(step, gold_hidden=True)
            assert not any(f"{digit} gc" in said(hidden) for digit in "0123456789")
            assert not any("gc" in line for line in effects(hidden))
            assert (hidden.figures.treasury, hidden.before.treasury) == (None, None)
            assert len(hidden.record.events) == len(shown.record.events)
        assert not any(row.hit for row in evening.sheet("wyrdstone", gold_hidden=True).scales[0].rows)
        assert "gc" in said(evening.sheet("wyrdstone"))

    def test_amounts_are_struck_out_and_nothing_else(self):
        assert without_gold("3 sold for 1,250 gc: +5 gc more, 2 left.") == "3 sold for … gc: … gc more, 2 left."


class TestSearches:
    def test_whoever_stood_may_search_and_is_told_how_likely_it_is(self):
        evening = night(out=["Big 'Un"])
        evening.roll("62")
        evening.to("rare_items")
        found = searches(evening.play().run)
        assert [(one.name, one.refused) for one in found.searchers] == [
            ("Orc Boss", ""),
            ("Orc Shaman", ""),
            ("Big 'Un", "did not stand to the end"),
        ]
        assert found.chosen.name == "Orc Boss"
        things = {one.token: one for shelf in found.shelves for one in shelf.things}
        assert (things["lucky_charm"].rarity, things["lucky_charm"].chance) == (6, 72)
        assert "sword" not in things
        assert things["sword:gromril"].name == "Gromril sword"

    @pytest.mark.parametrize(("needed", "per_cent"), [(2, 100), (7, 58), (9, 28), (12, 3), (13, 0)])
    def test_the_chance_of_two_dice(self, needed, per_cent):
        assert chance(needed) == per_cent

    def test_who_has_searched_is_done(self):
        evening = night()
        evening.to("rare_items")
        evening.do("search", {"item": "lucky_charm"}, "Orc Boss")
        evening.roll("1 1")
        found = searches(evening.play().run, "Orc Boss")
        assert found.searchers[0].refused == "has searched"
        assert found.chosen.name == "Orc Shaman"


class TestTrading:
    def trading(self, warband: WarbandSnapshot | None = None) -> Night:
        evening = Night(warband or mob(stash="2 sword"))
        evening.to("recruits_and_trading")
        return evening

    def test_a_shop_offers_what_may_be_had_and_says_why_not_the_rest(self):
        found = shop(self.trading().play().run, "Da Ladz")
        wares = {ware.token: ware for shelf in found.shelves for ware in shelf.wares}
        assert (found.size, wares["helmet"].gold, wares["helmet"].total) == (3, 10, 30)
        refused = {ware.token: ware.refused for ware in found.refused}
        assert "Rare" in refused["lucky_charm"] or "hero" in refused["lucky_charm"]

    def test_the_stash_takes_common_things(self):
        found = shop(self.trading().play().run, "stash")
        tokens = {ware.token for shelf in found.shelves for ware in shelf.wares}
        assert "sword" in tokens
        assert "lucky_charm" not in tokens

    def test_what_is_sold_brings_half(self):
        lines = {(line.whose, line.token): line for line in sales(self.trading().play().run)}
        assert (lines["stash", "sword"].count, lines["stash", "sword"].gold) == (2, 5)
        assert lines["Orc Boss", "light_armour"].gold == 10

    def test_a_group_that_has_learned_takes_veterans_as_far_as_they_go(self):
        boys = warrior("3 orc_boy: bow", name="Da Ladz", experience=3)
        evening = self.trading(orcs("orc_boss", "big_un", boys, battles=2, treasury=300))
        run = evening.play().run
        offer = next(one for one in groups_to_enlarge(run) if one.name == "Da Ladz")
        assert run.veterans == 7
        experience = offer.experience
        assert offer.gold == 25 + 10 + 2 * experience
        assert offer.most == 7 // experience

    def test_a_full_group_says_that_it_is_full(self):
        evening = self.trading(orcs("orc_boss", "big_un", "5 orc_boy", battles=2, treasury=300))
        offer = next(one for one in groups_to_enlarge(evening.play().run) if one.size == 5)
        assert offer.most == 0
        assert offer.refused

    def test_nothing_happens_by_being_offered(self):
        evening = self.trading()
        run = evening.play().run
        before = (run.snapshot, list(run.events), run.veterans, set(run.searched))
        groups_to_enlarge(run), shop(run, "stash"), sales(run), hands(run, "stash", "sword")
        assert (run.snapshot, run.events, run.veterans, run.searched) == before

    def test_a_book_is_offered_to_its_reader_and_says_why_not_to_others(self):
        wizard = warrior("orc_shaman: tome_of_magic", spells=["zzap"])
        evening = self.trading(orcs("orc_boss: tome_of_magic", wizard, "big_un", battles=2, treasury=0))
        found = {study.name: study.refused for study in studies(evening.play().run)}
        assert found["Orc Shaman"] == ""
        assert "cannot make sense" in found["Orc Boss"]


class TestEquipment:
    def handing(self, warband: WarbandSnapshot) -> Night:
        evening = Night(warband)
        evening.to("equipment")
        return evening

    def test_a_piece_goes_to_whoever_may_have_it_and_the_others_say_why_not(self):
        evening = self.handing(mob("cave_squig", "3 goblin_warrior", stash="sword"))
        moving = hands(evening.play().run, "stash", "sword").moving
        refused = {target.name: target.refused for target in moving.targets}
        assert refused["Orc Boss"] == ""
        assert "never carries equipment" in refused["Cave Squig"]
        assert "There are not" in refused["Da Ladz"]

    def test_everything_that_is_carried_is_shown(self):
        found = hands(self.handing(mob(stash="2 sword")).play().run)
        assert [(piece.token, piece.count) for piece in found.holders[0].pieces] == [("sword", 2)]
        assert found.moving is None
        assert found.wrong == ()

    def test_who_carries_what_he_may_no_longer_use_is_named_with_what_mends_it(self):
        evening = self.handing(mob())
        run = evening.play().run
        hurt = replace(run.the("Big 'Un").warrior, injuries=warrior("big_un", injuries=["arm_wound"]).injuries)
        severed = replace(hurt, injuries=(replace(hurt.injuries[0], outcome="one_arm"),))
        run.snapshot = run.snapshot.with_warrior(severed)
        (wrong,) = hands(run).wrong
        assert (wrong.problem.where, wrong.token, wrong.problem.blocking) == ("Big 'Un", "double_handed_weapon", False)

    def test_what_must_not_be_is_named_with_what_mends_it(self):
        evening = self.handing(mob("goblin_warrior: short_bow"))
        run = evening.play().run
        armed = replace(
            run.the("Goblin Warrior").warrior, equipment=warrior("goblin_warrior: light_armour, halberd").equipment
        )
        run.snapshot = run.snapshot.with_warrior(armed)
        (wrong,) = hands(run).wrong
        assert (wrong.token, wrong.problem.blocking) == ("halberd", True)
        assert "halberd" in wrong.thing


class TestClosing:
    def closed(self) -> NightSheet:
        evening = night(out=["2 Da Ladz"], result="won", shards=1)
        evening.roll("1 6")
        return evening.to("nowhere")

    def test_the_record_has_every_step_and_every_event(self):
        sheet = self.closed()
        assert sheet.shown.key == "rating"
        assert [record.line.key for record in sheet.records] == list(STEPS)
        assert all(record.groups for record in sheet.records if record.line.key in ("injuries", "experience"))

    def test_before_and_after_stand_side_by_side(self):
        sheet = self.closed()
        assert (sheet.before.warriors, sheet.figures.warriors) == (6, 5)
        assert sheet.before.treasury == 100
        assert sheet.figures.treasury > 100
        assert sheet.before.rating != sheet.figures.rating

    def test_what_became_of_whom_is_summed_up(self):
        fates = {fate.name: [line.text for line in fate.effects] for fate in self.closed().fates}
        assert fates["Orc Boss"][0] == "+2 experience"
        assert fates["Da Ladz"][0] == "+1 experience"
        assert "dead" in fates["Da Ladz"]

    def test_the_record_is_for_a_night_that_is_over(self):
        assert night(out=["Big 'Un"]).sheet().records == ()


class TestForms:
    def test_every_option_has_a_token_that_leads_back_to_its_value(self):
        options = tuple(Option(value, str(value)) for value in ("none", 3, True, [2, 3], "Da Ladz"))
        question = Question("exploration", "any", "?", "none", options=options)
        assert [value_of(question, token_of(option.value)) for option in options] == [
            "none",
            3,
            True,
            [2, 3],
            "Da Ladz",
        ]

    @pytest.mark.parametrize("token", ["", "4", "false", '"nobody"', "[2,4]", "\x00"])
    def test_what_is_no_option_is_no_value(self, token):
        options = (Option("none", ""), Option(3, ""), Option(True, ""), Option([2, 3], ""))
        with pytest.raises(KeyError):
            value_of(Question("exploration", "any", "?", "none", options=options), token)


class TestWords:
    def test_every_kind_of_effect_has_words(self):
        kinds = list(_CLASSES.values())
        assert len(kinds) > 20
        assert [kind.__name__ for kind in kinds if not has_words(kind)] == []

    @pytest.mark.parametrize("key", sorted(rulebook().charts))
    def test_every_chart_can_be_drawn(self, key):
        table = dice_table(rulebook(), key, [rulebook().charts[key].rows[0].low])
        assert len(table.rows) == len(rulebook().charts[key].rows)
        assert table.rows[0].hit

    @pytest.mark.parametrize("key", sorted(rulebook().scales))
    def test_every_scale_can_be_drawn(self, key):
        scale = rulebook().scales[key]
        table = scale_table(scale, scale.rows[-1].low + 5, 99)
        assert [row.hit for row in table.rows][-1]
        assert table.column in (None, len(scale.columns) - 1)

    def test_a_lore_with_a_missing_row_says_so(self):
        lore = next(lore for lore in rulebook().lores.values() if any(row.missing for row in lore.rows))
        table = dice_table(rulebook(), lore.key, [])
        assert any("Not in our source" in row.name for row in table.rows)


def test_dwarfs_have_a_night_of_their_own():
    warband = dwarfs("dwarf_noble: dwarf_axe", "dwarf_engineer", "2 dwarf_clansman: axe", battles=1, treasury=20)
    evening = Night(warband, {"result": "won", "out": [Casualty("Dwarf Clansman", 1)]})
    sheet = evening.to("nowhere", faces=(6, 5, 3, 1))
    assert sheet.is_over
    assert "Dwarf" in sheet.type_name


class TestRollingOn:
    def test_ends_with_the_step(self):
        """What comes of a step is seen before the dice of the next one fall."""
        session = LogSession([], Given(roll="all"), app_face=lambda step, number, sides: 4)
        played = play(mob(), report(out=["Big 'Un"]), rulebook(), session)
        assert {event.step for event in played.run.events if event.roll} == {"injuries"}
        assert played.step == "experience"

    def test_tells_the_newest_first_each_with_its_name_and_the_row_that_it_hit(self):
        sheet = night(out=["Big 'Un", "2 Da Ladz"]).roll("62 1 4")
        told = [(line.name, line.event.row.name) for line in sheet.latest if line.event.row]
        assert told == [("Da Ladz", "Recovers"), ("Da Ladz", "Lost"), ("Big 'Un", "Hardened")]
        assert sheet.earlier == ()

    def test_only_what_is_more_than_eight_things_is_folded(self):
        sheet = night(out=["Big 'Un", "2 Da Ladz"]).to("wyrdstone")
        whole = replace(sheet, fresh=sheet.record.groups)
        assert len(whole.latest) <= 8
        many = replace(sheet, fresh=night().to("nowhere").records[0].groups * 9)
        assert (len(many.latest), len(many.earlier)) == (8, 1)


def captive_mob() -> WarbandSnapshot:
    held = replace(warrior("big_un", name="Skab"), captured_by="The Rivals")
    own = ("orc_boss: sword", held, "pit_fighter", "goblin_warrior")
    return orcs(*own, battles=2, treasury=300)


class TestWhoIsOutOfReach:
    def run(self, step: str):
        evening = Night(captive_mob())
        evening.to(step)
        return evening.play().run

    def test_nothing_is_sold_to_a_captive(self):
        with pytest.raises(Refused, match="held captive"):
            shop(self.run("recruits_and_trading"), "Skab")

    def test_neither_he_nor_a_hired_sword_is_among_those_to_buy_for(self):
        run = self.run("recruits_and_trading")
        buying = stretch_of(run, ("buy",), QueryDict(), None)
        assert [member.name for member in buying.members] == ["Orc Boss", "Goblin Warrior"]
        leaving = stretch_of(run, ("buy",), QueryDict("open=dismiss"), None)
        assert [member.name for member in leaving.members] == ["Orc Boss", "Goblin Warrior", "pit_fighter"]

    def test_what_a_hired_sword_brings_is_shown_as_his_own(self):
        found = {holder.name: holder for holder in hands(self.run("equipment")).holders}
        assert [piece.name for piece in found["pit_fighter"].pieces] == ["Morning star", "Spiked gauntlet", "Helmet"]
        assert found["pit_fighter"].keeps == "his own"
        assert found["Skab"].keeps == "held captive"
        assert found["Orc Boss"].keeps == ""


class TestThingsOfNoUse:
    def test_what_nobody_could_put_to_use_stands_apart(self):
        evening = night(result="won")
        evening.to("rare_items")
        found = searches(evening.play().run)
        offered = {thing.token for shelf in found.shelves for thing in shelf.things}
        idle = {thing.token for thing in found.idle}
        assert {"barding", "superior_blackpowder"} <= idle
        assert not idle & offered
        assert {"hunting_arrows", "lucky_charm"} <= offered
