"""The cast and the rules: what a test of rows stands on."""

from __future__ import annotations

import pytest

from mordheim.rules.rulebook import Rulebook
from tests import books
from tests.kept import kept
from warbands.models import Player
from warbands.selectors import current_rulebook


@pytest.fixture(scope="session")
def rulebook_of_files() -> Rulebook:
    """The rules as the files have them, without a database."""
    return books.rulebook()


@pytest.fixture(scope="session")
def _rules_loaded(django_db_setup: None, django_db_blocker, rulebook_of_files: Rulebook) -> None:
    with django_db_blocker.unblock():
        books.into_the_database()


@pytest.fixture
def rules(_rules_loaded: None, db: None, rulebook_of_files: Rulebook) -> Rulebook:
    """The rules are in the database; once for all tests, and again after a transactional test has emptied it."""
    books.into_the_database()
    return current_rulebook()


@pytest.fixture
@kept
def owner(db: None) -> Player:
    return Player.objects.create_user("owner", "owner@example.org", "a-long-passphrase")


@pytest.fixture
@kept
def rival(db: None) -> Player:
    return Player.objects.create_user("rival", "rival@example.org", "a-long-passphrase")


@pytest.fixture
@kept
def arbitrator(db: None) -> Player:
    """Runs the site, and may see the admin."""
    return Player.objects.create_superuser("arbitrator", "arbitrator@example.org", "a-long-passphrase")
