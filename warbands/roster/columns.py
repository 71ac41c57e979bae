"""Texts in columns: the quick reference and the rules of a roster sheet.

Pieces are measured at a column's width and filled in here: that costs a tenth of what balancing columns in the page
layout does, and a heading, a table or a rule is never torn apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from warbands.roster.cards import Measure
from warbands.roster.paper import PageSize, shortened
from warbands.roster.reference import ChartTable, Reference, ReferenceEntry, ReferenceSection
from warbands.roster.sheet import WarbandSheet


@dataclass(frozen=True)
class ColumnLine:
    """A piece of a text set in columns; it is not broken."""

    kind: Literal["heading", "entry", "weapons", "armour", "chart"]
    title: str = ""
    entry: ReferenceEntry | None = None
    section: ReferenceSection | None = None
    chart: ChartTable | None = None
    text: str = ""


@dataclass(frozen=True)
class ColumnPage:
    """Columns side by side, none taller than the page."""

    columns: tuple[tuple[ColumnLine, ...], ...]


# The text's width and height in mm, and the gap between columns.
_UPRIGHT_AREA: Mapping[PageSize, tuple[float, float]] = {"a4": (190.0, 266.0), "letter": (195.9, 248.0)}
_ACROSS_AREA: Mapping[PageSize, tuple[float, float]] = {"a4": (277.0, 172.0), "letter": (259.4, 178.0)}
COLUMN_GAP = 7.0
REFERENCE_COLUMNS, RULES_COLUMNS = 2, 3
# The title of the quick reference, on its first page.
REFERENCE_TITLE = 11.0
# Names beside a rule: who has it is a help, not the roster.
MOST_NAMES = 8


def _reference_lines(reference: Reference) -> Iterator[ColumnLine]:
    for section in reference.sections:
        yield ColumnLine("heading", title=section.title)
        if section.weapons:
            yield ColumnLine("weapons", section=section)
        if section.armour:
            yield ColumnLine("armour", section=section)
        for entry in section.entries:
            yield ColumnLine("entry", entry=entry, text=_names_told(entry.used_by))
        for chart in section.charts:
            yield ColumnLine("chart", chart=chart)


def _names_told(names: Sequence[str]) -> str:
    told = ", ".join(shortened(name, 40) for name in names[:MOST_NAMES])
    return told if len(names) <= MOST_NAMES else f"{told} and {len(names) - MOST_NAMES} more"


def _in_columns(
    lines: Sequence[ColumnLine], count: int, area: tuple[float, float], measure: Measure, *, first: float = 0.0
) -> tuple[ColumnPage, ...]:
    """Pages of ``count`` columns; a heading stays with what follows it, the last page is balanced.

    ``first`` is what stands above the columns of the first page, in mm.
    """
    width, height = column_width(count, area), area[1]
    heights = measure(lines, width)
    pages: list[ColumnPage] = []
    start, room = 0, height - first
    while start < len(lines):
        columns, end = _fill_columns(lines, heights, start, count, room)
        if end == len(lines):
            least = sum(heights[start:]) / count
            while least < room:
                balanced, reached = _fill_columns(lines, heights, start, count, least)
                if reached == len(lines):
                    columns = balanced
                    break
                least += 4.0
        pages.append(ColumnPage(columns))
        start, room = end, height
    return tuple(pages)


def column_width(count: int, area: tuple[float, float]) -> float:
    return (area[0] - (count - 1) * COLUMN_GAP) / count


def _fill_columns(
    lines: Sequence[ColumnLine], heights: Sequence[float], start: int, count: int, room: float
) -> tuple[tuple[tuple[ColumnLine, ...], ...], int]:
    """As much as the columns of one page hold, and where the rest begins; at least a line in each."""
    columns: list[tuple[ColumnLine, ...]] = []
    at = start
    for _ in range(count):
        begun, used = at, 0.0
        while at < len(lines) and (used + heights[at] <= room or at == begun):
            used += heights[at]
            at += 1
        if at < len(lines) and lines[at - 1].kind == "heading" and at - 1 > begun:
            at -= 1
        columns.append(tuple(lines[begun:at]))
    return tuple(columns), at


def reference_in_columns(reference: Reference, page: PageSize, measure: Measure) -> tuple[ColumnPage, ...]:
    lines = list(_reference_lines(reference))
    return _in_columns(lines, REFERENCE_COLUMNS, _UPRIGHT_AREA[page], measure, first=REFERENCE_TITLE)


def rules_in_columns(sheet: WarbandSheet, page: PageSize, measure: Measure) -> tuple[ColumnPage, ...]:
    """What rules, skills, spells, mutations and injuries say; things say it in their numbers."""
    unique = {(link.kind, link.name): link for link in sheet.links if link.kind != "items"}
    lines = [
        ColumnLine("entry", entry=ReferenceEntry(link.name, link.summary, link.source)) for link in unique.values()
    ]
    return _in_columns(lines, RULES_COLUMNS, _ACROSS_AREA[page], measure)


# --- cards ------------------------------------------------------------------------------------------------------


def reference_column_width(page: PageSize) -> float:
    return column_width(REFERENCE_COLUMNS, _UPRIGHT_AREA[page])


def rules_column_width(page: PageSize) -> float:
    return column_width(RULES_COLUMNS, _ACROSS_AREA[page])
