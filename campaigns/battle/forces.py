"""What each side brings to the table: its warriors as a report speaks of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from campaigns.postbattle.report import uses_by
from mordheim.rules.rule_effects import CountsHalfForRout
from mordheim.rules.schema import Item
from mordheim.rules.words import Section
from warbands.roster.learning import gains_experience
from warbands.roster.members import Member, Roster

RECOVERING, CAPTIVE, KEPT_OUT = "is still recovering", "is a captive", "was kept out before the battle"


@dataclass(frozen=True)
class Thing:
    """Something that is used up by using it."""

    key: str
    name: str


@dataclass(frozen=True)
class Fighter:
    """A hero, a hired sword or a group of ``size``. ``away`` says why he takes no part; ``strangles``: his weapon may
    put himself out of action."""

    name: str
    type_name: str
    section: Section
    size: int
    leads: bool = False
    learns: bool = True
    counts_half: bool = False
    strangles: bool = False
    away: str = ""
    things: tuple[Thing, ...] = ()

    @property
    def is_hero(self) -> bool:
        return self.section == "hero"

    @property
    def is_group(self) -> bool:
        return self.section == "henchman"

    @property
    def rout_halves(self) -> int:
        """How many halves of a warrior each of them counts for rout (ruling 15)."""
        return 1 if self.counts_half else 2


@dataclass(frozen=True)
class Force:
    """One side. ``place`` is its order, equal ``alliance`` numbers are allies."""

    place: int
    name: str
    type_key: str
    rating: int
    alliance: int
    fighters: tuple[Fighter, ...]

    @cached_property
    def standing(self) -> tuple[Fighter, ...]:
        """Those that take part."""
        return tuple(fighter for fighter in self.fighters if not fighter.away)

    @property
    def began(self) -> int:
        """How many warriors began the battle, hired swords counted."""
        return sum(fighter.size for fighter in self.standing)

    @property
    def leader(self) -> str:
        """The leader's name, empty where nobody leads."""
        return next((fighter.name for fighter in self.fighters if fighter.leads), "")

    def fighter(self, name: str) -> Fighter | None:
        return next((fighter for fighter in self.fighters if fighter.name == name), None)

    def is_against(self, other: Force) -> bool:
        return self.alliance != other.alliance


def force_of(roster: Roster, *, place: int, rating: int, alliance: int, missing: Collection[str] = ()) -> Force:
    """A side from its warband, without those whom a roll kept out."""
    fighters = tuple(_fighter(member, missing) for member in roster.members)
    return Force(place, roster.snapshot.name, roster.snapshot.type, rating, alliance, fighters)


def _fighter(member: Member, missing: Collection[str]) -> Fighter:
    return Fighter(
        name=member.name,
        type_name=member.type_name,
        section=member.warrior.section,
        size=member.warrior.size,
        leads=member.leads,
        learns=gains_experience(member),
        counts_half=any(isinstance(effect, CountsHalfForRout) for effect in member.effects),
        strangles=bool(list(uses_by(member))),
        away=_away(member, missing),
        things=tuple(_things(member)),
    )


def _away(member: Member, missing: Collection[str]) -> str:
    if member.warrior.captured_by:
        return CAPTIVE
    if member.warrior.games_to_miss:
        return RECOVERING
    return KEPT_OUT if member.name in missing else ""


def _things(member: Member) -> Iterator[Thing]:
    for key in dict.fromkeys(piece.item for piece in member.gear):
        item = member.rulebook.items.get(key)
        if item and is_used_up(item):
            yield Thing(key, item.name)


def is_used_up(item: Item) -> bool:
    """Whether a thing is gone once it was used, or does something to its user afterwards."""
    return item.uses is not None or item.chart_when == "after_use"
