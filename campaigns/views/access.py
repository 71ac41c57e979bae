"""Who may see and do what: one decorator around every page of a campaign.

Who is signed out is led to the sign-in. A campaign that one is no member of is not found: its existence is nobody's
business. A member without the right is told so. All times on a page are the campaign's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign, Membership
from campaigns.roles import WITHOUT, Right
from campaigns.times import zone_of
from warbands.models import Player
from warbands.roster.refusals import Refused
from warbands.views.access import is_htmx, player_of

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True)
class Here:
    """Where one is: the campaign, one's part in it, and who one is."""

    campaign: Campaign
    membership: Membership
    player: Player

    def may(self, right: Right) -> bool:
        return self.membership.may(right)

    @property
    def arbitrates(self) -> bool:
        return self.may(Right.ARBITRATE)

    @property
    def enrols(self) -> bool:
        return self.may(Right.ENROL) and not self.campaign.is_closed

    @property
    def notes(self) -> bool:
        return self.may(Right.NOTE)

    @property
    def pairs(self) -> bool:
        return self.may(Right.PAIR) and not self.campaign.is_closed


def for_member(right: Right = Right.SEE) -> Callable[[View], View]:
    """For members with that right. The view is given `Here` in place of the campaign's id."""

    def around(view: View) -> View:
        @with_account
        @wraps(view)
        def asked(request: HttpRequest, pk: int, **rest: Any) -> HttpResponseBase:
            here = here_of(player_of(request), pk)
            if not here.may(right):
                return forbidden(request, here.campaign, right)
            with timezone.override(zone_of(here.campaign)):
                return view(request, here, **rest)

        asked.right = right  # type: ignore[attr-defined]
        return asked

    return around


def here_of(player: Player, pk: int) -> Here:
    """A member's place in a campaign. Raises Http404 for everybody else."""
    parts = Membership.objects.active().select_related("campaign")
    membership = parts.filter(campaign=pk, player=player).first()
    if membership is None:
        raise Http404("There is no such campaign for you.")
    return Here(membership.campaign, membership, player)


def with_account(view: View) -> View:
    """For whoever is signed in. A guest's time runs out, so a campaign asks for an account: he signs up first."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **rest: Any) -> HttpResponseBase:
        came_from = request.get_full_path() if request.method in ("GET", "HEAD") else reverse("campaign-list")
        if not request.user.is_authenticated:
            return _to(request, redirect_to_login(came_from).url)
        if player_of(request).is_guest:
            told = "A guest is gone after a week, and a campaign lasts longer. Sign up; what you made comes along."
            messages.info(request, told)
            return _to(request, f"{reverse('signup')}?{urlencode({'next': came_from})}")
        return view(request, *args, **rest)

    return asked


def _to(request: HttpRequest, url: str) -> HttpResponse:
    """Leads there; htmx is told to load the page, not to swap it in."""
    return HttpResponse(headers={"HX-Redirect": url}) if is_htmx(request) else redirect(url)


def forbidden(request: HttpRequest, campaign: Campaign, right: Right) -> HttpResponse:
    """Tells a member that he may not do that."""
    context = {"campaign": campaign, "told": WITHOUT[right]}
    return render(request, "campaigns/forbidden.html", context, status=403)


def posted(view: View) -> View:
    """For addresses that only do things, below `for_member`: whoever comes to look is led back."""

    @wraps(view)
    def asked(request: HttpRequest, here: Here, **rest: Any) -> HttpResponseBase:
        if request.method == "POST":
            return view(request, here, **rest)
        answer = render(request, "campaigns/nothing_here.html", {"campaign": here.campaign}, status=405)
        answer["Allow"] = "POST"
        return answer

    return asked


def done(request: HttpRequest, act: Callable[[], Any], *, said: str, to: str) -> HttpResponse:
    """Do what a button asks, and lead on: with what was done, or with the reason why it was not."""
    try:
        act()
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, said)
    return redirect(to)
