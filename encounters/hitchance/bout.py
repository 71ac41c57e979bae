"""The working copy of a skirmish while one order is carried out.

`apply` makes a `Bout` of the frozen skirmish; the rules change it and it is frozen again; nobody else sees it. It holds
the dice and the events. Fighters stay values: `change` puts a changed copy in a fighter's place. Every die that falls
goes into the next event that is told, as sides and face.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from encounters.hitchance.rules import HitRules
from encounters.hitchance.squares import Square
from encounters.hitchance.state import DieKind, Fighter, Ground, Lost, Outcome, Shrinker, Skirmish, Step, Thing
from mordheim.rules.dice import Dice, DieSource

Event = dict[str, Any]


class Bout:
    """What a `Skirmish` has, under the same names, and what one order needs besides."""

    def __init__(self, skirmish: Skirmish, dice: Dice) -> None:
        self._from = skirmish
        self.rules: HitRules = skirmish.rules
        self.ground: Ground = skirmish.ground
        self.fighters: list[Fighter] = list(skirmish.fighters)
        self.round: int = skirmish.round
        self.step: Step = skirmish.step
        self.round_limit: int = skirmish.round_limit
        self.serial: int = skirmish.serial
        self.lying: tuple[tuple[Square, Thing], ...] = skirmish.lying
        self.outcome: Outcome | None = skirmish.outcome
        self.events: list[Event] = []
        self._dice = dice
        self._fallen: list[list[int]] = []

    @property
    def source(self) -> DieSource:
        return self._dice.source

    def frozen(self) -> Skirmish:
        return replace(
            self._from,
            fighters=tuple(self.fighters),
            round=self.round,
            step=self.step,
            serial=self.serial,
            lying=self.lying,
            outcome=self.outcome,
            version=self._from.version + 1,
            offered={},
        )

    def change(self, place: int, **changes: Any) -> Fighter:
        changed = self.fighters[place] = self.fighters[place].changed(**changes)
        return changed

    def roll(self, sides: int, what_for: str) -> int:
        face = self._dice.roll(sides, what_for)
        self._fallen.append([sides, face])
        return face

    def tell(self, kind: str, /, **facts: Any) -> None:
        """Write an event, with the dice that have fallen since the last one."""
        self.events.append({"round": self.round, "step": self.step, "type": kind, **facts, "dice": self._fallen})
        self._fallen = []

    def name(self, place: int) -> str:
        return self.fighters[place].name

    # --- what happens to a fighter everywhere

    def start_die(self, place: int, kind: DieKind, size: int) -> None:
        """A shrinking die that is first rolled in the next round."""
        self.serial += 1
        die = Shrinker(kind, size, self.round, self.serial)
        self.change(place, dice=(*self.fighters[place].dice, die))

    def lose(self, place: int, how: Lost, **changes: Any) -> None:
        """Out of the fight; the round in which one first was stays."""
        fighter = self.fighters[place]
        self.change(place, lost=how, lost_round=fighter.lost_round or self.round, **changes)

    def lay_down(self, place: int, things: tuple[Thing, ...]) -> None:
        self.lying = (*self.lying, *((self.fighters[place].at, thing) for thing in things))
