"""What might have happened in a battle: a whole report that its players could have made.

Winners, those put out of action and by whom, routs, alliances, drugs and mushrooms, shards, shared victories and games
ended by agreement. Everything is drawn from a generator that is handed in and never from the game's dice.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from campaigns.battle.forces import Fighter, Force
from campaigns.battle.reports import completed, may_earn, most_points
from campaigns.battle.told import Earned, Fallen, Loot, SideTold, Told, in_order
from mordheim.rules.schema import Award, Scenario
from mordheim.rules.snapshot import Piece

# How often.
BY_AGREEMENT, DRAWN, SHARED = 0.06, 0.05, 0.25
NAMED, BY_A_HERO = 0.85, 0.6
USES_A_THING, STRANGLED = 0.6, 0.25
EARNS, FINDS_LOOT, FINDS_A_THING = 0.35, 0.15, 0.3
# How many in a hundred fall, of who wins, draws and loses: at least, at most.
FALL = {"won": (0, 30), "drew": (0, 40), "lost": (15, 75)}
ROUTS_FROM = 0.25
MOST_SHARDS, MOST_GOLD = 3, 20


def fight(forces: Sequence[Force], scenario: Scenario | None, chance: random.Random) -> Told:
    """A report of all sides that `check_told` lets pass."""
    results, by_agreement = _results(forces, chance)
    sides = [_side(force, result, forces, scenario, chance) for force, result in zip(forces, results, strict=True)]
    sides = [_upright(side, force) for side, force in zip(sides, forces, strict=True)]
    told = Told(tuple(sides), by_agreement)
    return completed(_with_finds(told, chance), forces)


# --- who wins -------------------------------------------------------------------------------------------------------


def _results(forces: Sequence[Force], chance: random.Random) -> tuple[list[str], bool]:
    alliances = sorted({force.alliance for force in forces})
    if chance.random() < BY_AGREEMENT:
        if chance.random() < 0.5:
            return ["drew"] * len(forces), True
        return ["won"] * len(forces), True
    if chance.random() < DRAWN:
        return ["drew"] * len(forces), False
    winners = {_winner(forces, alliances, chance)}
    if len(alliances) > 2 and chance.random() < SHARED:
        winners.add(_winner(forces, alliances, chance))
    return ["won" if force.alliance in winners else "lost" for force in forces], False


def _winner(forces: Sequence[Force], alliances: Sequence[int], chance: random.Random) -> int:
    weights = [sum(force.rating + 20 for force in forces if force.alliance == one) for one in alliances]
    return chance.choices(alliances, weights)[0]


# --- one side -------------------------------------------------------------------------------------------------------


def _side(
    force: Force, result: str, forces: Sequence[Force], scenario: Scenario | None, chance: random.Random
) -> SideTold:
    fallen = tuple(_fallen(force, result, forces, chance))
    used = {name: keys for fighter in force.standing for name, keys in _used(fighter, fallen, chance)}
    return SideTold(
        result=result,  # type: ignore[arg-type]
        routed=result == "lost" and _lost_enough(force, fallen) and chance.random() < 0.7,
        fallen=fallen,
        earned=tuple(_earned(force, scenario, chance)),
        used=used,
        carried=Loot(shards=chance.choice((0, 0, 0, 1, 1, 2, MOST_SHARDS))),
    )


def _lost_enough(force: Force, fallen: Sequence[Fallen]) -> bool:
    return sum(one.count for one in fallen) >= ROUTS_FROM * force.began


def _fallen(force: Force, result: str, forces: Sequence[Force], chance: random.Random) -> Iterator[Fallen]:
    """As many as the result makes likely; whoever has not lost keeps somebody on his feet."""
    low, high = FALL[result]
    stood = [fighter for fighter in force.standing for _ in range(fighter.size)]
    count = len(stood) * chance.randint(low, high) // 100
    if result != "lost":
        count = min(count, len(stood) - 1)
    for fighter in chance.sample(stood, max(0, count)):
        if fighter.strangles and chance.random() < STRANGLED:
            yield Fallen(fighter.name, strangled=1)
        else:
            yield _by_somebody(fighter.name, force, forces, chance)


def _by_somebody(name: str, force: Force, forces: Sequence[Force], chance: random.Random) -> Fallen:
    enemies = [enemy for enemy in forces if enemy.is_against(force) and enemy.standing]
    if not enemies:
        return Fallen(name)
    enemy = chance.choice(enemies)
    if chance.random() > NAMED:
        return Fallen(name, by_side=chance.choice((None, enemy.place)))
    heroes = [fighter for fighter in enemy.standing if fighter.is_hero]
    pool = heroes if heroes and chance.random() < BY_A_HERO else list(enemy.standing)
    return Fallen(name, by_side=enemy.place, by=chance.choice(pool).name)


def _used(fighter: Fighter, fallen: Sequence[Fallen], chance: random.Random) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Who was strangled had swung his chain, so that he had taken his mushrooms."""
    swung = any(one.name == fighter.name and one.strangled for one in fallen)
    keys = tuple(thing.key for thing in fighter.things if swung or chance.random() < USES_A_THING)
    if keys:
        yield fighter.name, keys


def _earned(force: Force, scenario: Scenario | None, chance: random.Random) -> Iterator[Earned]:
    for award in scenario.awards if scenario else ():
        could = [fighter for fighter in force.standing if may_earn(award, fighter)]
        if could and chance.random() < EARNS:
            yield Earned(award.key, chance.choice(could).name, _points(award, chance))


def _points(award: Award, chance: random.Random) -> int:
    if isinstance(award.amount, int):
        return award.amount
    return chance.randint(1, most_points(award))


def _upright(side: SideTold, force: Force) -> SideTold:
    """Whoever has nobody left on his feet has lost."""
    wiped_out = force.began > 0 and side.losses >= force.began
    return replace(side, result="lost") if wiped_out else side


# --- what the winners find ------------------------------------------------------------------------------------------


def _with_finds(told: Told, chance: random.Random) -> Told:
    """Loot for the winners, split to the last piece where several share the victory."""
    if not told.winners or chance.random() > FINDS_LOOT:
        return told
    shares = [_share(chance) for _ in told.winners]
    found = Loot()
    for share in shares:
        found += share
    given = dict(zip(told.winners, shares, strict=True))
    sides = tuple(replace(side, share=given.get(place, Loot())) for place, side in enumerate(told.sides))
    return replace(told, sides=sides, found=found)


def _share(chance: random.Random) -> Loot:
    things = (Piece(chance.choice(COMMON)),) if chance.random() < FINDS_A_THING else ()
    return Loot(chance.randint(0, MOST_GOLD), chance.randint(0, 1), in_order(things))


COMMON = ("sword", "shield", "helmet", "axe", "bow")


@dataclass(frozen=True)
class Meeting:
    """Who meets whom: the places of the warbands, and an alliance for each."""

    who: tuple[int, ...]
    alliances: tuple[int, ...]


def meeting(present: int, chance: random.Random, *, most: int = 8) -> Meeting:
    """Two of those present, and now and then more of them, some of them allied."""
    sizes = (2, 2, 2, 2, 2, 3, 3, 4, min(6, most), most)
    size = min(present, most, chance.choice(sizes))
    who = tuple(chance.sample(range(present), size))
    alliances = list(range(1, size + 1))
    if size > 2 and chance.random() < 0.4:
        alliances[1] = alliances[0]
    return Meeting(who, tuple(alliances))
