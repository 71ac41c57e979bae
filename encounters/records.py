"""What others keep of a battle and of a player, with what was rolled at its table: the record of dice, and what an
account takes along."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.dispatch import receiver

from campaigns.battle.verifying import Rolled
from campaigns.dice_selectors import adds_rolls, kept_roll
from campaigns.models import Battle
from encounters.models import TableRoll
from warbands.models import Player
from warbands.services.accounts import exporting

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
