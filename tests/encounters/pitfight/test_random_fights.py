"""Random fights end, and keep at every question what has to be true."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from django.conf import settings

from encounters.pitfight.bout import Event
from encounters.pitfight.criticals import harm_of
from encounters.pitfight.ending import taken_out_to_end
from encounters.pitfight.engine import apply, legal_orders
from encounters.pitfight.hexes import arena
from encounters.pitfight.players import play_out, random_player
from encounters.pitfight.state import OVER, Fighter, PitFight
from encounters.pitfight.view import view_of
from mordheim.rules.dice import SeededDice
from tests.encounters.pitfight import checker
from tests.encounters.pitfight.stage import RULES, random_fight

SCROLLS = settings.RULES_DIR / "pit_fighter" / "scrolls.yaml"
FIGHTS, SOAK, STRIDE = 300, 20_000, 250
TYPES = {"pick", "interrupt", "move", "push_off", "attack", "roll_off", "damage", "critical"}
TYPES |= {"adrenalin", "end_phase", "taken_out", "result"}


def watched(seed: int) -> tuple[PitFight, list[Event]]:
    """A fight to its end, looked at wherever it stands still."""
    fight, player, dice = random_fight(seed), random_player(Random(seed)), SeededDice(seed)
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
    return fight, events


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


def check_log(fight: PitFight, events: list[Event]) -> None:
    assert {event["type"] for event in events} <= TYPES
    checker.check_log(json.loads(json.dumps(events)), SCROLLS)
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
        fight, events = watched(seed)
        check_log(fight, events)
        check_end(fight)
        seen.update(event["type"] for event in events)
        seen.update(event["result"] for event in events if event["type"] == "critical")
        seen.update(event["use"] for event in events if event["type"] == "adrenalin")
        seen.update(f"out: {event['cause']}" for event in events if event["type"] == "taken_out")
        seen.update([f"end: {events[-1]['reason']}", f"fighters: {len(fight.fighters)}"])
    return seen


def test_random_fights_end_and_keep_what_has_to_be_true() -> None:
    seen = fought(range(FIGHTS))
    assert set(seen) >= TYPES
    assert {"earned", "boost", "extra_hex", "recover", "lost"} <= set(seen)
    assert {f"fighters: {number}" for number in range(2, 9)} <= set(seen)
    assert {"end: taken_out", "end: quiet_limit"} <= set(seen)
    assert {"out: wounds", "out: killed", "out: ko", "out: collapse"} <= set(seen)
    assert len(set(seen) & set(RULES.charts.results)) > 12


@pytest.mark.soak
@pytest.mark.parametrize("first", range(FIGHTS, FIGHTS + SOAK, STRIDE))
def test_many_random_fights(first: int) -> None:
    fought(range(first, first + STRIDE))


class TestTheChecker:
    """It stops at every figure that is changed."""

    FIGURES = {
        "interrupt": ("initiative", "against"),
        "push_off": ("faces", "strength", "bonus", "totals", "winner", "blocked", "loses_move"),
        "attack": ("initiative", "number", "bearing", "aim", "guard", "verdict", "mighty"),
        "roll_off": ("faces", "weapon_skill", "modifiers", "injuries", "totals", "hit"),
        "damage": ("die", "face", "total", "armour", "damage", "wounds_before", "wounds", "inflicted"),
        "critical": ("result", "ad", "initiative", "stunned_until", "shaken_until", "bleeds", "no_fast"),
        "adrenalin": ("left",),
        "end_phase": ("wounds", "standing", "taken_out", "needed", "quiet_turns"),
        "result": ("winner", "reason", "damage"),
        "move": ("initiative", "path", "to", "facing_before", "mighty"),
        "pick": ("band", "bands_allowed", "legal"),
    }

    @staticmethod
    def spoilt(value: object) -> object:
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return value + 1
        if isinstance(value, list):
            return [*value[:-1], TestTheChecker.spoilt(value[-1])] if value else ["nobody"]
        if isinstance(value, dict):
            return {key: TestTheChecker.spoilt(one) for key, one in value.items()} or {"nobody": 1}
        return "something else"

    @pytest.mark.parametrize("kind", FIGURES)
    def test_it_sees_a_changed_figure(self, kind: str) -> None:
        _, events = watched(29)
        place = max(n for n, one in enumerate(events) if one["type"] == kind and one.get("target", 1) is not None)
        for key in self.FIGURES[kind]:
            spoilt = [*events]
            spoilt[place] = {**events[place], key: self.spoilt(events[place][key])}
            with pytest.raises(checker.Wrong):
                checker.check_log(json.loads(json.dumps(spoilt)), SCROLLS)

    def test_it_sees_an_event_that_is_missing(self) -> None:
        _, events = watched(29)
        for kind in ("move", "push_off", "attack", "damage", "critical", "end_phase", "taken_out"):
            place = max(n for n, one in enumerate(events) if one["type"] == kind)
            with pytest.raises(checker.Wrong):
                checker.check_log(json.loads(json.dumps(events[:place] + events[place + 1 :])), SCROLLS)


@pytest.mark.parametrize("seed", range(12))
def test_the_same_seed_is_the_same_fight_with_and_without_a_log(seed: int) -> None:
    one, log = play_out(random_fight(seed), random_player(Random(seed)), SeededDice(seed))
    other, nothing = play_out(random_fight(seed), random_player(Random(seed)), SeededDice(seed), log=False)
    assert one == other
    assert log
    assert nothing == []
