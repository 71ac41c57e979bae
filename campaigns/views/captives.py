"""Captives: who holds whom, and the page of one with what each side may do about him."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from campaigns import captive_selectors as selectors
from campaigns.forms.captives import ExchangeForm, FateForm, RansomForm
from campaigns.models import Campaign, Captive
from campaigns.roles import Right
from campaigns.selectors import sees_gold
from campaigns.services.captive_matters import battle_under_way, is_party, may_speak_for
from campaigns.services.captives import (
    accept_offer,
    decline_offer,
    offer_exchange,
    offer_ransom,
    seal_fate,
    undo_settlement,
    withdraw_offer,
)
from campaigns.views.access import Here, View, for_member, posted
from mordheim.converters import HIGHEST
from mordheim.rules.posted import whole
from warbands.roster.refusals import Refused

CAPTIVES_ON_A_PAGE = 30
NOT_HIS = "Only those whose warband holds or misses this captive and an arbitrator decide about him."


@for_member()
@require_safe
def captive_list(request: HttpRequest, here: Here) -> HttpResponse:
    """All captives, those who are held first."""
    rows = selectors.captives_of(here.campaign).order_by("settled_at", "-pk")
    held = [one for one in rows if one.is_held]
    settled = sorted((one for one in rows if not one.is_held), key=lambda one: one.settled_at or one.taken_at)
    page = Paginator([*held, *reversed(settled)], CAPTIVES_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "campaigns/captives.html", {"here": here, "at": "overview", "page": page})


@for_member()
@require_safe
def captive_detail(request: HttpRequest, here: Here, captive_id: int) -> HttpResponse:
    return _page(request, here, _captive(here, captive_id))


def _captive(here: Here, captive_id: int) -> Captive:
    """Raises Http404 for one of another campaign, and for one who was never taken after all."""
    return get_object_or_404(selectors.captives_of(here.campaign), pk=captive_id)


def _page(request: HttpRequest, here: Here, captive: Captive, **forms: Any) -> HttpResponse:
    asks, gives = (may_speak_for(side, membership=here.membership) for side in (captive.captor, captive.owner))
    others = selectors.exchangeable(captive) if captive.is_held and asks else []
    context = {
        "here": here,
        "at": "overview",
        "captive": captive,
        "him": selectors.his_sheet(captive),
        "asks": asks and captive.is_held,
        "gives": gives and captive.is_held,
        "wanted": selectors.wanted_in(captive),
        "became": selectors.fate_told(captive) if captive.fate else "",
        "under_way": _under_way(captive),
        "treasury": _treasury(here, captive),
        "others": others,
        "fates": selectors.fate_offers(captive.captor) if captive.is_held and asks else (),
        "app": here.campaign.dice_policy != Campaign.DicePolicy.TABLE,
        "table": here.campaign.dice_policy != Campaign.DicePolicy.APP,
        "ransom_form": RansomForm(initial=captive.offer or {}),
        "exchange_form": ExchangeForm(captives=others, initial={"other": (captive.offer or {}).get("exchange")}),
        "may_undo": captive.is_settled and _may_undo(here, captive),
        **forms,
    }
    return render(request, "campaigns/captive.html", context, status=422 if forms else 200)


def _under_way(captive: Captive) -> Any:
    if not captive.is_held:
        return None
    return battle_under_way(captive.owner) or battle_under_way(captive.captor)


def _treasury(here: Here, captive: Captive) -> int | None:
    """What the owner has to pay with, where one may see it."""
    owner = captive.owner
    return (
        owner.warband.treasury if owner.warband and sees_gold(here.campaign, here.membership, owner.enrolment) else None
    )


def _may_undo(here: Here, captive: Captive) -> bool:
    return captive.settlement["by"] == here.player.pk or here.arbitrates


# --- what the two sides do ------------------------------------------------------------------------------------------


def for_party(view: View) -> View:
    """For those who have a say about the captive, by post only. The view is given him in place of his id."""

    @for_member(Right.REPORT)
    @posted
    @wraps(view)
    def asked(request: HttpRequest, here: Here, captive_id: int, **rest: Any) -> HttpResponseBase:
        captive = _captive(here, captive_id)
        if not is_party(captive, membership=here.membership):
            return render(request, "campaigns/forbidden.html", {"campaign": here.campaign, "told": NOT_HIS}, status=403)
        return view(request, here, captive, **rest)

    return asked


@for_party
def captive_ransom(request: HttpRequest, here: Here, captive: Captive) -> HttpResponse:
    form = RansomForm(request.POST)
    if not form.is_valid():
        return _page(request, here, captive, ransom_form=form)
    gold = form.cleaned_data["gold"]
    return _do(
        request, captive, lambda: offer_ransom(captive, by=here.player, gold=gold), f"The offer stands: {gold} gc."
    )


@for_party
def captive_exchange(request: HttpRequest, here: Here, captive: Captive) -> HttpResponse:
    form = ExchangeForm(request.POST, captives=selectors.exchangeable(captive))
    if not form.is_valid():
        return _page(request, here, captive, exchange_form=form)
    other = get_object_or_404(selectors.captives_of(here.campaign), pk=form.cleaned_data["other"])
    said = f"The offer stands: in exchange for {other.warrior_name}."
    return _do(request, captive, lambda: offer_exchange(captive, by=here.player, other=other), said)


@for_party
def captive_withdraw(request: HttpRequest, here: Here, captive: Captive) -> HttpResponse:
    return _do(request, captive, lambda: withdraw_offer(captive, by=here.player), "Nothing is asked for him any more.")


@for_party
def captive_accept(request: HttpRequest, here: Here, captive: Captive) -> HttpResponse:
    shown = _offer_shown(request)
    return _do(
        request,
        captive,
        lambda: accept_offer(captive, by=here.player, offer=shown),
        f"{captive.warrior_name} is home again.",
    )


@for_party
def captive_decline(request: HttpRequest, here: Here, captive: Captive) -> HttpResponse:
    shown = _offer_shown(request)
    said = f"You declined. {captive.captor.shown_name} may ask for something else."
    return _do(request, captive, lambda: decline_offer(captive, by=here.player, offer=shown), said)


def _offer_shown(request: HttpRequest) -> dict[str, int]:
    """The offer that the form was drawn with. One that cannot be read fits none."""
    kind, _, amount = request.POST.get("offer", "").partition(":")
    number = whole(amount, HIGHEST)
    return {"": 0} if number is None else {kind: number}


@for_party
def captive_fate(request: HttpRequest, here: Here, captive: Captive, fate: str) -> HttpResponse:
    offer = next((one for one in selectors.fate_offers(captive.captor) if one.fate.key == fate), None)
    if offer is None:
        raise Http404("This captor does no such thing.")
    form = FateForm(request.POST, offer=offer)
    faces = form.faces if form.is_valid() else (0,)
    said = f"{captive.warrior_name} {offer.fate.done}."
    return _do(request, captive, lambda: seal_fate(captive, by=here.player, fate=fate, faces=faces), said)


@for_party
def captive_undo(request: HttpRequest, here: Here, captive: Captive) -> HttpResponse:
    return _do(
        request, captive, lambda: undo_settlement(captive, by=here.player), "It was taken back: he is a captive again."
    )


def _do(request: HttpRequest, captive: Captive, act: Callable[[], Any], said: str) -> HttpResponse:
    """Do it and lead back to his page, or tell whoever may not that it is not his."""
    try:
        act()
    except Refused as refused:
        if refused.code == "may_not":
            context = {"campaign": captive.owner.battle.campaign, "told": refused.message}
            return render(request, "campaigns/forbidden.html", context, status=403)
        messages.error(request, refused.message)
    else:
        messages.success(request, said)
    return redirect(captive)
