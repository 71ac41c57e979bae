"""Rows of the pit to plain values: the rules, a fight with its fighters, and what one viewer may see of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from functools import cached_property, lru_cache

from django.conf import settings
from django.db.models import Prefetch
from django.utils import timezone
from django.utils.timesince import timeuntil

from encounters.models import PitFight, PitRoster, PitSeat, PitStep
from encounters.models.pit import Enlisted
from encounters.pit_roster_selectors import fighters_of
from encounters.pitfight.bout import Event
from encounters.pitfight.career import may_fight
from encounters.pitfight.enlisting import Past
from encounters.pitfight.errors import Malformed
from encounters.pitfight.notation import read_fight
from encounters.pitfight.scrolls import PitRules, read_pit_rules
from encounters.pitfight.state import FEWEST, Question, Terms
from encounters.pitfight.state import PitFight as Fight
from encounters.pitfight.view import View, view_of
from encounters.pitfight.wording import both
from warbands.models import Player

# Of a seat whose player has gone the computer takes care, at this strength.
STAND_IN = "novice"
# What a night asks about a hero who was sold to the pits.
FOR_FREEDOM = "pit_fight"


@lru_cache(maxsize=1)
def pit_rules() -> PitRules:
    """Scrolls, arena and charts, read once in a process."""
    return read_pit_rules(settings.RULES_DIR / "pit_fighter")


def past_of(kept: Mapping[str, object]) -> Past:
    """From a row's JSON. Raises Malformed for what an older release stored, and says nothing any more."""
    lists = {name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()}
    try:
        return Past(**lists)  # type: ignore[arg-type]
    except TypeError:
        raise Malformed("What earlier fights have left cannot be read any more") from None


def fight_with_seats(code: str) -> PitFight | None:
    """A fight by its address, with its seats and their players; two queries."""
    seats = PitSeat.objects.select_related("player")
    rows = PitFight.objects.select_related("made_by", "tournament", "night__side__battle")
    return rows.prefetch_related(Prefetch("seats", queryset=seats)).filter(code=code).first()


def version_of_fight(code: str) -> int | None:
    """One small query."""
    return PitFight.objects.filter(code=code).values_list("version", flat=True).first()


def the_fight(row: PitFight) -> Fight:
    """The fight as it stands, sealed orders and all: to be shown to nobody. Only once it has begun.

    Raises:
        Malformed: where the rules have changed since, so that it cannot be read any more.
    """
    return read_fight(row.notation, pit_rules())


def the_fight_if_read(row: PitFight) -> Fight | None:
    """The same; nothing where it cannot be read any more."""
    try:
        return the_fight(row)
    except Malformed:
        return None


def terms_of(row: PitFight) -> Terms:
    """As agreed; what nobody agrees on any more is left out."""
    rules = pit_rules()
    known = {one.name for one in fields(Terms)}
    agreed = {name: value for name, value in row.terms.items() if name in known}
    return Terms(**{"radius": rules.radius, "spacing": rules.spacing, **agreed})


def without_scroll(seats: Iterable[Enlisted]) -> list[str]:
    """The names of those whose scroll the rules do not have any more."""
    return [seat.name for seat in seats if seat.scroll not in pit_rules().scrolls]


def own_places(seats: Iterable[PitSeat], player: Player | None) -> tuple[int, ...]:
    """Where a player's fighters stand."""
    return tuple(seat.place for seat in seats if player is not None and seat.player_id == player.pk)


def is_alone_with_kept(seats: Iterable[PitSeat]) -> bool:
    """Whether somebody who is kept stands in a fight with no second player in it."""
    seats = list(seats)
    players = {seat.player_id for seat in seats if seat.player_id}
    return len(players) < FEWEST and any(seat.roster_id for seat in seats)


def strength_of(seat: Enlisted) -> str:
    """How strong the computer is that plays him; empty where a player does."""
    return seat.computer or ("" if seat.player_id else STAND_IN)


@dataclass(frozen=True)
class Watched:
    """A fight as one viewer sees it. ``own`` are the places of his fighters, ``shown`` is the one for whom he looks at
    it now where several are his: nobody else's secrets are in ``view``, not even those of his other fighters."""

    row: PitFight
    seats: Sequence[PitSeat]
    own: tuple[int, ...]
    shown: int | None
    view: View

    @property
    def fight(self) -> Fight:
        return self.view.fight

    @cached_property
    def due(self) -> tuple[int, ...]:
        """His fighters who are asked now and have not answered."""
        return tuple(place for place in self.own if place in self.waits_for)

    @property
    def waits_for(self) -> tuple[int, ...]:
        return tuple(place for place in self.fight.asked if place not in self.view.answered)

    @property
    def late_at(self) -> datetime | None:
        """From when on those who have not answered may be passed over."""
        if not (self.row.minutes and self.row.asked_at and self.row.is_under_way):
            return None
        return self.row.asked_at + timedelta(minutes=self.row.minutes)

    @property
    def minutes_left(self) -> str:
        """Until then, in words."""
        left = self.late_at - timezone.now() if self.late_at else timedelta()
        return "less than a minute" if left < timedelta(minutes=1) else timeuntil(timezone.now() + left)

    @property
    def for_calling_off(self) -> tuple[PitSeat, ...]:
        return tuple(seat for seat in self.seats if seat.called_off)

    @property
    def computers_only(self) -> bool:
        """Whether nobody who still stands is played by a player."""
        return all(strength_of(self.seats[place]) for place, one in enumerate(self.fight.fighters) if not one.out)


SECRET: tuple[Question, ...] = ("pick", "aim")


def watched(row: PitFight, player: Player | None, shown: int | None = None) -> Watched:
    """The fight for that viewer, nobody for a spectator. ``shown`` is for which of several fighters of his he looks;
    where nothing secret is asked it is the one who is asked. Raises Malformed as `the_fight` does."""
    seats = list(row.seats.all())
    own = own_places(seats, player)
    fight = the_fight(row)
    looks_for = shown if shown in own else own[0] if len(own) == 1 else None
    if looks_for is None and fight.question not in SECRET:
        looks_for = next((place for place in fight.open_to if place in own), None)
    view = view_of(fight, () if looks_for is None else (looks_for,))
    return Watched(row, seats, own, looks_for, view)


def latest_events(row: PitFight, *, since_turn: int, place: int | None = None) -> tuple[list[Event], list[Event]]:
    """What happened from that turn on, in two: before the last order of the fighter at ``place``, and what came of it
    and since. Without such an order the second is the last thing that happened. One query."""
    steps = list(PitStep.objects.filter(fight=row, turn__gte=since_turn).values_list("orders", "events"))
    his = [number for number, (orders, _) in enumerate(steps) if any(_is_his(order, place) for order in orders)]
    eventful = [number for number, (_, events) in enumerate(steps) if events]
    cut = min([*his[-1:], *eventful[-1:]], default=0)
    before, since = ([event for _, events in part for event in events] for part in (steps[:cut], steps[cut:]))
    return before, since


def _is_his(order: str, place: int | None) -> bool:
    return place is not None and order.split(" ", 1)[0] == str(place)


def all_steps(row: PitFight) -> list[PitStep]:
    return list(row.steps.all())


def rosters_in_fights(pks: Collection[int]) -> set[int]:
    """Those of them who stand in a fight that has not ended."""
    unfinished = (PitFight.State.GATHERING, PitFight.State.UNDER_WAY)
    rows = PitSeat.objects.filter(roster__in=pks, fight__state__in=unfinished)
    return {pk for pk in rows.values_list("roster", flat=True) if pk is not None}


LATEST_FIGHTS = 60


@dataclass(frozen=True)
class Due:
    """One of a player's fights, for a list. ``is_due`` says that it waits for one of his fighters, ``nudged`` that
    somebody has reminded him."""

    row: PitFight
    seats: Sequence[PitSeat]
    own: tuple[int, ...]

    @property
    def is_open(self) -> bool:
        return self.row.is_gathering or self.row.is_under_way

    @property
    def is_due(self) -> bool:
        return self.row.is_under_way and any(place in self.row.waits_for for place in self.own)

    @property
    def nudged(self) -> bool:
        return self.is_due and any(self.seats[place].nudged_at for place in self.own)

    @property
    def who_waits(self) -> tuple[str, ...]:
        """The names of the other players whose fighters are not asked, or have answered."""
        theirs = (seat for seat in self.seats if seat.player and seat.place not in (*self.own, *self.row.waits_for))
        return tuple(dict.fromkeys(seat.player.shown_name for seat in theirs if seat.player))

    @property
    def title(self) -> str:
        """What it is called, else who fights."""
        names = [seat.name for seat in self.seats]
        return self.row.name or both(names if len(names) < 4 else [*names[:2], f"{len(names) - 2} others"])

    @property
    def has_won(self) -> bool:
        return any(self.seats[place].name == self.row.result.get("winner") for place in self.own)


def fights_of(player: Player) -> list[Due]:
    """Those he made or fights in, the latest first; two queries."""
    rows = PitFight.objects.of_player(player).defer("notation", "opening").prefetch_related("seats")
    found = []
    for row in rows[:LATEST_FIGHTS]:
        seats = list(row.seats.all())
        found.append(Due(row, seats, own_places(seats, player)))
    return found


def fights_due(player: Player) -> list[Due]:
    """Those that wait for one of his fighters, whoever waits longest first; two queries."""
    seats = Prefetch("seats", queryset=PitSeat.objects.select_related("player"))
    rows = PitFight.objects.going_on().of_player(player).defer("notation", "opening").prefetch_related(seats)
    found = [Due(row, list(row.seats.all()), own_places(row.seats.all(), player)) for row in rows.order_by("asked_at")]
    return [one for one in found if one.is_due]


def ready_rosters(player: Player) -> list[PitRoster]:
    """The fighters whom a player keeps and who may fight now; three queries."""
    able = [roster for roster, career in fighters_of(player) if not may_fight(career)]
    busy = rosters_in_fights([roster.pk for roster in able])
    return [roster for roster in able if roster.pk not in busy]
