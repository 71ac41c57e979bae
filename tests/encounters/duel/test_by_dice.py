"""The same odds by throwing dice as the rules tell it, 200,000 attacks a matchup: within the throws' own error."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.encounters.duel.arena import round_of
from tests.encounters.duel.matchups import Meeting
from tests.encounters.duel.needs import Figures, drawn, fails_fear, figures, parry, stun_save

ATTACKS, MOST_ATTACKS = 200_000, 8
RESULTS = ("knocked_down", "stunned", "out_of_action")


def thrown(random: Random) -> Iterator[int]:
    """Dice without end, thrown by the handful."""
    while True:
        yield from random.choices(range(1, 7), k=1000)


class Table:
    """Two fighters and dice. One `round` is all the attacks of a phase."""

    def __init__(self, met: Meeting, seed: int) -> None:
        self.met, self.defender, self.d6 = met, met.defender, thrown(Random(seed)).__next__
        self.steady, self.scared = figures(met), figures(met, afraid=True)
        self.parry = parry(met)
        self.tests = fails_fear(met) > 0
        self.charm, self.stun_save = met.defender.has("lucky_charm"), stun_save(met.defender)

    def afraid(self) -> bool:
        """After a test of Leadership, and another where he may take one."""
        one = self.met.attacker
        tests = 2 if one.has("absolute_faith", "blessed_sight") else 1
        return all(self.d6() + self.d6() > one.ld for _ in range(tests))

    def rolled(self, one: Figures) -> int:
        face = self.d6()
        return self.d6() if one.again and face < one.hit else face

    def stops(self, face: int) -> bool:
        """Whether a parrying die stops a hit that was rolled with this face."""
        own = self.d6()
        return own > face or (self.parry.matches and own == face)

    def hits(self, attacks: tuple[Figures, ...]) -> list[tuple[Figures, int]]:
        """The attacks that hit and are not parried, with their faces."""
        rolled = [self.rolled(one) for one in attacks]
        hits = [at for at, face in enumerate(rolled) if face >= attacks[at].hit]
        if not self.parry.dice:
            return [(attacks[at], rolled[at]) for at in hits]
        may = [at for at in hits if attacks[at].parried]
        for at in sorted(may, key=lambda at: (-rolled[at], at))[: self.parry.dice]:
            if self.stops(rolled[at]) or (self.parry.again and self.stops(rolled[at])):
                hits.remove(at)
        return [(attacks[at], rolled[at]) for at in hits]

    def wounds(self, one: Figures, face: int, critical_left: bool) -> tuple[int, int, bool]:
        """Of a hit: wounds after the saves, what is added to its injury dice, whether it was critical."""
        roll = self.d6()
        critical = roll >= one.critical_from and critical_left and one.critical
        if roll < one.wound and not critical and not (one.by_six and face == 6):
            return 0, 0, False
        kind = self.d6() + one.critical_bonus if critical else 0
        if kind <= 2 and one.save <= 6 and self.d6() >= one.save:
            return 0, 0, critical
        if one.aside and self.d6() >= 5:
            return 0, 0, critical
        many = (self.d6() + 1) // 2 if one.d3 else 1
        return max(many, 2) if critical else many, one.injury + (2 if kind >= 5 else 0), critical

    def injury(self, one: Figures, bonus: int) -> int:
        face = self.d6() + bonus
        return 3 if face >= one.out_from else 2 if face >= one.stunned_from else 1

    def round(self) -> str:
        left, worst, critical_left, charm = self.defender.w, 0, True, self.charm
        for one, face in self.hits(self.scared if self.tests and self.afraid() else self.steady):
            if one.dodge and self.d6() >= 5:
                continue
            fresh, charm = charm, False
            if fresh and self.d6() >= 4:
                continue
            wounds, bonus, critical = self.wounds(one, face, critical_left)
            critical_left = critical_left and not critical
            for _ in range(wounds):
                if one.regenerates and self.d6() >= 4:
                    continue
                left -= 1
                if left <= 0:
                    worst = max(worst, self.injury(one, bonus))
        return self.told(left, worst)

    def told(self, left: int, worst: int) -> str:
        if not worst:
            return "wounded" if left < self.defender.w else "no_wound"
        if worst == 3:
            return RESULTS[2]
        if worst == 1 and (self.met.shoots or not self.met.attacker.has("eadbasher")):
            return "wounded" if self.defender.has("jump_up") else RESULTS[0]
        return RESULTS[0] if self.d6() >= self.stun_save else RESULTS[1]


def compare(seed: int) -> None:
    met = drawn(Random(1000 + seed), most_attacks=MOST_ATTACKS)
    table = Table(met, seed)
    rounds = ATTACKS // len(table.steady)
    counts: dict[str, int] = {}
    for _ in range(rounds):
        result = table.round()
        counts[result] = counts.get(result, 0) + 1
    for name, part in round_of(met).items():
        exact = float(part)
        # Five standard deviations: one false alarm in some 1.7 million comparisons.
        error = 5 * (exact * (1 - exact) / rounds) ** 0.5 + 1e-12
        assert abs(counts.get(name, 0) / rounds - exact) <= error, f"{name}: {met.text}"


@pytest.mark.parametrize("seed", range(3))
def test_dice_say_the_same(seed: int) -> None:
    compare(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3, 53))
def test_dice_say_the_same_of_many_matchups(seed: int) -> None:
    compare(seed)
