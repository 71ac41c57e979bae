"""Feeds by secret addresses: what one has to do, and what happens. Whoever has the address reads the feed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from campaigns import selectors
from campaigns.models import Campaign, Membership
from campaigns.services.campaigns import renew_feeds
from campaigns.turn_selectors import business_of, turns_of
from campaigns.views.access import Here, done, for_member, posted

LINES = 30


@require_safe
def member_feed(request: HttpRequest, token: str) -> HttpResponse:
    """What a member has to do in his campaign."""
    parts = Membership.objects.active().select_related("campaign", "player")
    membership = get_object_or_404(parts, feed_token=token)
    campaign = membership.campaign
    feed = _feed(request, campaign, f"Your turn in {campaign.name}")
    for turn in turns_of(business_of(campaign)):
        if turn.player_id == membership.player_id:
            feed.add_item(
                title=turn.what,
                link=request.build_absolute_uri(turn.url),
                description=_waiting(turn.waiting),
                unique_id=f"urn:mordheim:turn:{membership.pk}:{turn.key}",
                updateddate=turn.since,
            )
    return _answer(feed)


def _waiting(names: tuple[str, ...]) -> str:
    return f"{', '.join(names)} {'waits' if len(names) == 1 else 'wait'} for you." if names else ""


@require_safe
def campaign_feed(request: HttpRequest, token: str) -> HttpResponse:
    """What happens in the campaign: the last lines of its chronicle."""
    campaign = get_object_or_404(Campaign, feed_token=token)
    feed = _feed(request, campaign, f"Chronicle of {campaign.name}")
    for line in selectors.last_lines_of(campaign, LINES):
        feed.add_item(
            title=line.told or "A note",
            link=request.build_absolute_uri(reverse("campaign-chronicle", args=[campaign.pk])),
            description=line.text,
            unique_id=f"urn:mordheim:chronicle:{line.pk}",
            updateddate=line.happened_at,
        )
    return _answer(feed)


def _feed(request: HttpRequest, campaign: Campaign, title: str) -> Atom1Feed:
    return Atom1Feed(
        title=title,
        link=request.build_absolute_uri(campaign.get_absolute_url()),
        description="",
        language="en-GB",
        feed_url=request.build_absolute_uri(),
    )


def _answer(feed: Atom1Feed) -> HttpResponse:
    answer = HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
    answer["X-Robots-Tag"] = "noindex, nofollow"
    answer["Cache-Control"] = "private, no-cache"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@for_member()
@posted
def feed_renew(request: HttpRequest, here: Here) -> HttpResponse:
    return done(
        request,
        lambda: renew_feeds(here.campaign, by=here.player),
        said="The feeds have new addresses. The old ones lead nowhere from now on.",
        to=f"{reverse('campaign-people', args=[here.campaign.pk])}#feeds",
    )
