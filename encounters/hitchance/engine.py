"""The engine of the Hit Chance game: `start` a skirmish, ask for `legal_orders`, `apply` one, read the `outcome`.

Everything is a value. `apply` carries out one order and goes on by itself to where somebody has to say something or
dice are due; where it raises, nothing has happened. `rounds.due` tells which dice, and `Skirmish.asked` who may act.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from encounters.hitchance import acting, rounds
from encounters.hitchance.bout import Bout, Event
from encounters.hitchance.errors import Illegal, Malformed, OutOfDate
from encounters.hitchance.harm import is_mortal, is_overloaded, is_worn_out
from encounters.hitchance.orders import Order, Roll
from encounters.hitchance.rules import HitRules
from encounters.hitchance.squares import Square
from encounters.hitchance.state import OVER, SIDES, Fighter, Ground, Outcome, Skirmish, hands_of
from mordheim.rules.dice import Dice, DieSource

MOST = 60
LARGEST = 200
# Of what a fighter carries and the game does not know, so many are told at once.
MOST_UNKNOWN = 3


class _NoDice:
    """Nothing is rolled before the first order."""

    source: DieSource = "app"

    def roll(self, sides: int, what_for: str) -> int:
        raise TypeError(what_for)


def start(rules: HitRules, ground: Ground, fighters: Sequence[Fighter], round_limit: int = 50) -> Skirmish:
    """A skirmish at its first initiative.

    Raises:
        Malformed: for a side without anybody who can fight, two of a name or on a square, too much in hand or worn, a
            bad ground.
    """
    if found := faults(rules, ground, fighters):
        raise Malformed(found[0].told)
    return opened(rules, ground, fighters, round_limit)


def opened(rules: HitRules, ground: Ground, fighters: Sequence[Fighter], round_limit: int = 50) -> Skirmish:
    """The same without a question whether it may be fought."""
    bout = Bout(Skirmish(rules, ground, tuple(map(_as_he_comes, fighters)), round_limit), _NoDice())
    rounds.begin_round(bout)
    rounds.go_on(bout)
    return bout.frozen()


def _as_he_comes(fighter: Fighter) -> Fighter:
    """Laid low at once by the fatigue that he brings (H36)."""
    if is_worn_out(fighter):
        return fighter.changed(lost="unconscious", prone=True)
    over = is_overloaded(fighter)
    return fighter.changed(overloaded=over, prone=fighter.prone or over)


# --- what keeps it from beginning -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fault:
    """What is wrong, in words, and with whom by his place; with none where it is the ground or a whole side."""

    told: str
    place: int | None = None


def faults(rules: HitRules, ground: Ground, fighters: Sequence[Fighter]) -> list[Fault]:
    """Everything that keeps a skirmish from being fought."""
    own = (Fault(told, place) for place, one in enumerate(fighters) for told in _faults_of(rules, ground, one))
    return [*map(Fault, _ground_faults(ground)), *map(Fault, _side_faults(fighters)), *_doubles(fighters), *own]


def _ground_faults(ground: Ground) -> Iterator[str]:
    if not (1 <= ground.width <= LARGEST and 1 <= ground.height <= LARGEST):
        yield f"a ground is 1 to {LARGEST} squares wide and high"
    if any(not 1 <= cover <= 3 for _, cover in ground.covered):
        yield "cover is 1, 2 or 3"
    marked = {"cover": [at for at, _ in ground.covered], "unstable": ground.unstable, "obscured": ground.obscured}
    for name, squares in marked.items():
        for x, y in sorted(at for at in squares if not ground.has(at)):
            yield f"{name}: {x},{y} lies off the ground of {ground.width} by {ground.height} squares"


def _side_faults(fighters: Sequence[Fighter]) -> Iterator[str]:
    for side in SIDES:
        if not any(one.side == side and not is_worn_out(one) for one in fighters):
            yield f"there are no {side} who can fight"
    if len(fighters) > MOST:
        yield f"a skirmish is between {MOST} at the most"


def _doubles(fighters: Sequence[Fighter]) -> Iterator[Fault]:
    """Whoever has the name or the square of one before him."""
    names: dict[str, Fighter] = {}
    squares: dict[Square, Fighter] = {}
    for place, one in enumerate(fighters):
        if names.setdefault(one.name, one) is not one:
            yield Fault(f"two fighters have the same name, {one.name}", place)
        if (other := squares.setdefault(one.at, one)) is not one:
            yield Fault(f"{other.name} and {one.name} stand on the same square, {one.at[0]},{one.at[1]}", place)


def _faults_of(rules: HitRules, ground: Ground, fighter: Fighter) -> Iterator[str]:
    if strange := [one.number for one in fighter.injuries if one.number not in rules.injuries.injuries]:
        yield f"{fighter.name}: there is no injury {strange[0]}"
        return
    for number in dict.fromkeys(one.number for one in fighter.injuries if is_mortal(one.number, rules)):
        yield f"{fighter.name} cannot fight with injury {number}, {rules.injuries.injuries[number].name}"
    if not ground.has(fighter.at):
        yield f"{fighter.name} stands off the ground"
    unknown = list(dict.fromkeys(thing.key for thing in fighter.things if not rules.knows(thing.key)))
    yield from (f"{fighter.name}: {key} is no thing of this game" for key in unknown[:MOST_UNKNOWN])
    if not unknown:
        yield from _burden_faults(rules, fighter)


def _burden_faults(rules: HitRules, fighter: Fighter) -> Iterator[str]:
    """Of one who has nothing but known things."""
    if strange := [piece.key for piece in fighter.worn if piece.key not in rules.armour]:
        yield f"{fighter.name}: {strange[0]} is no armour"
    if len(fighter.worn) > rules.attacks.sundering.most_pieces:
        yield f"{fighter.name} wears more than {rules.attacks.sundering.most_pieces} pieces of armour"
    if sum(acting.hands_for(rules, thing.key) for thing in fighter.held) > hands_of(fighter, rules):
        yield f"{fighter.name} holds more than he has hands for"
    if fighter.filled > fighter.who.capacity and not fighter.fatigue_slots:
        yield f"{fighter.name} carries more than he can"


# --- orders -----------------------------------------------------------------------------------------------------------


def legal_orders(skirmish: Skirmish, fighter: int | None = None) -> Sequence[Order]:
    """What that fighter may say now, or anybody; `Roll` alone where dice are due."""
    if fighter is not None:
        return acting.every_option(skirmish, fighter)
    if is_rolling(skirmish):
        return (Roll(),)
    return [order for place in skirmish.asked for order in acting.every_option(skirmish, place)]


def is_rolling(skirmish: Skirmish) -> bool:
    """That dice are due before anybody may act."""
    return skirmish.step != OVER and not skirmish.asked


def apply(skirmish: Skirmish, order: Order, dice: Dice, *, version: int | None = None) -> tuple[Skirmish, list[Event]]:
    """The skirmish after that order, and what happened on the way.

    ``version`` is that of the skirmish which the order answers, where it may have gone on meanwhile.

    Raises:
        Malformed: an order of a fighter whom the skirmish does not have, or a version that it never had.
        OutOfDate: the order answers an older state.
        Illegal: he may not do that now.
        DiceError: the dice do not fit or have run out.
    """
    _refuse_version(skirmish, version)
    _refuse(skirmish, order)
    bout = Bout(skirmish, dice)
    if isinstance(order, Roll):
        rounds.roll_due(bout)
    else:
        acting.CARRY_OUT[type(order)](bout, order)
    rounds.go_on(bout)
    return bout.frozen(), bout.events


def _refuse_version(skirmish: Skirmish, version: int | None) -> None:
    if version is None or version == skirmish.version:
        return
    if version > skirmish.version:
        raise Malformed(f"this skirmish has no state {version} yet")
    raise OutOfDate("The skirmish has gone on since: look again.")


def _refuse(skirmish: Skirmish, order: Order) -> None:
    """Whatever speaks against an order."""
    if isinstance(order, Roll):
        if not is_rolling(skirmish):
            raise Illegal("The fight is over." if skirmish.step == OVER else "No dice are due now.")
        return
    place = order.fighter
    if not 0 <= place < len(skirmish.fighters):
        raise Malformed(f"there is no fighter {place}")
    if order not in acting.options(skirmish, place, type(order)):
        raise Illegal(_why_not(skirmish, skirmish.fighters[place], acting.may_say(skirmish, place, type(order))))


def _why_not(skirmish: Skirmish, fighter: Fighter, is_asked: bool) -> str:
    if skirmish.step == OVER:
        return "The fight is over."
    if fighter.lost:
        return f"{fighter.name} is {fighter.lost}."
    if fighter.is_stunned(skirmish.round):
        return f"{fighter.name} is stunned."
    return f"{fighter.name} may not do that now." if is_asked else f"{fighter.name} is not asked now."


def outcome(skirmish: Skirmish) -> Outcome | None:
    """How it ended; nothing while it goes on."""
    return skirmish.outcome
