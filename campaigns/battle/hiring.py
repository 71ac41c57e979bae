"""A hired sword for one battle only, who comes for his fee or for nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from mordheim.rules.dice import Dice
from mordheim.rules.snapshot import Piece, WarbandSnapshot
from warbands.roster.check import check
from warbands.roster.members import Roster
from warbands.roster.moves import Moved, hire_sword

# More than any sword asks: what he costs is taken from it, whatever the warband has.
_PURSE = 100_000


def hire_for_battle(
    roster: Roster,
    *,
    type_key: str,
    name: str,
    dice: Dice,
    free: bool = False,
    equipment: Iterable[Piece] = (),
    spells: Sequence[str] = (),
) -> Moved:
    """Take a hired sword on until this battle is over. ``free``: somebody else pays, or nobody.

    Raises:
        Refused: where the rules do not let the warband have him, or the treasury does not hold his fee.
    """
    wanting = replace(roster, snapshot=_with_gold(roster.snapshot, _PURSE)) if free else roster
    moved = hire_sword(wanting, type_key=type_key, name=name, dice=dice, equipment=equipment, spells=spells)
    *others, hired = moved.snapshot.warriors
    snapshot = replace(moved.snapshot, warriors=(*others, replace(hired, until="next_battle")))
    if free:
        snapshot = _with_gold(snapshot, _gold(roster.snapshot, roster) - _gold(snapshot, roster))
    fee = "for nothing" if free else "for his fee"
    return replace(moved, snapshot=snapshot, sentence=f"{moved.sentence.rstrip('.')} for one battle, {fee}.")


def _gold(snapshot: WarbandSnapshot, roster: Roster) -> int:
    """The gold that a warband has left, in gold crowns."""
    return check(snapshot, roster.rulebook).treasury or 0


def _with_gold(snapshot: WarbandSnapshot, gold: int) -> WarbandSnapshot:
    """The warband with so much more gold: a starting warband's is what it began with, less what it costs."""
    if snapshot.is_starting:
        return replace(snapshot, starting_gold=snapshot.starting_gold + gold)
    return replace(snapshot, treasury=(snapshot.treasury or 0) + gold)
