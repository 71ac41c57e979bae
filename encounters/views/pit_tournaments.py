"""Tournaments of the pit: making one, who enters, the bracket or the table while it goes on, and who has won.

Whoever has the address looks on and, while it gathers, enters. A page that waits asks every few seconds whether it has
gone on (`tournament_since`). Fights between computers are played by the request that asks for it, for a few seconds;
what is left then the page asks for again by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.views.people import qr_code
from encounters.models import PitTournament
from encounters.pit_forms import EnlistForm
from encounters.pit_games_forms import ComputersForm, NewTournamentForm, NumberForm
from encounters.pit_games_selectors import (
    TournamentShown,
    tournament_of_code,
    tournament_shown,
    tournaments_of,
    version_of_tournament,
)
from encounters.pit_selectors import pit_rules, ready_rosters
from encounters.pitfight.tournament import MOST
from encounters.services import pit_tournaments as games
from encounters.views.pit_access import looker, unkept
from mordheim.addresses import is_of_this_machine
from warbands.models import Player
from warbands.roster.refusals import Refused
from warbands.services.guests import player_for
from warbands.views.access import is_htmx, player_of, signed_in, wants_a_part

View = Callable[..., HttpResponseBase]


def _found(code: str) -> PitTournament:
    row = tournament_of_code(code)
    if row is None:
        raise Http404("There is no such tournament.")
    return row


def for_tournament(view: View) -> View:
    """Gives the view the tournament in place of its code; for addresses that only do things, whoever comes to look is
    led to it."""

    @wraps(view)
    def asked(request: HttpRequest, code: str) -> HttpResponseBase:
        row = _found(code)
        return view(request, row) if request.method == "POST" else redirect(row)

    return asked


# --- one's own, and a new one -----------------------------------------------------------------------------------------


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    player = looker(request)
    rows = tournaments_of(player) if player else []
    context = {
        "going_on": [row for row in rows if row.is_gathering or row.is_under_way],
        "ended": [row for row in rows if row.is_over or row.is_called_off],
    }
    return unkept(render(request, "encounters/pit/tournaments.html", context))


@require_http_methods(["GET", "HEAD", "POST"])
def tournament_new(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _draw_new(request, NewTournamentForm())
    form = NewTournamentForm(request.POST)
    if not form.is_valid():
        return _draw_new(request, form, form.first_error)
    said = form.cleaned_data
    about = {"name": said["name"], "kind": said["kind"], "minutes": said["minutes"] or 0, "purse": said["purse"] or 0}
    try:
        return redirect(games.open_tournament(by=player_for(request), terms=form.terms, **about))
    except Refused as refused:
        return _draw_new(request, form, refused.message)


def _draw_new(request: HttpRequest, form: NewTournamentForm, trouble: str = "") -> HttpResponse:
    return unkept(render(request, "encounters/pit/tournament_new.html", {"form": form, "trouble": trouble}))


# --- looking ----------------------------------------------------------------------------------------------------------


@require_safe
def tournament(request: HttpRequest, code: str) -> HttpResponse:
    """The tournament as this viewer sees it."""
    return _draw(request, _found(code))


@require_safe
def tournament_since(request: HttpRequest, code: str, version: int) -> HttpResponse:
    """The page's part that changes, if it has gone on since that version; nothing otherwise."""
    if version_of_tournament(code) == version:
        return HttpResponse(status=204)
    row = _found(code)
    answer = _draw(request, row)
    if not row.is_gathering:
        # A page that was gathering asks for the list of entrants only.
        answer["HX-Retarget"] = answer["HX-Reselect"] = "#pit"
    return answer


def _draw(request: HttpRequest, row: PitTournament, **about: Any) -> HttpResponse:
    player = looker(request)
    told = tournament_shown(row, player)
    context = {"row": row, "told": told, "rules": pit_rules(), "said": "", "trouble": "", "goes_on": False}
    if row.is_gathering:
        context |= _gathering(request, row, told, player)
    context |= about
    name = "_tournament_swapped" if wants_a_part(request) else "tournament"
    return unkept(render(request, f"encounters/pit/{name}.html", context))


def _gathering(
    request: HttpRequest, row: PitTournament, told: TournamentShown, player: Player | None
) -> dict[str, Any]:
    address = request.build_absolute_uri(row.get_absolute_url())
    only_here = is_of_this_machine(address)
    entered = {side.entrant.roster_id for side in told.entrants}
    ready = [one for one in ready_rosters(player) if one.pk not in entered] if player else []
    return {
        "form": EnlistForm(rosters=ready),
        "computers": ComputersForm(initial={"count": min(4, MOST - len(told.entrants))}),
        "most": MOST,
        "address": address,
        "qr": "" if only_here else qr_code(address),
        "only_here": only_here,
    }


# --- doing ------------------------------------------------------------------------------------------------------------


def _answered(
    request: HttpRequest, row: PitTournament, *, said: str = "", trouble: str = "", **about: Any
) -> HttpResponse:
    """The page as it is after something was done, or refused."""
    if is_htmx(request):
        return _draw(request, _found(row.code), said=said, trouble=trouble, **about)
    if trouble:
        messages.error(request, trouble)
    elif said:
        messages.success(request, said)
    return redirect(row)


def _done(
    request: HttpRequest, row: PitTournament, service: Callable[..., Any], said: str, **about: Any
) -> HttpResponse:
    try:
        service(row, by=player_of(request), **about)
    except Refused as refused:
        return _answered(request, row, trouble=refused.message)
    return _answered(request, row, said=said)


@for_tournament
def tournament_enter(request: HttpRequest, row: PitTournament) -> HttpResponse:
    """One more fighter, one's own or the computer's."""
    player = looker(request)
    form = EnlistForm(request.POST, rosters=ready_rosters(player) if player else ())
    if not form.is_valid() or form.asks:
        return _draw(request, row, form=form, trouble=form.first_error or form.asks_told)
    try:
        by = player_for(request)
        entrant = games.enter(row, by=by, enlisting=form.enlisting, computer=form.cleaned_data["computer"])
    except Refused as refused:
        return _draw(request, row, form=form, trouble=refused.message)
    return _answered(request, row, said=f"{entrant.name} has entered.")


@for_tournament
@signed_in
def tournament_computers(request: HttpRequest, row: PitTournament) -> HttpResponse:
    form = ComputersForm(request.POST)
    if not form.is_valid():
        return _draw(request, row, computers=form, trouble=form.first_error)
    return _done(request, row, games.enter_computers, "They have entered.", **form.cleaned_data)


@for_tournament
@signed_in
def tournament_withdraw(request: HttpRequest, row: PitTournament) -> HttpResponse:
    return _done(request, row, games.withdraw, "He is out of it.", number=NumberForm(request.POST).whom)


@for_tournament
@signed_in
def tournament_begin(request: HttpRequest, row: PitTournament) -> HttpResponse:
    return _done(request, row, games.begin, "The places are drawn, and the gate is down.")


@for_tournament
@signed_in
def tournament_fight_out(request: HttpRequest, row: PitTournament) -> HttpResponse:
    """As many of the computer's fights as a few seconds hold."""
    try:
        left = games.fight_them_out(row, by=player_of(request))
    except Refused as refused:
        return _answered(request, row, trouble=refused.message)
    return _answered(request, row, goes_on=left)


@for_tournament
@signed_in
def tournament_call_off(request: HttpRequest, row: PitTournament) -> HttpResponse:
    return _done(request, row, games.call_off, "It is called off.")
