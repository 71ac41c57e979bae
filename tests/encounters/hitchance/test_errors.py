"""Three kinds of wrong orders, and none of them changes the skirmish."""

from __future__ import annotations

from typing import Any

import pytest

from encounters.hitchance.engine import apply, faults, legal_orders, start
from encounters.hitchance.errors import Illegal, Malformed, OutOfDate
from encounters.hitchance.notation import read_order, write_skirmish
from encounters.hitchance.orders import Attack, Move, Plain, Roll
from encounters.hitchance.state import Ground
from mordheim.rules.dice import DiceError, EnteredDice
from tests.encounters.hitchance.stage import OPEN, RULES, Stage, first_block, hurt, member, monster

NO_ORDERS = (
    *(
        "",
        "0",
        "roll 0",
        "0 roll",
        "move 1,2",
        "0 move 1",
        "0 move -1,2",
        "0 move 1,2 ",
        "0 Done",
        "-1 done",
        "00 done",
    ),
    *(
        "0 turn up",
        "0 attack 1",
        "0 attack x sword",
        "0 fetch",
        "0 fetch a ground ",
        "0 stance yes",
        "0 lead 1",
        "٣ done",
    ),
)


@pytest.mark.parametrize("text", NO_ORDERS)
def test_a_line_that_is_no_order_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        read_order(text)


def two() -> Stage:
    return first_block(member(held="sword"), monster(held="axe"))


@pytest.mark.parametrize(
    ("order", "version", "error"),
    [
        ("7 done", 0, Malformed),
        ("0 done", 1, Malformed),
        ("0 done", -1, OutOfDate),
        ("1 done", 0, Illegal),
        ("roll", 0, Illegal),
        ("0 move 11,10", 0, Illegal),
        ("0 move 30,30", 0, Illegal),
        ("0 attack 1 axe", 0, Illegal),
        ("0 attack 0 sword", 0, Illegal),
        ("0 attack 9 sword", 0, Illegal),
        ("0 reload bow", 0, Illegal),
        ("0 plain dance", 0, Illegal),
        ("0 stance yes yes", 0, Illegal),
        ("0 stance yes yes mail", 0, Illegal),
        ("0 rally", 0, Illegal),
        ("0 stand_up", 0, Illegal),
        ("0 bandage 0", 0, Illegal),
    ],
)
def test_a_wrong_order_leaves_the_skirmish_as_it_was(order: str, version: int, error: type[Exception]) -> None:
    stage = two()
    before, written = stage.skirmish, write_skirmish(stage.skirmish)
    with pytest.raises(error):
        apply(stage.skirmish, read_order(order), EnteredDice([]), version=before.version + version)
    assert write_skirmish(before) == written
    assert stage.say("0 done").skirmish.step == "monsters"


def test_the_present_version_is_taken() -> None:
    stage = two()
    after, _ = apply(stage.skirmish, read_order("0 done"), EnteredDice([]), version=stage.skirmish.version)
    assert after.version == stage.skirmish.version + 1


def test_dice_that_do_not_fit_change_nothing() -> None:
    stage = two()
    written = write_skirmish(stage.skirmish)
    for dice in ([], [13], [3]):
        with pytest.raises(DiceError):
            stage.say("0 attack 1 sword", dice=dice)
    assert write_skirmish(stage.skirmish) == written


@pytest.mark.parametrize(
    ("order", "told"),
    [
        (Attack(0, 1, "sword"), "Ada is not asked now"),
        (Move(1, (12, 10)), "Ghoul is not asked now"),
    ],
)
def test_before_initiative_nobody_may_act(order: Any, told: str) -> None:
    with pytest.raises(Illegal, match=told):
        apply(Stage(member(held="sword"), monster()).skirmish, order, EnteredDice([]))


def test_a_refusal_says_why() -> None:
    stage = two()
    for changes, told in (({"lost": "dead"}, "Ghoul is dead"), ({"stunned_until": 3}, "Ghoul is stunned")):
        with pytest.raises(Illegal, match=told):
            apply(two().change(1, **changes).skirmish, Plain(1, "shout"), EnteredDice([]))
    with pytest.raises(Illegal, match="Ada may not do that now"):
        stage.say("0 rally")


def test_nothing_is_ordered_in_a_fight_that_is_over() -> None:
    stage = first_block(member(held="sword"), monster(facing="east")).say("0 attack 1 sword", dice=[1])
    for order in (Roll(), Plain(0, "shout")):
        with pytest.raises(Illegal, match="over"):
            apply(stage.skirmish, order, EnteredDice([]))
    assert legal_orders(stage.skirmish) == []


@pytest.mark.parametrize(
    ("cast", "told"),
    [
        ((member(),), "no monsters"),
        ((monster(),), "no members"),
        ((member(), monster(fatigue=10)), "no monsters who can fight"),
        ((member(name="A"), monster(name="A")), "same name"),
        ((member((1, 1)), monster((1, 1))), "same square"),
        ((member((40, 1)), monster()), "off the ground"),
        ((member(held="halberd"), monster()), "halberd is no thing"),
        ((member(held="unarmed"), monster()), "unarmed is no thing"),
        ((member(worn="rope"), monster()), "rope is no armour"),
        ((member(worn="helmet jack mail plate"), monster()), "more than 3 pieces"),
        ((member(held="bow sword"), monster()), "more than he has hands"),
        ((member(held="sword sword", injuries=hurt(3, limb="left_arm")), monster()), "more than he has hands"),
        ((member(pack="rope " * 11), monster()), "carries more"),
        ((member(injuries=hurt(1)), monster()), "cannot fight with injury 1, Catastrophe"),
        ((member(injuries=hurt(2)), monster()), "cannot fight with injury 2, Dying"),
    ],
)
def test_a_skirmish_that_cannot_be_does_not_begin(cast: Any, told: str) -> None:
    with pytest.raises(Malformed, match=told):
        start(RULES, OPEN, cast)


def test_a_ground_that_cannot_be() -> None:
    for ground in (Ground(0, 5), Ground(5, 999), Ground(20, 20, covered=(((1, 1), 4),))):
        with pytest.raises(Malformed):
            start(RULES, ground, (member(), monster()))


def test_every_fault_is_found_with_him_who_has_it() -> None:
    ground = Ground(12, 9, covered=(((12, 0), 2),), obscured=frozenset({(3, 9)}))
    cast = (
        member((1, 1)),
        member((1, 1), "Ben", held="great_weapon sword", worn="helmet"),
        monster((20, 1), "Ada", pack="wings"),
        monster((5, 5), injuries=hurt(99)),
    )
    found = faults(RULES, ground, cast)
    assert [(one.place, one.told) for one in found] == [
        (None, "cover: 12,0 lies off the ground of 12 by 9 squares"),
        (None, "obscured: 3,9 lies off the ground of 12 by 9 squares"),
        (1, "Ada and Ben stand on the same square, 1,1"),
        (2, "two fighters have the same name, Ada"),
        (1, "Ben holds more than he has hands for"),
        (2, "Ada stands off the ground"),
        (2, "Ada: wings is no thing of this game"),
        (3, "Ghoul: there is no injury 99"),
    ]
    with pytest.raises(Malformed, match="cover: 12,0"):
        start(RULES, ground, cast)
    assert faults(RULES, Ground(12, 9), (member((1, 1)), monster((5, 5)))) == []
