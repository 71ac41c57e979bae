"""What a campaign keeps when an account or a warband goes, and what an account takes along."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Battle, Campaign, Captive, Enrolment, Membership, PostBattle
from campaigns.services.notes import add_note
from campaigns.services.people import change_role
from tests import acts
from tests.campaigns import acts as fights
from tests.campaigns import captors, seasons
from tests.campaigns import night_acts as nights
from tests.kept import kept
from warbands.models import Warband
from warbands.services.accounts import change_account, delete_account, everything_of
from warbands.services.acts import Held
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


class TestAWarbandInABattle:
    """It is not taken out of it by being deleted; an account may go at any time, and is told what becomes of it."""

    @pytest.fixture
    @kept
    def mob(self, season, owner) -> Enrolment:
        return seasons.mob_in(season, owner)

    @pytest.fixture
    @kept
    def exiles(self, season, rival) -> Enrolment:
        return fights.enrolled_exiles(season, rival)

    @pytest.fixture
    @kept
    def client(self, owner) -> Client:
        return seasons.signed_in(owner)

    def test_it_cannot_be_deleted(self, mob, exiles, client):
        battle = fights.begun(mob, exiles)
        warband = Warband.objects.get(pk=mob.warband_id)
        with pytest.raises(Held, match="is in battle 1 of Winter in the Ruins"):
            delete_warband(warband)
        address = reverse("warband-delete", args=[warband.pk])
        page = client.get(address).text
        assert "Da Snikkaz is in battle 1 of Winter in the Ruins" in page
        assert f'href="{battle.get_absolute_url()}"' in page
        assert "btn-danger" not in page
        client.post(address, {"version": warband.version})
        assert Warband.objects.filter(pk=warband.pk).exists()

    def test_nor_in_the_night_after_one(self, mob, exiles):
        nights.confirmed(mob, exiles)
        with pytest.raises(Held, match="is in the night after battle 1"):
            delete_warband(Warband.objects.get(pk=mob.warband_id))

    def test_one_that_is_enrolled_says_where_and_what_becomes_of_it(self, mob, exiles, client):
        fights.announce(mob, exiles)
        page = client.get(reverse("warband-delete", args=[mob.warband_id])).text
        assert "Da Snikkaz is in the campaign Winter in the Ruins: it retires from it" in page
        assert "Battle 1 of Da Snikkaz is announced, and can only be called off without it." in page
        assert "btn-danger" in page

    def test_its_roster_says_in_what_it_is_and_offers_nothing_else(self, mob, exiles, client):
        battle = fights.begun(mob, exiles)
        roster = client.get(reverse("warband-detail", args=[mob.warband_id])).text
        assert roster.index("Da Snikkaz is in battle 1 of Winter in the Ruins") < roster.index("section-hero")
        assert f'href="{battle.get_absolute_url()}"' in roster
        for refused in ("recruit/", "dismiss/", "enlarge/", "move/", "sell/", "rename/", "notes/", "delete/"):
            assert refused not in roster, refused
        assert "ready to fight" not in roster
        warrior = mob.warband.warriors.first()
        page = client.get(reverse("warrior-detail", args=[mob.warband_id, warrior.pk])).text
        assert "Da Snikkaz is in battle 1" in page
        for refused in ("buy/", "take-away/", "rename/", "dismiss/"):
            assert refused not in page, refused
        page = client.get(reverse("warband-recruit", args=[mob.warband_id])).text
        assert "Da Snikkaz is in battle 1" in page
        assert "?section=hero&amp;type=" not in page

    def test_an_account_goes_out_of_a_battle_and_the_others_settle_it(self, mob, exiles, owner, client, rival):
        battle = fights.begun(mob, exiles)
        page = client.get(reverse("account-delete")).text
        assert "Battle 1 of Da Snikkaz goes on without it: the others report it" in page
        delete_account(owner)
        fights.report(battle, by=rival)
        battle = fights.fresh(battle)
        assert battle.is_confirmed
        assert [post.side.warband_id for post in PostBattle.objects.all()] == [exiles.warband_id]
        assert "a former player" in seasons.signed_in(rival).get(battle.get_absolute_url()).text

    def test_out_of_its_night_too_which_ends_where_it_stands(self, mob, exiles, owner, client, season):
        battle = nights.confirmed(mob, exiles)
        nights.sleep(nights.night_of(battle, exiles))
        assert Battle.objects.get().seed_shown_at is None
        page = client.get(reverse("account-delete")).text
        assert "The night of Da Snikkaz after battle 1 ends where it stands." in page
        delete_account(owner)
        assert not PostBattle.objects.open().exists()
        assert Battle.objects.get().seed_shown_at is not None
        assert "Da Snikkaz is no more: its night after battle 1 ended where it stood." in seasons.chronicle(season)

    def test_captives_are_told_of(self, mob, exiles, client, rival):
        captors.nights_over(captors.battle_with_captive(mob, exiles), mob, exiles)
        assert Captive.objects.held().count() == 1
        named = "Grubnash of Da Snikkaz, whom Karak Brynn Exiles holds captive,"
        page = client.get(reverse("warband-delete", args=[mob.warband_id])).text
        assert f"{named} is lost with it." in page
        page = seasons.signed_in(rival).get(reverse("account-delete")).text
        assert f"{named} comes home." in page
