"""What a hit does: damage dice, armour, critical damage, who still stands (6.5 to 6.7; rulings D1 to D26)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from encounters.pitfight.bout import Bout
from encounters.pitfight.criticals import Injury, harm_of
from encounters.pitfight.haggling import answered_haggle, haggle
from encounters.pitfight.levels import BOOST, STRENGTH, TOUGHNESS, WOUNDS
from encounters.pitfight.orders import Boost, Order, boosts
from encounters.pitfight.schema import ResultEntry
from encounters.pitfight.scrolls import Scroll
from encounters.pitfight.state import Blow, Fighter, PitFight

LEFT_UP_TO = 3
MIGHTY_DIE, HATRED_DIE = 10, 6


def damage_die(strength: int, toughness: int) -> int:
    """The sides of the die for Strength against Toughness (ruling D1)."""
    difference = strength - toughness
    if difference >= 10:
        return 20
    if difference > 0:
        return 12
    return 10 if difference >= -10 else 6


def damage_dice(attacker: Fighter, target: Fighter, *, mighty: bool) -> tuple[int, int, int]:
    """The sides of the dice for damage, for a mighty blow and for hatred; 0 for one that is not rolled."""
    sides = damage_die(attacker.level(STRENGTH), target.level(TOUGHNESS))
    return sides, MIGHTY_DIE if mighty else 0, HATRED_DIE if target.pit.name in attacker.pit.hates else 0


def strike_home(bout: Bout) -> None:
    """A hit. Adrenalin on Strength and Toughness comes before the die is rolled (D5)."""
    blow = _the_blow(bout)
    if not haggle(bout, "damage", (blow.attacker, blow.target), (STRENGTH, TOUGHNESS)):
        _inflict(bout)


def answer_damage(bout: Bout, orders: Sequence[Order]) -> None:
    if not answered_haggle(bout, orders, "damage"):
        _inflict(bout)


def _the_blow(bout: Bout) -> Blow:
    if bout.blow is None:
        raise TypeError("nobody attacks")
    return bout.blow


def _inflict(bout: Bout) -> None:
    """Damage, tally, adrenalin, chart, wounds, in that order (D6)."""
    blow = _the_blow(bout)
    inflicted = _rolled_damage(bout, blow)
    attacker = bout.fighters[blow.attacker]
    first = attacker.first_damage or bout.blows
    bout.change(blow.attacker, damage=attacker.damage + inflicted, first_damage=first)
    bout.change(blow.target, wounds_lost=bout.fighters[blow.target].wounds_lost + inflicted)
    bout.earn(blow.attacker, "earned")
    cause = _critical(bout, blow, inflicted)
    if cause:
        _fall(bout, cause)
    else:
        _check_wounds(bout)


def _rolled_damage(bout: Bout, blow: Blow) -> int:
    """The damage after armour, at least 1. Dice: damage, mighty blow, hatred."""
    attacker, target = bout.fighters[blow.attacker], bout.fighters[blow.target]
    sides, mighty_die, hatred_die = damage_dice(attacker, target, mighty=attacker.mighty)
    face = bout.roll(sides, "damage", blow.attacker)
    mighty = bout.roll(mighty_die, "mighty blow", blow.attacker) if mighty_die else None
    hatred = bout.roll(hatred_die, "hatred", blow.attacker) if hatred_die else None
    total = face + (mighty or 0) + (hatred or 0)
    armour = target.scroll.armour[blow.aim]
    inflicted = max(total - armour, 1)
    if bout.logging:
        bout.tell(
            "damage",
            attacker=attacker.pit.name,
            target=target.pit.name,
            location=blow.aim,
            strength=attacker.level(STRENGTH),
            toughness=target.level(TOUGHNESS),
            die=f"D{sides}",
            face=face,
            mighty=mighty,
            hatred=hatred,
            total=total,
            armour=armour,
            damage=inflicted,
            wounds_before=target.wounds,
            wounds=target.wounds - inflicted,
            inflicted=attacker.damage + inflicted,
        )
    return inflicted


# --- critical damage --------------------------------------------------------------------------------------------


def _critical(bout: Bout, blow: Blow, inflicted: int) -> str:
    """Look up the chart and do what it says; by what the target is out at once, if he is."""
    charts = bout.rules.charts
    row = charts.row(blow.aim, inflicted)
    result = charts.results[row.result]
    suffer(bout, blow, row.result, blow.aim)
    scar = _scar(bout, blow) if result.scar else {}
    if bout.logging:
        target = bout.fighters[blow.target]
        bout.tell(
            "critical",
            target=target.pit.name,
            by=bout.name(blow.attacker),
            location=blow.aim,
            chart=charts.by_location[blow.aim][0],
            damage=inflicted,
            result=row.result,
            **scar,
            ad=target.ad(bout.turn),
            initiative=target.initiative,
            stunned_until=target.stunned_until,
            shaken_until=target.shaken_until,
            floored_until=target.floored_until,
            bleeds=target.harm.bleeds,
            bleeds_d3=target.harm.bleeds_d3,
            no_fast=target.harm.no_fast,
        )
    if result.trophy:
        bout.change(blow.attacker, trophy=bout.turn + 1)
    return result.out or bout.fighters[blow.target].harm.ruin


def suffer(bout: Bout, blow: Blow, key: str, place: str) -> None:
    """A critical result on the target: timers, points lost, and the list of injuries with what they come to."""
    fighter, charts = bout.fighters[blow.target], bout.rules.charts
    result = charts.results[key]
    injuries = (*fighter.injuries, Injury(key, place, blow.attacker)) if _lasts(result) else fighter.injuries
    harm = fighter.harm
    if injuries is not fighter.injuries:
        harm = harm_of(injuries, charts, ignores=fighter.scroll.ignores, before=fighter.pit.past)
    bout.change(
        blow.target,
        injuries=injuries,
        harm=harm,
        initiative_lost=fighter.initiative_lost + result.initiative,
        **_timed(fighter, result, bout.turn),
    )


def _lasts(result: ResultEntry) -> bool:
    """Whether it belongs on the list: everything but what has no effect or only a timed one."""
    of_list = (result.ad, result.initiative, result.ruins_leg, result.no_fast, result.severs, result.bleeds)
    return any(of_list) or bool(result.out) or result.campaign != type(result.campaign)()


@dataclass(frozen=True, slots=True)
class Timers:
    """For how many turns after this one each holds; none for what a result does not bring."""

    stunned: int | None
    shaken: int | None
    floored: int | None


def timers_of(scroll: Scroll, result: ResultEntry) -> Timers:
    """A scroll may shorten how long a head is stunned."""
    stunned = result.stuns_for
    if stunned is not None and scroll.stun_lasts is not None:
        stunned = scroll.stun_lasts
    shaken = None if result.shakes_for is None else result.shakes_for.turns
    return Timers(stunned, shaken, result.floors_for)


def _timed(fighter: Fighter, result: ResultEntry, turn: int) -> dict[str, int]:
    """The longest of what is there and what comes (D10)."""
    lasts, changes = timers_of(fighter.scroll, result), dict[str, int]()
    if lasts.stunned is not None:
        changes["stunned_until"] = max(fighter.stunned_until, turn + lasts.stunned)
    if lasts.shaken is not None and result.shakes_for is not None:
        changes["shaken_until"] = max(fighter.shaken_until, turn + lasts.shaken)
        changes["shaken_by"] = result.shakes_for.amount
    if lasts.floored is not None:
        changes["floored_until"] = max(fighter.floored_until, turn + lasts.floored)
    return changes


def _scar(bout: Bout, blow: Blow) -> dict[str, object]:
    """Roll for the scar; an ear or eye that is gone already is ignored (D20)."""
    face = bout.roll(10, "scar", blow.target)
    row = bout.rules.charts.scar(face)
    told: dict[str, object] = {"scar_face": face, "scar": row.result}
    if not row.loses:
        return told
    side = bout.roll(6, "left or right", blow.target)
    place = f"{'left' if side <= LEFT_UP_TO else 'right'}_{row.loses}"
    fighter = bout.fighters[blow.target]
    ignored = place in fighter.harm.gone or any(injury.place == place for injury in fighter.injuries)
    if not ignored:
        suffer(bout, blow, row.result, place)
    return {**told, "side_face": side, "scar_place": place, "scar_ignored": ignored}


# --- still standing? --------------------------------------------------------------------------------------------


def _check_wounds(bout: Bout) -> None:
    """At 0 or less he falls, unless adrenalin can keep him on his feet and he wants it to (R5)."""
    blow = _the_blow(bout)
    target = bout.fighters[blow.target]
    if target.wounds > 0:
        _end(bout)
    elif target.wounds + BOOST * len(target.counters) > 0:
        bout.ask("stand", blow.target)
    else:
        _fall(bout, "wounds")


def stand_options(fight: PitFight, place: int) -> tuple[Boost, ...]:
    return boosts(place, WOUNDS)


def answer_stand(bout: Bout, orders: Sequence[Order]) -> None:
    order = orders[0]
    if not isinstance(order, Boost):
        raise TypeError(order)
    if order.on is None:
        _fall(bout, "wounds")
    else:
        bout.boost(order.fighter, WOUNDS)
        _check_wounds(bout)


def _fall(bout: Bout, cause: str) -> None:
    blow = _the_blow(bout)
    bout.take_out(blow.target, cause, blow.attacker)
    _end(bout)


def _end(bout: Bout) -> None:
    bout.blow = None
    bout.acted()
