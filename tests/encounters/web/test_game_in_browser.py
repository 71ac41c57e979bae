"""A game on phones: another one's act comes by itself, a lost connection loses nothing, and no script is needed."""

from __future__ import annotations

import re

import pytest

from campaigns.postbattle.run import NeedsChoice, NeedsRoll
from encounters.services import tables
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


def choose(page, warband: str, name: str, by: str = "Nobody knows") -> None:
    """Who is out of action, and by whom."""
    group = page.locator(".game-who", has_text=warband)
    if group.get_attribute("open") is None:
        group.locator("summary").click()
    group.locator("label", has_text=name).first.click()
    page.get_by_label("By whom").select_option(label=by)


def test_a_phone_that_lost_its_connection_picks_up(browser, page, live_server, axe, table, owner, rival):
    mine = phone(browser, live_server, owner)
    mine.goto(f"{live_server.url}{game.address('game', table.battle)}")
    mine.get_by_role("link", name="Out of action").click()
    mine.locator(".game-panel").wait_for()
    assert mine.url.endswith("?act=out")
    assert axe(mine) == []
    place, name = someone(table)
    choose(mine, game.now(table).run.name_of(place), name)
    mine.context.set_offline(True)
    press(mine, "Out of action")
    mine.get_by_text("The server could not be reached").wait_for()
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
    choose(plain, game.now(table).run.name_of(place), name)
    press(plain, "Out of action")
    plain.get_by_text(re.compile(f"{name} of .* is out of action")).first.wait_for()
    press(plain, "End the turn")
    assert sum("act" in entry for entry in acts.fresh(table).game_log) == 2
    plain.context.close()


def before_a_calm_turn(table, player):
    """In an open stretch, where the turn that comes next asks for nothing first: its page has the same button."""
    for _ in range(6):
        acts.go_on(table, done=True)
        if game.due(table) == "acts":
            tables.take_back(table, by=player)
            return acts.fresh(table)
        game.to_the_acts(table)
    raise AssertionError("every turn begins with a question")


def test_two_quick_taps_on_one_spot_count_once(browser, page, live_server, table, owner):
    """The second one meets the next page, which has the same button there; after a moment it counts again."""
    table = before_a_calm_turn(table, owner)
    mine = phone(browser, live_server, owner)
    mine.goto(f"{live_server.url}{game.address('game', table.battle)}")
    box = mine.locator("#action-bar").get_by_role("button", name="End the turn").bounding_box()
    assert box
    spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    version = table.version
    # Long enough for a machine that does something else as well between two taps.
    mine.evaluate("window.quietFor = 2500")
    mine.mouse.click(*spot)
    gone_on_in_game(mine, version)
    mine.mouse.click(*spot)
    mine.mouse.click(*spot)
    mine.wait_for_function("() => !document.querySelector('[data-quiet]')")
    assert acts.fresh(table).version == version + 1
    mine.mouse.click(*spot)
    gone_on_in_game(mine, version + 1)
    assert acts.fresh(table).version == version + 2
    mine.context.close()


@pytest.mark.parametrize("width", [320, 360, 390])
def test_nothing_sticks_out_of_the_bar(browser, page, live_server, table, owner, width):
    """Not even with the longest of labels."""
    mine = phone(browser, live_server, owner)
    mine.set_viewport_size({"width": width, "height": 720})
    place, _ = someone(table)
    for name, count in dict(game.now(table).run.standing(place)).items():
        if not game.now(table).run.rout(place).is_due:
            game.do(table, "put_out", warband=place, name=name, count=count)
            game.to_the_acts(table)
    seen = set()
    for _ in range(6):
        mine.goto(f"{live_server.url}{game.address('game', table.battle)}")
        roll = mine.locator("#roll span")
        if roll.count():
            roll.evaluate("(one) => { one.textContent = 'Roll D66 of 10'; }")
            seen.add("roll")
        assert mine.evaluate("document.documentElement.scrollWidth") <= width
        for one in mine.locator("#action-bar .btn:visible").all():
            box = one.bounding_box()
            assert box["x"] >= 0, one.inner_text()
            assert box["x"] + box["width"] <= width, one.inner_text()
            assert one.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1"), one.inner_text()
        waiting = game.now(table).waiting
        if isinstance(waiting, NeedsRoll):
            acts.roll(table)
        elif isinstance(waiting, NeedsChoice):
            acts.answer(table, waiting.question.suggested)
        else:
            acts.go_on(table, done=True)
    assert seen
    mine.context.close()


def test_nobody_falls_to_his_own_warband(browser, page, live_server, table, owner):
    mine = phone(browser, live_server, owner)
    mine.goto(f"{live_server.url}{game.address('game', table.battle)}?act=out")
    place, name = someone(table)
    run = game.now(table).run
    groups = mine.locator("#by optgroup")
    assert groups.first.get_attribute("label") == run.name_of(run.active)
    assert mine.locator(f'#by optgroup[data-place="{place}"]').is_enabled()
    mine.get_by_label("By whom").select_option(value=f"{place}-")
    group = mine.locator(".game-who", has_text=run.name_of(place))
    if group.get_attribute("open") is None:
        group.locator("summary").click()
    group.locator("label", has_text=name).first.click()
    assert mine.get_by_label("By whom").input_value() == ""
    assert mine.locator(f'#by optgroup[data-place="{place}"]').get_attribute("disabled") is not None
    mine.context.close()


def test_what_was_said_as_the_game_began_goes_with_the_first_act(browser, page, live_server, battle, owner):
    acts.set_table(battle)
    mine = phone(browser, live_server, owner)
    mine.goto(f"{live_server.url}{game.address('table', battle)}")
    mine.get_by_role("button", name="Start the game").click()
    mine.get_by_text("Let the game begin").wait_for()
    mine.locator("#action-bar button.act.btn-primary, .game-answers button").first.click()
    mine.get_by_text("Let the game begin").wait_for(state="detached")
    mine.context.close()
