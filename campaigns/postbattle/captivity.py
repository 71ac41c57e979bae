"""What a captor may do with a captive for good, and what his warband has of it; and how a settlement is reversed.

The fates are data: results of whatever injury makes a captive (core, Serious Injuries; ruling 18). Each is played on
the captor's warband with the interpreter of all results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

# Registers every interpreter.
from campaigns.postbattle import sequence as _sequence  # noqa: F401
from campaigns.postbattle.choices import Sensible
from campaigns.postbattle.outcomes import Cause, happens
from campaigns.postbattle.report import Report
from campaigns.postbattle.run import Event, NeedsRoll, Run, Throw
from campaigns.postbattle.sessions import AtOnce
from mordheim.rules.dice import Dice, SeededDice
from mordheim.rules.effects import (
    AdvanceDue,
    Captured,
    Effect,
    Experience,
    Freed,
    GainItem,
    Gold,
    Joins,
    Leaves,
    LoseItem,
    MissGames,
    Shards,
    WarbandEffect,
)
from mordheim.rules.results import Fate, IsCaptured
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import Piece, WarriorSnapshot
from warbands.roster.members import Roster
from warbands.roster.refusals import Refused

STEP = "captives"


def fates_of(rulebook: Rulebook) -> tuple[Fate, ...]:
    """Everything that a captor might do with a captive."""
    results = (result for injury in rulebook.injuries.values() for result in injury.results)
    return tuple(fate for result in results if isinstance(result, IsCaptured) for fate in result.fates)


def fates_for(roster: Roster) -> tuple[Fate, ...]:
    """What this warband might do with a captive."""
    families = set(roster.warband_type.families)
    return tuple(fate for fate in fates_of(roster.rulebook) if not fate.families or families & set(fate.families))


@dataclass(frozen=True)
class Sealed:
    """What the captor's warband has of a fate."""

    effects: tuple[Effect, ...]
    events: tuple[Event, ...]


def seal(roster: Roster, fate: Fate, gear: Iterable[Piece], dice: Dice) -> Sealed:
    """Play a fate on the captor's warband: the captive's gear goes to the stash, then its results happen.

    Raises:
        DiceError: for entered dice that do not fit, are missing or are left over.
    """
    session = AtOnce(dice, Sensible())
    run = _play(roster, fate, gear, session)
    session.finish()
    return Sealed(tuple(effect for event in run.events for effect in event.effects), tuple(run.events))


def _play(roster: Roster, fate: Fate, gear: Iterable[Piece], session: AtOnce) -> Run:
    run = Run(roster.rulebook, Report("lost", ()), session, roster.snapshot)
    run.begin(STEP)
    if taken := [GainItem(piece.item, piece.quantity, piece.material) for piece in gear]:
        run.happen("gear", *taken)
    happens(run, fate.results, Cause(fate.key, fate.name))
    return run


@dataclass
class _Noting(AtOnce):
    """Notes what is rolled."""

    noted: list[NeedsRoll] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(SeededDice(0), Sensible())

    def throw(self, request: NeedsRoll) -> Throw:
        self.noted.append(request)
        return super().throw(request)


def rolls_of(roster: Roster, fate: Fate) -> tuple[NeedsRoll, ...]:
    """The rolls that a fate asks for."""
    session = _Noting()
    _play(roster, fate, (), session)
    return tuple(session.noted)


# --- taking it back -------------------------------------------------------------------------------------------------

_REVERSED: dict[type[Effect], Callable[[Any, WarriorSnapshot], Effect]] = {
    Gold: lambda effect, _: Gold(-effect.by),
    Shards: lambda effect, _: Shards(-effect.by),
    GainItem: lambda effect, _: LoseItem(effect.item, effect.quantity, effect.material, effect.warrior),
    WarbandEffect: lambda effect, _: replace(effect, gone=not effect.gone),
    Joins: lambda effect, _: Leaves(effect.warrior, count=effect.count),
    Leaves: lambda effect, captive: Joins(effect.warrior, effect.count, captive),
    Freed: lambda effect, captive: Captured(effect.warrior, captive.captured_by),
    Experience: lambda effect, _: Experience(effect.warrior, -effect.by, effect.reason),
    AdvanceDue: lambda effect, _: AdvanceDue(effect.warrior, -effect.by),
    MissGames: lambda effect, _: MissGames(effect.warrior, -effect.by),
}


def reversed_effects(effects: Sequence[Effect], captive: WarriorSnapshot) -> tuple[Effect, ...]:
    """What undoes these effects, the last one first; ``captive`` is he as he was before.

    Raises:
        Refused: for one that cannot be taken back.
    """
    if lasting := [effect for effect in effects if type(effect) not in _REVERSED]:
        raise Refused(f"What came of it ({lasting[0].kind}) cannot be taken back.", code="undo")
    return tuple(_REVERSED[type(effect)](effect, captive) for effect in reversed(effects))
