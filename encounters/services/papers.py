"""Asking for the document of a game, cancelling it, and going on with its printing: what is the same whatever it is of.
Who may ask for one, and what it shows, says the module of each kind.
"""

from __future__ import annotations

from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Manager
from django.utils import timezone

from campaigns.services.documents import refuse_too_many_unfinished
from encounters.models.papers import GameDocument
from mordheim.documents.press import Cancelled, Press, still_wanted
from mordheim.documents.rows import Document
from warbands.models import Player
from warbands.roster.refusals import Refused
from warbands.services.throttling import spend

KEPT_OF_ONE = 6
ASKED_IN_AN_HOUR = 60
D = TypeVar("D", bound=GameDocument)
_UNFINISHED = (GameDocument.Status.PENDING, GameDocument.Status.PRINTING)


def not_too_often(kind: str, *, by: Player) -> None:
    """Raise Refused where somebody asks for documents of that kind all the time."""
    spend(kind, str(by.pk), limit=ASKED_IN_AN_HOUR, told="You have asked for many.")


def requested(press: Press[D], documents: Manager[D], *, by: Player, digest: str, **about: Any) -> D:
    """The document of that digest: the one there is already, or a new one that a worker prints.

    Args:
        documents: those of whatever is printed, which the caller has locked.
        about: the other fields of a new one, which keeps what it shows as it was.

    Raises:
        Refused: when he waits for several already.
    """

    def make() -> D:
        refuse_too_many_unfinished(press.rows.filter(status__in=_UNFINISHED), player=by, things="sheets")
        return documents.create(asked_by=by, digest=digest, **about)

    def again(document: D) -> None:
        document.begin_again()
        document.asked_by, document.asked_at = by, timezone.now()

    return press.requested(documents.all(), digest=digest, keep=KEPT_OF_ONE, make=make, again=again)


def cancel_document(document: D, *, by: Player) -> D:
    """Stop the printing; what is finished stays as it is.

    Raises:
        Refused: by anybody but whoever keeps what it shows, and when it has gone with that.
    """
    with transaction.atomic():
        row = type(document)._default_manager.select_for_update().filter(pk=document.pk).first()
        if row is None:
            raise Refused("That sheet is not there any more.", code="no_such_document")
        if row.keeper_id != by.pk:
            raise Refused("That sheet is not yours.", code="not_yours")
        if not row.is_finished:
            row.finish(row.Status.CANCELLED, told="It was cancelled before it was ready.")
            row.save()
    return row


def go_on(document: Document, done: int, told: str) -> None:
    """Write down how far the printing is. Raises Cancelled once nobody waits for it any more."""
    if not still_wanted(document, done=done, told=told):
        raise Cancelled
