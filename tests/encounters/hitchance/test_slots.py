"""What the table says in a fight and after it: slots that it fills or clears (H36), magic that saves (H26)."""

from __future__ import annotations

import pytest

from encounters.hitchance.errors import Illegal, Malformed
from encounters.hitchance.offering import offered_later, slots_of
from encounters.hitchance.slots import Save, Saying, Slot, is_slot, offered, read_slot, write_slot
from encounters.hitchance.state import OVER, SHRINKING
from encounters.hitchance.telling import sentence
from encounters.hitchance.throwing import carry_out
from mordheim.rules.dice import EnteredDice
from tests.encounters.hitchance.stage import RULES, Stage, first_block, hurt, member, monster


def lines(stage: Stage, place: int = 0) -> list[str]:
    return [write_slot(one) for one in offered(stage.skirmish, place)]


def do(stage: Stage, line: str) -> list[str]:
    stage.skirmish, events = carry_out(stage.skirmish, line, EnteredDice(()))
    return [sentence(event, RULES) for event in events]


def test_a_slot_more_is_one_that_nothing_is_carried_in() -> None:
    stage = first_block(member(pack="rope"), monster())
    assert lines(stage) == ["0 fill fatigue", "0 fill infection"]
    assert do(stage, "0 fill infection") == ["Ada gains 1 infection."]
    assert (stage[0].filled, stage[0].infection) == (2, 1)
    assert do(stage, "0 clear infection") == ["A slot of infection clears for Ada."]
    assert stage[0].filled == 1


def test_fatigue_lays_low_and_what_clears_lets_him_rise() -> None:
    stage = first_block(member(pack="rope " * 10), monster())
    assert do(stage, "0 fill fatigue") == ["Ada gains 1 fatigue.", "Ada sinks down under 11 of 10."]
    assert (stage[0].overloaded, stage[0].prone) == (True, True)
    do(stage, "0 clear fatigue")
    assert (stage[0].overloaded, stage[0].prone) == (False, True)
    assert "stand_up" in stage.verbs(0)


def test_whoever_faints_of_it_acts_no_more_and_the_fight_goes_on_or_ends() -> None:
    alone = first_block(member(fatigue=9), monster())
    assert do(alone, "0 fill fatigue") == [
        "Ada gains 1 fatigue.",
        "Ada faints from fatigue.",
        "The monsters win after 1 round.",
    ]
    assert (alone[0].lost, alone.skirmish.step) == ("unconscious", OVER)
    two = first_block(member(fatigue=9), member((2, 2), "Bert"), monster(), dice=(1, 1))
    do(two, "0 fill fatigue")
    assert two.skirmish.asked == (1,)


def test_an_injury_stops_to_trouble_when_its_last_slot_clears() -> None:
    stage = first_block(member(injuries=hurt(4, infection=1, fatigue=1)), monster())
    assert lines(stage)[2:] == ["0 clear fatigue 0", "0 clear infection 0"]
    assert do(stage, "0 clear fatigue 0") == ["A slot of fatigue of ruptured organ clears for Ada."]
    do(stage, "0 clear infection 0")
    assert lines(stage) == ["0 fill fatigue", "0 fill infection"]


def test_slots_clear_after_the_fight_too_and_between_dice() -> None:
    over = first_block(member(held="sword", fatigue=1), monster()).change(1, strikes_back=False)
    over.say("0 attack 1 sword", dice=[1])
    assert over.skirmish.step == OVER
    do(over, "0 clear fatigue")
    assert (over[0].fatigue, over.skirmish.step) == (0, OVER)
    waiting = Stage(member(fatigue=1), monster())
    do(waiting, "0 clear fatigue")
    assert waiting.roll(1).skirmish.asked == (0,), "the dice of initiative are still due"


def test_no_more_slots_than_he_has_and_none_of_the_dead() -> None:
    stage = first_block(member(fatigue=2, infection=10), member((2, 2), "Bert"), monster(), dice=(1, 1))
    assert lines(stage) == ["0 fill fatigue", "0 clear fatigue", "0 clear infection"]
    stage.change(1, lost="dead")
    assert lines(stage, 1) == []
    with pytest.raises(Illegal):
        do(stage, "1 fill fatigue")
    with pytest.raises(Illegal):
        do(stage, "0 clear fatigue 3")
    with pytest.raises(Malformed):
        do(stage, "7 fill fatigue")


@pytest.mark.parametrize("slot", [Slot("fill", 0, "fatigue"), Slot("clear", 12, "infection", 3), Save(7)])
def test_a_line_reads_as_it_was_written(slot: Saying) -> None:
    assert is_slot(write_slot(slot))
    assert read_slot(write_slot(slot)) == slot


@pytest.mark.parametrize(
    "line", ["0 fill mead", "0 fill", "00 fill fatigue", "0 clear fatigue x", "0 drop sword", "0 save 1"]
)
def test_other_lines_are_none(line: str) -> None:
    assert not is_slot(line)
    with pytest.raises(Malformed):
        read_slot(line)


def dying() -> Stage:
    """Ada lies with a die that is rolled in the next round, and Bert stands by her."""
    stage = first_block(member(), member((9, 9), "Bert"), monster((20, 20)), dice=(1, 1))
    stage.change(0, lost="downed", lost_round=1, prone=True, injuries=(*hurt(6, infection=1), *hurt(2)))
    return stage.wounded(0, ("dying", 6))


def test_magic_ends_a_dying_die_when_the_table_says_so_and_nothing_else_does() -> None:
    """H26."""
    stage = dying()
    assert lines(stage)[0] == "0 save"
    assert not any(line.endswith("save") for line in lines(stage, 1))
    assert do(stage, "0 save") == ["Magic saves Ada: the dying die ends."]
    assert (stage[0].dice, stage[0].lost, [one.number for one in stage[0].injuries]) == ((), "downed", [6])
    with pytest.raises(Illegal, match="not dying"):
        do(stage, "0 save")


def test_magic_saves_him_who_is_dying_while_his_die_is_due_and_after_the_fight() -> None:
    """H26."""
    stage = Stage(member(), member((9, 9), "Bert"), monster((20, 20)))
    stage.wounded(0, ("dying", 6)).change(0, lost="downed").roll(1)
    assert stage.skirmish.step == SHRINKING
    do(stage, "0 save")
    assert stage.skirmish.asked == (1,), "nothing is due any more"
    over = dying().change(2, lost="fled")
    do(over, "1 fill fatigue")
    assert over.skirmish.step == OVER
    assert [act.line for act in offered_later(over.skirmish)] == ["0 save", "after wait"]
    assert [act.told != "" for act in slots_of(over.skirmish, 0)][:2] == [True, False]
    do(over, "0 save")
    assert [act.line for act in offered_later(over.skirmish)] == ["after rest"]
