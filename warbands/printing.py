"""Sheet to HTML to PDF: the only module that knows WeasyPrint.

What is printed is decided in `warbands.roster.paper`, ``cards`` and ``columns`` as plain structures; the templates
below ``templates/print/`` set them, and this module turns those into pages. It keeps three promises.

*Nothing is cut.* Blocks of the roster sheet are rows of a table: they grow with what is in them, and a row that no
longer fits goes on to the next page. Texts without a bound (notes, a long stash) are set at the end, where text may
break anywhere. A card cannot grow, so each of its lines is measured first by laying it out at a card's width; lines
are then filled into faces of 63 by 88 mm. One face is a card, two are a double card, more are several double cards.

*Nothing is fetched.* A document may refer to ``asset:NAME`` in ``print_assets`` and to ``data:`` addresses; every other
address is refused and remembered, whatever a player typed.

*Nothing is lost for want of a letter.* A character that no font of this machine has is printed as ▯ (emoji come with
the font Symbola), and of marks that are piled upon a letter two are printed, so that no name runs over its neighbours.

Importing WeasyPrint takes a second and 56 MB, so it happens inside functions: pages that only ask for a document
never pay for it. Fonts and parsed styles are kept for the life of the process.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from django.template.loader import get_template, render_to_string

from mordheim.rules.rulebook import Rulebook
from warbands.roster import cards, columns, paper
from warbands.roster.cards import CARD_GRID, CARD_HEIGHT, CARD_WIDTH, card_pages
from warbands.roster.columns import reference_column_width, reference_in_columns, rules_column_width, rules_in_columns
from warbands.roster.paper import (
    SHEET_NAMES,
    Drawing,
    PageSize,
    PrintContext,
    PrintOptions,
    SheetChoice,
    blank_sheet,
    roster_pages,
    shortened,
)
from warbands.roster.reference import build_reference
from warbands.roster.sheet import WarbandSheet

# A worker lives long; what it refused is kept to look at, not to grow.
MOST_REFUSALS = 100
Progress = Callable[[int, int, str], None]

ASSETS = Path(__file__).resolve().parent / "print_assets"
TEMPLATES = (
    "document.html",
    "_block.html",
    "_roster.html",
    "_cards.html",
    "_card_line.html",
    "_column_line.html",
    "_columns.html",
    "_reference.html",
    "_head_foot.html",
    "_rows.html",
    "_statline.html",
    "_track.html",
    "_words.html",
    "measure.html",
)


def document_digest(
    sheets: WarbandSheet | Sequence[WarbandSheet],
    options: PrintOptions,
    context: PrintContext,
    *,
    rulebook: Rulebook,
) -> str:
    """Thirty-two hexadecimal digits that change with anything that would change the document."""
    told: list[Any] = [[asdict(sheet) for sheet in _as_list(sheets)], options.as_dict(), asdict(context)]
    told += [template_version(), rulebook.digest if "reference" in options.sheets or options.rules_text else ""]
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()[:32]


@lru_cache(maxsize=1)
def template_version() -> str:
    """Changes with the print templates, their styles, and the modules that arrange what they set."""
    modules = (__file__, cards.__file__, columns.__file__, paper.__file__)
    digest = hashlib.sha256(b"".join(Path(module).read_bytes() for module in modules))
    origins = [Path(str(get_template(f"print/{name}").origin)) for name in TEMPLATES]  # type: ignore[attr-defined]
    for path in (*origins, *sorted(ASSETS.iterdir())):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


# --- rendering --------------------------------------------------------------------------------------------------


def render_html(
    sheets: WarbandSheet | Sequence[WarbandSheet],
    options: PrintOptions,
    context: PrintContext,
    *,
    rulebook: Rulebook,
    progress: Progress | None = None,
) -> str:
    """The whole document, for one warband or several, each beginning on a page of its own."""
    told = progress or _silent
    warbands = _as_list(sheets)
    parts = []
    for number, sheet in enumerate(warbands):
        told(number, len(warbands) + 2, f"Setting {sheet.name or 'a blank sheet'}")
        # Left out of all that follows, also of what a quick reference explains.
        kept = sheet if options.stash else replace(sheet, stash=())
        parts += [_part(name, kept, options, rulebook) for name in options.sheets]
    title = ", ".join(sheet.name or "Blank roster" for sheet in warbands) or "Blank roster"
    html = render_to_string(
        "print/document.html",
        {"title": title, "parts": parts, "options": options, "context": context, "qr": _qr(context.public_url)},
    )
    return shown(html)


def render_pdf(
    sheets: WarbandSheet | Sequence[WarbandSheet],
    options: PrintOptions,
    context: PrintContext,
    *,
    rulebook: Rulebook,
    progress: Progress | None = None,
) -> bytes:
    """The document as a tagged PDF; the same bytes each time on one machine."""
    return render_pdf_and_count(sheets, options, context, rulebook=rulebook, progress=progress)[0]


def render_pdf_and_count(
    sheets: WarbandSheet | Sequence[WarbandSheet],
    options: PrintOptions,
    context: PrintContext,
    *,
    rulebook: Rulebook,
    progress: Progress | None = None,
) -> tuple[bytes, int]:
    """The PDF and how many pages it has.

    ``progress`` is told (steps done, steps in all, what is being done).
    """
    told, steps = progress or _silent, len(_as_list(sheets)) + 2
    html = render_html(sheets, options, context, rulebook=rulebook, progress=progress)
    told(steps - 2, steps, "Laying out the pages")
    document = lay_out(html, options)
    told(steps - 1, steps, "Writing the PDF")
    pdf: bytes = document.write_pdf(pdf_variant="pdf/ua-1", custom_metadata=False)
    told(steps, steps, "Done")
    return pdf, len(document.pages)


def lay_out(html: str, options: PrintOptions) -> Any:
    """WeasyPrint's document of a rendered HTML: its pages and boxes."""
    return lay_out_with(
        html, ["base.css", f"page_{options.page}.css", *(["ink_saving.css"] if options.ink_saving else [])]
    )


def lay_out_with(html: str, styles: Iterable[str]) -> Any:
    """The same with styles by their names in ``print_assets``, for documents of another kind."""
    return _render(html, styles)


def _render(html: str, styles: Iterable[str]) -> Any:
    from weasyprint import HTML

    engine = _engine()
    sheets = [_style(name) for name in styles]
    page = HTML(string=html, base_url="asset:", url_fetcher=engine.fetcher)
    return page.render(stylesheets=sheets, font_config=engine.fonts)


def _silent(done: int, total: int, told: str) -> None:
    pass


def _as_list(sheets: WarbandSheet | Sequence[WarbandSheet]) -> list[WarbandSheet]:
    return [sheets] if isinstance(sheets, WarbandSheet) else list(sheets)


# --- what the templates are handed ------------------------------------------------------------------------------


def _part(name: str, sheet: WarbandSheet, options: PrintOptions, rulebook: Rulebook) -> dict[str, Any]:
    """What the template of one sheet of one warband is handed."""
    common: dict[str, Any] = {"name": name, "sheet_name": SHEET_NAMES[name], "sheet": sheet, "foot": _foot(sheet)}
    in_columns = partial(_measured, "print/_column_line.html", options)
    if name == "cards":
        across, down = CARD_GRID[options.page]
        grid = {"width": across * CARD_WIDTH, "height": down * CARD_HEIGHT}
        on_cards = partial(_measured, "print/_card_line.html", options)
        return common | {"pages": card_pages(sheet, options, on_cards), "grid": grid}
    if name == "reference":
        pages = reference_in_columns(build_reference(sheet, rulebook), options.page, in_columns)
        return common | {"pages": pages, "column_width": reference_column_width(options.page)}
    # Beside a quick reference the same texts would be printed twice.
    with_rules = options.rules_text and options.sheet == "roster"
    rules = rules_in_columns(sheet, options.page, in_columns) if with_rules else ()
    return common | roster_pages(sheet, options) | {"rules": rules, "column_width": rules_column_width(options.page)}


def _foot(sheet: WarbandSheet) -> str:
    names = [sheet.name or "Blank roster", sheet.type_name]
    return " · ".join(shortened(name, 40) for name in names if name)


@lru_cache(maxsize=16)
def _qr(url: str) -> Drawing | None:
    if not url.startswith(("https://", "http://")):
        return None
    import segno

    code = segno.make(url, error="m", micro=False)
    return Drawing(code.svg_data_uri(border=2, omitsize=True), f"QR code of {url}", 13, 13)


# --- what stands in a block -------------------------------------------------------------------------------------


def _measured(template: str, options: PrintOptions, lines: Sequence[Any], width: float) -> list[float]:
    """The height in mm that each line takes at a width. Every line is one box of the flow."""
    if not lines:
        return []
    values = {"lines": lines, "line_template": template, "width": width, "options": options}
    document = _render(shown(render_to_string("print/measure.html", values)), ["base.css", "measure.css"])
    boxes = (box for page in document.pages for box in page._page_box.descendants() if _is_measured(box))
    heights = [line.margin_height() * 25.4 / 96 for box in boxes for line in box.children]
    if len(heights) != len(lines):
        raise RuntimeError(f"{len(lines)} lines were measured as {len(heights)}")
    return heights


def _is_measured(box: Any) -> bool:
    return box.element is not None and box.element.get("class") == "measured"


# --- WeasyPrint, kept for the life of the process ---------------------------------------------------------------


@dataclass(frozen=True)
class _Engine:
    fonts: Any
    fetcher: Any


@lru_cache(maxsize=1)
def _engine() -> _Engine:
    from weasyprint.text.fonts import FontConfiguration

    return _Engine(FontConfiguration(), asset_fetcher())


def asset_fetcher() -> Any:
    """A fetcher of ``asset:NAME`` and ``data:`` alone; what it refused stands in its ``refusals``."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class AssetFetcher(URLFetcher):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(allowed_protocols=("data",), allow_redirects=False)
            self.refusals: list[str] = []

        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> Any:
            scheme, _, name = url.partition(":")
            if scheme == "data":
                return super().fetch(url, headers)
            path = (ASSETS / name).resolve()
            if scheme == "asset" and path.is_relative_to(ASSETS) and path.is_file():
                return URLFetcherResponse(url, path.read_bytes())
            if len(self.refusals) < MOST_REFUSALS:
                self.refusals.append(url)
            # WeasyPrint goes on without the thing. Its FatalURLFetchingError would pass `except Exception`.
            raise ValueError(f"A printed sheet fetches nothing: {url[:80]}")

    return AssetFetcher()


def refusals() -> list[str]:
    """The addresses that documents of this process asked for in vain."""
    found: list[str] = _engine().fetcher.refusals
    return found


@lru_cache(maxsize=16)
def _style(name: str) -> Any:
    from weasyprint import CSS

    engine = _engine()
    return CSS(string=style_text(name), base_url="asset:", url_fetcher=engine.fetcher, font_config=engine.fonts)


def style_text(name: str) -> str:
    return (ASSETS / name).read_text(encoding="utf-8")


# --- letters ----------------------------------------------------------------------------------------------------


# Marks that pile up above and below a letter; those of single scripts have places of their own.
_PILED = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_TOO_HIGH = re.compile(f"({_PILED}{{2}}){_PILED}+")
NO_GLYPH = "▯"


def shown(text: str) -> str:
    """The text with ▯ for what no font has; invisible characters that no font has are left out, and so are more than
    two marks on a letter."""
    text = _TOO_HIGH.sub(r"\1", text)
    return re.sub(r"[^\n\t -~]", lambda found: _shown(found.group()), text)


@lru_cache(maxsize=4096)
def _shown(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Cc", "Cs"):
        return "" if category == "Cc" else NO_GLYPH
    if _has_glyph(ord(character)):
        return character
    return "" if category in ("Cf", "Mn", "Me") else NO_GLYPH


def _has_glyph(code: int) -> bool:
    starts, ends = font_coverage()
    if not starts:
        return True
    place = bisect_right(starts, code) - 1
    return place >= 0 and code <= ends[place]


@lru_cache(maxsize=1)
def font_coverage() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """First and last characters of the ranges that this machine's fonts cover; empty where that is not known."""
    tool = shutil.which("fc-list")
    if tool is None:
        return (), ()
    try:
        told = subprocess.run(
            [tool, "--format", "%{charset}\n"], capture_output=True, text=True, timeout=20, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return (), ()
    ranges = sorted({(int(a, 16), int(b or a, 16)) for a, b in re.findall(r"([0-9a-f]+)(?:-([0-9a-f]+))?", told)})
    merged: list[list[int]] = []
    for start, end in ranges:
        if merged and start <= merged[-1][1] + 1:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return tuple(start for start, _ in merged), tuple(end for _, end in merged)


__all__ = [
    "PageSize",
    "PrintContext",
    "PrintOptions",
    "SheetChoice",
    "blank_sheet",
    "document_digest",
    "lay_out",
    "lay_out_with",
    "refusals",
    "render_html",
    "render_pdf",
    "render_pdf_and_count",
    "shown",
    "template_version",
]
