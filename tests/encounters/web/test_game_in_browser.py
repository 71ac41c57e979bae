"""A game on phones: another one's act comes by itself, a lost connection loses nothing, and no script is needed."""

from __future__ import annotations

import re

import pytest

from tests.encounters.web import game_acts as game
from tests.encounters.web import table_acts as acts
from tests.encounters.web.test_in_browser import phone, press

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table(battle_of_three):
    begun = game.begun(battle_of_three)
    game.to_the_acts(begun)
    return acts.fresh(begun)


def someone(table) -> tuple[int, str]:
    """Whose turn it is not, and the first of his."""
    run = game.now(table).run
    place = next(place for place in run.order if place != run.active)
    return place, next(iter(run.standing(place)))


def test_a_phone_that_lost_its_connection_picks_up(browser, page, live_server, axe, table, owner, rival):
    mine = phone(browser, live_server, owner)
    mine.goto(f"{live_server.url}{game.address('game', table.battle)}")
    mine.get_by_role("link", name="Out of action").click()
    mine.locator(".game-panel").wait_for()
    assert mine.url.endswith("?act=out")
    assert axe(mine) == []
    mine.context.set_offline(True)
    press(mine, "Out of action")
    place, name = someone(table)
    game.do(table, "put_out", player=rival, warband=place, name=name)
    mine.context.set_offline(False)
    mine.get_by_text(re.compile(f"{name} of .* is out of action")).first.wait_for()
    assert mine.locator(".game-panel").is_visible()
    assert sum(game.now(table).run.fallen(place).values()) == 1
    mine.reload()
    assert mine.locator(".game-panel").is_visible()
    mine.context.close()


def test_one_taps_and_the_other_sees_it(browser, page, live_server, table, owner, host):
    mine, other = phone(browser, live_server, owner), phone(browser, live_server, host)
    for one in (mine, other):
        one.goto(f"{live_server.url}{game.address('game', table.battle)}")
    whose = game.now(table).state.whose
    press(mine, "End the turn")
    gone_on_in_game(mine, table.version)
    assert game.now(table).state.whose != whose
    other.locator(".game-head h1", has_text=game.now(table).state.whose).wait_for()
    press(other, "Take back")
    other.get_by_text("The last thing is taken back").first.wait_for()
    mine.locator(".game-head h1", has_text=whose).wait_for()
    for one in (mine, other):
        one.context.close()


def gone_on_in_game(page, version: int) -> None:
    page.locator(f'#action-bar [name="version"]:not([value="{version}"])').first.wait_for(state="attached")


def test_without_a_script_one_plays_too(browser, page, live_server, table, owner):
    plain = phone(browser, live_server, owner, java_script_enabled=False)
    plain.goto(f"{live_server.url}{game.address('game', table.battle)}")
    plain.get_by_role("link", name="Out of action").click()
    place, name = someone(table)
    group = plain.locator(".game-who", has_text=game.now(table).run.name_of(place))
    if group.get_attribute("open") is None:
        group.locator("summary").click()
    group.locator("label", has_text=name).first.click()
    press(plain, "Out of action")
    plain.get_by_text(re.compile(f"{name} of .* is out of action")).first.wait_for()
    press(plain, "End the turn")
    assert sum("act" in entry for entry in acts.fresh(table).game_log) == 2
    plain.context.close()
