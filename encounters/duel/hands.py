"""What a fighter has in hand in a phase: which weapons he uses, how often and when each of them strikes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from encounters.duel.fighters import Fighter, Wielded, takes_up
from encounters.duel.situations import FRESH, Shot, Situation, Temper
from encounters.duel.working import fits, is_against, is_for, of_weapon, strikes
from mordheim.rules import combat
from mordheim.rules.fight_effects import (
    ExtraHand,
    FightsFirstRound,
    Frenzied,
    PairOfWeapons,
    Reloads,
    Shoots,
    SingleAttack,
    StrengthBonusOnly,
    StrikesInOrder,
    StrikesWith,
    StruckWith,
)

FIRST, IN_TURN, LAST, RISEN = range(4)


def weapons_in(fighter: Fighter, situation: Situation) -> tuple[Wielded, ...]:
    """What he strikes or shoots with in this phase: what he holds, and behind pistols alone what he draws then."""
    if situation.shot:
        return tuple(one for one in fighter.weapons if range_of(one))[:1]
    held = in_hand(fighter, situation)
    if not all(one.has(FightsFirstRound) for one in held):
        return held
    others = (one for one in (*fighter.drawn, *_close(fighter)) if not one.item.takes_both_hands)
    return (*held, next(others, fighter.spare))


def in_hand(fighter: Fighter, situation: Situation) -> tuple[Wielded, ...]:
    """What his hands hold hand to hand: pistols in a first round only, nothing else that shoots. Where that leaves him
    nothing he has drawn what he has; in a first round a free hand takes up a pistol."""
    if situation.first_round and any(one.has(FightsFirstRound) for one in fighter.weapons):
        return tuple(one for one in fighter.weapons if not range_of(one) or one.has(FightsFirstRound))
    held = _close(fighter) or fighter.drawn or (fighter.spare,)
    return _with_pistols(fighter, held, situation) if situation.first_round and fighter.pistols else held


def _close(fighter: Fighter) -> tuple[Wielded, ...]:
    return tuple(one for one in fighter.weapons if not range_of(one))


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
    mine = [one for one in every if situation.holds(one.when) and situation.is_at(one.where) and fits(one, weapon)]
    strength = strength_of(fighter, weapon, situation, mine)
    return strength, -against_save(weapon, strength) - sum(one.save for one in weapon.all(StrikesWith))


def range_of(weapon: Wielded) -> int:
    return (weapon.item.weapon.range or 0) if weapon.item.weapon else 0


def _shields(fighter: Fighter, situation: Situation) -> bool:
    """Whether the hand that holds a shield is free for it; against shots it helps in any case."""
    if situation.shot:
        return True
    taken = sum(2 if one.item.takes_both_hands else 1 for one in in_hand(fighter, situation))
    return taken < 2 + len(fighter.all(ExtraHand))


def worn_now(fighter: Fighter, situation: Situation) -> Iterator[Wielded]:
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
    added = [one for one in strikes(fighter, foe, situation) if isinstance(one, StrikesWith)]
    added = [one for one in added if any(fits(one, weapon) for weapon in held)]
    added += [one for weapon in held for one in of_weapon(weapon, foe, situation) if isinstance(one, StrikesWith)]
    own *= 2 if temper.frenzied and fighter.has(Frenzied) else 1
    for one in added:
        own *= one.attacks_times
    own += sum(one.attacks for one in added) + _second_weapon(held)
    return max(own + sum(one.attacks for one in struck_with(foe, fighter, situation)), 1)


def _second_weapon(held: tuple[Wielded, ...]) -> int:
    """The one attack more of two weapons, a pair or a brace (ruling 41), and of one in a hand beyond the two."""
    pair = any(one.has(PairOfWeapons) or one.item.brace_of for one in held)
    return len(held) - 1 + pair


def shots(fighter: Fighter, weapon: Wielded, situation: Situation) -> tuple[int, int]:
    """How many shots in a turn, as many as may be, and what that adds to each one's roll."""
    shot = situation.shot or Shot()
    half = reach_of(fighter, weapon) / 2
    ways = [one for one in (*weapon.all(Shoots), *fighter.all(Shoots)) if is_for(one.weapons, weapon)]
    ways = [one for one in ways if not (one.still and shot.moved)]
    own = range_of(weapon) / 2
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


def reach_of(fighter: Fighter, weapon: Wielded) -> int:
    return range_of(weapon) + fighter.more_range


def strength_of(fighter: Fighter, weapon: Wielded, situation: Situation, mine: list[StrikesWith]) -> int:
    """The full Strength of the attack: the bearer's or the weapon's own, with what adds to it."""
    text = weapon.item.weapon.strength if weapon.item.weapon else "user"
    base, _, more = text.partition("user")
    if base:
        return max(int(base) + sum(one.strength for one in mine if one.fixed), 1)
    bonus = int(more or 0)
    if not all(situation.holds(one.when) for one in weapon.all(StrengthBonusOnly)):
        bonus = 0
    return max(fighter.figures["s"] + bonus + sum(one.strength for one in mine), 1)


def against_save(weapon: Wielded, strength: int) -> int:
    """What Strength, weapon and material add to a save; less than nothing where they worsen it."""
    line, made_of = weapon.item.weapon, weapon.material.save_modifier if weapon.material else 0
    if line is not None and line.save_modifier_total is not None:
        return line.save_modifier_total + made_of
    return ((line.save_modifier or 0) if line else 0) + made_of - combat.strength_against_save(strength)


def struck_with(foe: Fighter, fighter: Fighter, situation: Situation) -> list[StruckWith]:
    """What the foe's own effects and weapons do to attacks on him."""
    held = in_hand(foe, replace(situation, shot=None))
    found = [*foe.all(StruckWith), *(one for weapon in held for one in weapon.all(StruckWith))]
    now = (one for one in found if situation.holds(one.when) and situation.is_at(one.where))
    return [one for one in now if is_against(one.against, fighter)]
