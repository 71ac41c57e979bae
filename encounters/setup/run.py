"""Setting up as far as a session goes: first how the scenario is come by, then all of `encounters.setup.engine`. Pure.

The first question, ``how``, is answered with a scenario that all have agreed on or with the chart. Wherever the session
stops, the board can be looked at as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from campaigns.postbattle.choices import Option, Question
from campaigns.postbattle.run import NeedsAction, NeedsChoice, NeedsRoll, Session, Waiting
from encounters.mapping import draw_map
from encounters.setup.board import Board
from encounters.setup.choosing import scenarios_for
from encounters.setup.engine import Draw, set_up
from encounters.setup.plan import Plan
from encounters.table import Party
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Scenario
from warbands.roster.refusals import Refused

STEPS = ("scenario", "roles", "treasure", "ground", "turns")
HOW, ON_THE_CHART = "how", "rolled"


@dataclass(frozen=True)
class SettingUp:
    """How far it has come: ``waiting`` is what is missing, ``board`` there once the scenario is known, ``plan`` once
    nothing is missing any more."""

    parties: tuple[Party, ...]
    waiting: Waiting | None
    board: Board | None
    plan: Plan | None

    @property
    def is_over(self) -> bool:
        return self.plan is not None

    @property
    def step(self) -> str:
        """The step that goes on, the last one when all is done."""
        return step_of(self.waiting) if self.waiting else STEPS[-1]


def step_of(waiting: Waiting) -> str:
    """The step that waits. Raises TypeError for what is no step's."""
    match waiting:
        case NeedsRoll():
            return waiting.step
        case NeedsChoice():
            return waiting.question.step
        case NeedsAction():
            return waiting.actions.step
        case _:
            raise TypeError(f"{waiting!r} belongs to no step")


def play(
    parties: Sequence[Party],
    session: Session,
    *,
    announced: str = "",
    seed: int = 0,
    bonus: int = 0,
    draw: Draw = draw_map,
) -> SettingUp:
    """As far as the session goes. ``announced`` is the scenario that is put forward, where it can be played; all else
    is as `set_up` takes it.

    Raises:
        Refused: as `set_up` does, and for an answer that names no scenario.
    """
    boards: list[Board] = []
    try:
        key = _agreed(parties, session, announced)
        plan = set_up(parties, session, scenario=key, seed=seed, bonus=bonus, draw=draw, seen=boards.append)
    except Waiting as waiting:
        return SettingUp(tuple(parties), waiting, boards[0] if boards else None, None)
    return SettingUp(tuple(parties), None, boards[0], plan)


def _agreed(parties: Sequence[Party], session: Session, announced: str) -> str | None:
    """The scenario that all agree on; ``None`` for the chart."""
    rulebook = parties[0].roster.rulebook
    session.begin(STEPS[0])
    options = [
        Option(ON_THE_CHART, "Roll for it", "2D6 on the chart."),
        *(Option(one.key, one.name, one.summary) for one in scenarios_to_choose(rulebook, len(parties))),
    ]
    keys = [option.value for option in options]
    best = announced if announced in keys else ON_THE_CHART
    question = Question(STEPS[0], HOW, "What is played?", best, options=tuple(options), required=False)
    said = session.decide(question)
    if said not in keys:
        raise Refused(f"There is no scenario {said!r} for {len(parties)} warbands.", code="choice")
    return None if said == ON_THE_CHART else str(said)


def scenarios_to_choose(rulebook: Rulebook, warbands: int) -> tuple[Scenario, ...]:
    """All that so many warbands may agree on: those of their own chart, and two also what is meant for many."""
    return tuple(_to_choose(rulebook, warbands))


def _to_choose(rulebook: Rulebook, warbands: int) -> Iterator[Scenario]:
    yield from scenarios_for(rulebook, warbands)
    if warbands == 2:
        yield from scenarios_for(rulebook, 3)
