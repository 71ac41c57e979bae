"""The roster PDF beside a bare page of the same rows and fonts, and what a worker grows to."""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date

from tests.benchmarks.figures import ROOT, Figure, alternating, rulebook
from warbands import printing
from warbands.roster.interchange import read_warband
from warbands.roster.sheet import WarbandSheet, build_sheet

# Six heroes and no group: what fills page one of a roster sheet and no more.
ONE_PAGE = """
format: mordheim-warband/1
name: One Page of Heroes
type: orc_mob
battles: 5
treasury: 12
heroes:
- {name: Grom, type: orc_boss, experience: 30, equipment: [sword, light_armour, helmet], skills: [ard_ead]}
- {name: Snivvel, type: orc_shaman, experience: 14, equipment: [sword], spells: [zzap]}
- {name: Krump, type: big_un, experience: 21, equipment: [double_handed_weapon], injuries: [leg_wound]}
- {name: Skab, type: big_un, experience: 17, equipment: [spear, shield]}
- {name: Muggo, type: orc_boy, promoted: true, experience: 15, equipment: [bow], skill_lists: [combat, strength]}
"""
CONTEXT = printing.PrintContext(printed_on=date(2026, 1, 31), player="bench", public_url="https://example.org/w/x/")
OPTIONS = printing.PrintOptions(sheet="roster", rules_text=False)


def _rows(document: str) -> list[list[str]]:
    """The texts of a document, a row for each of its table rows or paragraphs; experience tracks as their boxes."""
    body = document[document.index("<body") :]
    body = re.sub(r'<img[^>]*alt="[^"]*?(\d+) of (\d+) boxes filled[^>]*>', _boxes, body)
    parts = re.split(r"</?(?:tr|p|li|h[1-6]|section|header|footer)\b[^>]*>", body)
    rows = [
        [html.unescape(t.strip()) for t in re.findall(r"(?:^|>)([^<>]+)(?:<|$)", part) if t.strip()] for part in parts
    ]
    return [row for row in rows if row]


def _boxes(track: re.Match[str]) -> str:
    filled, boxes = int(track[1]), int(track[2])
    return f"<p>{'■' * filled}{'□' * (boxes - filled)}</p>"


def _bare_page(document: str) -> str:
    """The same rows in one plain table, in the same fonts."""
    rows = "".join(f"<tr>{''.join(f'<td>{html.escape(text)}</td>' for text in row)}</tr>" for row in _rows(document))
    return (
        "<!doctype html><html lang='en'><title>bare</title><style>@page {size: A4 landscape; margin: 8mm}"
        "body {font: 8pt 'EB Garamond', Junicode, 'DejaVu Sans'} td {padding: 0 2pt}</style>"
        f"<body><table>{rows}</table></body></html>"
    )


def measure_page() -> Iterator[Figure]:
    from weasyprint import HTML
    from weasyprint.text.fonts import FontConfiguration

    book = rulebook()
    sheet: WarbandSheet = build_sheet(read_warband(ONE_PAGE.encode(), book, name="one.yaml"), book)
    bare, fonts = _bare_page(printing.render_html(sheet, OPTIONS, CONTEXT, rulebook=book)), FontConfiguration()
    pages = []

    def ours() -> None:
        pages[:] = [printing.render_pdf_and_count(sheet, OPTIONS, CONTEXT, rulebook=book)[1]]

    def theirs() -> None:
        HTML(string=bare).write_pdf(font_config=fonts, pdf_variant="pdf/ua-1")

    mine, plain = alternating(ours, theirs, times=9)
    yield Figure(
        f"roster PDF of {pages[0]} page{'s' if pages[0] > 1 else ''}",
        f"{mine:.0f} ms",
        f"bare page of the same {len(_rows(bare))} rows and fonts: {plain:.0f} ms",
        f"{mine / plain:.2f} times, aim: 1.5",
    )


_WORKER = """
import os, resource
os.environ["DJANGO_SETTINGS_MODULE"] = "mordheim.settings_test"
import django
django.setup()
import warbands.tasks
from tests.benchmarks import printing as bench
from tests.benchmarks.figures import full_warband, rulebook
from warbands import printing
from warbands.roster.sheet import build_sheet
book = rulebook()
sheet = build_sheet(full_warband(book), book)
for number in range(8):
    for choice in ("roster", "cards", "reference", "all"):
        printing.render_pdf(sheet, printing.PrintOptions(sheet=choice), bench.CONTEXT, rulebook=book)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def measure_worker() -> Iterator[Figure]:
    done = subprocess.run(
        [sys.executable, "-c", _WORKER], cwd=ROOT, env=os.environ, capture_output=True, text=True, check=True
    )
    yield Figure("a worker's memory after 32 documents", f"{done.stdout.strip()} MB", "aim: under 200 MB")
