"""Seeded, entered and recorded dice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordheim.rules.dice import DiceError, EnteredDice, RecordedDice, SeededDice

# random.Random(1) with 1 + int(6 * random()): the same on every machine, for ever.
FIRST_HUNDRED = "1652334511635135266114632312332223216442661255635524664412532455334543311564324654624643246155655443"


def test_a_seed_gives_the_same_hundred_dice_for_ever():
    dice = SeededDice(1)
    assert "".join(str(dice.roll(6, "anything")) for _ in range(100)) == FIRST_HUNDRED


@given(st.integers(), st.lists(st.sampled_from([2, 3, 6, 10, 12, 20]), max_size=50))
def test_a_seeded_die_shows_its_faces_and_the_same_ones_again(seed, sides):
    first, second = SeededDice(seed), SeededDice(seed)
    faces = [first.roll(n, "") for n in sides]
    assert all(1 <= face <= n for face, n in zip(faces, sides, strict=True))
    assert [second.roll(n, "") for n in sides] == faces


def test_unseeded_dice_show_every_face():
    dice = SeededDice()
    assert {dice.roll(6, "") for _ in range(1000)} == {1, 2, 3, 4, 5, 6}


@given(st.lists(st.integers(1, 6)))
def test_entered_dice_are_used_in_their_order(faces):
    dice = EnteredDice(faces)
    assert [dice.roll(6, "") for _ in faces] == faces
    dice.finish()


@pytest.mark.parametrize(("face", "sides"), [(0, 6), (7, 6), (4, 3), (-1, 6)])
def test_a_face_that_does_not_fit_names_its_roll(face, sides):
    with pytest.raises(DiceError, match=f"{face} is no face of a D{sides}: the injury of Grub"):
        EnteredDice([face]).roll(sides, "the injury of Grub")


def test_a_missing_die_names_its_roll():
    dice = EnteredDice([3])
    dice.roll(6, "one")
    with pytest.raises(DiceError, match="missing: the other"):
        dice.roll(6, "the other")


@pytest.mark.parametrize(("left", "told"), [([1], "1 more die was"), ([1, 2], "2 more dice were")])
def test_dice_that_nobody_rolled_are_an_error(left, told):
    with pytest.raises(DiceError, match=told):
        EnteredDice(left).finish()


def test_a_record_tells_what_was_rolled_for_what():
    dice = RecordedDice(EnteredDice([2, 5, 3, 6, 1, 4]))
    assert [dice.d3("a"), dice.d6("b"), dice.two_d6("c"), dice.d66("d")] == [2, 5, 9, 14]
    assert [roll.as_json() for roll in dice.rolls] == [
        {"for": "a", "die": "D3", "faces": [2], "total": 2, "source": "table"},
        {"for": "b", "die": "D6", "faces": [5], "total": 5, "source": "table"},
        {"for": "c", "die": "2D6", "faces": [3, 6], "total": 9, "source": "table"},
        {"for": "d", "die": "D66", "faces": [1, 4], "total": 14, "source": "table"},
    ]


def test_a_d66_is_two_d6_tens_first_and_even():
    dice = RecordedDice(SeededDice(7))
    totals = [dice.d66("") for _ in range(7200)]
    counts = {total: totals.count(total) for total in set(totals)}
    assert set(counts) == {tens * 10 + units for tens in range(1, 7) for units in range(1, 7)}
    assert min(counts.values()) > 140
    assert max(counts.values()) < 260
    assert dice.rolls[0].source == "app"


def test_recorded_dice_are_finished_when_every_face_entered_was_rolled():
    dice = RecordedDice(EnteredDice([3, 4]))
    dice.d6("the first")
    with pytest.raises(DiceError, match="1 more die was entered than were rolled"):
        dice.finished()
    dice.d6("the second")
    assert [roll.total for roll in dice.finished()] == [3, 4]
