"""What a battle's own pages know of the game at its table: where it goes on, and what a report begins with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from django.urls import reverse

from campaigns.models import Battle, Side
from campaigns.postbattle.log import Diverged
from campaigns.tracker_selectors import Ending, tracks_battles
from encounters.game import Game
from encounters.models import Encounter, Phase
from encounters.services.game import told_of, with_swords
from encounters.table_selectors import encounter_of, stand_of
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook


def address_of(battle: Battle) -> str:
    """The game's page once the table is set; one small query."""
    is_set = Encounter.objects.filter(battle=battle.pk, set_up_closed_at__isnull=False).exists()
    return reverse("game", args=[battle.campaign_id, battle.pk]) if is_set else ""


def end_of(battle: Battle, sides: Sequence[Side]) -> Ending | None:
    """What the table knows of a game that is over, as far as the rules still tell it."""
    encounter = encounter_of(battle)
    if encounter is None or not encounter.is_set_up:
        return None
    try:
        game = cast(Game, stand_of(encounter, sides, current_rulebook(), Phase.GAME).run)
        told = told_of(game)
    except (Diverged, Refused):
        return None
    return Ending(with_swords(told, game, list(sides)), encounter.game_closed_at is not None) if told else None


tracks_battles(address_of, end_of)
