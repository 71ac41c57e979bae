"""What the computer does."""

from __future__ import annotations

from random import Random

import pytest

from encounters.hitchance.notation import write_order
from encounters.hitchance.players import computer
from encounters.hitchance.state import Shrinker
from tests.encounters.hitchance.stage import Stage, first_block, member, monster

BLEEDS = (Shrinker("bleeding", 8, 0, 1),)


def choice(stage: Stage, place: int = 0) -> str:
    return write_order(computer(Random(1))(stage.skirmish, place)).split(" ", 1)[1]


@pytest.mark.parametrize(
    ("one", "foe", "told"),
    [
        ({"held": "sword"}, (11, 10), "attack 1 sword"),
        ({"held": "sword"}, (20, 10), "move 13,10"),
        ({"held": "bow"}, (20, 10), "attack 1 bow"),
        ({"readied": "dagger"}, (20, 10), "fetch dagger"),
        ({"held": "sword", "dice": BLEEDS}, (11, 10), "bandage 0"),
        ({"held": "sword", "pack": "rope " * 8, "fatigue": 2}, (11, 10), "drop_pack"),
    ],
)
def test_what_it_does_first(one, foe: tuple[int, int], told: str) -> None:
    stage = Stage(member(**one), monster(foe))
    stage.roll(1)
    if stage.skirmish.step == "shrinking":
        stage.roll(5)
    assert choice(stage) == told


def test_it_helps_its_own_before_it_strikes() -> None:
    stage = first_block(member(held="sword"), member((10, 11), name="Ben"), monster())
    stage.change(1, lost="downed", lost_round=1, prone=True, dice=(Shrinker("downed", 14, 1, 1),))
    assert choice(stage) == "stabilise 1"


def test_it_strikes_at_those_who_still_fight() -> None:
    stage = first_block(member(held="sword"), monster(), monster((11, 11), name="Rat", level=3))
    stage.change(1, lost="downed", lost_round=1, prone=True)
    assert choice(stage) == "attack 2 sword"


def test_with_a_lost_heart_it_rallies_and_then_runs() -> None:
    stage = first_block(member(npc=True), monster())
    assert choice(stage.change(0, broken_since=1)) == "rally"
    assert choice(stage.change(0, rally_tried=True)).startswith("move 7,")
