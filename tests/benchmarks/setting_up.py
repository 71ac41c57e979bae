"""Setting up a battle of eight warbands with its map, in pure code."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import replace

from campaigns.postbattle.choices import Sensible
from campaigns.postbattle.sessions import AtOnce
from encounters.mapping import draw_map
from encounters.setup import set_up
from encounters.table import parties_of, table_for
from mordheim.rules.dice import SeededDice
from tests.benchmarks.figures import Figure, full_warband, milliseconds, rulebook

WARBANDS, TIMES = 8, 30


def measure() -> Iterator[Figure]:
    """By the clock, and the processor's own time where the machine has other things to do."""
    book = rulebook()
    snapshots = [replace(full_warband(book), name=f"Full to the Brim {number}") for number in range(WARBANDS)]
    parties = parties_of(snapshots, book)
    seeds = iter(range(10**6))
    worked: list[float] = []

    def setting_up() -> None:
        seed, begun = next(seeds), time.process_time()
        plan = set_up(parties, AtOnce(SeededDice(seed), Sensible()), scenario="treasure_hunt", seed=seed)
        worked.append((time.process_time() - begun) * 1000)
        if len(plan.sides) != WARBANDS or not plan.counters or not plan.drawn.pieces:
            raise RuntimeError("the battle is not what it should be")

    taken = milliseconds(setting_up, times=TIMES)
    processor = f"{statistics.median(worked):.1f} ms of the processor"
    yield Figure("set-up of eight warbands with its map", f"{taken:.1f} ms", f"aim: under 50 ms; {processor}")
    yield _largest_map()


def _largest_map() -> Figure:
    table, numbers = table_for(WARBANDS), iter(range(10**6))
    worked: list[float] = []

    def drawing() -> None:
        begun = time.process_time()
        draw_map(table, "none", next(numbers))
        worked.append((time.process_time() - begun) * 1000)

    taken = milliseconds(drawing, times=TIMES)
    processor = f"{statistics.median(worked):.1f} ms of the processor"
    return Figure("the map alone, of the largest table", f"{taken:.1f} ms", f"aim: under 25 ms; {processor}")
