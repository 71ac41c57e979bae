"""Holding a warband for a battle and the night after it, and letting it go. No act of the game: nothing of the warband
changes by it, and its history says nothing of it."""

from __future__ import annotations

from django.db import transaction

from warbands.models import Warband
from warbands.services.acts import Held, locked


def hold(warband: Warband | int, *, for_: str, at: str) -> Warband:
    """Hold a warband: from now on only what holds it changes it.

    Args:
        warband: the warband, or its id; its row is read afresh under a lock.
        for_: what it is in, as a sentence names it: ``battle 7 of Summer in the Ruins``.
        at: the address of the page on which that goes on.

    Raises:
        Held: when something else holds it already.
        Refused: when it is not there any more.
    """
    with transaction.atomic():
        row = locked(warband)
        if row.held_for and row.held_at != at:
            raise Held(row)
        _set(row, for_, at)
    return row


def release(warband: Warband | int, *, at: str | None = None) -> Warband:
    """Let a warband go; ``at`` lets it go only where that holds it. Done twice it is done once.

    Raises:
        Refused: when it is not there any more.
    """
    with transaction.atomic():
        row = locked(warband)
        if at is None or row.held_at == at:
            _set(row, "", "")
    return row


def _set(row: Warband, for_: str, at: str) -> None:
    if (row.held_for, row.held_at) != (for_, at):
        row.held_for, row.held_at = for_, at
        row.save(update_fields=["held_for", "held_at"])
