"""Computer players, and whole fights between them. Chance is handed in here too."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from encounters.pitfight.bout import Event
from encounters.pitfight.engine import apply, legal_orders
from encounters.pitfight.orders import Order
from encounters.pitfight.state import OVER, PitFight
from mordheim.rules.dice import Dice

Player = Callable[[PitFight, int], Order]


def random_player(chance: Random) -> Player:
    """Any legal order, each as likely as the others."""
    draw = chance.random

    def choose(fight: PitFight, fighter: int) -> Order:
        options = legal_orders(fight, fighter)
        return options[int(len(options) * draw())]

    return choose


def play_out(fight: PitFight, player: Player, dice: Dice, *, log: bool = True) -> tuple[PitFight, list[Event]]:
    """The fight to its end, all its fighters played by that player, with all that happened."""
    events: list[Event] = []
    while fight.step != OVER:
        fight, happened = apply(fight, [player(fight, one) for one in fight.open_to], dice, log=log)
        events += happened
    return fight, events
