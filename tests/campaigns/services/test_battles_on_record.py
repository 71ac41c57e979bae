"""What stays of a battle when it is over, and who may act at the same moment."""

from __future__ import annotations

import pytest

from campaigns.battle.told import Fallen
from campaigns.battle_selectors import reports_of
from campaigns.models import Battle
from campaigns.selectors import battle_figures, has_fought
from campaigns.services import battles
from campaigns.services.campaigns import close_campaign
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.campaigns.battle.stage import drew, lost, won
from tests.campaigns.services.refusing import refusing
from tests.warbands.services.test_two_at_once import at_once
from warbands.roster.refusals import Refused
from warbands.services.accounts import delete_account
from warbands.services.acts import Held

pytestmark = pytest.mark.django_db


def test_a_campaign_is_not_closed_in_the_midst_of_a_battle(season, battle, host):
    with refusing("battle_open", "confirm it or call it off first"):
        close_campaign(season, by=host)
    fights.call_off(battle)
    assert close_campaign(season, by=host).is_closed


class TestFigures:
    def test_the_dashboard_counts_what_was_fought(self, season, mob, exiles):
        assert not has_fought(season)
        fights.fought(mob, exiles, sides=[won(), lost(Fallen("The Kin", 2, by_side=0, by="Grubnash"))])
        fights.fought(mob, exiles, sides=[lost(Fallen("Grubnash")), won()])
        fights.fought(mob, exiles, sides=[drew(), drew()])
        fights.begun(mob, exiles)
        figures = battle_figures(season)
        own, theirs = figures[mob.pk], figures[exiles.pk]
        assert (own.battles, own.wins, own.draws, own.kills, own.losses) == (3, 1, 1, 2, 1)
        assert (theirs.battles, theirs.wins, theirs.kills, theirs.losses) == (3, 1, 1, 2)
        assert has_fought(season)


class TestAnAccountGoes:
    def test_the_battle_keeps_an_anonymous_name(self, season, battle, rival, mob, exiles):
        fights.report(battle, by=rival)
        delete_account(rival)
        done = fights.fresh(battle)
        side = done.sides.get(enrolment=exiles)
        assert (side.player_name, side.shown_name, side.warband) == ("a former player", "Karak Brynn Exiles", None)
        assert done.reports.get().by_name == "a former player"
        fights.report(battle)
        assert fights.fresh(battle).is_confirmed
        assert reports_of(fights.fresh(battle))[side.pk].result == "lost"


@pytest.mark.django_db(transaction=True)
class TestAtTheSameMoment:
    def test_fifty_who_confirm_at_once_confirm_once(self, season, battle, rival, host, monkeypatch):
        opened: list[int] = []
        monkeypatch.setattr(battles, "_open_post_battles", lambda row: opened.append(row.pk))
        made = fights.report(battle)
        acts_of = (lambda: fights.confirm(made, by=rival), lambda: fights.decide(made, by=host))
        raised = at_once(*[acts_of[n % 2] for n in range(50)])
        assert [error for error in raised if error] == []
        assert opened == [battle.pk]
        assert sum("was fought on" in line for line in seasons.chronicle(season)) == 1

    def test_two_that_begin_with_one_warband_do_not_both_begin(self, mob, exiles, third):
        one, other = fights.announce(mob, exiles), fights.announce(mob, third)
        raised = at_once(lambda: fights.start(one), lambda: fights.start(other))
        assert [type(error) for error in raised if error] == [Held]
        assert Battle.objects.open().count() == 1

    def test_confirming_and_calling_off_do_not_both_happen(self, battle, rival, host, mob):
        made = fights.report(battle)
        raised = at_once(lambda: fights.confirm(made, by=rival), lambda: fights.call_off(battle, by=host))
        assert [error.code for error in raised if isinstance(error, Refused)] == ["state"]
        assert fights.fresh(battle).state in ("confirmed", "called_off")
        assert bool(fights.held(mob)) == fights.fresh(battle).is_confirmed
