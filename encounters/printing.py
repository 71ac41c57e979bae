"""The set-up sheet to PDF: one page of A4. WeasyPrint is known to `warbands.printing` alone."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.template.loader import render_to_string

from encounters.map_svg import to_svg
from encounters.setup.plan import Plan
from encounters.setup.sheet import SetupSheet, sheet_of
from warbands import printing

# Millimetres that the map may be high: the most that leaves everything on one page.
MAP_HEIGHTS = tuple(range(130, 50, -8))
MAP_WIDTH = 184


# Told (per cent done, what is being done) before each part of the work; what it raises ends it.
Progress = Callable[[int, str], None]


def _silent(done: int, told: str) -> None:
    pass


def setup_pdf(plan: Plan, progress: Progress = _silent) -> bytes:
    """The sheet, tagged, and the same to the byte each time on one machine."""
    return pdf_and_pages(plan, progress)[0]


def pdf_and_pages(plan: Plan, progress: Progress = _silent) -> tuple[bytes, int]:
    """The same, and how many pages it has."""
    document = laid_out(plan, progress)
    progress(90, "Writing the PDF")
    pdf: bytes = document.write_pdf(pdf_variant="pdf/ua-1", custom_metadata=False)
    return pdf, len(document.pages)


def laid_out(plan: Plan, progress: Progress = _silent) -> Any:
    """WeasyPrint's document of it; the map is as large as the words leave room for."""
    progress(0, "Drawing the map")
    sheet, svg = sheet_of(plan), paper_map(plan)
    for tried, height in enumerate(MAP_HEIGHTS):
        progress(10 + 80 * tried // len(MAP_HEIGHTS), "Setting the sheet")
        document = printing.lay_out_with(html_of(sheet, svg, height), ["base.css", "page_a4.css", "setup.css"])
        if len(document.pages) == 1:
            break
    return document


def paper_map(plan: Plan) -> str:
    """The map in paper's ink; the words around it say what its legend would."""
    return to_svg(plan.drawn, plan.table, plan.overlay, ink="paper", heading=False, legend=False)


def sheet_digest(plan: Plan) -> str:
    """Thirty-two hexadecimal digits that change with anything that would change the sheet."""
    html = html_of(sheet_of(plan), paper_map(plan), MAP_HEIGHTS[0])
    return hashlib.sha256(f"{html}\0{printing.template_version()}".encode()).hexdigest()[:32]


def html_of(sheet: SetupSheet, svg: str, height: int) -> str:
    values = {"sheet": sheet, "svg": svg, "height": height, "width": MAP_WIDTH}
    return printing.shown(render_to_string("encounters/print/setup.html", values))
