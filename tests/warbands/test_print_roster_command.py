"""`manage.py print_roster`: a file needs no database and no secret, an illegal warband is printed with exit 1."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from pypdf import PdfReader

from tests import commands
from warbands.roster.interchange import read_warband
from warbands.services.founding import import_warband

FILES = Path(__file__).parent / "files"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out.pdf"


def run(*told: object, capsys) -> tuple[int, str]:
    """The exit status and what stood on stdout."""
    try:
        call_command("print_roster", *map(str, told))
        status = 0
    except SystemExit as ended:
        status = int(ended.code or 0)
    return status, capsys.readouterr().out


def text(path: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(path).pages)


def test_a_legal_warband_is_printed(out, capsys):
    status, told = run(FILES / "da_snikkaz.yaml", "-o", out, "--no-rules", capsys=capsys)
    assert status == 0
    assert "2 pages" in told
    assert "Grubnash" in text(out)


def test_an_illegal_warband_is_printed_with_its_problems_and_exit_1(out, capsys):
    status, told = run(FILES / "too_many_gobbos.yaml", "-o", out, "--no-rules", "--json", capsys=capsys)
    content = json.loads(told)
    assert status == 1
    assert set(content) == {"file", "pages", "legal", "problems"}
    assert (content["file"], content["legal"]) == (str(out), False)
    assert content["pages"] == len(PdfReader(out).pages)
    assert [problem["code"] for problem in content["problems"]] == ["ratio_exceeded"]
    assert "".join(content["problems"][0]["message"].split()) in "".join(text(out).split())


@pytest.mark.parametrize("sheet", ["roster", "cards", "reference", "all"])
def test_each_sheet_on_letter_paper(sheet, out, capsys):
    options = ("--sheet", sheet, "--page", "letter", "--ink-saving", "--no-notes", "--no-stash", "--no-backs")
    assert run(FILES / "karak_brynn_exiles.yaml", "-o", out, *options, capsys=capsys)[0] == 0
    sides = {round(float(side)) for page in PdfReader(out).pages for side in page.mediabox[2:]}
    assert sides == {612, 792}
    assert "stash" not in text(out).lower()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "there is no such file"),
        (b"format: mordheim-warband/2\n", "format"),
        (b"\xff\xfe", "not UTF-8"),
        (b"format: mordheim-warband/1\nname: A\ntype: no_such_warband\n", "no warband type"),
    ],
)
def test_what_cannot_be_read_is_told_with_exit_2(content, sentence, out, tmp_path):
    file = tmp_path / "warband.yaml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(CommandError, match=sentence) as refused:
        call_command("print_roster", str(file), "-o", str(out))
    assert refused.value.returncode == 2
    assert not out.exists()


def test_a_place_that_cannot_be_written_is_told_with_exit_2(tmp_path):
    with pytest.raises(CommandError, match="cannot be written") as refused:
        call_command("print_roster", str(FILES / "da_snikkaz.yaml"), "-o", str(tmp_path / "none" / "out.pdf"))
    assert refused.value.returncode == 2


def test_a_file_needs_neither_database_nor_secret(out):
    env = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    env |= {"ENV_FILE": os.devnull, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
    command = [sys.executable, "manage.py", "print_roster", str(FILES / "da_snikkaz.yaml"), "-o", str(out), "--json"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["legal"] is True
    assert out.read_bytes().startswith(b"%PDF")


WRONG = (("--sheet", "poster", "-o", "out.pdf"), ("--page", "a0", "-o", "out.pdf"), ())


@pytest.fixture(scope="module")
def wrongly_called(tmp_path_factory) -> dict[tuple, commands.Ended]:
    calls = [("print_roster", FILES / "da_snikkaz.yaml", *wrong) for wrong in WRONG]
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "mordheim.settings_test", "PYTHONPATH": str(settings.BASE_DIR)}
    return dict(zip(WRONG, commands.each(calls, env=env, cwd=tmp_path_factory.mktemp("wrong")), strict=True))


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_usage_is_exit_2(wrong, wrongly_called):
    assert wrongly_called[wrong].status == 2
    assert wrongly_called[wrong].out == ""


@pytest.mark.django_db
class TestAStoredWarband:
    def test_is_printed_by_its_number(self, rules, owner, out, capsys):
        path = FILES / "karak_brynn_exiles.yaml"
        stored = import_warband(read_warband(path.read_bytes(), rules), owner=owner).warband
        assert run(stored.pk, "-o", out, "--no-rules", capsys=capsys)[0] == 0
        assert "Thrain" in text(out)

    def test_that_is_not_there_is_told_with_exit_2(self, out):
        for number in ("999999", "9" * 30):
            with pytest.raises(CommandError, match="no stored warband") as refused:
                call_command("print_roster", number, "-o", str(out))
            assert refused.value.returncode == 2
