"""Everybody on a phone of his own, all at the same moment: each order counts once or not at all, on either database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from encounters.models import PitFight, PitStep
from encounters.pit_selectors import the_fight
from encounters.pitfight.notation import read_order
from encounters.services import pit_fights as fights
from encounters.services import pit_gathering as gathering
from tests.encounters.pit.fighting import answered_once, begun, enlisting, first_order, gathered
from tests.warbands.services.test_two_at_once import at_once
from warbands.models import Player
from warbands.roster.refusals import Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture
def asked(alice: Player, bob: Player) -> PitFight:
    row = begun(alice, ("Grokka", alice), ("Albrecht", bob))
    while the_fight(row).question == "place":
        row = answered_once(row)
    return row


def sealing(row: PitFight, place: int, by: Player) -> Callable[[], object]:
    said = first_order(row, place)
    return lambda: fights.give_order(row, by=by, place=place, order=said, question=row.question)


def test_both_seal_at_the_same_moment_and_the_fight_goes_on_once(asked: PitFight, alice: Player, bob: Player) -> None:
    raised = at_once(sealing(asked, 0, alice), sealing(asked, 1, bob))
    assert raised == [None, None]
    step = PitStep.objects.get(fight=asked, number=asked.question)
    assert [one.split()[0] for one in step.orders] == ["0", "1"]


def test_fifty_posts_of_one_order_count_once(asked: PitFight, alice: Player) -> None:
    raised = at_once(*[sealing(asked, 0, alice) for _ in range(50)])
    assert Counter(type(error) for error in raised) == {type(None): 1, Refused: 49}
    assert the_fight(PitFight.objects.get(pk=asked.pk)).sealed == (read_order(first_order(asked, 0)),)


def test_the_clock_and_the_order_that_comes_at_the_last_moment(asked: PitFight, alice: Player, bob: Player) -> None:
    fights.give_order(asked, by=bob, place=1, order=first_order(asked, 1), question=asked.question)
    PitFight.objects.filter(pk=asked.pk).update(minutes=1, asked_at="2026-01-01T00:00Z")
    raised = at_once(sealing(asked, 0, alice), fights.pass_over_all_late)
    assert all(error is None or isinstance(error, Refused) for error in raised)
    assert PitStep.objects.filter(fight=asked, number=asked.question).count() == 1


def test_nine_who_join_at_once_fill_eight_places(alice: Player, bob: Player) -> None:
    row = gathered(alice)
    joining = [lambda: gathering.take_place(row, by=bob, enlisting=enlisting("Albrecht")) for _ in range(9)]
    raised = at_once(*joining)
    assert sum(error is None for error in raised) == 8
    assert sorted(seat.place for seat in row.seats.all()) == list(range(8))
    assert len({seat.name for seat in row.seats.all()}) == 8
