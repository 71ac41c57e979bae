"""One attack and one round against fractions reckoned by hand, and rulings 36 to 42."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from encounters.duel.blows import attacks_of
from encounters.duel.chances import OUTCOMES
from encounters.duel.situations import Situation
from mordheim.rules.combat import NEVER
from tests.books import rulebook
from tests.encounters.duel.arena import Odds, blow, blows, man, match, one, shot, volley

F = Fraction
AXE, BOOK = "weapon=axe", rulebook()


def hurt(odds: Odds) -> F:
    """The chance that anything came of it."""
    return 1 - odds["no_wound"]


def test_outcomes_sum_to_one_exactly() -> None:
    for odds in (one(AXE, ""), volley("a=4,weapon=sword,skills=web_of_steel", "w=3,equipment=sword+helmet")):
        assert list(odds) == list(OUTCOMES)
        assert sum(odds.values()) == 1


def test_a_plain_axe_against_a_bare_man() -> None:
    # 4+ to hit; of six faces to wound three do nothing, two wound, the 6 is critical: 2 wounds, two injury dice, and
    # with a master strike (one time in three) 2 is added to each: 1-2 become 3-4, and 3 or more take him out.
    odds = one(AXE, "")
    plain = F(1, 2) * F(2, 6)
    critical = F(1, 2) * F(1, 6)
    assert odds["no_wound"] == F(3, 4)
    assert odds["knocked_down"] == plain * F(1, 3) + critical * F(2, 3) * F(1, 9)
    assert odds["stunned"] == plain * F(1, 3) + critical * (F(2, 3) * F(3, 9) + F(1, 3) * F(1, 9))
    assert odds["out_of_action"] == plain * F(1, 3) + critical * (F(2, 3) * F(5, 9) + F(1, 3) * F(8, 9))


def test_a_critical_of_one_or_two_may_be_saved_and_the_others_not() -> None:
    # Axe S3 against heavy armour with a shield: 4+, worsened to 5+.
    odds = one(AXE, "equipment=heavy_armour+shield")
    assert blow(AXE, "equipment=heavy_armour+shield").save == 5
    assert hurt(odds) == F(1, 2) * (F(2, 6) * F(4, 6) + F(1, 6) * (F(1, 3) * F(4, 6) + F(2, 3)))


def test_no_critical_where_a_six_is_needed_anyway() -> None:
    assert one("s=3,weapon=axe", "t=5")["out_of_action"] == F(1, 2) * F(1, 6) * F(1, 3)
    assert not blow("s=3,weapon=axe", "t=6").critical
    assert one("s=3,weapon=axe", "t=7")["no_wound"] == 1


def test_one_critical_in_a_phase() -> None:
    # Two attacks that always hit and wound on 2+ with two Wounds to spare: only one critical can come of two sixes.
    both = volley("ws=1,s=5,a=2,weapon=sword", "ws=0,t=3,w=4,rules=regeneration")
    single = volley("ws=1,s=5,a=1,weapon=sword", "ws=0,t=3,w=2")
    # With W 2 one attack brings an injury die only by a critical: 1 in 6.
    assert single["no_wound"] == F(1, 6)
    assert single["wounded"] == F(4, 6)
    assert sum(both.values()) == 1
    three = volley("s=5,a=2,weapon=sword", "ws=0,t=3,w=4")
    # Four wounds would take two criticals.
    assert three["no_wound"] + three["wounded"] == 1


def test_several_wounds_roll_several_dice_and_the_worst_counts() -> None:
    odds = volley("s=3,a=2,weapon=axe", "ws=0,t=5")
    nothing = F(25, 36)
    one_die, two_dice = F(10, 36), F(1, 36)
    assert odds["no_wound"] == nothing
    assert odds["knocked_down"] == one_die * F(1, 3) + two_dice * F(1, 9)
    assert odds["out_of_action"] == one_die * F(1, 3) + two_dice * F(5, 9)


# --- ruling 36 --------------------------------------------------------------------------------------------------------


def test_a_seven_to_hit_is_impossible_and_a_one_fails_only_where_a_rule_says_so() -> None:
    assert shot("bs=1,weapon=bow", "", cover=True).hit == NEVER
    assert one("bs=1,weapon=bow", "", cover=True)["no_wound"] == 1
    assert shot("bs=6,weapon=bow", "").hit == 1
    assert one("bs=6,s=3,weapon=bow", "t=5")["no_wound"] == F(5, 6)


def test_a_save_above_six_is_none_and_one_of_one_always_holds() -> None:
    assert blow("s=4,weapon=sword", "equipment=light_armour").save == NEVER
    odds = one("s=3,weapon=sword", "sv=2,equipment=shield")
    assert blow("s=3,weapon=sword", "sv=2,equipment=shield").save == 1
    # Only a critical of 3 or more goes through.
    assert hurt(odds) == F(1, 2) * F(1, 6) * F(2, 3)


# --- ruling 37 --------------------------------------------------------------------------------------------------------


def test_a_monster_slayer_wounds_on_four_and_may_be_critical() -> None:
    attack = blow("s=3,weapon=axe,skills=monster_slayer", "t=8")
    assert (attack.wound, attack.critical) == (4, True)
    assert blow("s=5,weapon=axe,skills=monster_slayer", "t=3").wound == 2


def test_a_weapon_of_d3_wounds_does_the_larger_of_two_and_the_roll() -> None:
    chain = "s=3,weapon=ball_and_chain"
    attack = blow(chain, "w=3,equipment=gromril_armour")
    assert (attack.strength, attack.save, attack.several) == (5, NEVER, True)
    # 4+ to hit; wounds on 2+, of which one in six is critical. Three wounds need a 3 of the D3 either way.
    odds = one(chain, "w=3")
    assert odds["wounded"] == F(1, 2) * F(5, 6) * F(2, 3)
    # With two Wounds a plain hit leaves him one on a D3 of 1; a critical never does.
    assert one(chain, "w=2")["wounded"] == F(1, 2) * F(4, 6) * F(1, 3)


def test_a_critical_that_ignores_armour_ignores_scales_too() -> None:
    odds = one("s=5,ws=5,weapon=halberd", "creature:young_dragon")
    attack = blow("s=5,ws=5,weapon=halberd", "creature:young_dragon")
    assert (attack.hit, attack.wound, attack.save) == (3, 3, 5)
    assert hurt(odds) == F(4, 6) * (F(3, 6) * F(4, 6) + F(1, 6) * (F(1, 3) * F(4, 6) + F(2, 3)))


def test_web_of_steel_adds_one_to_the_critical_chart() -> None:
    # Against a save of 1 only 3 or more goes through: five faces of six then, not four.
    assert hurt(one("weapon=sword,skills=web_of_steel", "sv=1")) == F(1, 2) * F(1, 6) * F(5, 6)


# --- ruling 38 --------------------------------------------------------------------------------------------------------


def test_step_aside_is_one_roll_for_the_hit_and_works_against_criticals() -> None:
    plain, aside = one(AXE, ""), one(AXE, "skills=step_aside")
    assert hurt(aside) == hurt(plain) * F(4, 6)
    assert aside["out_of_action"] == plain["out_of_action"] * F(4, 6)
    assert hurt(one("weapon=bow", "skills=step_aside")) == hurt(one("weapon=bow", ""))


def test_regeneration_rolls_for_each_wound() -> None:
    # Wounds on 6s only, no critical: one wound, which closes on 4+.
    assert hurt(one("s=3,weapon=axe", "t=5,rules=regeneration")) == F(1, 2) * F(1, 6) * F(1, 2)
    # A plain wound stays half the time, of a critical's two at least one stays three times in four.
    assert hurt(one(AXE, "rules=regeneration")) == F(1, 2) * (F(2, 6) * F(1, 2) + F(1, 6) * F(3, 4))


# --- ruling 39 --------------------------------------------------------------------------------------------------------


def test_a_helmet_turns_half_of_the_stunned_into_knocked_down() -> None:
    bare, helmet = one(AXE, ""), one(AXE, "equipment=helmet")
    assert helmet["stunned"] == bare["stunned"] / 2
    assert helmet["knocked_down"] == bare["knocked_down"] + bare["stunned"] / 2


@pytest.mark.parametrize("skill", ["ard_ead", "thick_skull"])
def test_a_hard_skull_needs_three_and_two_with_a_helmet(skill: str) -> None:
    stunned = one(AXE, "")["stunned"]
    assert one(AXE, f"skills={skill}")["stunned"] == stunned * F(2, 6)
    assert one(AXE, f"skills={skill},equipment=helmet")["stunned"] == stunned * F(1, 6)


def test_such_a_save_may_undo_what_eadbasher_did() -> None:
    basher = "weapon=axe,skills=eadbasher"
    bare = one(AXE, "")
    lying = bare["knocked_down"] + bare["stunned"]
    assert one(basher, "")["stunned"] == lying
    assert one(basher, "equipment=helmet")["knocked_down"] == lying / 2
    assert one(basher, "equipment=helmet,skills=jump_up")["knocked_down"] == lying / 2
    assert one(basher, "rules=no_pain")["knocked_down"] == lying


def test_jump_up_ignores_a_knocked_down_result_but_not_one_from_a_save() -> None:
    bare = one(AXE, "")
    jumper = one(AXE, "skills=jump_up")
    assert (jumper["wounded"], jumper["knocked_down"]) == (bare["knocked_down"], 0)
    with_helmet = one(AXE, "skills=jump_up,equipment=helmet")
    assert with_helmet["wounded"] == bare["knocked_down"]
    assert with_helmet["knocked_down"] == bare["stunned"] / 2
    undead = one(AXE, "skills=jump_up,rules=no_pain")
    assert (undead["knocked_down"], undead["stunned"]) == (bare["stunned"], 0)


def test_a_save_against_being_stunned_is_rolled_once_whatever_the_wounds() -> None:
    sure = "a=3,s=3,weapon=axe"
    bare, helmet = volley(sure, "ws=0,t=5"), volley(sure, "ws=0,t=5,equipment=helmet")
    assert helmet["stunned"] == bare["stunned"] / 2
    assert helmet["knocked_down"] == bare["knocked_down"] + bare["stunned"] / 2
    assert helmet["out_of_action"] == bare["out_of_action"]


# --- ruling 40 --------------------------------------------------------------------------------------------------------


def parried(attacker: str, defender: str) -> F:
    """What a parry leaves of an attack's chance to do anything."""
    bare = defender.replace("sword", "axe").replace("buckler", "helmet").replace("dwarf_axe", "axe")
    return hurt(volley(attacker, defender)) / hurt(volley(attacker, bare))


def test_a_sword_must_beat_the_roll_to_hit() -> None:
    # Hits of 4, 5, 6 are beaten by two faces, one, none.
    assert parried(AXE, "weapon=sword") == 1 - F(2 + 1 + 0, 18)


def test_two_swords_have_no_second_roll_but_a_buckler_and_a_dwarf_axe_bring_one() -> None:
    again = 1 - (F(20, 36) + F(11, 36)) / 3
    assert parried(AXE, "weapon=sword+sword") == 1 - F(3, 18)
    assert parried(AXE, "equipment=sword+buckler") == again
    for pair in ("dwarf_axe+sword", "dwarf_axe+dwarf_axe"):
        assert parried(AXE, f"weapon={pair}") == again
    assert parried(AXE, "equipment=dwarf_axe+buckler") == again
    assert parried(AXE, "weapon=dwarf_axe") == 1 - F(3, 18)


def test_a_blow_of_double_strength_cannot_be_parried() -> None:
    strong = "s=4,weapon=double_handed_weapon"
    assert not blow(strong, "s=3,weapon=sword").parried
    assert blow(strong, "s=4,weapon=sword").parried
    assert parried(strong, "s=3,weapon=sword") == 1


def test_what_hits_without_a_roll_cannot_be_parried() -> None:
    assert parried("weapon=axe", "ws=0,weapon=sword") == 1
    assert parried("weapon=troll_vomit", "weapon=sword") == 1
    assert not blow("weapon=steel_whip", "weapon=sword").parried


def test_the_highest_of_two_hits_is_parried() -> None:
    # Two attacks that wound only on a 6, so that each hit is worth the same: count hits that stay.
    attacker, bare, sword = "a=2,s=3,weapon=axe", "t=5,weapon=axe", "t=5,weapon=sword"
    per_hit = F(1, 6)
    gone = F(0)
    for first in range(1, 7):
        for second in range(1, 7):
            hits = [face for face in (first, second) if face >= 4]
            if hits:
                stopped = F(6 - max(hits), 6)
                left = (1 - per_hit) ** (len(hits) - 1) * stopped + (1 - per_hit) ** len(hits) * (1 - stopped)
                gone += 1 - left
    assert hurt(volley(attacker, sword)) == gone / 36
    assert hurt(volley(attacker, bare)) > gone / 36


def test_a_tie_stops_the_earlier_attack() -> None:
    # The first blow, with a sword, may be saved on a 6, the second, with an axe, may not; both wound on 6s only.
    each = (F(1, 6) * F(5, 6), F(1, 6))
    hurting = F(0)
    for faces in ((first, second) for first in range(1, 7) for second in range(1, 7)):
        hits = [at for at in (0, 1) if faces[at] >= 4]
        best = max(hits, key=lambda at: (faces[at], -at), default=None)  # used at once
        safe = F(1)
        for at in hits:
            stopped = F(6 - faces[at], 6) if at == best else F(0)
            safe *= 1 - each[at] * (1 - stopped)
        hurting += 1 - safe
    told = volley("s=3,weapon=sword+axe", "t=5,weapon=sword,equipment=light_armour")
    assert hurt(told) == hurting / 36


def test_a_master_of_blades_matches_and_with_two_parries_two() -> None:
    assert parried(AXE, "weapon=sword,skills=master_of_blades") == 1 - F(3 + 2 + 1, 18)
    per_hit = F(1, 6)
    hurting = F(0)
    for first in range(1, 7):
        for second in range(1, 7):
            safe = F(1)
            for face in (first, second):
                if face >= 4:
                    safe *= 1 - per_hit * (1 - F(7 - face, 6))
            hurting += 1 - safe
    two = volley("a=2,s=3,weapon=axe", "t=5,weapon=sword+sword,skills=master_of_blades")
    assert hurt(two) == hurting / 36


# --- ruling 41 --------------------------------------------------------------------------------------------------------


def test_the_first_weapon_strikes_first_and_the_second_once() -> None:
    names = [attack.weapon for attack in blows("a=3", "", weapon="sword+axe")]
    assert names == ["Sword", "Sword", "Sword", "Axe"]
    assert len(blows("a=3,rules=frenzy", "", weapon="sword+axe")) == 7
    assert len(blows("a=2,skills=ferocious_charge", "", "charging", weapon="axe+axe")) == 5


def test_the_six_of_dagger_and_fist_is_worsened_by_strength() -> None:
    assert blow("s=3,weapon=dagger", "").save == 6
    assert blow("s=4,weapon=dagger", "").save == NEVER
    assert blow("s=4,weapon=dagger", "equipment=light_armour").save == 6
    assert blow("s=4,a=3,weapon=fist", "").save == 6
    assert len(blows("s=4,a=3,weapon=fist", "")) == 1
    assert blow("s=4,weapon=fist", "").strength == 3


def test_well_ard_and_a_wolfcloak_need_a_save_that_is_there() -> None:
    assert blow("weapon=sword", "skills=well_ard").save == NEVER
    assert blow("weapon=sword", "skills=well_ard,equipment=light_armour").save == 5
    assert shot("weapon=bow", "equipment=wolfcloak").save == NEVER
    assert shot("weapon=bow", "equipment=wolfcloak+light_armour").save == 5
    assert blow("weapon=sword", "equipment=wolfcloak+light_armour").save == 6


# --- ruling 42 --------------------------------------------------------------------------------------------------------


def test_first_round_bonuses_hold_on_a_charge_and_against_one_and_not_later() -> None:
    for side, strength in (("later", 3), ("charging", 5), ("charged", 5)):
        assert blow("weapon=flail", "", side).strength == strength  # type: ignore[arg-type]
    for side, again in (("later", False), ("charging", True), ("charged", True)):
        assert blow("weapon=axe,rules=hatred", "", side).again is again  # type: ignore[arg-type]


def test_hatred_rolls_misses_again() -> None:
    assert hurt(one("weapon=axe,rules=hatred", "", "charging")) == hurt(one(AXE, "")) * F(3, 2)


def test_dwarfs_hate_orcs_and_goblins_and_nobody_else() -> None:
    for creature, hated in (("orc_boy", True), ("goblin_warrior", True), ("troll", False), ("zombie", False)):
        assert blow("creature:dwarf_clansman", f"creature:{creature}", "charging").again is hated
    assert blow("rules=hate_orcs_and_goblins", "race=orc", "charged").again


def test_metal_of_a_name_works_as_the_price_chart_says() -> None:
    assert blow("weapon=gromril_axe", "equipment=heavy_armour").save == NEVER
    assert blow("weapon=axe", "equipment=heavy_armour").save == 6


def test_a_shield_is_no_help_beside_a_weapon_for_two_hands_but_against_shots() -> None:
    target = "equipment=light_armour+shield+halberd"
    assert blow("weapon=sword", target).save == 6
    assert shot("weapon=bow", target).save == 5
    assert blow("weapon=sword", "equipment=light_armour+shield+sword").save == 5


# --- injuries ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "defender", "sixths"),
    [
        ("weapon=axe", "", [2, 2, 2]),
        ("weapon=mace", "", [1, 3, 2]),
        ("weapon=axe", "rules=hard_to_kill", [2, 3, 1]),
        ("weapon=mace", "rules=hard_to_kill", [1, 4, 1]),
        ("weapon=mace", "rules=hard_to_kill+hard_head", [2, 3, 1]),
        ("weapon=axe", "rules=hard_to_kill,skills=true_grit", [3, 2, 1]),
        ("weapon=axe,skills=strike_to_injure", "", [1, 2, 3]),
        ("weapon=mace,skills=strike_to_injure", "", [0, 3, 3]),
        ("weapon=axe,skills=strike_to_injure", "rules=hard_to_kill", [1, 3, 2]),
        ("weapon=axe", "rules=no_pain", [4, 0, 2]),
        ("weapon=the_count_of_ventimiglias_misericordia", "", [0, 3, 3]),
        ("weapon=axe", "equipment=mandrake_root,t=4", [4, 0, 2]),
    ],
)
def test_what_changes_an_injury_die(attacker: str, defender: str, sixths: list[int]) -> None:
    defender = defender if "t=4" in defender else f"t=5,{defender}"
    odds = one(f"s=3,{attacker}", defender.removesuffix(","))
    found = [odds[name] / hurt(odds) for name in ("knocked_down", "stunned", "out_of_action")]
    assert found == [F(part, 6) for part in sixths]


def test_a_lucky_charm_ignores_the_first_hit_on_four() -> None:
    assert hurt(one(AXE, "equipment=lucky_charm")) == hurt(one(AXE, "")) / 2
    # The second of two sure hits is not ignored.
    two = volley("a=2,s=3,weapon=axe", "ws=0,t=5,equipment=lucky_charm")
    assert two["no_wound"] == F(5, 6) * F(11, 12)


# --- poison -----------------------------------------------------------------------------------------------------------


def test_black_lotus_wounds_by_a_six_to_hit_and_its_roll_may_still_be_critical() -> None:
    plain, lotus = "weapon=axe", "weapon=axe,equipment=black_lotus"
    # Hits of 4 and 5 wound half the time, a 6 always.
    assert hurt(one(lotus, "")) == F(2, 6) * F(1, 2) + F(1, 6)
    assert one(lotus, "t=8")["out_of_action"] == F(1, 6) * F(1, 3)
    assert one(lotus, "rules=immune_poison") == one(plain, "")


def test_dark_venom_is_one_strength_for_wound_and_save() -> None:
    attack = blow("weapon=axe,equipment=dark_venom", "equipment=heavy_armour")
    assert (attack.strength, attack.wound, attack.save) == (4, 3, NEVER)
    assert blow("weapon=axe,equipment=dark_venom", "equipment=tears_of_shallaya").strength == 3


def test_a_blowpipe_is_never_critical() -> None:
    attack = shot("weapon=blowpipe", "")
    assert (attack.by_six, attack.critical, attack.save) == (True, False, 6)


# --- skills that touch a number ---------------------------------------------------------------------------------------


def test_skills_of_blows_change_what_they_say() -> None:
    assert blow("weapon=axe,skills=mighty_blow", "").strength == 4
    assert blow("weapon=pistol,skills=mighty_blow", "", "charging").strength == 4
    assert blow("ws=3,weapon=axe,skills=unstoppable_charge", "ws=3", "charging").hit == 3
    assert blow("weapon=axe,skills=berserker", "", "charging").hit == 3
    assert blow("weapon=axe,skills=berserker", "").hit == 4
    resisted = blow("s=4,weapon=axe", "skills=resilient,equipment=heavy_armour")
    assert (resisted.strength, resisted.wound, resisted.save) == (4, 4, NEVER)
    assert blow("weapon=sword,skills=expert_swordsman", "", "charging").again
    assert not blow("weapon=axe,skills=expert_swordsman", "", "charging").again


def test_frenzy_doubles_and_fear_makes_hits_hard() -> None:
    assert len(blows("a=2,rules=frenzy,weapon=axe", "")) == 4
    assert len(blows("a=2,rules=frenzy,weapon=axe", "", frenzied=False)) == 2
    afraid = 1 - F(21, 36)
    brave, scared = hurt(one("ld=7,ws=4,weapon=axe", "", "charged")), F(1, 6) / F(4, 6)
    told = hurt(one("ld=7,ws=4,weapon=axe", "rules=fear", "charged"))
    assert told == brave * (1 - afraid) + brave * scared * afraid
    for steady in ("immune_to_fear", "fear", "deathwish", "frenzy"):
        assert one(f"weapon=axe,ld=2,rules={steady}", "rules=fear", "charged") == one(
            f"weapon=axe,ld=2,rules={steady}", "", "charged"
        )
    assert hurt(one("ld=7,ws=4,weapon=axe", "rules=fear", "charging")) == brave


def test_a_holy_hammer_is_critical_only_where_the_chart_asks_for_less_than_a_six() -> None:
    hammer, dead = "weapon=sigmarite_warhammer", "race=undead,rules=no_pain"
    for toughness, wound, critical in ((5, 4, True), (6, 5, False), (7, 5, False), (8, NEVER, False)):
        made = blow(hammer, f"{dead},t={toughness}")
        assert (made.wound, made.critical) == (wound, critical)
    # A 4 to hit and a 5 to wound; a single wound is out of action on a 5, where a critical hit would make it more.
    assert one(hammer, f"{dead},t=7")["out_of_action"] == F(1, 2) * F(2, 6) * F(2, 6)


def test_pistols_fight_in_a_first_round_only() -> None:
    names = [(attack.weapon, attack.strength) for attack in blows("a=2,weapon=pistol+sword", "", "charging")]
    assert names == [("Pistol", 4), ("Sword", 3), ("Sword", 3)]
    assert [attack.weapon for attack in blows("a=1,weapon=pistol_brace", "", "charged")] == ["Brace of pistols"] * 2
    assert [attack.weapon for attack in blows("a=2,weapon=pistol_brace", "")] == ["Dagger"] * 2
    assert blow("weapon=duelling_pistol", "", "charging").hit == 3


def test_a_ball_and_chain_is_hard_to_strike_at() -> None:
    assert blow("weapon=axe", "weapon=ball_and_chain").hit == 5


def test_a_troll_may_spew_in_place_of_all_attacks() -> None:
    (attack,) = blows("creature:troll", "equipment=gromril_armour", weapon="troll_vomit")
    assert (attack.strength, attack.rolled, attack.save) == (5, False, NEVER)
    assert len(blows("creature:troll", "")) == 3
    assert blow("creature:troll", "").weapon == "Claws and teeth"


def test_a_tail_hits_whoever_is_slower_than_the_die() -> None:
    tail, *others = blows("creature:young_wyvern", "i=4,equipment=light_armour")
    assert (tail.strength, tail.rolled, tail.save, len(others)) == (4, False, NEVER, 2)
    # Two faces of six are above 4: S4 wounds T5 on 5+, which a critical may be.
    asked = match("creature:young_wyvern", "i=4,t=5,ws=10")
    assert asked.one_attack == match("ws=4,s=4,weapon=natural", "i=4,t=5,ws=10").one_attack
    quick = volley("creature:young_wyvern", "i=6,t=5,ws=10")
    assert quick == volley("ws=4,s=4,a=2,weapon=natural", "i=6,t=5,ws=10")
    missed = hurt(asked.one_round)
    assert 1 - missed == (1 - hurt(quick)) * (1 - F(2, 6) * F(2, 6))


def test_a_butt_knocks_down_whom_it_hits_and_does_not_hurt() -> None:
    butt, *_, bite = blows("creature:young_chimera", "i=3,ws=3,equipment=gromril_armour")
    assert (butt.topples, bite.topples) == (3, 0)
    assert (butt.save, bite.save) == (6, NEVER)
    odds = one("creature:young_chimera", "i=3,ws=3,t=10,w=3")
    # S5 cannot wound T10: every hit that topples is a knocked down result.
    assert odds["knocked_down"] == F(3, 6) * F(3, 6)
    assert odds["no_wound"] == F(3, 4)


def test_a_tentacle_holds_one_attack_and_always_leaves_one() -> None:
    held = replace(man(), effects=BOOK.mutations["tentacle"].effects)
    for attacks, left in ((3, 2), (1, 1)):
        assert len(attacks_of(man(f"a={attacks},weapon=axe"), held, Situation())) == left


# --- shooting ---------------------------------------------------------------------------------------------------------


def test_each_hindrance_is_one_and_some_are_made_light_of() -> None:
    bow = "bs=4,weapon=bow"
    assert shot(bow, "").hit == 3
    assert shot(bow, "", cover=True, inches=13, moved=True).hit == 6
    assert shot(bow, "", inches=12).hit == 3
    assert shot(bow, "rules=large_target").hit == 2
    assert shot(bow, "equipment=elven_cloak").hit == 4
    assert shot(f"{bow},skills=trick_shooter", "", cover=True).hit == 3
    assert shot(f"{bow},skills=eagle_eyes", "", inches=15).hit == 3
    assert shot("bs=4,weapon=throwing_knives", "", inches=6, moved=True).hit == 3
    marksman = "bs=4,weapon=crossbow,rules=steady_hands+dead_eye_shot"
    assert shot(marksman, "", cover=True, inches=30).hit == 3


@pytest.mark.parametrize(
    ("shooter", "how", "shots", "hit"),
    [
        ("weapon=bow", {}, 1, 4),
        ("weapon=bow,skills=quick_shot", {}, 2, 4),
        ("weapon=repeater_crossbow", {}, 2, 5),
        ("weapon=sling", {"inches": 9}, 2, 5),
        ("weapon=sling", {"inches": 10}, 1, 5),
        ("weapon=sling", {"inches": 9, "moved": True}, 1, 5),
        ("weapon=throwing_knives,skills=knife_fighter", {}, 3, 4),
        ("weapon=pistol_brace,skills=pistolier", {}, 2, 4),
    ],
)
def test_how_many_shots(shooter: str, how: dict[str, object], shots: int, hit: int) -> None:
    asked = match(shooter, "", **how)  # type: ignore[arg-type]
    made = attacks_of(asked.attacker, asked.defender, asked.situation(0))
    assert (len(made), made[0].hit) == (shots, hit)


def test_powder_has_the_whole_of_its_modifier_and_a_dodge_avoids_shots() -> None:
    assert shot("weapon=handgun", "equipment=gromril_armour").save == 6
    assert shot("weapon=handgun,equipment=superior_blackpowder", "").strength == 5
    assert hurt(one("weapon=bow", "skills=dodge")) == hurt(one("weapon=bow", "")) * F(4, 6)
    assert hurt(one(AXE, "skills=dodge")) == hurt(one(AXE, ""))
