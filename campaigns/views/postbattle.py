"""The night after a battle, a page for each step.

Whoever plays the warband takes it through the night, or an arbitrator; every other member reads along. What is done is
posted to one address and answered by the page of the step that goes on, drawn by one function whether it was done or
refused, with htmx or without. What is open of a stretch (whose searches, which shop) stands in the address, and so
does where the last thing that happened begins (``since``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns.arena_selectors import Way, played_out_at
from campaigns.forms.postbattle import NightForm, night_form
from campaigns.models import Battle, DiceRoll, PostBattle, Side
from campaigns.postbattle.due import AnswerOption, Due, DueQuestion, DueRoll
from campaigns.postbattle.log import Diverged
from campaigns.postbattle.run import STEPS, NeedsChoice
from campaigns.postbattle.sequence import Played
from campaigns.postbattle.sheet import NightSheet, build_night
from campaigns.postbattle_selectors import played
from campaigns.selectors import sees_gold
from campaigns.services.postbattle import take
from campaigns.views.access import Here, View, for_member, posted
from campaigns.views.stretches import Stretch, stretch_of
from mordheim.converters import HIGHEST
from mordheim.rules.posted import whole
from warbands.forms.fields import NO_VERSION, ActForm
from warbands.roster.refusals import OutOfDate, Refused
from warbands.selectors import current_rulebook
from warbands.views.access import is_htmx, wants_a_part

NOT_HIS = "Only whoever plays this warband takes it through the night, or an arbitrator."
# What of an address says which part of a stretch is open.
OPEN = ("open", "for", "type", "hero", "from", "item")


@dataclass(frozen=True)
class Night:
    """One warband's night, and who looks at it."""

    here: Here
    post: PostBattle

    @property
    def side(self) -> Side:
        return self.post.side

    @property
    def battle(self) -> Battle:
        return self.side.battle

    @property
    def own(self) -> bool:
        return self.side.player_id == self.here.player.pk

    @property
    def leads(self) -> bool:
        """Whether it is one's own, or one arbitrates: who may take it back, open or over."""
        return self.own or self.here.membership.is_arbitrator

    @property
    def takes(self) -> bool:
        """Whether one may go on with it."""
        return self.post.is_open and self.leads

    @property
    def may_be_undone(self) -> bool:
        """Whether one may take it back and there is something to take back."""
        return self.leads and self.battle.is_confirmed and bool(self.post.log)

    @property
    def gold_hidden(self) -> bool:
        return not sees_gold(self.here.campaign, self.here.membership, self.side.enrolment)

    @cached_property
    def played(self) -> Played:
        """As far as its log goes. Raises Diverged where the rules have changed since."""
        return played(self.post, current_rulebook())

    def address(self, step: str, **query: Any) -> str:
        where = reverse("post-battle-step", args=[self.here.campaign.pk, self.battle.pk, self.side.pk, step])
        told = {name: value for name, value in query.items() if value not in (None, "")}
        return f"{where}?{urlencode(told)}" if told else where

    def again(self) -> Night:
        """The same as it is now."""
        return night_at(self.here, self.battle.pk, self.side.pk)

    def gone_on(self, sequence: Played) -> Night:
        """The same after an act, which has played it as far as it goes now."""
        night = self.again()
        vars(night)["played"] = sequence
        return night


def night_at(here: Here, battle_id: int, side_id: int) -> Night:
    """Raises Http404 for a night of another campaign, and for one that was taken back."""
    rows = PostBattle.objects.select_related("side__battle", "side__enrolment", "side__warband", "side__player")
    post = rows.filter(side=side_id, side__battle=battle_id, side__battle__campaign=here.campaign).first()
    if post is None:
        raise Http404("There is no such night after a battle.")
    post.side.battle.campaign = here.campaign
    return Night(here, post)


def for_night(view: View) -> View:
    """For every member. The view is given `Night` in place of the ids."""

    @for_member()
    @wraps(view)
    def asked(request: HttpRequest, here: Here, battle_id: int, side_id: int, **rest: Any) -> HttpResponseBase:
        return view(request, night_at(here, battle_id, side_id), **rest)

    return asked


def for_night_that_counts(view: View) -> View:
    """The same for a night that goes on or is over; of a battle that was taken back the view leads to the battle."""

    @for_night
    @wraps(view)
    def asked(request: HttpRequest, night: Night, **rest: Any) -> HttpResponseBase:
        if night.battle.is_confirmed:
            return view(request, night, **rest)
        return to_battle(request, night)

    return asked


def to_battle(request: HttpRequest, night: Night) -> HttpResponse:
    """Away from a night that is no more, with what has become of it; htmx is told to load the page."""
    told = "taken back" if night.battle.is_called_off else "taken back and is to be reported anew"
    messages.info(request, f"{str(night.battle).capitalize()} was {told}: this night after it is no more.")
    url = night.battle.get_absolute_url()
    return HttpResponse(headers={"HX-Redirect": url}) if is_htmx(request) else redirect(url)


# --- looking --------------------------------------------------------------------------------------------------------


@for_night_that_counts
@require_safe
def post_battle(request: HttpRequest, night: Night) -> HttpResponse:
    """Where it goes on: leads to the step."""
    try:
        step = _now(night)
    except Diverged:
        return _diverged(request, night)
    return redirect(night.address(step))


def _now(night: Night) -> str:
    return STEPS[-1] if night.played.is_over else night.played.step


@for_night_that_counts
@require_safe
def post_battle_step(request: HttpRequest, night: Night, step: str) -> HttpResponse:
    """One step: what goes on in it, its record once it is over, or that it is still to come."""
    if step not in STEPS:
        raise Http404("There is no such step.")
    since = request.GET.get("since", "")
    return draw(request, night, step=step, since=whole(since, HIGHEST))


def draw(
    request: HttpRequest,
    night: Night,
    *,
    step: str = "",
    since: int | None = None,
    said: str = "",
    trouble: str = "",
    form: NightForm | None = None,
    still_open: dict[str, str] | None = None,
) -> HttpResponse:
    """A step's page, the one that goes on where none is named; with all that was typed where that was refused. What is
    open of a stretch stands in the address, unless ``still_open`` says it."""
    try:
        step = step or _now(night)
        sheet = build_night(night.played, step=step, since=since, gold_hidden=night.gold_hidden)
    except Diverged:
        return _diverged(request, night)
    typed = request.POST if trouble else QueryDict()
    query = request.GET if still_open is None else QueryDict(urlencode(still_open))
    context = {
        "here": night.here,
        "at": "battles",
        "night": night,
        "post": night.post,
        "side": night.side,
        "battle": night.battle,
        "sheet": sheet,
        "steps": _bar(night, sheet),
        "stretch": _stretch(night, sheet, query, form),
        "typed": typed,
        "picked": typed.getlist("pick"),
        "dice": _dice_asked(sheet.due, typed),
        "arena": _arena(night, sheet.due),
        "counts": _counts_asked(sheet.due, typed),
        "query": urlencode({name: query[name] for name in OPEN if name in query}),
        "said": said,
        "trouble": trouble,
        "rolls": rolls_of(night) if sheet.records else [],
    }
    answer = render(
        request, "campaigns/_night_swapped.html" if wants_a_part(request) else "campaigns/night.html", context
    )
    answer["Cache-Control"] = "no-store"
    answer["Vary"] = "HX-Request, Cookie"
    return answer


def _bar(night: Night, sheet: NightSheet) -> list[dict[str, str]]:
    """The steps as the bar on top takes them: it marks the one that is shown."""
    return [
        {
            "name": line.name,
            "state": "current" if line.key == sheet.shown.key else "to do" if line.state == "current" else line.state,
            "url": night.address(line.key),
        }
        for line in sheet.steps
    ]


def _stretch(night: Night, sheet: NightSheet, query: QueryDict, form: NightForm | None) -> Stretch | None:
    """What may be done in an open stretch, for whoever goes on with it."""
    if not night.takes or sheet.due is None or sheet.due.kind != "actions":
        return None
    return stretch_of(night.played.run, sheet.due.names, query, form)


def _arena(night: Night, due: Due | None) -> Way | None:
    """Where what is asked can be played out instead of being told."""
    waiting = night.played.waiting
    if not (isinstance(due, DueQuestion) and isinstance(waiting, NeedsChoice) and night.takes):
        return None
    return played_out_at(night.post, waiting.question)


def _dice_asked(due: Due | None, typed: QueryDict) -> list[dict[str, str]]:
    """The dice to tap, each with the face that was entered already."""
    if not isinstance(due, DueRoll):
        return []
    names = [f"face_{number}" for number in range(1, due.count + 1)]
    return [
        {"name": name, "legend": label or due.die, "value": typed.get(name, "")}
        for name, label in zip(names, due.labels, strict=True)
    ]


def _counts_asked(due: Due | None, typed: QueryDict) -> list[tuple[AnswerOption, str, str]]:
    """Options that may be given several times: each with its field and how often it was, or would sensibly be."""
    if not isinstance(due, DueQuestion) or due.form != "times":
        return []
    named = [(option, f"times_{place}") for place, option in enumerate(due.options)]
    return [(option, name, typed.get(name, str(option.suggested))) for option, name in named]


def rolls_of(night: Night) -> list[DiceRoll]:
    """Every roll of the night, also those that count no more."""
    return list(night.post.rolls.select_related("by", "replaced_by").order_by("place", "pk"))


def _diverged(request: HttpRequest, night: Night) -> HttpResponse:
    """The rules have changed so that the night cannot be told any more; its dice can."""
    context = {"here": night.here, "at": "battles", "night": night, "side": night.side, "battle": night.battle}
    return render(request, "campaigns/night_diverged.html", {**context, "rolls": rolls_of(night)})


# --- taking ---------------------------------------------------------------------------------------------------------


@for_member()
@posted
def post_battle_take(request: HttpRequest, here: Here, battle_id: int, side_id: int) -> HttpResponse:
    """Go on: roll, answer, do something, or be done."""
    night = night_at(here, battle_id, side_id)
    if not night.battle.is_confirmed:
        return to_battle(request, night)
    if not night.takes and night.post.is_open:
        context = {"campaign": here.campaign, "told": NOT_HIS}
        return render(request, "campaigns/forbidden.html", context, status=403)
    if version_of(request) != night.post.version:
        return draw(request, night, trouble=OutOfDate().message)
    try:
        form = night_form(request.POST, night.played.run, night.played.waiting)
    except Diverged:
        return _diverged(request, night)
    if form is None:
        return draw(request, night, trouble="Nothing asks for that now.")
    if not form.is_valid():
        return draw(request, night, trouble=form.first_error, form=form)
    return _take(request, night, form)


def _take(request: HttpRequest, night: Night, form: NightForm) -> HttpResponse:
    since = night.post.event_count
    try:
        taken = take(night.post, by=night.here.player, given=form.given, version=form.cleaned_data["version"])
    except Refused as refused:
        if refused.code in ("no_such_night", "no_such_warband"):
            raise Http404(refused.message) from None
        return draw(request, night.again(), trouble=refused.message, form=form)
    after = night.gone_on(taken.played)
    said = taken.done.event.sentence
    still_open = _still_open(request, night, after)
    following = after.address(_now(after), **still_open, since=since)
    if is_htmx(request):
        answer = draw(request, after, since=since, said=said, still_open=still_open)
        answer["HX-Push-Url"] = following
        return answer
    messages.success(request, said)
    return redirect(f"{following}#night")


def _still_open(request: HttpRequest, before: Night, after: Night) -> dict[str, str]:
    """What stays open of a stretch that goes on: the shop one buys in, not the form of one who has joined."""
    if _now(before) != _now(after):
        return {}
    kept = ("open", "for") if request.POST.get("do") == "buy" else ("open",)
    return {name: request.GET[name] for name in kept if name in request.GET}


def version_of(request: HttpRequest) -> int:
    """The version that a posted form was drawn from; `NO_VERSION` where it names none."""
    form = ActForm(request.POST)
    return int(form.cleaned_data["version"]) if form.is_valid() else NO_VERSION
