"""A pit fighter on paper: his roster and his scroll on one page, and an arena to play on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.template.loader import render_to_string

from encounters.pitfight.career import OPPONENTS_FOR_A_SKILL
from encounters.pitfight.diagrams import RADIUS, arena_sheet
from encounters.pitfight.fighter_sheet import FighterSheet
from warbands import printing
from warbands.roster.paper import PageSize, shortened

# Turns in each half of the tracks: the most is taken that leaves everything on one page.
TRACKS = range(3, 17)
# Millimetres of a hex's radius in a move, and how many turns there must be room for at least; the first that fits is
# taken. The last are for much that lasts and for long moves.
LAYOUTS = ((5.0, 11), (4.3, 11), (3.7, 8), (3.1, 5), (2.6, 3), (2.1, 3))
LONG_NAME = 34
AROUND_WIDTH, BODY_WIDTH = 44.0, 32.0
# The width and height that an arena may take.
ARENA: dict[PageSize, tuple[float, float]] = {"a4": (188.0, 250.0), "letter": (194.0, 232.0)}
MOST_LINES, FEWEST_LINES = 6, 2
MOST_SKILLS = 6
# Of a characteristic that a player has built to be as high as it can be.
MOST_BOXES = 40

Progress = Callable[[int, str], None]


def _silent(done: int, told: str) -> None:
    pass


@dataclass(frozen=True)
class Printed:
    """What is printed and how. ``blank`` leaves name and figures to be written in."""

    sheet: FighterSheet
    radius: int
    spacing: int
    paper: PageSize = "a4"
    blank: bool = False
    player: str = ""
    printed_on: date | None = None


def pdf_and_pages(printed: Printed, progress: Progress = _silent) -> tuple[bytes, int]:
    """The PDF, tagged, and how many pages it has. The same to the byte each time on one machine."""
    document = laid_out(printed, progress)
    progress(90, "Writing the PDF")
    pdf: bytes = document.write_pdf(pdf_variant="pdf/ua-1", custom_metadata=False)
    return pdf, len(document.pages)


def laid_out(printed: Printed, progress: Progress = _silent) -> Any:
    """WeasyPrint's document: the roster on its first page, with as many turns as there is room for, and the arena."""
    progress(0, "Setting the roster")
    document, radius, least = _largest_moves(printed)
    most = len(TRACKS)
    while most - least > 1:
        progress(20 + 60 * least // len(TRACKS), "Setting the roster")
        middle = (least + most) // 2
        tried = _set(printed, radius, TRACKS[middle])
        if len(tried.pages) == len(document.pages):
            document, least = tried, middle
        else:
            most = middle
    return document


def _largest_moves(printed: Printed) -> tuple[Any, float, int]:
    """With the largest drawings of moves that leave two pages, their radius, and which of TRACKS it has."""
    for radius, turns in LAYOUTS:
        document = _set(printed, radius, turns)
        if len(document.pages) == 2:
            break
    return document, radius, TRACKS.index(turns)


def _set(printed: Printed, radius: float, turns: int) -> Any:
    styles = ["base.css", f"page_{printed.paper}.css", "pit_roster.css"]
    return printing.lay_out_with(html_of(printed, radius, turns), styles)


def sheet_digest(printed: Printed) -> str:
    """Thirty-two hexadecimal digits that change with anything that would change the sheet but the day."""
    html = html_of(replace(printed, printed_on=None), *LAYOUTS[0])
    told = f"{html}\0{printed.paper}\0{printing.template_version()}"
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def html_of(printed: Printed, radius: float, turns: int) -> str:
    """``radius``: millimetres of a hex's in a move; ``turns``: in each half of the tracks."""
    sheet, arena = printed.sheet, arena_sheet(printed.radius)
    due = sheet.career.opponents % OPPONENTS_FOR_A_SKILL
    values = {
        "learned": _learned(sheet.career.learned),
        "title": "Pit fighter's roster" if printed.blank else f"{sheet.name}: roster and scroll",
        "foot": _foot(printed),
        "sheet": sheet,
        "blank": printed.blank,
        "long": len(sheet.name) > LONG_NAME,
        "player": shortened(printed.player, 40),
        "printed_on": printed.printed_on,
        "radius": printed.radius,
        "spacing": printed.spacing,
        "wound_boxes": "□" * (20 if printed.blank else min(sheet.wounds, MOST_BOXES)),
        "skill_boxes": "■" * due + "□" * (OPPONENTS_FOR_A_SKILL - due),
        "blank_lines": range(max(MOST_LINES - len(sheet.harm) - bool(sheet.career.learned), FEWEST_LINES)),
        "moves": [_band(name, moves, radius) for name, moves in sheet.scroll.bands],
        "rows": [range(1, turns + 1), range(turns + 1, 2 * turns + 1)],
        "arena": arena,
        "sizes": _sizes(printed, arena),
    }
    return printing.shown(render_to_string("encounters/print/pit_roster.html", values))


def _foot(printed: Printed) -> str:
    names = ["Blank roster" if printed.blank else shortened(printed.sheet.name, 40), printed.sheet.scroll.name]
    return " · ".join(names)


def _learned(skills: Sequence[str]) -> str:
    """The latest; of the others how many."""
    more = len(skills) - MOST_SKILLS
    return f"{', '.join(skills[-MOST_SKILLS:])}{f' and {more} more' if more > 0 else ''}"


def _band(name: str, moves: Any, radius: float) -> dict[str, Any]:
    unit = radius / RADIUS
    drawn = [{"drawing": one, "width": _mm(one.width * unit), "height": _mm(one.height * unit)} for one in moves]
    return {"name": name.capitalize(), "moves": drawn}


def _sizes(printed: Printed, arena: Any) -> dict[str, str]:
    around = printed.sheet.scroll.around
    widest, highest = ARENA[printed.paper]
    unit = min(widest / arena.width, highest / arena.height)
    return {
        "around_width": _mm(AROUND_WIDTH),
        "around_height": _mm(AROUND_WIDTH * around.height / around.width),
        "body_width": _mm(BODY_WIDTH),
        "body_height": _mm(BODY_WIDTH * 100 / 60),
        "arena_width": _mm(arena.width * unit),
        "arena_height": _mm(arena.height * unit),
    }


def _mm(length: float) -> str:
    return f"{length:.2f}mm"
