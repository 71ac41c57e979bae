"""What players do with the fighters whom they keep, over the real services."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from encounters.models import PitFight, PitRoster, PitRosterEntry, PitSeat
from encounters.pit_roster_selectors import career_of_roster
from encounters.pitfight.career import Career
from encounters.pitfight.state import Outcome
from encounters.services import pit_rosters as services
from tests.encounters.pitfight.stage import Stage, at_blows, who
from warbands.models import Player

EVEN = (32, 32, 32, 32, 12)


def built(owner: Player, name: str = "Grokka", scroll: str = "orc", levels: tuple[int, ...] = EVEN) -> PitRoster:
    return services.build_roster(by=owner, name=name, scroll=scroll, levels=levels)


def fresh(roster: PitRoster) -> PitRoster:
    return PitRoster.objects.get(pk=roster.pk)


def now(roster: PitRoster) -> Career:
    return career_of_roster(roster)


def fought(one: PitRoster, other: PitRoster | None, stage: Stage | None = None, *, winner: int = 0) -> PitFight:
    """A fight between two ends as the stage stands; the second is kept by nobody if it is nobody."""
    row = PitFight.objects.create(made_by=one.owner, state=PitFight.State.OVER)
    for place, roster in enumerate((one, other)):
        about = {"name": "AB"[place], "scroll": "orc", "levels": list(EVEN), "roster": roster}
        PitSeat.objects.create(fight=row, place=place, player=roster.owner if roster else None, **about)
    ended(row, stage or at_blows(), winner=winner)
    return row


def ended(row: PitFight, stage: Stage, *, winner: int = 0) -> None:
    with transaction.atomic():
        services.fight_is_over(row, replace(stage.fight, outcome=Outcome(winner, (), "taken_out")))


def hurt(*injuries: tuple[str, str]) -> Stage:
    """B has these injuries, and stands."""
    return Stage(who("empire", (0, 0), 0), who("empire", (0, -1), 3)).moved(a="observe", b="observe").hurt(1, *injuries)


def laid_up() -> Stage:
    """A has taken B out by his Wounds."""
    return at_blows().change(1, wounds_lost=9).hit("body", 2)


def beheaded() -> Stage:
    """A has beheaded B."""
    return at_blows().hit("head", 12)


def said(roster: PitRoster, act: str, **about: str) -> PitRosterEntry:
    """His player says something of him, as he is now."""
    row = fresh(roster)
    entry: PitRosterEntry = getattr(services, act)(row, by=row.owner, version=row.version, **about)
    return entry
