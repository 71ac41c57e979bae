"""Who fights whom, where a file does not say so itself."""

from __future__ import annotations

import pytest

from tests.campaigns import acts as fights
from tests.campaigns import seasons


@pytest.fixture
def mob(season, owner):
    return seasons.mob_in(season, owner)


@pytest.fixture
def exiles(season, rival):
    return fights.enrolled_exiles(season, rival)


@pytest.fixture
def third(season, host):
    """The arbitrator plays as well."""
    return seasons.mob_in(season, host, "Da Third")


@pytest.fixture
def battle(mob, exiles):
    return fights.begun(mob, exiles)
