"""Pages of a warband as a whole: the list, a new one, the roster, its history, and giving it up."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from mordheim.addresses import is_of_this_machine
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.words import Section
from warbands.forms.fields import NO_VERSION, ActForm
from warbands.forms.warbands import BeginForm, WarbandNameForm, WarbandNotesForm
from warbands.forms.warriors import SellForm
from warbands.models import Warband
from warbands.roster.check import check
from warbands.roster.members import Roster
from warbands.roster.prices import Price, sale_value
from warbands.roster.problems import Problem
from warbands.roster.refusals import Refused
from warbands.roster.sheet import GearLine, WarbandSheet, WarriorBlock, build_sheet
from warbands.selectors import current_rulebook, roster_of
from warbands.services.founding import (
    begin_warband,
    delete_warband,
    duplicate_warband,
    found_warband,
    note_on_warband,
    rename_warband,
    told_of_leaving,
)
from warbands.services.guests import player_for
from warbands.services.quotas import room_for
from warbands.services.reminding import reminders_of
from warbands.services.trading import sell_item
from warbands.views.access import draw_panel, for_owner, fresh, perform, player_of, posted, signed_in, typed

EVENTS_ON_A_PAGE = 30


# --- The list, and a new one


@signed_in
@require_safe
def warband_list(request: HttpRequest) -> HttpResponse:
    rulebook, player = current_rulebook(), player_of(request)
    warbands = [(warband, type_name(rulebook, warband.type_key)) for warband in player.warbands.all()]
    return render(request, "warbands/list.html", {"warbands": warbands, "reminders": reminders_of(player)})


def type_name(rulebook: Rulebook, key: str) -> str:
    """A warband type's name, its key where the rules have it no more."""
    kind = rulebook.warband_types.get(key)
    return kind.name if kind else key


@require_http_methods(["GET", "HEAD", "POST"])
def warband_new(request: HttpRequest) -> HttpResponse:
    """Open to everybody: whoever is signed out begins as a guest."""
    rulebook = current_rulebook()
    if request.method != "POST":
        return _new_page(request, rulebook, BeginForm(initial={"type": request.GET.get("type")}, rulebook=rulebook))
    form = BeginForm(request.POST, rulebook=rulebook)
    if not form.is_valid():
        return _new_page(request, rulebook, form)
    try:
        player = player_for(request)
        with room_for(player, "warbands"):
            data = form.cleaned_data
            warband = begin_warband(owner=player, type_key=data["type"], name=data["name"])
    except Refused as refused:
        form.add_error(None, refused.message)
        return _new_page(request, rulebook, form)
    return redirect(warband)


def _new_page(request: HttpRequest, rulebook: Rulebook, form: BeginForm) -> HttpResponse:
    return render(request, "warbands/new.html", {"form": form, "kinds": rulebook.warband_types.values()})


# --- The roster

SECTIONS: tuple[tuple[Section, str, str], ...] = (
    ("hero", "Heroes", "No heroes yet. A warband begins with its leader."),
    ("henchman", "Henchmen", "No henchmen yet. They are recruited in groups of one to five, all armed alike."),
    ("hired_sword", "Hired swords", "None hired. They ask a fee now and their upkeep after every battle."),
)


@dataclass(frozen=True)
class NextThing:
    """What to do next: a sentence, and where it is done."""

    text: str
    url: str = ""
    label: str = ""


# What mends a problem of the warband as a whole, and the section to recruit from where that does.
MENDED_BY = {
    "leader_count": ("Find somebody to lead.", "hero"),
    "too_few_warriors": ("Recruit more warriors.", "henchman"),
    "too_many_warriors": ("Dismiss somebody: there are too many.", ""),
    "over_budget": ("Give something back, or dismiss somebody: that costs too much.", ""),
}


@dataclass(frozen=True)
class StashLine:
    """Pieces in the stash with what one brings."""

    line: GearLine
    value: Price | None


@dataclass(frozen=True)
class RosterPage:
    """The roster, from which most acts are done."""

    def address(self, warband: Warband) -> str:
        return warband.get_absolute_url()

    def draw(
        self, request: HttpRequest, warband: Warband, *, said: str = "", trouble: str = "", form: Any = None
    ) -> HttpResponse:
        rulebook = current_rulebook()
        if warband.type_key not in rulebook.warband_types:
            return render(request, "warbands/type_gone.html", {"warband": warband})
        roster = roster_of(warband, rulebook)
        sheet = build_sheet(roster.snapshot, rulebook, check(roster.snapshot, rulebook))
        blocking = [problem for problem in sheet.problems if problem.blocking]
        public_url = request.build_absolute_uri(warband.public_path) if warband.public_path else ""
        context = {
            "warband": warband,
            "sheet": sheet,
            "said": said,
            "trouble": trouble,
            "at": "roster",
            "view": "table" if request.GET.get("view") == "table" else "cards",
            "next": next_thing(warband, sheet, blocking),
            "blocking": blocking,
            "sections": sections_of(sheet),
            "stash": [StashLine(line, _value(roster, line)) for line in sheet.stash],
            "name_form": typed(form, WarbandNameForm, {"name": warband.name}),
            "notes_form": typed(form, WarbandNotesForm, {"notes": warband.notes}),
            "public_url": public_url,
            "only_here": is_of_this_machine(public_url),
        }
        return draw_panel(request, "roster", context)


@dataclass(frozen=True)
class Card:
    """A warrior on the roster, and whether one of his type stands before and after him."""

    block: WarriorBlock
    up: bool
    down: bool


@dataclass(frozen=True)
class CardSection:
    """Heroes, henchmen or hired swords."""

    key: Section
    title: str
    cards: tuple[Card, ...]
    empty: str


def sections_of(sheet: WarbandSheet) -> list[CardSection]:
    """The roster's three parts. The leader and the list's order come first, so equals change places only."""
    found = []
    for key, title, empty in SECTIONS:
        blocks = sheet.of_section(key)
        equal = [not (one.leads or two.leads) and one.type_key == two.type_key for one, two in pairwise(blocks)]
        cards = (Card(*card) for card in zip(blocks, [False, *equal], [*equal, False], strict=False))
        found.append(CardSection(key, title, tuple(cards), empty))
    return found


def _value(roster: Roster, line: GearLine) -> Price | None:
    if line.piece is None or line.piece.item not in roster.rulebook.items:
        return None
    return sale_value(roster.rulebook, roster.members[0] if roster.members else None, line.piece)


def next_thing(warband: Warband, sheet: WarbandSheet, blocking: list[Problem]) -> NextThing:
    """What a player would do next with this warband."""
    recruit = reverse("warband-recruit", args=[warband.pk])
    if not sheet.blocks:
        return NextThing("Begin with whoever is to lead.", f"{recruit}?section=hero", "Recruit a leader")
    if blocking:
        first = blocking[0]
        if first.warrior_id:
            url = reverse("warrior-detail", args=[warband.pk, first.warrior_id])
            return NextThing(f"Mend what is wrong with {first.where}.", url, "Go there")
        text, section = MENDED_BY.get(first.code, ("Mend what is wrong, named below.", ""))
        return NextThing(text, f"{recruit}?section={section}" if section else "", "Recruit" if section else "")
    if not warband.founded:
        return NextThing("Within the rules: it can be founded as it stands, or go on recruiting.", "#found", "Found it")
    due = sum(block.advances_due for block in sheet.blocks)
    if due:
        return NextThing(f"{due} {'advance is' if due == 1 else 'advances are'} still to be rolled.")
    return NextThing("Founded and ready to fight: print the roster sheet.")


@for_owner
@require_safe
def warband_detail(request: HttpRequest, warband: Warband) -> HttpResponse:
    return RosterPage().draw(request, warband)


@for_owner
@posted
def warband_rename(request: HttpRequest, warband: Warband) -> HttpResponse:
    return perform(request, warband, WarbandNameForm(request.POST), rename_warband, RosterPage())


@for_owner
@posted
def warband_notes(request: HttpRequest, warband: Warband) -> HttpResponse:
    return perform(request, warband, WarbandNotesForm(request.POST), note_on_warband, RosterPage())


@for_owner
@posted
def warband_found(request: HttpRequest, warband: Warband) -> HttpResponse:
    return perform(request, warband, ActForm(request.POST), found_warband, RosterPage())


@for_owner
@posted
def warband_sell(request: HttpRequest, warband: Warband) -> HttpResponse:
    """Sell a piece of the stash."""
    return perform(request, warband, SellForm(request.POST, rulebook=current_rulebook()), sell_item, RosterPage())


@for_owner
@posted
def warband_duplicate(request: HttpRequest, warband: Warband) -> HttpResponse:
    try:
        copy = duplicate_warband(warband, owner=player_of(request), version=_version_of(request))
    except Refused as refused:
        return RosterPage().draw(request, fresh(warband), trouble=refused.message)
    messages.success(request, f"{copy.name} is a copy of {warband.name} with a history of its own.")
    return redirect(copy)


@for_owner
@require_http_methods(["GET", "HEAD", "POST"])
def warband_delete(request: HttpRequest, warband: Warband) -> HttpResponse:
    """Ask first, then delete; one that is in a battle stays."""
    trouble = ""
    if request.method == "POST":
        try:
            delete_warband(warband, version=_version_of(request))
        except Refused as refused:
            warband, trouble = fresh(warband), refused.message
        else:
            messages.success(request, f"{warband.name} was deleted.")
            return redirect("warband-list")
    told = told_of_leaving([warband.pk]).get(warband.pk, [])
    context = {"warband": warband, "trouble": trouble, "told": told}
    return render(request, "warbands/delete.html", context)


def _version_of(request: HttpRequest) -> int:
    """The version that the posted form was drawn from."""
    form = ActForm(request.POST)
    return form.cleaned_data["version"] if form.is_valid() else NO_VERSION


@for_owner
@require_safe
def warband_history(request: HttpRequest, warband: Warband) -> HttpResponse:
    """What happened, the latest first."""
    page = Paginator(warband.events.order_by("-number"), EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "warbands/history.html", {"warband": warband, "page": page})
