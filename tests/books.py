"""The rules as the files have them, read once in each process that tests: a rulebook is frozen, so all may share it.

In the database they are loaded once as well: where a transactional test has emptied it, the same rows are put back.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.db import connection

from mordheim.rules.rulebook import Rulebook, read_rulebook
from tests import kept

RULES = Path(__file__).parents[1] / "fixtures" / "rules"


@cache
def rulebook() -> Rulebook:
    return read_rulebook(RULES)


# What the first load of this process has written.
_loaded: list[kept.Memory] = []


def into_the_database() -> None:
    """The rules of the files stand in the database; where any rules do, nothing changes."""
    from warbands.models import RuleEntry, RulesState
    from warbands.services.catalogue import load_rulebook

    if RulesState.objects.exists():
        return
    if connection.vendor != "sqlite" or RuleEntry.objects.exists():
        load_rulebook(rulebook())
    elif _loaded:
        kept.write_again(_loaded[0])
    else:
        _loaded.append(kept.what_is_written_by(lambda: load_rulebook(rulebook())))
