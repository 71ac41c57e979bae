"""What speaks against an order that a fighter who is asked may not give, in words."""

from __future__ import annotations

from collections.abc import Sequence

from encounters.pitfight.hexes import FACINGS, Hex, arena
from encounters.pitfight.orders import Aim, Face, Order, Pick, Place, Strike
from encounters.pitfight.picking import limit
from encounters.pitfight.scrolls import SLOW_ONLY
from encounters.pitfight.state import PitFight


def objection(fight: PitFight, order: Order, options: Sequence[Order]) -> str:
    """Why it is none of the ``options``, as the end of a sentence."""
    if not any(isinstance(one, type(order)) for one in options):
        return "he is asked for something else"
    match order:
        case Place(_, hex_, facing):
            return _place(fight, hex_, facing)
        case Pick(place, move):
            return _pick(fight, place, move)
        case Face(_, facing):
            return "his move does not end facing that way" if facing in FACINGS else _NO_FACING
        case Strike(_, target):
            if target is None or target >= len(fight.fighters):
                return "there is no such fighter"
            return f"{fight.fighters[target].pit.name} is out of his reach"
        case Aim(_, location):
            return "that is cut off" if location in fight.rules.locations else "that is no location"
    return "he has not that much to spend, or to win back"


_NO_FACING = f"a facing is a number from 0 to {len(FACINGS) - 1}"


def _place(fight: PitFight, hex_: Hex, facing: int) -> str:
    ground = arena(fight.terms.radius)
    if facing not in FACINGS:
        return _NO_FACING
    if hex_ not in ground.hexes:
        return "that hex is not in the arena"
    if any(one.hex == hex_ for one in fight.fighters):
        return "somebody stands there"
    return "that hex is not at the wall" if hex_ not in ground.rim else "somebody stands too near"


def _pick(fight: PitFight, place: int, move: str) -> str:
    fighter = fight.fighters[place]
    if move not in fighter.scroll.moves:
        return f"his scroll ({fighter.scroll.name}) has no such move"
    name = fighter.scroll.moves[move].name
    if limit(fighter, fight.turn, fight.terms) == SLOW_ONLY:
        return f"{name} is not slow, and he is floored"
    return f"{name} is fast, and {_what_bars_the_fast(fight, place)}"


def _what_bars_the_fast(fight: PitFight, place: int) -> str:
    fighter = fight.fighters[place]
    if fighter.fought:
        return "he attacked or was attacked last turn"
    if fighter.harm.no_fast:
        return "an injury bars that"
    return "his last move counts as slow"
