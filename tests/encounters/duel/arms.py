"""Weapons in plain words, as their rules tell them: for oracles that share no code with the project."""

from __future__ import annotations

from dataclasses import dataclass

TAIL = "scorpion_tail"


@dataclass(frozen=True)
class Arm:
    """A weapon of close combat: Strength added, added to the victim's save (a 7 is none), and its rules."""

    strength: int = 0
    save: int = 0
    parries: bool = False
    stuns: bool = False
    both_hands: bool = False
    alone: bool = False
    """No second weapon goes with it."""
    heavy: bool = False
    """Its Strength is for first rounds only."""
    pair: bool = False
    venom: bool = False
    holy: bool = False
    no_save: bool = False
    d3: bool = False
    more_in_first: bool = False
    cannot_be_parried: bool = False


ARMS = {
    "fist": Arm(-1, -1, alone=True),
    "dagger": Arm(0, -1),
    "sword": Arm(parries=True),
    "axe": Arm(0, 1),
    "mace": Arm(stuns=True),
    "flail": Arm(2, both_hands=True, heavy=True),
    "morning_star": Arm(1, alone=True, heavy=True),
    "spear": Arm(alone=True),
    "halberd": Arm(1, both_hands=True),
    "double_handed_weapon": Arm(2, both_hands=True),
    "gromril_axe": Arm(0, 2),
    "gromril_hammer": Arm(0, 1, stuns=True),
    "dwarf_axe": Arm(0, 1, parries=True),
    "sigmarite_warhammer": Arm(1, stuns=True, holy=True),
    "steel_whip": Arm(more_in_first=True, cannot_be_parried=True),
    "fighting_claws": Arm(parries=True, both_hands=True, pair=True),
    "weeping_blades": Arm(parries=True, both_hands=True, pair=True, venom=True),
    "ball_and_chain": Arm(2, both_hands=True, no_save=True, d3=True),
}
SECOND = ("dagger", "sword", "axe", "mace", "dwarf_axe")
TELLING = (("sword", "sword"), ("dwarf_axe", "dwarf_axe"), ("sigmarite_warhammer",), ("axe", "axe"))


@dataclass(frozen=True)
class Missile:
    """A missile weapon: Strength (0 is the thrower's own), reach in inches, and its rules."""

    strength: int
    reach: int
    save: int = 0
    whole_save: int | None = None
    """What it does to a save, its Strength included."""
    shots: int = 1
    to_hit: int = 0
    bow: bool = False
    still: bool = False
    """It is not shot by one who has moved."""
    powder: bool = False
    thrown: bool = False
    venom: bool = False
    criticals: bool = True


MISSILES = {
    "short_bow": Missile(3, 16, bow=True),
    "bow": Missile(3, 24, bow=True),
    "long_bow": Missile(3, 30, bow=True),
    "elf_bow": Missile(3, 36, 1, bow=True),
    "crossbow": Missile(4, 30, still=True),
    "repeater_crossbow": Missile(3, 24, shots=2, to_hit=-1),
    "crossbow_pistol": Missile(4, 10),
    "sling": Missile(3, 18),
    "throwing_knives": Missile(0, 6, thrown=True),
    "blowpipe": Missile(1, 8, -1, venom=True, criticals=False),
    "pistol": Missile(4, 6, whole_save=2, powder=True),
    "pistol_brace": Missile(4, 6, whole_save=2, powder=True),
    "duelling_pistol": Missile(4, 10, whole_save=2, to_hit=1, powder=True),
    "warplock_pistol": Missile(5, 8, whole_save=3, powder=True),
    "handgun": Missile(4, 24, whole_save=2, still=True, powder=True),
    "hochland_long_rifle": Missile(4, 48, whole_save=2, still=True, powder=True),
}
IN_HAND = ("pistol", "duelling_pistol", "warplock_pistol")
"""What one attack of a first round is made with."""
