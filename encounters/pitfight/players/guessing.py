"""Guessing games: what to do where two choose in secret and one wins what the other loses.

Solved exactly by the simplex method, with the column player's programme: with all payoffs made positive, the greatest
sum of weights under which no row yields more than 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

Payoffs = Sequence[Sequence[float]]
Mix = tuple[float, ...]
SLIGHT = 1e-9


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """``value`` is what the rows' player gets; ``rows`` and ``columns`` are how often each plays what."""

    value: float
    rows: Mix
    columns: Mix


def equilibrium(payoffs: Payoffs) -> Equilibrium:
    """Of the game whose rows' player gets ``payoffs[row][column]`` and whose columns' player pays it.

    Neither gains by doing anything else as long as the other keeps to his mix.
    """
    lift = 1 - min(map(min, payoffs))
    table, basis = _first_table(payoffs, lift)
    width = len(payoffs[0])
    while (entering := _entering(table[-1])) is not None:
        _pivot(table, basis, entering)
    value = 1 / table[-1][-1]
    columns = [0.0] * width
    for row, variable in enumerate(basis):
        if variable < width:
            columns[variable] = table[row][-1] * value
    rows = [slack * value for slack in table[-1][width:-1]]
    return Equilibrium(value - lift, _whole(rows), _whole(columns))


def _first_table(payoffs: Payoffs, lift: float) -> tuple[list[list[float]], list[int]]:
    """A line for each row with its slack and the limit 1, and below them what a unit of each column would gain."""
    height, width = len(payoffs), len(payoffs[0])
    table = [
        [*(one + lift for one in line), *(1.0 if other == row else 0.0 for other in range(height)), 1.0]
        for row, line in enumerate(payoffs)
    ]
    table.append([-1.0] * width + [0.0] * (height + 1))
    return table, [width + row for row in range(height)]


def _entering(gains: Sequence[float]) -> int | None:
    """The first variable that still gains (the first, so that the method cannot go in circles)."""
    for variable in range(len(gains) - 1):
        if gains[variable] < -SLIGHT:
            return variable
    return None


def _pivot(table: list[list[float]], basis: list[int], entering: int) -> None:
    """Let it into the basis, for the variable that first comes down to nothing."""
    able = [row for row in range(len(basis)) if table[row][entering] > SLIGHT]
    leaving = min(able, key=lambda row: (table[row][-1] / table[row][entering], basis[row]))
    pivot = table[leaving][entering]
    own = table[leaving] = [one / pivot for one in table[leaving]]
    for row, line in enumerate(table):
        share = line[entering]
        if row != leaving and share:
            table[row] = [one - share * mine for one, mine in zip(line, own, strict=True)]
    basis[leaving] = entering


def _whole(mix: Sequence[float]) -> Mix:
    """Without the traces that rounding leaves, adding up to 1."""
    kept = [one if one > SLIGHT else 0.0 for one in mix]
    total = sum(kept)
    return tuple(one / total for one in kept)


def drawn(mix: Sequence[float], chance: Random) -> int:
    """One of them, each as likely as its weight says; one draw whatever the weights are."""
    mark = chance.random() * sum(mix)
    for place, weight in enumerate(mix):
        mark -= weight
        if mark < 0:
            return place
    return max(place for place, weight in enumerate(mix) if weight > 0)
