"""`manage.py pit_fight`: one fight from a file, without a database."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.core.management.base import CommandError

EVEN = {"weapon_skill": 32, "strength": 32, "toughness": 32, "initiative": 32, "wounds": 12}


def two(**more: Any) -> dict[str, Any]:
    """A stands before B, within reach."""
    return {
        "format": "mordheim-pit-fight/1",
        "arena": {"anywhere": True, "quiet_limit": 2},
        "fighters": [
            {"name": "A", "type": "empire", "characteristics": {**EVEN}, "age": 40, "start": [0, 0], "facing": 0},
            {"name": "B", "type": "orc", "characteristics": {**EVEN}, "age": 30, "start": [0, -1], "facing": 3},
        ],
        **more,
    }


@pytest.fixture
def file(tmp_path: Path):
    def written(content: Any, name: str = "fight.yaml") -> str:
        path = tmp_path / name
        text = content if isinstance(content, str) else yaml.safe_dump(content)
        path.write_text(json.dumps(content) if name.endswith("json") and not isinstance(content, str) else text)
        return str(path)

    return written


def run(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    call_command("pit_fight", *options, "--json")
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def refused(*options: str) -> CommandError:
    with pytest.raises(CommandError) as caught:
        call_command("pit_fight", *options)
    return caught.value


def test_the_plain_form_has_events_and_a_result(capsys, file) -> None:
    told = run(capsys, file(two()), "--seed", "1")
    assert list(told) == ["events", "result"]
    assert all(list(event)[:3] == ["turn", "phase", "type"] for event in told["events"])
    assert set(told["result"]) >= {"winner", "reason", "turns", "damage", "standing"}


def test_the_same_seed_fights_the_same_fight(capsys, file) -> None:
    fight = two()
    for one in fight["fighters"]:
        del one["start"], one["facing"]
    fight["arena"] = {"radius": 3}
    path = file(fight)
    assert run(capsys, path, "--seed", "4") == run(capsys, path, "--seed", "4")
    assert run(capsys, path, "--seed", "4") != run(capsys, path, "--seed", "5")


def test_orders_and_dice_play_a_whole_turn(capsys, file) -> None:
    turn = {
        "A": {"move": "observe", "facing": 0, "target": "B", "aim": "head", "guard": "body", "interrupt": False},
        "B": {"move": "plant_and_hew", "target": "nobody", "guard": "groin", "interrupt": False},
    }
    fight = two(orders={1: turn})
    fight["arena"]["turn_limit"] = 1
    told = run(capsys, file(fight), "--dice", "10,8")  # damage, a scar of no effect
    attack = next(event for event in told["events"] if event["type"] == "attack" and event["target"] == "B")
    assert (attack["aim"], attack["guard"], attack["verdict"]) == ("head", "groin", "hit")
    damage = next(event for event in told["events"] if event["type"] == "damage")
    assert (damage["die"], damage["face"], damage["armour"], damage["damage"]) == ("D10", 10, 2, 8)


def test_a_move_alone_is_an_order(capsys, file) -> None:
    fight = two(orders={1: {"A": "measured_step", "B": "observe"}})
    fight["fighters"][0]["start"] = [0, 5]
    told = run(capsys, file(fight), "--seed", "1")
    assert [event["move"] for event in told["events"] if event["type"] == "pick"][:2] == ["measured_step", "observe"]


def test_yaml_and_json_and_short_names_say_the_same(capsys, file) -> None:
    short = two()
    for one in short["fighters"]:
        one["characteristics"] = {"WS": 32, "s": 32, "T": 32, "i": 32, "W": 12}
    del short["format"]
    assert run(capsys, file(two()), "--seed", "2") == run(capsys, file(short, "fight.json"), "--seed", "2")


def test_for_people_it_tells_the_fight(capsys, file) -> None:
    call_command("pit_fight", file(two()), "--seed", "3")
    told = capsys.readouterr().out
    assert "A takes up 0,0, facing 0." in told
    assert "Turn 1" in told
    assert re.search(r"wins|Nobody", told.splitlines()[-1])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda f: f["fighters"][0].update(type="elf"), "elf is none of"),
        (lambda f: f["fighters"].pop(), "fighters"),
        (lambda f: f["fighters"][1].update(name="A"), "same name"),
        (lambda f: f["fighters"][0].update(colour="red"), "no key"),
        (lambda f: f["fighters"][0].update(facing=6), "out of range"),
        (lambda f: f.update(orders={1: {"C": "observe"}}), "no fighter C"),
        (lambda f: f.update(orders={7: {"A": {"target": "Bee"}}}), "orders.7.A: there is no fighter Bee"),
        (lambda f: f.update(orders={7: {"A": {"aim": "nose"}}}), "orders.7.A: nose is none of head"),
        (lambda f: f.update(orders={7: {"A": {"guard": "nose"}}}), "orders.7.A: nose is none of head"),
        (lambda f: f.update(arena={"radius": 0}), "out of range"),
    ],
)
def test_a_malformed_file_is_bad_input(file, change, told) -> None:
    fight = two()
    change(fight)
    error = refused(file(fight), "--seed", "1")
    assert error.returncode == 2
    assert told in str(error)


def test_a_fighter_who_is_out_does_nothing_in_a_later_turn(capsys, file) -> None:
    """Four in a heap: one falls, and the others fight on."""
    fight = two(arena={"anywhere": True})
    fight["fighters"] += [
        {**two()["fighters"][0], "characteristics": {**EVEN}, "name": "C", "age": 31, "start": [1, -1], "facing": 4},
        {**two()["fighters"][1], "characteristics": {**EVEN}, "name": "D", "age": 32, "start": [-1, 0], "facing": 1},
    ]
    log = run(capsys, file(fight), "--seed", "2")["events"]
    fell = next(event for event in log if event["type"] == "taken_out")
    later = fell["turn"] + 1
    assert log[-1]["turn"] >= later
    fight["orders"] = {later: {fell["fighter"]: "observe"}}
    told = f"{fell['fighter']} was taken out in turn {fell['turn']}: he does nothing in turn {later}."
    assert told in str(refused(file(fight), "--seed", "2"))
    fight["orders"] = {log[-1]["turn"] + 1: {fell["fighter"]: "observe"}}
    assert run(capsys, file(fight), "--seed", "2")["events"] == log, "what would come after the fight is left"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda f: f["fighters"][0].update(characteristics={**EVEN, "wounds": 13}),
            "A: There are 10 bonus points",
        ),
        (lambda f: f["fighters"][0].update(start=[0, -1]), "B may not place 0,-1 3 at set-up, but: place"),
        (lambda f: f.update(arena={}), "A may not place 0,0 0 at set-up, but: place"),
        (lambda f: f.update(orders={1: {"A": "rush"}}), "A may not pick rush in turn 1, but: pick observe"),
        (lambda f: f.update(orders={1: {"A": "moonwalk"}}), "A has no move moonwalk on his scroll (turn 1)"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(capsys, file, change, told) -> None:
    fight = two()
    change(fight)
    path = file(fight)
    error = refused(path, "--seed", "1")
    assert (error.returncode, str(error)) == (1, error.args[0])
    assert told in str(error)
    refused(path, "--seed", "1", "--json")
    assert json.loads(capsys.readouterr().out)["refused"]["code"] == "illegal"


def test_nine_points_are_accepted_in_a_file(capsys, file) -> None:
    """S7."""
    fight = two()
    fight["fighters"][0]["characteristics"] = {**EVEN, "wounds": 11}
    assert run(capsys, file(fight), "--seed", "1")["events"]


@pytest.mark.parametrize("dice", ["1", "21", "10,8,1,1"])
def test_dice_that_do_not_fit_are_bad_input(file, dice) -> None:
    turn = {
        "A": {"move": "observe", "facing": 0, "target": "B", "aim": "head" if dice != "1" else "groin"},
        "B": {"move": "plant_and_hew", "target": "nobody", "guard": "groin" if dice != "1" else "left_leg"},
    }
    fight = two(orders={1: turn})
    fight["arena"]["turn_limit"] = 1
    assert refused(file(fight), "--dice", dice).returncode == 2


def test_a_file_that_is_not_there_is_bad_input() -> None:
    assert refused("/nowhere/fight.yaml", "--seed", "1").returncode == 2


def test_an_illegal_move_becomes_observe_at_the_table(capsys, file) -> None:
    """M8."""
    fight = two(orders={1: {"A": "rush", "B": "observe"}})
    fight["arena"]["table_mode"] = True
    told = run(capsys, file(fight), "--seed", "1")
    assert next(event for event in told["events"] if event.get("ended") == "illegal")["move"] == "observe"


def test_the_computer_plays_at_the_strength_that_the_file_says(capsys, file) -> None:
    fight = two()
    plain = run(capsys, file(fight), "--seed", "1")
    for one in fight["fighters"]:
        one["computer"] = "random"
    assert run(capsys, file(fight), "--seed", "1") == plain
    fight["fighters"][0]["computer"] = "champion"
    assert run(capsys, file(fight), "--seed", "1") != plain
    fight["fighters"][0]["computer"] = "grandmaster"
    assert refused(file(fight), "--seed", "1").returncode == 2
