"""Whatever has come to pass in a game, its page draws it with every panel, and takes it back step by step."""

from __future__ import annotations

import random
import re

import pytest

from campaigns.battle_selectors import sides_of
from campaigns.models import Campaign
from campaigns.postbattle.log import Given, LogSession
from encounters.game import play
from encounters.game.acts import known_acts
from encounters.game.page import PANELS
from encounters.models import Encounter
from encounters.table_forms import VALUES
from encounters.table_selectors import set_up_of
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.encounters.game.test_random_games import face
from tests.encounters.game.whims import Whims
from tests.encounters.web import game_acts as game
from tests.encounters.web import table_acts as acts
from warbands.selectors import current_rulebook

pytestmark = pytest.mark.django_db
SCENARIOS = ("monster_hunt", "treasure_hunt", "the_lost_prince", "the_wizards_mansion", "ambush", "the_pool")
CUTS = 5


def test_every_act_has_its_form_and_its_panel():
    assert set(VALUES) == set(known_acts())
    assert {act for panel in PANELS for act in panel.acts} == set(known_acts())


def played_by_chance(table: Encounter, seed: int) -> list[dict]:
    """The log of a whole game."""
    plan = set_up_of(table, sides_of(table.battle), current_rulebook()).plan
    assert plan
    session = LogSession([], Given(decider=Whims(seed, most=60), roll="all"), face(seed))
    play(plan, current_rulebook(), session)
    return session.log


def stands_at(table: Encounter, log: list[dict]) -> None:
    places = range(len(log))
    brought = [{"place": place, "by": None, "at": "2026-07-01T20:00:00+00:00"} for place in places]
    Encounter.objects.filter(pk=table.pk).update(game_log=log, game_acts=brought)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_page_draws_it(season, mob, exiles, third, host, scenario):
    Campaign.objects.update(random_happenings=True)
    client, seed = seasons.signed_in(host), SCENARIOS.index(scenario)
    battle = fights.begun(mob, exiles, third, by=host, scenario=scenario)
    table = acts.fresh(game.begun(battle, by=host))
    log = played_by_chance(table, seed)
    chance = random.Random(seed)
    for cut in (*sorted(chance.sample(range(len(log)), CUTS)), len(log)):
        stands_at(table, log[:cut])
        page = game.look(client, battle)
        assert "rules have changed" not in page
        for panel in re.findall(r'href="[^"]*\?act=(\w+)"', page):
            assert "game-panel" in game.look(client, battle, panel), panel
    assert "Report this" in page
    assert "The last thing is taken back" in game.post(client, battle, "game-back").text


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_and_reports_it(season, mob, exiles, third, host, scenario):
    Campaign.objects.update(random_happenings=True)
    battle = fights.begun(mob, exiles, third, by=host, scenario=scenario)
    table = acts.fresh(game.begun(battle, by=host))
    stands_at(table, played_by_chance(table, SCENARIOS.index(scenario) + 100))
    answer = game.post(seasons.signed_in(host), battle, "game-report", do="report")
    assert "reported as the table knows it" in answer.text
