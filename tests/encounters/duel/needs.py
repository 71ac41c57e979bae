"""What each attack of a matchup needs, from the words of the rules: for oracles that share no code with the project."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from tests.encounters.duel.arms import ARMS, IN_HAND, MISSILES, TAIL, Arm, Missile
from tests.encounters.duel.matchups import SUITS, Meeting, Side, held, meeting, missile_of

IMPOSSIBLE = 7


@dataclass(frozen=True)
class Figures:
    """What one attack needs, and what comes of it."""

    hit: int
    wound: int
    save: int
    stunned_from: int
    out_from: int
    injury: int
    critical: bool
    critical_from: int = 6
    critical_bonus: int = 0
    again: bool = False
    by_six: bool = False
    d3: bool = False
    parried: bool = False
    dodge: bool = False
    aside: bool = False
    regenerates: bool = False


@dataclass(frozen=True)
class Parry:
    """Dice of a phase, whether a match is enough, whether a failed die is rolled again."""

    dice: int
    matches: bool
    again: bool

    def faces(self, hit: int) -> int:
        """Faces of a die that stop a hit rolled with `hit`."""
        return min(6 - hit + self.matches, 6)


# --- the attacks ------------------------------------------------------------------------------------------------------


def weapons_used(met: Meeting) -> list[str]:
    """The weapon of each attack in order: first weapon first, the second and a tail once, never doubled."""
    one = met.attacker
    if met.shoots:
        return [one.weapons[0]] * shots_of(met)
    main = next(key for key in one.weapons if key in ARMS)
    doubled = one.has("frenzy") or (met.side == "charging" and one.has("ferocious_charge"))
    count = one.a * (2 if doubled else 1)
    count += ARMS[main].pair + (ARMS[main].more_in_first and met.first_round)
    count += silent_death(one, main)
    count += ("outnumbered" in met.given and one.has("combat_master")) + pit_fighter(met, one)
    count = 1 if main == "fist" and not silent_death(one, main) else count
    pistols = [key for key in one.weapons if key in IN_HAND]
    second = list(one.weapons[1:]) if takes_second(met) else []
    return pistols + [main] * count + second + [TAIL] * one.tail


def silent_death(one: Side, key: str) -> bool:
    return one.has("art_of_silent_death") and key in ("fist", "fighting_claws")


def pit_fighter(met: Meeting, one: Side) -> bool:
    return "inside" in met.given and one.has("pit_fighter")


def unseen(met: Meeting) -> bool:
    """Whether a backstabber comes from where nobody saw him."""
    return "unseen" in met.given and met.attacker.has("backstabber")


def shots_of(met: Meeting) -> int:
    one, missile = met.attacker, missile_of(met.attacker)
    key = one.weapons[0]
    quick = one.has("quick_shot") and (missile.bow or (key == "crossbow" and not met.moved))
    if quick or sling_twice(met) or (key == "pistol_brace" and one.has("pistolier")):
        return 2
    return 3 if key == "throwing_knives" and one.has("knife_fighter") else missile.shots


def sling_twice(met: Meeting) -> bool:
    return met.attacker.weapons[0] == "sling" and met.inches <= 9 and not met.moved


def drawn(chance: Random, *, most_attacks: int) -> Meeting:
    """A matchup of no more attacks than these about which the rules say all."""
    while True:
        met = meeting(chance)
        if len(weapons_used(met)) <= most_attacks and not left_open(met):
            return met


def left_open(met: Meeting) -> bool:
    """No rule says whether a roll to wound of 1 counts that a holy weapon makes a 2."""
    holy = [key for key in weapons_used(met) if key in ARMS and ARMS[key].holy]
    return bool(holy) and met.defender.undead and figures(met)[0].wound < 2


def figures(met: Meeting, *, afraid: bool = False) -> tuple[Figures, ...]:
    """Each attack in order; afraid, blows hit on a 6 alone."""
    weapons = weapons_used(met)
    if met.shoots:
        made = [a_shot(met)] * len(weapons)
    else:
        last = len(weapons) - 1 - met.attacker.tail
        made = [a_blow(met, key, second=at == last and takes_second(met)) for at, key in enumerate(weapons)]
    return tuple(replace(one, hit=6) if afraid else one for one in made)


# --- one blow ---------------------------------------------------------------------------------------------------------


def takes_second(met: Meeting) -> bool:
    """Whether his other hand holds a weapon for one more blow."""
    return len(met.attacker.weapons) == 2 and met.attacker.weapons[0] not in IN_HAND


def a_blow(met: Meeting, key: str, *, second: bool) -> Figures:
    """A blow with this weapon; a dose of poison is for one weapon, which the second is not."""
    one, other = met.attacker, met.defender
    arm = ARMS.get(key, Arm())
    coated = key in ARMS and not second and not immune(other)
    strength = strength_of(met, key) + (coated and one.has("dark_venom"))
    chart = face_to_wound(strength - other.has("resilient"), toughness(other))
    slayer = one.has("monster_slayer")
    wound = min(chart, 4) if slayer else chart
    wound -= arm.holy and other.undead and wound < IMPOSSIBLE
    stunned, out = bands(other)
    return Figures(
        hit=to_strike(met, key),
        wound=wound,
        save=IMPOSSIBLE
        if arm.no_save
        else save(met, strength, silent_death(one, key) * (key == "fist") + arm.save, whole(key)),
        stunned_from=2 if arm.stuns and not other.has("hard_head") else stunned,
        out_from=out,
        injury=one.has("strike_to_injure") + unseen(met),
        critical=slayer or chart < 6,
        critical_from=5 if silent_death(one, key) else 6,
        critical_bonus=one.has("web_of_steel"),
        again=again(met, key),
        by_six=(arm.venom and not immune(other)) or (coated and one.has("black_lotus")),
        d3=arm.d3,
        parried=strength < 2 * other.s and not arm.cannot_be_parried,
        aside=other.has("step_aside"),
        regenerates=other.has("regeneration"),
    )


def whole(key: str) -> int | None:
    return MISSILES[key].whole_save if key in IN_HAND else None


def immune(one: Side) -> bool:
    return one.has("immune_poison")


def strength_of(met: Meeting, key: str) -> int:
    """Without poison; a tail stings with 5, or 2 where no poison works, and powder is nobody's muscle."""
    one = met.attacker
    if key == TAIL:
        return 2 if immune(met.defender) else 5
    if key in IN_HAND:
        return MISSILES[key].strength
    arm = ARMS[key]
    more = 0 if arm.heavy and not met.first_round else arm.strength
    more += silent_death(one, key) and key == "fist"
    return one.s + more + one.has("mighty_blow") + ("diving" in met.given)


def again(met: Meeting, key: str) -> bool:
    """Whether a miss is rolled again."""
    one = met.attacker
    if one.has("blessed_sight") or (met.first_round and one.has("hatred")):
        return True
    swords = key in ("sword", "weeping_blades")
    return met.side == "charging" and swords and one.has("expert_swordsman")


def to_strike(met: Meeting, key: str) -> int:
    one, other = met.attacker, met.defender
    charging, charged = met.side == "charging", met.side == "charged"
    mine = one.ws + (charging and one.has("unstoppable_charge")) + pit_fighter(met, one)
    theirs = other.ws + (charged and other.has("unstoppable_charge")) + pit_fighter(met, other)
    needs = 3 if mine > theirs else 5 if theirs > 2 * mine else 4
    needs -= charging and one.has("berserker")
    needs += charging and one.has("ferocious_charge")
    needs -= (key == "duelling_pistol") + unseen(met) + ("diving" in met.given)
    return needs + (other.weapons == ("ball_and_chain",))


def face_to_wound(strength: int, toughness: int) -> int:
    """The chart begins with Strength 1."""
    return {2: 2, 1: 3, 0: 4, -1: 5, -2: 6, -3: 6}.get(min(max(strength, 1) - toughness, 2), IMPOSSIBLE)


# --- one shot ---------------------------------------------------------------------------------------------------------


def a_shot(met: Meeting) -> Figures:
    one, other, missile = met.attacker, met.defender, missile_of(met.attacker)
    venom = one.has("dark_venom") and not immune(other)
    strength = (missile.strength or one.s) + venom + one.has("superior_blackpowder")
    wound = face_to_wound(strength, toughness(other))
    stunned, out = bands(other)
    return Figures(
        hit=to_shoot(met, missile),
        wound=wound,
        save=save(met, strength, missile.save, missile.whole_save),
        stunned_from=stunned,
        out_from=out,
        injury=missile.bow and one.has("hunting_arrows"),
        critical=wound < 6 and missile.criticals,
        again=one.has("blessed_sight"),
        by_six=(missile.venom or one.has("black_lotus")) and not immune(other),
        dodge=other.has("dodge"),
        regenerates=other.has("regeneration"),
    )


def to_shoot(met: Meeting, missile: Missile) -> int:
    one, other = met.attacker, met.defender
    long_range = 2 * met.inches > missile.reach + 6 * one.has("eagle_eyes")
    worse = int(met.cover) * (not one.has("trick_shooter"))
    worse += 0 if missile.thrown else long_range + met.moved
    worse += other.has("elven_cloak") - other.has("large_target") + sling_twice(met)
    return 7 - one.bs + worse - missile.to_hit


# --- the victim -------------------------------------------------------------------------------------------------------


def toughness(one: Side) -> int:
    return one.t + one.has("mandrake_root")


def save(met: Meeting, strength: int, worse: int, whole_modifier: int | None) -> int:
    """7 and more is none; what improves a save needs one that is there."""
    one = met.defender
    shield = one.has("shield") and (met.shoots or hand_free(one))
    worn = SUITS[one.suit] - shield
    if worn < IMPOSSIBLE:
        worn -= one.has("well_ard") + (met.shoots and one.has("wolfcloak"))
    by_strength = max(strength - 3, 0) if whole_modifier is None else whole_modifier
    return worn + worse + by_strength + met.attacker.has("perfect_killer")


def hand_free(one: Side) -> bool:
    return len(one.weapons) == 1 and not held(one)[0].both_hands


def bands(one: Side) -> tuple[int, int]:
    """The faces that stun and that take out."""
    if one.has("true_grit"):
        return 4, 6
    return (3, 6) if one.has("hard_to_kill") else (3, 5)


def stun_save(one: Side) -> int:
    """The face that turns stunned into knocked down; 7 is none."""
    if one.has("no_pain", "mandrake_root"):
        return 1
    helmet = one.has("helmet")
    return 3 - helmet if one.has("thick_skull", "ard_ead") else 4 if helmet else 7


def parry(met: Meeting) -> Parry:
    one = met.defender
    means = [key for key in (*one.weapons, *one.worn) if key == "buckler" or (key in ARMS and ARMS[key].parries)]
    matches = one.has("master_of_blades")
    two = len(means) > 1 and ("dwarf_axe" in means or "buckler" in means)
    return Parry(0 if met.shoots else min(len(means), 2 if matches else 1), matches, two or "fighting_claws" in means)


# --- fear -------------------------------------------------------------------------------------------------------------


def fails_fear(met: Meeting) -> Fraction:
    """The chance that the charged is afraid: 2D6 above his Leadership, twice where he may test again."""
    one = met.attacker
    steady = one.has("frenzy", "immune_to_fear", "holy_relic")
    if met.shoots or met.side != "charged" or steady or not met.defender.has("fear"):
        return Fraction(0)
    above = sum(first + second > one.ld for first in range(1, 7) for second in range(1, 7))
    failed = Fraction(above, 36)
    return failed**2 if one.has("absolute_faith", "blessed_sight") else failed
