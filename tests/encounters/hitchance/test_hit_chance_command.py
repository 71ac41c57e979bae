"""`manage.py hit_chance`: one skirmish from a file, without a database."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.core.management.base import CommandError


def two(**more: Any) -> dict[str, Any]:
    """Ada before a ghoul, within reach."""
    return {
        "format": "mordheim-hit-chance/1",
        "members": [{"name": "Ada", "level": 2, "at": [2, 2], "held": ["sword"]}],
        "monsters": [{"name": "Ghoul", "at": [3, 2], "facing": "east", "held": ["axe"]}],
        **more,
    }


@pytest.fixture
def file(tmp_path: Path):
    def written(content: Any, name: str = "fight.yaml") -> str:
        path = tmp_path / name
        path.write_text(json.dumps(content) if name.endswith("json") else yaml.safe_dump(content))
        return str(path)

    return written


def run(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    call_command("hit_chance", *options, "--json")
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def refused(*options: str) -> CommandError:
    with pytest.raises(CommandError) as caught:
        call_command("hit_chance", *options)
    return caught.value


def test_it_has_events_and_a_result(capsys, file) -> None:
    told = run(capsys, file(two()), "--seed", "1")
    assert list(told) == ["events", "result"]
    assert all(list(event)[:3] == ["round", "step", "type"] for event in told["events"])
    assert set(told["result"]) == {"winner", "reason", "rounds", "fighters"}


def test_the_same_seed_fights_the_same_fight(capsys, file) -> None:
    path = file(two(), "fight.json")
    assert run(capsys, path, "--seed", "4") == run(capsys, path, "--seed", "4")
    assert run(capsys, path, "--seed", "4") != run(capsys, path, "--seed", "5")


def test_orders_and_dice_play_a_whole_fight(capsys, file) -> None:
    path = file(two(orders={1: ["0 plain shout", "0 attack 1 sword"]}))
    told = run(capsys, path, "--dice", "1,3")
    assert [event["type"] for event in told["events"]] == ["initiative", "plain", "attack", "downed", "result"]
    assert told["result"]["winner"] == "members"


def test_a_fighter_with_orders_does_nothing_else(capsys, file) -> None:
    fight = two(orders={1: ["0 turn north", "1 done"]}, round_limit=1)
    told = run(capsys, file(fight), "--dice", "1")
    assert [event["type"] for event in told["events"]] == ["initiative", "turned", "result"]


def test_it_tells_in_sentences(capsys, file) -> None:
    call_command("hit_chance", file(two(orders={1: ["0 attack 1 sword"]})), "--dice", "1,3")
    told = capsys.readouterr().out
    assert "Round 1, first" in told
    assert "Ada strikes at Ghoul (sword, from behind -1): D10 3 against 9, a hit of category III: downed." in told
    assert "The members win after 1 round." in told


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        ({1: ["0 attack 1 bow"]}, "Ada may not do that now"),
        ({1: ["0 stand_up"]}, "Ada may not do that now"),
        ({1: ["roll"]}, "has not come"),
        ({40: ["0 attack 1 sword"]}, "has not come"),
    ],
)
def test_a_rule_that_is_broken_is_exit_status_one(capsys, file, orders, told: str) -> None:
    path = file(two(orders=orders))
    error = refused(path, "--seed", "1")
    assert (error.returncode, told in str(error)) == (1, True)
    refused(path, "--seed", "1", "--json")
    assert json.loads(capsys.readouterr().out)["refused"]["code"] == "illegal"


@pytest.mark.parametrize(
    "change",
    [
        {"monsters": []},
        {"weather": "rain"},
        {"ground": {"width": 0}},
        {"ground": {"width": 2}},
        {"orders": {1: ["0 dance"]}},
        {"orders": {1: ["9 done", "0 done"]}},
        {"round_limit": "x"},
        {"severity": "luck"},
        {"members": [{"name": "Ada", "at": [2, 2], "held": ["halberd"]}]},
        {"members": [{"name": "Ada", "at": [2, 2], "injuries": [{"number": 15}]}]},
        {"members": [{"name": "Ghoul", "at": [2, 2]}]},
    ],
)
def test_bad_input_is_exit_status_two(file, change) -> None:
    assert refused(file(two(**change)), "--seed", "1").returncode == 2


def test_no_file_and_dice_that_do_not_fit_are_bad_input_too(file, tmp_path) -> None:
    assert refused(str(tmp_path / "none.yaml")).returncode == 2
    path = file(two(orders={1: ["0 attack 1 sword"]}))
    for dice in ("1", "1,11", "1,3,3"):
        assert refused(path, "--dice", dice).returncode == 2


def test_everything_a_file_may_say(capsys, file) -> None:
    ada = {
        "name": "Ada",
        "level": 3,
        "at": [2, 2],
        "facing": "south",
        "held": ["sword", "shield"],
        "readied": ["dagger"],
        "pack": ["rope"],
        "armour": ["mail"],
        "skills": ["sundering"],
        "section": "van",
        "capacity": 12,
        "fatigue": 1,
        "infection": 1,
        "injuries": [{"number": 5, "infection": 1, "limb": "left_arm", "fingers": 1}],
        "npc": True,
        "leader": True,
        "named": False,
    }
    ground = {
        "width": 9,
        "height": 9,
        "cover": [{"at": [3, 2], "value": 2}],
        "unstable": [[2, 2]],
        "obscured": [[3, 2]],
    }
    more = {"ground": ground, "round_limit": 5, "severity": "highroll", "shrinking": "usage", "members": [ada]}
    told = run(capsys, file(two(**more)), "--seed", "3")
    assert told["events"][0]["space"] == 4
    assert told["result"]["fighters"]["Ada"]["injuries"][:1] == [5]
