"""Two fighters and how they meet."""

from __future__ import annotations

from dataclasses import dataclass

from encounters.duel.bodies import Body, Who, fresh_body
from encounters.duel.fighters import Fighter
from encounters.duel.situations import Shot, Side, Situation
from mordheim.rules.fight_effects import Circumstance


@dataclass(frozen=True)
class Meeting:
    """Two fighters and how they meet: ``side`` is the attacker's, ``shot`` makes it shooting, ``given`` is what else is
    said of how he fights."""

    attacker: Fighter
    defender: Fighter
    side: Side = "later"
    shot: Shot | None = None
    given: frozenset[Circumstance] = frozenset()

    def situation(self, who: Who, *, first: bool = True) -> Situation:
        """The phase for one of them, the attacker 0 or the defender 1."""
        mine = Situation(self.side if first else "later", self.shot, self.given)
        return mine if who == 0 else mine.facing

    @property
    def fighters(self) -> tuple[Fighter, Fighter]:
        return self.attacker, self.defender

    @property
    def has_beast(self) -> bool:
        """Whether Initiative means more than who strikes first."""
        return any(fighter.traits for fighter in self.fighters)

    @property
    def fresh(self) -> tuple[Body, Body]:
        return fresh_body(self.attacker), fresh_body(self.defender)
