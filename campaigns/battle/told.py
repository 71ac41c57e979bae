"""What a report tells of a whole battle: every side's part, as plain values that go into a row and come back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter

from campaigns.postbattle.after import After, after_in_order
from campaigns.postbattle.report import Outcome
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import Piece, merged
from mordheim.rules.words import in_a_sentence

# What experience that a random happening gave stands under, where a scenario's stands under its award.
HAPPENING = "random_happening"


@dataclass(frozen=True)
class Fallen:
    """A warrior out of action, or ``count`` of a group by one and the same, ``strangled`` of them by their own chain.

    ``by_side`` is the place of the side that did it, ``by`` the warrior's name, each where it is known.
    """

    name: str
    count: int = 1
    strangled: int = 0
    by_side: int | None = None
    by: str = ""


@dataclass(frozen=True)
class Earned:
    """Experience that the scenario, or a random happening, gave a warrior for one thing."""

    award: str
    name: str
    points: int


@dataclass(frozen=True)
class Loot:
    """Gold crowns, shards and things."""

    gold: int = 0
    shards: int = 0
    items: tuple[Piece, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.gold or self.shards or self.items)

    def __add__(self, other: Loot) -> Loot:
        return Loot(self.gold + other.gold, self.shards + other.shards, in_order((*self.items, *other.items)))


def in_order(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Equal pieces as one, in one order whatever the order of writing."""
    return tuple(sorted(merged(pieces), key=lambda piece: (piece.item, piece.material or "")))


@dataclass(frozen=True)
class SideTold:
    """One side. ``carried`` is what it brought home by itself, ``share`` its part of what the winners found;
    ``missed`` those who were not there for a reason that no roll before the battle has told. ``after`` is handed over
    to its night, where it is rolled or decided (`campaigns.postbattle.after`)."""

    result: Outcome = "lost"
    routed: bool = False
    fallen: tuple[Fallen, ...] = ()
    enemies_out: Mapping[str, int] = field(default_factory=dict)
    earned: tuple[Earned, ...] = ()
    used: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    missed: tuple[str, ...] = ()
    carried: Loot = Loot()
    share: Loot = Loot()
    after: tuple[After, ...] = ()

    @property
    def won(self) -> bool:
        return self.result == "won"

    @property
    def losses(self) -> int:
        """How many of its warriors were put out of action."""
        return sum(one.count for one in self.fallen)

    def out(self, name: str) -> int:
        """How many of that name were put out of action."""
        return sum(one.count for one in self.fallen if one.name == name)

    @property
    def loot(self) -> Loot:
        """All that it takes home."""
        return self.carried + self.share

    @property
    def experience(self) -> dict[str, int]:
        """What the scenario gave, by name."""
        found: dict[str, int] = {}
        for one in self.earned:
            found[one.name] = found.get(one.name, 0) + one.points
        return found


@dataclass(frozen=True)
class Told:
    """A whole battle: each side in the order of its place, and what the winners found together."""

    sides: tuple[SideTold, ...]
    by_agreement: bool = False
    found: Loot = Loot()

    @property
    def winners(self) -> tuple[int, ...]:
        """The places of the winners."""
        return tuple(place for place, side in enumerate(self.sides) if side.won)

    @property
    def is_shared(self) -> bool:
        return len(self.winners) > 1


_TOLD = TypeAdapter(Told)


def told_content(told: Told) -> dict[str, Any]:
    """A report as JSON can hold it; a side without anything to hand over does not say so."""
    content: dict[str, Any] = _TOLD.dump_python(told, mode="json")
    for side in content["sides"]:
        if not side["after"]:
            del side["after"]
    return content


def told_from(content: Mapping[str, Any]) -> Told:
    """The report that `told_content` wrote."""
    return _TOLD.validate_python(content)


def digest_of(told: Told) -> str:
    """Equal for equal reports only, whatever the order in which things were written down."""
    return hashlib.sha256(json.dumps(told_content(in_one_order(told)), sort_keys=True).encode()).hexdigest()


def in_one_order(told: Told) -> Told:
    """The same report with everything in one order and nothing empty in it."""
    sides = tuple(_side_in_order(side) for side in told.sides)
    return Told(sides, told.by_agreement, _loot_in_order(told.found))


def _side_in_order(side: SideTold) -> SideTold:
    return SideTold(
        result=side.result,
        routed=side.routed,
        fallen=_fallen_in_order(side.fallen),
        enemies_out={name: count for name, count in sorted(side.enemies_out.items()) if count},
        earned=tuple(sorted((one for one in side.earned if one.points), key=lambda one: (one.award, one.name))),
        used={name: tuple(sorted(set(keys))) for name, keys in sorted(side.used.items()) if keys},
        missed=tuple(sorted(set(side.missed))),
        carried=_loot_in_order(side.carried),
        share=_loot_in_order(side.share),
        after=after_in_order(side.after),
    )


def _fallen_in_order(fallen: Iterable[Fallen]) -> tuple[Fallen, ...]:
    """Those of one name by one and the same warrior as one line."""
    counts: dict[tuple[str, int, str], tuple[int, int]] = {}
    for one in fallen:
        key = (one.name, -1 if one.by_side is None else one.by_side, one.by)
        count, strangled = counts.get(key, (0, 0))
        counts[key] = (count + one.count, strangled + one.strangled)
    return tuple(
        Fallen(name, count, strangled, None if side < 0 else side, by)
        for (name, side, by), (count, strangled) in sorted(counts.items())
        if count
    )


def _loot_in_order(loot: Loot) -> Loot:
    return Loot(loot.gold, loot.shards, in_order(loot.items))


def piece_told(piece: Piece, rulebook: Rulebook) -> str:
    """``gromril sword``, ``2 × shield``."""
    item = rulebook.items.get(piece.item)
    name = in_a_sentence(item.name) if item else piece.item
    made = f"{piece.material} {name}" if piece.material else name
    return made if piece.quantity == 1 else f"{piece.quantity} × {made}"


def items_told(items: Iterable[Piece], rulebook: Rulebook) -> str:
    """Things within a sentence."""
    return ", ".join(piece_told(piece, rulebook) for piece in items) or "no things"
