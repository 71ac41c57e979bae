"""Shrinking dice, exactly, and as the engine rolls them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from encounters.hitchance.shrinking import (
    APPLIES,
    after_tick,
    injuries_stabilised,
    injuries_unattended,
    mean_ticks,
    smaller,
    ticks,
)
from tests.encounters.hitchance.stage import RULES

TABLE = {
    14: ("1/14 13/168 143/1680 429/4480 143/1280 143/1024 429/2048 429/2048", 5.403),
    12: ("1/12 11/120 33/320 77/640 77/512 231/1024 231/1024", 4.742),
    8: ("1/8 7/48 35/192 35/128 35/128", 3.424),
    6: ("1/6 5/24 5/16 5/16", 2.771),
}


@pytest.mark.parametrize("size", TABLE)
def test_the_chance_that_it_applies_at_each_tick(size: int) -> None:
    chances, mean = TABLE[size]
    assert ticks(RULES, size) == tuple(Fraction(one) for one in chances.split())
    assert sum(ticks(RULES, size)) == 1
    assert round(float(mean_ticks(RULES, size)), 3) == mean


def test_it_becomes_smaller_and_applies_on_a_one() -> None:
    assert [smaller(RULES, size) for size in (20, 16, 14, 12, 10, 8, 6, 4, 2, 0)] == [16, 14, 12, 10, 8, 6, 4, 2, 0, 0]
    assert after_tick(RULES, 14, 1) == APPLIES
    assert after_tick(RULES, 14, 14) == 12
    assert after_tick(RULES, 2, 2) == 0


def test_the_other_variants() -> None:
    fixed, usage = RULES.reading(variant="fixed"), RULES.reading(variant="usage")
    assert ticks(fixed, 6, most=3) == (Fraction(1, 6), Fraction(5, 36), Fraction(25, 216))
    assert [after_tick(usage, 8, face) for face in (1, 2, 3, 8)] == [APPLIES, 6, 8, 8]
    assert ticks(usage, 2) == (Fraction(1, 2), Fraction(1, 2))


def test_an_unattended_casualty() -> None:
    chances = injuries_unattended(RULES, 14)
    assert sum(chances.values()) == 1
    assert round(float(chances[1]), 4) == 0.2950
    assert round(float(chances[1] + chances[2]), 4) == 0.5901
    assert round(float(chances[1] + chances[2] + chances[3]), 4) == 0.6756


@pytest.mark.parametrize(
    ("size", "chance"), [(14, 0.0204), (12, 0.0278), (10, 0.04), (8, 0.0625), (6, 0.1111), (4, 0.25), (2, 1.0)]
)
def test_one_who_is_stabilised(size: int, chance: float) -> None:
    chances = injuries_stabilised(size)
    assert sum(chances.values()) == 1
    assert round(float(chances[1] + chances[2]), 4) == chance


def test_waiting_is_punished() -> None:
    worst = [sum(injuries_stabilised(size)[number] for number in (1, 2)) for size in (14, 12, 10, 8, 6, 4, 2)]
    assert worst == sorted(worst)
