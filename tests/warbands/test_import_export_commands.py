"""`import_warband` and `export_warband`, as they are called from a shell."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from tests import acts, commands
from warbands.models import Warband

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rules")]

LEGAL = acts.FILES / "da_snikkaz.yaml"
EXILES = acts.FILES / "karak_brynn_exiles.yaml"
DRAFT = acts.FILES / "thirteen_dwarfs.yaml"


def call(capsys, *words: object) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of a command."""
    status = 0
    try:
        call_command(*[str(word) for word in words])
    except SystemExit as ended:
        status = int(ended.code or 0)
    except CommandError as error:
        status = error.returncode
        sys.stderr.write(f"{error}\n")
    told = capsys.readouterr()
    return status, told.out, told.err


def written(tmp_path: Path, content: str) -> Path:
    file = tmp_path / "warband.yaml"
    file.write_text(content, encoding="utf-8")
    return file


class TestImport:
    def test_a_legal_warband_is_stored(self, owner, capsys):
        status, out, err = call(capsys, "import_warband", LEGAL, "--owner", "owner", "--json")
        warband = Warband.objects.get()
        assert (status, json.loads(out), err) == (0, {"id": warband.pk, "legal": True, "problems": []}, "")
        assert (warband.owner, warband.name, warband.founded) == (owner, "Da Snikkaz", True)

    def test_what_is_only_noted_leaves_it_legal(self, owner, capsys, tmp_path):
        file = written(tmp_path, "format: mordheim-warband/1\nname: W\ntype: orc_mob\nbattles: 1\ntreasury: 5\n")
        status, out, _ = call(capsys, "import_warband", file, "--owner", "owner", "--json")
        told = json.loads(out)
        assert (status, told["legal"]) == (0, True)
        assert {problem["blocking"] for problem in told["problems"]} == {False}

    def test_one_that_is_wrong_in_its_numbers_is_a_draft(self, owner, capsys):
        status, out, err = call(capsys, "import_warband", DRAFT, "--owner", "owner", "--json")
        warband, told = Warband.objects.get(), json.loads(out)
        assert (status, told["id"], told["legal"], err) == (1, warband.pk, False, "")
        assert [problem["code"] for problem in told["problems"]] == ["too_many_warriors"]
        assert set(told["problems"][0]) == {"code", "where", "message", "blocking"}
        assert not warband.founded

    def test_any_other_illegal_one_is_not_stored(self, owner, capsys, tmp_path):
        file = written(tmp_path, "format: mordheim-warband/1\nname: W\ntype: orc_mob\nstash: [sword]\n")
        status, out, _ = call(capsys, "import_warband", file, "--owner", "owner", "--json")
        told = json.loads(out)
        assert (status, told["id"], told["legal"]) == (1, None, False)
        assert not Warband.objects.exists()

    @pytest.mark.parametrize(
        "content", ["", "[]", "format: mordheim-warband/2\n", "name: &a x\n", "\x00", "treasury: -1"]
    )
    def test_a_malformed_file_is_told_with_its_place(self, owner, capsys, tmp_path, content):
        file = written(tmp_path, content)
        status, out, err = call(capsys, "import_warband", file, "--owner", "owner", "--json")
        told = json.loads(out)
        assert (status, set(told)) == (2, {"file", "malformed"})
        assert err == f"warband.yaml: malformed: {told['malformed']}\n" or told["malformed"] in err
        assert not Warband.objects.exists()

    def test_there_must_be_such_a_file(self, owner, capsys, tmp_path):
        status, _, err = call(capsys, "import_warband", tmp_path / "no.yaml", "--owner", "owner")
        assert (status, "there is no such file" in err) == (2, True)

    def test_there_must_be_such_an_owner(self, capsys):
        status, out, err = call(capsys, "import_warband", LEGAL, "--owner", "nobody", "--json")
        assert (status, out, err) == (2, "", "There is no player 'nobody'.\n")
        assert not Warband.objects.exists()

    def test_malformed_outranks_illegal_and_unknown(self, capsys, tmp_path):
        status, _, err = call(capsys, "import_warband", written(tmp_path, "x"), "--owner", "nobody")
        assert (status, "malformed" in err) == (2, True)

    def test_a_person_is_told_in_words(self, owner, capsys):
        status, out, err = call(capsys, "import_warband", DRAFT, "--owner", "owner")
        assert status == 1
        assert "was stored as the draft" in out
        assert "at most 12 warriors" in err
        status, out, err = call(capsys, "import_warband", LEGAL, "--owner", "owner")
        assert (status, "was stored as warband" in out, err) == (0, True, "")

    def test_each_import_is_a_warband_of_its_own(self, owner, capsys):
        for _ in range(2):
            call(capsys, "import_warband", EXILES, "--owner", "owner")
        assert [acts.carried(warband) for warband in Warband.objects.all()] == 2 * [
            ["helmet", "gromril dwarf_axe", "2 crossbow"]
        ]


class TestExport:
    @pytest.mark.parametrize("file", sorted(acts.FILES.glob("*.yaml")), ids=lambda file: file.stem)
    def test_export_import_export_gives_the_same_bytes(self, owner, capsys, tmp_path, file):
        first = acts.warband_of(owner, file)
        for ending in ("yaml", "yml", "json", "JSON"):
            out = tmp_path / f"first.{ending}"
            assert call(capsys, "export_warband", first.pk, "-o", out) == (0, "", "")
            second = acts.warband_of(owner, out.read_bytes())
            again = tmp_path / f"second.{ending}"
            call(capsys, "export_warband", second.pk, "-o", again)
            assert again.read_bytes() == out.read_bytes()

    def test_json_is_two_spaces_deep_in_the_same_order(self, owner, capsys, tmp_path):
        out = tmp_path / "w.json"
        call(capsys, "export_warband", acts.founded_mob(owner).pk, "-o", out)
        assert out.read_text().startswith('{\n  "format": "mordheim-warband/1",\n  "name": "Da Snikkaz",\n')
        assert list(json.loads(out.read_text())) == ["format", "name", "type", "heroes", "henchmen", "hired_swords"]

    def test_without_a_file_it_goes_to_standard_output(self, owner, capsys):
        warband = acts.founded_mob(owner)
        assert call(capsys, "export_warband", warband.pk) == (0, acts.exported(warband).decode(), "")
        status, out, _ = call(capsys, "export_warband", warband.pk, "--json")
        assert (status, out.encode()) == (0, acts.exported(warband, as_json=True))

    def test_a_file_with_json_says_where_it_is(self, owner, capsys, tmp_path):
        warband = acts.founded_mob(owner)
        out = tmp_path / "w.yaml"
        _, told, _ = call(capsys, "export_warband", warband.pk, "-o", out, "--json")
        assert json.loads(told) == {"id": warband.pk, "file": str(out)}
        assert out.read_bytes() == acts.exported(warband)

    @pytest.mark.parametrize("number", ["0", "-- -1", "999999", "9" * 30])
    def test_there_must_be_such_a_warband(self, capsys, number):
        status, out, err = call(capsys, "export_warband", *number.split())
        assert (status, out) == (2, "")
        assert "There is no warband" in err

    def test_a_place_that_cannot_be_written_is_told(self, owner, capsys, tmp_path):
        status, _, err = call(capsys, "export_warband", acts.founded_mob(owner).pk, "-o", tmp_path / "no" / "w.yaml")
        assert (status, "cannot be written" in err) == (2, True)


# Each needs a database that has its tables.
NEEDING_TABLES = [
    ("import_warband", LEGAL, "--owner", "owner"),
    ("export_warband", 1),
    ("audit_warbands",),
    ("load_rules",),
    ("load_rules", "--check"),
    ("print_roster", 1, "-o", os.devnull),
    ("expire_guests",),
]
WRONG = [("import_warband", LEGAL), ("export_warband", "x"), ("export_warband",), ("import_warband",)]
HELPED = ("import_warband", "export_warband")


def surroundings(**more: str) -> dict[str, str]:
    """The environment of a process that works on this run's database."""
    run = {
        "DJANGO_SETTINGS_MODULE": "mordheim.settings_test",
        "TEST_DATABASE_NAME": str(connection.settings_dict["NAME"]),
        "TEST_RUN_DIR": str(settings.TEST_RUN_DIR),
    }
    return os.environ | run | more


class TestAShell:
    """The commands as processes, on this run's database."""

    pytestmark = pytest.mark.django_db(transaction=True)

    def manage(self, *words: object, **env: str) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "manage.py", *[str(word) for word in words]]
        return subprocess.run(command, cwd=settings.BASE_DIR, env=surroundings(**env), capture_output=True)

    def test_the_bytes_are_utf8_whatever_the_terminal_thinks(self, owner):
        warband = acts.founded_mob(owner)
        warband.name = "Wörld 🍄"
        warband.save()
        ended = self.manage("export_warband", warband.pk, PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
        assert (ended.returncode, ended.stdout) == (0, acts.exported(warband)), ended.stderr
        ended = self.manage("export_warband", 12345678)
        assert (ended.returncode, ended.stdout) == (2, b"")

    def test_import_and_its_exit_status(self, owner):
        ended = self.manage("import_warband", DRAFT, "--owner", "owner", "--json")
        assert (ended.returncode, json.loads(ended.stdout)["legal"], ended.stderr) == (1, False, b"")


@pytest.fixture(scope="module")
def told(tmp_path_factory) -> dict[tuple, commands.Ended]:
    """How each call ends where the database is empty."""
    empty = f"sqlite:///{tmp_path_factory.mktemp('empty') / 'empty.sqlite3'}"
    calls = [*NEEDING_TABLES, *WRONG, *((command, "--help") for command in HELPED)]
    env = surroundings(TEST_DATABASE_URL=empty, TEST_DATABASE_NAME="")
    return dict(zip(calls, commands.each(calls, env=env, cwd=settings.BASE_DIR), strict=True))


class TestAShellWithoutADatabase:
    """The commands in a process of their own, where they get no further than to a sentence."""

    @pytest.mark.parametrize("words", NEEDING_TABLES, ids=str)
    def test_a_database_without_tables_is_told_in_a_sentence(self, told, words):
        assert told[words].status == 2
        assert "Traceback" not in told[words].err
        assert "run manage.py migrate" in told[words].err

    def test_a_wrong_call_is_exit_2(self, told):
        assert [told[words].status for words in WRONG] == [2, 2, 2, 2]
        assert ["usage:" in told[words].err for words in WRONG] == 4 * [True]

    @pytest.mark.parametrize("command", HELPED)
    def test_help_is_there(self, told, command):
        ended = told[command, "--help"]
        assert (ended.status, "--json" in ended.out) == (0, True)
