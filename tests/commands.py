"""Commands as a shell calls them, several in one process: what starting it costs is paid once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

# What manage.py does, for each line of words, with what stands on its two outputs kept apart.
SCRIPT = """
import contextlib, io, json, os, sys
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim.settings")
from django.core.management import execute_from_command_line
ended = []
for words in json.loads(sys.argv[1]):
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = execute_from_command_line(["manage.py", *words])
        except SystemExit as end:
            code = end.code
    kept = []
    for stream in (out, err):
        stream.flush()
        kept.append(stream.buffer.getvalue().decode())
    ended.append([code or 0, *kept])
print(json.dumps(ended))
"""


class Ended(NamedTuple):
    status: int
    out: str
    err: str


def each(calls: Iterable[Iterable[object]], *, env: Mapping[str, str], cwd: Path) -> list[Ended]:
    """How each call of ``manage.py`` ended, one after another in one process; an exception of any ends the test."""
    words = json.dumps([[str(word) for word in call] for call in calls])
    command = [sys.executable, "-c", SCRIPT, words]
    done = subprocess.run(command, cwd=cwd, env=dict(env), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [Ended(*one) for one in json.loads(done.stdout)]
