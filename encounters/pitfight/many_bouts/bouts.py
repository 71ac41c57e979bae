"""Fighting a fight many times.

Bout number n of a seed is the same fight wherever and beside whatever else it is fought, so that any split of the
numbers adds up to the same `Tally`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from encounters.pitfight.fight_file import FightFile, computers, directed, fight_of
from encounters.pitfight.many_bouts.tally import Tally, tally_of
from encounters.pitfight.players import play_out
from encounters.pitfight.scrolls import PitRules, read_pit_rules
from encounters.pitfight.state import PitFight
from mordheim.rules.dice import SeededDice

OTHERWISE = "seasoned"


def nothing_yet(file: FightFile, rules: PitRules) -> Tally:
    """Of no bout.

    Raises:
        Malformed, Illegal: as `fight_file.fight_of` does.
    """
    return tally_of(fight_of(file, rules), bouts=0)


def play_bouts(
    file: FightFile, rules: PitRules, *, seed: int, first: int, count: int, otherwise: str = OTHERWISE
) -> Tally:
    """Those bouts from number ``first`` on. Fighters for whom the file names no computer play as ``otherwise``, a
    strength or RANDOM.

    Raises:
        Malformed, Illegal: as `fight_file.fight_of` does, or for what the file orders.
    """
    begin = fight_of(file, rules)
    total = tally_of(begin, bouts=0)
    for number in range(first, first + count):
        total = total + tally_of(_fought(file, begin, seed, number, otherwise))
    return total


def play_bouts_here(
    file: FightFile, folder: Path, *, seed: int, first: int, count: int, otherwise: str = OTHERWISE
) -> Tally:
    """The same in another process, which reads the rules for itself."""
    return play_bouts(file, read_pit_rules(folder), seed=seed, first=first, count=count, otherwise=otherwise)


def _fought(file: FightFile, begin: PitFight, seed: int, number: int, otherwise: str) -> PitFight:
    chance = Random(f"{seed}/{number}")  # noqa: S311  # no secret
    dice = SeededDice(chance.getrandbits(64))
    return play_out(begin, directed(file, computers(file, chance, otherwise)), dice, log=False)[0]


def parts(bouts: int, size: int) -> Iterator[tuple[int, int]]:
    """First number and count of each part of so many bouts."""
    for first in range(0, bouts, size):
        yield first, min(size, bouts - first)
