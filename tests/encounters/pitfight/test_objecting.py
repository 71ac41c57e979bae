"""An order that a fighter may not give is refused with the reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from encounters.pitfight.engine import apply, start
from encounters.pitfight.errors import Illegal, Malformed
from encounters.pitfight.fight_file import read_fight_file
from encounters.pitfight.notation import read_order
from encounters.pitfight.state import PitFight
from mordheim.rules.dice import EnteredDice
from tests.encounters.pitfight.stage import RULES, Stage, at_blows, duel, who


def set_up() -> PitFight:
    """A stands ahead at the wall of an arena of radius 6; B is asked."""
    pits = [one.pit for one in duel().fight.fighters]
    fight, _ = apply(start(RULES, pits), [read_order("0 place 0,-6 3")], EnteredDice([]))
    return fight


def two_picks(**of_a: object) -> PitFight:
    stage = Stage(who("orc", (0, 0), 0), who("empire", (5, 0), 3))
    return stage.change(0, **of_a).fight


def aiming() -> PitFight:
    return at_blows().say("0 strike 1").fight


@pytest.mark.parametrize(
    ("fight", "order", "why"),
    [
        (set_up(), "1 place 0,-7 3", "that hex is not in the arena"),
        (set_up(), "1 place 0,-5 3", "that hex is not at the wall"),
        (set_up(), "1 place 0,-6 3", "somebody stands there"),
        (set_up(), "1 place 1,-6 3", "somebody stands too near"),
        (set_up(), "1 place 0,6 9", "a facing is a number from 0 to 5"),
        (set_up(), "1 pick observe", "he is asked for something else"),
        (two_picks(), "0 pick stamp", "his scroll (Orc) has no such move"),
        (two_picks(), "0 pick stampede", "Stampede is fast, and his last move counts as slow"),
        (two_picks(move="barge", fought=True), "0 pick stampede", "Stampede is fast, and he attacked or was attacked"),
        (two_picks(move="barge", floored_until=1), "0 pick barge", "Barge is not slow, and he is floored"),
        (at_blows().fight, "0 strike 7", "there is no such fighter"),
        (at_blows().fight, "0 strike 0", "A is out of his reach"),
        (aiming(), "0 aim nose", "that is no location"),
    ],
)
def test_it_says_why(fight: PitFight, order: str, why: str) -> None:
    with pytest.raises(Illegal) as refused:
        apply(fight, [read_order(order)], EnteredDice([]))
    assert f"may not do that now: {why}" in str(refused.value)


def test_an_injury_bars_fast_moves() -> None:
    fight = two_picks(move="barge")
    harm = replace(fight.fighters[0].harm, no_fast=True)
    with pytest.raises(Illegal, match="Stampede is fast, and an injury bars that"):
        apply(two_picks(move="barge", harm=harm), [read_order("0 pick stampede")], EnteredDice([]))


def test_a_file_with_one_fighter_is_told_how_many_it_needs() -> None:
    levels = "{weapon_skill: 32, strength: 32, toughness: 32, initiative: 32, wounds: 12}"
    one = f"fighters: [{{name: Aldo, type: orc, characteristics: {levels}}}]"
    with pytest.raises(Malformed, match=r"fighters \(line 1\): needs 2 entries at least"):
        read_fight_file(one.encode())
