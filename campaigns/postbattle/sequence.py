"""The sequence after a battle: the steps in the book's order, played for one warband.

`play` runs them until they are done or until somebody has to roll or decide. The same function serves a file on the
command line, a page that asks for one thing after another, and a season that plays itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

# Their interpreters register themselves.
from campaigns.postbattle import finds as _finds  # noqa: F401
from campaigns.postbattle import joining as _joining  # noqa: F401
from campaigns.postbattle.experience import experience
from campaigns.postbattle.exploration import exploration
from campaigns.postbattle.income import upkeep, wyrdstone
from campaigns.postbattle.injuries import count_the_battle, roll_injuries
from campaigns.postbattle.leading import choose_leader
from campaigns.postbattle.report import Report, check_report
from campaigns.postbattle.run import STEPS, Run, Session, Waiting
from campaigns.postbattle.settling import roll_for_plague, settle
from campaigns.postbattle.trading import dramatis_personae, equipment, rare_items, recruits_and_trading, veterans
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import WarbandSnapshot
from warbands.roster.check import check
from warbands.roster.refusals import Refused


def injuries(run: Run) -> None:
    """The first step: what is settled as the game ends, those who were out of action, and the sick."""
    count_the_battle(run)
    takes: dict[str, Callable[[Run], None]] = {
        "settling": settle,
        "injuries": roll_injuries,
        "sick": roll_for_plague,
    }
    for stage, part in takes.items():
        run.begin_stage(stage)
        part(run)


def rating(run: Run) -> None:
    """The last step: the rating as it is now."""
    now = check(run.snapshot, run.rulebook).rating
    run.happen("rating", sentence=f"The rating is {now} now.")


_STEPS: Mapping[str, Callable[[Run], None]] = {
    "injuries": injuries,
    "experience": experience,
    "exploration": exploration,
    "wyrdstone": wyrdstone,
    "upkeep": upkeep,
    "veterans": veterans,
    "rare_items": rare_items,
    "dramatis_personae": dramatis_personae,
    "recruits_and_trading": recruits_and_trading,
    "equipment": equipment,
    "rating": rating,
}
assert tuple(_STEPS) == STEPS  # noqa: S101


@dataclass(frozen=True)
class Played:
    """How far the sequence has come: the run, the steps that are done, and what it waits for."""

    run: Run
    done: tuple[str, ...]
    waiting: Waiting | None = None

    @property
    def is_over(self) -> bool:
        return self.waiting is None

    @property
    def step(self) -> str:
        """The step that goes on, or the last."""
        return self.run.step


def play(snapshot: WarbandSnapshot, report: Report, rulebook: Rulebook, session: Session) -> Played:
    """Play the sequence for a warband as it went into the battle.

    Raises:
        Refused: when the report does not fit the warband, the warband is not legal, or a decision breaks a rule.
        DiceError, ChoiceError: from the session.
    """
    if blocking := check(snapshot, rulebook).blocking:
        raise Refused(blocking[0].message, code=blocking[0].code)
    run = Run(rulebook, report, session, in_order(snapshot))
    check_report(run.roster, report)
    done: list[str] = []
    try:
        for step, takes in _STEPS.items():
            run.begin(step)
            _take(run, takes)
            done.append(step)
    except Waiting as waiting:
        return Played(run, tuple(done), waiting)
    return Played(run, tuple(done))


def _take(run: Run, takes: Callable[[Run], None]) -> None:
    """One step; whoever led and is gone by its end has an heir before the next."""
    if run.collapsed:
        run.happen("collapsed", sentence="The warband is no more.")
        return
    takes(run)
    choose_leader(run)


def in_order(snapshot: WarbandSnapshot) -> WarbandSnapshot:
    """Heroes, henchmen, hired swords, as a warband file lists them, each with a number."""
    order = ("hero", "henchman", "hired_sword")
    warriors = sorted(snapshot.warriors, key=lambda warrior: order.index(warrior.section))
    numbered = (
        replace(warrior, id=-number) if warrior.id is None else warrior
        for number, warrior in enumerate(warriors, start=1001)
    )
    return replace(snapshot, warriors=tuple(numbered))
