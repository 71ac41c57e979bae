"""Runs the whole site on one machine: broker, web server, worker.

The command is the parent of all three and ends them all, on Ctrl-C and on TERM. If it is itself killed, its children
end by themselves on Linux (mordheim.processes); elsewhere the next start ends them, from the record in the lock file.
The lock on that file, not its existence, says whether another `up` is running: the system releases a lock whatever
happened to its holder.
"""

import contextlib
import errno
import fcntl
import http.client
import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import IO, Any

import segno
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError

from mordheim.broker import Broker, BrokerFailed, running_broker
from mordheim.celery import app
from mordheim.processes import birthday, end_leftover, start, stop

PORTS_TRIED = 20
# Where nobody says how many, one for each core: bouts of the pit are played side by side, and a sheet need not wait
# for them.
MOST_WORKERS = 4
WEB_WORKERS = 2


class Stop(BaseException):
    """Somebody asked the site to end. Not an Exception: nothing on the way may take it for a failure."""


class Command(BaseCommand):
    help = "Run the site on this machine: broker, web server and worker, until Ctrl-C."
    # `migrate` is about to make the tables that checks might ask for.
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--lan", action="store_true", help="listen on all interfaces, for phones nearby")
        parser.add_argument("--port", type=int, default=8000, help="the first port to try (default 8000)")
        parser.add_argument("--host", help="the address to listen on (default 127.0.0.1)")

    def handle(self, *args: Any, **options: Any) -> None:
        if not _has_secret():
            raise CommandError("SECRET_KEY is not set. script/server writes one into .env; see .env.example.")
        children: list[subprocess.Popen[bytes]] = []
        with _stopping_on_signals(), _only_one(settings.VAR_DIR / "up.lock") as lock:
            try:
                self._run(lock, children, **options)
            except Stop:
                self.stdout.write("\nStopping.")
            except BrokerFailed as error:
                raise CommandError(str(error)) from error

    def _run(
        self,
        lock: IO[str],
        children: list[subprocess.Popen[bytes]],
        *,
        lan: bool,
        port: int,
        host: str | None,
        **_: Any,
    ) -> None:
        listener = self._listen(host or ("0.0.0.0" if lan else "127.0.0.1"), port)  # noqa: S104  (what --lan asks for)
        with listener, running_broker(settings.VAR_DIR / "broker") as broker:
            bound_host, bound_port = listener.getsockname()[:2]
            shown = _own_address() if bound_host in ("0.0.0.0", "::") else bound_host  # noqa: S104
            address = f"http://{f'[{shown}]' if ':' in shown else shown}:{bound_port}"
            env = _environment(address, shown, broker.url)
            # What the first start makes and sends, it makes for this address and sends to this broker.
            settings.SITE_URL, app.conf.broker_url = env["SITE_URL"], broker.url
            self._prepare()
            try:
                web = start(_web_command(listener.fileno()), env, pass_fds=[listener.fileno()])
                children.append(web)
                _write_down(lock, children)
                listener.close()
                _wait_for_page(web, shown, bound_port)
                self._announce(env["SITE_URL"] if lan else address, qr_code=lan)
                children.append(start(_worker_command(), env))
                _write_down(lock, children)
                self._watch(lock, children, env, broker)
            finally:
                stop(*children)

    def _listen(self, host: str, port: int) -> socket.socket:
        """The socket is bound here and handed to the web server, so nobody can take the port in between."""
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        for candidate in range(port, port + PORTS_TRIED):
            listener = socket.socket(family, socket.SOCK_STREAM)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind((host, candidate))
            except OverflowError as error:
                raise CommandError(f"There is no port {candidate}.") from error
            except PermissionError as error:
                raise CommandError(f"Port {candidate} may not be used by this account; try --port 8000.") from error
            except OSError as error:
                listener.close()
                if error.errno != errno.EADDRINUSE:
                    raise CommandError(f"Cannot listen on {host}: {error.strerror}.") from error
                self.stdout.write(f"Port {candidate} is in use; trying {candidate + 1}.")
            else:
                return listener
        raise CommandError(f"The ports {port} to {port + PORTS_TRIED - 1} are all in use. Name another with --port.")

    def _prepare(self) -> None:
        for folder in (settings.VAR_DIR, settings.MEDIA_ROOT):
            Path(folder).mkdir(parents=True, exist_ok=True)
        call_command("migrate", interactive=False, verbosity=0)
        for name in ("load_rules", "first_start"):
            if name in get_commands():
                call_command(name, stdout=self.stdout, stderr=self.stderr)

    def _announce(self, address: str, *, qr_code: bool) -> None:
        self.stdout.write(f"\n  Mordheim is open at {address}/\n")
        if qr_code:
            drawn = io.StringIO()
            segno.make(f"{address}/", error="m").terminal(out=drawn, compact=True)
            self.stdout.write(drawn.getvalue())
        if settings.SECURE_SSL_REDIRECT and not settings.PROXY_COUNT:
            self.stdout.write("  Every page redirects to https: set PLAIN_HTTP=true for a network of your own.")
        self.stdout.write("  Ctrl-C ends it.\n")
        self.stdout.flush()

    def _watch(
        self, lock: IO[str], children: list[subprocess.Popen[bytes]], env: dict[str, str], broker: Broker
    ) -> None:
        """Until the web server ends. A broker or a worker that ends is started again, a worker after a while that
        grows."""
        pause = 1.0
        while True:
            time.sleep(0.2)
            web, worker = children
            if web.poll() is not None:
                raise CommandError(f"The web server ended with code {web.returncode}.")
            if broker.revive():
                self.stderr.write("The broker had ended; another is running.")
            if worker.poll() is not None:
                self.stderr.write(f"The worker ended with code {worker.returncode}; starting another in {pause:g} s.")
                stop(worker)
                time.sleep(pause)
                pause = min(pause * 2, 60)
                children[1] = start(_worker_command(), env)
                _write_down(lock, children)


def _has_secret() -> bool:
    try:
        return bool(settings.SECRET_KEY)
    except ImproperlyConfigured:
        return False


@contextlib.contextmanager
def _stopping_on_signals() -> Iterator[None]:
    def on_signal(number: int, frame: FrameType | None) -> None:
        # Once is enough; a second Ctrl-C must not break off the ending of the children.
        for each in watched:
            signal.signal(each, signal.SIG_IGN)
        raise Stop

    watched = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [(each, signal.signal(each, on_signal)) for each in watched]
    try:
        yield
    finally:
        for each, handler in before:
            signal.signal(each, handler)


@contextlib.contextmanager
def _only_one(path: Path) -> Iterator[IO[str]]:
    """Holds the lock file; ends first what a killed `up` may have left behind."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise CommandError("The site is running already, from this folder.") from error
        lock.seek(0)
        with contextlib.suppress(ValueError, TypeError):
            for pid, born in json.loads(lock.read() or "[]"):
                end_leftover(pid, born)
        lock.truncate(0)
        yield lock
        lock.truncate(0)


def _write_down(lock: IO[str], children: list[subprocess.Popen[bytes]]) -> None:
    lock.truncate(0)
    json.dump([(child.pid, birthday(child.pid)) for child in children], lock)
    lock.flush()


def _own_address() -> str:
    """The address by which others on the network reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting a datagram socket only asks the routing table. The address is a
            # documentation one (RFC 5737).
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _environment(address: str, host: str, broker_url: str) -> dict[str, str]:
    env = dict(os.environ)
    env["REDIS_URL"] = broker_url
    env.setdefault("SITE_URL", address)
    hosts = [*settings.ALLOWED_HOSTS, "127.0.0.1", "localhost", "[::1]", host, socket.gethostname()]
    env["ALLOWED_HOSTS"] = ",".join(dict.fromkeys(hosts))
    return env


def _web_command(listener: int) -> list[str]:
    command = [sys.executable, "-m", "gunicorn", "mordheim.wsgi", "--bind", f"fd://{listener}"]
    return [
        *command,
        "--workers",
        str(WEB_WORKERS),
        "--log-level",
        "warning",
        "--graceful-timeout",
        "5",
        "--no-control-socket",
    ]


def _worker_command() -> list[str]:
    # On a machine of one's own being root is no news.
    command = [
        sys.executable,
        "-W",
        "ignore:You're running the worker",
        "-m",
        "celery",
        "--app",
        "mordheim.celery",
        "--quiet",
        "worker",
        "--concurrency",
        str(settings.WORKER_PROCESSES or min(os.cpu_count() or 1, MOST_WORKERS)),
    ]
    command += ["--beat", "--schedule", str(settings.VAR_DIR / "beat-schedule")]
    return [*command, "--loglevel", "WARNING", "--without-gossip", "--without-mingle"]


def _wait_for_page(web: subprocess.Popen[bytes], host: str, port: int, patience: float = 60) -> None:
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if web.poll() is not None:
            raise CommandError(f"The web server ended with code {web.returncode} before it answered.")
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection(host, port, timeout=5)
            connection.request("GET", "/healthz")
            if connection.getresponse().status == 200:
                return
        time.sleep(0.05)
    raise CommandError(f"The web server did not answer within {patience:g} seconds.")
