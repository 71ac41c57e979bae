"""The page of a random happening: its steps in words, its small charts, and what appears."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mordheim.rules.happenings import (
    Appears,
    BringsPeddler,
    Happening,
    JoinsForGame,
    LeavesLoot,
    Rolls,
    RollsOnRows,
    Row,
    SpreadsPlague,
    branches,
    every_step,
)
from warbands.roster.explain import CHARACTERISTIC_NAMES, Figure
from warbands.views.rule_courses import course_of, sentences_of
from warbands.views.rule_parts import Parts, Statline
from warbands.views.rule_words import Group, Told, profile_figures, span_told
from warbands.views.rule_words import Row as ShownRow


def happening_page(told: Told, happening: Happening, parts: Parts) -> None:
    parts.fact("Rolled on a D66", span_told(happening.codes))
    parts.course = course_of(happening.steps)
    for step in every_step(happening.steps):
        if isinstance(step, RollsOnRows):
            parts.groups.append(Group(f"{step.what} ({step.die})", tuple(_chart_row(row) for row in step.rows)))
        elif isinstance(step, Appears):
            _creature(told, step, parts)
        else:
            _carried(told, step, parts)


def _carried(told: Told, step: Any, parts: Parts) -> None:
    """What reaches past the game: the disease's own list, goods, and who may stay."""
    match step:
        case SpreadsPlague():
            rows = (ShownRow(row.name, roll=span_told((row.low, row.high)), what=row.summary) for row in step.rows)
            parts.groups.append(Group("The disease (D6)", tuple(rows)))
        case BringsPeddler():
            parts.fact(f"Sells, {step.quantity} of each", *told.links("items", step.items))
        case LeavesLoot():
            parts.fact("Leaves behind", *told.links("items", step.items))
        case JoinsForGame():
            parts.fact("Hired sword", told.link("hired_swords", step.hired_sword))


def _sentences(steps: Iterable[Any]) -> Iterator[str]:
    """Every sentence and every die of a row, in order."""
    for step in steps:
        if isinstance(step, RollsOnRows):
            continue
        if isinstance(step, Rolls):
            yield f"{step.what}: {step.die}."
        yield from sentences_of(step)
        for branch in branches(step):
            yield from _sentences(branch)


def _chart_row(row: Row) -> ShownRow:
    roll = span_told((row.low, row.high))
    if row.missing:
        return ShownRow("Missing", what="The source does not have this row.", roll=roll, missing=True)
    return ShownRow(row.name, roll=roll, what=" ".join(_sentences(row.steps)))


def _creature(told: Told, step: Appears, parts: Parts) -> None:
    rulebook = told.rulebook
    if figures := _figures(told, step):
        parts.statlines.append(Statline(step.name, figures))
    parts.fact(f"{step.name}: save", f"{step.save}+" if step.save else None)
    parts.fact(f"{step.name}: has", *told.links("items", step.gear), *told.links("skills", step.skills))
    parts.fact(f"{step.name}: says", *told.links("spells", step.prayers))
    rows = [told.row("rules", key) for key in step.rules if key in rulebook.rules]
    rows += [ShownRow(one.name, what=one.summary) for one in step.special]
    if rows:
        parts.groups.append(Group(f"{step.name}: special rules", tuple(rows)))


def _figures(told: Told, step: Appears) -> tuple[Figure, ...]:
    if step.profile is not None:
        values: dict[str, Any] = step.profile.model_dump()
        return tuple(Figure(*names, str(values[key])) for key, names in CHARACTERISTIC_NAMES.items())
    if step.listed is None:
        return ()
    kind = told.rulebook.warband_types.get(step.listed.warband_type)
    warrior = kind.warrior(step.listed.warrior) if kind else None
    return profile_figures(warrior.profile) if warrior else ()
