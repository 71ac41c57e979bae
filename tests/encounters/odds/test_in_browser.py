"""Odds on a phone: what is chosen changes them at once, what if comes after, and the address says it all."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.flows.phones import Phone
from warbands.models import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.usefixtures("rules")
def test_a_player_weighs_his_chances(
    browser: Browser,
    live_server,
    owner: Player,
    axe: Callable[..., list[str]],
) -> None:
    phone = Phone(browser, live_server.url, owner)
    page = phone.page
    phone.open("/odds/?a-of=type:orc_mob&a-who=orc_boss&b-of=type:dwarf_treasure_hunters&b-who=dwarf_noble")
    phone.sees("The whole duel")
    page.locator("#what-if tbody tr").first.wait_for()
    assert phone.fits()
    assert axe(page) == []

    before = page.locator(".duel-verdict-names strong").first.inner_text()
    page.get_by_label("Fights with").first.focus()
    page.get_by_label("Fights with").first.select_option(label="Halberd")
    page.wait_for_function(
        "before => document.querySelector('.duel-verdict-names strong').textContent !== before", arg=before
    )
    page.wait_for_url("**a-with=halberd**")
    # Who steers by keys stays where he was.
    page.wait_for_function("() => document.activeElement.id === 'a-with'")
    phone.settles()
    phone.tick("He shoots")
    phone.sees("Inches away")
    phone.settles()
    page.get_by_label("Fights with").first.select_option(label="Bow")
    page.wait_for_url("**a-with=bow**")
    page.go_back()
    page.wait_for_function("() => document.querySelector('#a-with').value !== 'bow'")
    assert "meet=shooting" in page.url
    phone.settles()

    phone.press("Swap")
    page.wait_for_url("**b-who=orc_boss**")
    phone.sees("Until he is down for good")
    assert phone.said == []
    phone.context.close()
