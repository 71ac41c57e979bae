"""Picking moves: speed bands, bans, secrecy."""

from __future__ import annotations

import pytest

from encounters.pitfight.engine import fallback
from encounters.pitfight.errors import Illegal
from encounters.pitfight.notation import write_order
from encounters.pitfight.view import view_of
from tests.encounters.pitfight.stage import RULES, Stage, at_blows, duel, who

ORC = RULES.scrolls["orc"].moves
FAST = {key for key, move in ORC.items() if move.band == "fast"}
SLOW = {key for key, move in ORC.items() if move.band == "slow"}


def apart() -> Stage:
    """Two Orcs who cannot reach each other."""
    return Stage(who("orc", (0, 6), 0), who("orc", (0, -6), 3))


def offered(stage: Stage, place: int = 0) -> set[str]:
    return {option.removeprefix("pick ") for option in stage.options(place)}


class TestBands:
    def test_nobody_begins_with_a_fast_move(self) -> None:
        """M1: Observe is slow, and everybody counts as having observed before the first turn."""
        assert offered(apart()) == set(ORC) - FAST

    def test_whether_observe_is_slow_can_be_agreed(self) -> None:
        """M1."""
        stage = Stage(who("orc", (0, 6), 0), who("orc", (0, -6), 3), observe_is_slow=False)
        assert offered(stage) == set(ORC)
        stage.moved(a="observe", b="shove")
        assert offered(stage) == set(ORC)
        assert offered(stage, 1) == set(ORC) - FAST

    def test_fast_follows_normal_and_never_slow(self) -> None:
        """M3."""
        stage = apart().moved(a="barge", b="shove")
        assert offered(stage) == set(ORC)
        assert offered(stage, 1) == set(ORC) - FAST

    def test_after_a_fast_move_everything_is_free(self) -> None:
        """M3."""
        stage = apart().moved(a="barge", b="barge").moved(a="stampede", b="observe")
        assert offered(stage) == set(ORC)
        assert FAST

    @pytest.mark.parametrize("guard", ["head", "left_leg"])
    def test_an_attack_hit_or_miss_bars_fast_moves_for_both(self, guard: str) -> None:
        """M2."""
        stage = at_blows("orc", "orc", observe_is_slow=False)
        stage.say("0 strike 1")
        stage.say("0 aim head", f"1 aim {guard}", dice=[1] if guard == "left_leg" else [])
        stage.rest()
        assert offered(stage) == set(ORC) - FAST
        assert offered(stage, 1) == set(ORC) - FAST

    def test_an_attack_that_is_waived_bars_nothing(self) -> None:
        """M2."""
        stage = at_blows("orc", "orc", observe_is_slow=False).rest()
        assert offered(stage) == set(ORC)

    def test_the_ban_lasts_one_turn(self) -> None:
        """M2."""
        stage = at_blows("orc", "orc", observe_is_slow=False).say("0 strike 1")
        stage.say("0 aim head", "1 aim head").rest().moved(a="observe", b="observe").rest()
        assert offered(stage) == set(ORC)

    def test_a_move_lost_in_a_push_off_counts_as_slow(self) -> None:
        """M4."""
        stage = Stage(who("orc", (0, 0), 0), who("orc", (0, -1), 0), observe_is_slow=False)
        stage.say("0 pick barge", "1 pick barge").say("1 interrupt no", dice=[20, 1])
        assert stage[1].lost
        stage.rest()
        assert offered(stage, 1) == set(ORC) - FAST

    def test_a_move_cut_short_keeps_its_band(self) -> None:
        """M5."""
        stage = Stage(who("orc", (0, 0), 0), who("orc", (0, -1), 0))
        stage.say("0 pick barge", "1 pick barge").say("1 interrupt no", dice=[1, 20]).rest()
        assert stage[0].hex == (0, 0)
        assert offered(stage) == set(ORC)


class TestBans:
    def test_floored_leaves_slow_moves_and_observe_is_among_them(self) -> None:
        """M7."""
        stage = apart().change(0, floored_until=1, move="barge")
        assert offered(stage) == SLOW
        assert "observe" in SLOW

    def test_bans_add_up(self) -> None:
        """M7."""
        stage = apart().hurt(0, ("leg_broken", "left_leg")).change(0, floored_until=1, move="barge", fought=True)
        assert offered(stage) == SLOW

    @pytest.mark.parametrize(
        "injury", [("leg_broken", "left_leg"), ("leg_chopped_off", "left_leg"), ("disembowelled", "body")]
    )
    def test_some_injuries_bar_fast_moves_for_good(self, injury) -> None:
        stage = apart().hurt(0, injury).change(0, move="barge")
        assert offered(stage) == set(ORC) - FAST

    def test_a_ban_that_an_attack_brings_holds_from_the_next_pick(self) -> None:
        """M11."""
        stage = at_blows("orc", "orc").hit("left_leg", 9)
        assert stage[1].harm.no_fast
        stage.rest()
        assert offered(stage, 1) == set(ORC) - FAST


class TestSecrecy:
    def test_picks_are_sealed_and_come_out_together(self) -> None:
        """M10."""
        stage = duel().say("1 pick lunge")
        assert stage.events == []
        assert stage.fight.open_to == (0,)
        assert stage[1].move == ""
        stage.say("0 pick observe")
        assert [(one["fighter"], one["move"]) for one in stage.told("pick")] == [("A", "observe"), ("B", "lunge")]

    def test_nobody_sees_what_another_has_sealed(self) -> None:
        """M10."""
        stage = duel().say("1 pick lunge")
        assert "lunge" not in repr(view_of(stage.fight, own=[0]))
        assert "lunge" not in repr(view_of(stage.fight, own=[]))
        assert "lunge" in repr(view_of(stage.fight, own=[1]))
        assert view_of(stage.fight, own=[0]).answered == (1,)

    def test_sealing_does_not_change_the_question(self) -> None:
        stage = duel()
        version = stage.fight.version
        assert stage.say("1 pick lunge").fight.version == version
        assert stage.say("0 pick observe").fight.version > version

    def test_only_a_move_is_picked_and_the_facing_comes_when_it_is_done(self) -> None:
        """M6."""
        stage = apart().say("0 pick barge", "1 pick observe").say("1 interrupt no")
        assert stage.asked == ("face", (0,))
        assert stage.options(0) == ["face 5", "face 0", "face 1"]

    def test_who_does_not_pick_observes(self) -> None:
        """M9."""
        assert write_order(fallback(duel().fight, 0)) == "0 pick observe"

    def test_and_looks_where_he_looked(self) -> None:
        """M9."""
        stage = apart().say("0 pick observe", "1 pick observe").say("1 interrupt no")
        question, (place,) = stage.asked
        assert (question, stage.options(place)[0]) == ("face", "face 5")
        assert write_order(fallback(stage.fight, place)) == f"{place} face {stage[place].facing}"


class TestIllegalPicks:
    def test_one_is_refused_at_once(self) -> None:
        """M8."""
        with pytest.raises(Illegal):
            apart().say("0 pick stampede", "1 pick observe")

    def test_at_the_table_it_becomes_observe_when_its_turn_comes(self) -> None:
        """M8; 5.4."""
        stage = Stage(who("orc", (0, 6), 0), who("orc", (0, -6), 3), table_mode=True)
        assert offered(stage) == set(ORC)
        stage.moved(a="stampede", b="observe")
        assert stage.told("pick")[0]["legal"] is False
        assert (stage[0].hex, stage[0].move, stage[0].observing) == ((0, 6), "observe", True)
        assert stage.told("move")[0]["ended"] == "illegal"

    def test_it_is_a_slow_move_then(self) -> None:
        """M8."""
        stage = Stage(who("orc", (0, 6), 0), who("orc", (0, -6), 3), table_mode=True)
        stage.moved(a="stampede", b="barge").moved(a="stampede", b="stampede")
        assert [one["legal"] for one in stage.told("pick")[-2:]] == [False, True]
