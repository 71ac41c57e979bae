"""Games in which two choose in secret, solved."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from encounters.pitfight.players.guessing import Equilibrium, Payoffs, drawn, equilibrium

A_LITTLE = 1e-6


def gains(payoffs: Payoffs, solved: Equilibrium) -> tuple[float, float]:
    """What the best single row and the best single column would bring their players beyond the value."""
    rows = [sum(one * weight for one, weight in zip(line, solved.columns, strict=True)) for line in payoffs]
    columns = [
        sum(one * weight for one, weight in zip(line, solved.rows, strict=True)) for line in zip(*payoffs, strict=True)
    ]
    return max(rows) - solved.value, solved.value - min(columns)


@pytest.mark.parametrize(
    ("payoffs", "value", "rows"),
    [
        ([[3.0]], 3.0, (1.0,)),
        ([[1, -1], [-1, 1]], 0.0, (0.5, 0.5)),
        ([[0, 2], [3, 0]], 1.2, (0.6, 0.4)),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0.0, (1 / 3, 1 / 3, 1 / 3)),
        ([[5, 4], [1, 0]], 4.0, (1.0, 0.0)),
    ],
)
def test_games_known_from_books(payoffs, value, rows) -> None:
    solved = equilibrium(payoffs)
    assert solved.value == pytest.approx(value)
    assert solved.rows == pytest.approx(rows)


@pytest.mark.parametrize("seed", range(60))
def test_nobody_gains_by_another_choice(seed: int) -> None:
    chance = Random(seed)
    height, width = chance.randint(1, 12), chance.randint(1, 12)
    whole = seed % 2
    payoffs = [[chance.uniform(-9, 9) if whole else chance.randint(-2, 2) for _ in range(width)] for _ in range(height)]
    solved = equilibrium(payoffs)
    assert sum(solved.rows) == pytest.approx(1)
    assert sum(solved.columns) == pytest.approx(1)
    assert min(*solved.rows, *solved.columns, 0) == 0
    assert max(gains(payoffs, solved)) < A_LITTLE


def test_a_mix_is_drawn_as_often_as_it_says() -> None:
    chance = Random(1)
    seen = Counter(drawn((0.0, 0.25, 0.75, 0.0), chance) for _ in range(4000))
    assert set(seen) == {1, 2}
    assert 900 < seen[1] < 1100
