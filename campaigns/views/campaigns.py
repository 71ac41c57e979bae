"""A campaign as a whole: the list, a new one, how it stands, its settings."""

from __future__ import annotations

import csv
from io import StringIO

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import selectors
from campaigns.chart import rating_chart
from campaigns.forms.campaigns import CampaignForm
from campaigns.models import Campaign
from campaigns.roles import Right
from campaigns.services.campaigns import (
    Settings,
    begin_campaign,
    change_settings,
    close_campaign,
    reopen_campaign,
)
from campaigns.turn_selectors import business_of, evenings_of, turns_of
from campaigns.views.access import Here, done, for_member, posted, with_account
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook
from warbands.services.reminding import reminders_of
from warbands.views.access import player_of, wants_a_part

CAMPAIGNS_ON_A_PAGE = 20
STANDINGS_ON_A_PAGE = 30
WAITED_FOR_SHOWN = CAPTIVES_SHOWN = 12


@with_account
@require_safe
def campaign_list(request: HttpRequest) -> HttpResponse:
    player = player_of(request)
    mine = selectors.campaigns_of(player)
    page = Paginator(mine, CAMPAIGNS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "campaigns/list.html", {"page": page, "reminders": reminders_of(player)})


@with_account
@require_http_methods(["GET", "HEAD", "POST"])
def campaign_new(request: HttpRequest) -> HttpResponse:
    form = CampaignForm(request.POST if request.method == "POST" else None, initial=vars(Settings()))
    if form.is_bound and form.is_valid():
        try:
            campaign = begin_campaign(by=player_of(request), name=form.cleaned_data["name"], settings=form.settings)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, f"{campaign.name} has begun. Invite the others.")
            return redirect("campaign-people", campaign.pk)
    return render(request, "campaigns/new.html", {"form": form})


@for_member()
@require_safe
def campaign_detail(request: HttpRequest, here: Here) -> HttpResponse:
    """How the campaign stands, at one glance. What it is made of is plain and has a hash, so that a part of the page
    is drawn anew only where something in it has changed."""
    standings = selectors.standings_of(here.campaign, here.membership, current_rulebook())
    business = business_of(here.campaign)
    remembered = selectors.remembered_of(here.campaign)
    turns = turns_of(business)
    others = tuple(turn for turn in turns if turn.player_id != here.player.pk)
    page = Paginator([one for one in standings if not one.retired], STANDINGS_ON_A_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "here": here,
        "at": "home",
        "page": page,
        "shown": tuple(page.object_list),
        "plays": any(one.own and not one.retired for one in standings),
        "retired": tuple(one for one in standings if one.retired),
        "mine": tuple(turn for turn in turns if turn.player_id == here.player.pk),
        "others": others[:WAITED_FOR_SHOWN],
        "others_more": len(others[WAITED_FOR_SHOWN:]),
        "evenings": tuple(evenings_of(business, here.membership)),
        "captives": business.captives[:CAPTIVES_SHOWN],
        "deaths": remembered.deaths,
        "feats": tuple(selectors.feats_of(standings, remembered.feats)),
        "lines": remembered.lines,
        "has_fought": any(one.figures.battles for one in standings),
    }
    return render(request, "campaigns/detail.html", context)


@for_member()
@require_safe
def campaign_ratings(request: HttpRequest, here: Here) -> HttpResponse:
    """The ratings over the battles: a page, or the chart alone where another page asks for it."""
    lines = selectors.rating_lines_of(here.campaign, here.membership)
    context = {"here": here, "at": "overview", "chart": rating_chart(lines), "lines": lines}
    name = "campaigns/_rating_chart.html" if wants_a_part(request) else "campaigns/ratings.html"
    answer = render(request, name, context)
    answer["Vary"] = "HX-Request, Cookie"
    return answer


@for_member()
@require_safe
def campaign_standings_csv(request: HttpRequest, here: Here) -> HttpResponse:
    """The standings for a spreadsheet. A byte order mark tells its program that this is UTF-8."""
    written = StringIO()
    sheet = csv.writer(written)
    sheet.writerow(
        ["Place", "Warband", "Player", "Kind", "Battles", "Wins", "Draws", "Rating", "Enemies out", "Own out", "Gold"]
    )
    for one in selectors.standings_of(here.campaign, here.membership, current_rulebook()):
        done_ = one.figures
        named = [harmless(one.name), harmless(one.player), harmless(one.type_name)]
        numbers = [done_.battles, done_.wins, done_.draws, one.rating, done_.kills, done_.losses]
        sheet.writerow(["retired" if one.retired else one.place, *named, *numbers, _gold(one.treasury)])
    answer = HttpResponse(f"\ufeff{written.getvalue()}", content_type="text/csv; charset=utf-8")
    name = slugify(here.campaign.name)[:60] or "campaign"
    answer["Content-Disposition"] = f'attachment; filename="{name}-standings.csv"'
    answer["Cache-Control"] = "private, no-store"
    return answer


# What a spreadsheet takes for a formula, in either width.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def harmless(cell: str) -> str:
    """A cell that no spreadsheet evaluates: what would be a formula is marked as text."""
    return f"'{cell}" if cell.lstrip(" ").startswith(FORMULA) else cell


def _gold(treasury: int | None) -> int | str:
    return "hidden" if treasury is None else treasury


@for_member(Right.ARBITRATE)
@require_http_methods(["GET", "HEAD", "POST"])
def campaign_settings(request: HttpRequest, here: Here) -> HttpResponse:
    campaign = here.campaign
    form = CampaignForm(request.POST if request.method == "POST" else None, initial=_as_typed(campaign))
    if form.is_bound and form.is_valid():
        try:
            change_settings(campaign, by=here.player, name=form.cleaned_data["name"], settings=form.settings)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, "The settings were saved.")
            return redirect("campaign-settings", campaign.pk)
    return render(request, "campaigns/settings.html", {"here": here, "at": "settings", "form": form})


def _as_typed(campaign: Campaign) -> dict[str, object]:
    return {"name": campaign.name, **{key: getattr(campaign, key) for key in vars(Settings())}}


@for_member(Right.ARBITRATE)
@posted
def campaign_close(request: HttpRequest, here: Here) -> HttpResponse:
    to = reverse("campaign-settings", args=[here.campaign.pk])
    return done(
        request,
        lambda: close_campaign(here.campaign, by=here.player),
        said="The campaign is closed. It can still be read, and opened again.",
        to=to,
    )


@for_member(Right.ARBITRATE)
@posted
def campaign_reopen(request: HttpRequest, here: Here) -> HttpResponse:
    to = reverse("campaign-settings", args=[here.campaign.pk])
    return done(
        request, lambda: reopen_campaign(here.campaign, by=here.player), said="The campaign is open again.", to=to
    )
