"""How a campaign stands, as plain values: what the dashboard, the CSV and the chart draw. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime


@dataclass(frozen=True)
class Figures:
    """What a warband did in the battles of a campaign. ``wins`` counts shared victories; ``kills`` are enemies put
    out of action, ``losses`` its own warriors put out of action."""

    battles: int = 0
    wins: int = 0
    draws: int = 0
    kills: int = 0
    losses: int = 0


@dataclass(frozen=True)
class Standing:
    """A warband's line. ``treasury`` in gold crowns, ``None`` where the one who looks may not see it; ``rating``
    ``None`` for a warband that is gone."""

    enrolment_id: int
    name: str
    player: str
    type_name: str
    url: str
    figures: Figures = field(default_factory=Figures)
    rating: int | None = None
    warriors: int = 0
    treasury: int | None = None
    player_id: int | None = None
    own: bool = False
    retired: bool = False
    place: int = 0


def ranked(standings: Iterable[Standing]) -> tuple[Standing, ...]:
    """The active ones by wins, draws, enemies put out and rating, with equal places for equals; then the retired."""
    ordered = sorted(standings, key=lambda one: (one.retired, *_merit(one), one.name.casefold(), one.enrolment_id))
    placed: list[Standing] = []
    for number, standing in enumerate(ordered, start=1):
        level = bool(placed) and _merit(placed[-1]) == _merit(standing) and placed[-1].retired == standing.retired
        placed.append(replace(standing, place=placed[-1].place if level else number))
    return tuple(placed)


def _merit(standing: Standing) -> tuple[int, ...]:
    done = standing.figures
    return (-done.wins, -done.draws, -done.kills, -(standing.rating or 0))


@dataclass(frozen=True)
class Turn:
    """Something that somebody has to do: who, what, where, and who waits for it. ``key`` stays the same while it is
    the same thing to do, ``since`` says from when."""

    key: str
    player_id: int | None
    player: str
    what: str
    url: str
    waiting: tuple[str, ...] = ()
    since: datetime = field(default=datetime.min)


@dataclass(frozen=True)
class Meeting:
    """Warbands that are to meet, each with its player's name: by a pairing, or in a battle that is set up."""

    sides: tuple[tuple[str, str], ...]
    pairing_id: int | None = None
    battle_id: int | None = None
    may_withdraw: bool = False
    own: bool = False


@dataclass(frozen=True)
class Evening:
    """What is announced for one day."""

    day: date
    meetings: tuple[Meeting, ...]


@dataclass(frozen=True)
class Feat:
    """Something to be remembered: what it was, by whom, how much of it."""

    what: str
    who: str
    url: str
    amount: str


@dataclass(frozen=True)
class Line:
    """A line of the chronicle: what happened, or with ``is_written`` the ``text`` that its ``writer`` wrote."""

    kind: str
    told: str
    happened_at: datetime
    text: str = ""
    reason: str = ""
    writer: str = ""
    is_written: bool = False
