"""Who acts first, how a move is carried out, and which way one faces at its end."""

from __future__ import annotations

from collections.abc import Sequence

from encounters.pitfight.attacks import bearing
from encounters.pitfight.offering.offer import (
    Choice,
    Choices,
    Offer,
    asks,
    choice_of,
    move_name,
    name_of,
    rushes,
    wait,
)
from encounters.pitfight.orders import Face, Go, Interrupt, Order
from encounters.pitfight.picture import Way, is_mighty_end, key_of, standing_at, way_of_order
from encounters.pitfight.state import RESOLVE_ATTACKS, PitFight
from encounters.pitfight.turn_order import speed
from encounters.pitfight.wording import (
    BEARINGS,
    HOURS,
    TURNS,
    hex_name,
    signed,
)

# --- order of acting --------------------------------------------------------------------------------------------


def interrupt(fight: PitFight, seat: int, orders: Sequence[Order]) -> Offer:
    acting = fight.waiting[-1]
    him, bar = name_of(fight, acting), speed(fight, acting)[0]
    striking = fight.step == RESOLVE_ATTACKS
    does = "is about to attack" if striking else f"is about to move ({move_name(fight, acting)})"
    choices = tuple(_interrupt_choice(fight, order) for order in orders if isinstance(order, Interrupt))
    return Offer(
        question="interrupt",
        place=seat,
        name=name_of(fight, seat),
        title=asks(fight, seat, f"go before {him}?"),
        why=f"{him} {does}, Initiative {bar}. Whoever is faster, or as fast and younger, may go first (5.2).",
        secret=False,
        groups=(Choices("", choices),),
        go="Decide",
        icon="check",
        buttons=len(choices) == 2,
    )


def _interrupt_choice(fight: PitFight, order: Interrupt) -> Choice:
    fighter, striking = fight.fighters[order.fighter], fight.step == RESOLVE_ATTACKS
    him = name_of(fight, fight.waiting[-1])
    if not order.takes:
        later = "attack" if striking else f"{move_name(fight, order.fighter)}"
        return choice_of(fight, order, "Let him go first", f"{him} goes on; you keep your {later} for later.")
    mine, bar = speed(fight, order.fighter, spend=order.spend)[0], speed(fight, fight.waiting[-1])[0]
    does = "You attack now" if striking else f"You carry out {move_name(fight, order.fighter)} now"
    told = f"{does}, Initiative {mine} against {bar}."
    if not striking and fighter.the_move.may_be_mighty:
        told += " That forfeits its mighty blow."
    if not order.spend:
        return choice_of(fight, order, "Go before him", told)
    title = f"Go before him with {rushes(order.spend)}"
    return choice_of(fight, order, title, f"{told} Initiative stays raised until the End Phase.", tone="adrenalin")


def go(fight: PitFight, seat: int, orders: Sequence[Order]) -> Offer:
    held = len(fight.fighters[seat].counters)
    return Offer(
        question="go",
        place=seat,
        name=name_of(fight, seat),
        title=asks(fight, seat, f"carry out {move_name(fight, seat)}"),
        why=f"You hold {rushes(held)}: one more hex straight ahead before the move, or more Initiative (6.7).",
        secret=False,
        groups=(Choices("", tuple(_go_choice(fight, order) for order in orders)),),
        go="Go on",
        icon="footprints",
    )


def _go_choice(fight: PitFight, order: Order) -> Choice:
    way = way_of_order(fight, order)
    if way is None:
        return wait(fight, order)
    told = f"{_stop(fight, way)}; then you say which way you face." if len(way.ends) > 1 else f"{_stop(fight, way)}."
    key = key_of(order, fight.terms.radius)
    if isinstance(order, Go) and order.extra:
        return choice_of(fight, order, "One hex ahead first", f"Spends a rush. {told}", tone="adrenalin", ghost=key)
    return choice_of(fight, order, move_name(fight, order.fighter), told, ghost=key, chosen=True)


def _stop(fight: PitFight, way: Way) -> str:
    at = hex_name(way.path[-1], fight.terms.radius)
    if way.met is not None:
        return f"From {at} into a push-off with {name_of(fight, way.met)}"
    return f"To {at}, where the wall stops you" if way.walled else f"To {at}"


# --- facing -----------------------------------------------------------------------------------------------------


def face(fight: PitFight, seat: int, orders: Sequence[Order]) -> Offer:
    walled = _walled(fight, seat) if fight.walled else ""
    return Offer(
        question="face",
        place=seat,
        name=name_of(fight, seat),
        title=asks(fight, seat, "which way do you face?"),
        why=f"{move_name(fight, seat)} ends in one of these; what you reach and how well you defend yourself hangs on "
        f"it (5.1).{walled}",
        secret=False,
        groups=(Choices("", tuple(_face_choice(fight, order) for order in orders if isinstance(order, Face))),),
        go="Turn",
        icon="compass",
    )


def _walled(fight: PitFight, seat: int) -> str:
    lost = ": no mighty blow" if fight.fighters[seat].the_move.may_be_mighty else ""
    return f" The wall stopped you{lost}."


def _face_choice(fight: PitFight, order: Face) -> Choice:
    fighter = fight.fighters[order.fighter]
    if fighter.hex is None:
        raise TypeError(f"{fighter.pit.name} stands nowhere")
    mighty = is_mighty_end(fight, order.fighter, order.facing)
    turn = TURNS[(order.facing - fighter.facing) % 6]
    there = standing_at(fight, order.fighter, fighter.hex, order.facing)
    beside = [_beside(there, order.fighter, one) for one in _neighbours(there, order.fighter)]
    told = "A mighty blow: D10 more damage on a hit; you cannot interrupt an attack." if mighty else ""
    return choice_of(
        fight,
        order,
        f"{HOURS[order.facing]}, {turn}",
        " ".join(part for part in (told, *beside) if part) or "Nobody stands beside you.",
        tone="mighty" if mighty else "plain",
        ghost=key_of(order, fight.terms.radius),
    )


def _neighbours(fight: PitFight, place: int) -> list[int]:
    return [one for one in range(len(fight.fighters)) if bearing(fight, place, one) is not None]


def _beside(fight: PitFight, place: int, other: int) -> str:
    """What he can do to one beside him, and the other to him."""
    here, back = bearing(fight, place, other), bearing(fight, other, place)
    if here is None or back is None:
        return ""
    him = name_of(fight, other)
    attack, defence = fight.fighters[place].scroll.attack[here], fight.fighters[place].scroll.defence[here]
    theirs, guard = fight.fighters[other].scroll.attack[back], fight.fighters[other].scroll.defence[back]
    mine = "out of your reach" if attack is None else f"you attack at {signed(attack)} against {signed(guard)}"
    his = "cannot attack you" if theirs is None else f"attacks at {signed(theirs)} against {signed(defence)}"
    return f"{him} {BEARINGS[here]}: {mine}; he {his}."
