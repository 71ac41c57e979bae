"""What may come of something, in whole numbers, against the same in fractions."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from encounters.duel.spreads import Spread, spread, sure

D6 = Spread(dict.fromkeys(range(1, 7), 1), 6)


def spreads() -> st.SearchStrategy[Spread[int]]:
    weights = st.dictionaries(st.integers(0, 4), st.integers(1, 30), min_size=1)
    return weights.map(lambda parts: Spread(parts, sum(parts.values())))


def test_two_dice_are_a_die_that_leads_to_a_die() -> None:
    total = D6.then(lambda one: D6.of(lambda two: one + two))
    assert total.chances[7] == Fraction(6, 36)
    assert total.chances[12] == Fraction(1, 36)


def test_what_is_sure_leads_on_as_it_is() -> None:
    assert sure(3).then(lambda one: D6) is D6


def test_what_is_called_the_same_is_one() -> None:
    assert D6.of(lambda face: face >= 5).reduced() == Spread({False: 2, True: 1}, 3)


def test_what_has_no_chance_is_left_out() -> None:
    half = Fraction(1, 2)
    assert spread({"heads": half, "tails": half, "edge": Fraction(0)}) == Spread({"heads": 1, "tails": 1}, 2)


@given(spreads(), st.lists(spreads(), min_size=5, max_size=5))
def test_what_follows_is_the_sum_over_all_ways(first: Spread[int], then: list[Spread[int]]) -> None:
    ways: dict[int, Fraction] = {}
    for one, part in first.chances.items():
        for other, share in then[one].chances.items():
            ways[other] = ways.get(other, Fraction(0)) + part * share
    assert first.then(lambda one: then[one]).chances == ways


@given(spreads())
def test_the_least_denominator_changes_no_chance(one: Spread[int]) -> None:
    assert one.reduced().chances == one.chances == spread(one.chances).chances
    assert one.reduced() == spread(one.chances)
