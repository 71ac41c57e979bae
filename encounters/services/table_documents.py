"""Asking for the set-up sheet of a table, cancelling it, and what a worker prints of it (`mordheim.documents.press`).

A document is a row from the moment it is asked for and keeps the table as it was then.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from campaigns.battle_selectors import sides_of
from campaigns.models import Membership
from campaigns.postbattle.log import Diverged
from campaigns.roles import Right
from campaigns.services.documents import refuse_too_many_unfinished
from campaigns.services.people import member_with
from encounters import table_printing
from encounters.models import Encounter, TableDocument
from encounters.services.papers import go_on
from encounters.setup.plan import Plan
from encounters.table_selectors import alliances_of, set_up_of
from mordheim.documents.press import Press, Unprintable
from warbands.models import Player
from warbands.roster.paper import PageSize
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook
from warbands.services.throttling import spend

KEPT_FOR_A_TABLE = 6
RULES_CHANGED = "The rules have changed since this table was set, so that it cannot be printed any more."


# --- asking -----------------------------------------------------------------------------------------------------------


def request_sheet(encounter: Encounter, *, by: Player, page: PageSize = "a4") -> TableDocument:
    """The sheet of a table that is set: the one there is already, or a new one that a worker prints.

    Raises:
        Refused: while the table is not set, for somebody who may not look at it, and when he asks too often.
    """
    viewer = member_with(encounter.battle.campaign, player=by, right=Right.SEE)
    spend("table document", str(by.pk), limit=settings.CAMPAIGN_DOCUMENTS_PER_HOUR, told="You have asked for many.")
    with transaction.atomic():
        row = Encounter.objects.select_for_update().filter(pk=encounter.pk).first()
        if row is None:
            raise Refused("This table is not there any more.", code="no_such_table")
        row.battle = encounter.battle
        plan, content = _plan_of(row), _content_of(row)
        digest = table_printing.sheet_digest(plan, page)
        title = f"Setting up {row.battle}: {plan.scenario.name}"

        def make() -> TableDocument:
            return _made(row, viewer, digest=digest, title=title, content=content, options={"page": page})

        def again(document: TableDocument) -> None:
            document.begin_again()
            document.asked_by, document.asked_at = by, timezone.now()

        rows = TableDocument.objects.filter(encounter=row)
        return PRESS.requested(rows, digest=digest, keep=KEPT_FOR_A_TABLE, make=make, again=again)


def _made(row: Encounter, viewer: Membership, **about: Any) -> TableDocument:
    refuse_too_many_unfinished(TableDocument.objects.unfinished(), player=viewer.player, things="sheets")
    return TableDocument.objects.create(encounter=row, asked_by=viewer.player, **about)


def _plan_of(row: Encounter) -> Plan:
    try:
        plan = set_up_of(row, sides_of(row.battle), current_rulebook()).plan
    except Diverged:
        raise Refused(RULES_CHANGED, code="diverged") from None
    if plan is None:
        raise Refused("The table is not set yet, so there is nothing to print.", code="not_yet")
    return replace(plan, happenings=_happenings(row))


def _happenings(row: Encounter) -> bool:
    """Whether they are played: as it was when the sheet was asked for, else as the campaign has it."""
    return bool(row.came.get("happenings", row.battle.campaign.random_happenings))


def _content_of(row: Encounter) -> dict[str, Any]:
    """All that the plan is played again from, besides the warbands."""
    alliances = alliances_of(row, sides_of(row.battle))
    return {
        "map_seed": row.map_seed,
        "moves": row.moves,
        "came": {**row.came, "alliances": alliances, "happenings": _happenings(row)},
        "set_up_log": row.set_up_log,
    }


# --- printing ---------------------------------------------------------------------------------------------------------


def _rendered(document: TableDocument) -> tuple[bytes, int]:
    return table_printing.pdf_and_pages(
        _plan_then(document), document.options.get("page", "a4"), partial(go_on, document)
    )


def _plan_then(document: TableDocument) -> Plan:
    """The plan as it was when the sheet was asked for."""
    encounter = Encounter.objects.select_related("battle").get(pk=document.encounter_id)
    then = copy(encounter)
    for name, value in document.content.items():
        setattr(then, name, value)
    try:
        return _plan_of(then)
    except Refused as refused:
        raise Unprintable(refused.message) from None


PRESS = Press(
    model=TableDocument,
    task="encounters.tasks.print_sheet",
    thing="sheet",
    too_long="Printing took too long. Try again later.",
    render=_rendered,
)
