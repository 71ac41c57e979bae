"""A skirmish on paper: a sheet to play on, on one page as long as there is room."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.template.loader import render_to_string

from encounters.hitchance.fight_sheet import sheet_of
from encounters.hitchance.state import Skirmish
from warbands import printing
from warbands.roster.paper import PageSize, shortened

# How high a map of the ground may be, in millimetres, by the spacing of the sheet.
MAPS = {"roomy": 42.0, "close": 32.0, "bare": 0.0}
Progress = Callable[[int, str], None]


def _silent(done: int, told: str) -> None:
    pass


@dataclass(frozen=True)
class Printed:
    """What is printed and how."""

    skirmish: Skirmish
    name: str = ""
    paper: PageSize = "a4"
    player: str = ""
    printed_on: date | None = None


def pdf_and_pages(printed: Printed, progress: Progress = _silent) -> tuple[bytes, int]:
    """The PDF, tagged, and how many pages it has. The same to the byte each time on one machine."""
    progress(0, "Setting the sheet")
    document = laid_out(printed)
    progress(80, "Writing the PDF")
    pdf: bytes = document.write_pdf(pdf_variant="pdf/ua-1", custom_metadata=False)
    return pdf, len(document.pages)


def laid_out(printed: Printed) -> Any:
    """WeasyPrint's document: with room to write where that fits on a page, else close together, and without a map of
    the ground where that saves a page."""
    for spacing in ("roomy", "close"):
        document = _set(printed, spacing)
        if len(document.pages) == 1:
            return document
    bare = _set(printed, "bare")
    return bare if len(bare.pages) < len(document.pages) else document


def _set(printed: Printed, spacing: str) -> Any:
    styles = ["base.css", f"page_{printed.paper}.css", "skirmish.css"]
    return printing.lay_out_with(html_of(printed, spacing), styles)


def sheet_digest(printed: Printed) -> str:
    """Thirty-two hexadecimal digits that change with anything that would change the sheet but the day."""
    html = html_of(replace(printed, printed_on=None))
    told = f"{html}\0{printed.paper}\0{printing.template_version()}"
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def html_of(printed: Printed, spacing: str = "roomy") -> str:
    values = {
        "title": f"{printed.name or 'Skirmish'}: fight sheet",
        "name": printed.name or "Skirmish",
        "spacing": "close" if spacing == "bare" else spacing,
        "sheet": sheet_of(printed.skirmish, MAPS[spacing]),
        "player": shortened(printed.player, 40),
        "printed_on": printed.printed_on,
    }
    return printing.shown(render_to_string("encounters/print/skirmish.html", values))
