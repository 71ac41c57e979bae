"""Who has what is carried past the game, as the battle goes on: a shard that may be stolen, loot that may be dropped,
victims that a pack may drag away.
"""

from __future__ import annotations

from encounters.happenings.picking import fits
from encounters.happenings.plain import Carried, Eaten, Loot, Shard, Someone
from encounters.happenings.state import TableState


def may_hold(state: TableState, held: Shard | Loot, who: Someone) -> bool:
    """Whether a warrior may take it: no animal does."""
    member = state.member(who)
    return member is None or fits(member, held.fit)


def taken_out(
    state: TableState, held: Shard | Loot, who: Someone, *, by: Someone | None = None, in_close_combat: bool = False
) -> Shard | Loot:
    """What becomes of it when ``who`` goes out of action: loot falls to the ground; a shard goes to whoever took him
    out in close combat, and is lost if nobody can take it."""
    if held.holder != who:
        return held
    stolen = isinstance(held, Shard) and in_close_combat and by is not None and may_hold(state, held, by)
    return held.model_copy(update={"holder": by if stolen else None})


def picked_up(state: TableState, loot: Loot, who: Someone) -> Loot:
    """Loot on the ground in the hands of whoever touches it; nothing changes where he may not, or somebody has it."""
    if loot.holder is not None or not may_hold(state, loot, who):
        return loot
    return loot.model_copy(update={"holder": who})


def dragged_away(eaten: Eaten, who: Someone) -> Eaten:
    """Nobody came in time: he is lost."""
    return eaten.model_copy(update={"lost": (*eaten.lost, who)})


def told_of(carried: Carried) -> str:
    """Who has it by now, as a sentence; empty for what nobody holds."""
    if isinstance(carried, Shard):
        return f"{carried.holder.told} has the shard." if carried.holder else "The shard is lost."
    if isinstance(carried, Loot):
        return f"{carried.holder.told} has the loot." if carried.holder else "The loot lies on the ground."
    if isinstance(carried, Eaten) and carried.lost:
        return f"Lost to the {carried.by}: {', '.join(who.told for who in carried.lost)}."
    return ""
