"""The report of an evening, and the record of a night, to PDF.

Each part is laid out by itself, so that whoever waits sees how far it is and can stop it between two parts; the pages
of all parts are then written as one document. The front comes last, when it is known on which page each part begins;
the first battles follow on its page, and the nights after a battle follow each other, to save paper. WeasyPrint is
known to `warbands.printing` alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from django.template.loader import get_template, render_to_string

from campaigns import evening as structure
from campaigns.evening import BattlePart, Evening, NightPart, SidePart, evening_content
from warbands import printing
from warbands.roster.paper import PageSize

Progress = Callable[[int, int, str], None]

NO_FONT = f"{printing.NO_GLYPH} stands for a character that no font of the computer has which made this."
# Battles that are set one after the other without a new page.
BATTLES_A_PART = 6
TEMPLATES = ("evening.html", "_battle.html", "_captives.html", "_front.html", "_night.html", "_step.html")


@dataclass(frozen=True)
class Part:
    """What is laid out at one go, beginning on a page of its own; ``front`` with who met whom before it."""

    told: str
    battles: tuple[BattlePart, ...] = ()
    nights: tuple[NightPart, ...] = ()
    front: bool = False


@dataclass(frozen=True)
class Met:
    """A battle on the front page: where it is told, and its sides each with its night and the page of that."""

    battle: BattlePart
    page: int
    sides: tuple[tuple[SidePart, NightPart | None, int], ...]


def parts_of(evening: Evening) -> list[Part]:
    """The parts in their order, the front first. A single night is one part, and has no front."""
    if evening.kind == "night":
        return [Part(f"Setting the night of {evening.nights[0].warband}", evening.battles, evening.nights)]
    first, *chunks = range(0, max(1, len(evening.battles)), BATTLES_A_PART)
    front = Part("Setting the front page", evening.battles[first : first + BATTLES_A_PART], front=True)
    more = [evening.battles[start : start + BATTLES_A_PART] for start in chunks]
    return [front, *(Part(f"Setting {_numbers(some)}", some) for some in more), *_nights(evening)]


def _nights(evening: Evening) -> Iterator[Part]:
    """The nights after each battle together."""
    for battle, some in groupby(evening.nights, lambda night: night.battle):
        nights = tuple(some)
        told = f"night of {nights[0].warband}" if len(nights) == 1 else f"nights after battle {battle}"
        yield Part(f"Setting the {told}", nights=nights)


def _numbers(battles: Sequence[BattlePart]) -> str:
    first, last = battles[0].number, battles[-1].number
    return f"battle {first}" if first == last else f"battles {first} to {last}"


def steps_of(evening: Evening) -> int:
    """How many steps `render_evening` takes: each part, and the writing."""
    return len(parts_of(evening)) + 1


def document_digest(evening: Evening, gold_of: Sequence[int], page: PageSize) -> str:
    """Thirty-two hexadecimal digits that change with anything that would change the document, or who may have it."""
    told = [evening_content(evening), list(gold_of), page, printing.template_version(), template_version()]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:32]


@lru_cache(maxsize=1)
def template_version() -> str:
    """Changes with what sets an evening; styles are in that of `warbands.printing`."""
    origins = [Path(str(get_template(f"campaigns/print/{name}").origin)) for name in TEMPLATES]  # type: ignore[attr-defined]
    paths = [Path(__file__), Path(structure.__file__), *origins]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()[:16]


def render_evening(evening: Evening, *, page: PageSize = "a4", progress: Progress | None = None) -> tuple[bytes, int]:
    """The PDF, tagged and the same to the byte each time on one machine, and how many pages it has.

    ``progress`` is told (steps done, steps in all, what is being done) before each step; what it raises ends it.
    """
    told, steps, parts = progress or _silent, steps_of(evening), parts_of(evening)
    front, rest = (parts[0], parts[1:]) if parts[0].front else (None, parts)
    laid_out: list[Any] = []
    before, where = 0, dict[str, int]()
    if front:
        before = _count_pages(_lay_out(html_of(evening, front, met=_met(evening, {})), page), 0, where)
    for done, part in enumerate(rest):
        told(done, steps, part.told)
        document = _lay_out(html_of(evening, part, before=before), page)
        before = _count_pages(document, before, where)
        laid_out.append(document)
    if front:
        told(len(rest), steps, front.told)
        laid_out.insert(0, _lay_out(html_of(evening, front, met=_met(evening, where)), page))
    told(steps - 1, steps, "Writing the PDF")
    whole = laid_out[0].copy([one for document in laid_out for one in document.pages])
    pdf: bytes = whole.write_pdf(pdf_variant="pdf/ua-1", custom_metadata=False)
    return pdf, len(whole.pages)


def _count_pages(document: Any, before: int, where: dict[str, int]) -> int:
    """How many pages there are with these, so many having been before them; ``where`` is told what stands on which."""
    for number, page in enumerate(document.pages, start=before + 1):
        where |= dict.fromkeys(page.anchors, number)
    return before + len(document.pages)


def _silent(done: int, total: int, told: str) -> None:
    pass


def _lay_out(html: str, page: PageSize) -> Any:
    return printing.lay_out_with(html, ["base.css", f"page_{page}.css", "evening.css"])


def html_of(evening: Evening, part: Part, *, before: int = 0, met: Sequence[Met] = ()) -> str:
    """One part as HTML, with so many pages before it; the front with who met whom."""
    values = {"evening": evening, "part": part, "before": before, "met": met}
    html = printing.shown(render_to_string("campaigns/print/evening.html", values))
    return html.replace("</body>", f'<p class="key">{NO_FONT}</p></body>') if printing.NO_GLYPH in html else html


def _met(evening: Evening, where: Mapping[str, int]) -> list[Met]:
    nights = {(night.battle, night.place): night for night in evening.nights}
    found = []
    for battle in evening.battles:
        told = [(side, nights.get((battle.number, place))) for place, side in enumerate(battle.sides)]
        sides = tuple((side, night, where.get(night.anchor, 0) if night else 0) for side, night in told)
        found.append(Met(battle, where.get(battle.anchor, 0), sides))
    return found


__all__ = ["Part", "document_digest", "html_of", "parts_of", "render_evening", "steps_of", "template_version"]
