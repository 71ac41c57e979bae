"""Drawing up the sides of a skirmish: who fights, what he carries, the ground; at every change what is legal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from encounters.hitchance.errors import Malformed
from encounters.hitchance.field import signs_of
from encounters.hitchance.fight_file import FighterSaid, FightFile, skirmish_of
from encounters.hitchance.tracker import Row, row_of
from encounters.models import SkirmishFight
from encounters.services import skirmish_drafts as drafts
from encounters.skirmish_forms import FighterForm, GroundForm, SideForm
from encounters.skirmish_selectors import content_of, file_of, hit_rules, problem_of
from encounters.views.pit_access import only_posted, unkept
from encounters.views.skirmish_access import for_skirmish, keeps
from mordheim.rules.plainfile import validated
from warbands.roster.refusals import OutOfDate, Refused
from warbands.views.access import player_of, signed_in

SIDES = (("members", "Members"), ("monsters", "Monsters"))


# --- looking ----------------------------------------------------------------------------------------------------------


def draw_sides(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    """Both sides as they are drawn up, or the fighter whom the address names."""
    edit = request.GET.get("edit", "")
    if edit and keeps(request, row):
        return _draw_fighter(request, row, *_meant(row, edit))
    file = file_of(row)
    context = {
        "row": row,
        "keeps": keeps(request, row),
        "problem": problem_of(file),
        "sides": _sides(file),
        "ground": GroundForm.of(file.ground, file.round_limit, row.name),
    }
    return unkept(render(request, "encounters/skirmish/sides.html", context))


def _sides(file: FightFile) -> list[dict[str, Any]]:
    """Each side with its fighters: as the engine takes them where it does, else as they are written."""
    try:
        skirmish = skirmish_of(file, hit_rules())
    except Malformed:
        return [_side(key, label, [(one, None, "") for one in getattr(file, key)]) for key, label in SIDES]
    signs = signs_of(skirmish.fighters)
    shown = [(row_of(skirmish, place), signs[place]) for place in range(len(skirmish.fighters))]
    members = [(one, *shown[place]) for place, one in enumerate(file.members)]
    monsters = [(one, *shown[place + len(members)]) for place, one in enumerate(file.monsters)]
    return [_side("members", "Members", members), _side("monsters", "Monsters", monsters)]


def _side(key: str, label: str, fighters: Sequence[tuple[FighterSaid, Row | None, str]]) -> dict[str, Any]:
    rules = hit_rules()
    rows = [
        {
            "place": place,
            "said": one,
            "row": row,
            "sign": sign,
            "things": ", ".join(rules.name_of(thing) for thing in (*one.held, *one.readied, *one.armour)),
        }
        for place, (one, row, sign) in enumerate(fighters)
    ]
    return {"key": key, "label": label, "fighters": rows}


def _meant(row: SkirmishFight, edit: str) -> tuple[str, int | None]:
    """Of ``members`` or ``members-2`` the side and the place. Raises Http404 where there is no such fighter."""
    side, _, told = edit.partition("-")
    if side not in dict(SIDES):
        raise Http404("There is no such side.")
    if not told:
        return side, None
    if not (told.isascii() and told.isdigit() and int(told) < len(getattr(file_of(row), side))):
        raise Http404("There is no such fighter.")
    return side, int(told)


def _draw_fighter(
    request: HttpRequest,
    row: SkirmishFight,
    side: str,
    place: int | None,
    form: FighterForm | None = None,
    trouble: str = "",
) -> HttpResponse:
    was = None if place is None else getattr(file_of(row), side)[place]
    form = form or FighterForm(was=was, side=side)
    context = {"row": row, "form": form, "side": side, "place": place, "trouble": trouble, "was": was}
    return unkept(render(request, "encounters/skirmish/fighter.html", context))


# --- doing ------------------------------------------------------------------------------------------------------------


def _posted(request: HttpRequest, row: SkirmishFight) -> tuple[FighterForm, str, int | None]:
    """The form with the fighter whom it changes."""
    meant = SideForm(request.POST)
    if not meant.is_valid():
        raise Http404("There is no such side.")
    side, place = meant.cleaned_data["side"], meant.cleaned_data["place"]
    fighters = getattr(file_of(row), side)
    was = fighters[place] if place is not None and place < len(fighters) else None
    return FighterForm(request.POST, was=was, side=side), side, place


@for_skirmish
@only_posted
@signed_in
def skirmish_fighter(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    """Put a fighter on a side, or another in his place."""
    form, side, place = _posted(request, row)
    if not form.is_valid():
        return _draw_fighter(request, row, side, place, form, form.first_error)
    about = {"version": form.cleaned_data["version"], "side": side, "said": form.said, "place": place}
    try:
        drafts.put_fighter(row, by=player_of(request), **about)
    except Refused as refused:
        return _draw_fighter(request, row, side, place, form, refused.message)
    return redirect(row)


@for_skirmish
@only_posted
@signed_in
def skirmish_check(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    """What the rules say of a fighter as he is being typed; nothing is kept."""
    form, side, place = _posted(request, row)
    context: dict[str, Any] = {"trouble": form.first_error if not form.is_valid() else ""}
    if not context["trouble"]:
        try:
            context |= _tried(file_of(row), form, side, place)
        except Malformed as malformed:
            context["trouble"] = str(malformed)
    return unkept(render(request, "encounters/skirmish/_check.html", context))


def _tried(file: FightFile, form: FighterForm, side: str, place: int | None) -> dict[str, Any]:
    """The fighter as the engine would take him. Raises Malformed with what is wrong."""
    content = content_of(file)
    known = place if place is not None and place < len(content[side]) else None
    seated = drafts.seat_fighter(content, side, form.said, known)
    skirmish = skirmish_of(validated(FightFile, content, {}), hit_rules())
    number = seated if side == "members" else seated + len(content["members"])
    return {"row": row_of(skirmish, number)}


@for_skirmish
@only_posted
@signed_in
def skirmish_change(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    """Another like one, or one left out."""
    form = SideForm(request.POST)
    if not form.is_valid() or form.cleaned_data["place"] is None:
        messages.error(request, "There is no such fighter.")
        return redirect(row)
    service = drafts.double_fighter if request.POST.get("do") == "double" else drafts.leave_out
    return done_to_draft(request, row, service, **form.cleaned_data)


@for_skirmish
@only_posted
@signed_in
def skirmish_ground(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    form = GroundForm(request.POST)
    if not form.is_valid():
        messages.error(request, form.first_error)
        return redirect(row)
    said = form.cleaned_data
    about = {"ground": form.ground, "round_limit": said["round_limit"], "name": said["name"]}
    return done_to_draft(request, row, drafts.set_ground, version=said["version"], **about)


@for_skirmish
@only_posted
@signed_in
def skirmish_begin(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    form = SideForm(request.POST)
    form.is_valid()
    return done_to_draft(request, row, drafts.begin_skirmish, version=form.cleaned_data["version"])


def done_to_draft(
    request: HttpRequest, row: SkirmishFight, service: Callable[..., SkirmishFight], **about: Any
) -> HttpResponse:
    """Have a service do it, and lead back to the page."""
    try:
        service(row, by=player_of(request), **about)
    except (OutOfDate, Refused) as refused:
        messages.error(request, refused.message)
    return redirect(row)
