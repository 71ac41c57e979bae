"""What can be said to a skirmish. Each order but `Roll` is of one fighter, by his place in it."""

from __future__ import annotations

from dataclasses import dataclass

from encounters.hitchance.squares import Square


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll what is due: initiative, the shrinking dice, or morale."""


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing more in this block."""

    fighter: int


@dataclass(frozen=True, slots=True)
class Move:
    fighter: int
    to: Square


@dataclass(frozen=True, slots=True)
class Turn:
    """Look that way, without a step."""

    fighter: int
    facing: str


@dataclass(frozen=True, slots=True)
class Attack:
    """A blow or a shot with a weapon as it is wielded: a javelin may be thrown or be an improvised spear."""

    fighter: int
    target: int
    weapon: str


@dataclass(frozen=True, slots=True)
class Execute:
    """Kill one who is downed, within reach (H22)."""

    fighter: int
    target: int


@dataclass(frozen=True, slots=True)
class Reload:
    """Take one chit off a weapon in hand."""

    fighter: int
    weapon: str


@dataclass(frozen=True, slots=True)
class Fetch:
    """Take a thing in hand: out of the inventory, or from the ground where one stands."""

    fighter: int
    thing: str
    ground: bool = False


@dataclass(frozen=True, slots=True)
class Drop:
    """Let go of a thing in hand."""

    fighter: int
    thing: str


@dataclass(frozen=True, slots=True)
class DropPack:
    """Everything that is neither in hand nor readied nor worn."""

    fighter: int


@dataclass(frozen=True, slots=True)
class RemoveArmour:
    fighter: int
    piece: str


@dataclass(frozen=True, slots=True)
class Bandage:
    """Stop all bleeding of oneself or a neighbour (H20)."""

    fighter: int
    target: int


@dataclass(frozen=True, slots=True)
class Stabilise:
    """End the downed die of a neighbour, who rolls his injury twice and takes the higher."""

    fighter: int
    target: int


@dataclass(frozen=True, slots=True)
class Rally:
    """One new test for those of the side who have lost heart (H34)."""

    fighter: int


@dataclass(frozen=True, slots=True)
class StandUp:
    fighter: int


@dataclass(frozen=True, slots=True)
class Lead:
    """Shove or guide a stunned neighbour one square."""

    fighter: int
    target: int
    to: Square


@dataclass(frozen=True, slots=True)
class Plain:
    """An action that takes its time and whose outcome the table tells: a spell, a shout."""

    fighter: int
    action: str


@dataclass(frozen=True, slots=True)
class Stance:
    """How one meets blows from now on; costs nothing and may be said at any time. ``first`` is the piece of armour that
    suffers first, the cheapest where it is empty (H8, H9, H15)."""

    fighter: int
    sunders: bool = True
    strikes_back: bool = True
    first: str = ""


Order = (
    Roll
    | Done
    | Move
    | Turn
    | Attack
    | Execute
    | Reload
    | Fetch
    | Drop
    | DropPack
    | RemoveArmour
    | Bandage
    | Stabilise
    | Rally
    | StandUp
    | Lead
    | Plain
    | Stance
)
