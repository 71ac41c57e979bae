"""The frozen skirmish: its ground, its fighters, the step of the round.

It stands still where somebody has to say something: in a block, where each who may act does so in any order, and where
dice are due, which `Roll` throws. ``version`` counts the orders, so that an order can say which state it answers.

A `Fighter` changes often and is copied by `changed`, which is several times as fast as `dataclasses.replace`; that is
why it has no slots.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from encounters.hitchance.orders import Order
from encounters.hitchance.rules import HitRules
from encounters.hitchance.schema import ArmourState, Effect
from encounters.hitchance.squares import Square

Step = Literal["initiative", "shrinking", "first", "monsters", "last", "recovery", "morale", "over"]
INITIATIVE: Step = "initiative"
SHRINKING: Step = "shrinking"
FIRST: Step = "first"
MONSTERS: Step = "monsters"
LAST: Step = "last"
RECOVERY: Step = "recovery"
MORALE: Step = "morale"
OVER: Step = "over"
ROUND: tuple[Step, ...] = (INITIATIVE, SHRINKING, FIRST, MONSTERS, LAST, RECOVERY, MORALE)
BLOCKS: tuple[Step, ...] = (FIRST, MONSTERS, LAST)

Side = Literal["members", "monsters"]
SIDES: tuple[Side, ...] = ("members", "monsters")
Pace = Literal["slow", "normal", "fast"]
Lost = Literal["", "downed", "dead", "fled", "unconscious"]
Reason = Literal["lost", "round_limit"]
DieKind = Literal["bleeding", "downed", "dying"]


@dataclass(frozen=True)
class Thing:
    """An item and how it is: its chits where it is a weapon that needs reloading, its state where it is armour."""

    key: str
    chits: int = 0
    state: ArmourState = "working"


@dataclass(frozen=True)
class Injury:
    """An injury with the slots that it still fills; ``limb`` is the arm or leg, or the hand by its arm, and ``place``
    the face that told where it struck."""

    number: int
    infection: int = 0
    fatigue: int = 0
    limb: str = ""
    place: int = 0
    fingers: int = 0


@dataclass(frozen=True)
class Shrinker:
    """A shrinking die that runs since that round; it is first rolled in the next. ``serial`` tells which is older."""

    kind: DieKind
    size: int
    since: int
    serial: int


@dataclass(frozen=True)
class Combatant:
    """What one brings: everything about him that a skirmish does not change. ``nameless`` ones who fall are just out of
    the fight (H28); an ``npc`` tests morale."""

    name: str
    side: Side
    level: int
    capacity: int
    skills: tuple[str, ...] = ()
    section: str = ""
    pace: Pace = "normal"
    leader: bool = False
    npc: bool = False
    nameless: bool = False


@dataclass(frozen=True)
class Fighter:
    """A combatant as he is now.

    ``fatigue`` and ``infection`` are slots filled beside those of his injuries. ``stunned_until`` is the round in whose
    step of recovery he recovers. ``lost`` says how he left the fight, ``lost_round`` when. ``broken_since`` is the
    round in which he lost heart, ``major_round`` that of his last major action, ``swung_round`` that of his last attack
    with a weapon that then strikes nobody back. ``overloaded``: fatigue has filled more than he can carry, until he
    drops enough.
    From ``passed`` on everything is of this round; ``squares`` are those left of a move that has been paid for.
    """

    who: Combatant
    at: Square
    facing: str
    held: tuple[Thing, ...] = ()
    readied: tuple[Thing, ...] = ()
    pack: tuple[Thing, ...] = ()
    worn: tuple[Thing, ...] = ()
    injuries: tuple[Injury, ...] = ()
    fatigue: int = 0
    infection: int = 0
    dice: tuple[Shrinker, ...] = ()
    stunned_until: int = 0
    prone: bool = False
    overloaded: bool = False
    lost: Lost = ""
    lost_round: int = 0
    broken_since: int = 0
    rally_tried: bool = False
    sunders: bool = True
    strikes_back: bool = True
    first_piece: str = ""
    major_round: int = 0
    swung_round: int = 0
    passed: bool = False
    done: bool = False
    majors: int = 0
    minors: int = 0
    frees: int = 0
    squares: int = 0
    defences: int = 0

    def changed(self, **changes: Any) -> Fighter:
        fighter = object.__new__(Fighter)
        object.__setattr__(fighter, "__dict__", self.__dict__ | changes)
        return fighter

    @property
    def name(self) -> str:
        return self.who.name

    @property
    def side(self) -> Side:
        return self.who.side

    @property
    def things(self) -> tuple[Thing, ...]:
        return (*self.held, *self.readied, *self.pack, *self.worn)

    @property
    def fatigue_slots(self) -> int:
        return self.fatigue + sum(one.fatigue for one in self.injuries)

    @property
    def infection_slots(self) -> int:
        return self.infection + sum(one.infection for one in self.injuries)

    @property
    def filled(self) -> int:
        """Slots of the inventory that are full (H36)."""
        return len(self.things) + self.fatigue_slots + self.infection_slots

    @property
    def space(self) -> int:
        """Slots that are free."""
        return max(0, self.who.capacity - self.filled)

    @property
    def pieces(self) -> tuple[Thing, ...]:
        """Armour that works."""
        return tuple(piece for piece in self.worn if piece.state == "working")

    def is_stunned(self, round_: int) -> bool:
        return self.stunned_until >= round_

    def may_act(self, round_: int) -> bool:
        """That nothing keeps him from acting at all; one who is overloaded may still drop things."""
        return not self.lost and not self.is_stunned(round_)

    def die(self, kind: DieKind) -> Shrinker | None:
        return next((one for one in self.dice if one.kind == kind), None)


@dataclass(frozen=True)
class Ground:
    """``covered`` by square what hides one who stands there from shots, 1 to 3."""

    width: int
    height: int
    covered: tuple[tuple[Square, int], ...] = ()
    unstable: frozenset[Square] = frozenset()
    obscured: frozenset[Square] = frozenset()

    def cover(self, square: Square) -> int:
        return next((cover for at, cover in self.covered if at == square), 0)

    def has(self, square: Square) -> bool:
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height


@dataclass(frozen=True)
class Outcome:
    """``winner`` is the side that has anybody left; none where both have or none has."""

    winner: Side | None
    reason: Reason
    rounds: int


@dataclass(frozen=True)
class Skirmish:
    """``lying`` are the things on the ground. ``serial`` counts the shrinking dice that there have been."""

    rules: HitRules
    ground: Ground
    fighters: tuple[Fighter, ...]
    round_limit: int = 50
    round: int = 1
    step: Step = INITIATIVE
    version: int = 0
    serial: int = 0
    lying: tuple[tuple[Square, Thing], ...] = ()
    outcome: Outcome | None = None
    offered: dict[Any, tuple[Order, ...]] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def standing(self) -> dict[Square, int]:
        """Who stands where; those who lie in no one's way are left out."""
        return {one.at: place for place, one in enumerate(self.fighters) if not one.lost}

    @cached_property
    def asked(self) -> tuple[int, ...]:
        """Who may still act in this block, in any order."""
        if self.step not in BLOCKS:
            return ()
        return tuple(
            place
            for place, one in enumerate(self.fighters)
            if in_block(one, self.step) and one.may_act(self.round) and not one.done
        )

    def able(self, side: Side) -> list[int]:
        """Those of a side who are still in the fight."""
        return [place for place, one in enumerate(self.fighters) if one.side == side and not one.lost]


def in_block(fighter: Fighter, step: Step) -> bool:
    """The block of a fighter: members before or after the monsters, by their initiative."""
    own: Step = MONSTERS if fighter.side == "monsters" else FIRST if fighter.passed else LAST
    return step == own


def effects_of(fighter: Fighter, rules: HitRules, kind: str) -> tuple[tuple[Injury, Effect], ...]:
    """The effects of that kind under which he labours, each with its injury: they last while its fatigue and infection
    do, or for good."""
    if not fighter.injuries:
        return ()
    return tuple(
        (injury, effect)
        for injury in fighter.injuries
        for effect in rules.injuries.injuries[injury.number].effects
        if effect.kind == kind and (effect.permanent or injury.infection or injury.fatigue)
    )


def useless_limbs(fighter: Fighter, rules: HitRules) -> set[str]:
    return {injury.limb for injury, _ in effects_of(fighter, rules, "limb_useless")}


def hands_of(fighter: Fighter, rules: HitRules) -> int:
    """Hands that can hold anything."""
    return 2 - len({limb for limb in useless_limbs(fighter, rules) if limb.endswith("arm")})


def sound_hands(fighter: Fighter, rules: HitRules) -> int:
    """Hands that can shoot, and help to hold a weapon for two."""
    weak = {injury.limb for injury, _ in effects_of(fighter, rules, "hand_weak")}
    return 2 - len({limb for limb in useless_limbs(fighter, rules) | weak if limb.endswith("arm")})


def squares_per_move(fighter: Fighter, rules: HitRules) -> int:
    movement = rules.rounds.movement
    squares = [movement.squares, *(effect.squares for _, effect in effects_of(fighter, rules, "moves_only"))]
    if any(limb.endswith("leg") for limb in useless_limbs(fighter, rules)):
        squares.append(movement.useless_leg)
    return min(squares)
