"""Resolving attacks: targets, hidden locations, the roll-off (6.0 to 6.4; rulings A1 to A14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from encounters.pitfight.bout import Bout
from encounters.pitfight.damage import strike_home
from encounters.pitfight.haggling import answered_haggle, haggle
from encounters.pitfight.hexes import arena
from encounters.pitfight.levels import WEAPON_SKILL
from encounters.pitfight.moves import delay, may_delay
from encounters.pitfight.orders import Aim, Boost, Order, Strike, aims, strikes
from encounters.pitfight.scrolls import PitRules, Scroll
from encounters.pitfight.state import END_PHASE, Blow, Fighter, PitFight
from encounters.pitfight.turn_order import due, line_up, speed

FUMBLE, TRIUMPH = 1, 20

Verdict = Literal["miss", "roll_off", "hit"]
MISS: Verdict = "miss"
ROLL_OFF: Verdict = "roll_off"
HIT: Verdict = "hit"


def resolve_attacks(bout: Bout) -> None:
    """Let the next fighter with somebody to attack do so, or end the turn."""
    if bout.to_ask is None:
        ready = still_to_strike(bout)
        if not ready:
            bout.step, bout.waiting = END_PHASE, ()
            return
        line_up(bout, ready, _may_interrupt)
    acting = due(bout)
    if not bout.question:
        bout.ask("strike", acting)


def _may_interrupt(fighter: Fighter) -> bool:
    return not fighter.mighty


def still_to_strike(fight: PitFight | Bout) -> list[int]:
    """Those who may still attack this turn and have somebody to attack."""
    neighbours = arena(fight.terms.radius).neighbours
    taken = {fighter.hex for fighter in fight.fighters if fighter.hex}
    return [
        place
        for place, fighter in enumerate(fight.fighters)
        if not fighter.struck
        and fighter.hex
        and fight.turn > fighter.stunned_until
        and not taken.isdisjoint(map(neighbours[fighter.hex].__getitem__, fighter.scroll.reach[fighter.facing]))
    ]


def bearing(fight: PitFight | Bout, of: int, to: int) -> int | None:
    """In which direction, relative to his facing, the other stands beside a fighter; none where he does not."""
    fighter, other = fight.fighters[of], fight.fighters[to]
    if fighter.hex is None or other.hex is None:
        return None
    direction = arena(fight.terms.radius).towards.get((fighter.hex, other.hex))
    return None if direction is None else (direction - fighter.facing) % 6


def targets(fight: PitFight | Bout, place: int) -> tuple[int, ...]:
    """Everybody beside him in a hex that has an attack modifier (6.1)."""
    fighter, towards = fight.fighters[place], arena(fight.terms.radius).towards
    here, facing, attack = fighter.hex, fighter.facing, fighter.scroll.attack
    return tuple(
        [
            one
            for one, other in enumerate(fight.fighters)
            if (direction := towards.get((here, other.hex))) is not None and attack[direction - facing] is not None
        ]
    )


def strike_options(fight: PitFight, place: int) -> tuple[Strike | Boost, ...]:
    delays = bool(fight.fighters[place].counters) and may_delay(fight, still_to_strike(fight))
    return strikes(place, targets(fight, place), delays)


def answer_strike(bout: Bout, orders: Sequence[Order]) -> None:
    order = orders[0]
    if isinstance(order, Boost):
        delay(bout, order)
    elif isinstance(order, Strike):
        bout.change(order.fighter, struck=True)
        if order.target is None:
            _tell_waived(bout, order.fighter)
            bout.acted()
        else:
            bout.blow = Blow(order.fighter, order.target)
            bout.ask("aim", order.fighter, order.target)


def _tell_waived(bout: Bout, place: int) -> None:
    if bout.logging:
        bout.tell("attack", attacker=bout.name(place), target=None, initiative=speed(bout, place)[0])


# --- locations --------------------------------------------------------------------------------------------------


def aim_options(fight: PitFight, place: int) -> tuple[Aim, ...]:
    """The target's locations, without those that are cut off (A7)."""
    if fight.blow is None:
        raise TypeError("nobody attacks")
    locations = fight.rules.locations
    gone = fight.fighters[fight.blow.target].harm.gone
    return aims(place, tuple(one for one in locations if one not in gone) if gone else locations)


def verdict(rules: PitRules, aim: str, guard: str) -> Verdict:
    """The same location misses, one that is not beside it hits, all else is a roll-off (6.2)."""
    if aim == guard:
        return MISS
    return ROLL_OFF if guard in rules.beside[aim] else HIT


def answer_aims(bout: Bout, orders: Sequence[Order]) -> None:
    """Both have chosen."""
    blow = _the_blow(bout)
    chosen = {order.fighter: order.location for order in orders if isinstance(order, Aim)}
    aim, guard = chosen[blow.attacker], chosen[blow.target]
    bout.blows += 1
    bout.quiet = -1
    bout.change(blow.attacker, fought=True)
    bout.change(blow.target, fought=True)
    bout.blow = Blow(blow.attacker, blow.target, aim)
    fate = verdict(bout.rules, aim, guard)
    if bout.logging:
        _tell_attack(bout, bout.blow, guard, fate)
    if fate == ROLL_OFF:
        _roll_off(bout)
    elif fate == HIT:
        strike_home(bout)
    else:
        missed(bout)


def _the_blow(bout: Bout) -> Blow:
    if bout.blow is None:
        raise TypeError("nobody attacks")
    return bout.blow


def missed(bout: Bout) -> None:
    bout.blow = None
    bout.acted()


def _tell_attack(bout: Bout, blow: Blow, guard: str, fate: Verdict) -> None:
    bout.tell(
        "attack",
        attacker=bout.name(blow.attacker),
        target=bout.name(blow.target),
        number=bout.blows,
        initiative=speed(bout, blow.attacker)[0],
        mighty=bout.fighters[blow.attacker].mighty,
        bearing=bearing(bout, blow.attacker, blow.target),
        aim=blow.aim,
        guard=guard,
        verdict=fate,
    )


# --- the roll-off -----------------------------------------------------------------------------------------------


def _roll_off(bout: Bout) -> None:
    blow = _the_blow(bout)
    rolls = bout.roll(20, "attack", blow.attacker), bout.roll(20, "defence", blow.target)
    bout.blow = Blow(blow.attacker, blow.target, blow.aim, rolls)
    sides = (blow.attacker, blow.target)
    if natural(*rolls) is None and haggle(bout, "roll_off", sides, (WEAPON_SKILL, WEAPON_SKILL)):
        return
    _settle_roll_off(bout)


def answer_roll_off(bout: Bout, orders: Sequence[Order]) -> None:
    if not answered_haggle(bout, orders, "roll_off"):
        _settle_roll_off(bout)


def natural(attack: int, defence: int) -> bool | None:
    """Whether a 1 or a 20 hits or misses by itself; none where the totals decide (6.4, A10)."""
    if attack in (FUMBLE, TRIUMPH):
        return attack == TRIUMPH
    if defence in (FUMBLE, TRIUMPH):
        return defence == FUMBLE
    return None


def modified(attacker: Scroll, ahead: int, target: Scroll, behind: int) -> tuple[int, int] | None:
    """The attacker's modifier for the hex that the target is in, the target's for the attacker's (A5), each relative
    to the owner's facing; none where the attack cannot be made (6.1)."""
    attack = attacker.attack[ahead]
    return None if attack is None else (attack, target.defence[behind])


def modifiers(fight: PitFight | Bout, attacker: int, target: int) -> tuple[int, int]:
    """Both by where the two stand now; injuries are apart."""
    ahead, behind = bearing(fight, attacker, target), bearing(fight, target, attacker)
    if ahead is None or behind is None:
        raise TypeError("they do not stand side by side")
    by_hex = modified(fight.fighters[attacker].scroll, ahead, fight.fighters[target].scroll, behind)
    if by_hex is None:
        raise TypeError("he cannot be attacked from there")
    return by_hex


def _settle_roll_off(bout: Bout) -> None:
    """The attacker hits with the higher total; an equal one misses (6.3)."""
    blow = _the_blow(bout)
    if blow.rolls is None:
        raise TypeError("nothing was rolled")
    sides = (bout.fighters[blow.attacker], bout.fighters[blow.target])
    by_hex = modifiers(bout, blow.attacker, blow.target)
    skills = [fighter.level(WEAPON_SKILL) for fighter in sides]
    injuries = [fighter.ad(bout.turn) for fighter in sides]
    totals = [sum(parts) for parts in zip(blow.rolls, skills, by_hex, injuries, strict=True)]
    by_itself = natural(*blow.rolls)
    hits = totals[0] > totals[1] if by_itself is None else by_itself
    if bout.logging:
        bout.tell(
            "roll_off",
            attacker=sides[0].pit.name,
            target=sides[1].pit.name,
            faces=list(blow.rolls),
            weapon_skill=skills,
            modifiers=list(by_hex),
            injuries=injuries,
            totals=totals,
            natural=None if by_itself is None else "hit" if by_itself else "miss",
            hit=hits,
        )
    if hits:
        strike_home(bout)
    else:
        missed(bout)
