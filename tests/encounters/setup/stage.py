"""Warbands that come to a table: with the ratings and numbers that a test names, or from the files of printed lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from campaigns.postbattle.choices import Actions, Choice, Question, Value
from campaigns.postbattle.sessions import AtOnce
from encounters.mapping import Map, draw_map
from encounters.setup import Plan, set_up
from encounters.setup.engine import table_of_scenario
from encounters.table import Party, Table, parties_of
from mordheim.rules.dice import EnteredDice
from tests.warbands.roster.cast import FILES, rulebook, warband, warrior
from warbands.roster.interchange import read_warband

FILE_NAMES = (
    "da_snikkaz", "karak_brynn_exiles", "hammer_and_pyre", "the_ninth_coffin", "the_quiet_claw",
    "the_thirteenth_bell", "ulrics_pack", "altdorf_greycoats", "the_gilded_oars", "the_abbey_wall",
)  # fmt: skip


def party(
    name: str, rating: int = 100, *, boyz: int = 3, place: int = 0, alliance: int | None = None, kind: str = "orc_mob"
) -> Party:
    """A mob of a boss and so many boyz, or another list's leader alone, with that rating."""
    lines = [warrior("orc_boss", name="Boss"), warrior(f"{boyz} orc_boy", name="Boyz")]
    if kind != "orc_mob":
        lines = [warrior(rulebook().warband_types[kind].warriors[0].key, name="Leader", of=kind)]
    snapshot = replace(warband(kind, *lines, battles=1), name=name)
    (made,) = parties_of([snapshot], rulebook(), fewest=1)
    return replace(made, place=place, rating=rating, alliance=place if alliance is None else alliance)


def parties(*some: Party | tuple[str, int] | str) -> tuple[Party, ...]:
    """Several, each with its place: a name, a name with a rating, or a whole party."""
    made = [one if isinstance(one, Party) else party(one) if isinstance(one, str) else party(*one) for one in some]
    return tuple(replace(one, place=place, alliance=place) for place, one in enumerate(made))


@cache
def printed(count: int) -> tuple[Party, ...]:
    """So many warbands of printed lists."""
    raw = [(FILES / f"{name}.yaml").read_bytes() for name in FILE_NAMES[:count]]
    alone = [parties_of([read_warband(one, rulebook())], rulebook(), fewest=1)[0] for one in raw]
    return tuple(replace(one, place=place, alliance=place) for place, one in enumerate(alone))


class Says:
    """Answers by the name of the question; what nobody has said is as suggested. A list answers one after another."""

    def __init__(self, answers: Mapping[str, Value]) -> None:
        self._answers = {name: list(said) if isinstance(said, list) else said for name, said in answers.items()}
        self.asked: list[Question] = []

    def decide(self, question: Question) -> Value:
        self.asked.append(question)
        said = self._answers.get(question.choose, question.suggested)
        return said.pop(0) if isinstance(said, list) else said

    def act(self, actions: Actions) -> Choice | None:
        return None

    def question(self, choose: str) -> Question:
        return next(one for one in self.asked if one.choose == choose)


def a_map(scenario: str, warbands: int, seed: int = 1) -> Map:
    """A map of the scenario for so many."""
    played = rulebook().scenarios[scenario]
    objective = played.plan.objective
    return _drawn(table_of_scenario(played, warbands), objective.on_map if objective else "none", seed)


@cache
def _drawn(table: Table, objective: str, seed: int) -> Map:
    """Drawn once for each, since drawing takes longer than all else."""
    return draw_map(table, objective, seed)


def planned(
    some: Sequence[Party], *faces: int, scenario: str | None = None, says: Says | None = None, **options: Any
) -> Plan:
    """The plan with all the dice that it needs, and not one more."""
    answers = {name: options.pop(name) for name in list(options) if name not in ("seed", "bonus", "drawn")}
    if scenario and "seed" not in options:
        options.setdefault("drawn", a_map(scenario, len(some)))
    session = AtOnce(EnteredDice(faces), says or Says(answers))
    plan = set_up(some, session, scenario=scenario, **options)
    session.finish()
    return plan
