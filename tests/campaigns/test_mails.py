"""The pages about mails: choosing them, and stopping them from a mail, signed in or not."""

from __future__ import annotations

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Notice
from campaigns.services import notices
from campaigns.services.notice_mails import mail_of
from campaigns.services.notices import Word, notify
from tests.campaigns import seasons
from tests.kept import kept
from warbands.models import Player

pytestmark = pytest.mark.django_db


def people(campaign: Campaign, player: Player) -> str:
    return seasons.signed_in(player).get(reverse("campaign-people", args=[campaign.pk])).text


def choose(campaign: Campaign, player: Player, mails: str) -> str:
    client = seasons.signed_in(player)
    return client.post(reverse("mails-choose", args=[campaign.pk]), {"mails": mails}, follow=True).text


def wants(campaign: Campaign, player: Player) -> bool:
    return seasons.part(campaign, player).mails_turns


@pytest.fixture
@kept
def mailed(season: Campaign, owner: Player) -> mail.EmailMessage:
    """A mail that the owner has got."""
    told = notify(season, words=[Word(owner.pk, Notice.Kind.NIGHT, "The night is open.", "/x/")], by=None)
    return mail_of(owner, notices=told)


@pytest.fixture
def stop(mailed: mail.EmailMessage, settings) -> str:
    """The path of the link in it."""
    address = mailed.extra_headers["List-Unsubscribe"].strip("<>")
    assert address in mailed.body.splitlines()
    return address.removeprefix(settings.SITE_URL)


class TestChoosing:
    def test_they_are_on_for_a_new_member_with_an_address(self, season, owner):
        assert wants(season, owner)
        assert "owner@example.org" in people(season, owner)
        assert "No more mails" in people(season, owner)

    def test_off_and_on_again(self, season, owner, rival):
        assert "You get no more mails from this campaign." in choose(season, owner, "off")
        assert not wants(season, owner)
        assert wants(season, rival)
        assert "Tell me by mail" in people(season, owner)
        choose(season, owner, "on")
        assert wants(season, owner)

    def test_what_is_neither_is_off(self, season, owner):
        choose(season, owner, "perhaps")
        assert not wants(season, owner)

    def test_who_has_no_address_is_led_to_his_account(self, season, owner):
        Player.objects.filter(pk=owner.pk).update(email="")
        text = people(season, owner)
        assert "no mail address" in text
        assert reverse("account") in text
        assert "No more mails" not in text

    def test_nobody_sees_the_address_of_another(self, season, owner, host):
        assert "owner@example.org" not in people(season, host)


class TestStoppingFromAMail:
    def test_looking_stops_nothing(self, season, owner, stop):
        answer = Client().get(stop)
        assert answer.status_code == 200
        assert "Stop the mails?" in answer.text
        assert season.name in answer.text
        assert wants(season, owner)

    def test_the_button_stops_them_for_who_is_signed_out(self, season, owner, rival, stop):
        answer = Client(enforce_csrf_checks=True).post(stop)
        assert answer.status_code == 200
        assert "No more mails" in answer.text
        assert not wants(season, owner)
        assert wants(season, rival)

    def test_a_mail_program_does_it_in_one_click(self, season, owner, stop):
        answer = Client(enforce_csrf_checks=True).post(stop, {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        assert not wants(season, owner)

    def test_what_waited_is_not_mailed_any_more(self, season, owner, stop):
        Client().post(stop)
        assert not Notice.objects.exists()

    def test_twice_does_no_harm_and_the_page_then_says_so(self, season, owner, stop):
        Client().post(stop)
        assert Client().post(stop).status_code == 200
        assert "No more mails" in Client().get(stop).text

    def test_signed_in_the_way_back_is_shown(self, season, owner, rival, stop):
        address = reverse("campaign-people", args=[season.pk])
        assert address in seasons.signed_in(owner).post(stop).text
        assert address not in seasons.signed_in(rival).post(stop).text

    def test_after_leaving_nothing_is_left_to_stop(self, season, owner, stop):
        seasons.leave(season, owner)
        answer = Client().post(stop)
        assert answer.status_code == 200
        assert season.name not in answer.text

    def test_it_works_in_a_closed_campaign(self, season, owner, stop):
        Campaign.objects.update(closed_at=season.created_at)
        Client().post(stop)
        assert not wants(season, owner)

    @pytest.mark.parametrize("method", ["get", "post"])
    def test_a_wrong_token_is_not_found(self, season, owner, stop, method):
        token = stop.rstrip("/").rpartition("/")[2]
        others = notices.stop_token([seasons.part(season, owner)] * 2).partition(".")[0]
        for wrong in (token[:-1], f"{token}x", "x", f"{others}.{token.partition('.')[2]}"):
            answer = getattr(Client(), method)(reverse("mails-stop", args=[wrong]))
            assert answer.status_code == 404
        assert wants(season, owner)

    def test_a_hostile_name_is_shown_as_typed(self, season, stop):
        Campaign.objects.update(name="<script>alert(1)</script>")
        text = Client().get(stop).text
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text

    def test_no_search_engine_keeps_it_and_no_cache(self, stop):
        answer = Client().get(stop)
        assert "noindex" in answer["X-Robots-Tag"]
        assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.django_db(transaction=True)
def test_the_pages_keep_the_rules_of_accessibility(live_server, page, axe, width, scheme):
    owner = Player.objects.create_user("owner", "a-rather-long-address-of-one.player@mail.example.org", "a-passphrase")
    season = seasons.begin(owner, "Winter in the Ruins of a City whose Name is Long")
    stop = live_server.url + reverse("mails-stop", args=[notices.stop_token([seasons.part(season, owner)])])
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    cookie = seasons.signed_in(owner).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    for address in (live_server.url + reverse("campaign-people", args=[season.pk]), stop):
        page.goto(address)
        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Stop them").click()
    page.get_by_role("heading", name="No more mails").wait_for()
    assert axe(page) == []
    page.get_by_role("link", name=season.name).click()
    page.get_by_role("button", name="Tell me by mail").click()
    page.get_by_text("You are told by mail when it is your turn.").wait_for()
