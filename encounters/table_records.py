"""What was rolled at a battle's table, for the battle's record of dice."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.battle.verifying import Rolled
from campaigns.dice_selectors import adds_rolls, kept_roll
from campaigns.models import Battle
from encounters.models import TableRoll

AT_THE_TABLE = "At the table"


@adds_rolls
def rolls_of_table(battle: Battle) -> Iterator[Rolled]:
    """Every roll at a battle's table, also those that were taken back; one query."""
    rows = TableRoll.objects.filter(encounter__battle=battle.pk).select_related("by")
    yield from map(_rolled, rows)


def _rolled(row: TableRoll) -> Rolled:
    step = f"{row.get_phase_display()}, {row.step.replace('_', ' ')}"
    return kept_roll(row, warband=AT_THE_TABLE, step=step, label=row.label)
