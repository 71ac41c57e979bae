"""The odds of a fight: an attack, a round of four, a duel; and icepool reckoning the same four attacks."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from random import Random
from statistics import median
from typing import Any

import icepool

from encounters.duel import chances
from encounters.duel.duel import Match
from tests.benchmarks.figures import Figure
from tests.books import rulebook
from tests.encounters.duel.arena import man, match, volley
from tests.encounters.duel.matchups import side

ROUNDS, MATCHUPS, WARRIORS = 7, 60, 15
# What is kept from one matchup to the next; it is forgotten each time, so that every figure is that of a new matchup.
TABLES = (chances.wounds_of, chances.injuries, chances.hits_of, chances._rolled)
ATTACKER, DEFENDER = "ws=4,s=4,a=4,weapon=axe", "ws=3,t=4,equipment=heavy_armour+sword"
PARRYING = "ws=3,t=4,w=2,equipment=heavy_armour+helmet+sword"


def milliseconds(act: Callable[[], Any], times: int) -> float:
    """The median of rounds of the processor's own time for one, each with so many."""
    taken = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        for _ in range(times):
            for table in TABLES:
                table.cache_clear()
            act()
        taken.append((time.process_time() - begun) * 1000 / times)
    return median(taken)


def with_icepool() -> icepool.Die[Any]:
    """Four attacks without a parry: 3+ to hit, 4+ to wound, a save of 6+, one critical, the worst injury die. What one
    attack does is reckoned once for each of the two states that matter to it."""
    d6 = icepool.d6
    injuries = {bonus: d6.map(lambda face, bonus=bonus: (min(face + bonus, 6) + 1) // 2) for bonus in (0, 2)}

    def saved(still: bool, dice: int) -> Any:
        return d6.map(lambda save: (still, 0) if save == 6 else _worst(dice, injuries[0], still=still))

    def critical(kind: int) -> Any:
        return saved(False, 2) if kind <= 2 else _worst(2, injuries[2 if kind > 4 else 0], still=False)

    def attack(still: bool) -> Any:
        nothing, plain = icepool.Die([(still, 0)]), saved(still, 1)
        six = d6.map(critical) if still else plain
        wounded = d6.map({1: nothing, 2: nothing, 3: nothing, 4: plain, 5: plain, 6: six})
        return d6.map(lambda hit: wounded if hit >= 3 else nothing)

    each = {still: attack(still) for still in (True, False)}
    state: icepool.Die[Any] = icepool.Die([(True, 0)])
    for _ in range(4):
        state = state.map(lambda still, worst: each[still].map(lambda after, got: (after, max(worst, got))))
    return state


def _worst(dice: int, injury: icepool.Die[int], *, still: bool) -> Any:
    return icepool.highest([injury] * dice).map(lambda result: (still, result))


def the_same() -> None:
    """Both must say the same, or their times say nothing."""
    die = with_icepool()
    out = sum((Fraction(die.probability(state)) for state in die if state[1] == 3), Fraction(0))
    told = volley("ws=4,s=4,a=4,weapon=sword", "ws=3,t=4,equipment=heavy_armour+axe")
    assert told["out_of_action"] == out


def duels(pairs: Iterable[tuple[str, str]]) -> list[float]:
    """How long each of these duels took, in milliseconds of the processor, the shortest first."""
    taken = []
    for attacker, defender in pairs:
        asked = match(attacker, defender, "charging")
        # What other figures left behind is not swept up in this one's time.
        gc.collect()
        begun = time.process_time()
        asked.duel()
        taken.append((time.process_time() - begun) * 1000)
    return sorted(taken)


def random_pairs() -> list[tuple[str, str]]:
    chance = Random(1)
    return [(side(chance).text, side(chance).text) for _ in range(MATCHUPS)]


def beasts() -> list[tuple[str, str]]:
    """Each great beast against each: of all that is printed, these have the most Wounds and limbs."""
    keys = [f"creature:{key}" for key in rulebook().great_beasts]
    return list(product(keys, keys))


# Whoever types the most into an address: Wounds without end, a hundred rounds, twenty attacks against two parries, dice
# of the battle's beginning, and as many states as are still solved.
MANY = "a=10,weapon=sword+sword,rules=frenzy,skills=master_of_blades,equipment=lucky_charm+crimson_shade"
WORST = (
    ("w=10,s=1,t=4,weapon=sword",) * 2,
    (f"w=10,s=1,t=4,{MANY}",) * 2,
    (f"w=5,s=3,t=4,{MANY}", f"w=4,s=3,t=4,{MANY}"),
    ("creature:young_hydra", "w=10,a=4,s=10,t=6,weapon=axe,equipment=crimson_shade+lucky_charm"),
    ("creature:young_hydra",) * 2,
    ("s=2,w=10,t=10,a=10,weapon=sword", "creature:young_hydra"),
)


def worst_duel() -> float:
    """Seconds of the processor for the longest of the hardest duels."""
    taken = []
    for attacker, defender in WORST:
        asked = match(attacker, defender)
        gc.collect()
        begun = time.process_time()
        asked.duel()
        taken.append(time.process_time() - begun)
    return max(taken)


def heat_map() -> float:
    """Seconds of the processor for a map of fifteen warriors against fifteen others, all different, nothing kept."""
    chance = Random(2)
    ours, foes = ([man(side(chance).text) for _ in range(WARRIORS)] for _ in range(2))
    for table in TABLES:
        table.cache_clear()
    begun = time.process_time()
    for one in ours:
        for foe in foes:
            Match(one, foe, "charging").one_round  # noqa: B018  (reckoned when it is asked for)
    return time.process_time() - begun


def measure() -> Iterator[Figure]:
    the_same()
    plain = match("ws=4,s=4,a=4,weapon=sword", "ws=3,t=4,equipment=heavy_armour+axe")
    parried = match(ATTACKER, PARRYING)
    theirs = milliseconds(with_icepool, 20)
    single = milliseconds(lambda: plain.one_attack, 50)
    yield Figure("Odds: one attack", f"{single:.2f} ms", "bound 0.5 ms")
    ours = milliseconds(lambda: plain.one_round, 50)
    yield Figure(
        "Odds: four attacks", f"{ours:.2f} ms", f"icepool: {theirs:.2f} ms; bound 5 ms", f"× {theirs / ours:.1f}"
    )
    yield Figure(
        "Odds: four attacks, one parried", f"{milliseconds(lambda: parried.one_round, 20):.2f} ms", "bound 5 ms"
    )
    for what, asked in (("1 to 3 Wounds and 1 to 4 Attacks", random_pairs()), ("two great beasts", beasts())):
        taken = duels(asked)
        longest = f"longest of {len(taken)}: {taken[-1]:.0f} ms; bound 50 ms"
        yield Figure(f"Odds: a duel, {what}", f"{median(taken):.0f} ms", longest)
    yield Figure("Odds: the hardest of duels that may be typed", f"{worst_duel():.2f} s", "bound 0.5 s")
    yield Figure("Odds: a map of 15 by 15, one round a cell", f"{heat_map():.2f} s", "bound 1.5 s")
