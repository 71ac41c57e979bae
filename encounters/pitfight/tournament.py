"""Tournaments of the pit: who meets whom in each round, and how it stands.

Entrants are numbers, by the place that they drew. A knock-out goes on with the winners until one is left; where all
meet all there is a round for each pairing of the circle. Nothing printed speaks of tournaments: how ties are broken is
a house ruling.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["bracket", "round_robin"]
FEWEST, MOST = 2, 16
POINTS_WON, POINTS_DRAWN = 2, 1


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who meet; with one missing the other goes through without a fight."""

    one: int
    other: int | None


@dataclass(frozen=True, slots=True)
class Met:
    """How a fight between two ended: who won, if anybody did, and the damage that each inflicted."""

    one: int
    other: int
    winner: int | None
    damage: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Standing:
    """How an entrant stands where all meet all."""

    entrant: int
    fought: int
    won: int
    drawn: int
    points: int
    damage: int


# --- knock-out --------------------------------------------------------------------------------------------------


def first_round(count: int) -> tuple[Pairing, ...]:
    """So many pairings that every later round is full; those who drew the first places pass where some must.

    Raises:
        ValueError: for a count that makes no tournament.
    """
    _check(count)
    size = 2
    while size < count:
        size *= 2
    return tuple(Pairing(seed, other if other < count else None) for seed, other in _folded(size))


def _folded(size: int) -> list[tuple[int, int]]:
    """Pairs of places such that the first two of the draw can meet in the last round only."""
    order = [0]
    while len(order) < size:
        mirror = 2 * len(order) - 1
        order = [place for one in order for place in (one, mirror - one)]
    return [(min(pair), max(pair)) for pair in zip(order[::2], order[1::2], strict=True)]


def next_round(through: Sequence[int]) -> tuple[Pairing, ...]:
    """The winners in the order of their fights, two and two; nothing once one is left."""
    if len(through) < 2:
        return ()
    return tuple(Pairing(one, other) for one, other in zip(through[::2], through[1::2], strict=True))


def goes_through(met: Met, lot: int) -> int:
    """Who goes on after a fight: its winner; where there was none, whoever inflicted more; of equals, the one whom the
    lot (0 or 1) falls on."""
    if met.winner is not None:
        return met.winner
    if met.damage[0] != met.damage[1]:
        return met.one if met.damage[0] > met.damage[1] else met.other
    return (met.one, met.other)[lot]


# --- everybody against everybody --------------------------------------------------------------------------------


def rounds_of_all(count: int) -> tuple[tuple[Pairing, ...], ...]:
    """The rounds in which each meets each once, by the circle method; where the count is odd one rests in each.

    Raises:
        ValueError: for a count that makes no tournament.
    """
    _check(count)
    circle: list[int | None] = [*range(count), *([None] if count % 2 else [])]
    rounds = []
    for _ in range(len(circle) - 1):
        half = len(circle) // 2
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        rounds.append(tuple(_pairing(one, other) for one, other in pairs))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return tuple(rounds)


def _pairing(one: int | None, other: int | None) -> Pairing:
    present = [place for place in (one, other) if place is not None]
    return Pairing(present[0], present[1] if len(present) > 1 else None)


def standings(count: int, fights: Sequence[Met], lots: Mapping[int, int] | None = None) -> tuple[Standing, ...]:
    """The best first: by points (a fight won counts two, one without a winner one each), then fights won, then damage
    inflicted, then the fight between the two, then the lot."""
    rows = [_standing(entrant, fights) for entrant in range(count)]
    drawn = lots or {}
    beaten = {(met.winner, met.one + met.other - met.winner) for met in fights if met.winner is not None}

    def better(row: Standing) -> tuple[int, ...]:
        equals = [other for other in rows if _even(other, row) and other is not row]
        over = sum((row.entrant, other.entrant) in beaten for other in equals)
        return (-row.points, -row.won, -row.damage, -over, drawn.get(row.entrant, row.entrant))

    return tuple(sorted(rows, key=better))


def _even(one: Standing, other: Standing) -> bool:
    return (one.points, one.won, one.damage) == (other.points, other.won, other.damage)


def _standing(entrant: int, fights: Sequence[Met]) -> Standing:
    own = [met for met in fights if entrant in (met.one, met.other)]
    won = sum(met.winner == entrant for met in own)
    drawn = sum(met.winner is None for met in own)
    damage = sum(met.damage[0 if met.one == entrant else 1] for met in own)
    return Standing(entrant, len(own), won, drawn, POINTS_WON * won + POINTS_DRAWN * drawn, damage)


def _check(count: int) -> None:
    if not FEWEST <= count <= MOST:
        raise ValueError(f"a tournament is of {FEWEST} to {MOST}, not {count}")


# --- what a bet is worth ----------------------------------------------------------------------------------------

# As bookmakers of the pits would chalk them up, from the safest to the longest.
_CHALKED = (
    (1, 10), (1, 5), (1, 4), (1, 3), (2, 5), (1, 2), (4, 7), (2, 3), (4, 5), (1, 1), (5, 4), (3, 2), (7, 4), (2, 1),
    (5, 2), (3, 1), (4, 1), (5, 1), (7, 1), (10, 1), (20, 1), (50, 1), (100, 1),
)  # fmt: skip


def fair_odds(share: float) -> tuple[int, int]:
    """What a fair bet on one who wins that share of fights pays, as the nearest pair that is chalked up: gold crowns
    won for gold crowns staked."""
    if share <= 0:
        return _CHALKED[-1]
    fair = (1 - share) / share
    return min(_CHALKED, key=lambda pair: abs(pair[0] / (pair[0] + pair[1]) - fair / (1 + fair)))
