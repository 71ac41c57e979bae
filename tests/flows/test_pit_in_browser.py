"""A whole fight of the pit on two phones, from opening it to its replay; and one phone passed round.

What they order is what the computer would, so that the fight comes to blows and to its end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from encounters.models import PitFight
from encounters.pit_selectors import the_fight
from encounters.pitfight.notation import write_order
from encounters.pitfight.orders import Place
from encounters.pitfight.players import player
from encounters.pitfight.view import view_of
from tests.flows.phones import Phone
from warbands.models import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_ORDERS = 200
# The moves of the Orc's scroll that no other has, by key and by name.
ORCISH = ("plant_and_hew", "wild_swing", "stampede", "Plant and Hew", "Wild Swing", "Stampede", "Hook Left")


@pytest.fixture
def alice() -> Player:
    return Player.objects.create_user("alice", password="a-long-passphrase")


@pytest.fixture
def bob() -> Player:
    return Player.objects.create_user("bob", password="a-long-passphrase")


@pytest.fixture
def phones(browser, live_server, alice: Player, bob: Player) -> Iterator[tuple[Phone, Phone]]:
    both = Phone(browser, live_server.url, alice), Phone(browser, live_server.url, bob)
    yield both
    for one in both:
        one.context.close()


class Heard:
    """Everything of the pit that the server has answered to a player, as it left the server: a browser forgets the
    body of an answer as soon as it goes elsewhere."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, player: Player) -> None:
        self.told: list[str] = []
        answer_to = WSGIHandler.get_response

        def heard(handler: WSGIHandler, request: HttpRequest) -> HttpResponseBase:
            answer = answer_to(handler, request)
            if request.path.startswith("/pit/") and request.user == player:
                self.told.append(answer.getvalue().decode())
            return answer

        monkeypatch.setattr(WSGIHandler, "get_response", heard)

    def any_of(self, words: tuple[str, ...]) -> list[str]:
        return [word for word in words if any(word in told for told in self.told)]


def opened(phone: Phone, name: str, way: str) -> PitFight:
    """A fight in a small arena, opened on that phone by somebody strong."""
    phone.open("/pit/new/")
    phone.tick(way)
    page = phone.page
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Fights in the manner of").select_option(label="Orc")
    built(phone, 30, 40, 30, 30, 10)
    page.get_by_text("Arena, clock, age").tap()
    page.get_by_label("Arena, hexes from centre").fill("4")
    phone.press("Open the fight")
    phone.sees("of 8 fighters")
    return PitFight.objects.get()


def built(phone: Phone, *levels: int) -> None:
    for label, value in zip(("WS", "S", "T", "I", "W"), levels, strict=True):
        phone.page.get_by_label(label, exact=True).fill(str(value))


def ordered(phone: Phone, row: PitFight, place: int) -> None:
    """On his phone a player orders for his fighter what the computer would."""
    fight = the_fight(row)
    said = player("seasoned", Random(10 * fight.version + place))(view_of(fight, {place}).fight, place)
    page, text = phone.page, write_order(said)
    form = page.locator(f"form#order:has([name=version][value='{fight.version}'])")
    if not form.count():
        # What a waiting page does by itself every few seconds, once it is there.
        page.wait_for_function("() => window.htmx && document.readyState === 'complete'")
        page.evaluate("htmx.ajax('GET', location.pathname, {target: '#pit', swap: 'outerHTML'})")
    form.wait_for()
    button = page.locator(f"#action-bar button[value='{text}']")
    if isinstance(said, Place):
        hex_, facing = text.rsplit(" ", 1)
        page.locator(f"#order input[name=order][value='{hex_}']").evaluate("one => one.click()")
        page.locator(f"#order input[name=facing][value='{facing}']").evaluate("one => one.click()")
    elif not button.count():
        page.locator(f"#order input[name=order][value='{text}']").evaluate("one => one.click()")
    version = row.version
    (button if button.count() else page.locator("#action-bar button.act")).first.tap()
    page.wait_for_function("than => Number(document.querySelector('#pit').dataset.version) > than", arg=version)
    row.refresh_from_db()


def to_the_end(row: PitFight, phone_of: Callable[[int], Phone], prepare: Callable[[Phone, int], None]) -> PitFight:
    for _ in range(MOST_ORDERS):
        row.refresh_from_db()
        if not row.is_under_way:
            return row
        place = row.waits_for[0]
        prepare(phone_of(place), place)
        ordered(phone_of(place), row, place)
    raise AssertionError("the fight does not end")


def test_a_whole_fight_on_two_phones(
    phones: tuple[Phone, Phone], bob: Player, axe: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = phones
    row = opened(one, "Grokka", "Each on a phone of their own")
    heard = Heard(monkeypatch, bob)
    other.open(row.get_absolute_url())
    other.page.get_by_label("Name", exact=True).fill("Albrecht")
    other.page.get_by_label("Fights in the manner of").select_option(label="Empire")
    built(other, 30, 40, 30, 30, 10)
    other.page.get_by_role("button", name="Put him in").tap()
    other.sees("Albrecht is in.")
    one.sees("Albrecht")
    one.press("Let them fight")
    one.sees("Setting up")

    while row.waits_for != [0, 1]:
        ordered(phones[row.waits_for[0]], row, row.waits_for[0]) if row.waits_for else None
        row.refresh_from_db()
    other.sees("in secret")
    assert axe(one.page) == []
    assert one.fits()
    ordered(one, row, 0)
    other.page.reload()
    other.sees("in secret")
    assert heard.any_of(("in secret",)), "it hears"
    assert heard.any_of(ORCISH) == []
    ordered(other, row, 1)

    row = to_the_end(row, lambda place: phones[place], lambda phone, place: None)
    assert row.is_over
    for phone in phones:
        phone.sees("How it ended")
        assert axe(phone.page) == []
    one.press("Replay")
    one.sees("Setting up")
    for frame in (1, 2, 3):
        one.press("Next")
        one.sees(re.compile(rf"^\s*{frame} of "))
    one.press("Play")
    one.sees(re.compile(r"^\s*5 of "))
    assert one.fits()
    assert axe(one.page) == []
    assert [told for phone in phones for told in phone.said] == []


def test_one_phone_goes_round(phones: tuple[Phone, Phone]) -> None:
    phone = phones[0]
    row = opened(phone, "Grokka", "Passing one phone round")
    phone.page.get_by_text("One more fighter").tap()
    phone.page.get_by_label("Name", exact=True).fill("Otto")
    phone.page.get_by_role("button", name="Put him in").tap()
    phone.sees("Otto is in.")
    phone.press("Let them fight")
    phone.sees("Setting up")
    seen: list[str] = []

    def take_the_phone(phone: Phone, place: int) -> None:
        form = phone.page.locator("form#order")
        curtain = phone.page.locator(".pit-curtain")
        form.or_(curtain).first.wait_for()
        if curtain.count():
            assert not form.count()
            seen.append(row.seats.get(place=place).name)
            curtain.get_by_role("link", name=f"I play {seen[-1]}").tap()
            form.wait_for()

    for _ in range(14):
        row.refresh_from_db()
        if not row.is_under_way:
            break
        place = row.waits_for[0]
        take_the_phone(phone, place)
        ordered(phone, row, place)
    assert {"Grokka", "Otto"} <= set(seen)
    assert phone.said == []
