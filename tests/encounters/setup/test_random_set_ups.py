"""A thousand battles of two to eight warbands, checked by somebody who has not seen the engine."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from campaigns.postbattle.choices import Actions, Choice, Question, Value
from campaigns.postbattle.log import Given, LogSession
from campaigns.postbattle.run import Waiting
from campaigns.postbattle.sessions import AtOnce
from encounters.setup import Plan, set_up
from encounters.setup.choosing import scenarios_for
from encounters.table import Party
from mordheim.rules.dice import EnteredDice, SeededDice
from tests.encounters.setup.checker import faults
from tests.encounters.setup.stage import a_map, printed
from tests.warbands.roster.cast import rulebook

BATTLES = 1000


class Wilful:
    """Answers every question with any of its options."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.answers: list[Value] = []

    def decide(self, question: Question) -> Value:
        value = self._random.choice(question.options).value if question.kind == "one" else question.suggested
        self.answers.append(value)
        return value

    def act(self, actions: Actions) -> Choice | None:
        return None


class Repeats(Wilful):
    """Answers as somebody did before."""

    def __init__(self, answers: list[Value]) -> None:
        self._left = list(answers)

    def decide(self, question: Question) -> Value:
        return self._left.pop(0)


def warbands(seed: int) -> tuple[Party, ...]:
    """Two to eight of the printed lists, with ratings that are often equal, some of them allies."""
    dice = random.Random(seed)
    chosen = dice.sample(printed(10), dice.randint(2, 8))
    near = dice.random() < 0.3
    return tuple(
        replace(
            one,
            place=place,
            rating=dice.choice((100, 150)) if near else dice.randint(40, 500),
            alliance=dice.randint(0, 2) if dice.random() < 0.2 else place + 10,
        )
        for place, one in enumerate(chosen)
    )


def a_battle(seed: int, some: tuple[Party, ...]) -> tuple[str, Plan, Wilful]:
    """Any scenario that they can play; two may play those for many as well."""
    fitting = [one.key for one in scenarios_for(rulebook(), len(some))]
    fitting += [one.key for one in scenarios_for(rulebook(), 3)] if len(some) == 2 else []
    key = random.Random(f"scenario {seed}").choice(fitting)
    wilful = Wilful(seed)
    drawn = a_map(key, len(some), seed % 2)
    return key, set_up(some, AtOnce(SeededDice(seed), wilful), scenario=key, seed=seed, drawn=drawn), wilful


@pytest.mark.parametrize("part", range(10))
def test_a_thousand_set_ups_are_without_a_fault(part: int) -> None:
    for seed in range(part, BATTLES, 10):
        some = warbands(seed)
        key, plan, _ = a_battle(seed, some)
        told = plan.as_json()
        assert faults(json.loads(json.dumps(told)), {one.name: one.size for one in some}) == [], (seed, key)


def test_the_checker_would_see_a_fault() -> None:
    some = tuple(replace(one, rating=100 + 10 * one.place) for one in printed(5))
    sizes = {one.name: one.size for one in some}
    plan = set_up(some, AtOnce(SeededDice(1), Wilful(1)), scenario="treasure_hunt", drawn=a_map("treasure_hunt", 5))
    told = json.dumps(plan.as_json())
    assert faults(json.loads(told), sizes) == []
    for spoil in (_swap("turn"), _swap("set_up"), _swap("segment"), _underdog, _role, _near, _edge, _table):
        spoiled = json.loads(told)
        spoil(spoiled)
        assert faults(spoiled, sizes), spoil


def _swap(what: str):
    def spoil(plan) -> None:
        one, other = sorted(plan["warbands"], key=lambda warband: warband["turn"])[1:3]
        one[what], other[what] = other[what], one[what]

    return spoil


def _underdog(plan) -> None:
    plan["warbands"][0]["underdog"] = 3


def _role(plan) -> None:
    plan["warbands"][0]["role"] = "defender"


def _near(plan) -> None:
    plan["counters"][1] |= {"x": plan["counters"][0]["x"] + 4, "y": plan["counters"][0]["y"]}


def _edge(plan) -> None:
    plan["counters"][0]["x"] = 10.0


def _table(plan) -> None:
    plan["table"]["width"] = 96


def test_entered_dice_and_the_same_answers_give_the_same_plan() -> None:
    for seed in range(60):
        some = warbands(seed)
        key, plan, wilful = a_battle(seed, some)
        faces = [face for roll in plan.rolls for face in roll.faces]
        session = AtOnce(EnteredDice(faces), Repeats(wilful.answers))
        again = set_up(some, session, scenario=key, seed=seed, drawn=plan.drawn)
        session.finish()
        assert (again.sides, again.counters, again.rewards) == (plan.sides, plan.counters, plan.rewards)


def test_the_same_seed_draws_the_same_map_and_another_another() -> None:
    def features(seed: int):
        return set_up(printed(4), AtOnce(SeededDice(1), Wilful(1)), scenario="street_brawl", seed=seed).features

    assert features(4) == features(4) != features(5)


def test_a_log_stops_at_each_roll_and_question_and_goes_on_where_it_was() -> None:
    some = printed(3)
    log: list[dict] = []
    drawn = a_map("treasure_hunt", 3)
    for _ in range(60):
        session = LogSession(log, Given())
        try:
            plan = set_up(some, session, scenario="treasure_hunt", seed=4, drawn=drawn)
            break
        except Waiting as waiting:
            _give(log, waiting)
    at_once = set_up(some, AtOnce(EnteredDice(_faces(log)), Repeats(_answers(log))), scenario="treasure_hunt", seed=4,
                     drawn=drawn)  # fmt: skip
    assert plan.sides == at_once.sides
    assert plan.counters == at_once.counters


def _give(log: list[dict], waiting: Waiting) -> None:
    """What is waited for: the next of some dice, or what is suggested."""
    from campaigns.postbattle.run import NeedsRoll

    if isinstance(waiting, NeedsRoll):
        face = len(log) * 5 % waiting.sides + 1
        log.append({"roll": [waiting.step, waiting.die, waiting.warrior], "faces": [face] * waiting.count,
                    "source": "table"})  # fmt: skip
    else:
        question = waiting.question  # type: ignore[attr-defined]
        log.append({"choice": [question.step, question.choose, question.warrior], "value": question.suggested})


def _faces(log: list[dict]) -> list[int]:
    return [face for entry in log for face in entry.get("faces", ())]


def _answers(log: list[dict]) -> list[Value]:
    return [entry["value"] for entry in log if "choice" in entry]
