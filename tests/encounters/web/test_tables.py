"""The table of a battle over its service: step by step, once each, and back."""

from __future__ import annotations

import pytest

from campaigns.dice_selectors import dice_of
from campaigns.models import Battle
from campaigns.services import undoing
from campaigns.services.battles import change_alliances, choose_scenario
from encounters.mapping.shifts import Shift, movable
from encounters.models import Encounter, TableRoll
from encounters.services import tables
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.encounters.web import table_acts as acts
from tests.kept import kept
from warbands.roster.refusals import OutOfDate, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def table(battle_of_three):
    return acts.begin(battle_of_three)


class TestBeginning:
    def test_the_first_question_is_what_is_played(self, table):
        assert acts.waits_for(table) == "how"
        assert acts.so_far(table).waiting.question.suggested == "treasure_hunt"

    def test_who_begins_second_finds_the_same_table(self, table, battle_of_three, rival):
        assert acts.begin(battle_of_three, by=rival, map_seed=99).pk == table.pk
        assert acts.fresh(table).map_seed == acts.MAP_SEED

    def test_not_before_the_battle_begins(self, mob, exiles):
        announced = fights.announce(mob, exiles)
        with pytest.raises(Refused, match="not begun yet"):
            acts.begin(announced)

    def test_not_while_somebody_has_still_to_roll_who_takes_part(self, season, mob, rival):
        battle = fights.begun(mob, fights.sore_dwarfs_in(season, rival))
        with pytest.raises(Refused, match="still to roll"):
            acts.begin(battle)

    def test_those_who_stay_at_home_do_not_count(self, season, mob, rival):
        sore = fights.sore_dwarfs_in(season, rival)
        battle = fights.begun(mob, sore)
        all_of_them = fights.side(battle, sore).warriors_before
        fights.muster(battle, sore, 1)
        assert acts.so_far(acts.begin(battle)).parties[1].size == all_of_them - 1

    def test_not_for_whoever_has_no_part_in_it(self, battle, stranger, spectator):
        for who in (stranger, spectator):
            with pytest.raises(Refused):
                acts.begin(battle, by=who)
        assert not Encounter.objects.exists()

    def test_not_in_a_closed_campaign(self, battle, season, host):
        type(season).objects.filter(pk=season.pk).update(closed_at=battle.made_at)
        with pytest.raises(Refused, match="closed"):
            acts.begin(battle)


class TestStepByStep:
    def test_the_printed_way_with_the_dice_of_the_table(self, table, battle_of_three, owner, rival):
        acts.answer(table, "treasure_hunt")
        acts.type_faces(table, 2)
        acts.type_faces(table, 3, by=rival)
        acts.type_faces(table, 1)
        assert acts.waits_for(table) == "counters"
        assert "Counters for" in acts.rolls(table)[1].what_for

    def test_to_the_end_by_the_app(self, table):
        plan = acts.plan_of(acts.finish(table))
        assert plan.scenario.key == "treasure_hunt"
        assert sorted(side.turn for side in plan.sides) == [1, 2, 3]
        assert len({side.segment for side in plan.sides}) == 3

    def test_ratings_and_underdogs_are_those_of_the_battle(self, table, battle_of_three):
        sides = list(battle_of_three.sides.order_by("place"))
        plan = acts.plan_of(acts.finish(table))
        assert [one.party.rating for one in plan.sides] == [side.rating_before for side in sides]
        assert [one.underdog for one in plan.sides] == [side.underdog for side in sides]

    def test_every_roll_stands_in_the_record_with_its_maker(self, table, owner, rival):
        acts.answer(table, "rolled")
        acts.type_faces(table, 3, 4)
        acts.roll(table, by=rival)
        made = acts.rolls(table)
        assert [(one.source, one.by) for one in made] == [("table", owner), ("app", rival)]
        assert made[0].step == "scenario"
        assert not made[0].seed_hash
        assert made[1].seed_hash

    def test_rolling_on_is_one_act(self, table):
        acts.answer(table, "street_brawl")
        acts.roll(table, on=True)
        assert acts.fresh(table).set_up_acts[-1]["place"] == 1
        assert len(acts.rolls(table)) >= 3
        assert len(acts.fresh(table).set_up_acts) == 2

    def test_bonuses_of_earlier_battles_are_added_to_the_scenario_roll(self, battle_of_three, monkeypatch):
        ids = battle_of_three.sides.values_list("pk", flat=True)
        monkeypatch.setattr(tables, "scenario_bonuses", lambda battle, sides: dict.fromkeys(ids[:1], 1))
        table = acts.begin(battle_of_three)
        acts.answer(table, "rolled")
        acts.type_faces(table, 3, 3)
        assert acts.so_far(table).board.scenario.key == "street_brawl"

    @pytest.mark.parametrize("faces", [(1, 1), (6, 6)])
    def test_the_lowest_rating_chooses_on_two_and_twelve(self, table, faces):
        acts.answer(table, "rolled")
        acts.type_faces(table, *faces)
        while acts.waits_for(table) != "scenario":
            acts.roll(table)
        acts.answer(table, "the_pool")
        assert acts.so_far(table).board.scenario.key == "the_pool"


class TestWhatIsRefused:
    def check(self, table, saying, **given):
        before = list(Encounter.objects.values()), list(TableRoll.objects.values())
        with pytest.raises(Refused, match=saying):
            acts.go_on(table, **given)
        assert (list(Encounter.objects.values()), list(TableRoll.objects.values())) == before

    def test_faces_that_no_die_has(self, table):
        acts.answer(table, "street_brawl")
        self.check(table, "no face", faces=(7,))
        self.check(table, "no face", faces=(0,))

    def test_too_many_and_too_few(self, table):
        acts.answer(table, "rolled")
        self.check(table, "more dice were entered", faces=(3,) * 9)
        self.check(table, "A die is missing", faces=(3,))

    def test_a_roll_where_a_decision_is_due_and_the_other_way_about(self, table):
        self.check(table, "Nothing asks", roll="one")
        self.check(table, "entered than are due", faces=(3,))
        acts.answer(table, "street_brawl")
        self.check(table, "Nothing asks", answer=("A",))
        self.check(table, "Nothing asks", done=True)

    @pytest.mark.parametrize("value", ["hide_and_seek", "skirmish", None, 3, ["street_brawl"]])
    def test_a_scenario_that_is_none_of_theirs(self, table, value):
        self.check(table, "no scenario", answer=(value,))

    @pytest.mark.parametrize("spot", ["somewhere", "nan, nan", "inf, 3", "1, 1", "24 20 3"])
    def test_a_spot_where_no_counter_lies(self, table, spot):
        acts.answer(table, "treasure_hunt")
        while acts.waits_for(table) != "counters":
            acts.roll(table)
        acts.answer(table, "by_hand")
        while acts.waits_for(table) != "counter":
            acts.roll(table)
        self.check(table, "spot|counter", answer=(spot,))

    def test_another_policy_of_dice(self, table):
        acts.answer(table, "street_brawl")
        Battle.objects.update(dice_policy="app")
        self.check(table, "the app rolls", faces=(3,))
        Battle.objects.update(dice_policy="table")
        self.check(table, "rolled at the table", roll="one")

    def test_an_old_form(self, table):
        acts.answer(table, "street_brawl", version=1)
        with pytest.raises(OutOfDate):
            acts.type_faces(table, 3, version=1)
        assert acts.rolls(table) == []

    def test_once_it_is_reported(self, table, battle_of_three):
        Battle.objects.update(state="reported")
        self.check(table, "stands as it is", answer=("street_brawl",))


class TestTakingBack:
    def test_the_last_thing_only(self, table):
        acts.answer(table, "street_brawl")
        acts.type_faces(table, 3)
        tables.take_back(table, by=table.battle.made_by)
        (roll,) = acts.rolls(table)
        assert roll.taken_back_at
        assert acts.waits_for(table).startswith("D6: Setting up")
        tables.take_back(table, by=table.battle.made_by)
        assert acts.waits_for(table) == "how"
        with pytest.raises(Refused, match="nothing to take back"):
            tables.take_back(table, by=table.battle.made_by)

    def test_what_was_rolled_on_goes_together(self, table):
        acts.answer(table, "street_brawl")
        acts.roll(table, on=True)
        tables.take_back(table, by=table.battle.made_by)
        assert len(acts.fresh(table).set_up_log) == 1

    def test_the_apps_dice_come_out_the_same_again(self, table):
        acts.answer(table, "street_brawl")
        acts.roll(table)
        tables.take_back(table, by=table.battle.made_by)
        acts.roll(table)
        first, second = acts.rolls(table)
        assert first.faces == second.faces
        assert first.taken_back_at
        assert not second.taken_back_at

    def test_starting_over_rolls_the_same_dice(self, table):
        first = acts.plan_of(acts.finish(table)).as_json()
        tables.start_over(table, by=table.battle.made_by)
        assert acts.waits_for(table) == "how"
        assert acts.plan_of(acts.finish(table)).as_json() == first

    def test_starting_over_takes_who_has_come_meanwhile(self, table, mob, owner, host):
        before = fights.side(table.battle, mob).warriors_before
        fights.hire(table.battle, mob, "warlock", by=host, free=True)
        assert acts.so_far(table).parties[0].size == before
        tables.start_over(table, by=table.battle.made_by)
        assert acts.so_far(table).parties[0].size == before + 1


class TestTheMap:
    @pytest.fixture
    @kept
    def set_table(self, table):
        return acts.finish(table)

    def test_another_map_keeps_all_that_was_rolled(self, set_table, owner):
        before = acts.plan_of(set_table)
        tables.redraw_map(set_table, by=owner, map_seed=8)
        after = acts.plan_of(set_table)
        assert after.drawn.pieces != before.drawn.pieces
        assert [roll.faces for roll in after.rolls] == [roll.faces for roll in before.rolls]
        assert [side.as_json() for side in after.sides] == [side.as_json() for side in before.sides]

    def shift(self, table, **more):
        return tables.shift_piece(table, by=table.battle.made_by, shift=Shift(**more))

    def a_free_shift(self, table) -> Shift:
        """The first thing that can go an inch to some side."""
        for piece in movable(acts.plan_of(table).drawn):
            for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                try:
                    self.shift(table, piece=piece.id, right=right, up=up)
                except Refused:
                    continue
                return Shift(piece.id, right, up)
        raise AssertionError("nothing can be moved")

    def test_a_thing_is_shifted_by_hand_and_back(self, set_table, owner):
        before = acts.plan_of(set_table).drawn
        shift = self.a_free_shift(set_table)
        piece = acts.plan_of(set_table).drawn.piece(shift.piece)
        was = before.piece(shift.piece)
        assert (round(piece.x - was.x, 2), round(piece.y - was.y, 2)) == (shift.right, shift.up)
        tables.shift_back(set_table, by=owner)
        assert acts.plan_of(set_table).drawn == before

    def test_another_map_forgets_shifts(self, set_table, owner):
        self.a_free_shift(set_table)
        assert tables.redraw_map(set_table, by=owner).moves == []

    @pytest.mark.parametrize(
        "shift",
        [
            {"piece": "building-1", "right": 500},
            {"piece": "building-1", "up": float("nan")},
            {"piece": "building-1", "right": 95},
            {"piece": "building-1"},
            {"piece": "building-99", "up": 1},
            {"piece": "street-1", "up": 1},
            {"piece": "building-1", "turn": 1e9},
        ],
    )
    def test_what_cannot_be_shifted_is_refused(self, set_table, shift):
        before = acts.fresh(set_table).version
        with pytest.raises(Refused):
            self.shift(set_table, **shift)
        assert acts.fresh(set_table).version == before

    def test_nothing_is_shifted_once_it_is_closed(self, set_table):
        acts.close(set_table)
        with pytest.raises(Refused, match="closed"):
            self.shift(set_table, piece="building-1", right=1)
        with pytest.raises(Refused, match="closed"):
            tables.redraw_map(set_table, by=set_table.battle.made_by)


class TestClosing:
    def test_the_battle_is_about_what_was_settled(self, table, battle_of_three, season):
        acts.finish(table, how="street_brawl")
        acts.close(table)
        assert fights.fresh(battle_of_three).scenario_key == "street_brawl"
        assert any("about Street Brawl" in line for line in seasons.chronicle(season))

    def test_not_while_anything_is_due(self, table, battle_of_three):
        with pytest.raises(Refused, match="still to be rolled"):
            acts.close(table)
        assert fights.fresh(battle_of_three).scenario_key == "treasure_hunt"

    def test_once(self, table):
        acts.finish(table)
        acts.close(table)
        with pytest.raises(Refused, match="closed"):
            acts.close(table)

    def test_alliances_stand_as_announced(self, table, battle_of_three, owner):
        acts.finish(table)
        change_alliances(battle_of_three, by=owner, alliances=[1, 1, 2])
        assert len(acts.plan_of(table).alliances) == 1
        acts.close(table)
        change_alliances(battle_of_three, by=owner, alliances=[1, 2, 3])
        assert len(acts.plan_of(table).alliances) == 1

    def test_closing_is_taken_back_while_nothing_has_happened(self, table, owner):
        acts.finish(table)
        acts.close(table)
        tables.take_back(table, by=owner)
        assert not acts.fresh(table).is_set_up
        assert acts.plan_of(table)

    def test_a_scenario_is_given_to_a_battle_under_way_only(self, battle, owner, stranger):
        with pytest.raises(Refused):
            choose_scenario(battle, by=stranger, scenario_key="skirmish")
        with pytest.raises(Refused, match="no such scenario"):
            choose_scenario(battle, by=owner, scenario_key="tag")
        Battle.objects.update(state="reported")
        with pytest.raises(Refused, match="under way"):
            choose_scenario(battle, by=owner, scenario_key="skirmish")


class TestTheRecordOfDice:
    def test_the_apps_dice_are_what_the_seed_says(self, battle, mob, exiles, owner):
        table = acts.finish(acts.begin(battle))
        tables.take_back(table, by=owner)
        acts.finish(table)
        rolls = [one for one in dice_of(fights.fresh(battle)).rolls if one.rolled.warband == "At the table"]
        assert {one.state for one in rolls} == {"not_yet"}
        assert {one.rolled.fate for one in rolls} <= {"", "taken back"}
        fights.call_off(battle)
        record = dice_of(fights.fresh(battle))
        assert record.agrees
        assert {one.state for one in record.rolls} == {"agrees"}

    def test_a_wrong_face_shows(self, battle):
        table = acts.finish(acts.begin(battle))
        roll = acts.rolls(table)[0]
        TableRoll.objects.filter(pk=roll.pk).update(faces=[roll.faces[0] % 6 + 1, *roll.faces[1:]])
        fights.call_off(battle)
        assert not dice_of(fights.fresh(battle)).agrees

    def test_a_battle_that_is_reported_anew_keeps_its_table_and_the_old_seed(self, battle, mob, exiles, owner, host):
        table = acts.close(acts.finish(acts.begin(battle)))
        plan = acts.plan_of(table).as_json()
        made = fights.report(battle)
        fights.confirm(made, by=exiles.player)
        Battle.objects.filter(pk=battle.pk).update(seed_shown_at=battle.started_at)
        undoing.undo_battle(fights.fresh(battle), by=host, reason="Miscounted.", again=True)
        record = dice_of(fights.fresh(battle))
        rolls = [one for one in record.rolls if one.rolled.warband == "At the table"]
        assert {one.state for one in rolls} == {"agrees"}
        assert acts.plan_of(table).as_json() == plan

    def test_a_battle_that_is_taken_back_keeps_its_table_to_look_at(self, battle, exiles, host):
        table = acts.close(acts.finish(acts.begin(battle)))
        fights.confirm(fights.report(battle), by=exiles.player)
        undoing.undo_battle(fights.fresh(battle), by=host, reason="It never was.")
        assert acts.plan_of(table)
        assert dice_of(fights.fresh(battle)).agrees
        with pytest.raises(Refused):
            tables.take_back(table, by=host)
