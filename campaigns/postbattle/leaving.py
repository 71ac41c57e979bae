"""What stays of somebody's things when he goes alive: an injury makes him retire, he lacks his drug, nobody feeds him.

The dead and the robbed have lost theirs, a captive's are with him or with whoever held him, and a hired sword's are his
own (core, Serious Injuries and Trading; rulings 10 and 54).
"""

from __future__ import annotations

from mordheim.rules.effects import GainItem
from warbands.roster.members import Member


def things_left(member: Member) -> list[GainItem]:
    """What the stash gains by his going, or by that of a whole group."""
    if member.hired:
        return []
    size = member.warrior.size
    return [GainItem(piece.item, piece.quantity * size, piece.material) for piece in member.warrior.equipment]


def left_told(left: list[GainItem]) -> str:
    """The rest of a sentence about somebody who goes."""
    return ", and his equipment goes to the stash" if left else ""
