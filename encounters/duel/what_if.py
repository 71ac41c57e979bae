"""What would be gained: the same match with one thing changed about the attacker, the best first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from encounters.duel.arming import (
    armour_to_add,
    common_weapons,
    loadout_of,
    loadouts,
    name_of,
    rearmed,
    serves_as_combat_begins,
)
from encounters.duel.duel import Match
from encounters.duel.fighters import Fighter
from encounters.duel.situations import Side
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.words import Characteristic
from warbands.roster.refusals import Refused

Kind = Literal["own_weapon", "weapon", "figure", "armour", "meeting"]
CLOSE: tuple[Characteristic, ...] = ("ws", "s", "t", "w", "i", "a")
SHOOTING: tuple[Characteristic, ...] = ("bs",)
HIGHEST = 10
MEETINGS: dict[Side, str] = {"charging": "Charging", "charged": "Charged by him", "later": "In a later round"}
# Larger chains are told by their first round alone: some thirty of them would take too long.
MOST_STATES = 120


@dataclass(frozen=True)
class Change:
    """One thing otherwise. ``key`` is the weapons' or the characteristic's."""

    kind: Kind
    words: str
    match: Match
    key: str = ""


@dataclass(frozen=True)
class Worth:
    """How a match goes: the chance that the foe goes out of action in the first round, and that the attacker wins and
    loses the duel, where that is told."""

    round_out: Fraction
    wins: Fraction | None
    loses: Fraction | None


@dataclass(frozen=True)
class WhatIf:
    """``gain`` is by how much the attacker wins the duel more often, or puts him out in the first round where no duel
    is told."""

    change: Change
    worth: Worth
    gain: Fraction


def worth(match: Match, *, duels: bool) -> Worth:
    first = match.one_round["out_of_action"]
    if not duels:
        return Worth(first, None, None)
    answer = match.duel()
    return Worth(first, answer.out(1), answer.out(0))


def what_ifs(match: Match, rulebook: Rulebook, *, duels: bool = True) -> list[WhatIf]:
    """Every change with its worth, the greatest gain first."""
    now = worth(match, duels=duels)
    found = []
    for change in changes(match, rulebook):
        try:
            then = worth(change.match, duels=duels)
        except Refused:
            continue
        found.append(WhatIf(change, then, _gain(now, then)))
    return sorted(found, key=lambda one: one.gain, reverse=True)


def _gain(now: Worth, then: Worth) -> Fraction:
    if now.wins is None or then.wins is None:
        return then.round_out - now.round_out
    return then.wins - now.wins


def changes(match: Match, rulebook: Rulebook) -> Iterator[Change]:
    """One thing otherwise at a time."""
    yield from _meetings(match)
    yield from _own_weapons(match, rulebook)
    yield from _figures(match, rulebook)
    if not match.attacker.spare.item.natural:
        yield from _armour(match, rulebook)
        yield from _weapons(match, rulebook)


def _meetings(match: Match) -> Iterator[Change]:
    if match.shot:
        shot = match.shot
        turned = (
            ("Out of cover" if shot.cover else "Into cover", replace(shot, cover=not shot.cover)),
            ("Standing still" if shot.moved else "Having moved", replace(shot, moved=not shot.moved)),
        )
        for words, other in turned:
            yield Change("meeting", words, replace(match, shot=other))
        return
    for side, words in MEETINGS.items():
        if side != match.side and not (side == "later" and _has_pistol(match.attacker)):
            yield Change("meeting", words, replace(match, side=side))


def _has_pistol(fighter: Fighter) -> bool:
    return any(serves_as_combat_begins(one) for one in fighter.weapons)


def _own_weapons(match: Match, rulebook: Rulebook) -> Iterator[Change]:
    now = loadout_of(match.attacker.weapons)
    for other in loadouts(match.attacker, rulebook):
        if other.shoots == now.shoots and other.keys != now.keys:
            yield from _with_weapons(match, rulebook, other.keys, "own_weapon")


def _with_weapons(match: Match, rulebook: Rulebook, keys: tuple[str, ...], kind: Kind) -> Iterator[Change]:
    armed = rearmed(match.attacker, rulebook, weapons=keys)
    if armed is not None:
        yield Change(kind, name_of(armed.weapons), replace(match, attacker=armed), "+".join(keys))


def _figures(match: Match, rulebook: Rulebook) -> Iterator[Change]:
    for which in SHOOTING if match.shot else CLOSE:
        if match.attacker.figures[which] >= HIGHEST:
            continue
        better = rearmed(match.attacker, rulebook, weapons=_held(match.attacker), by={which: 1})
        if better is not None:
            yield Change("figure", f"+1 {which.upper()}", replace(match, attacker=better), which)


def _held(fighter: Fighter) -> tuple[str, ...]:
    """What he fights with now, so that a change of something else leaves it in his hands."""
    return loadout_of(fighter.weapons).keys


def _armour(match: Match, rulebook: Rulebook) -> Iterator[Change]:
    """With his weapons as they are, or, where a shield takes one of their hands, with the first of them."""
    if match.shot:
        return
    held = _held(match.attacker)
    for item in armour_to_add(match.attacker, rulebook):
        hand = item.category == "shield" and len(held) > 1
        worn = rearmed(match.attacker, rulebook, weapons=held[:1] if hand else held, more=(item.key,))
        if worn is not None:
            words = f"{item.name} in place of {match.attacker.weapons[1].name.lower()}" if hand else item.name
            yield Change("armour", words, replace(match, attacker=worn), item.key)


def _weapons(match: Match, rulebook: Rulebook) -> Iterator[Change]:
    known = {_held(match.attacker), *(one.keys for one in loadouts(match.attacker, rulebook))}
    for item in common_weapons(rulebook, shooting=bool(match.shot)):
        if (item.key,) not in known:
            yield from _with_weapons(match, rulebook, (item.key,), "weapon")
