"""When a side must take a rout test (ruling 15). Sums are in halves of a warrior, so that nothing is rounded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from campaigns.battle.forces import Force


@dataclass(frozen=True)
class RoutAid:
    """How a side stands: ``limit`` warriors out make a test due; ``halves`` out of action, so far, count that much."""

    began: int
    limit: int
    halves: int

    @property
    def out(self) -> str:
        """How many count as out: ``3½``."""
        whole, half = divmod(self.halves, 2)
        return f"{whole or ''}½" if half else str(whole)

    @property
    def is_due(self) -> bool:
        return self.began > 0 and self.halves >= 2 * self.limit

    @property
    def left(self) -> str:
        """How many more make a test due; empty once it is."""
        return "" if self.is_due else RoutAid(self.began, self.limit, 2 * self.limit - self.halves).out


def rout_limit(began: int) -> int:
    """A quarter of those that began, rounded up."""
    return -(-began // 4)


def rout_aid(force: Force, out: Mapping[str, int]) -> RoutAid:
    """The aid for a side, from how many of each name are out of action. No more count than stood."""
    halves = sum(min(max(out.get(f.name, 0), 0), f.size) * f.rout_halves for f in force.standing)
    began = force.began
    return RoutAid(began, rout_limit(began), halves)
