"""Printing a skirmish: asking for its fight sheet, and what a worker prints of it (`mordheim.documents.press`).

A document keeps ground and sides as they were when it was asked for: a sheet to play on from the first round.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.services.documents import refuse_too_many_unfinished
from encounters import skirmish_printing
from encounters.hitchance.errors import Malformed
from encounters.hitchance.fight_file import FightFile, skirmish_of
from encounters.models import SkirmishDocument, SkirmishFight
from encounters.skirmish_printing import Paper, Printed
from encounters.skirmish_selectors import content_of, file_of, hit_rules
from mordheim.documents.press import Cancelled, Press, Unprintable, still_wanted
from mordheim.rules.plainfile import validated
from warbands.models import Player
from warbands.roster.refusals import Refused
from warbands.services.throttling import spend

KEPT_FOR_A_SKIRMISH = 6
ASKED_IN_AN_HOUR = 60


# --- asking -----------------------------------------------------------------------------------------------------------


def request_sheet(fight: SkirmishFight, *, by: Player, paper: Paper = "a4") -> SkirmishDocument:
    """Its fight sheet: the document there is already, or a new one that a worker prints.

    Raises:
        Refused: by anybody but whoever keeps it, when he asks too often, and for sides that cannot be fought.
    """
    spend("skirmish document", str(by.pk), limit=ASKED_IN_AN_HOUR, told="You have asked for many.")
    with transaction.atomic():
        row = SkirmishFight.objects.select_for_update().filter(pk=fight.pk, made_by=by).first()
        if row is None:
            raise Refused("Whoever keeps the skirmish prints it.", code="not_yours")
        content = {"file": content_of(file_of(row)), "name": row.name, "player": by.shown_name}
        options = {"page": paper}
        try:
            digest = skirmish_printing.sheet_digest(_printed(content, options))
        except Malformed as malformed:
            raise Refused(f"This cannot be printed yet: {malformed}.", code="cannot_fight") from None
        title = row.name or "Skirmish"

        def make() -> SkirmishDocument:
            unfinished = SkirmishDocument.objects.filter(status__in=_UNFINISHED)
            refuse_too_many_unfinished(unfinished, player=by, things="sheets")
            about = {"title": title, "content": content, "options": options, "digest": digest}
            return SkirmishDocument.objects.create(fight=row, asked_by=by, **about)

        def again(document: SkirmishDocument) -> None:
            document.begin_again()
            document.asked_by, document.asked_at = by, timezone.now()

        rows = SkirmishDocument.objects.filter(fight=row)
        return PRESS.requested(rows, digest=digest, keep=KEPT_FOR_A_SKIRMISH, make=make, again=again)


_UNFINISHED = (SkirmishDocument.Status.PENDING, SkirmishDocument.Status.PRINTING)


def cancel_document(document: SkirmishDocument, *, by: Player) -> SkirmishDocument:
    """Stop the printing; what is finished stays as it is.

    Raises:
        Refused: by anybody but whoever keeps the skirmish.
    """
    with transaction.atomic():
        row = SkirmishDocument.objects.select_for_update(of=("self",)).select_related("fight").get(pk=document.pk)
        if row.fight.made_by_id != by.pk:
            raise Refused("That sheet is not yours.", code="not_yours")
        if not row.is_finished:
            row.finish(SkirmishDocument.Status.CANCELLED, told="It was cancelled before it was ready.")
            row.save()
    return row


# --- printing ---------------------------------------------------------------------------------------------------------


def _rendered(document: SkirmishDocument) -> tuple[bytes, int]:
    def go_on(done: int, told: str) -> None:
        if not still_wanted(document, done=done, told=told):
            raise Cancelled

    dated = timezone.localdate(document.asked_at)
    try:
        printed = _printed(document.content, document.options, printed_on=dated)
    except Malformed:
        raise Unprintable("The rules do not know this skirmish any more, so that it cannot be printed.") from None
    return skirmish_printing.pdf_and_pages(printed, go_on)


def _printed(content: dict[str, Any], options: dict[str, Any], **about: Any) -> Printed:
    """Raises Malformed where it cannot be fought."""
    skirmish = skirmish_of(validated(FightFile, content["file"], {}), hit_rules())
    return Printed(skirmish, content["name"], paper=options["page"], player=content["player"], **about)


PRESS = Press(
    model=SkirmishDocument,
    task="encounters.tasks.print_skirmish_sheet",
    thing="sheet",
    too_long="Printing took too long. Try again later.",
    render=_rendered,
)
