"""Being told by mail: choosing it, and stopping it from a mail, signed in or not."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from campaigns.models import Membership
from campaigns.services.notices import choose_mails, parts_of_token, stop_mails
from campaigns.views.access import Here, done, for_member, posted


@for_member()
@posted
def mails_choose(request: HttpRequest, here: Here) -> HttpResponse:
    """On or off; whatever is not ``on`` is off."""
    wanted = request.POST.get("mails") == "on"
    return done(
        request,
        lambda: choose_mails(here.membership, wanted=wanted),
        said="You are told by mail when it is your turn." if wanted else "You get no more mails from this campaign.",
        to=f"{reverse('campaign-people', args=[here.campaign.pk])}#mails",
    )


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def mails_stop(request: HttpRequest, token: str) -> HttpResponse:
    """Open to whoever has such a mail: looking asks, posting stops.

    Mail programs post here by themselves, without a cookie (RFC 8058), and whatever looks through mails for bad links
    follows each of them: so the signed token is the only leave that is asked for, and looking changes nothing. The
    answer to a post is the page itself, since no mail program follows a redirect.
    """
    try:
        if request.method == "POST":
            return _page(request, stop_mails(token), stopped=True)
        parts = parts_of_token(token)
    except BadSignature:
        raise Http404("There is no such address.") from None
    return _page(request, parts, stopped=not any(part.mails_turns for part in parts))


def _page(request: HttpRequest, parts: Sequence[Membership], *, stopped: bool) -> HttpResponse:
    answer = render(request, "campaigns/mails_stop.html", {"parts": parts, "stopped": stopped})
    answer["X-Robots-Tag"] = "noindex, nofollow"
    answer["Cache-Control"] = "no-store"
    answer["Referrer-Policy"] = "same-origin"
    return answer
