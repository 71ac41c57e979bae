"""Who fights: a warrior of any roster, a creature, or a profile, with all that his rules and his gear do in a fight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from mordheim.rules.beasts import AnyTrait, GreatBeast, Scales, SkullOfIron
from mordheim.rules.combat import NEVER
from mordheim.rules.fight_effects import (
    BesideAnything,
    InBattle,
    LiftsRule,
    NeverStunned,
    NoSecondWeapon,
    Poisons,
    RollsMissesAgain,
    UnmodifiedSave,
)
from mordheim.rules.plainfile import Malformed
from mordheim.rules.rule_effects import AddsRange, Effect, GivesRule, UsesOneHand
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Item, Material
from mordheim.rules.snapshot import Hatred, Piece
from mordheim.rules.who import Candidate, is_barred
from mordheim.rules.words import CHARACTERISTICS, Characteristic, Profile
from warbands.roster.members import Member, Roster
from warbands.roster.refusals import Refused

AnyEffect = TypeVar("AnyEffect", bound=object)
NOBODY = Candidate(families=(), warband_type="")


@dataclass(frozen=True)
class Wielded:
    """A thing in hand or on the body with its effects, each after the key of the rule, poison or thing it is of."""

    item: Item
    material: Material | None = None
    effects: tuple[tuple[str, Effect], ...] = ()

    @property
    def name(self) -> str:
        return f"{self.material.name} {self.item.name.lower()}" if self.material else self.item.name

    def has(self, kind: type[AnyEffect]) -> bool:
        return any(isinstance(effect, kind) for _, effect in self.effects)

    def all(self, kind: type[AnyEffect]) -> tuple[AnyEffect, ...]:
        return tuple(effect for _, effect in self.effects if isinstance(effect, kind))


@dataclass(frozen=True)
class Fighter:
    """Somebody as he goes into a fight. ``effects`` are his own, those of ``weapons`` in use and of the armour that he
    ``worn`` stand with them. ``spare`` is what he strikes with where a weapon fails him, ``own_save`` a save without
    armour. ``hates`` are those whom an injury makes him hate; they are found by ``name`` and ``warband``.
    """

    name: str
    profile: Profile
    spare: Wielded
    candidate: Candidate = NOBODY
    effects: tuple[Effect, ...] = ()
    weapons: tuple[Wielded, ...] = ()
    worn: tuple[Wielded, ...] = ()
    own_save: int = NEVER
    traits: tuple[AnyTrait, ...] = ()
    hates: tuple[Hatred, ...] = ()
    warband: str = ""

    def has(self, kind: type[AnyEffect]) -> bool:
        return any(isinstance(effect, kind) for effect in self.effects)

    def all(self, kind: type[AnyEffect]) -> tuple[AnyEffect, ...]:
        return tuple(effect for effect in self.effects if isinstance(effect, kind))

    def trait(self, kind: type[AnyEffect]) -> AnyEffect | None:
        return next((trait for trait in self.traits if isinstance(trait, kind)), None)

    @cached_property
    def figures(self) -> dict[Characteristic, int]:
        """The profile as it is in this battle; a Movement of dice is left out."""
        by = dict.fromkeys(CHARACTERISTICS, 0)
        for one in self.all(InBattle):
            by[one.characteristic] += one.by
        line = {c: getattr(self.profile, c) for c in CHARACTERISTICS}
        return {c: max(value + by[c], 0) for c, value in line.items() if isinstance(value, int)}

    @property
    def more_range(self) -> int:
        return sum(one.by for one in self.all(AddsRange))

    def may_hate(self, foe: Fighter) -> bool:
        """Whether an injury makes him hate that one."""
        return any(_is_hated(one, foe) for one in self.hates)


def _is_hated(hatred: Hatred, foe: Fighter) -> bool:
    if hatred.kind in ("warrior", "leader"):
        return hatred.name == foe.name
    if hatred.kind == "warband":
        return hatred.name == foe.warband
    return hatred.name == foe.candidate.warband_type


# --- what he can do -------------------------------------------------------------------------------------------------


@dataclass
class _Collected:
    """Effects as they are gathered, each kind of source once."""

    rulebook: Rulebook
    effects: list[Effect] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def rules(self, keys: Iterable[str]) -> None:
        for key in keys:
            if key not in self.seen and (rule := self.rulebook.rules.get(key)):
                self.seen.add(key)
                self.add(rule.effects)

    def add(self, effects: Sequence[Effect], *, narrowed: bool = False) -> None:
        """Those of one source. What says itself whom it makes hate, gives no hatred of everybody besides."""
        self.effects += effects
        narrowed = narrowed or any(isinstance(one, RollsMissesAgain) for one in effects)
        for one in effects:
            if isinstance(one, GivesRule) and not (narrowed and self._is_hatred(one.rule)):
                self.rules([one.rule])

    def _is_hatred(self, key: str) -> bool:
        return any(isinstance(one, RollsMissesAgain) for one in self.rulebook.rules[key].effects)


def of_member(roster: Roster, member: Member, asked: Sequence[str] = ()) -> Fighter:
    """A warrior of a roster as he stands, fighting with the weapons ``asked`` for or with his best guess.

    Raises:
        Malformed: for a type or a weapon that no book has.
        Refused: for a weapon that is none, and weapons that do not go together.
    """
    if member.entry is None or member.profile is None:
        raise Malformed(f"{member.name} is of a type that no book has")
    rulebook, warrior = roster.rulebook, member.warrior
    found = _Collected(rulebook)
    found.rules((*member.entry.rules, *(member.warband_type.rules if member.own_type else ())))
    for key in warrior.skills:
        found.add(rulebook.skills[key].effects if key in rulebook.skills else ())
    for key in warrior.mutations:
        found.add(rulebook.mutations[key].effects if key in rulebook.mutations else ())
    for one in warrior.injuries:
        if injury := rulebook.injuries.get(one.injury):
            outcomes = (effect for row in injury.outcomes if row.key == one.outcome for effect in row.effects)
            found.add((*injury.effects, *outcomes), narrowed=one.hates is not None)
    for key in member.lasting:
        found.add(rulebook.lasting_effects[key].effects if key in rulebook.lasting_effects else ())
    found.effects += _shared_range(roster, member)
    bare = Fighter(
        name=member.name,
        profile=member.profile,
        spare=spare(rulebook, carries=getattr(member.entry, "carries_equipment", True)),
        candidate=member.candidate,
        effects=tuple(found.effects),
        hates=tuple(one.hates for one in warrior.injuries if one.hates),
        warband=roster.snapshot.name,
    )
    return armed(bare, rulebook, member.gear, asked)


def _shared_range(roster: Roster, member: Member) -> Iterator[AddsRange]:
    """What others of the warband add to the range of his weapons, once for each source."""
    others = {
        source: effect
        for other in roster.members
        if other is not member
        for source, effect in other.effects_by_source
        if isinstance(effect, AddsRange) and effect.scope == "warband"
    }
    yield from others.values()


def of_creature(rulebook: Rulebook, key: str, asked: Sequence[str] = ()) -> Fighter:
    """A great beast, a warrior type, a hired sword or an animal as it is printed, with printed gear only.

    Raises:
        Malformed: where no book has it.
        Refused: for weapons that do not go together.
    """
    if beast := rulebook.great_beasts.get(key):
        return armed(_beast(rulebook, beast), rulebook, (), asked)
    for kind in rulebook.warband_types.values():
        if entry := kind.warrior(key):
            candidate = Candidate(kind.families, kind.key, key, entry.race, bool(entry.casting), entry.leader)
            rules = (*entry.rules, *kind.rules)
            carries = entry.carries_equipment
            return _printed(rulebook, entry.name, entry.profile, rules, candidate, (), asked, carries=carries)
    if sword := rulebook.hired_swords.get(key):
        candidate = Candidate((), "", key, sword.race, bool(sword.casting))
        chosen = [item for choice in sword.gear_choice[:1] for item in choice.of[:1] * choice.pick]
        gear = [Piece(item) for item in (*sword.gear, *chosen)]
        return _printed(rulebook, sword.name, sword.profile, sword.rules, candidate, gear, asked, carries=True)
    item = rulebook.items.get(key)
    if item is None or item.profile is None:
        raise Malformed(f"no book has a creature {key}")
    return _printed(rulebook, item.name, item.profile, (), NOBODY, (), asked, carries=False)


def _printed(
    rulebook: Rulebook,
    name: str,
    profile: Profile,
    rules: Iterable[str],
    candidate: Candidate,
    gear: Sequence[Piece],
    asked: Sequence[str],
    *,
    carries: bool,
) -> Fighter:
    found = _Collected(rulebook)
    found.rules(rules)
    bare = Fighter(name, profile, spare(rulebook, carries=carries), candidate, tuple(found.effects))
    return armed(bare, rulebook, gear, asked)


def _beast(rulebook: Rulebook, beast: GreatBeast) -> Fighter:
    """A great beast: its scales and its skull are effects that warriors may have too."""
    found = _Collected(rulebook)
    found.rules(beast.rules)
    for trait in beast.traits:
        if isinstance(trait, Scales):
            found.effects.append(UnmodifiedSave(kind="unmodified_save", needs=trait.save))
        elif isinstance(trait, SkullOfIron):
            found.effects.append(NeverStunned(kind="never_stunned"))
    effects = tuple(found.effects)
    return Fighter(beast.name, beast.profile, spare(rulebook, carries=False), effects=effects, traits=beast.traits)


@dataclass(frozen=True)
class Typed:
    """A profile as it was typed, all of its keys known and all of its numbers read."""

    profile: Profile
    save: int = NEVER
    equipment: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    race: str | None = None
    families: tuple[str, ...] = ()


def of_typed(rulebook: Rulebook, typed: Typed, asked: Sequence[str] = (), name: str = "A warrior") -> Fighter:
    """Whoever was typed.

    Raises:
        Malformed: for a skill, a rule or a thing that no book has.
        Refused: for weapons that do not go together.
    """
    found = _Collected(rulebook)
    for kind, keys in (("rules", typed.rules), ("skills", typed.skills), ("races", filter(None, (typed.race,)))):
        for key in keys:
            if key not in rulebook.of_kind(kind):
                raise Malformed(f"no book has {key} among its {kind}")
    found.rules(typed.rules)
    for key in typed.skills:
        found.add(rulebook.skills[key].effects)
    bare = Fighter(
        name,
        typed.profile,
        spare(rulebook, carries=True),
        Candidate(typed.families, "", race=typed.race),
        tuple(found.effects),
        own_save=typed.save,
    )
    gear = [piece_of(rulebook, key) for key in typed.equipment]
    return armed(bare, rulebook, gear, asked or typed.weapons)


# --- what he has in hand and on ---------------------------------------------------------------------------------------


def piece_of(rulebook: Rulebook, key: str) -> Piece:
    """``sword``, or ``gromril_axe`` for a material. Raises Malformed for what no book has, Refused for what
    is never made of that."""
    if key in rulebook.items:
        return Piece(key)
    for name, material in rulebook.materials.items():
        item = rulebook.items.get(key.removeprefix(f"{name}_")) if key.startswith(f"{name}_") else None
        if item is not None:
            made = item.takes_material and item.category == material.for_category
            if not made or item.key in material.except_items:
                raise Refused(f"{item.name} is never made of {material.name.lower()}.", code="material")
            return Piece(item.key, name)
    raise Malformed(f"no book has {key} among its items")


def spare(rulebook: Rulebook, *, carries: bool) -> Wielded:
    """The free dagger, or what nature gave to who carries nothing."""
    item = next(item for item in rulebook.items.values() if (item.free if carries else item.natural))
    return wielded(rulebook, Piece(item.key))


def wielded(rulebook: Rulebook, piece: Piece, lifted: Iterable[LiftsRule] = ()) -> Wielded:
    """A thing with the effects of its rules, but for those that do not bind its bearer."""
    item = rulebook.items[piece.item]
    free = {one.rule for one in lifted if not one.weapons or item.key in one.weapons}
    rules = (*(item.weapon.rules if item.weapon else ()), *(item.armour.rules if item.armour else ()))
    found = [(key, effect) for key in rules if key not in free for effect in rulebook.rules[key].effects]
    found += [(item.key, effect) for effect in item.effects]
    return Wielded(item, rulebook.materials.get(piece.material or ""), tuple(found))


def armed(bare: Fighter, rulebook: Rulebook, gear: Sequence[Piece], asked: Sequence[str] = ()) -> Fighter:
    """With his gear: what he wears, the weapons he uses, a poison on the first of them, drugs taken.

    Raises:
        Refused: for a weapon that is none, and weapons that do not go together.
    """
    known = [piece for piece in gear if piece.item in rulebook.items]
    lifted = bare.all(LiftsRule)
    things = [wielded(rulebook, piece, lifted) for piece in known for _ in range(piece.quantity)]
    found = _Collected(rulebook, list(bare.effects))
    for thing in things:
        item = thing.item
        acts = not (item.weapon or item.armour or item.category == "poison")
        if (acts or item.category == "body_armour") and not is_barred(item.no_effect_on, bare.candidate):
            found.add(item.effects)
    who = replace(bare, effects=tuple(found.effects))
    chosen = _asked(rulebook, who, things, asked) if asked else _guessed(who, things)
    _must_go_together(who, chosen)
    worn = [thing for thing in things if thing.item.armour and not (who.has(UsesOneHand) and _is_shield(thing))]
    return replace(who, weapons=_poisoned(chosen, things), worn=tuple(worn))


def _is_shield(thing: Wielded) -> bool:
    return thing.item.category == "shield"


def _asked(rulebook: Rulebook, who: Fighter, things: Sequence[Wielded], asked: Sequence[str]) -> tuple[Wielded, ...]:
    left, chosen = list(things), []
    for key in asked:
        piece = piece_of(rulebook, key)
        mine = (thing for thing in left if thing.item.key == piece.item and not piece.material)
        thing = next(mine, None) or wielded(rulebook, piece, who.all(LiftsRule))
        if thing.item.weapon is None:
            raise Refused(f"{thing.item.name} is no weapon.", code="no_weapon")
        if thing in left:
            left.remove(thing)
        chosen.append(thing)
    return tuple(chosen)


def _guessed(who: Fighter, things: Sequence[Wielded]) -> tuple[Wielded, ...]:
    """His first close combat weapon; a second one-handed weapon too, where no shield or buckler takes that hand."""
    arms = [thing for thing in things if thing.item.weapon and thing.item.category != "missile"]
    if not arms:
        return (who.spare,)
    held = any(_is_shield(thing) for thing in things)
    if not held and not who.has(UsesOneHand):
        beside = next((thing for thing in arms[1:] if _go_together(arms[0], thing)), None)
        return (arms[0], beside) if beside else (arms[0],)
    return (arms[0],)


def _go_together(one: Wielded, two: Wielded) -> bool:
    """Whether a hand each is enough, and neither bears no other beside it."""
    if _takes_both(one) or _takes_both(two):
        return False
    if one.has(BesideAnything) or two.has(BesideAnything):
        return True
    return not one.has(NoSecondWeapon) and not two.has(NoSecondWeapon)


def _takes_both(thing: Wielded) -> bool:
    return thing.item.takes_both_hands


def _must_go_together(who: Fighter, chosen: Sequence[Wielded]) -> None:
    if len(chosen) > 2:
        raise Refused("Nobody fights with more than two weapons.", code="weapons")
    if len(chosen) == 2 and (who.has(UsesOneHand) or not _go_together(*chosen)):
        told = " and ".join(thing.name for thing in chosen)
        raise Refused(f"{told} are not used beside each other.", code="weapons")
    if chosen and _takes_both(chosen[0]) and who.has(UsesOneHand):
        raise Refused(f"{chosen[0].name} takes both hands.", code="weapons")


def _poisoned(chosen: Sequence[Wielded], things: Sequence[Wielded]) -> tuple[Wielded, ...]:
    """Whatever poison he carries coats the first weapon that takes one: no blackpowder, nothing that is part of him."""
    poison = tuple(
        effect for thing in things if thing.has(Poisons) and not thing.item.weapon for effect in thing.effects
    )
    for place, thing in enumerate(chosen) if poison else ():
        if not thing.item.blackpowder and not thing.item.natural:
            coated = replace(thing, effects=(*thing.effects, *poison))
            return (*chosen[:place], coated, *chosen[place + 1 :])
    return tuple(chosen)
