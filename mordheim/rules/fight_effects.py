"""What a rule does to blows, shots and injuries: the effects that the odds of a fight are reckoned from.

They are part of the closed list of `mordheim.rules.rule_effects`; `encounters.duel` interprets them. An effect stands
on a weapon's rule or on a poison, where it holds for that weapon alone, or on a skill, a special rule or a thing, where
it holds for whoever has it.

``when`` is the round it holds in: a combat's first, one in which its bearer charged, or was charged. ``where`` is the
kind of fighting. ``weapons`` limits it to these; empty for all. ``against`` limits it to these enemies. ``given`` is
what must be said of the fight: that it is inside a building or ruin, that he charged whom he did not see, that he dived
into the charge, that he fights two enemies or more.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mordheim.rules.words import Characteristic, Key, StrengthText, Strict, Text, Who

When = Literal["always", "first_round", "charging", "charged"]
Where = Literal["close_combat", "shooting", "any"]
Hindrance = Literal["cover", "long_range", "moved"]
Circumstance = Literal["inside", "unseen", "diving", "outnumbered"]
Face = Annotated[int, Field(ge=1, le=6)]


class StrikesWith(Strict):
    """Adds to what its bearer's attacks do. ``save`` is added to the victim's save and worsens it where it is negative;
    a positive one gives 6+ where there is none. ``strength`` leaves weapons with a Strength of their own alone, unless
    ``fixed``. ``attacks_times`` multiplies the Attacks of the profile. ``weapon_skill`` counts against him who strikes
    back as well.
    """

    kind: Literal["strikes_with"]
    weapon_skill: int = 0
    to_hit: int = 0
    strength: int = 0
    to_wound: int = 0
    save: int = 0
    critical: int = 0
    injury: int = 0
    attacks: int = 0
    attacks_times: int = 1
    fixed: bool = False
    blackpowder: bool = Field(default=False, description="blackpowder weapons only")
    when: When = "always"
    where: Where = "close_combat"
    weapons: tuple[Key, ...] = ()
    against: Who | None = None
    given: Circumstance | None = None


class StruckWith(Strict):
    """Adds to what attacks on its bearer do. ``strength`` counts for the roll to wound only."""

    kind: Literal["struck_with"]
    to_hit: int = 0
    strength: int = 0
    attacks: int = 0
    when: When = "always"
    where: Where = "close_combat"
    against: Who | None = None


class StrengthBonusOnly(Strict):
    """The bonus of the weapon's own line holds in such a round only."""

    kind: Literal["strength_bonus_only"]
    when: When


class InBattle(Strict):
    """A characteristic as it is for one battle; a die for it is rolled once, as the battle begins."""

    kind: Literal["in_battle"]
    characteristic: Characteristic
    by: int | Literal["D3"]


class WoundsOn(Strict):
    """Wounds on that face, or a lower one where the chart asks for it. ``criticals``: even where the chart would ask
    for a 6 or more."""

    kind: Literal["wounds_on"]
    needs: Face
    criticals: bool = False
    against: Who | None = None


class HitsOn(Strict):
    """Hits on that face, whatever makes it easier or harder."""

    kind: Literal["hits_on"]
    needs: Face


class WoundsBySix(Strict):
    """A natural 6 to hit wounds by itself; the roll to wound may still bring a critical."""

    kind: Literal["wounds_by_six"]


class NeverCritical(Strict):
    """No wound of it is critical."""

    kind: Literal["never_critical"]


class HitsAlways(Strict):
    """Hits without a roll, and so cannot be parried."""

    kind: Literal["hits_always"]


class WoundsOutright(Strict):
    """Whom of these it hits loses a Wound without a roll, never a critical hit; to all others it does nothing."""

    kind: Literal["wounds_outright"]
    against: Who


class NoSaveAgainst(Strict):
    """No armour save is made against it."""

    kind: Literal["no_save_against"]


class CriticalsOn(Strict):
    """A roll to wound is critical from that face on, where it may be critical at all."""

    kind: Literal["criticals_on"]
    needs: Face
    weapons: tuple[Key, ...] = ()


class WoundsSeveral(Strict):
    """A hit that wounds does D3 wounds."""

    kind: Literal["wounds_several"]
    die: Literal["D3"] = "D3"


class InjuresInBands(Strict):
    """Bands of the injury die for what it causes. Own bands of the victim hold for out of action."""

    kind: Literal["injures_in_bands"]
    stunned_from: Face
    out_from: Face | None = None


class Poisons(Strict):
    """What it does is poison: nothing of it touches who is immune."""

    kind: Literal["poisons"]


class ImmuneToPoison(Strict):
    kind: Literal["immune_to_poison"]


class CoatsWeapons(Strict):
    """One of these poisons, the first where nobody says which, is on everything that he strikes or shoots with."""

    kind: Literal["coats_weapons"]
    one_of: tuple[Key, ...]


class RollsMissesAgain(Strict):
    """Attacks that missed are rolled again once. Hatred names whom it is ``against``; without anybody it is for all."""

    kind: Literal["misses_again"]
    when: When = "first_round"
    where: Where = "close_combat"
    weapons: tuple[Key, ...] = ()
    against: Who | None = None


class Parries(Strict):
    """May parry one hit in each combat phase."""

    kind: Literal["parries"]
    again: bool = Field(default=False, description="one failed parry is rolled again")
    again_in_pair: bool = Field(default=False, description="the same, beside another thing that parries")


class ParriesByMatching(Strict):
    """An equal roll parries, and two things that parry are two parries, against the two highest."""

    kind: Literal["parries_by_matching"]


class NotParried(Strict):
    kind: Literal["not_parried"]


class StrikesInOrder(Strict):
    kind: Literal["strikes_in_order"]
    order: Literal["first", "last"]
    when: When = "always"


class LiftsRule(Strict):
    """A rule of his own weapons that does not bind him."""

    kind: Literal["lifts_rule"]
    rule: Key
    weapons: tuple[Key, ...] = ()


class SingleAttack(Strict):
    """Whoever fights with it makes one attack only."""

    kind: Literal["single_attack"]


class PairOfWeapons(Strict):
    """Counts as two weapons: one attack more."""

    kind: Literal["pair_of_weapons"]


class AddsAttack(Strict):
    """An attack besides his own, which no rule doubles. ``early``: before any blow of the phase. ``with_weapon``: with
    the weapon whose rule it is, else with a part of him of that ``strength``, or ``if_immune`` against whom no poison
    touches. Not ``rolled``: it hits without a roll. ``lying``: it comes even while its bearer lies on the ground.
    """

    kind: Literal["adds_attack"]
    name: Text
    strength: StrengthText = "user"
    if_immune: StrengthText | None = None
    with_weapon: bool = False
    rolled: bool = True
    critical: bool = True
    early: bool = False
    lying: bool = False
    when: When = "always"


class ShootsInCombat(Strict):
    """A shot by Ballistic Skill before any blow of a combat's first round, besides all attacks; nothing parries it.
    Whoever carries the weapon has it ready."""

    kind: Literal["shoots_in_combat"]
    to_hit: int


class TakesHand(Strict):
    """One hand is not free for a weapon or a shield."""

    kind: Literal["takes_hand"]


class ExtraHand(Strict):
    """Holds a weapon beside two others, which gives one more attack, or else a shield; only these weapons, if any are
    named."""

    kind: Literal["extra_hand"]
    weapons: tuple[Key, ...] = ()


class NoSecondWeapon(Strict):
    """Nothing else strikes beside it; ``buckler`` says whether that may be held."""

    kind: Literal["no_second_weapon"]
    buckler: bool


class BesideAnything(Strict):
    """Is used beside a weapon that bears no second one."""

    kind: Literal["beside_anything"]


class FightsFirstRound(Strict):
    """A pistol: so many attacks in the first round of a combat, and none later."""

    kind: Literal["fights_first_round"]
    attacks: int


class ExtraSave(Strict):
    """Another save after the armour's, one for the whole hit, which nothing modifies."""

    kind: Literal["extra_save"]
    needs: Face
    where: Where = "close_combat"


class UnmodifiedSave(Strict):
    """An armour save that nothing modifies."""

    kind: Literal["unmodified_save"]
    needs: Face


class AvoidsHit(Strict):
    """A hit is avoided before anything else about it; ``first_only``: the first of a battle only."""

    kind: Literal["avoids_hit"]
    needs: Face
    where: Where = "any"
    first_only: bool = False


class Regenerates(Strict):
    """Each wound closes at once on that face."""

    kind: Literal["regenerates"]
    needs: Face


class NeverStunned(Strict):
    """Stunned is knocked down."""

    kind: Literal["never_stunned"]


class StunsTheDowned(Strict):
    """Whom he knocks down in close combat is stunned instead."""

    kind: Literal["stuns_the_downed"]


class IgnoresKnockedDown(Strict):
    """A knocked down result does nothing, unless it came of a stunned one."""

    kind: Literal["ignores_knocked_down"]


class Frenzied(Strict):
    """Attacks doubled, but for a second weapon's; lost for good when knocked down or stunned, unless it ``stays``."""

    kind: Literal["frenzied"]
    stays: bool = False


class HatedBy(Strict):
    """``those`` roll missed blows of a first round against him again."""

    kind: Literal["hated_by"]
    those: Who


class TestsToFight(Strict):
    """He tests Leadership at the start of each of his own turns, unless he is in a frenzy; after a failure he strikes
    and shoots at nobody until the next test."""

    kind: Literal["tests_to_fight"]


class CausesFear(Strict):
    kind: Literal["causes_fear"]


class IgnoresFear(Strict):
    """``scope``: for its bearer alone, or for everybody of his warband."""

    kind: Literal["ignores_fear"]
    scope: Literal["own", "warband"] = "own"


class TestsFearAgain(Strict):
    """A failed test for fear is taken again once."""

    kind: Literal["fear_again"]


class Shoots(Strict):
    """So many shots in a turn, each with ``to_hit``; ``still``: only where he has not moved; ``half_range``: only at
    half the weapon's range."""

    kind: Literal["shoots"]
    shots: int
    to_hit: int = 0
    still: bool = False
    half_range: bool = False
    weapons: tuple[Key, ...] = ()


class IgnoresHindrance(Strict):
    """Such a modifier to hit with shots is not his; ``weapons`` limits it to these."""

    kind: Literal["ignores_hindrance"]
    hindrances: tuple[Hindrance, ...]
    weapons: tuple[Key, ...] = ()


class StillToShoot(Strict):
    """No shot in a turn in which the bearer moved."""

    kind: Literal["still_to_shoot"]


class Thrown(Strict):
    """A thing that is thrown like a weapon, up to so many times its bearer's Strength in inches; its other effects are
    those of the throw."""

    kind: Literal["thrown"]
    strength_times: int


class HealsOutOfCombat(Strict):
    """Every lost Wound comes back at the start of a turn of his in which he is in no close combat."""

    kind: Literal["heals_out_of_combat"]


class Reloads(Strict):
    """A shot every other turn, or ``once`` in a battle."""

    kind: Literal["reloads"]
    once: bool = False


class FromSaddle(Strict):
    """A weapon that is of use to riders only; nobody on foot is offered it."""

    kind: Literal["from_saddle"]


class NotReckoned(Strict):
    """What of a rule no odds of two fighters tell: it hangs on the game around them, or on a choice at the table.
    ``what`` says it to players."""

    kind: Literal["not_reckoned"]
    what: Text


FightEffect = (
    StrikesWith
    | StruckWith
    | StrengthBonusOnly
    | InBattle
    | WoundsOn
    | HitsOn
    | WoundsBySix
    | NeverCritical
    | HitsAlways
    | WoundsOutright
    | NoSaveAgainst
    | CriticalsOn
    | WoundsSeveral
    | InjuresInBands
    | Poisons
    | ImmuneToPoison
    | CoatsWeapons
    | RollsMissesAgain
    | Parries
    | ParriesByMatching
    | NotParried
    | StrikesInOrder
    | LiftsRule
    | SingleAttack
    | PairOfWeapons
    | AddsAttack
    | ShootsInCombat
    | TakesHand
    | ExtraHand
    | NoSecondWeapon
    | BesideAnything
    | FightsFirstRound
    | ExtraSave
    | UnmodifiedSave
    | AvoidsHit
    | Regenerates
    | NeverStunned
    | StunsTheDowned
    | IgnoresKnockedDown
    | Frenzied
    | TestsToFight
    | HatedBy
    | CausesFear
    | IgnoresFear
    | TestsFearAgain
    | Shoots
    | IgnoresHindrance
    | StillToShoot
    | Thrown
    | HealsOutOfCombat
    | Reloads
    | FromSaddle
    | NotReckoned
)
