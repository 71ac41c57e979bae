"""What the struck one has against attacks, and what injuries do to him."""

from __future__ import annotations

from dataclasses import dataclass

from encounters.duel.fighters import Fighter
from encounters.duel.hands import in_hand, worn_now
from encounters.duel.situations import Situation
from mordheim.rules.beasts import Heads, Regrowth, Staggers
from mordheim.rules.combat import NEVER
from mordheim.rules.fight_effects import (
    AvoidsHit,
    IgnoresKnockedDown,
    NeverStunned,
    NoSecondWeapon,
    Parries,
    ParriesByMatching,
    StunsTheDowned,
)
from mordheim.rules.rule_effects import SavesAgainstStun


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
        things += [one for one in worn_now(fighter, situation) if one.has(Parries) and one.item.category == "shield"]
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
