"""Rows of a table to plain values.

A run is worked out once for each state of a table and kept in the process, since drawing a map takes far longer than
all the rest of a page. What a run hangs on is its key, so that nothing needs to be told when a table changes.
"""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, cast

from campaigns.battle_selectors import roster_in_battle
from campaigns.models import Battle, Side
from campaigns.postbattle.log import Diverged, Given, LoggedRoll, LogSession
from encounters.models import Encounter, Phase
from encounters.phases import PHASES, AtTable, Run, shifts_of
from encounters.setup.run import SettingUp
from encounters.table import Party
from mordheim.rules.dice import DiceError
from mordheim.rules.rulebook import Rulebook
from warbands.roster.refusals import Refused

RUNS_KEPT = 32


@dataclass(frozen=True)
class Played:
    """A phase of a table as far as its log goes: the run, every roll of it, and what else was worked out from it."""

    phase: str
    run: Run
    rolls: tuple[LoggedRoll, ...]
    rulebook: Rulebook
    shown: dict[str, Any]


def encounter_of(battle: Battle) -> Encounter | None:
    """The battle's table, if one was begun; one query."""
    encounter = Encounter.objects.filter(battle=battle.pk).first()
    if encounter is not None:
        encounter.battle = battle
    return encounter


def version_of(battle_id: int, campaign_id: int) -> int | None:
    """The version of the table of a campaign's battle; one small query."""
    rows = Encounter.objects.filter(battle=battle_id, battle__campaign=campaign_id)
    return rows.values_list("version", flat=True).first()


# --- who has come -----------------------------------------------------------------------------------------------------


def came_of(sides: Sequence[Side], *, bonus: int) -> dict[str, Any]:
    """What the sides are as a table is begun, where that may change later."""
    about = [{"joined": len(side.joined), "missing": list(side.missing)} for side in sides]
    return {"bonus": bonus, "sides": about}


def alliances_of(encounter: Encounter, sides: Sequence[Side]) -> list[int]:
    """As announced: those of the battle until the set-up is closed, then those of that moment."""
    kept = encounter.came.get("alliances")
    return list(kept) if kept else [side.alliance for side in sides]


def parties_of(encounter: Encounter, sides: Sequence[Side], rulebook: Rulebook) -> tuple[Party, ...]:
    """The warbands as they came to the table. No query."""
    alliances = alliances_of(encounter, sides)
    return tuple(
        _party(place, side, about, alliances[place], rulebook)
        for place, (side, about) in enumerate(zip(sides, encounter.came["sides"], strict=True))
    )


def _party(place: int, side: Side, about: dict[str, Any], alliance: int, rulebook: Rulebook) -> Party:
    then = copy(side)
    then.joined = side.joined[: about["joined"]]
    roster = roster_in_battle(then, rulebook)
    return Party(place, roster, side.rating_before, alliance, frozenset(about["missing"]))


# --- runs -------------------------------------------------------------------------------------------------------------


def played(
    encounter: Encounter, sides: Sequence[Side], rulebook: Rulebook, phase: str, session: LogSession | None = None
) -> Played:
    """A phase as far as its log goes, or with a session further; as far as its log goes it is kept. No query.

    Args:
        encounter: the table, with its battle.
        sides: the battle's sides in their order.
        rulebook: the rules.
        phase: one of `PHASES`; what comes before it is played too.
        session: what goes on from the log, where it goes on.

    Raises:
        Diverged: when the log does not fit the rules any more.
        Refused, DiceError: by what the session brings.
    """
    key = _key(encounter, sides, phase)
    if session is None:
        if (found := _KEPT.get(key, rulebook)) is not None:
            return found
        session = LogSession(list(encounter.log_of(phase)), Given())
    run = PHASES[phase](_at(encounter, sides, rulebook, phase), session)
    session.check_all_used()
    return Played(phase, run, tuple(session.rolls), rulebook, {})


def stand_of(encounter: Encounter, sides: Sequence[Side], rulebook: Rulebook, phase: str) -> Played:
    """The same as far as its log goes, kept for whoever asks next. Raises Diverged, also where the rules refuse by now
    what the log holds."""
    try:
        found = played(encounter, sides, rulebook, phase)
    except (Refused, DiceError) as error:
        raise Diverged(len(encounter.log_of(phase)), str(error)) from None
    keep(encounter, sides, found)
    return found


def before_last(
    encounter: Encounter, sides: Sequence[Side], rulebook: Rulebook, phase: str
) -> tuple[Played, int] | None:
    """The same before the last act that was brought, with the place in the log where that begins; ``None`` where
    nothing was brought yet. Raises Diverged."""
    acts = encounter.acts_of(phase)
    if not acts:
        return None
    place = int(acts[-1]["place"])
    then = copy(encounter)
    then.keep(phase, encounter.log_of(phase)[:place], acts[:-1])
    return stand_of(then, sides, rulebook, phase), place


def set_up_of(encounter: Encounter, sides: Sequence[Side], rulebook: Rulebook) -> SettingUp:
    """The set-up as far as it has come. Raises Diverged."""
    return cast(SettingUp, stand_of(encounter, sides, rulebook, Phase.SET_UP).run)


def keep(encounter: Encounter, sides: Sequence[Side], found: Played) -> None:
    """Keep a run that was worked out from what the row holds now."""
    _KEPT.put(_key(encounter, sides, found.phase), found)


def _at(encounter: Encounter, sides: Sequence[Side], rulebook: Rulebook, phase: str) -> AtTable:
    at = AtTable(
        parties_of(encounter, sides, rulebook),
        announced=encounter.battle.scenario_key,
        bonus=encounter.came["bonus"],
        map_seed=encounter.map_seed,
        shifts=shifts_of(encounter.moves),
        options=tuple(sorted(encounter.options.items())),
    )
    return at if phase == Phase.SET_UP else replace(at, plan=set_up_of(encounter, sides, rulebook).plan)


def _key(encounter: Encounter, sides: Sequence[Side], phase: str) -> str:
    """All that a run hangs on besides the rules."""
    logs = [encounter.set_up_log, *([encounter.game_log] if phase == Phase.GAME else [])]
    told = [
        encounter.pk,
        encounter.begun_at.isoformat(),
        encounter.map_seed,
        encounter.moves,
        encounter.came,
        encounter.options,
        encounter.battle.scenario_key,
        alliances_of(encounter, sides),
        [[side.pk, side.rating_before, side.warband_name] for side in sides],
        logs,
    ]
    return f"{phase}:{hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()}"


class _Kept:
    """The latest runs, the one that was asked for longest ago given up first."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, Lock()
        self._found: OrderedDict[str, Played] = OrderedDict()

    def get(self, key: str, rulebook: Rulebook) -> Played | None:
        with self._lock:
            found = self._found.get(key)
            if found is None or found.rulebook is not rulebook:
                return None
            self._found.move_to_end(key)
            return found

    def put(self, key: str, found: Played) -> None:
        with self._lock:
            self._found[key] = found
            self._found.move_to_end(key)
            while len(self._found) > self._most:
                self._found.popitem(last=False)


_KEPT = _Kept(RUNS_KEPT)
