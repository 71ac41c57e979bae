"""Drawing up the sides of a skirmish: who fights, what he carries, the ground; at every change what is legal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from encounters.hitchance.engine import Fault
from encounters.hitchance.errors import Malformed
from encounters.hitchance.fight_file import Drafted, FighterSaid, FightFile, drafted, read_as_said
from encounters.hitchance.rule_tables import played_so
from encounters.models import SkirmishFight
from encounters.services import skirmish_drafts as drafts
from encounters.skirmish_forms import FighterForm, GroundForm, SideForm
from encounters.skirmish_selectors import content_of, file_of, hit_rules
from encounters.views.pit_access import only_posted, unkept
from encounters.views.skirmish_access import for_skirmish, keeps, version_posted
from mordheim.rules.plainfile import clean_line, validated
from mordheim.rules.posted import whole
from warbands.roster.refusals import OutOfDate, Refused
from warbands.views.access import player_of, signed_in

SIDES = (("members", "Members"), ("monsters", "Monsters"))


# --- looking ----------------------------------------------------------------------------------------------------------


def draw_sides(
    request: HttpRequest, row: SkirmishFight, *, ground: GroundForm | None = None, trouble: str = ""
) -> HttpResponse:
    """Both sides as they are drawn up, or the fighter whom the address names. A ``ground`` that could not be kept
    stands open with what was typed, and ``trouble`` says why."""
    edit = request.GET.get("edit", "")
    if edit and keeps(request, row):
        return _draw_fighter(request, row, _meant(row, edit))
    file = file_of(row)
    draft = drafted(file, hit_rules())
    context = {
        "row": row,
        "keeps": keeps(request, row),
        "faults": [_fault(one, file) for one in draft.faults],
        "sides": _sides(file, draft),
        "field": draft.field,
        "played": played_so(read_as_said(file, hit_rules())),
        "ground": ground or GroundForm.of(file, row.name),
        "trouble": trouble,
    }
    return unkept(render(request, "encounters/skirmish/sides.html", context))


def _fault(fault: Fault, file: FightFile) -> dict[str, str]:
    """What is wrong, with the fighter who has it as the address names him; none where it is nobody's."""
    return {"told": fault.told, "edit": "" if fault.place is None else _address(file, fault.place)}


def _address(file: FightFile, place: int) -> str:
    first = len(file.members)
    return f"members-{place}" if place < first else f"monsters-{place - first}"


def _sides(file: FightFile, draft: Drafted) -> list[dict[str, Any]]:
    """Each side with its fighters: as the engine takes each of them where it does, else as he is written."""
    places = {"members": 0, "monsters": len(file.members)}
    return [
        {"key": key, "label": label, "fighters": _drawn(getattr(file, key), draft, places[key])} for key, label in SIDES
    ]


def _drawn(fighters: Sequence[FighterSaid], draft: Drafted, first: int) -> list[dict[str, Any]]:
    rules = hit_rules()
    return [
        {
            "place": place,
            "said": one,
            "row": draft.rows[first + place],
            "sign": draft.signs[first + place],
            "faults": [fault.told for fault in draft.faults if fault.place == first + place],
            "things": ", ".join(rules.name_of(thing) for thing in (*one.held, *one.readied, *one.armour)),
        }
        for place, one in enumerate(fighters)
    ]


@dataclass(frozen=True)
class Meant:
    """A fighter of a draft who is changed, or a new one (``place`` is none). ``whom`` is his name as the page had it;
    ``was`` is him as he is, and is none where he is not there any more."""

    side: str
    place: int | None = None
    whom: str = ""
    was: FighterSaid | None = None

    @property
    def is_new(self) -> bool:
        return self.place is None

    @property
    def is_gone(self) -> bool:
        return not self.is_new and self.was is None


def _meant(row: SkirmishFight, edit: str) -> Meant:
    """Of ``members`` or ``members-2`` whom it means. Raises Http404 where there is no such fighter."""
    side, _, told = edit.partition("-")
    if side not in dict(SIDES):
        raise Http404("There is no such side.")
    if not told:
        return Meant(side)
    fighters = getattr(file_of(row), side)
    place = whole(told, len(fighters) - 1)
    if place is None:
        raise Http404("There is no such fighter.")
    was = fighters[place]
    return Meant(side, place, was.name, was)


def _still(row: SkirmishFight, side: str, place: int | None, whom: str) -> Meant:
    """Whom a posted form means: whoever has that name, at his place or where he has come to stand since."""
    if place is None:
        return Meant(side)
    fighters = getattr(file_of(row), side)
    own = [at for at, one in enumerate(fighters) if not whom or clean_line(one.name) == clean_line(whom)]
    at = place if place in own else own[0] if whom and len(own) == 1 else None
    return Meant(side, place, whom) if at is None else Meant(side, at, fighters[at].name, fighters[at])


def _draw_fighter(
    request: HttpRequest, row: SkirmishFight, meant: Meant, form: FighterForm | None = None, trouble: str = ""
) -> HttpResponse:
    form = form or FighterForm(was=meant.was, side=meant.side)
    context = {"row": row, "form": form, "meant": meant, "trouble": trouble}
    return unkept(render(request, "encounters/skirmish/fighter.html", context))


# --- doing ------------------------------------------------------------------------------------------------------------


def _posted(request: HttpRequest, row: SkirmishFight) -> tuple[FighterForm, Meant]:
    """The form with the fighter whom it changes."""
    said = SideForm(request.POST)
    if not said.is_valid():
        raise Http404("There is no such fighter.")
    meant = _still(row, said.cleaned_data["side"], said.cleaned_data["place"], said.cleaned_data["whom"])
    return FighterForm(request.POST, was=meant.was, side=meant.side), meant


@for_skirmish
@only_posted
@signed_in
def skirmish_fighter(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    """Put a fighter on a side, or another in his place."""
    form, meant = _posted(request, row)
    if meant.is_gone:
        return _draw_fighter(request, row, meant, form)
    if not form.is_valid():
        return _draw_fighter(request, row, meant, form, form.first_error)
    about = {"version": form.cleaned_data["version"], "side": meant.side, "said": form.said}
    try:
        drafts.put_fighter(row, by=player_of(request), place=meant.place, whom=meant.whom, **about)
    except (OutOfDate, Refused) as refused:
        return _draw_fighter(request, row, meant, form, refused.message)
    return redirect(row)


@for_skirmish
@only_posted
@signed_in
def skirmish_check(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    """What the rules say of a fighter as he is being typed; nothing is kept."""
    form, meant = _posted(request, row)
    context: dict[str, Any] = {"trouble": form.first_error if not form.is_valid() else ""}
    if not context["trouble"]:
        try:
            context |= _tried(file_of(row), form, meant)
        except Malformed as malformed:
            context["trouble"] = str(malformed)
    return unkept(render(request, "encounters/skirmish/_check.html", context))


def _tried(file: FightFile, form: FighterForm, meant: Meant) -> dict[str, Any]:
    """The fighter as the engine would take him, or what is wrong with him.

    Raises:
        Malformed: for what no file can say.
    """
    content = content_of(file)
    seated = drafts.seat_fighter(content, meant.side, form.said, None if meant.is_gone else meant.place)
    draft = drafted(validated(FightFile, content, {}), hit_rules())
    number = seated if meant.side == "members" else seated + len(content["members"])
    told = [fault.told for fault in draft.faults if fault.place == number]
    return {"trouble": told[0] if told else "", "row": draft.rows[number]}


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
    said = form.cleaned_data
    return done_to_draft(request, row, service, version=said["version"], side=said["side"], place=said["place"])


@for_skirmish
@only_posted
@signed_in
def skirmish_ground(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    """Ground, name, last round and readings; what cannot be kept stays typed."""
    form = GroundForm(request.POST)
    if not form.is_valid():
        return draw_sides(request, row, ground=form, trouble=form.first_error) if row.is_gathering else redirect(row)
    said = form.cleaned_data
    about = {"ground": form.ground, "round_limit": said["round_limit"], "name": said["name"], **form.readings}
    try:
        drafts.set_ground(row, by=player_of(request), version=said["version"], **about)
    except (OutOfDate, Refused) as refused:
        if row.is_gathering:
            return draw_sides(request, row, ground=form, trouble=refused.message)
        messages.error(request, refused.message)
    return redirect(row)


@for_skirmish
@only_posted
@signed_in
def skirmish_begin(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    return done_to_draft(request, row, drafts.begin_skirmish, version=version_posted(request))


def done_to_draft(
    request: HttpRequest, row: SkirmishFight, service: Callable[..., SkirmishFight], **about: Any
) -> HttpResponse:
    """Have a service do it, and lead back to the page."""
    try:
        service(row, by=player_of(request), **about)
    except (OutOfDate, Refused) as refused:
        messages.error(request, refused.message)
    return redirect(row)
