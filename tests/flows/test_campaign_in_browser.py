"""A club begins its season on phones: a campaign, a link, somebody who joins by it, warbands, pairings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.urls import reverse

from campaigns.models import Campaign, Invitation, Pairing
from tests import acts, books
from tests.campaigns import seasons
from tests.people import PASSWORD
from warbands.models import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 844}


@pytest.fixture(autouse=True)
def rules_are_there(transactional_db: None) -> None:
    books.into_the_database()


@pytest.fixture
def phones(browser, live_server) -> Iterator[Callable]:
    """Each call is another phone, signed in as somebody or signed out."""
    contexts = []

    def phone(player: Player | None = None):
        context = browser.new_context(viewport=PHONE, base_url=live_server.url)
        context.set_default_timeout(8000)
        contexts.append(context)
        if player:
            cookie = seasons.signed_in(player).cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
        return context.new_page()

    yield phone
    for context in contexts:
        context.close()


def in_order(page, axe) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), page.url
    assert axe(page) == [], page.url


def test_a_season_begins_on_two_phones(phones, axe) -> None:
    host = Player.objects.create_user("host", "host@example.org", PASSWORD)
    hosts = phones(host)
    hosts.goto(reverse("campaign-list"))
    hosts.get_by_role("link", name="Begin a campaign").click()
    hosts.get_by_label("Name of the campaign").fill("Winter in the Ruins")
    in_order(hosts, axe)
    hosts.get_by_role("button", name="Begin this campaign").click()
    hosts.get_by_role("button", name="Make a link").click()
    link = hosts.get_by_label("The link", exact=True).input_value()
    in_order(hosts, axe)
    campaign = Campaign.objects.get()

    guests = phones()
    guests.goto(Invitation.objects.get().get_absolute_url())
    assert link.endswith(Invitation.objects.get().get_absolute_url())
    in_order(guests, axe)
    guests.get_by_role("main").get_by_role("link", name="Sign up").click()
    guests.get_by_label("Name", exact=False).first.fill("gutsnik")
    guests.locator("input[name=password1]").fill(PASSWORD)
    guests.locator("input[name=password2]").fill(PASSWORD)
    guests.get_by_role("main").get_by_role("button", name="Sign up").click()
    guests.get_by_role("button", name="Join as a player").click()
    guests.get_by_role("heading", name="Your turn").wait_for()

    acts.founded_mob(Player.objects.get(username="gutsnik"))
    acts.founded_mob(host)
    for phone in (guests, hosts):
        phone.goto(reverse("enrolment-new", args=[campaign.pk]))
        phone.get_by_label("Da Snikkaz").first.check()
        in_order(phone, axe)
        phone.get_by_role("button", name="Enrol it").click()
        phone.get_by_text("is in the campaign.").wait_for()

    hosts.goto(reverse("campaign-pairings", args=[campaign.pk]))
    for box in hosts.get_by_role("checkbox").all():
        box.check()
    hosts.get_by_role("button", name="Who meets whom?").click()
    hosts.get_by_role("heading", name="For ").wait_for()
    in_order(hosts, axe)
    hosts.get_by_role("button", name="Announce these").click()
    hosts.get_by_text("The pairings are announced").wait_for()
    assert Pairing.objects.get().enrolments.count() == 2

    guests.goto(campaign.get_absolute_url())
    guests.get_by_role("link", name="Fight Da Snikkaz").wait_for()
    in_order(guests, axe)
    guests.goto(reverse("campaign-people", args=[campaign.pk]))
    assert guests.get_by_role("button", name="Make a link").count() == 0
    in_order(guests, axe)


def test_a_role_is_given_by_keyboard_alone(phones) -> None:
    host = Player.objects.create_user("host", "host@example.org", PASSWORD)
    campaign = seasons.begin(host)
    seasons.join(campaign, Player.objects.create_user("gutsnik", "g@example.org", PASSWORD))
    page = phones(host)
    page.goto(reverse("campaign-people", args=[campaign.pk]))
    change = page.locator("summary", has_text="Change gutsnik")
    for _ in range(60):
        if change.evaluate("node => node === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("gutsnik is an arbitrator now.").wait_for()
    assert seasons.part(campaign, Player.objects.get(username="gutsnik")).is_arbitrator


def test_the_chart_comes_into_the_overview_by_itself(phones) -> None:
    host = Player.objects.create_user("host", "host@example.org", PASSWORD)
    campaign = seasons.begin(host)
    mob = seasons.mob_in(campaign, host)
    seasons.fought(campaign, (mob, "won", 1, 0))
    looking = phones(host)
    looking.goto(campaign.get_absolute_url())
    looking.get_by_role("img", name="Ratings over the battles").wait_for()
