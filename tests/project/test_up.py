"""`manage.py up` runs everything and leaves nothing behind."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from mordheim.management.commands import up
from mordheim.processes import birthday, end_leftover

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children that their parent is gone")


class Site:
    """A running `manage.py up` and what it has printed."""

    def __init__(self, folder: Path, port: int) -> None:
        env = {
            "PATH": os.environ["PATH"],
            "ENV_FILE": os.devnull,
            "VAR_DIR": str(folder),
            "SECRET_KEY": "only-for-tests",
        }
        env |= {"PLAIN_HTTP": "true", "COLLECTED_STATIC": "false", "WORKER_PROCESSES": "1"}
        self.folder = folder
        self.printed = ""
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", str(port)],
            cwd=settings.BASE_DIR,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.printed += line

    def address(self) -> str | None:
        match = re.search(r"http://\S+", self.printed)
        return match and match[0]

    def family(self) -> set[int]:
        """All processes below it, however deep."""
        parents = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
        found = {self.process.pid}
        while more := {pid for pid, parent in parents.items() if parent in found} - found:
            found |= more
        return found - {self.process.pid}


def is_alive(pid: int) -> bool:
    return birthday(pid) is not None


@pytest.fixture
def open_site(tmp_path, wait_until) -> Iterator[Callable[..., Site]]:
    sites: list[Site] = []

    def begin(port: int = 18000) -> Site:
        site = Site(tmp_path, port)
        sites.append(site)
        wait_until(lambda: site.address() or site.process.poll() is not None, "the address", seconds=60)
        assert site.process.poll() is None, site.printed
        wait_until(lambda: len(json.loads((tmp_path / "up.lock").read_text() or "[]")) == 2, "the worker", seconds=30)
        return site

    yield begin
    for site in sites:
        if site.process.poll() is None:
            site.process.terminate()
            site.process.wait(40)


@linux_only
def test_it_serves_says_which_port_runs_once_and_ends_its_children(open_site, tmp_path, wait_until):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        site = open_site(port)
        assert f"Port {port} is in use" in site.printed
        assert not site.address().endswith(f":{port}/")
        with urllib.request.urlopen(site.address() + "healthz") as answer:
            assert answer.read() == b"ok\n"
        with urllib.request.urlopen(site.address() + "static/bootstrap/css/bootstrap.min.css") as answer:
            assert answer.headers["Content-Type"].startswith("text/css")

        second = subprocess.run(
            [sys.executable, "manage.py", "up"],
            cwd=settings.BASE_DIR,
            env={"PATH": os.environ["PATH"], "ENV_FILE": os.devnull, "VAR_DIR": str(tmp_path), "SECRET_KEY": "another"},
            capture_output=True,
            text=True,
        )
        assert second.returncode == 1
        assert "running already" in second.stderr

        family = site.family()
        assert len(family) >= 5
        site.process.send_signal(signal.SIGTERM)
        assert site.process.wait(40) == 0
        assert not [pid for pid in family if is_alive(pid)]
        assert (tmp_path / "up.lock").read_text() == ""


@linux_only
def test_killed_outright_it_leaves_no_orphan_and_can_be_started_again(open_site, wait_until):
    site = open_site()
    family = site.family()
    site.process.kill()
    site.process.wait()
    wait_until(lambda: not [pid for pid in family if is_alive(pid)], "all children to end")

    again = open_site()
    worker = json.loads((again.folder / "up.lock").read_text())[1][0]
    os.killpg(worker, signal.SIGKILL)
    wait_until(lambda: "starting another" in again.printed, "the dead worker to be noticed")
    wait_until(lambda: json.loads((again.folder / "up.lock").read_text() or "[]")[1:2] != [], "another worker")
    with urllib.request.urlopen(again.address() + "healthz") as answer:
        assert answer.status == 200


@linux_only
def test_a_broker_that_was_killed_is_started_again(open_site, wait_until):
    site = open_site()
    brokers = [pid for pid in site.family() if "unixsocket" in Path(f"/proc/{pid}/cmdline").read_text()]
    assert len(brokers) == 1
    os.kill(brokers[0], signal.SIGKILL)
    wait_until(lambda: "another is running" in site.printed, "the dead broker to be noticed")
    assert brokers[0] not in site.family()


def test_what_an_earlier_run_left_behind_is_ended_first(tmp_path):
    leftover = subprocess.Popen(["sleep", "600"], start_new_session=True)
    lock = tmp_path / "up.lock"
    lock.write_text(json.dumps([[leftover.pid, birthday(leftover.pid)]]))
    with up._only_one(lock):
        assert leftover.wait(5) == -signal.SIGTERM


def test_a_stranger_who_has_the_same_number_by_now_is_left_alone():
    stranger = subprocess.Popen(["sleep", "600"], start_new_session=True)
    try:
        assert not end_leftover(stranger.pid, "another birthday")
        time.sleep(0.1)
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


@pytest.mark.parametrize("content", ["", "not json", '{"a": 1}', "[[1]]", '[["x", "y"]]'])
def test_a_damaged_lock_file_stops_nobody(tmp_path, content):
    lock = tmp_path / "up.lock"
    lock.write_text(content)
    with up._only_one(lock):
        pass
    assert lock.read_text() == ""


def test_without_a_secret_it_says_how_to_get_one(settings):
    settings.SECRET_KEY = ""
    with pytest.raises(CommandError, match="script/server"):
        call_command("up", stdout=StringIO())


def test_the_announcement_draws_the_address_for_phones():
    out = StringIO()
    up.Command(stdout=out)._announce("http://192.0.2.1:8000", qr_code=True)
    assert "http://192.0.2.1:8000/" in out.getvalue()
    assert "█" in out.getvalue()
