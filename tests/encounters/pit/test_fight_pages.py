"""The pages of the pit: opening a fight, gathering, fighting, watching, and what each viewer may do there."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from encounters.models import PitFight
from encounters.pit_selectors import latest_events, the_fight
from encounters.services import pit_fights as fights
from tests.encounters.pit.fighting import answered_once, begun, first_order, fought_out, gathered
from warbands.models import Player

pytestmark = pytest.mark.django_db

MADE_UP = {"name": "Grokka", "scroll": "orc", "weapon_skill": 40, "strength": 30, "toughness": 30, "initiative": 30}
MADE_UP |= {"wounds": 10}


def at(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def url(name: str, row: PitFight, *more: Any) -> str:
    return reverse(name, args=[row.code, *more])


def text(answer: HttpResponse) -> str:
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def row(alice: Player, bob: Player) -> PitFight:
    """Moves are asked of Alice's and Bob's fighters."""
    fight = begun(alice, ("Grokka", alice), ("Albrecht", bob))
    while the_fight(fight).question == "place":
        fight = answered_once(fight)
    return fight


class TestOpening:
    def test_against_the_computer_in_two_taps(self, alice: Player) -> None:
        client = at(alice)
        answer = client.post(reverse("pit-new"), {**MADE_UP, "way": "computer", "foe": "champion", "opponents": 2})
        row = PitFight.objects.get()
        assert answer.url == row.get_absolute_url()
        assert [seat.computer for seat in row.seats.all()] == ["", "champion", "champion"]
        client.post(url("pit-begin", row))
        row.refresh_from_db()
        assert row.is_under_way

    def test_a_fighter_who_cannot_begin_now_is_said_so(self, alice: Player) -> None:
        page = text(at(alice).get(reverse("pit-new") + "?fighter=nobody"))
        assert "cannot begin a fight now" in page

    def test_whoever_is_signed_out_plays_as_a_guest(self) -> None:
        client = Client()
        client.post(reverse("pit-new"), {**MADE_UP, "way": "friends", "foe": "novice"})
        assert PitFight.objects.get().made_by.is_guest

    def test_looking_makes_no_guest(self) -> None:
        for name in ("pit", "pit-new"):
            assert Client().get(reverse(name)).status_code == 200
        assert not Player.objects.exists()

    def test_what_was_typed_is_kept_where_it_is_refused(self, alice: Player) -> None:
        told = {**MADE_UP, "strength": 31, "way": "friends", "foe": "novice"}
        page = text(at(alice).post(reverse("pit-new"), told))
        assert "There are 10 bonus points, not 11." in page
        assert 'value="Grokka"' in page
        assert not PitFight.objects.exists()

    def test_watching_brings_the_computer_alone(self, alice: Player) -> None:
        at(alice).post(reverse("pit-new"), {**MADE_UP, "way": "watch", "foe": "novice", "opponents": 3})
        assert all(seat.computer for seat in PitFight.objects.get().seats.all())


class TestGathering:
    def test_whoever_has_the_address_joins(self, alice: Player, bob: Player) -> None:
        row = gathered(alice, ("Grokka", alice))
        page = text(at(bob).get(row.get_absolute_url()))
        assert "Join the fight" in page
        at(bob).post(url("pit-join", row), {**MADE_UP, "name": "Albrecht", "scroll": "empire"})
        assert row.seats.get(name="Albrecht").player == bob

    def test_only_its_maker_begins_and_calls_off(self, alice: Player, bob: Player) -> None:
        row = gathered(alice, ("Grokka", alice), ("Albrecht", bob))
        assert url("pit-begin", row) in text(at(alice).get(row.get_absolute_url()))
        assert url("pit-begin", row) not in text(at(bob).get(row.get_absolute_url()))
        at(bob).post(url("pit-begin", row))
        row.refresh_from_db()
        assert row.is_gathering

    def test_a_fight_that_begins_is_a_page_of_its_own(self, alice: Player, bob: Player) -> None:
        row = gathered(alice, ("Grokka", alice), ("Albrecht", bob))
        assert f'hx-post="{url("pit-begin", row)}"' not in text(at(alice).get(row.get_absolute_url()))
        assert at(alice).post(url("pit-begin", row)).url == row.get_absolute_url()
        assert "mordheim/pit.js" in text(at(alice).get(row.get_absolute_url()))

    def test_of_eight_fighters_a_row_names_three(self, alice: Player) -> None:
        gathered(alice, *[(f"Fighter {number}", alice) for number in range(8)])
        page = " ".join(text(at(alice).get(reverse("pit"))).split())
        assert "<bdi>Fighter 0</bdi>, <bdi>Fighter 1</bdi>, <bdi>Fighter 2</bdi> and 5 others" in page
        assert "Fighter 3" not in page

    def test_names_are_written_out(self, alice: Player) -> None:
        row = gathered(alice, ("<script>alert(1)</script>", alice), name="<b>Bold</b>")
        page = text(at(alice).get(row.get_absolute_url()))
        assert "<script>alert(1)" not in page
        assert "<b>Bold" not in page


class TestFighting:
    def test_whoever_is_asked_is_offered_his_moves(self, row: PitFight, alice: Player) -> None:
        page = text(at(alice).get(row.get_absolute_url()))
        assert 'value="0 pick barge"' in page
        assert 'value="1 pick' not in page

    def test_others_wait_and_are_told_once_it_has_gone_on(self, row: PitFight, charlie: Player) -> None:
        page = text(at(charlie).get(row.get_absolute_url()))
        assert "Waiting for" in page
        assert " pick " not in page.replace("has picked", "")
        since = url("pit-since", row, row.version)
        assert at(charlie).get(since).status_code == 204
        fights.nudge(row, by=row.made_by, place=0)
        assert at(charlie).get(since, headers={"HX-Request": "true"}).status_code == 200

    def test_an_order_answers_with_the_page_as_it_is(self, row: PitFight, alice: Player) -> None:
        said = {"order": first_order(row, 0), "version": row.question, "as": 0}
        page = text(at(alice).post(url("pit-order", row), said, headers={"HX-Request": "true"}))
        assert "Waiting for" in page
        assert "<html" not in page
        assert at(alice).post(url("pit-order", row), said).url == row.get_absolute_url()

    @pytest.mark.parametrize(
        ("posted", "told"),
        [
            ({}, "Choose something first."),
            ({"order": "1 pick lunge", "as": "1"}, "That fighter is not yours."),
            ({"order": "0 pick jump_back", "as": "0"}, "may not do that now"),
            ({"order": "nonsense", "as": "0"}, "That is no order."),
            ({"order": "0 pick barge", "as": "x"}, "That fighter is not yours."),
            ({"order": "0 pick barge", "as": "0", "version": "0"}, "has gone on since"),
            ({"order": "0 pick barge", "as": "0", "version": "999999"}, "not come to that yet"),
            ({"order": "0 pick barge", "as": "0", "version": "-1"}, "has gone on since"),
            ({"order": "0 pick barge\x00", "as": "0"}, "Null characters"),
        ],
    )
    def test_what_cannot_be_is_told_in_a_sentence_and_changes_nothing(
        self, row: PitFight, alice: Player, posted: dict[str, str], told: str
    ) -> None:
        before = PitFight.objects.values().get(pk=row.pk)
        said = {"version": str(row.question), **posted}
        assert told in text(at(alice).post(url("pit-order", row), said, headers={"HX-Request": "true"}))
        assert PitFight.objects.values().get(pk=row.pk) == before

    def test_nobody_signed_out_does_anything(self, row: PitFight) -> None:
        for name in (
            "pit-order",
            "pit-nudge",
            "pit-pass-over",
            "pit-play-on",
            "pit-call-off",
            "pit-again",
            "pit-begin",
        ):
            answer = Client().post(url(name, row), {"order": first_order(row, 0), "as": 0, "version": row.question})
            assert "/login/" in answer.url

    def test_looking_at_an_address_that_only_does_things_leads_to_the_fight(self, row: PitFight, alice: Player) -> None:
        for name in ("pit-order", "pit-join", "pit-leave", "pit-begin", "pit-take-over"):
            assert at(alice).get(url(name, row)).url == row.get_absolute_url()

    def test_one_who_is_nudged_while_he_chooses_hears_of_it(self, row: PitFight, alice: Player, bob: Player) -> None:
        call = url("pit-call", row, row.question)
        assert "wait for you" not in text(at(bob).get(call))
        at(alice).post(url("pit-nudge", row), {"place": 1})
        assert "wait for you" in text(at(bob).get(call))
        assert "They wait for you" in text(at(bob).get(reverse("pit")))
        answered_once(row)
        assert "gone on without you" in text(at(bob).get(call))

    def test_what_came_of_ones_last_order_stands_first_and_the_rest_is_folded(
        self, row: PitFight, alice: Player
    ) -> None:
        while the_fight(row).turn < 3 or the_fight(row).question == "pick":
            row = answered_once(row)
        turn = the_fight(row).turn - 1
        before, since = latest_events(row, since_turn=turn, place=0)
        last = [step.number for step in row.steps.all() if any(said.startswith("0 ") for said in step.orders)][-1]
        assert before
        assert before == [event for step in row.steps.filter(turn__gte=turn, number__lt=last) for event in step.events]
        assert since == [event for step in row.steps.filter(number__gte=last) for event in step.events]
        page = text(at(alice).get(row.get_absolute_url()))
        assert page.index("Just now") < page.index("Before that")

    def test_only_whoever_has_just_done_something_is_led_to_what_comes_next(self, row: PitFight, alice: Player) -> None:
        client = at(alice)
        assert "autofocus" not in text(client.get(row.get_absolute_url()))
        said = {"order": "nonsense", "version": row.question, "as": 0}
        page = text(client.post(url("pit-order", row), said, headers={"HX-Request": "true"}))
        assert 'id="offer-title" tabindex="-1" autofocus' in page
        assert page.count("autofocus") == 1

    def test_no_fight_of_no_code(self) -> None:
        assert Client().get("/pit/fights/nothing/").status_code == 404


class TestAfterwards:
    def test_a_fight_that_is_over_is_replayed_told_and_verified(self, row: PitFight) -> None:
        row = fought_out(row)
        client = Client()
        page = text(client.get(row.get_absolute_url()))
        assert "How it ended" in page
        replay = url("pit-replay", row)
        assert "Setting up" in text(client.get(replay))
        assert "every 1" not in text(client.get(f"{replay}?at=99999&play"))
        assert "delay:" in text(client.get(f"{replay}?at=3&play&pace=fast"))
        for odd in ("?at=-1", "?at=x", "?pace=../", "?at=" + "9" * 50):
            assert client.get(replay + odd).status_code == 200
        assert "Turn 1" in text(client.get(url("pit-account", row)))
        dice = text(client.get(url("pit-dice", row)))
        assert row.seed in dice
        assert "Every face is the one" in dice or "No die was rolled" in dice

    def test_the_seed_is_not_shown_before(self, row: PitFight, alice: Player) -> None:
        for name in ("pit-fight", "pit-dice", "pit-account", "pit-replay"):
            assert row.seed not in text(at(alice).get(url(name, row)))

    def test_once_more_opens_another(self, row: PitFight, alice: Player) -> None:
        assert at(alice).post(url("pit-again", row)).url == row.get_absolute_url()
        row = fought_out(row)
        assert at(alice).post(url("pit-again", row)).url != row.get_absolute_url()
        assert PitFight.objects.count() == 2


class TestQueries:
    MOST = 10

    @pytest.mark.parametrize("count", [2, 8])
    def test_a_running_fight_costs_few_and_no_more_for_eight(
        self, alice: Player, bob: Player, count: int, django_assert_max_num_queries: Any
    ) -> None:
        names = [(f"Fighter {number}", alice if number == 0 else bob) for number in range(count)]
        fight = begun(alice, *names)
        while the_fight(fight).turn < 4 and fight.is_under_way:
            fight = answered_once(fight)
        client = at(alice)
        client.get(fight.get_absolute_url())
        for address in (fight.get_absolute_url(), url("pit-since", fight, 0), url("pit-replay", fight)):
            with django_assert_max_num_queries(self.MOST):
                client.get(address)

    def test_a_page_that_waits_asks_cheaply(
        self, row: PitFight, charlie: Player, django_assert_max_num_queries: Any
    ) -> None:
        client = at(charlie)
        client.get(row.get_absolute_url())
        with django_assert_max_num_queries(1):
            client.get(url("pit-since", row, row.version))


@pytest.mark.parametrize("name", ["\u200b", "\u202e\u200b", " \u2060 ", "\u0301"])
def test_a_name_that_cannot_be_seen_is_none(alice: Player, name: str) -> None:
    page = text(at(alice).post(reverse("pit-new"), {**MADE_UP, "name": name, "way": "friends", "foe": "novice"}))
    assert "A fighter needs a name" in page
    assert not PitFight.objects.exists()


def test_watching_needs_no_name(alice: Player) -> None:
    at(alice).post(reverse("pit-new"), {**MADE_UP, "name": "", "way": "watch", "foe": "novice"})
    assert all(seat.name for seat in PitFight.objects.get().seats.all())
