"""What an app above knows of a battle that is being fought: where it is tracked, and what its report begins with. It
adds itself here, since campaigns know nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from campaigns.battle.told import Told
from campaigns.models import Battle, Side

Address = Callable[[Battle], str]
Report = Callable[[Battle, Sequence[Side]], Told | None]
_ADDRESSES: list[Address] = []
_REPORTS: list[Report] = []


def tracks_battles(address: Address, report: Report) -> None:
    """Have a tracker's page linked from a battle's, and a report begin with what it knows.

    Args:
        address: where a battle is tracked, empty where it is not; one query.
        report: what a tracker knows of a battle that was played to its end, else ``None``.
    """
    if address not in _ADDRESSES:
        _ADDRESSES.append(address)
        _REPORTS.append(report)


def tracked_at(battle: Battle) -> str:
    """Where the battle is tracked; empty where nobody does."""
    return next((found for address in _ADDRESSES if (found := address(battle))), "")


def tracked_report(battle: Battle, sides: Sequence[Side]) -> Told | None:
    """What a tracker knows of the battle, for a report to begin with."""
    return next((found for report in _REPORTS if (found := report(battle, sides))), None)
