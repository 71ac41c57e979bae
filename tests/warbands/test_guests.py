"""Trying it without an account, and what becomes of what one made."""

import itertools
from datetime import timedelta

import pytest
from django.conf import settings as site
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from tests import acts
from tests.people import PASSWORD, begin_in_browser, guest_with, sign_in, sign_out, sign_up, warbands_of, who_is
from warbands import tasks
from warbands.models import Player, RosterDocument, Warband, WarbandEvent
from warbands.roster.refusals import Refused
from warbands.services.guests import expire_guests, hand_over, player_for
from warbands.services.quotas import refuse_over_quota, room_for

pytestmark = pytest.mark.django_db

_digests = itertools.count()


@pytest.fixture(autouse=True)
def _nothing_counted_yet(rules):
    cache.clear()


def printed(warband: Warband, by: Player | None = None) -> RosterDocument:
    document = RosterDocument(warband=warband, requested_by=by or warband.owner, digest=f"digest {next(_digests)}")
    document.file.save("roster.pdf", ContentFile(b"%PDF"))
    return document


def late(guest: Player) -> Player:
    guest.guest_until = timezone.now() - timedelta(minutes=1)
    guest.save()
    return guest


class TestBecomingAGuest:
    def test_looking_around_makes_nobody(self, client):
        for name in ("login", "signup", "warband-new"):
            assert client.get(reverse(name)).status_code == 200
        assert not Player.objects.exists()

    def test_the_first_warband_makes_a_guest_who_owns_it(self, client):
        guest = guest_with(client, "Da Snikkaz")
        assert warbands_of(guest) == {"Da Snikkaz"}
        assert guest.shown_name == "a guest"
        assert not guest.has_usable_password()

    def test_he_stays_the_same_guest_for_the_next_one(self, client):
        guest = guest_with(client, "Da Snikkaz", "Da Uvver Lot")
        assert Player.objects.get() == guest
        assert warbands_of(guest) == {"Da Snikkaz", "Da Uvver Lot"}

    def test_two_browsers_are_two_guests_who_do_not_see_each_other(self, client):
        theirs = Warband.objects.get(owner=guest_with(client))
        other = Client()
        guest_with(other)
        assert other.get(theirs.get_absolute_url()).status_code == 404
        assert client.get(theirs.get_absolute_url()).status_code == 200

    def test_a_form_that_is_wrong_makes_nobody(self, client):
        assert begin_in_browser(client, type_key="no_such_type").status_code == 200
        assert not Player.objects.exists()

    def test_his_session_ends_with_his_time(self, client):
        guest = guest_with(client)
        assert timedelta(days=6, hours=23) < guest.guest_until - timezone.now() <= timedelta(days=site.GUEST_DAYS)
        assert abs(Session.objects.get().expire_date - guest.guest_until) < timedelta(seconds=5)

    def test_a_page_that_is_only_looked_at_may_not_make_one(self):
        request = RequestFactory().get("/")
        request.user = AnonymousUser()
        with pytest.raises(RuntimeError, match="by a POST only"):
            player_for(request)
        assert not Player.objects.exists()

    def test_who_is_signed_in_becomes_no_guest(self, client, owner):
        client.force_login(owner)
        begin_in_browser(client)
        assert who_is(client) == owner
        assert warbands_of(owner) == {"Da Snikkaz"}

    def test_nobody_can_sign_in_as_a_guest(self, client):
        guest = guest_with(client)
        for password in ("", PASSWORD, guest.password):
            sign_in(Client(), guest.username, password)
        assert sign_in(other := Client(), guest.username, guest.password).status_code == 200
        assert who_is(other) is None

    def test_one_address_makes_so_many_within_the_hour(self, client, settings):
        settings.GUESTS_PER_HOUR = 2
        for _ in range(2):
            guest_with(Client())
        refused = begin_in_browser(client)
        assert "Many guests have come from your network" in refused.text
        assert "Try again in 60 minutes." in refused.text
        assert Player.objects.count() == 2
        assert client.post(
            reverse("warband-new"), {"type": "orc_mob", "name": "Elsewhere"}, REMOTE_ADDR="192.0.2.9"
        ).status_code == 302  # fmt: skip

    def test_an_ipv6_network_counts_as_one_address(self, settings):
        settings.GUESTS_PER_HOUR = 1
        typed = {"type": "orc_mob", "name": "Da Snikkaz"}
        assert Client(REMOTE_ADDR="2001:db8:0:1::1").post(reverse("warband-new"), typed).status_code == 302
        assert Client(REMOTE_ADDR="2001:db8:0:1:ffff::2").post(reverse("warband-new"), typed).status_code == 200
        assert Client(REMOTE_ADDR="2001:db8:0:2::1").post(reverse("warband-new"), typed).status_code == 302


class TestSigningUp:
    def test_the_warbands_become_his_own_and_so_does_the_row(self, client):
        guest = guest_with(client)
        shown = sign_up(client, "Gutsnik")
        assert shown.status_code == 302
        player = who_is(client)
        assert player
        assert (player.pk, player.username, player.is_guest) == (guest.pk, "Gutsnik", False)
        assert warbands_of(player) == {"Da Snikkaz"}
        assert player.check_password(PASSWORD)

    def test_his_session_is_then_as_long_as_anybodys(self, client):
        guest_with(client)
        sign_up(client, "Gutsnik")
        assert client.session.get_expiry_age() == site.SESSION_COOKIE_AGE

    def test_he_is_told_before_and_after(self, client):
        guest_with(client)
        assert "What you made as a guest becomes yours to keep." in client.get(reverse("signup")).text
        sign_up(client, "Gutsnik")
        assert "What you made as a guest is yours to keep." in client.get(reverse("account")).text

    def test_he_no_longer_expires(self, client):
        guest_with(client)
        sign_up(client, "Gutsnik")
        assert expire_guests() == 0
        assert warbands_of(who_is(client)) == {"Da Snikkaz"}

    def test_a_name_that_is_taken_leaves_him_a_guest_with_all_he_has(self, client, owner):
        guest = guest_with(client)
        assert sign_up(client, "owner").status_code == 200
        assert who_is(client) == guest
        assert guest.is_guest
        assert warbands_of(guest) == {"Da Snikkaz"}

    def test_a_guest_swept_away_at_that_moment_gets_an_account_all_the_same(self, client):
        from warbands.services.accounts import sign_up as service

        guest = guest_with(client)
        late(guest)
        expire_guests()
        assert not service(username="gutsnik", password=PASSWORD, guest=guest).is_guest


class TestSigningIn:
    def test_his_warbands_come_along_and_the_guest_is_gone(self, client, owner):
        acts.begin(owner, name="Da Old Lot")
        guest = guest_with(client, "Da Snikkaz", "Da Uvver Lot")
        sign_in(client, "owner")
        assert who_is(client) == owner
        assert warbands_of(owner) == {"Da Old Lot", "Da Snikkaz", "Da Uvver Lot"}
        assert not Player.objects.filter(pk=guest.pk).exists()
        assert "The 2 warbands you made as a guest came along." in client.get(reverse("account")).text

    def test_history_and_printed_sheets_are_his_too(self, client, owner):
        guest = guest_with(client)
        warband = Warband.objects.get(owner=guest)
        document = printed(warband)
        sign_in(client, "owner")
        document.refresh_from_db()
        assert document.requested_by == owner
        assert set(WarbandEvent.objects.filter(warband=warband).values_list("by", flat=True)) == {owner.pk}

    def test_a_wrong_password_moves_nothing(self, client, owner):
        guest = guest_with(client)
        sign_in(client, "owner", "a wrong one")
        assert who_is(client) == guest
        assert warbands_of(guest) == {"Da Snikkaz"}

    def test_a_full_account_takes_them_all_the_same(self, client, owner, settings):
        settings.PLAYER_WARBANDS = 1
        acts.begin(owner, name="Da Old Lot")
        guest_with(client)
        sign_in(client, "owner")
        assert warbands_of(owner) == {"Da Old Lot", "Da Snikkaz"}

    def test_an_account_is_never_taken_for_a_guest(self, owner, rival):
        acts.begin(owner)
        assert hand_over(owner, to=rival) == 0
        assert warbands_of(owner) == {"Da Snikkaz"}

    def test_a_second_click_finds_nothing_left_to_move(self, client, owner):
        guest = guest_with(client)
        assert hand_over(guest, to=owner) == 1
        stale = Player(pk=guest.pk or 0, guest_until=timezone.now())
        assert hand_over(stale, to=owner) == 0
        assert warbands_of(owner) == {"Da Snikkaz"}


class TestHowMuchOneMayKeep:
    def test_a_guest_keeps_three_warbands_and_is_told_the_way_on(self, client):
        guest = guest_with(client, "One", "Two", "Three")
        refused = begin_in_browser(client, "Four")
        assert refused.status_code == 200
        assert "A guest may keep 3 warbands" in refused.text
        assert "Sign up" in refused.text
        assert warbands_of(guest) == {"One", "Two", "Three"}

    def test_signing_up_makes_room(self, client):
        guest_with(client, "One", "Two", "Three")
        sign_up(client, "Gutsnik")
        assert begin_in_browser(client, "Four").status_code == 302

    def test_an_account_has_a_limit_too(self, owner, settings):
        settings.PLAYER_WARBANDS = 1
        acts.begin(owner)
        with pytest.raises(Refused, match="You have 1 warbands, as many as one account may keep"):
            refuse_over_quota(owner, "warbands")

    def test_others_do_not_count(self, owner, rival, settings):
        settings.PLAYER_WARBANDS = 1
        acts.begin(rival)
        refuse_over_quota(owner, "warbands")

    def test_a_guest_keeps_so_many_sheets(self, client, settings):
        settings.GUEST_DOCUMENTS = 2
        guest = guest_with(client)
        warband = Warband.objects.get(owner=guest)
        printed(warband)
        refuse_over_quota(guest, "documents")
        printed(warband)
        with pytest.raises(Refused, match="A guest may keep 2 printed sheets") as refused:
            refuse_over_quota(guest, "documents")
        assert refused.value.code == "over_quota"

    def test_what_is_refused_is_not_made(self, owner, settings):
        settings.PLAYER_WARBANDS = 0
        with pytest.raises(Refused), room_for(owner, "warbands"):
            acts.begin(owner)
        assert warbands_of(owner) == set()

    def test_a_guest_who_was_swept_away_is_told_so(self, client):
        guest = late(guest_with(client))
        stale = Player.objects.get(pk=guest.pk)
        expire_guests()
        with pytest.raises(Refused, match="Your time as a guest is over"), room_for(stale, "warbands"):
            acts.begin(stale)


class TestTimeRunsOut:
    def test_a_guest_goes_with_all_he_owns_and_the_files_of_his_sheets(
        self, client, django_capture_on_commit_callbacks
    ):
        guest = late(guest_with(client, "One", "Two"))
        document = printed(Warband.objects.get(owner=guest, name="One"))
        assert default_storage.exists(document.file.name)
        with django_capture_on_commit_callbacks(execute=True):
            assert expire_guests() == 1
        assert not Player.objects.exists()
        assert not Warband.objects.exists()
        assert not RosterDocument.objects.exists()
        assert not default_storage.exists(document.file.name)

    def test_those_with_time_left_and_those_with_accounts_stay(self, client, owner):
        acts.begin(owner, name="Da Old Lot")
        guest = guest_with(client)
        assert expire_guests() == 0
        assert warbands_of(guest) == {"Da Snikkaz"}
        assert warbands_of(owner) == {"Da Old Lot"}

    def test_it_may_run_twice(self, client):
        late(guest_with(client))
        assert expire_guests() == 1
        assert expire_guests() == 0

    def test_his_browser_is_signed_out_and_goes_on(self, client):
        late(guest_with(client))
        expire_guests()
        assert who_is(client) is None
        assert client.get(reverse("login")).status_code == 200
        assert warbands_of(guest_with(client, "A Fresh Lot")) == {"A Fresh Lot"}

    def test_what_is_left_of_ended_sessions_goes_too(self, client):
        guest_with(client)
        Session.objects.update(expire_date=timezone.now() - timedelta(minutes=1))
        expire_guests()
        assert not Session.objects.exists()

    def test_the_command_says_how_many(self, client, capsys):
        late(guest_with(client))
        call_command("expire_guests")
        assert capsys.readouterr().out == "1 guest deleted.\n"
        call_command("expire_guests")
        assert capsys.readouterr().out == "0 guests deleted.\n"

    def test_the_worker_does_it_every_hour(self, client):
        late(guest_with(client))
        scheduled = site.CELERY_BEAT_SCHEDULE["expire-guests"]
        assert scheduled["task"] == tasks.expire_guests.name
        tasks.expire_guests()
        assert not Player.objects.exists()


class TestWhatAGuestMayNot:
    @pytest.mark.parametrize("name", ["account", "account-delete", "account-export", "password_change"])
    def test_the_pages_of_an_account_lead_him_to_signing_up(self, client, name):
        guest_with(client)
        answer = client.get(reverse(name), follow=True)
        assert answer.redirect_chain == [(reverse("signup"), 302)]
        assert "A guest has no account yet." in answer.text

    def test_he_can_leave(self, client):
        guest_with(client)
        sign_out(client)
        assert who_is(client) is None
