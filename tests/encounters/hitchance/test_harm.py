"""Stunned, bleeding, downed, dead; injuries; fatigue and infection in the slots."""

from __future__ import annotations

from typing import Any

import pytest

from encounters.hitchance import harm
from encounters.hitchance.state import Shrinker, effects_of, hands_of, sound_hands
from tests.encounters.hitchance.stage import RULES, Stage, first_block, hurt, member, monster


def pair(**more: Any) -> Stage:
    """Ada, who suffers, Ben beside her, and a monster far away."""
    return first_block(member(name="Ada", **more), member((11, 10), name="Ben"), monster((35, 35)))


def suffer(stage: Stage, result: str, place: int = 0) -> Stage:
    bout = stage.bout()
    harm.suffer(bout, place, result, "Ghoul")
    stage.skirmish, stage.events = bout.frozen(), [*stage.events, *bout.events]
    return stage


def test_a_stunned_fighter_is_so_to_the_next_recovery_and_a_second_only_renews_it() -> None:
    """H18."""
    stage = suffer(pair(), "S")
    assert stage[0].stunned_until == 2
    assert suffer(stage, "S")[0].stunned_until == 2
    assert 0 not in stage.skirmish.asked


def test_bleeding_does_not_impair_and_several_run_together() -> None:
    """H19: the die is first rolled in the next round."""
    stage = suffer(suffer(pair(), "B"), "B")
    assert [(die.kind, die.size) for die in stage[0].dice] == [("bleeding", 8)] * 2
    assert 0 in stage.skirmish.asked
    stage.rest().roll(1, 1).roll(8, 2)
    assert [die.size for die in stage[0].dice] == [6, 6]


def test_when_bleeding_applies_one_is_downed() -> None:
    stage = suffer(pair(held="sword"), "B").rest().roll(1, 1).roll(1)
    assert (stage[0].lost, stage[0].prone, stage[0].held) == ("downed", True, ())
    assert [(die.kind, die.size, die.since) for die in stage[0].dice] == [("downed", 14, 2)]


def test_a_bleeding_starts_a_downed_die_only_for_the_next_round() -> None:
    """H27."""
    stage = suffer(pair(), "B").rest().roll(1, 1).roll(1)
    assert [one["kind"] for one in stage.told("tick")] == ["bleeding"]
    stage.rest().roll(1).roll(5)
    assert stage.last("tick")["kind"] == "downed"
    assert stage[0].dice[0].size == 12


def test_the_downed_drop_what_they_hold_and_go_on_bleeding() -> None:
    """H24."""
    stage = suffer(suffer(pair(held="sword"), "B"), "D")
    assert [(at, thing.key) for at, thing in stage.skirmish.lying] == [((10, 10), "sword")]
    assert [die.kind for die in stage[0].dice] == ["bleeding", "downed"]
    assert (stage[0].prone, stage[0].lost) == (True, "downed")
    assert stage.options(0) == []


@pytest.mark.parametrize("how", ["D", "bleeding"])
def test_a_second_downing_makes_the_downed_die_smaller(how: str) -> None:
    """H21, H22."""
    stage = suffer(pair(), "D")
    if how == "D":
        suffer(stage, "D")
        assert stage[0].dice[0].size == 12
    else:
        suffer(stage, "B").rest().roll(1).roll(1, 12)
        assert [(die.kind, die.size) for die in stage[0].dice] == [("downed", 10)]
    assert len(stage.told("downed")) == 1


def test_when_the_downed_die_applies_it_is_rolled_again_for_the_injury() -> None:
    """The printed example: SDIE14 shows 1, a d14 shows 5, loss of fingers."""
    stage = suffer(pair(), "D").rest().roll(1).roll(1, 5, 2, 1, 3)
    injury = stage.last("injury")
    assert stage.last("tick")["size"] == 14
    assert injury["dice"] == [[14, 5], [4, 2], [2, 1], [3, 3]]
    assert (injury["number"], injury["infection"], injury["limb"], injury["fingers"]) == (5, 2, "left_arm", 3)


def test_after_its_injury_one_stays_downed_and_gets_no_other() -> None:
    """H25: one injury for each downing."""
    stage = suffer(pair(), "D").rest().roll(1).roll(1, 14)
    assert (stage[0].lost, stage[0].dice) == ("downed", ())
    assert suffer(stage, "D")[0].dice == ()


def test_a_die_at_its_end_applies_without_a_roll_and_is_rolled_again_as_the_smallest() -> None:
    stage = suffer(pair(), "D").rest()
    stage.change(0, dice=(Shrinker("downed", 0, 1, 1),)).roll(1)
    assert stage.skirmish.step == "shrinking"
    stage.roll(2)
    assert stage.last("injury")["dice"][0] == [2, 2]
    assert stage.last("tick")["dice"] == []


def test_stabilising_rolls_twice_on_the_present_size_and_takes_the_higher() -> None:
    """H25: an action of an ally beside him."""
    stage = suffer(pair(), "D").rest().roll(1).roll(7)
    assert "stabilise 0" in stage.options(1)
    stage.say("1 stabilise 0", dice=[2, 11, 3])
    assert (stage.last("stabilised")["size"], stage.last("injury")["number"]) == (12, 11)
    assert (stage[0].dice, stage[0].lost, stage[0].fatigue_slots) == ((), "downed", 3)
    assert "stabilise" not in stage.verbs(1)


def test_the_dead_roll_no_injury() -> None:
    """H23."""
    stage = suffer(suffer(pair(held="sword"), "B"), "K")
    assert (stage[0].lost, stage[0].dice, stage[0].injuries, stage[0].held) == ("dead", (), (), ())
    assert suffer(stage, "D")[0].lost == "dead"


def test_one_may_execute_the_downed_beside_oneself() -> None:
    """H22: automatic, and a major action; a blow at him is an attack like others."""
    stage = first_block(member(held="sword"), monster(), monster((30, 10), name="Rat"))
    suffer(stage, "D", 1)
    assert {"execute 1", "attack 1 sword"} <= set(stage.options(0))
    stage.say("0 execute 1")
    assert (stage[1].lost, stage[0].majors) == ("dead", 0)
    assert "execute" not in stage.verbs(0)


def test_a_downing_blow_at_the_downed_makes_his_die_smaller() -> None:
    """H22."""
    stage = first_block(member(held="sword"), monster(), monster((30, 10), name="Rat"))
    suffer(stage, "D", 1).say("0 attack 1 sword", dice=[1])
    assert stage[1].dice[0].size == 12


def test_the_nameless_who_fall_are_just_out_of_the_fight() -> None:
    """H28."""
    stage = first_block(member(held="sword"), monster(nameless=True), monster((30, 10), name="Rat"))
    suffer(suffer(suffer(stage, "B", 1), "D", 1), "B", 1)
    assert (stage[1].lost, stage[1].dice) == ("downed", ())


def test_the_nameless_bleed_while_they_stand() -> None:
    """H28, H19."""
    stage = suffer(first_block(member(), monster(nameless=True)), "B", 1)
    assert [die.kind for die in stage[1].dice] == ["bleeding"]
    stage.rest().roll(1).roll(1)
    assert (stage[1].lost, stage[1].dice) == ("downed", ())


# --- injuries ---------------------------------------------------------------------------------------------------


def injured(number: int, *faces: int, **more: Any) -> Stage:
    stage = pair(capacity=20, **more)
    bout = stage.bout(*faces)
    harm.injure(bout, 0, number)
    stage.skirmish, stage.events = bout.frozen(), [*stage.events, *bout.events]
    return stage


@pytest.mark.parametrize(("face", "place"), [(1, "brain"), (2, "neck or spine"), (3, "heart"), (4, "heart")])
def test_the_first_injury_is_death_at_once(face: int, place: str) -> None:
    stage = injured(1, face)
    assert stage[0].lost == "dead"
    assert RULES.injuries.injuries[1].place[stage[0].injuries[0].place - 1] == place


def test_the_second_injury_is_death_when_its_die_applies_and_no_hand_helps() -> None:
    """H26."""
    stage = injured(2).change(0, lost="downed", lost_round=1)
    assert [(die.kind, die.size) for die in stage[0].dice] == [("dying", 6)]
    assert stage.verbs(1) & {"stabilise", "bandage"} == set()
    stage.rest().roll(1).roll(1)
    assert (stage[0].lost, stage.last("tick")["kind"]) == ("dead", "dying")


@pytest.mark.parametrize(("face", "limb"), [(1, "left_arm"), (2, "right_arm"), (3, "left_leg"), (4, "right_leg")])
def test_the_third_injury_takes_a_limb_for_good(face: int, limb: str) -> None:
    """H38, H37: the sixth place counts as the third."""
    stage = injured(3, 5, face, 6)
    injury = stage[0].injuries[0]
    assert (injury.infection, injury.limb, injury.place, harm.works_as(RULES, injury)) == (7, limb, 6, 3)
    assert hands_of(stage[0].changed(injuries=hurt(3, limb=limb)), RULES) == (1 if limb.endswith("arm") else 2)


@pytest.mark.parametrize(
    ("number", "faces", "infection", "fatigue"),
    [
        (4, (6, 2), 8, 2),
        (5, (4, 1, 3), 4, 0),
        (6, (3,), 3, 0),
        (7, (6, 1), 0, 6),
        (8, (2,), 0, 2),
        (9, (4,), 4, 0),
        (10, (1,), 0, 1),
        (11, (3,), 0, 3),
        (12, (), 1, 0),
        (13, (), 0, 1),
        (14, (), 0, 0),
    ],
)
def test_an_injury_fills_slots(number: int, faces: tuple[int, ...], infection: int, fatigue: int) -> None:
    stage = injured(number, *faces)
    assert (stage[0].infection_slots, stage[0].fatigue_slots, stage[0].lost) == (infection, fatigue, "")
    assert stage[0].space == 20 - infection - fatigue


@pytest.mark.parametrize(
    ("number", "kind", "for_good"),
    [
        (3, "limb_useless", True),
        (4, "no_majors_in_a_row", False),
        (5, "hand_weak", False),
        (6, "shots_step", True),
        (7, "limb_useless", False),
        (8, "initiative_step", False),
        (10, "moves_only", False),
        (12, "scar", True),
    ],
)
def test_an_injury_lasts_until_all_its_slots_are_cleared(number: int, kind: str, for_good: bool) -> None:
    for slots in ({"infection": 1}, {"fatigue": 1}):
        assert effects_of(member(injuries=hurt(number, **slots)), RULES, kind)
    assert bool(effects_of(member(injuries=hurt(number)), RULES, kind)) is for_good


def test_a_useless_arm_and_a_weak_hand_are_two_things() -> None:
    broken, fingers = hurt(7, fatigue=1, limb="left_arm"), hurt(5, infection=1, limb="right_arm")
    both = member(injuries=(*broken, *fingers))
    assert (hands_of(both, RULES), sound_hands(both, RULES)) == (1, 0)


# --- slots ------------------------------------------------------------------------------------------------------


def tired(slots: int, **more: Any) -> Stage:
    stage = pair(**more)
    bout = stage.bout()
    harm.gain_fatigue(bout, 0, slots)
    stage.skirmish, stage.events = bout.frozen(), [*stage.events, *bout.events]
    return stage


def test_everything_carried_fills_a_slot_as_fatigue_and_infection_do() -> None:
    """H36."""
    fighter = member(held="sword", readied="dagger", pack="rope rations", worn="helmet", fatigue=1, infection=2)
    assert (fighter.filled, fighter.space) == (8, 2)


def test_fatigue_that_does_not_fit_lays_one_low_until_enough_is_dropped() -> None:
    """H36."""
    stage = tired(4, held="sword", pack="rope " * 6)
    assert (stage[0].overloaded, stage[0].prone) == (True, True)
    assert stage.verbs(0) <= {"drop", "drop_pack", "stance", "done"}
    stage.say("0 drop sword")
    assert (stage[0].overloaded, stage[0].prone) == (False, True)
    assert "move" not in stage.verbs(0)
    stage.say("0 stand_up")
    assert stage[0].prone is False
    assert "move" in stage.verbs(0)


def test_fatigue_that_fits_does_nothing_more() -> None:
    """H36."""
    assert tired(4, held="sword", pack="rope " * 5)[0].prone is False


def test_an_inventory_full_of_fatigue_is_unconsciousness() -> None:
    """H36."""
    stage = tired(10, held="sword")
    assert (stage[0].lost, stage[0].held) == ("unconscious", ())
    assert stage.options(0) == []


def test_infection_fills_slots_and_lays_nobody_low() -> None:
    stage = pair(pack="rope " * 9)
    bout = stage.bout()
    harm.gain_infection(bout, 0, 3)
    stage.skirmish = bout.frozen()
    assert (stage[0].space, stage[0].filled, stage[0].prone) == (0, 12, False)


def test_one_may_come_too_tired_to_stand() -> None:
    """H36."""
    stage = Stage(member(pack="rope " * 8, fatigue=3), member((5, 5), name="Ben", fatigue=10), monster((30, 30)))
    assert (stage[0].overloaded, stage[0].prone, stage[1].lost) == (True, True, "unconscious")
