"""The report of an evening from the click to the file: asked for once, printed by a worker, cancelled, kept."""

from __future__ import annotations

import os
import signal
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from campaigns import printing, tasks
from campaigns.evening_selectors import last_evening
from campaigns.models import Campaign, CampaignDocument, PostBattle
from campaigns.services import documents
from campaigns.services.documents import (
    cancel_document,
    request_evening,
    request_night,
)
from mordheim.documents import press
from tests.campaigns import acts as fights
from tests.campaigns import evenings, seasons
from tests.kept import kept
from warbands.models import Player
from warbands.roster.refusals import Refused
from warbands.services.accounts import delete_account
from warbands.services.throttling import TooOften

Status = CampaignDocument.Status


@pytest.fixture
@kept
def fought(season: Campaign, owner: Player, rival: Player) -> Campaign:
    """A season with one battle, whose nights are over."""
    mob, exiles = seasons.mob_in(season, owner), fights.enrolled_exiles(season, rival)
    battle = evenings.fight(mob, exiles)
    for side in battle.sides.all():
        evenings.sleep(side)
    return season


def post_of(campaign: Campaign) -> PostBattle:
    """The night of the owner's mob."""
    rows = PostBattle.objects.select_related("side__battle__campaign")
    return rows.get(side__battle__campaign=campaign, side__place=0)


def asked(campaign: Campaign, by: Player, **more) -> CampaignDocument:
    return request_evening(campaign, by=by, day=last_evening(campaign), **more)


def printed(document: CampaignDocument) -> CampaignDocument:
    documents.PRESS.print_now(document.pk)
    document.refresh_from_db()
    return document


class TestAskingForAReport:
    def test_it_waits_as_pending_while_the_broker_is_dead(
        self, fought, owner, dead_broker, django_capture_on_commit_callbacks
    ):
        with django_capture_on_commit_callbacks(execute=True):
            document = asked(fought, owner)
        document.refresh_from_db()
        assert (document.status, document.sent_at) == (Status.PENDING, None)

    def test_an_equal_one_is_one_document_for_all_who_see_the_same(self, fought, owner, rival, host, spectator):
        assert len({asked(fought, one).pk for one in (owner, rival, host, spectator, owner)}) == 1

    def test_other_paper_is_another_document(self, fought, owner):
        assert asked(fought, owner).pk != asked(fought, owner, page="letter").pk

    def test_a_new_one_is_made_once_something_has_changed(self, fought, owner):
        first = printed(asked(fought, owner))
        assert asked(fought, owner).pk == first.pk
        fought.battles.update(notes="Fog.")
        assert asked(fought, owner).pk != first.pk

    def test_hidden_treasuries_make_a_report_for_each_who_sees_other_gold(self, fought, owner, rival, host, spectator):
        Campaign.objects.update(treasuries_hidden=True)
        fought.refresh_from_db()
        assert len({asked(fought, one).pk for one in (owner, rival, host, spectator)}) == 4

    def test_a_day_without_a_battle_has_no_report(self, fought, owner):
        with pytest.raises(Refused, match="No battle was fought on that day"):
            request_evening(fought, by=owner, day=last_evening(fought) - timedelta(days=1))

    def test_a_stranger_has_none(self, fought, stranger):
        with pytest.raises(Refused):
            asked(fought, stranger)

    def test_nobody_waits_for_more_than_three_at_once(self, fought, owner):
        for number in range(documents.UNFINISHED_OF_A_PLAYER):
            fought.battles.update(notes=f"Fog {number}.")
            asked(fought, owner)
        fought.battles.update(notes="More fog.")
        with pytest.raises(Refused, match="Wait for them"):
            asked(fought, owner)
        CampaignDocument.objects.update(status=Status.FAILED)
        asked(fought, owner)

    def test_nobody_asks_all_the_time(self, fought, owner, settings):
        cache.clear()
        settings.CAMPAIGN_DOCUMENTS_PER_HOUR = 2
        asked(fought, owner)
        asked(fought, owner)
        with pytest.raises(TooOften, match="many reports"):
            asked(fought, owner)

    def test_only_the_latest_of_a_campaign_are_kept(
        self, fought, owner, monkeypatch, django_capture_on_commit_callbacks
    ):
        monkeypatch.setattr(documents, "KEPT_FOR_A_CAMPAIGN", 2)
        monkeypatch.setattr(documents, "UNFINISHED_OF_A_PLAYER", 9)
        first = printed(asked(fought, owner))
        with django_capture_on_commit_callbacks(execute=True):
            for number in range(2):
                fought.battles.update(notes=f"Fog {number}.")
                asked(fought, owner)
        assert CampaignDocument.objects.count() == 2
        assert not first.file.storage.exists(first.file.name)

    def test_a_lost_file_is_printed_again(self, fought, owner):
        document = printed(asked(fought, owner))
        document.file.storage.delete(document.file.name)
        again = asked(fought, owner)
        assert (again.pk, again.status) == (document.pk, Status.PENDING)
        assert printed(again).file.storage.exists(document.file.name)


class TestPrinting:
    def test_the_file_is_a_pdf_with_the_evening_in_it(self, fought, owner):
        document = printed(asked(fought, owner))
        assert (document.status, document.done) == (Status.READY, document.total)
        pages = PdfReader(document.file).pages
        assert document.pages == len(pages)
        assert "Karak Brynn Exiles" in pages[0].extract_text()

    def test_what_was_asked_is_printed_though_it_was_taken_back_meanwhile(self, fought, owner):
        document = asked(fought, owner)
        fought.battles.all().delete()
        assert "Da Snikkaz" in PdfReader(printed(document).file).pages[0].extract_text()

    def test_a_night_is_printed_by_itself(self, fought, owner):
        document = printed(request_night(post_of(fought), by=owner))
        text = "".join(page.extract_text() for page in PdfReader(document.file).pages)
        assert "Record of a night" in text
        assert "Da Snikkaz now" in text
        assert "Karak Brynn Exiles now" not in text

    def test_printing_twice_does_no_harm_and_gives_the_same_bytes(self, fought, owner):
        document = printed(asked(fought, owner))
        before = document.file.read()
        assert printed(document).attempts == 1
        document.file.storage.delete(document.file.name)
        assert printed(asked(fought, owner)).file.read() == before

    def test_how_far_it_is_is_kept_before_each_part(self, fought, owner, monkeypatch):
        document = asked(fought, owner)
        kept = []
        real = printing._lay_out

        def look(html: str, page: str):
            row = CampaignDocument.objects.get(pk=document.pk)
            kept.append((row.done, row.told))
            return real(html, page)

        monkeypatch.setattr(printing, "_lay_out", look)
        printed(document)
        assert kept == [
            (0, "Beginning"),
            (0, "Setting the nights after battle 1"),
            (1, "Setting the front page"),
        ]

    def test_a_failure_is_told_in_a_sentence_and_can_be_asked_for_again(self, fought, owner, monkeypatch):
        document = asked(fought, owner)
        with monkeypatch.context() as broken:
            broken.setattr(printing, "render_evening", lambda *a, **k: 1 / 0)
            printed(document)
        assert document.status == Status.FAILED
        assert "Try again" in document.told
        assert printed(asked(fought, owner)).status == Status.READY

    def test_what_an_older_release_stored_is_told_so(self, fought, owner):
        document = asked(fought, owner)
        CampaignDocument.objects.update(content={"kind": "evening"})
        assert "before the site was renewed" in printed(document).told

    def test_one_that_stops_the_printer_three_times_is_given_up(self, fought, owner):
        document = asked(fought, owner)
        CampaignDocument.objects.update(attempts=press.MOST_ATTEMPTS)
        assert printed(document).status == Status.FAILED

    def test_one_that_is_gone_is_nobodys_trouble(self, fought):
        documents.PRESS.print_now(4711)

    def test_a_worker_that_comes_second_changes_nothing(self, fought, owner, monkeypatch):
        document = asked(fought, owner)
        real = printing.render_evening

        def overtaken(*args, **kwargs):
            monkeypatch.setattr(printing, "render_evening", real)
            documents.PRESS.print_now(document.pk)
            raise RuntimeError("too late")

        monkeypatch.setattr(printing, "render_evening", overtaken)
        assert printed(document).status == Status.READY

    def test_the_names_that_tasks_are_sent_by_are_there(self):
        assert tasks.print_evening.name == "campaigns.tasks.print_evening"
        assert tasks.sweep_documents.name == "campaigns.tasks.sweep_documents"


class TestCancelling:
    def test_stops_it_between_two_parts(self, fought, owner, monkeypatch):
        document = asked(fought, owner)
        real, laid_out = printing._lay_out, []

        def cancel_at_the_second(html: str, page: str):
            laid_out.append(html)
            if len(laid_out) == 2:
                cancel_document(document, by=owner)
            return real(html, page)

        monkeypatch.setattr(printing, "_lay_out", cancel_at_the_second)
        assert printed(document).status == Status.CANCELLED
        assert len(laid_out) == 2
        assert not document.file

    def test_keeps_a_worker_from_beginning(self, fought, owner):
        document = cancel_document(asked(fought, owner), by=owner)
        assert printed(document).status == Status.CANCELLED
        assert documents.PRESS.sweep() == 0

    def test_what_was_cancelled_can_be_asked_for_again_by_anybody(self, fought, owner, rival):
        document = cancel_document(asked(fought, owner), by=owner)
        again = asked(fought, rival)
        assert (again.pk, again.status, again.asked_by) == (document.pk, Status.PENDING, rival)
        assert printed(again).status == Status.READY

    def test_is_for_whoever_asked_and_arbitrators(self, fought, owner, rival, host):
        document = asked(fought, owner)
        with pytest.raises(Refused, match="Only whoever asked"):
            cancel_document(document, by=rival)
        assert cancel_document(document, by=host).status == Status.CANCELLED

    def test_what_is_ready_stays_ready(self, fought, owner):
        document = printed(asked(fought, owner))
        assert cancel_document(document, by=owner).status == Status.READY


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
def test_an_evening_at_the_end_of_the_calendar_has_nothing_to_print(fought, owner, day):
    answer = seasons.signed_in(owner).get(f"{fought.get_absolute_url()}evenings/{day}/print/")
    assert answer.status_code == 200
    assert "No battle was fought on this day" in answer.text


class TestARealWorker:
    def test_a_click_ends_in_a_file(self, fought, owner, worker, wait_until):
        client = seasons.signed_in(owner)
        address = reverse("evening-print", args=[fought.pk, last_evening(fought)])
        answer = client.post(address, {"page": "letter"})
        document = CampaignDocument.objects.get()
        assert answer.url == document.get_absolute_url()
        wait_until(lambda: CampaignDocument.objects.get().status == Status.READY, "the PDF", seconds=60)
        page = client.get(document.get_absolute_url()).text
        assert "Open the PDF" in page
        name = f"winter-in-the-ruins-{last_evening(fought)}"
        link = reverse("campaign-document-file", args=[fought.pk, document.pk, name])
        assert link in page
        file = client.get(link)
        assert file["Content-Type"] == "application/pdf"
        assert b"".join(file.streaming_content)[:5] == b"%PDF-"

    def test_what_waited_for_the_broker_is_printed_once_it_is_back(
        self, fought, owner, start_worker, wait_until, monkeypatch
    ):
        with monkeypatch.context() as dead:
            dead.setattr(press.Press, "send", lambda self, document: False)
            asked(fought, owner)
        start_worker()
        assert documents.PRESS.sweep() == 1
        wait_until(lambda: CampaignDocument.objects.get().status == Status.READY, "the PDF", seconds=60)

    def test_a_killed_worker_leaves_one_pdf_and_not_two(self, fought, owner, start_worker, wait_until):
        process = start_worker()
        document = asked(fought, owner)
        wait_until(lambda: CampaignDocument.objects.get().done >= 1, "the first part", seconds=60)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        late = timezone.now() - press.GIVEN_UP_AFTER - timedelta(seconds=1)
        CampaignDocument.objects.filter(pk=document.pk, status=Status.PRINTING).update(sent_at=late)
        start_worker()
        documents.PRESS.sweep()
        wait_until(lambda: CampaignDocument.objects.get().status == Status.READY, "the PDF", seconds=60)
        stored = CampaignDocument.objects.get()
        assert [path.name for path in Path(stored.file.path).parent.iterdir()] == [f"{stored.digest}.pdf"]


class TestThePages:
    @pytest.fixture
    @kept
    def client(self, fought, owner) -> Client:
        return seasons.signed_in(owner)

    def page(self, client: Client, name: str, *args: object) -> str:
        answer = client.get(reverse(name, args=args))
        assert answer.status_code == 200
        return answer.text

    def test_battles_and_overview_lead_to_it(self, client, fought):
        link = reverse("evening-print", args=[fought.pk, last_evening(fought)])
        assert link in self.page(client, "battle-list", fought.pk)
        last = reverse("evening-last", args=[fought.pk])
        assert last in self.page(client, "campaign-detail", fought.pk)
        assert client.get(last).url == link

    def test_without_a_battle_the_last_evening_leads_to_the_battles(self, client, fought):
        fought.battles.all().delete()
        answer = client.get(reverse("evening-last", args=[fought.pk]), follow=True)
        assert "nothing to print" in answer.text
        assert reverse("evening-last", args=[fought.pk]) not in self.page(client, "campaign-detail", fought.pk)

    def test_the_page_that_asks_names_the_battles_and_what_was_printed(self, client, fought, owner):
        asked(fought, owner)
        page = self.page(client, "evening-print", fought.pk, last_evening(fought))
        assert "Karak Brynn Exiles" in page
        assert CampaignDocument.objects.get().get_absolute_url() in page

    def test_a_day_that_is_none_is_not_found(self, client, fought):
        for day in ("2026-02-30", "yesterday"):
            assert client.get(f"/campaigns/{fought.pk}/evenings/{day}/print/").status_code == 404

    def test_a_day_without_a_battle_says_so_and_asks_nothing(self, client, fought):
        page = self.page(client, "evening-print", fought.pk, last_evening(fought) - timedelta(days=1))
        assert "nothing to print" in page
        assert "Make the PDF" not in page

    def test_paper_that_is_none_is_answered_by_the_form(self, client, fought):
        answer = client.post(reverse("evening-print", args=[fought.pk, last_evening(fought)]), {"page": "a0"})
        assert answer.status_code == 400
        assert not CampaignDocument.objects.exists()

    def test_one_that_waits_asks_again_by_itself_and_says_why(self, client, fought, owner, dead_broker):
        document = asked(fought, owner)
        page = client.get(document.get_absolute_url()).text
        assert 'hx-trigger="every' in page
        assert "not at work" in page
        assert reverse("campaign-document-cancel", args=[fought.pk, document.pk]) in page

    def test_one_being_printed_shows_how_far_it_is_and_how_long_it_may_take(self, client, fought, owner):
        document = asked(fought, owner)
        begun = timezone.now() - timedelta(seconds=6)
        CampaignDocument.objects.update(
            status=Status.PRINTING, done=2, total=5, told="Setting the night of X", begun_at=begun, sent_at=begun
        )
        part = client.get(document.get_absolute_url(), headers={"HX-Request": "true"}).text
        assert "<html" not in part
        assert '<progress max="5" value="2"' in part
        assert "About 9 seconds more." in part
        assert "Setting the night of X" in part

    def test_cancelling_leads_back_and_offers_to_ask_again(self, client, fought, owner):
        document = asked(fought, owner)
        answer = client.post(reverse("campaign-document-cancel", args=[fought.pk, document.pk]), follow=True)
        assert "cancelled before it was ready" in answer.text
        assert reverse("evening-print", args=[fought.pk, document.day]) in answer.text

    def test_a_nights_record_is_asked_for_by_its_side(self, client, fought):
        post = post_of(fought)
        answer = client.post(reverse("night-print", args=[fought.pk, post.side_id]), {"page": "a4"})
        document = CampaignDocument.objects.get()
        assert answer.url == document.get_absolute_url()
        assert (document.kind, document.night) == ("night", post)
        assert reverse("night-print", args=[fought.pk, post.side_id]) in client.get(answer.url).text

    def test_a_file_that_tells_anothers_gold_is_not_found_once_it_is_hidden(self, fought, owner, rival, host):
        document = printed(asked(fought, owner))
        addresses = [
            document.get_absolute_url(),
            reverse("campaign-document-file", args=[fought.pk, document.pk, "x"]),
        ]
        Campaign.objects.update(treasuries_hidden=True)
        for who, expected in ((owner, 404), (rival, 404), (host, 200)):
            assert [seasons.signed_in(who).get(one).status_code for one in addresses] == [expected] * 2
        fought.refresh_from_db()
        own = printed(asked(fought, owner))
        assert seasons.signed_in(owner).get(own.get_absolute_url()).status_code == 200
        assert seasons.signed_in(rival).get(own.get_absolute_url()).status_code == 404
        listed = reverse("evening-print", args=[fought.pk, document.day])
        assert own.get_absolute_url() in seasons.signed_in(owner).get(listed).text
        assert own.get_absolute_url() not in seasons.signed_in(rival).get(listed).text

    def test_another_campaigns_document_is_not_found_in_this_one(self, fought, owner, host):
        document = asked(fought, owner)
        elsewhere = seasons.begin(host, "Elsewhere")
        address = reverse("campaign-document", args=[elsewhere.pk, document.pk])
        assert seasons.signed_in(host).get(address).status_code == 404

    def test_its_pages_cost_few_queries_and_no_more_with_more_battles(self, campaign, host):
        client, counts = seasons.signed_in(host), []
        for size in (2, 6):
            evenings.evening(evenings.club(campaign, size))
            document = asked(campaign, host)
            addresses = [
                reverse("evening-print", args=[campaign.pk, last_evening(campaign)]),
                reverse("night-print", args=[campaign.pk, post_of_first(campaign).side_id]),
                document.get_absolute_url(),
            ]
            counts.append([])
            for address in addresses:
                client.get(address)
                with CaptureQueriesContext(connection) as queries:
                    client.get(address)
                counts[-1].append(len(queries))
            cancel_document(document, by=host)
        assert counts[0] == counts[1]
        assert max(counts[0]) <= 15


def post_of_first(campaign: Campaign) -> PostBattle:
    return PostBattle.objects.filter(side__battle__campaign=campaign).order_by("pk")[0]


class TestAnAccountGoes:
    def test_with_what_was_printed_of_its_name(self, fought, owner, host, django_capture_on_commit_callbacks):
        document = printed(asked(fought, host))
        with django_capture_on_commit_callbacks(execute=True):
            delete_account(owner)
        assert not CampaignDocument.objects.exists()
        assert not document.file.storage.exists(document.file.name)
