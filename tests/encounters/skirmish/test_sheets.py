"""A skirmish on paper: one page to play on."""

from __future__ import annotations

from datetime import date
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from encounters import skirmish_printing, tasks
from encounters.hitchance.fight_file import read_fight_file, skirmish_of
from encounters.models import SkirmishDocument
from encounters.services.skirmish_documents import request_sheet
from encounters.services.skirmish_drafts import double_fighter
from encounters.skirmish_printing import Printed, html_of, pdf_and_pages, sheet_digest
from encounters.skirmish_selectors import hit_rules
from tests.encounters.skirmish.conftest import SIDES, drawn
from warbands.roster.refusals import Refused


def printed(sides: bytes = SIDES, **about: object) -> Printed:
    return Printed(skirmish_of(read_fight_file(sides), hit_rules()), "At the ford", **about)  # type: ignore[arg-type]


def test_two_sides_with_their_boxes_and_the_tables_stand_on_one_page() -> None:
    pdf, pages = pdf_and_pages(printed(player="alice", printed_on=date(2026, 5, 3)))
    told = PdfReader(BytesIO(pdf)).pages[0].extract_text()
    assert pages == 1
    for wanted in (
        "Ada",
        "HC8-2",
        "outsmarted",
        "Crossbow",
        "D14",
        "Dying",
        "Lucky",
        "alice · 3 May 2026",
    ):
        assert wanted in told, wanted


def test_the_nameless_bleed_and_have_no_downed_die_and_whoever_is_empty_handed_has_his_fists() -> None:
    html = html_of(printed(SIDES.replace(b", held: [club]", b"")))
    assert html.count("Downed</span>") == 3
    assert html.count("Dying</span>") == 3
    assert html.count("Bleeding°</span>") == 4
    assert "Unarmed" in html
    assert "○○" in html, "the chits of the crossbow"


GROUND = b"{width: 12, height: 9, cover: [{at: [0, 0], value: 2}], unstable: [[6, 6]], obscured: [[6, 6], [11, 8]]}"
MARKED = SIDES.replace(b"{width: 12, height: 9}", GROUND)


def test_the_ground_is_a_map_with_everybody_and_all_that_is_marked_under_the_shorter_side() -> None:
    html = html_of(printed(MARKED))
    svg = html[html.index("<svg") : html.index("</svg>")]
    assert 'viewBox="-1 -1 13.1 10.1"' in svg
    assert 'aria-label="Ada at 4,4; Bert at 3,6; Grub at 5,4; Snaga at 9,6"' in svg
    assert [svg.count(part) for part in ("<circle", "#c8c8c8", ">2</text>", 'stroke="#333"')] == [2, 2, 1, 1]
    assert "a number: cover, hatched: unstable, grey: hard to see" in html
    assert html.index("Monsters</h2>") < html.index("<svg")
    assert "at 4,4</span>" not in html


def test_a_ground_too_large_for_a_map_is_told_in_words_and_so_is_where_everybody_stands() -> None:
    far = b"{width: 200, height: 90, unstable: [[150, 80]]}"
    sides = SIDES.replace(b"{width: 12, height: 9}", far).replace(b"[9, 6]", b"[190, 80]")
    html = html_of(printed(sides))
    assert "<svg" not in html
    assert "at 190,80</span>" in html
    assert "unstable 150,80." in html
    near = html_of(printed(sides.replace(b"[190, 80]", b"[9, 6]")))
    assert "<svg" in near, "marks that are far off are left out"


def test_house_marks_of_single_lines_stay_and_are_explained() -> None:
    html = html_of(printed())
    for told in ("3 free°", "Sword°", "Mail shirt°", "<td>4°</td>", "<td>5*</td>", "<td>3</td>", "° a house ruling"):
        assert told in html, told
    assert ">Crossbow<" in html, "its results are printed"


def test_three_against_six_with_a_ground_stand_on_one_page() -> None:
    more = b"".join(b"  - {name: Ghoul %d, level: 1, at: [10, %d], held: [club]}\n" % (n, n) for n in range(1, 5))
    one = b"  - {name: Cuno, level: 1, at: [3, 8], held: [great_weapon], armour: [plate], skills: [sundering]}\n"
    sides = MARKED.replace(b"monsters:\n", one + b"monsters:\n").replace(b", named: yes", b"") + more
    assert pdf_and_pages(printed(sides))[1] == 1


def test_a_long_name_wraps_and_leaves_room_for_the_hit_chance() -> None:
    pdf, pages = pdf_and_pages(printed(SIDES.replace(b"name: Snaga", b"name: " + b"W" * 60)))
    told = PdfReader(BytesIO(pdf)).pages[0].extract_text()
    assert pages == 1
    assert told.count("W") > 60
    assert told.count("HC9") == 3, "of all three of the first level"


def test_the_sheet_says_how_the_rules_are_read() -> None:
    html = html_of(printed(b"severity: highroll\nshrinking: fixed\n" + SIDES))
    assert "highroll: the higher" in html
    assert html.count('class="die">D8') == 8, "a die that keeps its size has one"


def test_its_digest_changes_with_what_is_drawn_and_not_with_the_day() -> None:
    one = sheet_digest(printed(printed_on=date(2026, 5, 3)))
    assert one == sheet_digest(printed(printed_on=date(2026, 5, 4)))
    assert one != sheet_digest(printed(SIDES.replace(b"Snaga", b"Snagga")))


@pytest.mark.django_db
def test_from_the_click_to_the_file(client, alice, bob, monkeypatch) -> None:
    monkeypatch.setattr(skirmish_printing, "pdf_and_pages", lambda printed, progress: (printed.name.encode(), 1))
    row = drawn(alice)
    client.force_login(alice)
    asked = client.post(reverse("skirmish-print", args=[row.code]))
    document = SkirmishDocument.objects.get()
    assert asked.url == document.get_absolute_url()
    assert request_sheet(row, by=alice) == document
    assert "Waiting for a printer" in client.get(asked.url).text
    double_fighter(row, by=alice, version=1, side="monsters", place=1)
    tasks.print_skirmish_sheet(document.pk)
    assert "1 page" in client.get(asked.url).text
    assert "at-the-ford.pdf" in client.get(asked.url).text
    SkirmishDocument.objects.update(title="Ω 7")
    assert "fight-sheet.pdf" in client.get(asked.url).text
    file = client.get(reverse("skirmish-document-file", args=[document.code, "x"]))
    assert file["Content-Type"] == "application/pdf"
    other = request_sheet(row, by=alice)
    assert other != document
    client.post(reverse("skirmish-document-cancel", args=[other.code]))
    assert "Cancelled" in client.get(other.get_absolute_url()).text
    client.force_login(bob)
    assert client.get(asked.url).status_code == 404
    with pytest.raises(Refused, match="Whoever keeps"):
        request_sheet(row, by=bob)
