"""The course of a random happening, stage by stage: what is rolled, what it leads to, what is done then."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from mordheim.rules.happenings import (
    Appears,
    Asks,
    AsksForWarrior,
    Finds,
    Lasts,
    PicksBuilding,
    PicksDirection,
    PicksWarband,
    PicksWarrior,
    Rolls,
    RollsOnRows,
    TakesTest,
    Whether,
)
from warbands.roster.explain import CHARACTERISTIC_NAMES
from warbands.views.rule_parts import Stage

# What a sentence names while nothing has been rolled or picked.
IN_GENERAL = {
    "who": "a warrior",
    "warrior": "the warrior",
    "warband": "the warband",
    "player": "the player",
    "building": "the building",
    "edge": "one",
    "opposite": "opposite",
    "direction": "a random side",
    "number": "so many",
    "distance": "so far",
    "turns": "so many turns",
}


def course_of(steps: Iterable[Any]) -> tuple[Stage, ...]:
    """The stages of a happening, or of a part of one."""
    return tuple(stage for step in steps for stage in _STAGES.get(type(step), _told)(step))


def in_general(text: str, **known: str) -> str:
    """A sentence before anything has been rolled or picked that it names, besides what is ``known``."""
    filled = text.format_map(defaultdict(lambda: "some", IN_GENERAL | known))
    return filled[:1].upper() + filled[1:]


def sentences_of(step: Any) -> Iterator[str]:
    """What a step says of itself, in order."""
    if isinstance(step, Appears):
        yield _comes(step)
    known = {"number": str(step.gold)} if isinstance(step, Finds) and step.gold else {}
    yield from (in_general(text, **known) for name in ("told", "acts") if (text := getattr(step, name, None)))


def _comes(step: Appears) -> str:
    """How many of what, and where."""
    who = step.name if step.number == 1 else f"{step.number} {step.plural or step.name}"
    if step.placed:
        return in_general(f"{who}, {step.placed}.")
    return f"At a random edge: {who}." if step.place == "edge" else f"There: {who}."


def _told(step: Any) -> Iterator[Stage]:
    yield from map(Stage, sentences_of(step))


def _on(when: str, steps: Iterable[Any]) -> Iterator[Stage]:
    """What is done on a condition; nothing where there is nothing to do."""
    if inner := course_of(steps):
        one = inner[0] if len(inner) == 1 and not inner[0].when else Stage(then=inner)
        yield Stage(one.told, when, one.die, one.then)


def _warrior(step: PicksWarrior) -> Iterator[Stage]:
    whose = "of the player's" if step.whose == "own" else "of anybody's"
    picked = {"armour_save": ", of those with the best armour save", "spells": ", of those with the most spells"}
    condition = f" {in_general(step.condition)} If not, another." if step.condition else ""
    told = f"A warrior {whose} is picked at random{picked.get(step.best or '', '')}.{condition}"
    yield Stage(told, then=(*course_of(step.steps), *_on("Nobody", step.nobody)))


def _asked_for(step: AsksForWarrior) -> Iterator[Stage]:
    yield Stage(in_general(step.question), then=course_of(step.steps))


def _warband(step: PicksWarband) -> Iterator[Stage]:
    then = (*course_of(step.steps), *_on("None", step.nobody))
    yield Stage("The warband of the lowest rating that may have him is picked.", then=then)


def _building(step: PicksBuilding) -> Iterator[Stage]:
    then = (*course_of(step.steps), *_on("None", step.nobody))
    yield Stage("A building is picked at random.", then=then)


def _direction(_: PicksDirection) -> Iterator[Stage]:
    yield Stage("which way, as the hours of a clock", die="D6")


def _rolled(step: Rolls) -> Iterator[Stage]:
    yield Stage(step.what.rpartition(": ")[2], die=step.die)


def _rows(step: RollsOnRows) -> Iterator[Stage]:
    yield Stage(f"{step.what.rpartition(': ')[2]}, on the chart below", die=step.die)


def _test(step: TakesTest) -> Iterator[Stage]:
    name = CHARACTERISTIC_NAMES[step.characteristic][1]
    by = f" with {step.by:+d}" if step.by else ""
    natural = [stage for one in step.natural for stage in _on(f"A {one.face}", one.steps)]
    then = (*natural, *_on("Passed", step.passed), *_on("Failed", step.failed))
    yield Stage(f"{name} test{by}.", then=then)


def _asks(step: Asks) -> Iterator[Stage]:
    answers = [stage for answer in step.answers for stage in _on(in_general(answer.name), answer.steps)]
    yield Stage(in_general(step.question), then=tuple(answers))


def _whether(step: Whether) -> Iterator[Stage]:
    yield Stage(in_general(step.question), then=(*_on("Yes", step.steps), *_on("No", step.otherwise)))


def _lasts(step: Lasts) -> Iterator[Stage]:
    turns, then = step.each_turn, list[Stage]()
    if turns:
        then += _on("In everybody's turns" if turns.whose == "everybody" else "Each turn", turns.steps)
    if step.over:
        then.append(Stage(in_general(step.over), "At the end"))
    yield Stage(in_general(step.told), then=tuple(then))


_STAGES: Mapping[type, Callable[[Any], Iterator[Stage]]] = {
    PicksWarrior: _warrior,
    AsksForWarrior: _asked_for,
    PicksWarband: _warband,
    PicksBuilding: _building,
    PicksDirection: _direction,
    Rolls: _rolled,
    RollsOnRows: _rows,
    TakesTest: _test,
    Asks: _asks,
    Whether: _whether,
    Lasts: _lasts,
}
