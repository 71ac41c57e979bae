"""Campaigns in the admin: to look at, and nothing in it that a player may not know."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.models import (
    Battle,
    BattleReport,
    Campaign,
    CampaignDocument,
    Captive,
    ChronicleEntry,
    DiceRoll,
    Enrolment,
    Invitation,
    Membership,
    Notice,
    Pairing,
    PostBattle,
    Side,
)
from tests import acts, back_room
from tests.back_room import place
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.kept import kept
from tests.warbands.conftest import arbitrator  # noqa: F401  (the fixture is found by its name here)
from warbands.models import Player, RosterDocument, Warband, WarbandEvent

pytestmark = pytest.mark.django_db

SHOWN, SECRET = "5eed" * 16, "0dd5" * 16


@pytest.fixture
@kept
def mob(season: Campaign, owner: Player) -> Enrolment:
    return seasons.mob_in(season, owner)


@pytest.fixture
@kept
def everything(season: Campaign, mob: Enrolment, rival: Player) -> Battle:
    """A battle that is being reported, and a row of each kind."""
    exiles = fights.enrolled_exiles(season, rival)
    battle = fights.start(fights.announce(mob, exiles), seed=SECRET)
    fights.report(battle)
    one, two = battle.sides.all()
    night = PostBattle.objects.create(side=one, report={}, step="injuries")
    roll = {"place": 1, "step": "injuries", "first_die": 1, "what_for": "Grubnash", "die": "d66", "faces": [6, 1]}
    DiceRoll.objects.create(post_battle=night, source="app", seed_hash=battle.seed_hash, by=one.player, **roll)
    Captive.objects.create(post_battle=night, owner=one, captor=two, warrior_name="Grubnash", offer={"ransom": 30})
    battle.spent_seeds.create(seed=SHOWN, seed_hash="a" * 64, shown_at=timezone.now())
    Pairing.objects.create(campaign=season, planned_for=timezone.now(), made_by=rival).enrolments.set([mob, exiles])
    Notice.objects.create(campaign=season, player=rival, kind="offer", text="For 30 gc.", path="/campaigns/1/")
    CampaignDocument.objects.create(campaign=season, kind="night", day=timezone.now(), night=night, title="The night")
    return battle


@pytest.fixture
def staff(client: Client, arbitrator: Player) -> Client:  # noqa: F811  (the fixture)
    client.force_login(arbitrator)
    return client


class TestWhatIsThere:
    def test_every_model_has_its_page(self):
        assert len(back_room.shown("campaigns")) > 10
        assert back_room.not_there("campaigns") == set()

    def test_of_every_column_it_is_said_whether_it_is_shown(self):
        assert back_room.undecided("campaigns") == []
        # One that was shown before it was spent.
        assert back_room.careless("campaigns") == ["SpentSeed.seed"]

    def test_a_campaign_is_shown_with_its_people_and_battles(self, staff, everything):
        page = staff.get(place(Campaign, "change", everything.campaign_id)).content.decode()
        for told in ("rival", "spectator", "Da Snikkaz", "skirmish", "reported"):
            assert told in page
        page = staff.get(place(Battle, "change", everything.pk)).content.decode()
        for told in ("Karak Brynn Exiles", everything.seed_hash, SHOWN):
            assert told in page


class TestWhatIsNotThere:
    def test_no_page_tells_what_is_never_shown(self, staff, everything):
        Campaign.objects.update(treasuries_hidden=True)
        secrets = back_room.planted("campaigns")
        assert len(secrets) > 25
        assert back_room.told_on_pages(staff, "campaigns", secrets) == []

    def test_nor_can_it_be_guessed(self, staff, everything):
        assert back_room.guesses(staff, "campaigns") == []

    def test_a_seed_is_sealed_until_it_is_shown(self, staff, everything):
        address = place(Battle, "change", everything.pk)
        page = staff.get(address).content.decode()
        assert (SECRET in page, "sealed" in page) == (False, True)
        Battle.objects.update(seed_shown_at=timezone.now())
        assert SECRET in staff.get(address).content.decode()

    def test_no_link_leads_from_a_row_to_an_address_that_is_a_key(self, staff, everything):
        link = Invitation.objects.latest("pk")
        rows = [link, everything, everything.campaign, everything.sides.get(place=0).warband]
        for row in rows:
            of = ContentType.objects.get_for_model(row)
            assert staff.get(reverse("admin:view_on_site", args=[of.pk, row.pk])).status_code == 404, row
            assert staff.get(f"/admin/r/%20{of.pk}/{row.pk}/").status_code == 404, row

    def test_hidden_gold_is_sealed_with_all_that_tells_it(self, staff, mob):
        warband = Warband.objects.get(pk=mob.warband_id)
        Warband.objects.update(treasury=7_391_113, share_token="zqx-share-xqz")
        WarbandEvent.objects.update(gold=7_392_113, sentence="zqx-sentence-xqz", rolls=["zqx-rolls-xqz"])
        RosterDocument.objects.create(warband=warband, digest="zqx-digest-xqz", content={"treasury": "zqx-sheet-xqz"})
        open_to_all = [page for _, page in back_room.pages_of(staff, Warband, WarbandEvent, RosterDocument)]
        told = ("7391113", "7392113", "zqx-sentence-xqz", "zqx-rolls-xqz")
        assert all(any(one in page for page in open_to_all) for one in told)
        Campaign.objects.update(treasuries_hidden=True)
        hidden = [page for _, page in back_room.pages_of(staff, Warband, WarbandEvent, RosterDocument)]
        assert not any(one in page for page in hidden for one in told)
        assert not any(one in page for page in (*open_to_all, *hidden) for one in ("-share-", "-digest-", "-sheet-"))
        found = staff.get(place(WarbandEvent, "changelist"), {"q": "zqx-sentence"})
        assert found.context["cl"].result_count == 0
        assert staff.get(place(Warband, "changelist"), {"treasury__gt": 1}).status_code == 400
        assert staff.get(place(Warband, "changelist"), {"share_token__startswith": "z"}).status_code == 400

    def test_nor_does_the_page_that_would_take_an_account_away_tell_it(self, staff, everything, rival):
        WarbandEvent.objects.update(sentence="zqx-sentence-xqz")
        secrets = [*back_room.planted("campaigns"), "zqx-sentence-xqz"]
        page = staff.get(place(Player, "delete", rival.pk)).content.decode()
        assert "Cannot delete user" in page
        assert [one for one in secrets if one in page] == []


class TestWhoMay:
    def test_nobody_writes(self, staff, everything):
        before = seasons.everything_stored(everything.campaign)
        assert back_room.written(staff, "campaigns") == []
        assert seasons.everything_stored(everything.campaign) == before

    def test_staff_without_a_permission_see_nothing(self, client, everything, stranger):
        stranger.is_staff = True
        stranger.save()
        client.force_login(stranger)
        assert back_room.opened(client, "campaigns") == []
        stranger.user_permissions.add(Permission.objects.get(codename="view_campaign"))
        page = client.get(place(Campaign, "change", everything.campaign_id)).content.decode()
        assert ("Winter in the Ruins" in page, "Da Snikkaz" in page) == (True, False)


class TestHowManyQueries:
    LISTS = (Campaign, Membership, Enrolment, Battle, Side, BattleReport, PostBattle, ChronicleEntry)

    @staticmethod
    def _more(campaign: Campaign, mob: Enrolment, number: int) -> None:
        """That many more rows in each of the lists, or twice as many."""
        now = timezone.now()
        for _ in range(number):
            Campaign.objects.create(name="Another")
            Membership.objects.create(campaign=campaign, player=mob.player, left_at=now)
            about = {"campaign": campaign, "warband_id": mob.warband_id, "player": mob.player}
            own = Enrolment.objects.create(type_key="orc_mob", retired_at=now, **about)
            battle = seasons.fought(campaign, (own, "won", 1, 0))
            BattleReport.objects.create(battle=battle, by=mob.player, digest="d", content={})
            PostBattle.objects.create(side=battle.sides.get(), report={}, closed_at=now + timedelta(hours=1))
            ChronicleEntry.objects.create(
                campaign=campaign, kind="note", person=mob.player, begins_with_person=True, by=mob.player
            )

    def test_a_list_asks_as_often_whatever_its_length(self, staff, season, mob):
        self._more(season, mob, 2)
        few = {model: back_room.queries(staff, place(model, "changelist")) for model in self.LISTS}
        self._more(season, mob, 4)
        many = {model: back_room.queries(staff, place(model, "changelist")) for model in self.LISTS}
        assert few == many

    def test_nor_does_a_page_ask_for_each_row_below_it(self, staff, season, mob):
        self._more(season, mob, 2)
        night = PostBattle.objects.earliest("pk")
        rows = [season, night.side.battle, night]
        few = [back_room.queries(staff, place(type(row), "change", row.pk)) for row in rows]
        self._more(season, mob, 4)
        for number in range(4):
            about = {"first_die": 1, "faces": [3], "source": "table", "by": mob.player}
            DiceRoll.objects.create(post_battle=night, place=number, **about)
            about = {"owner": night.side, "captor": night.side, "warrior_name": f"Grubnash {number}"}
            Captive.objects.create(post_battle=night, **about)
        assert [back_room.queries(staff, place(type(row), "change", row.pk)) for row in rows] == few


def test_what_players_own_is_still_shown_where_no_campaign_hides_it(staff, rules, owner):
    warband = acts.founded_mob(owner)
    Warband.objects.update(treasury=7_391_113)
    assert "7391113" in staff.get(place(Warband, "change", warband.pk)).content.decode()
