"""The engine knows what rules do, never which rule it is: weapons, armour and things are data."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

from django.conf import settings

from encounters.hitchance import acting, attacks, harm, notation, orders, schema
from encounters.hitchance.telling import KINDS
from tests.encounters.hitchance.stage import RULES

CODE = sorted((Path(settings.BASE_DIR) / "encounters" / "hitchance").rglob("*.py"))
KEYS = {*RULES.ranged, *RULES.melee, *RULES.armour, *RULES.weapons.gear, RULES.attacks.sundering.skill}


def constants(path: Path) -> set[str]:
    return {
        node.value
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_no_key_stands_in_the_code() -> None:
    assert len(CODE) > 15
    assert len(KEYS) > 25
    assert {path.name: found for path in CODE if (found := constants(path) & KEYS)} == {}


def test_every_kind_of_order_is_offered_carried_out_and_written() -> None:
    kinds = set(get_args(orders.Order)) - {orders.Roll}
    assert kinds == set(acting.OPTIONS) == set(acting.CARRY_OUT) == set(notation._VERBS)


def test_every_reason_for_another_die_has_its_interpreter() -> None:
    assert set(get_args(get_args(schema.When)[0])) == set(attacks._WHEN)


def test_every_effect_of_an_injury_happens_or_is_asked_for() -> None:
    kinds = set(get_args(get_args(schema.EffectKind)[0]))
    told = ("schema.py", "harm.py", "rule_tables.py")
    asked = {word for path in CODE if path.name not in told for word in constants(path) & kinds}
    assert asked | set(harm._AT_ONCE) | {"scar"} == kinds
    assert not asked & set(harm._AT_ONCE) - {"dying"}


def test_every_event_that_is_told_has_its_sentence() -> None:
    told = {
        node.args[0].value
        for path in CODE
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "tell"
        and isinstance(node.args[0], ast.Constant)
    }
    assert told == KINDS
