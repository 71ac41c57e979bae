"""Hexes, facings and the arena."""

from __future__ import annotations

import pytest

from encounters.pitfight.hexes import FACINGS, STEPS, arena, distance, step


@pytest.mark.parametrize(("radius", "hexes", "rim"), [(1, 7, 6), (2, 19, 12), (6, 127, 36)])
def test_an_arena_of_radius_six_has_127_hexes(radius: int, hexes: int, rim: int) -> None:
    """S1."""
    ground = arena(radius)
    assert (len(ground.hexes), len(ground.rim), len(set(ground.rim))) == (hexes, rim, rim)
    assert all(distance((0, 0), one) == radius for one in ground.rim)


def test_what_is_outside_is_wall() -> None:
    """S1."""
    ground = arena(6)
    assert ground.neighbours[0, -6][0] is None
    assert ground.neighbours[0, -5][0] == (0, -6)


def test_six_steps_round_lead_back() -> None:
    at = (0, 0)
    for direction in FACINGS:
        at = step(at, direction)
    assert at == (0, 0)
    assert len(set(STEPS)) == 6


def test_the_rim_runs_clockwise_hex_beside_hex() -> None:
    rim = arena(6).rim
    assert rim[0] == (0, -6)
    assert all(distance(one, other) == 1 for one, other in zip(rim, (*rim[1:], rim[0]), strict=True))


@pytest.mark.parametrize(("one", "other", "steps"), [((0, 0), (0, 0), 0), ((0, 0), (2, -1), 2), ((-3, 0), (3, 0), 6)])
def test_distance_is_counted_in_steps(one, other, steps) -> None:
    assert distance(one, other) == distance(other, one) == steps


def test_towards_is_the_step_that_leads_there() -> None:
    ground = arena(2)
    assert all(ground.towards[one, step(one, way)] == way for one in ground.hexes for way in FACINGS)
