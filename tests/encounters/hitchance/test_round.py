"""The order of a round: initiative, shrinking dice, three blocks, recovery, morale."""

from __future__ import annotations

import pytest

from encounters.hitchance.engine import legal_orders, outcome
from encounters.hitchance.orders import Roll
from encounters.hitchance.rounds import Due, due, initiative_rolls
from tests.encounters.hitchance.stage import Stage, first_block, hurt, member, monster


def far(**more):
    return monster((35, 35), **more)


def test_a_round_begins_with_initiative_and_nothing_else() -> None:
    stage = Stage(member(), far())
    assert (stage.skirmish.round, stage.skirmish.step) == (1, "initiative")
    assert legal_orders(stage.skirmish) == (Roll(),)
    assert legal_orders(stage.skirmish, 0) != ()  # only how he means to meet blows
    assert stage.verbs(0) == {"stance"}


@pytest.mark.parametrize(("packed", "roll", "step"), [(4, 6, "first"), (5, 5, "first"), (5, 6, "monsters")])
def test_a_roll_within_the_space_acts_before_the_monsters(packed: int, roll: int, step: str) -> None:
    """H29: free slots, counted up to six."""
    stage = Stage(member(pack="rope " * packed), far()).roll(roll)
    assert stage.skirmish.step == step
    assert stage[0].space == 10 - packed
    assert stage.last("initiative")["space"] == min(6, 10 - packed)


def test_a_natural_one_always_passes() -> None:
    """H29."""
    full = member(pack="rope " * 10)
    assert Stage(full, far()).roll(1).skirmish.step == "first"
    assert Stage(full, far()).roll(2).skirmish.step == "monsters"
    assert due(Stage(full, far()).skirmish) == (Due("initiative", 6, fighter=0, needs=1),)


def test_the_blocks_follow_each_other() -> None:
    stage = Stage(
        member(name="Ada"), member((10, 12), name="Ben", pack="rope " * 6), far(name="G"), monster((30, 35), name="H")
    ).roll(3, 6)
    assert (stage.skirmish.step, stage.skirmish.asked) == ("first", (0,))
    stage.done()
    assert (stage.skirmish.step, stage.skirmish.asked) == ("monsters", (2, 3))
    stage.say("3 done")
    assert stage.skirmish.asked == (2,)
    stage.done()
    assert (stage.skirmish.step, stage.skirmish.asked) == ("last", (1,))
    stage.done()
    assert (stage.skirmish.round, stage.skirmish.step) == (2, "initiative")


def test_in_a_block_any_order_goes() -> None:
    """H31: and one may stop half-way and let another act."""
    stage = first_block(member(name="Ada"), member((10, 12), name="Ben"), far())
    stage.say("1 move 12,12", "0 move 12,10", "1 plain shout", "0 done", "1 done")
    assert stage.skirmish.step == "monsters"


@pytest.mark.parametrize(
    ("paces", "die"),
    [
        (("fast", "fast", "slow"), 8),
        (("slow", "slow", "normal"), 4),
        (("fast", "slow", "normal"), 6),
        (("fast", "normal"), 6),
    ],
)
def test_most_foes_slow_or_fast_change_the_die(paces: tuple[str, ...], die: int) -> None:
    """H30."""
    foes = [monster((30 + n, 30), name=f"M{n}", pace=pace) for n, pace in enumerate(paces)]
    assert initiative_rolls(Stage(member(), *foes).skirmish)[0].die == die


def test_a_cracked_skull_makes_the_die_larger_until_it_is_cleared() -> None:
    for injury, die in ((hurt(8, fatigue=1), 8), (hurt(8), 6)):
        assert initiative_rolls(Stage(member(injuries=injury), far()).skirmish)[0].die == die


def test_of_a_section_the_median_member_rolls_for_all() -> None:
    """H29: of two in the middle the one with less space."""
    cast = [member((5, y), name=f"M{y}", section="van", pack="rope " * y) for y in (1, 7, 5, 6)]
    stage = Stage(*cast, member((5, 9), name="Zoe"), far())
    first, second = initiative_rolls(stage.skirmish)
    assert (first.roller, first.for_whom, first.space) == (3, (0, 1, 2, 3), 4)
    assert second.for_whom == (4,)
    stage.roll(4, 6)
    assert stage.skirmish.asked == (0, 1, 2, 3, 4)


def test_who_cannot_act_rolls_no_initiative() -> None:
    stage = Stage(member(name="Ada"), member((10, 12), name="Ben"), far()).change(0, stunned_until=1)
    assert [one.roller for one in initiative_rolls(stage.skirmish)] == [1]


def test_shrinking_dice_are_rolled_after_initiative_and_before_anybody_acts() -> None:
    """H27: bleeding first, the oldest before the others, then downed, then dying."""
    stage = Stage(member(name="Ada"), member((10, 12), name="Ben"), far()).change(1, lost="downed", lost_round=1)
    stage.wounded(1, ("dying", 6), ("downed", 14), ("bleeding", 6), ("bleeding", 8)).roll(1)
    assert stage.skirmish.step == "shrinking"
    assert [(one.what_for, one.sides) for one in due(stage.skirmish)] == [
        ("bleeding", 6),
        ("bleeding", 8),
        ("downed", 14),
        ("dying", 6),
    ]
    stage.roll(2, 2, 2, 2)
    assert [event["becomes"] for event in stage.told("tick")] == [4, 6, 12, 4]
    assert stage.skirmish.step == "first"


def test_those_stunned_in_the_round_before_recover_in_step_six() -> None:
    """H18."""
    stage = Stage(member(name="Ada"), member((10, 12), name="Ben"), far()).change(0, stunned_until=2).roll(1).rest()
    assert stage.told("recovered") == []
    stage.roll(1)
    assert stage.skirmish.asked == (1,)
    stage.rest()
    assert stage.last("recovered")["round"] == 2
    assert stage.last("recovered")["step"] == "recovery"
    stage.roll(1, 1)
    assert stage.skirmish.asked == (0, 1)


def test_a_round_gives_actions_and_defences_anew() -> None:
    stage = first_block(member(level=3), far()).say("0 move 12,10").change(0, defences=0, frees=0).rest()
    ada = stage[0]
    assert (ada.majors, ada.minors, ada.frees, ada.defences, ada.squares) == (1, 1, 3, 3, 0)


def test_it_ends_when_a_side_has_nobody_left() -> None:
    stage = first_block(member(held="sword", level=5), monster())
    stage.change(1, facing="east").say("0 attack 1 sword", dice=[1])
    assert stage.skirmish.step == "over"
    result = outcome(stage.skirmish)
    assert result is not None
    assert (result.winner, result.reason, result.rounds) == ("members", "lost", 1)
    assert stage.last("result")["fighters"]["Ghoul"] == {"lost": "downed", "injuries": []}
    assert legal_orders(stage.skirmish) == legal_orders(stage.skirmish, 0) == []


def test_it_ends_after_the_last_round_agreed() -> None:
    stage = Stage(member(), far(), round_limit=2).roll(1).rest().roll(1).rest()
    assert outcome(stage.skirmish) == stage.skirmish.outcome
    assert stage.skirmish.outcome is not None
    assert (stage.skirmish.outcome.winner, stage.skirmish.outcome.reason) == (None, "round_limit")
