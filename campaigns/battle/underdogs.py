"""Who fights against odds, and who defends.

Sources: core, Experience (underdogs); Town Cryer, Chaos on the Streets (underdogs; attackers and defenders).
"""

from __future__ import annotations

from collections.abc import Sequence

from mordheim.rules.schema import Scale


def underdogs(ratings: Sequence[int], table: Scale) -> tuple[int, ...]:
    """The bonus experience of each side's survivors, in the order of the ratings.

    Only the lowest rating alone is an underdog, by its distance to the next lowest; between equals nobody is.
    """
    lowest, next_lowest = sorted(ratings)[:2]
    bonus = table.value(next_lowest - lowest) if lowest < next_lowest else 0
    return tuple(bonus if rating == lowest else 0 for rating in ratings)


def defenders(sides: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Who defends among many, by rating and number of warriors, hired swords counted (ruling 33): the highest rating,
    then the most warriors. Answers with places; more than one of them must be settled by a die."""
    highest = max(sides)
    return tuple(place for place, side in enumerate(sides) if side == highest)
