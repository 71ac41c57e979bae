"""Fights of the pit from the gate on: every order, those who keep others waiting, and breaking one off. With
`encounters.services.pit_gathering` the one door to a fight's row.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from campaigns.battle import seeds
from encounters.models import PitFight, PitSeat
from encounters.pit_selectors import (
    is_alone_with_kept,
    past_of,
    pit_rules,
    terms_of,
    the_fight_if_read,
    without_scroll,
)
from encounters.pitfight import engine, errors
from encounters.pitfight.enlisting import ages, enlist
from encounters.pitfight.notation import read_order, write_fight
from encounters.pitfight.orders import Order
from encounters.pitfight.state import FEWEST
from encounters.pitfight.state import PitFight as Fight
from encounters.services import pit_rosters
from encounters.services.pit_gathering import changed, lock_night_of, locked_fight, refuse_begun, refuse_stranger
from encounters.services.pit_going import Going, GoneOn, bring, going_on, keep
from warbands.models import Player
from warbands.roster.refusals import Refused

logger = logging.getLogger(__name__)

# Sent with ``row``, within the transaction that calls off a fight that had begun.
fight_called_off = Signal()


# --- the gate ---------------------------------------------------------------------------------------------------------


def begin(fight: PitFight, *, by: Player) -> PitFight:
    """Let the gate down: from now on the fighters are asked.

    Raises:
        Refused: by anybody but its maker, for fewer than two, and where a fighter cannot fight any more, also because
            the rules have changed since he came.
    """
    with transaction.atomic():
        row = locked_fight(fight)
        refuse_begun(row)
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
    going = Going(row, seats, opening)
    going.let_computers_answer()
    keep(going)


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
    if gone := without_scroll(seats):
        raise Refused(f"The rules have no scroll any more for {', '.join(gone)}: take him out.", code="diverged")
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


# --- orders -----------------------------------------------------------------------------------------------------------


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
        going = going_on(fight)
        if not 0 <= place < len(going.seats) or going.seats[place].player_id != by.pk:
            raise Refused("That fighter is not yours.", code="not_yours")
        _refuse_old(going.fight, question)
        said = _read(order)
        if said.fighter != place:
            raise Refused("That is the order of another fighter.", code="not_yours")
        bring(going, [said])
        going.let_go_on()
        _clear_nudge(going.seats[place])
        keep(going)
    return going.row


def _refuse_old(fight: Fight, question: int) -> None:
    if question > fight.version:
        raise Refused("This fight has not come to that yet.", code="malformed")
    if question < fight.version:
        raise GoneOn


def _read(order: str) -> Order:
    try:
        return read_order(order)
    except errors.Malformed:
        raise Refused("That is no order.", code="malformed") from None


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
        going = going_on(fight)
        refuse_stranger(going.row, going.seats, by)
        if place not in going.fight.open_to:
            raise Refused("Nobody waits for that fighter.", code="not_asked")
        going.seats[place].nudged_at = timezone.now()
        going.seats[place].save(update_fields=["nudged_at"])
        changed(going.row)


def pass_over(fight: PitFight, *, by: Player) -> PitFight:
    """Go on without those who have taken longer than agreed: they observe, or do what changes least, and are not waited
    for in what else this turn asks of them, unless they say something themselves.

    Raises:
        Refused: before their time is up, and by whoever has no part in the fight.
    """
    with transaction.atomic():
        going = going_on(fight)
        refuse_stranger(going.row, going.seats, by)
        if not _is_late(going.row):
            raise Refused("There is still time to answer.", code="not_yet")
        going.pass_over(going.fight.open_to)
        keep(going)
    return going.row


def _is_late(row: PitFight) -> bool:
    if not row.minutes or row.asked_at is None:
        return False
    return timezone.now() >= row.asked_at + timedelta(minutes=row.minutes)


def pass_over_all_late() -> int:
    """Every fight that waits for longer than was agreed goes on; returns how many. One that cannot is logged, and the
    others go on. Safe to run twice."""
    waiting = PitFight.objects.going_on().filter(minutes__gt=0)
    return sum(_passed_over_if_it_can(row.pk) for row in waiting.only("minutes", "asked_at") if _is_late(row))


def _passed_over_if_it_can(pk: int) -> bool:
    try:
        return _passed_over(pk)
    except Refused as refused:
        logger.warning("pit: fight %s stands still: %s", pk, refused.message)
    except Exception:
        logger.exception("pit: fight %s could not go on", pk)
    return False


def _passed_over(pk: int) -> bool:
    with transaction.atomic():
        lock_night_of(pk)
        row = PitFight.objects.select_for_update().going_on().filter(pk=pk).first()
        if row is None or not _is_late(row):
            return False
        going = going_on(row)
        going.pass_over(going.fight.open_to)
        keep(going)
    return True


def play_on(fight: PitFight, *, by: Player, turns: int = 1) -> PitFight:
    """Let the computer's fighters go on among themselves for so many turns.

    Raises:
        Refused: while a player's fighter still stands, and by whoever has no part in the fight.
    """
    with transaction.atomic():
        going = going_on(fight)
        refuse_stranger(going.row, going.seats, by)
        if not going.is_watched:
            raise Refused("The fight waits for a player.", code="not_yet")
        going.let_computers_answer(turns=turns)
        keep(going)
    return going.row


# --- breaking off, taking back ----------------------------------------------------------------------------------------


def call_off(fight: PitFight, *, by: Player) -> PitFight:
    """Break a fight off: before it has begun by its maker, later once all its players are for it. It leaves nothing.
    One that cannot be read any more, and so never ends, is off once anybody with a part in it wants that.

    Raises:
        Refused: when it has ended, and by whoever may not; as long as it can be read also a hero's, and where blood of
            somebody who is kept has flowed.
    """
    with transaction.atomic():
        row = locked_fight(fight)
        seats = list(row.seats.all())
        refuse_stranger(row, seats, by)
        if row.is_gathering:
            if row.made_by_id != by.pk:
                raise Refused("Whoever opened the fight calls it off.", code="not_yours")
        elif not row.is_under_way:
            raise Refused("This fight is over.", code="over")
        elif (now := the_fight_if_read(row)) is not None:
            _refuse_to_break_off(row, seats, now)
            if not _all_are_for_it(seats, by):
                changed(row)
                return row
        changed(row, state=PitFight.State.CALLED_OFF, ended_at=timezone.now())
        if row.begun_at is not None:
            fight_called_off.send(sender=PitFight, row=row)
    return row


def _refuse_to_break_off(row: PitFight, seats: Sequence[PitSeat], now: Fight) -> None:
    """A hero's fight decides his night, and what has befallen somebody who is kept is not undone."""
    if row.hero:
        raise Refused("A fight for freedom is fought to its end.", code="hero")
    hurt = any(one.wounds_lost or one.injuries or one.out for one in now.fighters)
    if hurt and any(seat.roster_id for seat in seats):
        raise Refused("Blood has flowed, and one who is kept stands in it: fight it to its end.", code="blood")


def _all_are_for_it(seats: Sequence[PitSeat], by: Player) -> bool:
    """Whether all players are for it, now that he is."""
    for seat in seats:
        if seat.player_id == by.pk:
            seat.called_off = True
            seat.save(update_fields=["called_off"])
    return all(seat.called_off for seat in seats if seat.player_id)


def take_back(fight: PitFight, *, by: Player) -> PitFight:
    """Have a fight that has ended count for nothing, once all its players are for it: whoever is kept is then as if it
    had not been.

    Raises:
        Refused: before it has ended, where a tournament or a night goes on with how it ended, by whoever has no part in
            it, where no other player was there and somebody is kept, and where something has happened since to one of
            those who are kept.
    """
    with transaction.atomic():
        row = locked_fight(fight)
        seats = list(row.seats.all())
        refuse_stranger(row, seats, by)
        if not row.is_over:
            raise Refused("Only a fight that has ended is taken back.", code="not_yet")
        if row.tournament_id or row.brought_home_at:
            raise Refused("What came of this fight is settled elsewhere: take it back there.", code="settled")
        if is_alone_with_kept(seats):
            raise Refused("With nobody else to be for it, what befell who is kept stands.", code="alone")
        if not _all_are_for_it(seats, by):
            changed(row)
            return row
        pit_rosters.take_back_fight(row, by=by)
        changed(row, state=PitFight.State.CALLED_OFF)
    return row
