"""Whom one attacks, where, and what one guards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from encounters.pitfight.attacks import bearing, modifiers, natural
from encounters.pitfight.damage import damage_die
from encounters.pitfight.levels import STRENGTH, TOUGHNESS, WEAPON_SKILL
from encounters.pitfight.offering.offer import (
    Choice,
    Choices,
    Offer,
    Part,
    asks,
    choice_of,
    name_of,
    wait,
)
from encounters.pitfight.orders import Aim, Order, Strike
from encounters.pitfight.picture import key_of
from encounters.pitfight.schema import ResultEntry
from encounters.pitfight.state import PitFight
from encounters.pitfight.wording import (
    BEARINGS,
    both,
    sentence_case,
    summed,
)

# --- attacks ----------------------------------------------------------------------------------------------------


@cache
def chance_to_hit(lead: int) -> int:
    """Of 400 pairs of faces, how many hit for one whose total without dice is so much more than the target's."""
    faces = range(1, 21)
    return sum(
        attack + lead > defence if (by_itself := natural(attack, defence)) is None else by_itself
        for attack in faces
        for defence in faces
    )


def _odds(fight: PitFight, attacker: int, target: int) -> str:
    """``31 (30 + 1) against 32 (30 + 2), 47 % to hit``."""
    one, other = strike_parts(fight, attacker, target)
    share = chance_to_hit(sum(one) - sum(other)) / 4
    return f"{_sum(one)} against {_sum(other)}, {share:.0f}\u00a0% to hit"


def _sum(parts: Sequence[int]) -> str:
    return f"{summed(*parts)} = {sum(parts)}" if any(parts[1:]) else str(parts[0])


def strike_parts(fight: PitFight, attacker: int, target: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Weapon Skill, modifier by hex, injuries of both sides."""
    by_hex = modifiers(fight, attacker, target)
    one, other = (
        (fight.fighters[side].level(WEAPON_SKILL), modifier, fight.fighters[side].ad(fight.turn))
        for side, modifier in zip((attacker, target), by_hex, strict=True)
    )
    return one, other


def strike(fight: PitFight, seat: int, orders: Sequence[Order]) -> Offer:
    ordered = sorted(orders, key=lambda order: not (isinstance(order, Strike) and order.target is not None))
    mighty = " Yours is a mighty blow." if fight.fighters[seat].mighty else ""
    return Offer(
        question="strike",
        place=seat,
        name=name_of(fight, seat),
        title=asks(fight, seat, "whom do you attack?"),
        why=f"One attack a turn, on somebody beside you whom your scroll lets you reach (6.1).{mighty}",
        secret=False,
        groups=(Choices("", tuple(_strike_choice(fight, order) for order in ordered)),),
        go="Decide",
        icon="swords",
    )


def _strike_choice(fight: PitFight, order: Order) -> Choice:
    if not isinstance(order, Strike):
        return wait(fight, order)
    if order.target is None:
        return choice_of(fight, order, "Hold back", "No attack this turn.")
    where = bearing(fight, order.fighter, order.target)
    told = f"{sentence_case(BEARINGS[where or 0])}. A roll-off is {_odds(fight, order.fighter, order.target)}."
    return choice_of(
        fight,
        order,
        f"Attack {name_of(fight, order.target)}",
        f"{told} {_die_told(fight, order.fighter, order.target)}",
        tone="mighty" if fight.fighters[order.fighter].mighty else "plain",
        ghost=key_of(order, fight.terms.radius),
    )


def _die_told(fight: PitFight, attacker: int, target: int) -> str:
    strength, toughness = fight.fighters[attacker].level(STRENGTH), fight.fighters[target].level(TOUGHNESS)
    mighty = " and D10 for the mighty blow" if fight.fighters[attacker].mighty else ""
    die = damage_die(strength, toughness)
    return f"A hit does D{die}{mighty} (Strength {strength} against Toughness {toughness}), less armour."


def aim(fight: PitFight, seat: int, orders: Sequence[Order]) -> Offer:
    blow = fight.blow
    if blow is None:
        raise TypeError("nobody attacks")
    strikes = blow.attacker == seat
    who = f"{name_of(fight, blow.attacker)} attacks {name_of(fight, blow.target)}"
    asked = "where do you strike?" if strikes else "what do you guard?"
    return Offer(
        question="aim",
        place=seat,
        name=name_of(fight, seat),
        title=asks(fight, seat, asked),
        why=f"{who}. Both choose in secret: the same location misses, one beside it is a roll-off "
        f"({_odds(fight, blow.attacker, blow.target)}), any other hits (6.2). "
        f"{_die_told(fight, blow.attacker, blow.target)}",
        secret=True,
        groups=(Choices("", tuple(_aim_choice(fight, blow.target, one) for one in orders if isinstance(one, Aim))),),
        go="Strike there" if strikes else "Guard there",
        icon="crosshair" if strikes else "shield",
        parts=tuple(_parts(fight, blow.target)),
        strikes=strikes,
    )


def _aim_choice(fight: PitFight, target: int, order: Aim) -> Choice:
    names, gone = fight.rules.names, fight.fighters[target].harm.gone
    beside = [one for one in fight.rules.locations if one in fight.rules.beside[order.location] and one not in gone]
    armour = fight.fighters[target].scroll.armour[order.location]
    told = (
        f"Armour {armour}; beside it {both([names[one].lower() for one in beside])}."
        if beside
        else (f"Armour {armour}; nothing is beside it.")
    )
    return replace(
        choice_of(fight, order, names[order.location], told, more=_chart(fight, order.location)),
        hint=f"Armour {armour}",
    )


def _chart(fight: PitFight, location: str) -> str:
    """``3 Stunned · 9 Knocked out``: from how much damage on; rows that do nothing are left out."""
    charts = fight.rules.charts
    rows = charts.charts[charts.by_location[location][0]]
    told = [(row.first, charts.results[row.result]) for row in rows]
    return " · ".join(f"{first}+ {result.name}" for first, result in told if result != ResultEntry(name=result.name))


def _parts(fight: PitFight, target: int) -> Iterator[Part]:
    fighter = fight.fighters[target]
    for key in fight.rules.locations:
        beside = tuple(one for one in fight.rules.locations if one in fight.rules.beside[key])
        yield Part(key, fight.rules.names[key], fighter.scroll.armour[key], beside, key in fighter.harm.gone)
