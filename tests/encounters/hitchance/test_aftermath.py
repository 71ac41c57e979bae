"""What is printed of the time after a skirmish."""

from __future__ import annotations

import pytest

from encounters.hitchance.aftermath import cleared, jury_rig, practised, remake_price, rested
from encounters.hitchance.state import Shrinker, Thing
from mordheim.rules.dice import EnteredDice
from tests.encounters.hitchance.stage import RULES, hurt, member


def test_ten_minutes_of_rest_bring_the_downed_back() -> None:
    """H25: once no die runs any more."""
    downed = member(lost="downed", lost_round=2, prone=True)
    assert (rested(downed, RULES, 10).lost, rested(downed, RULES, 10).prone) == ("", False)
    assert rested(downed, RULES, 9).lost == "downed"
    assert rested(downed.changed(dice=(Shrinker("downed", 8, 1, 1),)), RULES, 10).lost == "downed"
    assert rested(member(lost="dead"), RULES, 10).lost == "dead"


def test_ten_minutes_of_practice_help_outsmarted_armour_only() -> None:
    worn = tuple(Thing("mail", 0, state) for state in ("outsmarted", "damaged", "destroyed"))
    fighter = member().changed(worn=worn)
    assert [piece.state for piece in practised(fighter, RULES, 10).worn] == ["working", "damaged", "destroyed"]
    assert practised(fighter, RULES, 5) == fighter


@pytest.mark.parametrize(("faces", "minutes"), [((1,), 10), ((12, 10, 1), 30), ((2, 2, 2, 2, 2, 2), 70)])
def test_damaged_armour_is_jury_rigged_in_ten_minutes_a_tick(faces: tuple[int, ...], minutes: int) -> None:
    dice = EnteredDice(faces)
    assert jury_rig(Thing("mail", 0, "damaged"), RULES, dice) == (Thing("mail"), minutes)
    dice.finish()


def test_nothing_else_is_jury_rigged() -> None:
    for state in ("working", "outsmarted", "destroyed"):
        piece = Thing("mail", 0, state)  # type: ignore[arg-type]
        assert jury_rig(piece, RULES, EnteredDice([])) == (piece, 0)


@pytest.mark.parametrize(("faces", "price"), [((1, 1), 10), ((8, 8), 80), ((3, 4), 35)])
def test_a_professional_remakes_for_two_eight_sided_dice_tenths_of_the_value(
    faces: tuple[int, int], price: int
) -> None:
    assert RULES.armour["mail"].value == 50
    assert remake_price(Thing("mail", 0, "destroyed"), RULES, EnteredDice(faces)) == price


def test_slots_of_an_injury_are_cleared_one_by_one() -> None:
    fighter = cleared(member(injuries=hurt(4, infection=3, fatigue=1)), 0, infection=2, fatigue=5)
    assert (fighter.infection_slots, fighter.fatigue_slots) == (1, 0)
