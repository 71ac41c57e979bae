"""What must not change when an act upon a battle is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from campaigns.models import Battle, BattleReport, Side
from tests.campaigns import seasons
from warbands.models import Player, Warband
from warbands.roster.refusals import Refused


def stored() -> list[object]:
    """Every row of every battle, and who holds which warband."""
    rows: list[object] = list(Warband.objects.order_by("pk").values())
    for model in (Battle, Side, BattleReport):
        rows += model.objects.order_by("pk").values()
    return rows


@contextmanager
def refusing(code: str, saying: str = "") -> Iterator[pytest.ExceptionInfo[Refused]]:
    """It is refused for that reason, in a sentence that has these words, and nothing at all has changed."""
    before = stored()
    with pytest.raises(Refused) as caught:
        yield caught
    assert (caught.value.code, saying in caught.value.message) == (code, True), caught.value.message
    assert stored() == before


def numbered_player(campaign, number: int) -> Player:
    player = Player.objects.create_user(f"player{number}", f"p{number}@example.org", "a-long-passphrase")
    seasons.join(campaign, player)
    return player
