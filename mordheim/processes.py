"""Children that end with their parent, however it ends.

An orderly end is the parent's duty. For the disorderly one (kill -9) Linux sends each child a TERM when its parent is
gone; elsewhere the next start finds the leftovers by what it wrote down: a process's id together with the time it
began, since an id alone may meanwhile belong to somebody else.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

PR_SET_PDEATHSIG = 1

_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def tied_to_this_process() -> Callable[[], None]:
    """For `preexec_fn`. The parent must start the child from its main thread: the kernel watches the thread."""
    parent = os.getpid()

    def tie() -> None:
        if _libc is not None:
            _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
            if os.getppid() != parent:
                os._exit(1)

    return tie


def start(
    command: Sequence[str], env: dict[str, str] | None = None, pass_fds: Sequence[int] = ()
) -> subprocess.Popen[bytes]:
    """Starts a child in a session of its own: Ctrl-C reaches only the parent, and the group can be ended whole."""
    return subprocess.Popen(
        command,
        env=env,
        pass_fds=pass_fds,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=tied_to_this_process(),  # noqa: PLW1509  (no thread of ours holds a lock when it starts children)
    )


def stop(*processes: subprocess.Popen[bytes], patience: float = 10) -> None:
    """TERM for all at once, then KILL for the whole group of each."""
    for process in processes:
        if process.poll() is None:
            process.terminate()
    deadline = time.monotonic() + patience
    for process in processes:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, deadline - time.monotonic()))
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def birthday(pid: int) -> str | None:
    """When the process began, in the system's own terms; None if it is gone or only waits to be reaped."""
    if Path("/proc/self/stat").exists():
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return None if fields[0] in "ZX" else fields[19]
    result = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return result.stdout.strip() or None


def end_leftover(pid: int, born: str, patience: float = 10) -> bool:
    """Ends a group leader that an earlier run left behind. False if there is no such process any more."""
    if birthday(pid) != born:
        return False
    deadline = time.monotonic() + patience
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGTERM)
    while birthday(pid) == born and time.monotonic() < deadline:
        time.sleep(0.05)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    return True
