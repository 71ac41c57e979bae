"""How somebody in a skirmish is, as a tracker shows it.

Plain values without a rule of their own; pages and papers only draw them.
"""

from __future__ import annotations

from dataclasses import dataclass

from encounters.hitchance.rules import HitRules
from encounters.hitchance.state import Fighter, Injury, Side, Skirmish


@dataclass(frozen=True)
class Row:
    """One fighter. ``hit_chance`` is written as printed, HC9-2; ``actions`` are the major, minor and free ones left;
    ``dice`` the shrinking dice that run on him; ``states`` in words, the gravest first."""

    place: int
    name: str
    side: Side
    level: int
    hit_chance: str
    may_act: bool
    actions: tuple[int, int, int]
    defences: int
    space: int
    filled: int
    fatigue: int
    infection: int
    capacity: int
    states: tuple[str, ...]
    dice: tuple[str, ...]
    injuries: tuple[str, ...]
    held: tuple[str, ...]
    armour: tuple[str, ...]


def row_of(skirmish: Skirmish, place: int) -> Row:
    """One of them."""
    rules, one = skirmish.rules, skirmish.fighters[place]
    return Row(
        place=place,
        name=one.name,
        side=one.side,
        level=one.who.level,
        hit_chance=hit_chance_words(one, rules),
        may_act=place in skirmish.asked,
        actions=(one.majors, one.minors, one.frees),
        defences=one.defences,
        space=one.space,
        filled=one.filled,
        fatigue=one.fatigue_slots,
        infection=one.infection_slots,
        capacity=one.who.capacity,
        states=_states(one, skirmish.round),
        dice=tuple(f"{die.kind} D{die.size}" if die.size else f"{die.kind}, at its end" for die in one.dice),
        injuries=tuple(_injury(injury, rules) for injury in one.injuries),
        held=tuple(_held(thing.key, thing.chits, rules) for thing in one.held),
        armour=tuple(_worn(piece.key, piece.state, rules) for piece in one.worn),
    )


def hit_chance_words(fighter: Fighter, rules: HitRules) -> str:
    """Base and working armour as they are written: HC9-2."""
    pieces = len(fighter.pieces)
    return f"HC{rules.base_hit_chance(fighter.who.level)}{f'-{pieces}' if pieces else ''}"


def _states(fighter: Fighter, round_: int) -> tuple[str, ...]:
    found = (
        (fighter.lost != "", fighter.lost),
        (fighter.is_stunned(round_), "stunned"),
        (fighter.overloaded, "overloaded"),
        (fighter.prone, "prone"),
        (fighter.broken_since > 0 and not fighter.lost, "lost heart"),
    )
    return tuple(word for holds, word in found if holds)


def _injury(injury: Injury, rules: HitRules) -> str:
    slots = [f"{count} {what}" for count, what in ((injury.infection, "INF"), (injury.fatigue, "FAT")) if count]
    name = rules.injuries.injuries[injury.number].name
    return f"{name} ({', '.join(slots)})" if slots else name


def _held(key: str, chits: int, rules: HitRules) -> str:
    return f"{rules.name_of(key)}, {chits} to load" if chits else rules.name_of(key)


def _worn(key: str, state: str, rules: HitRules) -> str:
    return rules.name_of(key) if state == "working" else f"{rules.name_of(key)}, {state}"
