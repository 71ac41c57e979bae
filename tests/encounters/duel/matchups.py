"""Random matchups in plain words, with what the rules say of their weapons and skills: for oracles that share no code
with the project."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

# Strength added, added to the victim's save (a 7 is none), parries, stuns on a 2, takes both hands.
WEAPONS = {
    "dagger": (0, -1, False, False, False),
    "sword": (0, 0, True, False, False),
    "axe": (0, 1, False, False, False),
    "mace": (0, 0, False, True, False),
    "halberd": (1, 0, False, False, True),
    "double_handed_weapon": (2, 0, False, False, True),
    "gromril_axe": (0, 2, False, False, False),
    "gromril_hammer": (0, 1, False, True, False),
}
TAIL = "scorpion_tail"
SUITS = {"": 7, "light_armour": 6, "heavy_armour": 5, "gromril_armour": 4}
FIRST_ROUND = ("charging", "charged")


@dataclass(frozen=True)
class Side:
    """One fighter: his profile, what he holds and wears, his skills and rules."""

    ws: int
    s: int
    t: int
    w: int
    a: int
    weapons: tuple[str, ...]
    suit: str
    shield: bool
    helmet: bool
    skills: frozenset[str]
    rules: frozenset[str]
    tail: bool = False

    @property
    def text(self) -> str:
        gear = [*filter(None, (self.suit,)), *(["shield"] if self.shield else []), *(["helmet"] if self.helmet else [])]
        parts = [f"ws={self.ws},s={self.s},t={self.t},w={self.w},a={self.a}", f"weapon={'+'.join(self.weapons)}"]
        parts += [f"equipment={'+'.join(gear)}"] if gear else []
        parts += [f"skills={'+'.join(sorted(self.skills))}"] if self.skills else []
        parts += [f"rules={'+'.join(sorted(self.rules))}"] if self.rules else []
        parts += [f"mutations={TAIL}"] if self.tail else []
        return ",".join(parts)

    @property
    def save(self) -> int:
        """Against Strength 3 and a plain weapon."""
        held = self.shield and len(self.weapons) == 1 and not WEAPONS[self.weapons[0]][4]
        suit = SUITS[self.suit]
        return suit - 1 if held else suit

    @property
    def parries(self) -> int:
        return sum(WEAPONS[weapon][2] for weapon in self.weapons)

    @property
    def bands(self) -> tuple[int, int]:
        if "true_grit" in self.skills:
            return 4, 6
        return (3, 6) if "hard_to_kill" in self.rules else (3, 5)

    @property
    def stun_save(self) -> int:
        """The face that turns stunned into knocked down; 7 is none."""
        if "no_pain" in self.rules:
            return 1
        if {"thick_skull", "ard_ead"} & self.skills:
            return 2 if self.helmet else 3
        return 4 if self.helmet else 7


RULES = ("hard_to_kill", "hard_head", "no_pain", "regeneration", "hatred", "blessed_sight", "immune_poison")


def some(chance: Random, among: tuple[str, ...], share: float) -> frozenset[str]:
    return frozenset(one for one in among if chance.random() < share)


def side(chance: Random, *, most_attacks: int = 4) -> Side:
    first = chance.choice(list(WEAPONS))
    both = WEAPONS[first][4]
    second = chance.choice(["dagger", "sword", "axe", "mace"])
    tail = most_attacks > 2 and chance.random() < 0.12
    return Side(
        ws=chance.randint(1, 6),
        s=chance.randint(2, 5),
        t=chance.randint(2, 5),
        w=chance.randint(1, 3),
        a=chance.randint(1, most_attacks - tail),
        weapons=(first, second) if not both and chance.random() < 0.25 else (first,),
        suit=chance.choice(list(SUITS)),
        shield=chance.random() < 0.4,
        helmet=chance.random() < 0.4,
        skills=some(
            chance,
            ("strike_to_injure", "mighty_blow", "resilient", "web_of_steel", "step_aside", "jump_up", "eadbasher"),
            0.12,
        )
        | some(chance, ("true_grit", "thick_skull", "master_of_blades"), 0.15),
        rules=some(chance, RULES, 0.15),
        tail=tail,
    )


@dataclass(frozen=True)
class Figures:
    """What one attack needs, by the words of the rules."""

    hit: int
    wound: int
    save: int
    strength: int
    stunned_from: int
    out_from: int
    bonus: int
    critical_bonus: int
    again: bool


def figures(attacker: Side, defender: Side, weapon: str, *, first_round: bool) -> Figures:
    more, worse, _, stuns, _ = WEAPONS.get(weapon, (0, 0, False, False, False))
    strength = attacker.s + more + ("mighty_blow" in attacker.skills)
    if weapon == TAIL:
        strength = 2 if "immune_poison" in defender.rules else 5
    weaker = strength - ("resilient" in defender.skills)
    hit = 3 if attacker.ws > defender.ws else 5 if defender.ws > 2 * attacker.ws else 4
    wound = {2: 2, 1: 3, 0: 4, -1: 5, -2: 6, -3: 6}.get(min(weaker - defender.t, 2), 7)
    stunned, out = defender.bands
    if stuns and "hard_head" not in defender.rules:
        stunned = 2
    save = defender.save + worse + max(strength - 3, 0)
    again = "blessed_sight" in attacker.rules or (first_round and "hatred" in attacker.rules)
    bonus = int("strike_to_injure" in attacker.skills)
    return Figures(hit, wound, save, strength, stunned, out, bonus, int("web_of_steel" in attacker.skills), again)


def attack_weapons(attacker: Side) -> list[str]:
    """The weapon of each attack in order; a second weapon gives one more, and so does a tail at the end."""
    return [attacker.weapons[0]] * attacker.a + list(attacker.weapons[1:]) + [TAIL] * attacker.tail
