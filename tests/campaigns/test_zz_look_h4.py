import os

import pytest
from django.urls import reverse

from campaigns.battle.told import Earned, Fallen, Loot
from mordheim.rules.snapshot import Piece
from tests import acts
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.campaigns.battle.stage import lost, won
from warbands.models import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OUT = "/tmp/h4/shots"

def signin(page, live_server, player):
    c = seasons.signed_in(player)
    page.context.add_cookies([{"name": "sessionid", "value": c.cookies["sessionid"].value, "url": live_server.url}])

def shoot(page, url, name, axe, problems, full=True):
    for width, h in ((390, 844), (1280, 900)):
        for scheme in ("light", "dark"):
            if os.environ.get("QUICK") and scheme == "dark": continue
            page.set_viewport_size({"width": width, "height": h})
            page.emulate_media(color_scheme=scheme)
            page.goto(url)
            page.screenshot(path=f"{OUT}/{name}-{width}-{scheme}.png", full_page=full)
            w = page.evaluate("document.documentElement.scrollWidth")
            if w > width: problems.append((name, width, "overflow", w))
            bad = axe(page)
            if bad: problems.append((name, width, scheme, bad))

def player(season, n):
    p = Player.objects.create_user(f"player{n}", f"p{n}@example.org", "a-long-passphrase")
    seasons.join(season, p)
    return p

def test_look(season, owner, rival, host, live_server, page, axe):
    page.context.set_default_timeout(10000)
    problems = []
    mob = seasons.mob_in(season, owner)
    warband = acts.warband_of(rival, """
format: mordheim-warband/1
name: Karak Brynn Exiles
type: dwarf_treasure_hunters
battles: 4
treasury: 200
heroes:
- {name: Thrain, type: dwarf_noble, experience: 28, equipment: [axe], injuries: [old_battle_wound]}
- {name: Garagrim, type: troll_slayer, experience: 9, equipment: [axe, tarot_cards]}
- {name: Olof the Younger, type: dwarf_engineer, games_to_miss: 1, experience: 12, equipment: [axe]}
henchmen:
- {name: The Kin, type: dwarf_clansman, size: 3, equipment: [axe]}
""")
    exiles = seasons.enrol(season, warband, by=host, reason="Other season")
    signin(page, live_server, owner)
    u = live_server.url
    cid = season.pk
    def url(name, *ids): return u + reverse(name, args=[cid, *ids])
    shoot(page, url("battle-list"), "list-empty", axe, problems)
    shoot(page, url("battle-new"), "new", axe, problems)
    b = fights.announce(mob, exiles, scenario="wyrdstone_hunt", notes="Bring the big table.\nAnd terrain.")
    shoot(page, url("battle-detail", b.pk), "planned2", axe, problems)
    b = fights.start(b)
    shoot(page, url("battle-detail", b.pk), "underway2", axe, problems)
    page.context.clear_cookies(); signin(page, live_server, rival)
    side = fights.side(b, exiles)
    shoot(page, url("battle-muster", b.pk, side.pk), "muster", axe, problems)
    shoot(page, url("battle-sword", b.pk, side.pk), "swords", axe, problems)
    shoot(page, url("battle-sword", b.pk, side.pk)+"?type=warlock", "sword", axe, problems)
    fights.muster(b, exiles, 4)
    fights.muster(b, exiles, 6, 5)
    shoot(page, url("battle-detail", b.pk)+"?out-0-0=1&out-0-4=2", "mustered2", axe, problems)
    shoot(page, url("battle-report", b.pk), "report2", axe, problems)
    fights.report(b, lost(Fallen("Grubnash", by_side=1, by="Thrain"), routed=True), won(Fallen("The Kin", 1), carried=Loot(0, 2, (Piece("sword", "gromril"),)), earned=(Earned("wyrdstone_counter", "Thrain", 2),)))
    fights.report(b, won(), lost(Fallen("The Kin", 2, by_side=0, by="Grubnash")), by=rival)
    shoot(page, url("battle-report", b.pk)+f"?from={b.reports.first().pk}", "report2-filled", axe, problems)
    shoot(page, url("battle-detail", b.pk), "reported2", axe, problems)
    shoot(page, url("battle-compare", b.pk), "compare2", axe, problems)
    fights.confirm(b.reports.first(), by=host)
    shoot(page, url("battle-detail", b.pk), "confirmed2", axe, problems)
    for e in (mob, exiles): fights.let_go(e)
    mobs = [seasons.mob_in(season, player(season, n), f"The Unspeakably Long-Named Band of Number {n}") for n in range(6)]
    b8 = fights.begun(mob, exiles, *mobs, scenario="the_wizards_mansion", alliances=[1,2,3,1,4,5,6,2])
    fights.muster(b8, exiles, 4)
    page.context.clear_cookies(); signin(page, live_server, owner)
    shoot(page, url("battle-detail", b8.pk), "underway8", axe, problems)
    shoot(page, url("battle-report", b8.pk), "report8", axe, problems)
    r = page.request.get(url("battle-report", b8.pk)); print("report8 bytes", len(r.body()))
    shoot(page, url("battle-list"), "list", axe, problems)
    for p in problems: print("PROBLEM", p)
