"""The one door: every change to what a player owns goes through `act`.

It opens the transaction, locks the warband's row, refuses a form that answers an older state, asks a pure move
what becomes of the warband, has it judged, writes the difference, rewrites the totals and records the event. A
refusal unwinds all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.db.models import Sum

from mordheim.rules.dice import DiceError
from mordheim.rules.snapshot import KnownSpell, Piece, Suffered, WarbandSnapshot, WarriorSnapshot
from warbands.models import CarriedItem, Player, Warband, WarbandEvent, Warrior
from warbands.roster.check import Checked, check
from warbands.roster.members import Roster
from warbands.roster.moves import Moved, judge
from warbands.roster.refusals import OutOfDate, Refused
from warbands.selectors import current_rulebook, roster_of

Move = Callable[[Roster], Moved]


class Held(Refused):
    """The warband is in a battle, or in the night after one: only they change it."""

    def __init__(self, warband: Warband) -> None:
        super().__init__(warband.held_told, code="held")
        self.path = warband.held_at


@dataclass(frozen=True)
class Done:
    """What an act did: the warband as stored, the snapshot and its check, the event."""

    warband: Warband
    snapshot: WarbandSnapshot
    checked: Checked
    event: WarbandEvent


def act(
    warband: Warband | int,
    *,
    by: Player | None,
    name: str,
    move: Move,
    version: int | None = None,
    though_held: bool = False,
    judged: bool = True,
) -> Done:
    """Do one thing to a warband.

    Args:
        warband: the warband, or its id; its row is read afresh under a lock.
        by: who does it, for the record. Whether he may is the caller's question.
        name: what the act is called in the record.
        move: what becomes of the warband.
        version: the version that the caller's form was drawn from; ``None`` where it does not matter.
        though_held: for what a battle or the night after it does to the warband that it holds.
        judged: whether what comes of it must stand by the rules; losses are recorded without refusal (ruling 9).

    Raises:
        Refused: by a rule, with nothing changed.
        OutOfDate: when the warband has moved on from ``version``, with nothing changed.
    """
    with transaction.atomic():
        row = locked(warband, version=version)
        if row.held_for and not though_held:
            raise Held(row)
        rulebook = current_rulebook()
        if row.type_key not in rulebook.warband_types:
            raise Refused(f"The rules have no warband type {row.type_key!r} any more.", code="unknown_key")
        roster = roster_of(row, rulebook)
        try:
            moved = move(roster)
        except DiceError as error:
            raise Refused(str(error), code="dice") from None
        before, after = check(roster.snapshot, rulebook), check(moved.snapshot, rulebook)
        if judged:
            judge(before, after, founded=row.founded, buying=moved.buying)
        save_difference(row, roster.snapshot, moved.snapshot)
        event = close_books(row, after, moved.snapshot, act=name, by=by, moved=moved)
    return Done(row, moved.snapshot, after, event)


def locked(warband: Warband | int, *, version: int | None = None) -> Warband:
    """The warband's row, read afresh and locked until the transaction ends.

    Raises:
        Refused: when it has been deleted meanwhile.
        OutOfDate: when it has moved on from ``version``.
    """
    row = Warband.objects.select_for_update().filter(pk=warband if isinstance(warband, int) else warband.pk).first()
    if row is None:
        raise Refused("This warband is not there any more.", code="no_such_warband")
    if version is not None and version != row.version:
        raise OutOfDate
    return row


def close_books(
    row: Warband, after: Checked, snapshot: WarbandSnapshot, *, act: str, by: Player | None, moved: Moved
) -> WarbandEvent:
    """Record the event and rewrite the stored totals from all events. Within the act's transaction only."""
    before = WarbandEvent.objects.filter(warband=row).aggregate(
        gold=Sum("gold", default=0),
        shards=Sum("shards", default=0),
        rating=Sum("rating", default=0),
        warriors=Sum("warriors", default=0),
    )
    treasury = row.treasury_at(after.treasury)
    rating = after.rating if after.rating is not None else row.rating
    row.version += 1
    event = WarbandEvent.objects.create(
        warband=row,
        number=row.version,
        act=act,
        sentence=moved.sentence,
        by=by,
        warrior_name=moved.warrior,
        rolls=[roll.as_json() for roll in moved.rolls],
        gold=treasury - before["gold"],
        shards=snapshot.wyrdstone - before["shards"],
        rating=rating - before["rating"],
        warriors=after.warriors - before["warriors"],
    )
    row.treasury, row.wyrdstone = treasury, snapshot.wyrdstone
    row.rating, row.warrior_count = rating, after.warriors
    row.save()
    return event


def save_difference(row: Warband, before: WarbandSnapshot, after: WarbandSnapshot) -> None:
    """Write what differs between two snapshots into the rows. The warband's own row is changed, not saved."""
    row.name, row.notes, row.battles = after.name, after.notes, after.battles
    row.starting_gold = after.starting_gold
    row.effects = [{"effect": one.effect, **one.details} for one in after.effects]
    old = {warrior.id: (place, warrior) for place, warrior in enumerate(before.warriors)}
    kept = {warrior.id for warrior in after.warriors}
    gone = [warrior_id for warrior_id in old if warrior_id is not None and warrior_id not in kept]
    if gone:
        Warrior.objects.filter(warband=row, pk__in=gone).delete()
    for place, warrior in enumerate(after.warriors):
        if warrior.id is None or warrior.id not in old:
            # Whoever is brought back is the warrior that he was.
            stored = Warrior.objects.create(pk=warrior.id, warband=row, place=place, **_columns(warrior))
            _save_pieces(row, stored.pk, (), warrior.equipment)
        elif old[warrior.id] != (place, warrior):
            was = old[warrior.id][1]
            Warrior.objects.filter(warband=row, pk=warrior.id).update(place=place, **_columns(warrior))
            _save_pieces(row, warrior.id, was.equipment, warrior.equipment)
    _save_pieces(row, None, before.stash, after.stash)


def _columns(warrior: WarriorSnapshot) -> dict[str, Any]:
    return {
        "section": warrior.section,
        "type_key": warrior.type,
        "name": warrior.name,
        "size": warrior.size,
        "leader": warrior.leader,
        "promoted": warrior.promoted,
        "until": warrior.until or "",
        "experience": warrior.experience,
        "games_to_miss": warrior.games_to_miss,
        "captured_by": warrior.captured_by,
        "advances_due": warrior.advances_due,
        "skill_lists": list(warrior.skill_lists),
        "extra_skill_lists": list(warrior.extra_skill_lists),
        "skills": list(warrior.skills),
        "spells": [_stored(spell) for spell in warrior.spells],
        "mutations": list(warrior.mutations),
        "increases": {name: by for name, by in warrior.increases.items() if by},
        "injuries": [_stored(injury) for injury in warrior.injuries],
        "notes": warrior.notes,
    }


def _stored(value: KnownSpell | Suffered) -> dict[str, Any]:
    return {name: part for name, part in asdict(value).items() if part is not None}


def _save_pieces(row: Warband, warrior_id: int | None, before: Iterable[Piece], after: tuple[Piece, ...]) -> None:
    if tuple(before) == after:
        return
    CarriedItem.objects.filter(warband=row, warrior=warrior_id).delete()
    CarriedItem.objects.bulk_create(
        CarriedItem(
            warband=row,
            warrior_id=warrior_id,
            item_key=piece.item,
            material=piece.material or "",
            quantity=piece.quantity,
            place=place,
        )
        for place, piece in enumerate(after)
    )
