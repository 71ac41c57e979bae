"""The rulebook: every entry of every book, indexed by kind and key, with every reference resolved.

`read_rulebook` makes one from a folder of YAML; the catalogue's rows make an equal one. Engines are handed a
rulebook and never ask where it came from. Its digest tells two contents apart, and is what caches hang on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ValidationError

from mordheim.rules.beasts import GreatBeast
from mordheim.rules.happenings import Happening
from mordheim.rules.schema import (
    KINDS,
    Chart,
    EquipmentList,
    Family,
    HiredSwordType,
    Injury,
    Item,
    LastingEffectEntry,
    Location,
    Lore,
    Material,
    Mutation,
    Race,
    Rule,
    Ruling,
    Scale,
    Scenario,
    Skill,
    SkillList,
    Source,
    Spell,
    Track,
    WarbandType,
)
from mordheim.rules.words import Entry


class RulesError(ValueError):
    """The rules content is wrong. ``problems`` has one sentence for each fault, with the place."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


@dataclass(frozen=True)
class Rulebook:
    """All entries by kind and key. Two rulebooks of equal content are equal."""

    sources: Mapping[str, Source]
    families: Mapping[str, Family] = field(default_factory=dict)
    races: Mapping[str, Race] = field(default_factory=dict)
    rules: Mapping[str, Rule] = field(default_factory=dict)
    items: Mapping[str, Item] = field(default_factory=dict)
    materials: Mapping[str, Material] = field(default_factory=dict)
    skills: Mapping[str, Skill] = field(default_factory=dict)
    skill_lists: Mapping[str, SkillList] = field(default_factory=dict)
    spells: Mapping[str, Spell] = field(default_factory=dict)
    lores: Mapping[str, Lore] = field(default_factory=dict)
    injuries: Mapping[str, Injury] = field(default_factory=dict)
    mutations: Mapping[str, Mutation] = field(default_factory=dict)
    charts: Mapping[str, Chart] = field(default_factory=dict)
    equipment_lists: Mapping[str, EquipmentList] = field(default_factory=dict)
    warband_types: Mapping[str, WarbandType] = field(default_factory=dict)
    hired_swords: Mapping[str, HiredSwordType] = field(default_factory=dict)
    tracks: Mapping[str, Track] = field(default_factory=dict)
    scales: Mapping[str, Scale] = field(default_factory=dict)
    locations: Mapping[str, Location] = field(default_factory=dict)
    lasting_effects: Mapping[str, LastingEffectEntry] = field(default_factory=dict)
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)
    happenings: Mapping[str, Happening] = field(default_factory=dict)
    great_beasts: Mapping[str, GreatBeast] = field(default_factory=dict)
    rulings: Mapping[str, Ruling] = field(default_factory=dict)

    def of_kind(self, kind: str) -> Mapping[str, Entry]:
        """The entries of one kind by key. Raises KeyError for a kind there is not."""
        if kind not in KINDS:
            raise KeyError(kind)
        entries: Mapping[str, Entry] = getattr(self, kind)
        return entries

    def entries(self) -> Iterator[tuple[str, Entry]]:
        """Every entry with its kind, in a fixed order."""
        for kind in KINDS:
            of_kind = self.of_kind(kind)
            for key in sorted(of_kind):
                yield kind, of_kind[key]

    @cached_property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that change with any content."""
        told: list[Any] = [source.model_dump(mode="json") for _, source in sorted(self.sources.items())]
        told += [[kind, entry.model_dump(mode="json", exclude_defaults=True)] for kind, entry in self.entries()]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def build_rulebook(sources: Iterable[Source], entries: Iterable[tuple[str, Entry]]) -> Rulebook:
    """Index entries and resolve their references.

    Raises:
        RulesError: for two entries of one kind and key, an unknown book, or a reference to nothing.
    """
    problems: list[str] = []
    books = {source.key: source for source in sources}
    kinds: dict[str, dict[str, Entry]] = {kind: {} for kind in KINDS}
    for kind, entry in entries:
        if entry.key in kinds[kind]:
            problems.append(f"{kind}: {entry.key} stands twice ({kinds[kind][entry.key].book} and {entry.book})")
        if entry.book not in books:
            problems.append(f"{kind}: {entry.key} names the unknown book {entry.book}")
        kinds[kind][entry.key] = entry
    rulebook = Rulebook(books, **kinds)  # type: ignore[arg-type]
    problems += list(_dangling(rulebook))
    if problems:
        raise RulesError(problems)
    return rulebook


def read_rulebook(folder: Path) -> Rulebook:
    """Read every book below a folder.

    Raises:
        RulesError: with one sentence for every fault found in any file.
    """
    problems: list[str] = []
    sources: list[Source] = []
    entries: list[tuple[str, Entry]] = []
    books = sorted(path.parent for path in folder.glob("*/source.yaml"))
    if not books:
        raise RulesError([f"{folder}: no book (a folder with a source.yaml) stands here"])
    for book in books:
        try:
            source = Source.model_validate(_load(book / "source.yaml"))
        except (ValidationError, yaml.YAMLError) as error:
            problems.append(f"{book.name}/source.yaml: {_told(error)}")
            continue
        sources.append(source)
        for path in sorted(book.rglob("*.yaml")):
            if path != book / "source.yaml":
                entries += _read_file(path, folder, source.key, problems)
    if problems:
        raise RulesError(problems)
    return build_rulebook(sources, entries)


def _read_file(path: Path, folder: Path, book: str, problems: list[str]) -> list[tuple[str, Entry]]:
    place = path.relative_to(folder).as_posix()
    read: list[tuple[str, Entry]] = []
    try:
        content = _load(path)
    except yaml.YAMLError as error:
        problems.append(f"{place}: {_told(error)}")
        return read
    if not isinstance(content, dict):
        problems.append(f"{place}: a mapping from kinds to entries is expected")
        return read
    for kind, rows in content.items():
        if kind not in KINDS or not isinstance(rows, list):
            problems.append(f"{place}: {kind} is no kind of entry with a list below it")
            continue
        for number, row in enumerate(rows):
            named = row.get("key", number) if isinstance(row, dict) else number
            try:
                read.append((kind, KINDS[kind].model_validate({**row, "book": book})))
            except (ValidationError, TypeError) as error:
                problems.append(f"{place}: {kind}, {named}: {_told(error)}")
    return read


# Where PyYAML was built with libyaml a book is read several times as fast.
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _UniqueKeyLoader(_Loader):  # type: ignore[misc]  # which class it is, only the machine knows
    """YAML without duplicate keys."""


def _mapping(loader: Any, node: yaml.MappingNode) -> dict[Any, Any]:
    keys = [loader.construct_object(key, deep=True) for key, _ in node.value]
    for key in keys:
        if keys.count(key) > 1:
            raise yaml.constructor.ConstructorError(None, None, f"the key {key!r} stands twice", node.start_mark)
    return dict(loader.construct_mapping(node, deep=True))


_UniqueKeyLoader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def _load(path: Path) -> Any:
    return yaml.load(path.read_text(encoding="utf-8"), Loader=_UniqueKeyLoader)  # noqa: S506


def _told(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
    return " ".join(str(error).split())


# --- references -------------------------------------------------------------------------------------------------


_FIELDS: dict[str, str] = {
    # name of a field -> kind its keys belong to, wherever that field stands in an entry
    "families": "families",
    "races": "races",
    "race": "races",
    "never_races": "races",
    "rules": "rules",
    "rule": "rules",
    "item": "items",
    "items": "items",
    "but": "items",
    "brace_of": "items",
    "except_items": "items",
    "never_except": "items",
    "gear": "items",
    "mount": "items",
    "material": "materials",
    "skills": "skills",
    "skills_also": "skills",
    "skill_lists": "skill_lists",
    "spell": "spells",
    "lore": "lores",
    "chart": "charts",
    "skill_list": "skill_lists",
    "effect": "lasting_effects",
    "leaves": "lasting_effects",
    "teaches": "lasting_effects",
    "new_leader_leaves": "lasting_effects",
    "new_leader_lore": "lores",
    "injury": "injuries",
    "again": "injuries",
    "one_of": "items",
    "needs_dose": "items",
    "equipment_list": "equipment_lists",
    "only": "hired_swords",
    "hired_sword": "hired_swords",
    "prayers": "spells",
    "without_rules": "rules",
    "spared": "rules",
    "rolled_again": "rules",
    "rolled_again_by_skill": "skills",
    "warband_type": "warband_types",
}


def _dangling(rulebook: Rulebook) -> Iterator[str]:
    """A sentence for every key that leads nowhere. Warrior types and warband types of books that are not
    loaded may be named: prices speak of warbands that a club may add later."""
    for kind, entry in rulebook.entries():
        for name, key in _references(entry):
            target = _FIELDS[name]
            if key not in rulebook.of_kind(target):
                yield f"{kind}: {entry.key}: {name} names {key}, which is none of the {target}"
        yield from _dangling_touches(rulebook, entry)
    for kind_of_warband in rulebook.warband_types.values():
        yield from _dangling_warriors(kind_of_warband)


def _dangling_touches(rulebook: Rulebook, entry: Entry) -> Iterator[str]:
    for touched in entry.touches if isinstance(entry, Ruling) else ():
        kind, _, key = touched.partition(":")
        if kind not in KINDS or key not in rulebook.of_kind(kind):
            yield f"rulings: {entry.key}: touches {touched}, which is not there"


def _dangling_warriors(kind: WarbandType) -> Iterator[str]:
    """Warriors that a list's own limits, prices and upkeep name must be on that list."""
    named = [(entry.key, entry.limit.at_most_per.warriors) for entry in kind.warriors if entry.limit.at_most_per]
    named += [(entry.key, entry.upkeep.of) for entry in kind.warriors if entry.upkeep]
    named.append(("heirs", kind.heirs))
    named += [(row.item, row.common_if.warriors) for row in kind.special_equipment if row.common_if]
    named += [(row.item, row.only_for.warriors) for row in kind.special_equipment if row.only_for]
    for where, keys in named:
        for key in keys:
            if kind.warrior(key) is None:
                yield f"warband_types: {kind.key}: {where} names {key}, which is no warrior of that list"


def _references(model: BaseModel) -> Iterator[tuple[str, str]]:
    for name in type(model).model_fields:
        value = getattr(model, name)
        if isinstance(value, BaseModel):
            yield from _references(value)
        elif isinstance(value, tuple):
            for one in value:
                if isinstance(one, BaseModel):
                    yield from _references(one)
                elif name in _FIELDS:
                    yield name, one
                elif name == "of" and not hasattr(model, "gold"):
                    yield "items", one
        elif name in _FIELDS and isinstance(value, str):
            yield name, value
