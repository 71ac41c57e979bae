"""Who acts when, and interrupts."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from encounters.pitfight.enlisting import enlist
from encounters.pitfight.errors import Illegal
from encounters.pitfight.turn_order import speed
from tests.encounters.pitfight.stage import RULES, Stage, at_blows, duel, random_levels, who

CORNERS = ((0, 6), 0), ((0, -6), 3), ((6, 0), 5), ((-6, 0), 2)


def ring(*initiatives: int, scroll: str = "empire") -> Stage:
    """Up to four who cannot reach each other, with those Initiatives."""
    return Stage(*[who(scroll, *CORNERS[place], i=initiative) for place, initiative in enumerate(initiatives)])


def order_of_moves(stage: Stage) -> str:
    return "".join(one["fighter"] for one in stage.told("move"))


class TestTheUsualOrder:
    def test_the_slowest_goes_first(self) -> None:
        """I1."""
        assert order_of_moves(ring(33, 30, 35, 31).moved(a="observe", b="observe", c="observe", d="observe")) == "BDAC"

    def test_of_equals_the_older_goes_first(self) -> None:
        """I1."""
        assert order_of_moves(ring(30, 30, 30).moved(a="observe", b="observe", c="observe")) == "ABC"


class TestInterrupts:
    def test_the_faster_are_asked_from_the_fastest_down(self) -> None:
        """I2, I3."""
        stage = ring(30, 32, 34).picked(a="observe", b="observe", c="observe")
        assert stage.asked == ("interrupt", (2,))
        assert stage.say("2 interrupt no").asked == ("interrupt", (1,))
        assert stage.say("1 interrupt no").asked == ("face", (0,))

    def test_an_equal_who_is_younger_may_and_one_who_is_older_may_not(self) -> None:
        """I2."""
        stage = ring(30, 30).picked(a="observe", b="observe")
        assert stage.asked == ("interrupt", (1,))
        stage.onward()
        assert [one["fighter"] for one in stage.told("interrupt")] == ["B"]

    def test_who_interrupts_acts_first(self) -> None:
        """I3."""
        stage = ring(30, 32).picked(a="observe", b="observe").say("1 interrupt yes").onward()
        assert order_of_moves(stage) == "BA"
        told = stage.last("interrupt")
        assert (told["initiative"], told["against"], told["takes"]) == (32, 30, True)

    def test_the_one_who_waits_is_asked_about_again(self) -> None:
        """I3."""
        stage = ring(30, 32, 34).picked(a="observe", b="observe", c="observe")
        stage.say("2 interrupt no").say("1 interrupt yes")
        assert stage.asked == ("interrupt", (2,)), "he may still go before B"
        stage.say("2 interrupt no").say("1 face 3")
        assert stage.asked == ("interrupt", (2,)), "and before A, who still waits"

    def test_an_interrupter_can_be_interrupted(self) -> None:
        """I4."""
        stage = ring(30, 32, 34).picked(a="observe", b="observe", c="observe")
        stage.say("2 interrupt no").say("1 interrupt yes").say("2 interrupt yes").onward()
        assert order_of_moves(stage) == "CBA"

    def test_of_several_who_want_to_the_fastest_goes_first(self) -> None:
        """I5."""
        stage = ring(30, 34, 34).picked(a="observe", b="observe", c="observe")
        assert stage.asked == ("interrupt", (2,)), "the younger of two equals"
        stage.say("2 interrupt yes").say(f"2 face {stage[2].facing}")
        assert stage.asked == ("interrupt", (1,))

    def test_a_mighty_blow_may_not_interrupt_and_may_be_interrupted(self) -> None:
        """I6; 5.2."""
        stage = ring(30, 34).picked(a="observe", b="lunge")
        assert stage.asked == ("face", (0,)), "Lunge is nothing but a mighty blow"
        stage = ring(30, 34).picked(a="lunge", b="observe")
        assert stage.asked == ("interrupt", (1,))

    def test_a_move_of_both_kinds_forfeits_its_mighty_facings(self) -> None:
        """I6."""
        stage = ring(30, 34, scroll="undead").change(1, move="glide")
        stage.picked(a="observe", b="reap").say("1 interrupt yes")
        assert stage.options(1) == ["face 2", "face 4"]
        assert not stage.say("1 face 2")[1].mighty

    def test_one_whose_interrupt_has_come_to_nothing_forfeits_nothing(self) -> None:
        """I6: B wants to go before A; C goes before B and pushes A out of his move, and B moves in his own turn."""
        stage = Stage(who("orc", (0, 0), 0), who("undead", (0, 6), 0, i=32), who("orc", (0, 1), 0, i=34))
        stage.picked(a="observe", b="reap", c="shove").say("2 interrupt no").say("1 interrupt yes")
        stage.say("2 interrupt yes", dice=[20, 1])
        assert (stage[0].lost, stage.asked, stage.options(1)) == (True, ("face", (1,)), ["face 5", "face 0", "face 1"])
        stage.say("1 face 0")
        assert (stage[1].mighty, stage.last("move")["interrupting"]) == (True, False)

    def test_the_same_where_others_still_have_to_move(self) -> None:
        """I6: D, who is as slow as A was, is next; B may go before him, but need not and then forfeits nothing."""
        cast = [
            who("orc", (0, 0), 0),
            who("undead", (0, 6), 0, i=32),
            who("orc", (0, 1), 0, i=34),
            who("orc", (5, 0), 0),
        ]
        stage = Stage(*cast).picked(a="observe", b="reap", c="shove", d="observe")
        stage.say("2 interrupt no").say("1 interrupt yes").say("2 interrupt yes", dice=[20, 1])
        assert stage.asked == ("interrupt", (1,))
        stage.say("1 interrupt no").say("3 face 0").say("1 face 0")
        assert stage[1].mighty

    def test_interrupts_in_the_attack_step_go_the_same_way(self) -> None:
        """I7."""
        stage = at_blows()
        assert stage.asked == ("strike", (0,))
        assert stage.last("interrupt")["phase"] == "resolve_attacks"

    def test_one_who_interrupts_strikes_first(self) -> None:
        """I7."""
        stage = duel().picked(a="observe", b="observe")
        while stage.fight.step == "carry_out_moves":
            stage.say(stage.quiet_order())
        assert stage.asked == ("interrupt", (1,))
        assert stage.say("1 interrupt yes").asked == ("strike", (1,))
        assert stage.say("1 strike nobody").asked == ("strike", (0,))

    def test_a_mighty_blow_does_not_interrupt_attacks_either(self) -> None:
        """I7."""
        stage = Stage(who("empire", (0, 0), 0), who("empire", (0, -2), 3, i=45)).moved(a="observe", b="lunge")
        assert stage[1].mighty
        assert stage.asked == ("strike", (0,))
        assert not [one for one in stage.told("interrupt") if one["phase"] == "resolve_attacks"]

    def test_whoever_has_no_target_is_not_asked(self) -> None:
        stage = Stage(who("empire", (0, 0), 0), who("empire", (0, -1), 0)).moved(a="observe", b="observe")
        assert stage.asked == ("strike", (0,))
        assert not [one for one in stage.told("interrupt") if one["phase"] == "resolve_attacks"]


class TestInitiativeNow:
    def test_observing_adds_ten_in_the_attack_step_only(self) -> None:
        """I8."""
        assert speed(duel().picked(a="observe", b="observe").fight, 0)[0] == 30
        assert speed(at_blows().fight, 0)[0] == 40

    def test_the_watcher_is_asked_before_a_faster_one_strikes(self) -> None:
        """I8."""
        stage = Stage(who("empire", (0, 0), 0), who("empire", (0, -2), 3, i=35)).picked(a="observe", b="lunge")
        while stage.fight.step == "carry_out_moves":
            stage.say(stage.quiet_order())
        assert stage.asked == ("interrupt", (0,))
        stage.say("0 interrupt no")
        assert stage.last("interrupt")["initiative"] == 40

    def test_a_change_of_initiative_counts_at_once(self) -> None:
        """I9: halved, he is now slower than the one who would have gone before him."""
        stage = ring(30, 33, 31).picked(a="observe", b="observe", c="observe")
        stage.say("1 interrupt no").say("2 interrupt no").change(1, halved=True).say("0 face 0")
        assert (stage.fight.waiting, stage.asked) == ((1,), ("interrupt", (2,)))

    def test_a_blow_to_the_leg_changes_who_waits(self) -> None:
        """I9: B strikes before A and breaks C's leg; now C is slower than A, who had waited."""
        cast = [who("empire", (0, 0), 0, i=30), who("empire", (0, -1), 2, i=34), who("empire", (1, -1), 5, i=31)]
        stage = Stage(*cast).picked(a="observe", b="observe", c="observe")
        while stage.fight.step == "carry_out_moves":
            stage.say(stage.quiet_order())
        stage.say("1 interrupt yes").say("1 strike 2").change(1, boosts=(0, 20, 0, 0, 0))
        stage.say("1 aim left_leg", "2 aim head", dice=[11])
        assert stage.last("critical")["result"] == "leg_broken"
        assert (stage.fight.waiting, stage.asked) == ((2,), ("interrupt", (0,)))

    def test_who_is_fast_enough_may_spend_all_the_same(self) -> None:
        """I10."""
        stage = ring(28, 35).rushed(1).picked(a="observe", b="observe")
        assert stage.options(1) == ["interrupt no", "interrupt yes", "interrupt yes 1"]

    def test_adrenalin_can_pay_for_an_interrupt(self) -> None:
        """I10: C is slower than A, who interrupts B, and may go before A with ten points more."""
        stage = ring(35, 30, 34).rushed(2).picked(a="observe", b="observe", c="observe")
        stage.say("0 interrupt yes")
        assert (stage.asked, stage.options(2)) == (("interrupt", (2,)), ["interrupt no", "interrupt yes 1"])
        with pytest.raises(Illegal):
            stage.say("2 interrupt yes")
        stage.say("2 interrupt yes 1")
        assert (speed(stage.fight, 2)[0], stage[2].counters) == (44, ())

    def test_a_rush_of_initiative_lets_others_go_first(self) -> None:
        """I9, I10."""
        stage = ring(30, 30).rushed(0).picked(a="observe", b="observe").say("1 interrupt no")
        assert stage.options(0) == ["go", "go extra", "boost initiative"]
        stage.say("0 boost initiative").onward()
        assert order_of_moves(stage) == "BA"

    def test_initiative_never_falls_below_zero(self) -> None:
        """I11."""
        stage = ring(30, 30).change(0, initiative_lost=45)
        assert stage[0].initiative == 0

    @pytest.mark.parametrize(
        ("legs", "lost", "halved", "boost", "initiative"),
        [
            (0, 3, False, 0, 32),
            (1, 3, False, 0, 16),
            (1, 2, False, 0, 17),
            (1, 3, True, 0, 8),
            (0, 0, True, 10, 28),
            (1, 0, True, 10, 19),
        ],
    )
    def test_the_order_of_arithmetic(self, legs, lost, halved, boost, initiative) -> None:
        """I12, P7: 35, less points, halved for a leg, halved for the push-off, then boosts; halves are rounded up."""
        stage = ring(35, 30).hurt(0, *[("leg_broken", "left_leg")] * legs)
        stage.change(0, initiative_lost=lost, halved=halved, boosts=(0, 0, 0, boost, 0))
        assert stage[0].initiative == initiative


@pytest.mark.parametrize("seed", range(20))
def test_without_interrupts_the_order_is_that_of_speed(seed: int) -> None:
    """I1."""
    stage = ring(30, 30, 30, 30)
    levels = [random_levels(Random(seed * 10 + place)) for place in range(4)]
    for place in range(4):
        pit = enlist(RULES, "ABCD"[place], RULES.scrolls["empire"], levels[place], place)
        stage.change(place, pit=replace(pit))
    stage.moved(a="observe", b="observe", c="observe", d="observe")
    assert order_of_moves(stage) == "".join(sorted("ABCD", key=lambda one: (levels["ABCD".index(one)][3], one)))
