"""Asking for a printed sheet, printing it, and sweeping up what was left lying.

A document is a row from the moment it is asked for. It keeps the warband as it was then, so a worker that comes
late prints what was asked. Sending the task is a mere hint: with the broker dead the row waits, and the sweep
sends it again. Printing may happen twice without harm.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from mordheim.rules.plainfile import Malformed, write_json
from mordheim.rules.rulebook import Rulebook
from warbands import printing
from warbands.models import Player, RosterDocument, Warband
from warbands.models.documents import document_path
from warbands.roster.interchange import read_warband, warband_content
from warbands.roster.refusals import Refused
from warbands.roster.sheet import WarbandSheet, build_sheet
from warbands.selectors import current_rulebook, snapshot_of
from warbands.services.acts import locked
from warbands.services.quotas import refuse_over_quota

logger = logging.getLogger(__name__)

KEPT_FOR_A_WARBAND = 12
MOST_ATTEMPTS = 3
SEND_AGAIN_AFTER = timedelta(seconds=20)
GIVEN_UP_AFTER = timedelta(seconds=40)


def request_roster_document(warband: Warband, *, by: Player, options: printing.PrintOptions) -> RosterDocument:
    """The document of the warband as it stands: the one there is already, or a new one that a worker will print.

    Raises:
        Refused: when the player has used up his share of documents, or there is nothing to draw.
    """
    rulebook = current_rulebook()
    if warband.type_key not in rulebook.warband_types:
        raise Refused("The rules have no such warband type any more, so there is nothing to draw.", code="unknown_key")
    content = warband_content(snapshot_of(warband), rulebook)
    context = {"player": by.shown_name, "public_url": warband.public_url or ""}
    try:
        digest = _digest(content, context, options, rulebook)
    except Malformed as malformed:
        raise Refused(f"This warband cannot be printed: {malformed}.", code="malformed") from None
    with transaction.atomic():
        locked(warband)
        document = RosterDocument.objects.filter(warband=warband, digest=digest).first()
        if document is None:
            refuse_over_quota(by, "documents")
            document = RosterDocument.objects.create(
                warband=warband,
                requested_by=by,
                options=options.as_dict(),
                content=content,
                context=context,
                digest=digest,
            )
            _forget_the_oldest(warband)
        elif document.status == RosterDocument.Status.FAILED or _has_lost_its_file(document):
            _begin_again(document)
        if document.status == RosterDocument.Status.PENDING:
            transaction.on_commit(partial(send, document))
    return document


def _digest(
    content: Mapping[str, Any], context: Mapping[str, str], options: printing.PrintOptions, rulebook: Rulebook
) -> str:
    # The day of printing is left out: yesterday's sheet is still good while nothing has changed.
    undated = printing.PrintContext(printed_on=date.min, player=context["player"], public_url=context["public_url"])
    return printing.document_digest(_sheet(content, rulebook), options, undated, rulebook=rulebook)


def _has_lost_its_file(document: RosterDocument) -> bool:
    name = document.file.name
    return document.status == RosterDocument.Status.READY and not (name and document.file.storage.exists(name))


def _begin_again(document: RosterDocument) -> None:
    document.status, document.done, document.told, document.attempts = RosterDocument.Status.PENDING, 0, "", 0
    document.sent_at = None
    document.save()


def _forget_the_oldest(warband: Warband) -> None:
    for document in RosterDocument.objects.filter(warband=warband).order_by("-asked_at")[KEPT_FOR_A_WARBAND:]:
        delete_document(document)


def delete_document(document: RosterDocument) -> None:
    """Take a document away, its file after the transaction; one that is gone already is gone."""
    with transaction.atomic():
        # Read again under the lock: a worker may just have given it its file.
        row = RosterDocument.objects.select_for_update().filter(pk=document.pk).first()
        if row is None:
            return
        row.delete()
        if row.file:
            transaction.on_commit(partial(row.file.delete, save=False))


def send(document: RosterDocument) -> bool:
    """Tell a worker. ``False`` when the broker cannot be reached: the row then waits for the sweep."""
    try:
        # By name: the task calls this module.
        current_app.send_task("warbands.tasks.print_document", [document.pk])
    except OperationalError:
        logger.warning("document %s waits: the broker cannot be reached", document.pk)
        return False
    RosterDocument.objects.filter(pk=document.pk).update(sent_at=timezone.now())
    return True


def print_now(document_id: int) -> None:
    """Print one document, in a worker. Safe to run twice and for a document that is gone or done."""
    document = _claim(document_id)
    if document is None:
        return
    pdf, pages, failure = b"", 0, ""
    try:
        pdf, pages = _rendered(document)
    except Exception as error:
        logger.exception("document %s could not be printed", document_id)
        failure = _why(error)
    with transaction.atomic():
        row = RosterDocument.objects.select_for_update().filter(pk=document.pk).first()
        if row is None or row.is_finished:
            # It was thrown away meanwhile, or another worker was faster.
            return
        if failure:
            _finish(document, status=RosterDocument.Status.FAILED, told=failure)
            return
        name = f"{document.digest}.pdf"
        # What an earlier attempt left there would make the storage choose another name.
        document.file.storage.delete(document_path(document, name))
        document.file.save(name, ContentFile(pdf), save=False)
        document.pages = pages
        _finish(document, status=RosterDocument.Status.READY, told="")


def _claim(document_id: int) -> RosterDocument | None:
    with transaction.atomic():
        document = RosterDocument.objects.select_for_update().filter(pk=document_id).first()
        if document is None or document.is_finished:
            return None
        document.attempts += 1
        if document.attempts > MOST_ATTEMPTS:
            told = "The printer stopped several times over this sheet. Please tell whoever runs this site."
            _finish(document, status=RosterDocument.Status.FAILED, told=told)
            return None
        document.status, document.sent_at = RosterDocument.Status.RENDERING, timezone.now()
        document.done, document.told = 5, "laying out"
        document.save()
    return document


def _rendered(document: RosterDocument) -> tuple[bytes, int]:
    def progress(done: int, total: int, told: str) -> None:
        share = 5 + 90 * done // max(total, 1)
        # The time is a sign of life: without one the sweep takes the worker for dead.
        alive = {"done": min(share, 95), "told": told[:200], "sent_at": timezone.now()}
        RosterDocument.objects.filter(pk=document.pk).update(**alive)

    rulebook = current_rulebook()
    context = printing.PrintContext(
        printed_on=timezone.localdate(document.asked_at),
        player=document.context["player"],
        public_url=document.context["public_url"],
    )
    return printing.render_pdf_and_count(
        _sheet(document.content, rulebook),
        printing.PrintOptions.from_dict(document.options),
        context,
        rulebook=rulebook,
        progress=progress,
    )


def _why(error: Exception) -> str:
    if type(error).__name__ == "SoftTimeLimitExceeded":
        return "Printing took too long. Try fewer sheets at once."
    return "Something went wrong while printing. Try again; if it fails again, tell whoever runs this site."


def _finish(document: RosterDocument, *, status: str, told: str) -> None:
    document.status, document.told, document.finished_at = status, told, timezone.now()
    document.done = 100 if status == RosterDocument.Status.READY else document.done
    document.save()


def _sheet(content: Mapping[str, Any], rulebook: Rulebook) -> WarbandSheet:
    return build_sheet(read_warband(write_json(content).encode(), rulebook, name="stored.json"), rulebook)


def sweep() -> int:
    """Send again what waits or was left half done; returns how many."""
    now = timezone.now()
    waiting = Q(status=RosterDocument.Status.PENDING) & (Q(sent_at=None) | Q(sent_at__lt=now - SEND_AGAIN_AFTER))
    stuck = Q(status=RosterDocument.Status.RENDERING, sent_at__lt=now - GIVEN_UP_AFTER)
    count = 0
    for document in RosterDocument.objects.filter(waiting | stuck).order_by("asked_at")[:100]:
        if not send(document):
            break
        count += 1
    return count
