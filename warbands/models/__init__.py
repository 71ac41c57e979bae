"""Rows: what the books say (catalogue), what a player owns (roster), what happened (events), what was printed."""

from warbands.models.accounts import Player
from warbands.models.catalogue import RuleEntry, RulesState, Source
from warbands.models.documents import RosterDocument
from warbands.models.events import WarbandEvent
from warbands.models.roster import CarriedItem, Warband, Warrior

__all__ = [
    "CarriedItem",
    "Player",
    "RosterDocument",
    "RuleEntry",
    "RulesState",
    "Source",
    "Warband",
    "WarbandEvent",
    "Warrior",
]
