"""Who comes to the pit."""

from __future__ import annotations

import pytest

from warbands.models import Player


def player(name: str) -> Player:
    return Player.objects.create_user(username=name, password="x")


@pytest.fixture
def alice(db: None) -> Player:
    return player("alice")


@pytest.fixture
def bob(db: None) -> Player:
    return player("bob")


@pytest.fixture
def charlie(db: None) -> Player:
    """Somebody without a fighter."""
    return player("charlie")
