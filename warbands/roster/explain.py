"""The figures of a warrior with their reasons: why his save is 5+, why his Weapon Skill is 3."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mordheim.rules.rule_effects import (
    AddsRange,
    AddsToSave,
    InjuryBands,
    NoArmourPenalty,
    ReachesFurther,
    SavesAgainstStun,
)
from mordheim.rules.schema import Item
from mordheim.rules.words import CHARACTERISTICS, Characteristic
from warbands.roster.members import Member, Roster

CHARACTERISTIC_NAMES: dict[Characteristic, tuple[str, str]] = {
    "m": ("M", "Movement"),
    "ws": ("WS", "Weapon Skill"),
    "bs": ("BS", "Ballistic Skill"),
    "s": ("S", "Strength"),
    "t": ("T", "Toughness"),
    "w": ("W", "Wounds"),
    "i": ("I", "Initiative"),
    "a": ("A", "Attacks"),
    "ld": ("Ld", "Leadership"),
}
Change = Literal["", "raised", "lowered"]
# How far a leader is heard, in inches (core, Warbands: special rules).
LEADER_RANGE = 6


@dataclass(frozen=True)
class Figure:
    """One column of a statline: ``WS``, its value, whether it was raised or lowered, and why."""

    short: str
    name: str
    value: str
    change: Change = ""
    why: str = ""

    @property
    def told(self) -> str:
        """The figure as a sentence for the ear: ``Weapon Skill 3, lowered: 4, Hand Injury -1``."""
        return f"{self.name} {self.value}" + (f", {self.change}: {self.why}" if self.change else "")


@dataclass(frozen=True)
class Save:
    """A save, or another figure, and how it comes about. ``needed`` is the D6, such as ``5+``."""

    needed: str
    why: str


def statline(member: Member) -> tuple[Figure, ...]:
    """The nine figures as they stand now; empty for an unknown type."""
    if member.entry is None:
        return ()
    return tuple(_figure(member, characteristic) for characteristic in CHARACTERISTICS)


def _figure(member: Member, characteristic: Characteristic) -> Figure:
    short, name = CHARACTERISTIC_NAMES[characteristic]
    base = getattr(member.entry.profile, characteristic) if member.entry else None
    if not isinstance(base, int):
        return Figure(short, name, str(base))
    changes = member.changes(characteristic)
    if characteristic == "m" and (slowed := armour_penalty(member)):
        changes.append(slowed)
    total = max(0, base + sum(by for _, by in changes))
    change: Change = "raised" if total > base else "lowered" if total < base else ""
    why = ", ".join([str(base), *(f"{source} {by:+d}" for source, by in changes)]) if changes else ""
    return Figure(short, name, str(total), change, why)


def _armour(member: Member) -> list[Item]:
    """What he wears. A shield takes a second hand."""
    found = (member.rulebook.items.get(piece.item) for piece in member.gear)
    worn = [item for item in found if item is not None and item.armour is not None]
    return [item for item in worn if item.category != "shield"] if member.has_one_hand else worn


def armour_penalty(member: Member) -> tuple[str, int] | None:
    """What heavy armour with a shield takes from Movement, with its name; nothing from those it never slows."""
    if any(isinstance(effect, NoArmourPenalty) for effect in member.effects):
        return None
    worn = _armour(member)
    if not any(item.category == "shield" and item.armour and item.armour.bonus for item in worn):
        return None
    for item in worn:
        if item.armour and item.armour.movement_with_shield:
            return f"{item.name} with a shield", item.armour.movement_with_shield
    return None


def armour_save(member: Member, *, against: Literal["all", "shooting"] = "all") -> Save | None:
    """His armour save against an attack of Strength 3 or less, with the parts it is made of; ``None`` without one.

    ``against="shooting"`` counts what helps against shooting only as well.
    """
    worn = _armour(member)
    suits = [(item.armour.save, item.name) for item in worn if item.armour and item.armour.save]
    parts: list[str] = []
    needed = 7
    if suits:
        needed, name = min(suits)
        parts.append(f"{name} {needed}+")
    for item in worn:
        if item.armour and (item.armour.bonus or item.armour.alone):
            if needed > 6 and item.armour.alone:
                needed = item.armour.alone
                parts.append(f"{item.name} alone {needed}+")
            elif item.armour.bonus:
                needed -= item.armour.bonus
                parts.append(f"{item.name} +{item.armour.bonus}")
    if needed > 6:
        return None
    for source, effect in member.effects_by_source:
        if isinstance(effect, AddsToSave) and effect.against in ("all", against):
            needed -= effect.by
            parts.append(f"{source} +{effect.by}")
    return Save(f"{needed}+", ", ".join(parts))


def stun_save(member: Member) -> Save | None:
    """What turns stunned into knocked down: a skill, better with a helmet, or the helmet itself."""
    helmets = [(item.armour.stun_save, item.name) for item in _armour(member) if item.armour and item.armour.stun_save]
    for source, effect in member.effects_by_source:
        if isinstance(effect, SavesAgainstStun):
            if helmets and effect.with_helmet:
                return Save(f"{effect.with_helmet}+", f"{source} with {helmets[0][1].lower()}")
            return Save(f"{effect.needs}+" if effect.needs > 1 else "always", source)
    return Save(f"{min(helmets)[0]}+", min(helmets)[1]) if helmets else None


def range_bonus(roster: Roster, member: Member) -> int:
    """Inches that his missile weapons reach further: by his own skill, and by what anybody does for the warband."""
    own = [effect.by for effect in member.effects if isinstance(effect, AddsRange) and effect.scope == "own"]
    shared = {
        source: effect.by
        for other in roster.members
        for source, effect in other.effects_by_source
        if isinstance(effect, AddsRange) and effect.scope == "warband"
    }
    return sum(own) + sum(shared.values())


def leader_range(member: Member) -> Save | None:
    """How far others may test on his Leadership, in inches; ``None`` where he does not lead or no further than
    any leader."""
    further = [(source, effect.by) for source, effect in member.effects_by_source if isinstance(effect, ReachesFurther)]
    if not member.leads or not further:
        return None
    inches = LEADER_RANGE + sum(by for _, by in further)
    return Save(f'{inches}"', ", ".join([f'Leader {LEADER_RANGE}"', *(f"{source} {by:+d}" for source, by in further)]))


def injury_bands(member: Member) -> Save | None:
    """His own bands of the in-battle injury die; ``None`` where the common ones hold. A skill's replace a rule's."""
    own = [(source, effect) for source, effect in member.effects_by_source if isinstance(effect, InjuryBands)]
    if not own:
        return None
    source, bands = own[-1]
    stunned = f"{bands.stunned_from}-{bands.out_from - 1}"
    return Save(f"1-{bands.stunned_from - 1} knocked down, {stunned} stunned, {bands.out_from} out of action", source)
