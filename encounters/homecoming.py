"""A hero who was sold to the pits: what a night's page knows of the arena."""

from __future__ import annotations

from django.urls import reverse

from campaigns.arena_selectors import Way, plays_out
from campaigns.models import PostBattle
from campaigns.postbattle.choices import Question
from encounters.pit_selectors import FOR_FREEDOM
from encounters.services.pit_heroes import fight_for, give_way


class Pit:
    """Fights for freedom."""

    def way(self, post: PostBattle, question: Question) -> Way | None:
        if question.choose != FOR_FREEDOM:
            return None
        battle = post.side.battle
        url = reverse("pit-hero", args=[battle.campaign_id, battle.pk, post.side_id])
        goes_on = fight_for(post, hero=question.warrior or "") is not None
        return Way(url, "It is being fought: to the arena" if goes_on else "Fight it out in the arena")

    def told_by_hand(self, post: PostBattle, *, arbitrates: bool) -> None:
        give_way(post, arbitrates=arbitrates)


plays_out(Pit())
