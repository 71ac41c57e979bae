"""Rows to frozen values, each in a fixed number of queries."""

from __future__ import annotations

import gc
from collections.abc import Iterable

from pydantic import ValidationError

from mordheim.rules.rulebook import Rulebook, RulesError, build_rulebook
from mordheim.rules.snapshot import (
    Hatred,
    KnownSpell,
    LastingEffect,
    Piece,
    Suffered,
    WarbandSnapshot,
    WarriorSnapshot,
)
from warbands.models import CarriedItem, RuleEntry, RulesState, Source, Warband, Warrior
from warbands.roster.members import Roster
from warbands.roster.sheet import WarbandSheet, build_sheet


class RulesNotLoaded(RuntimeError):
    """No rules are in the database yet: ``manage.py load_rules`` brings them."""


def current_rulebook() -> Rulebook:
    """The rulebook made of the catalogue's rows: one query while nothing has changed.

    Raises:
        RulesNotLoaded: before the first load.
    """
    digest = _stored_digest()
    if not digest:
        raise RulesNotLoaded("There are no rules yet: run manage.py load_rules.")
    if digest in _rulebooks:
        return _rulebooks[digest]
    rulebook = rulebook_from_rows()
    # Another process may have changed the rows between the two reads: then this rulebook is not that digest's.
    if _stored_digest() == digest:
        if len(_rulebooks) >= _MOST_RULEBOOKS:
            _rulebooks.clear()
        _rulebooks[digest] = rulebook
        _keep_out_of_collections()
    return rulebook


def _keep_out_of_collections() -> None:
    """The garbage collector would go through all of a rulebook again and again, a tenth of a second each time, in the
    middle of somebody's request; it lives as long as the process."""
    gc.collect()
    gc.freeze()


_rulebooks: dict[str, Rulebook] = {}
_MOST_RULEBOOKS = 4


def _stored_digest() -> str | None:
    return RulesState.objects.values_list("digest", flat=True).first()


def rulebook_from_rows() -> Rulebook:
    """The rulebook as the rows have it now. Raises RulesError when they contradict each other."""
    sources = [source.as_record() for source in Source.objects.all()]
    entries, problems = [], []
    for row in RuleEntry.objects.all():
        try:
            entries.append((row.kind, row.as_entry()))
        except ValidationError as error:
            told = "; ".join(f"{'.'.join(map(str, part['loc']))}: {part['msg']}" for part in error.errors())
            problems.append(f"{row.kind}: {row.key}: {told}")
        except KeyError:
            problems.append(f"{row.kind} is no kind of rule ({row.key})")
    if problems:
        raise RulesError(problems)
    return build_rulebook(sources, entries)


def snapshot_of(warband: Warband) -> WarbandSnapshot:
    """The whole warband as it stands, in two queries."""
    carried: dict[int | None, list[Piece]] = {}
    for item in CarriedItem.objects.filter(warband=warband):
        piece = Piece(item.item_key, item.material or None, item.quantity)
        carried.setdefault(item.warrior_id, []).append(piece)
    warriors = Warrior.objects.filter(warband=warband)
    return WarbandSnapshot(
        name=warband.name,
        type=warband.type_key,
        battles=warband.battles,
        starting_gold=warband.starting_gold,
        treasury=warband.treasury if warband.battles else None,
        wyrdstone=warband.wyrdstone,
        stash=tuple(carried.get(None, ())),
        effects=tuple(LastingEffect(one["effect"], _without(one, "effect")) for one in warband.effects),
        notes=warband.notes,
        warriors=tuple(_warrior(row, carried.get(row.pk, ())) for row in warriors),
    )


def _without(content: dict[str, str | int], key: str) -> dict[str, str | int]:
    return {name: value for name, value in content.items() if name != key}


def _warrior(row: Warrior, carried: Iterable[Piece]) -> WarriorSnapshot:
    return WarriorSnapshot(
        id=row.pk,
        section=row.section,  # type: ignore[arg-type]
        name=row.name,
        type=row.type_key,
        size=row.size,
        leader=row.leader,
        promoted=row.promoted,
        until="next_battle" if row.until else None,
        experience=row.experience,
        equipment=tuple(carried),
        skill_lists=tuple(row.skill_lists),
        extra_skill_lists=tuple(row.extra_skill_lists),
        skills=tuple(row.skills),
        spells=tuple(KnownSpell(one["spell"], one.get("difficulty")) for one in row.spells),
        mutations=tuple(row.mutations),
        increases=dict(row.increases),
        injuries=tuple(_suffered(one) for one in row.injuries),
        games_to_miss=row.games_to_miss,
        captured_by=row.captured_by,
        advances_due=row.advances_due,
        notes=row.notes,
    )


def _suffered(stored: dict[str, object]) -> Suffered:
    hates = stored.get("hates")
    return Suffered(
        injury=str(stored["injury"]),
        outcome=stored.get("outcome"),  # type: ignore[arg-type]
        side=stored.get("side"),  # type: ignore[arg-type]
        hates=Hatred(**hates) if isinstance(hates, dict) else None,
    )


def roster_of(warband: Warband, rulebook: Rulebook) -> Roster:
    """The warband read against the rulebook, in two queries. Raises KeyError when its type is gone from the rules."""
    return Roster(snapshot_of(warband), rulebook.warband_types[warband.type_key], rulebook)


def sheet_of(warband: Warband) -> WarbandSheet:
    """The warband ready to draw, in three queries besides the warband's own."""
    return build_sheet(snapshot_of(warband), current_rulebook())
