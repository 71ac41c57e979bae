"""Who is here, who meets whom, and announcing it."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaigns import selectors
from campaigns.forms.campaigns import PresenceForm
from campaigns.models import Pairing
from campaigns.pairing import pairings
from campaigns.roles import Right
from campaigns.services.pairings import announce_pairings, withdraw_pairing
from campaigns.times import local
from campaigns.turn_selectors import business_of, evenings_of
from campaigns.views.access import Here, done, for_member, posted
from mordheim.converters import HIGHEST
from mordheim.rules.posted import whole


@for_member(Right.PAIR)
@require_safe
def campaign_pairings(request: HttpRequest, here: Here) -> HttpResponse:
    """Tick who is here, see who meets whom. The address holds both, so that it can be looked at again."""
    room = selectors.room_of(here.campaign)
    asked = "here" in request.GET or "planned_for" in request.GET
    choices = [(one.enrolment_id, one.name) for one in room]
    form = PresenceForm(
        _asked(request, here) if asked else None, choices=choices, initial={"planned_for": _today(here)}
    )
    groups: list[list[selectors.InTheRoom]] = []
    planned_for = _today(here)
    if asked and form.is_valid():
        ticked = set(form.cleaned_data["here"])
        planned_for = form.cleaned_data["planned_for"]
        by_key = {one.enrolment_id: one for one in room}
        met = selectors.meetings_of(here.campaign)
        found = pairings((one.present for one in room if one.enrolment_id in ticked), met)
        groups = [[by_key[key] for key in group] for group in found]
    context = {
        "here": here,
        "at": "pairings",
        "form": form,
        "room": room,
        "ticked": set(form.cleaned_data.get("here", ())) if asked and form.is_valid() else set(),
        "groups": groups,
        "planned_for": planned_for,
        "evenings": evenings_of(business_of(here.campaign), here.membership),
    }
    return render(request, "campaigns/pairings.html", context)


def _asked(request: HttpRequest, here: Here) -> dict[str, Any]:
    """What the address says, this evening where it names none."""
    day = request.GET.get("planned_for") or _today(here).isoformat()
    return {"here": request.GET.getlist("here"), "planned_for": day}


def _today(here: Here) -> date:
    return local(here.campaign, timezone.now()).date()


@for_member(Right.PAIR)
@posted
def pairing_announce(request: HttpRequest, here: Here) -> HttpResponse:
    """Announce the pairings as they were shown: each ``group`` is the ids of its warbands."""
    groups = [_ids(text) for text in request.POST.getlist("group")]
    try:
        planned_for = date.fromisoformat(request.POST.get("planned_for", ""))
    except ValueError:
        planned_for = _today(here)
    return done(
        request,
        lambda: announce_pairings(here.campaign, by=here.player, groups=groups, planned_for=planned_for),
        said="The pairings are announced: everybody sees them on the campaign's page.",
        to=reverse("campaign-pairings", args=[here.campaign.pk]),
    )


def _ids(text: str) -> list[int]:
    """``12,5`` as numbers; what is none is left out."""
    return [pk for part in text.split(",") if (pk := whole(part, HIGHEST)) is not None]


@for_member(Right.PAIR)
@posted
def pairing_withdraw(request: HttpRequest, here: Here, pairing_id: int) -> HttpResponse:
    pairing = get_object_or_404(Pairing, pk=pairing_id, campaign=here.campaign)
    return done(
        request,
        lambda: withdraw_pairing(pairing, by=here.player),
        said="The pairing was taken back.",
        to=reverse("campaign-pairings", args=[here.campaign.pk]),
    )
