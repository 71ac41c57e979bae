"""What others keep of a battle and of a player: the record of dice with what was rolled at its table, and what of the
tables, the pit and skirmishes an account takes along, has moved over to it, and leaves behind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver

from campaigns.battle.verifying import Rolled
from campaigns.dice_selectors import adds_rolls, kept_roll
from campaigns.models import Battle
from encounters.models import (
    PitDocument,
    PitEntrant,
    PitFight,
    PitOdds,
    PitRoster,
    PitRosterEntry,
    PitSeat,
    PitTournament,
    SkirmishDocument,
    SkirmishFight,
    SkirmishStep,
    TableRoll,
)
from encounters.pitfight.levels import CHARACTERISTICS
from warbands.models import Player
from warbands.services.accounts import exporting
from warbands.services.guests import handing_over

AT_THE_TABLE = "At the table"


@adds_rolls
def rolls_of_table(battle: Battle) -> Iterator[Rolled]:
    """Every roll at a battle's table, also those that were taken back; one query."""
    rows = TableRoll.objects.filter(encounter__battle=battle.pk).select_related("by")
    yield from map(_rolled, rows)


def _rolled(row: TableRoll) -> Rolled:
    step = f"{row.get_phase_display()}, {row.step.replace('_', ' ')}"
    return kept_roll(row, warband=AT_THE_TABLE, step=step, label=row.label)


@receiver(exporting)
def an_account_is_exported(sender: object, player: Player, **kwargs: Any) -> dict[str, bytes]:
    """``tables.json`` beside the warband files, for whoever has rolled at a table."""
    rows = TableRoll.objects.filter(by=player).select_related("encounter__battle__campaign")
    rolls = [_taken_along(row) for row in rows]
    return {"tables.json": json.dumps({"rolls": rolls}, ensure_ascii=False, indent=2).encode()} if rolls else {}


def _taken_along(row: TableRoll) -> dict[str, Any]:
    battle = row.encounter.battle
    return {
        "campaign": battle.campaign.name,
        "battle": battle.number,
        "phase": row.phase,
        "step": row.step,
        "for": row.what_for,
        "die": row.die,
        "faces": row.faces,
        "source": row.source,
        "rolled": row.rolled_at.isoformat(),
        "taken_back": row.taken_back_at.isoformat() if row.taken_back_at else None,
    }


# --- the pit ----------------------------------------------------------------------------------------------------------

OF_A_PLAYER = (
    # In the order in which the pit's services lock them.
    (PitFight, "made_by"),
    (PitSeat, "player"),
    (PitTournament, "made_by"),
    (PitEntrant, "player"),
    (PitRoster, "owner"),
    (PitRosterEntry, "by"),
    (PitOdds, "asked_by"),
    (PitDocument, "asked_by"),
    (SkirmishFight, "made_by"),
    (SkirmishStep, "by"),
    (SkirmishDocument, "asked_by"),
)


@receiver(handing_over)
def a_guest_signs_in(sender: object, guest: Player, to: Player, **kwargs: Any) -> None:
    """His pit fighters, his part in fights and tournaments and his skirmishes are the account's from now on."""
    for model, field in OF_A_PLAYER:
        model._default_manager.filter(**{field: guest}).update(**{field: to})


@receiver(exporting)
def pit_fighters_are_exported(sender: object, player: Player, **kwargs: Any) -> dict[str, bytes]:
    """``pit_fighters.json`` beside the warband files, for whoever keeps any."""
    rosters = PitRoster.objects.filter(owner=player).prefetch_related("entries")
    fighters = [_fighter_taken_along(roster) for roster in rosters]
    if not fighters:
        return {}
    return {"pit_fighters.json": json.dumps({"fighters": fighters}, ensure_ascii=False, indent=2).encode()}


def _fighter_taken_along(roster: PitRoster) -> dict[str, Any]:
    return {
        "name": roster.name,
        "type": roster.scroll,
        "characteristics": dict(zip(CHARACTERISTICS, roster.levels, strict=True)),
        "notes": roster.notes,
        "made": roster.made_at.isoformat(),
        "history": [
            {"kind": entry.kind, "told": entry.sentence, "at": entry.made_at.isoformat(), "content": entry.content}
            for entry in roster.entries.all()
            if entry.taken_back_at is None
        ],
    }


@receiver(exporting)
def skirmishes_are_exported(sender: object, player: Player, **kwargs: Any) -> dict[str, bytes]:
    """``skirmishes.json`` beside the warband files, for whoever keeps any, with their logs."""
    rows = SkirmishFight.objects.filter(made_by=player).prefetch_related("steps")
    kept = [_skirmish_taken_along(row) for row in rows]
    return {"skirmishes.json": json.dumps({"skirmishes": kept}, ensure_ascii=False, indent=2).encode()} if kept else {}


def _skirmish_taken_along(row: SkirmishFight) -> dict[str, Any]:
    return {
        "name": row.name,
        "made": row.made_at.isoformat(),
        "sides": row.terms,
        "result": row.result,
        "log": [
            {
                "order": step.line,
                "faces": step.faces,
                "at": step.at.isoformat(),
                "taken_back": step.taken_back_at.isoformat() if step.taken_back_at else None,
            }
            for step in row.steps.all()
        ],
    }


@receiver(post_delete, sender=SkirmishDocument)
@receiver(post_delete, sender=PitDocument)
def a_document_is_gone(sender: object, instance: PitDocument | SkirmishDocument, **kwargs: Any) -> None:
    """Its file goes with it, also where what it shows went, or its player."""
    if instance.file:
        transaction.on_commit(partial(instance.file.storage.delete, str(instance.file.name)))
