"""Each ruling that the engine follows has a test that names it in its docstring."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LAST = {"L": 11, "S": 10, "M": 11, "I": 12, "P": 21, "A": 14, "D": 26, "R": 11, "E": 11}
RULINGS = [f"{letter}{number}" for letter, last in LAST.items() for number in range(1, last + 1)]


def named() -> set[str]:
    """Rulings in the docstrings of test functions."""
    found: set[str] = set()
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(re.findall(r"\b[A-Z][0-9]{1,2}\b", ast.get_docstring(node) or ""))
    return found


NAMED = named()


@pytest.mark.parametrize("ruling", RULINGS)
def test_it_is_named_by_a_test(ruling: str) -> None:
    assert ruling in NAMED, f"no test's docstring names {ruling}"


def test_no_test_names_one_that_does_not_exist() -> None:
    assert {name for name in NAMED if name[0] in LAST and name not in RULINGS} == set()
