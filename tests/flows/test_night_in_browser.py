"""A whole night after a battle on a phone: dice tapped and rolled, questions, shards, upkeep, a search, trade, and the
closing record; and the same without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.conf import settings as django_settings

from campaigns.models import DiceRoll, PostBattle
from tests import books
from tests.campaigns import nights, seasons
from tests.campaigns.test_post_battle_pages import Evening, evening_of
from warbands.models import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 844}


@pytest.fixture(autouse=True)
def rules_are_there(transactional_db: None) -> None:
    books.into_the_database()


@pytest.fixture
def evening(rules_are_there: None) -> Evening:
    host, owner, rival = (
        Player.objects.create_user(name, f"{name}@example.org", "a-long-passphrase")
        for name in ("host", "owner", "rival")
    )
    season = seasons.begin(host)
    for player in (owner, rival):
        seasons.join(season, player)
    return evening_of(season, owner, rival)


def sign_in(context, address: str, evening: Evening) -> None:
    name = django_settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": evening.client.cookies[name].value, "url": address}])


def fits(page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def tap(page, face: int, die: int = 1) -> None:
    page.locator(f'.die-faces label:has(input[name="face_{die}"][value="{face}"])').click()


def bar(page, name: str):
    return page.locator("#action-bar").get_by_role("button", name=name)


def act(page, evening: Evening, doing: Callable[[], None]) -> None:
    """Do it, and wait until the page has gone on."""
    before = evening.post.version
    doing()
    page.locator(f'[name="version"]:not([value="{before}"]), .night-before').first.wait_for(state="attached")


def go_on(page, evening: Evening) -> None:
    """What the big button offers, with the sensible answer where one is asked for."""
    due = nights.sheet(evening.post).due
    if due.kind == "roll":
        act(page, evening, bar(page, "Roll on").click)
    elif due.kind == "actions":
        act(page, evening, page.locator("#action-bar button[form=done]").click)
    else:
        if due.form == "one" and not due.suggested:
            page.locator(".night-answer").first.click()
        act(page, evening, page.locator("#action-bar button").first.click)


def to(page, evening: Evening, step: str) -> None:
    while evening.now != step:
        go_on(page, evening)


def test_a_whole_night_on_a_phone(live_server, page, context, axe: Callable[..., list], evening: Evening) -> None:
    context.set_default_timeout(8000)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.set_viewport_size(PHONE)
    sign_in(context, live_server.url, evening)

    def sound(what: str) -> None:
        assert axe(page) == [], what
        assert fits(page), what

    page.goto(live_server.url + evening.post.get_absolute_url())
    page.get_by_role("heading", name="Injuries", level=1).wait_for()
    sound("injuries")
    page.evaluate("window.untouched = true")
    tap(page, 6, 1)
    tap(page, 2, 2)
    assert not bar(page, "Roll D66").is_visible()
    act(page, evening, bar(page, "Enter these dice").click)
    page.get_by_text("Hardened").first.wait_for()
    assert page.evaluate("window.untouched") is True
    assert DiceRoll.objects.get().source == "table"
    sound("a roll that has fallen")
    seen: set[str] = set()
    while evening.now in ("injuries", "experience", "exploration"):
        due = nights.sheet(evening.post).due
        kind = f"{evening.now} {due.kind} {getattr(due, 'choose', '')}"
        if kind not in seen:
            seen.add(kind)
            sound(kind)
        go_on(page, evening)

    to(page, evening, "wyrdstone")
    sound("wyrdstone")
    page.locator("#number").fill("1")
    assert page.locator("tr.chosen th").inner_text() == "1"
    act(page, evening, bar(page, "Sell them").click)
    sound("upkeep")
    page.locator('[name="pick"]').uncheck()
    assert "0\u00a0gc" in page.locator("[data-total]").inner_text()
    page.locator('[name="pick"]').check()
    act(page, evening, bar(page, "Pay them").click)
    to(page, evening, "rare_items")
    sound("rare items")
    page.get_by_label("What for").select_option("lucky_charm")
    act(page, evening, bar(page, "Search").click)
    tap(page, 6, 1)
    tap(page, 6, 2)
    act(page, evening, bar(page, "Enter these dice").click)
    page.get_by_text("Buy for 10").click()
    act(page, evening, bar(page, "That is my choice").click)
    to(page, evening, "recruits_and_trading")
    for tab in ("Sell", "Recruit", "Hired swords", "Dismiss", "Buy"):
        page.locator(".night-tabs").get_by_role("link", name=tab, exact=True).click()
        page.locator(".night-tabs a[aria-current]").get_by_text(tab, exact=True).wait_for()
        sound(tab)
    page.get_by_label("For whom").select_option("Gutsnik")
    page.locator("#buy-helmet").wait_for()
    act(page, evening, page.locator("#buy-helmet").click)
    page.locator(".night-tabs").get_by_role("link", name="Recruit", exact=True).click()
    page.locator("#offer-goblin_warrior").get_by_role("link", name="Recruit").click()
    sound("a recruit's form")
    page.get_by_label("Name").fill("Da Newest")
    act(page, evening, page.locator(".night-join").get_by_role("button", name="Recruit").click)
    assert evening.warband.warriors.filter(name="Da Newest").exists()
    act(page, evening, bar(page, "Done").click)
    sound("equipment")
    page.locator(".night-holders").get_by_role("link", name="Sword").first.click()
    page.get_by_role("heading", name="Where does the sword go?").wait_for()
    sound("a piece in hand")
    act(page, evening, page.get_by_role("button", name=re.compile("Old Snivvel")).click)
    bar(page, "Close the record").click()
    page.get_by_role("heading", name="Before and after").wait_for()
    assert not PostBattle.objects.get(pk=evening.post.pk).is_open
    sound("rating")
    assert said == []


def test_a_die_on_the_table_is_tapped(live_server, page, context, axe: Callable[..., list], evening: Evening) -> None:
    """One that may be rolled again: the question is drawn as the dice that lie there."""
    page.set_viewport_size(PHONE)
    sign_in(context, live_server.url, evening)
    evening.to("exploration")
    post = evening.post
    side = post.side
    side.before = {**side.before, "effects": [{"effect": "one_reroll", "details": {}}]}
    side.save(update_fields=["before"])
    page.goto(live_server.url + post.get_absolute_url())
    count = nights.sheet(post).due.count
    page.get_by_label("Or type them in a row").fill("551243"[:count])
    act(page, evening, bar(page, "Enter these dice").click)
    assert axe(page) == []
    assert fits(page)
    act(page, evening, page.get_by_role("button", name="the 1").click)
    tap(page, 5)
    act(page, evening, bar(page, "Enter these dice").click)
    assert "5" in nights.sheet(evening.post, "exploration").tables[0].shows


def test_a_double_click_rolls_once(live_server, page, context, evening: Evening) -> None:
    page.set_viewport_size(PHONE)
    sign_in(context, live_server.url, evening)
    page.goto(live_server.url + evening.post.get_absolute_url())
    page.locator("#roll").dblclick()
    page.get_by_text("Just now").wait_for()
    page.wait_for_timeout(400)
    assert DiceRoll.objects.count() == 1


def test_a_night_goes_by_without_scripts(live_server, browser, evening: Evening) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    context.set_default_timeout(8000)
    sign_in(context, live_server.url, evening)
    page = context.new_page()
    page.goto(live_server.url + evening.post.get_absolute_url())
    while evening.post.is_open:
        due = nights.sheet(evening.post).due
        if due.kind == "roll" and due.count == 1:
            tap(page, 1)
            act(page, evening, bar(page, "Enter these dice").click)
        elif due.kind == "roll":
            act(page, evening, page.locator("#roll").click)
        else:
            go_on(page, evening)
    page.get_by_role("heading", name="Before and after").wait_for()
    context.close()
