"""What came of a number of bouts, as counts that add up, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from encounters.pitfight.errors import Malformed
from encounters.pitfight.state import Fighter, PitFight


@dataclass(frozen=True, slots=True)
class FighterTally:
    """``damage`` is what he inflicted in all the bouts; ``out`` counts by what he was taken out."""

    name: str
    wins: int = 0
    damage: int = 0
    out: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: FighterTally) -> FighterTally:
        if self.name != other.name:
            raise ValueError(f"{self.name} and {other.name} do not add up")
        return FighterTally(self.name, self.wins + other.wins, self.damage + other.damage, self.out + other.out)


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of so many bouts. ``turns`` counts bouts by length, ``endings`` by reason; ``final_blows`` counts the
    critical results that took somebody out at once, by result and location."""

    fighters: tuple[FighterTally, ...]
    bouts: int = 0
    draws: int = 0
    turns: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    final_blows: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            tuple(one + its for one, its in zip(self.fighters, other.fighters, strict=True)),
            self.bouts + other.bouts,
            self.draws + other.draws,
            self.turns + other.turns,
            self.endings + other.endings,
            self.final_blows + other.final_blows,
        )


def tally_of(fight: PitFight, bouts: int = 1) -> Tally:
    """Of one fight that is over, or of none."""
    outcome = fight.outcome
    winner = None if outcome is None else outcome.winner
    return Tally(
        tuple(
            FighterTally(one.pit.name, int(place == winner), one.damage, Counter([one.out] if one.out else []))
            for place, one in enumerate(fight.fighters)
        ),
        bouts,
        int(bool(bouts) and winner is None),
        Counter([fight.turn] if bouts else []),
        Counter([] if outcome is None else [outcome.reason]),
        Counter(blow for one in fight.fighters for blow in _last_blow(fight, one)),
    )


def _last_blow(fight: PitFight, fighter: Fighter) -> Iterator[tuple[str, str]]:
    """The result that took him out at once, with its location, if one did."""
    results = fight.rules.charts.results
    for injury in fighter.injuries[-1:]:
        if fighter.out and fighter.out in (results[injury.result].out, fighter.harm.ruin):
            yield injury.result, injury.place


# --- as JSON -----------------------------------------------------------------------------------------------------


def tally_as_json(tally: Tally) -> dict[str, Any]:
    return {
        "bouts": tally.bouts,
        "draws": tally.draws,
        "turns": {str(turns): times for turns, times in sorted(tally.turns.items())},
        "endings": dict(sorted(tally.endings.items())),
        "final_blows": [[*blow, times] for blow, times in sorted(tally.final_blows.items())],
        "fighters": [
            {"name": one.name, "wins": one.wins, "damage": one.damage, "out": dict(sorted(one.out.items()))}
            for one in tally.fighters
        ],
    }


def tally_of_json(said: Mapping[str, Any]) -> Tally:
    """What `tally_as_json` wrote.

    Raises:
        Malformed: it is no tally.
    """
    try:
        return Tally(
            tuple(
                FighterTally(one["name"], one["wins"], one["damage"], Counter(one["out"])) for one in said["fighters"]
            ),
            said["bouts"],
            said["draws"],
            Counter({int(turns): times for turns, times in said["turns"].items()}),
            Counter(said["endings"]),
            Counter({(result, place): times for result, place, times in said["final_blows"]}),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Malformed(f"this is no tally of bouts: {error}") from None
