"""The page of a fight: the arena, what is asked of whom, and what has just happened.

Whoever has the address watches; a player answers for his fighters. Where one player has several, the phone goes round:
what is secret is shown for one fighter at a time, and only once whoever plays him has the phone. A page that waits asks
every few seconds whether the fight has gone on (`fight_since`); one that is being answered asks only whether somebody
is waiting impatiently (`fight_call`), so that nothing that was chosen is lost.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaigns.views.people import qr_code
from encounters.models import PitFight, PitSeat
from encounters.pit_forms import EnlistForm, OrderForm, PlaceForm
from encounters.pit_selectors import (
    Watched,
    is_alone_with_kept,
    latest_events,
    own_places,
    pit_rules,
    ready_rosters,
    strength_of,
    version_of_fight,
    watched,
    without_scroll,
)
from encounters.pitfight.cards import cards_of
from encounters.pitfight.errors import Malformed
from encounters.pitfight.offering import offer_of
from encounters.pitfight.picture import picture_of
from encounters.pitfight.players import STRENGTHS
from encounters.pitfight.state import CARRY_OUT_MOVES, END_PHASE, MOST, OVER, PICK_MOVES, RESOLVE_ATTACKS, SET_UP
from encounters.pitfight.telling import Step, grouped
from encounters.services import pit_fights as fights
from encounters.views.pit_access import fight_of_code, for_fight, looker, only_posted, unkept
from mordheim.addresses import is_of_this_machine
from mordheim.rules.posted import whole
from warbands.models import Player
from warbands.roster.refusals import OutOfDate, Refused
from warbands.views.access import is_htmx, player_of, signed_in, wants_a_part

SHOWN_FOR = "as"
ALL_MUST = "Once all its players are for it, it is done."
STEPS = {
    SET_UP: "setting up",
    PICK_MOVES: "moves are picked",
    CARRY_OUT_MOVES: "moves are carried out",
    RESOLVE_ATTACKS: "attacks",
    END_PHASE: "the end phase",
    OVER: "over",
}


# --- looking ----------------------------------------------------------------------------------------------------------


@for_fight
@require_safe
def fight(request: HttpRequest, row: PitFight) -> HttpResponse:
    """The fight as this viewer sees it."""
    return draw(request, row)


@require_safe
def fight_since(request: HttpRequest, code: str, version: int) -> HttpResponse:
    """The page's part that changes, if the fight has gone on since that version; nothing otherwise. A page on which
    fighters are gathered is loaded anew once they fight."""
    if version_of_fight(code) == version:
        return HttpResponse(status=204)
    row = fight_of_code(code)
    if "gathering" in request.GET and not row.is_gathering:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return draw(request, row)


@for_fight
@require_safe
def fight_call(request: HttpRequest, row: PitFight, version: int) -> HttpResponse:
    """Whether somebody waits impatiently for this viewer, or has gone on without him."""
    own = [seat for seat in row.seats.all() if seat.player_id and seat.player_id == getattr(looker(request), "pk", 0)]
    waited = [seat for seat in own if seat.place in row.waits_for]
    nudged = any(seat.nudged_at for seat in waited)
    context = {"row": row, "nudged": nudged, "gone_on": row.question != version or not waited, "question": version}
    return unkept(render(request, "encounters/pit/_call.html", context))


def draw(request: HttpRequest, row: PitFight, *, said: str = "", trouble: str = "") -> HttpResponse:
    """The page of a fight in whatever state it is."""
    if not row.notation:
        return draw_gathering(request, row, said=said, trouble=trouble)
    try:
        at = watched(row, looker(request), _shown(request))
    except Malformed:
        return _draw_diverged(request, row, said=said, trouble=trouble)
    leads = request.method == "POST" or (is_htmx(request) and SHOWN_FOR in request.GET)
    return _answer(request, _playing(at) | {"said": said, "trouble": trouble, "leads": leads}, "fight")


def _draw_diverged(request: HttpRequest, row: PitFight, *, said: str, trouble: str) -> HttpResponse:
    """What is left of a fight that cannot be read any more, because the rules have changed since."""
    player = looker(request)
    seats = list(row.seats.all())
    takes_part = bool(own_places(seats, player))
    context = {
        "row": row,
        "seats": [_seated(seat, player) for seat in seats],
        "has_part": takes_part or (player is not None and row.made_by_id == player.pk),
        "is_kept": any(seat.roster_id for seat in seats),
        "for_taking_back": [seat for seat in seats if seat.called_off],
        "may_be_taken_back": takes_part and _may_be_taken_back(row),
        "said": said,
        "trouble": trouble,
    }
    return _answer(request, context, "diverged")


def _seated(seat: PitSeat, player: Player | None) -> tuple[PitSeat, str, str]:
    """A fighter with the name of his scroll, its key where the rules have it no more, and who decides for him."""
    scrolls = pit_rules().scrolls
    scroll = scrolls[seat.scroll].name if seat.scroll in scrolls else seat.scroll
    return seat, scroll, whose(seat, player)


def _shown(request: HttpRequest) -> int | None:
    """For which of his fighters he looks."""
    return whole(request.GET.get(SHOWN_FOR, ""), MOST - 1)


def draw_gathering(
    request: HttpRequest, row: PitFight, *, form: EnlistForm | None = None, said: str = "", trouble: str = ""
) -> HttpResponse:
    """Who is there so far, and room for more."""
    player = looker(request)
    seats = list(row.seats.all())
    ready = ready_rosters(player) if player else []
    address = request.build_absolute_uri(row.get_absolute_url())
    only_here = is_of_this_machine(address)
    context = {
        "row": row,
        "seats": [_seated(seat, player) for seat in seats],
        "without_scroll": ", ".join(without_scroll(seats)),
        "form": form or EnlistForm(rosters=ready),
        "rules": pit_rules(),
        "is_maker": player is not None and row.made_by_id == player.pk,
        "own": [seat.place for seat in seats if player is not None and seat.player_id == player.pk],
        "address": address,
        "qr": "" if only_here else qr_code(address),
        "only_here": only_here,
        "player": player,
        "said": said,
        "trouble": trouble,
    }
    return _answer(request, context, "gathering")


def _answer(request: HttpRequest, context: dict[str, Any], page: str) -> HttpResponse:
    template = f"encounters/pit/_{page}_swapped.html" if wants_a_part(request) else f"encounters/pit/{page}.html"
    return unkept(render(request, template, context))


def whose(seat: PitSeat, player: Player | None) -> str:
    """Who decides for a fighter, in words."""
    if strength := strength_of(seat):
        return f"the computer, {STRENGTHS[strength].name.lower()}"
    if player is not None and seat.player_id == player.pk:
        return "you"
    return seat.player.shown_name if seat.player else ""


# --- what a fight shows -----------------------------------------------------------------------------------------------


def _playing(at: Watched) -> dict[str, Any]:
    """All of a fight that goes on or is over."""
    row, now = at.row, at.fight
    offer = offer_of(now, at.shown) if at.shown is not None and at.shown in at.due else None
    steps, earlier = _told(at)
    return {
        "row": row,
        "at": at,
        "fight": now,
        "arena": picture_of(now, own=at.own, seat=at.shown),
        "post_to": reverse("pit-order", args=[row.code]),
        "offer": offer,
        "seat": at.shown,
        "curtain": [at.seats[place] for place in at.due] if offer is None else [],
        "cards": cards_of(now, answered=at.view.answered, whose={seat.place: whose(seat, None) for seat in at.seats}),
        "steps": steps,
        "earlier": earlier,
        "source": "app",
        "waits": [at.seats[place] for place in at.waits_for],
        "nudged": any(at.seats[place].nudged_at for place in at.due),
        "is_late": at.late_at is not None and timezone.now() >= at.late_at,
        "watch": at.computers_only and row.is_under_way,
        "takes_part": bool(at.own),
        "may_be_taken_back": bool(at.own) and _may_be_taken_back(row),
        "step": STEPS[now.step],
    }


def _may_be_taken_back(row: PitFight) -> bool:
    settled = row.tournament_id or row.brought_home_at
    return row.is_over and not settled and not is_alone_with_kept(row.seats.all())


def _told(at: Watched) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """What came of the viewer's last order and since, and what was before that; of each the latest first."""
    before, since = latest_events(at.row, since_turn=at.fight.turn - 1, place=at.shown)
    steps, earlier = (grouped(events, at.fight)[::-1] for events in (since, before))
    return (steps, earlier) if steps else (earlier[:1], earlier[1:])


# --- doing ------------------------------------------------------------------------------------------------------------


def answered(request: HttpRequest, row: PitFight, *, said: str = "", trouble: str = "") -> HttpResponse:
    """The page as it is after something was done, or refused."""
    if is_htmx(request):
        return draw(request, fight_of_code(row.code), said=said, trouble=trouble)
    if trouble:
        messages.error(request, trouble)
    elif said:
        messages.success(request, said)
    return redirect(row)


@for_fight
@only_posted
@signed_in
def fight_order(request: HttpRequest, row: PitFight) -> HttpResponse:
    """Seal an order, or give it where nothing is secret."""
    form = OrderForm(request.POST)
    if not form.is_valid():
        return answered(request, row, trouble=form.first_error)
    said = form.cleaned_data
    try:
        fights.give_order(row, by=player_of(request), place=said["as"], order=form.said, question=said["version"])
    except (OutOfDate, Refused) as refused:
        return answered(request, row, trouble=refused.message)
    return answered(request, row)


@for_fight
@only_posted
@signed_in
def fight_nudge(request: HttpRequest, row: PitFight) -> HttpResponse:
    return done(request, row, fights.nudge, said="Nudged.", place=PlaceForm(request.POST).whom)


@for_fight
@only_posted
@signed_in
def fight_pass_over(request: HttpRequest, row: PitFight) -> HttpResponse:
    return done(request, row, fights.pass_over, said="The fight goes on.")


@for_fight
@only_posted
@signed_in
def fight_play_on(request: HttpRequest, row: PitFight) -> HttpResponse:
    turns = 60 if request.POST.get("do") == "end" else 1
    return done(request, row, fights.play_on, said="", turns=turns)


@for_fight
@only_posted
@signed_in
def fight_call_off(request: HttpRequest, row: PitFight) -> HttpResponse:
    try:
        after = fights.call_off(row, by=player_of(request))
    except Refused as refused:
        return answered(request, row, trouble=refused.message)
    return answered(request, row, said="It is called off." if after.is_called_off else ALL_MUST)


@for_fight
@only_posted
@signed_in
def fight_take_back(request: HttpRequest, row: PitFight) -> HttpResponse:
    return done(request, row, fights.take_back, said=ALL_MUST)


def done(request: HttpRequest, row: PitFight, service: Any, *, said: str, **about: Any) -> HttpResponse:
    """Have a service do it to the fight, and answer."""
    try:
        service(row, by=player_of(request), **about)
    except Refused as refused:
        return answered(request, row, trouble=refused.message)
    return answered(request, row, said=said)
