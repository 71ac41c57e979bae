"""A guest signs in: what he has played is the account's from now on."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from encounters.models import (
    PitDocument,
    PitEntrant,
    PitFight,
    PitOdds,
    PitRoster,
    PitRosterEntry,
    PitSeat,
    PitTournament,
    SkirmishDocument,
    SkirmishFight,
    SkirmishStep,
)
from warbands.models import Player
from warbands.services.guests import handing_over

OF_A_PLAYER = (
    # In the order in which the pit's services lock them.
    (PitFight, "made_by"),
    (PitSeat, "player"),
    (PitTournament, "made_by"),
    (PitEntrant, "player"),
    (PitRoster, "owner"),
    (PitRosterEntry, "by"),
    (PitOdds, "asked_by"),
    (PitDocument, "asked_by"),
    (SkirmishFight, "made_by"),
    (SkirmishStep, "by"),
    (SkirmishDocument, "asked_by"),
)


@receiver(handing_over)
def a_guest_signs_in(sender: object, guest: Player, to: Player, **kwargs: Any) -> None:
    """His pit fighters, his part in fights and tournaments and his skirmishes are the account's from now on."""
    for model, field in OF_A_PLAYER:
        model._default_manager.filter(**{field: guest}).update(**{field: to})
