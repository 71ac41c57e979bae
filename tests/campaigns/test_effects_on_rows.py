"""What effects make of a snapshot, they make of rows: a night saved event by event leaves the same warband."""

from __future__ import annotations

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.postbattle.choices import Sensible
from campaigns.postbattle.report import Report
from campaigns.postbattle.sequence import play
from campaigns.postbattle.sessions import AtOnce
from mordheim.rules.dice import SeededDice
from mordheim.rules.effects import apply
from mordheim.rules.snapshot import WarbandSnapshot
from tests.campaigns.postbattle.night import EXILES, fought
from tests.campaigns.postbattle.strategies import Night, nights
from tests.warbands.roster.cast import three_orcs, warrior
from warbands.models import Player, Warband
from warbands.roster.interchange import write_warband
from warbands.selectors import current_rulebook, snapshot_of
from warbands.services.acts import save_difference
from warbands.services.founding import import_warband

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rules")]
patient = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]


def stored(snapshot: WarbandSnapshot, owner: Player) -> Warband:
    warband = import_warband(snapshot, owner=owner).warband
    assert warband is not None
    return warband


def save(row: Warband, before: WarbandSnapshot, after: WarbandSnapshot) -> WarbandSnapshot:
    """Writes the difference as the one door does, and reads the rows again."""
    save_difference(row, before, after)
    row.treasury, row.wyrdstone = after.treasury or 0, after.wyrdstone
    row.save()
    return snapshot_of(Warband.objects.get(pk=row.pk))


def night_by_night(night: Night, owner: Player) -> None:
    rulebook = current_rulebook()
    row = stored(night.before, owner)
    before = snapshot_of(row)
    run = play(before, night.report, rulebook, AtOnce(SeededDice(night.seed), Sensible())).run
    on_rows = now = before
    for event in run.events:
        now = apply(now, event.effects)
        on_rows = save(row, on_rows, apply(on_rows, event.effects))
        assert on_rows == now
        now = on_rows
    assert write_warband(on_rows, rulebook) == write_warband(run.snapshot, rulebook)


@pytest.fixture
def each_by_itself():
    """One example's rows are gone before the next."""

    def run(night: Night, owner: Player) -> None:
        with transaction.atomic():
            night_by_night(night, owner)
            transaction.set_rollback(True)

    return run


@settings(max_examples=15, suppress_health_check=patient)
@given(night=nights(battles=st.integers(1, 9)))
def test_a_night_on_rows_is_the_night_on_a_file(owner, each_by_itself, night):
    each_by_itself(night, owner)


@pytest.mark.soak
@settings(max_examples=600, suppress_health_check=patient)
@given(night=nights(battles=st.integers(1, 9)))
def test_many_nights_on_rows_are_the_nights_on_files(owner, each_by_itself, night):
    each_by_itself(night, owner)


def test_warriors_keep_their_rows_and_newcomers_get_their_own(owner):
    """Skab dies, Da Ladz lose one and go on."""
    before = fought(three_orcs(warrior("big_un", name="Skab"), warrior("3 goblin_warrior", name="Da Gits")))
    row = stored(before, owner)
    pks = {one.name: one.pk for one in row.warriors.all()}
    snapshot = snapshot_of(row)
    run = play(
        snapshot, Report("lost", (EXILES,), underdog=0), current_rulebook(), AtOnce(SeededDice(1), Sensible())
    ).run
    after = save(row, snapshot, run.snapshot)
    assert {one.name: one.id for one in after.warriors} == pks
