"""Picking moves in secret, and what last turn and injuries forbid (4.0; rulings M1 to M11)."""

from __future__ import annotations

from collections.abc import Sequence

from encounters.pitfight.bout import Bout
from encounters.pitfight.orders import Order, Pick, picks
from encounters.pitfight.schema import OBSERVE
from encounters.pitfight.scrolls import ANY, NO_FAST, SLOW_ONLY
from encounters.pitfight.state import CARRY_OUT_MOVES, Fighter, PitFight, Terms


def limit(fighter: Fighter, turn: int, terms: Terms) -> int:
    """How free the pick for that turn is, while the fighter's turn is still the one before."""
    if turn <= fighter.floored_until:
        return SLOW_ONLY
    if fighter.fought or fighter.harm.no_fast or _was_slow(fighter, terms):
        return NO_FAST
    return ANY


def _was_slow(fighter: Fighter, terms: Terms) -> bool:
    """A lost move counts as slow (M4); before the first turn everybody has observed."""
    if fighter.lost:
        return True
    if fighter.move in ("", OBSERVE):
        return terms.observe_is_slow
    return fighter.the_move.band == "slow"


def pick_moves(bout: Bout) -> None:
    """Ask everybody who stands."""
    bout.ask("pick", *[place for place, fighter in enumerate(bout.fighters) if not fighter.out])


def pick_options(fight: PitFight, place: int) -> tuple[Pick, ...]:
    """At the table every move of the scroll may be written down, and an illegal one comes out later (M8)."""
    scroll = fight.fighters[place].scroll
    return picks(place, scroll.picks[ANY] if fight.terms.table_mode else allowed(fight, place))


def allowed(fight: PitFight, place: int) -> tuple[str, ...]:
    """The moves that are legal for him in this turn."""
    fighter = fight.fighters[place]
    return fighter.scroll.picks[limit(fighter, fight.turn, fight.terms)]


def answer_picks(bout: Bout, orders: Sequence[Order]) -> None:
    """All picks are there: reveal them together."""
    for order in sorted(orders, key=lambda one: one.fighter):
        if not isinstance(order, Pick):
            raise TypeError(order)
        _reveal(bout, order)
    bout.step = CARRY_OUT_MOVES


def _reveal(bout: Bout, order: Pick) -> None:
    before = bout.fighters[order.fighter]
    free = limit(before, bout.turn, bout.terms)
    legal = order.move in before.scroll.picks[free]
    bout.change(
        order.fighter,
        move=order.move,
        forced=not legal,
        done=False,
        lost=False,
        interrupting=False,
        mighty=False,
        observing=False,
        fought=False,
        struck=False,
    )
    if bout.logging:
        move = before.scroll.moves[order.move]
        allowed = (("slow", "normal", "fast"), ("slow", "normal"), ("slow",))[free]
        bout.tell(
            "pick", fighter=before.pit.name, move=order.move, band=move.band, bands_allowed=list(allowed), legal=legal
        )
