"""The working copy of a fight while one answer is carried out, from one open question to the next.

`apply` makes a `Bout` of the frozen fight; the rules change it and it is frozen again; nobody else sees it. It holds
the dice and the events. Fighters stay values: `change` puts a changed copy in a fighter's place.
"""

from __future__ import annotations

from typing import Any

from encounters.pitfight.hexes import Hex, arena
from encounters.pitfight.levels import BOOST, CHARACTERISTICS
from encounters.pitfight.orders import Order
from encounters.pitfight.scrolls import PitRules
from encounters.pitfight.state import Blow, Fighter, Haggle, Outcome, PitFight, PushOff, Question, Step, Terms
from mordheim.rules.dice import Dice

Event = dict[str, Any]
_OF_A_BOUT = ("arena", "dice", "logging", "events")


class Bout:
    """Everything that a `PitFight` has, under the same names, and what one answer needs besides."""

    rules: PitRules
    terms: Terms
    fighters: list[Fighter]
    turn: int
    step: Step
    version: int
    waiting: tuple[int, ...]
    to_ask: tuple[int, ...] | None
    declined: tuple[int, ...]
    path: tuple[Hex, ...]
    walled: bool
    haggle: Haggle | None
    push_off: PushOff | None
    blow: Blow | None
    blows: int
    quiet: int
    outcome: Outcome | None

    def __init__(self, fight: PitFight, dice: Dice, *, logging: bool) -> None:
        self.__dict__.update(fight.__dict__)
        self.fighters = list(fight.fighters)
        self.question: Question = ""
        self.asked: tuple[int, ...] = ()
        self.arena = arena(fight.terms.radius)
        self.dice = dice
        self.logging = logging
        self.events: list[Event] = []

    def frozen(self, sealed: tuple[Order, ...] = ()) -> PitFight:
        """The fight as it stands now, put together by hand as `Fighter.changed` does it; the bout ends with it."""
        fields = self.__dict__
        for own in _OF_A_BOUT:
            del fields[own]
        fields["fighters"], fields["sealed"], fields["offered"] = tuple(self.fighters), sealed, {}
        fight = object.__new__(PitFight)
        object.__setattr__(fight, "__dict__", fields)
        return fight

    def ask(self, question: Question, *asked: int) -> None:
        self.question = question
        self.asked = asked
        self.version += 1

    def change(self, fighter: int, **changes: Any) -> Fighter:
        changed = self.fighters[fighter] = self.fighters[fighter].changed(**changes)
        return changed

    def roll(self, sides: int, what_for: str, fighter: int) -> int:
        return self.dice.roll(sides, f"{self.fighters[fighter].pit.name}: {what_for}")

    def standing_on(self, hex_: Hex) -> int | None:
        for place, fighter in enumerate(self.fighters):
            if fighter.hex == hex_:
                return place
        return None

    def name(self, fighter: int) -> str:
        return self.fighters[fighter].pit.name

    def tell(self, kind: str, **facts: Any) -> None:
        """Write an event; callers ask ``logging`` first, so that nothing is put together for nobody."""
        self.events.append({"turn": self.turn, "phase": self.step, "type": kind, **facts})

    def acted(self) -> None:
        """The one who was about to act has acted: whoever he interrupted is asked about again."""
        self.waiting = self.waiting[:-1]
        self.to_ask = None

    # --- adrenalin

    def earn(self, fighter: int, use: str) -> None:
        """An adrenalin rush, to the End Phase of the next turn (ruling R1)."""
        rushed = self.change(fighter, counters=(*self.fighters[fighter].counters, self.turn + 1))
        if self.logging:
            self._tell_adrenalin(fighter, use, +1, left=len(rushed.counters), until=self.turn + 1)

    def spend(self, fighter: int, use: str, **facts: Any) -> None:
        """The rush that would go first."""
        left = self.fighters[fighter].counters[1:]
        self.change(fighter, counters=left)
        if self.logging:
            self._tell_adrenalin(fighter, use, -1, left=len(left), **facts)

    def boost(self, fighter: int, on: int) -> None:
        """A rush spent on a characteristic, to the End Phase of this turn (ruling R4)."""
        boosts = list(self.fighters[fighter].boosts)
        boosts[on] += BOOST
        self.change(fighter, boosts=tuple(boosts))
        self.spend(fighter, "boost", characteristic=CHARACTERISTICS[on], points=BOOST)

    def _tell_adrenalin(self, fighter: int, use: str, change: int, **facts: Any) -> None:
        self.tell("adrenalin", fighter=self.name(fighter), use=use, change=change, **facts)

    def take_out(self, fighter: int, cause: str, by: int | None) -> None:
        out = self.change(fighter, out=cause, out_turn=self.turn, out_by=by, hex=None, counters=())
        if self.logging:
            told = None if by is None else self.name(by)
            self.tell("taken_out", fighter=out.pit.name, cause=cause, by=told, wounds=out.wounds)
