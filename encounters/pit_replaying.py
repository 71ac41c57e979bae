"""The frames of a stored fight, worked out once for each of its versions and kept in the process."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from encounters.models import PitFight
from encounters.pit_selectors import all_steps, pit_rules
from encounters.pitfight.errors import Malformed
from encounters.pitfight.notation import read_fight, read_order
from encounters.pitfight.replaying import Diverged, Frame, Taken, frames_of

KEPT = 16
_kept: OrderedDict[tuple[str, int], list[Frame]] = OrderedDict()
_lock = Lock()


def frames_of_fight(row: PitFight) -> list[Frame]:
    """One query, where they are not kept. Nothing before a fight has begun.

    Raises:
        Diverged: where the rules have changed so that it cannot be played again.
    """
    if not row.opening:
        return []
    key = (row.code, row.question if row.is_under_way else 0)
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    frames = _worked_out(row)
    with _lock:
        _kept[key] = frames
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return frames


def _worked_out(row: PitFight) -> list[Frame]:
    try:
        opening = read_fight(row.opening, pit_rules())
        taken = [taken_of(step.orders, step.faces) for step in all_steps(row)]
    except Malformed as error:
        raise Diverged(str(error)) from None
    return frames_of(opening, taken)


def taken_of(orders: list[str], faces: list[dict[str, int]]) -> Taken:
    """A step from its row's values; a die that made an order of somebody late has done that. Raises Malformed for what
    is no order any more."""
    return Taken(tuple(map(read_order, orders)), tuple(die["face"] for die in faces if "late" not in die))
