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
from campaigns.models.documents import CampaignDocument
from campaigns.models.notices import Notice
from campaigns.models.postbattle import Captive, DiceRoll, PostBattle, SpentSeed

__all__ = [
    "Battle",
    "BattleReport",
    "Campaign",
    "CampaignDocument",
    "Captive",
    "ChronicleEntry",
    "DiceRoll",
    "Enrolment",
    "Invitation",
    "Membership",
    "Notice",
    "Pairing",
    "PostBattle",
    "Side",
    "SpentSeed",
]
