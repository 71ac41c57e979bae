"""Random skirmishes, looked at after every order: they end, and what has to be true stays true."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from encounters.hitchance.acting import OPTIONS, hands_for
from encounters.hitchance.afterwards import carry_out, offered, write_later
from encounters.hitchance.bout import Event
from encounters.hitchance.engine import apply, is_rolling, legal_orders
from encounters.hitchance.notation import write_order, write_skirmish
from encounters.hitchance.odds import attack_odds
from encounters.hitchance.offering import offer_of
from encounters.hitchance.orders import Attack, Order
from encounters.hitchance.players import Player, computer, next_order, play_out, random_player
from encounters.hitchance.rounds import due
from encounters.hitchance.state import BLOCKS, OVER, Fighter, Skirmish
from encounters.hitchance.telling import KINDS, sentence
from encounters.hitchance.throwing import coming
from mordheim.rules.dice import SeededDice
from tests.encounters.hitchance.stage import RULES, random_skirmish

FIGHTS, SOAK, STRIDE = 500, 5_000, 125
# At one step of so many it is looked at what a page would show.
LOOKED_AT = 8
MOST_AFTERWARDS = 200


class HeardDice(SeededDice):
    """Seeded dice that keep sides and face of every roll."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rolls: list[list[int]] = []

    def roll(self, sides: int, what_for: str) -> int:
        face = super().roll(sides, what_for)
        self.rolls.append([sides, face])
        return face


def any_player(seed: int) -> Player:
    """Now the computer, now anything that is legal."""
    chance = Random(seed)
    good, wild = computer(chance), random_player(chance)

    def order(skirmish: Skirmish, fighter: int) -> Order:
        return (wild if chance.random() < 0.3 else good)(skirmish, fighter)

    return order


def watched(seed: int) -> tuple[Skirmish, list[Event], HeardDice]:
    skirmish, player, dice = random_skirmish(seed), any_player(seed), HeardDice(seed)
    events: list[Event] = []
    seen: tuple[Fighter, ...] = ()
    while skirmish.step != OVER:
        check(skirmish, seen)
        seen = skirmish.fighters
        order = next_order(skirmish, player)
        wanted = check_shown(skirmish, order) if (skirmish.version + seed) % LOOKED_AT == 0 else []
        before, rolled = skirmish, len(dice.rolls)
        skirmish, happened = apply(skirmish, order, dice, version=skirmish.version)
        check_step(before, skirmish)
        assert wanted == [sides for sides, _ in dice.rolls[rolled:]][: len(wanted)], "these dice and no others"
        events += happened
    check(skirmish, ())
    return skirmish, events, dice


def check_shown(skirmish: Skirmish, order: Order) -> list[int]:
    """What a page has of it holds together; the sides of the dice that it asks for."""
    for place in skirmish.asked:
        offer_of(skirmish, place)
    wanted = [one.sides for one in coming(skirmish, write_order(order))]
    if isinstance(order, Attack):
        blows = [one for one in attack_odds(skirmish, order.fighter, order.target, order.weapon) if one]
        assert [sum(one.outcomes.values()) for one in blows] == [1] * len(blows)
        assert wanted[: len(blows)] == [one.blow.die for one in blows]
    return wanted


def tidied_up(skirmish: Skirmish, seed: int) -> Skirmish:
    """The skirmish after all that is left to do once it is over."""
    chance, dice = Random(seed), HeardDice(seed)
    for _ in range(MOST_AFTERWARDS):
        if not (left := offered(skirmish)):
            return skirmish
        later, rolled = chance.choice(left), len(dice.rolls)
        wanted = [one.sides for one in coming(skirmish, write_later(later))]
        skirmish, told = carry_out(skirmish, later, dice)
        assert wanted == [sides for sides, _ in dice.rolls[rolled:]][: len(wanted)]
        assert all(sentence(event, RULES) for event in told)
    raise AssertionError("it never ends")


def check(skirmish: Skirmish, seen: tuple[Fighter, ...]) -> None:
    standing = [one.at for one in skirmish.fighters if not one.lost]
    assert len(set(standing)) == len(standing)
    assert bool(skirmish.asked) + is_rolling(skirmish) + (skirmish.step == OVER) == 1
    assert bool(due(skirmish)) == is_rolling(skirmish)
    assert not skirmish.asked or skirmish.step in BLOCKS
    assert (skirmish.outcome is not None) == (skirmish.step == OVER)
    for place, fighter in enumerate(skirmish.fighters):
        if not seen or fighter is not seen[place]:
            check_fighter(skirmish, fighter)


def check_fighter(skirmish: Skirmish, fighter: Fighter) -> None:
    turn = RULES.rounds.turn
    assert skirmish.ground.has(fighter.at)
    assert 0 <= fighter.majors <= turn.majors
    assert 0 <= fighter.minors <= turn.minors
    assert 0 <= fighter.frees <= turn.frees
    assert 0 <= fighter.defences <= max(1, fighter.who.level)
    assert 0 <= fighter.squares < RULES.rounds.movement.squares
    assert len(fighter.worn) <= 3
    assert sum(hands_for(RULES, thing.key) for thing in fighter.held) <= 2
    assert all(thing.chits <= RULES.ranged[thing.key].reload for thing in fighter.held if thing.chits)
    assert 2 <= RULES.hit_chance(fighter.who.level, len(fighter.pieces)) <= 10
    assert bool(fighter.lost) == bool(fighter.lost_round) or fighter.lost == "unconscious"
    assert not (fighter.lost in ("dead", "fled") and fighter.dice)
    assert not (fighter.lost == "downed" and (fighter.held or not fighter.prone or fighter.stunned_until))
    assert not (fighter.who.nameless and fighter.lost and fighter.dice)
    assert sum(die.kind == "downed" for die in fighter.dice) <= 1
    assert not fighter.die("downed") or fighter.lost == "downed"
    assert all(die.size in (0, *RULES.dice.shrinking.sizes) and die.since <= skirmish.round for die in fighter.dice)
    assert fighter.stunned_until <= skirmish.round + 1
    assert not fighter.overloaded or (fighter.prone and fighter.filled > fighter.who.capacity)


def check_step(before: Skirmish, after: Skirmish) -> None:
    assert after.version == before.version + 1
    assert after.round >= before.round
    things = [_things(one) for one in (before, after)]
    assert things[0] == things[1], "nothing that is carried or lies about is made or lost"


def _things(skirmish: Skirmish) -> Counter[str]:
    return Counter(
        [thing.key for one in skirmish.fighters for thing in one.things] + [thing.key for _, thing in skirmish.lying]
    )


CHAIN = (4, 6, 8, 10, 12, 14, 16, 20)


def check_told(event: Event, skirmish: Skirmish) -> None:
    """The arithmetic of what is told, once more and straight from the rules."""
    if event["type"] == "attack":
        check_attack(event, skirmish.rules.severity)
    elif event["type"] == "initiative":
        assert event["die"] in (4, 6, 8, 10)
        assert event["passed"] == (event["roll"] == 1 or event["roll"] <= event["space"])
    elif event["type"] == "tick":
        assert event["applies"] == (not event["dice"] or event["dice"][0][1] == 1)
        assert bool(event["dice"]) == bool(event["size"])
    elif event["type"] in ("morale", "rally"):
        assert event["stands"] == (sum(face for _, face in event["dice"]) <= 7)


def check_attack(event: Event, severity: str) -> None:
    steps = sum(step for _, step in event["steps"])
    assert event["die"] == CHAIN[min(max(4 + steps, 0), 7)]
    chance, cover, roll = event["hit_chance"], event["cover"], event["roll"]
    margin, extreme = (chance - roll, 1) if severity == "margin" else (roll - cover - 1, chance)
    category = 1 if margin <= 2 else 2 if margin <= 4 else 3
    if not cover < roll <= chance:
        category = 0
    elif roll == extreme:
        category = min(3, category + 1)
    assert event["category"] == category
    assert bool(event["result"]) == (bool(category) and "piece" not in event)


def fought(seeds: range) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        skirmish, events, dice = watched(seed)
        told = [die for event in events for die in event["dice"]]
        assert told == dice.rolls, "the log tells of every roll, in the order of the rolls"
        assert all(sentence(event, RULES) for event in events)
        assert [event["round"] for event in events] == sorted(event["round"] for event in events)
        for event in events:
            check_told(event, skirmish)
        assert events[-1]["type"] == "result"
        left = {one.side for one in skirmish.fighters if not one.lost}
        assert skirmish.outcome is not None
        tidied_up(skirmish, seed)
        assert (skirmish.outcome.reason == "lost") == (len(left) < 2)
        seen.update(event["type"] for event in events)
        seen.update(f"attack: {event['result']}" for event in events if event["type"] == "attack")
        seen.update(f"armour: {event['piece_state']}" for event in events if "piece_state" in event)
        seen.update(f"injury: {event['number']}" for event in events if event["type"] == "injury")
        seen.update([f"winner: {events[-1]['winner']}"])
    return seen


AFTER_THE_FIGHT = {"time", "rested", "mended", "remade"}
BY_THE_TABLE = {"fatigue", "infection", "cleared", "saved", "unconscious"}


@pytest.mark.parametrize("first", range(0, FIGHTS, STRIDE))
def test_random_fights_end_and_keep_what_has_to_be_true(first: int) -> None:
    seen = fought(range(first, first + STRIDE))
    assert {f"attack: {result}" for result in ("", "S", "B", "D", "K")} <= set(seen)
    assert {f"armour: {state}" for state in ("outsmarted", "damaged", "destroyed")} <= set(seen)
    assert {"winner: members", "winner: monsters", "winner: None"} <= set(seen)
    missing = KINDS - set(seen) - BY_THE_TABLE - {"overloaded", "hastened", "stabilised"}
    assert missing - {"rally", "executed", "led", "stood_up", "took_off"} - AFTER_THE_FIGHT == set()


@pytest.mark.soak
@pytest.mark.parametrize("first", range(FIGHTS, FIGHTS + SOAK, 500))
def test_many_random_fights(first: int) -> None:
    seen = fought(range(first, first + 500))
    assert {f"injury: {number}" for number in range(1, 15)} <= set(seen)
    assert KINDS - set(seen) - AFTER_THE_FIGHT <= BY_THE_TABLE


@pytest.mark.parametrize("seed", range(6))
def test_the_same_seed_is_the_same_fight(seed: int) -> None:
    one, log = play_out(random_skirmish(seed), computer(Random(seed)), SeededDice(seed))
    other, again = play_out(random_skirmish(seed), computer(Random(seed)), SeededDice(seed))
    assert write_skirmish(one) == write_skirmish(other)
    assert log == again


def test_every_kind_of_order_is_offered_somewhere() -> None:
    offered: set[type] = set()
    for seed in range(60):
        skirmish, player, dice = random_skirmish(seed), any_player(seed), SeededDice(seed)
        while skirmish.step != OVER and skirmish.version < 80:
            if skirmish.version % 3 == 0:
                offered |= {type(order) for order in legal_orders(skirmish)}
            skirmish, _ = apply(skirmish, next_order(skirmish, player), dice)
    assert set(OPTIONS) <= offered
