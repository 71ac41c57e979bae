"""`manage.py pit_odds`: the odds of a fight from a file, without a database."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

FIGHTERS = [
    {"name": "Grokka", "type": "orc", "characteristics": {"ws": 34, "s": 32, "t": 32, "i": 30, "w": 12}, "age": 31},
    {"name": "Albrecht", "type": "empire", "characteristics": {"ws": 32, "s": 32, "t": 32, "i": 32, "w": 12}},
]


@pytest.fixture
def file(tmp_path: Path):
    def written(**more: Any) -> str:
        path = tmp_path / "fight.yaml"
        path.write_text(yaml.safe_dump({"arena": {"radius": 3}, "fighters": FIGHTERS, **more}))
        return str(path)

    return written


def odds(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    call_command("pit_odds", *options, "--json")
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def test_any_number_of_processes_gives_the_same_figures(capsys, file) -> None:
    options = file(), "--bouts", "40", "--seed", "7"
    alone = odds(capsys, *options, "--workers", "1")
    assert alone["bouts"] == 40
    assert [one["name"] for one in alone["fighters"]] == ["Grokka", "Albrecht"]
    assert sum(one["wins"] for one in alone["fighters"]) + alone["draws"] == 40
    assert all(one["interval"][0] < one["share"] < one["interval"][1] for one in alone["fighters"])
    assert odds(capsys, *options, "--workers", "2") == alone
    assert odds(capsys, file(), "--bouts", "40", "--seed", "8", "--workers", "1") != alone


def test_for_people_it_is_a_small_table(capsys, file) -> None:
    call_command("pit_odds", file(), "--bouts", "20", "--workers", "1", "--players", "novice")
    told = capsys.readouterr()
    lines = told.out.splitlines()
    assert lines[0].split()[:3] == ["Fighter", "Wins", "Share"]
    assert [line.split()[0] for line in lines[1:3]] == ["Grokka", "Albrecht"]
    assert lines[3].endswith("of 20 bouts drawn.")
    assert lines[4].startswith("Turns: ")
    assert told.err == "", "how far it is, is shown on a terminal only"


@pytest.mark.parametrize(
    ("more", "options", "code", "told"),
    [
        ({"fighters": FIGHTERS[:1]}, (), 2, "fight.yaml: fighters"),
        ({}, ("--bouts", "0"), 2, "from 1 to"),
        ({}, ("--workers", "0"), 2, "one process or more"),
        ({"fighters": [{**FIGHTERS[0], "type": "elf"}, FIGHTERS[1]]}, (), 2, "elf is none of"),
        (
            {"orders": {1: {"Grokka": "stampede"}}},
            ("--bouts", "1"),
            1,
            "may not pick stampede in turn 1, but: pick observe",
        ),
    ],
)
def test_what_cannot_be_fought_is_refused(capsys, file, more, options, code, told) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("pit_odds", file(**more), "--workers", "1", *options, "--json")
    assert caught.value.returncode == code if "--workers" not in options else 2
    assert told in str(caught.value)
    assert ("refused" in capsys.readouterr().out) == (code == 1)


def test_a_refusal_comes_out_of_another_process(file) -> None:
    with pytest.raises(CommandError, match="Grokka may not pick stampede in turn 1") as caught:
        call_command("pit_odds", file(orders={1: {"Grokka": "stampede"}}), "--bouts", "4", "--workers", "2")
    assert caught.value.returncode == 1


def test_it_runs_without_a_database_or_a_secret(file) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "pit_odds", file(), "--bouts", "2", "--players", "random", "--json"],
        cwd=settings.BASE_DIR,
        env={"PATH": "/usr/bin:/bin", "DATABASE_URL": "sqlite:////nowhere/at/all"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["bouts"] == 2
