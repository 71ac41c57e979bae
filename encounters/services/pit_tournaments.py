"""Tournaments of the pit: gathering who enters, the draw, and every round until somebody has won.

A tournament is locked by its row, after the fight that has brought something about and before the kept fighters who
have entered it (`encounters.services.pit_gathering` has the whole order): a fight that ends tells it so within its own
transaction, and the last of a round opens the next one. `encounters.pitfight.tournament` says who meets whom.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from time import monotonic
from typing import Any

from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone

from campaigns.battle import seeds
from encounters.models import PitEntrant, PitFight, PitRoster, PitSeat, PitTournament
from encounters.models.pit import LONGEST_NAME
from encounters.pit_games_selectors import Kind, Slot, lot, rounds_of, shuffled, standings_of
from encounters.pit_roster_selectors import careers_of
from encounters.pit_selectors import pit_rules, rosters_in_fights, strength_of, terms_of
from encounters.pitfight.career import Career, may_fight, past_for
from encounters.pitfight.enlisting import standard_levels
from encounters.pitfight.state import PitFight as Fight
from encounters.pitfight.state import Terms
from encounters.pitfight.tournament import (
    FEWEST,
    MOST,
    Met,
    Pairing,
    first_round,
    goes_through,
    next_round,
    rounds_of_all,
)
from encounters.services import pit_fights as fights
from encounters.services import pit_gathering as gathering
from encounters.services import pit_going as going
from encounters.services import pit_odds, pit_rosters
from encounters.services.pit_gathering import LONGEST_WAIT, Enlisting
from encounters.services.quotas import lock_to_count
from mordheim.rules.plainfile import clean_line
from warbands.models import Player
from warbands.roster.refusals import Refused

OPEN_TOURNAMENTS = 10
MOST_GOLD = 1_000_000
# How long one request plays fights between computers.
SECONDS_AT_ONCE = 4.0
ALL_TURNS = 1_000
State = PitTournament.State


# --- gathering --------------------------------------------------------------------------------------------------------


def open_tournament(
    *, by: Player, name: str, kind: str = Kind.BRACKET, minutes: int = 0, purse: int = 0, terms: Terms | None = None
) -> PitTournament:
    """A tournament that waits for its fighters. ``minutes`` are for an answer in its fights.

    Raises:
        Refused: without a name, for what is no kind, wait or purse, and when he has many open already.
    """
    called = clean_line(name)[:LONGEST_NAME]
    if not called:
        raise Refused("A tournament needs a name.", code="name")
    if kind not in Kind.values:
        raise Refused("Choose how it is fought.", code="kind")
    if not 0 <= minutes <= LONGEST_WAIT:
        raise Refused("A player may take from a minute to a week, or as long as he likes.", code="minutes")
    if not 0 <= purse <= MOST_GOLD:
        raise Refused(f"A purse holds up to {MOST_GOLD:,} gold crowns.", code="purse")
    agreed = {} if terms is None else asdict(terms)
    with transaction.atomic():
        _refuse_over_quota(by)
        seed = seeds.new_seed()
        settled = {"seed": seed, "seed_hash": seeds.hash_of(seed), "terms": agreed, "minutes": minutes}
        return PitTournament.objects.create(made_by=by, name=called, kind=kind, purse=purse, **settled)


def _refuse_over_quota(by: Player) -> None:
    lock_to_count(by)
    open_ones = PitTournament.objects.filter(made_by=by, state__in=(State.GATHERING, State.UNDER_WAY))
    if open_ones.count() >= OPEN_TOURNAMENTS:
        told = f"You have {OPEN_TOURNAMENTS} tournaments open: bring some to their end first."
        raise Refused(told, code="too_many")


def _locked(tournament: PitTournament | int) -> PitTournament:
    pk = tournament if isinstance(tournament, int) else tournament.pk
    row = PitTournament.objects.select_for_update().filter(pk=pk).first()
    if row is None:
        raise Refused("This tournament is not there any more.", code="no_such_tournament")
    return row


def _gathering(tournament: PitTournament) -> PitTournament:
    row = _locked(tournament)
    if row.is_called_off:
        raise Refused("This tournament was called off.", code="called_off")
    if not row.is_gathering:
        raise Refused("This tournament has begun already.", code="begun")
    return row


def enter(tournament: PitTournament, *, by: Player, enlisting: Enlisting, computer: str = "") -> PitEntrant:
    """One more fighter, whose orders ``by`` gives, or the computer at that strength.

    Raises:
        Refused: once it has begun or is full; for somebody whom the rules do not allow, who is not his, is in it
            already or cannot fight now; and where somebody else than its maker brings one for the computer.
    """
    with transaction.atomic():
        row = _gathering(tournament)
        if computer and row.made_by_id != by.pk:
            raise Refused("Whoever made the tournament brings the computer's fighters.", code="not_yours")
        entrants = list(row.entrants.all())
        if len(entrants) >= MOST:
            raise Refused(f"No more than {MOST} enter.", code="full")
        roster = enlisting.roster
        if roster is not None and any(one.roster_id == roster.pk for one in entrants):
            raise Refused(f"{roster.name} has entered already.", code="busy")
        who = gathering.enlisted(enlisting, by=by, taken=[one.name for one in entrants])
        controls = {"computer": computer} if computer else {"player": by}
        entrant = PitEntrant.objects.create(
            tournament=row, number=len(entrants), kept=roster is not None, **who, **controls
        )
        _changed(row)
    return entrant


def enter_computers(tournament: PitTournament, *, by: Player, count: int, strength: str) -> None:
    """Fighters of the computer, of scrolls that the seed draws, built evenly; as many as there is room for.

    Raises:
        Refused: as `enter` does.
    """
    with transaction.atomic():
        row = _gathering(tournament)
        first = row.entrants.count()
        if first >= MOST:
            raise Refused(f"No more than {MOST} enter.", code="full")
        for number in range(first, min(first + count, MOST)):
            enter(row, by=by, enlisting=_drawn(row, number), computer=strength)


NAMES = (
    "Bruno", "Kasimir", "Ugluk", "Wulf", "Dragomir", "Odo", "Grishna", "Leopold",
    "Mordechai", "Snagga", "Ulric", "Vasil", "Hrothgar", "Ingo", "Zoltan", "Garr",
)  # fmt: skip


def _drawn(row: PitTournament, number: int) -> Enlisting:
    rules = pit_rules()
    scrolls = list(rules.scrolls)
    scroll = scrolls[seeds.face(row.seed, "pit/tournament/scroll", number + 1, len(scrolls)) - 1]
    first = seeds.face(row.seed, "pit/tournament/name", 1, len(NAMES))
    return Enlisting(NAMES[(first + number) % len(NAMES)], scroll, standard_levels(rules))


def withdraw(tournament: PitTournament, *, by: Player, number: int) -> None:
    """Take a fighter out before it has begun: one's own, or any by its maker.

    Raises:
        Refused: once it has begun, and for somebody else's.
    """
    with transaction.atomic():
        row = _gathering(tournament)
        entrants = list(row.entrants.all())
        if not 0 <= number < len(entrants):
            raise Refused("There is no such fighter.", code="no_such_fighter")
        if by.pk not in (row.made_by_id, entrants[number].player_id):
            raise Refused("That fighter is not yours.", code="not_yours")
        entrants[number].delete()
        for one in entrants[number + 1 :]:
            one.number -= 1
            one.save(update_fields=["number"])
        _changed(row)


def call_off(tournament: PitTournament, *, by: Player) -> PitTournament:
    """Break a tournament off. What players are fighting they may fight to its end; it counts for nothing here.

    Raises:
        Refused: by anybody but its maker, and when it has ended.
    """
    with transaction.atomic():
        row = _locked(tournament)
        _refuse_others(row, by)
        if not (row.is_gathering or row.is_under_way):
            raise Refused("This tournament is over.", code="over")
        _changed(row, state=State.CALLED_OFF, ended_at=timezone.now())
    for fight in _of_computers(row):
        _unless_over(fights.call_off, fight, by=by)
    return row


def _refuse_others(row: PitTournament, by: Player) -> None:
    if row.made_by_id != by.pk:
        raise Refused("Whoever made the tournament does that.", code="not_yours")


def _changed(row: PitTournament, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(row, name, value)
    row.version += 1
    row.save()


# --- the draw and the rounds ------------------------------------------------------------------------------------------


def begin(tournament: PitTournament, *, by: Player) -> PitTournament:
    """Draw the places and begin the fights of the first round.

    Raises:
        Refused: by anybody but its maker, and for fewer than two.
    """
    with transaction.atomic():
        row = _gathering(tournament)
        _refuse_others(row, by)
        entrants = list(row.entrants.all())
        if len(entrants) < FEWEST:
            raise Refused("A tournament takes two at least.", code="too_few")
        for place, number in enumerate(shuffled(row.seed, "draw", len(entrants))):
            entrants[number].drawn = place
        PitEntrant.objects.bulk_update(entrants, ["drawn"])
        row.state, row.begun_at = State.UNDER_WAY, timezone.now()
        _Running(row).go_on()
    return row


class _Running:
    """A tournament under lock, with its entrants by the places they drew and its rounds."""

    def __init__(self, row: PitTournament) -> None:
        self.row = row
        drawn = row.entrants.select_related("roster", "player").order_by("drawn")
        self.entrants: list[PitEntrant] = list(drawn)
        self.rounds = rounds_of(row)
        self.bets: list[int] = []

    def go_on(self) -> None:
        """Open rounds until one waits for its fights, or all are over; then store how it stands."""
        while self.row.is_under_way and not self._waits():
            pairings = self._next()
            if pairings:
                self._open(pairings)
            else:
                self._end()
        _changed(self.row, rounds=[[asdict(slot) for slot in slots] for slots in self.rounds])
        transaction.on_commit(partial(pit_odds.send_all, self.bets))

    def ended(self, number: int, slot: int, winner: int | None, damage: tuple[int, int]) -> None:
        """Of a fight of that round and slot: the place in it of its winner, and the damage of both."""
        at = self.rounds[number - 1][slot]
        if at.how or at.other is None:
            return
        at.damage = damage
        at.winner = None if winner is None else (at.one, at.other)[winner]
        at.how = "won" if winner is not None else "nobody"
        if self.row.kind == Kind.BRACKET:
            at.through = goes_through(Met(at.one, at.other, at.winner, damage), lot(self.row.seed, number, slot))
        if self.row.kind == Kind.BRACKET and winner is None:
            at.how = "damage" if damage[0] != damage[1] else "lot"

    def _waits(self) -> bool:
        return bool(self.rounds) and not all(slot.how for slot in self.rounds[-1])

    def _next(self) -> Sequence[Pairing]:
        if self.row.kind == Kind.ROUND_ROBIN:
            planned = rounds_of_all(len(self.entrants))
            return planned[len(self.rounds)] if len(self.rounds) < len(planned) else ()
        if not self.rounds:
            return first_round(len(self.entrants))
        return next_round([slot.through for slot in self.rounds[-1] if slot.through is not None])

    def _end(self) -> None:
        self.row.state, self.row.ended_at = State.OVER, timezone.now()
        if self.row.kind == Kind.BRACKET:
            self.row.winner = self.rounds[-1][0].through
        else:
            self.row.winner = standings_of(self.row, self.rounds, len(self.entrants))[0].entrant

    def _open(self, pairings: Sequence[Pairing]) -> None:
        self.rounds.append([Slot(one.one, one.other) for one in pairings])
        number = len(self.rounds)
        why = self._why_not()
        for slot, at in enumerate(self.rounds[-1]):
            if at.other is None:
                at.how, at.through = "bye", at.one
            elif why[at.one] or why[at.other]:
                self._walkover(number, slot, at, why)
            else:
                self._begin_fight(number, slot, at)

    def _why_not(self) -> list[str]:
        """Of each entrant, why he cannot fight now; empty where he can. Three queries. Who is kept is locked, and as he
        is now."""
        rosters = pit_rosters.locked_rosters(one.roster_id for one in self.entrants)
        for one in self.entrants:
            one.roster = rosters.get(one.roster_id or 0)
        careers = {roster.pk: career for roster, career in careers_of(list(rosters.values()))}
        busy = rosters_in_fights(list(rosters))
        return [self._why(one, careers, busy) for one in self.entrants]

    def _why(self, one: PitEntrant, careers: dict[int, Any], busy: set[int]) -> str:
        if one.roster_id is None:
            return f"{one.name} is not there any more." if one.kept else ""
        if one.roster_id in busy:
            return f"{one.name} is in another fight."
        why = may_fight(careers[one.roster_id])
        return f"{one.name} {why}." if why else ""

    def _walkover(self, number: int, slot: int, at: Slot, why: Sequence[str]) -> None:
        places = (at.one, at.one if at.other is None else at.other)
        able = [place for place in places if not why[place]]
        at.told = " ".join(why[place] for place in places if why[place])
        at.how = "walkover" if able else "nobody"
        at.winner = able[0] if able else None
        if self.row.kind == Kind.BRACKET:
            at.through = able[0] if able else places[lot(self.row.seed, number, slot)]

    def _begin_fight(self, number: int, slot: int, at: Slot) -> None:
        """Where the rules do not have them fight, the lot falls: what has ended before stays ended."""
        try:
            with transaction.atomic():
                self._fight(number, slot, [self.entrants[place] for place in (at.one, at.other) if place is not None])
        except Refused as refused:
            at.how, at.told = "nobody", refused.message
            if self.row.kind == Kind.BRACKET:
                at.through = (at.one, at.other)[lot(self.row.seed, number, slot)]

    def _fight(self, number: int, slot: int, two: Sequence[PitEntrant]) -> None:
        """Where the tournament's maker has gone, whoever has a fighter in it opens the fight."""
        players = [one.player for one in (*two, *self.entrants) if one.player is not None]
        leader = self.row.made_by or next(iter(players), None)
        if leader is None:
            raise Refused("There is nobody left who could have them fight.", code="nobody")
        about = {"tournament": self.row, "round": number, "slot": slot}
        name = f"{self.row.name[: LONGEST_NAME - 12]}, round {number}"
        fight = gathering.open_fight(by=leader, name=name, minutes=self.row.minutes, terms=_terms(self.row), **about)
        for one in two:
            who = Enlisting(one.name, one.scroll, tuple(one.levels), one.age, one.roster)
            owner = one.roster.owner if one.roster is not None else leader
            strength = strength_of(one)
            gathering.take_place(fight, by=one.player or owner, enlisting=who, computer=strength)
        row = gathering.locked_fight(fight)
        fights.begin_locked(row)
        self.bets.append(pit_odds.bet_on(row, odds_content(row)).pk)


def _terms(row: PitTournament) -> Terms:
    rules = pit_rules()
    return Terms(**{"radius": rules.radius, "spacing": rules.spacing, **row.terms})


def odds_content(fight: PitFight) -> dict[str, Any]:
    """The fight as a file, as its fighters stand in it."""
    seats = list(fight.seats.select_related("roster"))
    careers = dict(careers_of([seat.roster for seat in seats if seat.roster is not None and not seat.past]))
    fighters = [
        pit_odds.Fighter(
            seat.name,
            seat.scroll,
            seat.levels,
            past_of(seat, seats, careers),
            strength_of(seat) or pit_odds.OTHERWISE,
            seat.age,
        )
        for seat in seats
    ]
    return pit_odds.fight_file(fighters, terms_of(fight), name=fight.name)


def past_of(
    seat: PitSeat | PitEntrant, seats: Sequence[PitSeat | PitEntrant], careers: Mapping[PitRoster, Career]
) -> dict[str, Any]:
    """What earlier fights have left whoever is to fight: as it was when the fight began, or as it is now by what has
    become of those who are kept (``careers``)."""
    if seat.past or seat.roster is None:
        return dict(seat.past)
    names = {one.roster.code: one.name for one in seats if one.roster is not None}
    return asdict(past_for(careers[seat.roster], names))


# --- fights that end --------------------------------------------------------------------------------------------------


@receiver(going.fight_ended)
def a_fight_has_ended(sender: object, row: PitFight, fight: Fight, **kwargs: Any) -> None:
    if row.tournament_id is not None:
        winner = None if fight.outcome is None else fight.outcome.winner
        one, other = (fighter.damage for fighter in fight.fighters)
        _brought(row, winner, (one, other))


@receiver(fights.fight_called_off)
def a_fight_is_called_off(sender: object, row: PitFight, **kwargs: Any) -> None:
    """It counts as fought without a winner."""
    if row.tournament_id is not None:
        _brought(row, None, (0, 0))


def _brought(fight: PitFight, winner: int | None, damage: tuple[int, int]) -> None:
    row = PitTournament.objects.select_for_update().filter(pk=fight.tournament_id or 0).first()
    if row is not None and row.is_under_way:
        running = _Running(row)
        running.ended(fight.round, fight.slot, winner, damage)
        running.go_on()
    pit_odds.close_betting(fight)


# --- the computer's fights --------------------------------------------------------------------------------------------


def _of_computers(row: PitTournament) -> list[PitFight]:
    """Fights under way in which no player has a fighter, as they were begun."""
    rows = PitFight.objects.going_on().filter(tournament=row).defer("notation", "opening")
    found = rows.order_by("round", "slot").prefetch_related("seats")
    return [fight for fight in found if all(strength_of(seat) for seat in fight.seats.all())]


def fight_them_out(tournament: PitTournament, *, by: Player, seconds: float = SECONDS_AT_ONCE) -> bool:
    """Play the fights between computers, those of the rounds that follow too, each in a transaction of its own, until
    all are over or the time is; ``True`` where some are left. One that cannot be read any more counts as fought without
    a winner.

    Raises:
        Refused: by anybody but the tournament's maker.
    """
    _refuse_others(tournament, by)
    until = monotonic() + seconds
    while waiting := _of_computers(tournament):
        for fight in waiting:
            if monotonic() > until:
                return True
            _unless_over(_fought_out, fight, by=by)
    return False


def _fought_out(fight: PitFight, *, by: Player) -> PitFight:
    try:
        return fights.play_on(fight, by=by, turns=ALL_TURNS)
    except Refused as refused:
        if refused.code != "diverged":
            raise
        return fights.call_off(fight, by=by)


def _unless_over(service: Callable[..., PitFight], fight: PitFight, **about: Any) -> None:
    """Somebody else may have ended it meanwhile."""
    try:
        service(fight, **about)
    except Refused as refused:
        if refused.code != "over":
            raise
