"""The night after a battle as it is shown: one plain structure that the page draws and that tests read.

It is made of a sequence that was played as far as its log goes, and shows one of its steps: what happened in it, the
tables that it is read from with the rows that were hit, and what is due now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Literal

from campaigns.postbattle.after import Plague, of_kind
from campaigns.postbattle.due import Due, DueRoll, due_of
from campaigns.postbattle.report import uses_by
from campaigns.postbattle.run import STEPS, Event, NeedsRoll, Run, Waiting
from campaigns.postbattle.sequence import Played
from campaigns.postbattle.tables import DiceTable, ScaleTable, dice_table, places_table, scale_table
from campaigns.postbattle.words import EffectLine, EventLine, effect_lines, event_lines
from mordheim.rules.effects import AdvanceDue, Changed, Effect, Experience, GainItem, LoseItem, Shards, apply
from mordheim.rules.snapshot import WarbandSnapshot
from warbands.roster.check import check
from warbands.roster.composition import warriors_of
from warbands.roster.members import Member, Roster

State = Literal["done", "current", "to do"]


@dataclass(frozen=True)
class StepName:
    """A step as players call it, and what it is about in a line."""

    name: str
    told: str


STEP_NAMES: dict[str, StepName] = {
    "injuries": StepName("Injuries", "Whoever was put out of action learns what it has done to him."),
    "experience": StepName("Experience", "What the battle has taught, and the advances that come of it."),
    "exploration": StepName("Exploration", "The heroes who stood to the end search the ruins."),
    "wyrdstone": StepName("Wyrdstone", "Shards are sold once after a battle: the more at once, the less for each."),
    "upkeep": StepName("Upkeep", "Hired swords want to be paid, and large creatures to be fed."),
    "veterans": StepName(
        "Veterans",
        "Whoever joins a group that has experience must be a veteran: the dice say how much experience there is in all "
        "among those who look for work tonight.",
    ),
    "rare_items": StepName("Rare things", "Each hero who stood to the end may look for one rare thing."),
    "dramatis_personae": StepName("Dramatis personae", "Famous adventurers."),
    "recruits_and_trading": StepName("Recruits and trading", "Hire, buy, sell and send away, in any order."),
    "equipment": StepName("Equipment", "Things change hands before the record is closed."),
    "rating": StepName("Rating", "What it all came to."),
}
assert tuple(STEP_NAMES) == STEPS  # noqa: S101


@dataclass(frozen=True)
class StepLine:
    """A step in the bar on top."""

    key: str
    number: int
    name: str
    told: str
    state: State


@dataclass(frozen=True)
class Figures:
    """A warband in five figures; ``treasury`` in gold crowns is ``None`` where it is hidden."""

    treasury: int | None
    wyrdstone: int
    rating: int | None
    warriors: int
    warriors_max: int


@dataclass(frozen=True)
class WarriorEvents:
    """What happened to one warrior in a row, or with no name to the warband."""

    name: str
    type_name: str
    events: tuple[EventLine, ...]


# How many of the things that have just happened are shown before one asks for more.
OPEN_LINES = 8


@dataclass(frozen=True)
class FreshLine:
    """One thing that has just happened, and to whom; with no name to the warband."""

    name: str
    type_name: str
    event: EventLine


@dataclass(frozen=True)
class StepRecord:
    """All that happened in a step."""

    line: StepLine
    groups: tuple[WarriorEvents, ...]

    @property
    def events(self) -> tuple[EventLine, ...]:
        return tuple(event for group in self.groups for event in group.events)


@dataclass(frozen=True)
class Waiter:
    """Somebody whose turn comes in this step; ``told`` says how often."""

    name: str
    type_name: str
    told: str
    state: State


@dataclass(frozen=True)
class Fate:
    """What became of one warrior in the whole night."""

    name: str
    type_name: str
    effects: tuple[EffectLine, ...]


@dataclass(frozen=True)
class NightSheet:
    """One step of the night, ready to draw. ``now`` is the key of the step that goes on; ``fresh`` is what has just
    happened. ``due`` is given for the step that goes on only; ``records`` are all steps for the closing record."""

    warband: str
    type_name: str
    steps: tuple[StepLine, ...]
    shown: StepLine
    now: str
    is_over: bool
    before: Figures
    figures: Figures
    record: StepRecord
    due: Due | None = None
    waiters: tuple[Waiter, ...] = ()
    tables: tuple[DiceTable, ...] = ()
    scales: tuple[ScaleTable, ...] = ()
    on_table: tuple[int, ...] = ()
    fresh: tuple[WarriorEvents, ...] = ()
    records: tuple[StepRecord, ...] = ()
    fates: tuple[Fate, ...] = ()
    collapsed: bool = False

    @property
    def following(self) -> StepLine | None:
        """The step that comes after the one that goes on."""
        place = STEPS.index(self.now) + 1
        return self.steps[place] if place < len(STEPS) and not self.is_over else None

    @property
    def latest(self) -> tuple[FreshLine, ...]:
        """What has just happened, the newest first, as much of it as stands open."""
        return self._newest_first[:OPEN_LINES]

    @property
    def earlier(self) -> tuple[FreshLine, ...]:
        """What happened before that."""
        return self._newest_first[OPEN_LINES:]

    @cached_property
    def _newest_first(self) -> tuple[FreshLine, ...]:
        lines = [FreshLine(group.name, group.type_name, event) for group in self.fresh for event in group.events]
        return tuple(reversed(lines))


def build_night(
    played: Played, *, step: str | None = None, since: int | None = None, gold_hidden: bool = False
) -> NightSheet:
    """The night as somebody may see it.

    Args:
        played: the sequence as far as it has come.
        step: the step to show; the one that goes on where it is left out.
        since: how many events were there before what has just happened.
        gold_hidden: the treasury is nobody else's business.
    """
    run, now = played.run, _now(played)
    lines = tuple(_step_line(played, key) for key in STEPS)
    shown = lines[STEPS.index(step or now)]
    events = [event for event in run.events if event.step == shown.key]
    due = due_of(run, played.waiting) if shown.state == "current" else None
    fresh = run.events[since:] if since is not None else []
    tell = _Teller(run, gold_hidden)
    closing = shown.key == "rating" and played.is_over
    return NightSheet(
        warband=run.snapshot.name,
        type_name=run.roster.warband_type.name,
        steps=lines,
        shown=shown,
        now=now,
        is_over=played.is_over,
        before=_figures(run, run.before, gold_hidden),
        figures=_figures(run, run.snapshot, gold_hidden),
        record=StepRecord(shown, tell.groups(events)),
        due=due,
        waiters=tuple(_waiters(played, shown)),
        tables=tuple(_tables(played, shown, events)),
        scales=tuple(_scales(run, shown, events, gold_hidden)),
        on_table=run.on_table if shown.key == "exploration" else (),
        fresh=tell.groups(fresh),
        records=tuple(StepRecord(line, tell.groups(_of_step(run, line.key))) for line in lines) if closing else (),
        fates=tuple(_fates(tell, run.events)) if closing else (),
        collapsed=run.collapsed,
    )


def _now(played: Played) -> str:
    return STEPS[-1] if played.is_over else played.step


def _step_line(played: Played, key: str) -> StepLine:
    state: State = "done" if key in played.done else "to do"
    if not played.is_over and key == played.step:
        state = "current"
    named = STEP_NAMES[key]
    return StepLine(key, STEPS.index(key) + 1, named.name, named.told, state)


def _of_step(run: Run, step: str) -> list[Event]:
    return [event for event in run.events if event.step == step]


def _figures(run: Run, snapshot: WarbandSnapshot, gold_hidden: bool) -> Figures:
    checked = check(snapshot, run.rulebook)
    treasury = None if gold_hidden else checked.treasury
    most = Roster(snapshot, run.roster.warband_type, run.rulebook).warriors_max
    return Figures(treasury, snapshot.wyrdstone, checked.rating, checked.warriors, most)


def figures_of(roster: Roster) -> Figures:
    """A warband in five figures."""
    checked = check(roster.snapshot, roster.rulebook)
    return Figures(checked.treasury, roster.snapshot.wyrdstone, checked.rating, checked.warriors, roster.warriors_max)


def fates_of(played: Played) -> tuple[Fate, ...]:
    """What has become of each warrior in the night so far."""
    return tuple(_fates(_Teller(played.run, False), played.run.events))


# --- what happened --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Teller:
    """Puts events into words, each warrior with what he is."""

    run: Run
    gold_hidden: bool

    def groups(self, events: Iterable[Event]) -> tuple[WarriorEvents, ...]:
        """Events in a row of one warrior together."""
        return tuple(self._group(name or "", list(some)) for name, some in groupby(events, lambda one: one.warrior))

    def _group(self, name: str, events: Sequence[Event]) -> WarriorEvents:
        told = event_lines(events, self.run.rulebook, name=name, gold_hidden=self.gold_hidden)
        return WarriorEvents(name, self.type_name(name), told)

    def type_name(self, name: str) -> str:
        return self._type_names.get(name, "")

    @cached_property
    def _type_names(self) -> dict[str, str]:
        return {member.name: member.type_name for member in (*_members_before(self.run), *self.run.roster.members)}


def _members_before(run: Run) -> tuple[Member, ...]:
    return Roster(run.before, run.roster.warband_type, run.rulebook).members


def _fates(tell: _Teller, events: Iterable[Event]) -> Iterator[Fate]:
    """What became of each warrior, in the order in which it began."""
    by_name: dict[str, list[Effect]] = {}
    for event in events:
        for effect in event.effects:
            if isinstance(effect, Changed | GainItem | LoseItem) and effect.warrior:
                by_name.setdefault(effect.warrior, []).append(effect)
    for name, effects in by_name.items():
        yield Fate(name, tell.type_name(name), effect_lines(_summed(effects), tell.run.rulebook))


def _summed(effects: Sequence[Effect]) -> list[Effect]:
    """All experience as one, and no advances that were due and rolled."""
    points = [effect for effect in effects if isinstance(effect, Experience)]
    rest = [effect for effect in effects if not isinstance(effect, Experience | AdvanceDue)]
    return [Experience(points[0].warrior, sum(one.by for one in points)), *rest] if points else rest


# --- tables ---------------------------------------------------------------------------------------------------------


def _tables(played: Played, shown: StepLine, events: Sequence[Event]) -> Iterator[DiceTable]:
    """The table that is about to be rolled on, or the one that was rolled on last; all of them once a step is done."""
    run = played.run
    if shown.key == "exploration":
        yield places_table(run.rulebook, run.on_table)
    rolls = [event.roll for event in events if event.roll and event.roll.chart]
    due = played.waiting if shown.state == "current" else None
    if shown.state == "done":
        keys = [roll.chart for roll in rolls]
    elif isinstance(due, NeedsRoll) and due.chart:
        keys, rolls = [due.chart], []
    else:
        rolls = [] if _is_of_another(due, events) else rolls[-1:]
        keys = [roll.chart for roll in rolls]
    for key in dict.fromkeys(keys):
        totals = [roll.total for roll in rolls if roll.chart == key]
        if table := dice_table(run.rulebook, key, totals):
            yield table


def _is_of_another(due: Waiting | None, events: Sequence[Event]) -> bool:
    """Whether what is rolled now has nothing to do with the table that was rolled on last."""
    last = next((event.warrior for event in reversed(events) if event.roll and event.roll.chart), None)
    return isinstance(due, NeedsRoll) and due.warrior != last and bool(due.stands)


def _scales(run: Run, shown: StepLine, events: Sequence[Event], gold_hidden: bool) -> Iterator[ScaleTable]:
    scales = run.rulebook.scales
    if shown.key == "exploration":
        yield scale_table(scales["shards_found"], sum(run.on_table) or None)
    elif shown.key == "wyrdstone":
        sold = sum(-effect.by for event in events for effect in event.effects if isinstance(effect, Shards))
        by = max(1, warriors_of(_roster_at(run, shown.key)))
        yield scale_table(scales["wyrdstone_sale"], None if gold_hidden else sold or None, by)


def _roster_at(run: Run, step: str) -> Roster:
    """The warband as it went into a step."""
    earlier = STEPS[: STEPS.index(step)]
    effects = [effect for event in run.events if event.step in earlier for effect in event.effects]
    return Roster(apply(run.before, effects), run.roster.warband_type, run.rulebook)


# --- whose turn comes -----------------------------------------------------------------------------------------------


def _waiters(played: Played, shown: StepLine) -> Iterator[Waiter]:
    """Who rolls in this step, in the order in which it goes: who has, who does, who is still to come."""
    if shown.state == "to do" or shown.key not in ("injuries", "experience"):
        return
    stages = _stages_of_injuries(played.run) if shown.key == "injuries" else {"": dict(_advancing(played, shown))}
    now = list(stages).index(played.run.stage) if shown.state == "current" else len(stages)
    tell = _Teller(played.run, False)
    for stage, turns in enumerate(stages.values()):
        names = list(turns)
        at = _whose_turn(played, names) if stage == now else len(names) if stage < now else -1
        for place, name in enumerate(names):
            state: State = "done" if place < at else "current" if place == at else "to do"
            yield Waiter(name, tell.type_name(name), turns[name], state)


def _whose_turn(played: Played, names: Sequence[str]) -> int:
    """The place of whoever rolls or decides now, in the part of the step that goes on; past the end where nobody does
    any more."""
    due = due_of(played.run, played.waiting)
    asked = getattr(due, "warrior", None)
    seen = [event.warrior for event in played.run.events[played.run.stage_began :]]
    for name in (asked, *reversed(seen)):
        if name in names:
            return names.index(name)
    return 0 if isinstance(due, DueRoll) and not seen else len(names)


def _stages_of_injuries(run: Run) -> dict[str, dict[str, str]]:
    """By the parts of the step: whom a sword hurts who was not paid, who was out of action, who met the sick."""
    hurt = {event.warrior: "1 roll, hurt" for event in _of_step(run, "injuries") if event.result == "hurt"}
    return {
        "settling": {name: told for name, told in hurt.items() if name},
        "injuries": dict(_injured(run)),
        "sick": dict(_met_the_sick(run)),
    }


def _met_the_sick(run: Run) -> Iterator[tuple[str, str]]:
    """Who may have caught a disease and is still there, or has rolled for it."""
    rolled = {event.warrior for event in _of_step(run, "injuries") if event.result in ("infected", "spared")}
    for plague in of_kind(run.report.after, Plague):
        for some in plague.exposed:
            if some.name in rolled or run.member(some.name):
                yield some.name, "met the sick"


def _injured(run: Run) -> Iterator[tuple[str, str]]:
    """Who was put out of action or hurts himself by what he uses, and how often he rolls."""
    for member in _members_before(run):
        casualty = run.report.casualty(member.name)
        count = casualty.count - run.report.eaten(member.name) if casualty else 0
        used = run.report.used.get(member.name) or (casualty and casualty.strangled)
        if used and uses_by(member) and member.name not in run.absent:
            count = member.warrior.size - run.report.eaten(member.name)
        if member.own_type and not member.own_type.rolls_for_injury:
            if count:
                yield member.name, "recovers without a roll"
        elif count:
            yield member.name, "1 roll" if count == 1 else f"{count} rolls"


def _advancing(played: Played, shown: StepLine) -> Iterator[tuple[str, str]]:
    """Who has an advance due or had one in this step."""
    counts: dict[str, int] = {}
    for event in _of_step(played.run, shown.key):
        for effect in event.effects:
            if isinstance(effect, AdvanceDue) and effect.by > 0:
                counts[effect.warrior] = counts.get(effect.warrior, 0) + effect.by
    for name, count in counts.items():
        yield name, "1 advance" if count == 1 else f"{count} advances"
