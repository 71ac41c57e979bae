"""The public, read-only page of a shared warband, and giving and taking it back.

An address that was taken back leads nowhere, as one that never was.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from warbands.models import Warband
from warbands.roster.interchange import write_warband
from warbands.selectors import current_rulebook, sheet_of, snapshot_of
from warbands.services.founding import share_warband, unshare_warband
from warbands.views.access import for_owner, is_htmx, player_of, posted
from warbands.views.warbands import RosterPage


@for_owner
@posted
def warband_share(request: HttpRequest, warband: Warband) -> HttpResponse:
    shared = share_warband(warband, by=player_of(request))
    return _answer(request, shared, "This warband has a public page now.")


@for_owner
@posted
def warband_unshare(request: HttpRequest, warband: Warband) -> HttpResponse:
    private = unshare_warband(warband, by=player_of(request))
    return _answer(request, private, "The public page was taken back. Its address leads nowhere from now on.")


def _answer(request: HttpRequest, warband: Warband, said: str) -> HttpResponse:
    if is_htmx(request):
        return RosterPage().draw(request, warband, said=said)
    messages.success(request, said)
    return redirect(f"{reverse('warband-detail', args=[warband.pk])}#share")


def _shared(token: str) -> Warband:
    return get_object_or_404(Warband.objects.shared().select_related("owner"), share_token=token)


@require_safe
def warband_public(request: HttpRequest, token: str) -> HttpResponse:
    """The sheet for everybody who has the address."""
    warband = _shared(token)
    try:
        sheet = sheet_of(warband)
    except KeyError:
        raise Http404("The rules have no such warband type any more.") from None
    return _not_indexed(render(request, "warbands/public.html", {"warband": warband, "sheet": sheet}))


@require_safe
def warband_public_json(request: HttpRequest, token: str) -> HttpResponse:
    """The same warband as a warband file."""
    content = write_warband(snapshot_of(_shared(token)), current_rulebook(), as_json=True)
    return _not_indexed(HttpResponse(content, content_type="application/json; charset=utf-8"))


def _not_indexed(response: HttpResponse) -> HttpResponse:
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Cache-Control"] = "no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response
