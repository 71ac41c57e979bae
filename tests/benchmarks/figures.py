"""What a benchmark answers with, and how its time is taken."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mordheim.rules.rulebook import Rulebook, read_rulebook
from mordheim.rules.snapshot import WarbandSnapshot
from warbands.roster.interchange import read_warband

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Figure:
    """One measurement beside what it is measured against."""

    what: str
    measured: str
    against: str
    ratio: str = ""

    def __str__(self) -> str:
        return f"{self.what:<52} {self.measured:>14}   {self.against:<46} {self.ratio}".rstrip()


def milliseconds(call: Callable[[], object], *, times: int, warm_up: int = 3) -> float:
    """The median of so many calls, each timed by itself."""
    for _ in range(warm_up):
        call()
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        call()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken) * 1000


def alternating(first: Callable[[], object], second: Callable[[], object], *, times: int) -> tuple[float, float]:
    """Medians of two calls made in turn, so that whatever else the machine does falls on both.

    Rubbish is collected before each call and never within one: a full collection costs as much as a page, and would
    fall on one of the two as it happens.
    """
    for _ in range(3):
        first()
        second()
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(times):
        for call, into in ((first, taken[0]), (second, taken[1])):
            gc.collect()
            gc.disable()
            begun = time.perf_counter()
            call()
            into.append(time.perf_counter() - begun)
            gc.enable()
    return statistics.median(taken[0]) * 1000, statistics.median(taken[1]) * 1000


def rulebook() -> Rulebook:
    return read_rulebook(ROOT / "fixtures" / "rules")


FULL_WARBAND = """
format: mordheim-warband/1
name: Full to the Brim
type: orc_mob
battles: 9
treasury: 61
wyrdstone: 3
stash: [helmet, {item: sword, quantity: 2}]
heroes:
- {name: Grom, type: orc_boss, experience: 41, equipment: [sword, battle_axe, light_armour, helmet], skills: [strike_to_injure, ard_ead, step_aside], increases: {ws: 1, a: 1, w: 1}}
- {name: Old Snivvel, type: orc_shaman, experience: 24, equipment: [sword], spells: [zzap, {spell: fooled_ya, difficulty: 5}], increases: {i: 1}}
- {name: Krump, type: big_un, experience: 29, equipment: [double_handed_weapon, light_armour, helmet], skills: [mighty_blow], injuries: [leg_wound, nervous_condition]}
- {name: Skab, type: big_un, experience: 25, equipment: [spear, shield, helmet], skills: [well_ard], increases: {t: 1}}
henchmen:
- {name: Da Arrer Boyz, type: orc_boy, size: 4, experience: 6, equipment: [bow, battle_axe], increases: {bs: 1, i: 1}}
- {name: Da Choppas, type: orc_boy, size: 2, experience: 3, equipment: [battle_axe, sword, shield], increases: {ws: 1}}
- {name: Da Runts, type: goblin_warrior, size: 4, equipment: [short_bow]}
- {name: Da Minder, type: goblin_warrior, equipment: [squig_prodder, shield]}
- {name: Da Spinner, type: goblin_warrior, equipment: [ball_and_chain, mad_cap_mushrooms]}
- {name: Bouncy, type: cave_squig, size: 3}
- {name: Mugs, type: troll}
hired_swords:
- {name: Bront, type: ogre_bodyguard, experience: 3, equipment: [double_handed_weapon]}
- {name: Ludo, type: pit_fighter, experience: 2}
"""  # fmt: skip # noqa: E501

TWO_WARRIORS = """
format: mordheim-warband/1
name: Two of Them
type: orc_mob
battles: 1
treasury: 5
heroes:
- {name: Grom, type: orc_boss, equipment: [sword]}
henchmen:
- {name: Da Boy, type: orc_boy}
"""


def full_warband(book: Rulebook) -> WarbandSnapshot:
    """Twenty warriors, equipped, with two hired swords."""
    return read_warband(FULL_WARBAND.encode(), book, name="full.yaml")


def two_warriors(book: Rulebook) -> WarbandSnapshot:
    return read_warband(TWO_WARRIORS.encode(), book, name="two.yaml")
