"""What one player may see of a fight: everything but the sealed orders of others."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from encounters.pitfight.state import PitFight


@dataclass(frozen=True, slots=True)
class View:
    """``fight`` with the viewer's own sealed orders only; ``answered`` are all who have given theirs."""

    fight: PitFight
    answered: tuple[int, ...]


def view_of(fight: PitFight, own: Collection[int]) -> View:
    """What a player sees whose fighters stand at those places; nobody's for a spectator."""
    seen = replace(fight, sealed=tuple(order for order in fight.sealed if order.fighter in own))
    return View(seen, tuple(order.fighter for order in fight.sealed))
