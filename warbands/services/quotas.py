"""How many warbands and documents one player may keep, narrowly for guests.

A limit only holds under a lock, which is the player's row: two clicks at once cannot both find room. Whoever locks a
warband as well locks it first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q

from warbands.models import Player, RosterDocument, Warband
from warbands.roster.refusals import Refused

Kept = Literal["warbands", "documents"]


def refuse_over_quota(player: Player, what: Kept) -> None:
    """Refuse one more warband or document to a player who has as many as he may keep.

    Inside a transaction it locks the player's row first, so that two clicks at once cannot both find room.

    Raises:
        Refused: with the limit, and the way on.
    """
    if connection.in_atomic_block and not Player.objects.select_for_update().filter(pk=player.pk).exists():
        raise Refused("Your time as a guest is over. Begin anew, or sign up to keep things.", code="guest_gone")
    if what == "warbands":
        limit = settings.GUEST_DRAFTS if player.is_guest else settings.PLAYER_WARBANDS
        if Warband.objects.owned_by(player).count() < limit:
            return
        keeps = f"{limit} warbands"
    else:
        limit = settings.GUEST_DOCUMENTS if player.is_guest else settings.PLAYER_DOCUMENTS
        if RosterDocument.objects.filter(Q(warband__owner=player) | Q(requested_by=player)).count() < limit:
            return
        keeps = f"{limit} printed sheets"
    if player.is_guest:
        raise Refused(
            f"A guest may keep {keeps}, and you have them. Sign up, which takes a name and a password, and go on: "
            "what you made comes along.",
            code="over_quota",
        )
    raise Refused(f"You have {keeps}, as many as one account may keep. Delete one to make room.", code="over_quota")


@contextmanager
def room_for(player: Player, what: Kept) -> Iterator[None]:
    """The transaction in which one more warband or document is made, refused where there is no room."""
    with transaction.atomic():
        refuse_over_quota(player, what)
        yield
