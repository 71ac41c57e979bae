"""The frozen fight: its terms, its fighters, the step of the turn, and the question that is open.

A fight stands still only where a player has to say something. ``question`` names what is asked, ``asked`` of whom;
answers that wait for others are ``sealed``. ``version`` counts the questions, so that an answer can say which it is.

A `Fighter` changes often and is copied by `changed`, which is several times as fast as `dataclasses.replace`; that is
why it has no slots, and neither has a `PitFight`, which is made anew for every answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from encounters.pitfight.criticals import UNHARMED, Harm, Injury
from encounters.pitfight.hexes import Hex
from encounters.pitfight.levels import INITIATIVE, NO_BOOSTS, WOUNDS, half
from encounters.pitfight.orders import Order
from encounters.pitfight.scrolls import Move, PitRules, Scroll

Step = Literal["set_up", "pick_moves", "carry_out_moves", "resolve_attacks", "end_phase", "over"]
SET_UP: Step = "set_up"
PICK_MOVES: Step = "pick_moves"
CARRY_OUT_MOVES: Step = "carry_out_moves"
RESOLVE_ATTACKS: Step = "resolve_attacks"
END_PHASE: Step = "end_phase"
OVER: Step = "over"

Question = Literal[
    "",
    "place",
    "pick",
    "interrupt",
    "go",
    "face",
    "push_off",
    "strike",
    "aim",
    "roll_off",
    "damage",
    "stand",
    "recover",
]

FEWEST, MOST = 2, 8


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed before a fight. ``spacing`` is the least distance at set-up, in steps, on the rim or, for a scene
    that is set ``anywhere``, on any free hex without any; ``table_mode`` lets an
    illegal pick through, to become Observe; ``turn_limit`` and ``quiet_limit`` end a fight that does not end itself,
    the latter by turns in a row without an attack."""

    radius: int = 6
    spacing: int = 5
    anywhere: bool = False
    table_mode: bool = False
    observe_is_slow: bool = True
    turn_limit: int = 60
    quiet_limit: int = 15


@dataclass(frozen=True, slots=True)
class PitFighter:
    """What a fighter brings: his scroll, levels as built in the order of CHARACTERISTICS, and what earlier fights left
    him, lost points of Initiative among it. A greater ``age_rank`` is younger, and no two are equal. He rolls an extra
    D6 against those he ``hates``."""

    name: str
    scroll: Scroll
    levels: tuple[int, int, int, int, int]
    age_rank: int
    past: Harm = UNHARMED
    hates: tuple[str, ...] = ()
    initiative_lost: int = 0


@dataclass(frozen=True)
class Fighter:
    """A fighter as he is now.

    Timers (``stunned_until``, ``shaken_until``, ``floored_until``) are the last turn in which they hold; ``shaken_by``
    is the A/D modifier of the second. ``counters`` are adrenalin rushes, each the last turn in which it may be used.
    ``boosts`` are points added until the End Phase. ``first_damage`` is the number of the attack that did his first.
    ``trophy`` is the turn in which he may brandish one. ``out`` says how he was taken out, ``out_turn`` when and
    ``out_by`` by whom, if by anybody. From ``move`` on everything is of the turn whose moves were last revealed:
    ``done`` with his move, or ``lost`` it; ``forced`` into Observe by an illegal pick; ``fought`` is an attack made or
    suffered, ``struck`` his own attack made or waived.
    """

    pit: PitFighter
    hex: Hex | None = None
    facing: int = 0
    wounds_lost: int = 0
    initiative_lost: int = 0
    injuries: tuple[Injury, ...] = ()
    harm: Harm = UNHARMED
    counters: tuple[int, ...] = ()
    boosts: tuple[int, ...] = NO_BOOSTS
    halved: bool = False
    stunned_until: int = 0
    shaken_until: int = 0
    shaken_by: int = 0
    floored_until: int = 0
    damage: int = 0
    first_damage: int = 0
    trophy: int = 0
    out: str = ""
    out_turn: int = 0
    out_by: int | None = None
    move: str = ""
    forced: bool = False
    done: bool = False
    lost: bool = False
    interrupting: bool = False
    mighty: bool = False
    observing: bool = False
    fought: bool = False
    struck: bool = False

    def changed(self, **changes: Any) -> Fighter:
        """A copy with some fields of other values."""
        fields = self.__dict__ | changes
        if len(fields) != _FIELDS:
            raise TypeError(f"a fighter has no {sorted(set(changes) - set(self.__dict__))}")
        copy = object.__new__(Fighter)
        object.__setattr__(copy, "__dict__", fields)
        return copy

    @property
    def scroll(self) -> Scroll:
        return self.pit.scroll

    @property
    def the_move(self) -> Move:
        return self.pit.scroll.moves[self.move]

    @property
    def wounds(self) -> int:
        """What he has left now, borrowed ones among them; 0 or less puts him out."""
        return self.pit.levels[WOUNDS] - self.wounds_lost + self.boosts[WOUNDS]

    @property
    def initiative(self) -> int:
        """Level, point losses, halvings for legs and a push-off, then boosts (rulings I11, I12, P7)."""
        value = self.pit.levels[INITIATIVE]
        if self.initiative_lost:
            value = max(value - self.initiative_lost, 0)
        halvings = self.harm.halvings + self.halved
        while halvings:
            value = half(value)
            halvings -= 1
        return value + self.boosts[INITIATIVE]

    def level(self, which: int) -> int:
        """Weapon Skill, Strength or Toughness now."""
        value = self.pit.levels[which]
        return (half(value) if self.halved else value) + self.boosts[which]

    def ad(self, turn: int) -> int:
        """What injuries add to his attack and defence rolls in that turn; negative."""
        return self.harm.ad + (self.shaken_by if turn <= self.shaken_until else 0)


_FIELDS = len(Fighter.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class Haggle:
    """Two sides who may spend adrenalin on what is about to be settled, in turns until both pass.

    ``sides`` are the fighters, ``on`` the characteristic of each; ``turn`` is whose answer is due, ``passes`` how many
    in a row have passed.
    """

    sides: tuple[int, int]
    on: tuple[int, int]
    turn: int = 0
    passes: int = 0


@dataclass(frozen=True, slots=True)
class PushOff:
    """``mover`` wants to enter ``into`` in that direction from the last hex of his ``path``; ``rolls`` are his and the
    other's."""

    mover: int
    other: int
    path: tuple[Hex, ...]
    into: Hex
    direction: int
    rolls: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack under way. ``rolls`` are the attacker's and the target's, where there was a roll-off."""

    attacker: int
    target: int
    aim: str = ""
    rolls: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """``winner`` is a place in the list of fighters; ``drawn`` are those between whom nobody could tell. ``reason``:
    taken_out, turn_limit or quiet_limit."""

    winner: int | None
    drawn: tuple[int, ...]
    reason: str


@dataclass(frozen=True)
class PitFight:
    """A fight. ``waiting`` is the stack of those who are about to act, each interrupted by the next; ``to_ask`` are
    those who may still say whether they go before the last of them, nothing where the asking has not begun.
    ``declined`` want no (more) recovery in this End Phase. ``path`` are the hexes of the move that waits for its
    facing, ``walled`` says that a wall stopped it. ``blows`` counts attacks; ``quiet`` the turns in a row without one.
    """

    rules: PitRules = field(compare=False)
    terms: Terms
    fighters: tuple[Fighter, ...]
    turn: int = 0
    step: Step = SET_UP
    version: int = 0
    question: Question = ""
    asked: tuple[int, ...] = ()
    sealed: tuple[Order, ...] = ()
    waiting: tuple[int, ...] = ()
    to_ask: tuple[int, ...] | None = None
    declined: tuple[int, ...] = ()
    path: tuple[Hex, ...] = ()
    walled: bool = False
    haggle: Haggle | None = None
    push_off: PushOff | None = None
    blow: Blow | None = None
    blows: int = 0
    quiet: int = 0
    outcome: Outcome | None = None
    # What has been worked out of what each may answer, which the same fight is asked again and again.
    offered: dict[int, Sequence[Order]] = field(init=False, default_factory=dict, compare=False, repr=False)

    @property
    def open_to(self) -> tuple[int, ...]:
        """Who still has to answer."""
        if not self.sealed:
            return self.asked
        answered = {order.fighter for order in self.sealed}
        return tuple(one for one in self.asked if one not in answered)
