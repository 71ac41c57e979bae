"""What the pit has for a player to do, told where his warbands are shown. Warbands know nothing of encounters, so this
hangs on a signal."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from encounters.pit_selectors import Due, fights_due
from warbands.models import Player
from warbands.services.reminding import Reminder, reminding


@receiver(reminding)
def who_is_waited_for_in_the_pit(sender: object, player: Player, **kwargs: Any) -> list[Reminder]:
    """The fights in which other players wait for his answer; those for which he has been nudged first."""
    due = [one for one in fights_due(player) if one.who_waits]
    return [_reminder(one) for one in sorted(due, key=lambda one: not one.nudged)]


def _reminder(one: Due) -> Reminder:
    told = "you have been nudged" if one.nudged else "your answer"
    return Reminder(f"{one.title}: {told}", "The pit", one.row.get_absolute_url(), one.who_waits)
