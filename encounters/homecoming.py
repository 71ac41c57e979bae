"""A hero who was sold to the pits: what a night's page knows of the arena."""

from __future__ import annotations

from django.urls import reverse

from campaigns.arena_selectors import plays_out
from campaigns.models import PostBattle
from campaigns.postbattle.choices import Question
from encounters.pit_selectors import FOR_FREEDOM


def address_of(post: PostBattle, question: Question) -> str:
    """Where a fight for freedom is fought out. Reads no row but those that the night's page has."""
    if question.choose != FOR_FREEDOM:
        return ""
    battle = post.side.battle
    return reverse("pit-hero", args=[battle.campaign_id, battle.pk, post.side_id])


plays_out(address_of)
