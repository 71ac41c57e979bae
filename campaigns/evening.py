"""What is printed of an evening, or of one warband's night, as plain values: the templates set it, tests read it.

It is stored with the document that was asked for, so it holds nothing but text, numbers and tuples, and comes back
by `evening_from` as it went. Gold that is hidden from whoever asked is not in here, so that
printing has nothing to leave out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pydantic import TypeAdapter

from campaigns.battle.comparing import fallen_told
from campaigns.battle.forces import Force
from campaigns.battle.told import Loot, SideTold, Told, items_told
from campaigns.postbattle.run import STEPS, Event, Run
from campaigns.postbattle.sequence import Played
from campaigns.postbattle.sheet import STEP_NAMES
from campaigns.postbattle.words import EventLine, event_lines
from mordheim.rules.dice import DieSource
from mordheim.rules.effects import BattleFought
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Scenario
from mordheim.rules.snapshot import WarbandSnapshot
from warbands.roster.check import check
from warbands.roster.members import Roster
from warbands.roster.paper import shortened
from warbands.roster.sheet import WarriorBlock, build_sheet

FACES = "⚀⚁⚂⚃⚄⚅"
# Longer names of warriors are cut on paper, where they stand in narrow columns and again in every sentence.
MOST_LETTERS = 40
ENDED_BY_AGREEMENT = "The game was ended by agreement."


@dataclass(frozen=True)
class Thrown:
    """Dice as they fell. ``total`` where it says more than the faces."""

    what_for: str
    faces: tuple[int, ...]
    total: int | None
    source: DieSource

    @property
    def drawn(self) -> str:
        """The faces as characters."""
        return "".join(FACES[face - 1] for face in self.faces)

    @property
    def by(self) -> str:
        return "app" if self.source == "app" else "table"


@dataclass(frozen=True)
class Happening:
    """Something that happened, with its dice if it had any, and what came of it in a few words."""

    told: str
    dice: Thrown | None = None
    effects: tuple[str, ...] = ()


@dataclass(frozen=True)
class Group:
    """What happened to one warrior in a row, or with no name to the warband."""

    name: str
    type_name: str
    happenings: tuple[Happening, ...]


@dataclass(frozen=True)
class StepPart:
    """A step of a night. ``state`` tells of one that is not over."""

    number: int
    name: str
    groups: tuple[Group, ...]
    state: str = ""

    @property
    def stands_above(self) -> bool:
        """Whether its name needs a line of its own: what first happened in it happened to somebody, or is to come."""
        return not self.groups or bool(self.groups[0].name)


@dataclass(frozen=True)
class Figure:
    """A figure of the warband before and after its night."""

    label: str
    before: int
    after: int

    @property
    def change(self) -> str:
        return f"{self.after - self.before:+d}".replace("-", "−") if self.after != self.before else ""


@dataclass(frozen=True)
class RosterLine:
    """A warrior in short. ``statline`` holds each value and whether it is raised or lowered; ``words`` are labelled."""

    name: str
    type_name: str
    statline: tuple[tuple[str, str, str], ...]
    experience: str
    words: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Void:
    """A roll that counts no more, and why."""

    dice: Thrown
    why: str


@dataclass(frozen=True)
class NightPart:
    """One warband's night: after which battle, and which of its sides. ``untold`` says why its steps cannot be told,
    ``state`` where it is not over; ``quiet`` names the steps in which nothing happened."""

    warband: str
    type_name: str
    player: str
    battle: int
    place: int
    figures: tuple[Figure, ...] = ()
    steps: tuple[StepPart, ...] = ()
    quiet: tuple[str, ...] = ()
    roster: tuple[RosterLine, ...] = ()
    stash: str = ""
    void: tuple[Void, ...] = ()
    state: str = ""
    untold: str = ""
    gold_hidden: bool = False

    @property
    def anchor(self) -> str:
        return f"night-{self.battle}-{self.place}"

    @property
    def rating(self) -> Figure | None:
        return next((one for one in self.figures if one.label == "Rating"), None)


@dataclass(frozen=True)
class SidePart:
    """A warband in a battle. ``facts`` are what the report tells of it, each with its label."""

    name: str
    type_name: str
    player: str
    ally: str
    rating: int
    warriors: int
    underdog: int
    result: str
    routed: bool
    kills: int
    losses: int
    rating_after: int | None = None
    facts: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class Written:
    """What somebody wrote about a battle."""

    by: str
    text: str


@dataclass(frozen=True)
class SeedPart:
    """A seed that rolls which count were made from; ``seed`` is empty while it is secret."""

    what: str
    seed_hash: str
    seed: str = ""


@dataclass(frozen=True)
class BattlePart:
    """One battle. ``state`` tells of one that is not confirmed."""

    number: int
    scenario: str
    sides: tuple[SidePart, ...]
    facts: tuple[str, ...] = ()
    notes: tuple[Written, ...] = ()
    state: str = ""
    seeds: tuple[SeedPart, ...] = ()

    @property
    def anchor(self) -> str:
        return f"battle-{self.number}"


@dataclass(frozen=True)
class StandingPart:
    """A warband's line after the evening."""

    place: int
    name: str
    type_name: str
    player: str
    battles: int
    wins: int
    draws: int
    rating: int | None
    kills: int
    losses: int
    fought: bool
    retired: bool = False


@dataclass(frozen=True)
class Evening:
    """All of it. ``day`` is told as a date of the campaign's clocks; of a single night there is one night and its
    battle."""

    kind: str
    campaign: str
    day: str
    battles: tuple[BattlePart, ...] = ()
    nights: tuple[NightPart, ...] = ()
    captives: tuple[str, ...] = ()
    standings: tuple[StandingPart, ...] = ()

    @property
    def title(self) -> str:
        if self.kind == "night":
            return f"The night of {self.nights[0].warband} after battle {self.nights[0].battle}"
        return f"The evening of {self.day}"

    @property
    def head(self) -> str:
        """The campaign in one line at the head of each page."""
        return shortened(self.campaign, 60)

    @property
    def gold_hidden(self) -> bool:
        return any(night.gold_hidden for night in self.nights)

    @property
    def marks_fighters(self) -> bool:
        """Whether some of the standings fought this evening, so that the mark says something."""
        return any(one.fought for one in self.standings)


_EVENING = TypeAdapter(Evening)


def evening_content(evening: Evening) -> dict[str, Any]:
    """The report as JSON can hold it."""
    content: dict[str, Any] = _EVENING.dump_python(evening, mode="json")
    return content


def evening_from(content: Mapping[str, Any]) -> Evening:
    """The report that `evening_content` wrote. Raises pydantic's ValidationError for what an older release wrote."""
    return _EVENING.validate_python(content)


def with_short_names(evening: Evening, names: Iterable[str]) -> Evening:
    """The same with the names that are too long for paper cut wherever they stand."""
    long = sorted({name for name in names if len(name) > MOST_LETTERS}, key=len, reverse=True)
    return evening_from(_cut(evening_content(evening), long)) if long else evening


def _cut(content: Any, long: Sequence[str]) -> Any:
    if isinstance(content, str):
        for name in long:
            content = content.replace(name, shortened(name, MOST_LETTERS))
        return content
    if isinstance(content, list):
        return [_cut(one, long) for one in content]
    return {key: _cut(value, long) for key, value in content.items()} if isinstance(content, dict) else content


# --- a battle -------------------------------------------------------------------------------------------------------


def side_facts(
    told: Told, place: int, forces: Sequence[Force], scenario: Scenario | None, rulebook: Rulebook, *, gold_hidden: bool
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What a report tells of one side, labelled, in the order in which one reads it."""
    side, force = told.sides[place], forces[place]
    found = (
        ("Out of action", tuple(_fallen(side, force, forces))),
        ("Put out", tuple(f"{count} by {name}" for name, count in side.enemies_out.items() if count)),
        ("Experience", tuple(_earned(side, scenario))),
        ("Used up", tuple(f"{name}: {_things(keys, rulebook)}" for name, keys in side.used.items())),
        ("Not there", side.missed),
        ("Took home", tuple(_loot(side.loot, rulebook, gold_hidden))),
        ("Left for the night", tuple(one.told(rulebook).removesuffix(".") for one in side.after)),
    )
    return tuple((label, lines) for label, lines in found if lines)


def _fallen(side: SideTold, force: Force, forces: Sequence[Force]) -> Iterator[str]:
    for one in side.fallen:
        told = fallen_told(one, force, forces)
        yield one.name + told.removeprefix("yes") if told.startswith("yes") else f"{one.name}: {told}"


def _earned(side: SideTold, scenario: Scenario | None) -> Iterator[str]:
    names = {award.key: award.name for award in scenario.awards} if scenario else {}
    for one in side.earned:
        yield f"{one.name} {one.points} ({names.get(one.award, one.award)})"


def _things(keys: Iterable[str], rulebook: Rulebook) -> str:
    return ", ".join(rulebook.items[key].name.lower() if key in rulebook.items else key for key in keys)


def _loot(loot: Loot, rulebook: Rulebook, gold_hidden: bool) -> Iterator[str]:
    if loot.gold and not gold_hidden:
        yield f"{loot.gold} gc"
    if loot.shards:
        yield "1 shard" if loot.shards == 1 else f"{loot.shards} shards"
    if loot.items:
        yield items_told(loot.items, rulebook)


# --- a night --------------------------------------------------------------------------------------------------------


def night_part(
    played: Played, *, player: str, battle: int, place: int, gold_hidden: bool, void: Iterable[Void] = ()
) -> NightPart:
    """A night as somebody may read it, as far as it has come. ``place`` is its side's in the battle."""
    run = played.run
    steps = [_step(played, key, gold_hidden) for key in STEPS if key in played.done or key == run.step]
    # A step in which nothing is to be told is named only.
    told = tuple(step for step in steps if step.groups or step.state)
    sheet = build_sheet(run.snapshot, run.rulebook)
    return NightPart(
        warband=run.snapshot.name,
        type_name=sheet.type_name,
        player=player,
        battle=battle,
        place=place,
        figures=tuple(_figures(run, gold_hidden)),
        steps=told,
        quiet=tuple(step.name for step in steps if step not in told),
        roster=tuple(_roster_line(block) for block in sheet.blocks),
        stash=", ".join(line.told for line in sheet.stash),
        void=tuple(void),
        state="" if played.is_over else f"It has come to {STEP_NAMES[run.step].name.lower()} and goes on.",
        gold_hidden=gold_hidden,
    )


def _step(played: Played, key: str, gold_hidden: bool) -> StepPart:
    run = played.run
    events = [event for event in run.events if event.step == key and _says_something(event)]
    state = "goes on" if not played.is_over and key == run.step else ""
    groups = tuple(_groups(run, events, gold_hidden))
    return StepPart(STEPS.index(key) + 1, STEP_NAMES[key].name, () if _is_quiet(groups) else groups, state)


def _says_something(event: Event) -> bool:
    """Whether it has a sentence, dice, or effects beyond the count of the battle."""
    effects = [effect for effect in event.effects if not isinstance(effect, BattleFought)]
    return bool(event.sentence or event.roll or effects)


def _is_quiet(groups: Sequence[Group]) -> bool:
    """Whether nothing was rolled, nothing came of it and nobody is named: ``Nobody asks for upkeep.``"""
    return all(not (group.name or one.dice or one.effects) for group in groups for one in group.happenings)


def _groups(run: Run, events: Iterable[Event], gold_hidden: bool) -> Iterator[Group]:
    types = _type_names(run)
    for name, some in groupby(events, lambda event: event.warrior or ""):
        lines = event_lines(list(some), run.rulebook, name=name, gold_hidden=gold_hidden)
        yield Group(name, types.get(name, ""), tuple(_happening(line) for line in lines))


def _happening(line: EventLine) -> Happening:
    effects = tuple(effect.text for effect in line.effects)
    if line.dice is None:
        return Happening(line.sentence, effects=effects)
    thrown = Thrown(line.dice.what_for, line.dice.faces, line.dice.shows, line.dice.source)
    return Happening(line.sentence, thrown, effects)


def _type_names(run: Run) -> dict[str, str]:
    before = Roster(run.before, run.roster.warband_type, run.rulebook)
    return {member.name: member.type_name for member in (*before.members, *run.roster.members)}


def _figures(run: Run, gold_hidden: bool) -> Iterator[Figure]:
    before, after = check(run.before, run.rulebook), check(run.snapshot, run.rulebook)
    if not gold_hidden:
        yield Figure("Gold crowns", before.treasury or 0, after.treasury or 0)
    yield Figure("Wyrdstone", run.before.wyrdstone, run.snapshot.wyrdstone)
    yield Figure("Warriors", before.warriors, after.warriors)
    yield Figure("Experience", _experience(run.before), _experience(run.snapshot))
    yield Figure("Rating", before.rating or 0, after.rating or 0)


def _experience(snapshot: WarbandSnapshot) -> int:
    """All experience of its warriors, each of a group counted."""
    return sum(warrior.experience * warrior.size for warrior in snapshot.warriors)


def _roster_line(block: WarriorBlock) -> RosterLine:
    told = f"{block.size} × {block.type_name}" if block.section == "henchman" else block.type_name
    told += ", leader" if block.leads else ""
    return RosterLine(
        name=block.name,
        type_name=told,
        statline=tuple((figure.short, figure.value, figure.change or "") for figure in block.statline),
        experience=str(block.experience) if block.learns else "–",
        words=tuple((label, ", ".join(lines)) for label, lines in _words(block) if lines),
    )


def _words(block: WarriorBlock) -> Iterator[tuple[str, list[str]]]:
    yield "", list(block.status)
    yield "Equipment", [line.told for line in block.gear]
    yield "Skills", [link.told for link in block.skills]
    yield "Spells", [link.told for link in block.spells]
    yield "Mutations", [link.told for link in block.mutations]
    yield "Injuries", [f"{one.name} ({one.detail})" if one.detail else one.name for one in block.injuries]
