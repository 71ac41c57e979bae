"""A snapshot read against the rulebook: each warrior beside the entry he was recruited from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mordheim.rules.rule_effects import ChangesCharacteristic, Effect, GivesRule, RaisesMaximum, UsesOneHand
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import HiredSwordType, Item, WarbandType, WarriorType
from mordheim.rules.snapshot import Piece, WarbandSnapshot, WarriorSnapshot
from mordheim.rules.who import Candidate, is_within
from mordheim.rules.words import CHARACTERISTICS, Ban, Characteristic, Includes, Profile


@dataclass(frozen=True)
class Member:
    """A warrior, a group or a hired sword with what the books say about him. ``entry`` is ``None`` where they
    know no such type; ``lasting`` are the keys of the warband's lasting effects that are his."""

    warrior: WarriorSnapshot
    entry: WarriorType | HiredSwordType | None
    warband_type: WarbandType
    rulebook: Rulebook
    lasting: tuple[str, ...] = ()

    @property
    def own_type(self) -> WarriorType | None:
        return self.entry if isinstance(self.entry, WarriorType) else None

    @property
    def hired(self) -> HiredSwordType | None:
        return self.entry if isinstance(self.entry, HiredSwordType) else None

    @property
    def name(self) -> str:
        return self.warrior.name

    @property
    def type_name(self) -> str:
        return self.entry.name if self.entry else self.warrior.type

    @property
    def race(self) -> str | None:
        return self.entry.race if self.entry else None

    @property
    def is_own_leader(self) -> bool:
        return bool(self.own_type and self.own_type.leader)

    @property
    def leads(self) -> bool:
        """He leads: the list's own leader, or the successor marked so."""
        return self.warrior.section == "hero" and (self.is_own_leader or self.warrior.leader)

    @property
    def casts(self) -> bool:
        return bool(self.warrior.spells) or bool(self.entry and self.entry.casting)

    @property
    def bans(self) -> tuple[Ban, ...]:
        return self.entry.never if self.entry else ()

    @property
    def candidate(self) -> Candidate:
        """What a choice of warriors may ask about him."""
        return Candidate(
            families=self.warband_type.families,
            warband_type=self.warband_type.key,
            warrior=self.warrior.type,
            race=self.race,
            casts=self.casts,
            leads=self.is_own_leader,
        )

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """What his rules, skills, mutations, injuries and gear do to his figures, and the rules that these give him."""
        return tuple(effect for _, effect in self.effects_by_source)

    @cached_property
    def effects_by_source(self) -> tuple[tuple[str, Effect], ...]:
        """The same with the name of what does it."""
        found = tuple(_effects(self))
        return (*found, *_of_given_rules(self, found))

    @cached_property
    def given_rules(self) -> tuple[str, ...]:
        """The keys of the special rules that he has besides those of his entry: by a skill, an injury, a thing."""
        given = (effect.rule for effect in self.effects if isinstance(effect, GivesRule))
        own = self.entry.rules if self.entry else ()
        return tuple(key for key in dict.fromkeys(given) if key not in own)

    @cached_property
    def has_one_hand(self) -> bool:
        """Whether a single one-handed weapon is all that he can use."""
        return any(isinstance(effect, UsesOneHand) for effect in self.effects)

    @cached_property
    def increase_limits(self) -> dict[Characteristic, int | None]:
        """The race's maximum in each characteristic, with what lessons add to it; the starting profile where the
        race has none; ``None`` where the starting value is dice."""
        race = self.rulebook.races.get(self.race or "")
        limit = race.maximum if race and race.maximum else None
        limits: dict[Characteristic, int | None] = {}
        for characteristic in CHARACTERISTICS:
            base = getattr(self.entry.profile, characteristic) if self.entry else None
            value = getattr(limit, characteristic) if limit else base
            limits[characteristic] = value + self._lessons(characteristic) if isinstance(value, int) else None
        return limits

    def _lessons(self, characteristic: Characteristic) -> int:
        raised = (one for one in self.effects if isinstance(one, RaisesMaximum))
        return sum(one.by for one in raised if one.characteristic == characteristic)

    def changes(self, characteristic: Characteristic) -> list[tuple[str, int]]:
        """What has raised or lowered a characteristic, by name of the cause."""
        found: list[tuple[str, int]] = []
        if gained := self.warrior.increases.get(characteristic, 0):
            found.append(("advance", gained))
        for source, effect in self.effects_by_source:
            if not isinstance(effect, ChangesCharacteristic) or effect.characteristic != characteristic:
                continue
            if is_within(effect.only_for, self.candidate):
                found.append((source, effect.by))
        return found

    def value(self, characteristic: Characteristic) -> int | str | None:
        """A characteristic as it stands now, dice where the entry gives dice."""
        if self.entry is None:
            return None
        base = getattr(self.entry.profile, characteristic)
        if not isinstance(base, int):
            return str(base)
        return max(0, base + sum(by for _, by in self.changes(characteristic)))

    @cached_property
    def profile(self) -> Profile | None:
        """The whole line as it stands now; ``None`` for an unknown type."""
        if self.entry is None:
            return None
        values: dict[str, Any] = {c: self.value(c) for c in CHARACTERISTICS}
        return Profile.model_construct(**values)

    def item(self, piece: Piece) -> Item | None:
        return self.rulebook.items.get(piece.item)

    @cached_property
    def gear(self) -> tuple[Piece, ...]:
        """What he has in all: a hired sword's printed gear, then what stands on the roster."""
        if self.hired is None:
            return self.warrior.equipment
        listed = {piece.item for piece in self.warrior.equipment} if not self.hired.may_buy else set()
        fixed = (Piece(item) for item in self.hired.gear if item not in listed)
        return (*fixed, *self.warrior.equipment)


def _effects(member: Member) -> Iterator[tuple[str, Effect]]:
    rulebook, warrior = member.rulebook, member.warrior
    entry = member.entry
    keys = (*(entry.rules if entry else ()), *(member.warband_type.rules if member.own_type else ()))
    for key in dict.fromkeys(keys):
        if rule := rulebook.rules.get(key):
            yield from ((rule.name, effect) for effect in rule.effects)
    for key in warrior.skills:
        if skill := rulebook.skills.get(key):
            yield from ((skill.name, effect) for effect in skill.effects)
    for key in warrior.mutations:
        if mutation := rulebook.mutations.get(key):
            yield from ((mutation.name, effect) for effect in mutation.effects)
    for suffered in warrior.injuries:
        if injury := rulebook.injuries.get(suffered.injury):
            yield from ((injury.name, effect) for effect in injury.effects)
            for outcome in injury.outcomes:
                if outcome.key == suffered.outcome:
                    yield from ((injury.name, effect) for effect in outcome.effects)
    for piece in member.warrior.equipment:
        if item := rulebook.items.get(piece.item):
            yield from ((item.name, effect) for effect in item.effects)
    for key in member.lasting:
        if lasting := rulebook.lasting_effects.get(key):
            yield from ((lasting.name, effect) for effect in lasting.effects)


def _of_given_rules(member: Member, found: Iterable[tuple[str, Effect]]) -> Iterator[tuple[str, Effect]]:
    """What the rules do that something gives him; those of his entry have been counted."""
    own = member.entry.rules if member.entry else ()
    given = dict.fromkeys(effect.rule for _, effect in found if isinstance(effect, GivesRule))
    for key in given:
        if key not in own and (rule := member.rulebook.rules.get(key)):
            yield from ((rule.name, effect) for effect in rule.effects)


@dataclass(frozen=True)
class Roster:
    """A whole warband read against the rulebook. Raises nothing: what is unknown has no entry."""

    snapshot: WarbandSnapshot
    warband_type: WarbandType
    rulebook: Rulebook

    @cached_property
    def members(self) -> tuple[Member, ...]:
        return tuple(self.member(warrior) for warrior in self.snapshot.warriors)

    def member(self, warrior: WarriorSnapshot) -> Member:
        """A warrior of this warband, or one who might join it."""
        own, hired = self.warband_type.warrior(warrior.type), self.rulebook.hired_swords.get(warrior.type)
        entry = (hired or own) if warrior.section == "hired_sword" else (own or hired)
        lasting = (one.effect for one in self.snapshot.effects if one.details.get("warrior") == warrior.name)
        return Member(warrior, entry, self.warband_type, self.rulebook, tuple(dict.fromkeys(lasting)))

    @cached_property
    def own(self) -> tuple[Member, ...]:
        """Heroes and henchman groups of known types: those that count as warriors of the warband."""
        return tuple(member for member in self.members if member.own_type)

    @cached_property
    def hired_swords(self) -> tuple[Member, ...]:
        return tuple(member for member in self.members if member.hired)

    @property
    def heroes(self) -> tuple[Member, ...]:
        return tuple(member for member in self.own if member.warrior.section == "hero")

    def count(self, *, types: Iterable[str] = (), race: str | None = None) -> int:
        """How many warriors are of one of these types or of that race. Hired swords are never counted."""
        wanted = set(types)
        return sum(m.warrior.size for m in self.own if m.warrior.type in wanted or (race and m.race == race))

    def includes(self, needed: Includes) -> bool:
        return bool(self.count(types=needed.warriors) or any(self.count(race=race) for race in needed.races))

    @cached_property
    def warriors_max(self) -> int:
        """The list's maximum, raised once by each kind of thing that raises it."""
        raising = {m.hired.key: m.hired.raises_max for m in self.hired_swords if m.hired}
        pieces = [piece for member in self.members for piece in member.warrior.equipment]
        for piece in (*pieces, *self.snapshot.stash):
            if item := self.rulebook.items.get(piece.item):
                raising[f"item:{item.key}"] = item.raises_max
        return self.warband_type.warriors_max + sum(raising.values())
