"""Everybody at the table on his own phone: each thing happens once or not at all, on either database."""

from __future__ import annotations

from collections import Counter

import pytest

from encounters.models import Encounter
from encounters.services import tables
from tests.campaigns import acts as fights
from tests.encounters.web import table_acts as acts
from tests.warbands.services.test_two_at_once import at_once
from warbands.roster.refusals import OutOfDate, Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture
def table(battle):
    made = acts.begin(battle)
    acts.answer(made, "skirmish")
    return acts.fresh(made)


def test_fifty_posts_of_one_roll_count_once(table):
    raised = at_once(*[lambda: acts.type_faces(table, 3, version=table.version) for _ in range(50)])
    assert Counter(type(error) for error in raised) == {type(None): 1, OutOfDate: 49}
    assert len(acts.rolls(table)) == 1
    assert acts.fresh(table).version == table.version + 1


def test_two_phones_on_one_version(table, owner, rival):
    raised = at_once(
        lambda: acts.type_faces(table, 3, version=table.version, by=owner),
        lambda: acts.type_faces(table, 5, version=table.version, by=rival),
    )
    assert sorted(type(error).__name__ for error in raised) == ["NoneType", "OutOfDate"]
    assert len(acts.rolls(table)) == 1


def test_two_phones_begin_one_table(battle, owner, rival):
    raised = at_once(lambda: acts.begin(battle, by=owner), lambda: acts.begin(battle, by=rival))
    assert raised == [None, None]
    assert Encounter.objects.count() == 1


def test_a_roll_while_another_takes_back(table):
    acts.type_faces(table, 3)
    raised = at_once(
        lambda: acts.roll(table),
        lambda: tables.take_back(table, by=table.battle.made_by),
    )
    assert raised == [None, None]
    standing = [roll for roll in acts.rolls(table) if not roll.taken_back_at]
    rolled = [entry for entry in acts.fresh(table).set_up_log if "roll" in entry]
    assert [roll.faces for roll in standing] == [entry["faces"] for entry in rolled]


def test_the_game_begins_once_and_is_called_off_without_a_deadlock(table):
    acts.finish(table)
    raised = at_once(
        lambda: acts.close(table),
        lambda: acts.close(table),
        lambda: fights.call_off(table.battle),
    )
    assert all(error is None or isinstance(error, Refused) for error in raised), raised
    assert sum(isinstance(error, Refused) for error in raised) in (1, 2)
