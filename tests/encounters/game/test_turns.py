"""Turn after turn: whose it is, what is asked as it begins, what lasts, who arrives."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaigns.postbattle.run import NeedsAction, NeedsRoll
from encounters.game import Options, play
from encounters.happenings.plain import Fee
from encounters.setup import Plan
from encounters.table import parties_of
from tests.encounters.game.stage import (
    DWARFS,
    END,
    ORCS,
    WITCHES,
    Script,
    exiles,
    hunters,
    leaves,
    mob,
    out,
    planned,
    played,
    round_of,
    said,
    three,
    two,
    whom,
)
from tests.warbands.roster.cast import rulebook, warrior

# A mob's animosity in a turn: its boyz, then its goblin.
CALM = (6, 6, 6, 6)


class TestTheOrderOfPlay:
    def test_everybody_has_his_turn_and_then_the_next_round_begins(self) -> None:
        game = played(planned(), *round_of(), END, dice=CALM * 2)
        assert [turn.step for turn in game.run.turns] == ["turn_1_0", "turn_1_1", "turn_1_2", "turn_2_0", "turn_2_1"]
        assert game.step == "turn_2_1"
        assert game.state.heading == "Turn 2: Karak Brynn Exiles"
        assert [one.name for one in game.state.earlier[:2]] == ["Da Snikkaz", "Hammer and Pyre"]

    def test_whoever_has_left_has_none(self) -> None:
        game = played(planned(), END, *[leaves(DWARFS, *one) for one in _dwarfs()], END, END, dice=CALM * 2)
        assert [turn.place for turn in game.run.turns] == [0, 1, 2, 0, 2]

    def test_the_page_says_how_long_the_game_lasts(self) -> None:
        plan = planned("occupy", two())
        assert played(plan, END, END, dice=CALM * 2).state.limit == "Turn 2 of 8"
        assert played(planned(), dice=CALM).state.limit == ""

    def test_and_what_is_due_with_the_reason(self) -> None:
        game = play(planned(), rulebook(), Script([], [], {}))
        assert isinstance(game.waiting, NeedsRoll)
        assert (game.state.now.told, game.state.now.die) == ("Random happening on a 1", "D6")
        assert game.state.now.why == "Something happens on a 1, once in a game."
        assert played(planned(), dice=CALM).state.now.acts[-2:] == ("end_turn", "end_game")

    def test_a_game_that_nobody_ends_is_over_some_time(self) -> None:
        class Idle(Script):
            def act(self, actions: object) -> None:
                return None

        game = play(planned(), rulebook(), Idle([], list(CALM) * 60, {}), options=Options(happenings=False))
        assert game.is_over
        assert game.run.number == 60
        assert "nobody has won yet" in said(game)


def _dwarfs() -> list[tuple[str]]:
    return [(one.name,) for one in three()[DWARFS].force.standing for _ in range(one.size)]


class TestRandomHappenings:
    def test_each_rolls_as_his_turn_begins_until_one_has_happened(self) -> None:
        game = played(planned(), END, END, happenings=True, dice=(6, *CALM, 1, 3, 3, 2, 3))
        assert game.run.had_happening
        assert [one.name for one in game.run.lasting] == ["Thick Fog"]
        assert isinstance(game.waiting, NeedsAction), "the third player rolls no die for it any more"

    def test_without_them_nobody_rolls(self) -> None:
        assert isinstance(played(planned(), dice=CALM).waiting, NeedsAction)

    def test_what_lasts_is_told_at_the_start_of_a_turn(self) -> None:
        """The fog of the first player is rolled anew in his next turn only."""
        game = played(planned(), *round_of(), happenings=True, dice=(1, 3, 3, 2, 3, *CALM, 4, 4, *CALM))
        assert game.state.lasting[0].how_long == "for the rest of the game"
        assert game.state.sentences[0] == 'Nobody sees further than 8".'

    def test_when_its_player_has_left_the_next_one_counts_on(self) -> None:
        acts = [out(ORCS, "Grubnash"), out(ORCS, "Da Ladz", 3), out(ORCS, "Snotti")]
        game = played(planned(), *acts, happenings=True, dice=(1, 3, 3, 2, 3, *CALM, 5, 5), all_of_it=False)
        assert game.run.lasting[0].by == DWARFS
        assert 'Nobody sees further than 10".' in game.state.sentences

    def test_whom_it_puts_out_of_action_has_fallen(self) -> None:
        """Sinkhole: a 1 swallows whoever stands there."""
        game = played(planned(), happenings=True, dice=(1, 5, 1, 1, 1, 6, 6, 6, 6))
        assert game.run.fallen(ORCS) == {"Grubnash": 1}
        assert game.state.warbands[0].rout.out == "1"

    def test_whoever_is_stuck_in_the_catacombs_counts_for_rout_only(self) -> None:
        """He keeps his feet, finds a helmet, and has no rope and hook."""
        game = played(planned(), happenings=True, dice=(1, 5, 6, 1, 1, 1, *CALM))
        assert game.run.out(ORCS) == {"Grubnash": 1}
        assert game.run.fallen(ORCS) == {}
        assert game.state.warbands[0].below[0].name == "Grubnash"
        assert game.state.warbands[0].rout.out == "1"

    def test_with_rope_and_hook_he_is_away_until_he_climbs_out(self) -> None:
        boss = warrior("orc_boss: rope_and_hook", name="Grubnash")
        climbers = replace(mob(), warriors=(boss, *mob().warriors[1:]))
        plan = planned(parties=parties_of((climbers, exiles(), hunters()), rulebook()))
        dice = (1, 5, 6, 1, 1, 1, 1, 1, 1, *CALM)
        away = played(plan, happenings=True, dice=dice)
        assert "Grubnash" not in away.run.standing(ORCS)
        assert away.state.warbands[0].rout.out == "0"
        back = played(plan, *round_of(), happenings=True, dice=(*dice, *CALM))
        assert "Grubnash" in back.run.standing(ORCS)

    def test_what_appears_is_on_the_table_with_its_wounds(self) -> None:
        game = played(planned(), happenings=True, dice=(1, 6, 2, 3, 1, *CALM))
        (thing,) = game.state.things
        assert (thing.block.name, thing.left, thing.wounds) == ("Flagellant", 3, (1, 1, 1))

    def test_a_hired_sword_of_a_happening_fights_for_his_warband(self) -> None:
        """Code 45 brings the pit fighter to whoever has the lowest rating."""
        plan = planned()
        game = played(plan, happenings=True, dice=(1, 4, 5, *CALM), all_of_it=False)
        lowest = min(plan.sides, key=lambda side: side.party.rating)
        assert [thing.fights_for for thing in game.state.things] == [lowest.name]
        assert isinstance(game.carried[0], Fee)


class TestLateComers:
    @pytest.fixture
    def plan(self) -> Plan:
        plan = planned("surprise_attack", two(), roles={ORCS: "attacker", DWARFS: "defender"})
        sides = [replace(side, late=("Borek", "The Kin") if side.party.place == DWARFS else ()) for side in plan.sides]
        return replace(plan, sides=tuple(sides))

    def test_nobody_arrives_in_the_first_turn(self, plan: Plan) -> None:
        game = played(plan, END, dice=CALM)
        assert game.run.standing(DWARFS) == {"Thrain": 1, "The Young": 2}
        assert game.state.warbands[1].late == ("Borek", "The Kin")

    def test_from_the_second_on_each_does_on_a_four(self, plan: Plan) -> None:
        game = played(plan, END, END, END, dice=(*CALM, *CALM, 4, 2, 3))
        assert game.state.warbands[1].late == ("The Kin",)

    def test_those_of_one_turn_come_from_one_edge(self, plan: Plan) -> None:
        one = played(plan, END, END, END, dice=(*CALM, *CALM, 4, 2, 2))
        assert "Borek arrives from the right edge, and may charge." in said(one)
        both = played(plan, END, END, END, dice=(*CALM, *CALM, 4, 6, 3))
        assert both.state.warbands[1].late == ()
        assert "Borek and The Kin arrive from the bottom edge, and may charge." in said(both)

    def test_the_players_may_say_that_one_is_there(self, plan: Plan) -> None:
        game = played(plan, whom("arrive", DWARFS, "Borek"), dice=CALM)
        assert "Borek" in game.run.standing(DWARFS)

    def test_whoever_never_came_has_missed_the_battle(self, plan: Plan) -> None:
        game = played(plan, "end_game", dice=CALM, outcome="drew")
        assert game.told
        assert game.told.sides[DWARFS].missed == ("Borek", "The Kin")

    def test_they_hold_out_though_everybody_else_is_down(self, plan: Plan) -> None:
        acts = [out(DWARFS, "Thrain"), out(DWARFS, "The Young", 2)]
        game = played(plan, *acts, dice=CALM)
        assert not game.is_over
        assert game.run.still_in == [ORCS, DWARFS]


def test_the_hunters_have_a_turn_of_their_own() -> None:
    assert played(planned(), END, END, dice=CALM).state.active == WITCHES
