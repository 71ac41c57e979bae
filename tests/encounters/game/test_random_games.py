"""Whatever the players do: a game ends, its report can be true, its log plays it again, and nothing goes below zero."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.battle.reports import check_told
from campaigns.battle.told import told_content, told_from
from campaigns.postbattle.log import Given, LogSession
from campaigns.postbattle.run import NeedsAction
from campaigns.postbattle.sessions import AtOnce
from encounters.carrying import brought_home
from encounters.game import Game, play
from encounters.game.acts import known_acts
from encounters.setup import Plan, set_up
from encounters.table import Party
from mordheim.rules.dice import SeededDice
from tests.encounters.game.stage import report
from tests.encounters.game.whims import Whims
from tests.encounters.setup.stage import Says, a_map, printed
from tests.warbands.roster.cast import rulebook

SCENARIOS = sorted(rulebook().scenarios)
BEASTS = sorted(rulebook().great_beasts)
patient = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
games = st.builds(
    lambda seed, scenario, count: (seed, scenario, count),
    st.integers(0, 10_000),
    st.sampled_from(SCENARIOS),
    st.integers(2, 8),
)


def face(seed: int) -> Any:
    return lambda step, number, sides: random.Random(f"{seed}/{step}/{number}").randint(1, sides)


@cache
def planned(scenario: str, count: int, seed: int) -> Plan:
    """Two for a scenario of two; some of them allied from the start."""
    warbands = 2 if rulebook().scenarios[scenario].players == "two" else count
    some: tuple[Party, ...] = printed(warbands)
    if warbands > 3 and seed % 3 == 0:
        some = tuple(
            replace(one, alliance=0) if one.place in (1, 2) else replace(one, alliance=one.place + 1) for one in some
        )
    session = AtOnce(SeededDice(seed), Says({"creature": BEASTS[seed]}))
    return set_up(some, session, scenario=scenario, drawn=a_map(scenario, warbands), seed=seed)


def whole(seed: int, scenario: str, count: int, **more: Any) -> tuple[Game, LogSession, Whims]:
    whims = Whims(seed, **more)
    session = LogSession([], Given(decider=whims, roll="all"), face(seed))
    return play(planned(scenario, count, seed % len(BEASTS)), rulebook(), session), session, whims


def again(log: list[Any], seed: int, scenario: str, count: int) -> Game:
    session = LogSession(json.loads(json.dumps(log)))
    game = play(planned(scenario, count, seed % len(BEASTS)), rulebook(), session)
    session.check_all_used()
    return game


@patient
@given(games)
def test_every_game_ends_with_a_report_that_can_be_true(one: tuple[int, str, int]) -> None:
    game, _, _ = whole(*one)
    told = report(game)
    assert told_from(told_content(told)) == told
    home = brought_home(told, game.carried, game.run.parties, order=game.run.order)
    check_told(home, game.forces, rulebook(), game.run.scenario)


@patient
@given(games)
def test_its_log_plays_it_again(one: tuple[int, str, int]) -> None:
    game, session, _ = whole(*one)
    replayed = again(session.log, *one)
    assert replayed.state == game.state
    assert (replayed.told, replayed.carried, replayed.alliances) == (game.told, game.carried, game.alliances)


@patient
@given(games, st.integers(0, 10_000))
def test_the_last_thing_is_taken_back_by_cutting_the_log_before_it(one: tuple[int, str, int], where: int) -> None:
    _, session, whims = whole(*one)
    acts = [place for place, entry in enumerate(session.log) if "act" in entry]
    assert [session.log[place]["choose"] for place in acts] == whims.done
    cut = acts[where % len(acts)]
    game = again(session.log[:cut], *one)
    assert isinstance(game.waiting, NeedsAction)
    assert session.log[cut]["choose"] in game.waiting.actions.names
    assert not game.is_over


@patient
@given(games, st.integers(0, 10_000))
def test_nothing_is_ever_less_than_nothing(one: tuple[int, str, int], where: int) -> None:
    _, session, _ = whole(*one)
    game = again(session.log[: where % (len(session.log) + 1)], *one)
    run, state = game.run, game.state
    for warband in state.warbands:
        for some in (warband.standing, warband.out, warband.below, warband.off):
            assert all(0 < part.count <= part.size for part in some)
        names = [part.name for part in (*warband.standing, *warband.out, *warband.below, *warband.off)]
        for name in names:
            counted = (*warband.standing, *warband.out, *warband.below, *warband.off)
            assert sum(part.count for part in counted if part.name == name) <= run.fighter(warband.place, name).size
    assert run.pool >= 0
    assert run.beast is None or 0 <= run.beast.wounds <= run.beast.kind.profile.w
    assert all(left is None or left >= 0 for thing in run.appeared for left in thing.wounds)
    for token in run.tokens:
        if token.holder and token.off is None:
            assert run.standing(token.holder.place).get(token.holder.name) or token.holder.place in run.routed
    json.dumps([one.as_json() for one in game.carried])


def test_whims_do_all_that_can_be_done() -> None:
    done: set[str] = set()
    for seed in range(120):
        done |= set(whole(seed, SCENARIOS[seed % len(SCENARIOS)], 2 + seed % 7)[2].done)
        if done >= set(known_acts()):
            break
    assert set(known_acts()) | {"end_turn"} == done


@pytest.mark.soak
def test_two_thousand_games() -> None:
    for seed in range(2_000):
        game, session, _ = whole(seed, SCENARIOS[seed % len(SCENARIOS)], 2 + seed % 7)
        report(game)
        again(session.log, seed, SCENARIOS[seed % len(SCENARIOS)], 2 + seed % 7)
