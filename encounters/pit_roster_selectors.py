"""Pit fighters whom players keep, read: what has become of them, and the gallery of the dead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.conf import settings
from django.db.models import QuerySet

from encounters.models import PitRoster, PitRosterEntry, PitSeat
from encounters.pitfight.career import Career, Entry, career_of
from encounters.pitfight.fighter_sheet import Book, read_book
from warbands.models import Player


def pit_book() -> Book:
    """The rules of the pit with their words, read once in a process."""
    return read_book(settings.RULES_DIR / "pit_fighter")


def standing_of(*rosters: PitRoster) -> QuerySet[PitRosterEntry]:
    """Their entries that have not been taken back, the oldest first."""
    return PitRosterEntry.objects.filter(roster__in=rosters, taken_back_at=None).order_by("pk")


def career_of_roster(roster: PitRoster) -> Career:
    """One query."""
    return next(career for _, career in careers_of([roster]))


def careers_of(rosters: Sequence[PitRoster]) -> Iterator[tuple[PitRoster, Career]]:
    """Each with what has become of him; one query for all."""
    entries: dict[int, list[Entry]] = {roster.pk: [] for roster in rosters}
    for pk, kind, content in standing_of(*rosters).values_list("roster", "kind", "content"):
        entries[pk].append(Entry(kind, content))
    for roster in rosters:
        yield roster, career_of(entries[roster.pk])


def fighters_of(player: Player) -> list[tuple[PitRoster, Career]]:
    """All whom he keeps; two queries."""
    return list(careers_of(list(PitRoster.objects.filter(owner=player))))


def dead_known_to(player: Player) -> list[tuple[PitRoster, Career]]:
    """The dead whom he kept, and those of players who have fought in a pit with him; the last to die first."""
    fights = PitSeat.objects.filter(player=player).values("fight")
    met = PitSeat.objects.filter(fight__in=fights, player__isnull=False).values("player")
    owned = PitRoster.objects.filter(owner__in=met) | PitRoster.objects.filter(owner=player)
    died = PitRosterEntry.objects.filter(taken_back_at=None, kind__in=_MAY_HAVE_KILLED)
    rows = owned.filter(pk__in=died.values("roster")).select_related("owner").distinct()
    dead = [(roster, career) for roster, career in careers_of(list(rows)) if career.dead]
    last = dict(
        PitRosterEntry.objects.filter(roster__in=[roster for roster, _ in dead], taken_back_at=None)
        .order_by("pk")
        .values_list("roster", "pk")
    )
    return sorted(dead, key=lambda one: -last[one[0].pk])


_MAY_HAVE_KILLED = (PitRosterEntry.Kind.FOUGHT, PitRosterEntry.Kind.DIED)
