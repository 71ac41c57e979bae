"""The set-up sheet to PDF: one page of A4. WeasyPrint is known to `warbands.printing` alone."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string

from encounters.map_svg import to_svg
from encounters.setup.plan import Plan
from encounters.setup.sheet import SetupSheet, sheet_of
from warbands import printing

# Millimetres that the map may be high: the most that leaves everything on one page.
MAP_HEIGHTS = tuple(range(130, 50, -8))
MAP_WIDTH = 184


def setup_pdf(plan: Plan) -> bytes:
    """The sheet, tagged, and the same to the byte each time on one machine."""
    pdf: bytes = laid_out(plan).write_pdf(pdf_variant="pdf/ua-1", custom_metadata=False)
    return pdf


def laid_out(plan: Plan) -> Any:
    """WeasyPrint's document of it; the map is as large as the words leave room for."""
    sheet = sheet_of(plan)
    svg = to_svg(plan.drawn, plan.table, plan.overlay, ink="paper", heading=False, legend=False)
    for height in MAP_HEIGHTS:
        document = printing.lay_out_with(html_of(sheet, svg, height), ["base.css", "page_a4.css", "setup.css"])
        if len(document.pages) == 1:
            break
    return document


def html_of(sheet: SetupSheet, svg: str, height: int) -> str:
    values = {"sheet": sheet, "svg": svg, "height": height, "width": MAP_WIDTH}
    return printing.shown(render_to_string("encounters/print/setup.html", values))
