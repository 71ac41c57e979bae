"""Pages of the fighters whom players keep: all of mine, building one, one of them, and the gallery of the dead.

His own player changes a fighter; everybody who has his address reads about him.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from encounters.models import PitRoster, PitRosterEntry
from encounters.pit_roster_forms import FighterActForm, FighterForm
from encounters.pit_roster_selectors import career_of_roster, dead_known_to, fighters_of, pit_book
from encounters.pit_selectors import rosters_in_fights
from encounters.pitfight.career import Career, Fought
from encounters.pitfight.fighter_sheet import FighterSheet, sheet_of
from encounters.pitfight.levels import CHARACTERISTICS
from encounters.services import pit_rosters as services
from warbands.forms.fields import NO_VERSION, ActForm
from warbands.roster.refusals import Refused
from warbands.services.guests import player_for
from warbands.views.access import player_of, signed_in

View = Callable[..., HttpResponseBase]
Kind = PitRosterEntry.Kind


def for_keeper(view: View) -> View:
    """Gives the view the signed-in player's own fighter in place of the code. Somebody else's is not found."""

    @signed_in
    @wraps(view)
    def asked(request: HttpRequest, code: str, **rest: Any) -> HttpResponseBase:
        return view(request, get_object_or_404(PitRoster, code=code, owner=player_of(request)), **rest)

    return asked


# --- all of them ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    """A fighter among others."""

    roster: PitRoster
    sheet: FighterSheet | None
    career: Career
    in_fight: bool = False

    @property
    def is_ready(self) -> bool:
        return self.career.state == "ready" and not self.in_fight and self.sheet is not None


def _card(roster: PitRoster, career: Career, in_fight: bool = False) -> Card:
    return Card(roster, _sheet(roster, career), career, in_fight)


def _sheet(roster: PitRoster, career: Career) -> FighterSheet | None:
    """Nothing where the rules have his scroll no more."""
    try:
        return sheet_of(roster.name, roster.scroll, roster.levels, career, pit_book())
    except KeyError:
        return None


@signed_in
@require_safe
def rosters(request: HttpRequest) -> HttpResponse:
    """My fighters: those who can go on first, the dead last."""
    fighters = fighters_of(player_of(request))
    busy = rosters_in_fights([roster.pk for roster, _ in fighters])
    cards = [_card(roster, career, roster.pk in busy) for roster, career in fighters]
    cards.sort(key=lambda card: ("ready", "must_miss", "laid_up", "retired", "dead").index(card.career.state))
    return render(request, "encounters/pit/rosters.html", {"cards": cards})


@signed_in
@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    """The dead: one's own, and those of players one has fought with."""
    player = player_of(request)
    dead = [(_card(roster, career), roster.owner_id == player.pk) for roster, career in dead_known_to(player)]
    return render(request, "encounters/pit/gallery.html", {"dead": dead})


# --- building ---------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def roster_new(request: HttpRequest) -> HttpResponse:
    """Open to everybody: whoever is signed out begins as a guest. Points left are asked about once."""
    if request.method != "POST":
        scroll = request.GET.get("scroll", "")
        known = scroll in pit_book().rules.scrolls
        return _build_page(request, FighterForm(initial={"scroll": scroll} if known else None))
    form = FighterForm(request.POST)
    if not form.is_valid() or form.asks:
        return _build_page(request, form)
    try:
        built = services.build_roster(by=player_for(request), **form.built)
    except Refused as refused:
        form.add_error(None, refused.message)
        return _build_page(request, form)
    messages.success(request, f"{built.name} is ready for the pit.")
    return redirect(built)


def _build_page(request: HttpRequest, form: FighterForm, roster: PitRoster | None = None) -> HttpResponse:
    book = pit_book()
    context = {"form": form, "scrolls": book.scrolls, "rules": book.rules, "roster": roster}
    return render(request, "encounters/pit/roster_build.html", context, status=400 if form.errors else 200)


@for_keeper
@require_http_methods(["GET", "HEAD", "POST"])
def roster_edit(request: HttpRequest, roster: PitRoster) -> HttpResponse:
    """His name and notes; his points and scroll until he first fights."""
    settled = services.is_settled(roster)
    if request.method != "POST":
        levels = dict(zip(CHARACTERISTICS, roster.levels, strict=True))
        about = {"name": roster.name, "scroll": roster.scroll, "notes": roster.notes, "version": roster.version}
        return _build_page(request, FighterForm(initial={**about, **levels}, settled=settled), roster)
    form = FighterForm(request.POST, settled=settled)
    if not form.is_valid() or form.asks:
        return _build_page(request, form, roster)
    try:
        services.change_roster(roster, by=player_of(request), version=form.cleaned_data["version"], **form.built)
    except Refused as refused:
        form.add_error(None, refused.message)
        return _build_page(request, form, roster)
    messages.success(request, "It is changed.")
    return redirect(roster)


# --- one of them ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bar:
    """One of his fights as a bar: damage inflicted, of the most that he inflicted in any."""

    number: int
    fought: Fought
    height: int


BAR_HEIGHT = 60


def bars_of(career: Career) -> list[Bar]:
    """His last fights."""
    last = career.last_fights
    most = max((one.damage for one in last), default=0) or 1
    first = len(career.fights) - len(last) + 1
    return [Bar(first + place, one, round(BAR_HEIGHT * one.damage / most)) for place, one in enumerate(last)]


@require_safe
def roster(request: HttpRequest, code: str) -> HttpResponse:
    """Everything about a fighter; for his own player also what can be said of him."""
    found = get_object_or_404(PitRoster.objects.select_related("owner"), code=code)
    return _page(request, found)


def _page(
    request: HttpRequest, found: PitRoster, *, trouble: str = "", typed: Mapping[str, str] | None = None
) -> HttpResponse:
    career = career_of_roster(found)
    entries = list(found.entries.filter(taken_back_at=None).select_related("fight").order_by("-pk"))
    own = request.user.is_authenticated and request.user.pk == found.owner_id
    in_fight = bool(own and rosters_in_fights([found.pk]))
    context = {
        "roster": found,
        "card": _card(found, career, in_fight),
        "career": career,
        "own": own,
        "entries": entries,
        "takes_back": bool(entries) and entries[0].fight_id is None and entries[0].kind != Kind.FOUGHT,
        "bars": bars_of(career),
        "public_url": request.build_absolute_uri(found.get_absolute_url()),
        "trouble": trouble,
        "typed": typed or {},
    }
    answer = render(request, "encounters/pit/roster.html", context, status=400 if trouble else 200)
    answer["Cache-Control"] = "no-store"
    return answer


# What a player says of his fighter: the service, and the name under which it takes what was typed.
ACTS: Mapping[str, tuple[Callable[..., PitRosterEntry], str]] = {
    "note": (services.note, "text"),
    "learn": (services.learn_skill, "skill"),
    "sit-out": (services.sit_out, ""),
    "came-back": (services.came_back, ""),
    "died": (services.died, ""),
    "retire": (services.retire, ""),
    "take-back": (services.take_back, ""),
}


@for_keeper
@require_http_methods(["POST"])
def roster_act(request: HttpRequest, roster: PitRoster) -> HttpResponse:
    form = FighterActForm(request.POST)
    if not form.is_valid() or form.cleaned_data["do"] not in ACTS:
        return _page(
            request, roster, trouble="That is too long, or nothing that can be done here.", typed=_texts(request)
        )
    service, argument = ACTS[form.cleaned_data["do"]]
    about = {argument: form.cleaned_data["text"]} if argument else {}
    try:
        entry = service(roster, by=player_of(request), version=form.cleaned_data["version"], **about)
    except Refused as refused:
        return _page(request, roster, trouble=refused.message, typed=_texts(request))
    messages.success(request, "It is taken back." if entry.taken_back_at else entry.sentence)
    return redirect(roster)


def _texts(request: HttpRequest) -> dict[str, str]:
    """What was typed, by what was to be done with it."""
    return {request.POST.get("do", ""): request.POST.get("text", "")}


@for_keeper
@require_http_methods(["GET", "HEAD", "POST"])
def roster_delete(request: HttpRequest, roster: PitRoster) -> HttpResponse:
    trouble = ""
    if request.method == "POST":
        try:
            services.delete_roster(roster, by=player_of(request), version=_version(request))
        except Refused as refused:
            trouble = refused.message
        else:
            messages.success(request, f"{roster.name} is gone.")
            return redirect("pit-rosters")
    fresh = get_object_or_404(PitRoster, pk=roster.pk)
    context = {"roster": fresh, "trouble": trouble}
    return render(request, "encounters/pit/roster_delete.html", context, status=400 if trouble else 200)


def _version(request: HttpRequest) -> int:
    form = ActForm(request.POST)
    return int(form.cleaned_data["version"]) if form.is_valid() else NO_VERSION
