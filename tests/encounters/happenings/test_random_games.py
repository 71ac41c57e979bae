"""Whatever the seed, the warbands and the answers: a happening comes to an end, is plain data, and comes out the same
again, from the dice it rolled and from its log."""

from __future__ import annotations

import json
import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.postbattle.choices import Actions, Choice, Question, Value
from campaigns.postbattle.log import Given, LogSession
from campaigns.postbattle.run import NeedsChoice, NeedsRoll, Session
from campaigns.postbattle.sessions import AtOnce
from encounters.happenings.engine import Happened, encounter, roll_on_chart, turn
from encounters.happenings.plain import carried_from, lasting_from
from encounters.happenings.state import TableState
from encounters.happenings.talk import Talk
from encounters.table import parties_of
from mordheim.rules.dice import EnteredDice, SeededDice
from mordheim.rules.snapshot import WarbandSnapshot
from mordheim.rules.tables import TOTALS
from tests.encounters.happenings.stage import Says, no_table, table
from tests.warbands.roster.cast import rulebook, warband, warrior

# Chi-square of 36 equally likely codes has 35 degrees of freedom; honest dice go beyond this once in a thousand seeds.
CODES, LIMIT = 36, 66.62
patient = settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def chi_square(counts: Counter[int], rolls: int) -> float:
    expected = rolls / CODES
    return sum((counts[code] - expected) ** 2 / expected for code in TOTALS["D66"])


class TestTheChartIsFair:
    def test_a_hundred_thousand_rolls_hit_all_codes_alike(self) -> None:
        talk = Talk(AtOnce(SeededDice(66), Says({})))
        counts = Counter(roll_on_chart(talk, rulebook())[0] for _ in range(100_000))
        assert set(counts) == set(TOTALS["D66"])
        assert chi_square(counts, 100_000) < LIMIT

    def test_the_measure_would_see_a_loaded_die(self) -> None:
        loaded = Counter(dict.fromkeys(TOTALS["D66"], 100000 // CODES))
        loaded[11] += 500
        assert chi_square(loaded, 100_500) > LIMIT

    @pytest.mark.soak
    def test_so_do_a_hundred_thousand_happenings_played_out(self) -> None:
        session, at = AtOnce(SeededDice(7), Says({})), no_table()
        counts = Counter(encounter(at, session).code for _ in range(100_000))
        assert chi_square(counts, 100_000) < LIMIT

    def test_one_of_seven_is_picked_as_often_as_another(self) -> None:
        """Chi-square of seven, 6 degrees of freedom, once in a thousand."""
        talk = Talk(AtOnce(SeededDice(3), Says({})))
        counts = Counter(talk.one_of("ABCDEFG", "one of seven") for _ in range(7_000))
        assert sum((counts[place] - 1_000) ** 2 / 1_000 for place in range(7)) < 22.46


# --- whatever comes -------------------------------------------------------------------------------------------------


class Whims:
    """Answers anything that may be answered."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def decide(self, question: Question) -> Value:
        if question.kind == "number":
            return self._random.randint(question.least, question.most or question.least)
        return self._random.choice(question.options).value

    def act(self, actions: Actions) -> Choice | None:
        return None


class CountedDice(SeededDice):
    """Seeded dice that remember every face."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.faces: list[int] = []

    def roll(self, sides: int, what_for: str) -> int:
        self.faces.append(super().roll(sides, what_for))
        return self.faces[-1]


def everybody(kind: str, number: int) -> WarbandSnapshot:
    """A warband of that type with one of each warrior, and names that nobody would print."""
    entry = rulebook().warband_types[kind]
    lines = [
        warrior(
            f"{2 if one.section == 'henchman' else 1} {one.key}",
            of=kind,
            name=f"{{{one.key}}} {number}",
            spells=rulebook().lores[one.casting.lore].spells[:number] if one.casting else (),
        )
        for one in entry.warriors
    ]
    return replace(warband(kind, *lines, battles=1), name=f"{entry.name} {{{number}}}")


KINDS = sorted(rulebook().warband_types)


@st.composite
def tables(draw: st.DrawFn) -> TableState:
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=2, max_size=8))
    parties = parties_of([everybody(kind, number) for number, kind in enumerate(kinds)], rulebook())
    active = draw(st.integers(0, len(kinds) - 1))
    out = {
        place: {m.name: draw(st.integers(0, m.warrior.size)) for m in parties[place].present}
        for place in draw(st.sets(st.integers(0, len(kinds) - 1)))
    }
    return TableState(rulebook(), parties, active, draw(st.integers(0, 40)), out=out)


def played(at: TableState, session: Session, turns: int = 4) -> list[dict[str, Any]]:
    """A happening and the turns after it, as plain data."""
    happened = encounter(at, session)
    told: list[dict[str, Any]] = [happened.as_json()]
    lasting = list(happened.outcome.lasting)
    for number in range(1, turns + 1):
        now = replace(at, active=(at.active + number) % max(1, len(at.parties)))
        left = []
        for one in lasting:
            turned = turn(now, one, session)
            told.append({"text": turned.outcome.text, "effects": turned.outcome.effects_as_json()})
            left += [*([turned.lasting] if turned.lasting else []), *turned.outcome.lasting]
        lasting = left
    return told


class TestWhateverComes:
    @patient
    @given(tables(), st.integers(0, 10**9))
    def test_it_ends_and_is_plain_data(self, at: TableState, seed: int) -> None:
        told = played(at, AtOnce(SeededDice(seed), Whims(seed)))
        assert json.loads(json.dumps(told)) == told
        assert all(one["text"] == one["text"].strip() and "{who}" not in one["text"] for one in told)

    @patient
    @given(tables(), st.integers(0, 10**9))
    def test_the_dice_entered_at_the_table_give_the_same(self, at: TableState, seed: int) -> None:
        dice = CountedDice(seed)
        rolled = played(at, AtOnce(dice, Whims(seed)))
        again = AtOnce(EnteredDice(dice.faces), Whims(seed))
        entered = played(at, again)
        again.finish()
        assert _unsourced(entered) == _unsourced(rolled)

    @patient
    @given(tables(), st.integers(0, 10**9))
    def test_what_lasts_and_what_is_carried_comes_back_from_a_log(self, at: TableState, seed: int) -> None:
        happened = encounter(at, AtOnce(SeededDice(seed), Whims(seed)))
        outcome = happened.outcome
        for lasting in outcome.lasting:
            assert lasting_from(json.loads(json.dumps(lasting.as_json()))) == lasting
        for carried in outcome.carried:
            assert carried_from(json.loads(json.dumps(carried.as_json()))) == carried

    @pytest.mark.soak
    @settings(max_examples=3000, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
    @given(tables(), st.integers(0, 10**9))
    def test_many_games_end(self, at: TableState, seed: int) -> None:
        played(at, AtOnce(SeededDice(seed), Whims(seed)), turns=12)


def _unsourced(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    for one in told:
        for roll in one.get("rolls", ()):
            roll.pop("source")
    return told


# --- stopped and taken up again ---------------------------------------------------------------------------------------


def stepwise(at: TableState, seed: int) -> tuple[Happened, int]:
    """The same with a log that grows by one roll or one answer at a time, as on a page; and how often it stopped."""
    dice, whims, log, stops = SeededDice(seed), Whims(seed), list[dict[str, Any]](), 0
    while True:
        session = LogSession(log, Given())
        try:
            return encounter(at, session), stops
        except NeedsRoll as due:
            faces = tuple(dice.roll(due.sides, due.what_for) for _ in range(due.count))
            log = _grown(at, log, Given(faces=faces))
        except NeedsChoice as due:
            log = _grown(at, log, Given(answer=(whims.decide(due.question),)))
        stops += 1


def _grown(at: TableState, log: list[dict[str, Any]], given: Given) -> list[dict[str, Any]]:
    session = LogSession(list(log), given)
    with suppress(NeedsRoll, NeedsChoice):
        encounter(at, session)
    return session.log


@pytest.mark.parametrize("seed", range(60))
def test_taken_up_again_after_every_die_it_is_the_same(seed: int) -> None:
    at = table(active=seed % 3)
    resumed, stops = stepwise(at, seed)
    at_once = encounter(at, AtOnce(SeededDice(seed), Whims(seed)))
    assert _unsourced([resumed.as_json()]) == _unsourced([at_once.as_json()])
    assert stops >= 1
