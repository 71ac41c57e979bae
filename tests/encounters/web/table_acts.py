"""Verbs of setting a table over its service: begin, roll, type faces, answer, take back, shift, close."""

from __future__ import annotations

from typing import Any

from campaigns.battle_selectors import sides_of
from campaigns.models import Battle
from campaigns.postbattle.log import Given
from campaigns.postbattle.run import NeedsChoice, NeedsRoll
from encounters.models import Encounter, TableRoll
from encounters.services import tables
from encounters.services.tables import Taken
from encounters.setup.plan import Plan
from encounters.setup.run import SettingUp
from encounters.table_selectors import set_up_of
from warbands.models import Player
from warbands.selectors import current_rulebook

MAP_SEED = 7


def begin(battle: Battle, *, by: Player | None = None, map_seed: int = MAP_SEED, **more: Any) -> Encounter:
    return tables.begin_table(battle, by=by or battle.made_by, map_seed=map_seed, **more)


def fresh(table: Encounter) -> Encounter:
    return Encounter.objects.select_related("battle__campaign").get(pk=table.pk)


def so_far(table: Encounter) -> SettingUp:
    now = fresh(table)
    return set_up_of(now, sides_of(now.battle), current_rulebook())


def plan_of(table: Encounter) -> Plan:
    plan = so_far(table).plan
    assert plan, waits_for(table)
    return plan


def waits_for(table: Encounter) -> str:
    """What is due, in a word or two: ``D6: Setting up: Da Snikkaz``, ``segment``; ``nothing``."""
    waiting = so_far(table).waiting
    if isinstance(waiting, NeedsRoll):
        return f"{waiting.die}: {waiting.what_for}"
    return waiting.question.choose if isinstance(waiting, NeedsChoice) else "nothing"


def go_on(table: Encounter, *, by: Player | None = None, version: int | None = None, **given: Any) -> Taken:
    return tables.take(table.pk, by=by or table.battle.made_by, given=Given(**given), version=version)


def type_faces(table: Encounter, *faces: int, **more: Any) -> Taken:
    return go_on(table, faces=faces, **more)


def roll(table: Encounter, *, on: bool = False, **more: Any) -> Taken:
    return go_on(table, roll="all" if on else "one", **more)


def answer(table: Encounter, value: Any, **more: Any) -> Taken:
    return go_on(table, answer=(value,), **more)


def finish(table: Encounter, **answers: Any) -> Encounter:
    """Everything that is left: the app rolls, and what is not said by the name of its question is as suggested."""
    while (waiting := so_far(table).waiting) is not None:
        if isinstance(waiting, NeedsRoll):
            roll(table)
        else:
            question = waiting.question
            answer(table, answers.get(question.choose, question.suggested))
    return fresh(table)


def set_table(battle: Battle, **answers: Any) -> Encounter:
    """A table that is set, of the scenario that was announced."""
    return finish(begin(battle), **answers)


def close(table: Encounter, *, by: Player | None = None, **more: Any) -> Encounter:
    return tables.close_set_up(fresh(table), by=by or table.battle.made_by, **more)


def rolls(table: Encounter) -> list[TableRoll]:
    return list(TableRoll.objects.filter(encounter=table))
