"""A game on several phones at once: each act happens once or not at all, on either database."""

from __future__ import annotations

from collections import Counter

import pytest

from campaigns.postbattle.choices import Choice
from campaigns.services.battle_reports import report_battle
from encounters.services import game as games
from encounters.services import tables
from tests.campaigns import acts as fights
from tests.campaigns.battle.stage import lost, told, won
from tests.encounters.web import game_acts as game
from tests.encounters.web import table_acts as acts
from tests.warbands.services.test_two_at_once import at_once
from warbands.roster.refusals import OutOfDate, Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
EXILES = 1


@pytest.fixture
def table(battle):
    made = game.begun(battle)
    game.to_the_acts(made)
    return acts.fresh(made)


def put_out(table, **more):
    run = game.now(table).run
    name = next(iter(run.standing(EXILES)))
    choice = Choice(game.now(table).step, "put_out", {"warband": EXILES, "name": name})
    return acts.go_on(table, choice=choice, **more)


def test_fifty_equal_posts_count_once(table):
    raised = at_once(*[lambda: put_out(table, version=table.version) for _ in range(50)])
    assert Counter(type(error) for error in raised) == {type(None): 1, OutOfDate: 49}
    assert sum(game.now(table).run.fallen(EXILES).values()) == 1
    assert acts.fresh(table).version == table.version + 1


def test_two_phones_on_one_version(table, owner, rival):
    raised = at_once(
        lambda: put_out(table, version=table.version, by=owner),
        lambda: acts.go_on(table, done=True, version=table.version, by=rival),
    )
    assert sorted(type(error).__name__ for error in raised) == ["NoneType", "OutOfDate"]
    assert sum("act" in entry for entry in acts.fresh(table).game_log) == 1


def test_an_act_while_another_takes_back(table, owner):
    put_out(table)
    raised = at_once(lambda: acts.go_on(table, done=True), lambda: tables.take_back(table, by=owner))
    assert raised == [None, None]
    assert game.now(table).run.turns


def test_it_is_reported_once_from_the_table_and_once_by_hand_without_a_deadlock(table, owner, rival):
    game.wipe_out(table, EXILES)
    over = acts.fresh(table)
    raised = at_once(
        lambda: games.report_game(over, by=owner, version=over.version),
        lambda: report_battle(over.battle, by=rival, told=told(won(), lost())),
        lambda: games.report_game(over, by=owner, version=over.version),
    )
    assert all(error is None or isinstance(error, Refused) for error in raised), raised
    assert fights.fresh(over.battle).reports.exists()
