"""The set-up sheet to PDF: one page, A4 or Letter. WeasyPrint is known to `warbands.printing` alone."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.template.loader import render_to_string

from encounters.map_svg import sample_svg, to_svg
from encounters.mapping.overlay import MOST_SIDES
from encounters.mapping.signs import samples_of, swatch_of
from encounters.setup.plan import Plan
from encounters.setup.sheet import SetupSheet, sheet_of
from warbands import printing
from warbands.roster.paper import PageSize

# Millimetres that the map may be high, the lowest first: the most is taken that leaves everything on one page.
MAP_HEIGHTS = tuple(range(36, 165, 4))
MAP_WIDTH = 184
LEAST_BESIDE_CREATURE = 80


# Told (per cent done, what is being done) before each part of the work; what it raises ends it.
Progress = Callable[[int, str], None]


def _silent(done: int, told: str) -> None:
    pass


def setup_pdf(plan: Plan, page: PageSize = "a4") -> bytes:
    """The sheet, tagged, and the same to the byte each time on one machine."""
    return pdf_and_pages(plan, page)[0]


def pdf_and_pages(plan: Plan, page: PageSize = "a4", progress: Progress = _silent) -> tuple[bytes, int]:
    """The same, and how many pages it has."""
    document = laid_out(plan, page, progress)
    progress(90, "Writing the PDF")
    pdf: bytes = document.write_pdf(pdf_variant="pdf/ua-1", custom_metadata=False)
    return pdf, len(document.pages)


def laid_out(plan: Plan, page: PageSize = "a4", progress: Progress = _silent) -> Any:
    """WeasyPrint's document of it; the map is as large as the words leave room for."""
    progress(0, "Drawing the map")
    shown = map_printed(plan)
    sheet = _as_much_as_fits(sheet_of(plan), shown, page)
    # The lowest map always stays in hand; each turn halves what is left to try above it.
    least, most = 0, len(MAP_HEIGHTS)
    document = _set(sheet, shown, MAP_HEIGHTS[0], page)
    while most - least > 1:
        progress(10 + 80 * least // len(MAP_HEIGHTS), "Setting the sheet")
        middle = (least + most) // 2
        tried = _set(sheet, shown, MAP_HEIGHTS[middle], page)
        if len(tried.pages) == 1:
            document, least = tried, middle
        else:
            most = middle
    return document


def _as_much_as_fits(sheet: SetupSheet, shown: MapPrinted, page: PageSize) -> SetupSheet:
    """What the creature can do stands on the sheet where that leaves a map that can be read, else its figures alone."""
    if sheet.creature is None or len(_set(sheet, shown, LEAST_BESIDE_CREATURE, page).pages) == 1:
        return sheet
    return replace(sheet, creature=replace(sheet.creature, told=sheet.creature.told[:1]))


def _set(sheet: SetupSheet, shown: MapPrinted, height: int, page: PageSize) -> Any:
    return printing.lay_out_with(html_of(sheet, shown, height), ["base.css", f"page_{page}.css", "setup.css"])


@dataclass(frozen=True)
class MapPrinted:
    """The map in paper's ink, the signs of its legend with what they say, and each warband's pattern by its number."""

    svg: str
    legend: tuple[tuple[str, str], ...]
    swatches: Mapping[int, str]


def map_printed(plan: Plan) -> MapPrinted:
    svg = to_svg(plan.drawn, plan.table, plan.overlay, ink="paper", heading=False, legend=False)
    signs = samples_of(plan.drawn, plan.overlay, "paper")
    numbers = range(1, min(len(plan.sides), MOST_SIDES) + 1)
    return MapPrinted(
        svg,
        tuple((sample_svg(sign), sign.text) for sign in signs),
        {number: sample_svg(swatch_of(number, "paper")) for number in numbers},
    )


def sheet_digest(plan: Plan, page: PageSize = "a4") -> str:
    """Thirty-two hexadecimal digits that change with anything that would change the sheet."""
    html = html_of(sheet_of(plan), map_printed(plan), MAP_HEIGHTS[0])
    return hashlib.sha256(f"{html}\0{page}\0{printing.template_version()}".encode()).hexdigest()[:32]


def html_of(sheet: SetupSheet, shown: MapPrinted, height: int) -> str:
    rows = [(row, shown.swatches.get(row.number, "")) for row in sheet.rows]
    values = {"sheet": sheet, "map": shown, "rows": rows, "height": height, "width": MAP_WIDTH}
    return printing.shown(render_to_string("encounters/print/setup.html", values))
