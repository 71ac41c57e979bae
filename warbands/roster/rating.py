"""The warband rating and how it comes about.

Five points for each warrior, or what his entry gives (a large creature counts 20); one for each point of
experience, a group's for every member; each hired sword his printed rating and his experience
(core, Warbands and Campaigns).
"""

from __future__ import annotations

from dataclasses import dataclass

from warbands.roster.members import Member, Roster


@dataclass(frozen=True)
class RatingLine:
    """One warrior's or group's share. ``each`` is the points of a warrior, ``experience`` of a member."""

    name: str
    type_name: str
    size: int
    each: int
    experience: int

    @property
    def points(self) -> int:
        return self.size * (self.each + self.experience)

    @property
    def told(self) -> str:
        """The sum as one would say it: ``3 x (5 + 2 experience)``."""
        inner = f"{self.each} + {self.experience} experience" if self.experience else str(self.each)
        return f"{self.size} × ({inner})" if self.size != 1 and self.experience else (
            f"{self.size} × {inner}" if self.size != 1 else inner
        )  # fmt: skip


def rating_line(member: Member) -> RatingLine:
    """A member's share. Raises ValueError for a type that the rulebook does not know."""
    if member.entry is None:
        raise ValueError(f"{member.warrior.type} is no known type")
    warrior = member.warrior
    return RatingLine(warrior.name, member.type_name, warrior.size, member.entry.rating, warrior.experience)


def rating_lines(roster: Roster) -> tuple[RatingLine, ...]:
    """Every share, in the order of the roster; what is unknown is left out."""
    return tuple(rating_line(member) for member in roster.members if member.entry)


def rating(roster: Roster) -> int:
    return sum(line.points for line in rating_lines(roster))


def experience(roster: Roster) -> int:
    """Each hero's plus size times each group's; hired swords apart."""
    return sum(member.warrior.size * member.warrior.experience for member in roster.own)
