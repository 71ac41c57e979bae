"""Rows: the campaign and its people, and what was written down about it."""

from campaigns.models.battles import Battle, BattleReport, Side
from campaigns.models.campaigns import (
    Campaign,
    ChronicleEntry,
    Enrolment,
    Invitation,
    Membership,
    Pairing,
)
from campaigns.models.postbattle import Captive, DiceRoll, PostBattle, SpentSeed

__all__ = [
    "Battle",
    "BattleReport",
    "Campaign",
    "Captive",
    "ChronicleEntry",
    "DiceRoll",
    "Enrolment",
    "Invitation",
    "Membership",
    "Pairing",
    "PostBattle",
    "Side",
    "SpentSeed",
]
