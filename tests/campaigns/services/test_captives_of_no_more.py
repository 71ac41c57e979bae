"""Taking a battle or a night back when a captive's warband, or his captor's, has been deleted since; and the order in
which warbands are locked when one is."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import Battle, Captive, Enrolment
from campaigns.services import captives
from campaigns.services.enrolments import retire_warband
from campaigns.services.people import leave_campaign
from campaigns.services.undoing import undo_battle, undo_post_battle
from campaigns.undoing_selectors import captives_lost_with, obstacles_of, obstacles_to_correcting
from tests import acts
from tests.campaigns import acts as battles
from tests.campaigns import nights, seasons
from tests.campaigns.captors import battle_with_captive, captive, lost_by, night, nights_over, warband
from tests.campaigns.night_acts import file_of
from tests.kept import kept
from warbands.audit import audit
from warbands.services.accounts import delete_account
from warbands.services.founding import delete_warband

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def mob(season, owner) -> Enrolment:
    return seasons.mob_in(season, owner)


def sold(of: Enrolment, by: Enrolment) -> None:
    captives.seal_fate(captive(), by=by.player, fate="sell_to_slavers", faces=(6,))


def ransomed(of: Enrolment, by: Enrolment) -> None:
    captives.offer_ransom(captive(), by=by.player, gold=0)
    captives.accept_offer(captive(), by=of.player)


def held(of: Enrolment, by: Enrolment) -> None:
    """Nothing becomes of him."""


def as_before(battle: Battle, enrolment: Enrolment) -> bool:
    return file_of(enrolment) == battles.side(battle, enrolment).before_file


def is_free(enrolment: Enrolment, name: str = "Grubnash") -> bool:
    return acts.warrior(warband(enrolment), name).captured_by == ""


class TestHisOwnWarbandIsNoMore:
    @pytest.fixture(params=[held, sold, ransomed])
    def battle(self, request, mob, exiles) -> Battle:
        battle = battle_with_captive(mob, exiles)
        nights_over(battle, mob, exiles)
        request.param(mob, exiles)
        delete_warband(warband(mob))
        mob.refresh_from_db()
        return battle

    def test_the_captors_night_is_taken_back(self, battle, exiles):
        post = night(battle, exiles)
        assert obstacles_of([post.side])[post.side.pk] == ()
        undo_post_battle(post, by=exiles.player)
        assert as_before(battle, exiles)
        assert list(audit([warband(exiles)])) == []

    def test_the_battle_is_taken_back_and_he_was_never_taken(self, battle, exiles, host):
        undo_battle(battle, by=host, reason="It never was.")
        assert as_before(battle, exiles)
        assert captive().state == Captive.State.TAKEN_BACK

    def test_both_pages_tell_of_him(self, battle, exiles, host):
        state = captive().get_state_display()
        told = f"Grubnash of Da Snikkaz, a captive of Karak Brynn Exiles, is {state}: Da Snikkaz is no more"
        page = seasons.signed_in(host).get(reverse("battle-undo", args=[battle.campaign_id, battle.pk])).text
        assert told in page
        assert "Nothing stands in the way." in page
        address = nights.address("post-battle-undo", night(battle, exiles))
        assert told in seasons.signed_in(exiles.player).get(address).text

    def test_a_die_of_the_captor_is_put_right_unless_it_had_something_of_him(self, battle, exiles):
        found = obstacles_to_correcting(night(battle, exiles))
        assert bool(found) == captive().is_settled


class TestHisCaptorIsNoMore:
    @pytest.fixture(params=[held, sold, ransomed])
    def battle(self, request, mob, exiles) -> Battle:
        battle = battle_with_captive(mob, exiles)
        nights_over(battle, mob, exiles)
        request.param(mob, exiles)
        delete_warband(warband(exiles))
        exiles.refresh_from_db()
        return battle

    def test_his_warbands_night_is_taken_back(self, battle, mob):
        undo_post_battle(night(battle, mob), by=mob.player)
        assert as_before(battle, mob)
        assert is_free(mob)
        assert captive().state == Captive.State.TAKEN_BACK

    def test_the_battle_is_taken_back(self, battle, mob, host):
        undo_battle(battle, by=host, reason="It never was.")
        assert as_before(battle, mob)
        assert list(audit([warband(mob)])) == []


class TestACaptiveOfAnEarlierBattle:
    """He is a captive in what is brought back, of a warband that is no more: he comes home anew."""

    @pytest.fixture
    @kept
    def later(self, season, mob, exiles, another) -> Battle:
        first = battle_with_captive(mob, exiles)
        nights_over(first, mob, exiles)
        battle = lost_by(mob, seasons.mob_in(season, another, "Da Uvvers"), hero="")
        nights_over(battle, mob)
        return battle

    @pytest.mark.parametrize("becomes", [held, sold, ransomed])
    def test_when_a_night_is_taken_back(self, later, mob, exiles, becomes):
        becomes(mob, exiles)
        delete_warband(warband(exiles))
        undo_post_battle(night(later, mob), by=mob.player)
        assert is_free(mob)
        assert captive().state == Captive.State.HOME
        nights_over(later, mob)
        assert is_free(mob)
        assert list(audit([warband(mob)])) == []

    def test_when_a_battle_is_taken_back(self, later, mob, exiles, host):
        delete_warband(warband(exiles))
        undo_battle(later, by=host, reason="It never was.")
        assert is_free(mob)
        assert captive().state == Captive.State.HOME

    def test_when_it_is_only_reported_anew_once_it_is_over(self, later, mob, exiles, host):
        delete_warband(warband(exiles))
        undo_battle(later, by=host, reason="It was not so.", again=True)
        assert not is_free(mob)
        assert captive().state == Captive.State.HELD

    def test_while_the_captor_is_there_what_was_settled_comes_first(self, later, mob, exiles):
        ransomed(mob, exiles)
        (found,) = obstacles_of([night(later, mob).side])[night(later, mob).side.pk]
        assert found.told == "Grubnash, a captive, is ransomed: that must be undone first."
        assert captives_lost_with([night(later, mob).side]) == {night(later, mob).side.pk: ()}


class TestLocks:
    """All warbands that change with one that goes are locked at once, by their ids, before anything else is."""

    @pytest.fixture
    def both(self, mob, exiles) -> tuple[int, int]:
        battle = battle_with_captive(mob, exiles)
        nights_over(battle, mob, exiles)
        assert mob.warband_id < exiles.warband_id
        return mob.warband_id, exiles.warband_id

    def first_read(self, act, *tables: str) -> str:
        """The first statement that reads whole rows of one of the tables."""
        with CaptureQueriesContext(
            connection,
        ) as queries:
            act()
        return next(q["sql"] for q in queries if any(f'SELECT "{t}"."id", "{t}"' in q["sql"] for t in tables))

    def locks(self, sql: str, *ids: int) -> bool:
        listed = ", ".join(map(str, ids))
        return f'"warbands_warband"."id" IN ({listed})' in sql and sql.endswith('ORDER BY "warbands_warband"."id" ASC')

    def test_of_a_warband_that_is_deleted(self, both, exiles):
        row = warband(exiles)
        assert self.locks(self.first_read(lambda: delete_warband(row), "warbands_warband"), *both)

    def test_of_an_account_that_is_deleted(self, both, rival):
        sql = self.first_read(lambda: delete_account(rival), "warbands_warband")
        assert self.locks(sql, *both)

    @pytest.mark.parametrize("leaves", [False, True])
    def test_of_one_that_retires(self, both, season, exiles, rival, leaves):
        member = seasons.part(season, rival)

        def retire() -> None:
            leave_campaign(member, by=rival) if leaves else retire_warband(exiles, by=rival)

        sql = self.first_read(retire, "warbands_warband", "campaigns_campaign")
        assert self.locks(sql, both[0])
