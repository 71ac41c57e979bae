"""Adrenalin rushes: how long, how many, and what for."""

from __future__ import annotations

import pytest

from encounters.pitfight.enlisting import Past
from tests.encounters.pitfight.stage import Stage, at_blows, duel, who


class TestHolding:
    def test_a_rush_holds_from_the_hit_to_the_end_phase_of_the_next_turn(self) -> None:
        """R1."""
        stage = at_blows().hit("body", 1)
        assert stage[0].counters == (2,)
        stage.rest().moved(a="observe", b="observe")
        assert stage[0].counters == (2,)
        stage.rest()
        assert stage[0].counters == ()
        assert stage.last("adrenalin")["use"] == "lost"

    def test_one_for_each_attack_that_does_damage_and_several_can_be_held(self) -> None:
        """R2."""
        stage = at_blows().hit("body", 1).rest().moved(a="observe", b="observe")
        stage.change(0, counters=()).hit("body", 1).change(0, counters=(2, 3))
        assert stage.rest()[0].counters == (3,)

    def test_a_miss_earns_none(self) -> None:
        """R2."""
        stage = at_blows().say("0 strike 1").say("0 aim head", "1 aim head")
        assert stage[0].counters == ()

    def test_the_rush_that_ends_first_is_spent_first(self) -> None:
        """R2."""
        stage = duel().change(0, counters=(1, 2)).picked(a="observe", b="observe").onward()
        stage.say("0 strike 1").say("0 aim head", "1 aim body", dice=[5, 9]).say("0 boost weapon_skill")
        assert stage[0].counters == (2,)


class TestPoints:
    def test_ten_points_each_also_on_one_characteristic(self) -> None:
        """R3."""
        stage = at_blows().rushed(0, 2).say("0 strike 1").say("0 aim head", "1 aim body", dice=[5, 9])
        stage.say("0 boost weapon_skill").say("0 boost weapon_skill", dice=[1])
        assert stage.last("roll_off")["weapon_skill"] == [50, 30]

    def test_they_wear_off_in_the_end_phase_of_that_turn(self) -> None:
        """R4."""
        stage = at_blows().rushed(0).say("0 strike 1").say("0 aim head", "1 aim body", dice=[5, 9])
        stage.say("0 boost weapon_skill", dice=[1])
        assert stage[0].level(0) == 40
        assert stage.rest()[0].level(0) == 30


class TestStanding:
    def nearly(self, rushes: int = 1, wounds_lost: int = 8, *others) -> Stage:
        cast = [who("empire", (0, 0), 0), who("empire", (0, -1), 3), *others]
        stage = Stage(*cast).moved(**dict.fromkeys("abcdef"[: len(cast)], "observe"))
        return stage.rushed(1, rushes).change(1, wounds_lost=wounds_lost)

    def hit(self, stage: Stage, damage: int) -> Stage:
        """A hits B's bare body; the defender spends nothing on Toughness."""
        stage.say("0 strike 1").change(0, boosts=(0, 20, 0, 0, 0))
        return stage.say("0 aim body", "1 aim left_leg").say("1 boost pass", dice=[damage])

    def test_at_zero_a_rush_may_keep_him_on_his_feet(self) -> None:
        """R5."""
        stage = self.hit(self.nearly(), 2)
        assert (stage.asked, stage.options(1)) == (("stand", (1,)), ["boost pass", "boost wounds"])
        stage.say("1 boost wounds")
        assert (stage[1].wounds, stage[1].out) == (10, "")
        assert stage.asked == ("strike", (1,))

    def test_he_need_not(self) -> None:
        """R5."""
        stage = self.hit(self.nearly(), 2).say("1 boost pass")
        assert stage[1].out == "wounds"
        assert stage.last("taken_out")["by"] == "A"

    def test_one_that_would_not_be_enough_is_not_asked_for(self) -> None:
        """R5: the sum has to be above 0."""
        assert self.hit(self.nearly(1, 18), 4)[1].out == "wounds"

    def test_two_may_be_spent_one_after_the_other(self) -> None:
        """R3, R5."""
        stage = self.hit(self.nearly(2, 18), 4).say("1 boost wounds")
        assert stage.asked == ("stand", (1,))
        assert stage.say("1 boost wounds")[1].wounds == 8

    @pytest.mark.parametrize("damage", [11, 12])
    def test_against_instant_death_it_does_not_help(self, damage: int) -> None:
        """R6."""
        assert self.hit(self.nearly(), damage)[1].out == "killed"

    def test_a_knock_out_either(self) -> None:
        """R6."""
        stage = self.nearly().say("0 strike 1").change(0, boosts=(0, 20, 0, 0, 0))
        stage.say("0 aim head", "1 aim groin").say("1 boost pass", dice=[12])
        assert stage[1].out == "ko"

    def test_borrowed_wounds_go_before_the_fallen_are_counted(self) -> None:
        """R7, E1, E2: he collapses in the End Phase, and the fight is over."""
        stage = self.hit(self.nearly(), 2).say("1 boost wounds").say("1 strike nobody").rest()
        assert (stage[1].out, stage.fight.step) == ("collapse", "over")
        assert stage.last("result")["winner"] == "A"

    def test_wounds_recovered_meanwhile_may_save_him(self) -> None:
        """R5, R8, E1: recovery comes first."""
        stage = self.hit(self.nearly(2), 2).say("1 boost wounds").say("1 strike nobody")
        assert stage.asked == ("recover", (1,))
        stage.say("1 recover 5 0")
        assert (stage[1].wounds, stage[1].out) == (5, "")


class TestRecovery:
    def recovering(self, wounds: int, initiative: int, rushes: int = 1) -> Stage:
        stage = at_blows().rushed(0, rushes).change(0, wounds_lost=wounds, initiative_lost=initiative)
        return stage.say("0 strike nobody").say("1 strike nobody")

    def test_only_in_the_end_phase_split_as_he_likes(self) -> None:
        """R8."""
        stage = self.recovering(4, 3)
        assert stage.fight.step == "end_phase"
        assert stage.options(0) == ["recover pass", "recover 4 1", "recover 3 2", "recover 2 3"]
        stage.say("0 recover 2 3")
        assert (stage[0].wounds_lost, stage[0].initiative_lost) == (2, 0)

    def test_never_beyond_the_starting_level(self) -> None:
        """R8, S10."""
        stage = self.recovering(2, 1)
        assert stage.options(0) == ["recover pass", "recover 2 1"]
        stage.say("0 recover 2 1")
        assert (stage[0].wounds, stage[0].initiative) == (10, 30)

    def test_what_earlier_fights_cost_comes_back_for_this_one(self) -> None:
        """R8, S10: to the level that he was built with."""
        stage = Stage(who("empire", (0, 0), 0, Past(initiative=3)), who("orc", (0, -1), 3))
        assert stage[0].initiative == 27
        stage.moved(a="observe", b="observe").rushed(0).say("0 strike nobody").say("1 strike nobody")
        assert stage.options(0) == ["recover pass", "recover 0 3"]
        assert stage.say("0 recover 0 3")[0].initiative == 30

    def test_one_rush_after_the_other(self) -> None:
        """R8."""
        stage = self.recovering(9, 0, rushes=2).say("0 recover 5 0")
        assert stage.options(0) == ["recover pass", "recover 4 0"]
        stage.say("0 recover pass")
        assert stage[0].counters == (2,)

    def test_also_in_the_end_phase_of_the_turn_after(self) -> None:
        """R1, R8."""
        stage = self.recovering(3, 0).say("0 recover pass").moved(a="observe", b="observe")
        stage.say("0 strike nobody").say("1 strike nobody")
        assert stage.asked == ("recover", (0,))

    def test_a_permanent_loss_comes_back_for_this_fight(self) -> None:
        """R8."""
        stage = at_blows().rushed(1).change(1, wounds_lost=-40)
        stage.say("0 strike 1").say("0 aim left_leg", "1 aim head").say("1 boost pass", dice=[9])
        assert (stage.last("critical")["result"], stage[1].initiative_lost) == ("kneecap_damaged", 1)
        stage.change(1, wounds_lost=0).rest()
        assert stage[1].initiative_lost == 1
        stage.moved(a="observe", b="observe").rushed(1).say("1 strike nobody")
        while stage.asked != ("recover", (1,)):
            stage.say(stage.quiet_order())
        assert stage.say("1 recover 0 1")[1].initiative == 30

    def test_halving_modifiers_and_blood_are_not_cured(self) -> None:
        """R9."""
        stage = at_blows().hurt(0, ("leg_broken", "left_leg"), ("arm_broken", "left_arm"), ("bleeding_wound", "body"))
        stage.rushed(0).rest()
        assert (stage[0].initiative, stage[0].ad(1), stage[0].harm.bleeds) == (15, -3, 1)
        assert stage[0].wounds == 9

    def test_nobody_who_lost_nothing_is_asked(self) -> None:
        """R8."""
        assert self.recovering(0, 0).fight.question == "pick"
