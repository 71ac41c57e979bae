"""Each house ruling that the engine follows has a test that names it in its docstring."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

RULINGS = [f"H{number}" for number in range(1, 39)]


def named() -> set[str]:
    """Rulings in the docstrings of test functions."""
    found: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(re.findall(r"\bH[0-9]{1,2}\b", ast.get_docstring(node) or ""))
    return found


NAMED = named()


@pytest.mark.parametrize("ruling", RULINGS)
def test_it_is_named_by_a_test(ruling: str) -> None:
    assert ruling in NAMED, f"no test's docstring names {ruling}"


def test_no_test_names_one_that_does_not_exist() -> None:
    assert set(RULINGS) >= NAMED
