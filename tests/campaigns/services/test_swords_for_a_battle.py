"""What a hired sword for one battle does to the gold, into the night after it."""

from __future__ import annotations

import pytest

from campaigns.models import Campaign, Enrolment
from campaigns.postbattle_selectors import played
from mordheim.rules.effects import Gold
from tests.campaigns import acts as battles
from tests.campaigns import seasons
from tests.campaigns.captors import night, take, warband
from tests.kept import kept
from warbands.audit import audit
from warbands.models import Player
from warbands.selectors import current_rulebook

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def mob(season: Campaign, owner: Player) -> Enrolment:
    return seasons.mob_in(season, owner)


@pytest.fixture
@kept
def dwarfs(season: Campaign, rival: Player) -> Enrolment:
    return battles.enrolled_exiles(season, rival, treasury=100)


def test_a_fee_that_was_paid_stays_paid(mob, dwarfs):
    battle = battles.begun(mob, dwarfs)
    battles.hire(battle, dwarfs, "pit_fighter")
    paid = warband(dwarfs).treasury
    assert paid == 70
    battles.confirm(battles.report(battle), by=dwarfs.player)
    post = take(battle, dwarfs)
    moved = sum(event.gold for event in warband(dwarfs).events.filter(happened_at__gte=post.opened_at))
    assert warband(dwarfs).treasury == paid + moved
    assert post.side.before["treasury"] == 100
    assert list(audit([warband(dwarfs)])) == []


def test_one_for_nothing_lets_a_starting_warband_into_its_night(mob, dwarfs):
    """Whoever came for nothing costs nothing, although he counts with those whom the gold at the start has paid."""
    battle = battles.begun(mob, dwarfs)
    left = warband(mob).treasury
    battles.hire(battle, mob, "pit_fighter", free=True)
    assert warband(mob).treasury == left
    battles.confirm(battles.report(battle), by=dwarfs.player)
    take(battle, mob)
    post = night(battle, mob)
    assert not post.is_open
    events = played(post, current_rulebook()).run.events
    moved = sum(effect.by for event in events for effect in event.effects if isinstance(effect, Gold))
    assert warband(mob).treasury == left + moved
    assert list(audit([warband(mob)])) == []
