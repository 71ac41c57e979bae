"""What a player can say. Each order is of one fighter and answers one question.

Orders are small values that are made again and again, so the usual ones are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from encounters.pitfight.hexes import Hex
from encounters.pitfight.levels import INITIATIVE


@dataclass(frozen=True, slots=True)
class Place:
    """Set-up on a hex of the rim."""

    fighter: int
    hex: Hex
    facing: int


@dataclass(frozen=True, slots=True)
class Pick:
    """A move by its key on the scroll, in secret."""

    fighter: int
    move: str


@dataclass(frozen=True, slots=True)
class Interrupt:
    """Go before the one who is about to act, or let him. ``spend`` are adrenalin rushes for Initiative, at once."""

    fighter: int
    takes: bool
    spend: int = 0


@dataclass(frozen=True, slots=True)
class Go:
    """Carry out the move, with one hex straight ahead before it by adrenalin if ``extra``."""

    fighter: int
    extra: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """Turn to that facing at the end of the move."""

    fighter: int
    facing: int


@dataclass(frozen=True, slots=True)
class Boost:
    """Spend an adrenalin rush on a characteristic, by its place in CHARACTERISTICS; none passes."""

    fighter: int
    on: int | None = None


@dataclass(frozen=True, slots=True)
class Strike:
    """Attack that fighter; none waives the attack."""

    fighter: int
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Aim:
    """The location that the attacker goes for, or that the target guards, in secret."""

    fighter: int
    location: str


@dataclass(frozen=True, slots=True)
class Recover:
    """Spend an adrenalin rush on lost points of Wounds and Initiative; none at all passes."""

    fighter: int
    wounds: int = 0
    initiative: int = 0


Order = Place | Pick | Interrupt | Go | Face | Boost | Strike | Aim | Recover


@cache
def picks(fighter: int, moves: tuple[str, ...]) -> tuple[Pick, ...]:
    return tuple(Pick(fighter, move) for move in moves)


@cache
def faces(fighter: int, ends: tuple[int, ...]) -> tuple[Face, ...]:
    return tuple(Face(fighter, facing) for facing in ends)


@cache
def aims(fighter: int, locations: tuple[str, ...]) -> tuple[Aim, ...]:
    return tuple(Aim(fighter, location) for location in locations)


@cache
def strikes(fighter: int, targets: tuple[int, ...], delays: bool) -> tuple[Strike | Boost, ...]:
    waits: tuple[Strike | Boost, ...] = (Boost(fighter, INITIATIVE),) if delays else ()
    return (Strike(fighter), *(Strike(fighter, target) for target in targets), *waits)


@cache
def interrupts(fighter: int, fewest: int, most: int) -> tuple[Interrupt, ...]:
    """Letting the other go, or going first with from ``fewest`` to ``most`` adrenalin rushes."""
    return (Interrupt(fighter, False), *(Interrupt(fighter, True, spend) for spend in range(fewest, most + 1)))


@cache
def boosts(fighter: int, on: int) -> tuple[Boost, ...]:
    return (Boost(fighter), Boost(fighter, on))


@cache
def goes(fighter: int, *, extra: bool, delays: bool) -> tuple[Go | Boost, ...]:
    options: list[Go | Boost] = [Go(fighter)]
    if extra:
        options.append(Go(fighter, True))
    if delays:
        options.append(Boost(fighter, INITIATIVE))
    return tuple(options)
