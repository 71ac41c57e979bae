"""What is played at a table from a log, phase by phase: the set-up, then the game.

A phase is a pure run that asks a `Session` for rolls, decisions and things done. Nothing of it is known here but what
it waits for and whether it is over; whoever stores and shows a table asks `PHASES` what plays the phase that goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from campaigns.postbattle.run import Session, Waiting
from encounters.game import Game, Options, play
from encounters.mapping import Map, draw_map
from encounters.mapping.shifts import Shift, shifted
from encounters.models import Phase
from encounters.setup import run as setting_up
from encounters.setup.plan import Plan
from encounters.table import Party, Table
from warbands.roster.refusals import Refused

MAPS_KEPT = 32


class Run(Protocol):
    """A phase as far as its session went."""

    @property
    def waiting(self) -> Waiting | None:
        """What is missing, ``None`` when it is over."""
        ...

    @property
    def is_over(self) -> bool: ...

    @property
    def step(self) -> str:
        """The step that goes on."""
        ...


@dataclass(frozen=True)
class AtTable:
    """What a phase begins with: the warbands in the order of the battle's sides, the scenario that was announced, the
    bonus on the scenario's roll, the map, what the players agree on; and the plan, once the set-up is over."""

    parties: tuple[Party, ...]
    announced: str = ""
    bonus: int = 0
    map_seed: int = 0
    shifts: tuple[Shift, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    plan: Plan | None = None

    def draw(self, table: Table, objective: str, seed: int) -> Map:
        """The map as it was shifted by hand."""
        return shifted(_drawn(table, objective, seed), self.shifts)


@lru_cache(maxsize=MAPS_KEPT)
def _drawn(table: Table, objective: str, seed: int) -> Map:
    return draw_map(table, objective, seed)


def play_set_up(at: AtTable, session: Session) -> setting_up.SettingUp:
    return setting_up.play(at.parties, session, announced=at.announced, seed=at.map_seed, bonus=at.bonus, draw=at.draw)


def play_game(at: AtTable, session: Session) -> Game:
    """The game of a table that is set. Raises Refused for one that is not."""
    if at.plan is None:
        raise Refused("The table is not set yet.", code="not_yet")
    agreed = dict(at.options)
    options = Options(happenings=bool(agreed.get("happenings")), taken=tuple(agreed.get("taken", ())))
    return play(at.plan, at.parties[0].roster.rulebook, session, options=options)


PHASES: dict[str, Callable[[AtTable, Session], Run]] = {Phase.SET_UP: play_set_up, Phase.GAME: play_game}


def shifts_of(moves: Sequence[dict[str, Any]]) -> tuple[Shift, ...]:
    """Shifts as they are stored."""
    return tuple(Shift(**one) for one in moves)
