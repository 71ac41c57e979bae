"""Roles, joining and leaving: a campaign is never without an arbitrator."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.models import Campaign, Invitation, Membership
from campaigns.services import campaigns, invitations, people
from campaigns.services.campaigns import Settings
from tests.campaigns import seasons
from warbands.roster.refusals import Refused


def roles(campaign: Campaign) -> dict[str, str]:
    return {one.player.username: one.role for one in campaign.memberships.active().select_related("player")}


class TestABeginning:
    def test_whoever_begins_a_campaign_arbitrates_it(self, campaign):
        assert roles(campaign) == {"host": "arbitrator"}
        assert seasons.chronicle(campaign) == ["host began the campaign Winter in the Ruins."]

    @pytest.mark.parametrize(
        "settings",
        [
            {"starting_gold": -1},
            {"starting_gold": 10_001},
            {"late_gold": -5},
            {"time_zone": "Middle/Earth"},
            {"time_zone": "../../etc/passwd"},
            {"dice_policy": "loaded"},
            {"confirmation": "nobody"},
            {"battles_an_evening": 0},
            {"warbands_a_player": 0},
            {"house_rules": "x" * 20_001},
        ],
    )
    def test_settings_that_cannot_be_are_refused(self, host, rules, settings):
        with pytest.raises(Refused):
            seasons.begin(host, **settings)
        assert not Campaign.objects.exists()

    def test_a_campaign_has_a_name(self, host, rules):
        with pytest.raises(Refused, match="name"):
            seasons.begin(host, "   ")

    def test_nobody_runs_any_number_of_them(self, host, rules, monkeypatch):
        monkeypatch.setattr(campaigns, "MOST_CAMPAIGNS", 2)
        for name in ("One", "Two"):
            seasons.begin(host, name)
        with pytest.raises(Refused, match="Close one"):
            seasons.begin(host, "Three")


class TestSettings:
    def test_the_chronicle_tells_what_was_changed(self, season, host):
        campaigns.change_settings(season, by=host, name=season.name, settings=Settings(late_gold=50, mounts=True))
        assert seasons.chronicle(season)[-1] == "host changed the campaign's settings: gold for late joiners, mounts."

    def test_saving_them_as_they_are_tells_nothing(self, season, host):
        before = seasons.everything_stored(season)
        campaigns.change_settings(season, by=host, name=season.name, settings=Settings())
        assert seasons.everything_stored(season) == before

    def test_only_an_arbitrator_changes_them(self, season, owner):
        with seasons.refused(season, "may_not"):
            campaigns.change_settings(season, by=owner, name="Mine", settings=Settings())

    def test_a_closed_campaign_is_read_and_nothing_else_until_it_is_opened(self, season, host, owner):
        campaigns.close_campaign(season, by=host)
        with seasons.refused(season, "closed"):
            seasons.invite(season)
        with seasons.refused(season, "closed"):
            seasons.mob_in(season, owner)
        campaigns.reopen_campaign(season, by=host)
        assert seasons.mob_in(season, owner).is_active
        assert seasons.chronicle(season)[-3:-1] == ["host closed the campaign.", "host opened the campaign again."]


class TestRoles:
    def test_the_arbitrators_role_can_be_shared(self, season, owner):
        seasons.promote(season, owner)
        assert roles(season)["owner"] == roles(season)["host"] == "arbitrator"
        assert seasons.chronicle(season)[-1] == "owner is an arbitrator from now on."

    def test_and_handed_over(self, season, host, owner):
        people.hand_over(season, by=host, to=seasons.part(season, owner))
        assert roles(season)["owner"] == "arbitrator"
        assert roles(season)["host"] == "player"

    def test_not_to_oneself(self, season, host):
        with seasons.refused(season, "role"):
            people.hand_over(season, by=host, to=seasons.part(season, host))

    def test_the_last_arbitrator_does_not_step_down(self, season, host):
        with seasons.refused(season, "last_arbitrator", "only arbitrator"):
            people.change_role(seasons.part(season, host), by=host, role="player")

    def test_nor_leave(self, season, host):
        with seasons.refused(season, "last_arbitrator"):
            seasons.leave(season, host)

    def test_with_another_there_he_may(self, season, host, owner):
        seasons.promote(season, owner)
        seasons.leave(season, host)
        assert "host" not in roles(season)

    def test_two_arbitrators_cannot_send_each_other_away_to_the_last(self, season, host, owner):
        seasons.promote(season, owner)
        people.leave_campaign(seasons.part(season, host), by=owner)
        with seasons.refused(season, "last_arbitrator"):
            people.leave_campaign(seasons.part(season, owner), by=owner)

    @pytest.mark.parametrize("role", ["arbitrator", "spectator", "king"])
    def test_a_player_gives_nobody_a_role(self, season, owner, role):
        with seasons.refused(season, "may_not"):
            people.change_role(seasons.part(season, owner), by=owner, role=role)

    def test_there_are_three_roles(self, season, host, owner):
        with seasons.refused(season, "role"):
            people.change_role(seasons.part(season, owner), by=host, role="king")

    def test_whoever_has_a_warband_here_is_made_no_spectator(self, season, host, owner):
        seasons.mob_in(season, owner)
        with seasons.refused(season, "has_warbands", "retire it first"):
            people.change_role(seasons.part(season, owner), by=host, role="spectator")

    def test_whoever_left_is_given_no_role(self, season, host, owner):
        gone = seasons.part(season, owner)
        seasons.leave(season, owner)
        with seasons.refused(season, "no_such_member"):
            people.change_role(gone, by=host, role="arbitrator")


class TestLeaving:
    def test_whoever_leaves_retires_his_warbands_and_keeps_their_record(self, season, owner):
        mob = seasons.mob_in(season, owner)
        seasons.leave(season, owner)
        mob.refresh_from_db()
        assert not mob.is_active
        assert mob.shown_name == "Da Snikkaz"
        assert seasons.chronicle(season)[-2:] == [
            "Da Snikkaz retired: its player left the campaign.",
            "owner left the campaign.",
        ]

    def test_he_comes_back_by_another_invitation(self, season, owner):
        seasons.leave(season, owner)
        seasons.join(season, owner)
        assert roles(season)["owner"] == "player"
        assert Membership.objects.filter(campaign=season, player=owner).count() == 2

    def test_an_arbitrator_sends_a_member_away(self, season, host, owner):
        people.leave_campaign(seasons.part(season, owner), by=host)
        assert seasons.chronicle(season)[-1] == "owner was sent away by an arbitrator."

    def test_a_player_sends_nobody_away(self, season, owner, rival):
        with seasons.refused(season, "may_not"):
            people.leave_campaign(seasons.part(season, rival), by=owner)


class TestInvitations:
    def test_a_link_is_used_so_often(self, campaign, owner, rival):
        link = seasons.invite(campaign, most_uses=1)
        invitations.join_campaign(link, player=owner)
        with seasons.refused(campaign, "used_up", "as often as it may"):
            invitations.join_campaign(link, player=rival)

    def test_it_runs_out(self, campaign, owner):
        link = seasons.invite(campaign, days=1)
        Invitation.objects.filter(pk=link.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
        with seasons.refused(campaign, "expired"):
            invitations.join_campaign(link, player=owner)

    def test_it_can_be_taken_back_and_whoever_joined_stays(self, campaign, host, owner, rival):
        link = seasons.invite(campaign)
        invitations.join_campaign(link, player=owner)
        invitations.revoke_invitation(link, by=host)
        with seasons.refused(campaign, "revoked"):
            invitations.join_campaign(link, player=rival)
        assert "owner" in roles(campaign)

    def test_a_member_uses_none_of_it(self, season, owner):
        link = seasons.invite(season)
        invitations.join_campaign(link, player=owner)
        link.refresh_from_db()
        assert link.uses == 0

    def test_it_makes_a_spectator_a_player_and_takes_no_role_away(self, season, host, spectator):
        link = seasons.invite(season)
        assert invitations.join_campaign(link, player=spectator).role == "player"
        assert invitations.join_campaign(link, player=host).role == "arbitrator"
        watching = seasons.invite(season, role="spectator")
        assert invitations.join_campaign(watching, player=spectator).role == "player"
        link.refresh_from_db()
        assert link.uses == 1

    def test_nobody_becomes_an_arbitrator_by_a_link(self, campaign):
        with seasons.refused(campaign, "role"):
            seasons.invite(campaign, role="arbitrator")

    def test_only_an_arbitrator_invites(self, season, owner):
        with seasons.refused(season, "may_not"):
            seasons.invite(season, by=owner)

    @pytest.mark.parametrize("limits", [{"days": 0}, {"days": 366}, {"most_uses": 0}, {"most_uses": 201}])
    def test_its_limits_have_limits(self, campaign, limits):
        with seasons.refused(campaign, "invitation"):
            seasons.invite(campaign, **limits)
