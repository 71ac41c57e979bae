"""The open question of a fighter as a page shows it: what it decides, and every answer with what it would do.

`offer_of` puts it together from the legal orders, so that nothing is offered that the engine refuses. What is told of
an answer is what follows from the fight as the player sees it; where others may still move it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from encounters.pitfight.engine import legal_orders
from encounters.pitfight.offering import acting, picks, settling, striking
from encounters.pitfight.offering.offer import Choice, Choices, Offer, Part, Total, order_said
from encounters.pitfight.orders import Order
from encounters.pitfight.state import PitFight, Question

__all__ = ["Choice", "Choices", "Offer", "Part", "Total", "offer_of", "order_said"]

_OFFERS: Mapping[Question, Callable[[PitFight, int, Sequence[Order]], Offer]] = {
    "place": picks.place,
    "pick": picks.pick,
    "interrupt": acting.interrupt,
    "go": acting.go,
    "face": acting.face,
    "push_off": settling.push_off,
    "roll_off": settling.roll_off,
    "damage": settling.damage,
    "stand": settling.stand,
    "strike": striking.strike,
    "aim": striking.aim,
    "recover": settling.recover,
}


def offer_of(fight: PitFight, seat: int) -> Offer | None:
    """What that fighter is asked; nothing if it is not his to answer, or he has."""
    orders = tuple(legal_orders(fight, seat))
    return _OFFERS[fight.question](fight, seat, orders) if orders else None
