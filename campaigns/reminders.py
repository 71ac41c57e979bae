"""What campaigns have for a player to do, told where his warbands are shown. Warbands know nothing of campaigns, so
this hangs on a signal."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from campaigns.turn_selectors import turns_of_player
from warbands.models import Player
from warbands.services.reminding import Reminder, reminding


@receiver(reminding)
def whose_turn_it_is(sender: object, player: Player, **kwargs: Any) -> list[Reminder]:
    """His turns in all his campaigns. A guest is in none."""
    if player.is_guest:
        return []
    return [Reminder(turn.what, campaign.name, turn.url, turn.waiting) for campaign, turn in turns_of_player(player)]
