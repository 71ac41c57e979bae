"""What comes on top of a warrior's attacks, before them, or from how a fight is fought: fractions reckoned by hand.

Strength 3 against Toughness 5 wounds on 6s alone and is never critical, so that a blow that hits on 4+ hurts one time
in twelve; of what hurts, a third each knocks down, stuns and takes out.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from encounters.duel.answers import Answer
from encounters.duel.blows import attacks_of
from encounters.duel.bodies import Body, End, Stand
from encounters.duel.duel import Match
from encounters.duel.fighters import Fighter, of_member
from encounters.duel.hands import reloads
from encounters.duel.situations import Situation
from encounters.duel.turns import Turns
from mordheim.rules.combat import NEVER
from mordheim.rules.fight_effects import Circumstance, IgnoresFear
from mordheim.rules.plainfile import Malformed
from mordheim.rules.snapshot import LastingEffect, Piece
from tests.books import rulebook
from tests.encounters.duel.arena import Odds, blow, blows, man, match, one, shot, volley
from tests.warbands.roster.cast import dwarfs
from warbands.roster.members import Roster
from warbands.roster.refusals import Refused

F = Fraction
AXE, TOUGH = "s=3,weapon=axe", "t=5,weapon=axe"
A_BLOW, AFRAID = F(1, 12), F(15, 36)


def hurt(odds: Odds) -> F:
    return 1 - odds["no_wound"]


def any_of(*chances: F) -> F:
    """The chance that one of these comes to pass."""
    none = F(1)
    for part in chances:
        none *= 1 - part
    return 1 - none


def fight(attacker: str, defender: str, *given: Circumstance, charging: bool = True) -> Match:
    return replace(match(attacker, defender, "charging" if charging else "later"), given=frozenset(given))


# --- how a fight is fought --------------------------------------------------------------------------------------------


def test_a_combat_master_has_one_attack_more_against_two_or_more() -> None:
    master = f"{AXE},skills=combat_master"
    assert hurt(fight(master, TOUGH).one_round) == A_BLOW
    assert hurt(fight(master, TOUGH, "outnumbered").one_round) == any_of(A_BLOW, A_BLOW)


def test_a_pit_fighter_is_better_inside_and_harder_to_hit() -> None:
    inside = fight(f"{AXE},skills=pit_fighter", TOUGH, "inside")
    assert hurt(inside.one_round) == any_of(F(4, 36), F(4, 36))
    assert hurt(fight(f"{AXE},skills=pit_fighter", TOUGH).one_round) == A_BLOW
    # Weapon Skill 2 against 4 hits on 4+, against 5 on 5+.
    struck = fight(f"{AXE},ws=2", f"{TOUGH},ws=4,skills=pit_fighter", "inside")
    assert hurt(struck.one_round) == F(2, 36)


def test_a_backstabber_who_was_not_seen_hits_and_injures_better() -> None:
    unseen = fight(f"{AXE},skills=backstabber", TOUGH, "unseen").one_round
    assert unseen["out_of_action"] == F(4, 6) * F(1, 6) * F(3, 6)
    assert unseen["knocked_down"] == F(4, 6) * F(1, 6) * F(1, 6)
    later = fight(f"{AXE},skills=backstabber", TOUGH, "unseen", charging=False).one_round
    assert hurt(later) == A_BLOW


def test_a_diving_charge_hits_better_and_harder() -> None:
    # Strength 4 wounds Toughness 6 on a 6, as Strength 3 would; against 7 only the dive does.
    assert hurt(fight(AXE, "t=6", "diving").one_round) == F(4, 36)
    assert hurt(fight(AXE, "t=7", "diving").one_round) == F(4, 36)
    assert hurt(fight(AXE, "t=7").one_round) == 0


def test_an_unstoppable_charge_makes_him_harder_to_hit_too() -> None:
    charged = match(f"{AXE},ws=2", f"{TOUGH},ws=4,skills=unstoppable_charge", "charged")
    assert hurt(charged.one_round) == F(2, 36)
    assert hurt(replace(charged, side="later").one_round) == F(3, 36)


def test_what_is_said_of_a_charge_needs_one() -> None:
    from encounters.duel import asking
    from encounters.duel.situations import Shot

    with pytest.raises(Malformed, match="charge"):
        asking.match(man(AXE), man(), "charged", Shot(), ["diving"])
    with pytest.raises(Malformed, match="close combat"):
        asking.match(man("weapon=bow"), man(), "later", Shot(), ["inside"])


# --- rolls again ------------------------------------------------------------------------------------------------------


def test_blessed_sight_rolls_every_miss_again_shots_too() -> None:
    seer = "rules=blessed_sight"
    assert hurt(one(f"{AXE},{seer}", TOUGH)) == F(3, 4) * F(1, 6)
    assert hurt(one(f"bs=3,weapon=bow,{seer}", TOUGH)) == F(3, 4) * F(1, 6)
    assert not shot("weapon=bow,rules=hatred", "").again


@pytest.mark.parametrize(
    ("steady", "fails"),
    [
        ("ws=3", AFRAID),
        ("skills=absolute_faith", AFRAID**2),
        ("rules=blessed_sight", AFRAID**2),
        ("equipment=holy_relic", F(0)),
        ("equipment=bugmans_ale", F(0)),
    ],
)
def test_a_test_for_fear_may_be_taken_again_or_be_passed(steady: str, fails: F) -> None:
    # Afraid he hits on 6s alone, and still rolls misses again if he may.
    hits, scared = (F(3, 4), F(11, 36)) if "sight" in steady else (F(1, 2), F(1, 6))
    told = hurt(one(f"{AXE},ld=7,{steady}", f"{TOUGH},rules=fear", "charged"))
    assert told == (hits * (1 - fails) + scared * fails) * F(1, 6)


# --- shots ------------------------------------------------------------------------------------------------------------


def test_a_pistolier_fires_a_single_pistol_every_turn() -> None:
    for skills, waits in (("", True), (",skills=pistolier", False)):
        shooter = man(f"weapon=pistol{skills}")
        assert reloads(shooter, shooter.weapons[0], match("weapon=pistol", "").situation(0)) is waits


@pytest.mark.parametrize(
    ("shooter", "moved", "shots"),
    [
        ("weapon=crossbow,skills=quick_shot", False, 2),
        ("weapon=crossbow,skills=quick_shot+nimble", False, 2),
        ("weapon=crossbow,skills=quick_shot+nimble", True, 1),
        ("weapon=bow,skills=quick_shot+nimble", True, 2),
    ],
)
def test_quick_shot_and_nimble_do_not_combine(shooter: str, moved: bool, shots: int) -> None:
    asked = match(shooter, "", moved=moved)
    assert len(attacks_of(asked.attacker, asked.defender, asked.situation(0))) == shots


def test_two_shots_of_one_phase_bring_one_critical() -> None:
    # Both always hit and wound on 2+; with four Wounds only two criticals would bring an injury die.
    archer = "bs=6,weapon=bow,skills=quick_shot,equipment=hunting_arrows"
    odds = volley(archer, "t=1,w=4")
    assert odds["no_wound"] + odds["wounded"] == 1
    assert odds["no_wound"] == F(1, 36)
    assert 0 < volley(archer, "t=1,w=3")["out_of_action"] < F(11, 36)


# --- a crossbow pistol ------------------------------------------------------------------------------------------------

PISTOL = f"{AXE},bs=4,equipment=crossbow_pistol"


def test_a_crossbow_pistol_shoots_once_before_the_blows_of_a_first_round() -> None:
    first, second = blows(PISTOL, "t=7", "charged")
    assert (first.weapon, first.strength, first.hit, first.parried) == ("Crossbow pistol", 4, 5, False)
    # Toughness 7: the axe does nothing to it, Strength 4 wounds on 6s.
    assert second.wound == NEVER
    assert hurt(volley(PISTOL, "t=7,weapon=sword", "charged")) == F(2, 36)
    assert hurt(volley(PISTOL, "t=7", "later")) == 0


def test_a_crossbow_pistol_may_be_what_he_is_asked_to_fight_with() -> None:
    asked = [attack.weapon for attack in blows("a=2", "", "charging", weapon="crossbow_pistol")]
    assert asked == ["Crossbow pistol", "Dagger", "Dagger"]
    beside = [attack.weapon for attack in blows("a=2", "", "charging", weapon="sword+crossbow_pistol")]
    assert beside == ["Crossbow pistol", "Sword", "Sword"]
    assert hurt(one("bs=4,weapon=crossbow_pistol", "t=7", "charging")) == F(2, 36)


def test_its_shot_is_a_shot_to_cloaks_dodgers_and_fear() -> None:
    assert hurt(volley(PISTOL, "t=7,equipment=elven_cloak", "charging")) == F(1, 36)
    assert hurt(volley(PISTOL, "t=7,skills=dodge", "charging")) == F(2, 36) * F(4, 6)
    afraid = hurt(volley(f"{PISTOL},ld=7", "t=7,rules=fear", "charged"))
    assert afraid == F(2, 36) * (1 - AFRAID) + F(1, 36) * AFRAID


def after_first(fighting: Match) -> dict[int | None, F]:
    """Who is out after a duel's first turn."""
    chain = Turns(fighting)
    return chain.row(chain.start).of(who_is_out).chances


def who_is_out(then: Stand | End) -> int | None:
    return then.out if isinstance(then, End) else None


def test_a_whip_strikes_a_charger_before_he_strikes_and_again_in_turn() -> None:
    out = after_first(match(f"{AXE},t=5", "s=3,t=5,weapon=steel_whip", "charging"))
    lies = A_BLOW * F(2, 3)
    early = A_BLOW * F(1, 3)
    # The charger falls to the first lash, or after it lay him low to the second, or to that alone if he stood and his
    # own blow did nothing.
    assert out[0] == early + lies * early + (1 - A_BLOW) * (1 - A_BLOW) * early
    # The one with the whip falls to the charger who is still on his feet.
    assert out[1] == (1 - A_BLOW) * early


def test_both_shots_come_before_both_blows() -> None:
    # Strength 4 against Toughness 7: what is shot hurts one time in eighteen, axes do nothing.
    out = after_first(match(f"{PISTOL},t=7", f"{PISTOL},t=7", "charging"))
    a_shot = F(1, 18)
    assert out[1] == a_shot * F(1, 3)
    assert out[0] == (1 - a_shot) * a_shot * F(1, 3)


def test_one_critical_in_a_phase_however_early_its_first_blow_is() -> None:
    # The lash wounds on 2+, of a victim with four Wounds; only two criticals would bring an injury die.
    lash = "s=5,ws=5,weapon=steel_whip"
    out = after_first(match("ws=0,a=1,s=1,t=3,w=4,weapon=sword", f"{lash},t=10", "charging"))
    assert set(out) == {None}


class Pistols:
    """Two men of Toughness 6 and one Attack, an axe and a crossbow pistol each, by dice and from the rules."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def d6(self) -> int:
        return self.random.randint(1, 6)

    def injury(self, hit: int) -> int:
        """1 down, 2 stunned, 3 out, 0 nothing."""
        return (self.d6() + 1) // 2 if self.d6() >= hit and self.d6() == 6 else 0

    def first_round(self) -> list[int]:
        lies = [0, 0]
        for who, hit in ((0, 5), (1, 5), (0, 4), (1, 4)):
            if not lies[who]:
                lies[1 - who] = max(lies[1 - who], self.injury(hit))
        return lies

    def fight(self) -> int:
        lies, turn = self.first_round(), 1
        while 3 not in lies:
            risen = lies[turn] == 1
            lies[turn] = 1 if lies[turn] == 2 else 0
            quicker = 1 - turn if risen else 0
            for who in (quicker, 1 - quicker):
                if not lies[who] and 3 not in lies:
                    lies[1 - who] = self.strike(lies[1 - who])
            turn = 1 - turn
        return lies.index(3)

    def strike(self, lies: int) -> int:
        if lies == 2:
            return 3
        if lies == 1:
            return 3 if self.d6() == 6 else 1
        return self.injury(4)


def test_dice_say_the_same_of_two_with_crossbow_pistols() -> None:
    duels, ring = 20_000, Pistols(3)
    won = sum(ring.fight() == 1 for _ in range(duels)) / duels
    both = "s=3,bs=4,t=6,weapon=axe,equipment=crossbow_pistol"
    exact = float(match(f"{both},i=5", f"{both},i=3", "charging").duel().out(1))
    assert abs(won - exact) < 4 * (exact * (1 - exact) / duels) ** 0.5


# --- bodies -----------------------------------------------------------------------------------------------------------


def test_a_great_claw_is_one_attack_of_one_more_strength_and_takes_a_hand() -> None:
    claw = f"{AXE},mutations=great_claw"
    assert hurt(volley(claw, TOUGH)) == any_of(A_BLOW, F(1, 2) * F(2, 6))
    assert hurt(volley(claw, "t=7")) == A_BLOW
    with pytest.raises(Refused, match="beside"):
        man("weapon=axe+sword,mutations=great_claw")
    assert blow(AXE, "weapon=sword,equipment=light_armour+shield,mutations=great_claw").save == NEVER


def test_a_scorpion_tail_stings_less_where_no_poison_works() -> None:
    tail = f"{AXE},mutations=scorpion_tail"
    assert hurt(volley(tail, "t=8")) == A_BLOW
    assert hurt(volley(tail, "t=8,rules=immune_poison")) == 0
    assert blows(tail, "rules=immune_poison")[1].strength == 2


def test_spines_hit_without_a_roll_and_are_never_critical() -> None:
    spines = f"{AXE},mutations=spines"
    assert hurt(volley(spines, "t=4")) == any_of(F(1, 6), F(1, 2) * F(2, 6))
    prick = blows(spines, "t=1")[0]
    assert (prick.rolled, prick.strength, prick.critical, prick.early) == (False, 1, False, True)


def test_spines_hurt_even_while_their_bearer_lies() -> None:
    fighting = match("ws=3,s=3,t=9,weapon=axe,mutations=spines", "s=3,t=4,weapon=axe")
    lying = Stand(1, False, (Body(1, charm=False, posture="knocked_down"), Body(1, charm=False)))
    after = Turns(fighting).row(lying).chances
    assert sum(part for then, part in after.items() if isinstance(then, End)) == F(1, 6) * F(1, 3)


def test_a_mutation_twice_counts_twice() -> None:
    assert hurt(volley(f"{AXE},mutations=scorpion_tail+scorpion_tail", "t=8")) == any_of(A_BLOW, A_BLOW)


@pytest.mark.parametrize("more", ["mutations=extra_arm", "skills=tail_fighting"])
def test_another_hand_holds_a_third_weapon_or_a_shield(more: str) -> None:
    three = man(f"s=3,weapon=axe+axe+sword,{more}")
    assert [attack.weapon for attack in attacks_of(three, man(), Situation())] == ["Axe", "Axe", "Sword"]
    assert hurt(volley(f"s=3,weapon=axe+axe+sword,{more}", TOUGH)) == any_of(A_BLOW, A_BLOW, A_BLOW)
    assert [one.name for one in man(f"equipment=axe+axe+sword,{more}").weapons] == ["Axe", "Axe", "Sword"]
    assert blow(AXE, f"weapon=halberd,equipment=light_armour+shield,{more}").save == 6
    assert blow(AXE, "weapon=halberd,equipment=light_armour+shield").save == NEVER
    assert [attack.weapon for attack in blows("", "", weapon="halberd")] == ["Halberd"]


def test_a_tail_holds_knives_and_swords_only_and_nothing_beside_claws() -> None:
    for weapons in ("sword+dagger+axe", "fighting_claws+dagger"):
        with pytest.raises(Refused):
            man(f"weapon={weapons},skills=tail_fighting")
    assert len(blows("weapon=halberd+dagger,skills=tail_fighting", "")) == 2


def test_silent_death_needs_no_weapon_and_is_critical_on_five() -> None:
    bare = "s=3,weapon=fist,skills=art_of_silent_death"
    # Two attacks of his own Strength; 5s and 6s wound Toughness 4, and each is critical.
    assert len(blows(f"a=2,{bare}", "")) == 3
    odds = one(bare, "t=4")
    assert odds["out_of_action"] == F(1, 2) * F(2, 6) * (F(2, 3) * F(5, 9) + F(1, 3) * F(8, 9))
    assert len(blows("a=2,weapon=fighting_claws,skills=art_of_silent_death", "")) == 4
    assert len(blows("a=2,weapon=sword,skills=art_of_silent_death", "")) == 2
    # Of three faces that wound two are critical, and only a critical wounds twice.
    assert one(bare, "t=3,w=2")["wounded"] == F(1, 2) * F(1, 6)


# --- thrown, breathed, healed -----------------------------------------------------------------------------------------


def test_blessed_water_costs_the_dead_a_wound_and_nobody_else() -> None:
    thrown = match("bs=4,s=3,weapon=blessed_water", "race=undead,w=2,equipment=gromril_armour", inches=6, moved=True)
    assert thrown.one_attack["wounded"] == F(4, 6)
    assert thrown.one_attack["no_wound"] == F(2, 6)
    assert hurt(one("bs=4,weapon=blessed_water", "w=2")) == 0
    last = one("bs=4,weapon=blessed_water", "race=undead")
    assert last["out_of_action"] == F(4, 6) * F(2, 6)
    with pytest.raises(Refused, match="reaches 6"):
        _ = match("s=3,weapon=blessed_water", "race=undead", inches=7).one_attack
    # It is thrown once, and does nothing to the blows of whoever carries it.
    assert thrown.duel().wounds(1) == F(4, 6)
    assert blow("weapon=sword,equipment=blessed_water", "equipment=heavy_armour").save == 5


def test_herbs_give_back_wounds_between_shots_and_not_between_blows() -> None:
    archer, tough = "bs=6,weapon=bow", "t=5,w=2"
    # Only a 6 wounds, and never twice in a turn: with herbs nothing ever comes of it.
    healed = answered(archer, f"{tough},equipment=healing_herbs")
    assert (healed.out(1), answered(archer, tough).out(1)) == (0, 1)
    assert answered(AXE, f"{tough},equipment=healing_herbs") == answered(AXE, tough)


def breathing(beast: str, wounds: int, foe: str) -> dict[int | None, F]:
    """Who is out after a turn of the beast's in which neither can hurt the other but by fire."""
    fighting = match(f"creature:{beast}", foe)
    still = replace(fighting.attacker, profile=fighting.attacker.profile.model_copy(update={"a": 0}))
    chain = Turns(replace(fighting, attacker=still))
    stand = Stand(0, False, (Body(wounds, charm=False), Body(1, charm=False)))
    return chain.row(stand).of(who_is_out).chances


def test_a_beast_breathes_in_its_own_turn() -> None:
    # 4+ to hit, Strength 3 against Toughness 5 wounds on a 6; a third of that takes out.
    assert breathing("young_dragon", 5, "a=0,t=5,ws=0")[1] == F(1, 2) * F(1, 6) * F(1, 3)
    assert breathing("young_dragon", 5, "a=0,t=5,ws=0,rules=regeneration")[1] == F(1, 36)
    assert breathing("young_dragon", 5, "a=0,t=5,ws=0,equipment=light_armour")[1] == F(1, 36) * F(5, 6)


def test_a_hydra_breathes_weaker_by_one_for_each_two_wounds() -> None:
    assert breathing("young_hydra", 4, "a=0,t=5,ws=0")[1] == F(1, 36)
    # Strength 2 against Toughness 5 wounds on a 6 too, Strength 1 not at all.
    assert breathing("young_hydra", 3, "a=0,t=5,ws=0")[1] == F(1, 36)
    assert 1 not in breathing("young_hydra", 1, "a=0,t=5,ws=0")


def test_nobody_breathes_in_the_turn_of_another() -> None:
    fighting = match("creature:young_dragon", "a=0,t=5,ws=0")
    still = replace(fighting.attacker, profile=fighting.attacker.profile.model_copy(update={"a": 0}))
    stand = Stand(1, False, (Body(5, charm=False), Body(1, charm=False)))
    after = Turns(replace(fighting, attacker=still)).row(stand).chances
    assert not any(isinstance(then, End) for then in after)


# --- what he carries --------------------------------------------------------------------------------------------------


def test_an_assassin_brings_one_of_two_poisons_on_all_he_has() -> None:
    first = man("creature:imperial_assassin")
    assert all(attack.by_six for attack in attacks_of(first, man(), Situation("charging")))
    venom = blows("creature:imperial_assassin", "", weapon="sword+dark_venom")
    assert {(attack.by_six, attack.strength) for attack in venom} == {(False, 4)}
    assert [attack.by_six for attack in blows("creature:imperial_assassin", "", weapon="fist")] == [True]


def test_a_banner_takes_a_hand() -> None:
    carrier = "equipment=sword+light_armour+shield+banner"
    assert blow(AXE, carrier).save == NEVER
    assert blow("s=3,weapon=sword", "equipment=sword+light_armour+shield").save == 5
    with pytest.raises(Refused, match="both hands"):
        man("weapon=halberd,equipment=banner")


def answered(attacker: str, defender: str) -> Answer:
    return match(attacker, defender).duel()


def test_crimson_shade_quickens_by_a_die_for_the_battle() -> None:
    foe = "i=5,weapon=axe"
    shade = answered("s=3,i=3,weapon=axe,equipment=crimson_shade", foe)
    each = [answered(f"s=4,i={quick},weapon=axe", foe) for quick in (4, 5, 6)]
    assert shade.out(1) == sum(one.out(1) for one in each) / 3
    assert shade.rounds == sum(one.rounds or F(0) for one in each) / 3
    assert sum(shade.ends.values()) == 1


def fighter(of: Roster, name: str, *weapons: str) -> Fighter:
    return of_member(of, next(one for one in of.members if one.name == name), weapons)


def roster(snapshot: object) -> Roster:
    return Roster(snapshot, rulebook().warband_types[snapshot.type], rulebook())  # type: ignore[attr-defined,arg-type]


def test_a_blessing_is_on_the_weapon_that_it_names_alone() -> None:
    blessing = LastingEffect("shrine", {"warrior": "Dwarf Noble", "weapon": "axe"})
    of = roster(replace(dwarfs("dwarf_noble: axe, sword", "2 dwarf_clansman: axe"), effects=(blessing,)))
    ghoul = man("t=4,race=undead")
    for name, weapon, needs in (("Dwarf Noble", "axe", 2), ("Dwarf Noble", "sword", 5), ("Dwarf Clansman", "axe", 5)):
        assert attacks_of(fighter(of, name, weapon), ghoul, Situation())[0].wound == needs
    assert attacks_of(fighter(of, "Dwarf Noble", "axe"), man("t=4"), Situation())[0].wound == 5


def test_one_barrel_of_ale_is_for_the_whole_warband() -> None:
    of = roster(dwarfs("dwarf_noble: axe, bugmans_ale", "2 dwarf_clansman: axe"))
    dry = roster(dwarfs("dwarf_noble: axe", "2 dwarf_clansman: axe"))
    assert fighter(of, "Dwarf Clansman").has(IgnoresFear)
    assert not fighter(dry, "Dwarf Clansman").has(IgnoresFear)
    assert Piece("bugmans_ale") in of.members[0].gear
