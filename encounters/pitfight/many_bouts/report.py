"""What the counts of many bouts tell: shares with their bounds, lengths, causes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Any

from encounters.pitfight.many_bouts.tally import FighterTally, Tally

# Of the standard normal distribution, for 95 %.
WITHIN = 1.959964
DIGITS = 4


@dataclass(frozen=True, slots=True)
class FighterOdds:
    """``share`` of the bouts won, with the bounds within which it lies at 95 %; ``damage`` a bout; ``out`` the share of
    bouts in which he was taken out, by cause."""

    name: str
    wins: int
    share: float
    interval: tuple[float, float]
    damage: float
    out: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Report:
    """``turns`` is the length of a bout: mean, and the lengths that a quarter, half and three quarters do not exceed.
    ``causes`` are shares of all who were taken out; ``final_blows`` the same, for results that take out at once."""

    bouts: int
    fighters: tuple[FighterOdds, ...]
    draws: int
    mean_turns: float
    quartiles: tuple[int, int, int]
    turns: Mapping[int, int]
    endings: Mapping[str, float]
    causes: Mapping[str, float]
    final_blows: Mapping[tuple[str, str], float]


def report(tally: Tally) -> Report:
    """All shares of nothing are 0."""
    causes = sum((one.out for one in tally.fighters), Counter[str]())
    return Report(
        tally.bouts,
        tuple(_odds(one, tally.bouts) for one in tally.fighters),
        tally.draws,
        sum(turns * times for turns, times in tally.turns.items()) / max(tally.bouts, 1),
        (_quantile(tally.turns, 0.25), _quantile(tally.turns, 0.5), _quantile(tally.turns, 0.75)),
        dict(sorted(tally.turns.items())),
        _shares(tally.endings, tally.bouts),
        _shares(causes, causes.total()),
        _shares(tally.final_blows, causes.total()),
    )


def _odds(one: FighterTally, bouts: int) -> FighterOdds:
    share, damage = one.wins / max(bouts, 1), one.damage / max(bouts, 1)
    return FighterOdds(one.name, one.wins, share, wilson(one.wins, bouts), damage, _shares(one.out, bouts))


def _shares(counts: Counter[Any], of: int) -> dict[Any, float]:
    """The commonest first."""
    return {key: times / of for key, times in sorted(counts.items(), key=lambda one: (-one[1], one[0]))}


def wilson(times: int, of: int) -> tuple[float, float]:
    """The bounds at 95 % of a share that came out as ``times`` of ``of`` (Wilson's interval)."""
    if not of:
        return 0.0, 1.0
    share, square = times / of, WITHIN**2
    middle = share + square / (2 * of)
    spread = WITHIN * sqrt(share * (1 - share) / of + square / (4 * of**2))
    return max((middle - spread) / (1 + square / of), 0.0), min((middle + spread) / (1 + square / of), 1.0)


def _quantile(turns: Mapping[int, int], share: float) -> int:
    """The shortest length that at least that share of the bouts does not exceed."""
    left = ceil(share * sum(turns.values()))
    for length, times in sorted(turns.items()):
        left -= times
        if left <= 0:
            return length
    return 0


def report_as_json(told: Report) -> dict[str, Any]:
    """As `pit_odds` answers it."""
    first, median, third = told.quartiles
    return {
        "bouts": told.bouts,
        "fighters": [
            {
                "name": one.name,
                "wins": one.wins,
                "share": round(one.share, DIGITS),
                "interval": [round(bound, DIGITS) for bound in one.interval],
                "damage": round(one.damage, DIGITS),
                "taken_out": _rounded(one.out),
            }
            for one in told.fighters
        ],
        "draws": told.draws,
        "turns": {
            "mean": round(told.mean_turns, DIGITS),
            "quartiles": [first, median, third],
            "bouts": {str(turns): times for turns, times in told.turns.items()},
        },
        "endings": _rounded(told.endings),
        "causes": _rounded(told.causes),
        "final_blows": [
            {"result": result, "location": place, "share": round(share, DIGITS)}
            for (result, place), share in told.final_blows.items()
        ],
    }


def _rounded(shares: Mapping[str, float]) -> dict[str, float]:
    return {key: round(share, DIGITS) for key, share in shares.items()}
