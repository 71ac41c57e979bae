"""A mutant is recruited on the phone: what he comes to is told at every tap."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests import acts, books
from warbands.models import Player, Warband

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def cult(transactional_db: None) -> Warband:
    books.into_the_database()
    owner = Player.objects.create_user("owner", "owner@example.org", "a-long-passphrase")
    return acts.begin(owner, "cult_of_the_possessed", "The Thirteenth Bell")


def signed_in(context, address: str, player: Player) -> None:
    client = Client()
    client.force_login(player)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": address}])
    context.set_default_timeout(8000)


def choose(page, mutation: str, count: int) -> None:
    with page.expect_response(lambda answer: "mutation_" in answer.url):
        page.locator(f'label:has([name="mutation_{mutation}"][value="{count}"])').click()


def recruit_page(live_server, cult: Warband) -> str:
    return f"{live_server.url}{reverse('warband-recruit', args=[cult.pk])}?section=hero&type=mutant"


def test_the_sum_follows_every_tap_and_the_name_stays(live_server, page, axe: Callable[..., list], cult) -> None:
    page.set_viewport_size(PHONE)
    signed_in(page.context, live_server.url, cult.owner)
    page.goto(recruit_page(live_server, cult))
    bill = page.locator("#bill")
    assert "at least 1 mutation" in bill.inner_text()
    page.get_by_label("Name", exact=True).fill("Thornback")
    for mutation, count, price in (("tentacle", 1, 60), ("great_claw", 1, 145), ("spines", 2, 285), ("spines", 0, 145)):
        choose(page, mutation, count)
        bill.get_by_text(f"{price}\u00a0gc").last.wait_for()
    assert "Not so:" not in bill.inner_text()
    assert page.get_by_label("Name", exact=True).input_value() == "Thornback"
    assert axe(page) == []
    page.locator("#join").click()
    page.get_by_text("Mutant joined as Thornback with Great Claw and Tentacle.").first.wait_for()
    assert acts.warrior(cult, "Thornback").mutations == ["great_claw", "tentacle"]


def test_it_works_without_scripts(live_server, browser, cult) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    signed_in(context, live_server.url, cult.owner)
    page = context.new_page()
    page.goto(recruit_page(live_server, cult))
    page.locator('label:has([name="mutation_spines"][value="1"])').click()
    page.locator("#join").click()
    page.get_by_text("Mutant joined with Spines.").first.wait_for()
    assert acts.gold(cult) == 440
    context.close()
