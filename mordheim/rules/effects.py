"""What a result does to a warband: the closed list of effects, and the one applier.

An effect names its warrior by name (names are unique within a warband) and says what changed by how much. `apply`
makes the next snapshot; the command line writes it to a file, a service saves the difference to rows. Gold is in
gold crowns, wyrdstone in shards.

`as_json` gives an effect as it stands in an event: ``{"kind": "gold", "by": 50}``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Literal, TypeVar

from mordheim.rules.snapshot import (
    KnownSpell,
    LastingEffect,
    Piece,
    Suffered,
    WarbandSnapshot,
    WarriorSnapshot,
    merged,
    without_stray_effects,
)

EffectKind = Literal[
    "battle",
    "characteristic",
    "experience",
    "advance_due",
    "gold",
    "shards",
    "gain_item",
    "lose_item",
    "lose_equipment",
    "miss_games",
    "dead",
    "captured",
    "freed",
    "retired",
    "skill",
    "spell",
    "skill_lists",
    "condition",
    "promoted",
    "split",
    "leader",
    "follow_up",
    "warband_effect",
    "leaves",
    "joins",
    "stays",
    "corrected",
]


class NoSuchWarrior(LookupError):
    """An effect names a warrior that the warband has not got."""


@dataclass(frozen=True)
class Effect:
    """One change. Fields that stand in ``hidden`` are for the applier alone."""

    kind: ClassVar[EffectKind]
    hidden: ClassVar[tuple[str, ...]] = ()

    def as_json(self) -> dict[str, Any]:
        """What is not at its default, after the kind."""
        told: dict[str, Any] = {"kind": self.kind}
        for one in fields(self):
            value = getattr(self, one.name)
            if one.name not in self.hidden and value not in (None, (), "", {}) and value is not False:
                told[one.name] = _plain(value)
        return told


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Piece):
        told: dict[str, Any] = {"item": value.item}
        told |= {"material": value.material} if value.material else {}
        return told | ({"quantity": value.quantity} if value.quantity != 1 else {})
    return dict(value) if isinstance(value, Mapping) else value


# --- the whole warband ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BattleFought(Effect):
    """The warband has one battle more behind it; ``treasury`` states the gold that a starting warband had left."""

    kind: ClassVar[EffectKind] = "battle"
    by: int = 1
    treasury: int | None = None


@dataclass(frozen=True)
class Gold(Effect):
    kind: ClassVar[EffectKind] = "gold"
    by: int


@dataclass(frozen=True)
class Shards(Effect):
    kind: ClassVar[EffectKind] = "shards"
    by: int


@dataclass(frozen=True)
class PiecesMoved(Effect):
    """So many pieces of a warrior (of each member of a group), or of the stash."""

    item: str
    quantity: int = 1
    material: str | None = None
    warrior: str | None = None

    @property
    def piece(self) -> Piece:
        return Piece(self.item, self.material, self.quantity)


@dataclass(frozen=True)
class GainItem(PiecesMoved):
    kind: ClassVar[EffectKind] = "gain_item"


@dataclass(frozen=True)
class LoseItem(PiecesMoved):
    kind: ClassVar[EffectKind] = "lose_item"


@dataclass(frozen=True)
class WarbandEffect(Effect):
    """A lasting effect comes to the warband, or goes."""

    kind: ClassVar[EffectKind] = "warband_effect"
    effect: str
    details: Mapping[str, str | int] = field(default_factory=dict)
    gone: bool = False


@dataclass(frozen=True)
class FollowUp(Effect):
    """Something that others have to settle; the warband itself does not change by it."""

    kind: ClassVar[EffectKind] = "follow_up"
    what: str
    warrior: str | None = None
    with_warband: str | None = None


# --- one warrior ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Changed(Effect):
    """Of one warrior or group."""

    warrior: str


@dataclass(frozen=True)
class CharacteristicChanged(Changed):
    """A gain is written among the increases. A loss lives in the injury that causes it: ``suffered``."""

    kind: ClassVar[EffectKind] = "characteristic"
    hidden: ClassVar[tuple[str, ...]] = ("suffered",)
    characteristic: str
    by: int
    suffered: Suffered | None = None


@dataclass(frozen=True)
class Experience(Changed):
    """``reason`` is what earned it."""

    kind: ClassVar[EffectKind] = "experience"
    by: int
    reason: str = ""


@dataclass(frozen=True)
class AdvanceDue(Changed):
    """An advance to be rolled, or one less."""

    kind: ClassVar[EffectKind] = "advance_due"
    by: int


@dataclass(frozen=True)
class LoseEquipment(Changed):
    kind: ClassVar[EffectKind] = "lose_equipment"
    items: tuple[Piece, ...] = ()


@dataclass(frozen=True)
class MissGames(Changed):
    """Games to miss, or with a negative number games that have passed."""

    kind: ClassVar[EffectKind] = "miss_games"
    by: int


@dataclass(frozen=True)
class Dead(Changed):
    """He, or so many of a group, are struck from the roster with all they carried."""

    kind: ClassVar[EffectKind] = "dead"
    count: int = 1


@dataclass(frozen=True)
class Captured(Changed):
    kind: ClassVar[EffectKind] = "captured"
    by: str


@dataclass(frozen=True)
class Freed(Changed):
    kind: ClassVar[EffectKind] = "freed"


@dataclass(frozen=True)
class Retired(Changed):
    """He leaves for good, with what he carries."""

    kind: ClassVar[EffectKind] = "retired"


@dataclass(frozen=True)
class Leaves(Changed):
    """He, or so many of a group, leave the warband; what they carry goes with them."""

    kind: ClassVar[EffectKind] = "leaves"
    count: int = 1


@dataclass(frozen=True)
class Stays(Changed):
    """A hired sword who was there for one battle stays on."""

    kind: ClassVar[EffectKind] = "stays"


@dataclass(frozen=True)
class SkillLearned(Changed):
    kind: ClassVar[EffectKind] = "skill"
    skill: str


@dataclass(frozen=True)
class SpellLearned(Changed):
    """A new spell, or one known already at another difficulty."""

    kind: ClassVar[EffectKind] = "spell"
    spell: str
    difficulty: int | None = None


@dataclass(frozen=True)
class SkillListsOpened(Changed):
    kind: ClassVar[EffectKind] = "skill_lists"
    lists: tuple[str, ...]


@dataclass(frozen=True)
class Condition(Changed):
    """A lasting injury, with what further rolls decided."""

    kind: ClassVar[EffectKind] = "condition"
    hidden: ClassVar[tuple[str, ...]] = ("suffered",)
    suffered: Suffered

    def as_json(self) -> dict[str, Any]:
        one = self.suffered
        hates = {"kind": one.hates.kind, "name": one.hates.name} if one.hates else None
        details = {"outcome": one.outcome, "side": one.side, "hates": hates}
        told = super().as_json() | {"condition": one.injury}
        return told | {name: value for name, value in details.items() if value}


@dataclass(frozen=True)
class Promoted(Changed):
    """One member of a group becomes a hero called ``name``; the group's last one keeps his place in the record and the
    advances that are still due."""

    kind: ClassVar[EffectKind] = "promoted"
    name: str
    skill_lists: tuple[str, ...]


@dataclass(frozen=True)
class Split(Changed):
    """``count`` of a group, but not all of it, are a group of their own from now on, called ``name``."""

    kind: ClassVar[EffectKind] = "split"
    name: str
    count: int = 1


@dataclass(frozen=True)
class LeaderChosen(Changed):
    kind: ClassVar[EffectKind] = "leader"


@dataclass(frozen=True)
class Joins(Changed):
    """``who`` joins as he is, or, where there is none, ``count`` join the group of that name."""

    kind: ClassVar[EffectKind] = "joins"
    hidden: ClassVar[tuple[str, ...]] = ("who",)
    count: int = 1
    who: WarriorSnapshot | None = None

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | ({"type": self.who.type} if self.who else {})


@dataclass(frozen=True)
class Corrected(Changed):
    """What the arbitrator made of him."""

    kind: ClassVar[EffectKind] = "corrected"
    hidden: ClassVar[tuple[str, ...]] = ("now",)
    now: WarriorSnapshot


# --- the applier ----------------------------------------------------------------------------------------------------


def apply(snapshot: WarbandSnapshot, effects: Iterable[Effect]) -> WarbandSnapshot:
    """The warband after these effects, one after the other.

    Raises:
        NoSuchWarrior: when one names a warrior who is not there.
        ValueError: when gold, shards, a piece or a number would fall below nothing.
    """
    for effect in effects:
        snapshot = _INTERPRETERS[type(effect)](snapshot, effect)
    return snapshot


def warrior_named(snapshot: WarbandSnapshot, name: str) -> WarriorSnapshot:
    """The warrior or group of that name. Raises NoSuchWarrior."""
    for warrior in snapshot.warriors:
        if warrior.name == name:
            return warrior
    raise NoSuchWarrior(name)


def _with(snapshot: WarbandSnapshot, name: str, changed: WarriorSnapshot) -> WarbandSnapshot:
    warrior_named(snapshot, name)
    return replace(snapshot, warriors=tuple(changed if w.name == name else w for w in snapshot.warriors))


def _without(snapshot: WarbandSnapshot, name: str, count: int | None = None) -> WarbandSnapshot:
    """Without him, or with so many fewer of a group."""
    warrior = warrior_named(snapshot, name)
    left = warrior.size - (warrior.size if count is None else count)
    if left < 0:
        raise ValueError(f"{name} are not so many")
    if left:
        return _with(snapshot, name, replace(warrior, size=left))
    return replace(snapshot, warriors=tuple(w for w in snapshot.warriors if w.name != name))


def _battle(snapshot: WarbandSnapshot, effect: BattleFought) -> WarbandSnapshot:
    treasury = snapshot.treasury if effect.treasury is None else effect.treasury
    return replace(snapshot, battles=snapshot.battles + effect.by, treasury=treasury)


def _gold(snapshot: WarbandSnapshot, effect: Gold) -> WarbandSnapshot:
    return replace(snapshot, treasury=_not_below_nothing((snapshot.treasury or 0) + effect.by))


def _shards(snapshot: WarbandSnapshot, effect: Shards) -> WarbandSnapshot:
    return replace(snapshot, wyrdstone=_not_below_nothing(snapshot.wyrdstone + effect.by))


def _not_below_nothing(amount: int) -> int:
    if amount < 0:
        raise ValueError("there is not so much of it")
    return amount


def _gain_item(snapshot: WarbandSnapshot, effect: GainItem) -> WarbandSnapshot:
    if effect.warrior is None:
        return replace(snapshot, stash=merged((*snapshot.stash, effect.piece)))
    warrior = warrior_named(snapshot, effect.warrior)
    return _with(snapshot, effect.warrior, replace(warrior, equipment=merged((*warrior.equipment, effect.piece))))


def _lose_item(snapshot: WarbandSnapshot, effect: LoseItem) -> WarbandSnapshot:
    if effect.warrior is None:
        return replace(snapshot, stash=less(snapshot.stash, effect.piece))
    warrior = warrior_named(snapshot, effect.warrior)
    left = replace(warrior, equipment=less(warrior.equipment, effect.piece))
    return without_stray_effects(_with(snapshot, effect.warrior, left))


def less(pieces: tuple[Piece, ...], taken: Piece) -> tuple[Piece, ...]:
    """The pieces without some of them. Raises ValueError when there are not so many."""
    _not_below_nothing(count_of(pieces, taken) - taken.quantity)
    return merged((*pieces, replace(taken, quantity=-taken.quantity)))


def count_of(pieces: Iterable[Piece], wanted: Piece) -> int:
    return sum(p.quantity for p in pieces if (p.item, p.material) == (wanted.item, wanted.material))


def _warband_effect(snapshot: WarbandSnapshot, effect: WarbandEffect) -> WarbandSnapshot:
    lasting = LastingEffect(effect.effect, dict(effect.details))
    if not effect.gone:
        return replace(snapshot, effects=(*snapshot.effects, lasting))
    left = list(snapshot.effects)
    left.remove(lasting)
    return replace(snapshot, effects=tuple(left))


def _follow_up(snapshot: WarbandSnapshot, effect: FollowUp) -> WarbandSnapshot:
    return snapshot


def _characteristic(snapshot: WarbandSnapshot, effect: CharacteristicChanged) -> WarbandSnapshot:
    warrior = warrior_named(snapshot, effect.warrior)
    if effect.by < 0:
        if effect.suffered is None:
            raise ValueError("a loss needs the injury that causes it")
        return _with(snapshot, effect.warrior, replace(warrior, injuries=(*warrior.injuries, effect.suffered)))
    gained = {**warrior.increases}
    gained[effect.characteristic] = gained.get(effect.characteristic, 0) + effect.by
    return _with(snapshot, effect.warrior, replace(warrior, increases=gained))


def _experience(snapshot: WarbandSnapshot, effect: Experience) -> WarbandSnapshot:
    warrior = warrior_named(snapshot, effect.warrior)
    experience = _not_below_nothing(warrior.experience + effect.by)
    return _with(snapshot, effect.warrior, replace(warrior, experience=experience))


def _advance_due(snapshot: WarbandSnapshot, effect: AdvanceDue) -> WarbandSnapshot:
    warrior = warrior_named(snapshot, effect.warrior)
    due = _not_below_nothing(warrior.advances_due + effect.by)
    return _with(snapshot, effect.warrior, replace(warrior, advances_due=due))


def _lose_equipment(snapshot: WarbandSnapshot, effect: LoseEquipment) -> WarbandSnapshot:
    warrior = warrior_named(snapshot, effect.warrior)
    equipment = warrior.equipment
    for piece in effect.items:
        equipment = less(equipment, piece)
    return without_stray_effects(_with(snapshot, effect.warrior, replace(warrior, equipment=equipment)))


def _miss_games(snapshot: WarbandSnapshot, effect: MissGames) -> WarbandSnapshot:
    warrior = warrior_named(snapshot, effect.warrior)
    games = _not_below_nothing(warrior.games_to_miss + effect.by)
    return _with(snapshot, effect.warrior, replace(warrior, games_to_miss=games))


def _gone(snapshot: WarbandSnapshot, effect: Dead | Leaves) -> WarbandSnapshot:
    return _losing_his_effects(_without(snapshot, effect.warrior, effect.count), effect.warrior)


def _retired(snapshot: WarbandSnapshot, effect: Retired) -> WarbandSnapshot:
    return _losing_his_effects(_without(snapshot, effect.warrior), effect.warrior)


def _losing_his_effects(snapshot: WarbandSnapshot, name: str) -> WarbandSnapshot:
    """Lasting effects that name a warrior go with him."""
    if any(warrior.name == name for warrior in snapshot.warriors):
        return snapshot
    return replace(snapshot, effects=tuple(one for one in snapshot.effects if one.details.get("warrior") != name))


def _captured(snapshot: WarbandSnapshot, effect: Captured) -> WarbandSnapshot:
    warrior = warrior_named(snapshot, effect.warrior)
    return _with(snapshot, effect.warrior, replace(warrior, captured_by=effect.by))


def _freed(snapshot: WarbandSnapshot, effect: Freed) -> WarbandSnapshot:
    return _with(snapshot, effect.warrior, replace(warrior_named(snapshot, effect.warrior), captured_by=""))


def _stays(snapshot: WarbandSnapshot, effect: Stays) -> WarbandSnapshot:
    return _with(snapshot, effect.warrior, replace(warrior_named(snapshot, effect.warrior), until=None))


def _skill(snapshot: WarbandSnapshot, effect: SkillLearned) -> WarbandSnapshot:
    warrior = warrior_named(snapshot, effect.warrior)
    return _with(snapshot, effect.warrior, replace(warrior, skills=(*warrior.skills, effect.skill)))


def _spell(snapshot: WarbandSnapshot, effect: SpellLearned) -> WarbandSnapshot:
    warrior = warrior_named(snapshot, effect.warrior)
    learned = KnownSpell(effect.spell, effect.difficulty)
    known = tuple(learned if one.spell == effect.spell else one for one in warrior.spells)
    if learned not in known:
        known = (*known, learned)
    return _with(snapshot, effect.warrior, replace(warrior, spells=known))


def _skill_lists(snapshot: WarbandSnapshot, effect: SkillListsOpened) -> WarbandSnapshot:
    warrior = warrior_named(snapshot, effect.warrior)
    lists = tuple(dict.fromkeys((*warrior.extra_skill_lists, *effect.lists)))
    return _with(snapshot, effect.warrior, replace(warrior, extra_skill_lists=lists))


def _condition(snapshot: WarbandSnapshot, effect: Condition) -> WarbandSnapshot:
    """A further roll's answer fills in the same injury that was written without it."""
    warrior, suffered = warrior_named(snapshot, effect.warrior), effect.suffered
    injuries = list(warrior.injuries)
    bare = Suffered(suffered.injury)
    if suffered != bare and injuries and injuries[-1] == bare:
        injuries.pop()
    return _with(snapshot, effect.warrior, replace(warrior, injuries=(*injuries, suffered)))


def _promoted(snapshot: WarbandSnapshot, effect: Promoted) -> WarbandSnapshot:
    group = warrior_named(snapshot, effect.warrior)
    hero = replace(
        group,
        section="hero",
        name=effect.name,
        size=1,
        promoted=True,
        skill_lists=effect.skill_lists,
        advances_due=group.advances_due if group.size == 1 else 0,
        id=group.id if group.size == 1 else None,
    )
    snapshot = _without(snapshot, effect.warrior, 1)
    return replace(snapshot, warriors=(*snapshot.warriors, hero))


def _split(snapshot: WarbandSnapshot, effect: Split) -> WarbandSnapshot:
    group = warrior_named(snapshot, effect.warrior)
    if not 0 < effect.count < group.size:
        raise ValueError(f"{effect.warrior} are not so many")
    apart = replace(group, name=effect.name, size=effect.count, advances_due=0, id=None)
    snapshot = _without(snapshot, effect.warrior, effect.count)
    return replace(snapshot, warriors=(*snapshot.warriors, apart))


def _leader(snapshot: WarbandSnapshot, effect: LeaderChosen) -> WarbandSnapshot:
    warrior_named(snapshot, effect.warrior)
    led = (replace(w, leader=w.name == effect.warrior and w.section == "hero") for w in snapshot.warriors)
    return replace(snapshot, warriors=tuple(led))


def _joins(snapshot: WarbandSnapshot, effect: Joins) -> WarbandSnapshot:
    if effect.who is not None:
        return replace(snapshot, warriors=(*snapshot.warriors, effect.who))
    group = warrior_named(snapshot, effect.warrior)
    return _with(snapshot, effect.warrior, replace(group, size=group.size + effect.count))


def _corrected(snapshot: WarbandSnapshot, effect: Corrected) -> WarbandSnapshot:
    return _with(snapshot, effect.warrior, effect.now)


E = TypeVar("E", bound=Effect)
_INTERPRETERS: dict[type[Effect], Callable[[WarbandSnapshot, Any], WarbandSnapshot]] = {
    BattleFought: _battle,
    Gold: _gold,
    Shards: _shards,
    GainItem: _gain_item,
    LoseItem: _lose_item,
    WarbandEffect: _warband_effect,
    FollowUp: _follow_up,
    CharacteristicChanged: _characteristic,
    Experience: _experience,
    AdvanceDue: _advance_due,
    LoseEquipment: _lose_equipment,
    MissGames: _miss_games,
    Dead: _gone,
    Leaves: _gone,
    Retired: _retired,
    Captured: _captured,
    Freed: _freed,
    Stays: _stays,
    SkillLearned: _skill,
    SpellLearned: _spell,
    SkillListsOpened: _skill_lists,
    Condition: _condition,
    Promoted: _promoted,
    Split: _split,
    LeaderChosen: _leader,
    Joins: _joins,
    Corrected: _corrected,
}


# --- the difference -------------------------------------------------------------------------------------------------


def effects_between(before: WarbandSnapshot, after: WarbandSnapshot) -> tuple[Effect, ...]:
    """Effects that make ``after`` of ``before``, as long as the warband keeps its name, its notes and its starting gold
    and no warrior has changed his name.

    Used where a move of the roster is what a step does, so that its record speaks the same language.
    """
    found: list[Effect] = []
    if battles := after.battles - before.battles:
        found.append(BattleFought(battles))
    if gold := (after.treasury or 0) - (before.treasury or 0):
        found.append(Gold(gold))
    if shards := after.wyrdstone - before.wyrdstone:
        found.append(Shards(shards))
    found += _moved_pieces(before.stash, after.stash, None)
    now = {warrior.name: warrior for warrior in after.warriors}
    for old in before.warriors:
        found += _changes_of(old, now.pop(old.name, None))
    found += [Joins(new.name, count=new.size, who=new) for new in now.values()]
    found += _effects_left(apply(before, found), after)
    return tuple(found)


def _effects_left(now: WarbandSnapshot, after: WarbandSnapshot) -> list[Effect]:
    """Lasting effects that are still to go, or to come."""
    wanted, gone = list(after.effects), []
    for one in now.effects:
        if one in wanted:
            wanted.remove(one)
        else:
            gone.append(WarbandEffect(one.effect, one.details, gone=True))
    return [*gone, *(WarbandEffect(one.effect, one.details) for one in wanted)]


def _changes_of(old: WarriorSnapshot, new: WarriorSnapshot | None) -> list[Effect]:
    if new is None:
        return [Leaves(old.name, count=old.size)]
    if new == old:
        return []
    found: list[Effect] = []
    if new.size > old.size:
        found.append(Joins(old.name, count=new.size - old.size))
    elif new.size < old.size:
        found.append(Leaves(old.name, count=old.size - new.size))
    found += _moved_pieces(old.equipment, new.equipment, old.name)
    if replace(new, size=old.size, equipment=old.equipment) != old:
        found.append(Corrected(old.name, now=new))
    return found


def _moved_pieces(old: tuple[Piece, ...], new: tuple[Piece, ...], warrior: str | None) -> list[Effect]:
    found: list[Effect] = []
    for piece in merged((*old, *new)):
        by = count_of(new, piece) - count_of(old, piece)
        if by < 0:
            found.append(LoseItem(piece.item, -by, piece.material, warrior))
        elif by > 0:
            found.append(GainItem(piece.item, by, piece.material, warrior))
    return found
