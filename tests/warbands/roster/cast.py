"""Warbands in a few words, for tests that a player can read.

    orcs("orc_boss: sword, helmet", "5 goblin_warrior: short_bow", "pit_fighter")

is a starting warband. A line is how many, which type, and what each carries; ``gromril dwarf_axe`` and ``2 dwarf_axe``
are pieces. Everything else about a warrior is said by `warrior(line, skills=[...])`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import KnownSpell, Piece, Suffered, WarbandSnapshot, WarriorSnapshot, merged
from tests.books import rulebook
from warbands.roster.check import Checked, check
from warbands.roster.members import Member, Roster
from warbands.roster.offers import least_mutations

FILES = Path(__file__).parents[1] / "files"
ORCS, DWARFS = "orc_mob", "dwarf_treasure_hunters"


def piece(text: str) -> Piece:
    """``sword``, ``2 dagger``, ``gromril dwarf_axe``."""
    *before, item = text.split()
    quantity = int(before.pop(0)) if before and before[0].isdigit() else 1
    return Piece(item, before[0] if before else None, quantity)


def pieces(text: str) -> tuple[Piece, ...]:
    return merged(piece(part) for part in text.split(",") if part.strip())


def warrior(line: str, *, rules: Rulebook | None = None, of: str = "", **changes: Any) -> WarriorSnapshot:
    """One hero, group or hired sword; his section is that of his entry unless ``section`` says otherwise.

    ``of`` is his warband type, for keys that several lists have.
    """
    who, _, gear = line.partition(":")
    *count, key = who.split()
    kinds = (rules or rulebook()).warband_types
    lists = [*([kinds[of]] if of in kinds else []), *kinds.values()]
    entry = next((w for kind in lists if (w := kind.warrior(key))), None)
    as_printed = "hired_sword" if key in (rules or rulebook()).hired_swords else entry.section if entry else "henchman"
    for name in ("skills", "skill_lists", "extra_skill_lists", "mutations"):
        changes[name] = tuple(changes.get(name, ()))
    changes["spells"] = tuple(KnownSpell(s) if isinstance(s, str) else s for s in changes.get("spells", ()))
    changes["injuries"] = tuple(Suffered(i) if isinstance(i, str) else i for i in changes.get("injuries", ()))
    return WarriorSnapshot(
        **{
            "section": as_printed,
            "name": entry.name if entry else key,
            "type": key,
            "size": int(count[0]) if count else 1,
            "experience": entry.starting_experience if entry else 0,
            "equipment": pieces(gear),
            **changes,
        }
    )


def warband(kind: str, *lines: str | WarriorSnapshot, rules: Rulebook | None = None, **changes: Any) -> WarbandSnapshot:
    """A warband; warriors that would have one name are numbered. ``battles=1`` brings an empty treasury."""
    stash = changes.pop("stash", ())
    changes["stash"] = pieces(stash) if isinstance(stash, str) else tuple(stash)
    if changes.get("battles"):
        changes.setdefault("treasury", 0)
    members = [warrior(line, rules=rules, of=kind) if isinstance(line, str) else line for line in lines]
    return WarbandSnapshot(name="The Tested", type=kind, warriors=tuple(_numbered(members)), **changes)


def _numbered(members: Iterable[WarriorSnapshot]) -> Iterable[WarriorSnapshot]:
    seen: Counter[str] = Counter()
    for member in members:
        seen[member.name] += 1
        number = seen[member.name]
        kept = number == 1 or member.notes == "same name on purpose"
        yield member if kept else replace(member, name=f"{member.name} {number}")


def orcs(*lines: str | WarriorSnapshot, **changes: Any) -> WarbandSnapshot:
    return warband(ORCS, *lines, **changes)


def dwarfs(*lines: str | WarriorSnapshot, **changes: Any) -> WarbandSnapshot:
    return warband(DWARFS, *lines, **changes)


def three_orcs(*lines: str | WarriorSnapshot, **changes: Any) -> WarbandSnapshot:
    """The smallest legal mob, and whoever joins it."""
    return orcs("orc_boss", "2 orc_boy", *lines, **changes)


def three_dwarfs(*lines: str | WarriorSnapshot, **changes: Any) -> WarbandSnapshot:
    return dwarfs("dwarf_noble", "2 beardling", *lines, **changes)


def full_kit(snapshot: WarbandSnapshot, *, mutations: bool = True) -> WarbandSnapshot:
    """The warband with the first spells of its wizards and the cheapest mutations that it must have."""
    known, rules = roster(snapshot), rulebook()
    done = []
    for one in known.members:
        entry = one.own_type
        spells, grown = one.warrior.spells, one.warrior.mutations
        if entry and entry.casting and not spells:
            spells = tuple(KnownSpell(key) for key in rules.lores[entry.casting.lore].spells[: entry.casting.starting])
        if mutations and entry and entry.mutations and not grown:
            grown = least_mutations(known, entry)
        done.append(replace(one.warrior, spells=spells, mutations=grown))
    return replace(snapshot, warriors=tuple(done))


def checked(snapshot: WarbandSnapshot) -> Checked:
    return check(snapshot, rulebook())


def codes(snapshot: WarbandSnapshot) -> list[str]:
    """Every problem's code, in the order of the answer."""
    return list(checked(snapshot).codes)


def member(snapshot: WarbandSnapshot, number: int = -1) -> Member:
    """One of its warriors read against the rulebook, the last one unless told otherwise."""
    return roster(snapshot).members[number]


def roster(snapshot: WarbandSnapshot) -> Roster:
    return Roster(snapshot, rulebook().warband_types[snapshot.type], rulebook())
