"""The pairing aid, tried in a plain Python shell."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.pairing import MOST_EXACT, Present, Worth, pairings, worth


def club(*ratings: int) -> list[Present]:
    return [Present(key, rating, player=100 + key) for key, rating in enumerate(ratings)]


def met(*pairs: tuple[int, int]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for pair in pairs)


def as_sets(groups) -> set[frozenset[int]]:
    return {frozenset(group) for group in groups}


@st.composite
def evenings(draw, most: int = 20):
    here = [
        Present(key, draw(st.integers(50, 400)), player=draw(st.integers(1, 30)))
        for key in draw(st.sets(st.integers(1, 999), max_size=most))
    ]
    pairs = [frozenset(pair) for pair in combinations([one.key for one in here], 2)]
    history = draw(st.dictionaries(st.sampled_from(pairs), st.integers(1, 5), max_size=40)) if pairs else {}
    return here, history


def all_ways(here: list[Present]) -> list[list[tuple[Present, ...]]]:
    """Every way to part them into battles of two, one of three where the number is odd, the plain and slow way."""
    if not here:
        return [[]]
    first, rest = here[0], here[1:]
    sizes = (1, 2) if len(here) % 2 else (1,)
    found = []
    for size in sizes:
        for others in combinations(rest, size):
            left = [one for one in rest if one not in others]
            if len(left) != 1:
                found += [[(first, *others), *way] for way in all_ways(left)]
    return found


class TestWhoMeetsWhom:
    def test_the_closest_ratings_meet(self):
        assert as_sets(pairings(club(100, 200, 110, 210), {})) == {frozenset({0, 2}), frozenset({1, 3})}

    def test_meeting_again_is_worse_than_any_difference_in_rating(self):
        here = club(100, 101, 300, 301)
        assert frozenset({0, 1}) not in as_sets(pairings(here, met((0, 1))))

    def test_nobody_fights_his_own_second_warband_while_there_is_another_way(self):
        here = [Present(1, 100, 7), Present(2, 100, 7), Present(3, 400, 8), Present(4, 400, 9)]
        history = met((1, 3), (1, 4), (2, 3), (2, 4))
        assert frozenset({1, 2}) not in as_sets(pairings(here, history))

    def test_with_an_odd_number_three_meet_at_one_table(self):
        assert as_sets(pairings(club(100, 300, 105, 305, 310), {})) == {frozenset({0, 2}), frozenset({1, 3, 4})}

    @pytest.mark.parametrize("count", [0, 1])
    def test_one_alone_meets_nobody(self, count):
        assert pairings(club(*[100] * count), {}) == ()

    def test_three_are_one_battle(self):
        assert as_sets(pairings(club(1, 2, 3), {})) == {frozenset({0, 1, 2})}

    def test_nobody_is_here_twice(self):
        with pytest.raises(ValueError, match="twice"):
            pairings([Present(1, 5), Present(1, 6)], {})

    def test_the_strongest_table_comes_first(self):
        assert pairings(club(100, 300, 110, 290), {}) == ((1, 3), (2, 0))


@given(evenings())
def test_everybody_is_in_one_battle_and_only_an_odd_number_makes_one_of_three(evening):
    here, history = evening
    groups = pairings(here, history)
    if len(here) < 2:
        assert groups == ()
        return
    assert sorted(key for group in groups for key in group) == sorted(one.key for one in here)
    assert sorted(len(group) for group in groups)[:-1] == [2] * (len(groups) - 1)
    assert max(len(group) for group in groups) == (3 if len(here) % 2 else 2)


@given(evenings(most=7))
@settings(max_examples=60)
def test_up_to_twelve_no_other_way_is_better(evening):
    here, history = evening
    if len(here) < 2:
        return
    by_key = {one.key: one for one in here}
    found = worth((tuple(by_key[key] for key in group) for group in pairings(here, history)), history)
    assert found == min(worth(way, history) for way in all_ways(here))


@given(evenings(most=24))
def test_the_order_of_arrival_does_not_matter(evening):
    here, history = evening
    assert pairings(here, history) == pairings(list(reversed(here)), history)


class TestALargeClub:
    def test_it_avoids_every_repeat_that_can_be_avoided(self):
        here = club(*range(100, 100 + 10 * 24, 10))
        history = met(*((key, key + 1) for key in range(0, 24, 2)))
        by_key = {one.key: one for one in here}
        groups = [tuple(by_key[key] for key in group) for group in pairings(here, history)]
        assert len(here) > MOST_EXACT
        assert worth(groups, history) < Worth(0, 1, 0)

    def test_it_is_quick_enough_for_a_page(self):
        import time

        here = club(*[(37 * key) % 211 + 60 for key in range(40)])
        history = met(*((one, two) for one in range(40) for two in range(one) if (one * two) % 3 == 0))
        began = time.perf_counter()
        pairings(here, history)
        assert time.perf_counter() - began < 5
