"""The attacks that one fighter makes on another in one phase, each with the faces that it needs.

Everything that charges, rounds, weapons, skills and armour change is settled here; what comes after is dice alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from encounters.duel.fighters import Fighter, Wielded
from encounters.duel.hands import (
    against_save,
    in_hand,
    reach_of,
    shares,
    shots,
    strength_of,
    struck_with,
    weapons_in,
    worn_now,
)
from encounters.duel.situations import FRESH, Shot, Situation, Temper
from encounters.duel.working import acts, fits, has, is_against, is_for, of_weapon, strikes
from mordheim.rules import combat
from mordheim.rules.beasts import Bite, Breath, Butt, Tail
from mordheim.rules.combat import NEVER
from mordheim.rules.fight_effects import (
    AddsAttack,
    AvoidsHit,
    CriticalsOn,
    ExtraSave,
    HatedBy,
    HitsAlways,
    HitsOn,
    IgnoresHindrance,
    ImmuneToPoison,
    InjuresInBands,
    NeverCritical,
    NoSaveAgainst,
    NotParried,
    Regenerates,
    RollsMissesAgain,
    ShootsInCombat,
    StillToShoot,
    StrikesWith,
    UnmodifiedSave,
    WoundsBySix,
    WoundsOn,
    WoundsOutright,
    WoundsSeveral,
)
from mordheim.rules.rule_effects import AddsToSave, Effect, InjuryBands
from mordheim.rules.schema import Item, Weapon
from mordheim.rules.who import is_within
from warbands.roster.refusals import Refused

CRITICAL_FROM = 6


@dataclass(frozen=True)
class Attack:
    """One attack with the D6 faces that it needs, `NEVER` for what cannot be.

    ``rolled``: a roll to hit is made; without one nothing can parry it. ``save`` is the armour's against it, ``extra``
    the one after it, ``avoided`` one before everything. ``injury`` is added to its injury dice, whose bands follow. One
    that is not his ``own`` is a hit besides his Attacks; ``topples`` is how many faces of a D6 knock down whom it hits
    without hurting. ``early`` comes before any blow of the phase, one ``lying`` even from somebody on the ground. A
    roll to wound is critical from ``critical_from`` on, if it may be ``critical``.
    """

    weapon: str
    strength: int
    hit: int
    wound: int
    save: int
    rolled: bool = True
    again: bool = False
    parried: bool = True
    by_six: bool = False
    own: bool = True
    topples: int = 0
    early: bool = False
    lying: bool = False
    critical: bool = True
    critical_from: int = CRITICAL_FROM
    more_critical: int = 0
    several: bool = False
    extra: int = NEVER
    avoided: int = NEVER
    closes: int = NEVER
    injury: int = 0
    stunned_from: int = combat.STUNNED_FROM
    out_from: int = combat.OUT_FROM


def attacks_of(
    fighter: Fighter, foe: Fighter, situation: Situation, temper: Temper = FRESH, *, down: bool = False
) -> tuple[Attack, ...]:
    """The attacks in the order in which they are struck. ``down``: the foe lies knocked down.

    Raises:
        Refused: for a shot that cannot be made.
    """
    if situation.shot:
        _must_reach(fighter, situation, situation.shot)
    made: list[Attack] = []
    for weapon, count in shares(fighter, foe, situation, temper):
        if count:
            made += [_attack(fighter, weapon, foe, situation, temper, down=down)] * count
    if situation.shot:
        return tuple(made)
    more = tuple(_besides(fighter, foe, situation, temper, down=down))
    if not made:
        return tuple(attack for attack in more if attack.lying)
    early = (attack for attack in more if attack.early)
    late = (attack for attack in more if not attack.early)
    return (*early, *_lash(fighter, foe, situation, temper), *_by_heads(fighter, foe, made), *late)


def _besides(fighter: Fighter, foe: Fighter, situation: Situation, temper: Temper, *, down: bool) -> Iterator[Attack]:
    """What comes on top of his attacks: a shot as the combat begins, another blow of a weapon, parts of his body."""
    ready = (one for one in (*fighter.weapons, *fighter.at_hand) if one.has(ShootsInCombat))
    if situation.first_round and (pistol := next(ready, None)):
        yield _shot_in_combat(fighter, pistol, foe, situation, temper)
    for weapon in in_hand(fighter, situation):
        for one in weapon.all(AddsAttack):
            if one.with_weapon and situation.holds(one.when):
                blow = _attack(fighter, weapon, foe, situation, temper, down=down)
                yield replace(blow, early=one.early, lying=one.lying)
    for one in fighter.all(AddsAttack):
        if situation.holds(one.when):
            strength = one.if_immune if one.if_immune and foe.has(ImmuneToPoison) else one.strength
            blow = _attack(fighter, _limb(one.name, strength), foe, situation, temper, down=down or not one.rolled)
            critical = blow.critical and one.critical
            yield replace(blow, own=False, critical=critical, early=one.early, lying=one.lying)


@lru_cache
def _limb(name: str, strength: str) -> Wielded:
    """A part of a body as a weapon."""
    line = Weapon(strength=strength)
    return Wielded(Item(key="limb", name=name, summary=name, section=name, category="close_combat", weapon=line))


def _shot_in_combat(fighter: Fighter, pistol: Wielded, foe: Fighter, situation: Situation, temper: Temper) -> Attack:
    """His shot before the first blow: harder than any other, and nothing parries it."""
    aimed = _attack(fighter, pistol, foe, replace(situation, shot=Shot()), temper, down=False)
    harder = sum(one.to_hit for one in pistol.all(ShootsInCombat))
    hit = aimed.hit if temper.afraid else _capped(aimed.hit - harder)
    return replace(aimed, hit=hit, early=True, own=pistol in fighter.weapons)


def _lash(fighter: Fighter, foe: Fighter, situation: Situation, temper: Temper) -> Iterator[Attack]:
    """A beast's tail, before its attacks: a hit, unless the foe is as quick as a die shows."""
    if tail := fighter.trait(Tail):
        strong = replace(fighter, profile=fighter.profile.model_copy(update={"s": tail.strength}), weapons=())
        quick = NEVER - min(foe.figures["i"], 6)
        hit = _attack(strong, fighter.spare, foe, situation, temper, down=True)
        yield replace(hit, weapon=tail.name, avoided=quick, own=False)


def breath(fighter: Fighter, foe: Fighter, wounds: int) -> Attack | None:
    """What a beast of so many Wounds breathes at a foe in its own shooting phase: fire, which leaves nothing to close,
    and no shot that anybody dodges."""
    trait = fighter.trait(Breath)
    if trait is None:
        return None
    weaker = (fighter.figures["w"] - wounds) // trait.weakens_every if trait.weakens_every else 0
    flames = _limb(trait.name, str(max(trait.strength - weaker, 1)))
    met = _attack(fighter, flames, foe, Situation(shot=Shot()), FRESH, down=False)
    return replace(met, hit=trait.needs, closes=NEVER, avoided=NEVER, own=False)


def _by_heads(fighter: Fighter, foe: Fighter, made: list[Attack]) -> list[Attack]:
    """One of a beast's attacks is a bite that worsens the save, one a butt that may knock down whom it only hits."""
    if bite := fighter.trait(Bite):
        made[-1] = replace(made[-1], save=_capped(made[-1].save - bite.save_modifier))
    if fighter.trait(Butt) and len(made) > 1:
        # A test of Initiative: a 6 fails it whatever it is.
        made[0] = replace(made[0], topples=6 - min(foe.figures["i"], 5))
    return made


def _must_reach(fighter: Fighter, situation: Situation, shot: Shot) -> None:
    weapon = next(iter(weapons_in(fighter, situation)), None)
    if weapon is None:
        raise Refused(f"{fighter.name} has nothing to shoot with in hand.", code="no_missile")
    if shot.inches is not None and shot.inches > reach_of(fighter, weapon):
        raise Refused(f"{weapon.name} reaches {reach_of(fighter, weapon)} inches.", code="out_of_range")
    if shot.moved and weapon.has(StillToShoot):
        raise Refused(f"{weapon.name} is not shot after moving.", code="moved")
    if fighter.figures["bs"] < 1:
        raise Refused(f"{fighter.name} cannot shoot at all.", code="no_missile")


def _attack(
    fighter: Fighter, weapon: Wielded, foe: Fighter, situation: Situation, temper: Temper, *, down: bool
) -> Attack:
    """One attack with that weapon."""
    effects = (*strikes(fighter, foe, situation), *of_weapon(weapon, foe, situation))
    mine = [one for one in effects if isinstance(one, StrikesWith) and fits(one, weapon)]
    strength = strength_of(fighter, weapon, situation, mine)
    wound, critical = _wound(fighter, foe, situation, strength, effects, mine)
    stunned_from, out_from = _bands(foe, effects)
    lying = down and not situation.shot
    rolled = not lying and not has(effects, HitsAlways) and (bool(situation.shot) or foe.figures["ws"] > 0)
    return Attack(
        weapon=weapon.name,
        strength=strength,
        hit=_hit(fighter, weapon, foe, situation, temper, effects, mine) if rolled else 1,
        wound=wound,
        save=_save(foe, weapon, situation, strength, effects, mine),
        rolled=rolled,
        again=rolled and _again(fighter, weapon, foe, situation, effects),
        parried=not situation.shot and not has(effects, NotParried) and strength < 2 * foe.figures["s"],
        by_six=has(effects, WoundsBySix),
        critical=critical,
        critical_from=_critical_from(effects, weapon),
        more_critical=sum(one.critical for one in mine),
        several=has(effects, WoundsSeveral),
        extra=min((one.needs for one in foe.all(ExtraSave) if situation.is_at(one.where)), default=NEVER),
        avoided=min(
            (o.needs for o in foe.all(AvoidsHit) if situation.is_at(o.where) and not o.first_only), default=NEVER
        ),
        closes=min((one.needs for one in foe.all(Regenerates)), default=NEVER),
        injury=sum(one.injury for one in mine),
        stunned_from=stunned_from,
        out_from=out_from,
    )


def _hit(
    fighter: Fighter,
    weapon: Wielded,
    foe: Fighter,
    situation: Situation,
    temper: Temper,
    effects: tuple[Effect, ...],
    mine: list[StrikesWith],
) -> int:
    if fixed := [one.needs for one in effects if isinstance(one, HitsOn)]:
        return min(fixed)
    if temper.afraid:
        return 6
    added = sum(one.to_hit for one in mine) + sum(one.to_hit for one in struck_with(foe, fighter, situation))
    if situation.shot:
        added += _hindered(fighter, weapon, situation.shot) + shots(fighter, weapon, situation)[1]
        return _capped(combat.to_shoot(fighter.figures["bs"]) - added)
    skill = fighter.figures["ws"] + sum(one.weapon_skill for one in mine)
    return _capped(combat.to_hit(skill, foe.figures["ws"] + _more_skill(foe, fighter, situation.facing)) - added)


def _more_skill(fighter: Fighter, foe: Fighter, situation: Situation) -> int:
    """What is added to his Weapon Skill now, of which his foe feels the better part too."""
    return sum(
        one.weapon_skill
        for one in fighter.all(StrikesWith)
        if one.weapon_skill and not one.weapons and acts(one, foe, situation)
    )


def _capped(needed: int) -> int:
    return min(max(needed, 1), NEVER)


def _hindered(fighter: Fighter, weapon: Wielded, shot: Shot) -> int:
    """-1 each for cover, long range and having moved, unless something makes light of it."""
    light = (*weapon.all(IgnoresHindrance), *fighter.all(IgnoresHindrance))
    ignored = {what for one in light if is_for(one.weapons, weapon) for what in one.hindrances}
    far = shot.inches is not None and shot.inches > reach_of(fighter, weapon) / 2
    there = {"cover": shot.cover, "long_range": far, "moved": shot.moved}
    return -sum(is_there for what, is_there in there.items() if what not in ignored)


def _wound(
    fighter: Fighter,
    foe: Fighter,
    situation: Situation,
    strength: int,
    effects: tuple[Effect, ...],
    mine: list[StrikesWith],
) -> tuple[int, bool]:
    """The face to wound, and whether a 6 is critical: not where the chart asks for one, whatever is added to the roll,
    unless a rule allows it (ruling 37)."""
    if outright := [one for one in effects if isinstance(one, WoundsOutright)]:
        return (1 if any(is_against(one.against, foe) for one in outright) else NEVER), False
    weaker = sum(one.strength for one in struck_with(foe, fighter, situation))
    chart = combat.to_wound(max(strength + weaker, 1), foe.figures["t"])
    others = [one for one in effects if isinstance(one, WoundsOn)]
    critical = chart < 6 or any(one.criticals for one in others)
    if chart < NEVER:
        chart = max(chart - sum(one.to_wound for one in mine), 2)
    return min([chart, *(one.needs for one in others)]), critical and not has(effects, NeverCritical)


def _critical_from(effects: tuple[Effect, ...], weapon: Wielded) -> int:
    faces = (one.needs for one in effects if isinstance(one, CriticalsOn) and is_for(one.weapons, weapon))
    return min(faces, default=CRITICAL_FROM)


def _save(
    foe: Fighter,
    weapon: Wielded,
    situation: Situation,
    strength: int,
    effects: tuple[Effect, ...],
    mine: list[StrikesWith],
) -> int:
    """The face that the armour save against it needs."""
    if has(effects, NoSaveAgainst):
        return NEVER
    worn = list(worn_now(foe, situation))
    against = ("all", situation.where)
    bonus = sum(one.by for one in foe.all(AddsToSave) if one.against in against)
    armour = [one.item.armour for one in worn if one.item.armour]
    needed = combat.armour_save(armour, own=foe.own_save, bonus=bonus) - sum(one.save for one in mine)
    needed -= against_save(weapon, strength)
    return _capped(min(needed, *(one.needs for one in foe.all(UnmodifiedSave)), NEVER))


def _again(fighter: Fighter, weapon: Wielded, foe: Fighter, situation: Situation, effects: tuple[Effect, ...]) -> bool:
    """Whether a miss is rolled again."""
    if situation.first_round and not situation.shot and _hates(fighter, foe):
        return True
    return any(
        situation.holds(one.when) and situation.is_at(one.where) and is_for(one.weapons, weapon)
        for one in effects
        if isinstance(one, RollsMissesAgain)
    )


def _hates(fighter: Fighter, foe: Fighter) -> bool:
    """Whether he hates this very foe, for an injury or for what the foe's warband has done."""
    return fighter.may_hate(foe) or any(is_within(one.those, fighter.candidate) for one in foe.all(HatedBy))


def _bands(foe: Fighter, effects: tuple[Effect, ...]) -> tuple[int, int]:
    """From where his injury die stuns and takes out; a skill's bands replace a rule's, and no weapon widens an own
    band of out of action."""
    own = foe.all(InjuryBands)
    stunned, out = (own[-1].stunned_from, own[-1].out_from) if own else (combat.STUNNED_FROM, combat.OUT_FROM)
    for one in effects:
        if isinstance(one, InjuresInBands):
            stunned = min(stunned, one.stunned_from)
            out = out if own or one.out_from is None else min(out, one.out_from)
    return stunned, out
