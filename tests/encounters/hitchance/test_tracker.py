"""What a tracker shows."""

from __future__ import annotations

from encounters.hitchance.rounds import Due, due
from encounters.hitchance.state import Shrinker, Thing
from encounters.hitchance.tracker import row_of
from tests.encounters.hitchance.stage import Stage, first_block, hurt, member, monster


def test_it_knows_what_must_be_rolled() -> None:
    begun = Stage(member(pack="rope " * 6), monster()).skirmish
    assert (begun.round, begun.step, begun.asked) == (1, "initiative", ())
    assert due(begun) == (Due("initiative", 6, fighter=0, needs=4),)


def test_it_knows_whose_block_it_is_and_who_may_still_act() -> None:
    stage = first_block(member(name="Ada"), member((10, 12), name="Ben"), monster()).say("0 move 10,11", "1 done")
    assert (stage.skirmish.step, stage.skirmish.asked, due(stage.skirmish)) == ("first", (0,), ())
    rows = [row_of(stage.skirmish, place) for place in range(3)]
    assert [row.may_act for row in rows] == [True, False, False]
    assert rows[0].actions == (1, 0, 3)


def test_a_row_says_how_somebody_is() -> None:
    """The printed way to write a Hit Chance: HC9-2."""
    ada = member(held="bow", worn="helmet mail jack", injuries=hurt(4, infection=3, fatigue=1))
    stage = first_block(ada, monster((30, 10))).say("0 attack 1 bow", dice=[12])
    worn = stage[0].worn
    dice = (Shrinker("bleeding", 8, 1, 1), Shrinker("downed", 0, 1, 2))
    damaged = Thing("helmet", 0, "damaged")
    stage.change(0, worn=(damaged, *worn[1:]), dice=dice, lost="downed", lost_round=1, prone=True)
    row = row_of(stage.skirmish, 0)
    assert (row.hit_chance, row.states) == ("HC9-2", ("downed", "prone"))
    assert row.dice == ("bleeding D8", "downed, at its end")
    assert row.injuries == ("Ruptured organ (3 INF, 1 FAT)",)
    assert (row.held, row.armour) == (("Bow, 3 to load",), ("Helmet, damaged", "Mail shirt", "Padded jack"))
    assert (row.space, row.filled, row.capacity) == (2, 8, 10)


def test_without_armour_the_base_stands_alone() -> None:
    stage = first_block(member(level=4), monster()).change(1, stunned_until=1, broken_since=1)
    ada, ghoul = row_of(stage.skirmish, 0), row_of(stage.skirmish, 1)
    assert (ada.hit_chance, ghoul.states) == ("HC6", ("stunned", "lost heart"))
