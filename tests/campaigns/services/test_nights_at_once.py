"""Two players and the arbitrator at once, fifty parallel posts of one step, a process killed within a step: each thing
happens exactly once or not at all, on either database."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest
from django.conf import settings
from django.db import connection

from campaigns.battle.told import Fallen
from campaigns.models import PostBattle
from tests.campaigns import acts as fights
from tests.campaigns import night_acts as nights
from tests.campaigns import seasons
from tests.campaigns.battle.stage import lost, won
from tests.warbands.services.test_two_at_once import at_once
from warbands.audit import audit
from warbands.models import Warband, WarbandEvent
from warbands.roster.refusals import OutOfDate

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture
def mob(season, owner):
    return seasons.mob_in(season, owner)


@pytest.fixture
def exiles(season, rival):
    return fights.enrolled_exiles(season, rival)


@pytest.fixture
def battle(mob, exiles):
    """The boss of the one went down, and a hero of the other."""
    boss, slayer = Fallen("Grubnash", by_side=1, by="Thrain"), Fallen("Garagrim", by_side=0, by="Grubnash")
    return nights.confirmed(mob, exiles, sides=(won(boss), lost(slayer)))


@pytest.fixture
def night(battle, mob):
    return nights.night_of(battle, mob)


def folds() -> None:
    assert list(audit(Warband.objects.all())) == []


def test_fifty_posts_of_one_step_count_once(night, mob):
    events = WarbandEvent.objects.count()
    raised = at_once(*[lambda: nights.type_faces(night, 3, 3, version=night.version) for _ in range(50)])
    assert Counter(type(error) for error in raised) == {type(None): 1, OutOfDate: 49}
    assert len(nights.rolls(night)) == 1
    assert WarbandEvent.objects.count() == events + 1
    assert nights.file_of(mob).count("nervous_condition") == 1
    folds()


def test_two_players_and_the_arbitrator_do_not_block_each_other(night, battle, mob, exiles, host):
    other = nights.night_of(battle, exiles)
    raised = at_once(
        lambda: nights.type_faces(night, 3, 3),
        lambda: nights.type_faces(other, 3, 4),
        lambda: nights.fresh(night),
    )
    assert raised == [None, None, None]
    assert "nervous_condition" in nights.file_of(mob)
    assert "hand_injury" in nights.file_of(exiles)
    folds()


def test_the_owner_and_the_arbitrator_on_one_version(night, host):
    raised = at_once(
        lambda: nights.type_faces(night, 3, 3, version=night.version),
        lambda: nights.type_faces(night, 2, 2, version=night.version, by=host),
    )
    assert sorted(type(error).__name__ for error in raised) == ["NoneType", "OutOfDate"]
    assert len(nights.rolls(night)) == 1
    folds()


def test_a_night_goes_on_while_it_is_taken_back(night, mob):
    nights.type_faces(night, 3, 3)
    at_once(lambda: nights.roll(night, on=True), lambda: nights.undo(night))
    folds()
    nights.undo(nights.fresh(night))
    assert nights.file_of(mob) == night.side.before_file
    folds()


def test_a_process_that_is_killed_within_a_step_leaves_nothing(night, mob):
    before = nights.file_of(mob)
    env = os.environ | {
        "DJANGO_SETTINGS_MODULE": "mordheim.settings_test",
        "TEST_DATABASE_NAME": str(connection.settings_dict["NAME"]),
        "TEST_RUN_DIR": str(settings.TEST_RUN_DIR),
    }
    command = [sys.executable, "-m", "tests.campaigns.services.dying", str(night.pk), str(mob.player_id)]
    with subprocess.Popen(command, env=env, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "written\n"
        process.kill()
    assert nights.file_of(mob) == before
    assert PostBattle.objects.get(pk=night.pk).log == []
    nights.type_faces(night, 3, 3)
    assert "nervous_condition" in nights.file_of(mob)
    folds()
