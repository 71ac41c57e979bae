"""A battle reported on a phone with one thumb, refused once, put right, and confirmed on the other phone."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.models import Battle
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from warbands.models import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def battle(season, owner, rival) -> Battle:
    return fights.begun(seasons.mob_in(season, owner), fights.enrolled_exiles(season, rival), scenario="wyrdstone_hunt")


def sign_in(page, address: str, player: Player) -> None:
    cookie = seasons.signed_in(player).cookies["sessionid"].value
    page.context.clear_cookies()
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": address}])


def fits(page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def more(page, name: str, times: int = 1) -> None:
    """Tap the plus of a number."""
    for _ in range(times):
        page.locator(f'.stepper:has([name="{name}"]) [data-step="1"]').click()


def test_an_evenings_report_with_one_thumb(live_server, page, axe, battle, owner, rival):
    page.set_viewport_size(PHONE)
    page.context.set_default_timeout(8000)
    sign_in(page, live_server.url, owner)
    page.goto(f"{live_server.url}{battle.get_absolute_url()}")
    assert fits(page)
    assert axe(page) == []

    # The aid for rout tests works itself out as one taps.
    more(page, "out-1-3", 2)
    page.get_by_text("Test now: 2 of 2").wait_for()
    assert "out-1-3=2" in page.url

    page.locator("#action-bar").get_by_role("link", name="Report").click()
    page.get_by_role("heading", name="What happened?").wait_for()
    assert fits(page)
    assert axe(page) == []
    mob, exiles = page.locator("#side-0"), page.locator("#side-1")
    mob.locator("label", has_text="Won").click()
    exiles.locator("label", has_text="Won").click()
    assert not exiles.locator('[name="s1-by-0-0"]').is_visible()
    exiles.get_by_text("Thrain").first.click()
    exiles.locator('[name="s1-by-0-0"]').select_option(label="Grubnash")
    more(page, "s1-out-3-0", 2)
    exiles.locator('[name="s1-by-3-0"]').select_option(label="Grubnash")
    more(page, "s0-award-wyrdstone_counter-0")
    more(page, "s0-carried-shards")

    # The hero's count follows the casualties, and can be changed.
    mob.get_by_text("Enemies put out by its heroes").click()
    assert mob.locator('[name="s0-enemies-0"]').get_attribute("placeholder") == "3"

    page.locator("#action-bar").get_by_role("button", name="Report this").click()
    page.get_by_text("Everybody cannot have won").wait_for()
    assert page.locator('[name="s1-out-3-0"]').input_value() == "2"
    assert page.locator('[name="s1-by-0-0"]').input_value() == "0-0"
    assert axe(page) == []
    page.locator("#side-1 label", has_text="Lost").click()
    page.locator("#action-bar").get_by_role("button", name="Report this").click()
    page.get_by_text("Your report is in").wait_for()

    sign_in(page, live_server.url, rival)
    page.goto(f"{live_server.url}{battle.get_absolute_url()}")
    page.locator("#action-bar").get_by_role("link", name="Look and confirm").click()
    page.get_by_text("yes, by Grubnash of Da Snikkaz").wait_for()
    assert fits(page)
    assert axe(page) == []
    page.get_by_role("button", name="So it was").click()
    page.get_by_text("Confirmed").first.wait_for()
    battle.refresh_from_db()
    assert battle.is_confirmed
    own = battle.sides.get(place=0)
    assert (own.result, own.kills) == ("won", 3)


def test_what_is_to_be_done_fits_a_phone(live_server, page, battle, owner, rival):
    page.set_viewport_size(PHONE)
    fights.report(battle)
    for player, other in ((owner, "Change my report"), (rival, "Report it yourself")):
        sign_in(page, live_server.url, player)
        page.goto(f"{live_server.url}{battle.get_absolute_url()}")
        page.locator("#action-bar").get_by_role("link", name=other).wait_for()
        assert fits(page)


def test_all_of_it_works_before_any_script_has_run(live_server, browser, battle, owner):
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    sign_in(page, live_server.url, owner)
    page.goto(f"{live_server.url}{reverse('battle-report', args=[battle.campaign_id, battle.pk])}")
    page.locator("#side-0 label", has_text="Drew").click()
    page.locator("#side-1 label", has_text="Drew").click()
    # By whom stands beside a group from the first.
    assert page.locator('[name="s1-by-3-0"]').is_visible()
    page.locator('[name="s1-out-3-0"]').fill("1")
    page.locator('[name="s1-by-3-0"]').select_option(label="Grubnash")
    page.locator("#action-bar").get_by_role("button", name="Report this").click()
    page.get_by_text("Your report is in").wait_for()
    assert battle.reports.get().content["sides"][0]["enemies_out"] == {"Grubnash": 1}
    context.close()
