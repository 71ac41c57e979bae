"""The five characteristics, by their place, and the figures that hang on them."""

from __future__ import annotations

CHARACTERISTICS = ("weapon_skill", "strength", "toughness", "initiative", "wounds")
WEAPON_SKILL, STRENGTH, TOUGHNESS, INITIATIVE, WOUNDS = range(5)
# What one adrenalin rush adds to a characteristic, and what it gives back in the End Phase.
BOOST = 10
RECOVERY = 5
# What an Observe move adds to Initiative in the attack step.
WATCHING = 10
NO_BOOSTS = (0, 0, 0, 0, 0)


def half(value: int) -> int:
    """Rounded up (ruling P7)."""
    return (value + 1) // 2
