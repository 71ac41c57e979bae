"""The same odds from icepool's dice, built from the rules' words: equal to the last digit on random matchups."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import icepool
import pytest

from tests.encounters.duel.arena import round_of
from tests.encounters.duel.matchups import Meeting
from tests.encounters.duel.needs import Figures, Parry, drawn, fails_fear, figures, parry, stun_save

MATCHUPS, PARTS, MOST_ATTACKS = 500, 5, 4
D6, D3 = icepool.d6, icepool.d3
NONE, DOWN, STUNNED, OUT = range(4)
NAMES = {DOWN: "knocked_down", STUNNED: "stunned", OUT: "out_of_action"}
SURE = icepool.Die([True])


def band(face: int, of: Figures) -> int:
    return OUT if face >= of.out_from else STUNNED if face >= of.stunned_from else DOWN


def on(needs: int) -> Any:
    """A die of whether a D6 shows this or more."""
    return icepool.Die([face >= needs for face in range(1, 7)])


@cache
def a_hit(of: Figures, by_six: bool, critical_left: bool) -> Any:
    """A hit's die of (critical still to come, wounds, what is added to the injury dice)."""

    def through(ignoring: bool) -> Any:
        open_ = SURE if ignoring else on(of.save).map(lambda saved: not saved)
        return open_.map(lambda got: got and (on(5).map(lambda aside: not aside) if of.aside else got))

    def wounds(critical: bool) -> Any:
        many = D3 if of.d3 else icepool.Die([1])
        return many.map(lambda rolled: max(rolled, 2)) if critical else many

    def done(critical: bool, ignoring: bool, more: int) -> Any:
        still = critical_left and not critical
        return icepool.map(
            lambda got, many: (still, many, of.injury + more) if got else (still, 0, 0),
            through(ignoring),
            wounds(critical),
        )

    def wound(face: int) -> Any:
        if face >= of.critical_from and critical_left and of.critical:
            return (D6 + of.critical_bonus).map(lambda kind: done(True, kind > 2, 2 * (kind > 4)))
        return done(False, False, 0) if by_six or face >= of.wound else icepool.Die([(critical_left, 0, 0)])

    return D6.map(wound)


@cache
def closing(wounds: int, regenerates: bool) -> Any:
    return wounds @ D6.map(lambda face: int(face < 4)) if regenerates and wounds else icepool.Die([wounds])


@cache
def worst_of(dice: int, of: Figures, bonus: int) -> Any:
    return icepool.highest([D6.map(lambda face: band(face + bonus, of))] * dice) if dice else icepool.Die([NONE])


State = tuple[bool, bool, int, int]
"""Critical still to come, charm still to help, Wounds left, worst injury."""


@cache
def after_hit(of: Figures, face: int, state: State) -> Any:
    """After a hit that was rolled with this face."""
    if not of.dodge:
        return charmed(of, face, state)
    return on(5).map(lambda avoided: icepool.Die([state]) if avoided else charmed(of, face, state))


def charmed(of: Figures, face: int, state: State) -> Any:
    critical_left, charm, left, worst = state
    spent = (critical_left, False, left, worst)
    if not charm:
        return struck(of, face, spent)
    return on(4).map(lambda ignored: icepool.Die([spent]) if ignored else struck(of, face, spent))


def struck(of: Figures, face: int, state: State) -> Any:
    critical_left, charm, left, worst = state

    def wounded(still: bool, wounds: int, bonus: int) -> Any:
        return closing(wounds, of.regenerates).map(
            lambda stay: worst_of(max(stay - max(left - 1, 0), 0), of, bonus).map(
                lambda result: (still, charm, max(left - stay, 0), max(worst, result))
            )
        )

    return a_hit(of, of.by_six and face == 6, critical_left).map(wounded)


@cache
def stops(dice: Parry, face: int) -> Any:
    """A die of whether a hit that was rolled with this face is parried."""
    once = on(7 - dice.faces(face))
    return icepool.map(lambda first, second: first or second, once, once) if dice.again else once


@cache
def landed(of: tuple[Figures, ...], dice: Parry) -> Any:
    """A die of the faces with which attacks get through to the roll to wound, 0 for none."""

    def roll(one: Figures) -> Any:
        rolled = D6.map(lambda face: D6 if face < one.hit else face) if one.again else D6
        face_tells = dice.dice and one.parried
        return rolled.map(lambda face: 0 if face < one.hit else face if face_tells else told(face, one))

    def which(*hits: int) -> Any:
        may = [at for at, one in enumerate(of) if hits[at] and one.parried]
        die = icepool.Die([tuple(told(hit, one) for hit, one in zip(hits, of, strict=True))])
        for at in sorted(may, key=lambda at: (-hits[at], at))[: dice.dice]:
            die = icepool.map(lambda got, gone, at=at: without(got, at) if gone else got, die, stops(dice, hits[at]))
        return die

    return icepool.map(which, *[roll(one) for one in of])


def told(hit: int, one: Figures) -> int:
    """Of a hit's face what still matters once nobody parries it."""
    return 6 if hit == 6 and one.by_six else min(hit, 1)


def without(faces: tuple[int, ...], at: int) -> tuple[int, ...]:
    return tuple(0 if place == at else face for place, face in enumerate(faces))


def fought(met: Meeting, afraid: bool) -> dict[str, Fraction]:
    of = figures(met, afraid=afraid)
    start: State = (True, met.defender.has("lucky_charm"), met.defender.w, NONE)

    def blows(got: tuple[int, ...]) -> Any:
        die = icepool.Die([start])
        for face, one in zip(got, of, strict=True):
            if face:
                die = die.map(lambda state, one=one, face=face: after_hit(one, face, state))
        return die

    after = landed(of, parry(met)).map(blows).map(lambda _, __, left, worst: (left, worst))
    results = after.map(lambda left, worst: settled(met, left, worst))
    return {name: Fraction(results.probability(name)) for name in results}


def settled(met: Meeting, left: int, worst: int) -> Any:
    if worst == NONE:
        return "wounded" if left < met.defender.w else "no_wound"
    if worst == OUT:
        return NAMES[OUT]
    if worst == DOWN and (met.shoots or not met.attacker.has("eadbasher")):
        return "wounded" if met.defender.has("jump_up") else NAMES[DOWN]
    return on(stun_save(met.defender)).map(lambda saved: NAMES[DOWN] if saved else NAMES[STUNNED])


def oracle(met: Meeting) -> dict[str, Fraction]:
    fails = fails_fear(met)
    odds: dict[str, Fraction] = {}
    for afraid, part in ((False, 1 - fails), (True, fails)):
        for name, chance in fought(met, afraid).items() if part else ():
            odds[name] = odds.get(name, Fraction(0)) + part * chance
    return odds


@pytest.mark.parametrize("part", range(PARTS))
def test_icepool_says_the_same(part: int) -> None:
    chance = Random(part)
    for _ in range(MATCHUPS // PARTS):
        met = drawn(chance, most_attacks=MOST_ATTACKS)
        told = round_of(met)
        assert {name: part for name, part in told.items() if part} == oracle(met), met.text
