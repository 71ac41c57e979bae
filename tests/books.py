"""The rules as the files have them, read once in each process that tests: a rulebook is frozen, so all may share it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mordheim.rules.rulebook import Rulebook, read_rulebook

RULES = Path(__file__).parents[1] / "fixtures" / "rules"


@cache
def rulebook() -> Rulebook:
    return read_rulebook(RULES)
