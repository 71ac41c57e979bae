"""The page of a skirmish: whose block it is, what must be rolled, who may still act, what he may do with which odds.

One device lies on the table: whoever keeps the skirmish acts for both sides. Everybody else who has the address
watches, and his page asks every few seconds whether it has gone on (`skirmish_since`). The address says who is looked
at (``who``); without it that is whoever acted last, or the first who may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from campaigns.battle.seeds import face
from encounters.hitchance.afterwards import is_later, read_later
from encounters.hitchance.engine import is_rolling
from encounters.hitchance.errors import Illegal, Malformed
from encounters.hitchance.field import field_of, signs_of
from encounters.hitchance.notation import read_order
from encounters.hitchance.offering import act_of, attack_due, may_be_done, offer_of, offered_later, slots_of
from encounters.hitchance.orders import Attack, Roll
from encounters.hitchance.rounds import Due, due
from encounters.hitchance.rule_tables import played_so
from encounters.hitchance.slots import is_slot
from encounters.hitchance.state import (
    FIRST,
    INITIATIVE,
    LAST,
    MONSTERS,
    MORALE,
    OVER,
    RECOVERY,
    ROUND,
    SHRINKING,
    Skirmish,
    Step,
)
from encounters.hitchance.telling import isolated, sentence
from encounters.hitchance.throwing import coming, no_face
from encounters.hitchance.tracker import Row, row_of
from encounters.models import SkirmishFight, SkirmishStep
from encounters.services import skirmishes as services
from encounters.skirmish_forms import LineForm, ThrowForm
from encounters.skirmish_selectors import (
    faces_of,
    hit_rules,
    latest_steps,
    the_skirmish,
    version_of_skirmish,
)
from encounters.views.pit_access import only_posted, unkept
from encounters.views.skirmish_access import for_skirmish, keeps, skirmish_of_code, unreadable, version_posted
from encounters.views.skirmish_sides import draw_sides
from mordheim.rules.posted import whole
from warbands.roster.refusals import OutOfDate, Refused
from warbands.views.access import is_htmx, player_of, signed_in, wants_a_part

LATEST = 40
# Of a round its steps, at length and in short.
STEPS: dict[Step, tuple[str, str]] = {
    INITIATIVE: ("Initiative", "Initiative"),
    SHRINKING: ("Bleeding and downed dice", "Dice"),
    FIRST: ("Members who passed", "Passed"),
    MONSTERS: ("The monsters", "Monsters"),
    LAST: ("Members who failed", "Failed"),
    RECOVERY: ("The stunned recover", "Recovery"),
    MORALE: ("Morale", "Morale"),
    OVER: ("Over", "Over"),
}


# --- looking ----------------------------------------------------------------------------------------------------------


@for_skirmish
@require_safe
def skirmish(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    """The skirmish as it stands, or its sides while they are drawn up."""
    return draw(request, row)


@require_safe
def skirmish_since(request: HttpRequest, code: str, version: int) -> HttpResponse:
    """The page's part that changes, if it has gone on since that version; nothing otherwise."""
    if version_of_skirmish(code) == version:
        return HttpResponse(status=204)
    row = skirmish_of_code(code)
    return HttpResponse(headers={"HX-Refresh": "true"}) if row.is_gathering else draw(request, row)


def draw(
    request: HttpRequest, row: SkirmishFight, *, said: str = "", trouble: str = "", typed: str = ""
) -> HttpResponse:
    if row.is_gathering:
        return draw_sides(request, row)
    try:
        context = _playing(request, row, the_skirmish(row))
    except Malformed:
        context = unreadable(request, row)
    context |= {"said": said, "trouble": trouble, "typed": typed, "leads": request.method == "POST"}
    template = "_skirmish_swapped" if wants_a_part(request) else "skirmish"
    return unkept(render(request, f"encounters/skirmish/{template}.html", context))


@dataclass(frozen=True)
class Card:
    """A fighter as he is, with his sign in the picture. ``hit_chance`` is the figure as it is spoken."""

    row: Row
    sign: str
    hit_chance: int
    is_shown: bool

    @property
    def slots(self) -> str:
        """A sign for each slot: a thing, fatigue, infection, or nothing."""
        one = self.row
        things = one.filled - one.fatigue - one.infection
        return "■" * things + "▲" * one.fatigue + "●" * one.infection + "□" * one.space


@dataclass(frozen=True)
class Told:
    """A step in sentences with its dice."""

    step: SkirmishStep
    sentences: tuple[str, ...]


def _playing(request: HttpRequest, row: SkirmishFight, now: Skirmish) -> dict[str, Any]:
    acts, steps = keeps(request, row), latest_steps(row, LATEST)
    who = _whose_dice(row.pending) if row.pending else _who(request, now, steps[0].line if steps else "")
    told = [Told(step, tuple(sentence(event, now.rules) for event in step.events)) for step in steps]
    told = [one for one in told if one.sentences]
    sides = _cards(now, who)
    is_due = bool(row.pending) or is_rolling(now)
    return {
        "row": row,
        "keeps": acts,
        "now": now,
        "round": now.round,
        "step": STEPS[now.step][0],
        "track": [(STEPS[step][1], step == now.step) for step in ROUND],
        "due": _due(row, now) if is_due else None,
        "offer": offer_of(now, who) if who is not None and not is_due and now.step != OVER else None,
        "who": who,
        "slots": slots_of(now, who) if who is not None and acts and not is_due else (),
        "whose": "" if who is None else now.fighters[who].name,
        "slot_said": bool(steps) and is_slot(steps[0].line),
        "sides": sides,
        "asked": [card for _, cards in sides for card in cards if card.row.may_act],
        "field": field_of(now),
        "just": told[:1],
        "earlier": told[1:],
        "has_more": len(steps) == LATEST,
        "later": offered_later(now) if now.step == OVER else (),
        "over": now.outcome,
        "types": _types(steps),
        "may_be_done": _named(now, may_be_done(now)) if acts and not is_due else [],
        "played": played_so(now.rules),
    }


def _types(steps: list[SkirmishStep]) -> bool:
    """Whether the dice that fell last were typed."""
    fallen: list[dict[str, Any]] = next((step.faces for step in steps if step.faces), [])
    return any(die["by"] == "table" for die in fallen)


def _named(now: Skirmish, places: Iterable[int]) -> list[str]:
    return [isolated(now.fighters[place].name) for place in places]


def _whose_dice(line: str) -> int | None:
    """Who does what dice are due for; nobody where they are everybody's."""
    if is_later(line):
        later = read_later(line)
        return None if later.is_of_all else later.fighter
    order = read_order(line)
    return None if isinstance(order, Roll) else order.fighter


def _who(request: HttpRequest, now: Skirmish, last: str) -> int | None:
    """Who is looked at: whom the address names, else whoever acted last if he still may or had a slot filled or
    cleared, else the first who may."""
    said = request.GET.get("who", "")
    if (named := whole(said, len(now.fighters) - 1)) is not None:
        return named
    first = last.split(" ", 1)[0]
    if is_slot(last) or (first.isdigit() and int(first) in now.asked):
        return int(first)
    return now.asked[0] if now.asked else None


def _cards(now: Skirmish, who: int | None) -> list[tuple[str, list[Card]]]:
    """By side."""
    signs = signs_of(now.fighters)
    cards = [
        Card(
            row_of(now, place),
            signs[place],
            now.rules.hit_chance(one.who.level, len(one.pieces)),
            place == who,
        )
        for place, one in enumerate(now.fighters)
    ]
    named = (("members", "Members"), ("monsters", "Monsters"))
    return [(label, [card for card in cards if card.row.side == side]) for side, label in named]


def _due(row: SkirmishFight, now: Skirmish) -> dict[str, Any]:
    """The dice that are to be thrown now, for what, and what they need to show."""
    line = row.pending or services.ROLL
    fallen = faces_of(row.fallen)
    throws = coming(now, line, fallen)
    order = None if is_later(line) else read_order(line)
    attack = None if order is None else attack_due(now, order)
    return {
        "title": _title(now, line),
        "attack": attack,
        "needs": [_need(now, one) for one in due(now)] if isinstance(order, Roll) else [],
        "dice": [
            {"name": f"face_{number}", "legend": f"{one.what_for}, D{one.sides}", "sides": one.sides}
            for number, one in enumerate(throws, 1)
        ],
        "placeholder": " ".join(str(min(one.sides, 3)) for one in throws),
        "fallen": row.fallen,
        "may_put_off": row.pending not in ("", services.ROLL),
        "is_attack": isinstance(order, Attack),
    }


def _title(now: Skirmish, line: str) -> str:
    if is_later(line):
        return next((act.label for act in offered_later(now) if act.line == line), "Dice are due")
    order = read_order(line)
    if isinstance(order, Roll):
        return STEPS[now.step][0]
    return f"{isolated(now.fighters[order.fighter].name)}: {_small(act_of(now, order).label)}"


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _need(now: Skirmish, one: Due) -> str:
    """A die that is due, in a line."""
    who = f"the {one.side}" if one.fighter is None else isolated(now.fighters[one.fighter].name)
    if one.what_for == INITIATIVE:
        return f"{who}: D{one.sides}, {one.needs} or less acts before the monsters"
    if one.what_for == MORALE:
        return f"Morale of {who}: {one.count}D{one.sides}, {one.needs} or less stands"
    return f"{who}: {one.what_for} D{one.sides}, a 1 applies" if one.sides else f"{who}: {one.what_for}, it applies"


# --- doing ------------------------------------------------------------------------------------------------------------


def answered(
    request: HttpRequest, row: SkirmishFight, *, said: str = "", trouble: str = "", typed: str = ""
) -> HttpResponse:
    """The page as it is after something was done, or refused; then with the faces that were ``typed``."""
    if typed or is_htmx(request):
        now = skirmish_of_code(row.code)
        if not now.is_gathering:
            return draw(request, now, said=said, trouble=trouble, typed=typed)
    if is_htmx(request):
        return HttpResponse(headers={"HX-Refresh": "true"})
    if trouble:
        messages.error(request, trouble)
    elif said:
        messages.success(request, said)
    return redirect(row)


def _done(
    request: HttpRequest, row: SkirmishFight, service: Callable[..., Any], said: str = "", typed: str = "", **about: Any
) -> HttpResponse:
    try:
        service(row, by=player_of(request), **about)
    except (OutOfDate, Refused) as refused:
        return answered(request, row, trouble=refused.message, typed=typed)
    return answered(request, row, said=said)


@for_skirmish
@only_posted
@signed_in
def skirmish_order(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    """Say what a fighter does, or what is done after the fight."""
    form = LineForm(request.POST)
    if not form.is_valid():
        return answered(request, row, trouble=form.first_error)
    said = form.cleaned_data
    return _done(request, row, services.give_order, version=said["version"], line=said["order"])


@for_skirmish
@only_posted
@signed_in
def skirmish_all_done(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    """Whoever has only free actions left, or is nameless, does nothing more in this block."""
    return _done(request, row, services.all_done, version=version_posted(request))


@for_skirmish
@only_posted
@signed_in
def skirmish_throw(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    """The dice that are due: by the app, or as they fell at the table. What is no face stays typed."""
    form = ThrowForm(request.POST)
    if not form.is_valid():
        return answered(request, row, trouble="Say whether the app rolls, or which faces fell.")
    said = {"version": form.cleaned_data["version"], "faces": None if form.strange else form.faces}
    if form.strange and form.cleaned_data["do"] == "faces":
        return answered(request, row, trouble=_no_face(row, *form.strange), typed=form.cleaned_data["row"])
    return _done(request, row, services.throw_dice, typed=form.cleaned_data["row"], **said)


def _no_face(row: SkirmishFight, at: int, typed: str) -> str:
    """That what was typed for the die at that place is no face of it."""
    try:
        throws = coming(the_skirmish(row), row.pending or services.ROLL, faces_of(row.fallen))
    except (Malformed, Illegal):
        throws = ()
    if not throws:
        return f"{typed} is no face of a die: type whole numbers."
    return no_face(typed, throws[min(at, len(throws) - 1)])


@for_skirmish
@only_posted
@signed_in
def skirmish_back(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    return _done(request, row, services.take_back, "The last thing is taken back.", version=version_posted(request))


# --- the whole log ----------------------------------------------------------------------------------------------------


@for_skirmish
@require_safe
def skirmish_log(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    """Everything that was done, with its dice and with what was taken back."""
    steps = [_logged(step, row.seed_shown) for step in row.steps.all()]
    told = [step for step in steps if step["events"] or step["dice"]]
    last = None
    for step in told:
        step["is_next"], last = step["heading"] not in (None, last), step["heading"] or last
    context = {"row": row, "steps": told}
    return unkept(render(request, "encounters/skirmish/log.html", context))


def _logged(step: SkirmishStep, seed: str) -> dict[str, Any]:
    label = services.label_of(step.number)
    dice = [
        {
            **die,
            "what_for": die["for"],
            "agrees": face(seed, label, number, die["die"]) == die["face"] if seed and die["by"] == "app" else None,
        }
        for number, die in enumerate(step.faces, 1)
    ]
    events = [sentence(event, hit_rules()) for event in step.events]
    heading = (step.events[0]["round"], STEPS[step.events[0]["step"]][0]) if step.events else None
    return {"step": step, "events": events, "dice": dice, "heading": heading, "label": label}
