"""Odds of the pit: asking for many bouts of a fight, watching them being played, and what came of them.

Whoever has the address of odds may look at them, as with fights; only whoever asked cancels them. The page that asks
keeps all that was typed while fighters are added or taken out, which the server does, so that it needs no script.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from encounters.models import PitEntrant, PitOdds, PitRoster, PitSeat
from encounters.pit_games_forms import OddsFighterForm, OddsForm
from encounters.pit_games_selectors import odds_of, odds_of_code, shown, tournament_of_code
from encounters.pit_roster_selectors import careers_of, fighters_of
from encounters.pit_selectors import fight_with_seats, pit_rules, strength_of, terms_of
from encounters.pitfight.career import Career
from encounters.pitfight.many_bouts import OTHERWISE
from encounters.pitfight.state import FEWEST, MOST
from encounters.services import pit_odds
from encounters.services.pit_gathering import OPPONENTS
from encounters.services.pit_odds import Fighter
from encounters.services.pit_tournaments import past_of
from encounters.views.pit_access import looker, unkept
from mordheim.rules.posted import is_code, whole
from warbands.models import Player
from warbands.roster.refusals import Refused
from warbands.services.guests import player_for
from warbands.views.access import player_of, signed_in, wants_a_part

# Of an entrant in a tournament or a seat in a fight.
HIGHEST_PLACE = 99

# --- asking -----------------------------------------------------------------------------------------------------------


@dataclass
class Entered:
    """One of the fighters on the page that asks: his form, and who he is where he comes from elsewhere."""

    form: OddsFighterForm
    known: PitSeat | PitEntrant | None

    @property
    def scroll(self) -> str:
        scrolls = pit_rules().scrolls
        return scrolls[self.known.scroll].name if self.known is not None and self.known.scroll in scrolls else ""

    @property
    def asks_told(self) -> str:
        """What is asked about points of his that are left. Nobody is built whom the page knows."""
        return "" if self.known is not None else self.form.asks_told


@require_http_methods(["GET", "HEAD", "POST"])
def odds_new(request: HttpRequest) -> HttpResponse:
    """Who fights, how often, where."""
    player = looker(request)
    rosters = [roster for roster, career in fighters_of(player) if not career.is_over] if player else []
    asking = _Asking(request, player, rosters)
    if request.method != "POST":
        return asking.draw()
    asked = request.POST.get("do", "")
    if asked == "add" or asked.startswith("drop-"):
        return asking.draw_changed(asked)
    return asking.ask()


class _Asking:
    """The page that asks for odds, for one request."""

    def __init__(self, request: HttpRequest, player: Player | None, rosters: list[PitRoster]) -> None:
        self.request, self.player, self.rosters = request, player, rosters
        self._known: dict[str, dict[int, PitSeat | PitEntrant]] = {}

    # --- drawing

    def draw(self) -> HttpResponse:
        """As one comes to it, with the fighters of a fight or of a pairing if the address names them."""
        told = self.request.GET
        typed: list[dict[str, Any]] = []
        terms: dict[str, Any] = {}
        if code := told.get("fight", ""):
            typed, terms = self._of_fight(code)
        elif code := told.get("tournament", ""):
            typed, terms = self._of_entrants(code, told.get("entrants", ""))
        if len(typed) < FEWEST:
            wanted = next((one.pk for one in self.rosters if one.code == told.get("fighter", "")), None)
            typed = [{"name": OPPONENTS[0], "kept": wanted}, {"name": OPPONENTS[1]}]
        return self._drawn(OddsForm(initial=terms), self._unbound(typed))

    def _of_fight(self, code: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        row = fight_with_seats(code) if is_code(code) else None
        if row is None:
            raise Http404("There is no such fight.")
        terms = terms_of(row)
        seats = [
            {"of": f"fight:{code}:{seat.place}", "computer": strength_of(seat) or OTHERWISE} for seat in row.seats.all()
        ]
        return seats, {"radius": terms.radius, "spacing": terms.spacing}

    def _of_entrants(self, code: str, numbers: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        row = tournament_of_code(code) if is_code(code) else None
        if row is None:
            raise Http404("There is no such tournament.")
        wanted = [number for number in numbers.split(",") if whole(number, HIGHEST_PLACE) is not None][:MOST]
        found = [{"of": f"entrant:{code}:{number}"} for number in wanted]
        return found, {key: row.terms[key] for key in ("radius", "spacing") if key in row.terms}

    def draw_changed(self, asked: str) -> HttpResponse:
        """With one more fighter or one less, and all that was typed."""
        typed = self._typed()
        if asked == "add" and len(typed) < MOST:
            typed.append({"name": OPPONENTS[len(typed) % len(OPPONENTS)]})
        number = whole(asked.removeprefix("drop-"), len(typed) - 1)
        if len(typed) > FEWEST and number is not None:
            del typed[number]
        return self._drawn(OddsForm(initial=self.request.POST.dict()), self._unbound(typed))

    def _drawn(self, form: OddsForm, fighters: list[Entered], trouble: str = "") -> HttpResponse:
        context = {
            "form": form,
            "fighters": fighters,
            "trouble": trouble,
            "rules": pit_rules(),
            "may_add": len(fighters) < MOST,
            "may_drop": len(fighters) > FEWEST,
            "before": odds_of(self.player) if self.player else [],
        }
        return unkept(render(self.request, "encounters/pit/odds_new.html", context))

    # --- fighters

    def _count(self) -> int:
        return min(max(self._said(), FEWEST), MOST)

    def _said(self) -> int:
        return whole(self.request.POST.get("fighters", ""), HIGHEST_PLACE) or 0

    def _typed(self) -> list[dict[str, Any]]:
        return [OddsFighterForm.typed(self.request.POST, number) for number in range(self._count())]

    def _unbound(self, typed: list[dict[str, Any]]) -> list[Entered]:
        forms = [
            OddsFighterForm(prefix=str(number), rosters=self.rosters, initial=_said(one))
            for number, one in enumerate(typed)
        ]
        return [Entered(form, self._who(str(form.initial.get("of", "")))) for form in forms]

    def _who(self, of: str) -> PitSeat | PitEntrant | None:
        """The fighter of a fight or tournament that ``of`` names; one query for each of these."""
        source, _, told = of.rpartition(":")
        number = whole(told, HIGHEST_PLACE)
        if not source or number is None:
            return None
        if source not in self._known:
            self._known[source] = _all_of(source)
        return self._known[source].get(number)

    # --- asking

    def ask(self) -> HttpResponse:
        form = OddsForm(self.request.POST)
        forms = [
            OddsFighterForm(self.request.POST, prefix=str(number), rosters=self.rosters)
            for number in range(self._count())
        ]
        entered = [Entered(one, self._who(self.request.POST.get(f"{one.prefix}-of", ""))) for one in forms]
        troubles = [f"Fighter {number}: {one.first_error}" for number, one in enumerate(forms, 1) if not one.is_valid()]
        troubles += [f"Fighter {number}: {told}" for number, one in enumerate(entered, 1) if (told := one.asks_told)]
        if self._said() != self._count():
            troubles.insert(0, f"A fight is between {FEWEST} and {MOST} fighters.")
        if not form.is_valid() or troubles:
            return self._drawn(form, entered, form.first_error or troubles[0])
        try:
            careers = dict(careers_of(list(filter(None, map(_kept, entered)))))
            content = pit_odds.fight_file([self._fighter(one, careers) for one in entered], form.terms)
            return redirect(
                pit_odds.request_odds(content, by=player_for(self.request), bouts=form.cleaned_data["bouts"])
            )
        except Refused as refused:
            return self._drawn(form, entered, refused.message)

    def _fighter(self, one: Entered, careers: Mapping[PitRoster, Career]) -> Fighter:
        """Of a valid form, with what has become of all who are kept."""
        strength = one.form.strength
        if (known := one.known) is not None:
            others = list(self._known[one.form.cleaned_data["of"].rpartition(":")[0]].values())
            past = past_of(known, others, careers)
            return Fighter(known.name, known.scroll, known.levels, past, strength, known.age)
        said = one.form.enlisting
        if said.roster is not None:
            roster = said.roster
            own = PitSeat(name=roster.name, roster=roster)
            past = past_of(own, [own], careers)
            return Fighter(roster.name, roster.scroll, roster.levels, past, strength, said.age)
        if not said.name:
            raise Refused("Each fighter needs a name.", code="name")
        return Fighter(said.name, said.scroll, said.levels, {}, strength, said.age)


def _kept(one: Entered) -> PitRoster | None:
    """The one who is kept, where he is. Of a valid form only."""
    return one.known.roster if one.known is not None else one.form.enlisting.roster


def _said(typed: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in typed.items() if value not in ("", None)}


def _all_of(source: str) -> dict[int, PitSeat | PitEntrant]:
    """The fighters of ``fight:CODE`` or ``entrant:CODE`` by place or number; none where nothing is called so."""
    kind, _, code = source.partition(":")
    if not is_code(code):
        return {}
    if kind == "fight":
        return {seat.place: seat for seat in PitSeat.objects.filter(fight__code=code).select_related("roster")}
    rows = PitEntrant.objects.filter(tournament__code=code).select_related("roster")
    return {one.number: one for one in rows} if kind == "entrant" else {}


# --- looking ----------------------------------------------------------------------------------------------------------


def _found(code: str) -> PitOdds:
    row = odds_of_code(code)
    if row is None:
        raise Http404("There are no such odds.")
    return row


@require_safe
def odds(request: HttpRequest, code: str) -> HttpResponse:
    """How far they are, or what came of them; the part that changes alone, where only that is asked for."""
    row = _found(code)
    player = looker(request)
    is_own = player is not None and row.asked_by_id == player.pk
    context = {
        "row": row,
        "told": shown(row),
        "cancel_url": reverse("pit-odds-cancel", args=[row.code]) if is_own else "",
        "seconds": _seconds(row),
        "command": f"manage.py pit_odds {_name_of_file(row)} --bouts {row.bouts} --seed {row.seed}",
    }
    template = "encounters/pit/_odds.html" if wants_a_part(request) else "encounters/pit/odds.html"
    return unkept(render(request, template, context))


def _seconds(row: PitOdds) -> int:
    """About how long one worker takes for all of it."""
    return max(1, round(row.bouts * pit_odds.milliseconds_of(row.content) / 1000))


def _name_of_file(row: PitOdds) -> str:
    return f"pit-fight-{row.code}.json"


@require_safe
def odds_file(request: HttpRequest, code: str) -> HttpResponse:
    """The fight as a file that the command reads."""
    row = _found(code)
    answer = HttpResponse(pit_odds.as_text(row.content), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{_name_of_file(row)}"'
    return answer


@require_POST
@signed_in
def odds_cancel(request: HttpRequest, code: str) -> HttpResponse:
    row = _found(code)
    try:
        pit_odds.cancel_odds(row, by=player_of(request))
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect(row)
