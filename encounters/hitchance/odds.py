"""The exact odds of an attack, as fractions that sum to 1: no simulation.

Read off the very `Blow` by which the engine rolls. What happens to one is either nothing, a piece of armour marked in
the hit's stead, or a result of the attack table.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from encounters.hitchance.attacks import (
    Blow,
    Scene,
    blow_of,
    piece_that_suffers,
    strike_back_weapon,
    turned_to,
    weapon_of,
)
from encounters.hitchance.rules import HitRules
from encounters.hitchance.state import Fighter

RESULTS = {"S": "stunned", "B": "bleeding", "D": "downed", "K": "killed"}
ARMOUR = ("outsmarted", "damaged", "destroyed")
NOTHING, HASTENED = "nothing", "hastened"
OUTCOMES = ("miss", NOTHING, *ARMOUR, *RESULTS.values(), HASTENED)


@dataclass(frozen=True)
class Odds:
    """``outcomes`` has every one of `OUTCOMES`, ``nothing`` being a hit that changes nothing on one who has fallen;
    ``categories`` those of a hit, I to III; ``piece`` is the armour that would negate it, if any."""

    blow: Blow
    categories: tuple[Fraction, Fraction, Fraction]
    outcomes: dict[str, Fraction]
    piece: str = ""

    @property
    def hit(self) -> Fraction:
        return sum(self.categories, Fraction(0))

    @property
    def tells(self) -> Fraction:
        """The chance that anything changes."""
        return self.hit - self.outcomes[NOTHING]


def attack_odds(scene: Scene, attacker: int, target: int, weapon: str) -> tuple[Odds, Odds | None]:
    """Of that attack as things stand, and of the blow that is struck back, if one is. Both dice fall before either
    does anything, so that the two are independent."""
    first = odds_of(scene, blow_of(scene, attacker, target, weapon))
    met = turned_to(scene, attacker, target)
    back = "" if first.blow.shot else strike_back_weapon(met, target, attacker)
    if not back:
        return first, None
    return first, odds_of(met, blow_of(met, target, attacker, back, strikes_back=True))


def odds_of(scene: Scene, blow: Blow) -> Odds:
    rules = scene.rules
    categories = category_odds(rules, blow.hit_chance, blow.cover, blow.die)
    piece = piece_that_suffers(scene.fighters[blow.target], rules)
    outcomes = dict.fromkeys(OUTCOMES, Fraction(0))
    outcomes["miss"] = 1 - sum(categories, Fraction(0))
    if piece:
        for state, chance in _armour_odds(rules, blow.shot, categories).items():
            outcomes[state] += chance
    else:
        for code, chance in zip(weapon_of(rules, blow.weapon).results, categories, strict=True):
            outcomes[outcome_of(scene.fighters[blow.target], code)] += chance
    return Odds(blow, categories, outcomes, piece.key if piece else "")


def outcome_of(target: Fighter, code: str) -> str:
    """What a result of the attack table comes to on him as he is (`harm.suffer`; H18, H21, H22, H28)."""
    if not target.lost or code == "K":
        return RESULTS[code]
    if code == "S" or (code == "B" and target.who.nameless):
        return NOTHING
    if code == "D" and target.lost == "downed":
        return HASTENED if target.die("downed") else NOTHING
    return RESULTS[code]


def may_tell(scene: Scene, attacker: int, target: int, weapon: str) -> bool:
    """That an attack can change anything: on those who still fight always, on the fallen not with every weapon."""
    if not scene.fighters[target].lost:
        return True
    return odds_of(scene, blow_of(scene, attacker, target, weapon)).tells > 0


def category_odds(rules: HitRules, hit_chance: int, cover: int, die: int) -> tuple[Fraction, Fraction, Fraction]:
    """The chances of a hit of category I, II and III."""
    faces = Counter(rules.category(hit_chance, cover, face) for face in range(1, die + 1))
    return Fraction(faces[1], die), Fraction(faces[2], die), Fraction(faces[3], die)


def _armour_odds(rules: HitRules, shot: bool, categories: tuple[Fraction, Fraction, Fraction]) -> dict[str, Fraction]:
    """What becomes of the piece: by category in a melee, by the armour die under a shot."""
    sundering = rules.attacks.sundering
    found = dict.fromkeys(ARMOUR, Fraction(0))
    if not shot:
        for state, chance in zip(sundering.by_category, categories, strict=True):
            found[state] += chance
        return found
    die = sundering.armour_die
    for face in range(1, die.size + 1):
        found[die.state(face)] += sum(categories, Fraction(0)) / die.size
    return found
