"""What players add to the chronicle: notes, and reports of battles. Whoever wrote one may take it back."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, ChronicleEntry
from campaigns.roles import Right
from campaigns.services.people import member_with
from mordheim.rules.plainfile import clean_text
from warbands.models import Player
from warbands.roster.refusals import Refused

LONGEST_NOTE = 20_000


def add_note(
    campaign: Campaign, *, by: Player, text: str, kind: str = ChronicleEntry.Kind.NOTE, battle_id: int | None = None
) -> ChronicleEntry:
    """Add a player's note, or his report of a battle.

    Raises:
        Refused: when it is empty or too long, or he may not write here.
    """
    with transaction.atomic():
        member_with(campaign, player=by, right=Right.NOTE)
        written = clean_text(text).strip()
        if not written:
            raise Refused("There is nothing in the note yet.", code="notes")
        if len(written) > LONGEST_NOTE:
            raise Refused(f"A note has at most {LONGEST_NOTE} characters.", code="notes")
        return ChronicleEntry.objects.create(campaign=campaign, kind=kind, text=written, by=by, battle_id=battle_id)


def withdraw_note(entry: ChronicleEntry, *, by: Player) -> ChronicleEntry:
    """Take a note of one's own back. Done twice it is done once.

    Raises:
        Refused: for what an event wrote, and for what somebody else did.
    """
    with transaction.atomic():
        row = ChronicleEntry.objects.select_for_update().get(pk=entry.pk)
        member_with(row.campaign, player=by, right=Right.NOTE)
        if not row.is_written:
            raise Refused("What happened stays in the chronicle. Add a note beside it.", code="append_only")
        if row.by_id != by.pk:
            raise Refused("Only whoever wrote a note may take it back.", code="not_yours")
        if row.withdrawn_at is None:
            row.withdrawn_at = timezone.now()
            row.save(update_fields=["withdrawn_at"])
    return row
