"""A long game is played again fast enough to be played again at every tap."""

from __future__ import annotations

import time
from typing import Any

from campaigns.postbattle.choices import Actions, Choice
from campaigns.postbattle.log import Given, LogSession
from encounters.game import Game, play
from encounters.game.playing import Playing
from encounters.setup import Plan
from tests.encounters.game.test_random_games import face, planned
from tests.encounters.game.whims import Whims
from tests.warbands.roster.cast import rulebook

# What a page may take of it, in seconds; three times that for a machine that does other things at the same time.
ALLOWED, PATIENCE = 0.05, 3
WARBANDS, TURNS = 8, 10


class Careful(Whims):
    """One act in each turn besides its end, and nobody falls before the last."""

    def act(self, actions: Actions) -> Choice | None:
        run: Playing = actions.run
        self.left += 1
        if run.number >= TURNS:
            return Choice(actions.step, "put_out", self._victim(run))
        if self.left % 2 == 0:
            return Choice(actions.step, "end_turn", None)
        could = [n for n, token in enumerate(run.tokens) if token.lies]
        if could:
            name = next(iter(run.standing(run.active or 0)))
            return Choice(actions.step, "pick_up", {"warband": run.active, "name": name, "counter": could[0]})
        held = [n for n, token in enumerate(run.tokens) if token.holder]
        return Choice(actions.step, "drop", {"counter": held[self.left % len(held)]})

    def _victim(self, run: Playing) -> dict[str, Any]:
        place = run.still_in[-1]
        name, count = next(iter(run.standing(place).items()))
        return {"warband": place, "name": name, "count": count}


def long_game(plan: Plan) -> tuple[Game, list[Any]]:
    session = LogSession([], Given(decider=Careful(1, most=0), roll="all"), face(1))
    return play(plan, rulebook(), session), session.log


def test_eight_warbands_and_ten_turns_take_no_more_than_thrice_fifty_milliseconds() -> None:
    plan = planned("treasure_hunt", WARBANDS, 1)
    game, log = long_game(plan)
    acts = sum("act" in entry for entry in log)
    assert game.run.number == TURNS
    assert acts >= 150
    spent = []
    for _ in range(5):
        begun = time.perf_counter()
        again = play(plan, rulebook(), LogSession(log))
        assert again.state.is_over
        spent.append(time.perf_counter() - begun)
    assert min(spent) < ALLOWED * PATIENCE, f"{min(spent) * 1000:.0f} ms for {acts} acts"
