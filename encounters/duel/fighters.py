"""Who fights: a warrior of any roster, a creature, or a profile, with all that his rules and his gear do in a fight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, TypeVar

from encounters.duel.wearing import worn_of
from mordheim.rules.beasts import AnyTrait, GreatBeast, Scales, SkullOfIron
from mordheim.rules.combat import NEVER
from mordheim.rules.fight_effects import (
    BesideAnything,
    CoatsWeapons,
    ExtraHand,
    FightsFirstRound,
    FromSaddle,
    IgnoresFear,
    InBattle,
    LiftsRule,
    NeverStunned,
    NoSecondWeapon,
    NotReckoned,
    PairOfWeapons,
    Parries,
    Poisons,
    Reloads,
    RollsMissesAgain,
    ShootsInCombat,
    SingleAttack,
    StillToShoot,
    StrengthBonusOnly,
    TakesHand,
    Thrown,
    UnmodifiedSave,
)
from mordheim.rules.plainfile import Malformed
from mordheim.rules.rule_effects import AddsRange, Effect, GivesRule, UsesOneHand
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import HiredSwordType, Item, Material, Rule, WarbandType, WarriorType, Weapon
from mordheim.rules.snapshot import Hatred, Piece
from mordheim.rules.who import Candidate, is_barred, is_within
from mordheim.rules.words import CHARACTERISTICS, Characteristic, Profile
from warbands.roster.members import Member, Roster
from warbands.roster.refusals import Refused

AnyEffect = TypeVar("AnyEffect", bound=object)
ByKind = Mapping[type, tuple[Any, ...]]
NOBODY = Candidate(families=(), warband_type="")
# What counts in the weapon that has it, and nowhere else.
OF_WEAPONS_ALONE = (
    FightsFirstRound,
    FromSaddle,
    NoSecondWeapon,
    NotReckoned,
    PairOfWeapons,
    Parries,
    Poisons,
    Reloads,
    ShootsInCombat,
    SingleAttack,
    StillToShoot,
    StrengthBonusOnly,
)
# How many faces, all equally likely, and what they show on average.
D3, D3_ON_AVERAGE = 3, 2


def _by_kind(things: Iterable[object]) -> ByKind:
    """They by their class: a fight asks for one kind after the other, again and again."""
    found: dict[type, tuple[Any, ...]] = {}
    for one in things:
        found[type(one)] = (*found.get(type(one), ()), one)
    return found


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
        return kind in self._by_kind

    def all(self, kind: type[AnyEffect]) -> tuple[AnyEffect, ...]:
        return self._by_kind.get(kind, ())

    @cached_property
    def _by_kind(self) -> ByKind:
        return _by_kind(effect for _, effect in self.effects)


@dataclass(frozen=True)
class Fighter:
    """Somebody as he goes into a fight. ``effects`` are his own, those of ``weapons`` in use and of the armour that he
    ``worn`` stand with them. ``spare`` is the dagger or fist of everybody, ``drawn`` what he strikes with of his own
    where the weapons in use are of no use. ``left_out`` says of what does not count why. ``at_hand`` is what he
    carries that shoots as a combat begins, ``pistols`` those that a free hand may take up then. ``own_save`` is a save
    without armour. ``hates`` are those whom an injury makes him hate; they are found by ``name`` and ``warband``.
    ``blessed`` are things of his with effects of their own, ``claims`` the weapons that are said to be his, whoever has
    them in the books. ``anybody``: nothing is said of who he is.
    """

    name: str
    profile: Profile
    spare: Wielded
    candidate: Candidate = NOBODY
    effects: tuple[Effect, ...] = ()
    weapons: tuple[Wielded, ...] = ()
    worn: tuple[Wielded, ...] = ()
    left_out: tuple[str, ...] = ()
    own_save: int = NEVER
    traits: tuple[AnyTrait, ...] = ()
    hates: tuple[Hatred, ...] = ()
    warband: str = ""
    at_hand: tuple[Wielded, ...] = ()
    drawn: tuple[Wielded, ...] = ()
    pistols: tuple[Wielded, ...] = ()
    blessed: tuple[tuple[str, tuple[tuple[str, Effect], ...]], ...] = ()
    claims: tuple[str, ...] = ()
    anybody: bool = False
    # What he was armed from and with, so that he can be armed otherwise.
    bare: Fighter | None = field(default=None, repr=False, compare=False)
    gear: tuple[Piece, ...] = field(default=(), repr=False, compare=False)
    asked: tuple[str, ...] = field(default=(), repr=False, compare=False)

    def has(self, kind: type[AnyEffect]) -> bool:
        return kind in self._by_kind

    def all(self, kind: type[AnyEffect]) -> tuple[AnyEffect, ...]:
        return self._by_kind.get(kind, ())

    def trait(self, kind: type[AnyEffect]) -> AnyEffect | None:
        return next(iter(self._traits.get(kind, ())), None)

    @cached_property
    def _by_kind(self) -> ByKind:
        return _by_kind(self.effects)

    @cached_property
    def _traits(self) -> ByKind:
        return _by_kind(self.traits)

    @cached_property
    def figures(self) -> dict[Characteristic, int]:
        """The profile as it is in this battle; a Movement of dice is left out, a die for something counts as the
        average of its faces (`rolled` has them all)."""
        by = dict.fromkeys(CHARACTERISTICS, 0)
        for one in self.all(InBattle):
            by[one.characteristic] += D3_ON_AVERAGE if isinstance(one.by, str) else one.by
        line = {c: getattr(self.profile, c) for c in CHARACTERISTICS}
        return {c: max(value + by[c], 0) for c, value in line.items() if isinstance(value, int)}

    @cached_property
    def rolled(self) -> tuple[tuple[Fighter, Fraction], ...]:
        """He as he may be once his dice for this battle are rolled, each with its chance."""
        dice = [one for one in self.all(InBattle) if isinstance(one.by, str)]
        if not dice:
            return ((self, Fraction(1)),)
        rest = tuple(one for one in self.effects if one not in dice)
        faces = product(range(1, D3 + 1), repeat=len(dice))
        return tuple(
            (replace(self, effects=(*rest, *_shown(dice, face))), Fraction(1, D3 ** len(dice))) for face in faces
        )

    @property
    def one_handed(self) -> bool:
        """Whether one hand is all that he has free."""
        return self.has(UsesOneHand) or self.has(TakesHand)

    @property
    def more_range(self) -> int:
        return sum(one.by for one in self.all(AddsRange))

    def may_hate(self, foe: Fighter) -> bool:
        """Whether an injury makes him hate that one."""
        return any(_is_hated(one, foe) for one in self.hates)


def _shown(dice: Sequence[InBattle], faces: Sequence[int]) -> Iterator[InBattle]:
    return (one.model_copy(update={"by": face}) for one, face in zip(dice, faces, strict=True))


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

    def race(self, candidate: Candidate) -> None:
        """What is of everybody of his race."""
        race = self.rulebook.races.get(candidate.race or "")
        self.rules(race.rules if race else ())

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
    found.race(member.candidate)
    for key in warrior.skills:
        found.add(rulebook.skills[key].effects if key in rulebook.skills else ())
    for key in warrior.mutations:
        found.add(rulebook.mutations[key].effects if key in rulebook.mutations else ())
    for one in warrior.injuries:
        if injury := rulebook.injuries.get(one.injury):
            outcomes = (effect for row in injury.outcomes if row.key == one.outcome for effect in row.effects)
            found.add((*injury.effects, *outcomes), narrowed=one.hates is not None)
    blessed = _blessed(roster, member)
    for key in member.lasting:
        entry = rulebook.lasting_effects.get(key)
        found.add(entry.effects if entry and not entry.names_weapon else ())
    for left in roster.snapshot.effects:
        entry = rulebook.lasting_effects.get(left.effect)
        found.add(entry.effects if entry and "warrior" not in left.details else ())
    found.effects += _shared(roster, member)
    bare = Fighter(
        name=member.name,
        profile=member.profile,
        spare=spare(rulebook, carries=getattr(member.entry, "carries_equipment", True)),
        candidate=member.candidate,
        effects=tuple(found.effects),
        hates=tuple(one.hates for one in warrior.injuries if one.hates),
        warband=roster.snapshot.name,
        blessed=blessed,
    )
    return armed(bare, rulebook, member.gear, asked)


def _shared(roster: Roster, member: Member) -> Iterator[Effect]:
    """What others of the warband do for everybody in it, once for each source."""
    others = {
        source: effect
        for other in roster.members
        if other is not member
        for source, effect in other.effects_by_source
        if isinstance(effect, AddsRange | IgnoresFear) and effect.scope == "warband"
    }
    yield from others.values()


def _blessed(roster: Roster, member: Member) -> tuple[tuple[str, tuple[tuple[str, Effect], ...]], ...]:
    """Which things of his a lasting effect names, with what it does to each."""
    rulebook, found = roster.rulebook, []
    for one in roster.snapshot.effects:
        entry = rulebook.lasting_effects.get(one.effect)
        if entry and entry.names_weapon and one.details.get("warrior") == member.name:
            rules = [effect.rule for effect in entry.effects if isinstance(effect, GivesRule)]
            given = tuple((rule, effect) for rule in rules for effect in rulebook.rules[rule].effects)
            found.append((str(one.details.get("weapon")), given))
    return tuple(found)


def of_creature(rulebook: Rulebook, key: str, asked: Sequence[str] = ()) -> Fighter:
    """A great beast, a warrior type, a hired sword or an animal as it is printed, with printed gear only. ``LIST:KEY``
    is that of one list; without one it is the first list's.

    Raises:
        Malformed: where no book has it.
        Refused: for weapons that do not go together.
    """
    if beast := rulebook.great_beasts.get(key):
        return of_beast(rulebook, beast, asked)
    of, _, who = key.rpartition(":")
    kinds = (kind for kind in rulebook.warband_types.values() if of in ("", kind.key))
    if found := [(kind, entry) for kind in kinds if (entry := kind.warrior(who))]:
        return _first_of(rulebook, found, asked)
    if sword := rulebook.hired_swords.get(key):
        return of_hired(rulebook, sword, asked)
    item = rulebook.items.get(key)
    if item is None or item.profile is None:
        raise Malformed(f"no book has a creature {key}")
    return of_item(rulebook, item, asked)


def _first_of(rulebook: Rulebook, found: Sequence[tuple[WarbandType, WarriorType]], asked: Sequence[str]) -> Fighter:
    """That of the first list; where those of several do not fight alike, it is told which."""
    one = of_type(rulebook, *found[0], asked)
    printed = [of_type(rulebook, kind, entry) for kind, entry in found]
    if len({(one.profile, one.effects, one.spare.item.key, one.candidate.race) for one in printed}) == 1:
        return one
    others = ", ".join(f"creature:{kind.key}:{entry.key}" for kind, entry in found[1:])
    note = f"This is that of {found[0][0].name}; other lists have different ones ({others})."
    return replace(one, left_out=(*one.left_out, note))


def of_type(rulebook: Rulebook, kind: WarbandType, entry: WarriorType, asked: Sequence[str] = ()) -> Fighter:
    """A warrior of a list as he is recruited. Raises Refused for weapons that do not go together."""
    candidate = Candidate(kind.families, kind.key, entry.key, entry.race, bool(entry.casting), entry.leader)
    rules = (*entry.rules, *kind.rules)
    carries = entry.carries_equipment
    return _printed(rulebook, entry.name, entry.profile, rules, candidate, (), asked, carries=carries)


def of_hired(rulebook: Rulebook, sword: HiredSwordType, asked: Sequence[str] = ()) -> Fighter:
    """A hired sword with his own gear, the first of what may be chosen. Raises Refused as `of_type` does."""
    candidate = Candidate((), "", sword.key, sword.race, bool(sword.casting))
    chosen = [item for choice in sword.gear_choice[:1] for item in choice.of[:1] * choice.pick]
    gear = [Piece(item) for item in (*sword.gear, *chosen)]
    return _printed(rulebook, sword.name, sword.profile, sword.rules, candidate, gear, asked, carries=True)


def of_item(rulebook: Rulebook, item: Item, asked: Sequence[str] = ()) -> Fighter:
    """An animal, or what else has a profile and stands among things. Raises Malformed for a thing without."""
    if item.profile is None:
        raise Malformed(f"{item.name} is no creature")
    return _printed(rulebook, item.name, item.profile, item.rules, NOBODY, (), asked, carries=False)


def of_beast(rulebook: Rulebook, beast: GreatBeast, asked: Sequence[str] = ()) -> Fighter:
    """Raises Refused for weapons that do not go together."""
    return armed(_beast(rulebook, beast), rulebook, (), asked)


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
    found.race(candidate)
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
    mutations: tuple[str, ...] = ()


def of_typed(rulebook: Rulebook, typed: Typed, asked: Sequence[str] = (), name: str = "A warrior") -> Fighter:
    """Whoever was typed.

    Raises:
        Malformed: for a key that no book has, and a rule of weapons that does nothing for a warrior.
        Refused: for weapons that do not go together.
    """
    found = _Collected(rulebook)
    named = {"rules": typed.rules, "skills": typed.skills, "mutations": typed.mutations}
    for kind, keys in (*named.items(), ("races", filter(None, (typed.race,))), ("families", typed.families)):
        for key in keys:
            if key not in rulebook.of_kind(kind):
                raise Malformed(f"no book has {key} among its {kind}")
    for key in typed.rules:
        if _is_of_weapons_alone(rulebook.rules[key]):
            raise Malformed(f"{key} is a rule of weapons, and does nothing as one of a warrior")
    candidate = Candidate(typed.families, "", race=typed.race)
    found.rules(typed.rules)
    found.race(candidate)
    for key in typed.skills:
        found.add(rulebook.skills[key].effects)
    for key in typed.mutations:
        found.add(rulebook.mutations[key].effects)
    bare = Fighter(
        name,
        typed.profile,
        spare(rulebook, carries=True),
        candidate,
        tuple(found.effects),
        own_save=typed.save,
        claims=typed.weapons,
        anybody=typed.race is None and not typed.families,
    )
    gear = [piece_of(rulebook, key) for key in typed.equipment]
    return armed(bare, rulebook, gear, asked or typed.weapons)


def _is_of_weapons_alone(rule: Rule) -> bool:
    return rule.kind == "weapon" and all(isinstance(one, OF_WEAPONS_ALONE) for one in rule.effects)


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
    natural = (item for item in rulebook.items.values() if item.natural and not item.only_for)
    item = next(item for item in rulebook.items.values() if item.free) if carries else next(natural)
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
    _bless(things, bare.blessed)
    who = replace(bare, effects=_with_things(bare, rulebook, things))
    poisons = {key: rulebook.items[key] for one in who.all(CoatsWeapons) for key in one.one_of}
    named = [key for key in asked if key not in poisons]
    guessed = _guessed(who, things)
    chosen = _asked(rulebook, who, things, named) if named else guessed
    _must_go_together(who, chosen)
    armour = [thing for thing in things if thing.item.armour and not (who.one_handed and _is_shield(thing))]
    worn, left_out = worn_of(things, armour)
    ready = tuple(thing for thing in things if thing.has(ShootsInCombat))
    drawn = guessed if all(_is_missile(thing) for thing in chosen) else ()
    coated = _poisoned((*chosen, *drawn), things)
    mine = replace(
        who,
        weapons=coated[: len(chosen)],
        worn=worn,
        left_out=left_out,
        at_hand=ready,
        drawn=coated[len(chosen) :],
        pistols=tuple(_pistols(rulebook, things, lifted)),
        bare=bare,
        gear=tuple(known),
        asked=tuple(asked),
    )
    return _coated(mine, poisons, asked) if poisons else mine


def _with_things(bare: Fighter, rulebook: Rulebook, things: Iterable[Wielded]) -> tuple[Effect, ...]:
    """His own effects and those of what he carries, but for what acts in his hand or on a weapon alone."""
    found = _Collected(rulebook, list(bare.effects))
    for thing in things:
        item = thing.item
        acts = not (item.weapon or item.armour or item.category == "poison" or thing.has(Thrown))
        if (acts or item.category == "body_armour") and not is_barred(item.no_effect_on, bare.candidate):
            found.add(item.effects)
    return tuple(found.effects)


def _bless(things: list[Wielded], blessed: Iterable[tuple[str, tuple[tuple[str, Effect], ...]]]) -> None:
    """Give what a blessing names its effects: the first such thing that he has."""
    for key, effects in blessed:
        place = next((place for place, thing in enumerate(things) if thing.item.key == key), None)
        if place is not None:
            things[place] = replace(things[place], effects=(*things[place].effects, *effects))


def _coated(who: Fighter, poisons: Mapping[str, Item], asked: Iterable[str]) -> Fighter:
    """All that he fights with has his own poison on it: the one that is asked for, or his first."""
    key = next((key for key in asked if key in poisons), next(iter(poisons)))
    coat = tuple((key, effect) for effect in poisons[key].effects)
    return replace(
        who,
        weapons=tuple(_coat(thing, coat) for thing in who.weapons),
        at_hand=tuple(_coat(thing, coat) for thing in who.at_hand),
        drawn=tuple(_coat(thing, coat) for thing in who.drawn),
        spare=_coat(who.spare, coat),
    )


def _coat(thing: Wielded, coat: tuple[tuple[str, Effect], ...]) -> Wielded:
    """No blackpowder, nothing that is part of him."""
    if thing.item.blackpowder or thing.item.natural:
        return thing
    return replace(thing, effects=(*thing.effects, *coat))


def _pistols(rulebook: Rulebook, things: Iterable[Wielded], lifted: Iterable[LiftsRule]) -> Iterator[Wielded]:
    """What he carries that fires in a first round hand to hand; a brace as such and as one of its two."""
    for thing in things:
        if thing.has(FightsFirstRound):
            yield thing
            if thing.item.brace_of:
                yield wielded(rulebook, Piece(thing.item.brace_of), lifted)


def _is_missile(thing: Wielded) -> bool:
    return bool(thing.item.weapon and thing.item.weapon.range)


def _is_shield(thing: Wielded) -> bool:
    return thing.item.category == "shield"


def _asked(rulebook: Rulebook, who: Fighter, things: Sequence[Wielded], asked: Sequence[str]) -> tuple[Wielded, ...]:
    left, chosen = list(things), []
    for key in asked:
        piece = piece_of(rulebook, key)
        mine = (thing for thing in left if thing.item.key == piece.item and not piece.material)
        thing = next(mine, None) or wielded(rulebook, piece, who.all(LiftsRule))
        if throw := next(iter(thing.all(Thrown)), None):
            chosen.append(_thrown(thing, throw, who))
            continue
        if thing.item.weapon is None:
            raise Refused(f"{thing.item.name} is no weapon.", code="no_weapon")
        if not any(one.item.key == piece.item for one in things) and key not in who.claims:
            _must_have(who, thing.item)
        if thing in left:
            left.remove(thing)
        chosen.append(thing)
    return tuple(chosen)


def _must_have(who: Fighter, item: Item) -> None:
    """Raises Refused for what he cannot take up: what only others have, and any weapon for who carries none. Of whom
    nothing is known may be anybody who carries weapons."""
    if who.spare.item.natural and not item.natural:
        raise Refused(f"{who.name} carries no weapons.", code="carries_nothing")
    if not (is_within(item.only_for, who.candidate) or (who.anybody and not item.natural)):
        raise Refused(f"{item.name}: only others have it, and not {who.name}.", code="not_his")


def _thrown(thing: Wielded, throw: Thrown, who: Fighter) -> Wielded:
    """A thing as the weapon that it is while it is thrown."""
    line = Weapon(strength="user", range=throw.strength_times * who.figures["s"])
    return replace(thing, item=thing.item.model_copy(update={"weapon": line}))


def _guessed(who: Fighter, things: Sequence[Wielded]) -> tuple[Wielded, ...]:
    """His first close combat weapon; a second one-handed weapon too, where no shield or buckler takes that hand."""
    arms = [thing for thing in things if thing.item.weapon and thing.item.category != "missile"]
    if not arms:
        return (who.spare,)
    held = any(_is_shield(thing) for thing in things) and not who.has(ExtraHand)
    if held or who.one_handed:
        return (arms[0],)
    chosen, rest = arms[:1], arms[1:]
    if beside := next((thing for thing in rest if go_together(arms[0], thing)), None):
        chosen.append(beside)
        rest.remove(beside)
    if not any(_is_shield(thing) for thing in things):
        chosen += [thing for thing in rest if _extra_hands_hold(who, chosen, [thing])][: len(who.all(ExtraHand))]
    return tuple(chosen)


def takes_up(who: Fighter, held: Sequence[Wielded], pistol: Wielded) -> bool:
    """Whether a hand is free for a pistol beside what he holds, shield and all."""
    shields = sum(_is_shield(thing) for thing in who.worn)
    if len(held) + shields >= 2 + len(who.all(ExtraHand)):
        return False
    try:
        _must_go_together(who, (*held, pistol))
    except Refused:
        return False
    return True


def go_together(one: Wielded, two: Wielded) -> bool:
    """Whether a hand each is enough, and neither bears no other beside it."""
    if _takes_both(one) or _takes_both(two):
        return False
    if one.has(BesideAnything) or two.has(BesideAnything):
        return True
    return not one.has(NoSecondWeapon) and not two.has(NoSecondWeapon)


def _takes_both(thing: Wielded) -> bool:
    return thing.item.takes_both_hands


def _held(chosen: Sequence[Wielded]) -> tuple[Sequence[Wielded], Sequence[Wielded]]:
    """What is in his two hands, and what is left over for others that he may have."""
    both = len(chosen) > 1 and go_together(*chosen[:2])
    place = 2 if both else 1
    return chosen[:place], chosen[place:]


def _extra_hands_hold(who: Fighter, held: Sequence[Wielded], extra: Sequence[Wielded]) -> bool:
    """Whether each of the ``extra`` ones has a hand of its own beside the two, and no weapon of these forbids it."""
    hands = who.all(ExtraHand)
    fits = (not hand.weapons or thing.item.key in hand.weapons for thing, hand in zip(extra, hands, strict=False))
    barred = any(not bar.buckler for thing in held for bar in thing.all(NoSecondWeapon))
    return len(extra) <= len(hands) and all(fits) and not barred and not any(_takes_both(thing) for thing in extra)


def _must_go_together(who: Fighter, chosen: Sequence[Wielded]) -> None:
    held, extra = _held(chosen)
    if len(chosen) > 2 + len(who.all(ExtraHand)):
        raise Refused("Nobody fights with more than two weapons.", code="weapons")
    if len(chosen) > 1 and (body := next((thing for thing in chosen if thing.item.natural), None)):
        raise Refused(f"{body.name}: that is all that he fights with, and nothing beside it.", code="weapons")
    if (len(held) == 2 and who.one_handed) or (extra and not _extra_hands_hold(who, held, extra)):
        told = " and ".join(thing.name for thing in chosen)
        raise Refused(f"{told} are not used beside each other.", code="weapons")
    if chosen and _takes_both(chosen[0]) and who.one_handed:
        raise Refused(f"{chosen[0].name} takes both hands.", code="weapons")


def _poisoned(chosen: Sequence[Wielded], things: Sequence[Wielded]) -> tuple[Wielded, ...]:
    """Each dose of poison that he carries coats a weapon, in order, that takes one: no blackpowder, nothing that is
    part of him."""
    doses = [thing for thing in things if thing.has(Poisons) and not thing.item.weapon]
    coated = []
    for thing in chosen:
        takes = doses and not thing.item.blackpowder and not thing.item.natural
        coated.append(replace(thing, effects=(*thing.effects, *doses.pop(0).effects)) if takes else thing)
    return tuple(coated)
