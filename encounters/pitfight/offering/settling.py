"""Adrenalin on what is about to be settled, and on one's own feet; recovery."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from encounters.pitfight.damage import damage_die
from encounters.pitfight.levels import BOOST, RECOVERY, STRENGTH, TOUGHNESS, WOUNDS
from encounters.pitfight.offering.offer import (
    Choice,
    Choices,
    Offer,
    Total,
    asks,
    choice_of,
    name_of,
    rushes,
)
from encounters.pitfight.offering.striking import strike_parts
from encounters.pitfight.orders import Boost, Order, Recover
from encounters.pitfight.state import PitFight, Question
from encounters.pitfight.wording import (
    LONG,
    both,
    hex_name,
    number_of,
    signed,
    summed,
)

# --- what is about to be settled --------------------------------------------------------------------------------


def _haggle(
    fight: PitFight, seat: int, orders: Sequence[Order], title: str, why: str, totals: tuple[Total, Total]
) -> Offer:
    boosts = tuple(_boost_choice(fight, order) for order in orders if isinstance(order, Boost))
    return Offer(
        question=fight.question,
        place=seat,
        name=name_of(fight, seat),
        title=asks(fight, seat, title),
        why=why,
        secret=False,
        groups=(Choices("", boosts),),
        go="Decide",
        icon="zap",
        buttons=len(boosts) == 2,
        totals=totals,
    )


def _boost_choice(fight: PitFight, order: Boost) -> Choice:
    if order.on is None:
        return choice_of(fight, order, "Let it stand", _AS_IT_IS[fight.question](fight, order.fighter, 0))
    told = _AS_IT_IS[fight.question](fight, order.fighter, BOOST)
    title = f"Spend a rush: {LONG[order.on]} {signed(BOOST)}"
    holds = "" if order.on == WOUNDS else " It holds until the End Phase."
    return choice_of(fight, order, title, told + holds, tone="adrenalin")


def _compared(totals: tuple[int, int]) -> str:
    return f"{totals[0]} against {totals[1]}"


def _push_totals(fight: PitFight, seat: int | None = None, more: int = 0) -> tuple[int, int]:
    one, other = (sum(parts) for parts in _push_parts(fight))
    return _with_more(fight, seat, more, (one, other))


def _with_more(fight: PitFight, seat: int | None, more: int, totals: tuple[int, int]) -> tuple[int, int]:
    """With so much more for the side of a seat."""
    sides = fight.haggle.sides if fight.haggle else (-1, -1)
    return totals[0] + (more if seat == sides[0] else 0), totals[1] + (more if seat == sides[1] else 0)


def _push_parts(fight: PitFight) -> tuple[tuple[int, ...], tuple[int, ...]]:
    push = fight.push_off
    if push is None:
        raise TypeError("nobody pushes")
    one, other = (
        (fight.fighters[side].level(STRENGTH), fight.fighters[side].scroll.push_off_bonus, roll)
        for side, roll in zip((push.mover, push.other), push.rolls, strict=True)
    )
    return one, other


def _pushing(fight: PitFight, seat: int, more: int) -> str:
    mover, other = _push_totals(fight, seat, more)
    push = fight.push_off
    if mover == other or push is None:
        return f"{_compared((mover, other))}: both roll again."
    won = push.mover if mover > other else push.other
    return f"{_compared((mover, other))}: {'you win' if won == seat else f'{name_of(fight, won)} wins'}."


def push_off(fight: PitFight, seat: int, orders: Sequence[Order]) -> Offer:
    push = fight.push_off
    if push is None:
        raise TypeError("nobody pushes")
    into = hex_name(push.into, fight.terms.radius)
    why = (
        f"{name_of(fight, push.mover)} pushes {name_of(fight, push.other)} for {into}: D20 and Strength, the "
        "higher total wins; each may spend adrenalin until both let it stand (5.3)."
    )
    return _haggle(fight, seat, orders, "the push-off", why, _lines(fight, _push_parts(fight)))


def _lines(fight: PitFight, parts: tuple[tuple[int, ...], tuple[int, ...]]) -> tuple[Total, Total]:
    sides = fight.haggle.sides if fight.haggle else (0, 0)
    totals = sum(parts[0]), sum(parts[1])
    one, other = (
        Total(name_of(fight, side), summed(*its), str(total), total == max(totals) and totals[0] != totals[1])
        for side, its, total in zip(sides, parts, totals, strict=True)
    )
    return one, other


def _rolled_parts(fight: PitFight) -> tuple[tuple[int, ...], tuple[int, ...]]:
    blow = fight.blow
    if blow is None or blow.rolls is None:
        raise TypeError("nothing was rolled")
    one, other = strike_parts(fight, blow.attacker, blow.target)
    return (*one, blow.rolls[0]), (*other, blow.rolls[1])


def _rolling_off(fight: PitFight, seat: int, more: int) -> str:
    one, other = (sum(parts) for parts in _rolled_parts(fight))
    totals = _with_more(fight, seat, more, (one, other))
    return f"{_compared(totals)}: {'a hit' if totals[0] > totals[1] else 'a miss'}."


def roll_off(fight: PitFight, seat: int, orders: Sequence[Order]) -> Offer:
    why = (
        "The attacker hits with the higher total, an even one misses; each may spend adrenalin until both let it "
        "stand (6.3)."
    )
    return _haggle(fight, seat, orders, "the roll-off", why, _lines(fight, _rolled_parts(fight)))


def _damaging(fight: PitFight, seat: int, more: int) -> str:
    blow = fight.blow
    if blow is None:
        raise TypeError("nobody attacks")
    levels = fight.fighters[blow.attacker].level(STRENGTH), fight.fighters[blow.target].level(TOUGHNESS)
    strength, toughness = _with_more(fight, seat, more, levels)
    return f"Strength {strength} against Toughness {toughness}: {_damage_words(fight, strength, toughness)}."


def _damage_words(fight: PitFight, strength: int, toughness: int) -> str:
    """``D12 and D10 for the mighty blow, less 2 armour``."""
    blow = fight.blow
    die = f"D{damage_die(strength, toughness)}"
    if blow is None:
        return die
    mighty = " and D10 for the mighty blow" if fight.fighters[blow.attacker].mighty else ""
    armour = fight.fighters[blow.target].scroll.armour.get(blow.aim, 0)
    return f"{die}{mighty}, less {armour} armour" if armour else f"{die}{mighty}, no armour"


def damage(fight: PitFight, seat: int, orders: Sequence[Order]) -> Offer:
    blow = fight.blow
    if blow is None:
        raise TypeError("nobody attacks")
    where = fight.rules.names[blow.aim].lower()
    why = (
        f"{name_of(fight, blow.attacker)} hits {name_of(fight, blow.target)} in the {where}. Strength against "
        "Toughness says which die is rolled; adrenalin on either comes before it (6.5)."
    )
    levels = (fight.fighters[blow.attacker].level(STRENGTH),), (fight.fighters[blow.target].level(TOUGHNESS),)
    one, other = _lines(fight, levels)
    lines = (
        replace(one, name=f"{one.name}: {LONG[STRENGTH]}", leads=False),
        replace(other, name=f"{other.name}: {LONG[TOUGHNESS]}", leads=False),
    )
    return _haggle(fight, seat, orders, "the damage", why, lines)


def _standing(fight: PitFight, seat: int, more: int) -> str:
    wounds = fight.fighters[seat].wounds + more
    if not more:
        return "You are taken out."
    if wounds <= 0:
        return f"{number_of(wounds, 'Wound')}: still not enough, and you are asked again."
    return f"{number_of(wounds, 'Wound')}; when the {BOOST} are lost you collapse, unless you recover."


_AS_IT_IS: Mapping[Question, Callable[[PitFight, int, int], str]] = {
    "push_off": _pushing,
    "roll_off": _rolling_off,
    "damage": _damaging,
    "stand": _standing,
}


def stand(fight: PitFight, seat: int, orders: Sequence[Order]) -> Offer:
    fighter = fight.fighters[seat]
    choices = []
    for order in orders:
        if isinstance(order, Boost):
            choice = _boost_choice(fight, order)
            title = "Fall" if order.on is None else f"Stand on: {LONG[WOUNDS]} {signed(BOOST)}"
            choices.append(Choice(choice.key, choice.value, title, choice.told, tone=choice.tone))
    return Offer(
        question="stand",
        place=seat,
        name=fighter.pit.name,
        title=asks(fight, seat, "stay on your feet?"),
        why=f"You have {number_of(fighter.wounds, 'Wound')} left and hold {rushes(len(fighter.counters))} (6.7).",
        secret=False,
        groups=(Choices("", tuple(choices)),),
        go="Decide",
        icon="zap",
        buttons=True,
    )


# --- End Phase --------------------------------------------------------------------------------------------------


def recover(fight: PitFight, seat: int, orders: Sequence[Order]) -> Offer:
    fighter = fight.fighters[seat]
    return Offer(
        question="recover",
        place=seat,
        name=fighter.pit.name,
        title=asks(fight, seat, "recover?"),
        why=f"A rush gives back {RECOVERY} points that were lost, never above the starting level; you hold "
        f"{rushes(len(fighter.counters))} (6.7).",
        secret=False,
        groups=(Choices("", tuple(_recover_choice(fight, one) for one in orders if isinstance(one, Recover))),),
        go="Decide",
        icon="heart-pulse",
    )


def _recover_choice(fight: PitFight, order: Recover) -> Choice:
    fighter = fight.fighters[order.fighter]
    if not order.wounds and not order.initiative:
        lost = fighter.counters[0] <= fight.turn
        return choice_of(
            fight, order, "Not now", "This rush is lost with the turn." if lost else "You keep it for the next turn."
        )
    points = ((order.wounds, "Wound"), (order.initiative, "point"))
    title = both([number_of(many, one) + (" of Initiative" if one == "point" else "") for many, one in points if many])
    wounds = f"Wounds {fighter.wounds} to {fighter.wounds + order.wounds}" if order.wounds else ""
    healed = fighter.changed(initiative_lost=fighter.initiative_lost - order.initiative)
    initiative = f"Initiative {fighter.initiative} to {healed.initiative}" if order.initiative else ""
    told = "; ".join(part for part in (wounds, initiative) if part)
    return choice_of(fight, order, f"Recover {title}", f"{told}.", tone="adrenalin")
