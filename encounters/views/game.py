"""The page of a game: whose turn it is, what to roll now and why, and what the players may do; below it how everybody
stands.

Whoever plays in the battle goes on with it, or an arbitrator; every other member reads along. The address says which
panel of acts is open. What is done is posted to an address of its own and answered by the same page, with htmx or
without; a page that waits for others asks every few seconds whether the game has gone on (`game_since`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns.battle.comparing import facts_of
from campaigns.battle.rout import RoutAid
from campaigns.postbattle.log import Diverged, LoggedRoll
from campaigns.postbattle.run import NeedsChoice
from campaigns.roles import Right
from campaigns.views.access import Here, for_member
from campaigns.views.battle_access import AtBattle, at_battle, for_fighter, for_looker, only_posted
from encounters.game import Game, State
from encounters.game.page import DueActs, JustTold, Panel, due_of, offered, told_since
from encounters.game.state import ThingNow, WarbandNow
from encounters.happenings.plain import Statblock
from encounters.models import Encounter, Phase
from encounters.services import game as games
from encounters.services import tables
from encounters.table_forms import table_form
from encounters.table_selectors import Played, before_last, stand_of, version_of
from encounters.views.tables import AtTable, at_table, begun, dice_asked, lead_to, version_posted
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.words import CHARACTERISTICS
from warbands.roster.explain import CHARACTERISTIC_NAMES, Figure
from warbands.roster.refusals import OutOfDate, Refused
from warbands.selectors import current_rulebook
from warbands.views.access import is_htmx, wants_a_part
from warbands.views.rule_words import profile_figures

LATEST_SHOWN, EARLIER_SHOWN = 3, 40
GONE_ON = (
    "The game has gone on since this page was drawn, on another phone or by a second tap. "
    "Nothing was done: look at it as it is now."
)


@dataclass(frozen=True)
class AtGame:
    """A battle's game, begun or not, and who looks at it."""

    table: AtTable

    @property
    def encounter(self) -> Encounter | None:
        return self.table.encounter

    @property
    def has_begun(self) -> bool:
        return self.encounter is not None and self.encounter.is_set_up

    @cached_property
    def stand(self) -> Played | None:
        """The game as far as it has come; ``None`` before the table is set. Raises Diverged where the rules have
        changed since."""
        if self.encounter is None or not self.has_begun:
            return None
        return stand_of(self.encounter, self.table.there.sides, current_rulebook(), Phase.GAME)

    @property
    def game(self) -> Game | None:
        return cast(Game, self.stand.run) if self.stand else None

    @property
    def url(self) -> str:
        return reverse("game", args=[self.table.battle.campaign_id, self.table.battle.pk])

    def again(self) -> AtGame:
        """The same as it is now."""
        return AtGame(self.table.again())

    def gone_on(self, encounter: Encounter) -> AtGame:
        """The same after something was done to it; the battle's rows are what they were."""
        return AtGame(replace(self.table, encounter=encounter))


# --- looking ----------------------------------------------------------------------------------------------------------


@for_looker
@require_safe
def game(request: HttpRequest, there: AtBattle) -> HttpResponse:
    """Whose turn it is and what is due, or how it ended."""
    return draw(request, AtGame(at_table(there)), panel=request.GET.get("act", ""))


@for_member(Right.SEE)
@require_safe
def game_since(request: HttpRequest, here: Here, battle_id: int, version: int) -> HttpResponse:
    """The page's part that changes, if the game has gone on since that version; nothing otherwise."""
    if (version_of(battle_id, here.campaign.pk) or 0) == version:
        return HttpResponse(status=204)
    return draw(request, AtGame(at_table(at_battle(here, battle_id))), panel=request.GET.get("act", ""))


def draw(
    request: HttpRequest,
    at: AtGame,
    *,
    panel: str = "",
    said: str = "",
    trouble: str = "",
    typed: QueryDict | None = None,
) -> HttpResponse:
    """The page; with all that was typed where that was refused."""
    try:
        context = _context(at, panel, typed if typed is not None else QueryDict())
    except Diverged:
        context = {"diverged": True}
    table = at.table
    context |= {"here": table.there.here, "at": "battles", "battle": table.battle, "table": table, "at_game": at}
    context |= {"said": said, "trouble": trouble}
    template = "encounters/_game_swapped.html" if wants_a_part(request) else "encounters/game.html"
    answer = render(request, template, context)
    answer["Cache-Control"] = "no-store"
    answer["Vary"] = "HX-Request, Cookie"
    return answer


# --- what a game shows ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    """A warband: how it stands, and what the rules still ask of it."""

    now: WarbandNow
    rout_told: str
    allies: tuple[str, ...]
    underdog: int


@dataclass(frozen=True)
class Thing:
    """Something that appeared, with its line of figures, its wounds as boxes, and how it acts where its happening has
    not said that already."""

    now: ThingNow
    figures: tuple[Figure, ...]
    boxes: tuple[tuple[int, tuple[bool, ...]], ...]
    acts: str


def _context(at: AtGame, wanted: str, typed: QueryDict) -> dict[str, Any]:
    """What a game shows that goes on or is over."""
    found, stand = at.game, at.stand
    if found is None or stand is None:
        return {}
    due, state = due_of(found.waiting), found.state
    open_panel = _panel(due, wanted) if at.table.takes else None
    just = _just_now(at, stand)
    told = _of_this_turn(state, just)
    of_happening = state.happened.sentences if state.happened else ()
    is_fresh = state.happens_now
    return {
        "acts_for": _somebody_else(at, found),
        "just": just.without(of_happening) if is_fresh else just,
        "happens_now": is_fresh,
        "latest": told[:LATEST_SHOWN],
        "before": told[LATEST_SHOWN:],
        "own_lasting": [one for one in state.lasting if one.told in of_happening],
        "other_lasting": [one for one in state.lasting if one.told not in of_happening],
        "game": found,
        "state": state,
        "due": due,
        "why": state.now.why,
        "panel": open_panel,
        "offered": offered(found.run, open_panel) if open_panel else {},
        "typed": typed,
        "dice": dice_asked(due, typed),
        "cards": _cards(found),
        "things": [_thing(one, of_happening) for one in state.things],
        "beast": _beast(found, stand.rulebook),
        "rolled": [one for one in stand.rolls if one.step == found.run.step and one not in just.rolls],
        "next_up": _next_up(found),
        "ended": _ended(found) if found.is_over else None,
        "used_up": sorted({one.name for force in found.run.forces for who in force.standing for one in who.things}),
        "earlier": state.earlier[:EARLIER_SHOWN],
    }


def _somebody_else(at: AtGame, found: Game) -> str:
    """The warband whose turn, roll or answer it is, where that is not one's own; empty for what is nobody's."""
    run, waiting = found.run, found.waiting
    whose = waiting.question.warrior if isinstance(waiting, NeedsChoice) else None
    place = next((place for place, side in run.sides.items() if side.name == whose), run.active)
    there = at.table.there
    return "" if place is None or there.sides[place] in there.own else run.name_of(place)


@dataclass(frozen=True)
class JustNow:
    """What the last thing that was brought has made happen: its dice, and what was told since."""

    told: tuple[JustTold, ...] = ()
    rolls: tuple[LoggedRoll, ...] = ()

    def without(self, spelled: Sequence[str]) -> JustNow:
        """The same but for what stands elsewhere on the page."""
        return replace(self, told=tuple(one for one in self.told if one.sentence not in spelled))


def _just_now(at: AtGame, stand: Played) -> JustNow:
    """The same on every phone until the next act; worked out once for each state of a game."""
    if "just" not in stand.shown:
        stand.shown["just"] = _since_last(at, stand)
    return cast(JustNow, stand.shown["just"])


def _since_last(at: AtGame, stand: Played) -> JustNow:
    row = at.encounter
    found = before_last(row, at.table.there.sides, stand.rulebook, Phase.GAME) if row else None
    if found is None:
        return JustNow()
    before, place = found
    told = told_since(cast(Game, before.run).run, cast(Game, stand.run).run)
    return JustNow(told, tuple(roll for roll in stand.rolls if roll.place >= place))


def _of_this_turn(state: State, just: JustNow) -> list[str]:
    """The sentences of this turn, the latest first, but for what is spelled out as the happening or as just now."""
    spelled = state.happened.sentences if state.happened else ()
    before = state.sentences[: len(state.sentences) - sum(not one.turn for one in just.told)]
    return [told for told in reversed(before) if told not in spelled]


def _panel(due: object, wanted: str) -> Panel | None:
    return next((one for one in due.panels if one.key == wanted), None) if isinstance(due, DueActs) else None


def _cards(found: Game) -> list[Card]:
    run, bonuses = found.run, {side.party.place: side.underdog for side in found.run.plan.sides}
    return [
        Card(
            now,
            "" if run.over else _rout_told(run.scenario.rout_tests, now.rout),
            tuple(map(run.name_of, now.allies)),
            bonuses[now.place],
        )
        for now in found.state.warbands
    ]


def _rout_told(tests: bool, aid: RoutAid) -> str:
    """How far off a test is."""
    if not tests:
        return "No Rout tests here"
    if aid.is_due:
        return "Rout test each turn"
    return f"{aid.left} more until a Rout test"


def _thing(now: ThingNow, told: Sequence[str]) -> Thing:
    most = now.block.wounds
    boxes = ((n, tuple(box < left for box in range(most))) for n, left in enumerate(now.wounds, 1) if left is not None)
    acts = "" if now.block.acts in told else now.block.acts
    return Thing(now, _figures(now.block), tuple(boxes) if now.may_be_wounded else (), acts)


def _figures(block: Statblock) -> tuple[Figure, ...]:
    """Its line of figures, where it has one."""
    if not block.profile:
        return ()
    values = {**block.profile, **({"m": block.movement} if block.movement else {})}
    return tuple(Figure(*CHARACTERISTIC_NAMES[one], str(values.get(one, "–"))) for one in CHARACTERISTICS)


def _beast(found: Game, rulebook: Rulebook) -> dict[str, Any] | None:
    now = found.state.beast
    if now is None:
        return None
    whole = now.kind.profile
    return {
        "now": now,
        "figures": profile_figures(whole),
        "wounds": tuple(box < now.wounds and not now.out for box in range(whole.w)),
        "attacks": tuple(box < now.attacks for box in range(whole.a)),
        "rules": ", ".join(rulebook.rules[key].name for key in now.kind.rules if key in rulebook.rules),
    }


def _next_up(found: Game) -> str:
    """Whose turn comes after this one."""
    run = found.run
    if run.active is None or len(run.still_in) < 2:
        return ""
    where = run.order.index(run.active)
    after = (place for place in (*run.order[where + 1 :], *run.order[:where]) if run.is_in(place))
    return run.name_of(next(after, run.active))


def _ended(found: Game) -> dict[str, Any]:
    """What will be reported, side by side."""
    try:
        told = games.told_of(found)
    except Refused as refused:
        return {"trouble": refused.message}
    if told is None:
        return {}
    facts = facts_of(told, found.forces, current_rulebook(), found.run.scenario)
    whole = facts.pop("")
    return {"whole": whole, "sides": [(name, some) for name, some in facts.items() if some]}


# --- going on ---------------------------------------------------------------------------------------------------------


@for_fighter
@only_posted
def game_take(request: HttpRequest, there: AtBattle) -> HttpResponse:
    """Go on: roll, enter faces, answer, do something, end the turn."""
    table, _ = begun(there)
    at, panel = AtGame(table), request.POST.get("panel", "")
    if version_posted(request) != table.version:
        return draw(request, at, trouble=GONE_ON)
    try:
        waiting = at.game.waiting if at.game else None
    except Diverged:
        return draw(request, at)
    form = table_form(request.POST, waiting)
    if form is None:
        return draw(request, at, trouble="Nothing asks for that now.")
    if not form.is_valid():
        return draw(request, at, panel=panel, trouble=form.first_error, typed=request.POST)
    given = form.given

    def act(encounter: Encounter, version: int) -> tuple[Encounter, str]:
        return tables.take(encounter, by=there.here.player, given=given, version=version).encounter, ""

    return _done_to(request, at, act)


@for_fighter
@only_posted
def game_back(request: HttpRequest, there: AtBattle) -> HttpResponse:
    """The last thing is taken back; from a game in which nothing has happened that is the set-up."""

    def act(encounter: Encounter, version: int) -> tuple[Encounter, str]:
        row = tables.take_back(encounter, by=there.here.player, version=version)
        return row, "The last thing is taken back." if row.is_set_up else "The set-up is open again."

    return _done_to(request, AtGame(begun(there)[0]), act)


@for_fighter
@only_posted
def game_report(request: HttpRequest, there: AtBattle) -> HttpResponse:
    """Report it as the table knows it, or hand that over to the form of a report, to be changed there."""
    table, encounter = begun(there)
    about: dict[str, Any] = {"by": there.here.player, "version": version_posted(request)}
    ids = [there.battle.campaign_id, there.battle.pk]
    try:
        if request.POST.get("do") == "change":
            games.hand_over(encounter, **about)
            return lead_to(request, reverse("battle-report", args=ids))
        games.report_game(encounter, **about)
    except Refused as refused:
        return draw(request, AtGame(table.again()), trouble=_told(refused))
    messages.success(request, "The battle is reported as the table knows it.")
    return lead_to(request, there.battle.get_absolute_url())


def _done_to(request: HttpRequest, at: AtGame, act: Callable[[Encounter, int], tuple[Encounter, str]]) -> HttpResponse:
    """Do something to a game that was begun, as of the version that the form was drawn from, and answer with the page
    as it is then: with what was done, or the reason why it was not."""
    if at.encounter is None:
        return draw(request, at)
    try:
        encounter, said = act(at.encounter, version_posted(request))
    except Refused as refused:
        panel = request.POST.get("panel", "")
        return draw(request, at.again(), panel=panel, trouble=_told(refused), typed=request.POST)
    if not is_htmx(request):
        if said:
            messages.success(request, said)
        return redirect(f"{at.url}#game")
    answer = draw(request, at.gone_on(encounter), said=said)
    answer["HX-Replace-Url"] = at.url
    return answer


def _told(refused: Refused) -> str:
    """Why something was not done, in the words of a game."""
    return GONE_ON if isinstance(refused, OutOfDate) else refused.message
