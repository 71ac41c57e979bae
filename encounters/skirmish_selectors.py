"""Rows of skirmishes to plain values: the rules, those that stand ready, one as it is, and lists of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings

from encounters.hitchance.fight_file import FightFile, read_fight_file
from encounters.hitchance.notation import read_skirmish
from encounters.hitchance.rules import HitRules, read_hit_rules
from encounters.hitchance.state import Skirmish
from encounters.models import SkirmishFight, SkirmishStep
from mordheim.rules.plainfile import validated
from warbands.models import Player

LATEST = 60
READY_MADE = settings.BASE_DIR / "fixtures" / "demo" / "hit_chance"


@lru_cache(maxsize=1)
def hit_rules() -> HitRules:
    """Dice, attacks, rounds, weapons and injuries, read once in a process."""
    return read_hit_rules(settings.RULES_DIR / "hit_chance")


# --- files ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReadyMade:
    """Two sides that stand ready, under a name made of the file's."""

    key: str
    name: str
    file: FightFile


@lru_cache(maxsize=1)
def ready_made() -> tuple[ReadyMade, ...]:
    """The smallest first; read once in a process."""
    found = [
        ReadyMade(path.stem, path.stem.replace("_", " ").capitalize(), read_fight_file(path.read_bytes()))
        for path in sorted(READY_MADE.glob("*.yaml"))
    ]
    return tuple(sorted(found, key=lambda one: len(one.file.members) + len(one.file.monsters)))


def file_of(row: SkirmishFight) -> FightFile:
    """The file of a skirmish's ground and sides."""
    return validated(FightFile, row.terms, {})


def content_of(file: FightFile) -> dict[str, Any]:
    """A file as plain values; without orders, which everybody gives at the table."""
    content: dict[str, Any] = file.model_dump(mode="json", exclude_defaults=True, exclude={"orders"})
    return {"format": file.format, **content}


# --- a skirmish -------------------------------------------------------------------------------------------------------


def skirmish_by_code(code: str) -> SkirmishFight | None:
    """One query."""
    return SkirmishFight.objects.select_related("made_by").filter(code=code).first()


def version_of_skirmish(code: str) -> int | None:
    """One small query."""
    return SkirmishFight.objects.filter(code=code).values_list("version", flat=True).first()


def the_skirmish(row: SkirmishFight) -> Skirmish:
    """As it stands. Only once it has begun. Raises Malformed where the rules do not know it any more."""
    return read_skirmish(row.notation, hit_rules())


def logged(steps: Sequence[SkirmishStep]) -> list[tuple[str, list[int]]]:
    """Lines with their faces."""
    return [(step.line, faces_of(step.faces)) for step in steps]


def faces_of(kept: Sequence[Mapping[str, Any]]) -> list[int]:
    return [die["face"] for die in kept]


def latest_steps(row: SkirmishFight, most: int) -> list[SkirmishStep]:
    """Those that stand, the newest first; one query."""
    return list(SkirmishStep.objects.filter(fight=row).standing().order_by("-pk")[:most])


def skirmishes_of(player: Player) -> list[SkirmishFight]:
    """Those that he keeps, the latest first; one query."""
    rows = SkirmishFight.objects.filter(made_by=player).defer("notation", "opening")
    return list(rows[:LATEST])
