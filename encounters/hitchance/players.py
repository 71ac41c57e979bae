"""Computer players, and whole skirmishes between them. Chance is handed in here too.

A player is asked for one order at a time. `random_player` says anything that is legal; `computer` tends its own, shoots
or strikes where it may, loads, and goes for the nearest foe.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from encounters.hitchance.acting import OPTIONS, options
from encounters.hitchance.attacks import blow_of, weapon_of
from encounters.hitchance.bout import Event
from encounters.hitchance.engine import apply, is_rolling
from encounters.hitchance.odds import category_odds
from encounters.hitchance.orders import (
    Attack,
    Bandage,
    Done,
    Drop,
    DropPack,
    Fetch,
    Move,
    Order,
    Rally,
    Reload,
    Roll,
    Stabilise,
    StandUp,
)
from encounters.hitchance.schema import MeleeWeapon
from encounters.hitchance.squares import Square, distance
from encounters.hitchance.state import OVER, Skirmish
from mordheim.rules.dice import Dice

Player = Callable[[Skirmish, int], Order]
_KINDS = tuple(kind for kind in OPTIONS if kind is not Done)
_TENDS: tuple[type, ...] = (StandUp, Rally, Stabilise, Bandage)


def random_player(chance: Random) -> Player:
    """Any kind of order that is open to him, and any of that kind; done now and then, so that rounds go by."""

    def order(skirmish: Skirmish, fighter: int) -> Order:
        if chance.random() < 0.15:
            return Done(fighter)
        for kind in chance.sample(_KINDS, len(_KINDS)):
            if found := options(skirmish, fighter, kind):
                return _any(found, chance)
        return Done(fighter)

    return order


def _any(orders: Sequence[Order], chance: Random) -> Order:
    return orders[int(len(orders) * chance.random())]


def computer(chance: Random) -> Player:
    """Plays to win, without looking ahead."""

    def order(skirmish: Skirmish, fighter: int) -> Order:
        for choose in (_unburdened, _tended, _attacking, _loading, _arming, _approaching):
            if found := choose(skirmish, fighter, chance):
                return found
        return Done(fighter)

    return order


def _unburdened(skirmish: Skirmish, fighter: int, chance: Random) -> Order | None:
    if not skirmish.fighters[fighter].overloaded:
        return None
    return next(iter((*options(skirmish, fighter, DropPack), *options(skirmish, fighter, Drop))), None)


def _tended(skirmish: Skirmish, fighter: int, chance: Random) -> Order | None:
    return next((order for kind in _TENDS for order in options(skirmish, fighter, kind)), None)


def _attacking(skirmish: Skirmish, fighter: int, chance: Random) -> Order | None:
    """The attack that hits most often, among those who still fight."""
    attacks = [one for one in options(skirmish, fighter, Attack) if isinstance(one, Attack)]
    standing = [one for one in attacks if not skirmish.fighters[one.target].lost]
    return max(standing, key=lambda one: _worth(skirmish, one), default=None)


def _worth(skirmish: Skirmish, attack: Attack) -> float:
    """The chance of a hit, each category worth more than the one before and each result more than the last."""
    blow = blow_of(skirmish, attack.fighter, attack.target, attack.weapon)
    worth = {"S": 1, "B": 2, "D": 4, "K": 5}
    results = weapon_of(skirmish.rules, attack.weapon).results
    odds = category_odds(skirmish.rules, blow.hit_chance, blow.cover, blow.die)
    return sum(float(chance) * worth[result] for chance, result in zip(odds, results, strict=True))


def _loading(skirmish: Skirmish, fighter: int, chance: Random) -> Order | None:
    return next(iter(options(skirmish, fighter, Reload)), None)


def _arming(skirmish: Skirmish, fighter: int, chance: Random) -> Order | None:
    """Draws a weapon if there is none in hand."""
    rules = skirmish.rules
    if any(thing.key in rules.melee or thing.key in rules.ranged for thing in skirmish.fighters[fighter].held):
        return None
    fetches = [one for one in options(skirmish, fighter, Fetch) if isinstance(one, Fetch)]
    return next((one for one in fetches if one.thing in rules.melee or one.thing in rules.ranged), None)


def _approaching(skirmish: Skirmish, fighter: int, chance: Random) -> Order | None:
    """Towards the nearest foe who still fights, or away from him with a lost heart. One who shoots keeps his place, and
    so does one who is near enough."""
    own = skirmish.fighters[fighter]
    foes = [one.at for one in skirmish.fighters if one.side != own.side and not one.lost]
    moves = [one for one in options(skirmish, fighter, Move) if isinstance(one, Move)]
    nearest = min(foes, key=lambda at: distance(own.at, at))
    if not moves or (not own.broken_since and distance(own.at, nearest) <= _keeps_at(skirmish, fighter)):
        return None
    sign = -1 if own.broken_since else 1
    best = min(moves, key=lambda move: (sign * distance(move.to, nearest), _aside(move.to, nearest)))
    return best if sign * (distance(best.to, nearest) - distance(own.at, nearest)) < 0 else None


def _aside(one: Square, other: Square) -> int:
    """Of two ways as long the straighter comes first."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _keeps_at(skirmish: Skirmish, fighter: int) -> int:
    """The distance at which his weapons serve him, in metres."""
    rules, held = skirmish.rules, [thing.key for thing in skirmish.fighters[fighter].held]
    shots = [rules.ranged[key].effective for key in held if key in rules.ranged]
    reaches = [arm.reach for key in held if isinstance(arm := rules.melee.get(key), MeleeWeapon)]
    return max([*shots, *reaches, 1])


def next_order(skirmish: Skirmish, player: Player) -> Order:
    """`Roll` where dice are due, else what the first who may act says."""
    return Roll() if is_rolling(skirmish) else player(skirmish, skirmish.asked[0])


def play_out(skirmish: Skirmish, player: Player, dice: Dice) -> tuple[Skirmish, list[Event]]:
    """The skirmish at its end, and everything that happened."""
    events: list[Event] = []
    while skirmish.step != OVER:
        skirmish, happened = apply(skirmish, next_order(skirmish, player), dice)
        events += happened
    return skirmish, events
