"""Damage dice, armour, every row of the five charts, and what stays."""

from __future__ import annotations

import pytest

from encounters.pitfight.aftermath import aftermath
from encounters.pitfight.damage import damage_die
from encounters.pitfight.enlisting import Past
from tests.encounters.pitfight.stage import RULES, Stage, at_blows, hits, who

HALVED = 15


class TestDamage:
    @pytest.mark.parametrize(
        ("difference", "sides"), [(25, 20), (10, 20), (9, 12), (1, 12), (0, 10), (-10, 10), (-11, 6), (-25, 6)]
    )
    def test_the_die_goes_by_strength_less_toughness(self, difference: int, sides: int) -> None:
        """D1."""
        assert damage_die(30 + difference, 30) == sides

    @pytest.mark.parametrize(("strength", "die"), [(40, "D20"), (39, "D12"), (30, "D10"), (20, "D10"), (19, "D6")])
    def test_current_values_count(self, strength: int, die: str) -> None:
        """D1."""
        stage = Stage(who("empire", (0, 0), 0, s=strength), who("empire", (0, -1), 3)).moved(a="observe", b="observe")
        stage.say("0 strike 1").say("0 aim body", "1 aim left_leg", dice=[3])
        assert stage.last("damage")["die"] == die

    def test_a_halved_fighter_strikes_with_half_his_strength(self) -> None:
        """D1, P9."""
        stage = at_blows().change(0, halved=True).say("0 strike 1").say("0 aim body", "1 aim left_leg", dice=[3])
        assert (stage.last("damage")["strength"], stage.last("damage")["die"]) == (HALVED, "D6")

    def test_a_mighty_blow_adds_a_d10_before_armour(self) -> None:
        """D2, D3."""
        stage = at_blows().change(0, mighty=True).say("0 strike 1").say("0 aim head", "1 aim groin", dice=[2, 5])
        told = stage.last("damage")
        assert (told["total"], told["armour"], told["damage"]) == (7, 3, 4)

    def test_every_hit_does_at_least_one_point(self) -> None:
        """D3: 2 against 3 of armour."""
        stage = at_blows().say("0 strike 1").say("0 aim head", "1 aim groin", dice=[2])
        assert (stage.last("damage")["armour"], stage.last("damage")["damage"]) == (3, 1)
        assert stage[1].wounds == 9

    def test_the_tally_and_the_chart_take_all_of_it_whatever_wounds_are_left(self) -> None:
        """D4, E8."""
        stage = at_blows().change(1, wounds_lost=9).hit("body", 8)
        assert (stage[0].damage, stage.last("critical")["result"]) == (8, "bleeding_wound")

    def test_adrenalin_for_damage_comes_before_the_die_attacker_first(self) -> None:
        """D5."""
        stage = at_blows().rushed(0).rushed(1).say("0 strike 1").say("0 aim body", "1 aim left_leg")
        assert (stage.asked, stage.options(0)) == (("damage", (0,)), ["boost pass", "boost strength"])
        stage.say("0 boost strength")
        assert stage.options(1) == ["boost pass", "boost toughness"]
        stage.say("1 boost toughness", dice=[3])
        assert (stage.last("damage")["strength"], stage.last("damage")["toughness"]) == (40, 40)
        assert stage.last("damage")["die"] == "D10"

    def test_the_log_tells_a_hit_in_its_order(self) -> None:
        """D6."""
        stage = at_blows().hit("head", 12)
        kinds = [event["type"] for event in stage.events if event["phase"] == "resolve_attacks"]
        assert kinds[-5:] == ["attack", "damage", "adrenalin", "critical", "taken_out"]

    def test_hatred_adds_a_d6(self) -> None:
        """D25, A14."""
        stage = Stage(who("empire", (0, 0), 0, Past(hates=("B",))), who("empire", (0, -1), 3))
        stage.moved(a="observe", b="observe").say("0 strike 1")
        stage.change(0, mighty=True).say("0 aim body", "1 aim left_leg", dice=[1, 2, 4])
        told = stage.last("damage")
        assert (told["face"], told["mighty"], told["hatred"], told["total"]) == (1, 2, 4, 7)


# location, damage, result
ROWS = [
    *[("head", one, "none") for one in (1, 2)],
    *[("head", one, "stunned") for one in (3, 4, 5, 6)],
    *[("head", one, "stunned_and_scar") for one in (7, 8)],
    *[("head", one, "ko") for one in (9, 10)],
    *[("head", one, "decapitated") for one in (11, 12, 17)],
    *[("body", one, "none") for one in (1, 2, 3, 4)],
    *[("body", one, "rib_broken") for one in (5, 6)],
    *[("body", one, "bleeding_wound") for one in (7, 8)],
    *[("body", one, "disembowelled") for one in (9, 10)],
    *[("body", one, "chest_ripped_open") for one in (11, 20)],
    ("groin", 1, "none"),
    *[("groin", one, "groin_stun") for one in (2, 3, 4)],
    *[("groin", one, "floored") for one in (5, 6, 7, 8)],
    *[("groin", one, "emasculated") for one in (9, 10)],
    *[("groin", one, "hacked_in_half") for one in (11, 19)],
    *[("left_arm", one, "none") for one in (1, 2, 3, 4)],
    *[("left_arm", one, "arm_hurt") for one in (5, 6)],
    *[("right_arm", one, "finger_lost") for one in (7, 8)],
    *[("left_arm", one, "arm_broken") for one in (9, 10)],
    *[("right_arm", one, "arm_chopped_off") for one in (11, 17)],
    *[("left_leg", one, "none") for one in (1, 2)],
    *[("right_leg", one, "leg_hurt") for one in (3, 4, 5, 6)],
    *[("left_leg", one, "kneecap_damaged") for one in (7, 8)],
    *[("right_leg", one, "leg_broken") for one in (9, 10)],
    *[("left_leg", one, "leg_chopped_off") for one in (11, 18)],
]


@pytest.mark.parametrize(("location", "damage", "result"), ROWS)
def test_every_row_of_every_chart(location: str, damage: int, result: str) -> None:
    """6.6."""
    stage = at_blows().change(1, wounds_lost=-20).hit(location, damage, *([3] if result == "stunned_and_scar" else []))
    told = stage.last("critical")
    assert (told["damage"], told["result"], told["location"]) == (damage, result, location)


# result -> what the target is like at once: A/D, Initiative, last turns of timers, bleeding, what is gone, out
EFFECTS = {
    ("head", 2): {},
    ("head", 4): {"stunned": 2},
    ("head", 10): {"out": "ko"},
    ("head", 11): {"out": "killed"},
    ("body", 5): {"ad": -1},
    ("body", 7): {"bleeds": 1},
    ("body", 9): {"ad": -3, "bleeds_d3": 1, "no_fast": True},
    ("body", 11): {"out": "killed"},
    ("groin", 2): {"ad": -1, "shaken": 2},
    ("groin", 5): {"ad": -1, "shaken": 2, "floored": 2},
    ("groin", 9): {"ad": -1, "shaken": 2, "floored": 2, "bleeds": 1},
    ("groin", 11): {"out": "killed"},
    ("left_arm", 5): {"ad": -1},
    ("left_arm", 7): {"ad": -1},
    ("left_arm", 9): {"ad": -3},
    ("left_arm", 11): {"ad": -3, "bleeds": 1, "gone": ("left_arm",)},
    ("right_leg", 3): {"initiative": 29},
    ("right_leg", 7): {"initiative": 29},
    ("right_leg", 9): {"initiative": 15, "no_fast": True},
    ("right_leg", 11): {"initiative": 15, "no_fast": True, "bleeds": 1, "gone": ("right_leg",)},
}


@pytest.mark.parametrize(("blow", "effects"), EFFECTS.items())
def test_what_each_result_does(blow, effects) -> None:
    """6.6, D8, D9, D19, D23."""
    location, damage = blow
    target = at_blows().change(1, wounds_lost=-20, observing=False).hit(location, damage)[1]
    harm = target.harm
    found = {
        "ad": target.ad(1),
        "initiative": target.initiative,
        "stunned": target.stunned_until,
        "shaken": target.shaken_until,
        "floored": target.floored_until,
        "bleeds": harm.bleeds,
        "bleeds_d3": harm.bleeds_d3,
        "no_fast": harm.no_fast,
        "gone": harm.gone,
        "out": target.out,
    }
    usual = dict.fromkeys(found, 0) | {"initiative": 30, "no_fast": False, "gone": (), "out": ""}
    assert found == usual | effects


class TestScars:
    @pytest.mark.parametrize("face", range(1, 9))
    def test_a_facial_scar_has_no_effect(self, face: int) -> None:
        target = at_blows().hit("head", 7, face)[1]
        assert (target.initiative, target.ad(1)) == (30, 0)

    @pytest.mark.parametrize(("side", "place"), [(1, "left_ear"), (3, "left_ear"), (4, "right_ear"), (6, "right_ear")])
    def test_an_ear_costs_initiative_and_falls_on_a_random_side(self, side: int, place: str) -> None:
        """D19."""
        stage = at_blows().hit("head", 7, 9, side)
        assert stage.last("critical")["scar_place"] == place
        assert (stage[1].initiative, stage[1].ad(1)) == (29, 0)

    def test_an_eye_costs_attack_and_defence(self) -> None:
        target = at_blows().hit("head", 7, 10, 1)[1]
        assert (target.initiative, target.ad(1), target.stunned_until) == (30, -1, 2)

    def test_one_that_is_gone_is_ignored_and_the_other_is_not(self) -> None:
        """D20."""
        stage = at_blows().change(1, wounds_lost=-40).hit("head", 7, 9, 1).rest().moved(a="observe", b="observe")
        stage.hit("head", 7, 9, 2)
        assert stage.last("critical")["scar_ignored"] is True
        assert stage[1].initiative == 29
        stage.rest().moved(a="observe", b="observe").hit("head", 7, 9, 5)
        assert stage[1].initiative == 28

    def test_one_lost_in_an_earlier_fight_is_gone_too(self) -> None:
        """D20, D24."""
        stage = Stage(who("empire", (0, 0), 0), who("empire", (0, -1), 3, Past(gone=("left_eye",))))
        stage.moved(a="observe", b="observe").hit("head", 7, 10, 1)
        assert stage.last("critical")["scar_ignored"] is True
        assert stage[1].ad(1) == 0

    def test_both_eyes_cost_twice_and_retire_afterwards(self) -> None:
        """D21."""
        stage = at_blows().change(1, wounds_lost=-40).hit("head", 7, 10, 1).rest().moved(a="observe", b="observe")
        stage.hit("head", 7, 10, 6)
        assert (stage[1].ad(2), stage[1].out) == (-2, "")
        assert aftermath(stage.fight, 1).retires


class TestTimers:
    def test_a_stunned_head_keeps_from_attacks_this_turn_and_next(self) -> None:
        """D8, D9."""
        stage = at_blows().hit("head", 3)
        assert stage.fight.question == "pick", "B had no attack in this turn"
        stage.moved(a="observe", b="observe").rest()
        assert [one["attacker"] for one in stage.told("attack")] == ["A", "A"]
        stage.moved(a="observe", b="observe").say("0 strike nobody")
        assert stage.asked == ("strike", (1,))

    def test_thick_skull_shortens_it_to_this_turn(self) -> None:
        stage = at_blows("empire", "orc").hit("head", 3)
        assert stage[1].stunned_until == 1
        stage.moved(a="observe", b="observe").say("0 strike nobody")
        assert stage.asked == ("strike", (1,))

    def test_a_groin_stun_lasts_through_next_turn(self) -> None:
        """D8, D9."""
        target = at_blows().hit("groin", 3)[1]
        assert [target.ad(turn) for turn in (1, 2, 3)] == [-1, -1, 0]

    def test_floored_leaves_slow_moves_next_turn(self) -> None:
        """D9."""
        stage = at_blows("empire", "orc").hit("groin", 6).rest()
        slow = {key for key, move in RULES.scrolls["orc"].moves.items() if move.band == "slow"}
        assert set(stage.options(1)) == {f"pick {key}" for key in slow}
        stage.moved(a="observe", b="observe").rest()
        assert len(stage.options(1)) > len(slow)

    def test_the_longest_counts_and_they_do_not_stack(self) -> None:
        """D10."""
        stage = at_blows().change(1, stunned_until=5, shaken_until=5, shaken_by=-1, wounds_lost=-20)
        stage.hit("groin", 3).rest().moved(a="observe", b="observe").hit("head", 3)
        assert (stage[1].stunned_until, stage[1].shaken_until, stage[1].ad(2)) == (5, 5, -1)


class TestWhatStays:
    def target(self, *injuries: tuple[str, str], scroll: str = "empire") -> Stage:
        return at_blows("empire", scroll).hurt(1, *injuries)

    @pytest.mark.parametrize(
        ("injuries", "ad"),
        [
            (["hurt l", "hurt l"], -1),
            (["hurt l", "hurt r"], -2),
            (["hurt l", "broken l"], -3),
            (["broken l", "hurt l"], -3),
            (["broken l", "broken l"], -3),
            (["broken l", "broken r"], -6),
            (["broken l", "chopped l"], -3),
            (["finger l", "hurt l"], -2),
            (["finger l", "finger l", "finger l"], -3),
            (["finger l"] * 5 + ["finger r"], -6),
            (["finger l"] * 7, -5),
            (["finger l", "finger l", "chopped l"], -3),
            (["finger l", "chopped r"], -4),
        ],
    )
    def test_arms_count_their_worst_and_fingers_each(self, injuries, ad) -> None:
        """D11, D12."""
        words = {"hurt": "arm_hurt", "broken": "arm_broken", "chopped": "arm_chopped_off", "finger": "finger_lost"}
        sides = {"l": "left_arm", "r": "right_arm"}
        told = [(words[one.split()[0]], sides[one.split()[1]]) for one in injuries]
        assert self.target(*told)[1].ad(1) == ad

    @pytest.mark.parametrize(
        ("injuries", "ad"),
        [
            ([], -3),
            ([("arm_chopped_off", "left_arm")], -4),
            ([("arm_chopped_off", "right_arm")], -5),
            ([("finger_lost", "left_arm"), ("arm_chopped_off", "left_arm")], -4),
            ([("arm_broken", "left_arm")], -6),
            ([("finger_lost", "left_arm")] * 4, -6),
            ([("finger_lost", "right_arm")] * 5, -7),
        ],
    )
    def test_fingers_lost_in_earlier_fights_go_with_the_arm_and_are_of_the_five(self, injuries, ad) -> None:
        """D12: two of the left hand, one of the right."""
        past = Past(ad=-3, fingers=("left_arm", "left_arm", "right_arm"))
        stage = Stage(who("empire", (0, 0), 0), who("empire", (0, -1), 3, past))
        assert stage.hurt(1, *injuries)[1].ad(1) == ad

    def test_ribs_stack(self) -> None:
        """D13."""
        assert self.target(*[("rib_broken", "body")] * 3)[1].ad(1) == -3

    def test_disembowelled_counts_once(self) -> None:
        """D14."""
        target = self.target(*[("disembowelled", "body")] * 2)[1]
        assert (target.ad(1), target.harm.bleeds_d3, target.harm.bleeds) == (-3, 1, 0)

    def test_every_other_source_of_blood_stacks(self) -> None:
        """D15."""
        wounds = [("bleeding_wound", "body")] * 2 + [("emasculated", "groin"), ("arm_chopped_off", "left_arm")]
        target = self.target(*wounds, ("leg_chopped_off", "left_leg"), ("disembowelled", "body"))[1]
        assert (target.harm.bleeds, target.harm.bleeds_d3) == (5, 1)

    def test_blood_is_lost_in_the_end_phase(self) -> None:
        """D15, D7: 1 and a D3 of a D6 that shows 5."""
        stage = self.target(("bleeding_wound", "body"), ("disembowelled", "body")).rest(5)
        assert stage[1].wounds == 6
        assert stage.last("end_phase")["bled"] == {"B": {"lost": 4, "faces": [5]}}

    @pytest.mark.parametrize(("face", "lost"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
    def test_a_d3_is_half_a_d6_rounded_up(self, face: int, lost: int) -> None:
        """D7."""
        assert self.target(("disembowelled", "body")).rest(face)[1].wounds_lost == lost

    def test_hurt_legs_and_kneecaps_stack(self) -> None:
        """D16."""
        stage = hits(at_blows().change(1, wounds_lost=-40), ("left_leg", 3), ("left_leg", 7), ("right_leg", 4))
        assert stage[1].initiative == 27

    def test_a_leg_is_halved_once_and_chopped_after_broken_only_bleeds(self) -> None:
        """D17."""
        target = self.target(("leg_broken", "left_leg"), ("leg_broken", "left_leg"))[1]
        assert (target.initiative, target.harm.halvings) == (15, 1)
        target = self.target(("leg_broken", "left_leg"), ("leg_chopped_off", "left_leg"))[1]
        assert (target.harm.halvings, target.harm.bleeds, target.harm.gone) == (1, 1, ("left_leg",))

    @pytest.mark.parametrize("first", ["leg_broken", "leg_chopped_off"])
    @pytest.mark.parametrize("damage", [9, 11])
    def test_two_ruined_legs_take_him_out(self, first: str, damage: int) -> None:
        """D18, R6."""
        stage = self.target((first, "left_leg")).change(1, wounds_lost=-20).hit("right_leg", damage)
        assert stage[1].out == "legs"

    def test_the_same_leg_twice_does_not(self) -> None:
        """D17, D18."""
        assert self.target(("leg_broken", "left_leg")).change(1, wounds_lost=-20).hit("left_leg", 9)[1].out == ""

    def test_two_arms_chopped_off_take_him_out_and_two_broken_do_not(self) -> None:
        """D22."""
        stage = self.target(("arm_chopped_off", "left_arm")).change(1, wounds_lost=-20)
        assert stage.hit("right_arm", 11)[1].out == "arms"
        stage = self.target(("arm_broken", "left_arm")).change(1, wounds_lost=-20)
        assert stage.hit("right_arm", 9)[1].out == ""

    def test_an_arm_lost_in_an_earlier_fight_counts(self) -> None:
        """D22, D24."""
        stage = Stage(who("empire", (0, 0), 0), who("empire", (0, -1), 3, Past(gone=("left_arm",)), w=40))
        assert stage.moved(a="observe", b="observe").hit("right_arm", 11)[1].out == "arms"

    def test_knocked_out_is_not_killed(self) -> None:
        """D23."""
        stage = at_blows().change(1, wounds_lost=-20).hit("head", 9)
        assert (stage[1].out, aftermath(stage.fight, 1).killed) == ("ko", False)

    def test_grave_calm_spares_hurt_arms_and_ribs_and_no_more(self) -> None:
        calm = self.target(("arm_hurt", "left_arm"), ("rib_broken", "body"), scroll="undead")[1]
        assert calm.ad(1) == 0
        assert self.target(("arm_broken", "left_arm"), scroll="undead")[1].ad(1) == -3
        assert self.target(("finger_lost", "left_arm"), scroll="undead")[1].ad(1) == -1


class TestTrophies:
    @pytest.mark.parametrize(
        ("location", "observes", "rushes"),
        [("head", True, 1), ("body", True, 1), ("head", False, 0), ("groin", True, 0)],
    )
    def test_one_who_observes_next_turn_brandishes_it(self, location: str, observes: bool, rushes: int) -> None:
        """D26."""
        stage = Stage(who("empire", (0, 0), 0), who("empire", (0, -1), 3), *[who("orc", (x, 0), 0) for x in (4, 6)])
        stage.moved(a="observe", b="observe", c="observe", d="observe").hit(location, 12).rest()
        earned = stage[0].counters
        stage.moved(a="observe" if observes else "measured_step", c="observe", d="observe")
        assert len(stage[0].counters) == len(earned) - 1 + rushes
        if rushes:
            assert stage.last("adrenalin")["use"] in ("brandished", "lost")
            assert stage[0].counters == (3,)

    def test_a_turn_later_it_is_too_late(self) -> None:
        """D26."""
        stage = Stage(who("empire", (0, 0), 0), who("empire", (0, -1), 3), *[who("orc", (x, 0), 0) for x in (4, 6)])
        stage.moved(a="observe", b="observe", c="observe", d="observe").hit("head", 12).rest()
        stage.moved(a="measured_step", c="observe", d="observe").moved(a="observe", c="observe", d="observe")
        assert not [one for one in stage.told("adrenalin") if one["use"] == "brandished"]


class TestAfterwards:
    """What is kept from the next fight on (D24)."""

    @pytest.mark.parametrize(
        ("injuries", "past", "misses"),
        [
            ([("arm_hurt", "left_arm")], Past(), 0),
            ([("finger_lost", "left_arm")] * 2, Past(ad=-2, fingers=("left_arm",) * 2), 0),
            ([("arm_broken", "left_arm")], Past(), 2),
            ([("arm_chopped_off", "left_arm")], Past(ad=-3, gone=("left_arm",)), 2),
            ([("finger_lost", "left_arm"), ("arm_chopped_off", "left_arm")], Past(ad=-3, gone=("left_arm",)), 2),
            ([("leg_hurt", "left_leg")], Past(), 0),
            ([("kneecap_damaged", "left_leg")], Past(initiative=1), 1),
            ([("leg_broken", "left_leg")], Past(), 2),
            ([("leg_chopped_off", "left_leg")], Past(wooden_legs=1), 2),
            ([("rib_broken", "body")], Past(), 1),
            ([("emasculated", "groin")], Past(hates=("A",)), 1),
            ([("ear_hacked_off", "left_ear")], Past(initiative=1, gone=("left_ear",)), 0),
            ([("blinded_in_one_eye", "left_eye")], Past(ad=-1, gone=("left_eye",)), 0),
            ([("rib_broken", "body"), ("arm_broken", "left_arm")], Past(), 2),
        ],
    )
    def test_what_each_injury_leaves(self, injuries, past, misses) -> None:
        """D24, D25."""
        after = aftermath(at_blows().hurt(1, *injuries).fight, 1)
        assert (after.past, after.misses, after.retires, after.killed) == (past, misses, False, False)

    @pytest.mark.parametrize(
        ("blow", "opponents"), [(("head", 12), 3), (("body", 12), 3), (("groin", 12), 1), (("head", 9), 1)]
    )
    def test_opponents_towards_a_skill(self, blow, opponents) -> None:
        stage = at_blows().hit(*blow)
        assert (aftermath(stage.fight, 0).opponents, aftermath(stage.fight, 1).opponents) == (opponents, 0)

    def test_a_second_wooden_leg_retires(self) -> None:
        """D24."""
        stage = Stage(who("empire", (0, 0), 0), who("empire", (0, -1), 3, Past(wooden_legs=1)))
        stage.hurt(1, ("leg_chopped_off", "left_leg"))
        assert aftermath(stage.fight, 1).retires
