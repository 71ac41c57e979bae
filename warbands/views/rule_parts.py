"""What a page of the rules is made of: facts, profiles, groups of rows, a chart or a table of figures.

Each kind of entry is told in these parts, so that a new kind of rule needs no template of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mordheim.rules.schema import Chart
from warbands.roster.explain import Figure
from warbands.views.rule_words import Group, Row, Words


@dataclass(frozen=True)
class Fact:
    """A line of the page's figures: its label, and pieces that stand in a row."""

    label: str
    words: tuple[Words, ...]


@dataclass(frozen=True)
class Statline:
    label: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class Grid:
    """A table of figures: what its rows are of, what stands over the heads of its columns, these, and the rows, each
    with a head of its own."""

    name: str
    corner: str
    over: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Stage:
    """Something that is done, in its order: on what condition, such as ``Failed``, with which dice, what is told of it,
    and what is done within it."""

    told: str = ""
    when: str = ""
    die: str = ""
    then: tuple[Stage, ...] = ()


@dataclass(frozen=True)
class WarriorEntry:
    """A type one recruits, as the page of its warband shows it."""

    anchor: str
    name: str
    section: str
    price: int
    limit: str
    summary: str
    statline: tuple[Figure, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class RulePage:
    kind: str
    key: str
    name: str
    kind_name: str
    kind_plural: str
    summary: str
    source: str
    facts: tuple[Fact, ...] = ()
    statlines: tuple[Statline, ...] = ()
    groups: tuple[Group, ...] = ()
    course: tuple[Stage, ...] = ()
    chart: Chart | None = None
    grid: Grid | None = None
    warriors: tuple[WarriorEntry, ...] = ()
    used_by: tuple[Words, ...] = ()
    rulings: tuple[Row, ...] = ()

    @property
    def is_chart(self) -> bool:
        return self.kind == "charts"


@dataclass
class Parts:
    """What a kind's own builder adds to the page."""

    facts: list[Fact] = field(default_factory=list)
    statlines: list[Statline] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    course: tuple[Stage, ...] = ()
    chart: Chart | None = None
    grid: Grid | None = None
    warriors: list[WarriorEntry] = field(default_factory=list)

    def fact(self, label: str, *words: str | Words | None) -> None:
        """A line of figures, left out when there is nothing to say."""
        said = tuple(Words(word) if isinstance(word, str) else word for word in words if word)
        if said:
            self.facts.append(Fact(label, said))
