"""Orders as lines and skirmishes as JSON, there and back."""

from __future__ import annotations

import json
from random import Random

import pytest

from encounters.hitchance.engine import apply, legal_orders
from encounters.hitchance.errors import Malformed
from encounters.hitchance.notation import read_order, read_skirmish, write_order, write_skirmish
from encounters.hitchance.players import next_order, random_player
from encounters.hitchance.state import OVER
from mordheim.rules.dice import SeededDice
from tests.encounters.hitchance.stage import RULES, first_block, member, monster, random_skirmish

LINES = (
    *("roll", "0 done", "0 move 3,4", "12 turn northwest", "0 attack 3 sword", "0 execute 3", "0 reload bow"),
    *("0 fetch dagger", "0 fetch dagger ground", "0 drop sword", "0 drop_pack", "0 remove_armour mail", "0 bandage 1"),
    *("0 stabilise 1", "0 rally", "0 stand_up", "0 lead 1 3,4", "0 plain shout", "0 stance yes no mail"),
    "0 stance no yes",
)


@pytest.mark.parametrize("line", LINES)
def test_an_order_is_a_line_and_back(line: str) -> None:
    assert write_order(read_order(line)) == line


@pytest.mark.parametrize("seed", range(8))
def test_a_skirmish_and_its_orders_can_be_written_and_read(seed: int) -> None:
    skirmish, player, dice = random_skirmish(seed), random_player(Random(seed)), SeededDice(seed)
    while skirmish.step != OVER and skirmish.version < 60:
        assert read_skirmish(write_skirmish(skirmish), RULES) == skirmish
        for order in legal_orders(skirmish)[:5]:
            assert read_order(write_order(order)) == order
        skirmish, _ = apply(skirmish, next_order(skirmish, player), dice)
    assert read_skirmish(write_skirmish(skirmish), RULES) == skirmish


def test_the_two_switches_are_kept() -> None:
    rules = RULES.reading(severity="highroll", variant="usage")
    skirmish = first_block(member(), monster(), rules=rules).skirmish
    assert read_skirmish(write_skirmish(skirmish), RULES).rules == rules


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "pit1"},
        {"step": "lunch"},
        {"round": "many"},
        {"weather": "rain"},
        {"fighters": None},
        {"severity": "luck"},
    ],
)
def test_what_is_no_skirmish_is_malformed(changes) -> None:
    written = json.loads(write_skirmish(first_block(member(), monster()).skirmish))
    with pytest.raises(Malformed):
        read_skirmish(json.dumps({**written, **changes}), RULES)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("held", [{"key": "halberd"}]),
        ("injuries", [{"number": 15}]),
        ("at", [99, 1]),
        ("facing", "up"),
        ("dice", [{"kind": "downed", "size": 7, "since": 1, "serial": 1}]),
    ],
)
def test_a_fighter_who_cannot_be_is_malformed(field: str, value) -> None:
    written = json.loads(write_skirmish(first_block(member(), monster()).skirmish))
    written["fighters"][0][field] = value
    with pytest.raises(Malformed):
        read_skirmish(json.dumps(written), RULES)


def test_no_json_is_malformed() -> None:
    for text in ("", "{", "[]", "null", "[" * 5000):
        with pytest.raises(Malformed):
            read_skirmish(text, RULES)
