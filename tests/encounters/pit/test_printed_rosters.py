"""A fighter on paper: his roster with his scroll, and an arena."""

from __future__ import annotations

from datetime import date
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from encounters import pit_printing, tasks
from encounters.models import PitDocument
from encounters.pit_printing import LAYOUTS, Printed, html_of, laid_out, pdf_and_pages, sheet_digest
from encounters.pit_roster_selectors import pit_book
from encounters.pitfight.career import Career, Foe
from encounters.pitfight.fighter_sheet import sheet_of
from encounters.services import pit_documents
from encounters.services.pit_documents import request_fighter
from tests.encounters.pit.keeping import beheaded, built, fought, hurt
from warbands.roster.refusals import Refused

BATTERED = Career(
    ad={"left_arm": -3, "right_arm": -5, "right_eye": -1},
    initiative=4,
    legs=("left_leg",),
    gone=("left_arm", "right_eye", "left_ear", "right_ear"),
    hated=tuple(Foe(f"Wolfgang von und zu Unterschleissheim-Oberammergau the {number}th") for number in range(9)),
    to_miss=2,
    opponents=64,
    learned=tuple(f"The secret stroke of the masters of Marienburg, number {number}" for number in range(12)),
)
NAME = "W" * 60
FRESH = Career(ad={})


def printed(name: str = "Grokka", scroll: str = "orc", career: Career = FRESH, **about: object) -> Printed:
    book = pit_book()
    sheet = sheet_of(name, scroll, (32, 34, 31, 31, 12), career, book)
    return Printed(sheet, book.rules.radius, book.rules.spacing, **about)  # type: ignore[arg-type]


def text_of(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]


class TestTheSheet:
    def test_a_roster_with_its_scroll_and_an_arena(self) -> None:
        pdf, pages = pdf_and_pages(printed(player="alice", printed_on=date(2026, 5, 3)))
        roster, arena = text_of(pdf)
        assert pages == 2
        for told in ("Grokka", "In the Orc manner", "Plant and Hew", "Stampede", "Fast moves", "alice · 3 May 2026"):
            assert told in roster, told
        assert "The arena" in arena
        assert pdf == pdf_and_pages(printed(player="alice", printed_on=date(2026, 5, 3)))[0]

    def test_whatever_lasts_and_however_long_his_name_it_is_one_page(self) -> None:
        """On the lower paper, with the scroll that has the longest moves."""
        document = laid_out(printed(NAME, "undead", BATTERED, paper="letter"))
        assert len(document.pages) == 2
        html = html_of(printed(NAME, "undead", BATTERED), *LAYOUTS[-1])
        assert NAME in html
        assert "Hates" in html
        assert "number 11 and 6 more" in html

    def test_every_move_is_drawn_and_mighty_ones_are_marked_by_a_word_too(self) -> None:
        html = html_of(printed(scroll="chaos"), *LAYOUTS[0])
        assert html.count('class="scroll-move"') == 12
        assert html.count("<i>mighty</i>") == 3
        assert html.count('class="arrow mighty"') == 6

    def test_a_blank_one_has_no_figures(self) -> None:
        html = html_of(printed(blank=True), *LAYOUTS[0])
        assert "Grokka" not in html
        assert "30 +" not in html
        assert "34 +" in html, "what his characteristics begin with stands beside the empty boxes"

    def test_its_digest_changes_with_what_is_drawn_and_not_with_the_day(self) -> None:
        one = sheet_digest(printed(printed_on=date(2026, 5, 3)))
        assert one == sheet_digest(printed(printed_on=date(2026, 5, 4)))
        assert len({one, sheet_digest(printed("Zog")), sheet_digest(printed(paper="letter"))}) == 3


@pytest.mark.django_db
class TestAsking:
    @pytest.fixture(autouse=True)
    def _no_press(self, monkeypatch) -> None:
        monkeypatch.setattr(pit_printing, "pdf_and_pages", lambda printed, progress: (printed.sheet.name.encode(), 2))

    def test_one_while_nothing_changes_and_another_once_he_has_fought(self, alice, bob):
        roster = built(alice)
        first = request_fighter(roster, by=alice)
        assert request_fighter(roster, by=alice) == first
        fought(built(bob), roster, hurt(("arm_chopped_off", "left_arm")))
        assert request_fighter(roster, by=alice) != first

    def test_he_is_printed_as_he_was(self, alice, bob):
        roster = built(alice)
        document = request_fighter(roster, by=alice)
        fought(built(bob), roster, beheaded())
        tasks.print_pit_sheet(document.pk)
        document.refresh_from_db()
        assert (document.status, document.pages) == (PitDocument.Status.READY, 2)
        assert document.content["entries"] == []

    def test_not_by_anybody_else(self, alice, bob):
        with pytest.raises(Refused, match="not there any more"):
            request_fighter(built(alice), by=bob)

    def test_from_the_click_to_the_file(self, client, alice, bob):
        roster = built(alice)
        client.force_login(alice)
        asked = client.post(reverse("pit-roster-print", args=[roster.code]), {"page": "letter", "blank": "on"})
        document = PitDocument.objects.get()
        assert asked.url == document.get_absolute_url()
        assert document.options == {"page": "letter", "blank": True}
        assert "Waiting for a printer" in client.get(document.get_absolute_url()).text
        pit_documents.PRESS.print_now(document.pk)
        page = client.get(document.get_absolute_url()).text
        file = client.get(reverse("pit-document-file", args=[document.code, "x"]))
        assert "2 pages" in page
        assert file["Content-Type"] == "application/pdf"
        client.force_login(bob)
        assert client.get(document.get_absolute_url()).status_code == 404

    def test_it_is_cancelled(self, client, alice):
        document = request_fighter(built(alice), by=alice)
        client.force_login(alice)
        client.post(reverse("pit-document-cancel", args=[document.code]))
        assert "Cancelled" in client.get(document.get_absolute_url()).text
