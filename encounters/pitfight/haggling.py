"""Adrenalin on what is about to be settled: each side in turn may spend a rush, until both pass (P21, A12, D5)."""

from __future__ import annotations

from collections.abc import Sequence

from encounters.pitfight.bout import Bout
from encounters.pitfight.orders import Boost, Order, boosts
from encounters.pitfight.state import Haggle, PitFight, Question


def haggle(bout: Bout, question: Question, sides: tuple[int, int], on: tuple[int, int]) -> bool:
    """Open the question to the first of the two sides who has a rush; whether one has."""
    one, other = sides
    if not bout.fighters[one].counters and not bout.fighters[other].counters:
        return False
    bout.haggle = Haggle(sides, on)
    return _goes_on(bout, question)


def _goes_on(bout: Bout, question: Question) -> bool:
    state = bout.haggle
    while state and state.passes < 2:
        side = state.sides[state.turn]
        if bout.fighters[side].counters:
            bout.haggle = state
            bout.ask(question, side)
            return True
        state = Haggle(state.sides, state.on, 1 - state.turn, state.passes + 1)
    bout.haggle = None
    return False


def haggle_options(fight: PitFight, place: int) -> tuple[Boost, ...]:
    state = fight.haggle
    if state is None:
        raise TypeError("nothing is about to be settled")
    return boosts(place, state.on[state.turn])


def answered_haggle(bout: Bout, orders: Sequence[Order], question: Question) -> bool:
    """Take a side's answer; whether the other is asked yet."""
    order, state = orders[0], bout.haggle
    if not isinstance(order, Boost) or state is None:
        raise TypeError(order)
    if order.on is not None:
        bout.boost(order.fighter, order.on)
    passes = 0 if order.on is not None else state.passes + 1
    bout.haggle = Haggle(state.sides, state.on, 1 - state.turn, passes)
    return _goes_on(bout, question)
