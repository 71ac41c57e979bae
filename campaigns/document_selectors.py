"""What a campaign has printed, as far as somebody may have it."""

from __future__ import annotations

from datetime import date

from django.db.models import QuerySet

from campaigns.models import Campaign, CampaignDocument, Membership, PostBattle
from campaigns.roles import Right

MOST_SHOWN, MOST_LOOKED_AT = 6, 60


def documents_of(campaign: Campaign) -> QuerySet[CampaignDocument]:
    return CampaignDocument.objects.filter(campaign=campaign).select_related("night", "asked_by")


def may_have(document: CampaignDocument, viewer: Membership) -> bool:
    """Whether a member may see all the gold that a document tells; one query at most."""
    campaign = document.campaign
    if not campaign.treasuries_hidden or viewer.may(Right.CORRECT):
        return True
    return set(document.gold_of) <= _own(campaign, viewer)


def printed_of(campaign: Campaign, *, day: date) -> QuerySet[CampaignDocument]:
    """The reports of one evening, the latest first."""
    return documents_of(campaign).filter(kind=CampaignDocument.Kind.EVENING, day=day)


def printed_of_night(campaign: Campaign, *, night: PostBattle) -> QuerySet[CampaignDocument]:
    """The records of one night, the latest first."""
    return documents_of(campaign).filter(kind=CampaignDocument.Kind.NIGHT, night=night)


def latest_for(documents: QuerySet[CampaignDocument], viewer: Membership) -> list[CampaignDocument]:
    """The latest of these that a member may have; two queries at most."""
    campaign = viewer.campaign
    if not campaign.treasuries_hidden or viewer.may(Right.CORRECT):
        return list(documents[:MOST_SHOWN])
    own = _own(campaign, viewer)
    return [row for row in documents[:MOST_LOOKED_AT] if set(row.gold_of) <= own][:MOST_SHOWN]


def _own(campaign: Campaign, viewer: Membership) -> set[int]:
    return set(campaign.enrolments.filter(player=viewer.player_id).values_list("pk", flat=True))
