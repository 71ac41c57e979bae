"""Dice thrown one after the other at a table, and a log that is played again."""

from __future__ import annotations

import pytest

from encounters.hitchance.errors import Illegal, Malformed
from encounters.hitchance.state import Ground, Thing
from encounters.hitchance.throwing import MOST_TOGETHER, Carried, Diverged, Short, Throw, coming, replayed, thrown
from mordheim.rules.dice import DiceError
from tests.encounters.hitchance.stage import RULES, Stage, first_block, member, monster


def fight() -> Stage:
    return first_block(
        member(held="sword", worn="mail", skills=("sundering",)),
        monster(held="axe", worn="helmet", skills=("sundering",), nameless=False),
    )


def test_every_die_that_is_wanted_is_named_until_all_have_fallen() -> None:
    now = fight().skirmish
    first, second = Throw(12, "Ada: attack die"), Throw(12, "Ghoul: attack die")
    assert thrown(now, "0 attack 1 sword", []) == Short((), first)
    assert thrown(now, "0 attack 1 sword", [3]) == Short((first,), second)
    done = thrown(now, "0 attack 1 sword", [3, 12])
    assert isinstance(done, Carried)
    assert done.throws == (first, second)


def test_faces_that_do_not_fit_and_those_left_over_are_refused() -> None:
    now = fight().skirmish
    for faces in ([13], [3, 12, 1]):
        with pytest.raises(DiceError):
            thrown(now, "0 attack 1 sword", faces)
    for line, wrong in (("0 fly", Malformed), ("1 done", Illegal), ("after rest", Illegal), ("after all", Malformed)):
        with pytest.raises(wrong):
            thrown(now, line, [])


def test_dice_that_fall_whatever_the_others_show_are_thrown_together() -> None:
    stage = fight()
    assert [one.sides for one in coming(stage.skirmish, "0 attack 1 sword")] == [12, 12]
    assert [one.what_for for one in coming(stage.skirmish, "0 attack 1 sword", [3])] == ["Ghoul: attack die"]
    shot = first_block(member(held="crossbow"), monster((20, 10), worn="helmet", skills=("sundering",)))
    assert [one.what_for for one in coming(shot.skirmish, "0 attack 1 crossbow")] == ["Ada: attack die"]
    assert [one.what_for for one in coming(shot.skirmish, "0 attack 1 crossbow", [2])] == ["Ghoul: armour die"]


@pytest.mark.parametrize("variant", ["shrink", "usage", "fixed"])
def test_a_die_that_is_thrown_until_it_shows_a_one_asks_for_no_more_than_can_be_thrown(variant: str) -> None:
    stage = Stage(
        member(worn="mail", held="sword"),
        monster(nameless=True),
        rules=RULES.reading(variant=variant),
        ground=Ground(20, 20),
    )
    stage.roll(1).change(1, facing="east").say("0 attack 1 sword", dice=[1])
    stage.change(0, worn=(Thing("mail", state="damaged"),))
    together = coming(stage.skirmish, "after mend 0 mail")
    assert 1 <= len(together) <= MOST_TOGETHER
    assert {one.what_for for one in together} == {f"mending {RULES.name_of('mail')}"}
    done = thrown(stage.skirmish, "after mend 0 mail", [1])
    assert isinstance(done, Carried)


def test_what_hangs_on_a_face_waits_for_it() -> None:
    """Of two who are downed the second die is certain only where the first does not apply."""
    stage = Stage(member(), member((1, 1), "Bert"), member((5, 5), "Cuno"), monster((30, 30)))
    stage.wounded(0, ("downed", 14)).wounded(1, ("downed", 12))
    for place in (0, 1):
        stage.change(place, lost="downed", prone=True)
    stage.roll(1)
    assert [one.what_for for one in coming(stage.skirmish, "roll")] == ["Ada: downed die"]
    assert [one.what_for for one in coming(stage.skirmish, "roll", [5])] == ["Bert: downed die"]


def test_a_log_is_played_again_and_one_that_does_not_fit_is_told() -> None:
    now = fight().skirmish
    log = [("0 attack 1 sword", [3, 12]), ("0 done", []), ("1 done", [])]
    after = replayed(now, log)
    assert after.version == now.version + 3
    for wrong in ([("0 attack 1 sword", [3])], [("1 done", [])], [("0 done", [4])]):
        with pytest.raises(Diverged):
            replayed(now, wrong)
