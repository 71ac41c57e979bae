"""Which dice a campaign allows in a battle, before it, in the night after it and at its table."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.models import Battle
from warbands.roster.refusals import Refused


def refuse_dice(battle: Battle, *, faces: Sequence[int], roll: str) -> None:
    """Raise Refused where dice that were typed, or that the app is asked to roll, are none that the campaign allows."""
    if faces and not battle.table_rolls:
        raise Refused("In this campaign the app rolls the dice.", code="dice")
    if roll and not battle.app_rolls:
        raise Refused("In this campaign dice are rolled at the table: type the faces.", code="dice")
