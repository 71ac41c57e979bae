"""Targets, hidden locations, the roll-off."""

from __future__ import annotations

import pytest

from encounters.pitfight.attacks import natural, targets
from encounters.pitfight.errors import Illegal
from encounters.pitfight.hexes import step
from encounters.pitfight.view import view_of
from tests.encounters.pitfight.stage import RULES, Stage, at_blows, who


def aimed(stage: Stage, aim: str, guard: str, *dice: int) -> Stage:
    return stage.say("0 strike 1").say(f"0 aim {aim}", f"1 aim {guard}", dice=dice)


class TestTargets:
    @pytest.mark.parametrize("scroll", list(RULES.scrolls))
    @pytest.mark.parametrize("facing", [0, 2, 5])
    @pytest.mark.parametrize("direction", range(6))
    def test_only_hexes_with_an_attack_modifier_are_reached(self, scroll: str, facing: int, direction: int) -> None:
        """6.1."""
        stage = Stage(who(scroll, (0, 0), facing), who("orc", step((0, 0), (facing + direction) % 6), 0))
        reached = RULES.scrolls[scroll].attack[direction] is not None
        assert targets(stage.fight, 0) == ((1,) if reached else ())

    def test_nobody_is_reached_two_hexes_away(self) -> None:
        """6.1."""
        assert targets(Stage(who("orc", (0, 0), 0), who("orc", (0, -2), 0)).fight, 0) == ()

    def test_nobody_has_to_attack(self) -> None:
        """A1."""
        stage = at_blows()
        assert stage.options(0) == ["strike nobody", "strike 1"]
        stage.say("0 strike nobody")
        assert stage.last("attack")["target"] is None
        assert stage.asked == ("strike", (1,))

    def test_the_target_is_chosen_when_it_is_ones_turn(self) -> None:
        """A2, A3: B is taken out before C strikes, who still has A."""
        stage = Stage(who("empire", (0, 0), 0), who("empire", (0, -1), 3), who("empire", (1, -1), 4))
        stage.moved(a="observe", b="observe", c="observe").hit("head", 12).onward()
        assert stage[1].out == "killed"
        assert stage.asked == ("strike", (2,))
        assert stage.options(2) == ["strike nobody", "strike 0"]

    def test_who_has_been_taken_out_attacks_no_more(self) -> None:
        """A4, E2."""
        stage = at_blows().hit("head", 12)
        assert [one["attacker"] for one in stage.told("attack")] == ["A"]
        assert stage[1].hex is None

    def test_who_has_been_taken_out_holds_no_adrenalin(self) -> None:
        stage = at_blows().rushed(1).say("0 strike 1").change(0, boosts=(0, 20, 0, 0, 0))
        stage.say("0 aim head", "1 aim groin").say("1 boost pass", dice=[16])
        assert (stage[1].out, stage[1].counters) == ("killed", ())

    def test_one_attack_a_turn(self) -> None:
        stage = aimed(at_blows(), "head", "head").say("1 strike nobody")
        assert stage.fight.question == "pick"


class TestLocations:
    @pytest.mark.parametrize(
        ("guard", "verdict"),
        [
            ("head", "miss"),
            ("body", "roll_off"),
            ("left_arm", "roll_off"),
            ("right_arm", "roll_off"),
            ("groin", "hit"),
            ("left_leg", "hit"),
            ("right_leg", "hit"),
        ],
    )
    def test_the_printed_example_an_attack_on_an_orcs_head(self, guard: str, verdict: str) -> None:
        """6.2, L7, A8: what is automatic rolls no dice for the attack."""
        dice = {"miss": [], "hit": [4], "roll_off": [5, 15]}[verdict]
        assert aimed(at_blows("orc", "orc"), "head", guard, *dice).last("attack")["verdict"] == verdict

    @pytest.mark.parametrize("aim", RULES.locations)
    @pytest.mark.parametrize("guard", RULES.locations)
    def test_same_misses_adjacent_rolls_far_hits(self, aim: str, guard: str) -> None:
        """6.2."""
        expected = "miss" if aim == guard else "roll_off" if guard in RULES.beside[aim] else "hit"
        dice = {"miss": [], "hit": [2], "roll_off": [5, 15]}[expected]
        stage = aimed(at_blows("orc", "orc"), aim, guard, *dice)
        assert stage.last("attack")["verdict"] == expected

    def test_a_location_that_is_gone_is_nobodys_choice(self) -> None:
        """A7."""
        stage = at_blows().hurt(1, ("arm_chopped_off", "left_arm")).say("0 strike 1")
        for place in (0, 1):
            assert "aim left_arm" not in stage.options(place)
            assert len(stage.options(place)) == 6

    def test_both_choose_in_secret(self) -> None:
        stage = at_blows().say("0 strike 1").say("0 aim groin")
        assert stage.fight.open_to == (1,)
        assert "groin" not in repr(view_of(stage.fight, own=[1]))

    def test_no_adrenalin_where_nothing_is_rolled(self) -> None:
        """A8."""
        stage = at_blows().rushed(0).rushed(1).say("0 strike 1").say("0 aim head", "1 aim head")
        assert not stage.told("roll_off")
        assert stage.asked == ("strike", (1,))


class TestTheRollOff:
    @pytest.mark.parametrize(
        ("dice", "hit"), [([10, 10], False), ([12, 11], False), ([13, 11], True), ([10, 12], False)]
    )
    def test_the_higher_total_hits_and_an_equal_one_misses(self, dice, hit) -> None:
        """6.3, A9: Empire has +1 to attack ahead and +2 to defend."""
        stage = aimed(at_blows(), "head", "body", *dice, *([4] if hit else []))
        assert stage.last("roll_off")["hit"] is hit

    @pytest.mark.parametrize(
        ("attack", "defence", "hit"),
        [
            (1, 1, False),
            (20, 20, True),
            (1, 20, False),
            (20, 1, True),
            (1, 5, False),
            (20, 5, True),
            (5, 1, True),
            (5, 20, False),
        ],
    )
    def test_ones_and_twenties_decide_by_themselves(self, attack: int, defence: int, hit: bool) -> None:
        """6.4, A10."""
        assert natural(attack, defence) is hit
        stage = aimed(at_blows(), "head", "body", attack, defence, *([4] if hit else []))
        assert stage.last("roll_off")["natural"] == ("hit" if hit else "miss")

    def test_all_else_goes_by_the_totals(self) -> None:
        """A10."""
        assert all(natural(one, other) is None for one in range(2, 20) for other in range(2, 20))

    def test_each_side_has_its_own_modifier_for_the_hex_of_the_other(self) -> None:
        """A5: Chaos strikes to his front right, an Orc who has his back to him."""
        stage = Stage(who("chaos", (0, 0), 0), who("orc", (1, -1), 1, ws=33)).moved(a="observe", b="observe")
        told = aimed(stage, "head", "body", 10, 5, 4).last("roll_off")
        assert told["modifiers"] == [1, -3]
        assert told["weapon_skill"] == [30, 33]
        assert told["totals"] == [41, 35]

    def test_injuries_count_in_attack_and_defence(self) -> None:
        """A6."""
        stage = at_blows().hurt(0, ("arm_broken", "left_arm")).hurt(1, ("rib_broken", "body"))
        assert aimed(stage, "head", "body", 10, 10).last("roll_off")["injuries"] == [-3, -1]

    def test_a_natural_result_leaves_nothing_to_adrenalin(self) -> None:
        """A11."""
        stage = at_blows().rushed(0).rushed(1).say("0 strike 1").say("0 aim head", "1 aim body", dice=[1, 9])
        assert stage.last("roll_off")["hit"] is False

    def test_the_attacker_may_spend_first_then_the_defender_until_both_pass(self) -> None:
        """A12."""
        stage = at_blows().rushed(0, 2).rushed(1).say("0 strike 1").say("0 aim head", "1 aim body", dice=[5, 9])
        assert (stage.asked, stage.options(0)) == (("roll_off", (0,)), ["boost pass", "boost weapon_skill"])
        stage.say("0 boost weapon_skill").say("1 boost weapon_skill")
        assert stage.asked == ("roll_off", (0,))
        stage.say("0 boost weapon_skill", dice=[4])
        assert stage.last("roll_off")["weapon_skill"] == [50, 40]
        assert stage.last("roll_off")["hit"] is True

    def test_a_stunned_head_keeps_from_attacking_and_from_nothing_else(self) -> None:
        """A13."""
        stage = at_blows().change(0, stunned_until=2).rest()
        assert "pick lunge" in stage.options(0)
        stage.moved(a="observe", b="observe")
        assert stage.asked == ("strike", (1,))
        stage.say("1 strike 0")
        assert stage.options(0)[0] == "aim head"

    def test_dice_fall_in_a_fixed_order(self) -> None:
        """A14: attack, defence, damage, mighty blow, scar, side."""
        stage = at_blows("orc", "orc").change(0, mighty=True)
        stage.say("0 strike 1").say("0 aim head", "1 aim body", dice=[19, 2, 6, 4, 9, 6])
        assert stage.last("roll_off")["faces"] == [19, 2]
        assert (stage.last("damage")["face"], stage.last("damage")["mighty"]) == (6, 4)
        assert (stage.last("critical")["scar_face"], stage.last("critical")["side_face"]) == (9, 6)
        assert stage.last("critical")["scar_place"] == "right_ear"

    def test_an_attack_on_somebody_out_of_reach_is_refused(self) -> None:
        stage = Stage(who("empire", (0, 0), 0), who("empire", (0, -1), 3), who("empire", (0, 3), 0))
        stage.moved(a="observe", b="observe", c="observe")
        with pytest.raises(Illegal):
            stage.say("0 strike 2")
