"""What a fresh installation begins with: one player and two demonstration warbands, made through the services."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction

from warbands.models import Player
from warbands.roster.interchange import read_warband
from warbands.selectors import current_rulebook
from warbands.services.founding import import_warband

USERNAME = "quartermaster"


@dataclass(frozen=True)
class FirstStart:
    """How to sign in, and what is there to see."""

    username: str
    password: str
    warbands: tuple[str, ...]


def make_first_start(demo: Path) -> FirstStart | None:
    """An administrator with a random password and the warbands of a folder; ``None`` where anybody has an account."""
    with transaction.atomic():
        if Player.objects.exists():
            return None
        password = secrets.token_urlsafe(9)
        owner = Player.objects.create_superuser(USERNAME, password=password)
        rulebook = current_rulebook()
        names = []
        for path in sorted(demo.glob("*.yaml")):
            imported = import_warband(read_warband(path.read_bytes(), rulebook, name=path.name), owner=owner)
            if imported.warband:
                names.append(imported.warband.name)
    return FirstStart(USERNAME, password, tuple(names))
