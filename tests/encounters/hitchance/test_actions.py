"""What one may do in a block, and what it costs."""

from __future__ import annotations

import pytest

from encounters.hitchance.errors import Illegal
from encounters.hitchance.state import Ground
from tests.encounters.hitchance.stage import Stage, first_block, hurt, member, monster

FAR = monster((39, 39))


def alone(**more) -> Stage:
    return first_block(member(**more), FAR)


def test_a_turn_has_one_major_and_one_minor_action() -> None:
    """A minor action may take the place of the major one, not the other way round."""
    stage = alone(pack="rope lantern dagger").say("0 fetch rope", "0 fetch lantern")
    assert (stage[0].majors, stage[0].minors) == (0, 0)
    assert stage.verbs(0) & {"move", "fetch", "drop_pack"} == set()
    stage = alone(skills=("spells",)).say("0 plain cast_spell")
    assert "plain cast_spell" not in stage.options(0)
    assert "move" in stage.verbs(0)


def test_spells_are_cast_by_whoever_has_learnt_them() -> None:
    assert "plain cast_spell" not in alone().options(0)
    assert "plain shout" in alone().options(0)


def test_free_actions_are_a_reasonable_number() -> None:
    stage = alone(held="dagger").say("0 plain shout", "0 drop dagger", "0 turn north")
    assert stage[0].frees == 0
    assert stage.verbs(0) & {"turn", "drop"} == set()
    assert "plain shout" not in stage.options(0)
    assert (stage[0].majors, stage[0].minors) == (1, 1)


def test_a_minor_move_is_three_squares_of_a_metre_and_a_diagonal_is_one() -> None:
    """H32."""
    stage = alone()
    squares = {option.split()[1] for option in stage.options(0) if option.startswith("move")}
    assert len(squares) == 7 * 7 - 1
    assert "13,13" in squares
    assert "14,10" not in squares
    assert stage.say("0 move 13,13")[0].facing == "southeast"


def test_a_move_may_be_split_around_an_attack() -> None:
    """H31."""
    stage = first_block(member(held="sword"), monster((12, 10), facing="east"))
    stage.say("0 move 11,10", "0 attack 1 sword", dice=[10])
    assert (stage[0].squares, stage[0].minors, stage[0].majors) == (2, 0, 0)
    assert "move 9,10" in stage.options(0)
    assert "move 8,10" not in stage.options(0)
    stage.say("0 move 9,10")
    assert "move" not in stage.verbs(0)


def test_nobody_goes_through_those_who_stand_or_off_the_ground() -> None:
    wall = [member((1, y), name=f"M{y}") for y in range(3)]
    stage = first_block(member((0, 1)), *wall, monster((2, 1)), ground=Ground(3, 3))
    assert {one for one in stage.options(0) if one.startswith("move")} == {"move 0,0", "move 0,2"}


def test_one_may_walk_over_those_who_lie() -> None:
    stage = first_block(member((0, 0)), monster((1, 0)), monster((2, 0), name="Rat"), ground=Ground(3, 1))
    assert "move" not in stage.verbs(0)
    stage.change(1, lost="downed", lost_round=1, prone=True)
    assert "move 1,0" in stage.options(0)


@pytest.mark.parametrize(
    ("injury", "squares"),
    [
        (hurt(10, fatigue=1), 2),
        (hurt(10), 3),
        (hurt(7, fatigue=1, limb="left_leg"), 1),
        (hurt(7, fatigue=1, limb="left_arm"), 3),
        (hurt(3, limb="right_leg"), 1),
    ],
)
def test_an_injury_shortens_the_move(injury, squares: int) -> None:
    stage = alone(injuries=injury)
    assert len([one for one in stage.options(0) if one.startswith("move")]) == (2 * squares + 1) ** 2 - 1


def test_a_ruptured_organ_allows_no_major_action_in_two_rounds_running() -> None:
    stage = alone(skills=("spells",), injuries=hurt(4, infection=2)).say("0 plain cast_spell").rest().roll(1)
    assert "plain cast_spell" not in stage.options(0)
    assert "move" in stage.verbs(0)
    stage.say("0 move 11,10")
    assert "fetch" not in stage.verbs(0)
    stage.rest().roll(1)
    assert "plain cast_spell" in stage.options(0)


def test_fetching_takes_from_what_is_readied_the_pack_or_the_ground() -> None:
    stage = alone(readied="dagger", pack="rope").say("0 fetch dagger", "0 fetch rope")
    assert [thing.key for thing in stage[0].held] == ["dagger", "rope"]
    stage = alone(held="dagger rope").say("0 drop rope")
    assert stage.skirmish.lying[0][1].key == "rope"
    stage.say("0 fetch rope ground")
    assert (stage.skirmish.lying, len(stage[0].held)) == ((), 2)


def test_what_lies_about_needs_a_free_slot() -> None:
    """H36."""
    stage = alone(held="dagger", pack="rope " * 9).say("0 drop dagger")
    assert "fetch dagger ground" in stage.options(0)
    stage.change(0, infection=1)
    assert "fetch dagger ground" not in stage.options(0)


def test_one_helps_only_ones_own() -> None:
    stage = first_block(member(), monster(), monster((30, 30), name="Rat"))
    stage.wounded(1, ("bleeding", 8), ("downed", 14)).change(1, lost="downed", lost_round=1, prone=True)
    assert stage.verbs(0) & {"bandage", "stabilise"} == set()


def test_hands_are_two_and_a_great_weapon_takes_both() -> None:
    assert "fetch" not in alone(held="great_weapon", pack="dagger").verbs(0)
    assert "fetch" not in alone(held="dagger", pack="great_weapon").verbs(0)
    assert "fetch great_weapon" in alone(pack="great_weapon").options(0)
    assert "fetch great_weapon" not in alone(
        pack="great_weapon", injuries=hurt(5, infection=1, limb="left_arm")
    ).options(0)
    assert "fetch sword" in alone(pack="sword", injuries=hurt(3, limb="left_arm")).options(0)
    assert "fetch" not in alone(held="sword", pack="dagger", injuries=hurt(3, limb="left_arm")).verbs(0)


def test_a_dropped_pack_is_all_that_is_not_held_readied_or_worn() -> None:
    stage = alone(held="sword", readied="dagger", pack="rope rations", worn="helmet").say("0 drop_pack")
    assert [thing.key for _, thing in stage.skirmish.lying] == ["rope", "rations"]
    assert len(stage[0].things) == 3
    assert (stage[0].majors, stage[0].minors) == (1, 0)


def test_taking_off_a_piece_of_armour_is_a_major_action() -> None:
    stage = alone(worn="helmet mail").say("0 remove_armour mail")
    assert [thing.key for thing in stage[0].worn] == ["helmet"]
    assert [thing.key for thing in stage[0].pack] == ["mail"]
    assert "remove_armour" not in stage.verbs(0)


def test_a_bandage_stops_all_bleeding_of_oneself_or_a_neighbour() -> None:
    """H20."""
    stage = first_block(member(name="Ada"), member((11, 11), name="Ben"), member((20, 20), name="Cy"), FAR)
    for place in range(3):
        stage.wounded(place, ("bleeding", 8), ("bleeding", 6))
    assert [one for one in stage.options(0) if one.startswith("bandage")] == ["bandage 0", "bandage 1"]
    stage.say("0 bandage 1")
    assert stage[1].dice == ()
    assert stage.last("bandaged")["stopped"] == 2
    assert "bandage" not in stage.verbs(0)


def test_the_stunned_cannot_act_and_can_be_led() -> None:
    stage = first_block(member(name="Ada"), member((11, 10), name="Ben"), FAR).change(1, stunned_until=2)
    assert stage.skirmish.asked == (0,)
    with pytest.raises(Illegal, match="Ben is stunned"):
        stage.say("1 move 12,10")
    stage.say("0 lead 1 12,11")
    assert stage[1].at == (12, 11)
    assert "lead" not in stage.verbs(0)


RELOADS = {
    "dart": [1, 2, 3, 4],
    "meteor_hammer": [1, 2, 3, 4],
    "sling_bullet": [1, 2, 4, 5, 7, 8],
    "bow": [1, 3, 5, 7],
    "crossbow": [1, 4, 7],
    "pistol": [1, 6, 11],
    "arquebus": [1, 7, 13],
}


@pytest.mark.parametrize("weapon", RELOADS)
def test_how_often_a_weapon_shoots_at_best(weapon: str) -> None:
    """A shot lays as many chits on it as its reload number and each reload takes one off."""
    stage = Stage(member((10, 10), held=weapon), monster((12, 10)))
    shots: list[int] = []
    while len(shots) < len(RELOADS[weapon]):
        stage.say("roll", dice=[1])
        here = stage.skirmish.round
        while stage.skirmish.round == here and 0 in stage.skirmish.asked:
            _act(stage, weapon, shots)
        stage.rest()
    assert shots == RELOADS[weapon]


def _act(stage: Stage, weapon: str, shots: list[int]) -> None:
    options = stage.options(0)
    if f"attack 1 {weapon}" in options:
        shots.append(stage.skirmish.round)
        stage.say(f"0 attack 1 {weapon}", dice=[12])
        assert next(iter(stage[0].held)).chits == stage.skirmish.rules.ranged[weapon].reload
    elif f"reload {weapon}" in options:
        stage.say(f"0 reload {weapon}")
    else:
        stage.say("0 done")
