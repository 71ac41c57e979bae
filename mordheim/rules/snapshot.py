"""A frozen warband, the same whether it came from a file or from rows.

A snapshot holds what the player owns and what has happened to it; what the books say about its types and items
is in the `Rulebook`. Experience is always a number here (the starting experience where a file left it out).
Gold is in gold crowns, wyrdstone in shards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from mordheim.rules.words import Section


@dataclass(frozen=True)
class Piece:
    """So many equal pieces of equipment."""

    item: str
    material: str | None = None
    quantity: int = 1


@dataclass(frozen=True)
class KnownSpell:
    """A spell, with its own difficulty where learning it twice has lowered it."""

    spell: str
    difficulty: int | None = None


@dataclass(frozen=True)
class Hatred:
    kind: Literal["warrior", "leader", "warband", "type"]
    name: str


@dataclass(frozen=True)
class Suffered:
    """A lasting injury with what its further rolls decided."""

    injury: str
    outcome: str | None = None
    side: Literal["left", "right"] | None = None
    hates: Hatred | None = None


@dataclass(frozen=True)
class LastingEffect:
    """Something that a result left with the warband, such as a straggler's help at the next exploration."""

    effect: str
    details: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True)
class WarriorSnapshot:
    """A hero, a hired sword, or a henchman group of ``size`` equal members. ``id`` tells rows apart and is
    no part of the warband file."""

    section: Section
    name: str
    type: str
    size: int = 1
    leader: bool = False
    promoted: bool = False
    until: Literal["next_battle"] | None = None
    experience: int = 0
    equipment: tuple[Piece, ...] = ()
    skill_lists: tuple[str, ...] = ()
    extra_skill_lists: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    spells: tuple[KnownSpell, ...] = ()
    mutations: tuple[str, ...] = ()
    increases: Mapping[str, int] = field(default_factory=dict)
    injuries: tuple[Suffered, ...] = ()
    games_to_miss: int = 0
    captured_by: str = ""
    advances_due: int = 0
    notes: str = ""
    id: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class WarbandSnapshot:
    """A whole warband. ``battles`` 0 is a starting warband; its ``treasury`` is ``None`` unless a file stated
    one, since it is the starting gold minus what the warband cost."""

    name: str
    type: str
    battles: int = 0
    starting_gold: int = 500
    treasury: int | None = None
    wyrdstone: int = 0
    stash: tuple[Piece, ...] = ()
    effects: tuple[LastingEffect, ...] = ()
    notes: str = ""
    warriors: tuple[WarriorSnapshot, ...] = ()

    @property
    def is_starting(self) -> bool:
        return self.battles == 0

    def of_section(self, section: Section) -> tuple[WarriorSnapshot, ...]:
        return tuple(warrior for warrior in self.warriors if warrior.section == section)

    def with_warrior(self, changed: WarriorSnapshot) -> WarbandSnapshot:
        """The same warband with one warrior, found by ``id``, replaced."""
        return replace(self, warriors=tuple(changed if w.id == changed.id else w for w in self.warriors))


def merged(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Equal pieces as one entry, in the order of their first appearance; none of quantity 0."""
    counts: dict[tuple[str, str | None], int] = {}
    for piece in pieces:
        key = (piece.item, piece.material)
        counts[key] = counts.get(key, 0) + piece.quantity
    return tuple(Piece(item, material, count) for (item, material), count in counts.items() if count > 0)


def without_stray_effects(snapshot: WarbandSnapshot) -> WarbandSnapshot:
    """The warband without lasting effects of a weapon that its bearer no longer carries."""
    carried = {(warrior.name, piece.item) for warrior in snapshot.warriors for piece in warrior.equipment}

    def stays(one: LastingEffect) -> bool:
        return "weapon" not in one.details or (one.details.get("warrior"), one.details["weapon"]) in carried

    return replace(snapshot, effects=tuple(one for one in snapshot.effects if stays(one)))
