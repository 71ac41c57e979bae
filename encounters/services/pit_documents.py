"""Printing a pit fighter: asking for his roster, and what a worker prints of it (`mordheim.documents.press`).

A document keeps him as he was when it was asked for: name, points, and the entries that stood.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from encounters import pit_printing
from encounters.models import PitDocument, PitRoster
from encounters.pit_printing import Printed
from encounters.pit_roster_selectors import pit_book, standing_of
from encounters.pitfight.career import Career, Entry, career_of
from encounters.pitfight.fighter_sheet import sheet_of
from encounters.services import papers
from mordheim.documents.press import Press, Unprintable
from warbands.models import Player
from warbands.roster.paper import PageSize
from warbands.roster.refusals import Refused

NO_SCROLL = "The rules have no such scroll any more, so that there is nothing to print."


# --- asking -----------------------------------------------------------------------------------------------------------


def request_fighter(roster: PitRoster, *, by: Player, paper: PageSize = "a4", blank: bool = False) -> PitDocument:
    """His roster with his scroll and an arena: the document there is already, or a new one that a worker prints.
    ``blank`` has his scroll alone, and leaves all that is his to be written in.

    Raises:
        Refused: by anybody but his owner, when he asks too often, and for a scroll that there is not any more.
    """
    papers.not_too_often("pit document", by=by)
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
        about = {"title": title, "content": content, "options": options}
        return papers.requested(PRESS, row.documents, by=by, digest=digest, **about)


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


# --- printing ---------------------------------------------------------------------------------------------------------


def _rendered(document: PitDocument) -> tuple[bytes, int]:
    dated = None if document.options["blank"] else timezone.localdate(document.asked_at)
    try:
        printed = _printed(document.content, document.options, printed_on=dated)
    except KeyError:
        raise Unprintable(NO_SCROLL) from None
    return pit_printing.pdf_and_pages(printed, partial(papers.go_on, document))


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
