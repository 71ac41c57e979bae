"""The set-up sheet of a table, from the click to the file."""

from __future__ import annotations

import pytest
from django.urls import reverse
from pypdf import PdfReader

from campaigns.services.documents import UNFINISHED_OF_A_PLAYER, cancel_document
from encounters import table_printing, tasks
from encounters.models import Encounter, TableDocument
from encounters.services import papers, table_documents, tables
from encounters.services.table_documents import request_sheet
from mordheim.documents import press
from tests.campaigns import seasons
from tests.encounters.web import table_acts as acts
from tests.kept import kept
from warbands.roster.refusals import Refused

pytestmark = pytest.mark.django_db
Status = TableDocument.Status


@pytest.fixture
@kept
def table(battle):
    return acts.set_table(battle)


def printed(document: TableDocument) -> TableDocument:
    table_documents.PRESS.print_now(document.pk)
    return TableDocument.objects.select_related("encounter__battle__campaign").get(pk=document.pk)


def asked(table, by) -> TableDocument:
    return request_sheet(acts.fresh(table), by=by)


def text_of(document: TableDocument) -> str:
    with document.file.open("rb") as file:
        return "\n".join(page.extract_text() for page in PdfReader(file).pages)


class TestAsking:
    def test_one_for_all_while_nothing_changes(self, table, owner, rival, spectator):
        assert len({asked(table, one).pk for one in (owner, rival, spectator, owner)}) == 1

    def test_another_once_the_map_is_another(self, table, owner):
        first = asked(table, owner)
        tables.redraw_map(table, by=owner, map_seed=99)
        assert asked(table, owner).pk != first.pk

    def test_letter_is_another(self, table, owner):
        document = request_sheet(acts.fresh(table), by=owner, page="letter")
        assert document.pk != asked(table, owner).pk
        with printed(document).file.open("rb") as file:
            assert [float(side) for side in PdfReader(file).pages[0].mediabox[2:]] == pytest.approx([612, 792], abs=1)

    def test_not_before_the_table_is_set(self, battle, owner):
        with pytest.raises(Refused, match="not set yet"):
            asked(acts.begin(battle), owner)

    def test_not_for_a_stranger(self, table, stranger):
        with pytest.raises(Refused):
            asked(table, stranger)

    def test_only_the_latest_are_kept(self, table, owner, monkeypatch):
        monkeypatch.setattr(table_documents, "KEPT_FOR_A_TABLE", 2)
        monkeypatch.setattr(table_printing, "pdf_and_pages", lambda *about: (b"%PDF-1.7", 1))
        for seed in range(4):
            tables.redraw_map(table, by=owner, map_seed=seed)
            printed(asked(table, owner))
        assert TableDocument.objects.count() == 2

    def test_nobody_waits_for_more_than_three(self, table, owner):
        for seed in range(UNFINISHED_OF_A_PLAYER):
            tables.redraw_map(table, by=owner, map_seed=seed)
            asked(table, owner)
        tables.redraw_map(table, by=owner, map_seed=99)
        with pytest.raises(Refused, match="Wait for them"):
            asked(table, owner)


class TestPrinting:
    def test_a_page_with_everybodys_part(self, table, owner):
        document = printed(asked(table, owner))
        assert (document.status, document.pages, document.done) == (Status.READY, 1, 100)
        text = text_of(document)
        for side in acts.plan_of(table).sides:
            assert side.name in text

    def test_what_is_printed_is_what_was_asked_for(self, table, owner, monkeypatch):
        document = asked(table, owner)
        tables.redraw_map(table, by=owner, map_seed=99)
        assert table_printing.sheet_digest(acts.plan_of(table)) != document.digest
        seen, real = [], table_printing.pdf_and_pages
        monkeypatch.setattr(
            table_printing, "pdf_and_pages", lambda plan, *about: (seen.append(plan), real(plan, *about))[1]
        )
        assert printed(document).status == Status.READY
        assert table_printing.sheet_digest(seen[0]) == document.digest

    def test_it_tells_how_far_it_is(self, table, owner, monkeypatch):
        told = []
        real = papers.still_wanted
        monkeypatch.setattr(papers, "still_wanted", lambda row, **more: (told.append(more), real(row, **more))[1])
        printed(asked(table, owner))
        assert [one["done"] for one in told] == sorted(one["done"] for one in told)
        assert len(told) >= 3

    def test_it_is_cancelled_by_whoever_asked(self, table, owner, rival, host):
        document = asked(table, owner)
        with pytest.raises(Refused, match="Only whoever asked"):
            cancel_document(document, by=rival)
        cancel_document(document, by=owner)
        assert printed(document).status == Status.CANCELLED
        assert asked(table, rival).status == Status.PENDING

    def test_rules_that_have_changed_are_told(self, table, owner):
        document = asked(table, owner)
        document.content["set_up_log"][0] = {"choice": ["scenario", "moon", None], "value": 1}
        document.save()
        failed = printed(document)
        assert failed.status == Status.FAILED
        assert "rules have changed" in failed.told

    def test_the_names_that_tasks_are_sent_by_are_there(self):
        assert tasks.print_sheet.name == table_documents.PRESS.task
        assert tasks.sweep_documents.name == "encounters.tasks.sweep_documents"


@pytest.mark.django_db(transaction=True)
def test_a_click_ends_in_a_file_by_a_real_worker(battle, owner, worker, wait_until):
    acts.set_table(battle)
    client = seasons.signed_in(owner)
    answer = client.post(reverse("table-print", args=[battle.campaign_id, battle.pk]))
    document = TableDocument.objects.get()
    assert answer.url == document.get_absolute_url()
    wait_until(lambda: TableDocument.objects.get().status == Status.READY, "the PDF", seconds=60)
    page = client.get(answer.url).text
    assert "Open the PDF" in page
    link = reverse("table-document-file", args=[battle.campaign_id, battle.pk, document.pk, "x"])
    assert b"".join(client.get(link).streaming_content)[:5] == b"%PDF-"
    assert "1 page" in page


def test_what_waits_is_sent_again(table, owner, monkeypatch):
    sent = []
    monkeypatch.setattr(press.Press, "send", lambda self, document: bool(sent.append(document.pk)) or True)
    document = asked(table, owner)
    tasks.sweep_documents()
    assert sent == [document.pk]


def test_the_page_lists_what_was_printed(table, owner):
    client = seasons.signed_in(owner)
    document = printed(asked(table, owner))
    page = client.get(Encounter.objects.select_related("battle").get().get_absolute_url()).text
    assert document.get_absolute_url() in page
