"""Printing a pit fighter: asking for his roster, and what a worker prints of it (`mordheim.documents.press`).

A document keeps him as he was when it was asked for: name, points, and the entries that stood.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.services.documents import refuse_too_many_unfinished
from encounters import pit_printing
from encounters.models import PitDocument, PitRoster
from encounters.pit_printing import Paper, Printed
from encounters.pit_roster_selectors import pit_book, standing_of
from encounters.pitfight.career import Career, Entry, career_of
from encounters.pitfight.fighter_sheet import sheet_of
from mordheim.documents.press import Cancelled, Press, Unprintable, still_wanted
from warbands.models import Player
from warbands.roster.refusals import Refused
from warbands.services.throttling import spend

KEPT_FOR_A_FIGHTER = 6
ASKED_IN_AN_HOUR = 60
NO_SCROLL = "The rules have no such scroll any more, so that there is nothing to print."


# --- asking -----------------------------------------------------------------------------------------------------------


def request_fighter(roster: PitRoster, *, by: Player, paper: Paper = "a4", blank: bool = False) -> PitDocument:
    """His roster with his scroll and an arena: the document there is already, or a new one that a worker prints.
    ``blank`` has his scroll alone, and leaves all that is his to be written in.

    Raises:
        Refused: by anybody but his owner, when he asks too often, and for a scroll that there is not any more.
    """
    spend("pit document", str(by.pk), limit=ASKED_IN_AN_HOUR, told="You have asked for many.")
    with transaction.atomic():
        row = PitRoster.objects.select_for_update().filter(pk=roster.pk, owner=by).first()
        if row is None:
            raise Refused("This fighter is not there any more.", code="no_such_fighter")
        content, options = _content_of(row, by, blank), {"page": paper, "blank": blank}
        try:
            digest = pit_printing.sheet_digest(_printed(content, options))
        except KeyError:
            raise Refused(NO_SCROLL, code="unknown_key") from None
        title = f"Blank roster, {row.scroll}" if blank else row.name

        def make() -> PitDocument:
            refuse_too_many_unfinished(PitDocument.objects.filter(status__in=_UNFINISHED), player=by, things="sheets")
            about = {"title": title, "content": content, "options": options, "digest": digest}
            return PitDocument.objects.create(roster=row, asked_by=by, **about)

        def again(document: PitDocument) -> None:
            document.begin_again()
            document.asked_by, document.asked_at = by, timezone.now()

        rows = PitDocument.objects.filter(roster=row)
        return PRESS.requested(rows, digest=digest, keep=KEPT_FOR_A_FIGHTER, make=make, again=again)


_UNFINISHED = (PitDocument.Status.PENDING, PitDocument.Status.PRINTING)


def _content_of(row: PitRoster, by: Player, blank: bool) -> dict[str, Any]:
    if blank:
        return {"name": "", "scroll": row.scroll, "levels": list(pit_book().rules.levels), "entries": [], "player": ""}
    entries = list(standing_of(row).values_list("kind", "content"))
    return {
        "name": row.name,
        "scroll": row.scroll,
        "levels": list(row.levels),
        "entries": [[kind, content] for kind, content in entries],
        "player": by.shown_name,
    }


def cancel_document(document: PitDocument, *, by: Player) -> PitDocument:
    """Stop the printing; what is finished stays as it is.

    Raises:
        Refused: by anybody but the fighter's owner.
    """
    with transaction.atomic():
        row = PitDocument.objects.select_for_update(of=("self",)).select_related("roster").get(pk=document.pk)
        if row.roster.owner_id != by.pk:
            raise Refused("That sheet is not yours.", code="not_yours")
        if not row.is_finished:
            row.finish(PitDocument.Status.CANCELLED, told="It was cancelled before it was ready.")
            row.save()
    return row


# --- printing ---------------------------------------------------------------------------------------------------------


def _rendered(document: PitDocument) -> tuple[bytes, int]:
    def go_on(done: int, told: str) -> None:
        if not still_wanted(document, done=done, told=told):
            raise Cancelled

    dated = None if document.options["blank"] else timezone.localdate(document.asked_at)
    try:
        printed = _printed(document.content, document.options, printed_on=dated)
    except KeyError:
        raise Unprintable(NO_SCROLL) from None
    return pit_printing.pdf_and_pages(printed, go_on)


def _printed(content: dict[str, Any], options: dict[str, Any], **about: Any) -> Printed:
    """Raises KeyError for a scroll that there is not any more."""
    book = pit_book()
    career: Career = career_of(Entry(kind, said) for kind, said in content["entries"])
    sheet = sheet_of(content["name"], content["scroll"], content["levels"], career, book)
    paper = {"paper": options["page"], "blank": options["blank"], "player": content["player"]}
    return Printed(sheet, book.rules.radius, book.rules.spacing, **paper, **about)


PRESS = Press(
    model=PitDocument,
    task="encounters.tasks.print_pit_sheet",
    thing="sheet",
    too_long="Printing took too long. Try again later.",
    render=_rendered,
)
