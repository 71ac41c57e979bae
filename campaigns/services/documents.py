"""Asking for the report of an evening or the record of a night, cancelling it, and what a worker prints of it
(`mordheim.documents.press`).

As with a warband's sheets a document is a row from the moment it is asked for and keeps what was to be told then.
Printing stops between two parts once it is cancelled.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from pydantic import ValidationError

from campaigns import printing
from campaigns.battle.days import day_of
from campaigns.evening import evening_content, evening_from
from campaigns.evening_selectors import Told, evening_of, night_of
from campaigns.models import Campaign, CampaignDocument, Membership, PostBattle
from campaigns.models.documents import AskedDocument
from campaigns.roles import Right
from campaigns.services.people import locked_campaign, member_with
from campaigns.times import zone_of
from mordheim.documents.press import Cancelled, Press, Unprintable, delete_document, still_wanted
from warbands.models import Player
from warbands.roster.paper import PageSize
from warbands.roster.refusals import Refused
from warbands.services.throttling import spend

KEPT_FOR_A_CAMPAIGN = 60
UNFINISHED_OF_A_PLAYER = 3
A = TypeVar("A", bound=AskedDocument)
Kind, Status = CampaignDocument.Kind, CampaignDocument.Status


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

        def make() -> CampaignDocument:
            refuse_too_many_unfinished(CampaignDocument.objects.unfinished(), player=viewer.player, things="reports")
            return CampaignDocument.objects.create(
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

        def again(document: CampaignDocument) -> None:
            document.begin_again()
            document.asked_by, document.asked_at = viewer.player, timezone.now()

        rows = CampaignDocument.objects.filter(campaign=campaign)
        return PRESS.requested(rows, digest=digest, keep=KEPT_FOR_A_CAMPAIGN, make=make, again=again)


def refuse_too_many_unfinished(unfinished: QuerySet[Any], *, player: Player, things: str) -> None:
    """Raise Refused where somebody has had his share of what is being printed."""
    waiting = unfinished.filter(asked_by=player).count()
    if waiting >= UNFINISHED_OF_A_PLAYER:
        told = f"{waiting} of your {things} are being printed. Wait for them, or cancel one."
        raise Refused(told, code="over_quota")


def delete_documents_of(campaigns: list[int]) -> None:
    """Take away all that these campaigns have printed: it names somebody who is not to be named any more."""
    for document in CampaignDocument.objects.filter(campaign__in=campaigns):
        delete_document(document)


def cancel_document(document: A, *, by: Player) -> A:
    """Stop the printing; the worker notices between two parts. What is finished stays as it is.

    Raises:
        Refused: for whoever neither asked for it nor arbitrates.
    """
    with transaction.atomic():
        viewer = member_with(document.its_campaign, player=by, right=Right.SEE)
        row = type(document)._default_manager.select_for_update().get(pk=document.pk)
        if row.is_finished:
            return row
        if not row.may_cancel(by, arbitrates=viewer.may(Right.ARBITRATE)):
            raise Refused("Only whoever asked for it cancels it, or an arbitrator.", code="may_not")
        row.finish(Status.CANCELLED, told="It was cancelled before it was ready.")
        row.save()
    return row


# --- printing -------------------------------------------------------------------------------------------------------


def _rendered(document: CampaignDocument) -> tuple[bytes, int]:
    try:
        evening = evening_from(document.content)
    except ValidationError:
        raise Unprintable("This report was asked for before the site was renewed. Ask for it again.") from None
    return printing.render_evening(evening, page=document.options.get("page", "a4"), progress=_progress_of(document))


def _progress_of(document: CampaignDocument) -> Callable[[int, int, str], None]:
    def progress(done: int, total: int, told: str) -> None:
        if not still_wanted(document, done=done, total=total, told=told[:200]):
            raise Cancelled

    return progress


PRESS = Press(
    model=CampaignDocument,
    task="campaigns.tasks.print_evening",
    thing="report",
    too_long="Printing took too long. Print the nights one by one instead.",
    render=_rendered,
)
