"""Set-up: the oldest first, each on the rim, facing a hex side, away from those who stand there (2.4, S1 to S6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import cache

from encounters.pitfight.bout import Bout
from encounters.pitfight.errors import Illegal
from encounters.pitfight.hexes import FACINGS, Hex, arena, distance
from encounters.pitfight.levels import CHARACTERISTICS
from encounters.pitfight.orders import Order, Place
from encounters.pitfight.state import PICK_MOVES, PitFight


def ground_left(fight: PitFight | Bout) -> tuple[Hex, ...]:
    """Where the next fighter may be set up. The spacing shrinks for him until there is a hex (S4)."""
    taken = [fighter.hex for fighter in fight.fighters if fighter.hex is not None]
    radius = fight.terms.radius
    if fight.terms.anywhere:
        return tuple(sorted(arena(radius).hexes.difference(taken)))
    for spacing in range(fight.terms.spacing, 0, -1):
        away = [_away_from(radius, spacing, one) for one in taken]
        free = tuple(one for one in arena(radius).rim if all(one in far for far in away))
        if free:
            return free
    raise Illegal("The rim of this arena has no hex left.")


@cache
def _away_from(radius: int, spacing: int, taken: Hex) -> frozenset[Hex]:
    """The rim without what is nearer than that."""
    return frozenset(one for one in arena(radius).rim if distance(one, taken) >= spacing)


@cache
def _places(place: int, hex_: Hex) -> tuple[Place, ...]:
    return tuple(Place(place, hex_, facing) for facing in FACINGS)


def place_options(fight: PitFight, place: int) -> tuple[Place, ...]:
    return tuple(one for hex_ in ground_left(fight) for one in _places(place, hex_))


def answer_place(bout: Bout, orders: Sequence[Order]) -> None:
    order = orders[0]
    if not isinstance(order, Place):
        raise TypeError(order)
    bout.change(order.fighter, hex=order.hex, facing=order.facing)
    if bout.logging:
        _tell_place(bout, order)


def _tell_place(bout: Bout, order: Place) -> None:
    """With all that he brings and what was agreed, which nothing in the log tells again."""
    pit = bout.fighters[order.fighter].pit
    bout.tell(
        "move",
        fighter=pit.name,
        move=None,
        path=[order.hex],
        to=order.hex,
        facing=order.facing,
        ended="placed",
        **asdict(bout.terms),
        scroll=pit.scroll.key,
        levels=dict(zip(CHARACTERISTICS, pit.levels, strict=True)),
        age_rank=pit.age_rank,
        past={
            "ad": pit.past.ad,
            "initiative": pit.initiative_lost,
            "no_fast": pit.past.no_fast,
            "gone": list(pit.past.gone),
            "hates": list(pit.hates),
            "fingers": list(pit.past.fingers),
        },
    )


def set_up(bout: Bout) -> None:
    """Ask the oldest who does not stand yet, or begin the first turn."""
    left = [place for place, fighter in enumerate(bout.fighters) if fighter.hex is None]
    if left:
        bout.ask("place", min(left, key=lambda one: bout.fighters[one].pit.age_rank))
        return
    bout.step, bout.turn = PICK_MOVES, 1
