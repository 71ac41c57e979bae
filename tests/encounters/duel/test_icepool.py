"""The same odds from icepool's dice, built from the rules' words: equal to the last digit on random matchups."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import icepool
import pytest

from tests.encounters.duel.arena import volley
from tests.encounters.duel.matchups import Figures, Side, attack_weapons, figures, side

MATCHUPS, PARTS = 500, 5
D6 = icepool.d6
NONE, DOWN, STUNNED, OUT = range(4)
NAMES = {DOWN: "knocked_down", STUNNED: "stunned", OUT: "out_of_action"}


def band(face: int, of: Figures) -> int:
    return OUT if face >= of.out_from else STUNNED if face >= of.stunned_from else DOWN


@cache
def a_hit(of: Figures, defender: Side, critical_left: bool) -> Any:
    """A hit's die of (critical still to come, wounds, what is added to the injury dice)."""
    save = 6 - max(7 - max(of.save, 1), 0) if of.save <= 6 else 6
    aside = 4 if "step_aside" in defender.skills else 6

    def through(ignoring: bool) -> Any:
        return icepool.Die([True] * (6 if ignoring else save) + [False] * (0 if ignoring else 6 - save)).map(
            lambda open_: icepool.Die([open_] * aside + [False] * (6 - aside))
        )

    def wound(face: int) -> Any:
        if face < of.wound or of.wound > 6:
            return icepool.Die([(critical_left, 0, 0)])
        if face < 6 or not critical_left or of.wound >= 6:
            return through(False).map(lambda got: (critical_left, int(got), of.bonus if got else 0))
        return D6.map(
            lambda kind: through(kind + of.critical_bonus > 2).map(
                lambda got: (False, 2 * got, of.bonus + 2 * (kind + of.critical_bonus > 4) if got else 0)
            )
        )

    return D6.map(wound)


@cache
def closing(wounds: int, regenerates: bool) -> Any:
    return wounds @ D6.map(lambda face: int(face < 4)) if regenerates and wounds else icepool.Die([wounds])


@cache
def worst_of(dice: int, of: Figures, bonus: int) -> Any:
    return icepool.highest([D6.map(lambda face: band(face + bonus, of))] * dice) if dice else icepool.Die([NONE])


@cache
def after_hit(of: Figures, defender: Side, state: tuple[bool, int, int]) -> Any:
    critical_left, left, worst = state

    def struck(still: bool, wounds: int, bonus: int) -> Any:
        return closing(wounds, "regeneration" in defender.rules).map(
            lambda stay: worst_of(max(stay - max(left - 1, 0), 0), of, bonus).map(
                lambda result: (still, max(left - stay, 0), max(worst, result))
            )
        )

    return a_hit(of, defender, critical_left).map(struck)


@cache
def landed(of: tuple[Figures, ...], parry: tuple[int, bool, int]) -> Any:
    """A die of which attacks get through to the roll to wound."""
    dice, matches, strength = parry

    def roll(one: Figures) -> Any:
        return D6.map(lambda face: D6 if face < one.hit else face) if one.again else D6

    def which(*faces: int) -> Any:
        hits = [face if face >= one.hit else 0 for face, one in zip(faces, of, strict=True)]
        may = [at for at, one in enumerate(of) if hits[at] and one.strength < 2 * strength]
        chosen = sorted(may, key=lambda at: (-hits[at], at))[:dice]
        whole = tuple(bool(hit) for hit in hits)
        die = icepool.Die([whole])
        for at in chosen:
            beating = min(6 - hits[at] + matches, 6)
            die = die.map(
                lambda got, at=at, beating=beating: icepool.Die(
                    [tuple(hit and place != at for place, hit in enumerate(got))] * beating + [got] * (6 - beating)
                )
            )
        return die

    return icepool.map(which, *[roll(one) for one in of])


def oracle(attacker: Side, defender: Side, *, first_round: bool) -> dict[str, Fraction]:
    of = tuple(figures(attacker, defender, weapon, first_round=first_round) for weapon in attack_weapons(attacker))
    matches = "master_of_blades" in defender.skills
    dice = min(defender.parries, 2 if matches else 1)
    start = icepool.Die([(True, defender.w, NONE)])

    def fought(got: tuple[bool, ...]) -> Any:
        die = start
        for hit, one in zip(got, of, strict=True):
            if hit:
                die = die.map(lambda state, one=one: after_hit(one, defender, state))
        return die

    die = landed(of, (dice, matches, defender.s)).map(fought)
    told = die.map(lambda _, left, worst: settled(attacker, defender, left, worst))
    return {name: Fraction(told.probability(name)) for name in told}


def settled(attacker: Side, defender: Side, left: int, worst: int) -> Any:
    if worst == NONE:
        return "wounded" if left < defender.w else "no_wound"
    if worst == OUT:
        return NAMES[OUT]
    if worst == DOWN and "eadbasher" not in attacker.skills:
        return "wounded" if "jump_up" in defender.skills else NAMES[DOWN]
    return D6.map(lambda face: NAMES[DOWN] if face >= defender.stun_save else NAMES[STUNNED])


@pytest.mark.parametrize("part", range(PARTS))
def test_icepool_says_the_same(part: int) -> None:
    chance = Random(part)
    parries = 0
    for _ in range(MATCHUPS // PARTS):
        attacker, defender = side(chance, most_attacks=3), side(chance)
        first = chance.random() < 0.5
        expected = oracle(attacker, defender, first_round=first)
        told = volley(attacker.text, defender.text, "charged" if first else "later")
        assert {name: part for name, part in told.items() if part} == expected, f"{attacker.text} : {defender.text}"
        parries += bool(defender.parries)
    assert parries >= 5
