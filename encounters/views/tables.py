"""The page of a table: it is set step by step, one thing on the page at a time, and then shows the whole plan.

Whoever plays in the battle goes on with it, or an arbitrator; every other member reads along. What is done is posted to
an address of its own and answered by the same page, drawn by one function whether it was done or refused, with htmx or
without. A page that waits for others asks every few seconds whether the table has gone on (`table_since`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from campaigns.forms.battles import LETTERS, letters_of, numbers_of
from campaigns.models import Battle
from campaigns.models.campaigns import FORMER_PLAYER, name_of
from campaigns.postbattle.due import DueRoll
from campaigns.postbattle.log import Diverged, Given
from campaigns.roles import Right
from campaigns.views.access import Here, for_member
from campaigns.views.battle_access import AtBattle, at_battle, for_fighter, for_looker, only_posted
from encounters.map_svg import MapShown, to_page
from encounters.mapping.hand import told
from encounters.mapping.shifts import movable
from encounters.models import Encounter, Phase
from encounters.services import tables
from encounters.setup.page import Line, TableSheet, build_table, overlay_of
from encounters.setup.run import SettingUp
from encounters.table_forms import ShiftForm, table_form
from encounters.table_selectors import Played, encounter_of, set_up_of, stand_of, version_of
from warbands.forms.fields import ActForm
from warbands.models import Player
from warbands.roster.explain import Figure
from warbands.roster.refusals import OutOfDate, Refused
from warbands.selectors import current_rulebook
from warbands.views.access import is_htmx, wants_a_part
from warbands.views.rule_words import profile_figures


@dataclass(frozen=True)
class LineShown:
    """Something rolled or decided, by whom and when."""

    line: Line
    by: str
    at: datetime | None


@dataclass(frozen=True)
class AtTable:
    """A battle's table, begun or not, and who looks at it."""

    there: AtBattle
    encounter: Encounter | None

    @property
    def battle(self) -> Battle:
        return self.there.battle

    @property
    def takes(self) -> bool:
        """Whether one may go on with it."""
        return self.there.acts and self.battle.is_under_way

    @property
    def waits(self) -> bool:
        """Whether somebody else may go on with it. A table that is set only stands: what goes on is the game."""
        return self.battle.is_under_way and not (self.encounter and self.encounter.is_set_up)

    @property
    def version(self) -> int:
        return self.encounter.version if self.encounter else 0

    @cached_property
    def stand(self) -> Played | None:
        """The set-up as far as it has come. Raises Diverged where the rules have changed since."""
        if self.encounter is None:
            return None
        return stand_of(self.encounter, self.there.sides, current_rulebook(), Phase.SET_UP)

    @cached_property
    def run(self) -> SettingUp | None:
        if self.encounter is None or self.stand is None:
            return None
        return set_up_of(self.encounter, self.there.sides, current_rulebook())

    @property
    def url(self) -> str:
        return Encounter(battle=self.battle).get_absolute_url()

    def again(self) -> AtTable:
        """The same as it is now."""
        return at_table(self.there.again())


def at_table(there: AtBattle) -> AtTable:
    return AtTable(there, encounter_of(there.battle))


def begun(there: AtBattle) -> tuple[AtTable, Encounter]:
    """The table and its row. Raises Http404 for a battle whose table nobody has begun to set."""
    table = at_table(there)
    if table.encounter is None:
        raise Http404("Nobody has begun to set this table.")
    return table, table.encounter


# --- looking ----------------------------------------------------------------------------------------------------------


@for_looker
@require_safe
def table(request: HttpRequest, there: AtBattle) -> HttpResponse:
    """What is to be done now, or the plan."""
    return draw(request, at_table(there))


@for_member(Right.SEE)
@require_safe
def table_since(request: HttpRequest, here: Here, battle_id: int, version: int) -> HttpResponse:
    """The page's part that changes, if the table has gone on since that version; nothing otherwise."""
    now = version_of(battle_id, here.campaign.pk)
    if (now or 0) == version:
        return HttpResponse(status=204)
    return draw(request, at_table(at_battle(here, battle_id)))


def draw(
    request: HttpRequest, table: AtTable, *, said: str = "", trouble: str = "", typed: QueryDict | None = None
) -> HttpResponse:
    """The page; with all that was typed where that was refused."""
    try:
        context = _context(table, typed if typed is not None else QueryDict())
    except Diverged:
        context = {"diverged": True}
    context |= {"here": table.there.here, "at": "battles", "battle": table.battle, "table": table, "night": table}
    context |= {"post": table.encounter, "said": said, "trouble": trouble}
    answer = render(
        request, "encounters/_table_swapped.html" if wants_a_part(request) else "encounters/table.html", context
    )
    answer["Cache-Control"] = "no-store"
    answer["Vary"] = "HX-Request, Cookie"
    return answer


def _context(table: AtTable, typed: QueryDict) -> dict[str, Any]:
    """What a table that was begun shows."""
    encounter, run, stand = table.encounter, table.run, table.stand
    if encounter is None or run is None or stand is None:
        return {}
    sheet = build_table(
        run,
        encounter.set_up_log,
        stand.rolls,
        encounter.set_up_acts,
        bonus=encounter.came["bonus"],
        happenings=table.there.here.campaign.random_happenings,
    )
    return {
        "sheet": sheet,
        "map": _map(stand, run),
        "record": _record(sheet),
        "typed": typed,
        "dice": dice_asked(sheet.due, typed),
        "movable": _movable(sheet, table),
        "beast": _beast(sheet),
        "letters": LETTERS,
        "allied": _allied(table),
        "sheets": list(encounter.documents.all()[:3]) if sheet.is_set else [],
    }


def _map(stand: Played, run: SettingUp) -> MapShown | None:
    """Drawn once for each state of the table."""
    if "map" not in stand.shown:
        on_it = overlay_of(run)
        stand.shown["map"] = to_page(run.board.drawn, run.board.table, on_it) if run.board and on_it else None
    shown: MapShown | None = stand.shown["map"]
    return shown


def _record(sheet: TableSheet) -> list[tuple[str, list[LineShown]]]:
    """Everything rolled and decided, step by step; one query."""
    numbers = {line.by for group in sheet.record for line in group.lines if line.by}
    people = Player.objects.in_bulk(numbers) if numbers else {}
    return [(group.name, [_line(line, people) for line in group.lines]) for group in sheet.record]


def _line(line: Line, people: dict[int, Player]) -> LineShown:
    player = people.get(line.by or 0)
    by = name_of(player) if player else FORMER_PLAYER
    return LineShown(line, by, datetime.fromisoformat(line.at) if line.at else None)


def dice_asked(due: object, typed: QueryDict) -> list[dict[str, str]]:
    """The dice to tap, each with the face that was entered already; none where no roll is due."""
    if not isinstance(due, DueRoll):
        return []
    names = [f"face_{number}" for number in range(1, due.count + 1)]
    return [
        {"name": name, "legend": label or due.die, "value": typed.get(name, "")}
        for name, label in zip(names, due.labels, strict=True)
    ]


def _movable(sheet: TableSheet, table: AtTable) -> list[tuple[str, str]]:
    """What may be shifted by hand: its id, and what it is called with where it lies."""
    encounter = table.encounter
    if sheet.plan is None or encounter is None or encounter.is_set_up or not table.takes:
        return []
    return [(one.id, f'{told(one)}, {one.name} at {one.x:.0f}", {one.y:.0f}"') for one in movable(sheet.plan.drawn)]


def _beast(sheet: TableSheet) -> dict[str, Any] | None:
    """The creature with its line of figures and what it can do."""
    beast = sheet.plan.creature if sheet.plan else None
    if beast is None or sheet.plan is None:
        return None
    rules = sheet.plan.sides[0].party.roster.rulebook.rules
    figures: tuple[Figure, ...] = profile_figures(beast.profile)
    shared: Iterable[str] = (rules[key].name for key in beast.rules)
    return {"beast": beast, "figures": figures, "rules": ", ".join(shared)}


def _allied(table: AtTable) -> list[tuple[Any, str]]:
    """The sides with the letter of their alliance, where there is room for one."""
    sides = table.there.sides
    if len(sides) < 3:
        return []
    return list(zip(sides, letters_of([side.alliance for side in sides]), strict=True))


# --- taking -----------------------------------------------------------------------------------------------------------


@for_fighter
@only_posted
def table_begin(request: HttpRequest, there: AtBattle) -> HttpResponse:
    def act() -> str:
        tables.begin_table(there.battle, by=there.here.player)
        return "The table is begun."

    return _done(request, at_table(there), act)


@for_fighter
@only_posted
def table_take(request: HttpRequest, there: AtBattle) -> HttpResponse:
    """Go on: roll, enter faces, answer."""
    table, _ = begun(there)
    if version_posted(request) != table.version:
        return draw(request, table, trouble=OutOfDate().message)
    try:
        waiting = table.run.waiting if table.run else None
    except Diverged:
        return draw(request, table)
    form = table_form(request.POST, waiting)
    if form is None:
        return draw(request, table, trouble="Nothing asks for that now.")
    if not form.is_valid():
        return draw(request, table, trouble=form.first_error, typed=request.POST)

    return _done_to(request, there, lambda encounter, version: _taken(there, encounter, form.given, version))


def _taken(there: AtBattle, encounter: Encounter, given: Given, version: int) -> str:
    tables.take(encounter, by=there.here.player, given=given, version=version)
    return ""


@for_fighter
@only_posted
def table_back(request: HttpRequest, there: AtBattle) -> HttpResponse:
    def act(encounter: Encounter, version: int) -> str:
        tables.take_back(encounter, by=there.here.player, version=version)
        return "The last thing is taken back."

    return _done_to(request, there, act)


@for_fighter
@only_posted
def table_over(request: HttpRequest, there: AtBattle) -> HttpResponse:
    def act(encounter: Encounter, version: int) -> str:
        tables.start_over(encounter, by=there.here.player, version=version)
        return "The table is set from the beginning."

    return _done_to(request, there, act)


@for_fighter
@only_posted
def table_map(request: HttpRequest, there: AtBattle) -> HttpResponse:
    """Another map, or one thing of it shifted by hand."""

    def act(encounter: Encounter, version: int) -> str:
        about: dict[str, Any] = {"by": there.here.player, "version": version}
        match request.POST.get("do"):
            case "redraw":
                tables.redraw_map(encounter, **about)
                return "Another map is drawn."
            case "unshift":
                tables.shift_back(encounter, **about)
                return "The last shift is undone."
            case _:
                tables.shift_piece(encounter, shift=_shift(request), **about)
                return "It is done on the map."

    return _done_to(request, there, act)


def _shift(request: HttpRequest) -> Any:
    form = ShiftForm(request.POST)
    if not form.is_valid():
        raise Refused(form.first_error, code="place")
    return form.shift


@for_fighter
@only_posted
def table_alliances(request: HttpRequest, there: AtBattle) -> HttpResponse:
    letters = [request.POST.get(f"alliance-{side.place}", "") for side in there.sides]

    def act(encounter: Encounter, version: int) -> str:
        tables.announce_alliances(encounter, by=there.here.player, alliances=numbers_of(letters), version=version)
        return "The alliances are announced."

    return _done_to(request, there, act)


@for_fighter
@only_posted
def table_close(request: HttpRequest, there: AtBattle) -> HttpResponse:
    """From here on it is the game's page."""
    table, encounter = begun(there)
    try:
        tables.close_set_up(encounter, by=there.here.player, version=version_posted(request))
    except Refused as refused:
        return draw(request, table.again(), trouble=refused.message, typed=request.POST)
    messages.success(request, "The table is set. Let the game begin.")
    return lead_to(request, reverse("game", args=[there.battle.campaign_id, there.battle.pk]))


def lead_to(request: HttpRequest, url: str) -> HttpResponse:
    """To another page, with htmx or without."""
    return HttpResponseClientRedirect(url) if is_htmx(request) else redirect(url)


def _done_to(request: HttpRequest, there: AtBattle, act: Callable[[Encounter, int], str]) -> HttpResponse:
    """Do something to a table that was begun, as of the version that the form was drawn from."""
    table, encounter = begun(there)
    return _done(request, table, lambda: act(encounter, version_posted(request)))


def _done(request: HttpRequest, table: AtTable, act: Callable[[], str]) -> HttpResponse:
    """Do it, and answer with the page as it is then: with what was done, or the reason why it was not."""
    try:
        said = act()
    except Refused as refused:
        return draw(request, table.again(), trouble=refused.message, typed=request.POST)
    if is_htmx(request):
        return draw(request, table.again(), said=said)
    if said:
        messages.success(request, said)
    return redirect(f"{table.url}#table")


def version_posted(request: HttpRequest) -> int:
    """The version that a posted form was drawn from; one that no table has where it names none."""
    form = ActForm(request.POST)
    return int(form.cleaned_data["version"]) if form.is_valid() else -1
