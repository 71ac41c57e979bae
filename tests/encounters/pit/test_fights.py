"""Fights as they are gathered and fought through the services: whose word counts, what is kept, what stays secret."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.battle.seeds import face, hash_of
from encounters.models import PitFight, PitStep
from encounters.pit_replaying import frames_of_fight
from encounters.pit_roster_selectors import career_of_roster
from encounters.pit_selectors import the_fight, watched
from encounters.pitfight.notation import write_order
from encounters.pitfight.orders import Pick
from encounters.services import pit_fights as fights
from encounters.services import pit_gathering as gathering
from encounters.services.pit_gathering import Enlisting
from encounters.services.pit_going import GoneOn, label_of
from encounters.services.pit_rosters import build_roster
from tests.encounters.pit.fighting import (
    EVEN,
    answered_once,
    begun,
    enlisting,
    first_order,
    fought_out,
    gathered,
    order,
)
from warbands.models import Player
from warbands.roster.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(alice: Player, bob: Player) -> PitFight:
    """Alice's and Bob's fighters stand in the arena, and their moves are asked."""
    row = begun(alice, ("Grokka", alice), ("Albrecht", bob))
    while the_fight(row).question == "place":
        row = answered_once(row)
    return row


class TestGathering:
    def test_the_dice_are_settled_before_anybody_comes(self, alice: Player) -> None:
        row = gathering.open_fight(by=alice)
        assert row.seed_hash == hash_of(row.seed)
        assert row.seed_shown == ""

    def test_two_of_a_name_are_told_apart(self, alice: Player, bob: Player) -> None:
        row = gathered(alice, ("Grokka", alice), ("Grokka", bob))
        assert [seat.name for seat in row.seats.all()] == ["Grokka", "Grokka 2"]

    @pytest.mark.parametrize(
        ("levels", "told"),
        [
            ((41, 30, 30, 30, 10), "There are 10 bonus points, not 11."),
            ((29, 30, 30, 30, 10), "Weapon skill starts at 30."),
            ((32, 32, 32, 32), "All five characteristics are needed."),
        ],
    )
    def test_nobody_is_built_against_the_rules(self, alice: Player, levels: tuple[int, ...], told: str) -> None:
        row = gathering.open_fight(by=alice)
        with pytest.raises(Refused, match=told):
            gathering.take_place(row, by=alice, enlisting=enlisting("Grokka", levels=levels))

    def test_there_are_eight_places(self, alice: Player) -> None:
        row = gathered(alice, *((f"Fighter {number}", alice) for number in range(8)))
        with pytest.raises(Refused, match="No more than 8"):
            gathering.take_place(row, by=alice, enlisting=enlisting("One more"))

    def test_only_the_maker_brings_the_computer_and_begins(self, alice: Player, bob: Player) -> None:
        row = gathered(alice, ("Grokka", alice), ("Albrecht", bob))
        with pytest.raises(Refused):
            gathering.take_place(row, by=bob, enlisting=enlisting("Robot"), computer="novice")
        with pytest.raises(Refused):
            fights.begin(row, by=bob)

    def test_one_alone_does_not_begin(self, alice: Player) -> None:
        with pytest.raises(Refused, match="two at least"):
            fights.begin(gathered(alice, ("Grokka", alice)), by=alice)

    def test_whoever_leaves_makes_room(self, alice: Player, bob: Player) -> None:
        row = gathered(alice, ("Grokka", alice), ("Albrecht", bob), ("Otto", alice))
        gathering.leave_place(row, by=bob, place=1)
        assert [(seat.place, seat.name) for seat in row.seats.all()] == [(0, "Grokka"), (1, "Otto")]
        with pytest.raises(Refused):
            gathering.leave_place(row, by=bob, place=0)

    def test_a_fighter_of_the_computer_can_be_taken_over(self, alice: Player, bob: Player) -> None:
        row = gathered(alice, ("Grokka", alice), ("Robot", "novice"))
        seat = gathering.take_over(row, by=bob, place=1)
        assert (seat.player, seat.computer) == (bob, "")
        with pytest.raises(Refused):
            gathering.take_over(row, by=alice, place=1)

    def test_the_older_player_is_asked_first_and_those_without_an_age_last(self, alice: Player, bob: Player) -> None:
        row = gathering.open_fight(by=alice)
        gathering.take_place(row, by=alice, enlisting=enlisting("Unknown"))
        gathering.take_place(row, by=alice, enlisting=enlisting("Young", age=20))
        gathering.take_place(row, by=bob, enlisting=enlisting("Old", age=50))
        fight = the_fight(fights.begin(row, by=alice))
        assert [one.pit.age_rank for one in fight.fighters] == [2, 1, 0]
        assert fight.asked == (2,)


class TestOrders:
    def test_an_order_waits_for_the_others_and_then_all_are_carried_out(self, asked: PitFight) -> None:
        after = order(asked, 0)
        assert after.question == asked.question
        assert after.waits_for == [1]
        assert not PitStep.objects.filter(fight=asked, number=asked.question).exists()
        order(after, 1)
        step = PitStep.objects.get(fight=asked, number=asked.question)
        assert [one.split()[:2] for one in step.orders] == [["0", "pick"], ["1", "pick"]]

    def test_nobody_sees_what_another_has_sealed(self, asked: PitFight, alice: Player, bob: Player) -> None:
        row = order(asked, 0, Pick(0, "barge"))
        mine, his = watched(row, alice).view, watched(row, bob).view
        assert mine.fight.sealed == (Pick(0, "barge"),)
        assert his.fight.sealed == watched(row, None).view.fight.sealed == ()
        assert his.answered == (0,)

    def test_one_who_plays_two_sees_one_of_them_at_a_time(self, alice: Player) -> None:
        row = begun(alice, ("Grokka", alice), ("Otto", alice))
        while the_fight(row).question == "place":
            row = answered_once(row)
        row = order(row, 0, Pick(0, "barge"))
        assert watched(row, alice).view.fight.sealed == ()
        assert watched(row, alice, 1).view.fight.sealed == ()
        assert watched(row, alice, 0).view.fight.sealed == (Pick(0, "barge"),)

    @pytest.mark.parametrize("place", [-1, 1, 7])
    def test_nobody_orders_for_another(self, asked: PitFight, alice: Player, place: int) -> None:
        assert_refused(asked, alice, place, f"{max(place, 0)} pick barge", "not yours")

    def test_an_order_is_of_the_fighter_it_is_given_for(self, asked: PitFight, alice: Player) -> None:
        assert_refused(asked, alice, 0, "1 pick barge", "another fighter")

    @pytest.mark.parametrize(
        "said", ["", "0 fly", "0 pick ../../x", "0 pick barge\n1 pick barge", "0 pick " + "x" * 99]
    )
    def test_what_is_no_order_is_said_to_be_none(self, asked: PitFight, alice: Player, said: str) -> None:
        assert_refused(asked, alice, 0, said, "no order")

    def test_a_move_that_is_not_on_the_scroll_is_refused(self, asked: PitFight, alice: Player) -> None:
        assert_refused(asked, alice, 0, "0 pick jump_back", "may not do that")

    def test_a_second_order_is_refused(self, asked: PitFight, alice: Player) -> None:
        row = order(asked, 0)
        assert_refused(row, alice, 0, first_order(asked, 0), "given his order already")

    def test_an_answer_to_an_old_question_is_out_of_date(self, asked: PitFight, alice: Player) -> None:
        said = first_order(asked, 0)
        row = answered_once(asked)
        with pytest.raises(GoneOn):
            fights.give_order(row, by=alice, place=0, order=said, question=asked.question)

    def test_nobody_answers_what_is_not_asked_yet(self, asked: PitFight, alice: Player) -> None:
        with pytest.raises(Refused, match="not come to that"):
            fights.give_order(asked, by=alice, place=0, order="0 pick barge", question=asked.question + 1)


def assert_refused(row: PitFight, by: Player, place: int, said: str, told: str) -> None:
    before = PitFight.objects.values().get(pk=row.pk)
    with pytest.raises(Refused, match=told):
        fights.give_order(row, by=by, place=place, order=said, question=row.question)
    assert PitFight.objects.values().get(pk=row.pk) == before


class TestAWholeFight:
    def test_it_ends_and_its_dice_are_those_of_the_seed(self, asked: PitFight) -> None:
        row = fought_out(asked)
        assert row.is_over
        assert row.seed_shown == row.seed
        for step in row.steps.all():
            for number, die in enumerate(step.faces, 1):
                assert die["face"] == face(row.seed, label_of(step.number), number, die["die"])

    def test_it_replays_from_its_orders_and_faces(self, asked: PitFight) -> None:
        row = fought_out(asked)
        frames = frames_of_fight(row)
        assert frames[-1].fight == the_fight(row)
        kept = [event for step in row.steps.all() for event in step.events]
        told = [event for frame in frames for event in frame.events]
        assert [event["type"] for event in told] == [event["type"] for event in kept]

    def test_against_the_computer_only_the_player_is_waited_for(self, alice: Player) -> None:
        row = begun(alice, ("Grokka", alice), ("Robot", "seasoned"))
        while row.is_under_way:
            if not watched(row, alice).computers_only:
                assert row.waits_for == [0]
            row = order(row, 0) if 0 in row.waits_for else fights.play_on(row, by=alice)
        assert row.is_over

    def test_the_computers_fight_turn_by_turn(self, alice: Player, bob: Player) -> None:
        row = begun(alice, ("One", "novice"), ("Two", "novice"))
        turn = row.turn
        row = fights.play_on(row, by=alice)
        assert row.turn == turn + 1
        with pytest.raises(Refused, match="no part"):
            fights.play_on(row, by=bob)
        assert fights.play_on(row, by=alice, turns=60).is_over

    def test_the_computer_chooses_the_same_from_the_same_seed(self, alice: Player) -> None:
        def fought() -> list[list[str]]:
            row = gathered(alice, ("One", "champion"), ("Two", "novice"))
            PitFight.objects.filter(pk=row.pk).update(seed="ab" * 32)
            row.refresh_from_db()
            fights.play_on(fights.begin(row, by=alice), by=alice, turns=5)
            return [step.orders for step in row.steps.all()]

        assert fought() == fought()


class TestKeepingOthersWaiting:
    def test_whoever_is_late_is_nudged_until_he_answers(self, asked: PitFight, alice: Player, bob: Player) -> None:
        with pytest.raises(Refused, match="Nobody waits"):
            fights.nudge(order(asked, 0), by=bob, place=0)
        fights.nudge(asked, by=alice, place=1)
        assert asked.seats.get(place=1).nudged_at
        order(asked, 1)
        assert asked.seats.get(place=1).nudged_at is None

    def test_a_stranger_nudges_nobody(self, asked: PitFight, charlie: Player) -> None:
        with pytest.raises(Refused, match="no part"):
            fights.nudge(asked, by=charlie, place=1)

    def test_once_his_time_is_up_he_observes(self, asked: PitFight, alice: Player) -> None:
        row = order(asked, 0)
        PitFight.objects.filter(pk=row.pk).update(minutes=5)
        with pytest.raises(Refused, match="still time"):
            fights.pass_over(row, by=alice)
        PitFight.objects.filter(pk=row.pk).update(asked_at=timezone.now() - timedelta(minutes=5))
        fights.pass_over(row, by=alice)
        step = PitStep.objects.get(fight=row, number=row.question)
        assert step.orders[1] == write_order(Pick(1, "observe"))
        assert step.late == [1]

    def test_without_a_time_nobody_is_passed_over(self, asked: PitFight, alice: Player) -> None:
        PitFight.objects.filter(pk=asked.pk).update(asked_at=timezone.now() - timedelta(days=9))
        with pytest.raises(Refused, match="still time"):
            fights.pass_over(asked, by=alice)
        assert fights.pass_over_all_late() == 0

    def test_the_clock_passes_over_all_who_are_late(self, asked: PitFight) -> None:
        PitFight.objects.filter(pk=asked.pk).update(minutes=1, asked_at=timezone.now() - timedelta(minutes=2))
        assert fights.pass_over_all_late() == 1
        assert fights.pass_over_all_late() == 0


class TestCallingOff:
    def test_it_takes_all_players(self, asked: PitFight, alice: Player, bob: Player) -> None:
        assert fights.call_off(asked, by=alice).is_under_way
        row = fights.call_off(asked, by=bob)
        assert row.is_called_off
        assert row.seed_shown
        with pytest.raises(Refused, match="is over"):
            order(row, 0, Pick(0, "barge"))

    def test_what_has_befallen_one_who_is_kept_is_not_undone_by_it(self, alice: Player) -> None:
        roster = build_roster(by=alice, name="Grokka", scroll="orc", levels=EVEN)
        row = gathering.open_fight(by=alice)
        gathering.take_place(row, by=alice, enlisting=Enlisting(roster=roster))
        gathering.take_place(row, by=alice, enlisting=enlisting("Robot"), computer="champion")
        row = fights.begin(row, by=alice)
        while row.is_under_way and not the_fight(row).fighters[0].wounds_lost:
            row = order(row, 0) if 0 in row.waits_for else fights.play_on(row, by=alice)
        if row.is_under_way:
            with pytest.raises(Refused, match="Blood has flowed"):
                fights.call_off(row, by=alice)

    def test_before_it_begins_its_maker_suffices(self, alice: Player, bob: Player) -> None:
        row = gathered(alice, ("Grokka", alice), ("Albrecht", bob))
        with pytest.raises(Refused):
            fights.call_off(row, by=bob)
        assert fights.call_off(row, by=alice).is_called_off


class TestOnceMore:
    @pytest.fixture
    def over(self, asked: PitFight) -> PitFight:
        return fought_out(asked)

    def test_each_comes_by_his_own_word_and_to_the_same_fight(self, over: PitFight, alice: Player, bob: Player) -> None:
        again = gathering.fight_again(over, by=bob)
        assert [(seat.name, seat.player) for seat in again.seats.all()] == [("Albrecht", bob)]
        assert gathering.fight_again(over, by=alice) == again
        assert gathering.fight_again(over, by=alice) == again
        assert [(seat.name, seat.player) for seat in again.seats.all()] == [("Albrecht", bob), ("Grokka", alice)]

    def test_whoever_opens_it_brings_the_computer_too(self, alice: Player) -> None:
        row = begun(alice, ("One", "novice"), ("Two", "novice"))
        row = fights.play_on(row, by=alice, turns=60)
        again = gathering.fight_again(row, by=alice)
        assert [(seat.name, seat.computer) for seat in again.seats.all()] == [("One", "novice"), ("Two", "novice")]

    def test_only_after_the_end_and_by_whoever_took_part(self, asked: PitFight, bob: Player, charlie: Player) -> None:
        with pytest.raises(Refused, match="has ended"):
            gathering.fight_again(asked, by=bob)
        with pytest.raises(Refused, match="no part"):
            gathering.fight_again(asked, by=charlie)


def test_the_fighter_of_one_who_has_left_is_played_by_the_computer(asked: PitFight, alice: Player, bob: Player) -> None:
    bob.delete()
    asked.refresh_from_db()
    row = order(asked, 0)
    assert row.question > asked.question


class TestTakingBack:
    @pytest.fixture
    def over(self, asked: PitFight) -> PitFight:
        return fought_out(asked)

    def test_it_takes_all_players(self, over: PitFight, alice: Player, bob: Player) -> None:
        assert fights.take_back(over, by=alice).is_over
        assert fights.take_back(over, by=bob).is_called_off

    def test_whoever_is_kept_is_as_if_it_had_not_been(self, alice: Player, bob: Player) -> None:
        roster = build_roster(by=alice, name="Grokka", scroll="orc", levels=EVEN)
        row = gathering.open_fight(by=alice)
        gathering.take_place(row, by=alice, enlisting=Enlisting(roster=roster))
        gathering.take_place(row, by=bob, enlisting=enlisting("Albrecht"))
        row = fought_out(fights.begin(row, by=alice))
        assert career_of_roster(roster).fights
        fights.take_back(row, by=alice)
        assert career_of_roster(roster).fights
        fights.take_back(row, by=bob)
        assert not career_of_roster(roster).fights

    def test_with_nobody_else_there_what_befell_who_is_kept_stands(self, alice: Player) -> None:
        roster = build_roster(by=alice, name="Grokka", scroll="orc", levels=EVEN)
        row = gathering.open_fight(by=alice)
        gathering.take_place(row, by=alice, enlisting=Enlisting(roster=roster))
        gathering.take_place(row, by=alice, enlisting=enlisting("Robot"), computer="champion")
        row = fights.begin(row, by=alice)
        while row.is_under_way:
            row = order(row, 0) if 0 in row.waits_for else fights.play_on(row, by=alice, turns=60)
        with pytest.raises(Refused, match="nobody else"):
            fights.take_back(row, by=alice)
        assert career_of_roster(roster).fights

    def test_only_what_has_ended_and_only_by_whoever_took_part(
        self, asked: PitFight, alice: Player, charlie: Player
    ) -> None:
        with pytest.raises(Refused, match="has ended"):
            fights.take_back(asked, by=alice)
        with pytest.raises(Refused, match="no part"):
            fights.take_back(asked, by=charlie)
