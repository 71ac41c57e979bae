"""Whatever is sent in place of an act, it is done or refused in a sentence, and never breaks anything."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.postbattle.choices import Choice
from campaigns.postbattle.log import Given, LogSession
from campaigns.postbattle.run import NeedsAction
from encounters.game import Game, Options, play
from encounters.game.acts import does, known_acts
from encounters.setup import Plan
from tests.encounters.game.stage import END, by, out, planned, played
from tests.encounters.game.test_random_games import SCENARIOS, face
from tests.encounters.game.test_random_games import planned as any_plan
from tests.encounters.game.whims import Whims
from tests.warbands.roster.cast import rulebook
from warbands.roster.refusals import Refused

CALM = (6, 6, 6, 6)
NAMES = ("warband", "name", "count", "by", "appeared", "number", "wounds", "which", "warriors", "warbands", "counter",
         "counters", "goal", "of", "fled", "sure", "beast")  # fmt: skip
bits = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 9), st.sampled_from(["Grubnash", "Da Snikkaz", "", "through", "x" * 300])
)
junk = st.recursive(
    bits, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4)
)


def middle(scenario: str, seed: int) -> tuple[Plan, list[Any], Game]:
    """A game cut short where the players may act."""
    plan = any_plan(scenario, 3, seed % 6)
    session = LogSession([], Given(decider=Whims(seed), roll="all"), face(seed))
    play(plan, rulebook(), session)
    acts = [place for place, entry in enumerate(session.log) if "act" in entry]
    log = session.log[: acts[min(len(acts) - 1, seed % 12)]]
    return plan, log, play(plan, rulebook(), LogSession(list(log)))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(st.sampled_from(SCENARIOS), st.integers(0, 30), st.sampled_from(sorted(known_acts())), junk)
def test_nonsense_is_refused_in_a_sentence(scenario: str, seed: int, name: str, value: Any) -> None:
    plan, log, game = middle(scenario, seed)
    assert isinstance(game.waiting, NeedsAction)
    session = LogSession(list(log), Given(choice=Choice(game.step, name, value), roll="all"), face(seed))
    told = refusal(plan, session)
    assert told is None or (told.endswith((".", "?")) and len(told) < 500), told


def refusal(plan: Plan, session: LogSession) -> str | None:
    """What was said against it, if anything was."""
    try:
        play(plan, rulebook(), session)
    except Refused as refused:
        return refused.message
    return None


def test_what_is_not_offered_is_not_to_be_done() -> None:
    plan, options = planned(), Options(happenings=False)
    log: list[Any] = []
    for given_now in (Given(answer=([],)), Given(faces=(6, 6, 6, 6))):
        session = LogSession(log, given_now)
        game = play(plan, rulebook(), session, options=options)
    assert "rout" not in game.state.now.acts
    with pytest.raises(Refused, match="not to be done now"):
        play(plan, rulebook(), LogSession(log, Given(choice=Choice(game.step, "rout", None))), options=options)


def test_after_the_end_nothing_is_done_any_more() -> None:
    plan = planned()
    game = played(plan, *[out(0, "Grubnash", 1, by(1, "Thrain"))], END, dice=CALM)
    assert "put_out" in game.state.now.acts
    over = played(plan, "end_game", dice=CALM)
    assert over.state.now.acts == ()
    assert over.state.now.told == "The game is over."


def test_no_act_has_two_meanings() -> None:
    with pytest.raises(ValueError, match="is done already"):
        does("put_out")(lambda run, said: None)
