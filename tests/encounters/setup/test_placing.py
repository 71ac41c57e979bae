"""Counters: by hand, at random, and too many."""

from __future__ import annotations

import time

import pytest

from encounters.mapping.chance import Chance
from encounters.mapping.hand import why_no_counter
from encounters.setup import Placing
from encounters.setup.treasure import spot_of
from encounters.table import Point, table_for
from tests.encounters.setup.stage import Says, a_map, parties, planned
from warbands.roster.refusals import Refused

BARE = Placing(table_for(3), from_edges=10, apart=6)


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        (10, 24, 'more than 10" from every edge'),
        (36, 38, 'more than 10" from every edge'),
        (90, 24, 'more than 10" from every edge'),
        (36, 29.9, 'at least 6" from the others: counter 1 is nearer'),
    ],
)
def test_a_spot_is_refused_with_the_reason(x: float, y: float, words: str) -> None:
    with pytest.raises(Refused, match=words):
        BARE.put(Point(36, 24)).put(Point(x, y))


def test_just_beyond_ten_inches_and_just_six_apart_are_allowed() -> None:
    lying = BARE.put(Point(10.1, 10.1)).put(Point(16.1, 10.1)).put(Point(61.9, 37.9)).lying
    assert len(lying) == 3


def test_no_counter_lies_in_anything_solid() -> None:
    drawn = a_map("the_pool", 3)
    placing = Placing(table_for(3), 10, 6, drawn)
    assert placing.refusal(Point(36, 24)) == "A counter cannot lie in the pool."
    lying = placing.scattered(12, Chance("test")).lying
    assert [why_no_counter(drawn, spot.x, spot.y) for spot in lying] == [""] * 12


def test_every_spot_is_as_likely_as_any_other() -> None:
    """Twelve equal boxes of the ground, 6,000 single counters: chi-square, 11 degrees, 0.1 % at 31.26."""
    counted = [0] * 12
    chance = Chance("uniform")
    for _ in range(6000):
        placed = BARE.at_random(chance)
        assert placed is not None
        x, y = (placed.lying[0].x - 10) / 52, (placed.lying[0].y - 10) / 28
        counted[int(x * 4) * 3 + int(y * 3)] += 1
    assert sum((seen - 500) ** 2 / 500 for seen in counted) < 31.26


@pytest.mark.parametrize("count", [30, 45, 50])
def test_many_counters_still_find_room_in_rows(count: int) -> None:
    lying = BARE.scattered(count, Chance("many", count)).lying
    assert len(lying) == count
    assert all(one.distance(other) >= 6 - 1e-9 for one in lying for other in lying if one is not other)
    assert all(BARE.table.edge_distance(spot) > 10 for spot in lying)


@pytest.mark.parametrize("count", [60, 1000])
def test_too_many_end_at_once_with_a_sentence(count: int) -> None:
    begun = time.perf_counter()
    with pytest.raises(Refused, match=rf'no room for {count} counters on a table of 72" by 48".*: 5\d would find it'):
        BARE.scattered(count, Chance("too many"))
    assert time.perf_counter() - begun < 5


def test_where_no_spot_is_allowed_at_all_it_ends_too() -> None:
    with pytest.raises(Refused, match=r"no room for 1 counter on.*: 0 would"):
        Placing(table_for(2), from_edges=24, apart=6).scattered(1, Chance("nowhere"))


def test_players_place_counters_in_turn_from_the_highest_die() -> None:
    says = Says({"counters": "by_hand", "counter": ["20, 20", "30 20", "20,32"]})
    # one for A, two for B; placing 2 and 5; setting up 6 and 1; turns 4 and 3
    plan = planned(parties("A", "B"), 1, 2, 2, 5, 6, 1, 4, 3, scenario="treasure_hunt", says=says, seed=9)
    assert [question.warrior for question in says.asked if question.choose == "counter"] == ["B", "A", "B"]
    assert [(one.x, one.y) for one in plan.counters] == [(20, 20), (30, 20), (20, 32)]


def test_a_spot_by_hand_must_be_allowed_and_nothing_named_is_left_to_chance() -> None:
    dice = (1, 1, 2, 5, 6, 1, 4, 3)
    with pytest.raises(Refused, match="more than 10"):
        planned(parties("A", "B"), *dice, scenario="treasure_hunt", counters="by_hand", counter="5,5")
    plan = planned(parties("A", "B"), *dice, scenario="treasure_hunt", counters="by_hand", counter="")
    assert len(plan.counters) == 2


@pytest.mark.parametrize("typed", ["here", "1", "1,2,3", "inf, nan", "1e999,2"])
def test_what_is_no_spot_is_told(typed: str) -> None:
    with pytest.raises(Refused):
        BARE.put(spot_of(typed))
