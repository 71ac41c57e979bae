"""A table that three set on their phones: one taps, another sees it move on, a third has no script."""

from __future__ import annotations

import pytest

from encounters.models import Encounter
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.encounters.web import table_acts as acts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 844}
NAME = "The Most Honourable and Entirely Unforgiving Company of the Broken Bell"


@pytest.fixture
def battle(season, owner, exiles, third):
    mob = seasons.mob_in(season, owner, NAME)
    return fights.begun(mob, exiles, third, scenario="treasure_hunt")


def phone(browser, live_server, player, **more):
    context = browser.new_context(viewport=PHONE, **more)
    cookie = seasons.signed_in(player).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    context.set_default_timeout(10_000)
    return context.new_page()


def press(page, name: str) -> None:
    page.locator("#action-bar").get_by_role("button", name=name).click()


def gone_on(page, version: int) -> None:
    """Until the page is drawn from a later state than that."""
    page.locator(f'#table [name="version"]:not([value="{version}"])').first.wait_for(state="attached")


def step(page, table: Encounter) -> None:
    """What the big button offers."""
    before = acts.fresh(table).version
    due = acts.waits_for(table)
    press(page, "Roll on" if due.startswith("D") else "So it is")
    gone_on(page, before)


def test_three_phones_round_one_table(browser, page, live_server, axe, battle, owner, rival, host):
    address = f"{live_server.url}{battle.get_absolute_url()}"
    mine, other = phone(browser, live_server, owner), phone(browser, live_server, rival)
    mine.goto(address)
    mine.get_by_role("link", name="Set the table").click()
    other.goto(mine.url)
    assert axe(mine) == []
    press(mine, "Set the table")
    mine.get_by_role("heading", name="What is played?").wait_for()
    other.get_by_role("heading", name="What is played?").wait_for()
    table = Encounter.objects.get()
    assert axe(mine) == []

    mine.get_by_text("Roll for it").click()
    press(mine, "So it is")
    mine.locator('.die-faces label:has(input[name="face_1"][value="2"])').click()
    mine.locator('.die-faces label:has(input[name="face_2"][value="4"])').click()
    press(mine, "Enter these dice")
    other.get_by_role("heading", name="Counters for").wait_for()
    assert [roll.faces for roll in acts.rolls(table)] == [[2, 4]]

    press(other, "Take back")
    mine.get_by_role("heading", name="Scenarios for many warbands").wait_for()
    press(mine, "Take back")
    mine.get_by_role("heading", name="What is played?").wait_for()
    while acts.waits_for(table) != "nothing":
        step(mine, table)
        assert mine.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), acts.waits_for(table)
    assert axe(mine) == []
    assert mine.locator(".map-upright svg").is_visible()

    mine.reload()
    mine.get_by_text("Change the map").click()
    seed = acts.fresh(table).map_seed
    mine.get_by_role("button", name="Another map").click()
    mine.get_by_text("Another map is drawn").wait_for()
    assert acts.fresh(table).map_seed != seed

    plain = phone(browser, live_server, host, java_script_enabled=False)
    plain.goto(mine.url)
    press(plain, "Start the game")
    plain.get_by_text("The table is set").first.wait_for()
    other.get_by_text("The table is set").first.wait_for()
    assert fights.fresh(battle).scenario_key == "treasure_hunt"
    for one in (mine, other, plain):
        one.context.close()


def test_an_old_page_is_told_kindly(browser, page, live_server, battle, owner, rival):
    table = acts.begin(battle)
    mine = phone(browser, live_server, owner)
    # Another phone is not heard of here: nothing is asked for between two taps.
    mine.route("**/since/**", lambda route: route.abort())
    mine.goto(f"{live_server.url}{acts.fresh(table).get_absolute_url()}")
    acts.answer(table, "street_brawl", by=rival)
    press(mine, "So it is")
    mine.locator("#table .notice-loss").wait_for()
    assert len(acts.fresh(table).set_up_log) == 1
    mine.context.close()
