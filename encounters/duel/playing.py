"""A duel that is too large to be solved, played out many times."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from math import ceil, sqrt
from random import Random
from typing import NamedTuple

from encounters.duel.answers import Answer
from encounters.duel.bodies import LOADED, End, Stand, Who, left_of
from encounters.duel.turns import Turns

# So many happenings has a duel in the usual way, and none has more than that.
USUAL, LONGEST = 25, 500


class _Jump(NamedTuple):
    """What follows once something comes of it, each with the sum of the chances up to its own, and the rounds that pass
    until then on average."""

    then: tuple[Stand | End, ...]
    up_to: tuple[float, ...]
    rounds: float


def off_by(mean: float, squares: float, played: int) -> float:
    """How far an average may be off, three standard deviations of it: of so many figures with that ``mean`` and that
    mean of their ``squares``."""
    return ceil(3 * sqrt(max(squares - mean * mean, 0.0) / played) * 10_000) / 10_000


class Play:
    """A duel played out many times, with a seed. Turns in which nothing changes are not played but reckoned, and so a
    duel is no longer than what happens in it."""

    def __init__(self, duel: Turns, duels: int, seed: int) -> None:
        self.duel, self.duels, self.seed = duel, duels, seed
        self.chance = Random(seed)  # noqa: S311  # no secret
        self._jumps: dict[Stand, _Jump] = {}

    def answer(self) -> Answer:
        """It ends sooner where the duels have grown so long that they would take too much time."""
        ends: dict[End, int] = {}
        played, left, rounds, squares = 0, self.duels * USUAL, 0.0, 0.0
        while played < self.duels and left > 0:
            end, jumps, taken = self.played()
            ends[end] = ends.get(end, 0) + 1
            played, left, rounds, squares = played + 1, left - jumps, rounds + taken, squares + taken * taken
        parts = {end: Fraction(count, played) for end, count in ends.items()}
        error = ceil(1.5 / played**0.5 * 10_000) / 10_000
        mean = None if any(end.out is None for end in ends) else Fraction(rounds / played)
        start = left_of(self.duel.start)
        return Answer(
            parts,
            mean,
            start,
            len(self._jumps),
            error=error,
            played=played,
            seed=self.seed,
            rounds_error=None if mean is None else off_by(rounds / played, squares / played, played),
            wounds_error=(_wounds_off_by(ends, start, 0, played), _wounds_off_by(ends, start, 1, played)),
        )

    def played(self) -> tuple[End, int, float]:
        """How one of them ends, what it took in jumps, and in rounds."""
        stand, rounds, random = self.duel.start, 0.0, self.chance.random
        for count in range(1, LONGEST):
            if stand not in self._jumps:
                self._jumps[stand] = self._jump(stand)
            jump = self._jumps[stand]
            rounds += jump.rounds
            place = bisect(jump.up_to, random())
            then = jump.then[min(place, len(jump.then) - 1)]
            if isinstance(then, End):
                return then, count, rounds
            stand = then
        return End(None, left_of(stand)), LONGEST, rounds

    def _jump(self, stand: Stand) -> _Jump:
        """On to where something has changed, through all turns that leave both as they are."""
        found: dict[Stand | End, float] = {}
        waiting, seen, rounds = [(stand, 1.0)], {stand}, 0.0
        while waiting:
            at, part = waiting.pop()
            rounds += part * self.duel.counts(at)
            row = self.duel.row(at)
            whole = sum(row.parts.values())
            for then, share in row.parts.items():
                likely = part * (share / whole)
                if isinstance(then, Stand) and then not in seen and _is_quiet(stand, then):
                    seen.add(then)
                    waiting.append((then, likely))
                else:
                    found[then] = found.get(then, 0.0) + likely
        again = found.pop(stand, 0.0)
        if not found:
            return _Jump((End(None, left_of(stand)),), (1.0,), 0.0)
        up_to = accumulate(part / (1 - again) for part in found.values())
        return _Jump(tuple(found), tuple(up_to), rounds / (1 - again))


def _wounds_off_by(ends: Mapping[End, int], start: tuple[int, int], who: Who, played: int) -> float:
    lost = [(start[who] - end.wounds[who], count) for end, count in ends.items()]
    mean = sum(wounds * count for wounds, count in lost) / played
    return off_by(mean, sum(wounds * wounds * count for wounds, count in lost) / played, played)


def _is_quiet(before: Stand, after: Stand) -> bool:
    """Whether nothing has happened but that somebody has loaded or shot."""
    (one, two), (then_one, then_two) = before.bodies, after.bodies
    return one[:LOADED] == then_one[:LOADED] and two[:LOADED] == then_two[:LOADED]
