"""A printed sheet from the click to the file: asked for once, printed by a worker, offered again."""

from __future__ import annotations

import os
import signal
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from mordheim.documents import press
from mordheim.rules.snapshot import Piece
from tests.kept import kept
from warbands import printing, tasks
from warbands.models import Player, RosterDocument, Warband
from warbands.printing import PrintOptions
from warbands.roster.interchange import read_warband
from warbands.roster.refusals import Refused
from warbands.services import documents
from warbands.services.documents import request_roster_document
from warbands.services.founding import import_warband, share_warband
from warbands.services.trading import buy_item

FILES = Path(__file__).parent / "files"
Status = RosterDocument.Status


@pytest.fixture
@kept
def snikkaz(rules, owner: Player) -> Warband:
    stored = import_warband(read_warband((FILES / "da_snikkaz.yaml").read_bytes(), rules), owner=owner)
    assert stored.warband
    return stored.warband


def asked(warband: Warband, **options: object) -> RosterDocument:
    return request_roster_document(warband, by=warband.owner, options=PrintOptions(**options))


def printed(document: RosterDocument) -> RosterDocument:
    documents.PRESS.print_now(document.pk)
    document.refresh_from_db()
    return document


class TestAskingForASheet:
    def test_it_waits_as_pending_while_the_broker_is_dead(
        self, snikkaz, dead_broker, django_capture_on_commit_callbacks
    ):
        with django_capture_on_commit_callbacks(execute=True):
            document = asked(snikkaz)
        document.refresh_from_db()
        assert document.status == Status.PENDING
        assert document.sent_at is None

    def test_asking_twice_gives_one_document(self, snikkaz):
        assert asked(snikkaz).pk == asked(snikkaz).pk
        assert RosterDocument.objects.count() == 1

    def test_other_options_are_another_document(self, snikkaz):
        assert asked(snikkaz).pk != asked(snikkaz, sheet="cards").pk != asked(snikkaz, page="letter").pk

    @pytest.mark.parametrize(("site", "leads"), [("https://club.example.org", True), ("http://127.0.0.1:8000", False)])
    def test_a_shared_warbands_address_is_printed_where_it_leads_others_there(self, snikkaz, settings, site, leads):
        settings.SITE_URL = site
        shared = share_warband(snikkaz, by=snikkaz.owner)
        assert asked(shared).context["public_url"] == (shared.public_url if leads else "")

    def test_the_same_file_is_offered_while_nothing_changes_and_a_new_one_after(self, snikkaz):
        first = printed(asked(snikkaz))
        assert asked(snikkaz).pk == first.pk
        boss = snikkaz.warriors.get(name="Grubnash")
        buy_item(snikkaz, by=snikkaz.owner, warrior_id=boss.pk, piece=Piece("sword"))
        assert asked(snikkaz).pk != first.pk

    def test_a_lost_file_is_printed_again(self, snikkaz):
        document = printed(asked(snikkaz))
        document.file.storage.delete(document.file.name)
        again = asked(snikkaz)
        assert (again.pk, again.status) == (document.pk, Status.PENDING)
        assert printed(again).file.storage.exists(document.file.name)

    def test_only_the_last_dozen_of_a_warband_are_kept(self, snikkaz, django_capture_on_commit_callbacks):
        first = printed(asked(snikkaz))
        name = first.file.name
        with django_capture_on_commit_callbacks(execute=True):
            for number in range(documents.KEPT_FOR_A_WARBAND):
                snikkaz.name = f"Da Snikkaz {number}"
                snikkaz.save()
                asked(snikkaz)
        assert RosterDocument.objects.filter(warband=snikkaz).count() == documents.KEPT_FOR_A_WARBAND
        assert not first.file.storage.exists(name)

    def test_a_guest_has_a_quota(self, snikkaz, settings):
        settings.GUEST_DOCUMENTS = 1
        Player.objects.filter(pk=snikkaz.owner_id).update(guest_until=timezone.now() + timedelta(days=1))
        snikkaz.refresh_from_db()
        asked(snikkaz)
        with pytest.raises(Refused, match="Sign up"):
            asked(snikkaz, sheet="cards")


class TestPrinting:
    def test_the_file_is_a_pdf_with_the_warband_in_it(self, snikkaz):
        document = printed(asked(snikkaz))
        assert (document.status, document.done) == (Status.READY, 100)
        pages = PdfReader(document.file).pages
        assert document.pages == len(pages)
        assert "Grubnash" in pages[0].extract_text()

    def test_what_was_asked_is_printed_though_the_warband_changed_meanwhile(self, snikkaz, monkeypatch):
        document = asked(snikkaz)
        Warband.objects.filter(pk=snikkaz.pk).update(name="Renamed Meanwhile")
        names = []
        real = printing.render_pdf_and_count
        monkeypatch.setattr(
            printing, "render_pdf_and_count", lambda sheet, *a, **k: names.append(sheet.name) or real(sheet, *a, **k)
        )
        printed(document)
        assert names == ["Da Snikkaz"]

    def test_printing_twice_does_no_harm(self, snikkaz):
        document = printed(asked(snikkaz))
        before = document.file.read()
        again = printed(document)
        assert again.file.read() == before
        assert again.attempts == 1

    def test_a_document_that_is_gone_is_nobodys_trouble(self, snikkaz):
        documents.PRESS.print_now(4711)

    def test_what_is_thrown_away_while_it_fails_to_print_stays_away(self, snikkaz, monkeypatch):
        document = asked(snikkaz)

        def thrown_away(*args, **kwargs):
            press.delete_document(document)
            raise RuntimeError("the printer is on fire")

        monkeypatch.setattr(printing, "render_pdf_and_count", thrown_away)
        documents.PRESS.print_now(document.pk)
        assert not RosterDocument.objects.exists()

    def test_a_file_that_came_after_the_page_was_drawn_goes_with_its_sheet(
        self, snikkaz, django_capture_on_commit_callbacks
    ):
        drawn = asked(snikkaz)
        file = printed(RosterDocument.objects.get(pk=drawn.pk)).file
        with django_capture_on_commit_callbacks(execute=True):
            press.delete_document(drawn)
        assert not file.storage.exists(file.name)

    def test_a_worker_that_comes_second_changes_nothing(self, snikkaz, monkeypatch):
        document = asked(snikkaz)
        real = printing.render_pdf_and_count

        def overtaken(*args, **kwargs):
            monkeypatch.setattr(printing, "render_pdf_and_count", real)
            documents.PRESS.print_now(document.pk)
            raise RuntimeError("too late")

        monkeypatch.setattr(printing, "render_pdf_and_count", overtaken)
        documents.PRESS.print_now(document.pk)
        document.refresh_from_db()
        assert document.status == Status.READY

    def test_a_failure_is_told_in_a_sentence_and_can_be_asked_for_again(self, snikkaz, monkeypatch):
        document = asked(snikkaz)
        with monkeypatch.context() as broken:
            broken.setattr(printing, "render_pdf_and_count", lambda *a, **k: 1 / 0)
            printed(document)
        assert document.status == Status.FAILED
        assert "Try again" in document.told
        assert printed(asked(snikkaz)).status == Status.READY

    def test_a_sheet_that_stops_the_printer_three_times_is_given_up(self, snikkaz):
        document = asked(snikkaz)
        document.attempts = press.MOST_ATTEMPTS
        document.save()
        assert printed(document).status == Status.FAILED

    def test_the_names_that_tasks_are_sent_by_are_there(self):
        assert tasks.print_document.name == "warbands.tasks.print_document"
        assert tasks.sweep_documents.name == "warbands.tasks.sweep_documents"
        assert tasks.expire_guests.name == "warbands.tasks.expire_guests"


class TestARealWorker:
    def test_a_click_ends_in_a_file(self, rules, snikkaz, worker, wait_until):
        client = Client()
        client.force_login(snikkaz.owner)
        answer = client.post(reverse("document-request", args=[snikkaz.pk]), {"sheet": "all", "page": "a4"})
        document = RosterDocument.objects.get()
        assert answer.url == document.get_absolute_url()
        wait_until(lambda: RosterDocument.objects.get().status == Status.READY, "the PDF", seconds=40)
        page = client.get(document.get_absolute_url()).content.decode()
        assert "Open the PDF" in page
        link = reverse("document-file", args=[document.pk, "da-snikkaz-sheets"])
        assert link in page
        file = client.get(link)
        assert file["Content-Type"] == "application/pdf"
        assert b"".join(file.streaming_content)[:5] == b"%PDF-"

    def test_what_waited_for_the_broker_is_printed_once_it_is_back(
        self, snikkaz, start_worker, wait_until, monkeypatch
    ):
        with monkeypatch.context() as dead:
            dead.setattr(press.Press, "send", lambda self, document: False)
            asked(snikkaz)
        start_worker()
        assert documents.PRESS.sweep() == 1
        wait_until(lambda: RosterDocument.objects.get().status == Status.READY, "the PDF", seconds=40)

    def test_a_killed_worker_leaves_one_pdf_and_not_two(self, snikkaz, start_worker, wait_until):
        process = start_worker()
        document = asked(snikkaz, sheet="all")
        wait_until(lambda: RosterDocument.objects.get().status != Status.PENDING, "the worker to begin", seconds=40)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        RosterDocument.objects.filter(pk=document.pk, status=Status.RENDERING).update(
            sent_at=timezone.now() - press.GIVEN_UP_AFTER - timedelta(seconds=1)
        )
        start_worker()
        documents.PRESS.sweep()
        wait_until(lambda: RosterDocument.objects.get().status == Status.READY, "the PDF", seconds=40)
        stored = RosterDocument.objects.get()
        folder = Path(stored.file.path).parent
        assert [path.name for path in folder.iterdir()] == [f"{stored.digest}.pdf"]


class TestThePages:
    @pytest.fixture
    def signed_in(self, snikkaz) -> Client:
        client = Client()
        client.force_login(snikkaz.owner)
        return client

    def test_a_waiting_sheet_asks_again_by_itself_and_says_why_it_waits(self, snikkaz, signed_in, dead_broker):
        document = asked(snikkaz)
        page = signed_in.get(document.get_absolute_url()).content.decode()
        assert 'hx-trigger="every' in page
        assert "not at work" in page

    def test_htmx_gets_only_the_part_that_changes(self, snikkaz, signed_in):
        document = printed(asked(snikkaz))
        part = signed_in.get(document.get_absolute_url(), headers={"HX-Request": "true"}).content.decode()
        assert "<html" not in part
        assert "hx-trigger" not in part

    def test_a_choice_that_is_none_is_answered_by_the_form(self, snikkaz, signed_in):
        answer = signed_in.post(reverse("document-request", args=[snikkaz.pk]), {"sheet": "poster", "page": "a4"})
        assert answer.status_code == 400
        assert not RosterDocument.objects.exists()

    def test_a_sheet_can_be_thrown_away(self, snikkaz, signed_in):
        document = printed(asked(snikkaz))
        signed_in.post(reverse("document-delete", args=[document.pk]))
        assert not RosterDocument.objects.exists()

    @pytest.mark.parametrize("who", ["rival", "nobody"])
    def test_nobody_else_gets_at_it(self, snikkaz, rival, who):
        document = printed(asked(snikkaz))
        client = Client()
        if who == "rival":
            client.force_login(rival)
        expected = 404 if who == "rival" else 302
        for address in (
            document.get_absolute_url(),
            reverse("document-file", args=[document.pk, "x"]),
            reverse("print-options", args=[snikkaz.pk]),
        ):
            assert client.get(address).status_code == expected
        for address in (
            reverse("document-request", args=[snikkaz.pk]),
            reverse("document-delete", args=[document.pk]),
        ):
            assert client.post(address, {"sheet": "roster", "page": "a4"}).status_code == expected
        assert RosterDocument.objects.count() == 1
