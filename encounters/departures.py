"""What becomes of the pit and of skirmishes when a player goes: with his account, or as a guest whose time is over.

Warbands know nothing of encounters, so this hangs on signals. All of it happens within the transaction that deletes.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models.signals import post_delete, pre_delete
from django.dispatch import receiver

from encounters.departure_selectors import told_of_parting
from encounters.models import PitDocument, SkirmishDocument
from encounters.services.departing import leave_games
from warbands.models import Player
from warbands.services.accounts import parting


@receiver(pre_delete, sender=Player)
def an_account_goes(sender: type[Player], instance: Player, **kwargs: Any) -> None:
    """What he alone has played goes with him, what others play goes on."""
    leave_games(instance)


@receiver(parting)
def what_becomes_of_games(sender: object, player: Player, **kwargs: Any) -> list[str]:
    """What he is told before his account is deleted."""
    return told_of_parting(player)


@receiver(post_delete, sender=SkirmishDocument)
@receiver(post_delete, sender=PitDocument)
def a_document_is_gone(sender: object, instance: PitDocument | SkirmishDocument, **kwargs: Any) -> None:
    """Its file goes with it, also where what it shows went, or its player."""
    if instance.file:
        transaction.on_commit(partial(instance.file.storage.delete, str(instance.file.name)))
