"""The record of a battle's dice: every roll before it, in the nights after it and about its captives, in a fixed number
of queries; and whatever an app above keeps of a battle and adds by `adds_rolls`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from campaigns.battle.seeds import hash_of
from campaigns.battle.verifying import Rolled, Seed, Verified, verify
from campaigns.models import Battle, Captive, DiceRoll, Side
from campaigns.models.campaigns import name_of
from campaigns.models.rolls import KeptRoll
from campaigns.seed_selectors import seeds_of
from campaigns.services.captive_dice import label_of as label_of_captive
from campaigns.services.postbattle import label_of
from warbands.models import Player

Source = Callable[[Battle], Iterable[Rolled]]
_SOURCES: list[Source] = []

BEFORE, FOR_HIRE, CAPTIVES = "before the battle", "hired for the battle", "captives"


@dataclass(frozen=True)
class DiceRecord:
    """All that was rolled in a battle, and its seeds, the battle's own first."""

    battle: Battle
    seeds: tuple[Seed, ...]
    rolls: tuple[Verified, ...]

    @property
    def is_shown(self) -> bool:
        return bool(self.seeds and self.seeds[0].seed)

    def count(self, state: str) -> int:
        return sum(one.state == state for one in self.rolls)

    @property
    def agrees(self) -> bool:
        """Whether nothing contradicts a seed: no roll, and no hash."""
        return not self.count("differs") and all(seed.agrees is not False for seed in self.seeds)

    @property
    def by_warband(self) -> dict[str, list[Verified]]:
        found: dict[str, list[Verified]] = {}
        for one in self.rolls:
            found.setdefault(one.rolled.warband, []).append(one)
        return found


def adds_rolls(source: Source) -> Source:
    """Have what a source knows of a battle's rolls stand in its record, before all others; in a fixed number of
    queries."""
    if source not in _SOURCES:
        _SOURCES.append(source)
    return source


def dice_of(battle: Battle) -> DiceRecord:
    """The whole record; five queries, and those of the sources."""
    sides = list(battle.sides.order_by("place"))
    captives = list(Captive.objects.filter(owner__battle=battle).select_related("owner", "captor"))
    people = _people(sides, captives)
    rows = DiceRoll.objects.filter(post_battle__side__battle=battle).select_related("post_battle__side", "by")
    rolls = [
        *(roll for source in _SOURCES for roll in source(battle)),
        *(roll for side in sides for roll in _before(side, people)),
        *(_of_night(row) for row in rows),
        *(roll for captive in captives for roll in _about(captive, people)),
    ]
    seeds = tuple(seeds_of(battle, captives))
    return DiceRecord(battle, seeds, verify(rolls, seeds))


def _people(sides: list[Side], captives: list[Captive]) -> dict[int, Player]:
    noted = [one["by"] for side in sides for one in (*side.muster, *side.joined)]
    noted += [one["by"] for captive in captives for one in captive.rolls]
    return Player.objects.in_bulk({pk for pk in noted if pk})


def _before(side: Side, people: dict[int, Player]) -> Iterator[Rolled]:
    for one in side.muster:
        if one["roll"]:
            yield _noted(one["roll"], one, side.warband_name, BEFORE, people)
    for one in side.joined:
        number = 1
        for roll in one["rolls"]:
            yield _noted(roll, one, side.warband_name, FOR_HIRE, people, number)
            number += len(roll["faces"])


def _noted(
    roll: dict[str, Any], about: dict[str, Any], warband: str, step: str, people: dict[int, Player], number: int = 1
) -> Rolled:
    return Rolled(
        warband=warband,
        step=step,
        what_for=roll["for"],
        die=roll["die"],
        faces=tuple(roll["faces"]),
        source=roll["source"],
        by=name_of(people.get(about["by"])),
        at=datetime.fromisoformat(about["at"]),
        label=about["label"],
        first_die=number,
        seed_hash=about["seed_hash"],
    )


def _of_night(row: DiceRoll) -> Rolled:
    side = row.post_battle.side
    fate = "replaced" if row.replaced_by_id else ""
    label = label_of(side.place, step=row.step)
    return kept_roll(row, warband=side.warband_name, step=row.step, label=label, fate=fate, reason=row.reason)


def kept_roll(row: KeptRoll, *, warband: str, step: str, label: str, fate: str = "", reason: str = "") -> Rolled:
    """A stored roll as the record tells it: whose it is, under what, and what the app's dice hang on."""
    return Rolled(
        warband=warband,
        step=step,
        what_for=row.what_for,
        die=row.die,
        faces=tuple(row.faces),
        source=row.source,
        by=row.by_name,
        at=row.rolled_at,
        label=label,
        first_die=row.first_die,
        seed_hash=row.seed_hash,
        fate="taken back" if row.taken_back_at else fate,
        reason=reason,
    )


def _about(captive: Captive, people: dict[int, Player]) -> Iterator[Rolled]:
    for one in captive.rolls:
        hashed = hash_of(one["seed"]) if one["seed"] else ""
        about = {**one, "label": label_of_captive(captive), "seed_hash": hashed}
        rolled = _noted(one, about, captive.captor.warband_name, CAPTIVES, people, one["first_die"])
        yield replace(rolled, fate="taken back") if one["taken_back_at"] else rolled
