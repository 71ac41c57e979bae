"""Those who do not answer: how long a turn waits for them, and what is taken for their answers."""

from __future__ import annotations

import json
from datetime import timedelta
from random import Random

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.battle.seeds import face
from encounters.models import PitFight
from encounters.pit_replaying import frames_of_fight
from encounters.pit_selectors import the_fight, watched
from encounters.pitfight.players import player
from encounters.services import pit_fights as fights
from encounters.services.pit_going import going_on, late_label
from tests.encounters.pit.fighting import answered_once, fought_well, gathered, order
from tests.encounters.pitfight.log_checker import check_log
from warbands.models import Player
from warbands.services.reminding import reminders_of

pytestmark = pytest.mark.django_db
SCROLLS = settings.RULES_DIR / "pit_fighter" / "scrolls.yaml"


@pytest.fixture
def row(alice: Player, bob: Player) -> PitFight:
    """Moves are asked of Alice's and Bob's fighters, with a minute for each answer."""
    fight = gathered(alice, ("Grokka", alice), ("Albrecht", bob), minutes=1)
    PitFight.objects.filter(pk=fight.pk).update(seed="5a" * 32)
    fight = fights.begin(fight, by=alice)
    while the_fight(fight).question == "place":
        fight = answered_once(fight)
    return fight


def a_minute_later(row: PitFight) -> PitFight:
    PitFight.objects.filter(pk=row.pk).update(asked_at=timezone.now() - timedelta(minutes=1))
    fights.pass_over_all_late()
    row.refresh_from_db()
    return row


def alice_answers(row: PitFight) -> PitFight:
    """As the computer would for her."""
    return order(row, 0, player("seasoned", Random(row.question))(the_fight(row), 0))


def without_bob(row: PitFight) -> tuple[PitFight, int]:
    """To the end, and how often Bob's minute had to pass."""
    minutes = 0
    while row.is_under_way:
        if 0 in row.waits_for:
            row = alice_answers(row)
        else:
            row, minutes = a_minute_later(row), minutes + 1
    return row, minutes


def absent(row: PitFight) -> set[int]:
    with transaction.atomic():
        return going_on(row).absent


def test_a_turn_waits_for_nobody_twice(row: PitFight) -> None:
    row, minutes = without_bob(row)
    answers = sum(bool(step.late) for step in row.steps.all())
    assert minutes <= row.turn < answers


def test_two_who_are_not_there_cost_a_turn_one_wait(row: PitFight) -> None:
    for turn in range(1, 4):
        assert (row.turn, row.question) == (turn, the_fight(row).version)
        row = a_minute_later(row)
    assert row.turn == 4


def test_whoever_says_something_himself_is_waited_for_again(row: PitFight) -> None:
    while row.waits_for != [0, 1] or the_fight(row).question != "aim":
        row = alice_answers(row) if 0 in row.waits_for else a_minute_later(row)
    assert absent(row) == {1}
    turn = row.turn
    row = alice_answers(order(row, 1))
    assert row.turn == turn
    assert absent(row) == set()


def test_what_is_taken_for_his_guard_comes_of_the_seed_and_is_verified(row: PitFight) -> None:
    row, _ = without_bob(row)
    drawn = [(step, die) for step in row.steps.all() for die in step.faces if "late" in die]
    names = list(the_fight(row).rules.locations)
    assert len({step.orders[1] for step, _ in drawn}) > 1
    for step, die in drawn:
        assert die["face"] == face(row.seed, late_label(step.number), die["late"] + 1, die["die"])
        if die["die"] == len(names):
            assert step.orders[1] == f"1 aim {names[die['face'] - 1]}"
    page = Client().get(reverse("pit-dice", args=[row.code])).content.decode()
    assert "The hash is that of the bytes, not of the text" in " ".join(page.split())
    assert "Every face is the one that the seed gives." in page
    assert f"pit/{drawn[0][0].number}/late/2" in page
    assert "who did not say: " in page
    assert frames_of_fight(row)[-1].fight == the_fight(row)


def test_the_log_of_a_fight_that_has_ended_holds_before_the_independent_checker(row: PitFight) -> None:
    address = reverse("pit-log", args=[row.code])
    assert Client().get(address).status_code == 404
    row = fought_well(row)
    answer = Client().get(address)
    told = json.loads(answer.content)
    assert "attachment" in answer["Content-Disposition"]
    assert sorted(told) == ["events", "result"]
    assert told["result"] == {key: told["events"][-1][key] for key in told["result"]}
    faces = [(die["die"], die["face"]) for step in row.steps.all() for die in step.faces]
    assert check_log(told["events"], SCROLLS) == faces
    for page in (row.get_absolute_url(), reverse("pit-account", args=[row.code])):
        assert address in Client().get(page).content.decode()


class TestBeingTold:
    def test_the_fights_own_page_says_at_once_that_one_was_nudged(
        self, row: PitFight, alice: Player, bob: Player
    ) -> None:
        client = Client()
        client.force_login(bob)
        assert "The others wait for you." not in client.get(row.get_absolute_url()).content.decode()
        fights.nudge(row, by=alice, place=1)
        assert "The others wait for you." in client.get(row.get_absolute_url()).content.decode()
        client.force_login(alice)
        assert "The others wait for you." not in client.get(row.get_absolute_url()).content.decode()

    def test_ones_own_page_tells_of_fights_in_which_others_wait(
        self, row: PitFight, alice: Player, bob: Player
    ) -> None:
        assert reminders_of(bob) == []
        fights.nudge(order(row, 0), by=alice, place=1)
        reminder = reminders_of(bob)[0]
        assert (reminder.what, reminder.waiting) == ("Grokka and Albrecht: you have been nudged", ("alice",))
        assert reminders_of(alice) == []

    def test_whoever_has_less_than_a_minute_is_told_so(self, row: PitFight, alice: Player) -> None:
        client = Client()
        client.force_login(alice)
        assert "in less than a minute: afterwards" in " ".join(
            client.get(row.get_absolute_url()).content.decode().split()
        )
        PitFight.objects.filter(pk=row.pk).update(minutes=90)
        row.refresh_from_db()
        assert watched(row, alice).minutes_left.startswith("1\xa0hour")
