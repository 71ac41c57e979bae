"""The cast of a campaign: who runs it, who plays, who looks on, who is a stranger to it."""

from __future__ import annotations

import pytest

from campaigns.models import Campaign
from tests.campaigns import seasons
from tests.kept import kept
from tests.warbands.conftest import (  # noqa: F401  (fixtures are found by their names here)
    _rules_loaded,
    owner,
    rival,
    rulebook_of_files,
    rules,
)
from warbands.models import Player


@pytest.fixture
@kept
def host(db: None) -> Player:
    """Who begins the campaign and arbitrates it."""
    return Player.objects.create_user("host", "host@example.org", "a-long-passphrase")


@pytest.fixture
@kept
def spectator(db: None) -> Player:
    return Player.objects.create_user("spectator", "spectator@example.org", "a-long-passphrase")


@pytest.fixture
@kept
def stranger(db: None) -> Player:
    return Player.objects.create_user("stranger", "stranger@example.org", "a-long-passphrase")


@pytest.fixture
@kept
def campaign(host: Player, rules: object) -> Campaign:  # noqa: F811  (the fixture)
    """A campaign that has only its arbitrator."""
    return seasons.begin(host)


@pytest.fixture
@kept
def season(campaign: Campaign, owner: Player, rival: Player, spectator: Player) -> Campaign:  # noqa: F811
    """The campaign with two players and a spectator; nobody has a warband yet."""
    seasons.join(campaign, owner)
    seasons.join(campaign, rival)
    seasons.join(campaign, spectator, role="spectator")
    return campaign
