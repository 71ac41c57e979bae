"""A skirmish on the phone that lies on the table: a blow from the tap to what it did, dice typed, taken back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from encounters.models import SkirmishFight
from tests.encounters.skirmish.conftest import Table
from tests.flows.phones import Phone
from warbands.models import Player

ABOVE_THE_BAR = """() => document.querySelector(".hit-moves").getBoundingClientRect().bottom
    <= document.querySelector("#action-bar").getBoundingClientRect().top"""
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_blow_is_struck_on_one_phone(
    browser: Browser, live_server, alice: Player, axe: Callable[..., list[str]]
) -> None:
    table = Table(alice).throw(1, 1)
    phone = Phone(browser, live_server.url, alice)
    page = phone.page
    phone.open(table.row.get_absolute_url())
    phone.sees("Strike Grub")
    assert phone.fits()
    page.locator("#ways-move > summary").tap()
    page.wait_for_function(ABOVE_THE_BAR)
    assert axe(page) == []

    page.get_by_role("button", name="To 4,5: 1 square").tap()
    page.locator(".hit-told.new", has_text="Ada goes to 4,5.").wait_for()
    page.get_by_role("button", name="Strike Grub").first.tap()
    page.get_by_role("button", name="Do not strike back").tap()
    page.get_by_role("button", name="Strike back", exact=True).wait_for()
    page.get_by_label("Or in a row").fill("3")
    assert axe(page) == []
    page.get_by_role("button", name="Enter these dice").tap()
    page.locator(".hit-told.new", has_text="taken by the helmet: destroyed").wait_for()
    assert "taken by the helmet" in page.locator("#skirmish-heard").inner_text()
    page.locator("h1:focus").wait_for()  # who listens is led to what comes next

    phone.press("Take back")
    phone.sees("The last thing is taken back.")
    assert SkirmishFight.objects.get().pending == ""
    assert phone.said == []
    phone.context.close()
