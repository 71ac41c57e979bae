"""A long game of many is told to its end, and comes out the same from its log."""

from __future__ import annotations

from campaigns.postbattle.log import Given, LogSession
from encounters.game import play
from tests.encounters.game.test_random_games import face, planned
from tests.encounters.game.whims import Careful
from tests.warbands.roster.cast import rulebook

WARBANDS, TURNS = 8, 10


def test_eight_warbands_and_ten_turns() -> None:
    plan = planned("treasure_hunt", WARBANDS, 1)
    session = LogSession([], Given(decider=Careful(1, turns=TURNS), roll="all"), face(1))
    game = play(plan, rulebook(), session)
    assert game.is_over
    assert game.run.number == TURNS
    assert sum("act" in entry for entry in session.log) >= 150
    again = play(plan, rulebook(), LogSession(session.log))
    assert again.told == game.told
    assert [turn.sentences for turn in again.run.turns] == [turn.sentences for turn in game.run.turns]
