"""Recorded pit fights as text: how one is written, and how it is read and fought again.

    python -m tests.playthroughs.record        # writes all of them anew, when a rule has changed on purpose

A recording begins with the fight as it stands before set-up. Then, for each answer: the orders, the faces rolled, and
what happened, an event a line. It ends with the fight as it stands at its end. Fighting it again needs neither the
random player nor the seed that made it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

FOLDER = Path(__file__).parent

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim.settings_test")

from encounters.pitfight.engine import apply  # noqa: E402  # the settings come first
from encounters.pitfight.notation import read_fight, read_order, write_fight, write_order  # noqa: E402
from encounters.pitfight.orders import Order  # noqa: E402
from encounters.pitfight.players import random_player  # noqa: E402
from encounters.pitfight.state import OVER, PitFight  # noqa: E402
from mordheim.rules.dice import EnteredDice, SeededDice  # noqa: E402
from tests.encounters.pitfight.stage import RULES, random_fight  # noqa: E402

# By name, the seed and the terms of each recording.
RECIPES = {
    "duel": (65, {"fighters": 2, "radius": 2}),
    "duel_in_the_wide_arena": (92, {"fighters": 2, "radius": 6, "spacing": 5}),
    "three": (79, {"fighters": 3, "radius": 2}),
    "four_at_the_table": (18, {"fighters": 4, "radius": 3, "table_mode": True}),
    "five": (38, {"fighters": 5, "radius": 3}),
    "eight": (29, {"fighters": 8, "radius": 3}),
}


class _HeardDice(SeededDice):
    """Seeded dice that say what they showed."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.faces: list[int] = []

    def roll(self, sides: int, what_for: str) -> int:
        self.faces.append(super().roll(sides, what_for))
        return self.faces[-1]


def _told(fight: PitFight, orders: list[Order], faces: list[int]) -> tuple[PitFight, list[str]]:
    dice = EnteredDice(faces)
    after, events = apply(fight, orders, dice)
    dice.finish()
    lines = ["> " + "; ".join(map(write_order, orders)), "* " + " ".join(map(str, faces))]
    return after, [*lines, *(json.dumps(event, separators=(",", ":")) for event in events)]


def recorded(seed: int, fight: PitFight) -> str:
    """A fight between random players, as text."""
    player, dice = random_player(Random(seed)), _HeardDice(seed)
    lines = [write_fight(fight)]
    while fight.step != OVER:
        dice.faces = []
        orders = [player(fight, one) for one in fight.open_to]
        apply(fight, orders, dice)
        fight, told = _told(fight, orders, dice.faces)
        lines += told
    return "\n".join([*lines, write_fight(fight), ""])


def fought_again(text: str) -> str:
    """The same recording, made from its own first line, orders and faces."""
    fight = read_fight(text.split("\n", 1)[0], RULES)
    lines = [write_fight(fight)]
    for orders, faces in _answers(text):
        fight, told = _told(fight, orders, faces)
        lines += told
    return "\n".join([*lines, write_fight(fight), ""])


def _answers(text: str) -> Iterator[tuple[list[Order], list[int]]]:
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("> "):
            orders = [read_order(order) for order in line[2:].split("; ")]
            yield orders, [int(face) for face in lines[number + 1][2:].split()]


def recording_of(name: str) -> str:
    seed, terms = RECIPES[name]
    return recorded(seed, random_fight(seed, **terms))


if __name__ == "__main__":
    for each in RECIPES:
        (FOLDER / f"{each}.txt").write_text(recording_of(each))
