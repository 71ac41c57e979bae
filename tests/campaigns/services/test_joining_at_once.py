"""Many follow one link, or leave, at the same moment."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from campaigns.models import Campaign, Invitation, Membership
from campaigns.services.invitations import join_campaign
from campaigns.services.people import leave_campaign
from tests import books
from tests.campaigns import seasons
from warbands.models import Player
from warbands.roster.refusals import Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture
def club() -> list[Player]:
    books.into_the_database()
    return [Player.objects.create_user(f"player{number}") for number in range(12)]


def at_once(acts) -> list[str]:
    """All of them in threads of their own: the code of each refusal, or ``done``."""

    def tried(act) -> str:
        try:
            act()
        except Refused as refused:
            return refused.code
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(tried, acts))


def test_the_last_use_of_a_link_is_used_once(club):
    campaign = seasons.begin(club[0])
    link = seasons.invite(campaign, most_uses=3)
    answers = at_once([lambda who=who: join_campaign(link, player=who) for who in club[1:]])
    assert sorted(answers) == ["done"] * 3 + ["used_up"] * 8
    assert Invitation.objects.get().uses == 3
    assert Membership.objects.active().count() == 4


def test_one_who_taps_join_twice_is_in_once(club):
    campaign = seasons.begin(club[0])
    link = seasons.invite(campaign)
    assert set(at_once([lambda: join_campaign(link, player=club[1])] * 8)) == {"done"}
    assert Invitation.objects.get().uses == 1


def test_of_two_arbitrators_who_leave_at_once_one_stays(club):
    campaign = seasons.begin(club[0])
    seasons.join(campaign, club[1])
    seasons.promote(campaign, club[1])
    parts = [seasons.part(campaign, who) for who in club[:2]]
    answers = at_once([lambda part=part: leave_campaign(part, by=part.player) for part in parts])
    assert sorted(answers) == ["done", "last_arbitrator"]
    assert Campaign.objects.get().memberships.arbitrators().count() == 1
