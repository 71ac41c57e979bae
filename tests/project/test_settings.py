"""Settings are safe when nothing is set, and loud when something is set wrong."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth import authenticate, get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.staticfiles import finders
from django.template import Context, Template
from django.test import RequestFactory

from mordheim.proxy import client_address

SHOW = """
import json, warnings
warnings.simplefilter("error")
from mordheim import settings
print(json.dumps({name: getattr(settings, name) for name in dir(settings) if name.isupper()}, default=str))
"""


def run(*command: str, **env: str) -> subprocess.CompletedProcess[str]:
    clean = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull, **env}
    return subprocess.run([sys.executable, *command], cwd=settings.BASE_DIR, env=clean, capture_output=True, text=True)


def settings_with(**env: str) -> dict:
    result = run("-c", SHOW, **env)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_what_is_not_set_is_safe_for_a_public_server():
    found = settings_with()
    assert found["DEBUG"] is False
    assert found["ALLOWED_HOSTS"] == []
    assert found["SECRET_KEY"] == ""
    assert found["SECURE_PROXY_SSL_HEADER"] is None
    assert all(found[name] for name in ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT"))
    assert found["SECURE_HSTS_SECONDS"] >= 24 * 3600
    assert "Manifest" in found["STORAGES"]["staticfiles"]["BACKEND"]


def test_a_command_that_reads_files_needs_no_secret_and_no_database():
    result = run("manage.py", "check", DATABASE_URL="sqlite:////nowhere/at/all.sqlite3")
    assert result.returncode == 0, result.stderr


def test_what_needs_the_secret_refuses_without_it():
    result = run(
        "-c", "from django.conf import settings; settings.SECRET_KEY", DJANGO_SETTINGS_MODULE="mordheim.settings"
    )
    assert "SECRET_KEY setting must not be empty" in result.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "ture"),
        ("PLAIN_HTTP", "maybe"),
        ("PROXY_COUNT", "-1"),
        ("PROXY_COUNT", "one"),
        ("SITE_URL", "example.org"),
        ("SITE_URL", "ftp://example.org"),
        ("DATABASE_URL", "mysql://somewhere/else"),
        ("DATABASE_URL", "nonsense"),
        ("EMAIL_URL", "pigeon://coop"),
    ],
)
def test_a_value_that_cannot_be_read_stops_the_start_and_is_named(name, value):
    result = run("-c", SHOW, **{name: value})
    assert result.returncode != 0
    last = result.stderr.strip().splitlines()[-1]
    assert "ImproperlyConfigured" in last
    assert name in last or "email" in last


def test_the_environment_wins_over_the_file(tmp_path):
    file = tmp_path / "env"
    file.write_text("SITE_URL=https://from-the-file.example\nTIME_ZONE=Europe/Berlin\n")
    found = settings_with(ENV_FILE=str(file), SITE_URL="https://from-the-environment.example/")
    assert found["SITE_URL"] == "https://from-the-environment.example"
    assert found["ALLOWED_HOSTS"] == ["from-the-environment.example"]
    assert found["TIME_ZONE"] == "Europe/Berlin"


def test_plain_http_lets_one_sign_in_without_tls_and_shows_no_debug_pages():
    found = settings_with(PLAIN_HTTP="true")
    assert found["DEBUG"] is False
    assert not any(found[name] for name in ("SESSION_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS"))


def test_sqlite_is_opened_for_one_writer_at_a_time():
    options = settings_with()["DATABASES"]["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "foreign_keys=ON" in options["init_command"]


def test_postgresql_is_had_by_its_address():
    database = settings_with(DATABASE_URL="postgres://orc:waaagh@db.example:5433/mob")["DATABASES"]["default"]
    where = [database[name] for name in ("USER", "HOST", "PORT", "NAME")]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert where == ["orc", "db.example", 5433, "mob"]
    assert "OPTIONS" not in database


def test_the_example_file_names_exactly_the_variables_that_are_read():
    source = (settings.BASE_DIR / "mordheim" / "settings.py").read_text()
    read = set(re.findall(r'_(?:text|flag|whole_number|words|folder)\(\s*"([A-Z_]+)"', source))
    assert len(read) > 10
    example = (settings.BASE_DIR / ".env.example").read_text()
    named = set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)) - {"POSTGRES_PASSWORD"}
    assert named == read


def test_the_example_file_can_be_used_as_it_is():
    found = settings_with(ENV_FILE=str(settings.BASE_DIR / ".env.example"))
    assert found["SITE_URL"] == "https://mordheim.example.org"
    assert found["SECRET_KEY"] == ""


def test_no_page_may_run_inline_scripts_or_styles(client):
    policy = client.get("/healthz").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "nonce" not in policy


@pytest.mark.parametrize(
    "name", ["bootstrap/css/bootstrap.min.css", "bootstrap/js/bootstrap.bundle.min.js", "django_htmx/htmx-2.min.js"]
)
def test_front_end_files_come_from_packages(name):
    found = finders.find(name)
    assert found
    assert "site-packages" in Path(found).parts


def test_icons_are_drawn_inline_without_styles():
    drawn = Template('{% load lucide %}{% lucide "swords" size=20 aria_hidden="true" %}').render(Context())
    assert drawn.startswith("<svg")
    assert 'aria-hidden="true"' in drawn
    assert "style" not in drawn


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "203.0.113.7", "192.0.2.1"),
        (1, "203.0.113.7", "203.0.113.7"),
        (1, "a lie, 203.0.113.7", "203.0.113.7"),
        (2, "a lie, 203.0.113.7, 198.51.100.2", "203.0.113.7"),
        (2, "203.0.113.7", "192.0.2.1"),
        (1, "", "192.0.2.1"),
    ],
)
def test_a_client_cannot_choose_its_own_address(settings, proxies, forwarded, expected):
    settings.PROXY_COUNT = proxies
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1", headers={"x-forwarded-for": forwarded})
    assert client_address(request) == expected


@pytest.mark.django_db
def test_after_five_wrong_passwords_even_the_right_one_is_refused_from_there_only(settings):
    settings.AXES_ENABLED = True
    get_user_model().objects.create_user("gorka", password="waaagh-waaagh")

    def sign_in(password: str, address: str = "192.0.2.1") -> AbstractBaseUser | None:
        request = RequestFactory().post("/", REMOTE_ADDR=address)
        request.session = {}
        return authenticate(request, username="gorka", password=password)

    assert sign_in("waaagh-waaagh")
    for _ in range(5):
        assert not sign_in("a guess")
    assert not sign_in("waaagh-waaagh")
    assert sign_in("waaagh-waaagh", address="192.0.2.2")
