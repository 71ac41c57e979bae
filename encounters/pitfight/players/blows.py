"""The odds of a blow, exactly, and what it is worth, by judgement.

Odds come from the engine's own rules, over all faces of the dice. Worth is counted in Wounds: what a Wound is to the
one who loses it, so that a fighter taken out, a stun or an arm gone can be weighed against each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from encounters.pitfight.attacks import HIT, MISS, ROLL_OFF, Verdict, natural, verdict
from encounters.pitfight.criticals import Harm, Injury, harm_of
from encounters.pitfight.damage import timers_of
from encounters.pitfight.levels import WEAPON_SKILL
from encounters.pitfight.scrolls import PitRules, Scroll
from encounters.pitfight.state import Fighter

D20 = range(1, 21)
TAKEN_OUT = 20.0
A_RUSH = 3.0
A_POINT_OF_AD = 1.2
AN_INITIATIVE_HALVED = 2.5
BLEEDING = 2.5
NO_MORE_FAST_MOVES = 0.7
A_TURN_STUNNED = 3.0
A_TURN_SHAKEN = 0.4
A_TURN_FLOORED = 1.0
A_POINT_OF_INITIATIVE = 0.15

# --- odds -------------------------------------------------------------------------------------------------------


@cache
def roll_off_chance(lead: int) -> float:
    """That an attacker hits whose total is so much greater before the dice are rolled (6.3, 6.4)."""
    hits = 0
    for attack, defence in product(D20, D20):
        by_itself = natural(attack, defence)
        hits += attack + lead > defence if by_itself is None else by_itself
    return hits / 400


@cache
def push_off_chance(lead: int) -> float:
    """That the one wins whose total is so much greater before the dice; equal totals are rolled again (5.3)."""
    won = sum(one + lead > other for one, other in product(D20, D20))
    even = sum(one + lead == other for one, other in product(D20, D20))
    return won / (400 - even)


@cache
def damage_chances(dice: tuple[int, ...], armour: int) -> tuple[float, ...]:
    """``[n]`` is the chance of at least so much damage after armour; none beyond the end."""
    totals = {0: 1.0}
    for sides in filter(None, dice):
        thrown: dict[int, float] = {}
        for total, face in product(totals, range(1, sides + 1)):
            thrown[total + face] = thrown.get(total + face, 0.0) + totals[total] / sides
        totals = thrown
    most = max(max(totals) - armour, 1)
    return tuple(sum(odds for one, odds in totals.items() if max(one - armour, 1) >= n) for n in range(most + 2))


# --- worth ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Body:
    """What decides how much a hit does to somebody. All of it stays the same between two hits."""

    scroll: Scroll
    past: Harm
    injuries: tuple[Injury, ...]
    gone: tuple[str, ...]
    wounds: int


def body_of(fighter: Fighter) -> Body:
    return Body(fighter.scroll, fighter.pit.past, fighter.injuries, fighter.harm.gone, fighter.wounds)


@dataclass(frozen=True, slots=True)
class Hits:
    """By location: what a hit there is worth, and how likely it keeps the target from striking back in this turn."""

    locations: tuple[str, ...]
    worth: tuple[float, ...]
    stops: tuple[float, ...]


@lru_cache(maxsize=4096)
def hits_on(rules: PitRules, body: Body, dice: tuple[int, ...]) -> Hits:
    """For each location that is not cut off."""
    locations = tuple(one for one in rules.locations if one not in body.gone)
    each = [_hit(rules, body, dice, location) for location in locations]
    return Hits(locations, tuple(A_RUSH + worth for worth, _ in each), tuple(stops for _, stops in each))


def _hit(rules: PitRules, body: Body, dice: tuple[int, ...], location: str) -> tuple[float, float]:
    chances = damage_chances(dice, body.scroll.armour[location])
    fatal = len(chances) - 1
    worth, out, stunned = sum(chances[1 : max(body.wounds, 0) + 1]), 0.0, 0.0
    for row in rules.charts.charts[rules.charts.by_location[location][0]]:
        first, beyond = min(row.first, fatal), min(fatal if row.to is None else row.to + 1, fatal)
        result = _result(rules, body.scroll, body.past, body.injuries, row.result, location)
        falls = first if result.out else min(max(first, body.wounds), beyond)
        out += chances[falls] - chances[beyond]
        stands = chances[first] - chances[falls]
        worth += stands * result.worth
        stunned += stands * result.stuns
    return worth + out * TAKEN_OUT, out + stunned


@dataclass(frozen=True, slots=True)
class _Result:
    worth: float
    out: bool
    stuns: bool


@lru_cache(maxsize=4096)
def _result(
    rules: PitRules, scroll: Scroll, past: Harm, injuries: tuple[Injury, ...], key: str, location: str
) -> _Result:
    """What a critical result takes from one who goes on fighting with it, beside those that he has."""
    result = rules.charts.results[key]
    before = harm_of(injuries, rules.charts, ignores=scroll.ignores, before=past)
    after = harm_of((*injuries, Injury(key, location, 0)), rules.charts, ignores=scroll.ignores, before=past)
    lasts = timers_of(scroll, result)
    worth = (
        A_POINT_OF_AD * (before.ad - after.ad)
        + AN_INITIATIVE_HALVED * (after.halvings - before.halvings)
        + BLEEDING * (after.bleeds - before.bleeds + 2 * (after.bleeds_d3 - before.bleeds_d3))
        + NO_MORE_FAST_MOVES * (after.no_fast - before.no_fast)
        + A_POINT_OF_INITIATIVE * result.initiative
        + A_TURN_STUNNED * _turns(lasts.stunned)
        + A_TURN_SHAKEN * _turns(lasts.shaken)
        + A_TURN_FLOORED * _turns(lasts.floored)
    )
    return _Result(worth, bool(result.out or after.ruin), lasts.stunned is not None)


def _turns(lasts: int | None) -> int:
    """How many turns something holds that lasts for so many after this one."""
    return 0 if lasts is None else lasts + 1


# --- one fighter's blow at another ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Promise:
    """What a blow promises while both guess at random: ``worth`` and ``stops`` without a roll-off, and what the
    chance to win one adds to each."""

    worth: float
    by_roll: float
    stops: float
    stops_by_roll: float

    def at(self, chance: float) -> tuple[float, float]:
        return self.worth + self.by_roll * chance, self.stops + self.stops_by_roll * chance


@lru_cache(maxsize=4096)
def promise(rules: PitRules, body: Body, dice: tuple[int, ...]) -> Promise:
    hits = hits_on(rules, body, dice)
    fates = verdicts(rules, hits.locations)
    sure, rolled = ([row.count(fate) / len(row) ** 2 for row in fates] for fate in (HIT, ROLL_OFF))
    return Promise(_sum(hits.worth, sure), _sum(hits.worth, rolled), _sum(hits.stops, sure), _sum(hits.stops, rolled))


def _sum(of: tuple[float, ...], weights: list[float]) -> float:
    return sum(one * weight for one, weight in zip(of, weights, strict=True))


@lru_cache(maxsize=4096)
def verdicts(rules: PitRules, locations: tuple[str, ...]) -> tuple[tuple[Verdict, ...], ...]:
    """For each aim (rows) and guard (columns)."""
    return tuple(tuple(verdict(rules, aim, guard) for guard in locations) for aim in locations)


def lead(attacker: Fighter, target: Fighter, by_hex: int, turn: int) -> int:
    """How much greater the attacker's total is before the dice; ``by_hex`` is what the hexes add to it."""
    skills = attacker.level(WEAPON_SKILL) - target.level(WEAPON_SKILL)
    return skills + by_hex + attacker.ad(turn) - target.ad(turn)


@lru_cache(maxsize=4096)
def game(rules: PitRules, hits: Hits, chance: float) -> tuple[tuple[float, ...], ...]:
    """What the attacker gains where he aims at one location (rows) and the target guards one (columns)."""
    odds = {MISS: 0.0, ROLL_OFF: chance, HIT: 1.0}
    fates = verdicts(rules, hits.locations)
    return tuple(tuple(worth * odds[fate] for fate in row) for row, worth in zip(fates, hits.worth, strict=True))
