"""What is left to do once a skirmish is over."""

from __future__ import annotations

import pytest

from encounters.hitchance.afterwards import Later, carry_out, offered, read_later, write_later
from encounters.hitchance.errors import Illegal, Malformed
from encounters.hitchance.state import Thing
from encounters.hitchance.telling import sentence
from mordheim.rules.dice import EnteredDice
from tests.encounters.hitchance.stage import RULES, Stage, first_block, member, monster


def over(**more: object) -> Stage:
    """Ada stands over the only monster, whom she has downed."""
    stage = first_block(member(held="sword"), member((2, 2), "Bert", **more), monster(nameless=False), dice=(1, 1))
    stage.change(2, strikes_back=False)
    return stage.say("0 attack 2 sword", dice=[1])


def verbs(stage: Stage) -> list[str]:
    return [write_later(one) for one in offered(stage.skirmish)]


def do(stage: Stage, line: str, *faces: int) -> list[str]:
    dice = EnteredDice(faces)
    stage.skirmish, events = carry_out(stage.skirmish, read_later(line), dice)
    dice.finish()
    return [sentence(event, RULES) for event in events]


def test_nothing_before_the_end() -> None:
    stage = first_block(member(), monster())
    assert verbs(stage) == []
    with pytest.raises(Illegal, match="not over"):
        do(stage, "after rest")


def test_while_a_die_runs_it_is_stopped_or_rolled_on_and_nobody_rests() -> None:
    stage = over()
    assert verbs(stage) == ["after stabilise 2", "after wait"]
    assert "As long as another round goes by." in do(stage, "after wait", 9)
    assert stage[2].dice[0].size == 12
    assert any("Ada stabilises Ghoul" in told for told in do(stage, "after stabilise 2", 11, 12))
    assert verbs(stage) == ["after rest"]
    do(stage, "after rest")
    assert verbs(stage) == [], "nobody rests for ever"


def test_rest_lets_the_downed_fight_again_and_practice_mends_outsmarted_armour() -> None:
    stage = over(worn="mail")
    stage.change(1, worn=(Thing("mail", state="outsmarted"),))
    do(stage, "after stabilise 2", 13, 13)
    assert do(stage, "after rest") == ["10 minutes of rest and practice go by. Ghoul can fight again."]
    assert stage[1].worn[0].state == "working"


def test_damaged_armour_is_mended_and_destroyed_armour_remade_for_its_price() -> None:
    stage = over(worn="mail helmet")
    stage.change(1, worn=(Thing("mail", state="damaged"), Thing("helmet", state="destroyed")))
    do(stage, "after stabilise 2", 14, 14)
    assert verbs(stage) == ["after rest", "after mend 1 mail", "after remake 1 helmet"]
    assert do(stage, "after mend 1 mail", 5, 1) == ["Bert mends the mail shirt in 20 minutes."]
    assert do(stage, "after remake 1 helmet", 3, 4) == ["Bert's helmet is remade for 7, of a value of 10."]
    assert [piece.state for piece in stage[1].worn] == ["working", "working"]


def test_one_who_bleeds_and_stands_is_tended_by_another_before_himself() -> None:
    stage = over().wounded(1, ("bleeding", 8))
    assert "after bandage 1" in verbs(stage)
    assert do(stage, "after bandage 1") == ["Ada bandages Bert."]


@pytest.mark.parametrize("later", [Later("rest"), Later("bandage", 12), Later("remake", 3, "mail")])
def test_a_line_reads_as_it_was_written(later: Later) -> None:
    assert read_later(write_later(later)) == later


def test_other_lines_are_none() -> None:
    for line in ("after", "after rest 1", "after mend 1", "after bandage 01", "rest"):
        with pytest.raises(Malformed):
            read_later(line)
