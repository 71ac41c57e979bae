"""Beginning a warband: a draft, a founded warband, one from a file, a copy; and giving one up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import Signal

from mordheim.rules.snapshot import WarbandSnapshot
from warbands.models import Player, Warband
from warbands.models.roster import new_share_token
from warbands.roster import moves
from warbands.roster.check import check
from warbands.roster.members import Roster
from warbands.roster.moves import Moved
from warbands.roster.problems import Problem
from warbands.roster.refusals import OutOfDate, Refused
from warbands.selectors import current_rulebook, snapshot_of
from warbands.services.acts import Done, Held, act, close_books, locked, save_difference
from warbands.services.quotas import refuse_over_quota

# Sent with ``warbands``, their ids, before these are locked to be deleted: whoever changes others with them answers
# with the ids of those.
deleting = Signal()
# Sent with ``warbands``, their ids, before somebody is asked whether these are to go: whoever keeps something of them
# answers with what becomes of it, as sentences by the warband's id.
leaving = Signal()


def begin_warband(*, owner: Player, type_key: str, name: str, starting_gold: int | None = None) -> Warband:
    """A new, empty draft with its type's starting gold, or with what a campaign gives it (gold crowns).

    Raises:
        Refused: when there is no such warband type, or the name is none.
    """
    kind = current_rulebook().warband_types.get(type_key)
    if kind is None:
        raise Refused("There is no such kind of warband.", code="unknown_key")
    gold = kind.starting_gold if starting_gold is None else starting_gold
    snapshot = WarbandSnapshot(name=moves.proper_name(name), type=type_key, starting_gold=gold)
    return _store(snapshot, owner=owner, act="begin_warband", sentence=f"{snapshot.name} ({kind.name}) was begun.")


def found_warband(warband: Warband, *, by: Player, version: int | None = None) -> Done:
    """Turn a draft into a founded warband.

    Raises:
        Refused: while any problem blocks; the message is the first one's sentence.
    """
    with transaction.atomic():
        row = locked(warband, version=version)
        if row.founded:
            raise Refused(f"{row.name} is founded already.", code="founded_already")
        snapshot = snapshot_of(row)
        checked = check(snapshot, current_rulebook())
        if checked.blocking:
            first = checked.blocking[0]
            raise Refused(f"{row.name} cannot be founded yet. {first.message}", code=first.code)
        row.founded = True
        moved = Moved(snapshot, f"{row.name} was founded with a rating of {checked.rating}.")
        event = close_books(row, checked, snapshot, act="found_warband", by=by, moved=moved)
    return Done(row, snapshot, checked, event)


@dataclass(frozen=True)
class Imported:
    """What became of a file: the warband, or ``None`` where it was not stored, and what is wrong with it."""

    warband: Warband | None
    legal: bool
    problems: tuple[Problem, ...]


def import_warband(snapshot: WarbandSnapshot, *, owner: Player) -> Imported:
    """Store a warband from a file, always as a new one.

    A legal one is founded. A starting warband with problems of numbers only becomes a draft. Anything else that
    is illegal is not stored.
    """
    checked = check(snapshot, current_rulebook())
    if not checked.legal and not (snapshot.is_starting and all(p.is_of_numbers for p in checked.blocking)):
        return Imported(None, False, checked.problems)
    warband = _store(
        replace(snapshot, treasury=None if snapshot.is_starting else snapshot.treasury),
        owner=owner,
        act="import_warband",
        sentence=f"{snapshot.name} came from a file.",
        founded=checked.legal,
    )
    return Imported(warband, checked.legal, checked.problems)


def duplicate_warband(warband: Warband, *, owner: Player, name: str = "", version: int | None = None) -> Warband:
    """A copy with a history of its own: nobody's captive goes along, nothing is shared.

    The copy of a warband that the rules have turned against since it was founded is a draft.

    Raises:
        Refused: when the owner keeps as many warbands as he may, or there is nothing to copy any more.
        OutOfDate: when it has moved on from ``version``.
    """
    with transaction.atomic():
        row = locked(warband, version=version)
        refuse_over_quota(owner, "warbands")
        snapshot = snapshot_of(row)
        copied = tuple(replace(warrior, id=None, captured_by="") for warrior in snapshot.warriors)
        called = moves.proper_name(name or f"{snapshot.name[: moves.LONGEST_NAME - 7]} (copy)")
        copy = replace(snapshot, name=called, warriors=copied)
        return _store(
            copy,
            owner=owner,
            act="duplicate_warband",
            sentence=f"{copy.name} was copied from {snapshot.name}.",
            founded=row.founded and (not copy.is_starting or check(copy, current_rulebook()).legal),
        )


def _store(snapshot: WarbandSnapshot, *, owner: Player, act: str, sentence: str, founded: bool = False) -> Warband:
    rulebook = current_rulebook()
    checked = check(snapshot, rulebook)
    with transaction.atomic():
        row = Warband.objects.create(
            owner=owner,
            name=snapshot.name,
            type_key=snapshot.type,
            starting_gold=snapshot.starting_gold,
            battles=snapshot.battles,
            founded=founded,
            treasury=max(0, checked.treasury or 0),
        )
        empty = WarbandSnapshot(name=snapshot.name, type=snapshot.type)
        save_difference(row, empty, snapshot)
        close_books(row, checked, snapshot, act=act, by=owner, moved=Moved(snapshot, sentence))
    return row


def lock_with_others(warbands: Iterable[int]) -> None:
    """Lock warbands that are about to be deleted, and with them all that others change then, by their ids: that is the
    one order in which warbands are locked, so that nobody waits for another who waits for him."""
    going = frozenset(warbands)
    answers: Sequence[tuple[object, Any]] = deleting.send(sender=Warband, warbands=going)
    wanted = going.union(*(others for _, others in answers))
    list(Warband.objects.select_for_update().filter(pk__in=wanted).order_by("pk"))


def told_of_leaving(warbands: Iterable[int]) -> dict[int, list[str]]:
    """What else becomes of it when each of these warbands is deleted, as sentences by its id."""
    answers: Sequence[tuple[object, Any]] = leaving.send(sender=Warband, warbands=frozenset(warbands))
    told: dict[int, list[str]] = {}
    for _, found in answers:
        for warband, sentences in found.items():
            told.setdefault(warband, []).extend(sentences)
    return told


def delete_warband(warband: Warband, *, version: int | None = None, though_held: bool = False) -> None:
    """Take a warband back for good, with its history and its documents' files; one that is gone already is gone.

    Args:
        warband: the warband.
        version: the version that the form was drawn from; ``None`` where it does not matter.
        though_held: for an account that goes with all it owns, also out of a battle.

    Raises:
        Held: when it is in a battle, or in the night after one.
        OutOfDate: when it has moved on from ``version``.
    """
    with transaction.atomic():
        lock_with_others([warband.pk])
        row = Warband.objects.filter(pk=warband.pk).first()
        if row is None:
            return
        if row.held_for and not though_held:
            raise Held(row)
        if version not in (None, row.version):
            raise OutOfDate
        # Locked: a worker may be about to give one of them its file.
        files = [document.file for document in row.documents.select_for_update() if document.file]
        row.delete()
        for file in files:
            transaction.on_commit(partial(file.delete, save=False))


def share_warband(warband: Warband, *, by: Player) -> Warband:
    """Give the warband a public, read-only page; one that has it keeps its address."""
    with transaction.atomic():
        row = locked(warband)
        if row.share_token is None:
            row.share_token = new_share_token()
            row.save(update_fields=["share_token"])
    return row


def unshare_warband(warband: Warband, *, by: Player) -> Warband:
    """Take the public page back: its address leads nowhere from now on, sharing again makes another."""
    with transaction.atomic():
        row = locked(warband)
        row.share_token = None
        row.save(update_fields=["share_token"])
    return row


def rename_warband(warband: Warband, *, by: Player, name: str, version: int | None = None) -> Done:
    def move(roster: Roster) -> Moved:
        return moves.rename_warband(roster, name=name)

    return act(warband, by=by, name="rename_warband", move=move, version=version)


def note_on_warband(warband: Warband, *, by: Player, notes: str, version: int | None = None) -> Done:
    def move(roster: Roster) -> Moved:
        return moves.note_on_warband(roster, notes=notes)

    return act(warband, by=by, name="note_on_warband", move=move, version=version)
