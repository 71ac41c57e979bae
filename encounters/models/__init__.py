"""Rows of the encounters: tables of battles, the pit, and skirmishes of Hit Chance."""

from encounters.models.pit import PitDocument, PitFight, PitRoster, PitRosterEntry, PitSeat, PitStep
from encounters.models.pit_games import PitEntrant, PitOdds, PitOddsPart, PitTournament
from encounters.models.skirmish import SkirmishDocument, SkirmishFight, SkirmishStep
from encounters.models.tables import LABEL, Encounter, Phase, TableDocument, TableRoll, label_of

__all__ = [
    "LABEL",
    "Encounter",
    "Phase",
    "PitDocument",
    "PitEntrant",
    "PitFight",
    "PitOdds",
    "PitOddsPart",
    "PitRoster",
    "PitRosterEntry",
    "PitSeat",
    "PitStep",
    "PitTournament",
    "SkirmishDocument",
    "SkirmishFight",
    "SkirmishStep",
    "TableDocument",
    "TableRoll",
    "label_of",
]
