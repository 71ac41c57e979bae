"""Asking for the report of an evening or the record of a night, printing it, cancelling it, and sweeping up.

As with a warband's sheets a document is a row from the moment it is asked for and keeps what was to be told then.
Sending the task is a mere hint: with the broker dead the row waits, and the sweep sends it again. Printing may happen
twice without harm, and stops between two parts once it is cancelled.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from kombu.exceptions import OperationalError
from pydantic import ValidationError

from campaigns import printing
from campaigns.battle.days import day_of
from campaigns.evening import evening_content, evening_from
from campaigns.evening_selectors import Told, evening_of, night_of
from campaigns.models import Campaign, CampaignDocument, Membership, PostBattle
from campaigns.models.documents import document_path
from campaigns.roles import Right
from campaigns.services.people import locked_campaign, member_with
from campaigns.times import zone_of
from warbands.models import Player
from warbands.roster.paper import PageSize
from warbands.roster.refusals import Refused
from warbands.services.throttling import spend

logger = logging.getLogger(__name__)

KEPT_FOR_A_CAMPAIGN = 60
UNFINISHED_OF_A_PLAYER = 3
MOST_ATTEMPTS = 3
SEND_AGAIN_AFTER = timedelta(seconds=20)
GIVEN_UP_AFTER = timedelta(seconds=40)
Kind, Status = CampaignDocument.Kind, CampaignDocument.Status


class Cancelled(Exception):
    """Nobody waits for it any more."""


# --- asking ---------------------------------------------------------------------------------------------------------


def request_evening(campaign: Campaign, *, by: Player, day: date, page: PageSize = "a4") -> CampaignDocument:
    """The report of a local day as a member may see it: the one there is already, or a new one that a worker prints.

    Raises:
        Refused: when nothing was fought on that day, or he asks too often.
    """
    viewer = member_with(campaign, player=by, right=Right.SEE)
    _not_too_often(by)
    told = evening_of(campaign, day, viewer)
    if not told.evening.battles:
        raise Refused("No battle was fought on that day, so there is nothing to print.", code="nothing_there")
    return _requested(viewer, told, page, kind=Kind.EVENING, day=day)


def request_night(post: PostBattle, *, by: Player, page: PageSize = "a4") -> CampaignDocument:
    """The record of one warband's night as a member may see it.

    Raises:
        Refused: when he asks too often, or the night is not there any more.
    """
    battle = post.side.battle
    viewer = member_with(battle.campaign, player=by, right=Right.SEE)
    _not_too_often(by)
    told = night_of(post, viewer)
    if not told.evening.nights:
        raise Refused("The battle was taken back, and the night after it with it.", code="nothing_there")
    day = day_of(battle.fought_on, zone_of(battle.campaign))
    return _requested(viewer, told, page, kind=Kind.NIGHT, day=day, night=post)


def _not_too_often(by: Player) -> None:
    limit = settings.CAMPAIGN_DOCUMENTS_PER_HOUR
    spend("campaign document", str(by.pk), limit=limit, told="You have asked for many reports.")


def _requested(viewer: Membership, told: Told, page: PageSize, **about: Any) -> CampaignDocument:
    digest = printing.document_digest(told.evening, told.gold_of, page)
    with transaction.atomic():
        campaign = locked_campaign(viewer.campaign_id)
        document = CampaignDocument.objects.filter(campaign=campaign, digest=digest).first()
        if document is None:
            _refuse_too_many_unfinished(viewer.player)
            document = CampaignDocument.objects.create(
                campaign=campaign,
                title=told.evening.title[:300],
                options={"page": page},
                content=evening_content(told.evening),
                gold_of=list(told.gold_of),
                digest=digest,
                total=printing.steps_of(told.evening),
                asked_by=viewer.player,
                **about,
            )
            _forget_the_oldest(campaign)
        elif document.status in (Status.FAILED, Status.CANCELLED) or _has_lost_its_file(document):
            _begin_again(document, viewer.player)
        if document.status == Status.PENDING:
            transaction.on_commit(partial(send, document))
    return document


def _refuse_too_many_unfinished(player: Player) -> None:
    waiting = CampaignDocument.objects.unfinished().filter(asked_by=player).count()
    if waiting >= UNFINISHED_OF_A_PLAYER:
        told = f"{waiting} of your reports are being printed. Wait for them, or cancel one."
        raise Refused(told, code="over_quota")


def _has_lost_its_file(document: CampaignDocument) -> bool:
    return document.status == Status.READY and not document.file.storage.exists(document.file.name or "")


def _begin_again(document: CampaignDocument, player: Player) -> None:
    document.status, document.done, document.told, document.attempts = Status.PENDING, 0, "", 0
    document.sent_at = document.begun_at = document.finished_at = None
    document.asked_by, document.asked_at = player, timezone.now()
    document.save()


def _forget_the_oldest(campaign: Campaign) -> None:
    for document in CampaignDocument.objects.filter(campaign=campaign)[KEPT_FOR_A_CAMPAIGN:]:
        delete_document(document)


def delete_document(document: CampaignDocument) -> None:
    """Take a document away, its file after the transaction; one that is gone already is gone."""
    with transaction.atomic():
        # Read again under the lock: a worker may just have given it its file.
        row = CampaignDocument.objects.select_for_update().filter(pk=document.pk).first()
        if row is None:
            return
        row.delete()
        if row.file:
            transaction.on_commit(partial(row.file.delete, save=False))


def delete_documents_of(campaigns: list[int]) -> None:
    """Take away all that these campaigns have printed: it names somebody who is not to be named any more."""
    for document in CampaignDocument.objects.filter(campaign__in=campaigns):
        delete_document(document)


def cancel_document(document: CampaignDocument, *, by: Player) -> CampaignDocument:
    """Stop the printing; the worker notices between two parts. What is finished stays as it is.

    Raises:
        Refused: for whoever neither asked for it nor arbitrates.
    """
    with transaction.atomic():
        viewer = member_with(document.campaign, player=by, right=Right.SEE)
        row = CampaignDocument.objects.select_for_update().get(pk=document.pk)
        if row.is_finished:
            return row
        if not row.may_cancel(by, arbitrates=viewer.may(Right.ARBITRATE)):
            raise Refused("Only whoever asked for it cancels it, or an arbitrator.", code="may_not")
        _finish(row, status=Status.CANCELLED, told="It was cancelled before it was ready.")
    return row


# --- printing -------------------------------------------------------------------------------------------------------


def send(document: CampaignDocument) -> bool:
    """Tell a worker. ``False`` when the broker cannot be reached: the row then waits for the sweep."""
    try:
        # By name: the task calls this module.
        current_app.send_task("campaigns.tasks.print_evening", [document.pk])
    except OperationalError:
        logger.warning("campaign document %s waits: the broker cannot be reached", document.pk)
        return False
    CampaignDocument.objects.filter(pk=document.pk).update(sent_at=timezone.now())
    return True


def print_now(document_id: int) -> None:
    """Print one document, in a worker. Safe to run twice and for a document that is gone, done or cancelled."""
    document = _claim(document_id)
    if document is None:
        return
    pdf, pages, failure = b"", 0, ""
    try:
        pdf, pages = _rendered(document)
    except Cancelled:
        return
    except Exception as error:
        logger.exception("campaign document %s could not be printed", document_id)
        failure = _why(error)
    with transaction.atomic():
        row = CampaignDocument.objects.select_for_update().filter(pk=document.pk).first()
        if row is None or row.is_finished:
            # It was cancelled or thrown away meanwhile, or another worker was faster.
            return
        if failure:
            _finish(row, status=Status.FAILED, told=failure)
            return
        name = f"{row.digest}.pdf"
        # What an earlier attempt left there would make the storage choose another name.
        row.file.storage.delete(document_path(row, name))
        row.file.save(name, ContentFile(pdf), save=False)
        row.pages, row.done = pages, row.total
        _finish(row, status=Status.READY, told="")


def _claim(document_id: int) -> CampaignDocument | None:
    with transaction.atomic():
        document = CampaignDocument.objects.select_for_update().filter(pk=document_id).first()
        if document is None or document.is_finished:
            return None
        document.attempts += 1
        if document.attempts > MOST_ATTEMPTS:
            told = "The printer stopped several times over this report. Please tell whoever runs this site."
            _finish(document, status=Status.FAILED, told=told)
            return None
        document.status, document.done, document.told = Status.PRINTING, 0, "Beginning"
        document.sent_at = document.begun_at = timezone.now()
        document.save()
    return document


def _rendered(document: CampaignDocument) -> tuple[bytes, int]:
    evening = evening_from(document.content)
    return printing.render_evening(evening, page=document.options.get("page", "a4"), progress=_progress_of(document))


def _progress_of(document: CampaignDocument) -> Callable[[int, int, str], None]:
    def progress(done: int, total: int, told: str) -> None:
        rows = CampaignDocument.objects.filter(pk=document.pk, status=Status.PRINTING)
        # The time is a sign of life: without one the sweep takes the worker for dead.
        if not rows.update(done=done, total=total, told=told[:200], sent_at=timezone.now()):
            raise Cancelled

    return progress


def _why(error: Exception) -> str:
    if type(error).__name__ == "SoftTimeLimitExceeded":
        return "Printing took too long. Print the nights one by one instead."
    if isinstance(error, ValidationError):
        return "This report was asked for before the site was renewed. Ask for it again."
    return "Something went wrong while printing. Try again; if it fails again, tell whoever runs this site."


def _finish(document: CampaignDocument, *, status: str, told: str) -> None:
    document.status, document.told, document.finished_at = status, told, timezone.now()
    document.save()


def sweep() -> int:
    """Send again what waits or was left half done; returns how many."""
    now = timezone.now()
    waiting = Q(status=Status.PENDING) & (Q(sent_at=None) | Q(sent_at__lt=now - SEND_AGAIN_AFTER))
    stuck = Q(status=Status.PRINTING, sent_at__lt=now - GIVEN_UP_AFTER)
    count = 0
    for document in CampaignDocument.objects.filter(waiting | stuck).order_by("asked_at")[:100]:
        if not send(document):
            break
        count += 1
    return count
