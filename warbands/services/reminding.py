"""What a player has to do, shown where his warbands are. Others know of it: this asks them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.dispatch import Signal

from warbands.models import Player

# Sent with ``player``: whoever has something for him to do answers with reminders of it, the most pressing first.
reminding = Signal()


@dataclass(frozen=True)
class Reminder:
    """Something to do: what, of what it is part, where it is done, and who waits for it."""

    what: str
    of: str
    url: str
    waiting: tuple[str, ...] = ()


def reminders_of(player: Player) -> list[Reminder]:
    """All that he has to do."""
    answers: Sequence[tuple[object, Any]] = reminding.send(sender=Player, player=player)
    return [reminder for _, found in answers for reminder in found]
