"""Fights and orders as one line of text, to and from."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encounters.pitfight.engine import apply, start
from encounters.pitfight.enlisting import Past, enlist
from encounters.pitfight.errors import Malformed
from encounters.pitfight.notation import read_fight, read_order, write_fight, write_order
from encounters.pitfight.orders import Aim, Boost, Face, Go, Interrupt, Order, Pick, Place, Recover, Strike
from encounters.pitfight.players import random_player
from encounters.pitfight.state import PitFight
from mordheim.rules.dice import SeededDice
from tests.encounters.pitfight.stage import RULES, at_blows, duel, random_fight

number = st.integers(0, 999)
key = st.from_regex(r"[a-z][a-z0-9_]{0,20}", fullmatch=True)
coordinate = st.integers(-20, 20)
orders: st.SearchStrategy[Order] = st.one_of(
    st.builds(Place, number, st.tuples(coordinate, coordinate), st.integers(0, 5)),
    st.builds(Pick, number, key),
    st.builds(Interrupt, number, st.just(False)),
    st.builds(Interrupt, number, st.just(True), st.integers(0, 9)),
    st.builds(Go, number, st.booleans()),
    st.builds(Face, number, st.integers(0, 5)),
    st.builds(Boost, number, st.none() | st.integers(0, 4)),
    st.builds(Strike, number, st.none() | number),
    st.builds(Aim, number, key),
    st.builds(Recover, number, st.integers(0, 5), st.integers(0, 5)),
)


@given(orders)
def test_an_order_reads_as_it_was_written(order: Order) -> None:
    text = write_order(order)
    assert "\n" not in text
    assert read_order(text) == order


def a_while(seed: int, steps: int) -> PitFight:
    """A random fight after some answers, of which the last may be sealed and wait for others."""
    chance, dice = Random(seed), SeededDice(seed)
    player = random_player(chance)
    fight = random_fight(seed, radius=2)
    for _ in range(steps):
        if fight.step == "over":
            break
        some = fight.open_to[: chance.randint(1, len(fight.open_to))]
        fight, _ = apply(fight, [player(fight, one) for one in some], dice, log=False)
    return fight


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(0, 400))
def test_a_fight_reads_as_it_was_written(seed: int, steps: int) -> None:
    fight = a_while(seed, steps)
    text = write_fight(fight)
    assert " " not in text
    assert "\n" not in text
    assert text.isascii()
    assert read_fight(text, RULES) == fight


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_a_fight_goes_on_from_its_text_as_it_would_have(seed: int) -> None:
    fight = a_while(seed, 60)
    ends = []
    for one in (fight, read_fight(write_fight(fight), RULES)):
        player, dice = random_player(Random(seed)), SeededDice(seed)
        for _ in range(40):
            if one.step != "over":
                one, _ = apply(one, [player(one, who) for who in one.open_to], dice, log=False)  # noqa: PLW2901
        ends.append(one)
    assert ends[0] == ends[1]


def test_names_of_any_letters_survive() -> None:
    names = ["Grokk 'a, {(=)}", "Älbrecht\u2028\u0000🗡"]
    pits = [enlist(RULES, name, RULES.scrolls["orc"], RULES.levels, place) for place, name in enumerate(names)]
    fight = start(RULES, pits)
    assert [one.pit.name for one in read_fight(write_fight(fight), RULES).fighters] == names


def test_what_earlier_fights_left_survives() -> None:
    past = Past(ad=-2, initiative=1, wooden_legs=1, gone=("left_eye",), hates=("B",))
    pits = [enlist(RULES, name, RULES.scrolls["orc"], RULES.levels, place, past) for place, name in enumerate("AB")]
    fight = start(RULES, pits)
    assert read_fight(write_fight(fight), RULES) == fight


def test_injuries_are_written_and_what_they_come_to_is_not() -> None:
    fight = at_blows().hurt(1, ("arm_broken", "left_arm")).fight
    text = write_fight(fight)
    assert "arm_broken" in text
    assert "harm" not in text
    assert read_fight(text, RULES).fighters[1].harm.ad == -3


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("pit1", "pit2"),
        ("pit1", ""),
        ("'empire", "'elven"),
        ("turn=1", "turn=x"),
        ("turn=1", "turn=1,turn=2"),
        ("turn=1", "colour=1"),
        ("turn=1", "harm={}"),
        ("hex=(0,0)", "hex=(0,-1)"),
        ("hex=(0,0)", "hex=(9,9)"),
        ("hex=(0,0)", "hex=(0)"),
        ("hex=(0,0)", "hex=(0,0,0)"),
        ("facing=3", "facing=6"),
        ("asked=(0,1)", "asked=(0,7)"),
        ("question='pick", "question='dance"),
        ("name='A,", ""),
        ("terms={anywhere=yes}", "terms={radius=99}"),
        ("terms={anywhere=yes}", "terms={anywhere=maybe}"),
    ],
)
def test_a_line_that_is_no_fight_is_malformed(old: str, new: str) -> None:
    text = write_fight(duel().fight)
    assert old in text
    with pytest.raises(Malformed):
        read_fight(text.replace(old, new, 1), RULES)


def test_every_text_that_is_cut_short_is_malformed() -> None:
    text = write_fight(at_blows().hit("head", 7, 9, 1).fight)
    for length in range(len(text)):
        with pytest.raises(Malformed):
            read_fight(text[:length], RULES)
    with pytest.raises(Malformed):
        read_fight(text + ")", RULES)


@pytest.mark.parametrize(("old", "new"), [("'ear_hacked_off", "'tail_hacked_off"), ("move='observe", "move='moonwalk")])
def test_a_fight_of_things_that_the_rules_do_not_have_is_malformed(old: str, new: str) -> None:
    text = write_fight(at_blows().hit("head", 7, 9, 1).fight)
    assert old in text
    with pytest.raises(Malformed):
        read_fight(text.replace(old, new), RULES)
