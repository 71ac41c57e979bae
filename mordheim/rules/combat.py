"""The charts of fighting: to hit, to wound, saves, critical hits, injuries.

Every figure is the face of a D6 that is needed at least; `NEVER` is one that no die shows. A natural 1 fails only where
a rule says so (ruling 36), so that a needed 1 or less always succeeds.

Source: rulebook, Shooting, Close Combat, Wounds and Injuries; rulings 36 to 42.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from fractions import Fraction

from mordheim.rules.schema import Armour

NEVER = 7
# The die of a critical hit: up to 2 a vital part, up to 4 an exposed spot, beyond a master strike.
VITAL_TO, EXPOSED_TO = 2, 4
CRITICAL_WOUNDS, MASTER_STRIKE = 2, 2
STUNNED_FROM, OUT_FROM = 3, 5


class Injury(IntEnum):
    """What the injury die says, the worse the higher. ``NONE`` is that none was rolled."""

    NONE = 0
    KNOCKED_DOWN = 1
    STUNNED = 2
    OUT = 3


def to_hit(attacker: int, defender: int) -> int:
    """The face to hit in close combat by Weapon Skill; whoever has none is hit without a roll."""
    if defender <= 0:
        return 1
    if attacker > defender:
        return 3
    return 5 if defender > 2 * attacker else 4


def to_shoot(ballistic_skill: int) -> int:
    """The face to hit with a shot, before modifiers; 0 or less for who cannot miss."""
    return 7 - ballistic_skill if ballistic_skill > 0 else NEVER


def to_wound(strength: int, toughness: int) -> int:
    """The face to wound; `NEVER` where the chart has a dash."""
    ahead = strength - toughness
    if ahead >= 2:
        return 2
    if ahead >= -2:
        return 4 - ahead
    return 6 if ahead == -3 else NEVER


def strength_against_save(strength: int) -> int:
    """How much a Strength adds to the face that a save needs: nothing to 3, then 1 for each point, 6 at most."""
    return min(max(strength - 3, 0), 6)


def armour_save(worn: Iterable[Armour], *, own: int = NEVER, bonus: int = 0) -> int:
    """The face that armour saves on against Strength 3; `NEVER` without any.

    ``own`` is a save without armour, ``bonus`` what improves a save that is there already (ruling 41).
    """
    worn = tuple(worn)
    needed = min((one.save for one in worn if one.save), default=NEVER)
    needed = min(needed, own)
    for one in worn:
        if needed >= NEVER and one.alone:
            needed = one.alone
        elif needed < NEVER:
            needed -= one.bonus
    return needed - bonus if needed < NEVER else NEVER


def chance(needed: int) -> Fraction:
    """Of a D6 that needs that face."""
    return Fraction(faces(needed), 6)


def faces(needed: int) -> int:
    """How many faces of a D6 do."""
    return min(max(7 - needed, 0), 6)


def injury(face: int, stunned_from: int = STUNNED_FROM, out_from: int = OUT_FROM) -> Injury:
    """What an injury die says, whatever was added to it."""
    if face >= out_from:
        return Injury.OUT
    return Injury.STUNNED if face >= stunned_from else Injury.KNOCKED_DOWN


def leadership_chance(leadership: int) -> Fraction:
    """Of a test on 2D6."""
    return Fraction(sum(6 - abs(7 - total) for total in range(2, min(leadership, 12) + 1)), 36)
