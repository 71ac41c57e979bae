"""Odds from asking to the chart: played in parts by whoever is there, added up once, stopped, and worked out again."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from encounters import tasks
from encounters.models import PitOdds, PitOddsPart
from encounters.pit_games_selectors import STILL_AFTER, shown
from encounters.pitfight.many_bouts import report_as_json
from encounters.pitfight.state import Terms
from encounters.services import pit_odds, pit_rosters, pit_tournaments
from encounters.services.pit_gathering import Enlisting
from encounters.services.pit_odds import Fighter
from tests.encounters.pit.fighting import EVEN, begun
from tests.warbands.services.test_two_at_once import at_once
from warbands.models import Player
from warbands.roster.refusals import Refused
from warbands.services.throttling import TooOften

pytestmark = pytest.mark.django_db
Status = PitOdds.Status
BOUTS = 12


@pytest.fixture(autouse=True)
def few_bouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no test fights for seconds: twelve bouts in three parts."""
    monkeypatch.setattr(pit_odds, "BOUTS", (BOUTS, 50_000))
    monkeypatch.setattr(pit_odds, "SECONDS_OF_A_PART", 4 * 0.004)
    monkeypatch.setattr(pit_odds, "BOUTS_AT_ONCE", 2)


def duel(*strengths: str) -> dict:
    names = ("Grokka", "Albrecht", "Otto")
    said = [Fighter(name, "orc", EVEN, {}, strength) for name, strength in zip(names, strengths, strict=False)]
    return pit_odds.fight_file(said, Terms())


def asked(by: Player, **about) -> PitOdds:
    return pit_odds.request_odds(duel("novice", "novice"), by=by, bouts=BOUTS, **about)


def played(row: PitOdds) -> PitOdds:
    for part in list(row.parts.values_list("pk", flat=True)):
        pit_odds.play_part(part)
    row.refresh_from_db()
    return row


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


class TestAsking:
    def test_parts_hold_all_bouts_once(self, alice: Player) -> None:
        parts = asked(alice).parts.values_list("first", "count")
        assert list(parts) == [(0, 4), (4, 4), (8, 4)]

    def test_the_stronger_the_computer_and_the_more_of_them_the_smaller_a_part(self) -> None:
        costs = [pit_odds.milliseconds_of(duel(*["novice"] * 2)), pit_odds.milliseconds_of(duel(*["champion"] * 2))]
        costs.append(pit_odds.milliseconds_of(duel(*["champion"] * 3)))
        assert costs == sorted(costs)

    def test_hours_of_work_and_odd_numbers_are_refused(self, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pit_odds, "MOST_SECONDS", 1_000)
        with pytest.raises(Refused, match="hours of work"):
            pit_odds.request_odds(duel("champion", "champion", "champion"), by=alice, bouts=50_000)
        with pytest.raises(Refused, match="how many"):
            pit_odds.request_odds(duel("novice", "novice"), by=alice, bouts=7)

    def test_nobody_waits_for_many_or_asks_all_the_time(self, alice: Player, settings) -> None:
        for _ in range(pit_odds.UNFINISHED_OF_A_PLAYER):
            asked(alice)
        with pytest.raises(Refused, match="Wait for them"):
            asked(alice)
        PitOdds.objects.update(status=Status.CANCELLED)
        cache.clear()
        settings.PIT_ODDS_PER_HOUR = 1
        asked(alice)
        with pytest.raises(TooOften):
            asked(alice)

    def test_two_of_a_name_are_told_apart_and_nobody_is_built_against_the_rules(self) -> None:
        said = pit_odds.fight_file([Fighter("Otto", "orc", EVEN, {})] * 2, Terms())
        assert [one["name"] for one in said["fighters"]] == ["Otto", "Otto 2"]
        with pytest.raises(Refused, match="bonus points"):
            pit_odds.fight_file([Fighter("Otto", "orc", (41, 30, 30, 30, 10), {})] * 2, Terms())


class TestPlaying:
    def test_the_figures_are_those_of_the_command(self, alice: Player, tmp_path: Path) -> None:
        row = played(asked(alice, seed=7))
        assert row.status == Status.READY
        file = tmp_path / "fight.json"
        file.write_bytes(Client().get(reverse("pit-odds-file", args=[row.code])).content)
        out = StringIO()
        call_command("pit_odds", file, "--bouts", BOUTS, "--seed", "7", "--workers", 1, "--json", stdout=out)
        told = shown(row).told
        assert told is not None
        assert report_as_json(told) == json.loads(out.getvalue())

    def test_a_part_that_is_run_twice_counts_once(self, alice: Player) -> None:
        row = asked(alice)
        first = row.parts.all()[0]
        pit_odds.play_part(first.pk)
        pit_odds.play_part(first.pk)
        assert PitOddsPart.objects.get(pk=first.pk).attempts == 1
        assert shown(row).done == first.count
        assert played(row).tally["bouts"] == BOUTS
        pit_odds.play_part(first.pk)

    def test_one_that_comes_second_with_a_part_changes_nothing(self, alice: Player) -> None:
        row = asked(alice)
        part = row.parts.all()[0]
        pit_odds._bring(part, {"mine": 1})
        pit_odds._bring(part, {"his": 2})
        assert row.parts.all()[0].tally == {"mine": 1}

    def test_what_fails_is_told_and_stops_the_rest(self, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        row = asked(alice)
        monkeypatch.setattr(pit_odds, "play_bouts", lambda *a, **k: 1 / 0)
        assert played(row).status == Status.FAILED
        assert "Try again" in row.told
        assert not row.parts.exists()

    def test_a_part_that_stops_the_workers_three_times_is_given_up(self, alice: Player) -> None:
        row = asked(alice)
        row.parts.update(attempts=pit_odds.MOST_ATTEMPTS)
        assert played(row).status == Status.FAILED


class TestCancelling:
    def test_parts_not_begun_do_nothing(self, alice: Player) -> None:
        row = asked(alice)
        parts = list(row.parts.values_list("pk", flat=True))
        pit_odds.cancel_odds(row, by=alice)
        for part in parts:
            pit_odds.play_part(part)
        row.refresh_from_db()
        assert (row.status, row.tally) == (Status.CANCELLED, {})

    def test_one_at_work_hears_of_it(self, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        row, real, fought = asked(alice), pit_odds.play_bouts, []

        def cancelled_meanwhile(*args, **kwargs):
            fought.append(kwargs["first"])
            pit_odds.cancel_odds(row, by=alice)
            return real(*args, **kwargs)

        monkeypatch.setattr(pit_odds, "play_bouts", cancelled_meanwhile)
        pit_odds.play_part(row.parts.all()[0].pk)
        assert fought == [0]

    def test_is_for_whoever_asked_and_keeps_what_is_ready(self, alice: Player, bob: Player) -> None:
        row = asked(alice)
        with pytest.raises(Refused, match="Only whoever asked"):
            pit_odds.cancel_odds(row, by=bob)
        played(row)
        assert pit_odds.cancel_odds(row, by=alice).status == Status.READY


class TestTheBroker:
    def test_while_it_is_dead_all_waits_for_the_sweep(
        self, alice: Player, dead_broker, monkeypatch, django_capture_on_commit_callbacks
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            row = asked(alice)
        assert pit_odds.sweep() == 0
        assert set(row.parts.values_list("sent_at", flat=True)) == {None}
        sent = sends(monkeypatch)
        pit_odds.sweep()
        assert sent == list(row.parts.values_list("pk", flat=True))
        pit_odds.sweep()
        assert len(sent) == 3

    def test_what_was_sent_long_ago_is_sent_again(self, alice: Player, monkeypatch) -> None:
        row, sent = asked(alice), sends(monkeypatch)
        row.parts.update(sent_at=timezone.now() - 2 * pit_odds.SEND_AGAIN_AFTER)
        assert pit_odds.sweep() == 3
        assert len(sent) == 3

    def test_only_so_many_are_on_their_way_and_each_brings_the_next(self, alice: Player, monkeypatch) -> None:
        monkeypatch.setattr(pit_odds, "SENT_AHEAD", 2)
        row, sent = asked(alice), sends(monkeypatch)
        pit_odds.send_ahead(row.pk)
        assert len(sent) == 2
        pit_odds.play_part(sent[0])
        assert len(sent) == 3

    def test_the_names_that_tasks_are_sent_by_are_there(self) -> None:
        assert tasks.play_pit_bouts.name == pit_odds.TASK
        assert tasks.sweep_pit_bouts.name == "encounters.tasks.sweep_pit_bouts"


def sends(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The parts that are sent from now on."""
    sent: list[int] = []
    monkeypatch.setattr(pit_odds.current_app, "send_task", lambda name, args, **options: sent.append(args[0]))
    return sent


def posted(**more: str) -> dict[str, str]:
    """The form as a browser sends it: two fighters made up."""
    data = {"fighters": "2", "bouts": str(BOUTS), "do": "ask", "radius": "6", "spacing": "5"}
    for number, name in enumerate(("Grokka", "Albrecht")):
        data |= {f"{number}-name": name, f"{number}-scroll": "orc", f"{number}-computer": "novice"}
    return data | more


class TestStandingStill:
    LONG_AGO = timezone.now() - 2 * STILL_AFTER

    def test_what_nobody_takes_says_so_after_a_while(self, alice: Player) -> None:
        row = asked(alice)
        row.parts.update(sent_at=timezone.now())
        assert not shown(row).still
        PitOdds.objects.update(asked_at=self.LONG_AGO)
        page = Client().get(row.get_absolute_url()).text
        assert "Waiting for a worker" in page
        assert "It goes on by itself" in page

    def test_what_was_left_half_done_does_too_until_somebody_goes_on(self, alice: Player) -> None:
        row = asked(alice)
        first, second, _ = row.parts.all()
        pit_odds.play_part(first.pk)
        PitOdds.objects.update(asked_at=self.LONG_AGO, begun_at=self.LONG_AGO)
        row.refresh_from_db()
        assert not shown(row).still
        row.parts.update(sent_at=self.LONG_AGO)
        page = Client().get(row.get_absolute_url()).text
        assert "It goes on by itself" in page
        assert f"4 of {BOUTS}" in page
        pit_odds._claim(second.pk)
        assert not shown(row).still


class TestThePages:
    @pytest.fixture(autouse=True)
    def bouts_offered(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from encounters.pit_games_forms import OddsForm

        field = OddsForm.base_fields["bouts"]
        monkeypatch.setattr(field, "_choices", [(BOUTS, "12")])

    def test_a_guest_asks_and_everybody_may_look(self) -> None:
        client = Client()
        assert client.get(reverse("pit-odds-new")).status_code == 200
        answer = client.post(reverse("pit-odds-new"), posted())
        row = PitOdds.objects.get()
        assert answer.url == row.get_absolute_url()
        waiting = Client().get(row.get_absolute_url()).text
        assert "Waiting for a worker" in waiting
        assert f"--seed {row.seed}" in waiting
        assert ">Cancel<" in client.get(row.get_absolute_url()).text
        assert ">Cancel<" not in waiting
        played(row)
        part = Client().get(row.get_absolute_url(), headers={"HX-Request": "true"}).text
        for told in ("Who wins", "How long it takes", "How fighters are taken out", "Final blows"):
            assert told in part
        assert "hx-get" not in part
        assert "<html" not in part

    def test_fighters_are_added_and_taken_out_and_all_that_was_typed_stays(self) -> None:
        more = Client().post(reverse("pit-odds-new"), posted(do="add")).text
        assert 'name="fighters" value="3"' in more
        assert 'value="Albrecht"' in more
        less = Client().post(reverse("pit-odds-new"), posted(do="drop-0", fighters="3")).text
        assert 'value="Grokka"' not in less
        assert 'name="0-name" value="Albrecht"' in less

    def test_what_is_wrong_is_told_with_its_fighter(self) -> None:
        page = Client().post(reverse("pit-odds-new"), posted(**{"1-strength": "60"})).text
        assert "Fighter 2: S: " in page
        assert not PitOdds.objects.exists()

    def test_fighters_come_from_a_fight_with_what_earlier_fights_left_them(self, alice: Player, bob: Player) -> None:
        row = begun(alice, ("Grokka", alice), ("Albrecht", bob))
        row.seats.filter(place=0).update(past={"ad": -2})
        page = Client().get(reverse("pit-odds-new"), {"fight": row.code}).text
        assert f'value="fight:{row.code}:1"' in page
        of = {f"{place}-of": f"fight:{row.code}:{place}" for place in (0, 1)}
        Client().post(reverse("pit-odds-new"), posted(**of, **{"0-name": "", "1-name": ""}))
        said = PitOdds.objects.get().content["fighters"]
        assert [one["name"] for one in said] == ["Grokka", "Albrecht"]
        assert said[0]["past"] == {"ad": -2}

    def test_a_kept_fighter_is_ones_own(self, alice: Player, bob: Player) -> None:
        kept = pit_rosters.build_roster(by=alice, name="Mordd", scroll="orc", levels=EVEN)
        signed_in(alice).post(reverse("pit-odds-new"), posted(**{"0-kept": str(kept.pk)}))
        assert PitOdds.objects.get().content["fighters"][0]["name"] == "Mordd"
        assert "Fighter 1" in signed_in(bob).post(reverse("pit-odds-new"), posted(**{"0-kept": str(kept.pk)})).text

    def test_asking_costs_as_many_queries_for_two_who_are_kept_as_for_eight(self, alice: Player) -> None:
        row = pit_tournaments.open_tournament(by=alice, name="Sand")
        for number in range(8):
            kept = pit_rosters.build_roster(by=alice, name=f"Mordd {number}", scroll="orc", levels=EVEN)
            pit_tournaments.enter(row, by=alice, enlisting=Enlisting(roster=kept))
        of = [f"entrant:{row.code}:{number}" for number in row.entrants.values_list("number", flat=True)]
        client, counts = signed_in(alice), []
        for many in (2, 8):
            said = {f"{place}-of": one for place, one in enumerate(of[:many])}
            computers = {f"{place}-computer": "novice" for place in range(many)}
            with CaptureQueriesContext(connection) as queries:
                client.post(reverse("pit-odds-new"), posted(fighters=str(many), **said, **computers))
            counts.append(len(queries))
        assert [len(one.content["fighters"]) for one in PitOdds.objects.order_by("pk")] == [2, 8]
        assert counts[0] == counts[1] <= 20

    def test_its_pages_cost_as_many_queries_for_few_parts_as_for_many(self, alice: Player, monkeypatch) -> None:
        client, counts = signed_in(alice), []
        for size in (4 * 0.004, 0.004):
            monkeypatch.setattr(pit_odds, "SECONDS_OF_A_PART", size)
            row = asked(alice)
            with CaptureQueriesContext(connection) as queries:
                client.get(row.get_absolute_url())
                client.get(reverse("pit-odds-new"))
            counts.append(len(queries))
        assert counts[0] == counts[1] <= 14

    def test_only_whoever_asked_cancels(self, alice: Player, bob: Player) -> None:
        row = asked(alice)
        signed_in(bob).post(reverse("pit-odds-cancel", args=[row.code]))
        assert PitOdds.objects.get().status == Status.PENDING
        signed_in(alice).post(reverse("pit-odds-cancel", args=[row.code]))
        assert "Cancelled" in Client().get(row.get_absolute_url()).text

    @pytest.mark.parametrize("query", [{"fight": "nowhere"}, {"tournament": "nowhere", "entrants": "0,1"}])
    def test_what_is_not_there_is_not_found(self, query: dict[str, str]) -> None:
        assert Client().get(reverse("pit-odds-new"), query).status_code == 404
        assert Client().get(reverse("pit-odds", args=["nowhere"])).status_code == 404


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_workers_that_come_together_add_up_once(alice: Player) -> None:
    row = asked(alice)
    parts = list(row.parts.values_list("pk", flat=True))
    raised = at_once(*[partial(pit_odds.play_part, part) for part in (*parts, *parts)])
    assert raised == [None] * 6
    row.refresh_from_db()
    assert (row.status, row.tally["bouts"]) == (Status.READY, BOUTS)


class TestARealWorker:
    def test_all_parts_come_together(self, alice: Player, worker, wait_until) -> None:
        row = asked(alice)
        wait_until(lambda: PitOdds.objects.get().status == Status.READY, "the odds", seconds=60)
        row.refresh_from_db()
        assert row.tally["bouts"] == BOUTS


def test_an_arena_of_its_own_is_in_the_file() -> None:
    said = pit_odds.fight_file([Fighter("A", "orc", EVEN, {}), Fighter("B", "orc", EVEN, {})], Terms(radius=8))
    assert said["arena"] == asdict(Terms(radius=8))
