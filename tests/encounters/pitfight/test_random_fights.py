"""Random fights end, keep at every question what has to be true, and can be reckoned again from their logs alone."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from django.conf import settings

from encounters.pitfight.bout import Event
from encounters.pitfight.criticals import harm_of
from encounters.pitfight.ending import taken_out_to_end
from encounters.pitfight.engine import apply, legal_orders, start
from encounters.pitfight.enlisting import NO_PAST, Past, enlist
from encounters.pitfight.hexes import arena
from encounters.pitfight.players import play_out, random_player
from encounters.pitfight.state import OVER, Fighter, PitFight, Terms
from encounters.pitfight.view import view_of
from mordheim.rules.dice import SeededDice
from tests.encounters.pitfight import log_checker
from tests.encounters.pitfight.stage import RULES, random_fight, random_levels

SCROLLS = settings.RULES_DIR / "pit_fighter" / "scrolls.yaml"
FIGHTS, SOAK, STRIDE = 1_000, 20_000, 250
TYPES = {"pick", "interrupt", "move", "push_off", "attack", "roll_off", "damage", "critical"}
TYPES |= {"adrenalin", "end_phase", "taken_out", "result"}


class HeardDice(SeededDice):
    """Seeded dice that keep sides and face of every roll."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rolls: list[tuple[int, int]] = []

    def roll(self, sides: int, what_for: str) -> int:
        face = super().roll(sides, what_for)
        self.rolls.append((sides, face))
        return face


def any_fight(seed: int) -> PitFight:
    """Mostly a duel in a small pit, each fourth one of any size; with whatever earlier fights may have left, under
    whatever may be agreed."""
    chance = Random(seed)
    number, widest = (2, 3) if seed % 4 else (chance.randint(2, 8), 6)
    pits = [
        enlist(
            RULES,
            f"F{place}",
            RULES.scrolls[chance.choice(sorted(RULES.scrolls))],
            random_levels(chance),
            rank,
            random_past(chance, number),
        )
        for place, rank in enumerate(chance.sample(range(number), number))
    ]
    terms = Terms(
        radius=chance.randint(1 if number < 7 else 2, widest),
        spacing=chance.choice((1, 3, 5, 8)),
        table_mode=chance.random() < 0.1,
        observe_is_slow=chance.random() < 0.9,
    )
    return start(RULES, pits, terms)


def random_past(chance: Random, fighters: int) -> Past:
    """Nothing for most."""
    if chance.random() < 0.7:
        return NO_PAST
    places = ("left_arm", "left_ear", "right_ear", "left_eye", "right_eye")
    gone = tuple(place for place in places if chance.random() < 0.15)
    hands = [hand for hand in ("left_arm", "right_arm") if hand not in gone]
    fingers = tuple(hand for hand in hands for _ in range(chance.choice((0, 0, 1, 2, 4, 5))))
    return Past(
        ad=-len(fingers) - len(gone),
        initiative=chance.randint(0, 4),
        wooden_legs=int(chance.random() < 0.2),
        gone=gone,
        hates=tuple(f"F{other}" for other in range(fighters) if chance.random() < 0.3),
        fingers=fingers,
    )


def watched(seed: int) -> tuple[PitFight, list[Event], HeardDice]:
    """A fight to its end, looked at wherever it stands still."""
    fight, player, dice = any_fight(seed), random_player(Random(seed)), HeardDice(seed)
    events: list[Event] = []
    looked_at: tuple[Fighter, ...] = ()
    while fight.step != OVER:
        check(fight, looked_at)
        looked_at = fight.fighters
        orders = [player(fight, one) for one in fight.open_to]
        if len(orders) > 1:
            fight, happened = apply(fight, orders[:1], dice)
            assert happened == []
            check_secret(fight, orders[0].fighter)
            orders = orders[1:]
        version = fight.version
        fight, happened = apply(fight, orders, dice, version=version)
        assert fight.version > version or fight.step == OVER
        events += happened
    check(fight)
    return fight, events, dice


def check(fight: PitFight, looked_at: tuple[Fighter, ...] = ()) -> None:
    """Everything that does not hang on one fighter, and each fighter who has changed since."""
    hexes = [one.hex for one in fight.fighters if one.hex is not None]
    assert len(set(hexes)) == len(hexes)
    assert set(hexes) <= arena(fight.terms.radius).hexes
    for place, fighter in enumerate(fight.fighters):
        if not looked_at or fighter is not looked_at[place]:
            check_fighter(fight, fighter)
        assert fighter.wounds > 0 or fighter.out or fight.question in ("stand", "recover")
    assert fight.open_to or fight.step == OVER
    assert all(legal_orders(fight, one) for one in fight.open_to)
    assert all(not fight.fighters[one].out for one in fight.open_to)


def check_fighter(fight: PitFight, fighter: Fighter) -> None:
    placed = fight.question != "place"
    assert (fighter.hex is None) == bool(fighter.out) or not placed
    assert fighter.wounds_lost >= 0
    assert fighter.initiative_lost >= 0
    assert fighter.initiative >= 0
    assert max(fighter.stunned_until, fighter.shaken_until, fighter.floored_until, 0) <= fight.turn + 1
    assert all(fight.turn <= until <= fight.turn + 1 for until in fighter.counters)
    assert list(fighter.counters) == sorted(fighter.counters)
    assert not fighter.mighty or fighter.the_move.may_be_mighty
    assert not (fighter.mighty and fighter.interrupting)
    if fighter.injuries:
        scroll, past = fighter.scroll, fighter.pit.past
        assert fighter.harm == harm_of(fighter.injuries, RULES.charts, ignores=scroll.ignores, before=past)
    assert (fighter.damage > 0) == (fighter.first_damage > 0)


def check_secret(fight: PitFight, sealed: int) -> None:
    others = [one for one in range(len(fight.fighters)) if one != sealed]
    assert view_of(fight, own=others).fight.sealed == ()
    assert view_of(fight, own=others).answered == (sealed,)
    assert len(view_of(fight, own=[sealed]).fight.sealed) == 1


def check_log(fight: PitFight, events: list[Event]) -> list[tuple[int, int]]:
    """Sides and face of every die that the log tells of."""
    assert {event["type"] for event in events} <= TYPES
    rolls = log_checker.check_log(json.loads(json.dumps(events)), SCROLLS)
    attacks = Counter((one["turn"], one["attacker"]) for one in events if one["type"] == "attack")
    assert max(attacks.values(), default=1) == 1, "at most one attack a turn"
    assert [event["turn"] for event in events] == sorted(event["turn"] for event in events)
    assert events[-1]["type"] == "result"
    ends = [event for event in events if event["type"] == "end_phase"]
    assert [event["turn"] for event in ends] == list(range(1, fight.turn + 1))
    inflicted = Counter[str]()
    for event in events:
        if event["type"] == "damage":
            inflicted[event["attacker"]] += event["damage"]
    assert {one.pit.name: one.damage for one in fight.fighters if one.damage} == dict(inflicted)
    return rolls


def check_end(fight: PitFight) -> None:
    assert fight.outcome is not None
    out = sum(1 for one in fight.fighters if one.out)
    enough = out >= taken_out_to_end(len(fight.fighters))
    assert (fight.outcome.reason == "taken_out") == enough
    if fight.outcome.winner is not None:
        assert not fight.fighters[fight.outcome.winner].out


def fought(seeds: range) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        fight, events, dice = watched(seed)
        assert check_log(fight, events) == dice.rolls, "the log tells of every roll, in the order of the rolls"
        check_end(fight)
        seen.update(event["type"] for event in events)
        seen.update(event["result"] for event in events if event["type"] == "critical")
        seen.update(event["use"] for event in events if event["type"] == "adrenalin")
        seen.update(f"out: {event['cause']}" for event in events if event["type"] == "taken_out")
        seen.update([f"end: {events[-1]['reason']}", f"fighters: {len(fight.fighters)}"])
    return seen


@pytest.mark.parametrize("first", range(0, FIGHTS, STRIDE))
def test_random_fights_end_and_keep_what_has_to_be_true(first: int) -> None:
    seen = fought(range(first, first + STRIDE))
    assert set(seen) >= TYPES
    assert {"earned", "boost", "extra_hex", "recover", "lost"} <= set(seen)
    assert {f"fighters: {number}" for number in range(2, 9)} <= set(seen)
    assert {"end: taken_out", "end: quiet_limit"} <= set(seen)
    assert {"out: wounds", "out: killed", "out: ko", "out: bleeding"} <= set(seen)
    assert len(set(seen) & set(RULES.charts.results)) > 12


@pytest.mark.soak
@pytest.mark.parametrize("first", range(FIGHTS, FIGHTS + SOAK, STRIDE))
def test_many_random_fights(first: int) -> None:
    fought(range(first, first + STRIDE))


@pytest.mark.parametrize("seed", range(12))
def test_the_same_seed_is_the_same_fight_with_and_without_a_log(seed: int) -> None:
    one, log = play_out(random_fight(seed), random_player(Random(seed)), SeededDice(seed))
    other, nothing = play_out(random_fight(seed), random_player(Random(seed)), SeededDice(seed), log=False)
    assert one == other
    assert log
    assert nothing == []
