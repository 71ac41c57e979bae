"""Non-players test morale when their side has lost its first, its leader, or half."""

from __future__ import annotations

import pytest

from encounters.hitchance.morale import sides_to_test
from encounters.hitchance.rounds import Due, due
from tests.encounters.hitchance.stage import Stage, first_block, member, monster


def horde(number: int = 5, leader: int = 4) -> Stage:
    foes = [monster((30, 2 * n), name=f"M{n}", leader=n == leader) for n in range(number)]
    return first_block(member(held="sword"), *foes)


def fallen(stage: Stage, *rounds: int) -> Stage:
    """The first monsters lost in those rounds."""
    for place, round_ in enumerate(rounds, 1):
        stage.change(place, lost="downed", lost_round=round_)
    return stage


@pytest.mark.parametrize(
    ("rounds", "now", "tests"),
    [
        ((), 1, False),
        ((1,), 1, True),
        ((1,), 2, False),
        ((1, 2), 2, False),
        ((1, 2, 2), 2, True),
        ((1, 2, 2, 3), 3, False),
        ((2, 2, 2), 2, True),
    ],
)
def test_when_a_side_tests(rounds: tuple[int, ...], now: int, tests: bool) -> None:
    """H34."""
    assert sides_to_test(fallen(horde(), *rounds).skirmish.fighters, now) == (("monsters",) if tests else ())


@pytest.mark.parametrize(("number", "tests"), [(4, ("monsters",)), (5, ())])
def test_half_is_enough(number: int, tests: tuple[str, ...]) -> None:
    """H34: two of four, not two of five."""
    stage = fallen(horde(number, leader=9), 1, 2)
    assert sides_to_test(stage.skirmish.fighters, 2) == tests


def test_the_loss_of_the_leader_is_a_cause_too() -> None:
    """H34."""
    for leader, tests in ((0, ("monsters",)), (4, ())):
        stage = horde(leader=leader).change(1, lost="dead", lost_round=3).change(2, lost="fled", lost_round=1)
        assert sides_to_test(stage.skirmish.fighters, 3) == tests


def test_players_never_test() -> None:
    """H34."""
    stage = first_block(member(), member((5, 5), name="Ben"), monster((30, 30)))
    assert sides_to_test(stage.change(0, lost="dead", lost_round=1).skirmish.fighters, 1) == ()
    stage = first_block(member(), member((5, 5), name="Ben", npc=True), monster((30, 30)))
    assert sides_to_test(stage.change(0, lost="dead", lost_round=1).skirmish.fighters, 1) == ("members",)


@pytest.mark.parametrize(("faces", "stands"), [((3, 4), True), ((4, 4), False), ((1, 1), True)])
def test_a_seven_stands(faces: tuple[int, int], stands: bool) -> None:
    """H34: tested in step 7 of the round."""
    stage = fallen(horde(), 1).rest()
    assert stage.skirmish.step == "morale"
    assert due(stage.skirmish) == (Due("morale", 6, 2, side="monsters", needs=7),)
    stage.roll(*faces)
    assert stage.last("morale")["stands"] is stands
    assert [one.broken_since for one in stage.skirmish.fighters] == [0, 0, *([0 if stands else 1] * 4)]


def test_those_who_lost_heart_attack_nobody_and_leave_a_round_later() -> None:
    """H34."""
    stage = fallen(horde(), 1).change(2, at=(11, 10)).rest().roll(6, 6).roll(1).done()
    assert stage.skirmish.step == "monsters"
    assert "attack" not in stage.verbs(2)
    assert {"move", "rally"} <= stage.verbs(2)
    stage.rest()
    assert [one.lost for one in stage.skirmish.fighters] == ["", "downed", "fled", "fled", "fled", "fled"]
    assert stage.skirmish.outcome is not None
    assert stage.skirmish.outcome.winner == "members"


@pytest.mark.parametrize(("faces", "broken"), [((3, 4), 0), ((4, 4), 1)])
def test_rallying_is_one_new_test(faces: tuple[int, int], broken: int) -> None:
    """H34: a major action."""
    stage = fallen(horde(), 1).rest().roll(6, 6).roll(1).done()
    stage.say("2 rally", dice=faces)
    assert (stage[2].majors, stage[3].broken_since) == (0, broken)
    assert "rally" not in stage.verbs(3)
    if not broken:
        stage.rest()
        assert stage.skirmish.round == 3
