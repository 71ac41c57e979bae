"""A phase after the set-up is played by the same service: from its own log, one act after another, and back."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from campaigns.dice_selectors import dice_of
from campaigns.postbattle.choices import Actions
from campaigns.postbattle.choices import Choice as Done
from campaigns.postbattle.run import NeedsRoll, Waiting
from encounters.models import Phase
from encounters.phases import PHASES
from encounters.services import tables
from encounters.setup.plan import Plan
from encounters.setup.run import step_of
from encounters.table_selectors import played
from tests.campaigns import acts as fights
from tests.encounters.web import table_acts as acts
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook

pytestmark = pytest.mark.django_db


@dataclass
class Bouts:
    """As many D6 as the players like, each a bout of its own."""

    plan: Plan
    faces: list[int]
    waiting: Waiting | None = None

    @property
    def is_over(self) -> bool:
        return self.waiting is None

    @property
    def step(self) -> str:
        return step_of(self.waiting) if self.waiting else "over"


def play_bouts(at, session) -> Bouts:
    assert at.plan is not None
    run = Bouts(at.plan, [])
    try:
        for number in range(1, 100):
            session.begin(f"bout_{number}")
            if session.act(Actions(f"bout_{number}", ("strike",))) is None:
                return run
            rolled = session.throw(NeedsRoll(f"bout_{number}", None, "D6", 6, 1, f"Bout {number}"))
            run.faces += rolled.faces
    except Waiting as waiting:
        run.waiting = waiting
    return run


@pytest.fixture
def table(battle, monkeypatch):
    monkeypatch.setitem(PHASES, Phase.GAME, play_bouts)
    return acts.close(acts.set_table(battle))


def strike(table, number: int):
    acts.go_on(table, choice=Done(f"bout_{number}", "strike", None))
    return acts.roll(table)


def test_it_goes_on_from_its_own_log(table, battle):
    plan = acts.plan_of(table)
    strike(table, 1)
    taken = strike(table, 2)
    assert taken.played.run.plan == plan
    assert len(taken.played.run.faces) == 2
    now = acts.fresh(table)
    assert (len(now.game_log), len(now.game_acts)) == (4, 4)
    again = played(now, list(battle.sides.order_by("place")), current_rulebook(), Phase.GAME)
    assert again.run.faces == taken.played.run.faces


def test_its_dice_are_of_the_seed_and_stand_in_the_record(table, battle):
    strike(table, 1)
    roll = acts.rolls(table)[-1]
    assert (roll.phase, roll.label, roll.first_die) == ("game", "table/bout_1", 1)
    fights.call_off(battle)
    assert dice_of(fights.fresh(battle)).agrees


def test_act_by_act_it_is_taken_back_to_the_set_up(table, owner):
    strike(table, 1)
    for _ in range(2):
        tables.take_back(table, by=owner)
        assert acts.fresh(table).phase == Phase.GAME
    tables.take_back(table, by=owner)
    assert acts.fresh(table).phase == Phase.SET_UP
    assert acts.plan_of(table)


def test_the_set_up_is_not_begun_anew_once_something_has_happened(table, owner):
    acts.go_on(table, choice=Done("bout_1", "strike", None))
    with pytest.raises(Refused, match="game has begun"):
        tables.start_over(table, by=owner)


def test_what_is_not_to_be_done_is_refused(table):
    with pytest.raises(Refused):
        acts.go_on(table, choice=Done("bout_1", "dance", None))
    with pytest.raises(Refused, match="Nothing asks"):
        acts.roll(table)


def test_without_such_a_phase_a_closed_table_only_stands(battle, monkeypatch):
    monkeypatch.delitem(PHASES, Phase.GAME)
    table = acts.close(acts.set_table(battle))
    with pytest.raises(Refused, match="stands as it is"):
        acts.roll(table)
