"""Who asks for odds, and warbands whose warriors they ask about."""

from __future__ import annotations

import pytest

from tests import acts
from tests.campaigns.conftest import (  # noqa: F401  (fixtures are found by their names here)
    _rules_loaded,
    campaign,
    host,
    owner,
    rival,
    rulebook_of_files,
    rules,
    season,
    spectator,
    stranger,
)
from tests.kept import kept
from warbands.models import Player, Warband


@pytest.fixture
@kept
def mob(rules, owner: Player) -> Warband:  # noqa: F811
    """Owner's."""
    return acts.founded_mob(owner)


@pytest.fixture
@kept
def exiles(rules, rival: Player) -> Warband:  # noqa: F811
    """Rival's."""
    return acts.exiles(rival)
