"""Rosters: the starting characteristics, ten bonus points, and what earlier fights have left (2.1 to 2.3; S7, D24)."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from encounters.pitfight.criticals import Harm
from encounters.pitfight.errors import Illegal
from encounters.pitfight.levels import CHARACTERISTICS
from encounters.pitfight.scrolls import PitRules, Scroll
from encounters.pitfight.state import PitFighter

WOODEN_LEG = 5


@dataclass(frozen=True, slots=True)
class Past:
    """What earlier fights left: a permanent A/D modifier, points of Initiative, wooden legs, what is gone (an arm, an
    ear, an eye), whom he hates, by name, and the fingers lost, each by its hand (``left_arm``), which ``ad`` counts."""

    ad: int = 0
    initiative: int = 0
    wooden_legs: int = 0
    gone: tuple[str, ...] = ()
    hates: tuple[str, ...] = ()
    fingers: tuple[str, ...] = ()


NO_PAST = Past()


def fingers_of(ad: Mapping[str, int], gone: Container[str]) -> tuple[str, ...]:
    """The lost fingers, each by its hand, of permanent A/D modifiers by place: on what is not gone it is they."""
    return tuple(hand for hand, modifier in ad.items() if hand not in gone for _ in range(-modifier))


def enlist(
    rules: PitRules, name: str, scroll: Scroll, levels: Sequence[int], age_rank: int, past: Past = NO_PAST
) -> PitFighter:
    """A fighter with those characteristics as built. What of his Initiative earlier fights cost is lost as he comes,
    and may come back for this fight (R8, S10).

    Raises:
        Illegal: more points than there are, a characteristic below its start, two wooden legs, which retire him, or
            fingers of no hand or that his modifier does not count.
    """
    points_left(rules, levels)
    if past.wooden_legs > 1:
        raise Illegal(f"{name} has two wooden legs and must retire.")
    if set(past.fingers) - set(rules.locations) or len(past.fingers) > -past.ad:
        raise Illegal(f"{name} cannot have lost those fingers.")
    weapon_skill, strength, toughness, initiative, wounds = levels
    lost = min(past.initiative + WOODEN_LEG * past.wooden_legs, initiative)
    harm = Harm(ad=past.ad, no_fast=past.wooden_legs > 0, gone=past.gone, fingers=past.fingers)
    built = (weapon_skill, strength, toughness, initiative, wounds)
    return PitFighter(name, scroll, built, age_rank, harm, past.hates, initiative_lost=lost)


def points_left(rules: PitRules, levels: Sequence[int]) -> int:
    """How many of the bonus points are not spent; a page asks about those.

    Raises:
        Illegal: as `enlist` does.
    """
    added = [level - start for level, start in zip(levels, rules.levels, strict=True)]
    below = next((name for name, points in zip(CHARACTERISTICS, added, strict=True) if points < 0), None)
    if below is not None:
        raise Illegal(f"{below.replace('_', ' ').capitalize()} starts at {rules.levels[CHARACTERISTICS.index(below)]}.")
    if sum(added) > rules.bonus_points:
        raise Illegal(f"There are {rules.bonus_points} bonus points, not {sum(added)}.")
    return rules.bonus_points - sum(added)


def standard_levels(rules: PitRules) -> tuple[int, ...]:
    """The characteristics of a fighter who is like any other: the bonus points spread evenly."""
    even = rules.bonus_points // len(rules.levels)
    return tuple(level + even for level in rules.levels)


def first_offered(rules: PitRules) -> tuple[str, tuple[int, ...]]:
    """The key of the scroll, and the characteristics, from which a page lets somebody build a fighter."""
    return next(iter(rules.scrolls)), standard_levels(rules)


def ages(given: Sequence[int]) -> tuple[int, ...]:
    """The order of age from ages in years: the oldest first, of equals whoever is listed first (S5, S6)."""
    order = sorted(range(len(given)), key=lambda one: -given[one])
    return tuple(order.index(one) for one in range(len(given)))
