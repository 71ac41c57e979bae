"""The mail that tells what waits: collected, seldom, once, whatever happens to broker, worker and mail server."""

from __future__ import annotations

import email
import shutil
import smtplib
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from email import policy

import pytest
from django.conf import settings as site
from django.core import mail
from django.db import connection
from django.utils import timezone

from campaigns import tasks
from campaigns.models import Campaign, Notice
from campaigns.services import notice_mails, notices
from campaigns.services.campaigns import close_campaign
from campaigns.services.notice_mails import BETWEEN_MAILS, FRESH_FOR, MAILS_A_DAY, mail_due, mail_player
from campaigns.services.notices import COLLECTED_FOR, Word, notify, parts_of_token
from tests.campaigns import seasons
from warbands.models import Player

pytestmark = pytest.mark.django_db
MAILS = site.TEST_RUN_DIR / "mails"
NASTY = (
    "<script>alert(1)</script>",
    "{{7*7}}{% now 'Y' %}",
    "O'Grot & Sons <3",
    "Gits\r\nBcc: all@example.org\r\n\r\nHello",
    "Gits\u2028Bcc: all@example.org",
    "ünd grün" * 22,
    "x" * 200,
)


def tell(
    campaign: Campaign, *players: Player, text: str = "The night is open.", kind: str = "night", path: str = "/x/"
) -> list[Notice]:
    return notify(campaign, words=[Word(one.pk, kind, text, path) for one in players], by=None)


def later(by: timedelta = COLLECTED_FOR) -> None:
    """So much time goes by."""
    for row in Notice.objects.all():
        row.made_at -= by
        row.claimed_at = row.claimed_at and row.claimed_at - by
        row.mailed_at = row.mailed_at and row.mailed_at - by
        row.save()


def mailed() -> list[mail.EmailMessage]:
    """What is mailed now."""
    before = len(mail.outbox)
    assert mail_due() == len(mail.outbox) - before
    return mail.outbox[before:]


def the_mail(campaign: Campaign, *players: Player, **what: str) -> mail.EmailMessage:
    tell(campaign, *players, **what)
    later()
    (sent,) = mailed()
    return sent


class TestCollecting:
    def test_nothing_is_mailed_at_once(self, season, owner):
        tell(season, owner)
        assert mailed() == []

    def test_what_comes_together_is_one_mail(self, season, owner):
        tell(season, owner, text="The night is open.")
        later(COLLECTED_FOR / 2)
        tell(season, owner, text="An offer waits.", kind="offer", path="/y/")
        later(COLLECTED_FOR / 2)
        (one,) = mailed()
        assert one.to == ["owner@example.org"]
        assert one.body.index("The night is open.") < one.body.index("An offer waits.")
        assert Notice.objects.filter(mailed_at=None).count() == 0

    def test_what_was_mailed_is_not_mailed_again(self, season, owner):
        the_mail(season, owner)
        later(timedelta(hours=1))
        assert mailed() == []

    def test_each_has_a_mail_of_his_own(self, season, owner, rival):
        tell(season, owner, rival)
        later()
        assert sorted(one.to for one in mailed()) == [["owner@example.org"], ["rival@example.org"]]

    def test_what_came_of_two_campaigns_is_one_mail_too(self, season, owner, stranger):
        other = seasons.begin(stranger, "Elsewhere")
        part = seasons.join(other, owner)
        tell(season, owner)
        sent = the_mail(other, owner, text="Something elsewhere.")
        assert sent.subject == "2 things for you in 2 campaigns"
        assert "in Winter in the Ruins:" in sent.body
        assert "in Elsewhere:" in sent.body
        token = sent.extra_headers["List-Unsubscribe"].rstrip("/>").rpartition("/")[2]
        assert {one.pk for one in parts_of_token(token)} == {part.pk, seasons.part(season, owner).pk}


class TestSeldom:
    def test_the_next_mail_waits_for_ten_minutes(self, season, owner):
        the_mail(season, owner)
        tell(season, owner, path="/y/")
        later(BETWEEN_MAILS - timedelta(seconds=5))
        assert mailed() == []
        later(timedelta(seconds=10))
        assert len(mailed()) == 1

    def test_somebody_else_does_not_wait_for_it(self, season, owner, rival):
        the_mail(season, owner)
        assert the_mail(season, rival).to == ["rival@example.org"]

    def test_a_day_has_so_many_mails_and_no_more(self, season, owner, monkeypatch):
        monkeypatch.setattr(notice_mails, "MAILS_A_DAY", 3)
        assert MAILS_A_DAY > 3
        for number in range(5):
            tell(season, owner, path=f"/{number}/")
            later(BETWEEN_MAILS)
            mailed()
        assert len(mail.outbox) == 3
        later(timedelta(hours=23, minutes=30))
        assert len(mailed()) == 1

    def test_a_long_list_is_cut(self, season, owner):
        for number in range(notice_mails.LINES_OF_A_CAMPAIGN + 7):
            tell(season, owner, text=f"Correction {number}.", kind="corrected")
        later()
        (one,) = mailed()
        assert one.subject == "Winter in the Ruins: 27 things for you"
        assert "And 7 more before:" in one.body
        assert "Correction 6." not in one.body
        assert "Correction 26." in one.body
        assert not Notice.objects.waiting().exists()


class TestWhatIsNotMailed:
    def test_what_he_does_not_want_any_more(self, season, owner):
        tell(season, owner)
        season.memberships.filter(player=owner).update(mails_turns=False)
        later()
        assert mailed() == []

    def test_after_he_has_left(self, season, owner):
        tell(season, owner)
        season.memberships.filter(player=owner).update(left_at=timezone.now())
        later()
        assert mailed() == []

    def test_when_his_address_is_gone(self, season, owner):
        tell(season, owner)
        Player.objects.filter(pk=owner.pk).update(email="")
        later()
        assert mailed() == []

    def test_when_the_campaign_is_closed(self, season, owner, host):
        tell(season, owner)
        close_campaign(season, by=host)
        later()
        assert mailed() == []

    def test_what_is_a_day_old(self, season, owner):
        tell(season, owner)
        later(FRESH_FOR)
        assert mailed() == []

    def test_one_who_is_gone(self, season):
        assert mail_player(4711) is False


class TestTheMail:
    def test_it_is_short_and_says_why_and_how_to_stop(self, season, owner, settings):
        settings.SITE_URL = "https://mordheim.example.org"
        sent = the_mail(season, owner, text="Battle 1 was reported.", kind="reported", path="/campaigns/1/battles/1/")
        stop = sent.extra_headers["List-Unsubscribe"]
        assert sent.subject == "Winter in the Ruins: Battle 1 was reported."
        assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert stop.startswith("<https://mordheim.example.org/mails/stop/")
        assert sent.body.splitlines() == [
            "Hello owner,",
            "",
            "in Winter in the Ruins:",
            "",
            "* Battle 1 was reported.",
            "  https://mordheim.example.org/campaigns/1/battles/1/",
            "",
            "--",
            "You get this because you are in this campaign at",
            "https://mordheim.example.org",
            "as owner, and want to be told when it is your turn.",
            "",
            "No more of these mails:",
            stop.strip("<>"),
            "Choose what you get:",
            f"https://mordheim.example.org/campaigns/{season.pk}/people/#mails",
        ]

    def test_over_plain_http_no_mail_program_is_asked_to_press_the_button(self, season, owner):
        headers = the_mail(season, owner).extra_headers
        assert "List-Unsubscribe" in headers
        assert "List-Unsubscribe-Post" not in headers

    @pytest.mark.parametrize("nasty", NASTY)
    def test_names_are_shown_as_typed_and_make_no_header(self, season, owner, settings, nasty):
        settings.SITE_URL = "https://mordheim.example.org"
        Campaign.objects.filter(pk=season.pk).update(name=nasty)
        season.refresh_from_db()
        sent = the_mail(season, owner, text=f"{nasty} was corrected.")
        read = email.message_from_bytes(sent.message().as_bytes(), policy=policy.default)
        shown = nasty.replace("\r\n", "").replace("\u2028", "")
        assert read["Bcc"] is None
        assert read["To"] == "owner@example.org"
        assert read["Subject"].strip().startswith(shown[:60])
        assert len(read["Subject"].strip()) <= notice_mails.LONGEST_SUBJECT
        assert read["List-Unsubscribe"].strip() == sent.extra_headers["List-Unsubscribe"]
        assert read.get_content_type() == "text/plain"
        body = read.get_content()
        assert f"* {shown} was corrected." in body
        assert not any(line.startswith("Bcc") for line in body.splitlines())


class TestTroubleWithTheMailServer:
    @pytest.fixture
    def broken(self, monkeypatch):
        def breaks(error: Exception) -> list[str]:
            tried = []

            def send(message: mail.EmailMessage) -> int:
                tried.append(message.to[0])
                raise error

            monkeypatch.setattr(mail.EmailMessage, "send", send)
            return tried

        return breaks

    def test_while_it_is_away_one_mail_is_tried_and_all_wait(self, season, owner, rival, broken, monkeypatch):
        tell(season, owner, rival)
        later()
        tried = broken(ConnectionRefusedError("away"))
        assert mail_due() == 0
        assert len(tried) == 1
        assert Notice.objects.waiting().count() == 2
        monkeypatch.undo()
        later(BETWEEN_MAILS)
        assert len(mailed()) == 2

    def test_an_address_that_takes_no_mail_is_not_tried_again(self, season, owner, rival, broken, monkeypatch):
        tell(season, owner, rival)
        later()
        tried = broken(smtplib.SMTPRecipientsRefused({"x": (550, b"no such user")}))
        assert mail_due() == 0
        assert len(tried) == 2
        assert not Notice.objects.exists()

    def test_one_that_takes_it_later_is(self, season, owner, broken, monkeypatch):
        tell(season, owner)
        later()
        broken(smtplib.SMTPRecipientsRefused({"x": (451, b"try again")}))
        assert mail_due() == 0
        monkeypatch.undo()
        later(BETWEEN_MAILS)
        assert len(mailed()) == 1

    def test_a_mail_that_cannot_be_written_keeps_nobody_else_waiting(self, season, owner, rival, monkeypatch):
        real = notice_mails.mail_of

        def breaks(player, **more):
            if player == owner:
                raise UnicodeError("an address of the moon")
            return real(player, **more)

        monkeypatch.setattr(notice_mails, "mail_of", breaks)
        tell(season, owner, rival)
        later()
        assert [one.to for one in mailed()] == [["rival@example.org"]]

    def test_a_worker_that_died_before_it_sent_leaves_it_to_another(self, season, owner, monkeypatch):
        def dies(player, **more):
            raise SystemExit

        tell(season, owner)
        later()
        with monkeypatch.context() as dying:
            dying.setattr(notice_mails, "mail_of", dies)
            with pytest.raises(SystemExit):
                mail_due()
        assert mailed() == []
        later(BETWEEN_MAILS)
        assert len(mailed()) == 1


class TestTheTask:
    def test_it_is_sent_after_commit_and_waits_while_things_are_collected(
        self, season, owner, monkeypatch, django_capture_on_commit_callbacks
    ):
        sent = []
        monkeypatch.setattr(
            notices.current_app, "send_task", lambda name, **options: sent.append((name, options)), raising=False
        )
        with django_capture_on_commit_callbacks(execute=True):
            tell(season, owner)
            assert sent == []
        assert sent == [("campaigns.tasks.mail_notices", {"countdown": COLLECTED_FOR.total_seconds()})]

    def test_no_task_for_nobody(self, season, stranger, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks() as sent:
            tell(season, stranger)
        assert sent == []

    def test_it_does_not_wait_longer_than_the_broker_keeps_it_for_one_worker(self):
        assert COLLECTED_FOR.total_seconds() < site.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]

    def test_with_the_broker_dead_it_waits_for_the_clock(
        self, season, owner, dead_broker, django_capture_on_commit_callbacks
    ):
        with django_capture_on_commit_callbacks(execute=True):
            tell(season, owner)
        later()
        assert Notice.objects.waiting().count() == 1
        tasks.mail_notices()
        assert len(mail.outbox) == 1

    def test_the_clock_asks_for_tasks_that_are_there(self):
        asked = {entry["task"] for entry in site.CELERY_BEAT_SCHEDULE.values()}
        assert {tasks.mail_notices.name, tasks.forget_notices.name} <= asked
        assert tasks.mail_notices.name == "campaigns.tasks.mail_notices"


@pytest.fixture
def waits(transactional_db) -> Campaign:
    """A campaign without any rules, and one notice in it for its player that is due."""
    host = Player.objects.create_user("host", "host@example.org")
    campaign = seasons.begin(host)
    tell(campaign, host)
    later()
    return campaign


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_of_many_workers_at_once_one_sends_the_mail(waits):
    who = Player.objects.get().pk

    def tried(number: int) -> bool:
        try:
            if number % 2:
                tell(waits, Player.objects.get(), path=f"/{number}/")
            return mail_player(who)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(tried, range(16))) == [False] * 15 + [True]
    assert len(mail.outbox) == 1


def test_a_real_worker_mails_it_once(waits, worker, wait_until):
    shutil.rmtree(MAILS, ignore_errors=True)
    last = Notice.objects.get()
    last.pk, last.made_at = None, timezone.now() - notices.KEPT_FOR
    last.save()
    for _ in range(4):
        tasks.mail_notices.delay()
    tasks.forget_notices.delay()
    wait_until(lambda: not Notice.objects.filter(pk=last.pk).exists(), "the last task", seconds=40)
    (sent,) = MAILS.iterdir()
    assert "To: host@example.org" in sent.read_text()
    assert Notice.objects.get().mailed_at
