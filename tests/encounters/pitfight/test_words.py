"""The engine of the pit knows what rules do, never which rule it is: scrolls, moves, results and locations are data."""

from __future__ import annotations

import ast
from pathlib import Path

from django.conf import settings

from encounters.pitfight.schema import OBSERVE
from tests.encounters.pitfight.stage import RULES

CODE = sorted((Path(settings.BASE_DIR) / "encounters" / "pitfight").rglob("*.py"))
# What a file may say, what is said to people, and how the figure of a body is drawn.
VOCABULARY = {"schema.py", "telling.py", "diagrams.py"}
KEYS = {*RULES.scrolls, *RULES.charts.results, *RULES.charts.charts, *RULES.locations}
KEYS |= {key for scroll in RULES.scrolls.values() for key in scroll.moves}
# Said of a move that every scroll has, and of ways out that are no keys there.
SAME_WORD = {OBSERVE, "ko"}


def constants(path: Path) -> set[str]:
    return {
        node.value
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_the_scan_would_find_a_key() -> None:
    assert len(CODE) > 15
    assert len(KEYS) > 60
    assert OBSERVE in constants(next(path for path in CODE if path.name == "schema.py"))


def test_no_key_stands_in_the_code() -> None:
    found = {path.name: constants(path) & KEYS - SAME_WORD for path in CODE if path.name not in VOCABULARY}
    assert {name: keys for name, keys in found.items() if keys} == {}
