"""The scripts are clean, and bootstrap does its work once."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

ROOT = settings.BASE_DIR
SCRIPTS = sorted([*(ROOT / "script").iterdir(), ROOT / ".ci" / "run"])


def test_there_are_scripts():
    assert {"bootstrap", "server", "test", "manage", "bench", "soak", "run"} <= {path.name for path in SCRIPTS}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_can_be_run_and_stops_at_the_first_failure(path):
    lines = path.read_text().splitlines()
    assert lines[0] == "#!/usr/bin/env bash"
    assert "set -euo pipefail" in lines
    assert path.stat().st_mode & stat.S_IXUSR


def test_shellcheck_has_nothing_to_say():
    shellcheck = Path(sys.executable).with_name("shellcheck")
    result = subprocess.run([shellcheck, *SCRIPTS], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout


STUB_UV = """#!/usr/bin/env bash
echo "uv $*" >>"$CALLS"
if [[ $1 == venv ]]; then
  mkdir -p .venv/bin
  echo "VIRTUAL_ENV=$PWD/.venv" >.venv/bin/activate
  ln -sf "$REAL_PYTHON" .venv/bin/python
fi
"""
# A stand-in for the real interpreter: the checks of version and of WeasyPrint succeed.
STUB_OK = "#!/bin/sh\nexit 0\n"


class Checkout:
    """A copy of script/bootstrap in a folder of its own, with uv, apt-get and fc-list played by stubs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.calls = folder / "calls"
        (folder / "script").mkdir(parents=True)
        for script in ("bootstrap", "with-postgres"):
            shutil.copy(ROOT / "script" / script, folder / "script" / script)
        (folder / "requirements-dev.txt").write_text("# the lock\n")
        for name, text in {
            "uv": STUB_UV,
            "python-ok": STUB_OK,
            "apt-get": '#!/bin/sh\necho "apt-get $*" >>"$CALLS"\n',
            "fc-list": "#!/bin/sh\necho EB Garamond\necho Symbola\n",
        }.items():
            stub = folder / "stubs" / name
            stub.parent.mkdir(exist_ok=True)
            stub.write_text(text)
            stub.chmod(0o755)
        self.backdate("requirements-dev.txt", "script/bootstrap")

    def backdate(self, *names: str) -> None:
        for name in names:
            os.utime(self.folder / name, (1_000_000_000, 1_000_000_000))

    def bootstrap(self, **env: str) -> list[str]:
        """What it called."""
        self.calls.write_text("")
        path = f"{self.folder / 'stubs'}:/usr/local/bin:/usr/bin:/bin"
        environment = {"PATH": path, "CALLS": str(self.calls), "REAL_PYTHON": str(self.folder / "stubs" / "python-ok")}
        environment |= {"CHROMIUM": "/usr/bin/true", **env}
        subprocess.run([self.folder / "script" / "bootstrap"], env=environment, check=True, capture_output=True)
        return self.calls.read_text().splitlines()


@pytest.fixture
def checkout(tmp_path) -> Checkout:
    return Checkout(tmp_path / "checkout")


def test_the_first_bootstrap_makes_the_environment_and_the_second_does_nothing(checkout):
    first = checkout.bootstrap()
    assert [call.split()[1] for call in first] == ["venv", "pip"]
    assert "--require-hashes requirements-dev.txt" in first[1]
    assert checkout.bootstrap() == []


def test_a_newer_lock_is_synced_into_the_environment_that_is_there(checkout):
    checkout.bootstrap()
    checkout.backdate(".venv/bootstrap.stamp")
    os.utime(checkout.folder / "requirements-dev.txt")
    assert [call.split()[1] for call in checkout.bootstrap()] == ["pip"]


def test_what_was_made_for_a_developer_is_not_enough_for_ci_but_the_reverse_is(checkout):
    checkout.bootstrap()
    assert checkout.bootstrap(CI="true") != []
    assert checkout.bootstrap(CI="true") == []
    assert checkout.bootstrap() == []


def test_fonts_are_installed_where_one_is_missing(checkout):
    if os.geteuid() != 0:
        pytest.skip("only root installs")
    (checkout.folder / "stubs" / "fc-list").write_text("#!/bin/sh\necho EB Garamond\n")
    (installed,) = [call for call in checkout.bootstrap() if call.startswith("apt-get install")]
    assert "fonts-symbola" in installed


def test_ci_installs_a_browser_where_there_is_none(checkout):
    if os.geteuid() != 0:
        pytest.skip("only root installs")
    installed = [call for call in checkout.bootstrap(CI="true", CHROMIUM="") if call.startswith("apt-get install")]
    # The stand-in environment has no driver, so what the driver needs is wanted too; a browser may be there already,
    # and a PostgreSQL server is, since these tests run on it.
    assert len(installed) == (
        1 if shutil.which("initdb") or list(Path("/usr/lib/postgresql").glob("*/bin/initdb")) else 3
    )
    assert "libatomic1" in installed[0]
    there = any(map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome")))
    assert ("chromium" in installed[0]) == (not there)


def test_a_folder_that_was_moved_gets_a_new_environment(checkout, tmp_path):
    checkout.bootstrap()
    checkout.folder = checkout.folder.rename(tmp_path / "elsewhere")
    checkout.calls = checkout.folder / "calls"
    assert [call.split()[1] for call in checkout.bootstrap()] == ["venv", "pip"]


def test_an_environment_that_happens_to_be_active_is_left_alone(checkout, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    checkout.bootstrap(VIRTUAL_ENV=str(other))
    assert list(other.iterdir()) == []


def test_the_server_writes_a_secret_once_and_for_its_owner_only(tmp_path):
    (tmp_path / "script").mkdir()
    shutil.copy(ROOT / "script" / "server", tmp_path / "script" / "server")
    (tmp_path / "script" / "bootstrap").write_text("#!/bin/sh\n")
    (tmp_path / "script" / "bootstrap").chmod(0o755)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (tmp_path / "manage.py").write_text("import sys; print(sys.argv[1:])")

    def serve() -> str:
        command = [tmp_path / "script" / "server", "--lan"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    assert serve().strip() == "['up', '--lan']"
    written = (tmp_path / ".env").read_text()
    secret = next(line for line in written.splitlines() if line.startswith("SECRET_KEY="))
    assert len(secret) > 60
    assert stat.S_IMODE((tmp_path / ".env").stat().st_mode) == 0o600
    serve()
    assert (tmp_path / ".env").read_text() == written
    assert not list(tmp_path.glob(".env.*"))
