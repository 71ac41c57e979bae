"""The table as a happening finds it: who is there, whose turn it is, what stands on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from encounters.happenings.plain import NAMELESS, Exposed, Someone
from encounters.table import Party
from mordheim.rules.rulebook import Rulebook
from warbands.roster.members import Member

# How many are out of action, or off the table, of each name, by the place of their party.
Count = Mapping[int, Mapping[str, int]]
A_SMALL_TOWN = 6
NOBODY_KNOWN = "the encountering player"


@dataclass(frozen=True)
class TableState:
    """``active`` is the place of the party whose turn it is. ``out`` are those out of action, ``away`` others that are
    not on the table: late comers, those who have fled from it, whole warbands that have routed. ``buildings`` is how
    many there are, numbered from 1. Without parties everything is told of a warrior of the player's."""

    rulebook: Rulebook
    parties: tuple[Party, ...] = ()
    active: int = 0
    buildings: int = A_SMALL_TOWN
    out: Count = field(default_factory=dict)
    away: Count = field(default_factory=dict)

    def party(self, place: int) -> Party | None:
        return next((party for party in self.parties if party.place == place), None)

    def name_of(self, place: int) -> str:
        party = self.party(place)
        return party.name if party else NOBODY_KNOWN

    def member(self, who: Someone) -> Member | None:
        """His entry on the roster; ``None`` for somebody without a name."""
        party = self.party(who.place)
        here = (member for member in party.present if member.name == who.name) if party else iter(())
        return next(here, None)

    def standing(self, place: int) -> Iterator[Exposed]:
        """Who of a party is on the table, and how many of each name."""
        party = self.party(place)
        out, away = self.out.get(place, {}), self.away.get(place, {})
        for member in party.present if party else ():
            left = member.warrior.size - out.get(member.name, 0) - away.get(member.name, 0)
            if left > 0:
                yield Exposed(place=place, warband=self.name_of(place), name=member.name, count=left)

    def warriors(self, place: int) -> Iterator[Someone]:
        """The same one by one: each member of a group has a number."""
        for some in self.standing(place):
            member = self.member(Someone(place=place, warband=some.warband, name=some.name))
            is_group = member is not None and member.warrior.size > 1
            for number in range(1, some.count + 1):
                yield Someone(place=place, warband=some.warband, name=some.name, number=number if is_group else 0)

    def everybody(self) -> Iterator[Someone]:
        for party in self.parties:
            yield from self.warriors(party.place)

    def is_on_table(self, place: int) -> bool:
        return any(self.standing(place))


def nameless() -> Someone:
    """The warrior that is spoken of where no warbands are known."""
    return Someone(place=NAMELESS, warband=NOBODY_KNOWN, name="a warrior")
