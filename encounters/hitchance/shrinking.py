"""Shrinking dice: what a tick does, and exactly how long one lasts (SDIE-1).

A size of 0 stands for a die that was at the smallest size and applies at its next tick without a roll.
"""

from __future__ import annotations

from fractions import Fraction

from encounters.hitchance.rules import HitRules

APPLIES = -1


def smaller(rules: HitRules, size: int) -> int:
    """The next smaller size; 0 beyond the end."""
    sizes = rules.dice.shrinking.sizes
    place = sizes.index(size) + 1 if size else len(sizes)
    return sizes[place] if place < len(sizes) else 0


def after_tick(rules: HitRules, size: int, face: int) -> int:
    """The size after that face; `APPLIES` on a 1."""
    if face == 1:
        return APPLIES
    shrinks = rules.variant == "shrink" or (rules.variant == "usage" and face == 2)
    return smaller(rules, size) if shrinks else size


def rerolled_size(rules: HitRules, size: int) -> int:
    """The size of a die that has just applied: it is rolled again for the injury."""
    return size or rules.dice.shrinking.sizes[-1]


def ticks(rules: HitRules, size: int, most: int = 40) -> tuple[Fraction, ...]:
    """The chance that it applies at the first, second, … tick, up to the last that is possible or to ``most``."""
    return tuple(sum(chances.values(), Fraction(0)) for chances in applying(rules, size, most))


def applying(rules: HitRules, size: int, most: int = 40) -> tuple[dict[int, Fraction], ...]:
    """By tick: the size at which it applies, and with what chance."""
    running = {size: Fraction(1)}
    found: list[dict[int, Fraction]] = []
    while running and len(found) < most:
        running, applied = _tick(rules, running)
        found.append(applied)
    return tuple(found)


def _tick(rules: HitRules, running: dict[int, Fraction]) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    on: dict[int, Fraction] = {}
    applied: dict[int, Fraction] = {}
    for size, chance in running.items():
        for face in range(1, size + 1) if size else (1,):
            after = after_tick(rules, size, face)
            into, key = (applied, rerolled_size(rules, size)) if after == APPLIES else (on, after)
            into[key] = into.get(key, Fraction(0)) + chance / max(size, 1)
    return on, applied


def mean_ticks(rules: HitRules, size: int) -> Fraction:
    """The mean number of ticks of a die that ends."""
    return sum((tick * chance for tick, chance in enumerate(ticks(rules, size), 1)), Fraction(0))


def injuries_unattended(rules: HitRules, size: int, most: int = 40) -> dict[int, Fraction]:
    """By number the chance of an injury where nobody stabilises: the die that applied is rolled again."""
    found: dict[int, Fraction] = {}
    for by_size in applying(rules, size, most):
        for applied, chance in by_size.items():
            for number in range(1, applied + 1):
                found[number] = found.get(number, Fraction(0)) + chance / applied
    return found


def injuries_stabilised(size: int) -> dict[int, Fraction]:
    """By number the chance of an injury of one who is stabilised at that size: the higher of two dice."""
    return {number: Fraction(2 * number - 1, size * size) for number in range(1, size + 1)}
