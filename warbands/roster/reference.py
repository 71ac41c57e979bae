"""The quick reference: what a warband uses, and nothing else, in the order in which one needs it at the table.

A turn is read from top to bottom: what is tested before anything moves, the special rules, magic, shooting, close
combat, armour, injuries; then what is looked up more rarely. A rule is in play when a warrior has it or a thing he
has names it; a chart when a rule or an item in play names it, or another chart in play sends one there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from mordheim.rules.rule_effects import Effect, GivesRule
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Chart, Item, Weapon
from mordheim.rules.words import Entry
from warbands.roster.sheet import WarbandSheet, WarriorBlock, item_numbers, source_told

# The die that is rolled when the last wound is lost (core, Injuries).
INJURY_CHART = "injury"
STASH = "stash"


@dataclass(frozen=True)
class WeaponRow:
    """A line of a weapons table, every figure as it is read out."""

    name: str
    range: str
    strength: str
    save: str
    rules: str
    used_by: tuple[str, ...]


@dataclass(frozen=True)
class ArmourRow:
    name: str
    gives: str
    rules: str
    used_by: tuple[str, ...]


@dataclass(frozen=True)
class ReferenceEntry:
    """A rule in a few lines. ``used_by`` names the warriors; empty where it holds for all."""

    name: str
    summary: str
    source: str
    used_by: tuple[str, ...] = ()
    difficulty: int | None = None


@dataclass(frozen=True)
class ChartLine:
    rolls: str
    name: str
    summary: str


@dataclass(frozen=True)
class ChartTable:
    name: str
    die: str
    summary: str
    lines: tuple[ChartLine, ...]
    source: str


@dataclass(frozen=True)
class ReferenceSection:
    """One heading and what stands below it."""

    title: str
    weapons: tuple[WeaponRow, ...] = ()
    armour: tuple[ArmourRow, ...] = ()
    entries: tuple[ReferenceEntry, ...] = ()
    charts: tuple[ChartTable, ...] = ()

    @property
    def is_shooting(self) -> bool:
        return any(row.range for row in self.weapons)

    @property
    def is_empty(self) -> bool:
        return not (self.weapons or self.armour or self.entries or self.charts)


@dataclass(frozen=True)
class Reference:
    """The sections that hold something, in the order of use."""

    sections: tuple[ReferenceSection, ...]

    def section(self, title: str) -> ReferenceSection | None:
        return next((section for section in self.sections if section.title == title), None)


@dataclass
class _InPlay:
    """Keys in play by kind, each with the names of those who use it."""

    rulebook: Rulebook
    users: dict[str, dict[str, list[str]]] = field(default_factory=dict)

    def add(self, kind: str, key: str, user: str) -> None:
        if key not in self.rulebook.of_kind(kind):
            return
        names = self.users.setdefault(kind, {}).setdefault(key, [])
        if user and user not in names:
            names.append(user)

    def keys(self, kind: str) -> dict[str, tuple[str, ...]]:
        return {key: tuple(names) for key, names in self.users.get(kind, {}).items()}


def build_reference(sheet: WarbandSheet, rulebook: Rulebook) -> Reference:
    """The quick reference of one warband."""
    play = _InPlay(rulebook)
    for link in sheet.rules:
        play.add("rules", link.key, "")
    for block in sheet.blocks:
        _gather(play, block)
    for line in sheet.stash:
        if line.link:
            _gather_item(play, line.link.key, line.piece.material if line.piece else None, STASH)
    sections = (
        _rules(play, "Before anything moves", ("psychology",)),
        _rules(play, "Special rules", ("warband", "warrior")),
        ReferenceSection("Magic", entries=tuple(_spells(play, sheet))),
        _weapons(play, "Shooting", "missile"),
        _weapons(play, "Close combat", "close_combat"),
        _weapon_rules(play),
        ReferenceSection("Armour and saves", armour=tuple(_armour(play))),
        _injury_dice(play, sheet),
        ReferenceSection("Skills", entries=tuple(_entries(play, "skills"))),
        ReferenceSection("Mutations", entries=tuple(_entries(play, "mutations"))),
        _things(play),
        ReferenceSection("Lasting injuries", entries=tuple(_entries(play, "injuries"))),
    )
    return Reference(tuple(section for section in sections if not section.is_empty))


# --- what is in play --------------------------------------------------------------------------------------------


def _gather(play: _InPlay, block: WarriorBlock) -> None:
    user = block.name
    for line in block.gear:
        if line.link:
            _gather_item(play, line.link.key, line.piece.material if line.piece else None, user)
    for link in block.free_gear:
        _gather_item(play, link.key, None, "")
    for link in (*block.rules, *block.skills, *block.spells, *block.mutations):
        play.add(link.kind, link.key, user)
        _gather_effects(play, getattr(play.rulebook.of_kind(link.kind)[link.key], "effects", ()), user)
    for injury in block.injuries:
        known = play.rulebook.injuries.get(injury.link.key) if injury.link else None
        if known is None:
            continue
        play.add("injuries", known.key, user)
        _gather_effects(play, known.effects, user)
        for outcome in known.outcomes:
            if outcome.key == injury.outcome:
                _gather_effects(play, outcome.effects, user)


def _gather_item(play: _InPlay, key: str, material: str | None, user: str) -> None:
    item = play.rulebook.items.get(key)
    if item is None:
        return
    play.add("items", key, user)
    if material:
        play.add("materials", material, user)
    for rule in (*(item.weapon.rules if item.weapon else ()), *(item.armour.rules if item.armour else ())):
        play.add("rules", rule, user)
    _gather_effects(play, item.effects, user)


def _gather_effects(play: _InPlay, effects: Iterable[Effect], user: str) -> None:
    for effect in effects:
        if isinstance(effect, GivesRule):
            play.add("rules", effect.rule, user)


# --- sections ---------------------------------------------------------------------------------------------------


def _rules(play: _InPlay, title: str, kinds: tuple[str, ...]) -> ReferenceSection:
    rules = [(play.rulebook.rules[key], used_by) for key, used_by in play.keys("rules").items()]
    chosen = [(rule, used_by) for kind in kinds for rule, used_by in rules if rule.kind == kind]
    entries = tuple(_entry(play.rulebook, rule, used_by) for rule, used_by in chosen)
    return ReferenceSection(title, entries=entries, charts=_charts(play, (rule.chart for rule, _ in chosen)))


def _weapon_rules(play: _InPlay) -> ReferenceSection:
    section = _rules(play, "What the weapons do", ("weapon",))
    return ReferenceSection(
        section.title, entries=(*section.entries, *_entries(play, "materials")), charts=section.charts
    )


def _spells(play: _InPlay, sheet: WarbandSheet) -> Iterator[ReferenceEntry]:
    """Each spell once for every difficulty at which somebody casts it."""
    known: dict[tuple[str, str], list[str]] = {}
    for block in sheet.blocks:
        for link in block.spells:
            known.setdefault((link.key, link.name), []).append(block.name)
    for (key, name), used_by in known.items():
        spell = play.rulebook.spells[key]
        yield ReferenceEntry(
            name, spell.summary, source_told(play.rulebook, spell), tuple(used_by), difficulty=spell.difficulty
        )


def _items(play: _InPlay) -> Iterator[tuple[Item, tuple[str, ...]]]:
    for key, used_by in play.keys("items").items():
        yield play.rulebook.items[key], used_by


def _weapons(play: _InPlay, title: str, category: Literal["missile", "close_combat"]) -> ReferenceSection:
    found = ((item, used_by) for item, used_by in _items(play) if item.category == category and item.weapon)
    rows = tuple(_weapon_row(play.rulebook, item, item.weapon, used_by) for item, used_by in found if item.weapon)
    return ReferenceSection(title, weapons=tuple(sorted(rows, key=lambda row: row.name)))


def _weapon_row(rulebook: Rulebook, item: Item, weapon: Weapon, used_by: tuple[str, ...]) -> WeaponRow:
    reach = f'{weapon.range}"' if weapon.range is not None else weapon.range_note
    if weapon.save_modifier_total is not None:
        save = f"{weapon.save_modifier_total:+d} in all"
    else:
        save = f"{weapon.save_modifier:+d}" if weapon.save_modifier else ""
    names = [rulebook.rules[rule].name for rule in weapon.rules if rule in rulebook.rules]
    strength = weapon.strength.replace("user", "as user ").strip()
    return WeaponRow(item.name, reach, strength, save, ", ".join(names), used_by)


def _armour(play: _InPlay) -> Iterator[ArmourRow]:
    for item, used_by in _items(play):
        if item.is_armour and item.armour:
            names = [play.rulebook.rules[rule].name for rule in item.armour.rules]
            if slowed := item.armour.movement_with_shield:
                names.append(f"Movement {slowed:+d} with a shield")
            yield ArmourRow(item.name, item_numbers(play.rulebook, item), ", ".join(names), used_by)


def _things(play: _InPlay) -> ReferenceSection:
    things = [(item, used_by) for item, used_by in _items(play) if not (item.is_weapon or item.is_armour)]
    every = [item.chart for item, _ in _items(play)]
    return ReferenceSection(
        "Equipment",
        entries=tuple(_entry(play.rulebook, item, used_by) for item, used_by in things),
        charts=_charts(play, every),
    )


def _entries(play: _InPlay, kind: str) -> Iterator[ReferenceEntry]:
    for key, used_by in play.keys(kind).items():
        yield _entry(play.rulebook, play.rulebook.of_kind(kind)[key], used_by)


def _entry(rulebook: Rulebook, entry: Entry, used_by: tuple[str, ...]) -> ReferenceEntry:
    return ReferenceEntry(entry.name, entry.summary, source_told(rulebook, entry), used_by)


def _injury_dice(play: _InPlay, sheet: WarbandSheet) -> ReferenceSection:
    """The die of everybody, then the bands of those who have their own."""
    chart = play.rulebook.charts.get(INJURY_CHART)
    own: dict[tuple[str, str], list[str]] = {}
    for block in sheet.blocks:
        if bands := block.injury_bands:
            own.setdefault((bands.why, bands.needed), []).append(block.name)
    entries = tuple(ReferenceEntry(why, bands + ".", "", tuple(names)) for (why, bands), names in own.items())
    charts = (_chart(play.rulebook, chart),) if chart and sheet.blocks else ()
    return ReferenceSection("Injuries in battle", entries=entries, charts=charts)


# --- charts -----------------------------------------------------------------------------------------------------


def _charts(play: _InPlay, keys: Iterable[str | None]) -> tuple[ChartTable, ...]:
    charts = play.rulebook.charts
    found: dict[str, Chart] = {}
    waiting = [key for key in keys if key]
    while waiting:
        key = waiting.pop(0)
        if key in found or key not in charts:
            continue
        found[key] = charts[key]
        told = " ".join([charts[key].summary, *(row.summary for row in charts[key].rows)])
        waiting += [other.key for other in charts.values() if f"{other.name} chart" in told]
    return tuple(_chart(play.rulebook, chart) for chart in found.values())


def _chart(rulebook: Rulebook, chart: Chart) -> ChartTable:
    lines = (
        ChartLine(str(row.low) if row.low == row.high else f"{row.low}–{row.high}", row.name, row.summary)
        for row in chart.rows
    )
    return ChartTable(chart.name, chart.die, chart.summary, tuple(lines), source_told(rulebook, chart))
