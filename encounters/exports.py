"""What of tables, the pit and skirmishes an account takes along in its export."""

from __future__ import annotations

import json
from typing import Any

from django.dispatch import receiver

from encounters.models import PitRoster, SkirmishFight, TableRoll
from encounters.pitfight.levels import CHARACTERISTICS
from warbands.models import Player
from warbands.services.accounts import exporting


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
