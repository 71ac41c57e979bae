"""What an app above knows of a battle that is being fought: where it is tracked, and what its report begins with. It
adds itself here, since campaigns know nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from campaigns.battle.told import Told
from campaigns.models import Battle, Side


@dataclass(frozen=True)
class Ending:
    """A battle that was tracked to its end: its report, and whether the tracker has handed over what goes with it, such
    as alliances. Until then it is reported from the tracker's page."""

    told: Told
    handed_over: bool


Address = Callable[[Battle], str]
End = Callable[[Battle, Sequence[Side]], Ending | None]
_ADDRESSES: list[Address] = []
_ENDS: list[End] = []


def tracks_battles(address: Address, end: End) -> None:
    """Have a tracker's page linked from a battle's, and a report begin with what it knows.

    Args:
        address: where a battle is tracked, empty where it is not; one query.
        end: what a tracker knows of a battle that was played to its end, else ``None``.
    """
    if address not in _ADDRESSES:
        _ADDRESSES.append(address)
        _ENDS.append(end)


def tracked_at(battle: Battle) -> str:
    """Where the battle is tracked; empty where nobody does."""
    return next((found for address in _ADDRESSES if (found := address(battle))), "")


def tracked_end(battle: Battle, sides: Sequence[Side]) -> Ending | None:
    """How a tracked battle ended, for a report to begin with."""
    return next((found for end in _ENDS if (found := end(battle, sides))), None)
