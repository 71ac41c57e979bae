"""Who plays for the computer, and a fight to its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from encounters.pitfight.bout import Event
from encounters.pitfight.engine import apply, legal_orders
from encounters.pitfight.orders import Order
from encounters.pitfight.players.champion import Champion
from encounters.pitfight.players.novice import Novice
from encounters.pitfight.players.seasoned import Seasoned
from encounters.pitfight.players.strategy import Player
from encounters.pitfight.state import OVER, PitFight
from mordheim.rules.dice import Dice


@dataclass(frozen=True, slots=True)
class Strength:
    """A strength as a page offers it."""

    key: str
    name: str
    words: str


STRENGTHS = {
    one.key: one
    for one in (
        Strength("novice", "Novice", "Goes for whoever is near and strikes wherever it occurs to him."),
        Strength("seasoned", "Seasoned", "Minds his footing and the odds of a blow, and takes you as you stand now."),
        Strength("champion", "Champion", "Reckons with all that you may do, and never lets you guess his own choice."),
    )
}
RANDOM = "random"
_PLAYERS: dict[str, Callable[[Random], Player]] = {
    "novice": lambda chance: Novice(chance).order,
    "seasoned": lambda chance: Seasoned(chance).order,
    "champion": lambda chance: Champion(chance).order,
}


def player(strength: str, chance: Random) -> Player:
    """The computer at that strength, one of STRENGTHS or RANDOM."""
    return random_player(chance) if strength == RANDOM else _PLAYERS[strength](chance)


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
