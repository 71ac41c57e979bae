"""`manage.py set_up_battle`: a battle from warband files, without a database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from encounters.management.commands.set_up_battle import alliances
from mordheim.rules.plainfile import Malformed
from tests.warbands.roster.cast import FILES, rulebook
from warbands.management import files

NAMES = ("da_snikkaz", "karak_brynn_exiles", "hammer_and_pyre")
THREE = [str(FILES / f"{name}.yaml") for name in NAMES]
MOB, DWARFS, HUNTERS = THREE
BRAWL = ("--scenario", "street_brawl")


@pytest.fixture(autouse=True)
def _rules_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "printed_rulebook", rulebook)


def run(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    call_command("set_up_battle", *options, "--json")
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def refused(*options: str) -> CommandError:
    with pytest.raises(CommandError) as caught:
        call_command("set_up_battle", *options)
    return caught.value


def test_the_printed_example_by_its_dice(capsys) -> None:
    told = run(capsys, *THREE, *BRAWL, "--dice", "3,5,1,2,1,6", "--segments", "D,F,B")
    assert list(told) == ["scenario", "table", "warbands", "counters", "features", "rolls", "rewards"]
    assert [(one["set_up"], one["segment"], one["turn"]) for one in told["warbands"]] == [
        (2, "F", 3), (1, "D", 2), (3, "B", 1),
    ]  # fmt: skip
    assert [roll["total"] for roll in told["rolls"]] == [3, 5, 1, 2, 1, 6]
    assert {roll["source"] for roll in told["rolls"]} == {"table"}
    assert {"kind", "number", "x", "y"} <= set(told["features"][0])


def test_the_same_seed_sets_up_the_same(capsys) -> None:
    assert run(capsys, *THREE, "--seed", "7") == run(capsys, *THREE, "--seed", "7")
    assert len({run(capsys, *THREE, "--seed", str(seed))["scenario"] for seed in range(12)}) > 3


def test_the_same_dice_draw_the_same_map_unless_another_is_asked_for(capsys) -> None:
    said = (*THREE, *BRAWL, "--dice", "3,5,1,2,1,6")
    assert run(capsys, *said) == run(capsys, *said)
    assert run(capsys, *said)["features"] != run(capsys, *said, "--map-seed", "5")["features"]


def test_the_map_is_written(capsys, tmp_path: Path) -> None:
    told = run(capsys, MOB, DWARFS, "--scenario", "wyrdstone_hunt", "--seed", "3", "--map", str(tmp_path / "map.svg"))
    svg = (tmp_path / "map.svg").read_text()
    ElementTree.fromstring(svg)
    assert "Wyrdstone Hunt" in svg
    assert told["warbands"][0]["name"] in svg


def test_people_are_told_in_sentences(capsys) -> None:
    call_command("set_up_battle", *THREE, "--scenario", "ambush", "--seed", "2", "--allies",
                 "Da Snikkaz+Karak Brynn Exiles")  # fmt: skip
    out = capsys.readouterr().out
    assert out.startswith('Ambush!, 72" by 48" (seed 2)\n')
    assert 'the defender, sets up within 6" of the middle of the table' in out
    assert "Allies: Da Snikkaz and Karak Brynn Exiles." in out
    assert "Order of play: " in out


def test_alliances_join_and_grow() -> None:
    assert alliances("ABCDE", []) == [0, 1, 2, 3, 4]
    assert alliances("ABCDE", ["B+D", "D + E"]) == [0, 1, 2, 1, 1]
    with pytest.raises(Malformed, match="called X"):
        alliances("AB", ["A+X"])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([*BRAWL, "--dice", "3,5"], "A die is missing: Setting up: Hammer"),
        ([*BRAWL, "--dice", "3,5,1,2,1,6,6"], "1 more die was entered"),
        ([*BRAWL, "--dice", "3,5,1,2,1,7"], "7 is no face of a D6"),
        ([*BRAWL, "--segments", "A,B"], "--segments: one is missing"),
        ([*BRAWL, "--segments", "A,B,C,D"], "nobody takes D"),
        ([*BRAWL, "--allies", "Da Snikkaz+Nobody"], "none of the warbands is called Nobody"),
        ([*BRAWL, "--map", "/nowhere/at/all.svg"], "cannot be written"),
        (["nowhere.yaml"], "nowhere.yaml: there is no such file"),
    ],
)
def test_bad_input_is_told_with_status_2(options: list[str], words: str) -> None:
    error = refused(*THREE, *options)
    assert error.returncode == 2
    assert words in str(error)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ([*THREE, "--scenario", "skirmish"], "warbands"),
        ([*THREE, "--scenario", "tea_party"], "unknown_key"),
        ([*THREE, *BRAWL, "--segments", "A,A,B"], "choice"),
        ([MOB, MOB], "names"),
        ([MOB], "warbands"),
    ],
)
def test_what_a_rule_refuses_is_told_with_status_1(capsys, options: list[str], code: str) -> None:
    error = refused(*options, "--json")
    assert error.returncode == 1
    assert json.loads(capsys.readouterr().out)["refused"]["code"] == code


def test_malformed_input_prints_json_too(capsys) -> None:
    assert refused("nowhere.yaml", MOB, "--json").returncode == 2
    assert "no such file" in json.loads(capsys.readouterr().out)["malformed"]


def test_it_needs_no_database_and_no_secret(tmp_path: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if k not in ("SECRET_KEY", "DATABASE_URL", "DEBUG")}
    environment |= {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'none.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "mordheim.settings",
    }
    result = subprocess.run(
        [sys.executable, settings.BASE_DIR / "manage.py", "set_up_battle", *THREE, "--seed", "1", "--json",
         "--map", str(tmp_path / "map.svg")],
        capture_output=True, text=True, cwd=tmp_path, env=environment,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert len(json.loads(result.stdout)["warbands"]) == 3
    assert (tmp_path / "map.svg").stat().st_size > 10_000
    assert not (tmp_path / "none.sqlite3").exists()
