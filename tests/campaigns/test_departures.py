"""What a campaign keeps when an account or a warband goes, and what an account takes along."""

from __future__ import annotations

import io
import json
import zipfile

from django.urls import reverse

from campaigns.models import Campaign, Membership
from campaigns.services.notes import add_note
from campaigns.services.people import change_role
from tests import acts
from tests.campaigns import seasons
from warbands.services.accounts import change_account, delete_account, everything_of
from warbands.services.founding import delete_warband


class TestAnAccountGoes:
    def test_its_warband_stays_in_the_standings_under_a_former_player(self, season, owner, rival):
        mob = seasons.mob_in(season, owner)
        delete_account(owner)
        mob.refresh_from_db()
        assert (mob.warband, mob.player, mob.is_active) == (None, None, False)
        assert (mob.shown_name, mob.shown_player) == ("Da Snikkaz", "a former player")
        page = seasons.signed_in(rival).get(season.get_absolute_url()).text
        assert "Da Snikkaz" in page
        assert "a former player" in page

    def test_its_name_stands_nowhere_in_the_campaign(self, season, owner, host):
        change_account(owner, username="Zebediah", email="")
        owner.refresh_from_db()
        seasons.mob_in(season, owner)
        add_note(season, by=owner, text="I was here.")
        change_role(seasons.part(season, owner), by=host, role="arbitrator")
        delete_account(owner)
        told = seasons.chronicle(season)
        assert "A former player joined as a player." in told
        assert "A former player is an arbitrator from now on." in told
        client = seasons.signed_in(host)
        for name in ("campaign-detail", "campaign-chronicle", "campaign-people", "campaign-standings-csv"):
            assert "Zebediah" not in client.get(reverse(name, args=[season.pk])).text
        assert "I was here." in client.get(reverse("campaign-chronicle", args=[season.pk])).text

    def test_the_only_arbitrator_leaves_the_campaign_to_whoever_was_there_longest(self, season, host):
        delete_account(host)
        assert Campaign.objects.filter(pk=season.pk).exists()
        (heir,) = season.memberships.arbitrators()
        assert heir.player.username == "owner"
        assert "owner is an arbitrator from now on." in seasons.chronicle(season)

    def test_a_player_before_a_spectator_who_was_there_longer(self, campaign, host, owner, spectator):
        seasons.join(campaign, spectator, role="spectator")
        seasons.join(campaign, owner)
        delete_account(host)
        assert campaign.memberships.arbitrators().get().player.username == "owner"

    def test_where_another_arbitrates_nobody_else_becomes_one(self, season, host, rival):
        seasons.promote(season, rival)
        delete_account(host)
        assert [one.player.username for one in season.memberships.arbitrators()] == ["rival"]

    def test_a_campaign_that_nobody_else_is_in_goes_too(self, campaign, host):
        delete_account(host)
        assert not Campaign.objects.filter(pk=campaign.pk).exists()
        assert not Membership.objects.exists()


class TestAWarbandGoes:
    def test_it_retires_and_keeps_its_name(self, season, owner):
        mob = seasons.mob_in(season, owner)
        delete_warband(mob.warband)
        mob.refresh_from_db()
        assert (mob.warband, mob.shown_name, mob.is_active) == (None, "Da Snikkaz", False)
        assert seasons.chronicle(season)[-1] == "Da Snikkaz retired: its player deleted it."

    def test_its_page_can_still_be_read(self, season, owner, rival):
        mob = seasons.mob_in(season, owner)
        delete_warband(mob.warband)
        page = seasons.signed_in(rival).get(mob.get_absolute_url()).text
        assert "its record stays" in page

    def test_its_player_may_enrol_another(self, season, owner):
        delete_warband(seasons.mob_in(season, owner).warband)
        assert seasons.mob_in(season, owner, "Da New Ladz").is_active


class TestAnAccountIsExported:
    def test_with_its_parts_warbands_and_notes(self, season, owner, rival):
        seasons.mob_in(season, owner)
        add_note(season, by=owner, text="Grüße aus dem Norden.")
        add_note(season, by=rival, text="None of yours.")
        archive = zipfile.ZipFile(io.BytesIO(everything_of(owner)))
        content = json.loads(archive.read("campaigns.json"))
        assert [(one["campaign"], one["role"], one["left"]) for one in content["memberships"]] == [
            ("Winter in the Ruins", "player", None)
        ]
        assert [one["warband"] for one in content["warbands"]] == ["Da Snikkaz"]
        assert [one["text"] for one in content["notes"]] == ["Grüße aus dem Norden."]

    def test_whoever_is_in_no_campaign_has_no_such_file(self, owner, rules):
        acts.founded_mob(owner)
        archive = zipfile.ZipFile(io.BytesIO(everything_of(owner)))
        assert [name for name in archive.namelist() if not name.endswith(".yaml")] == []
