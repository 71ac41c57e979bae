"""A hired sword who is there for one battle, as he comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from campaigns.postbattle.after import Fee, Kind, of_kind
from mordheim.rules.schema import HiredSwordType
from mordheim.rules.snapshot import Piece, WarbandSnapshot, WarriorSnapshot, merged
from warbands.roster.members import Roster
from warbands.roster.moves import free_name


def sword_for_battle(sword: HiredSwordType, name: str, gear: Sequence[str] = ()) -> WarriorSnapshot:
    """With the ``gear`` of his choice, or the first of his printed choices."""
    pieces = merged(Piece(key) for key in gear)
    if not pieces:
        pieces = tuple(Piece(choice.of[0], None, choice.pick) for choice in sword.gear_choice[:1])
    return WarriorSnapshot("hired_sword", name, sword.key, equipment=pieces, until="next_battle")


def sword_owed(snapshot: WarbandSnapshot, fee: Fee) -> WarriorSnapshot | None:
    """Whoever asks for it, where he stands on the roster."""
    swords = (one for one in snapshot.warriors if one.section == "hired_sword")
    return next((one for one in swords if one.type == fee.hired_sword), None)


def with_swords_owed(roster: Roster, entries: Sequence[Kind]) -> Roster:
    """The warband with those who ask for a fee, also where nobody has written them down. Of known kinds only."""
    for fee in of_kind(entries, Fee):
        if sword_owed(roster.snapshot, fee) is None:
            name = free_name(roster, fee.called(roster.rulebook))
            came = sword_for_battle(roster.rulebook.hired_swords[fee.hired_sword], name, fee.gear)
            roster = replace(roster, snapshot=replace(roster.snapshot, warriors=(*roster.snapshot.warriors, came)))
    return roster
