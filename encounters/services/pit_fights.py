"""Fights of the pit: gathering the fighters, and every order until it has ended. The one door to a fight's row.

A fight is locked by its row. What is ordered is sealed in its notation until everybody who is asked has answered; then
the engine goes on to the next question, and the orders, the faces and what came of them are kept as a step. The
computer answers as soon as it is asked, in the same transaction.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from campaigns.battle import seeds
from campaigns.battle.seeds import SeedDice
from encounters.models import PitFight, PitRoster, PitSeat, PitStep
from encounters.pit_selectors import past_of, pit_rules, rosters_in_fights, strength_of, terms_of, the_fight
from encounters.pitfight import engine, errors
from encounters.pitfight.bout import Event
from encounters.pitfight.ending import result_of
from encounters.pitfight.enlisting import ages, enlist
from encounters.pitfight.notation import read_order, write_fight, write_order
from encounters.pitfight.orders import Order
from encounters.pitfight.players import player
from encounters.pitfight.state import FEWEST, MOST, OVER, Terms
from encounters.pitfight.state import PitFight as Fight
from encounters.pitfight.view import view_of
from encounters.services import pit_rosters
from mordheim.rules.plainfile import clean_line
from warbands.models import Player
from warbands.roster.refusals import OutOfDate, Refused

# Sent with ``row`` and ``fight``, within the transaction that ends the fight.
fight_ended = Signal()
# Sent with ``row``, within the transaction that calls off a fight that had begun.
fight_called_off = Signal()

LONGEST_WAIT = 60 * 24 * 7
# How many fights a player may have going on or gathering at once.
OPEN_FIGHTS = 40


@dataclass(frozen=True)
class Enlisting:
    """Who is to fight: a name, a scroll by its key and the characteristics as built, or a fighter whom a player keeps;
    ``age`` is his player's in years."""

    name: str = ""
    scroll: str = ""
    levels: tuple[int, ...] = ()
    age: int | None = None
    roster: PitRoster | None = None


# --- gathering --------------------------------------------------------------------------------------------------------


def open_fight(*, by: Player, name: str = "", minutes: int = 0, terms: Terms | None = None, **about: Any) -> PitFight:
    """A fight that waits for its fighters. Its dice are settled from now on: the hash of their seed is shown.

    ``about`` are fields of a fight that belongs to something: a tournament, a night.

    Raises:
        Refused: for a wait that nobody has, and when he has many open already.
    """
    if not 0 <= minutes <= LONGEST_WAIT:
        raise Refused("A player may take from a minute to a week, or as long as he likes.", code="minutes")
    open_states = (PitFight.State.GATHERING, PitFight.State.UNDER_WAY)
    with transaction.atomic():
        Player.objects.select_for_update().filter(pk=by.pk).first()
        if PitFight.objects.filter(made_by=by, state__in=open_states, tournament=None).count() >= OPEN_FIGHTS:
            raise Refused(f"You have {OPEN_FIGHTS} fights open: fight some of them out first.", code="too_many")
        seed = seeds.new_seed()
        agreed = {} if terms is None else asdict(terms)
        settled = {"seed": seed, "seed_hash": seeds.hash_of(seed), "terms": agreed, "minutes": minutes}
        return PitFight.objects.create(made_by=by, name=clean_line(name)[:60], **settled, **about)


def locked_fight(fight: PitFight | int) -> PitFight:
    """The row, read afresh and locked until the transaction ends. Raises Refused when it is gone."""
    pk = fight if isinstance(fight, int) else fight.pk
    row = PitFight.objects.select_for_update().filter(pk=pk).first()
    if row is None:
        raise Refused("This fight is not there any more.", code="no_such_fight")
    return row


def take_place(fight: PitFight, *, by: Player, enlisting: Enlisting, computer: str = "", hero: bool = False) -> PitSeat:
    """One more fighter, whose orders ``by`` gives, or the computer at that strength. ``hero`` says that he belongs to a
    fight for freedom, which takes no others.

    Raises:
        Refused: once the fight has begun or is full; for somebody whom the rules do not allow, who is not his, or who
            cannot fight now; and where somebody else than the fight's maker brings one for the computer.
    """
    with transaction.atomic():
        row = locked_fight(fight)
        _refuse_begun(row)
        if row.hero and not hero:
            raise Refused("This is the hero's fight alone: take over his opponent, or watch.", code="hero")
        if computer and row.made_by_id != by.pk:
            raise Refused("Only whoever opened the fight brings fighters of the computer.", code="not_yours")
        seats = list(row.seats.all())
        if len(seats) >= MOST:
            raise Refused(f"No more than {MOST} fight at once.", code="full")
        who = enlisted(enlisting, by=by, taken=[seat.name for seat in seats])
        controls = {"computer": computer} if computer else {"player": by}
        seat = PitSeat.objects.create(fight=row, place=len(seats), **who, **controls)
        _changed(row)
    return seat


def enlisted(enlisting: Enlisting, *, by: Player, taken: Sequence[str]) -> dict[str, Any]:
    """The fields of whoever is to fight. Raises Refused as `take_place` does."""
    roster = enlisting.roster
    if roster is None:
        name, scroll, levels = clean_line(enlisting.name), enlisting.scroll, list(enlisting.levels)
    else:
        if roster.owner_id != by.pk:
            raise Refused("That fighter is not yours.", code="not_yours")
        if rosters_in_fights([roster.pk]):
            raise Refused(f"{roster.name} is in a fight already.", code="busy")
        if why := pit_rosters.why_he_cannot_fight(roster):
            raise Refused(why, code="cannot_fight")
        name, scroll, levels = roster.name, roster.scroll, list(roster.levels)
    _refuse_built(name, scroll, levels)
    free = _free_name(name, taken)
    return {"name": free, "scroll": scroll, "levels": levels, "roster": roster, "age": enlisting.age}


def _refuse_built(name: str, scroll: str, levels: list[int]) -> None:
    rules = pit_rules()
    if not name:
        raise Refused("A fighter needs a name.", code="name")
    if scroll not in rules.scrolls:
        raise Refused("Choose one of the scrolls.", code="scroll")
    if len(levels) != len(rules.levels):
        raise Refused("All five characteristics are needed.", code="levels")
    try:
        enlist(rules, name, rules.scrolls[scroll], levels, 0)
    except errors.Illegal as illegal:
        raise Refused(str(illegal), code="levels") from None


def _free_name(name: str, taken: Sequence[str]) -> str:
    """His own, or with a number where somebody has it already."""
    number, free = 1, name[:60]
    while free in taken:
        number += 1
        free = f"{name[:56]} {number}"
    return free


def leave_place(fight: PitFight, *, by: Player, place: int) -> None:
    """Take a fighter out of a fight that has not begun: one's own, or any by the fight's maker.

    Raises:
        Refused: once it has begun, and for somebody else's.
    """
    with transaction.atomic():
        row = locked_fight(fight)
        _refuse_begun(row)
        if row.hero:
            raise Refused("Nobody leaves a fight for freedom.", code="hero")
        seats = list(row.seats.all())
        if not 0 <= place < len(seats):
            raise Refused("There is no such fighter.", code="no_such_fighter")
        if by.pk not in (row.made_by_id, seats[place].player_id):
            raise Refused("That fighter is not yours.", code="not_yours")
        seats[place].delete()
        for seat in seats[place + 1 :]:
            seat.place -= 1
            seat.save(update_fields=["place"])
        _changed(row)


def take_over(fight: PitFight, *, by: Player, place: int) -> PitSeat:
    """Play one of the computer's fighters oneself, before the fight has begun.

    Raises:
        Refused: once it has begun, for a fighter of somebody else's, and by a hero's own player.
    """
    with transaction.atomic():
        row = locked_fight(fight)
        _refuse_begun(row)
        seat = row.seats.filter(place=place).first()
        if seat is None or not seat.computer:
            raise Refused("Somebody plays him already.", code="taken")
        if row.hero and row.made_by_id == by.pk:
            raise Refused("Nobody fights himself for a hero's freedom.", code="hero")
        seat.computer, seat.player = "", by
        seat.save(update_fields=["computer", "player"])
        _changed(row)
    return seat


def _refuse_begun(row: PitFight) -> None:
    if row.is_called_off:
        raise Refused("This fight was called off.", code="called_off")
    if not row.is_gathering:
        raise Refused("This fight has begun already.", code="begun")


def _changed(row: PitFight, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(row, name, value)
    row.version += 1
    row.save()


def begin(fight: PitFight, *, by: Player) -> PitFight:
    """Let the gate down: from now on the fighters are asked.

    Raises:
        Refused: by anybody but its maker, for fewer than two, and where a fighter cannot fight any more.
    """
    with transaction.atomic():
        row = locked_fight(fight)
        _refuse_begun(row)
        if row.made_by_id != by.pk:
            raise Refused("Whoever opened the fight begins it.", code="not_yours")
        begin_locked(row)
    return row


def begin_locked(row: PitFight) -> None:
    """The same for a row that is locked."""
    seats = list(row.seats.select_related("roster", "player"))
    if len(seats) < FEWEST:
        raise Refused("A fight takes two at least.", code="too_few")
    _bring_their_past(seats)
    opening = _opened(row, seats)
    row.state, row.begun_at, row.opening = PitFight.State.UNDER_WAY, timezone.now(), write_fight(opening)
    going = _Going(row, seats, opening)
    going.let_computers_answer()
    _keep(going)


def _bring_their_past(seats: Sequence[PitSeat]) -> None:
    """What earlier fights have left those who are kept, under the names that all have here."""
    names = {seat.roster.code: seat.name for seat in seats if seat.roster is not None}
    for seat in seats:
        if seat.roster is None:
            continue
        if why := pit_rosters.why_he_cannot_fight(seat.roster):
            raise Refused(why, code="cannot_fight")
        seat.past = asdict(pit_rosters.past_in_fight(seat.roster, names))
        seat.save(update_fields=["past"])


def _opened(row: PitFight, seats: Sequence[PitSeat]) -> Fight:
    rules = pit_rules()
    ranks = _ranks(row, seats)
    try:
        fighters = [
            enlist(rules, seat.name, rules.scrolls[seat.scroll], seat.levels, rank, past_of(seat.past))
            for seat, rank in zip(seats, ranks, strict=True)
        ]
        return engine.start(rules, fighters, terms_of(row))
    except (errors.Illegal, errors.Malformed) as refused:
        raise Refused(str(refused), code="cannot_fight") from None


def _ranks(row: PitFight, seats: Sequence[PitSeat]) -> tuple[int, ...]:
    """The order of age; those who do not say theirs come last, as the seed draws them (S5)."""
    drawn = [seeds.face(row.seed, "pit/age", seat.place + 1, 200) for seat in seats]
    known = [seat.age + 1_000 if seat.age is not None else drawn[seat.place] for seat in seats]
    return ages(known)


# --- fighting ---------------------------------------------------------------------------------------------------------


class KeptDice(SeedDice):
    """The dice of one step of a fight, which remembers what fell."""

    def __init__(self, row: PitFight, question: int) -> None:
        super().__init__(row.seed, label_of(question))
        self.faces: list[dict[str, Any]] = []

    def roll(self, sides: int, what_for: str) -> int:
        face = super().roll(sides, what_for)
        self.faces.append({"die": sides, "face": face, "for": what_for})
        return face


def label_of(question: int) -> str:
    """What the dice that fall after that question's answers are derived for."""
    return f"pit/{question}"


@dataclass
class _Going:
    """A fight under lock that goes on: the steps it has taken, which are not stored yet."""

    row: PitFight
    seats: Sequence[PitSeat]
    fight: Fight
    steps: list[PitStep] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        return self.fight.step == OVER

    def bring(self, orders: Iterable[Order], *, late: Sequence[int] = ()) -> None:
        """Seal the orders; if they are the last that were waited for, carry all of them out."""
        before, brought = self.fight, list(orders)
        dice = KeptDice(self.row, before.version)
        self.fight, events = engine.apply(before, brought, dice)
        if self.is_over or self.fight.version != before.version:
            self._step(before, [*before.sealed, *brought], dice, events, late)

    def _step(
        self, before: Fight, orders: list[Order], dice: KeptDice, events: list[Event], late: Sequence[int]
    ) -> None:
        written = [write_order(order) for order in sorted(orders, key=lambda order: order.fighter)]
        answered = {"number": before.version, "turn": before.turn, "orders": written, "late": list(late)}
        self.steps.append(PitStep(fight=self.row, faces=dice.faces, events=events, **answered))

    def let_computers_answer(self, *, turns: int = 0) -> None:
        """Until a player is asked. Where none is left standing the fight goes on for so many turns only, so that it
        can be watched."""
        last = self.fight.turn + turns
        while not self.is_over:
            theirs = [place for place in self.fight.open_to if strength_of(self.seats[place])]
            if not theirs or (self.is_watched and self.fight.turn >= last and self.fight.question == "pick"):
                return
            self.bring([self._computers(place) for place in theirs])

    @property
    def is_watched(self) -> bool:
        """Whether only the computer's fighters still stand."""
        return all(strength_of(self.seats[place]) for place, one in enumerate(self.fight.fighters) if not one.out)

    def _computers(self, place: int) -> Order:
        """What the computer orders. Its chance comes from the fight's seed, so that it can be worked out again."""
        told = f"computer/{self.fight.version}/{place}".encode()
        drawn = hmac.new(bytes.fromhex(self.row.seed), told, hashlib.sha256).digest()
        chance = Random(int.from_bytes(drawn))  # noqa: S311  (drawn from the secret seed)
        return player(strength_of(self.seats[place]), chance)(view_of(self.fight, {place}).fight, place)


def give_order(fight: PitFight, *, by: Player, place: int, order: str, question: int) -> PitFight:
    """Answer the open question for the fighter at that place.

    Args:
        order: as notation; it has to be that fighter's.
        question: the number of the question that the form was drawn for.

    Raises:
        Refused: for a fight that does not go on, a fighter who is not his, and what the rules do not allow.
        OutOfDate: when the fight has gone on since.
    """
    with transaction.atomic():
        going = _going(fight)
        if not 0 <= place < len(going.seats) or going.seats[place].player_id != by.pk:
            raise Refused("That fighter is not yours.", code="not_yours")
        _refuse_old(going.fight, question)
        said = _read(order)
        if said.fighter != place:
            raise Refused("That is the order of another fighter.", code="not_yours")
        _bring(going, [said])
        going.let_computers_answer()
        _clear_nudge(going.seats[place])
        _keep(going)
    return going.row


def _going(fight: PitFight) -> _Going:
    """Raises Refused where the fight does not go on."""
    row = locked_fight(fight)
    if row.is_gathering:
        raise Refused("This fight has not begun yet.", code="not_yet")
    if not row.is_under_way:
        raise Refused("This fight is over.", code="over")
    return _Going(row, list(row.seats.select_related("roster", "player")), the_fight(row))


def _refuse_old(fight: Fight, question: int) -> None:
    if question > fight.version:
        raise Refused("This fight has not come to that yet.", code="malformed")
    if question < fight.version:
        raise GoneOn


class GoneOn(OutOfDate):
    """The form answers a question that the fight has left behind."""

    def __init__(self) -> None:
        super().__init__()
        self.message = "The fight has gone on since this page was drawn. Nothing was done: look at it as it is now."


def _read(order: str) -> Order:
    try:
        return read_order(order)
    except errors.Malformed:
        raise Refused("That is no order.", code="malformed") from None


def _bring(going: _Going, orders: Sequence[Order], *, late: Sequence[int] = ()) -> None:
    try:
        going.bring(orders, late=late)
    except errors.OutOfDate:
        raise GoneOn from None
    except errors.Malformed:
        raise Refused("That is no order of this fight.", code="malformed") from None
    except errors.Illegal as illegal:
        raise Refused(str(illegal), code="illegal") from None


def _keep(going: _Going) -> None:
    """Store the fight as it stands now, and what has come of it."""
    row, fight = going.row, going.fight
    PitStep.objects.bulk_create(going.steps)
    if row.question != fight.version or row.asked_at is None:
        row.question, row.asked_at = fight.version, timezone.now()
    row.notation, row.turn, row.waits_for = write_fight(fight), fight.turn, list(fight.open_to)
    row.version += 1
    if fight.outcome is not None:
        row.state, row.ended_at = PitFight.State.OVER, timezone.now()
        row.result = result_of(fight, fight.outcome)
    row.save()
    if row.is_over:
        _is_over(row, fight)


def _is_over(row: PitFight, fight: Fight) -> None:
    """What hangs on how it ended: the books of the fighters who are kept, and whoever has asked to be told."""
    pit_rosters.fight_is_over(row, fight)
    fight_ended.send(sender=PitFight, row=row, fight=fight)


def _clear_nudge(seat: PitSeat) -> None:
    if seat.nudged_at is not None:
        seat.nudged_at = None
        seat.save(update_fields=["nudged_at"])


# --- those who keep others waiting ------------------------------------------------------------------------------------


def nudge(fight: PitFight, *, by: Player, place: int) -> None:
    """Remind the player of a fighter that everybody waits for him.

    Raises:
        Refused: where nobody waits for that fighter, and by whoever has no part in the fight.
    """
    with transaction.atomic():
        going = _going(fight)
        _refuse_stranger(going.row, going.seats, by)
        if place not in going.fight.open_to:
            raise Refused("Nobody waits for that fighter.", code="not_asked")
        going.seats[place].nudged_at = timezone.now()
        going.seats[place].save(update_fields=["nudged_at"])
        _changed(going.row)


def _refuse_stranger(row: PitFight, seats: Sequence[PitSeat], by: Player) -> None:
    if by.pk not in {row.made_by_id, *(seat.player_id for seat in seats)}:
        raise Refused("You have no part in this fight.", code="not_yours")


def pass_over(fight: PitFight, *, by: Player) -> PitFight:
    """Go on without those who have taken longer than agreed: they observe, or do what changes least.

    Raises:
        Refused: before their time is up, and by whoever has no part in the fight.
    """
    with transaction.atomic():
        going = _going(fight)
        _refuse_stranger(going.row, going.seats, by)
        if not _is_late(going.row):
            raise Refused("There is still time to answer.", code="not_yet")
        _pass_over(going)
    return going.row


def _is_late(row: PitFight) -> bool:
    if not row.minutes or row.asked_at is None:
        return False
    return timezone.now() >= row.asked_at + timedelta(minutes=row.minutes)


def _pass_over(going: _Going) -> None:
    late = going.fight.open_to
    _bring(going, [engine.fallback(going.fight, place) for place in late], late=late)
    going.let_computers_answer()
    _keep(going)


def pass_over_all_late() -> int:
    """Every fight that waits for longer than was agreed goes on; returns how many. Safe to run twice."""
    waiting = PitFight.objects.going_on().filter(minutes__gt=0)
    return sum(_passed_over(row.pk) for row in waiting.only("minutes", "asked_at") if _is_late(row))


def _passed_over(pk: int) -> bool:
    with transaction.atomic():
        row = PitFight.objects.select_for_update().going_on().filter(pk=pk).first()
        if row is None or not _is_late(row):
            return False
        _pass_over(_going(row))
    return True


def play_on(fight: PitFight, *, by: Player, turns: int = 1) -> PitFight:
    """Let the computer's fighters go on among themselves for so many turns.

    Raises:
        Refused: while a player's fighter still stands, and by whoever has no part in the fight.
    """
    with transaction.atomic():
        going = _going(fight)
        _refuse_stranger(going.row, going.seats, by)
        if not going.is_watched:
            raise Refused("The fight waits for a player.", code="not_yet")
        going.let_computers_answer(turns=turns)
        _keep(going)
    return going.row


def call_off(fight: PitFight, *, by: Player) -> PitFight:
    """Break a fight off: before it has begun by its maker, later once all its players are for it. It leaves nothing.

    Raises:
        Refused: when it has ended, and by whoever may not.
    """
    with transaction.atomic():
        row = locked_fight(fight)
        seats = list(row.seats.all())
        _refuse_stranger(row, seats, by)
        if row.is_gathering:
            if row.made_by_id != by.pk:
                raise Refused("Whoever opened the fight calls it off.", code="not_yours")
        elif row.is_under_way and row.hero:
            raise Refused("A fight for freedom is fought to its end.", code="hero")
        elif row.is_under_way:
            _is_for_calling_off(seats, by)
            if any(not seat.called_off for seat in seats if seat.player_id):
                _changed(row)
                return row
        else:
            raise Refused("This fight is over.", code="over")
        _changed(row, state=PitFight.State.CALLED_OFF, ended_at=timezone.now())
        if row.begun_at is not None:
            fight_called_off.send(sender=PitFight, row=row)
    return row


def _is_for_calling_off(seats: Iterable[PitSeat], by: Player) -> None:
    for seat in seats:
        if seat.player_id == by.pk:
            seat.called_off = True
            seat.save(update_fields=["called_off"])


# --- opponents, and once more -----------------------------------------------------------------------------------------

OPPONENTS = ("Bruno", "Kasimir", "Ugluk", "Wulf", "Dragomir", "Odo", "Grishna", "Leopold")


def take_opponents(fight: PitFight, *, by: Player, count: int, strength: str) -> None:
    """Fighters of the computer, of types that the fight's seed draws, built evenly.

    Raises:
        Refused: as `take_place` does.
    """
    row = locked_fight(fight)
    for number in range(1, count + 1):
        take_place(row, by=by, enlisting=opponent(row, number), computer=strength)


def opponent(row: PitFight, number: int) -> Enlisting:
    """A standard pit fighter: his scroll and his name are drawn from the seed, his ten points are spread evenly."""
    rules = pit_rules()
    scrolls = list(rules.scrolls)
    scroll = scrolls[seeds.face(row.seed, "pit/opponent", number, len(scrolls)) - 1]
    first = seeds.face(row.seed, "pit/name", 1, len(OPPONENTS))
    even = rules.bonus_points // len(rules.levels)
    levels = tuple(level + even for level in rules.levels)
    return Enlisting(OPPONENTS[(first + number) % len(OPPONENTS)], scroll, levels)


def fight_again(fight: PitFight, *, by: Player) -> PitFight:
    """A new fight of the same fighters, as far as they can fight.

    Raises:
        Refused: by whoever had no part in it.
    """
    with transaction.atomic():
        seats = list(fight.seats.select_related("roster", "player"))
        _refuse_stranger(fight, seats, by)
        row = open_fight(by=by, name=fight.name, minutes=fight.minutes, terms=terms_of(fight))
        for seat in seats:
            who = Enlisting(seat.name, seat.scroll, tuple(seat.levels), seat.age, seat.roster)
            try:
                with transaction.atomic():
                    take_place(row, by=seat.player or by, enlisting=who, computer=strength_of(seat))
            except Refused:
                continue
    return row
