"""One night after a battle in a few words, for tests that a player can read.

    done = night(three_orcs("big_un"), out=["Big 'Un"], injuries="33")

plays the whole sequence. The dice of a step that is named (``injuries="33 4"``) are exactly those: a face too many or
too few fails the test; those of the experience step are called ``advances``, since ``experience`` is what the scenario
gives. Steps that are not named roll something that does no harm. ``choose`` holds decisions as the choices file does; a
step with any of them, and every step in ``strict``, asks nobody else. All other steps do what is sensible, but keep
their wyrdstone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Any

import yaml

from campaigns.postbattle.choices import Actions, Choice, ChoiceError, FileChoices, Question, Sensible, Value
from campaigns.postbattle.report import By, Casualty, Opponent, Report
from campaigns.postbattle.run import STEPS, NeedsRoll, Run, Throw
from campaigns.postbattle.sequence import play
from mordheim.rules.dice import EnteredDice
from mordheim.rules.effects import Effect
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import Piece, WarbandSnapshot, WarriorSnapshot
from tests.warbands.roster.cast import rulebook
from warbands.roster.check import check
from warbands.roster.interchange import write_warband

EXILES = Opponent("Karak Brynn Exiles", "dwarf_treasure_hunters", 65, "Thrain")
# What a step rolls that is not named, over and over; where it is not fours. No lad has talent and no place is found.
FILLERS = {"experience": (1, 2, 3, 4, 4, 4, 4, 5, 2, 3), "exploration": (1, 2, 3, 4, 5, 6)}


def faces(text: str) -> list[int]:
    """``33 4`` as the faces 3, 3, 4."""
    return [int(face) for face in text if face.isdigit()]


def chosen(step: str, choose: str, value: Value, warrior: str | None = None) -> Choice:
    return Choice(step, choose, value, warrior)


class Told(FileChoices):
    """As a choices file, but what a page puts forward by itself need not be told: then nothing is done where that is
    one of the answers."""

    def decide(self, question: Question) -> Value:
        try:
            return super().decide(question)
        except ChoiceError:
            if question.required:
                raise
            nothing = (option.value for option in question.options if option.value in (False, "none"))
            return next(nothing, question.suggested)


class Evening:
    """Dice and decisions by step."""

    def __init__(self, dice: Mapping[str, str], choices: Iterable[Choice], strict: Iterable[str]) -> None:
        self._dice = {step: EnteredDice(faces(text)) for step, text in dice.items()}
        by_step: dict[str, list[Choice]] = {step: [] for step in strict}
        for choice in choices:
            by_step.setdefault(choice.step, []).append(choice)
        self._deciders = {step: Told(found) for step, found in by_step.items()}
        self._fillers: dict[str, Iterator[int]] = {}
        self.asked: list[Question] = []

    def begin(self, step: str) -> None:
        assert step in STEPS

    def throw(self, request: NeedsRoll) -> Throw:
        if request.step not in self._dice:
            filler = self._fillers.setdefault(request.step, cycle(FILLERS.get(request.step, (4,))))
            return Throw(tuple(min(next(filler), request.sides) for _ in range(request.count)), "table")
        dice = self._dice[request.step]
        return Throw(tuple(dice.roll(request.sides, request.what_for) for _ in range(request.count)), "table")

    def decide(self, question: Question) -> Value:
        self.asked.append(question)
        if question.step not in self._deciders and question.choose == "sell":
            return 0
        return self._deciders.get(question.step, Sensible()).decide(question)

    def act(self, actions: Actions) -> Choice | None:
        return self._deciders.get(actions.step, Sensible()).act(actions)

    def meanwhile(self) -> Iterable[Effect]:
        return ()

    def finish(self) -> None:
        for one in (*self._dice.values(), *self._deciders.values()):
            one.finish()


@dataclass
class Done:
    """A night that is over."""

    run: Run
    asked: list[Question]

    @property
    def snapshot(self) -> WarbandSnapshot:
        return self.run.snapshot

    @property
    def file(self) -> dict[str, Any]:
        """The warband file after it, as plain values."""
        return yaml.safe_load(write_warband(self.snapshot, self.run.rulebook))

    def has(self, name: str) -> bool:
        return any(warrior.name == name for warrior in self.snapshot.warriors)

    def of(self, name: str) -> WarriorSnapshot:
        return next(warrior for warrior in self.snapshot.warriors if warrior.name == name)

    def value(self, name: str, characteristic: str) -> int | str | None:
        return self.run.the(name).value(characteristic)

    def row(self, name: str) -> dict[str, Any]:
        """His entry in the warband file."""
        rows = [row for section in ("heroes", "henchmen", "hired_swords") for row in self.file.get(section, [])]
        return next(row for row in rows if row["name"] == name)

    def effects(self, step: str, *kinds: str) -> list[dict[str, Any]]:
        """What a step did, the count of the battle left out; of these kinds only where any are named."""
        told = [
            effect.as_json()
            for event in self.run.events
            for effect in event.effects
            if event.step == step and event.result != "battle_fought"
        ]
        return [one for one in told if not kinds or one["kind"] in kinds]

    def results(self, step: str) -> list[str]:
        return [event.result for event in self.run.events if event.step == step]

    def gained(self, name: str) -> list[tuple[str, int]]:
        """Why and how much experience he earned."""
        told = self.effects("experience", "experience")
        return [(one["reason"], one["by"]) for one in told if one["warrior"] == name]

    @property
    def choices(self) -> list[dict[str, Any]]:
        return [choice.as_json() for choice in self.run.choices]


def casualty(one: str | Casualty, enemy: str) -> Casualty:
    """``Da Ladz``, ``2 Da Ladz``: out of action by the enemy."""
    if isinstance(one, Casualty):
        return one
    count, _, name = one.partition(" ")
    return Casualty(name, int(count), by=By(enemy)) if count.isdigit() else Casualty(one, by=By(enemy))


def report(*, out: Iterable[str | Casualty] = (), result: str = "lost", **told: Any) -> Report:
    opponents = tuple(told.pop("opponents", (EXILES,)))
    told["items"] = tuple(Piece(item) if isinstance(item, str) else item for item in told.get("items", ()))
    told.setdefault("underdog", 0)
    return Report(
        result=result,
        opponents=opponents,
        out_of_action=tuple(casualty(one, opponents[0].name if len(opponents) == 1 else "") for one in out),
        **told,
    )


def night(
    warband: WarbandSnapshot,
    *,
    choose: Iterable[Choice] = (),
    strict: Iterable[str] = (),
    rules: Rulebook | None = None,
    **told: Any,
) -> Done:
    """The night after a battle that was lost unless ``result`` says otherwise."""
    rules = rules or rulebook()
    named = {step: "advances" if step == "experience" else step for step in STEPS}
    dice = {step: told.pop(named[step]) for step in STEPS if named[step] in told}
    session = Evening(dice, choose, strict)
    before = check(warband, rules)
    played = play(warband, report(**told), rules, session)
    assert played.is_over
    session.finish()
    after = check(played.run.snapshot, rules)
    assert [problem.message for problem in after.blocking if problem not in before.blocking] == []
    return Done(played.run, session.asked)


def fought(warband: WarbandSnapshot, **changes: Any) -> WarbandSnapshot:
    """The warband after three battles, with a full purse unless told otherwise."""
    return replace(warband, **{"battles": 3, "treasury": 500, **changes})
