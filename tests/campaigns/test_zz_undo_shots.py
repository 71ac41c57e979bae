import os
import pytest
from django.urls import reverse
from tests.flows.test_night_in_browser import *  # noqa
from tests.campaigns import acts as fights, captors, nights, seasons
from tests import acts
from campaigns.services import captives, corrections
from campaigns.models import PostBattle

OUT = "/tmp/undopages/shots"

def shoot(browser, live_server, axe, name, address, player, submit=None):
    told = []
    for width, height in ((390, 844), (1280, 900)):
        for scheme in ("light", "dark"):
            ctx = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
            cookie = seasons.signed_in(player).cookies["sessionid"].value
            ctx.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
            page = ctx.new_page()
            page.set_default_timeout(20000)
            page.goto(live_server.url + address)
            if submit:
                submit(page)
            found = axe(page)
            wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
            if found or wide:
                told.append((name, width, scheme, found, wide))
            page.screenshot(path=f"{OUT}/{name}-{width}-{scheme}.png", full_page=True)
            ctx.close()
    return told

def test_shots(live_server, browser, axe, evening):
    bad = []
    owner, host = evening.mob.player, evening.campaign.memberships.filter(role="arbitrator").first().player
    nights.take(evening.post, faces=(6, 2))
    nights.take(evening.post, roll="one")
    undo = lambda: nights.address("post-battle-undo", evening.post)
    roll = evening.post.rolls.order_by("pk").first()
    die = nights.address("post-battle-die", evening.post, roll.pk)
    bad += shoot(browser, live_server, axe, "1-night", nights.address("post-battle-step", evening.post, "injuries"), owner)
    bad += shoot(browser, live_server, axe, "2-dice", nights.address("post-battle-dice", evening.post), host)
    bad += shoot(browser, live_server, axe, "3-die", die, owner)
    def wrong(page):
        page.fill("#reason", "I read it upside down.")
        page.locator("#action-bar").get_by_role("button", name="Put it right").click()
        page.get_by_text("That is what stands").wait_for()
    bad += shoot(browser, live_server, axe, "4-die-refused", die, owner, wrong)
    nights.go_on_to(nights.night_of(evening.battle, evening.exiles), "")
    nights.go_on_to(evening.post, "exploration")
    due = nights.sheet(evening.post).due
    nights.take(evening.post, faces=tuple((6, 2, 3, 5, 4, 1)[: due.count]))
    many = evening.post.rolls.order_by("pk").last()
    bad += shoot(browser, live_server, axe, "5-die-many", nights.address("post-battle-die", evening.post, many.pk), owner)
    nights.go_on_to(evening.post, "")
    acts.buy(evening.warband, "dagger")
    acts.buy(evening.warband, "sword")
    bad += shoot(browser, live_server, axe, "6-undo", undo(), owner)
    bad += shoot(browser, live_server, axe, "7-battle", evening.battle.get_absolute_url(), host)
    bad += shoot(browser, live_server, axe, "7b-battle-owner", evening.battle.get_absolute_url(), owner)
    there = reverse("battle-undo", args=[evening.battle.campaign_id, evening.battle.pk])
    bad += shoot(browser, live_server, axe, "8-battle-undo", there + "?way=again", host)
    def empty(page):
        page.evaluate("document.querySelectorAll('[required]').forEach(e => e.required = false)")
        page.locator("#action-bar button").click()
        page.get_by_text("Give a reason").wait_for()
    bad += shoot(browser, live_server, axe, "9-battle-undo-refused", there, host, empty)
    bad += shoot(browser, live_server, axe, "a-die-late", nights.address("post-battle-die", evening.post, roll.pk), owner)
    fights.begun(evening.mob, evening.exiles)
    bad += shoot(browser, live_server, axe, "b-undo-stopped", undo(), owner)
    bad += shoot(browser, live_server, axe, "c-battle-stopped", there, host)
    assert bad == []
