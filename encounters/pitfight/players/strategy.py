"""What every way of playing has in common: a question of the engine goes to the method of that name.

Where there is nothing to choose nothing is reckoned. What a player leaves unsaid is decided here: he neither delays
nor spends anything, and any answer is as good as another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from encounters.pitfight.engine import legal_orders
from encounters.pitfight.orders import Order, Pick
from encounters.pitfight.picking import allowed
from encounters.pitfight.state import PitFight

Player = Callable[[PitFight, int], Order]
One = TypeVar("One")
Options = Sequence[Order]


class Strategy:
    """A subclass has a method for each question on which it has an opinion: ``(fight, fighter, options) -> order``."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def order(self, fight: PitFight, fighter: int) -> Order:
        options = legal_orders(fight, fighter)
        if len(options) == 1:
            return options[0]
        decide: Callable[[PitFight, int, Options], Order] = getattr(self, fight.question, self.any_of)
        return decide(fight, fighter, options)

    def any_of(self, fight: PitFight, fighter: int, options: Options) -> Order:
        return self.one_of(options)

    def one_of(self, options: Sequence[One]) -> One:
        return options[int(len(options) * self.chance.random())]

    def best(self, options: Sequence[One], worth: Callable[[One], float]) -> One:
        """What is worth most; of equals any."""
        worths = [worth(one) for one in options]
        most = max(worths) - 1e-9
        return self.one_of([one for one, its in zip(options, worths, strict=True) if its >= most])

    def weighted(self, options: Sequence[One], weights: Sequence[float]) -> One:
        mark = self.chance.random() * sum(weights)
        for one, weight in zip(options, weights, strict=True):
            mark -= weight
            if mark < 0:
                return one
        return options[-1]


def legal_picks(fight: PitFight, fighter: int, options: Options) -> list[Pick]:
    """At the table more is offered than is legal."""
    keys = allowed(fight, fighter)
    return [one for one in options if isinstance(one, Pick) and one.move in keys]
