"""Random matchups in plain words: two fighters, and how the one attacks the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from tests.encounters.duel.arms import ARMS, IN_HAND, MISSILES, SECOND, TAIL, TELLING, Arm, Missile

SUITS = {"": 7, "light_armour": 6, "heavy_armour": 5, "gromril_armour": 4}


@dataclass(frozen=True)
class Side:
    """One fighter: his profile, what he holds and wears, his skills and rules."""

    ws: int
    bs: int
    s: int
    t: int
    w: int
    a: int
    ld: int
    weapons: tuple[str, ...]
    suit: str
    worn: frozenset[str]
    skills: frozenset[str]
    rules: frozenset[str]
    gear: frozenset[str] = frozenset()
    undead: bool = False
    tail: bool = False

    @property
    def text(self) -> str:
        things = [*filter(None, (self.suit,)), *sorted(self.worn | self.gear)]
        profile = f"ws={self.ws},bs={self.bs},s={self.s},t={self.t},w={self.w},a={self.a},ld={self.ld}"
        parts = [profile, f"weapon={'+'.join(self.weapons)}"]
        parts += [f"equipment={'+'.join(things)}"] if things else []
        parts += [f"skills={'+'.join(sorted(self.skills))}"] if self.skills else []
        parts += [f"rules={'+'.join(sorted(self.rules))}"] if self.rules else []
        parts += ["race=undead"] if self.undead else []
        parts += [f"mutations={TAIL}"] if self.tail else []
        return ",".join(parts)

    def has(self, *names: str) -> bool:
        """Any of these, be it a skill, a rule or a thing."""
        return not {*names}.isdisjoint(self.skills | self.rules | self.gear | self.worn)


@dataclass(frozen=True)
class Meeting:
    """How the attacker comes at the defender: blows of a later round, on a charge or charged, or shots."""

    attacker: Side
    defender: Side
    side: Literal["later", "charging", "charged"] = "later"
    shoots: bool = False
    inches: int = 1
    cover: bool = False
    moved: bool = False
    given: frozenset[Any] = frozenset()

    @property
    def first_round(self) -> bool:
        return self.side != "later"

    @property
    def shot(self) -> dict[str, Any]:
        return {"inches": self.inches, "cover": self.cover, "moved": self.moved} if self.shoots else {}

    @property
    def text(self) -> str:
        how = f"{self.side} {self.shot} {sorted(self.given)}"
        return f"{self.attacker.text} : {self.defender.text} : {how}"


def some(chance: Random, share: float, *among: str) -> frozenset[str]:
    return frozenset(one for one in among if chance.random() < share)


def one_or_none(chance: Random, share: float, *among: str) -> frozenset[str]:
    return frozenset([chance.choice(among)] if chance.random() < share else [])


def armed(chance: Random, most_attacks: int = 3) -> Side:
    """Somebody with weapons of close combat."""
    return Side(
        ws=chance.randint(1, 6),
        bs=chance.randint(1, 6),
        s=chance.randint(2, 5),
        t=chance.randint(2, 5),
        w=chance.randint(1, 3),
        a=chance.randint(1, most_attacks),
        ld=chance.randint(5, 9),
        weapons=taken_up(chance),
        suit=chance.choice(list(SUITS)),
        worn=some(chance, 0.4, "shield", "helmet"),
        skills=frozenset(),
        rules=frozenset(),
    )


def taken_up(chance: Random) -> tuple[str, ...]:
    """One weapon or two; now and then one of those on which a rule of its own hangs."""
    if chance.random() < 0.15:
        return chance.choice(TELLING)
    first = chance.choice(list(ARMS))
    hand = not ARMS[first].both_hands and not ARMS[first].alone
    return (first, chance.choice(SECOND)) if hand and chance.random() < 0.35 else (first,)


def side(chance: Random, *, most_attacks: int = 4) -> Side:
    """Somebody for either part of a fight, with a little of all that helps in it."""
    skills = some(chance, 0.12, "strike_to_injure", "mighty_blow", "resilient", "web_of_steel", "step_aside", "jump_up")
    rules = some(chance, 0.15, "hard_to_kill", "hard_head", "no_pain", "regeneration", "hatred", "blessed_sight")
    return replace(
        armed(chance, most_attacks),
        skills=skills | some(chance, 0.15, "eadbasher", "true_grit", "thick_skull", "master_of_blades"),
        rules=rules | some(chance, 0.15, "immune_poison"),
        tail=chance.random() < 0.12,
    )


def attacker(chance: Random) -> Side:
    """Somebody with what makes blows better."""
    plain = armed(chance)
    rules = some(chance, 0.15, "blessed_sight", "hatred", "frenzy", "perfect_killer")
    skills = some(chance, 0.12, "strike_to_injure", "mighty_blow", "web_of_steel", "eadbasher", "unstoppable_charge")
    skills |= some(chance, 0.12, "berserker", "expert_swordsman", "absolute_faith")
    # Nothing says whether a holy weapon's 1 is added to a Monster Slayer's roll.
    skills |= frozenset() if "sigmarite_warhammer" in plain.weapons else some(chance, 0.12, "monster_slayer")
    # Nothing says whether two rules that double Attacks double them twice.
    skills |= frozenset() if "frenzy" in rules else some(chance, 0.15, "ferocious_charge")
    skills |= some(chance, 0.12, "combat_master", "pit_fighter", "backstabber")
    skills |= some(chance, 0.6 * (plain.weapons[0] in ("fist", "fighting_claws")), "art_of_silent_death")
    bare = plain.weapons == ("fist",)
    return replace(
        plain,
        skills=skills,
        rules=rules | some(chance, 0.08, "immune_to_fear"),
        gear=(frozenset() if bare else one_or_none(chance, 0.3, "black_lotus", "dark_venom"))
        | some(chance, 0.08, "holy_relic"),
        tail=not bare and "monster_slayer" not in skills and chance.random() < 0.12,
    )


def gunner(chance: Random) -> Side:
    """Somebody with a pistol beside another weapon."""
    fighter = attacker(chance)
    arm = chance.choice(["sword", "axe", "mace", "dagger"])
    return replace(fighter, weapons=(chance.choice(IN_HAND), arm), worn=frozenset(), gear=frozenset())


def shooter(chance: Random) -> Side:
    key = chance.choice(list(MISSILES))
    missile = MISSILES[key]
    skills = some(chance, 0.25, "trick_shooter", "quick_shot", "nimble", "knife_fighter", "pistolier")
    # Neither helps a shot.
    skills |= some(chance, 0.15, "strike_to_injure", "mighty_blow", "web_of_steel", "eadbasher")
    skills |= frozenset() if key == "sling" else some(chance, 0.25, "eagle_eyes")
    poison = frozenset() if missile.powder or missile.venom else one_or_none(chance, 0.35, "black_lotus", "dark_venom")
    return replace(
        armed(chance),
        weapons=(key,),
        skills=skills,
        rules=some(chance, 0.15, "blessed_sight", "perfect_killer", "hatred"),
        gear=poison | some(chance, 0.3, *(["superior_blackpowder"] if missile.powder else ["hunting_arrows"])),
        worn=frozenset(),
    )


def defender(chance: Random, *, dead: float = 0.2) -> Side:
    """Somebody with what wards off blows and shots; `dead` is how often he is undead."""
    plain = armed(chance)
    skills = some(chance, 0.15, "resilient", "step_aside", "dodge", "jump_up", "well_ard", "true_grit", "thick_skull")
    skills |= some(chance, 0.12, "unstoppable_charge", "pit_fighter")
    skills |= some(chance, 0.6 if sum(arm.parries for arm in held(plain)) > 1 else 0.15, "master_of_blades")
    skills |= frozenset() if "thick_skull" in skills else some(chance, 0.1, "ard_ead")
    rules = some(chance, 0.15, "hard_to_kill", "hard_head", "no_pain", "regeneration", "large_target")
    rules |= some(chance, 0.25, "immune_poison")
    gear = some(chance, 0.15, "lucky_charm", "elven_cloak", "wolfcloak")
    gear |= frozenset() if "jump_up" in skills else some(chance, 0.1, "mandrake_root")
    made = replace(plain, skills=skills, rules=rules | some(chance, 0.3, "fear"), gear=gear)
    return steadied(chance, replace(made, undead="mandrake_root" not in gear and chance.random() < dead))


def steadied(chance: Random, one: Side) -> Side:
    """With a buckler in a free hand, and without what the rules leave open together."""
    free = len(one.weapons) == 1 and not ARMS[one.weapons[0]].both_hands
    if free and one.weapons[0] not in ("fist", "morning_star") and chance.random() < 0.4:
        one = replace(one, worn=one.worn - {"shield"} | {"buckler"})
    # A Master of Blades and a re-roll: the rules speak of two Dwarf axes alone.
    odd = "buckler" in one.worn or ARMS[one.weapons[0]].pair or one.weapons.count("dwarf_axe") == 1
    return replace(one, skills=one.skills - {"master_of_blades"}) if odd else one


def meeting(chance: Random) -> Meeting:
    """Two fighters, a third of the time at a distance."""
    if chance.random() < 0.35:
        return shots(chance, shooter(chance), defender(chance))
    sides: list[Literal["later", "charging", "charged"]] = ["later", "charging", "charged"]
    how = chance.choice(sides)
    who = gunner if how != "later" and chance.random() < 0.15 else attacker
    one = who(chance)
    other = defender(chance, dead=0.7 if any(arm.holy for arm in held(one)) else 0.2)
    given = some(chance, 0.4, "outnumbered", "inside")
    if how == "charging":
        given |= some(chance, 0.4, "unseen")
        # Nothing says whether a dive is behind a sting or a bullet.
        given |= frozenset() if one.tail or who is gunner else some(chance, 0.25, "diving")
    return Meeting(one, other, how, given=given)


def shots(chance: Random, archer: Side, target: Side) -> Meeting:
    missile = MISSILES[archer.weapons[0]]
    reach = missile.reach + 6 * archer.has("eagle_eyes")
    may_move = not missile.still or archer.has("nimble")
    moved = may_move and chance.random() < 0.4
    return Meeting(
        archer, target, shoots=True, inches=chance.randint(1, reach), cover=chance.random() < 0.4, moved=moved
    )


def held(one: Side) -> list[Arm]:
    return [ARMS[key] for key in one.weapons if key in ARMS]


def missile_of(one: Side) -> Missile:
    return MISSILES[one.weapons[0]]
