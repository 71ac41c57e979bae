"""Whose turn it is, and who waits for whom, from the announcement to the night after."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign, Enrolment
from campaigns.services import campaigns
from campaigns.services.campaigns import Settings
from campaigns.services.pairings import announce_pairings
from campaigns.turn_selectors import business_of, evenings_of, turns_of, turns_of_player
from tests.campaigns import acts, seasons
from tests.kept import kept
from warbands.models import Player

LAST_MONTH = timezone.localdate() - timedelta(days=30)
IN_A_MONTH = timezone.localdate() + timedelta(days=30)


def turns(campaign: Campaign, *, of: Player | None = None) -> list[str]:
    """``owner: Enrol a warband``, with those who wait in brackets."""
    told = []
    for turn in turns_of(business_of(Campaign.objects.get(pk=campaign.pk))):
        if of is None or turn.player_id == of.pk:
            waiting = f" ({', '.join(turn.waiting)})" if turn.waiting else ""
            told.append(f"{turn.player}: {turn.what}{waiting}")
    return told


@pytest.fixture
@kept
def mob(season: Campaign, owner: Player) -> Enrolment:
    return seasons.mob_in(season, owner)


@pytest.fixture
@kept
def other(season: Campaign, rival: Player) -> Enrolment:
    return seasons.mob_in(season, rival, "Da Uvvers")


AGAINST = "Da Snikkaz against Da Uvvers"


def test_a_player_without_a_warband_is_to_enrol_one_and_a_spectator_is_not(season):
    assert turns(season) == ["owner: Enrol a warband", "rival: Enrol a warband"]


def test_what_is_announced_for_a_later_day_is_nobodys_turn_yet(season, mob, other, owner):
    announce_pairings(season, by=owner, groups=[[mob.pk, other.pk]], planned_for=IN_A_MONTH)
    assert turns(season) == []


def test_on_the_day_both_are_to_fight(season, mob, other, owner):
    announce_pairings(season, by=owner, groups=[[mob.pk, other.pk]], planned_for=LAST_MONTH)
    assert turns(season) == ["owner: Fight Da Uvvers (rival)", "rival: Fight Da Snikkaz (owner)"]


def test_a_battle_that_is_set_up_is_to_be_begun(season, mob, other):
    battle = acts.announce(mob, other)
    assert turns(season) == [
        f"owner: Begin battle {battle.number}: {AGAINST} (rival)",
        f"rival: Begin battle {battle.number}: {AGAINST} (owner)",
    ]


def test_then_to_be_reported(season, mob, other):
    acts.begun(mob, other)
    assert turns(season) == [
        f"owner: Play and report battle 1: {AGAINST} (rival)",
        f"rival: Play and report battle 1: {AGAINST} (owner)",
    ]


def test_what_is_rolled_before_the_first_blow_comes_before_the_report(season, mob, rival):
    sore = acts.sore_dwarfs_in(season, rival)
    battle = acts.begun(mob, sore)
    told = "battle 1: Da Snikkaz against Karak Brynn Exiles"
    for face in ([1], [2, 2]):
        assert turns(season) == [f"rival: Roll before {told} (owner)"]
        acts.muster(battle, sore, *face)
    assert turns(season) == [f"owner: Play and report {told} (rival)", f"rival: Play and report {told} (owner)"]


def test_whoever_reported_waits_for_the_other(season, mob, other):
    acts.report(acts.begun(mob, other))
    assert turns(season) == [f"rival: Confirm the report of battle 1: {AGAINST} (owner)"]


def test_where_each_stands_by_his_own_report_both_are_to_settle_it(season, mob, other, rival):
    battle = acts.begun(mob, other)
    acts.report(battle)
    acts.report(battle, acts.lost(), acts.won(), by=rival)
    assert turns(season) == [
        f"owner: Settle what the reports differ in: battle 1: {AGAINST} (rival)",
        f"rival: Settle what the reports differ in: battle 1: {AGAINST} (owner)",
    ]


def test_where_an_arbitrator_confirms_it_is_his_turn(season, mob, other, host):
    campaigns.change_settings(season, by=host, name=season.name, settings=Settings(confirmation="arbitrator"))
    acts.report(acts.begun(mob, other))
    assert turns(season) == ["host: Confirm the report of battle 1 (owner, rival)"]


def test_then_each_goes_through_his_own_night(season, mob, other, rival):
    battle = acts.begun(mob, other)
    acts.confirm(acts.report(battle), by=rival)
    assert turns(season) == [
        "owner: Go on with the night after battle 1 for Da Snikkaz",
        "rival: Go on with the night after battle 1 for Da Uvvers",
    ]


def test_a_battle_called_off_is_nobodys_turn(season, mob, other):
    acts.call_off(acts.begun(mob, other))
    assert turns(season) == []


def test_in_a_closed_campaign_nothing_is(season, host):
    campaigns.close_campaign(season, by=host)
    assert turns(season) == []


def test_a_turn_leads_to_where_it_is_done(season, mob, other, owner):
    battle = acts.begun(mob, other)
    (turn,) = [one for one in turns_of(business_of(season)) if one.player_id == owner.pk]
    assert turn.url == battle.get_absolute_url()


def test_upcoming_are_pairings_and_battles_by_their_day(season, mob, other, owner):
    announce_pairings(season, by=owner, groups=[[mob.pk, other.pk]], planned_for=IN_A_MONTH)
    battle = acts.announce(mob, other)
    first, second = evenings_of(business_of(season), seasons.part(season, owner))
    assert [meeting.battle_id for meeting in first.meetings] == [battle.pk]
    assert second.day == IN_A_MONTH
    assert second.meetings[0].sides == (("Da Snikkaz", "owner"), ("Da Uvvers", "rival"))


def test_the_feed_holds_them_with_who_waits(season, mob, other, rival):
    acts.report(acts.begun(mob, other))
    feed = Client().get(reverse("member-feed", args=[seasons.part(season, rival).feed_token])).content.decode()
    assert f"Confirm the report of battle 1: {AGAINST}" in feed
    assert "owner waits for you." in feed


def test_a_pairing_whose_battle_is_set_up_is_upcoming_no_more(season, mob, other, owner):
    (pairing,) = announce_pairings(season, by=owner, groups=[[mob.pk, other.pk]], planned_for=LAST_MONTH)
    acts.announce(mob, other, pairing=pairing)
    evenings = evenings_of(business_of(season), seasons.part(season, owner))
    assert [meeting.pairing_id for evening in evenings for meeting in evening.meetings] == [None]


def test_the_turns_of_all_campaigns_stand_on_the_lists(season, mob, other, owner, host):
    elsewhere = seasons.begin(host, "Elsewhere")
    seasons.join(elsewhere, owner)
    acts.announce(mob, other)
    client = seasons.signed_in(owner)
    for name in ("warband-list", "campaign-list"):
        page = client.get(reverse(name)).text
        first_card = page.index('class="warband-card')
        assert page.index("Your turn") < page.index(f"Begin battle 1: {AGAINST}") < first_card
        assert f'href="{reverse("enrolment-new", args=[elsewhere.pk])}"' in page
    assert turns_of_player(host) == []


@pytest.mark.parametrize("name", ["warband-list", "campaign-list"])
def test_they_cost_as_little_for_many_campaigns(season, mob, other, owner, host, name):
    client, counts = seasons.signed_in(owner), []
    for number in range(2):
        acts.announce(mob, other)
        for more in range(4):
            seasons.join(seasons.begin(host, f"Season {number}{more}"), owner)
        client.get(reverse(name))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse(name))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12
