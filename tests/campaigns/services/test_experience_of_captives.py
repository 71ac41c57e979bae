"""The battle in which somebody was taken brings him no experience, however soon he comes home (ruling 50)."""

from __future__ import annotations

import pytest

from campaigns.battle.told import Fallen, SideTold
from campaigns.models import Battle, Enrolment
from campaigns.services import captives
from campaigns.services.battles import start_battle
from tests import acts
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.campaigns.captors import CAPTURED, SEED, captive, night, nights_over, take, warband
from tests.kept import kept

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def mob(season, owner):
    return seasons.mob_in(season, owner)


def taken_while_others_bleed(mob: Enrolment, exiles: Enrolment) -> Battle:
    """Grubnash is the Dwarfs' captive, and one of the Ladz is still to roll for his injury."""
    announced = fights.announce(mob, exiles)
    battle = start_battle(announced, by=announced.made_by, seed=SEED)
    fallen = (Fallen("Grubnash", by_side=1), Fallen("Da Ladz", 1, by_side=1))
    made = fights.report(battle, SideTold("lost", fallen=fallen), SideTold("won"))
    fights.confirm(made, by=exiles.player)
    take(battle, mob, faces=CAPTURED)
    return fights.fresh(battle)


def ransom(mob: Enrolment, exiles: Enrolment) -> None:
    captives.offer_ransom(captive(), by=exiles.player, gold=0)
    captives.accept_offer(captive(), by=mob.player)


@pytest.mark.parametrize("when", ["before it is counted", "after the night"])
def test_who_was_taken_earns_nothing_of_that_battle(when, mob, exiles):
    battle = taken_while_others_bleed(mob, exiles)
    before = acts.warrior(warband(mob), "Grubnash").experience
    if when == "before it is counted":
        ransom(mob, exiles)
    nights_over(battle, mob, exiles)
    if when != "before it is counted":
        ransom(mob, exiles)
    assert not night(battle, mob).is_open
    assert acts.warrior(warband(mob), "Grubnash").captured_by == ""
    assert acts.warrior(warband(mob), "Grubnash").experience == before
