"""Rows of the encounters: tables of battles, and the pit."""

from encounters.models.pit import PitDocument, PitFight, PitRoster, PitRosterEntry, PitSeat, PitStep
from encounters.models.pit_games import PitEntrant, PitOdds, PitOddsPart, PitTournament
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
    "TableDocument",
    "TableRoll",
    "label_of",
]
