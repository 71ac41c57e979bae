"""The same odds by throwing dice as the rules tell it, 200,000 attacks a matchup: within the throws' own error."""

from __future__ import annotations

from random import Random

import pytest

from tests.encounters.duel.arena import volley
from tests.encounters.duel.matchups import Figures, Side, attack_weapons, figures, side

ATTACKS = 200_000
RESULTS = ("knocked_down", "stunned", "out_of_action")


class Table:
    """Two fighters and dice. One `round` is all the attacks of a phase."""

    def __init__(self, attacker: Side, defender: Side, seed: int) -> None:
        self.attacker, self.defender, self.random = attacker, defender, Random(seed).random
        self.attacks = [figures(attacker, defender, weapon, first_round=False) for weapon in attack_weapons(attacker)]
        self.matches = "master_of_blades" in defender.skills
        self.parries = min(defender.parries, 2 if self.matches else 1)

    def d6(self) -> int:
        return int(self.random() * 6) + 1

    def rolled(self, one: Figures) -> int:
        face = self.d6()
        return self.d6() if one.again and face < one.hit else face

    def hits(self) -> list[int]:
        """Which attacks hit and are not parried."""
        rolled = [self.rolled(one) for one in self.attacks]
        hits = [at for at, face in enumerate(rolled) if face >= self.attacks[at].hit]
        may = [at for at in hits if self.attacks[at].strength < 2 * self.defender.s]
        for at in sorted(may, key=lambda at: (-rolled[at], at))[: self.parries]:
            face = self.d6()
            if face > rolled[at] or (self.matches and face == rolled[at]):
                hits.remove(at)
        return hits

    def round(self) -> str:
        left, worst, critical_left = self.defender.w, 0, True
        for at in self.hits():
            one = self.attacks[at]
            face = self.d6()
            if face < one.wound:
                continue
            wounds, bonus, saved = 1, one.bonus, True
            if face == 6 and critical_left and one.wound < 6:
                critical_left = False
                kind = self.d6() + one.critical_bonus
                wounds, saved, bonus = 2, kind <= 2, bonus + (2 if kind >= 5 else 0)
            if saved and one.save <= 6 and self.d6() >= one.save:
                continue
            if "step_aside" in self.defender.skills and self.d6() >= 5:
                continue
            for _ in range(wounds):
                if "regeneration" in self.defender.rules and self.d6() >= 4:
                    continue
                left -= 1
                if left <= 0:
                    injury = self.d6() + bonus
                    worst = max(worst, 3 if injury >= one.out_from else 2 if injury >= one.stunned_from else 1)
        return self.told(left, worst)

    def told(self, left: int, worst: int) -> str:
        if not worst:
            return "wounded" if left < self.defender.w else "no_wound"
        if worst == 3:
            return RESULTS[2]
        if worst == 1 and "eadbasher" not in self.attacker.skills:
            return "wounded" if "jump_up" in self.defender.skills else RESULTS[0]
        return RESULTS[0] if self.d6() >= self.defender.stun_save else RESULTS[1]


def compare(seed: int) -> None:
    chance = Random(1000 + seed)
    attacker, defender = side(chance), side(chance)
    table = Table(attacker, defender, seed)
    rounds = ATTACKS // len(table.attacks)
    counts: dict[str, int] = {}
    for _ in range(rounds):
        result = table.round()
        counts[result] = counts.get(result, 0) + 1
    for name, part in volley(attacker.text, defender.text).items():
        exact = float(part)
        # Five standard deviations: one false alarm in some 1.7 million comparisons.
        error = 5 * (exact * (1 - exact) / rounds) ** 0.5 + 1e-12
        assert abs(counts.get(name, 0) / rounds - exact) <= error, f"{name}: {attacker.text} : {defender.text}"


@pytest.mark.parametrize("seed", range(3))
def test_dice_say_the_same(seed: int) -> None:
    compare(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3, 53))
def test_dice_say_the_same_of_many_matchups(seed: int) -> None:
    compare(seed)
