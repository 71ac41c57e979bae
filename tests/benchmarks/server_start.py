"""From the command to the first answer, with nothing left to install."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.figures import ROOT, Figure


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _until_answered(folder: Path, port: int) -> float:
    environment = {**os.environ, "VAR_DIR": str(folder), "SECRET_KEY": "measured", "PLAIN_HTTP": "true"}
    environment |= {"COLLECTED_STATIC": "false", "DJANGO_SETTINGS_MODULE": "mordheim.settings"}
    environment.pop("REDIS_URL", None)
    begun = time.perf_counter()
    server = subprocess.Popen(
        [str(ROOT / "script" / "server"), "--port", str(port)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        while time.perf_counter() - begun < 60:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
                    if answer.status == 200:
                        return time.perf_counter() - begun
            except OSError:
                time.sleep(0.02)
        raise RuntimeError("the server did not answer within a minute")
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(20)


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix="mh-bench-") as folder:
        first = _until_answered(Path(folder), _free_port())
        again = _until_answered(Path(folder), _free_port())
    yield Figure("script/server, first start, to an answered page", f"{first:.1f} s", "aim: 6 s")
    yield Figure("script/server, later starts", f"{again:.1f} s", "aim: 6 s")
