"""The rules of the Hit Chance game as its five files have them, and the small figures that follow from them alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from encounters.hitchance.errors import Malformed
from encounters.hitchance.schema import (
    ArmourPiece,
    AttacksFile,
    Cost,
    DiceFile,
    InjuriesFile,
    MeleeWeapon,
    RangedWeapon,
    RoundsFile,
    Severity,
    Variant,
    WeaponsFile,
)
from mordheim.rules.plainfile import read_file


@dataclass(frozen=True)
class HitRules:
    """Everything that is data. ``severity`` and ``variant`` are the two switches of readings that may be otherwise."""

    dice: DiceFile
    attacks: AttacksFile
    rounds: RoundsFile
    weapons: WeaponsFile
    injuries: InjuriesFile
    severity: Severity
    variant: Variant

    def reading(self, *, severity: Severity | None = None, variant: Variant | None = None) -> HitRules:
        """The same rules under another reading."""
        return replace(self, severity=severity or self.severity, variant=variant or self.variant)

    @property
    def ranged(self) -> Mapping[str, RangedWeapon]:
        return self.weapons.ranged

    @property
    def melee(self) -> Mapping[str, MeleeWeapon]:
        return self.weapons.melee

    @property
    def armour(self) -> Mapping[str, ArmourPiece]:
        return self.weapons.armour

    def knows(self, thing: str) -> bool:
        kinds: tuple[Mapping[str, object], ...] = (self.ranged, self.melee, self.armour, self.weapons.gear)
        return any(thing in kind for kind in kinds) and thing != self.weapons.bare_hands

    def name_of(self, key: str) -> str:
        """A weapon, piece of armour or thing as it is called."""
        kinds: tuple[Mapping[str, RangedWeapon | MeleeWeapon | ArmourPiece], ...] = (
            self.ranged,
            self.melee,
            self.armour,
        )
        found = next((kind[key].name for kind in kinds if key in kind), "")
        return found or (self.weapons.gear[key].name if key in self.weapons.gear else key.replace("_", " "))

    def stepped(self, die: int, steps: int) -> int:
        """That die some steps up or, below zero, down the chain; it stays within the ends (H2)."""
        sizes = self.dice.chain.sizes
        return sizes[min(max(sizes.index(die) + steps, 0), len(sizes) - 1)]

    def hit_chance(self, level: int, pieces: int) -> int:
        """Of one of that level with so many working pieces of armour (H1)."""
        chance = self.attacks.hit_chance
        return max(chance.least, self.base_hit_chance(level) - pieces)

    def base_hit_chance(self, level: int) -> int:
        chance = self.attacks.hit_chance
        return max(chance.least_base, chance.base - level)

    def category(self, hit_chance: int, cover: int, roll: int) -> int:
        """0 for a miss, else the category of the hit, 1 to 3 (H4)."""
        if not cover < roll <= hit_chance:
            return 0
        by_margin = self.severity == "margin"
        margin = hit_chance - roll if by_margin else roll - cover - 1
        extreme = roll == (1 if by_margin else hit_chance)
        table = self.attacks.result
        category = sum(margin >= least for least in table.category_from)
        return min(3, category + table.extreme_face_raises * extreme)

    def costs(self, action: str) -> Cost:
        cost: Cost = getattr(self.rounds.actions, action).costs
        return cost


@cache
def read_hit_rules(folder: Path) -> HitRules:
    """The rules as that folder has them.

    Raises:
        Malformed: with the file, the place and the fault.
    """

    dice, attacks = read_file(DiceFile, folder / "dice.yaml"), read_file(AttacksFile, folder / "attacks.yaml")
    rules = HitRules(
        dice,
        attacks,
        read_file(RoundsFile, folder / "rounds.yaml"),
        read_file(WeaponsFile, folder / "weapons.yaml"),
        read_file(InjuriesFile, folder / "injuries.yaml"),
        severity=attacks.result.severity,
        variant=dice.shrinking.variant,
    )
    _check_together(rules)
    return rules


def _check_together(rules: HitRules) -> None:
    sizes = rules.dice.chain.sizes
    for die in (rules.attacks.difficulty.die, rules.rounds.initiative.die):
        if die not in sizes:
            raise Malformed(f"a D{die} is not in the chain of dice")
    if len(rules.injuries.injuries) < rules.dice.starts.downed.size:
        raise Malformed("the table of injuries is shorter than the die that is rolled on it")
