"""Moves hex by hex, walls, push-offs, the extra hex."""

from __future__ import annotations

import pytest

from encounters.pitfight.errors import Illegal
from tests.encounters.pitfight.stage import RULES, Stage, who


def push(one: str = "orc", other: str = "orc", *, move: str = "shove", facing: int = 0, **levels: int) -> Stage:
    """A is about to enter B's hex; B, who faces away, has picked Observe and will not interrupt."""
    stage = Stage(who(one, (0, 0), 0, **levels), who(other, (0, -1), facing))
    return stage.change(0, move="barge" if one == "orc" else "observe").picked(a=move, b="observe")


def hexes(stage: Stage) -> list[tuple[int, int]]:
    return [one.hex for one in stage.fight.fighters]


class TestMoves:
    @pytest.mark.parametrize(
        ("scroll", "facing", "move", "to"),
        [
            ("empire", 0, "circle_left", (-1, -1)),
            ("empire", 2, "circle_left", (2, -1)),
            ("chaos", 3, "back_step", (0, -1)),
            ("undead", 0, "flank_right", (1, -2)),
            ("undead", 4, "flank_right", (-2, 1)),
        ],
    )
    def test_a_path_goes_by_the_facing_at_its_start(self, scroll, facing, move, to) -> None:
        stage = Stage(who(scroll, (0, 0), facing), who("orc", (0, 6), 0)).moved(a=move, b="observe")
        assert stage[0].hex == to

    def test_the_end_facing_is_one_of_the_moves(self) -> None:
        """M6."""
        stage = Stage(who("empire", (0, 0), 5), who("orc", (0, 6), 0)).picked(a="pass_left", b="observe")
        stage.say("1 interrupt no")
        assert stage.options(0) == ["face 5", "face 0"]
        assert stage.say("0 face 0")[0].facing == 0

    def test_a_red_facing_makes_it_a_mighty_blow(self) -> None:
        """L6."""
        stage = Stage(who("orc", (0, 0), 0), who("orc", (0, 6), 0)).picked(a="barge", b="observe").say("1 interrupt no")
        assert stage.say("0 face 0")[0].mighty
        stage = Stage(who("orc", (0, 0), 0), who("orc", (0, 6), 0)).picked(a="barge", b="observe").say("1 interrupt no")
        assert not stage.say("0 face 1")[0].mighty


class TestWalls:
    def test_a_wall_stops_a_move_in_the_last_hex(self) -> None:
        """P2."""
        stage = (
            Stage(who("orc", (0, -5), 0), who("orc", (0, 6), 0)).picked(a="barge", b="observe").say("1 interrupt no")
        )
        assert stage[0].hex == (0, -6)
        assert stage.options(0) == ["face 5", "face 1"]
        stage.say("0 face 1")
        assert stage.last("move")["ended"] == "wall"
        assert not stage[0].mighty

    def test_a_move_of_red_facings_keeps_its_facing_at_the_wall(self) -> None:
        """P2."""
        stage = Stage(who("empire", (0, -6), 0), who("orc", (0, 6), 0)).moved(a="lunge", b="observe")
        assert (stage[0].hex, stage[0].facing, stage[0].mighty) == ((0, -6), 0, False)
        assert stage.told("move")[0]["ended"] == "wall"


class TestPushOffs:
    def test_the_mover_wins_and_the_other_is_forced_out_straight_away(self) -> None:
        """5.3, P3, P4, P10: the worked example."""
        stage = push().say("1 interrupt no", dice=[12, 11])
        assert hexes(stage) == [(0, -1), (0, -2)]
        told = stage.last("push_off")
        assert (told["faces"], told["strength"], told["totals"], told["winner"]) == ([12, 11], [30, 30], [42, 41], "A")
        assert stage[0].facing == 0

    def test_the_mover_loses_and_is_back_in_his_last_hex(self) -> None:
        """5.3, P6: the worked example; he is not halved."""
        stage = push().say("1 interrupt no", dice=[11, 12])
        assert hexes(stage) == [(0, 0), (0, -1)]
        assert stage.last("push_off")["winner"] == "B"
        assert (stage[0].done, stage[0].halved) == (True, False)

    def test_ones_and_twenties_are_mere_numbers(self) -> None:
        """P3."""
        assert hexes(push(s=50).say("1 interrupt no", dice=[1, 20])) == [(0, -1), (0, -2)]

    def test_a_tie_is_rolled_again(self) -> None:
        """P3."""
        stage = push().say("1 interrupt no", dice=[8, 8, 3, 2])
        assert [one["winner"] for one in stage.told("push_off")] == [None, "A"]

    def test_iron_weight_adds_two(self) -> None:
        stage = push("chaos", move="tread").say("1 interrupt no", dice=[10, 11])
        assert stage.last("push_off")["totals"] == [42, 41]

    @pytest.mark.parametrize("blocker", ["wall", "fighter"])
    def test_a_loser_who_cannot_give_way_stays_and_is_halved(self, blocker: str) -> None:
        """P5, P7, P8, P9, P13."""
        cast = [who("orc", (0, -5), 0), who("orc", (0, -6), 0, ws=31)]
        if blocker == "fighter":
            cast = [who("orc", (0, 0), 0), who("orc", (0, -1), 0, ws=31), who("orc", (0, -2), 0)]
        stage = Stage(*cast)
        stage.picked(**{name: "shove" if name == "a" else "observe" for name in "abc"[: len(cast)]})
        while len(stage.fight.asked) == 1 and stage.fight.asked != (1,):
            stage.say(stage.quiet_order())
        before = hexes(stage)
        stage.say("1 interrupt no", dice=[20, 1])
        assert hexes(stage) == before
        assert [stage[1].level(which) for which in range(3)] == [16, 15, 15]
        assert (stage[1].initiative, stage[1].wounds) == (15, 10)
        assert (stage[1].halved, stage[1].lost, stage[0].halved) == (True, True, False)
        assert stage.last("push_off")["blocked"] is True

    def test_halving_ends_with_the_turn(self) -> None:
        """P9, E1."""
        stage = Stage(who("orc", (0, -5), 0), who("orc", (0, -6), 0)).picked(a="shove", b="observe")
        stage.say("1 interrupt no", dice=[20, 1])
        assert stage[1].halved
        assert not stage.rest()[1].halved

    def test_halved_twice_is_halved_once(self) -> None:
        """P8."""
        stage = Stage(who("orc", (0, -5), 0), who("orc", (0, -6), 0), who("orc", (1, -6), 5))
        stage.picked(a="shove", b="observe", c="shove")
        stage.say("2 interrupt no").say("1 interrupt no", dice=[20, 1, 20, 1])
        assert [one["blocked"] for one in stage.told("push_off")] == [True, True]
        assert stage[1].level(1) == 15

    def test_pushes_do_not_chain(self) -> None:
        """P5."""
        stage = Stage(who("orc", (0, 0), 0), who("orc", (0, -1), 0), who("orc", (0, -2), 0))
        stage.picked(a="shove", b="observe", c="observe").say("2 interrupt no").say("1 interrupt no", dice=[20, 1])
        assert stage[2].hex == (0, -2)

    def test_one_in_the_middle_of_the_path_is_pushed_too_and_the_move_ends(self) -> None:
        """P1."""
        stage = Stage(who("orc", (0, 1), 0), who("orc", (0, 0), 0)).picked(a="barge", b="observe")
        stage.say("1 interrupt no", dice=[20, 1])
        assert hexes(stage) == [(0, 0), (0, -1)]
        assert stage[0].done

    def test_the_mover_keeps_his_facing_win_or_lose(self) -> None:
        """P10."""
        for dice in ([20, 1], [1, 20]):
            stage = Stage(who("empire", (0, 0), 0), who("orc", (-1, 0), 0)).picked(a="pass_left", b="observe")
            stage.say("1 interrupt no", dice=dice)
            assert stage[0].facing == 0
            assert stage.told("move")[0]["ended"] == "push_off"

    def test_the_winner_keeps_his_mighty_blow(self) -> None:
        """P11."""
        assert push(move="wild_swing").say("1 interrupt no", dice=[20, 1])[0].mighty
        assert not push(move="shove").say("1 interrupt no", dice=[20, 1])[0].mighty

    def test_the_winner_against_a_wall_keeps_it_too(self) -> None:
        """P11."""
        stage = Stage(who("orc", (0, -5), 0), who("orc", (0, -6), 0)).picked(a="wild_swing", b="observe")
        assert stage.say("1 interrupt no", dice=[20, 1])[0].mighty

    def test_one_who_has_interrupted_has_forfeited_it(self) -> None:
        """P11, I6."""
        stage = Stage(who("undead", (0, 6), 0), who("undead", (0, 0), 0), who("orc", (0, -1), 0))
        stage.picked(a="observe", b="reap", c="observe").say("2 interrupt no").say("1 interrupt yes")
        stage.say("2 interrupt no", dice=[20, 1])
        assert (stage[1].hex, stage[1].mighty) == ((0, -1), False)

    def test_the_loser_has_none(self) -> None:
        """P12."""
        assert not push(move="wild_swing").say("1 interrupt no", dice=[1, 20])[0].mighty

    def test_one_who_has_moved_already_loses_it_as_well(self) -> None:
        """P12."""
        stage = Stage(who("orc", (0, 0), 0, i=35), who("orc", (0, -1), 3)).picked(a="shove", b="plant_and_hew")
        stage.say("0 interrupt no", dice=[20, 1])
        assert stage.told("move")[0]["mighty"] is True
        assert not stage[1].mighty
        assert (stage[1].done, stage[1].lost) == (True, False)

    def test_a_loser_who_has_not_moved_loses_his_move_and_keeps_his_facing(self) -> None:
        """P13, M4: no bonus for watching either."""
        stage = push(facing=2).say("1 interrupt no", dice=[20, 1])
        assert (stage[1].lost, stage[1].facing, stage[1].observing) == (True, 2, False)
        assert stage.last("push_off")["loses_move"] == "B"

    def test_a_winner_who_has_not_moved_moves_later(self) -> None:
        """P14."""
        stage = Stage(who("orc", (0, 0), 0), who("orc", (0, -1), 0)).picked(a="shove", b="barge")
        stage.say("1 interrupt no", dice=[1, 20])
        assert stage.asked == ("face", (1,))
        assert stage[1].hex == (0, -3)

    def test_each_push_off_is_resolved_when_it_happens(self) -> None:
        """P15, P16: C comes to a hex that B has been pushed out of, and finds A there."""
        stage = Stage(who("orc", (0, 0), 0), who("orc", (0, -1), 0), who("orc", (1, -1), 5, i=35))
        stage.picked(a="shove", b="observe", c="shove").say("2 interrupt no")
        stage.say("1 interrupt no", dice=[20, 1, 20, 1])
        assert [(one["mover"], one["other"]) for one in stage.told("push_off")] == [("A", "B"), ("C", "A")]
        assert hexes(stage) == [(-1, -1), (0, -2), (0, -1)]

    def test_a_hex_that_has_been_left_is_free(self) -> None:
        """P16."""
        stage = Stage(who("orc", (0, -1), 0), who("orc", (0, 0), 0)).moved(a="shove", b="shove")
        assert stage.told("push_off") == []
        assert hexes(stage) == [(0, -2), (0, -1)]

    def test_a_push_off_is_no_attack(self) -> None:
        """P17."""
        stage = push().say("1 interrupt no", dice=[20, 1]).rest()
        assert (stage[0].fought, stage[1].fought) == (False, False)
        assert stage.fight.quiet == 1

    def test_one_who_waits_to_move_can_be_pushed_out_of_his_move(self) -> None:
        """P13, I3: B interrupts A and pushes him; A's move is lost."""
        stage = Stage(who("orc", (0, -1), 0), who("orc", (0, 0), 0)).picked(a="barge", b="shove")
        stage.say("1 interrupt yes", dice=[20, 1])
        assert stage[0].lost
        assert stage.fight.step != "carry_out_moves"


class TestAdrenalin:
    def rushing(self, *cast, **picks: str) -> Stage:
        return Stage(*cast).rushed(0).picked(**picks).say("1 interrupt no")

    def test_the_extra_hex_is_straight_ahead_before_the_move(self) -> None:
        """P20."""
        stage = self.rushing(who("orc", (0, 0), 1), who("orc", (0, 6), 0), a="shove", b="observe").say("0 go extra")
        assert stage[0].hex == (2, -2)
        assert stage[0].counters == ()
        assert stage.told("adrenalin")[0]["use"] == "extra_hex"

    def test_it_does_not_change_the_band(self) -> None:
        """P20."""
        stage = self.rushing(who("orc", (0, 0), 1), who("orc", (0, 6), 0), a="shove", b="observe").say("0 go extra")
        assert "pick stampede" not in stage.rest().options(0)

    def test_into_a_fighter_it_is_a_push_off_that_ends_the_move(self) -> None:
        """P18."""
        stage = self.rushing(who("orc", (0, 0), 0), who("orc", (0, -1), 0), a="barge", b="observe")
        stage.say("0 go extra", dice=[20, 1])
        assert hexes(stage) == [(0, -1), (0, -2)]
        assert stage[0].done

    def test_into_a_wall_it_is_not_allowed(self) -> None:
        """P19."""
        stage = self.rushing(who("orc", (0, -6), 0), who("orc", (0, 6), 0), a="back_off", b="observe")
        assert stage.options(0) == ["go", "boost initiative"]
        with pytest.raises(Illegal):
            stage.say("0 go extra")
        assert len(stage[0].counters) == 1

    def test_one_who_lost_his_move_is_not_asked(self) -> None:
        """R10."""
        stage = push().rushed(1).say("1 interrupt no", dice=[20, 1])
        stage.say("1 boost pass")
        assert stage[1].lost
        assert stage.fight.question != "go"

    def test_observe_with_an_extra_hex_is_still_observe(self) -> None:
        """R11."""
        stage = self.rushing(who("orc", (0, 0), 0), who("orc", (0, 6), 0), a="observe", b="observe").say("0 go extra")
        stage.say("0 face 0")
        assert stage.told("move")[0]["move"] == "observe"
        assert stage[0].hex == (0, -1)

    def test_strength_may_be_spent_after_the_roll_the_mover_first_until_both_pass(self) -> None:
        """P21."""
        stage = push().rushed(0, 2).rushed(1)
        stage.say("1 interrupt no").say("0 go", dice=[5, 8])
        assert stage.asked == ("push_off", (0,))
        assert stage.options(0) == ["boost pass", "boost strength"]
        assert stage.say("0 boost strength").asked == ("push_off", (1,))
        assert stage.say("1 boost strength").asked == ("push_off", (0,))
        stage.say("0 boost pass")
        assert stage.last("push_off")["strength"] == [40, 40]
        assert stage.last("push_off")["winner"] == "B"

    def test_a_side_that_has_nothing_is_not_asked(self) -> None:
        """P21."""
        stage = push().rushed(1).say("1 interrupt no", dice=[9, 5])
        assert stage.asked == ("push_off", (1,))
        assert stage.say("1 boost strength").last("push_off")["winner"] == "B"


def test_all_moves_of_all_scrolls_lead_where_their_check_says() -> None:
    """Every move of every scroll from the middle of the arena, for each facing."""
    for scroll in RULES.scrolls.values():
        for move in scroll.moves.values():
            for facing in range(6):
                normal = next(one.key for one in scroll.moves.values() if one.band == "normal")
                stage = Stage(who(scroll.key, (0, 0), facing), who("orc", (6, 0), 0)).change(0, move=normal)
                stage.moved(a=move.key, b="observe")
                assert stage[0].facing in move.ends[facing]
                assert stage[0].mighty == (stage[0].facing in move.mighty[facing])
