"""What a campaign keeps when an account or a warband goes, and what an account takes along.

Warbands know nothing of campaigns, so this hangs on signals. All of it happens within the transaction that deletes.
"""

from __future__ import annotations

import json
from typing import Any

from django.db.models.signals import post_save, pre_delete
from django.dispatch import receiver

from campaigns.captive_selectors import owners_of_held
from campaigns.departure_selectors import told_of_departures
from campaigns.models import Enrolment
from campaigns.models.campaigns import FORMER_PLAYER
from campaigns.selectors import campaigns_with, taken_along
from campaigns.services.captives import captor_gone, owner_gone
from campaigns.services.chronicle import Kind, record
from campaigns.services.documents import delete_documents_of
from campaigns.services.people import entrust_campaigns_of
from campaigns.services.postbattle import end_nights_of
from warbands.models import Player, Warband
from warbands.services.accounts import exporting
from warbands.services.founding import deleting, leaving


@receiver(pre_delete, sender=Player)
def an_account_goes(sender: type[Player], instance: Player, **kwargs: Any) -> None:
    """His campaigns have an arbitrator again, his name stands nowhere, not in what was printed either, and his notes
    are nobody's."""
    delete_documents_of(list(campaigns_with(instance)))
    entrust_campaigns_of(instance)
    Enrolment.objects.filter(player=instance).update(player_name=FORMER_PLAYER)


@receiver(deleting)
def warbands_are_about_to_go(sender: object, warbands: frozenset[int], **kwargs: Any) -> set[int]:
    """Those whose warriors they hold captive change with them."""
    return owners_of_held(warbands)


@receiver(leaving)
def what_becomes_of_warbands(sender: object, warbands: frozenset[int], **kwargs: Any) -> dict[int, list[str]]:
    """What their players are told before they delete them."""
    return told_of_departures(warbands)


@receiver(pre_delete, sender=Warband)
def a_warband_goes(sender: type[Warband], instance: Warband, **kwargs: Any) -> None:
    """It retires from its campaign with the name it had; its record stays. A battle goes on without it, and the night
    after one ends where it stands. Whom it lost to others is gone with it, and whom it held comes home."""
    end_nights_of(instance)
    owner_gone(instance)
    for enrolment in Enrolment.objects.filter(warband=instance).select_related("campaign", "warband", "player"):
        if enrolment.is_active:
            enrolment.retire("It was deleted by its player.")
            told = f"{instance.name} retired: its player deleted it."
            record(enrolment.campaign, kind=Kind.RETIRED, sentence=told, enrolment=enrolment)
        else:
            enrolment.warband_name = instance.name
            enrolment.save(update_fields=["warband_name"])


@receiver(post_save, sender=Enrolment)
def a_warband_retires(sender: type[Enrolment], instance: Enrolment, **kwargs: Any) -> None:
    """Whom it held comes home."""
    if not instance.is_active and not kwargs.get("raw"):
        captor_gone(instance)


@receiver(exporting)
def an_account_is_exported(sender: object, player: Player, **kwargs: Any) -> dict[str, bytes]:
    """``campaigns.json`` beside the warband files, for whoever is or was in a campaign."""
    content = taken_along(player)
    if not any(content.values()):
        return {}
    return {"campaigns.json": json.dumps(content, ensure_ascii=False, indent=2).encode()}
