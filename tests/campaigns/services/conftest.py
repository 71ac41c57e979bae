"""Who fights whom, where a file does not say so itself."""

from __future__ import annotations

import pytest

from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.kept import kept
from warbands.models import Player


@pytest.fixture
@kept
def mob(season, owner):
    return seasons.mob_in(season, owner)


@pytest.fixture
@kept
def exiles(season, rival):
    return fights.enrolled_exiles(season, rival)


@pytest.fixture
@kept
def third(season, host):
    """The arbitrator plays as well."""
    return seasons.mob_in(season, host, "Da Third")


@pytest.fixture
@kept
def another(season) -> Player:
    """A member of the campaign who has no warband in it yet."""
    player = Player.objects.create_user("third", "third@example.org", "a-long-passphrase")
    seasons.join(season, player)
    return player


@pytest.fixture
@kept
def battle(mob, exiles):
    return fights.begun(mob, exiles)
