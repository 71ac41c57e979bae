"""Warbands in a campaign: begun for it, enrolled, looked at, retired."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import selectors
from campaigns.forms.campaigns import EnrolForm, RetireForm
from campaigns.models import Enrolment
from campaigns.roles import Right
from campaigns.services.enrolments import begin_for_campaign, enrol_warband, retire_warband, starting_gold_of
from campaigns.views.access import Here, for_member, forbidden
from warbands.forms.warbands import BeginForm
from warbands.models import Warband
from warbands.roster.refusals import Refused
from warbands.roster.sheet import WarbandSheet
from warbands.selectors import current_rulebook, sheet_of

LINES_ON_A_PAGE = 20


@for_member(Right.ENROL)
@require_http_methods(["GET", "HEAD", "POST"])
def enrolment_new(request: HttpRequest, here: Here) -> HttpResponse:
    """Enrol a warband: one's own, or as an arbitrator any member's."""
    offers = selectors.enrollable(here.campaign, here.membership, current_rulebook())
    choices = [(offer.warband_id, offer.name) for offer in offers]
    form = EnrolForm(request.POST if request.method == "POST" else None, warbands=choices)
    if form.is_bound and form.is_valid():
        try:
            warband = get_object_or_404(Warband, pk=form.cleaned_data["warband"])
            reason = form.cleaned_data["reason"]
            enrolment = enrol_warband(here.campaign, by=here.player, warband=warband, reason=reason)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, f"{enrolment.warband_name} is in the campaign.")
            return redirect(here.campaign)
    return render(request, "campaigns/enrol.html", {"here": here, "at": "overview", "form": form, "offers": offers})


@for_member(Right.ENROL)
@require_http_methods(["GET", "HEAD", "POST"])
def enrolment_begin(request: HttpRequest, here: Here) -> HttpResponse:
    """Begin a warband with this campaign's starting gold."""
    rulebook = current_rulebook()
    initial = {"type": request.GET.get("type")}
    form = BeginForm(request.POST if request.method == "POST" else None, initial=initial, rulebook=rulebook)
    if form.is_bound and form.is_valid():
        try:
            warband = begin_for_campaign(
                here.campaign, by=here.player, type_key=form.cleaned_data["type"], name=form.cleaned_data["name"]
            )
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, f"Recruit, found it, and then enrol it in {here.campaign.name}.")
            return redirect(warband)
    kinds = [
        (kind, starting_gold_of(here.campaign, rulebook=rulebook, type_key=kind.key))
        for kind in rulebook.warband_types.values()
    ]
    return render(request, "campaigns/begin.html", {"here": here, "at": "overview", "form": form, "kinds": kinds})


@for_member()
@require_safe
def enrolment_detail(request: HttpRequest, here: Here, enrolment_id: int) -> HttpResponse:
    """A warband as the campaign knows it: its record, its roster as it stands now, its lines of the chronicle."""
    enrolment = _enrolment(here, enrolment_id)
    sees_gold = selectors.sees_gold(here.campaign, here.membership, enrolment)
    lines = selectors.lines_of(enrolment)
    context = {
        "here": here,
        "at": "overview",
        "enrolment": enrolment,
        "own": enrolment.player_id == here.player.pk,
        "standing": selectors.standing_of(here.campaign, here.membership, enrolment, current_rulebook()),
        "sheet": _sheet(enrolment, sees_gold=sees_gold),
        "sees_gold": sees_gold,
        "page": Paginator(lines, LINES_ON_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "campaigns/enrolment.html", context)


def _enrolment(here: Here, enrolment_id: int) -> Enrolment:
    rows = Enrolment.objects.select_related("warband", "player")
    return get_object_or_404(rows, pk=enrolment_id, campaign=here.campaign)


def _sheet(enrolment: Enrolment, *, sees_gold: bool) -> WarbandSheet | None:
    """The roster as it stands, without its gold for whoever may not see that; none where it is gone."""
    if enrolment.warband is None:
        return None
    try:
        sheet = sheet_of(enrolment.warband)
    except KeyError:
        return None
    return sheet if sees_gold else replace(sheet, treasury=None, cost=None)


@for_member(Right.ENROL)
@require_http_methods(["GET", "HEAD", "POST"])
def enrolment_retire(request: HttpRequest, here: Here, enrolment_id: int) -> HttpResponse:
    """Ask first, then retire."""
    enrolment = _enrolment(here, enrolment_id)
    if enrolment.player_id != here.player.pk and not here.may(Right.CORRECT):
        return forbidden(request, here.campaign, Right.CORRECT)
    form = RetireForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            retire_warband(enrolment, by=here.player, reason=form.cleaned_data["reason"])
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, f"{enrolment.shown_name} has retired. Its record stays.")
            return redirect(enrolment)
    context = {"here": here, "at": "overview", "enrolment": enrolment, "form": form}
    return render(request, "campaigns/retire.html", context)
