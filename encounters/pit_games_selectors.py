"""Rows of odds and tournaments to plain values, for their pages and services."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from math import log2
from typing import Any

from django.db.models import Max, Q, Sum
from django.utils import timezone

from campaigns.battle import seeds
from encounters.models import PitEntrant, PitFight, PitOdds, PitTournament
from encounters.pit_selectors import pit_rules, strength_of
from encounters.pitfight.many_bouts import FighterOdds, Report, report, tally_of_json
from encounters.pitfight.players import STRENGTHS
from encounters.pitfight.tournament import Met, Standing, fair_odds, first_round, standings
from encounters.pitfight.wording import NO_BREAK, key_words
from warbands.models import Player

# --- odds -------------------------------------------------------------------------------------------------------------

LATEST = 20
# From when on a page says that nothing moves. Whoever plays bouts shows life about every second.
STILL_AFTER = timedelta(seconds=20)
# Causes of being taken out, as headings of bars.
CAUSES = {
    "wounds": "No Wounds left",
    "bleeding": "Bled until he fell",
    "collapse": "Collapsed after a rush",
    "killed": "Killed outright",
    "ko": "Knocked out",
    "legs": "Both legs ruined",
    "arms": "No arm left",
}


@dataclass(frozen=True)
class Bar:
    """A share as a bar, with the bounds ``low`` and ``high`` that it has at 95 % where it has any."""

    name: str
    share: float
    detail: str = ""
    low: float = 0.0
    high: float = 0.0
    more: tuple[str, ...] = ()

    @property
    def width(self) -> float:
        """Per cent of the whole; so are the two that follow."""
        return _r(self.share * 100)

    @property
    def start(self) -> float:
        return _r(self.low * 100)

    @property
    def end(self) -> float:
        return _r(self.high * 100)

    @property
    def is_bounded(self) -> bool:
        return self.high > 0


@dataclass(frozen=True)
class Column:
    """Bouts of one length, in a picture of `Lengths.WIDTH` by `Lengths.HEIGHT`."""

    turns: int
    bouts: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Lengths:
    """How long the bouts were. ``marks`` are the quartiles: name, turns, x."""

    columns: tuple[Column, ...]
    marks: tuple[tuple[str, int, float], ...]
    ticks: tuple[tuple[int, float], ...]
    mean: float
    WIDTH = 600
    HEIGHT = 160


@dataclass(frozen=True)
class OddsShown:
    """What a page of odds draws. ``done`` bouts are played; the rest only once all are. ``still`` says that nobody has
    been at those that are missing for a while."""

    row: PitOdds
    done: int
    told: Report | None = None
    wins: tuple[Bar, ...] = ()
    lengths: Lengths | None = None
    causes: tuple[Bar, ...] = ()
    blows: tuple[Bar, ...] = ()
    fighters: tuple[Mapping[str, Any], ...] = field(default=())
    still: bool = False


def odds_of_code(code: str) -> PitOdds | None:
    return PitOdds.objects.select_related("bet_on__tournament", "asked_by").filter(code=code).first()


def odds_of(player: Player) -> list[PitOdds]:
    """Those he asked for, the latest first; one query."""
    rows = PitOdds.objects.filter(asked_by=player, bet_on=None).defer("content", "tally")
    return list(rows[:LATEST])


def shown(row: PitOdds) -> OddsShown:
    """One query while it goes on."""
    fighters = tuple(_fighter(one) for one in row.content["fighters"])
    if row.status != PitOdds.Status.READY:
        done, still = _progress(row)
        return OddsShown(row, done, fighters=fighters, still=still)
    told = report(tally_of_json(row.tally))
    wins = tuple(_won(one, said) for one, said in zip(told.fighters, fighters, strict=True))
    causes = tuple(Bar(CAUSES.get(key, key_words(key)), share) for key, share in told.causes.items())
    blows = tuple(_blow(result, place, share) for (result, place), share in told.final_blows.items())
    return OddsShown(row, row.bouts, told, wins, _lengths(told), causes, blows, fighters)


def _progress(row: PitOdds) -> tuple[int, bool]:
    """How many bouts are played, and whether nobody has shown life for a while. A part that nobody has taken was merely
    sent; one that was taken and is sent again counts as a sign of life."""
    played, taken = Q(tally__isnull=False), Q(attempts__gt=0)
    told = row.parts.aggregate(bouts=Sum("count", filter=played), moved=Max("sent_at", filter=taken))
    moved = told["moved"] or row.begun_at or row.asked_at
    return told["bouts"] or 0, timezone.now() - moved > STILL_AFTER


def _fighter(said: Mapping[str, Any]) -> dict[str, Any]:
    scrolls = pit_rules().scrolls
    scroll = scrolls[said["type"]].name if said["type"] in scrolls else said["type"]
    strength = STRENGTHS.get(said.get("computer", ""))
    levels = list(said["characteristics"].values())
    return {**said, "scroll": scroll, "strength": strength.name if strength else "", "levels": levels}


def _won(one: FighterOdds, said: Mapping[str, Any]) -> Bar:
    low, high = one.interval
    out = sum(one.out.values())
    more = (f"{one.damage:.1f} damage a bout", f"taken out in {out * 100:.1f}{NO_BREAK}%")
    return Bar(one.name, one.share, f"{said['scroll']}, {said['strength'].lower()}", low, high, more)


def _blow(result: str, place: str, share: float) -> Bar:
    rules = pit_rules()
    results = rules.charts.results
    name = results[result].name if result in results else key_words(result)
    return Bar(name, share, rules.names.get(place, key_words(place)).lower())


def _lengths(told: Report) -> Lengths | None:
    if not told.turns:
        return None
    last, most = max(told.turns), max(told.turns.values())
    step = Lengths.WIDTH / last
    columns = []
    for turns, bouts in told.turns.items():
        height = max(Lengths.HEIGHT * bouts / most, 1)
        columns.append(
            Column(turns, bouts, _r((turns - 1) * step), _r(Lengths.HEIGHT - height), _r(step * 0.84), _r(height))
        )
    middle = {turns: _r((turns - 0.58) * step) for turns in range(1, last + 1)}
    every = next(size for size in (1, 2, 5, 10, 20, 50, 100, 500) if last / size <= 12)
    ticks = tuple((turns, middle[turns]) for turns in middle if turns == 1 or turns % every == 0)
    first, median, third = told.quartiles
    named = (("a quarter", first), ("half", median), ("three quarters", third))
    return Lengths(tuple(columns), tuple((name, turns, middle[turns]) for name, turns in named), ticks, told.mean_turns)


def _r(number: float) -> float:
    return round(number, 2)


# --- how a tournament goes on -----------------------------------------------------------------------------------------

Kind = PitTournament.Kind


@dataclass
class Slot:
    """Two who meet in a round, by the places that they drew, or one who has nobody to meet.

    Attributes:
        how: how it was decided: ``bye``, ``walkover``, ``won``, ``damage``, ``lot`` or ``nobody``; empty until it is.
        winner: of the fight, or of a walkover.
        through: who goes on, in a knock-out.
        damage: what each inflicted.
        told: why somebody gave way.
    """

    one: int
    other: int | None
    how: str = ""
    winner: int | None = None
    through: int | None = None
    damage: tuple[int, int] = (0, 0)
    told: str = ""

    @property
    def met(self) -> Met | None:
        """As it counts; nothing where nobody met."""
        if self.other is None or not self.how or (self.how == "nobody" and self.told):
            return None
        return Met(self.one, self.other, self.winner, self.damage)


def rounds_of(row: PitTournament) -> list[list[Slot]]:
    """Those that have begun."""
    return [[_slot(**said) for said in slots] for slots in row.rounds]


def _slot(damage: Sequence[int] = (0, 0), **said: Any) -> Slot:
    return Slot(damage=(damage[0], damage[1]), **said)


def shuffled(seed: str, label: str, count: int) -> list[int]:
    """Numbers from 0 in an order that the seed draws: from the last place on, each changes places with one of those
    up to it."""
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = seeds.face(seed, f"pit/tournament/{label}", last, last + 1) - 1
        order[last], order[other] = order[other], order[last]
    return order


def lot(seed: str, number: int, slot: int) -> int:
    """0 or 1: which of two goes through where nothing else tells them apart, in that slot of that round."""
    return seeds.face(seed, f"pit/tournament/lot/{number}", slot + 1, 2) - 1


def standings_of(row: PitTournament, rounds: Sequence[Sequence[Slot]], count: int) -> tuple[Standing, ...]:
    """How it stands where all meet all, the best first. While it goes on nobody is told whom the lot would fall on."""
    met = [slot.met for slots in rounds for slot in slots]
    lots = shuffled(row.seed, "equals", count) if not row.is_under_way else range(count)
    return standings(count, [one for one in met if one is not None], {place: lot for lot, place in enumerate(lots)})


# --- a tournament as one viewer sees it -------------------------------------------------------------------------------


def tournament_of_code(code: str) -> PitTournament | None:
    return PitTournament.objects.select_related("made_by").filter(code=code).first()


def version_of_tournament(code: str) -> int | None:
    """One small query."""
    return PitTournament.objects.filter(code=code).values_list("version", flat=True).first()


def tournaments_of(player: Player) -> list[PitTournament]:
    """Those that he made or has entered, the latest first; one query."""
    entered = PitEntrant.objects.filter(player=player).values("tournament")
    rows = PitTournament.objects.filter(made_by=player) | PitTournament.objects.filter(pk__in=entered)
    return list(rows[: LATEST * 2])


@dataclass(frozen=True)
class Side:
    """One of a pairing. ``pays`` is what a fair bet on him pays: gold won for gold staked."""

    entrant: PitEntrant
    whose: str
    has_won: bool = False
    is_out: bool = False
    damage: int = 0
    share: float | None = None
    pays: tuple[int, int] | None = None

    @property
    def scroll(self) -> str:
        scrolls = pit_rules().scrolls
        return scrolls[self.entrant.scroll].name if self.entrant.scroll in scrolls else self.entrant.scroll


@dataclass(frozen=True)
class Pair:
    """A pairing as it is drawn. ``is_due`` says that its fight waits for the viewer."""

    slot: Slot
    sides: tuple[Side, ...]
    fight: PitFight | None
    odds: PitOdds | None
    is_due: bool = False

    @property
    def how(self) -> str:
        return self.slot.how

    @property
    def is_open(self) -> bool:
        """Whether it is being fought, so that one may still bet on it."""
        return self.fight is not None and self.fight.is_under_way

    @property
    def has_odds(self) -> bool:
        return all(side.share is not None for side in self.sides)


@dataclass(frozen=True)
class Round:
    """``pairs`` are empty for one that has not begun; ``waiting`` then says how many there will be."""

    number: int
    name: str
    pairs: tuple[Pair, ...]
    waiting: range = range(0)


@dataclass(frozen=True)
class Row:
    standing: Standing
    place: int
    side: Side


@dataclass(frozen=True)
class TournamentShown:
    row: PitTournament
    entrants: Sequence[Side]
    rounds: tuple[Round, ...]
    table: tuple[Row, ...]
    winner: PitEntrant | None
    due: tuple[Pair, ...]
    mine: tuple[int, ...]
    is_maker: bool
    computers_wait: int

    @property
    def waits(self) -> bool:
        """Whether something will change without the viewer."""
        return self.row.is_gathering or self.row.is_under_way

    @property
    def rounds_latest_first(self) -> tuple[Round, ...]:
        """Those that have begun."""
        return tuple(one for one in reversed(self.rounds) if one.pairs)

    @property
    def has_bets(self) -> bool:
        return any(pair.is_open and pair.has_odds for one in self.rounds for pair in one.pairs)

    @property
    def rounds_to_come(self) -> int:
        return sum(not one.pairs for one in self.rounds)


def tournament_shown(row: PitTournament, player: Player | None) -> TournamentShown:
    """Four queries: entrants, fights, their seats, odds."""
    entrants = list(row.entrants.select_related("player"))
    drawn = sorted((one for one in entrants if one.drawn is not None), key=lambda one: one.drawn or 0)
    view = _View(row, drawn, player)
    rounds = view.rounds()
    pairs = [pair for one in rounds for pair in one.pairs]
    own = tuple(one.number for one in entrants if player is not None and one.player_id == player.pk)
    return TournamentShown(
        row,
        [Side(one, view.whose(one)) for one in entrants],
        rounds,
        view.table(),
        drawn[row.winner] if row.winner is not None and row.winner < len(drawn) else None,
        tuple(pair for pair in pairs if pair.is_due),
        own,
        player is not None and row.made_by_id == player.pk,
        sum(pair.is_open and all(strength_of(side.entrant) for side in pair.sides) for pair in pairs),
    )


class _View:
    """What the parts of a tournament's page have in common, read once."""

    def __init__(self, row: PitTournament, drawn: Sequence[PitEntrant], player: Player | None) -> None:
        self.row, self.drawn, self.player = row, drawn, player
        rows = PitFight.objects.filter(tournament=row).defer("notation", "opening").prefetch_related("seats")
        self.fights = {(one.round, one.slot): one for one in rows.order_by("pk")}
        bets = PitOdds.objects.filter(bet_on__tournament=row).defer("content")
        self.odds = {one.bet_on_id: one for one in bets}
        self.begun = rounds_of(row)

    def whose(self, one: PitEntrant) -> str:
        if strength := strength_of(one):
            return f"the computer, {STRENGTHS[strength].name.lower()}"
        if self.player is not None and one.player_id == self.player.pk:
            return "you"
        return one.player.shown_name if one.player else ""

    def rounds(self) -> tuple[Round, ...]:
        counts = self._planned()
        return tuple(
            Round(number, self._name(number, count, len(counts)), self._pairs(number), self._to_come(number, count))
            for number, count in enumerate(counts, 1)
        )

    def _planned(self) -> list[int]:
        """How many pairings each round has."""
        count = len(self.drawn)
        if count < 2:
            return []
        if self.row.kind == Kind.ROUND_ROBIN:
            return [(count + 1) // 2] * (count - 1 + count % 2)
        first = len(first_round(count))
        return [first >> number for number in range(int(log2(first)) + 1)]

    def _name(self, number: int, count: int, rounds: int) -> str:
        if self.row.kind == Kind.ROUND_ROBIN or number < rounds - 2:
            return f"Round {number}"
        return {1: "Final", 2: "Semi-finals"}.get(count, "Quarter-finals" if count == 4 else f"Round {number}")

    def _to_come(self, number: int, count: int) -> range:
        return range(0) if number <= len(self.begun) else range(count)

    def _pairs(self, number: int) -> tuple[Pair, ...]:
        if number > len(self.begun):
            return ()
        return tuple(self._pair(number, place, slot) for place, slot in enumerate(self.begun[number - 1]))

    def _pair(self, number: int, place: int, slot: Slot) -> Pair:
        fight = self.fights.get((number, place))
        odds = self.odds.get(fight.pk) if fight is not None else None
        shares = _shares(odds)
        places = [one for one in (slot.one, slot.other) if one is not None]
        sides = tuple(self._side(slot, at, shares[index]) for index, at in enumerate(places))
        own = [
            seat.place
            for seat in (fight.seats.all() if fight is not None else ())
            if self.player is not None and seat.player_id == self.player.pk
        ]
        due = fight is not None and fight.is_under_way and any(one in fight.waits_for for one in own)
        return Pair(slot, sides, fight, odds, due)

    def _side(self, slot: Slot, at: int, share: float | None) -> Side:
        one = self.drawn[at]
        ahead = slot.through if self.row.kind == Kind.BRACKET else slot.winner
        is_out = bool(slot.how) and ahead is not None and ahead != at
        damage = slot.damage[0 if at == slot.one else 1]
        pays = None if share is None else fair_odds(share)
        return Side(one, self.whose(one), bool(slot.how) and ahead == at, is_out, damage, share, pays)

    def table(self) -> tuple[Row, ...]:
        if self.row.kind != Kind.ROUND_ROBIN or not self.begun:
            return ()
        ranked = standings_of(self.row, self.begun, len(self.drawn))
        return tuple(
            Row(one, place, Side(self.drawn[one.entrant], self.whose(self.drawn[one.entrant])))
            for place, one in enumerate(ranked, 1)
        )


def _shares(odds: PitOdds | None) -> tuple[float | None, ...]:
    """How often each of two won, of those bouts that somebody won."""
    if odds is None or odds.status != PitOdds.Status.READY:
        return (None, None)
    one, other = (side["wins"] for side in odds.tally["fighters"])
    return (one / (one + other), other / (one + other)) if one + other else (0.5, 0.5)
