"""Pages of a battle: the list, announcing one, how it stands, rolls before it, hired swords for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.battle.days import day_of
from campaigns.battle_selectors import asked_before, roster_in_battle
from campaigns.evening_selectors import TOLD_STATES
from campaigns.forms.battles import (
    LETTERS,
    AnnounceForm,
    MusterForm,
    SideChoice,
    ids_of,
    numbers_of,
    scenarios_for,
)
from campaigns.models import Battle, Campaign, Pairing, Side
from campaigns.models.battles import MOST_SIDES
from campaigns.roles import Right
from campaigns.selectors import room_of
from campaigns.services.battles import announce_battle, call_off_battle, change_alliances, start_battle
from campaigns.services.mustering import muster_warrior, take_on_sword
from campaigns.times import local, zone_of
from campaigns.tracker_selectors import tracked_at
from campaigns.views.access import Here, done, for_member
from campaigns.views.battle_access import AtBattle, for_fighter, for_looker, for_own_side, only_posted
from campaigns.views.battle_sheet import sheet_of
from mordheim.converters import HIGHEST
from mordheim.rules.posted import whole
from mordheim.rules.schema import HiredSwordType
from warbands.forms.warriors import RecruitForm
from warbands.roster.composition import hired_sword_refusal
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook

BATTLES_ON_A_PAGE = 20


@for_member(Right.SEE)
@require_safe
def battle_list(request: HttpRequest, here: Here) -> HttpResponse:
    """Every battle, the latest in the campaign's sequence first."""
    sides = Prefetch("sides", Side.objects.select_related("warband").order_by("place"))
    battles = here.campaign.battles.order_by("-number").prefetch_related(sides)
    page = Paginator(battles, BATTLES_ON_A_PAGE).get_page(request.GET.get("page"))
    rulebook = current_rulebook()
    evenings = dict(_evenings(here.campaign, page))
    rows = [(battle, rulebook.scenarios.get(battle.scenario_key), evenings.get(battle.pk)) for battle in page]
    return render(request, "campaigns/battle_list.html", {"here": here, "at": "battles", "page": page, "rows": rows})


def _evenings(campaign: Campaign, battles: Iterable[Battle]) -> Iterator[tuple[int, date]]:
    """The first of each local day's battles that can be printed, with the day."""
    seen = set()
    for battle in battles:
        day = day_of(battle.fought_on, zone_of(campaign))
        if battle.state in TOLD_STATES and day not in seen:
            seen.add(day)
            yield battle.pk, day


# --- announcing -------------------------------------------------------------------------------------------------


@for_member(Right.REPORT)
@require_http_methods(["GET", "HEAD", "POST"])
def battle_new(request: HttpRequest, here: Here) -> HttpResponse:
    """Who meets whom, about what, and when."""
    pairing = _pairing(here, request.POST.get("pairing") or request.GET.get("pairing"))
    rulebook, zone = current_rulebook(), zone_of(here.campaign)
    if request.method != "POST":
        now = local(here.campaign, timezone.now())
        begin_with = {"day": now.date(), "hour": now.time().replace(second=0, microsecond=0)}
        form = AnnounceForm(initial=begin_with, rulebook=rulebook, zone=zone)
        return _new_page(request, here, form, pairing)
    form = AnnounceForm(request.POST, rulebook=rulebook, zone=zone)
    if form.is_valid():
        try:
            battle = announce_battle(
                here.campaign,
                by=here.player,
                enrolments=form.sides,
                alliances=form.alliances,
                fought_on=form.moment,
                scenario_key=form.cleaned_data["scenario"],
                notes=form.cleaned_data["notes"],
                pairing=pairing,
            )
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, "The battle is announced. Begin once everybody is at the table.")
            return redirect(battle)
    return _new_page(request, here, form, pairing)


def _pairing(here: Here, text: str | None) -> Pairing | None:
    pk = whole(text or "", HIGHEST)
    return None if pk is None else Pairing.objects.upcoming().filter(pk=pk, campaign=here.campaign).first()


def _new_page(request: HttpRequest, here: Here, form: AnnounceForm, pairing: Pairing | None) -> HttpResponse:
    rulebook = current_rulebook()
    context = {
        "here": here,
        "at": "battles",
        "form": form,
        "pairing": pairing,
        "choices": _choices(here, form, pairing),
        "letters": LETTERS,
        "most": MOST_SIDES,
        "scenarios": [*scenarios_for(rulebook, "two"), *scenarios_for(rulebook, "many")],
    }
    return render(request, "campaigns/battle_new.html", context)


def _choices(here: Here, form: AnnounceForm, pairing: Pairing | None) -> list[SideChoice]:
    """The warbands that may take part, one's own first; ticked as they were, or as the pairing says."""
    own = set(here.campaign.enrolments.active().filter(player=here.player).values_list("pk", flat=True))
    if form.is_bound:
        ticked = set(ids_of(form.data))
    else:
        ticked = set(pairing.enrolments.values_list("pk", flat=True)) if pairing else own
    choices = [
        SideChoice(
            one.enrolment_id,
            one.name,
            one.player,
            one.rating,
            one.enrolment_id in ticked,
            form.data.get(f"alliance-{one.enrolment_id}", ""),
            one.enrolment_id in own,
        )
        for one in room_of(here.campaign)
    ]
    return sorted(choices, key=lambda choice: not choice.own)


# --- the battle's page ---------------------------------------------------------------------------------------------


@for_looker
@require_safe
def battle_detail(request: HttpRequest, there: AtBattle) -> HttpResponse:
    """How it stands, and what is to be done now. Who is out of action stands in the address, for the rout aid."""
    reports = list(there.battle.reports.standing().select_related("by"))
    tracker = tracked_at(there.battle) if there.battle.started_at else ""
    sheet = sheet_of(there, current_rulebook(), reports, request.GET.dict(), tracker)
    not_over = there.battle.is_planned or there.battle.is_open
    context = {
        "here": there.here,
        "at": "battles",
        "there": there,
        "battle": there.battle,
        "sheet": sheet,
        "reports": reports,
        "has_reported": any(report.is_by(there.here.player) for report in reports),
        "letters": LETTERS,
        "may_ally": there.acts and len(there.sides) > 2 and (there.battle.is_planned or there.battle.is_under_way),
        "may_call_off": there.acts and not_over and _may_call_off(there),
        "lines": there.battle.chronicle.told().select_related("person", "by"),
        "tracker": tracker,
    }
    return render(request, "campaigns/battle_detail.html", context)


def _may_call_off(there: AtBattle) -> bool:
    return there.here.arbitrates or not there.battle.reports.exists()


@for_fighter
@only_posted
def battle_start(request: HttpRequest, there: AtBattle) -> HttpResponse:
    return done(
        request,
        lambda: start_battle(there.battle, by=there.here.player),
        said="The battle has begun. Ratings are fixed; the dice of the app hang on the seed whose hash stands below.",
        to=there.battle.get_absolute_url(),
    )


@for_fighter
@only_posted
def battle_call_off(request: HttpRequest, there: AtBattle) -> HttpResponse:
    return done(
        request,
        lambda: call_off_battle(there.battle, by=there.here.player),
        said="The battle was called off, and every warband is as it was.",
        to=there.battle.get_absolute_url(),
    )


@for_fighter
@only_posted
def battle_alliances(request: HttpRequest, there: AtBattle) -> HttpResponse:
    letters = [request.POST.get(f"alliance-{side.place}", "") for side in there.sides]
    return done(
        request,
        lambda: change_alliances(there.battle, by=there.here.player, alliances=numbers_of(letters)),
        said="The alliances are changed.",
        to=there.battle.get_absolute_url(),
    )


# --- before the first blow ---------------------------------------------------------------------------------------


@for_own_side
@require_http_methods(["GET", "HEAD", "POST"])
def battle_muster(request: HttpRequest, there: AtBattle, side: Side) -> HttpResponse:
    """The rolls before the battle, one form each; with the last one made, back to the battle."""
    trouble, key = "", ""
    if request.method == "POST":
        form = MusterForm(request.POST)
        key = request.POST.get("key", "")
        trouble = _mustered(request, there, side, form)
        if not trouble:
            there = there.again()
            side = next(one for one in there.sides if one.pk == side.pk)
            left = there.battle.is_under_way and asked_before(side, current_rulebook())
            return redirect(request.path if left else there.battle.get_absolute_url())
    asked = asked_before(side, current_rulebook()) if there.battle.is_under_way else ()
    context = {
        "here": there.here,
        "at": "battles",
        "battle": there.battle,
        "side": side,
        "asked": asked,
        "trouble": trouble,
        "key": key,
        "app": there.battle.app_rolls,
        "table": there.battle.table_rolls,
    }
    return render(request, "campaigns/battle_muster.html", context)


def _mustered(request: HttpRequest, there: AtBattle, side: Side, form: MusterForm) -> str:
    """Make the roll; answers with what was in the way."""
    if not form.is_valid() or form.lacks_faces:
        return "Tap the face that was rolled at the table, or let the app roll."
    try:
        made = muster_warrior(side, by=there.here.player, **form.asked)
    except Refused as refused:
        return refused.message
    tone = messages.warning if made.outcome == "misses" else messages.success
    faces = f" rolled {' and '.join(map(str, made.roll.faces))}" if made.roll else ""
    tone(request, f"{made.asked.warrior}{faces}. {made.told}")
    return ""


@dataclass(frozen=True)
class SwordOffer:
    """A hired sword: his entry, and why he does not come."""

    entry: HiredSwordType
    refused: str


@for_own_side
@require_http_methods(["GET", "HEAD", "POST"])
def battle_sword(request: HttpRequest, there: AtBattle, side: Side) -> HttpResponse:
    """Choose a hired sword for this battle only; his type stands in the address."""
    rulebook = current_rulebook()
    if not there.battle.is_under_way:
        return redirect(there.battle)
    roster = roster_in_battle(side, rulebook)
    offers = [SwordOffer(entry, hired_sword_refusal(roster, key) or "") for key, entry in rulebook.hired_swords.items()]
    chosen = request.GET.get("type", "")
    entry = rulebook.hired_swords.get(chosen)
    if chosen and entry is None:
        raise Http404("There is no such hired sword.")
    form = RecruitForm(request.POST or None, entry=entry, rulebook=rulebook) if entry else None
    trouble = ""
    if request.method == "POST" and form is not None:
        trouble = form.first_error if not form.is_valid() else _hired(request, there, side, form)
        if not trouble:
            return redirect(there.battle)
    context = {
        "here": there.here,
        "at": "battles",
        "battle": there.battle,
        "side": side,
        "offers": sorted(offers, key=lambda one: bool(one.refused)),
        "entry": entry,
        "form": form,
        "trouble": trouble,
        "free": bool(request.POST.get("free")),
    }
    return render(request, "campaigns/battle_sword.html", context)


def _hired(request: HttpRequest, there: AtBattle, side: Side, form: RecruitForm) -> str:
    """Take him on; answers with what was in the way."""
    asked: dict[str, Any] = {key: value for key, value in form.asked.items() if key != "version"}
    try:
        hired = take_on_sword(side, by=there.here.player, free=bool(request.POST.get("free")), **asked)
    except Refused as refused:
        if refused.code == "dice":
            form.dice_do_not_do(refused.message)
        return form.first_error or refused.message
    messages.success(request, hired.event.sentence)
    return ""
