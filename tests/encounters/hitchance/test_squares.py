"""Squares of a metre."""

from __future__ import annotations

import pytest

from encounters.hitchance.squares import STEPS, beyond, cluster, distance, is_behind, reachable, towards


def test_a_diagonal_counts_as_one() -> None:
    """H32."""
    assert (distance((0, 0), (3, 3)), distance((0, 0), (3, 1)), distance((2, 2), (2, 2))) == (3, 3, 0)


@pytest.mark.parametrize("way", STEPS)
def test_behind_are_the_three_squares_at_the_back(way: str) -> None:
    behind = [step for step in STEPS.values() if is_behind((0, 0), way, step)]
    assert len(behind) == 3
    x, y = STEPS[way]
    assert (-x, -y) in behind


@pytest.mark.parametrize(
    ("to", "way"),
    [((5, 0), "east"), ((5, 4), "southeast"), ((1, -9), "north"), ((-3, 3), "southwest"), ((0, 0), "north")],
)
def test_one_looks_to_the_nearest_eighth(to: tuple[int, int], way: str) -> None:
    assert towards((0, 0), to) == way


def test_a_shot_goes_on_in_its_line() -> None:
    assert beyond((0, 0), (5, 0), 2) == ((6, 0), (7, 0))
    assert beyond((0, 0), (-4, -4), 2) == ((-5, -5), (-6, -6))
    assert beyond((0, 0), (4, 2), 2) == ((5, 3), (6, 3))
    assert beyond((3, 3), (3, 3), 2) == ()


def test_a_way_leads_around_what_blocks_it() -> None:
    wall = {(1, y) for y in range(-2, 2)}
    found = reachable((0, 0), 3, wall, lambda at: abs(at[0]) < 4 and abs(at[1]) < 4)
    assert found[(2, 2)] == ("east", 3)
    assert (2, 0) not in found
    assert found[(2, 1)] == ("northeast", 3)


def test_a_cluster_hangs_together() -> None:
    assert cluster((0, 0), {(0, 0), (1, 1), (2, 2), (4, 4)}) == 3
