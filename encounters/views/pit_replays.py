"""What is left of a fight to look at: its frames one after the other, its account in words, its dice, and its log.

All of it is open to whoever has the address, from the first revealed move on; nothing secret is in any of it.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.battle.seeds import face
from encounters.models import PitFight, PitStep
from encounters.pit_replaying import frames_of_fight
from encounters.pit_selectors import all_steps, the_fight_if_read
from encounters.pitfight.cards import cards_of
from encounters.pitfight.ending import log_as_json
from encounters.pitfight.picture import picture_of
from encounters.pitfight.replaying import Diverged, Frame, turns_of
from encounters.pitfight.telling import grouped
from encounters.services.pit_going import label_of, late_label
from encounters.services.pit_odds import as_text
from encounters.views.pit_access import for_fight, unkept
from encounters.views.pit_playing import whose
from mordheim.rules.posted import whole
from warbands.views.access import wants_a_part

# Seconds that a frame stays while the replay plays.
PACES = {"slow": "2.5s", "normal": "1.2s", "fast": "500ms"}


@for_fight
@require_safe
def replay(request: HttpRequest, row: PitFight) -> HttpResponse:
    """One frame; with ``play`` the page goes on by itself."""
    try:
        frames = frames_of_fight(row)
    except Diverged:
        frames = []
    context = _frame(row, frames, request) if frames else {"row": row}
    template = "encounters/pit/_replay_swapped.html" if wants_a_part(request) else "encounters/pit/replay.html"
    return unkept(render(request, template, context))


def _frame(row: PitFight, frames: list[Frame], request: HttpRequest) -> dict[str, Any]:
    number = min(whole(request.GET.get("at", ""), 99_999) or 0, len(frames) - 1)
    frame, last = frames[number], len(frames) - 1
    turns = turns_of(frames)
    pace = request.GET.get("pace", "normal")
    return {
        "row": row,
        "frame": frame,
        "number": number,
        "last": last,
        "arena": picture_of(frame.fight),
        "cards": cards_of(frame.fight, whose={seat.place: whose(seat, None) for seat in row.seats.all()}),
        "steps": grouped(frame.events, frame.fight),
        "source": "app",
        "turns": turns,
        "plays": "play" in request.GET and number < last,
        "pace": pace if pace in PACES else "normal",
        "wait": PACES.get(pace, PACES["normal"]),
        "paces": PACES,
    }


@for_fight
@require_safe
def account(request: HttpRequest, row: PitFight) -> HttpResponse:
    """The whole fight in words, turn by turn; where the rules have changed since, in the words of its log."""
    turns: dict[int, list[Any]] = {}
    for step in all_steps(row):
        for event in step.events:
            turns.setdefault(event["turn"], []).append(event)
    fight = the_fight_if_read(row) if row.notation else None
    told = [(turn, grouped(events, fight)) for turn, events in turns.items()]
    context = {"row": row, "turns": told, "source": "app", "diverged": bool(row.notation and fight is None)}
    return unkept(render(request, "encounters/pit/account.html", context))


@for_fight
@require_safe
def dice(request: HttpRequest, row: PitFight) -> HttpResponse:
    """Every die with what it was rolled for, and, once the seed is shown, whether it is the one that the seed gives."""
    steps = all_steps(row)
    rolled = [one for step in steps for one in _rolled(step, row.seed_shown)]
    context = {"row": row, "rolled": rolled, "wrong": [one for one in rolled if one["agrees"] is False]}
    context["some_late"] = any("late" in one for one in rolled)
    return unkept(render(request, "encounters/pit/dice.html", context))


def _rolled(step: PitStep, seed: str) -> list[dict[str, Any]]:
    return [_die(step, number, die, seed) for number, die in enumerate(step.faces, 1)]


def _die(step: PitStep, number: int, die: dict[str, Any], seed: str) -> dict[str, Any]:
    """A die with the label that it comes from; ``agrees`` says whether the seed gives its face, once that is shown."""
    label = label_of(step.number)
    if "late" in die:
        label, number = late_label(step.number), die["late"] + 1
    agrees = face(seed, label, number, die["die"]) == die["face"] if seed else None
    return {**die, "what_for": die["for"], "turn": step.turn, "label": f"{label}/{number}", "agrees": agrees}


# --- the log ----------------------------------------------------------------------------------------------------------


@for_fight
@require_safe
def log(request: HttpRequest, row: PitFight) -> HttpResponse:
    """The log of a fight that has ended as a file, in the form of the command ``pit_fight``.

    Raises:
        Http404: before it has ended, and for one that never did.
    """
    events = [event for step in all_steps(row) for event in step.events]
    if row.is_under_way or not events or events[-1]["type"] != "result":
        raise Http404("There is no log of a fight that has not ended.")
    answer = HttpResponse(as_text(log_as_json(events)), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="pit-fight-{row.code}-log.json"'
    return unkept(answer)
