"""Treasure at the end: rolled item by item, and split among the winners as they agree.

Sources: Town Cryer, Chaos on the Streets, scenarios 3, 4 and 7; Mordheim rulebook, Scenario 7 (the chest); rulings 22
(the winners agree; nothing is closed without it) and 30 (jewellery, light armour twice).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from campaigns.postbattle.choices import Option
from campaigns.postbattle.lots import PATIENCE, never_ends
from campaigns.postbattle.run import Session
from encounters.happenings.plain import capitalised
from encounters.setup.board import TableTalk
from encounters.setup.words import gold_named, shards_told, the, thing_of
from mordheim.rules.dice import Roll
from mordheim.rules.results import FindsGold, FindsItems, FindsShards, Lot, Result, RollsForEach, RollsOnChart
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import ChartRow, Scenario
from mordheim.rules.snapshot import Piece, merged
from mordheim.rules.tables import RollTable
from warbands.roster.refusals import Refused


@dataclass(frozen=True)
class Hoard:
    """What was found. ``sentences`` tell it, one for each thing that was there."""

    name: str
    gold: int = 0
    shards: int = 0
    pieces: tuple[Piece, ...] = ()
    rolls: tuple[Roll, ...] = ()
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True)
class Share:
    """What one winner has of it."""

    name: str
    gold: int = 0
    shards: int = 0
    pieces: tuple[Piece, ...] = ()

    def as_json(self) -> dict[str, Any]:
        pieces = [{"item": one.item, "material": one.material, "quantity": one.quantity} for one in self.pieces]
        return {"name": self.name, "gold": self.gold, "shards": self.shards, "items": pieces}


@dataclass
class _Search:
    """A hoard while it is rolled for. ``taken`` are things of which there is only one, and that somebody has."""

    rulebook: Rulebook
    talk: TableTalk
    name: str
    taken: set[str]
    gold: int = 0
    shards: int = 0
    pieces: list[Piece] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)

    def lot(self, lot: Lot) -> None:
        if lot.needs is None or self._is_there(lot):
            for result in lot.results:
                self.found(result)

    def _is_there(self, lot: Lot) -> bool:
        things = ", ".join(self._named(result) for result in lot.results)
        return self.talk.roll("D6", f"{self.name}: {things} on {lot.needs}+").total >= (lot.needs or 0)

    def _named(self, result: Result) -> str:
        return gold_named(result) if isinstance(result, FindsGold) else thing_of(self.rulebook, result)[0]

    def found(self, result: Result) -> None:
        """Raises TypeError for a result that no hoard holds."""
        match result:
            case FindsGold():
                amount = self.talk.amount(result.amount, f"{self.name}: {gold_named(result)}, in gc")
                self.gold += amount
                self.sentences.append(
                    f"{capitalised(result.told_as)}: {amount} gc." if result.told_as else f"{amount} gc."
                )
            case FindsShards():
                amount = self.talk.amount(result.amount, f"{self.name}: wyrdstone")
                self.shards += amount
                self.sentences.append(f"{shards_told(amount)}.")
            case FindsItems(item=str(key)):
                self._piece(result, key)
            case RollsOnChart():
                self._on_chart(result)
            case _:
                raise TypeError(f"a hoard holds no {type(result).__name__}")

    def _piece(self, result: FindsItems, key: str) -> None:
        name = thing_of(self.rulebook, result)[0]
        count = self.talk.amount(result.count, f"{self.name}: how many, {name}")
        self.pieces.append(Piece(key, result.material, count))
        self.sentences.append(f"{count} × {name}.")

    def _on_chart(self, result: RollsOnChart) -> None:
        chart = self.rulebook.charts[result.chart]
        table = RollTable(chart.die, tuple((row.low, row.high, row) for row in chart.rows))
        if result.unique and all(self._is_taken(row) for row in chart.rows):
            self.sentences.append(f"{chart.name}: all have been found already.")
            return
        for _ in range(PATIENCE):
            row = table.result(self.talk.roll(chart.die, f"{self.name}: {chart.name}").total)
            if not (result.unique and self._is_taken(row)):
                self._row(row)
                return
        raise never_ends(f"anything new of {chart.name}")

    def _is_taken(self, row: ChartRow) -> bool:
        return any(isinstance(one, FindsItems) and one.item in self.taken for one in row.results)

    def _row(self, row: ChartRow) -> None:
        for one in row.results:
            self.found(one)
            if isinstance(one, FindsItems) and one.item:
                self.taken.add(one.item)

    def left_over(self, row: ChartRow, *, stays: bool) -> None:
        """A find that nobody made before the battle; what never leaves the place is no use to the winners."""
        if stays:
            self.sentences.append(f"{row.name}: it stays where it is.")
        else:
            self._row(row)


def holds_hoard(scenario: Scenario) -> bool:
    """Whether its reward is treasure that is rolled for at the end."""
    return any(isinstance(result, RollsForEach) for result in scenario.reward)


def hoard_of(
    scenario: Scenario,
    rulebook: Rulebook,
    session: Session,
    *,
    left: Sequence[str] = (),
    taken: Collection[str] = (),
) -> Hoard:
    """Roll for everything. ``left`` are the scenario's finds that nobody has found (`Plan.left`), ``taken`` the keys of
    artefacts that somebody in the campaign has.

    Raises:
        Refused: for a scenario without a hoard.
    """
    if not holds_hoard(scenario):
        raise Refused(f"{scenario.name} has no treasure at the end.", code="reward")
    search = _Search(rulebook, TableTalk(session), scenario.name, set(taken))
    search.talk.begin("hoard")
    stays = scenario.plan.finds.stays if scenario.plan.finds else ()
    for row in _rows(scenario, rulebook, left):
        search.left_over(row, stays=row.key in stays)
    for result in scenario.reward:
        if isinstance(result, RollsForEach):
            for lot in result.lots:
                search.lot(lot)
    return Hoard(
        scenario.name,
        search.gold,
        search.shards,
        tuple(search.pieces),
        tuple(search.talk.rolls),
        tuple(search.sentences),
    )


def _rows(scenario: Scenario, rulebook: Rulebook, left: Sequence[str]) -> list[ChartRow]:
    finds = scenario.plan.finds
    return [row for row in rulebook.charts[finds.chart].rows if row.key in left] if finds else []


# --- the split --------------------------------------------------------------------------------------------------------


def split(hoard: Hoard, winners: Sequence[str], session: Session, *, rulebook: Rulebook) -> tuple[Share, ...]:
    """Who has what, as the winners say (ruling 22): gold and shards by number, things one by one. One winner has all.

    Raises:
        Refused: without a winner, or when more is given away than there is.
    """
    if not winners:
        raise Refused("Nobody has won: there is nobody to have the treasure.", code="winners")
    talk = TableTalk(session)
    talk.begin("split")
    gold = _by_number(talk, "gold", hoard.gold, "gc", winners)
    shards = _by_number(talk, "shards", hoard.shards, "shards", winners)
    pieces: dict[str, list[Piece]] = {name: [] for name in winners}
    for number, piece in enumerate(_singles(hoard.pieces)):
        pieces[_who_has(talk, piece, winners, number, rulebook)].append(piece)
    return tuple(Share(name, gold[name], shards[name], merged(pieces[name])) for name in winners)


def _by_number(talk: TableTalk, what: str, whole: int, unit: str, winners: Sequence[str]) -> dict[str, int]:
    """Each says how much he has of what is left; the last has the rest."""
    left, shares = whole, dict[str, int]()
    for place, name in enumerate(winners):
        fair = -(-left // (len(winners) - place))
        least = left if place == len(winners) - 1 else 0
        prompt = f"How many of {left} {unit} does {name} have?"
        shares[name] = talk.number(what, prompt, least, left, suggested=fair)
        left -= shares[name]
    return shares


def _singles(pieces: Sequence[Piece]) -> list[Piece]:
    return [Piece(one.item, one.material, 1) for one in pieces for _ in range(one.quantity)]


def _who_has(talk: TableTalk, piece: Piece, winners: Sequence[str], number: int, rulebook: Rulebook) -> str:
    options = [Option(name, name) for name in winners]
    named = thing_of(rulebook, FindsItems(kind="items", item=piece.item, material=piece.material))[0]
    suggested = winners[number % len(winners)]
    return str(talk.choose("piece", f"Who has {the(named)}?", options, suggested=suggested))
