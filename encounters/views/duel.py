"""What are my chances? Two warriors beside each other, what would be gained by something else, and a warband against
another. Everything that is asked stands in the address; nothing is kept and nobody has to be signed in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from encounters.duel.answers import Answer
from encounters.duel.arming import loadout_of
from encounters.duel.asking import match, not_reckoned
from encounters.duel.duel import Match
from encounters.duel.situations import Shot
from encounters.duel.what_if import MOST_STATES, Change, what_ifs
from encounters.duel_corners import ATTACKER, DEFENDER, Corner, Corners, without_anothers
from encounters.duel_forms import MEETINGS, SHOOTING, circumstances_of, meeting_of, shot_of, side_of
from encounters.duel_selectors import HIRED, Seen, heat_map, seen_by, tokens_of
from encounters.duel_telling import (
    MEASURES,
    arms_told,
    chain_of,
    changes_told,
    duel_told,
    map_told,
    rounds_told,
    seen_first,
)
from encounters.views.pit_access import looker
from mordheim.rules.fight_effects import Circumstance
from mordheim.rules.rulebook import Rulebook
from warbands.models import Warband
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook
from warbands.views.access import wants_a_part

# The places of the two.
FIRST, SECOND = 0, 1
# The other side of a first round, for who asks the other way round.
TURNED = {"charging": "charged", "charged": "charging"}


@dataclass
class Asked:
    """A page's question, taken from its address."""

    request: HttpRequest

    @cached_property
    def rulebook(self) -> Rulebook:
        return current_rulebook()

    @cached_property
    def get(self) -> QueryDict:
        return without_anothers(self.request.GET)

    @cached_property
    def meeting(self) -> str:
        return meeting_of(self.get)

    @cached_property
    def seen(self) -> Seen:
        return seen_by(looker(self.request), self.shared)

    @property
    def shared(self) -> list[str]:
        return tokens_of(self.get.getlist("shared"))

    @cached_property
    def corners(self) -> tuple[Corner, Corner]:
        seen = self.seen
        drawn = Corners(self.get, seen, self.rulebook, self.meeting)
        # Somebody defends himself hand to hand, whatever flies at him.
        defending = Corners(self.get, seen, self.rulebook, "later" if self.meeting == SHOOTING else self.meeting)
        return drawn.corner(ATTACKER, *self._otherwise(FIRST)), defending.corner(DEFENDER, *self._otherwise(SECOND))

    def _otherwise(self, place: int) -> tuple[str, int]:
        """Who is shown where nobody is named: the first of a warband, or a hired sword, who comes armed."""
        own = list(self.seen.warbands)
        return (own[place], 0) if place < len(own) else (HIRED, place)

    @cached_property
    def match(self) -> Match:
        """Raises Refused where they cannot meet so."""
        one, other = (corner.fighter for corner in self.corners)
        trouble = next((corner.trouble for corner in self.corners if corner.trouble), "")
        if one is None or other is None:
            raise Refused(trouble, code="nobody")
        shot = shot_of(self.get) if self.meeting == SHOOTING else Shot()
        return match(one, other, side_of(self.meeting), shot, self.given)

    @property
    def given(self) -> list[Circumstance]:
        asked = self.get.getlist("given")
        return [key for key in circumstances_of(self.meeting) if key in asked]

    def address(self, of: QueryDict | None = None) -> str:
        """What is asked with both named, so that it means the same to everybody who sees them."""
        then = (of or self.get).copy()
        for corner in self.corners:
            if corner.origin:
                then[f"{corner.prefix}-of"], then[f"{corner.prefix}-who"] = corner.origin, corner.who
        then["meet"] = self.meeting
        return f"{reverse('duel')}?{then.urlencode()}"

    def with_change(self, change: Change) -> str:
        """The address with a change of the attacker that its own pickers have; empty for others."""
        then, mine = self.get.copy(), self.corners[0]
        if change.kind in ("own_weapon", "weapon"):
            then[f"{ATTACKER}-with"] = change.key
            then.pop(f"{ATTACKER}-also", None)
        elif change.kind == "armour" and change.key in mine.may_put_on:
            held = loadout_of(change.match.attacker.weapons)
            if len(held.keys) < len(mine.hands):
                # A shield takes the hand of his second weapon.
                then[f"{ATTACKER}-with"] = held.key
                then.pop(f"{ATTACKER}-also", None)
            then.appendlist(f"{ATTACKER}-{mine.puts_on_by}", change.key)
        else:
            return ""
        return self.address(then)

    def sent_on(self) -> tuple[str, list[str]]:
        """The whole address, with the public pages of the warbands that it asks for, and those that have none."""
        tokens, hidden = _public([self.seen.warbands[one.origin] for one in self.corners if one.is_of_warband])
        asked = self.get.copy()
        asked.setlist("shared", tokens_of([*tokens, *self.shared]))
        return self.request.build_absolute_uri(self.address(asked)), hidden

    def turned(self) -> str:
        """The address of the same with the two in each other's place."""
        asked = self.get.copy()
        swapped = QueryDict(mutable=True)
        for key, values in asked.lists():
            prefix, dash, rest = key.partition("-")
            turned = {ATTACKER: DEFENDER, DEFENDER: ATTACKER}.get(prefix, prefix) if dash else prefix
            swapped.setlist(f"{turned}{dash}{rest}", values)
        mine, theirs = self.corners
        swapped[f"{ATTACKER}-of"], swapped[f"{ATTACKER}-who"] = theirs.origin, theirs.who
        swapped[f"{DEFENDER}-of"], swapped[f"{DEFENDER}-who"] = mine.origin, mine.who
        swapped["meet"] = TURNED.get(self.meeting, self.meeting)
        return f"{reverse('duel')}?{swapped.urlencode()}"


def _public(rows: Iterable[Warband]) -> tuple[list[str], list[str]]:
    """The tokens of the warbands that have a public page, and the names of those that have none, each once."""
    once = {row.pk: row for row in rows}.values()
    return [row.share_token for row in once if row.share_token], [row.name for row in once if not row.share_token]


@require_safe
def duel(request: HttpRequest) -> HttpResponse:
    """The two, how they meet, and what comes of it."""
    asked = Asked(request)
    address, hidden = asked.sent_on()
    context = {
        "corners": asked.corners,
        "meeting": asked.meeting,
        "meetings": MEETINGS,
        "circumstances": circumstances_of(asked.meeting),
        "given": asked.given,
        "shot": shot_of(asked.get),
        "shared": asked.shared,
        "turned": asked.turned(),
        "address": address,
        "hidden": hidden,
        "query": asked.get.urlencode(),
    }
    try:
        context |= _odds(asked)
    except Refused as refused:
        context["trouble"] = refused.message
    return _drawn(request, "duel", context)


def _odds(asked: Asked) -> dict[str, Any]:
    meets = asked.match
    answer = meets.duel()
    return {
        "rounds": rounds_told(meets),
        "chain": chain_of(meets),
        "first": seen_first(meets),
        "duel": duel_told(answer, [corner.name for corner in asked.corners]),
        "not_reckoned": not_reckoned(meets),
        "meets": MEETINGS[asked.meeting].lower(),
        "arms": [arms_told(meets.attacker, meets.situation(0)), arms_told(meets.defender, meets.situation(1))],
        "solves": _solves(answer),
    }


def _solves(answer: Answer) -> bool:
    """Whether the duel is short enough to be solved for every change."""
    return answer.error is None and answer.states <= MOST_STATES


@require_safe
def duel_what_if(request: HttpRequest) -> HttpResponse:
    """What would be gained by one thing otherwise. It takes a moment, and so the page fetches it afterwards."""
    asked = Asked(request)
    context: dict[str, Any] = {"corners": asked.corners, "query": asked.get.urlencode()}
    try:
        meets = asked.match
        solves = not meets.shot and _solves(meets.duel())
        context |= {
            "changes": changes_told(what_ifs(meets, asked.rulebook, duels=solves), asked.with_change),
            "solves": solves,
            "shooting": bool(meets.shot),
        }
    except Refused as refused:
        context["trouble"] = refused.message
    return _drawn(request, "what_if", context)


@require_safe
def duel_warbands(request: HttpRequest) -> HttpResponse:
    """A warband against another, everybody against everybody, one round a cell."""
    rulebook = current_rulebook()
    added = tokens_of([request.GET.get("add", "")])
    shared = tokens_of([*added, *request.GET.getlist("shared")])
    seen = seen_by(looker(request), shared)
    found_by = {row.share_token: key for key, row in seen.warbands.items()}
    newly = next((found_by[token] for token in added if token in found_by), "")
    mine, theirs = _two(list(seen.warbands), request.GET, newly)
    side = side_of(request.GET.get("meet", "charging"))
    measure = request.GET.get("show", "")
    measure = measure if measure in MEASURES else next(iter(MEASURES))
    rows = [seen.warbands[key] for key in (mine, theirs) if key]
    found = heat_map(rows[0], rows[1], side, rulebook, rulebook.digest) if mine and theirs else None
    tokens, hidden = _public(rows)
    address = _map_address({"mine": mine, "theirs": theirs, "meet": side, "show": measure}, tokens)
    context = {
        "seen": [one for one in seen.origins(rulebook) if one.key in seen.warbands],
        "mine": mine,
        "theirs": theirs,
        "names": [row.name for row in rows],
        "address": request.build_absolute_uri(address),
        "hidden": hidden,
        "side": side,
        "how": MEETINGS[side],
        "what": MEASURES[measure][0],
        "sides": {key: words for key, words in MEETINGS.items() if key != SHOOTING},
        "measure": measure,
        "measures": MEASURES,
        "shared": [token for token in shared if token in found_by],
        "unknown": bool(added) and not newly,
        "map": map_told(found, _duels(mine, theirs, side, shared), measure) if found else None,
    }
    return _drawn(request, "warbands", context)


def _two(keys: list[str], asked: QueryDict, newly: str) -> tuple[str, str]:
    """The two warbands that are asked for, one that has newly been added against one's own; or the first, and the first
    other one."""
    mine = asked.get("mine", "")
    mine = mine if mine in keys else next(iter(keys), "")
    theirs = newly if newly != mine else ""
    theirs = theirs or asked.get("theirs", "")
    others = [key for key in keys if key != mine]
    return mine, theirs if theirs in keys else next(iter(others), "")


def _map_address(asked: dict[str, str], shared: list[str]) -> str:
    """The address of a map, for whoever sees its warbands by their public pages too."""
    query = QueryDict(mutable=True)
    query.update(asked)
    query.setlist("shared", shared)
    return f"{reverse('duel-warbands')}?{query.urlencode()}"


def _duels(mine: str, theirs: str, side: str, shared: list[str]) -> str:
    """The address of the duels of two warbands, but for who of them."""
    query = QueryDict(mutable=True)
    query.update({"a-of": mine, "b-of": theirs, "meet": side})
    query.setlist("shared", shared)
    return f"{reverse('duel')}?{query.urlencode()}"


def _drawn(request: HttpRequest, page: str, context: dict[str, Any]) -> HttpResponse:
    """The page, or for htmx the part of it that changes. It may tell of a roster that only some may see."""
    part = "duel_swapped" if page == "duel" else page
    template = f"encounters/duel/_{part}.html" if wants_a_part(request) else f"encounters/duel/{page}.html"
    answer = render(request, template, context)
    answer["Cache-Control"] = "private, no-store"
    answer["Vary"] = "HX-Request, Cookie"
    return answer
