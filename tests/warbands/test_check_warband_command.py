"""`manage.py check_warband` and `manage.py warband_schema`: without a database, with exit statuses one can trust."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from tests import commands
from warbands.roster.interchange import warband_schema

FILES = Path(__file__).parent / "files"
LEGAL, ILLEGAL = str(FILES / "da_snikkaz.yaml"), str(FILES / "too_many_gobbos.yaml")


def run(*arguments: str) -> tuple[int, str, str]:
    """Runs a command here; the database is not allowed in these tests, so any query would fail them."""
    out, err, status = StringIO(), StringIO(), 0
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except SystemExit as stopped:
        status = stopped.code
    return status, out.getvalue(), err.getvalue()


@pytest.fixture
def malformed(tmp_path):
    path = tmp_path / "broken.yaml"
    path.write_text("format: mordheim-warband/1\nname: A\ntype: orc_mob\nbattles: 1\n")
    return str(path)


def test_json_is_one_object_with_every_figure():
    status, out, err = run("check_warband", LEGAL, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == {
        "files": [
            {
                "file": LEGAL,
                "legal": True,
                "problems": [],
                "cost": 280,
                "treasury": 220,
                "warriors": 4,
                "rating": 65,
                "experience": 20,
            }
        ]
    }


def test_a_problem_has_code_where_message_and_blocking():
    status, out, _ = run("check_warband", ILLEGAL, "--json")
    [found] = json.loads(out)["files"]
    assert status == 1
    assert found["legal"] is False
    [problem] = found["problems"]
    assert set(problem) == {"code", "where", "message", "blocking"}
    assert (problem["code"], problem["where"], problem["blocking"]) == ("ratio_exceeded", "warband", True)


def test_a_malformed_file_has_its_message_and_nothing_else(malformed):
    status, out, err = run("check_warband", malformed, "--json")
    [found] = json.loads(out)["files"]
    assert status == 2
    assert set(found) == {"file", "malformed"}
    assert "treasury" in found["malformed"]
    assert found["malformed"] in err


@pytest.mark.parametrize(
    ("names", "status"),
    [
        ([LEGAL], 0),
        ([LEGAL, LEGAL], 0),
        ([LEGAL, ILLEGAL], 1),
        ([ILLEGAL, LEGAL], 1),
        (["no/such/file.yaml"], 2),
        ([str(FILES)], 2),
        (["no/such/file.yaml", ILLEGAL], 2),
        ([ILLEGAL, "no/such/file.yaml", LEGAL], 2),
    ],
)
@pytest.mark.parametrize("flags", [[], ["--json"]], ids=["for people", "json"])
def test_malformed_outranks_illegal_and_every_file_is_answered(names, status, flags):
    got, out, _ = run("check_warband", *names, *flags)
    assert got == status
    if flags:
        assert [found["file"] for found in json.loads(out)["files"]] == names


def test_for_people_each_file_is_a_block_and_errors_go_to_stderr():
    status, out, err = run("check_warband", LEGAL, ILLEGAL, "nowhere.yaml")
    assert status == 2
    assert out.splitlines() == [
        f"{LEGAL}: legal",
        "  cost 280 gc, treasury 220 gc, warriors 4, rating 65, experience 20",
        f"{ILLEGAL}: not legal",
        "  - At most 2 Goblin Warriors may join for each Orc: 3 allow 6, this warband has 7. [ratio_exceeded]",
        "  cost 285 gc, treasury 215 gc, warriors 12, rating 80, experience 20",
    ]
    assert err.strip() == "nowhere.yaml: malformed: there is no such file"


def test_a_problem_that_is_only_noted_does_not_change_the_status(tmp_path):
    path = tmp_path / "two.json"
    content = {"format": "mordheim-warband/1", "name": "Two", "type": "orc_mob", "battles": 3, "treasury": 4}
    path.write_text(json.dumps({**content, "heroes": [{"name": "Grub", "type": "orc_boss"}]}))
    status, out, _ = run("check_warband", str(path))
    assert status == 0
    assert "! A warband has at least 3 warriors" in out
    assert "noted only" in out
    assert "cost" not in out


def test_the_schema_is_printed():
    status, out, _ = run("warband_schema")
    assert status == 0
    assert json.loads(out) == warband_schema()


# --- as a process of its own, on a machine that has been given nothing


def given_nothing(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "HOME")}
    nothing = {"ENV_FILE": os.devnull, "VAR_DIR": str(folder / "var"), "DATABASE_URL": "postgres://127.0.0.1:1/none"}
    return {**kept, **nothing}


def manage(tmp_path, *arguments: str, **environment: str) -> subprocess.CompletedProcess:
    command = [sys.executable, settings.BASE_DIR / "manage.py", *arguments]
    return subprocess.run(command, capture_output=True, cwd=tmp_path, env={**given_nothing(tmp_path), **environment})


def test_neither_database_nor_secret_is_needed(tmp_path):
    done = manage(tmp_path, "check_warband", LEGAL, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["files"][0]["rating"] == 65
    assert not (tmp_path / "var").exists()


WRONG = (("check_warband",), ("check_warband", "--colour", "x"), ("warband_schema", "x"))


@pytest.fixture(scope="module")
def wrongly_called(tmp_path_factory) -> dict[tuple, commands.Ended]:
    folder = tmp_path_factory.mktemp("wrong")
    env = {**given_nothing(folder), "PYTHONPATH": str(settings.BASE_DIR)}
    return dict(zip(WRONG, commands.each(WRONG, env=env, cwd=folder), strict=True))


@pytest.mark.parametrize("arguments", WRONG)
def test_wrong_usage_ends_with_2(arguments, wrongly_called):
    done = wrongly_called[arguments]
    assert done.status == 2
    assert done.out == ""
    assert "usage:" in done.err


def test_odd_names_do_not_stop_a_poor_terminal(tmp_path):
    (tmp_path / "x.yaml").write_text("format: mordheim-warband/1\nname: x\ntype: skäven😀\n")
    done = manage(tmp_path, "check_warband", "x.yaml", PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert b"sk\\xe4ven" in done.stdout
    in_json = manage(tmp_path, "check_warband", "x.yaml", "--json", PYTHONIOENCODING="ascii")
    assert "skäven😀" in json.loads(in_json.stdout)["files"][0]["problems"][0]["message"]


def test_an_endless_file_is_not_read_to_its_end(tmp_path):
    done = manage(tmp_path, "check_warband", "/dev/zero", "--json")
    assert done.returncode == 2
    assert "larger than 1 MiB" in json.loads(done.stdout)["files"][0]["malformed"]
