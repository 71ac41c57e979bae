"""Who comes to the table, and the table itself."""

from __future__ import annotations

import pytest

from tests.campaigns import acts as fights
from tests.campaigns import seasons
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


@pytest.fixture
@kept
def mob(season, owner):  # noqa: F811
    return seasons.mob_in(season, owner)


@pytest.fixture
@kept
def exiles(season, rival):  # noqa: F811
    return fights.enrolled_exiles(season, rival)


@pytest.fixture
@kept
def third(season, host):  # noqa: F811
    """The arbitrator plays as well."""
    return seasons.mob_in(season, host, "Da Third")


@pytest.fixture
@kept
def battle(mob, exiles):
    """Of two, under way; nobody has begun to set the table."""
    return fights.begun(mob, exiles)


@pytest.fixture
@kept
def battle_of_three(mob, exiles, third):
    return fights.begun(mob, exiles, third, scenario="treasure_hunt")
