"""The map as SVG text: the sheet written down by its template. Needs Django's templates, and no database."""

from __future__ import annotations

from dataclasses import dataclass

from django.template.loader import render_to_string

from encounters.mapping.drawing import Sheet
from encounters.mapping.features import Map
from encounters.mapping.frame import MARGIN, UNITS
from encounters.mapping.inks import Ink
from encounters.mapping.overlay import Overlay
from encounters.mapping.sheet import draw_sheet
from encounters.mapping.signs import Sample, samples_of
from encounters.mapping.words import Section, in_words
from encounters.table import Table

FOLDER = "encounters/map"


@dataclass(frozen=True)
class MapShown:
    """The map as a page shows it: what both ways of drawing it have in common, the map lying, and standing for a phone
    where it is wide; its legend, and all of it in words."""

    shared: str
    level: str
    upright: str
    legend: tuple[Sample, ...]
    sections: tuple[Section, ...]


def to_svg(
    drawn: Map,
    table: Table,
    overlay: Overlay | None = None,
    *,
    ink: Ink = "screen",
    turned: bool = False,
    heading: bool = True,
    legend: bool = True,
    uid: str = "map",
) -> str:
    """A whole SVG document, to be written to a file or to stand in a page; see `draw_sheet` for what may be chosen."""
    sheet = draw_sheet(drawn, table, overlay, ink=ink, turned=turned, heading=heading, legend=legend, uid=uid)
    return _written("_map.svg", sheet=sheet) + "\n"


def to_page(drawn: Map, table: Table, overlay: Overlay, *, uid: str = "map") -> MapShown:
    """The map for a page, whose text has the legend beside it. The town is written once, however it lies."""
    level = draw_sheet(drawn, table, overlay, heading=False, legend=False, uid=uid)
    upright = draw_sheet(drawn, table, overlay, heading=False, legend=False, turned=True, uid=uid)
    # A quarter turn clockwise; what was the lower edge of the table is the left one then.
    turn = f"matrix(0 1 -1 0 {2 * MARGIN + UNITS * table.height:g} 0)"
    return MapShown(
        shared=_written("_shared.svg", sheet=level, ground=level.of("ground"), things=level.of("things")),
        level=_way(level, "level"),
        upright=_way(upright, "upright", turn) if table.width > table.height else "",
        legend=samples_of(drawn, overlay, "screen"),
        sections=in_words(drawn, overlay, table),
    )


def sample_svg(sample: Sample) -> str:
    """A sign of the legend, or a warband's pattern, as a small drawing."""
    return _written("_sample.svg", sample=sample)


def _way(sheet: Sheet, way: str, turn: str = "") -> str:
    return _written("_way.svg", sheet=sheet, way=way, turn=turn, zones=sheet.of("zones"), signs=sheet.of("signs"))


def _written(template: str, **values: object) -> str:
    return render_to_string(f"{FOLDER}/{template}", values).strip()
