"""Accounts by the pages a player uses: signing up, in and out, a lost password, and leaving."""

import io
import re
import zipfile
from urllib.parse import urljoin, urlsplit

import pytest
from axes.models import AccessAttempt
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests import acts
from tests.people import PASSWORD, sign_in, sign_out, sign_up, warbands_of, who_is
from warbands.forms.accounts import SignUpForm
from warbands.models import Player, Warband
from warbands.roster.refusals import Refused
from warbands.services import accounts

pytestmark = pytest.mark.django_db

NEW = "another-long-passphrase"
SIGNED_IN_ONLY = ["account", "account-delete", "account-export", "password_change", "password_change_done"]


@pytest.fixture(autouse=True)
def _nothing_counted_yet():
    cache.clear()


@pytest.fixture
def own(client, owner):
    """The owner's browser, signed in."""
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    return client


def link_in_mail() -> str:
    return re.search(r"https?://[^/]+(/accounts/reset/\S+)", mail.outbox[-1].body)[1]


class TestSigningUp:
    def test_a_name_and_a_password_are_enough(self, client):
        assert sign_up(client, "Gutsnik").url == reverse("warband-list")
        player = who_is(client)
        assert (player.username, player.email, player.is_guest) == ("Gutsnik", "", False)

    def test_what_to_do_first_is_told_to_who_came_for_nothing_else(self, client):
        sign_up(client, "Gutsnik")
        assert "Welcome, Gutsnik. Begin with your first warband." in client.get(reverse("warband-list")).text
        invited = Client()
        sign_up(invited, "Skab", next="/rules/")
        welcome = invited.get(reverse("warband-list")).text
        assert "Welcome, Skab." in welcome
        assert "first warband" not in welcome

    def test_the_page_says_what_an_address_is_for(self, client):
        assert "Needed only to reset a lost password." in client.get(reverse("signup")).text

    def test_many_may_go_without_an_address(self):
        for name in ("one", "two", "three"):
            sign_up(Client(), name)
        assert Player.objects.filter(email="").count() == 3

    @pytest.mark.parametrize("name", ["owner", "OWNER", "oWnEr", "  owner  ", "ｏｗｎｅｒ"])
    def test_a_name_is_taken_in_every_case_and_width(self, client, owner, name):
        answer = sign_up(client, name)
        assert "Somebody here has that name already." in answer.text
        assert who_is(client) is None

    def test_other_letters_have_cases_too(self, client):
        sign_up(Client(), "Übelkräher")
        assert "Somebody here has that name already." in sign_up(client, "ÜBELKRÄHER").text

    def test_an_address_is_taken_in_every_case(self, client, owner):
        answer = sign_up(client, "gutsnik", email="Owner@Example.ORG")
        assert "There is an account with this address already." in answer.text
        assert Player.objects.count() == 1

    @pytest.mark.parametrize(
        "name",
        [
            "",
            " ",
            "x",
            "x" * 41,
            "x" * 5000,
            "gut snik",
            "gut\x00snik",
            "gut\nsnik",
            "gut\x1bsnik",
            "gut\u202esnik",
            "gut\u2066snik",
            "gut\u200fsnik",
            "gut\u200bsnik",
            "gut\u2028snik",
            "<b>gutsnik</b>",
            "gutsnik'--",
            "../../etc/passwd",
            "💀💀💀",
            "....",
            "guest-0123456789abcdef",
            "GUEST-1",
        ],
    )
    def test_a_name_that_cannot_be_read_aloud_is_refused(self, client, name):
        answer = sign_up(client, name)
        assert answer.status_code == 200
        assert answer.context["form"].errors["username"]
        assert list(answer.context["form"].errors) == ["username"]
        assert not Player.objects.exists()

    @pytest.mark.parametrize("name", ["Gutsnik", "гоблин", "矮人王", "karl.franz+1@home", "x" * 40, "7-up_"])
    def test_letters_of_any_script_make_a_name(self, client, name):
        sign_up(client, name)
        assert who_is(client).username == name

    @pytest.mark.parametrize(
        ("password", "again", "told"),
        [
            ("short", None, "too short"),
            ("12345678901", None, "entirely numeric"),
            ("password123", None, "too common"),
            ("gutsnik-the-orc-1", None, "too similar"),
            (PASSWORD, "something else", "The two passwords are not the same."),
            (PASSWORD, "", "This field is required."),
            ("a\x00b" * 5, None, "Null characters are not allowed."),
        ],
    )
    def test_a_weak_or_mistyped_password_is_refused_and_the_rest_stays_typed(self, client, password, again, told):
        answer = sign_up(client, "gutsnik-the-orc", password, again, email="orc@example.org")
        assert told in answer.text
        assert 'value="gutsnik-the-orc"' in answer.text
        assert 'value="orc@example.org"' in answer.text
        assert f'value="{password}"' not in answer.text
        assert not Player.objects.exists()

    @pytest.mark.parametrize("email", ["orc", "orc@", "orc@example.org\nBcc: all@example.org", "<orc@example.org>"])
    def test_what_is_no_address_is_refused(self, client, email):
        assert "Enter a valid email address." in sign_up(client, "gutsnik", email=email).text

    def test_two_who_take_a_name_at_once_are_one_account_and_one_sentence(self, monkeypatch, owner):
        monkeypatch.setattr(accounts, "is_name_taken", lambda *args, **kwargs: False)
        with pytest.raises(Refused, match="has just been taken"):
            accounts.sign_up(username="OWNER", password=PASSWORD)
        assert Player.objects.get() == owner

    def test_who_lost_that_race_reads_it_on_the_page(self, client, owner, monkeypatch):
        monkeypatch.setattr(SignUpForm, "clean_username", lambda form: form.cleaned_data["username"])
        answer = sign_up(client, "Owner")
        assert answer.context["form"].errors["username"] == [accounts.NAME_TAKEN]

    def test_nobody_gives_himself_powers(self, client):
        sign_up(client, "gutsnik", is_superuser="on", is_staff="on", guest_until="")
        player = who_is(client)
        assert not player.is_superuser
        assert not player.is_staff

    def test_one_network_signs_up_so_often(self, client, settings):
        settings.SIGN_UPS_PER_HOUR = 2
        sign_up(Client(), "one")
        sign_up(Client(), "two")
        answer = sign_up(client, "three")
        assert answer.status_code == 429
        assert int(answer["Retry-After"]) > 3000
        assert "Try again in 60 minutes." in answer.text
        assert Player.objects.count() == 2


class TestSigningIn:
    def test_in_and_out(self, client, owner):
        assert sign_in(client, "owner").url == reverse("warband-list")
        assert who_is(client) == owner
        assert sign_out(client).url == reverse("home")
        assert who_is(client) is None

    def test_in_whatever_case_one_writes_the_name(self, client, owner):
        sign_in(client, "OwNeR")
        assert who_is(client) == owner

    @pytest.mark.parametrize("name", ["owner", "nobody"])
    def test_a_wrong_password_and_an_unknown_name_read_the_same(self, client, owner, name):
        answer = sign_in(client, name, "a wrong one")
        assert answer.status_code == 200
        assert answer.context["form"].non_field_errors() == [
            "Name and password do not fit together. Look at capital letters in the password."
        ]
        assert f'value="{name}"' in answer.text
        assert who_is(client) is None

    @pytest.mark.parametrize("name", ["own\x00er", "x" * 10_000, "\u202eowner", "' OR 1=1 --", ""])
    def test_a_hostile_name_is_only_wrong(self, client, owner, name, settings):
        settings.AXES_ENABLED = True
        assert sign_in(client, name, "a wrong one").status_code == 200

    @pytest.mark.parametrize("door", ["login", "admin:login"])
    def test_a_name_of_any_length_is_counted_as_far_as_it_fits(self, client, settings, door):
        """PostgreSQL takes no text that is longer than its column."""
        settings.AXES_ENABLED = True
        typed = {"username": "x" * 10_000, "password": "a wrong one"}
        assert client.post(reverse(door), typed).status_code == 200
        assert AccessAttempt.objects.get().username == "x" * 255

    def test_a_closed_account_stays_shut(self, client, owner):
        owner.is_active = False
        owner.save()
        assert sign_in(client, "owner").status_code == 200
        assert who_is(client) is None

    def test_signing_out_takes_a_click_and_not_a_link(self, own, owner):
        assert own.get(reverse("logout")).status_code == 405
        assert who_is(own) == owner

    def test_the_session_is_a_new_one(self, client, owner):
        client.get(reverse("login"))
        session = client.session
        session["planted"] = "yes"
        session.save()
        client.cookies["sessionid"] = before = session.session_key
        sign_in(client, "owner")
        assert client.session.session_key != before

    @pytest.mark.parametrize("name", ["login", "signup"])
    def test_who_is_in_already_is_led_on(self, own, name):
        assert own.get(reverse(name)).url == reverse("warband-list")

    @pytest.mark.parametrize("name", ["login", "signup"])
    def test_and_never_in_a_circle(self, own, rules, name):
        here = reverse(name)
        assert own.get(f"{here}?next={here}").url == reverse("warband-list")
        assert own.get(f"{here}?next={here}%3Fnext%3D{here}", follow=True).status_code == 200


class TestWhereNextLeads:
    FOREIGN = [
        "https://evil.example/",
        "//evil.example/",
        "///evil.example/",
        "/\\evil.example",
        "\\\\evil.example",
        "http:evil.example",
        "javascript:alert(1)",
        "data:text/html,hello",
        "https://testserver@evil.example/",
        " https://evil.example/",
        "\thttps://evil.example/",
        "%00https://evil.example",
    ]

    def stays_here(self, answer) -> bool:
        # As a browser reads it: a backslash is a slash, and blanks in front do not count.
        led_to = urljoin("http://testserver/accounts/", answer.url.strip().replace("\\", "/"))
        return answer.status_code == 302 and urlsplit(led_to)[:2] == ("http", "testserver")

    @pytest.mark.parametrize("to", FOREIGN)
    def test_a_foreign_host_is_never_led_to(self, client, owner, to):
        page = reverse("login")
        assert self.stays_here(sign_in(client, "owner", next=to))
        assert self.stays_here(client.get(page, {"next": to}))
        assert self.stays_here(client.post(reverse("logout"), {"next": to}))
        assert self.stays_here(client.post(f"{page}?next={to}", {"username": "owner", "password": PASSWORD}))
        assert self.stays_here(sign_up(Client(), "gutsnik", next=to))

    def test_a_page_of_our_own_is(self, client, owner):
        assert sign_in(client, "owner", next=reverse("account")).url == reverse("account")
        assert sign_up(Client(), "gutsnik", next="/rules/").url == "/rules/"

    def test_it_goes_along_from_signing_in_to_signing_up(self, client):
        asked = client.get(reverse("account"))
        assert asked.url == f"{reverse('login')}?next={reverse('account')}"
        page = client.get(asked.url).text
        assert '<input type="hidden" name="next" value="/accounts/">' in page
        assert 'href="/accounts/signup/?next=%2Faccounts%2F"' in page


class TestTheLock:
    @pytest.fixture(autouse=True)
    def _throttled(self, settings):
        settings.AXES_ENABLED = True

    def guess(self, client, name: str, times: int = 5) -> list[int]:
        return [sign_in(client, name, f"guess {n}").status_code for n in range(times)]

    def test_after_five_wrong_passwords_the_page_says_when_to_try_again(self, client, owner):
        assert self.guess(client, "owner") == [200] * 4 + [429]
        answer = sign_in(client, "owner")
        assert answer.status_code == 429
        assert answer["Retry-After"] == "900"
        assert "Signing in to this account from here is locked for 15 minutes." in answer.text
        assert re.search(r"Try again at \d\d:\d\d", answer.text)
        assert who_is(client) is None

    def test_other_players_at_the_same_table_are_not_locked(self, client, owner, rival):
        self.guess(client, "owner")
        assert sign_in(client, "rival").status_code == 302

    def test_the_player_himself_is_not_locked_elsewhere(self, client, owner):
        self.guess(client, "owner")
        assert sign_in(Client(REMOTE_ADDR="192.0.2.9"), "owner").status_code == 302

    def test_writing_the_name_otherwise_gives_no_more_guesses(self, client, owner):
        names = ["owner", "Owner", "OWNER", "oWNER", "owNER"]
        assert [sign_in(client, name, "a guess").status_code for name in names][-1] == 429

    @pytest.mark.parametrize("name", ["nobody", "Nobody"])
    def test_an_unknown_name_is_locked_as_a_known_one_is(self, client, name):
        assert self.guess(client, name) == [200] * 4 + [429]

    def test_the_right_password_in_time_forgets_the_wrong_ones(self, client, owner):
        self.guess(client, "owner", 4)
        assert sign_in(client, "owner").status_code == 302
        assert self.guess(Client(), "owner", 4) == [200] * 4

    def test_a_new_password_by_mail_opens_it_again(self, client, owner):
        self.guess(client, "owner")
        client.post(reverse("password_reset"), {"email": "owner@example.org"})
        form = client.get(link_in_mail()).url
        client.post(form, {"new_password1": NEW, "new_password2": NEW})
        assert sign_in(client, "owner", NEW).status_code == 302


class TestChangingThePassword:
    def change(self, client, old: str = PASSWORD, new: str = NEW, again: str = NEW):
        typed = {"old_password": old, "new_password1": new, "new_password2": again}
        return client.post(reverse("password_change"), typed)

    def test_the_new_one_counts_and_the_old_one_does_not(self, own, owner):
        assert self.change(own).url == reverse("password_change_done")
        assert own.get(reverse("password_change_done")).status_code == 200
        assert sign_in(Client(), "owner", PASSWORD).status_code == 200
        assert sign_in(Client(), "owner", NEW).status_code == 302

    def test_one_stays_in_here_and_is_out_everywhere_else(self, own, owner):
        elsewhere = Client()
        elsewhere.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
        self.change(own)
        assert who_is(own) == owner
        assert who_is(elsewhere) is None

    @pytest.mark.parametrize(
        ("typed", "told"),
        [
            ({"old": "a wrong one"}, "That is not your password as it is now."),
            ({"again": "otherwise"}, "The two passwords are not the same."),
            ({"new": "short", "again": "short"}, "too short"),
        ],
    )
    def test_what_does_not_fit_changes_nothing(self, own, owner, typed, told):
        assert told in self.change(own, **typed).text
        owner.refresh_from_db()
        assert owner.check_password(PASSWORD)

    def test_whoever_found_the_phone_cannot_guess_for_ever(self, own, settings):
        settings.PASSWORD_CHECKS_PER_HOUR = 3
        statuses = [self.change(own, old=f"guess {n}").status_code for n in range(4)]
        assert statuses == [200, 200, 200, 429]
        assert own.post(reverse("account-delete"), {"password": PASSWORD}).status_code == 429
        assert own.post(reverse("account"), {"password": PASSWORD}).status_code == 429


class TestALostPassword:
    def ask(self, client, email: str = "owner@example.org"):
        return client.post(reverse("password_reset"), {"email": email})

    def test_by_the_link_in_the_mail(self, client, owner):
        assert self.ask(client).url == reverse("password_reset_done")
        assert "Look into your mail" in client.get(reverse("password_reset_done")).text
        (letter,) = mail.outbox
        assert letter.to == ["owner@example.org"]
        assert letter.subject == "A new password for owner at Mordheim Manager"
        form = client.get(link_in_mail()).url
        answer = client.post(form, {"new_password1": NEW, "new_password2": NEW})
        assert answer.url == reverse("password_reset_complete")
        assert client.get(answer.url).status_code == 200
        assert sign_in(client, "owner", NEW).status_code == 302

    def test_the_link_works_once(self, client, owner):
        self.ask(client)
        link = link_in_mail()
        client.post(client.get(link).url, {"new_password1": NEW, "new_password2": NEW})
        assert "This link is spent" in Client().get(link).text

    @pytest.mark.parametrize("end", ["MQ/x-y/", "!!/set-password/", "OTk5OTk5/abc-def/", "%00/x/", "gA/set-password/"])
    def test_a_made_up_link_is_spent_too(self, client, owner, end):
        assert "This link is spent" in client.get(f"/accounts/reset/{end}").text

    def test_the_link_leads_to_the_site_and_not_to_the_host_that_was_asked_for(self, client, owner, settings):
        settings.ALLOWED_HOSTS = ["*"]
        settings.SITE_URL = "https://mordheim.example.org"
        client.post(reverse("password_reset"), {"email": owner.email}, headers={"host": "evil.example"})
        assert "https://mordheim.example.org/accounts/reset/" in mail.outbox[0].body
        assert "evil" not in mail.outbox[0].body

    def test_whether_somebody_has_an_address_is_not_told(self, client, owner):
        known, unknown = self.ask(client), self.ask(Client(), "nobody@example.org")
        assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
        assert len(mail.outbox) == 1

    def test_a_mailbox_is_not_flooded_and_nobody_learns_of_it(self, owner):
        for n in range(6):
            answer = self.ask(Client(REMOTE_ADDR=f"192.0.2.{n}"), "OWNER@example.org")
            assert answer.url == reverse("password_reset_done")
        assert len(mail.outbox) == 3

    def test_one_network_asks_so_often(self, client, owner, settings):
        settings.PASSWORD_RESETS_PER_HOUR = 2
        statuses = [self.ask(client, f"{n}@example.org").status_code for n in range(3)]
        assert statuses == [302, 302, 429]

    def test_a_dead_mail_server_is_no_error_of_the_player(self, client, owner, settings):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
        assert self.ask(client).url == reverse("password_reset_done")


class TestOnesOwnAccount:
    def change(self, client, **typed: str):
        page = {"username": "owner", "email": "owner@example.org", "password": PASSWORD, **typed}
        return client.post(reverse("account"), page)

    def test_name_and_address_can_be_changed(self, own, owner):
        assert self.change(own, username="Gutsnik", email="gutsnik@example.org").url == reverse("account")
        owner.refresh_from_db()
        assert (owner.username, owner.email) == ("Gutsnik", "gutsnik@example.org")
        assert who_is(own) == owner

    def test_the_same_name_in_another_case_is_not_taken_from_oneself(self, own, owner):
        assert self.change(own, username="OWNER", email="OWNER@example.org").status_code == 302

    def test_not_to_what_is_somebody_elses(self, own, owner, rival):
        errors = self.change(own, username="Rival", email="RIVAL@example.org").context["form"].errors
        assert errors == {"username": [accounts.NAME_TAKEN], "email": [accounts.EMAIL_TAKEN]}

    def test_not_without_the_password(self, own, owner):
        answer = self.change(own, email="thief@example.org", password="a wrong one")
        assert "That is not your password." in answer.text
        owner.refresh_from_db()
        assert owner.email == "owner@example.org"

    def test_a_name_full_of_tags_is_drawn_as_text(self, own):
        answer = self.change(own, username="<script>alert(1)</script>")
        assert "<script>alert" not in answer.text
        assert "&lt;script&gt;alert" in answer.text

    def test_all_warbands_as_files(self, own, owner, rival, rules):
        mob = acts.founded_mob(owner)
        acts.exiles(owner)
        acts.begin(rival, name="None of yours")
        answer = own.get(reverse("account-export"))
        assert answer["Content-Type"] == "application/zip"
        archive = zipfile.ZipFile(io.BytesIO(answer.content))
        assert len(archive.namelist()) == 2
        assert archive.read(f"da-snikkaz-{mob.pk}.yaml") == acts.exported(mob)

    def test_leaving_takes_everything_along(self, own, owner, rival, rules):
        acts.begin(owner)
        acts.begin(rival, name="Da Rest")
        assert "1\u00a0warband" in own.get(reverse("account-delete")).text
        assert own.post(reverse("account-delete"), {"password": PASSWORD}).url == reverse("home")
        assert who_is(own) is None
        assert not Player.objects.filter(username="owner").exists()
        assert set(Warband.objects.values_list("name", flat=True)) == {"Da Rest"}

    def test_not_without_the_password_either(self, own, owner):
        answer = own.post(reverse("account-delete"), {"password": "a wrong one"})
        assert "That is not your password." in answer.text
        assert Player.objects.filter(pk=owner.pk).exists()

    def test_the_last_administrator_stays(self, client, arbitrator):
        client.force_login(arbitrator, backend="django.contrib.auth.backends.ModelBackend")
        answer = client.post(reverse("account-delete"), {"password": PASSWORD})
        assert "You are the only administrator here." in answer.text
        assert Player.objects.filter(pk=arbitrator.pk).exists()

    def test_one_of_two_administrators_may_go(self, client, arbitrator):
        Player.objects.create_superuser("second", password=PASSWORD)
        with transaction.atomic():
            accounts.delete_account(arbitrator)
        assert Player.objects.get().username == "second"


class TestWhoMayNot:
    @pytest.mark.parametrize("name", SIGNED_IN_ONLY)
    def test_who_is_signed_out_is_led_to_signing_in(self, client, name):
        for answer in (client.get(reverse(name)), client.post(reverse(name), {"password": PASSWORD})):
            assert answer.url.startswith(f"{reverse('login')}?next=/accounts/")

    @pytest.mark.parametrize("name", ["login", "signup", "password_reset"])
    def test_a_form_from_elsewhere_is_refused(self, owner, name):
        strict = Client(enforce_csrf_checks=True)
        typed = {"username": "owner", "password": PASSWORD, "password1": PASSWORD, "password2": PASSWORD}
        assert strict.post(reverse(name), {**typed, "email": "owner@example.org"}).status_code == 403
        assert mail.outbox == []
        assert Player.objects.count() == 1

    @pytest.mark.parametrize("name", ["account", "account-delete", "password_change", "logout"])
    def test_and_so_it_is_for_whoever_is_signed_in(self, owner, name):
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
        assert strict.post(reverse(name), {"password": PASSWORD}).status_code == 403
        assert who_is(strict) == owner

    def test_the_pages_with_passwords_are_kept_by_no_cache(self, own):
        for name in ("account", "account-delete"):
            assert "no-store" in own.get(reverse(name))["Cache-Control"]
        for name in ("login", "signup"):
            assert "no-store" in Client().get(reverse(name))["Cache-Control"]

    def test_one_account_shows_nothing_of_another(self, own, rival, rules):
        acts.begin(rival, name="Secret Lot")
        page = own.get(reverse("account")).text
        assert "rival" not in page
        assert "Secret Lot" not in page
        assert warbands_of(rival) == {"Secret Lot"}
