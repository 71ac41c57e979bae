"""Printing a skirmish: asking for its fight sheet, and what a worker prints of it (`mordheim.documents.press`).

A document keeps ground and sides as they were when it was asked for: a sheet to play on from the first round.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from encounters import skirmish_printing
from encounters.hitchance.errors import Malformed
from encounters.hitchance.fight_file import FightFile, skirmish_of
from encounters.models import SkirmishDocument, SkirmishFight
from encounters.services import papers
from encounters.skirmish_printing import Printed
from encounters.skirmish_selectors import content_of, file_of, hit_rules
from mordheim.documents.press import Press, Unprintable
from mordheim.rules.plainfile import validated
from warbands.models import Player
from warbands.roster.paper import PageSize
from warbands.roster.refusals import Refused

# --- asking -----------------------------------------------------------------------------------------------------------


def request_sheet(fight: SkirmishFight, *, by: Player, paper: PageSize = "a4") -> SkirmishDocument:
    """Its fight sheet: the document there is already, or a new one that a worker prints.

    Raises:
        Refused: by anybody but whoever keeps it, when he asks too often, and for sides that cannot be fought.
    """
    papers.not_too_often("skirmish document", by=by)
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
        about = {"title": row.name or "Skirmish", "content": content, "options": options}
        return papers.requested(PRESS, row.documents, by=by, digest=digest, **about)


# --- printing ---------------------------------------------------------------------------------------------------------


def _rendered(document: SkirmishDocument) -> tuple[bytes, int]:
    dated = timezone.localdate(document.asked_at)
    try:
        printed = _printed(document.content, document.options, printed_on=dated)
    except Malformed:
        raise Unprintable("The rules do not know this skirmish any more, so that it cannot be printed.") from None
    return skirmish_printing.pdf_and_pages(printed, partial(papers.go_on, document))


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
