"""The chronicle as events write it. A line is never rewritten; what was undone is marked as taken back."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from campaigns.models import Campaign, ChronicleEntry, Enrolment
from warbands.models import Player

Kind = ChronicleEntry.Kind


def record(
    campaign: Campaign,
    *,
    kind: str,
    sentence: str,
    person: Player | None = None,
    by: Player | None = None,
    battle_id: int | None = None,
    enrolment: Enrolment | None = None,
    reason: str = "",
    happened_at: datetime | None = None,
) -> ChronicleEntry:
    """Write down what happened, within the transaction of the act that it belongs to.

    Args:
        campaign: whose chronicle it is.
        kind: one of `ChronicleEntry.Kind`.
        sentence: what is told. It names warbands and warriors and never an account.
        person: with whose name the sentence begins, where it begins with a person's.
        by: who did it, where that is told apart from the sentence.
        battle_id: the battle that it belongs to; undoing that battle takes it back with `withdraw_of_battle`.
        enrolment: the warband that it is about.
        reason: why the record was corrected.
        happened_at: when; now where it is left out.
    """
    return ChronicleEntry.objects.create(
        campaign=campaign,
        kind=kind,
        sentence=sentence,
        person=person,
        begins_with_person=person is not None,
        by=by,
        battle_id=battle_id,
        enrolment=enrolment,
        reason=reason,
        happened_at=happened_at or timezone.now(),
    )


def withdraw_of_battle(battle_id: int) -> int:
    """Mark what a battle's report and the nights after it told as taken back; answers how many lines that were.

    What people did about it stays, since they did it: announcing, beginning, reporting, taking back, and what they
    wrote themselves.
    """
    told = ChronicleEntry.objects.standing().filter(battle_id=battle_id, kind__in=ChronicleEntry.COME_OF_A_REPORT)
    return told.update(withdrawn_at=timezone.now())
