"""The engine of the pit: `start` a fight, ask for `legal_orders`, `apply` orders, read the `outcome`.

Everything is a value. `apply` carries out what was ordered and goes on by itself to the next question; where it
raises, nothing has happened. Where several are asked the same, their answers are sealed in the fight until the last
one comes, in one call or in several, and are revealed together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from encounters.pitfight import attacks, damage, ending, haggling, moves, picking, setting_up, turn_order
from encounters.pitfight.bout import Bout, Event
from encounters.pitfight.errors import Illegal, Malformed, OutOfDate
from encounters.pitfight.hexes import LARGEST_RADIUS
from encounters.pitfight.objecting import objection
from encounters.pitfight.orders import Face, Order
from encounters.pitfight.schema import OBSERVE
from encounters.pitfight.scrolls import PitRules
from encounters.pitfight.state import (
    CARRY_OUT_MOVES,
    END_PHASE,
    FEWEST,
    MOST,
    OVER,
    PICK_MOVES,
    RESOLVE_ATTACKS,
    SET_UP,
    Fighter,
    Outcome,
    PitFight,
    PitFighter,
    Question,
    Step,
    Terms,
)
from mordheim.rules.dice import Dice, DieSource

_GO_ON: Mapping[Step, Callable[[Bout], None]] = {
    SET_UP: setting_up.set_up,
    PICK_MOVES: picking.pick_moves,
    CARRY_OUT_MOVES: moves.carry_out,
    RESOLVE_ATTACKS: attacks.resolve_attacks,
    END_PHASE: ending.end_phase,
}
_OPTIONS: Mapping[Question, Callable[[PitFight, int], Sequence[Order]]] = {
    "place": setting_up.place_options,
    "pick": picking.pick_options,
    "interrupt": turn_order.interrupt_options,
    "go": moves.go_options,
    "face": moves.face_options,
    "push_off": haggling.haggle_options,
    "strike": attacks.strike_options,
    "aim": attacks.aim_options,
    "roll_off": haggling.haggle_options,
    "damage": haggling.haggle_options,
    "stand": damage.stand_options,
    "recover": ending.recover_options,
}
_ANSWERED: Mapping[Question, Callable[[Bout, Sequence[Order]], None]] = {
    "place": setting_up.answer_place,
    "pick": picking.answer_picks,
    "interrupt": turn_order.answer_interrupt,
    "go": moves.answer_go,
    "face": moves.answer_face,
    "push_off": moves.answer_push_off,
    "strike": attacks.answer_strike,
    "aim": attacks.answer_aims,
    "roll_off": attacks.answer_roll_off,
    "damage": damage.answer_damage,
    "stand": damage.answer_stand,
    "recover": ending.answer_recover,
}


def start(rules: PitRules, fighters: Sequence[PitFighter], terms: Terms | None = None) -> PitFight:
    """A fight between 2 to 8, whose oldest player is asked to set up.

    Raises:
        Malformed: for too few or too many, two of a name or an age, terms that no arena can have.
    """
    agreed = terms or Terms(radius=rules.radius, spacing=rules.spacing)
    _check(fighters, agreed)
    fight = PitFight(
        rules, agreed, tuple(Fighter(pit, harm=pit.past, initiative_lost=pit.initiative_lost) for pit in fighters)
    )
    bout = Bout(fight, _NoDice(), logging=False)
    setting_up.set_up(bout)
    return bout.frozen()


def _check(fighters: Sequence[PitFighter], terms: Terms) -> None:
    if not FEWEST <= len(fighters) <= MOST:
        raise Malformed(f"a pit fight is between {FEWEST} and {MOST} fighters, not {len(fighters)}")
    if len({pit.name for pit in fighters}) < len(fighters):
        raise Malformed("two fighters have the same name")
    if len({pit.age_rank for pit in fighters}) < len(fighters):
        raise Malformed("two fighters have the same place in the order of age")
    if not 1 <= terms.radius <= LARGEST_RADIUS or min(terms.spacing, terms.turn_limit, terms.quiet_limit) < 1:
        raise Malformed("these terms are no arena and no clock")
    if len(fighters) > 6 * terms.radius and not terms.anywhere:
        raise Malformed("the rim of this arena has too few hexes")


class _NoDice:
    """Set-up begins without a roll."""

    source: DieSource = "app"

    def roll(self, sides: int, what_for: str) -> int:
        raise TypeError(what_for)


def legal_orders(fight: PitFight, fighter: int) -> Sequence[Order]:
    """What that fighter may answer to the open question; nothing if it is not his to answer, or he has."""
    return _options(fight, fighter) if fighter in fight.open_to else ()


def _options(fight: PitFight, fighter: int) -> Sequence[Order]:
    known = fight.offered.get(fighter)
    if known is None:
        known = fight.offered[fighter] = _OPTIONS[fight.question](fight, fighter)
    return known


def apply(
    fight: PitFight, orders: Iterable[Order], dice: Dice, *, version: int | None = None, log: bool = True
) -> tuple[PitFight, list[Event]]:
    """The fight after those orders, at the next question or at its end, and what happened on the way.

    ``version`` is that of the fight which the orders answer, where it may have gone on meanwhile. Without ``log``
    no events are put together.

    Raises:
        Malformed: an order of a fighter whom the fight does not have, or a version that it never had.
        OutOfDate: the orders answer an older question.
        Illegal: it is not his to say, he has said it, or he may not do that.
        DiceError: the dice do not fit or have run out.
    """
    if version is not None and version != fight.version:
        _refuse_version(fight, version)
    sealed = [*fight.sealed]
    for order in orders:
        _refuse(fight, order, sealed)
        sealed.append(order)
    if len(sealed) < len(fight.asked):
        return _sealing(fight, sealed), []
    if not sealed:
        raise Illegal("The fight is over.")
    bout = Bout(fight, dice, logging=log)
    _ANSWERED[fight.question](bout, sealed)
    while not bout.question and bout.step != OVER:
        _GO_ON[bout.step](bout)
    events = bout.events
    return bout.frozen(), events


def _refuse_version(fight: PitFight, version: int) -> None:
    if version > fight.version:
        raise Malformed(f"this fight has no question {version} yet")
    raise OutOfDate("The fight has gone on since: look again.")


def _refuse(fight: PitFight, order: Order, sealed: Sequence[Order]) -> None:
    """Whatever speaks against an order."""
    place = order.fighter
    given = bool(sealed) and place in [one.fighter for one in sealed]
    if place in fight.asked and not given and _is_one_of(order, _options(fight, place)):
        return
    if not 0 <= place < len(fight.fighters):
        raise Malformed(f"there is no fighter {place}")
    if fight.step == OVER:
        raise Illegal("The fight is over.")
    name = fight.fighters[place].pit.name
    if fight.fighters[place].out:
        raise Illegal(f"{name} is taken out.")
    if place not in fight.asked:
        raise Illegal(f"{name} is not asked now.")
    if given:
        raise Illegal(f"{name} has given his order already.")
    raise Illegal(f"{name} may not do that now: {objection(fight, order, _options(fight, place))}.")


def _is_one_of(order: Order, options: Sequence[Order]) -> bool:
    """Mostly it is the very one that was offered, and comparing values takes longer than looking for it."""
    for one in options:
        if one is order:
            return True
    return order in options


def _sealing(fight: PitFight, sealed: Sequence[Order]) -> PitFight:
    """The fight with some answers more and nothing else changed."""
    bout = Bout(fight, _NoDice(), logging=False)
    bout.question, bout.asked = fight.question, fight.asked
    return bout.frozen(tuple(sealed))


def fallback(fight: PitFight, fighter: int, drawn: int = 0) -> Order:
    """What is taken for an order that does not come: Observe, or what spends nothing and turns the least (M9). Where he
    aims or guards, ``drawn`` says which location it is, so that nobody can know."""
    options = legal_orders(fight, fighter)
    if fight.question == "aim":
        return options[drawn % len(options)]
    observing = (one for one in options if getattr(one, "move", "") == OBSERVE)
    return next(observing, None) or min(options, key=lambda one: _turned(fight.fighters[fighter], one))


def _turned(fighter: Fighter, order: Order) -> int:
    """By how many sides."""
    if not isinstance(order, Face):
        return 0
    turn = (order.facing - fighter.facing) % 6
    return min(turn, 6 - turn)


def outcome(fight: PitFight) -> Outcome | None:
    """How it ended; nothing while it goes on."""
    return fight.outcome
