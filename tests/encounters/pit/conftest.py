"""Who comes to the pit."""

from __future__ import annotations

import pytest
from django.db.models import QuerySet

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


@pytest.fixture
def locks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is locked from here on, each kind of row where it first is; to be emptied before whatever is looked at. A
    lock that leaves the row's key alone says so."""
    found: list[str] = []
    lock = QuerySet.select_for_update

    def told(rows: QuerySet, *args: object, **options: object) -> QuerySet:
        name = rows.model.__name__ + (" without its key" if options.get("no_key") else "")
        if name not in found:
            found.append(name)
        return lock(rows, *args, **options)

    monkeypatch.setattr(QuerySet, "select_for_update", told)
    return found
