"""Shots: range, cover, footing and sight, the armour die, what goes through."""

from __future__ import annotations

from typing import Any

import pytest

from encounters.hitchance.attacks import blow_of, is_massed
from encounters.hitchance.state import Ground
from tests.encounters.hitchance.stage import Stage, first_block, hurt, member, monster


def shooter(held: str = "bow", away: int = 10, ground: Ground | None = None, **more: Any) -> Stage:
    one = member((0, 10), held=held, **more.pop("one", {}))
    return first_block(one, monster((away, 10), **more), ground=ground or Ground(90, 40))


def die_of(stage: Stage, weapon: str = "bow") -> int:
    return blow_of(stage.skirmish, 0, 1, weapon).die


@pytest.mark.parametrize(
    ("weapon", "away", "die"),
    [
        ("bow", 30, 12),
        ("bow", 31, 14),
        ("bow", 45, 14),
        ("arquebus", 60, 12),
        ("arquebus", 70, 14),
        ("pistol", 15, 12),
        ("pistol", 16, 14),
        ("dart", 9, 12),
        ("dart", 12, 14),
        ("meteor_hammer", 2, 12),
    ],
)
def test_up_to_effective_range_nothing_changes_and_up_to_long_the_die_is_larger(
    weapon: str, away: int, die: int
) -> None:
    """H6."""
    stage = shooter(weapon, away)
    assert f"attack 1 {weapon}" in stage.options(0)
    assert die_of(stage, weapon) == die


@pytest.mark.parametrize(
    ("weapon", "away"), [("bow", 46), ("arquebus", 71), ("dart", 13), ("meteor_hammer", 3), ("sling_rock", 31)]
)
def test_beyond_long_range_there_is_no_shot(weapon: str, away: int) -> None:
    """H6: and none beyond effective range where there is no long one."""
    assert "attack" not in shooter(weapon, away).verbs(0)


@pytest.mark.parametrize(("number", "massed"), [(12, False), (13, True)])
def test_both_ranges_are_twice_as_far_at_more_than_a_dozen_in_close_order(number: int, massed: bool) -> None:
    """H7."""
    crowd = [monster((60 + n % 4, 10 + n // 4), name=f"M{n}") for n in range(number)]
    stage = first_block(member((0, 10), held="bow"), *crowd, ground=Ground(90, 40))
    assert is_massed(stage.skirmish, 1) is massed
    assert ("attack 1 bow" in stage.options(0)) is massed
    assert die_of(stage) == (12 if massed else 14)


def test_a_crowd_that_stands_apart_is_not_massed() -> None:
    """H7."""
    crowd = [monster((60 + 2 * n, 10), name=f"M{n}") for n in range(14)]
    assert not is_massed(first_block(member((0, 10)), *crowd, ground=Ground(90, 40)).skirmish, 1)


@pytest.mark.parametrize(("cover", "roll", "hits"), [(1, 1, 0), (1, 2, 3), (2, 2, 0), (3, 3, 0), (3, 4, 3), (3, 9, 1)])
def test_cover_takes_the_lowest_rolls_of_shots(cover: int, roll: int, hits: int) -> None:
    """H33."""
    ground = Ground(90, 40, covered=(((10, 10), cover),))
    stage = shooter(ground=ground).say("0 attack 1 bow", dice=[roll])
    assert (stage.last("attack")["cover"], stage.last("attack")["category"]) == (cover, hits)


def test_cover_is_nothing_in_a_melee() -> None:
    """H33."""
    ground = Ground(40, 40, covered=(((11, 10), 3),))
    stage = first_block(member(held="sword"), monster(), ground=ground)
    assert blow_of(stage.skirmish, 0, 1, "sword").cover == 0


@pytest.mark.parametrize(("spot", "die"), [((0, 10), 14), ((10, 10), 14), ((5, 10), 12)])
def test_the_footing_of_both_counts_for_a_shot(spot: tuple[int, int], die: int) -> None:
    """H3, as printed: shooter or target."""
    assert die_of(shooter(ground=Ground(90, 40, unstable=frozenset([spot])))) == die


def test_an_obscured_target_and_a_lost_eye_make_the_die_larger() -> None:
    """H3."""
    dark = Ground(90, 40, obscured=frozenset([(10, 10)]))
    assert die_of(shooter(ground=dark)) == 14
    assert die_of(shooter(one={"injuries": hurt(6)})) == 14
    assert die_of(shooter(ground=dark, one={"injuries": hurt(6)})) == 16


def test_spent_defences_are_nothing_to_a_shot_and_nobody_strikes_back() -> None:
    """H16."""
    stage = first_block(member(held="bow"), monster(held="sword"))
    assert die_of(stage.change(1, defences=0)) == 12
    stage.say("0 attack 1 bow", dice=[12])
    assert len(stage.told("attack")) == 1


@pytest.mark.parametrize(
    ("face", "state"),
    [(1, "outsmarted"), (2, "outsmarted"), (3, "damaged"), (4, "damaged"), (5, "destroyed"), (6, "destroyed")],
)
def test_armour_that_takes_a_shot_rolls_its_die(face: int, state: str) -> None:
    """H11, H13."""
    stage = shooter(worn="mail", skills=("sundering",)).say("0 attack 1 bow", dice=[1, face])
    attack = stage.last("attack")
    assert (attack["piece"], attack["piece_state"], attack["result"]) == ("mail", state, "")
    assert attack["dice"] == [[12, 1], [6, face]]
    assert stage[1].pieces == ()


def test_armour_takes_a_shot_only_with_the_skill() -> None:
    """H12."""
    stage = shooter(worn="mail").say("0 attack 1 bow", dice=[8])
    assert (stage.last("attack")["result"], len(stage[1].pieces)) == ("S", 1)


def test_an_empty_weapon_does_not_shoot() -> None:
    stage = shooter().say("0 attack 1 bow", dice=[12])
    assert stage[0].held[0].chits == 3
    assert "attack" not in stage.verbs(0)


def test_a_javelin_is_thrown_or_is_an_improvised_spear() -> None:
    stage = shooter("javelin", away=2)
    assert {"attack 1 javelin", "attack 1 improvised_spear"} <= set(stage.options(0))
    assert die_of(stage, "improvised_spear") == 14


def test_a_meteor_hammer_is_a_dagger_at_close_range_also_when_it_hangs_slack() -> None:
    stage = shooter("meteor_hammer", away=1).say("0 attack 1 meteor_hammer", dice=[12]).rest().roll(1)
    stage.change(0, majors=1)
    assert "attack 1 dagger" in stage.options(0)
    assert "attack 1 meteor_hammer" not in stage.options(0)


@pytest.mark.parametrize("weapon", ["meteor_hammer", "chain_whip"])
def test_a_weapon_that_is_swung_needs_its_square_empty(weapon: str) -> None:
    stage = first_block(
        member((10, 10), held=weapon), member((10, 11), name="Ben"), monster((12, 10)), monster((30, 30), name="Rat")
    )
    assert f"attack 2 {weapon}" in stage.options(0)
    stage.change(1, at=(10, 10), lost="downed", lost_round=1)
    assert f"attack 2 {weapon}" not in stage.options(0)


def line(*behind: tuple[int, int]) -> Stage:
    row = [monster(at, name=f"M{n}") for n, at in enumerate(behind)]
    return first_block(member((0, 10), held="arquebus"), monster((10, 10)), *row, ground=Ground(90, 40))


def test_an_arquebus_shoots_on_at_the_next_person_behind() -> None:
    """H35: the same die, and no further."""
    stage = line((11, 10), (12, 10)).say("0 attack 1 arquebus", dice=[1, 2])
    first, second = stage.told("attack")
    assert (first["result"], second["target"], second["through"], second["die"]) == ("K", "M0", True, 12)
    assert stage[2].lost == "dead"
    assert stage[3].lost == ""


@pytest.mark.parametrize(
    ("behind", "roll", "attacks"), [((12, 10), 5, 2), ((13, 10), 5, 1), ((12, 11), 5, 1), ((11, 10), 9, 1)]
)
def test_it_takes_a_downing_hit_and_somebody_within_two_metres_in_line(
    behind: tuple[int, int], roll: int, attacks: int
) -> None:
    """H35."""
    stage = line(behind).say("0 attack 1 arquebus", dice=[roll, 12][:attacks])
    assert len(stage.told("attack")) == attacks


def test_a_hit_that_armour_takes_goes_no_further() -> None:
    """H35."""
    stage = first_block(
        member((0, 10), held="arquebus"),
        monster((10, 10), worn="mail", skills=("sundering",)),
        monster((11, 10), name="M"),
    )
    assert len(stage.say("0 attack 1 arquebus", dice=[1, 1]).told("attack")) == 1


def test_a_hand_without_fingers_shoots_nothing() -> None:
    weak = {"injuries": hurt(5, infection=1, limb="left_arm")}
    assert "attack 1 bow" not in shooter("bow", one=weak).options(0)
    assert "attack 1 pistol" in shooter("pistol", one=weak).options(0)
    healed = {"injuries": hurt(5, limb="left_arm", fingers=2)}
    assert "attack 1 bow" in shooter("bow", one=healed).options(0)
