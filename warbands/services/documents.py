"""Asking for a printed sheet, and what a worker prints of it (`mordheim.documents.press`).

A document is a row from the moment it is asked for. It keeps the warband as it was then, so a worker that comes
late prints what was asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from mordheim.addresses import is_of_this_machine
from mordheim.documents.press import Press, still_wanted
from mordheim.rules.plainfile import Malformed, write_json
from mordheim.rules.rulebook import Rulebook
from warbands import printing
from warbands.models import Player, RosterDocument, Warband
from warbands.roster.interchange import read_warband, warband_content
from warbands.roster.refusals import Refused
from warbands.roster.sheet import WarbandSheet, build_sheet
from warbands.selectors import current_rulebook, snapshot_of
from warbands.services.acts import locked
from warbands.services.quotas import refuse_over_quota

KEPT_FOR_A_WARBAND = 12


def _url_for_others(warband: Warband) -> str:
    """Where everybody finds a shared warband; nothing where that leads nobody anywhere, since paper cannot tell."""
    url = warband.public_url or ""
    return "" if is_of_this_machine(url) else url


def request_roster_document(warband: Warband, *, by: Player, options: printing.PrintOptions) -> RosterDocument:
    """The document of the warband as it stands: the one there is already, or a new one that a worker will print.

    Raises:
        Refused: when the player has used up his share of documents, or there is nothing to draw.
    """
    rulebook = current_rulebook()
    if warband.type_key not in rulebook.warband_types:
        raise Refused("The rules have no such warband type any more, so there is nothing to draw.", code="unknown_key")
    content = warband_content(snapshot_of(warband), rulebook)
    context = {"player": by.shown_name, "public_url": _url_for_others(warband)}
    try:
        digest = _digest(content, context, options, rulebook)
    except Malformed as malformed:
        raise Refused(f"This warband cannot be printed: {malformed}.", code="malformed") from None

    def make() -> RosterDocument:
        refuse_over_quota(by, "documents")
        about = {"options": options.as_dict(), "content": content, "context": context}
        return RosterDocument.objects.create(warband=warband, requested_by=by, digest=digest, **about)

    with transaction.atomic():
        locked(warband)
        rows = RosterDocument.objects.filter(warband=warband)
        again = RosterDocument.begin_again
        return PRESS.requested(rows, digest=digest, keep=KEPT_FOR_A_WARBAND, make=make, again=again)


def _digest(
    content: Mapping[str, Any], context: Mapping[str, str], options: printing.PrintOptions, rulebook: Rulebook
) -> str:
    # The day of printing is left out: yesterday's sheet is still good while nothing has changed.
    undated = printing.PrintContext(printed_on=date.min, player=context["player"], public_url=context["public_url"])
    return printing.document_digest(_sheet(content, rulebook), options, undated, rulebook=rulebook)


def _rendered(document: RosterDocument) -> tuple[bytes, int]:
    def progress(done: int, total: int, told: str) -> None:
        share = 5 + 90 * done // max(total, 1)
        still_wanted(document, done=min(share, 95), told=told[:200])

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


def _sheet(content: Mapping[str, Any], rulebook: Rulebook) -> WarbandSheet:
    return build_sheet(read_warband(write_json(content).encode(), rulebook, name="stored.json"), rulebook)


PRESS = Press(
    model=RosterDocument,
    task="warbands.tasks.print_document",
    thing="sheet",
    too_long="Printing took too long. Try fewer sheets at once.",
    render=_rendered,
)
