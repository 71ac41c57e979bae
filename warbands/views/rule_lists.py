"""The lists of the rules: all entries of a kind in groups, and what a search finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mordheim.rules.happenings import Happening
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Chart, HiredSwordType, Injury, Item, Location, Mutation, Rule, Ruling, Scenario, Spell
from mordheim.rules.words import Entry
from warbands.roster.sheet import item_numbers
from warbands.views.rule_words import (
    CATEGORY_NAMES,
    KIND_NAMES,
    PLAYERS,
    RULE_GROUPS,
    SET_NAMES,
    Group,
    Row,
    address,
    anchor_of,
    gold_told,
    rarity_told,
    span_told,
)

MOST_FOUND = 60


def _aside(entry: Entry) -> str:
    if isinstance(entry, Item):
        return f"{gold_told(entry.price, entry.plus)}, {rarity_told(entry.rarity)}" if entry.price is not None else ""
    if isinstance(entry, HiredSwordType):
        return f"{entry.hire_fee} gc, upkeep {entry.upkeep_fee}"
    if isinstance(entry, Spell):
        return f"difficulty {entry.difficulty}" if entry.difficulty is not None else ""
    if isinstance(entry, Chart):
        return entry.die
    if isinstance(entry, Mutation):
        return gold_told(entry.price)
    if isinstance(entry, Injury):
        return span_told(entry.codes)
    if isinstance(entry, Location):
        return " ".join([str(entry.face)] * entry.dice)
    if isinstance(entry, Happening):
        return span_told(entry.codes)
    if isinstance(entry, Scenario) and entry.number:
        return f"no. {entry.number}"
    return ""


def _entry_row(rulebook: Rulebook, kind: str, entry: Entry) -> Row:
    note = item_numbers(rulebook, entry) if isinstance(entry, Item) else ""
    return Row(entry.name, address(kind, entry.key), _aside(entry), entry.summary, note)


def kind_groups(rulebook: Rulebook, kind: str) -> list[Group]:
    """All entries of a kind in the groups in which one looks for them, by number or name."""
    entries = rulebook.of_kind(kind)
    if kind == "skills":
        return _by_list(rulebook, kind, [(one.name, one.skills) for one in rulebook.skill_lists.values()])
    if kind == "spells":
        return _by_list(rulebook, kind, [(one.name, one.spells) for one in rulebook.lores.values()])
    named: dict[str, list[Entry]] = {}
    for entry in sorted(entries.values(), key=_place):
        named.setdefault(_title(entry), []).append(entry)
    return [
        Group(title, tuple(_entry_row(rulebook, kind, entry) for entry in named[title]))
        for title in sorted(named, key=TITLES.index)
    ]


TITLES = [*CATEGORY_NAMES.values(), *RULE_GROUPS.values(), *SET_NAMES.values(), *PLAYERS.values(), ""]


def _title(entry: Entry) -> str:
    if isinstance(entry, Item):
        return CATEGORY_NAMES[entry.category]
    if isinstance(entry, Rule):
        return RULE_GROUPS[entry.kind]
    if isinstance(entry, Location):
        return SET_NAMES[entry.dice]
    return PLAYERS[entry.players] if isinstance(entry, Scenario) else ""


def _place(entry: Entry) -> tuple[int, str]:
    """By number where the book has one, then by name."""
    return _number(entry), entry.name.casefold()


def _number(entry: Entry) -> int:
    if isinstance(entry, Location):
        return entry.face
    if isinstance(entry, Happening):
        return entry.low
    return entry.number or 0 if isinstance(entry, Scenario) else 0


def _by_list(rulebook: Rulebook, kind: str, lists: Iterable[tuple[str, Iterable[str]]]) -> list[Group]:
    entries, groups, seen = rulebook.of_kind(kind), [], set[str]()
    for title, keys in lists:
        here = [key for key in keys if key in entries]
        seen.update(here)
        groups.append(Group(title, tuple(_entry_row(rulebook, kind, entries[key]) for key in here)))
    rest = [entries[key] for key in sorted(entries) if key not in seen]
    if rest:
        groups.append(Group("On no list", tuple(_entry_row(rulebook, kind, entry) for entry in rest)))
    return [group for group in groups if group.rows]


@dataclass(frozen=True)
class Found:
    groups: tuple[Group, ...]
    count: int
    left_out: int


def search_rules(rulebook: Rulebook, query: str) -> Found:
    """Entries that have every word of the query in their name or their summary, the best first within each kind."""
    words = query.casefold().split()
    hits: list[tuple[int, int, str, str, Row]] = []
    kinds = {kind: place for place, kind in enumerate(KIND_NAMES)}
    for kind, name, summary, row in _searchable(rulebook):
        title, text = name.casefold(), summary.casefold()
        if words and all(word in title or word in text for word in words):
            rank = 0 if title.startswith(words[0]) else 1 if all(word in title for word in words) else 2
            hits.append((rank, kinds[kind], title, kind, row))
    hits.sort(key=lambda hit: hit[:3])
    shown = hits[:MOST_FOUND]
    by_kind: dict[str, list[Row]] = {}
    for *_, kind, row in shown:
        by_kind.setdefault(kind, []).append(row)
    groups = tuple(Group(KIND_NAMES[kind][0], tuple(rows)) for kind, rows in by_kind.items())
    return Found(groups, len(hits), len(hits) - len(shown))


def _searchable(rulebook: Rulebook) -> Iterator[tuple[str, str, str, Row]]:
    for kind, entry in rulebook.entries():
        if kind in KIND_NAMES:
            row = _entry_row(rulebook, kind, entry)
            name = f"{entry.number}. {entry.name}" if isinstance(entry, Ruling) else entry.name
            yield kind, entry.name, entry.summary, Row(name, row.url, row.aside, row.what, row.note)
    for band in rulebook.warband_types.values():
        for warrior in band.warriors:
            url = f"{address('warband_types', band.key)}#{anchor_of(warrior.key)}"
            row = Row(warrior.name, url, gold_told(warrior.price), warrior.summary, band.name)
            yield "warband_types", warrior.name, warrior.summary, row
