"""Three kinds of wrong orders, and none of them changes the fight."""

from __future__ import annotations

import pytest

from encounters.pitfight.engine import apply, fallback, legal_orders
from encounters.pitfight.errors import Illegal, Malformed, OutOfDate
from encounters.pitfight.notation import read_order, write_order
from encounters.pitfight.orders import Aim, Face, Pick
from mordheim.rules.dice import DiceError, EnteredDice
from tests.encounters.pitfight.stage import Stage, at_blows, duel, who


def give(stage: Stage, *orders: str, version: int | None = None) -> None:
    apply(stage.fight, [read_order(order) for order in orders], EnteredDice([]), version=version)


NO_ORDERS = (
    *("", "0", "pick lunge", "0 pick", "0 pick Lunge", "0 pick lunge ", "x pick lunge", "-1 pick lunge"),
    *("0 place 1 2 3", "0 face six", "0 boost luck", "0 interrupt maybe", "0 recover 1", "00 go", "0 go\n"),
    *("0 strike 1 2", "0 aim he-ad", "٣ go"),
)


@pytest.mark.parametrize("text", NO_ORDERS)
def test_a_line_that_is_no_order_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        read_order(text)


def test_an_order_of_a_fighter_who_is_not_there_is_malformed() -> None:
    with pytest.raises(Malformed, match="no fighter 7"):
        give(duel(), "7 pick lunge")


def test_a_version_that_has_never_been_is_malformed() -> None:
    stage = duel()
    with pytest.raises(Malformed):
        give(stage, "0 pick lunge", version=stage.fight.version + 1)


def test_an_old_version_is_out_of_date() -> None:
    stage = duel()
    version = stage.fight.version
    stage.say("0 pick observe", "1 pick observe")
    with pytest.raises(OutOfDate, match="gone on"):
        give(stage, "0 pick observe", version=version)


def test_the_present_version_is_taken() -> None:
    stage = duel()
    give(stage, "0 pick lunge", version=stage.fight.version)


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        (["0 pick stampede"], "A may not do that now"),
        (["0 pick wing_beat"], "A may not do that now"),
        (["0 face 3"], "A may not do that now"),
        (["0 pick lunge", "0 pick observe"], "A has given his order already"),
        (["1 pick lunge", "0 pick lunge", "1 pick lunge"], "B has given his order already"),
    ],
)
def test_what_the_rules_do_not_allow_is_illegal(orders: list[str], told: str) -> None:
    with pytest.raises(Illegal, match=told):
        give(duel(), *orders)


def test_two_orders_one_after_the_other_are_illegal_too() -> None:
    stage = duel().say("0 pick lunge")
    with pytest.raises(Illegal, match="already"):
        give(stage, "0 pick observe")


def test_an_order_of_one_who_is_not_asked_is_illegal() -> None:
    with pytest.raises(Illegal, match="B is not asked now"):
        give(at_blows(), "1 strike 0")


def test_an_order_of_one_who_is_out_is_illegal() -> None:
    stage = Stage(who("empire", (0, 0), 0), who("empire", (0, -1), 3), who("orc", (5, 0), 0), who("orc", (0, 5), 0))
    stage.moved(a="observe", b="observe", c="observe", d="observe").hit("head", 12).rest()
    with pytest.raises(Illegal, match="B is taken out"):
        give(stage, "1 pick observe")


def test_nothing_is_ordered_in_a_fight_that_is_over() -> None:
    stage = at_blows().hit("head", 12).rest()
    assert stage.fight.step == "over"
    for orders in ((), ("0 pick observe",)):
        with pytest.raises(Illegal, match="over"):
            give(stage, *orders)
    assert legal_orders(stage.fight, 0) == ()


def test_dice_that_do_not_fit_change_nothing() -> None:
    stage = at_blows().say("0 strike 1")
    before = stage.fight
    for dice in ([], [21]):
        with pytest.raises(DiceError):
            stage.say("0 aim head", "1 aim groin", dice=dice)
    assert stage.fight is before
    stage.say("0 aim head", "1 aim groin", dice=[4])


def test_an_order_of_the_wrong_kind_for_the_question_is_illegal() -> None:
    stage = at_blows().say("0 strike 1")
    for order in (Face(0, 1), Pick(0, "observe"), Aim(0, "tail")):
        with pytest.raises(Illegal):
            apply(stage.fight, [order], EnteredDice([]))


def test_there_is_always_something_to_fall_back_on() -> None:
    """M9."""
    stage = at_blows()
    assert fallback(stage.fight, 0) == legal_orders(stage.fight, 0)[0]


def test_nobody_knows_which_location_an_absent_fighter_guards() -> None:
    """M9."""
    stage = at_blows().say("0 strike 1")
    drawn = [write_order(fallback(stage.fight, 1, face)) for face in range(8)]
    assert drawn[:2] == ["1 aim head", "1 aim body"]
    assert len(set(drawn)) == len(stage.options(1))
