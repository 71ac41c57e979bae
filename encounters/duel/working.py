"""Which effects work in a phase, on that foe: those of a fighter, of a weapon in his hand, of whom he strikes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from encounters.duel.fighters import Fighter, Wielded
from encounters.duel.situations import Situation
from mordheim.rules.fight_effects import ImmuneToPoison, Poisons, RollsMissesAgain, StrikesWith, WoundsOn
from mordheim.rules.rule_effects import Effect, IgnoresRule
from mordheim.rules.who import is_within
from mordheim.rules.words import Who

AnyEffect = TypeVar("AnyEffect")
# A charge from above (rulebook, Close Combat): its tests of Initiative are passed by then.
DIVING = StrikesWith(kind="strikes_with", strength=1, to_hit=1, when="charging", given="diving")


def strikes(fighter: Fighter, foe: Fighter, situation: Situation) -> tuple[Effect, ...]:
    """What of his own effects touches attacks on that foe now."""
    effects = (*fighter.effects, DIVING) if situation.given else fighter.effects
    return tuple(one for one in effects if acts(one, foe, situation))


def of_weapon(weapon: Wielded, foe: Fighter, situation: Situation) -> tuple[Effect, ...]:
    """The same of a weapon; rules that the foe ignores and poison that does nothing to him are left out."""
    ignored = {one.rule for one in foe.all(IgnoresRule)}
    if foe.has(ImmuneToPoison):
        ignored |= {source for source, effect in weapon.effects if isinstance(effect, Poisons)}
    return tuple(one for source, one in weapon.effects if source not in ignored and acts(one, foe, situation))


def acts(one: Effect, foe: Fighter, situation: Situation) -> bool:
    """Whether an effect counts now, against that foe."""
    if isinstance(one, StrikesWith):
        now = situation.holds(one.when) and situation.is_at(one.where) and _is_given(one, situation)
        return now and is_against(one.against, foe)
    if isinstance(one, WoundsOn | RollsMissesAgain):
        return is_against(one.against, foe)
    return True


def _is_given(one: StrikesWith, situation: Situation) -> bool:
    return one.given is None or one.given in situation.given


def is_against(who: Who | None, foe: Fighter) -> bool:
    return is_within(who, foe.candidate)


def has(effects: Iterable[Effect], kind: type[AnyEffect]) -> bool:
    return any(isinstance(one, kind) for one in effects)


def is_for(keys: tuple[str, ...], weapon: Wielded) -> bool:
    return not keys or weapon.item.key in keys


def fits(one: StrikesWith, weapon: Wielded) -> bool:
    return is_for(one.weapons, weapon) and (weapon.item.blackpowder or not one.blackpowder)
