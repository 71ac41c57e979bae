"""A fight replays from its orders and faces, and its frames show what the log tells."""

from __future__ import annotations

from random import Random

import pytest

from encounters.pitfight.bout import Event
from encounters.pitfight.engine import apply
from encounters.pitfight.orders import Order
from encounters.pitfight.players import random_player
from encounters.pitfight.replaying import Diverged, Taken, frames_of, played_again, turns_of
from encounters.pitfight.state import OVER, PitFight
from mordheim.rules.dice import SeededDice
from tests.encounters.pitfight.stage import random_fight


class Kept(SeededDice):
    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.faces: list[int] = []

    def roll(self, sides: int, what_for: str) -> int:
        self.faces.append(super().roll(sides, what_for))
        return self.faces[-1]


def recorded(seed: int) -> tuple[PitFight, list[Taken], list[PitFight], list[Event]]:
    """A fight at random: how it opens, its steps, how it stood after each, and its log."""
    opening = fight = random_fight(seed)
    player, dice = random_player(Random(seed)), Kept(seed)
    steps, stood, log = [], [], list[Event]()
    while fight.step != OVER:
        orders: tuple[Order, ...] = tuple(player(fight, one) for one in fight.open_to)
        dice.faces = []
        fight, events = apply(fight, orders, dice)
        steps.append(Taken(orders, tuple(dice.faces)))
        stood.append(fight)
        log += events
    return opening, steps, stood, log


def any_dice(steps: list[Taken]) -> bool:
    return any(step.faces for step in steps)


@pytest.mark.parametrize("seed", range(8))
def test_a_fight_plays_again_from_its_orders_and_faces(seed: int) -> None:
    opening, steps, stood, log = recorded(seed)
    again = played_again(opening, steps)
    assert [fight for fight, _ in again] == stood
    assert [event for _, events in again for event in events] == log


@pytest.mark.parametrize("seed", range(8))
def test_frames_tell_the_whole_log_in_order_and_end_where_the_fight_ends(seed: int) -> None:
    opening, steps, stood, log = recorded(seed)
    frames = frames_of(opening, steps)
    assert [event for frame in frames for event in frame.events] == log
    assert frames[0].fight == opening
    assert frames[-1].fight == stood[-1]


@pytest.mark.parametrize("seed", range(12))
def test_frames_show_where_everybody_stands_and_how_many_wounds_he_has(seed: int) -> None:
    opening, steps, _, _ = recorded(seed)
    for frame in frames_of(opening, steps):
        standing = {one.pit.name: one for one in frame.fight.fighters}
        for event in frame.events:
            if event["type"] == "move":
                assert standing[event["fighter"]].hex == tuple(event["to"])
                assert standing[event["fighter"]].facing == event["facing"]
            if event["type"] == "end_phase":
                shown = {name: one.wounds for name, one in standing.items() if not one.out}
                assert shown == event["wounds"]
            if event["type"] == "taken_out":
                assert standing[event["fighter"]].hex is None
        hexes = [one.hex for one in frame.fight.fighters if one.hex]
        assert len(set(hexes)) == len(hexes)


def test_every_turn_can_be_jumped_to() -> None:
    opening, steps, _, log = recorded(3)
    frames = frames_of(opening, steps)
    turns = turns_of(frames)
    assert [turn for turn, _ in turns] == list(range(log[-1]["turn"] + 1))
    assert all(frames[first].turn == turn for turn, first in turns)


def test_other_faces_are_another_fight() -> None:
    opening, steps = next((opening, steps) for opening, steps, _, _ in map(recorded, range(9)) if any_dice(steps))
    number, step = next((number, step) for number, step in enumerate(steps) if step.faces)
    with pytest.raises(Diverged):
        played_again(opening, [*steps[:number], Taken(step.orders, step.faces[:-1])])
