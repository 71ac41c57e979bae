"""The pit's own page, and the gathering of a fight: opening it, who fights, letting the gate down."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from encounters.models import PitFight
from encounters.pit_forms import EnlistForm, NewFightForm, PlaceForm
from encounters.pit_selectors import Due, fights_of, pit_rules, ready_rosters
from encounters.pitfight.players import STRENGTHS
from encounters.pitfight.state import Terms
from encounters.services import pit_fights as fights
from encounters.services import pit_gathering as gathering
from encounters.views.pit_access import for_fight, looker, only_posted, unkept
from encounters.views.pit_playing import answered, done, draw_gathering
from warbands.models import Player
from warbands.roster.refusals import Refused
from warbands.services.guests import player_for
from warbands.views.access import player_of, signed_in


@require_safe
def pit(request: HttpRequest) -> HttpResponse:
    """My fights, those that wait for me first; or what the pit is."""
    player = looker(request)
    fights_now: list[Due] = fights_of(player) if player else []
    context = {
        "waiting": [one for one in fights_now if one.is_due],
        "going_on": [one for one in fights_now if one.is_open and not one.is_due],
        "ended": [one for one in fights_now if not one.is_open],
        "scrolls": pit_rules().scrolls.values(),
    }
    return unkept(render(request, "encounters/pit/index.html", context))


NOT_READY = "That fighter cannot begin a fight now: he stands in one already, or he has fights to miss."

# --- a new fight ------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def pit_new(request: HttpRequest) -> HttpResponse:
    """How to play, with whom, and one's fighter."""
    player = looker(request)
    ready = ready_rosters(player) if player else []
    if request.method != "POST":
        asked = request.GET.get("fighter", "")
        wanted = next((one for one in ready if one.code == asked), None)
        form = NewFightForm(rosters=ready, initial={"kept": wanted.pk} if wanted else None)
        return _draw_new(request, form, trouble=NOT_READY if asked and wanted is None else "")
    form = NewFightForm(request.POST, rosters=ready)
    if not form.is_valid():
        return _draw_new(request, form, trouble=form.first_error)
    if form.asks:
        return _draw_new(request, form)
    try:
        row = _opened(form, by=player_for(request))
    except Refused as refused:
        return _draw_new(request, form, trouble=refused.message)
    return redirect(row)


def _draw_new(request: HttpRequest, form: NewFightForm, trouble: str = "") -> HttpResponse:
    context = {"form": form, "trouble": trouble, "rules": pit_rules(), "strengths": STRENGTHS}
    return unkept(render(request, "encounters/pit/new.html", context))


def _opened(form: NewFightForm, *, by: Player) -> PitFight:
    said = form.cleaned_data
    agreed = {name: said[name] for name in ("radius", "spacing") if said[name]}
    terms = Terms(**{"radius": pit_rules().radius, "spacing": pit_rules().spacing, **agreed})
    with transaction.atomic():
        row = gathering.open_fight(by=by, name=said["title"], minutes=said["minutes"] or 0, terms=terms)
        way, opponents = said["way"], said["opponents"] or 1
        own = said["foe"] if way == "watch" else ""
        first = form.enlisting
        if own and not (first.name or first.roster):
            first = replace(first, name=gathering.opponent(row, 0).name)
        gathering.take_place(row, by=by, enlisting=first, computer=own)
        if way in ("computer", "watch"):
            gathering.take_opponents(row, by=by, count=opponents, strength=said["foe"])
    return row


# --- gathering --------------------------------------------------------------------------------------------------------


@for_fight
@only_posted
def fight_join(request: HttpRequest, row: PitFight) -> HttpResponse:
    """One more fighter, one's own or the computer's."""
    player = looker(request)
    form = EnlistForm(request.POST, rosters=ready_rosters(player) if player else ())
    if not form.is_valid() or form.asks:
        return draw_gathering(request, row, form=form, trouble=form.first_error or form.asks_told)
    try:
        by = player_for(request)
        seat = gathering.take_place(row, by=by, enlisting=form.enlisting, computer=form.cleaned_data["computer"])
    except Refused as refused:
        return draw_gathering(request, row, form=form, trouble=refused.message)
    return answered(request, row, said=f"{seat.name} is in.")


@for_fight
@only_posted
@signed_in
def fight_leave(request: HttpRequest, row: PitFight) -> HttpResponse:
    return done(request, row, gathering.leave_place, said="He is out of it.", place=PlaceForm(request.POST).whom)


@for_fight
@only_posted
def fight_take_over(request: HttpRequest, row: PitFight) -> HttpResponse:
    """Play one of the computer's fighters."""
    try:
        seat = gathering.take_over(row, by=player_for(request), place=PlaceForm(request.POST).whom)
    except Refused as refused:
        return answered(request, row, trouble=refused.message)
    return answered(request, row, said=f"You play {seat.name}.")


@for_fight
@only_posted
@signed_in
def fight_begin(request: HttpRequest, row: PitFight) -> HttpResponse:
    return done(request, row, fights.begin, said="")


@for_fight
@only_posted
@signed_in
def fight_again(request: HttpRequest, row: PitFight) -> HttpResponse:
    """The same fighters once more."""
    try:
        return redirect(gathering.fight_again(row, by=player_of(request)))
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect(row)
