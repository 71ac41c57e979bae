"""`manage.py random_encounter`: a happening without a database, with warband files or without."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.warbands.roster.cast import FILES, rulebook
from warbands.management import files

MOB, DWARFS = str(FILES / "da_snikkaz.yaml"), str(FILES / "karak_brynn_exiles.yaml")


@pytest.fixture(autouse=True)
def _rules_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "printed_rulebook", rulebook)


def run(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    call_command("random_encounter", *options, "--json")
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def refused(*options: str) -> CommandError:
    with pytest.raises(CommandError) as caught:
        call_command("random_encounter", *options)
    return caught.value


def test_the_plain_form_has_these_keys(capsys) -> None:
    told = run(capsys, "--dice", "1,3,2")
    assert list(told) == ["code", "key", "name", "rolls", "statblocks", "effects", "text"]
    assert (told["code"], told["key"], told["name"]) == ("13", "earthquake", "Earthquake")
    assert told["rolls"] == [
        {"for": "Random happening", "die": "D66", "faces": [1, 3], "total": 13, "source": "table"},
        {"for": "Earthquake: turns", "die": "D3", "faces": [2], "total": 2, "source": "table"},
    ]
    assert [(one["kind"], one["left"]) for one in told["effects"]] == [("lasts", 2)]


def test_the_same_seed_rolls_the_same(capsys) -> None:
    assert run(capsys, "--seed", "12") == run(capsys, "--seed", "12")
    codes = {run(capsys, "--seed", str(seed))["code"] for seed in range(20)}
    assert len(codes) > 5


def test_warriors_are_named_where_warbands_are(capsys) -> None:
    told = run(capsys, "--dice", "1,6,1", "--warbands", MOB, DWARFS)
    assert told["effects"][0]["holder"]["name"] == "Grubnash"
    told = run(capsys, "--dice", "1,6,1", "--warbands", MOB, DWARFS, "--encountering", "Karak Brynn Exiles")
    assert told["effects"][0]["holder"]["warband"] == "Karak Brynn Exiles"
    assert "a warrior of the encountering player" in run(capsys, "--dice", "1,6")["text"].lower()


def test_one_warband_alone_is_enough(capsys) -> None:
    assert "Grubnash" in run(capsys, "--dice", "1,6,1", "--warbands", MOB)["text"]


def test_so_many_buildings_are_picked_from(capsys) -> None:
    told = run(capsys, "--dice", "2,2,3,1", "--buildings", "12")
    assert told["rolls"][1]["die"] == "D66 of 12"
    assert told["effects"][-1]["bound"] == {"building": 5}
    assert "no building" in run(capsys, "--dice", "2,2", "--buildings", "0")["text"]


def test_the_peddlers_goods_are_rolled_too(capsys) -> None:
    told = run(capsys, "--dice", "6,5," + ",".join(["2"] * 20))
    (peddler,) = told["effects"]
    assert {lot["left"] for lot in peddler["stock"]} == {2}
    assert {"item": "sword", "name": "Sword", "left": 2, "asking": "10 gc", "price": 5} in peddler["stock"]
    assert len(told["rolls"]) == 21


def test_people_are_told_in_sentences(capsys) -> None:
    call_command("random_encounter", "--dice", "6,6,4")
    out = capsys.readouterr().out
    assert out.startswith("66: Itsy-Bitsy Spider\n")
    assert "M 5 WS 3 BS 0 S 5 T 4 W 4 I 1 A 2 Ld 10; save 4+" in out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--dice", "1,3"], "A die is missing: Earthquake: turns"),
        (["--dice", "1,4,4"], "1 more die was entered"),
        (["--dice", "1,7"], "7 is no face of a D6"),
        (["--warbands", "nowhere.yaml"], "nowhere.yaml: there is no such file"),
        (["--encountering", "Nobody", "--warbands", MOB], "none of the warbands is called Nobody"),
        (["--buildings", "-1"], "from 0 to 1000"),
    ],
)
def test_bad_input_is_told_with_status_2(options: list[str], words: str) -> None:
    error = refused(*options)
    assert error.returncode == 2
    assert words in str(error)


def test_two_warbands_of_one_name_are_refused_with_status_1(capsys) -> None:
    error = refused("--warbands", MOB, MOB, "--json")
    assert error.returncode == 1
    assert json.loads(capsys.readouterr().out)["refused"]["code"] == "names"


def test_it_needs_no_database_and_no_secret(tmp_path: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if k not in ("SECRET_KEY", "DATABASE_URL", "DEBUG")}
    environment |= {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'none.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "mordheim.settings",
    }
    result = subprocess.run(
        [sys.executable, settings.BASE_DIR / "manage.py", "random_encounter", "--seed", "1", "--json"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
    )
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["code"] == "16"
    assert not (tmp_path / "none.sqlite3").exists()
