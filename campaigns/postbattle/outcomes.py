"""Results become effects: the interpreter of `mordheim.rules.results`.

What a result needs no further roll or decision for happens in the event of the roll that led to it; the rest follows
at once, depth first. Interpreters of single kinds stand in `finds`, `joining` and `injuries`; each registers itself
with `interprets`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from campaigns.postbattle.choices import Option
from campaigns.postbattle.gains import experience_effects
from campaigns.postbattle.lots import PATIENCE, never_ends
from campaigns.postbattle.run import Run
from mordheim.rules.dice import Roll
from mordheim.rules.effects import (
    CharacteristicChanged,
    Dead,
    Effect,
    GainItem,
    Gold,
    LoseEquipment,
    MissGames,
    Shards,
    WarbandEffect,
)
from mordheim.rules.results import (
    Amount,
    Chooses,
    DependsOnWarband,
    Dies,
    FindsGold,
    FindsItems,
    FindsShards,
    GainsExperience,
    LeavesEffect,
    LosesEquipment,
    MissesGames,
    Raises,
    Result,
    RollsFor,
    RollsForEach,
    RollsOnChart,
    SendsHero,
    TestsCharacteristic,
)
from mordheim.rules.schema import Chart, ChartRow
from mordheim.rules.tables import RollTable
from warbands.roster.learning import room_for
from warbands.roster.members import Member
from warbands.roster.refusals import Refused


@dataclass(frozen=True)
class Cause:
    """What brings a result about: its key and name, and the warrior whom it happens to."""

    key: str
    name: str
    warrior: str | None = None


Interpreter = Callable[[Run, Any, Cause], None]
_INTERPRETERS: dict[type, Interpreter] = {}


def interprets(kind: type) -> Callable[[Interpreter], Interpreter]:
    """Registers the one interpreter of a kind of result."""

    def register(interpreter: Interpreter) -> Interpreter:
        if kind in _INTERPRETERS:
            raise ValueError(f"{kind.__name__} has an interpreter")
        _INTERPRETERS[kind] = interpreter
        return interpreter

    return register


def interpreted() -> frozenset[type]:
    """The kinds that happen at once and those that have an interpreter."""
    return frozenset(_INTERPRETERS) | frozenset(_AT_ONCE)


def happens(run: Run, results: Iterable[Result], cause: Cause, *, roll: Roll | None = None, sentence: str = "") -> None:
    """All of these results, recorded with the roll that led to them."""
    rest: list[Result] = []
    effects: list[Effect] = []
    for result in results:
        at_once = _at_once(run, result, cause)
        if at_once is None:
            rest.append(result)
        else:
            effects += at_once
    if roll or effects or not rest:
        run.happen(cause.key, *effects, warrior=cause.warrior, roll=roll, sentence=sentence)
    for result in rest:
        if cause.warrior is not None and run.member(cause.warrior) is None and _needs_him(result):
            continue
        _INTERPRETERS[type(result)](run, result, cause)


def _needs_him(result: Result) -> bool:
    """Results that come to nothing once the warrior is gone."""
    return not isinstance(result, FindsGold | FindsShards | FindsItems)


# --- at once --------------------------------------------------------------------------------------------------------


def _at_once(run: Run, result: Result, cause: Cause) -> list[Effect] | None:
    """The effects of a result that needs neither roll nor decision; ``None`` for any other."""
    maker = _AT_ONCE.get(type(result))
    return maker(run, result, cause) if maker else None


def _gold(run: Run, result: FindsGold, cause: Cause) -> list[Effect] | None:
    return [Gold(result.amount)] if isinstance(result.amount, int) else None


def _shards(run: Run, result: FindsShards, cause: Cause) -> list[Effect] | None:
    return [Shards(result.amount)] if isinstance(result.amount, int) else None


def _items(run: Run, result: FindsItems, cause: Cause) -> list[Effect] | None:
    if result.item is None or not isinstance(result.count, int) or run.rulebook.items[result.item].chart:
        return None
    return [GainItem(result.item, result.count, result.material)]


def _dies(run: Run, result: Dies, cause: Cause) -> list[Effect]:
    return [Dead(_him(cause))]


def _misses(run: Run, result: MissesGames, cause: Cause) -> list[Effect] | None:
    return [MissGames(_him(cause), result.games)] if isinstance(result.games, int) else None


def _loses(run: Run, result: LosesEquipment, cause: Cause) -> list[Effect]:
    member = run.the(_him(cause))
    lost = [
        piece
        for piece in member.warrior.equipment
        if result.what == "all" or ((item := member.item(piece)) and (item.is_weapon or item.is_armour))
    ]
    return [LoseEquipment(member.name, tuple(lost))]


def _raises(run: Run, result: Raises, cause: Cause) -> list[Effect]:
    """Never beyond the race's maximum."""
    member = run.the(_him(cause))
    room = room_for(member, result.characteristic)
    by = min(result.by, room)
    return [CharacteristicChanged(member.name, result.characteristic, by)] if by > 0 else []


def _experience(run: Run, result: GainsExperience, cause: Cause) -> list[Effect] | None:
    if result.who == "heroes" or not isinstance(result.amount, int):
        return None
    member = run.the(_him(cause)) if result.who == "himself" else free_leader(run)
    return list(experience_effects(member, result.amount, cause.key)) if member else []


def _leaves(run: Run, result: LeavesEffect, cause: Cause) -> list[Effect] | None:
    entry = run.rulebook.lasting_effects[result.effect]
    if entry.bearer:
        return None
    there = any(one.effect == entry.key for one in run.lasting())
    return [] if entry.once and there else [WarbandEffect(entry.key)]


_AT_ONCE: dict[type, Callable[[Run, Any, Cause], list[Effect] | None]] = {
    FindsGold: _gold,
    FindsShards: _shards,
    FindsItems: _items,
    Dies: _dies,
    MissesGames: _misses,
    LosesEquipment: _loses,
    Raises: _raises,
    GainsExperience: _experience,
    LeavesEffect: _leaves,
}


def _him(cause: Cause) -> str:
    if cause.warrior is None:
        raise ValueError(f"{cause.key} happens to nobody")
    return cause.warrior


# --- dice and choices -----------------------------------------------------------------------------------------------


def amount_of(run: Run, amount: Amount, what_for: str) -> tuple[int, Roll | None]:
    """A number, or what its dice give."""
    if isinstance(amount, int):
        return amount, None
    roll = run.roll(amount, what_for)
    return roll.total, roll


def chart_row(chart: Chart, total: int) -> ChartRow:
    return RollTable(chart.die, tuple((row.low, row.high, row) for row in chart.rows)).result(total)


def roll_on_chart(run: Run, chart: Chart, *, warrior: str | None = None) -> tuple[ChartRow, Roll]:
    roll = run.roll(chart.die, chart.name, warrior=warrior, chart=chart.key)
    return chart_row(chart, roll.total), roll


@interprets(RollsFor)
def _rolls_for(run: Run, result: RollsFor, cause: Cause) -> None:
    roll = run.roll(result.die, cause.name, warrior=cause.warrior)
    row = next(row for row in result.rows if row.low <= roll.total <= row.high)
    happens(run, row.results, cause, roll=roll)


@interprets(RollsOnChart)
def _rolls_on_chart(run: Run, result: RollsOnChart, cause: Cause) -> None:
    chart = run.rulebook.charts[result.chart]
    had = _had_already(run) if result.unique else set()
    if result.unique and _all_of(chart) <= had:
        run.happen("nothing_left", sentence=f"{chart.name}: all have been found already.")
        return
    for _ in range(PATIENCE):
        row, roll = roll_on_chart(run, chart, warrior=cause.warrior)
        found = {one.item for one in row.results if isinstance(one, FindsItems)}
        if not found & had:
            happens(run, row.results, replace(cause, key=row.key or cause.key, name=row.name), roll=roll)
            return
        run.happen("roll_again", roll=roll, sentence=f"{row.name} has been found already: roll again.")
    raise never_ends(f"anything new of {chart.name}")


def _all_of(chart: Chart) -> set[str | None]:
    return {one.item for row in chart.rows for one in row.results if isinstance(one, FindsItems)}


def _had_already(run: Run) -> set[str | None]:
    carried = {piece.item for warrior in run.snapshot.warriors for piece in warrior.equipment}
    return {*run.report.taken, *carried, *(piece.item for piece in run.snapshot.stash)}


@interprets(RollsForEach)
def _rolls_for_each(run: Run, result: RollsForEach, cause: Cause) -> None:
    for lot in result.lots:
        if lot.needs is None:
            happens(run, lot.results, cause)
            continue
        roll = run.roll("D6", f"{cause.name}: {thing_named(run, lot.results)} on {lot.needs}+")
        happens(run, lot.results if roll.total >= lot.needs else (), cause, roll=roll)


def thing_named(run: Run, results: Iterable[Result]) -> str:
    """What a lot of a hoard holds, in a word or two."""
    for result in results:
        if isinstance(result, FindsItems):
            keys = (result.item,) if result.item else result.one_of
            made_of = f"{run.rulebook.materials[result.material].name} " if result.material else ""
            return made_of + " or ".join(run.rulebook.items[key].name for key in keys)
        if isinstance(result, RollsOnChart):
            return run.rulebook.charts[result.chart].name
        if isinstance(result, FindsGold):
            return "gold"
        if isinstance(result, FindsShards):
            return "wyrdstone"
    return "something"


@interprets(TestsCharacteristic)
def _tests(run: Run, result: TestsCharacteristic, cause: Cause) -> None:
    """Without anybody to test it, the test is failed."""
    if set(result.families) & set(run.roster.warband_type.families):
        happens(run, result.passed, cause, sentence=f"{cause.name}: no test is needed.")
        return
    who = free_leader(run) if result.who == "leader" else _chosen_hero(run, cause, "Who takes the test?")
    if who is None:
        happens(run, () if result.who == "hero" else result.failed, cause, sentence=f"{cause.name}: nobody can test.")
        return
    die, value = ("2D6" if result.characteristic == "ld" else "D6"), who.value(result.characteristic)
    named = "Leadership" if result.characteristic == "ld" else result.characteristic.upper()
    roll = run.roll(die, f"{cause.name}: {named} of {who.name}", warrior=who.name)
    passed = isinstance(value, int) and roll.total <= value
    told = f"{who.name} {'passes' if passed else 'fails'} the test ({roll.total} against {value})."
    happens(run, result.passed if passed else result.failed, replace(cause, warrior=who.name), roll=roll, sentence=told)


def explorers(run: Run) -> list[Member]:
    """Heroes who took part and stood, whoever was promoted this evening among them."""
    return [m for m in run.heroes if run.stood(m.name)]


def free_leader(run: Run) -> Member | None:
    """The leader, unless somebody holds him captive."""
    leader = run.leader
    return leader if leader and not leader.warrior.captured_by else None


def _chosen_hero(run: Run, cause: Cause, prompt: str) -> Member | None:
    heroes = explorers(run)
    if not heroes:
        return None
    options = [Option(hero.name, hero.name, hero.type_name) for hero in heroes]
    name = run.choose("hero", f"{cause.name}: {prompt}", options)
    return run.the(name)


@interprets(Chooses)
def _chooses(run: Run, result: Chooses, cause: Cause) -> None:
    families = set(run.roster.warband_type.families)
    options = [one for one in result.options if not one.families or families & set(one.families)]
    if not options:
        return
    shown = [Option(one.key, one.name) for one in options]
    key = run.choose(cause.key, result.question, shown, warrior=cause.warrior, required=False)
    happens(run, next(one for one in options if one.key == key).results, cause)


@interprets(DependsOnWarband)
def _depends(run: Run, result: DependsOnWarband, cause: Cause) -> None:
    families = set(run.roster.warband_type.families)
    fitting = (case.results for case in result.cases if families & set(case.families))
    happens(run, next(fitting, result.otherwise), cause)


@interprets(SendsHero)
def _sends(run: Run, result: SendsHero, cause: Cause) -> None:
    heroes = explorers(run)
    if not heroes:
        return
    options = [Option(hero.name, hero.name, hero.type_name) for hero in heroes]
    if not result.must:
        options.insert(0, Option("none", "Nobody"))
    name = run.choose("hero", f"{cause.name}: {result.question}", options, required=False)
    if name != "none":
        happens(run, result.results, replace(cause, warrior=name))


def some_hero(run: Run, choose: str, prompt: str, heroes: Iterable[Member]) -> Member:
    """A hero of the player's choice. Raises Refused when there is none."""
    options = [Option(hero.name, hero.name, hero.type_name) for hero in heroes]
    if not options:
        raise Refused("There is no hero for this.", code="no_such_warrior")
    return run.the(run.choose(choose, prompt, options))
