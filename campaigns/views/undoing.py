"""Pages of taking back: a night, a whole battle, a wrong die. Each says what is undone, what stands in the way and
where that is undone, and what else is lost with it, before anything is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.battle_selectors import roster_in_battle
from campaigns.forms.undoing import DieForm, UndoBattleForm, asked_of
from campaigns.models import Captive, DiceRoll, PostBattle, Side
from campaigns.postbattle.log import Diverged
from campaigns.postbattle.run import STEPS
from campaigns.postbattle.sheet import STEP_NAMES, Fate, Figures, fates_of, figures_of
from campaigns.roles import WITHOUT, Right
from campaigns.services.battle_reports import report_anew
from campaigns.services.undoing import correct_roll, undo_battle, undo_post_battle
from campaigns.undoing_selectors import (
    Obstacle,
    captives_lost_with,
    corrections_among,
    lost_with,
    obstacles_of,
    obstacles_to_correcting,
)
from campaigns.views.access import Here, View, for_member
from campaigns.views.battle_access import AtBattle, at_battle
from campaigns.views.postbattle import Night, for_night, rolls_of, version_of
from warbands.models import WarbandEvent
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook

NOT_HIS = "Only whoever plays this warband takes its night back or puts a die of it right, or an arbitrator."
MOST_LOST = 30


@dataclass(frozen=True)
class Lost:
    """What a warband has done since and loses; ``more`` did not go onto the list."""

    shown: tuple[WarbandEvent, ...]
    more: int


def _lost(events: tuple[WarbandEvent, ...]) -> Lost:
    return Lost(events[:MOST_LOST], max(0, len(events) - MOST_LOST))


def for_leader(view: View) -> View:
    """For whoever plays the warband, and arbitrators. The view is given `Night` in place of the ids."""

    @for_night
    @wraps(view)
    def asked(request: HttpRequest, night: Night, **rest: Any) -> HttpResponseBase:
        return view(request, night, **rest) if night.leads else _not_his(request, night.here, NOT_HIS)

    return asked


def _not_his(request: HttpRequest, here: Here, told: str) -> HttpResponse:
    return render(request, "campaigns/forbidden.html", {"campaign": here.campaign, "told": told}, status=403)


def _there(refused: Refused) -> None:
    """Raises Http404 where the thing that was to be undone is gone."""
    if refused.code in ("no_such_night", "no_such_warband"):
        raise Http404(refused.message)


# --- a night --------------------------------------------------------------------------------------------------------


@for_leader
@require_http_methods(["GET", "HEAD", "POST"])
def post_battle_undo(request: HttpRequest, night: Night) -> HttpResponse:
    """Look at what is undone, and take the night back."""
    if request.method != "POST":
        return _night_page(request, night)
    try:
        undo_post_battle(night.post, by=night.here.player, version=version_of(request))
    except Refused as refused:
        _there(refused)
        return _night_page(request, night.again(), trouble=refused.message)
    messages.success(request, f"The night of {night.side.warband_name} is taken back and begins anew.")
    return redirect(night.post)


def _night_page(request: HttpRequest, night: Night, trouble: str = "") -> HttpResponse:
    side, post = night.side, night.post
    lost = lost_with([side])[side.pk]
    context = {
        "here": night.here,
        "at": "battles",
        "night": night,
        "trouble": trouble,
        "obstacles": _in_the_way(night, lost),
        "lost": _lost(lost),
        "lost_captives": captives_lost_with([side])[side.pk],
        "fates": _fates(night),
        "before": _before(side),
        "now": _now(side),
        "captives": post.captives.filter(state=Captive.State.HELD).select_related("captor__warband"),
        "rolls": post.rolls.filter(taken_back_at=None, replaced_by=None).count(),
    }
    return render(request, "campaigns/night_undo.html", context, status=422 if trouble else 200)


def _in_the_way(night: Night, lost: Sequence[WarbandEvent]) -> tuple[Obstacle, ...]:
    """What must be undone first; for a player also what arbitrators have set right."""
    corrected = () if night.here.membership.is_arbitrator else corrections_among(lost, side=night.side)
    return (*obstacles_of([night.side])[night.side.pk], *corrected)


def _fates(night: Night) -> tuple[Fate, ...]:
    """What it did to whom; nothing where the rules of today cannot tell it."""
    try:
        return fates_of(night.played)
    except Diverged:
        return ()


def _before(side: Side) -> Figures | None:
    """The warband as it goes into its night; ``None`` where the rules have no such kind any more."""
    try:
        return figures_of(roster_in_battle(side, current_rulebook()))
    except KeyError:
        return None


def _now(side: Side) -> Figures | None:
    """The warband as it is, with all that it has done since."""
    row = side.warband
    return Figures(row.treasury, row.wyrdstone, row.rating, row.warrior_count, 0) if row else None


# --- a battle -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SideUndone:
    """What taking a battle back means for one of its warbands."""

    side: Side
    post: PostBattle | None
    obstacles: tuple[Obstacle, ...]
    lost: Lost
    lost_captives: tuple[str, ...]

    @property
    def step_name(self) -> str:
        """Where its night goes on."""
        return STEP_NAMES[self.post.step if self.post and self.post.step in STEP_NAMES else STEPS[0]].name


@for_member(Right.CORRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def battle_undo(request: HttpRequest, here: Here, battle_id: int) -> HttpResponse:
    """Look at what is undone, and take the battle back or have it reported anew."""
    there = at_battle(here, battle_id)
    if request.method != "POST":
        confirmed = there.battle.confirmed_at.isoformat() if there.battle.confirmed_at else ""
        begin_with = {"way": request.GET.get("way", ""), "confirmed": confirmed}
        return _battle_page(request, there, UndoBattleForm(initial=begin_with))
    form = UndoBattleForm(request.POST)
    if form.is_valid() and _undone(request, there, form):
        return redirect(there.battle)
    return _battle_page(request, there.again(), form)


def _undone(request: HttpRequest, there: AtBattle, form: UndoBattleForm) -> bool:
    """Do it; what was in the way stands in the form."""
    again = form.cleaned_data["way"] == "again"
    take_back = report_anew if again else undo_battle
    try:
        take_back(
            there.battle,
            by=there.here.player,
            reason=form.cleaned_data["reason"],
            confirmed_at=form.cleaned_data["confirmed"],
        )
    except Refused as refused:
        form.add_error(None, refused.message)
        return False
    said = "It waits for another report." if again else "Every warband is as it was before it."
    messages.success(request, f"Battle {there.battle.number} was taken back. {said}")
    return True


def _battle_page(request: HttpRequest, there: AtBattle, form: UndoBattleForm) -> HttpResponse:
    undone = _sides_undone(there) if there.battle.is_confirmed else []
    context = {
        "here": there.here,
        "at": "battles",
        "battle": there.battle,
        "sides": undone,
        "obstructed": any(one.obstacles for one in undone),
        "form": form,
        "ways": UndoBattleForm.WAYS.items(),
    }
    return render(request, "campaigns/battle_undo.html", context, status=422 if form.is_bound else 200)


def _sides_undone(there: AtBattle) -> list[SideUndone]:
    for side in there.sides:
        side.battle = there.battle
    posts = {post.side_id: post for post in PostBattle.objects.filter(side__battle=there.battle).defer("log", "report")}
    obstacles, lost, captives = obstacles_of(there.sides), lost_with(there.sides), captives_lost_with(there.sides)
    return [
        SideUndone(side, posts.get(side.pk), obstacles[side.pk], _lost(lost[side.pk]), captives[side.pk])
        for side in there.sides
    ]


# --- a die ----------------------------------------------------------------------------------------------------------


@for_night
@require_safe
def post_battle_dice(request: HttpRequest, night: Night) -> HttpResponse:
    """Every roll of a night so far."""
    context = {"here": night.here, "at": "battles", "night": night, "rolls": rolls_of(night)}
    return render(request, "campaigns/night_dice.html", context)


@for_leader
@require_http_methods(["GET", "HEAD", "POST"])
def post_battle_die(request: HttpRequest, night: Night, roll_id: int) -> HttpResponse:
    """A roll as it stands, and what really fell."""
    roll = _roll(night, roll_id)
    if roll.source == "app" and not night.here.may(Right.CORRECT):
        return _not_his(request, night.here, f"The app rolled that. {WITHOUT[Right.CORRECT]}")
    if request.method != "POST":
        return _die_page(request, night, roll)
    form = DieForm(request.POST, roll)
    if not form.is_valid():
        return _die_page(request, night, roll, form, form.first_error)
    try:
        done = correct_roll(roll, by=night.here.player, faces=form.faces, reason=form.cleaned_data["reason"])
    except Refused as refused:
        _there(refused)
        again = night.again()
        return _die_page(request, again, _roll(again, roll_id), form, refused.message)
    messages.success(request, f"Put right. {done.event.sentence}")
    address = reverse("post-battle-dice", args=[night.here.campaign.pk, night.battle.pk, night.side.pk])
    return redirect(f"{address}#rolls-title")


def _roll(night: Night, roll_id: int) -> DiceRoll:
    """Raises Http404 for a roll of another night."""
    return get_object_or_404(night.post.rolls.select_related("by", "replaced_by__by"), pk=roll_id)


def _die_page(
    request: HttpRequest, night: Night, roll: DiceRoll, form: DieForm | None = None, trouble: str = ""
) -> HttpResponse:
    typed = request.POST if form else {}
    due = asked_of(roll)
    shown = {f"face_{number}": face for number, face in enumerate(roll.faces, start=1)}
    dice = [
        {"name": name, "legend": label or roll.die, "value": typed.get(name, "") if form else face}
        for label, (name, face) in zip(due.labels, shown.items(), strict=True)
    ]
    context = {
        "here": night.here,
        "at": "battles",
        "night": night,
        "roll": roll,
        "sides": due.sides,
        "dice": dice,
        "obstacles": obstacles_to_correcting(night.post) if roll.stands else (),
        "row": typed.get("row", ""),
        "reason": typed.get("reason", ""),
        "trouble": trouble,
    }
    return render(request, "campaigns/night_die.html", context, status=422 if form else 200)
