"""A fight of the pit under lock, going from one question to the next.

What is ordered is sealed in the fight's notation until everybody who is asked has answered; then the engine goes on,
and the orders, the faces and what came of them are kept as a step. The computer answers as soon as it is asked, in the
same transaction.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.dispatch import Signal
from django.utils import timezone

from campaigns.battle.seeds import SeedDice, face
from encounters.models import PitFight, PitSeat, PitStep
from encounters.pit_selectors import strength_of, the_fight_if_read
from encounters.pitfight import engine, errors
from encounters.pitfight.bout import Event
from encounters.pitfight.ending import result_of
from encounters.pitfight.notation import write_fight, write_order
from encounters.pitfight.orders import Order
from encounters.pitfight.players import player
from encounters.pitfight.state import OVER
from encounters.pitfight.state import PitFight as Fight
from encounters.pitfight.view import view_of
from encounters.services import pit_rosters
from encounters.services.pit_gathering import locked_fight
from warbands.roster.refusals import OutOfDate, Refused

# Sent with ``row`` and ``fight``, within the transaction that ends the fight.
fight_ended = Signal()


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


def late_label(question: int) -> str:
    """What the location is derived for which is taken for the answer of somebody who is passed over. The number of the
    die is his place, counted from 1."""
    return f"{label_of(question)}/late"


def _drawn_for(row: PitFight, fight: Fight, place: int) -> dict[str, Any]:
    """The die that says where he aims or guards who does not answer: of the locations that there are, in their order.
    ``late`` is his place, which tells it from the dice that the engine rolls."""
    locations = engine.legal_orders(fight, place)
    number = face(row.seed, late_label(fight.version), place + 1, len(locations))
    does = "aims" if fight.blow is not None and fight.blow.attacker == place else "guards"
    where = fight.rules.names[getattr(locations[number - 1], "location", "")].lower()
    told = f"where {fight.fighters[place].pit.name} {does}, who did not say: {where}"
    return {"die": len(locations), "face": number, "for": told, "late": place}


@dataclass
class Going:
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
        drawn = [_drawn_for(self.row, before, place) for place in late] if before.question == "aim" else []
        self.steps.append(PitStep(fight=self.row, faces=[*dice.faces, *drawn], events=events, **answered))

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

    def pass_over(self, late: Sequence[int]) -> None:
        """Go on without the answers of those who stand at these places, which are all that are waited for."""
        bring(self, [self._fallback(place) for place in late], late=late)
        self.let_go_on()

    def _fallback(self, place: int) -> Order:
        """What is taken for his answer. A location is drawn, so that nobody knows where he guards."""
        drawn = _drawn_for(self.row, self.fight, place)["face"] - 1 if self.fight.question == "aim" else 0
        return engine.fallback(self.fight, place, drawn)

    def let_go_on(self) -> None:
        """The computer answers, and whoever was passed over in this turn and has said nothing since is not waited for
        again, until somebody is asked who is there."""
        self.let_computers_answer()
        late = self.fight.open_to
        if late and self.absent.issuperset(late):
            self.pass_over(late)

    @property
    def absent(self) -> set[int]:
        """Those who were passed over in this turn and have not answered anything since."""
        if not self.row.minutes:
            return set()
        kept = PitStep.objects.filter(fight=self.row, turn=self.fight.turn).only("orders", "late")
        absent: set[int] = set()
        for step in (*kept, *(one for one in self.steps if one.turn == self.fight.turn)):
            absent -= {int(order.split(" ", 1)[0]) for order in step.orders}
            absent |= set(step.late)
        return absent

    def _computers(self, place: int) -> Order:
        """What the computer orders. Its chance comes from the fight's seed, so that it can be worked out again."""
        told = f"computer/{self.fight.version}/{place}".encode()
        drawn = hmac.new(bytes.fromhex(self.row.seed), told, hashlib.sha256).digest()
        chance = Random(int.from_bytes(drawn))  # noqa: S311  (drawn from the secret seed)
        return player(strength_of(self.seats[place]), chance)(view_of(self.fight, {place}).fight, place)


STANDS_STILL = "The rules of the pit have changed since, so that this fight cannot go on: call it off."


def going_on(fight: PitFight) -> Going:
    """Raises Refused where the fight does not go on, with the code ``diverged`` where it cannot be read any more."""
    row = locked_fight(fight)
    if row.is_gathering:
        raise Refused("This fight has not begun yet.", code="not_yet")
    if not row.is_under_way:
        raise Refused("This fight is over.", code="over")
    now = the_fight_if_read(row)
    if now is None:
        raise Refused(STANDS_STILL, code="diverged")
    return Going(row, list(row.seats.select_related("roster", "player")), now)


class GoneOn(OutOfDate):
    """The form answers a question that the fight has left behind."""

    def __init__(self) -> None:
        super().__init__()
        self.message = "The fight has gone on since this page was drawn. Nothing was done: look at it as it is now."


def bring(going: Going, orders: Sequence[Order], *, late: Sequence[int] = ()) -> None:
    try:
        going.bring(orders, late=late)
    except errors.OutOfDate:
        raise GoneOn from None
    except errors.Malformed:
        raise Refused("That is no order of this fight.", code="malformed") from None
    except errors.Illegal as illegal:
        raise Refused(str(illegal), code="illegal") from None


def keep(going: Going) -> None:
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
        row.seats.filter(called_off=True).update(called_off=False)
    row.save()
    if row.is_over:
        _is_over(row, fight)


def _is_over(row: PitFight, fight: Fight) -> None:
    """What hangs on how it ended: the books of the fighters who are kept, and whoever has asked to be told."""
    pit_rosters.fight_is_over(row, fight)
    fight_ended.send(sender=PitFight, row=row, fight=fight)
