"""A long game of eight full warbands: played again from its log in pure code, and a step of it posted as its page posts
it, with the answer drawn."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Iterator
from typing import Any

from django.urls import reverse

from campaigns.battle_selectors import sides_of
from campaigns.models import Campaign
from campaigns.postbattle.choices import Actions, Choice
from campaigns.postbattle.log import Given, LogSession
from encounters.game import play
from encounters.game.playing import Playing
from encounters.models import Encounter
from encounters.table_selectors import set_up_of
from tests import acts
from tests.benchmarks.figures import FULL_WARBAND, Figure, milliseconds
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.encounters.game.test_random_games import face
from tests.encounters.game.whims import Careful
from tests.encounters.web import game_acts, table_acts
from warbands.models import Player
from warbands.selectors import current_rulebook

WARBANDS, ACTS, STEPS = 8, 150, 40
AIM_AGAIN, AIM_STEP = 50, 100


class Enough(Exception):
    """So many acts are done."""


class Dull(Careful):
    """Goes on for so many acts, then stops in the middle of the game."""

    def act(self, actions: Actions) -> Choice | None:
        if self.left >= ACTS:
            raise Enough
        return super().act(actions)


def measure() -> Iterator[Figure]:
    host = Player.objects.create_user("game-host", "game@example.org", "a-long-passphrase")
    campaign = seasons.begin(host, "Games")
    campaign.random_happenings = True
    campaign.save()
    battle = fights.begun(*_eight(campaign, host), by=host, scenario="treasure_hunt")
    table = game_acts.begun(battle, by=host)
    _play_on(table)
    # Rules that only the tests have read are kept out of collections, as the server keeps its own out of them.
    gc.collect()
    gc.freeze()
    yield _again(table)
    yield _steps(table, host)


def _eight(campaign: Campaign, host: Player) -> list[Any]:
    found = []
    for number in range(WARBANDS):
        player = Player.objects.create_user(f"game-player-{number}")
        seasons.join(campaign, player)
        file = FULL_WARBAND.replace("name: Full to the Brim", f"name: Full to the Brim {number}")
        warband = acts.warband_of(player, file)
        found.append(seasons.enrol(campaign, warband, by=host, reason="They come from another season."))
    return found


def _plan(table: Encounter) -> Any:
    plan = set_up_of(table, sides_of(table.battle), current_rulebook()).plan
    if plan is None:
        raise RuntimeError("the table is not set")
    return plan


def _play_on(table: Encounter) -> None:
    """So many acts, with all that is rolled and asked between them, stored as if they had come one by one."""
    session = LogSession([], Given(decider=Dull(1, turns=60), roll="all"), face(1))
    try:
        play(_plan(table), current_rulebook(), session)
    except Enough:
        places = [place for place, entry in enumerate(session.log) if "act" in entry]
        table.game_log = session.log
        table.game_acts = [{"place": place, "by": None, "at": "2026-07-01T20:00:00+00:00"} for place in places]
        table.save()
        return
    raise RuntimeError("the game ended too soon")


def _again(table: Encounter) -> Figure:
    plan, log = _plan(table), table.game_log

    def again() -> None:
        run: Playing = play(plan, current_rulebook(), LogSession(log)).run
        if run.number < 2:
            raise RuntimeError("nothing was played")

    worked: list[float] = []

    def timed() -> None:
        begun = time.process_time()
        again()
        worked.append((time.process_time() - begun) * 1000)

    taken = milliseconds(timed, times=30)
    told = f"aim: under {AIM_AGAIN} ms; {statistics.median(worked):.1f} ms of the processor"
    return Figure(f"a game of eight, {ACTS} acts, {len(log)} entries, again", f"{taken:.1f} ms", told)


def _steps(table: Encounter, host: Player) -> Figure:
    """An act, then back, again and again: all that a thumb does."""
    client = seasons.signed_in(host)
    ids = [table.battle.campaign_id, table.battle_id]
    game_acts.to_the_acts(table)
    taken: list[tuple[float, float]] = []
    for _ in range(STEPS):
        for name, typed in (("game-take", _typed(table)), ("game-back", {})):
            version = table_acts.fresh(table).version
            begun, busy = time.perf_counter(), time.process_time()
            answer = client.post(reverse(name, args=ids), {"version": version, **typed}, headers={"HX-Request": "true"})
            taken.append(((time.perf_counter() - begun) * 1000, (time.process_time() - busy) * 1000))
            if answer.status_code != 200 or "notice-loss" in answer.text:
                raise RuntimeError(f"{name} was refused: {typed}")
    wall, worked = (statistics.quantiles([one[place] for one in taken], n=20)[-1] for place in (0, 1))
    middle = statistics.median(one[0] for one in taken)
    told = f"median {middle:.0f} ms, {worked:.0f} ms of the processor; aim: under {AIM_STEP} ms"
    return Figure(f"a step of a game of eight after {ACTS} acts, p95", f"{wall:.0f} ms", told)


def _typed(table: Encounter) -> dict[str, str]:
    """Somebody of the last warband is out of action."""
    run = game_acts.now(table).run
    place = run.order[-1]
    name = next(iter(run.standing(place)))
    number = next(n for n, one in enumerate(run.forces[place].fighters) if one.name == name)
    return {"do": "put_out", "who": f"{place}-{number}", "by": f"{run.order[0]}-0"}
