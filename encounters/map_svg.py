"""The map as SVG text: the sheet written down by its template. Needs Django's templates, and no database."""

from __future__ import annotations

from django.template.loader import render_to_string

from encounters.mapping.features import Map
from encounters.mapping.inks import Ink
from encounters.mapping.overlay import Overlay
from encounters.mapping.sheet import draw_sheet
from encounters.table import Table

TEMPLATE = "encounters/map/_map.svg"


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
    return render_to_string(TEMPLATE, {"sheet": sheet}).strip() + "\n"
