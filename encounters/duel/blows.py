"""The attacks that one fighter makes on another in one phase, each with the faces that it needs.

Everything that charges, rounds, weapons, skills and armour change is settled here; what comes after is dice alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeVar

from encounters.duel.fighters import Fighter, Wielded, takes_up
from mordheim.rules import combat
from mordheim.rules.beasts import Bite, Breath, Butt, Heads, Regrowth, Staggers, Tail
from mordheim.rules.combat import NEVER
from mordheim.rules.fight_effects import (
    AddsAttack,
    AvoidsHit,
    Circumstance,
    CriticalsOn,
    ExtraHand,
    ExtraSave,
    FightsFirstRound,
    Frenzied,
    HitsAlways,
    HitsOn,
    IgnoresHindrance,
    IgnoresKnockedDown,
    ImmuneToPoison,
    InjuresInBands,
    NeverStunned,
    NoSaveAgainst,
    NoSecondWeapon,
    NotParried,
    PairOfWeapons,
    Parries,
    ParriesByMatching,
    Poisons,
    Regenerates,
    Reloads,
    RollsMissesAgain,
    Shoots,
    ShootsInCombat,
    SingleAttack,
    StillToShoot,
    StrengthBonusOnly,
    StrikesInOrder,
    StrikesWith,
    StruckWith,
    StunsTheDowned,
    UnmodifiedSave,
    When,
    Where,
    WoundsBySix,
    WoundsOn,
    WoundsOutright,
    WoundsSeveral,
)
from mordheim.rules.rule_effects import AddsToSave, Effect, IgnoresRule, InjuryBands, SavesAgainstStun
from mordheim.rules.schema import Item, Weapon
from mordheim.rules.who import is_within
from mordheim.rules.words import Who
from warbands.roster.refusals import Refused

AnyEffect = TypeVar("AnyEffect")
Side = Literal["charging", "charged", "later"]
FIRST, IN_TURN, LAST, RISEN = range(4)
OTHER_SIDE: Mapping[Side, Side] = {"charging": "charged", "charged": "charging", "later": "later"}
# Where both fight so and not the one alone.
SHARED: frozenset[Circumstance] = frozenset({"inside"})
# A charge from above (rulebook, Close Combat): its tests of Initiative are passed by then.
DIVING = StrikesWith(kind="strikes_with", strength=1, to_hit=1, when="charging", given="diving")
CRITICAL_FROM = 6


@dataclass(frozen=True)
class Shot:
    """How the target of a shot stands: in cover or not, so many inches away (``None`` is near), the shooter having
    moved or not."""

    cover: bool = False
    inches: float | None = None
    moved: bool = False


@dataclass(frozen=True)
class Situation:
    """A phase for the one who attacks in it: in a first round he charged or was charged; a later one is neither.
    ``shot`` makes it a shooting phase; ``given`` is what else is said of how he fights."""

    side: Side = "later"
    shot: Shot | None = None
    given: frozenset[Circumstance] = frozenset()

    @property
    def where(self) -> Where:
        return "shooting" if self.shot else "close_combat"

    @property
    def first_round(self) -> bool:
        return self.side != "later"

    def holds(self, when: When) -> bool:
        return when in ("always", self.side) or (when == "first_round" and self.first_round)

    def is_at(self, where: Where) -> bool:
        return where in ("any", self.where)

    @property
    def facing(self) -> Situation:
        """The same phase for whom he attacks."""
        return Situation(OTHER_SIDE[self.side], self.shot, self.given & SHARED)


@dataclass(frozen=True)
class Temper:
    """What has become of an attacker: his frenzy, what he lacks of Attacks, whether fear holds him."""

    frenzied: bool = True
    fewer: int = 0
    afraid: bool = False


FRESH = Temper()


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


@dataclass(frozen=True)
class Parry:
    """``dice`` blows are parried, each set against one of the highest; ``again`` rolls a failure once more; ``matches``
    parries with an equal roll."""

    dice: int = 1
    again: bool = False
    matches: bool = False


@dataclass(frozen=True)
class Victim:
    """What the struck one has against attacks: a parry, a charm, what injuries do to him. ``floor`` is the Wounds that
    he never falls below, ``regrows`` the face on which a wound at his last one is no injury."""

    parry: Parry | None = None
    charm: int = NEVER
    floor: int = 0
    regrows: int = NEVER
    never_stunned: bool = False
    stun_save: int = NEVER
    ignores_knocked_down: bool = False
    staggers: bool = False
    stunned_instead: bool = False


# --- the weapons in use -----------------------------------------------------------------------------------------------


def weapons_in(fighter: Fighter, situation: Situation) -> tuple[Wielded, ...]:
    """What he strikes or shoots with in this phase: what he holds, and behind pistols alone what he draws then."""
    if situation.shot:
        return tuple(one for one in fighter.weapons if _range(one))[:1]
    held = in_hand(fighter, situation)
    if not all(one.has(FightsFirstRound) for one in held):
        return held
    others = (one for one in (*fighter.drawn, *_close(fighter)) if not one.item.takes_both_hands)
    return (*held, next(others, fighter.spare))


def in_hand(fighter: Fighter, situation: Situation) -> tuple[Wielded, ...]:
    """What his hands hold hand to hand: pistols in a first round only, nothing else that shoots. Where that leaves him
    nothing he has drawn what he has; in a first round a free hand takes up a pistol."""
    if situation.first_round and any(one.has(FightsFirstRound) for one in fighter.weapons):
        return tuple(one for one in fighter.weapons if not _range(one) or one.has(FightsFirstRound))
    held = _close(fighter) or fighter.drawn or (fighter.spare,)
    return _with_pistols(fighter, held, situation) if situation.first_round and fighter.pistols else held


def _close(fighter: Fighter) -> tuple[Wielded, ...]:
    return tuple(one for one in fighter.weapons if not _range(one))


def _with_pistols(fighter: Fighter, held: tuple[Wielded, ...], situation: Situation) -> tuple[Wielded, ...]:
    """A pistol beside what he holds, or two in place of a weapon that strikes less hard."""
    hands = fighter.weapons if _close(fighter) else held
    singles = [one for one in fighter.pistols if not one.item.brace_of]
    pistol = next((one for one in singles if takes_up(fighter, hands, one)), None)
    if pistol is None:
        return held
    brace = next(((one,) for one in fighter.pistols if one.item.brace_of), tuple(singles[:2]))
    two = brace[0].item.brace_of or len(brace) == 2
    if two and len(held) == 1 and _force(fighter, pistol, situation) > _force(fighter, held[0], situation):
        return brace
    return (*held, pistol)


def _force(fighter: Fighter, weapon: Wielded, situation: Situation) -> tuple[int, int]:
    """How hard it strikes at anybody: its Strength, and by how much it worsens a save."""
    every = [one for one in fighter.all(StrikesWith) if one.against is None and one.given is None]
    mine = [one for one in every if situation.holds(one.when) and situation.is_at(one.where) and _fits(one, weapon)]
    strength = _strength(fighter, weapon, situation, mine)
    return strength, -_against_save(weapon, strength) - sum(one.save for one in weapon.all(StrikesWith))


def _range(weapon: Wielded) -> int:
    return (weapon.item.weapon.range or 0) if weapon.item.weapon else 0


def _shields(fighter: Fighter, situation: Situation) -> bool:
    """Whether the hand that holds a shield is free for it; against shots it helps in any case."""
    if situation.shot:
        return True
    taken = sum(2 if one.item.takes_both_hands else 1 for one in in_hand(fighter, situation))
    return taken < 2 + len(fighter.all(ExtraHand))


def _worn(fighter: Fighter, situation: Situation) -> Iterator[Wielded]:
    """What protects him now."""
    shields = _shields(fighter, situation)
    return (one for one in fighter.worn if shields or one.item.category != "shield")


def shares(fighter: Fighter, foe: Fighter, situation: Situation, temper: Temper) -> Iterator[tuple[Wielded, int]]:
    """His weapons in the order in which they strike, each with its attacks (ruling 41)."""
    used = weapons_in(fighter, situation)
    if situation.shot:
        yield from ((weapon, shots(fighter, weapon, situation)[0]) for weapon in used)
        return
    left = attacks(fighter, foe, situation, temper)
    counts = [_pistol_attacks(weapon) for weapon in used]
    main = counts.index(None) if None in counts else None
    fixed = [1 if count is None else count for place, count in enumerate(counts) if place != main]
    for place, weapon in enumerate(used):
        count = max(left - sum(fixed[place:]), 0) if place == main else min(counts[place] or 1, left)
        yield weapon, count
        left -= count


def _pistol_attacks(weapon: Wielded) -> int | None:
    """How often a pistol, or a brace, fires in a first round; ``None`` for what strikes as often as its bearer."""
    each = next((one.attacks for one in weapon.all(FightsFirstRound)), None)
    return each * 2 if each and weapon.item.brace_of else each


def attacks(fighter: Fighter, foe: Fighter, situation: Situation, temper: Temper = FRESH) -> int:
    """How many he makes in this phase of close combat, one at least while he has any."""
    held = in_hand(fighter, situation)
    own = fighter.figures["a"] - temper.fewer
    if own <= 0:
        return 0
    if any(one.has(SingleAttack) for one in held):
        return 1
    added = [one for one in _strikes(fighter, foe, situation) if isinstance(one, StrikesWith)]
    added = [one for one in added if any(_fits(one, weapon) for weapon in held)]
    added += [one for weapon in held for one in _of_weapon(weapon, foe, situation) if isinstance(one, StrikesWith)]
    own *= 2 if temper.frenzied and fighter.has(Frenzied) else 1
    for one in added:
        own *= one.attacks_times
    own += sum(one.attacks for one in added) + _second_weapon(held)
    return max(own + sum(one.attacks for one in _struck(foe, fighter, situation)), 1)


def _second_weapon(held: tuple[Wielded, ...]) -> int:
    """The one attack more of two weapons, a pair or a brace (ruling 41), and of one in a hand beyond the two."""
    pair = any(one.has(PairOfWeapons) or one.item.brace_of for one in held)
    return len(held) - 1 + pair


def shots(fighter: Fighter, weapon: Wielded, situation: Situation) -> tuple[int, int]:
    """How many shots in a turn, as many as may be, and what that adds to each one's roll."""
    shot = situation.shot or Shot()
    half = _reach(fighter, weapon) / 2
    ways = [one for one in (*weapon.all(Shoots), *fighter.all(Shoots)) if _is_for(one.weapons, weapon)]
    ways = [one for one in ways if not (one.still and shot.moved)]
    own = _range(weapon) / 2
    ways = [one for one in ways if not one.half_range or (shot.inches or 0) <= min(own, half)]
    best = max(ways, key=lambda one: (one.shots, one.to_hit), default=None)
    return (best.shots, best.to_hit) if best else (1, 0)


def reloads(fighter: Fighter, weapon: Wielded, situation: Situation) -> bool:
    """Whether he can shoot every other turn only; a brace has a second barrel unless both were fired."""
    return weapon.has(Reloads) and not (weapon.item.brace_of and shots(fighter, weapon, situation)[0] == 1)


def fires_once(weapon: Wielded) -> bool:
    """Whether its first shot in a battle is its last."""
    return any(one.once for one in weapon.all(Reloads))


def order(fighter: Fighter, situation: Situation, *, risen: bool = False) -> int:
    """The group in which he strikes: first, in turn, last, or after everybody as one who has just stood up."""
    if risen:
        return RISEN
    used = in_hand(fighter, situation)
    orders = [*fighter.all(StrikesInOrder), *(one for weapon in used for one in weapon.all(StrikesInOrder))]
    now = {one.order for one in orders if situation.holds(one.when)}
    if "last" in now:
        return LAST
    return FIRST if "first" in now or situation.side == "charging" else IN_TURN


def initiative(fighter: Fighter, situation: Situation) -> int:
    """With what a weapon's material adds."""
    used = in_hand(fighter, situation)
    return fighter.figures["i"] + max((one.material.initiative for one in used if one.material), default=0)


# --- one attack -------------------------------------------------------------------------------------------------------


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
    if shot.inches is not None and shot.inches > _reach(fighter, weapon):
        raise Refused(f"{weapon.name} reaches {_reach(fighter, weapon)} inches.", code="out_of_range")
    if shot.moved and weapon.has(StillToShoot):
        raise Refused(f"{weapon.name} is not shot after moving.", code="moved")
    if fighter.figures["bs"] < 1:
        raise Refused(f"{fighter.name} cannot shoot at all.", code="no_missile")


def _reach(fighter: Fighter, weapon: Wielded) -> int:
    return _range(weapon) + fighter.more_range


def _attack(
    fighter: Fighter, weapon: Wielded, foe: Fighter, situation: Situation, temper: Temper, *, down: bool
) -> Attack:
    """One attack with that weapon."""
    effects = (*_strikes(fighter, foe, situation), *_of_weapon(weapon, foe, situation))
    mine = [one for one in effects if isinstance(one, StrikesWith) and _fits(one, weapon)]
    strength = _strength(fighter, weapon, situation, mine)
    wound, critical = _wound(fighter, foe, situation, strength, effects, mine)
    stunned_from, out_from = _bands(foe, effects)
    lying = down and not situation.shot
    rolled = not lying and not _has(effects, HitsAlways) and (bool(situation.shot) or foe.figures["ws"] > 0)
    return Attack(
        weapon=weapon.name,
        strength=strength,
        hit=_hit(fighter, weapon, foe, situation, temper, effects, mine) if rolled else 1,
        wound=wound,
        save=_save(foe, weapon, situation, strength, effects, mine),
        rolled=rolled,
        again=rolled and _again(fighter, weapon, foe, situation, effects),
        parried=not situation.shot and not _has(effects, NotParried) and strength < 2 * foe.figures["s"],
        by_six=_has(effects, WoundsBySix),
        critical=critical,
        critical_from=_critical_from(effects, weapon),
        more_critical=sum(one.critical for one in mine),
        several=_has(effects, WoundsSeveral),
        extra=min((one.needs for one in foe.all(ExtraSave) if situation.is_at(one.where)), default=NEVER),
        avoided=min(
            (o.needs for o in foe.all(AvoidsHit) if situation.is_at(o.where) and not o.first_only), default=NEVER
        ),
        closes=min((one.needs for one in foe.all(Regenerates)), default=NEVER),
        injury=sum(one.injury for one in mine),
        stunned_from=stunned_from,
        out_from=out_from,
    )


def _strikes(fighter: Fighter, foe: Fighter, situation: Situation) -> tuple[Effect, ...]:
    """What of his own effects touches attacks on that foe now."""
    effects = (*fighter.effects, DIVING) if situation.given else fighter.effects
    return tuple(one for one in effects if _acts(one, foe, situation))


def _of_weapon(weapon: Wielded, foe: Fighter, situation: Situation) -> tuple[Effect, ...]:
    """The same of a weapon; rules that the foe ignores and poison that does nothing to him are left out."""
    ignored = {one.rule for one in foe.all(IgnoresRule)}
    if foe.has(ImmuneToPoison):
        ignored |= {source for source, effect in weapon.effects if isinstance(effect, Poisons)}
    return tuple(one for source, one in weapon.effects if source not in ignored and _acts(one, foe, situation))


def _acts(one: Effect, foe: Fighter, situation: Situation) -> bool:
    if isinstance(one, StrikesWith):
        now = situation.holds(one.when) and situation.is_at(one.where) and _is_given(one, situation)
        return now and _is_against(one.against, foe)
    if isinstance(one, WoundsOn | RollsMissesAgain):
        return _is_against(one.against, foe)
    return True


def _is_given(one: StrikesWith, situation: Situation) -> bool:
    return one.given is None or one.given in situation.given


def _is_against(who: Who | None, foe: Fighter) -> bool:
    return is_within(who, foe.candidate)


def _struck(foe: Fighter, fighter: Fighter, situation: Situation) -> list[StruckWith]:
    """What the foe's own effects and weapons do to attacks on him."""
    held = in_hand(foe, replace(situation, shot=None))
    found = [*foe.all(StruckWith), *(one for weapon in held for one in weapon.all(StruckWith))]
    now = (one for one in found if situation.holds(one.when) and situation.is_at(one.where))
    return [one for one in now if _is_against(one.against, fighter)]


def _has(effects: Iterable[Effect], kind: type[AnyEffect]) -> bool:
    return any(isinstance(one, kind) for one in effects)


def _is_for(keys: tuple[str, ...], weapon: Wielded) -> bool:
    return not keys or weapon.item.key in keys


def _fits(one: StrikesWith, weapon: Wielded) -> bool:
    return _is_for(one.weapons, weapon) and (weapon.item.blackpowder or not one.blackpowder)


def _strength(fighter: Fighter, weapon: Wielded, situation: Situation, mine: list[StrikesWith]) -> int:
    """The full Strength of the attack: the bearer's or the weapon's own, with what adds to it."""
    text = weapon.item.weapon.strength if weapon.item.weapon else "user"
    base, _, more = text.partition("user")
    if base:
        return max(int(base) + sum(one.strength for one in mine if one.fixed), 1)
    bonus = int(more or 0)
    if not all(situation.holds(one.when) for one in weapon.all(StrengthBonusOnly)):
        bonus = 0
    return max(fighter.figures["s"] + bonus + sum(one.strength for one in mine), 1)


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
    added = sum(one.to_hit for one in mine) + sum(one.to_hit for one in _struck(foe, fighter, situation))
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
        if one.weapon_skill and not one.weapons and _acts(one, foe, situation)
    )


def _capped(needed: int) -> int:
    return min(max(needed, 1), NEVER)


def _hindered(fighter: Fighter, weapon: Wielded, shot: Shot) -> int:
    """-1 each for cover, long range and having moved, unless something makes light of it."""
    light = (*weapon.all(IgnoresHindrance), *fighter.all(IgnoresHindrance))
    ignored = {what for one in light if _is_for(one.weapons, weapon) for what in one.hindrances}
    far = shot.inches is not None and shot.inches > _reach(fighter, weapon) / 2
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
        return (1 if any(_is_against(one.against, foe) for one in outright) else NEVER), False
    weaker = sum(one.strength for one in _struck(foe, fighter, situation))
    chart = combat.to_wound(max(strength + weaker, 1), foe.figures["t"])
    others = [one for one in effects if isinstance(one, WoundsOn)]
    critical = chart < 6 or any(one.criticals for one in others)
    sixes = [one for one in effects if isinstance(one, WoundsBySix)]
    if chart < NEVER:
        chart = max(chart - sum(one.to_wound for one in mine), 2)
    return min([chart, *(one.needs for one in others)]), critical and all(one.criticals for one in sixes)


def _critical_from(effects: tuple[Effect, ...], weapon: Wielded) -> int:
    faces = (one.needs for one in effects if isinstance(one, CriticalsOn) and _is_for(one.weapons, weapon))
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
    if _has(effects, NoSaveAgainst):
        return NEVER
    worn = list(_worn(foe, situation))
    against = ("all", situation.where)
    bonus = sum(one.by for one in foe.all(AddsToSave) if one.against in against)
    armour = [one.item.armour for one in worn if one.item.armour]
    needed = combat.armour_save(armour, own=foe.own_save, bonus=bonus) - sum(one.save for one in mine)
    needed -= _against_save(weapon, strength)
    return _capped(min(needed, *(one.needs for one in foe.all(UnmodifiedSave)), NEVER))


def _against_save(weapon: Wielded, strength: int) -> int:
    """What Strength, weapon and material add to a save; less than nothing where they worsen it."""
    line, made_of = weapon.item.weapon, weapon.material.save_modifier if weapon.material else 0
    if line is not None and line.save_modifier_total is not None:
        return line.save_modifier_total + made_of
    return ((line.save_modifier or 0) if line else 0) + made_of - combat.strength_against_save(strength)


def _again(fighter: Fighter, weapon: Wielded, foe: Fighter, situation: Situation, effects: tuple[Effect, ...]) -> bool:
    """Whether a miss is rolled again."""
    if fighter.may_hate(foe) and situation.first_round and not situation.shot:
        return True
    return any(
        situation.holds(one.when) and situation.is_at(one.where) and _is_for(one.weapons, weapon)
        for one in effects
        if isinstance(one, RollsMissesAgain)
    )


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


# --- the struck one ---------------------------------------------------------------------------------------------------


def victim(fighter: Fighter, foe: Fighter, situation: Situation, *, up: bool = True, charm: bool = True) -> Victim:
    """What ``fighter`` has against the attacks of ``foe``. ``charm``: the first hit of the battle is still to come."""
    charms = [one.needs for one in fighter.all(AvoidsHit) if one.first_only and charm]
    regrowth = fighter.trait(Regrowth)
    return Victim(
        parry=_parry(fighter, situation) if up and not situation.shot else None,
        charm=min(charms, default=NEVER),
        floor=1 if fighter.traits else 0,
        regrows=regrowth.needs if regrowth and not situation.shot else NEVER,
        never_stunned=fighter.has(NeverStunned),
        stun_save=_stun_save(fighter),
        ignores_knocked_down=fighter.has(IgnoresKnockedDown),
        staggers=fighter.trait(Staggers) is not None,
        stunned_instead=foe.has(StunsTheDowned) and not situation.shot,
    )


def _parry(fighter: Fighter, situation: Situation) -> Parry | None:
    """What he can parry with: the weapons in use, and a buckler in a free hand."""
    used = in_hand(fighter, situation)
    things = [one for one in used if one.has(Parries)]
    if all(bar.buckler for one in used for bar in one.all(NoSecondWeapon)):
        things += [one for one in _worn(fighter, situation) if one.has(Parries) and one.item.category == "shield"]
    if not things:
        return None
    ways = [one for thing in things for one in thing.all(Parries)]
    again = any(one.again for one in ways) or (len(things) > 1 and any(one.again_in_pair for one in ways))
    matches = fighter.has(ParriesByMatching)
    return Parry(2 if matches and len(things) > 1 else 1, again, matches)


def _stun_save(fighter: Fighter) -> int:
    """Of a helmet, or of a skill in its place, which may be better with one (ruling 39)."""
    helmets = [one.item.armour.stun_save for one in fighter.worn if one.item.armour and one.item.armour.stun_save]
    for one in fighter.all(SavesAgainstStun):
        return one.with_helmet if helmets and one.with_helmet else one.needs
    return min(helmets, default=NEVER)


def lost_heads(fighter: Fighter, wounds: int) -> int:
    """Attacks that a beast lacks for the Wounds that it has lost."""
    return fighter.figures["w"] - wounds if fighter.trait(Heads) else 0
