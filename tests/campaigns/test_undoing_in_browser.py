"""Taking back on a phone: a wrong die put right, the night taken back, the battle reported anew."""

from __future__ import annotations

import pytest

from tests import acts
from tests.campaigns import nights
from tests.campaigns.test_battle_in_browser import PHONE, fits, sign_in
from tests.campaigns.test_post_battle_pages import Evening, evening_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def evening(season, owner, rival) -> Evening:
    return evening_of(season, owner, rival)


def press(page, name: str) -> None:
    page.locator("#action-bar").get_by_role("button", name=name).click()


def test_a_die_a_night_and_a_battle_are_taken_back_with_one_thumb(live_server, page, axe, evening, owner, host):
    page.set_viewport_size(PHONE)
    page.context.set_default_timeout(8000)

    def is_sound() -> None:
        assert fits(page)
        assert axe(page) == []

    nights.take(evening.post, faces=(6, 2))
    sign_in(page, live_server.url, owner)
    page.goto(f"{live_server.url}{evening.post.get_absolute_url()}")
    page.get_by_role("link", name="Every die").click()
    is_sound()
    page.get_by_role("link", name="Wrong die?").click()
    page.get_by_label("Reason").fill("Read upside down.")
    press(page, "Put it right")
    page.get_by_text("That is what stands in the record").wait_for()
    assert page.get_by_label("Reason").input_value() == "Read upside down."
    page.locator('label:has([name="face_2"][value="3"])').click()
    is_sound()
    press(page, "Put it right")
    page.get_by_text("6, 3 and not 6, 2. Read upside down.").wait_for()

    for enrolment in (evening.mob, evening.exiles):
        nights.go_on_to(nights.night_of(evening.battle, enrolment), "")
    acts.buy(evening.warband, "dagger")
    page.goto(f"{live_server.url}{evening.battle.get_absolute_url()}")
    page.get_by_role("link", name="Take my night back").click()
    page.get_by_text("1 × dagger went to the stash.").wait_for()
    is_sound()
    press(page, "Take it back")
    page.get_by_text("is taken back and begins anew").wait_for()
    assert evening.post.is_open

    sign_in(page, live_server.url, host)
    page.goto(f"{live_server.url}{evening.battle.get_absolute_url()}")
    page.get_by_role("link", name="Report it anew").click()
    page.get_by_label("Reason").fill("Thrain was out.")
    is_sound()
    press(page, "Take it back")
    page.get_by_text("It waits for another report.").wait_for()
    evening.battle.refresh_from_db()
    assert evening.battle.is_under_way
