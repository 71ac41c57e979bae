"""What tests stand on: a broker that is a real server, a worker that is a process of its own, a browser.

Three fixtures give background work its three weathers. With none of them the app's broker is dead, as `dead_broker`
says aloud; with `broker` tasks are queued and nobody takes them; with `worker` a running worker does. A test that
kills workers starts its own by `start_worker`, so the one that others share stays alive.
"""

import gc
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import Popen
from urllib.parse import urlsplit, urlunsplit

import hypothesis
import pytest
import redis
from celery import Celery
from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from playwright._impl._driver import compute_driver_executable

from mordheim.broker import private_broker
from mordheim.celery import app
from mordheim.processes import start, stop
from tests import kept

# Playwright's synchronous API keeps an event loop in the test's thread, where Django would refuse to query.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

hypothesis.settings.register_profile("mordheim", deadline=None)
hypothesis.settings.load_profile("mordheim")

AXE_OPTIONS = "{runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations']}"
AXE = Path(importlib.util.find_spec("axe_playwright_python").submodule_search_locations[0]) / "axe.min.js"


# --- Order
@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    _mark_browser_tests(items)
    yield
    # pytest draws tests with the same browser together, and with them what pytest-django has put last: a test that
    # empties the database takes the rules away, and every test after it would load them again. Among those the long
    # ones come first, so that at the end of a run no process waits for another's.
    items.sort(key=lambda item: (_empties_the_database(item), "flows" not in item.path.parts))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than cores: while a test waits for a browser, a worker or the clock, another one runs."""
    return (os.cpu_count() or 1) + 1


def _empties_the_database(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    asked = {"transactional_db", "live_server"} & set(getattr(item, "fixturenames", ()))
    return bool(asked or (marker and marker.kwargs.get("transaction")))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    kept.begin(item)


def pytest_collection_finish() -> None:
    # What is there now stays to the end; the collector need not walk through it again and again, nor come as often as
    # where memory is dear.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


# --- Browser
def chromium() -> str | None:
    # The headless shell comes first: it has no windows to draw, and draws pages as the whole browser does.
    names = ("chromium-headless-shell", "chromium", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def why_no_browser() -> str | None:
    if not chromium():
        return "no Chromium on this machine (install chromium, or name it in CHROMIUM)"
    node, _ = compute_driver_executable()
    if subprocess.run([node, "--version"], capture_output=True).returncode:
        return "Playwright's driver does not run on this machine (a minimal Debian needs libatomic1)"
    return None


def _mark_browser_tests(items: list[pytest.Item]) -> None:
    asking = []
    for item in items:
        if "page" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        if item.get_closest_marker("browser"):
            asking.append(item)
    # In CI nothing is skipped: there the tests fail where there is no browser.
    if asking and not os.environ.get("CI") and (reason := why_no_browser()):
        for item in asking:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    executable = chromium()
    args = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
    args += ["--disable-component-update", "--disable-sync"]
    if getattr(os, "geteuid", lambda: 1)() == 0:
        args.append("--no-sandbox")
    return {**browser_type_launch_args, **({"executable_path": executable} if executable else {}), "args": args}


@pytest.fixture
def axe() -> Callable[..., list]:
    """`assert axe(page) == []`: the page breaks no rule of WCAG 2.2 AA that a machine can check."""

    def run(page) -> list:
        # The whole page at once: what lies half under the sticky bar would count as too small to tap.
        size = page.viewport_size
        height = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": size["width"], "height": max(height, size["height"])})
        page.evaluate(AXE.read_text())
        found = page.evaluate("axe.run(document, " + AXE_OPTIONS + ")")
        page.set_viewport_size(size)
        return [(v["id"], [node["target"] for node in v["nodes"]]) for v in found["violations"]]

    return run


# --- Database
@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker) -> None:
    """The database names the migrations that its tables are the sum of, whether they were run or not."""
    with django_db_blocker.unblock():
        recorder = MigrationRecorder(connection)
        recorder.ensure_schema()
        known = MigrationLoader(connection).disk_migrations.keys()
        for app_label, name in sorted(known - recorder.applied_migrations().keys()):
            recorder.record_applied(app_label, name)


def pytest_unconfigure() -> None:
    # A process of pytest-xdist ends without its atexit functions.
    if "TEST_RUN_DIR" not in os.environ:
        shutil.rmtree(settings.TEST_RUN_DIR, ignore_errors=True)


# --- Broker
def _redis_database(url: str, number: int) -> str:
    """The same server, another of its numbered databases."""
    parts = urlsplit(url)
    if parts.scheme == "redis+socket":
        return f"{url}?virtual_host={number}"
    return urlunsplit(parts._replace(path=f"/{int(parts.path.strip('/') or 0) + number}"))


def _redis_client(url: str) -> redis.Redis:
    parts = urlsplit(url)
    if parts.scheme == "redis+socket":
        return redis.Redis(unix_socket_path=parts.path, db=int(parts.query.rpartition("=")[2] or 0))
    return redis.Redis.from_url(url)


def _send_to(celery: Celery, url: str) -> None:
    celery.conf.broker_url = url
    # Both keep connections to the broker that was there before.
    celery._pool = None
    celery.amqp._producer_pool = None


@pytest.fixture
def _own_address() -> Iterator[None]:
    before = app.conf.broker_url
    yield
    _send_to(app, before)


@pytest.fixture(scope="session")
def broker_url() -> Iterator[str]:
    """The address of a real broker; it changes nothing for the app."""
    with private_broker(durable=False) as url:
        if os.environ.get("TEST_REDIS_URL"):
            # One server for all: each process of pytest-xdist has two numbered databases of its own.
            number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
            yield _redis_database(url, 2 * number)
        else:
            yield url


@pytest.fixture
def broker(broker_url: str, _own_address: None) -> str:
    """Tasks sent by the app arrive here, in an empty queue, and nobody takes them."""
    with _redis_client(broker_url) as client:
        client.flushdb()
    _send_to(app, broker_url)
    return broker_url


@pytest.fixture
def dead_broker(_own_address: None) -> None:
    """Nothing listens where the app sends its tasks."""
    _send_to(app, f"redis+socket://{settings.TEST_RUN_DIR / 'no-broker.sock'}")


# --- Worker
def _spawn_worker(url: str, patience: float = 30) -> Popen[bytes]:
    """Starts a worker on this test run's database and waits until it takes tasks."""
    env = os.environ | {
        "DJANGO_SETTINGS_MODULE": "mordheim.settings_test",
        "TEST_DATABASE_NAME": str(connection.settings_dict["NAME"]),
        "TEST_REDIS_URL": url,
        "TEST_RUN_DIR": str(settings.TEST_RUN_DIR),
    }
    command = [
        sys.executable,
        "-W",
        "ignore:You're running the worker",
        "-m",
        "celery",
        "-A",
        "mordheim.celery",
        "worker",
        "-c",
        "1",
        "--loglevel",
        "WARNING",
    ]
    command += ["-n", f"test-{time.monotonic_ns()}@%h", "--without-gossip", "--without-mingle"]
    process = start(command, env=env)
    deadline = time.monotonic() + patience
    with _redis_client(url) as client:
        database = str(client.get_connection_kwargs().get("db", 0))
        already = sum(c["cmd"] == "brpop" and c["db"] == database for c in client.client_list())
        while sum(c["cmd"] == "brpop" and c["db"] == database for c in client.client_list()) <= already:
            if process.poll() is not None or time.monotonic() > deadline:
                stop(process)
                pytest.fail(f"The worker did not start (it ended with {process.returncode}).")
            time.sleep(0.05)
    return process


@pytest.fixture(scope="session")
def _shared_worker(broker_url: str, django_db_setup: None) -> Iterator[str]:
    url = _redis_database(broker_url, 1)
    process = _spawn_worker(url)
    yield url
    stop(process)


@pytest.fixture
def worker(_shared_worker: str, _own_address: None, transactional_db: None) -> str:
    """Tasks sent by the app are done by a real worker, which sees what the test has written and saved."""
    _send_to(app, _shared_worker)
    return _shared_worker


@pytest.fixture
def start_worker(broker: str, transactional_db: None) -> Iterator[Callable[[], Popen[bytes]]]:
    """Starts a worker of the test's own on `broker`, to be killed at will; the process leads its group. No file of an
    earlier test is in the folder for media."""
    shutil.rmtree(settings.MEDIA_ROOT, ignore_errors=True)
    started: list[Popen[bytes]] = []

    def begin() -> Popen[bytes]:
        started.append(_spawn_worker(broker))
        return started[-1]

    yield begin
    for process in started:
        stop(process)


@pytest.fixture
def wait_until() -> Callable[..., None]:
    """`wait_until(lambda: row_is_ready())`: asks again until it is true, and fails with what was waited for."""

    def wait(condition: Callable[[], object], what: str = "the condition", seconds: float = 20) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                pytest.fail(f"Waited {seconds:g} s in vain for {what}.")
            time.sleep(0.02)

    return wait
