"""The figures of the arena that are agreed for the whole project, each in one place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from encounters.pitfight.attacks import natural
from encounters.pitfight.damage import damage_die
from encounters.pitfight.enlisting import points_left
from encounters.pitfight.errors import Illegal
from tests.encounters.pitfight.stage import RULES, at_blows


def test_strength_less_toughness() -> None:
    assert [damage_die(30 + d, 30) for d in (10, 9, 1, 0, -10, -11)] == [20, 12, 12, 10, 10, 6]


def test_roll_offs() -> None:
    assert (natural(1, 1), natural(20, 20), natural(1, 20)) == (False, True, False)
    stage = at_blows().say("0 strike 1").say("0 aim head", "1 aim body", dice=[12, 11])
    assert stage.last("roll_off")["totals"] == [43, 43]
    assert stage.last("roll_off")["hit"] is False


@pytest.mark.parametrize(
    ("guard", "verdict", "dice"), [("head", "miss", []), ("body", "roll_off", [2, 9]), ("groin", "hit", [4])]
)
def test_hit_locations(guard: str, verdict: str, dice: list[int]) -> None:
    stage = at_blows().say("0 strike 1").say("0 aim head", f"1 aim {guard}", dice=dice)
    assert stage.last("attack")["verdict"] == verdict


def test_damage_of_two_against_five_of_armour_is_one() -> None:
    stage = at_blows()
    pit = stage[1].pit
    plated = replace(pit.scroll, armour={**pit.scroll.armour, "head": 5})
    stage.change(1, pit=replace(pit, scroll=plated))
    stage.say("0 strike 1").say("0 aim head", "1 aim groin", dice=[2])
    assert stage.last("damage")["damage"] == 1


def test_bonus_points() -> None:
    start = list(RULES.levels)
    assert points_left(RULES, [start[0] + 10, *start[1:]]) == 0
    assert points_left(RULES, [start[0] + 9, *start[1:]]) == 1
    with pytest.raises(Illegal):
        points_left(RULES, [start[0] + 11, *start[1:]])
    assert start == [30, 30, 30, 30, 10]
