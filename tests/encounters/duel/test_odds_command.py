"""`manage.py odds`: matchups from files, creatures and typed profiles, without a database."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.books import rulebook
from tests.encounters.duel.arena import DEMO
from warbands.management import files

OUTCOMES = ["no_wound", "wounded", "knocked_down", "stunned", "out_of_action"]
BOSS, NOBLE = f"{DEMO / 'gutsniks_greenskins.yaml'}:Gutsnik", f"{DEMO / 'karak_brynn_exiles.yaml'}:Thrain"


@pytest.fixture(autouse=True)
def _rules_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "printed_rulebook", rulebook)


def run(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    call_command("odds", *options, "--json")
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def test_the_plain_form_has_these_keys_and_sums_to_one(capsys) -> None:
    told = run(capsys, BOSS, NOBLE, "--charging")
    assert list(told) == ["one_attack", "one_round", "duel", "not_reckoned"]
    for part in (told["one_attack"], told["one_round"], told["duel"]):
        assert list(part)[:5] == OUTCOMES
        assert sum(Fraction(part[name]["fraction"]) for name in OUTCOMES) == 1
    assert list(told["duel"]) == [*OUTCOMES, "out", "rounds", "wounds", "exact"]
    assert told["duel"]["exact"] is True
    assert sum(Fraction(one["fraction"]) for one in told["duel"]["out"].values()) == 1
    assert told["duel"]["out"]["defender"] == told["duel"]["out_of_action"]


def test_a_fraction_and_its_decimal(capsys) -> None:
    told = run(capsys, "s=3,weapon=axe", "t=5")
    assert told["one_attack"]["out_of_action"] == {"fraction": "1/36", "decimal": 0.0278}


def test_weapons_shots_and_rounds_are_options(capsys) -> None:
    plain = run(capsys, "bs=4", "creature:orc_boy", "--weapon", "crossbow", "--range", "12")
    hidden = run(capsys, "bs=4", "creature:orc_boy", "--weapon", "crossbow", "--range", "20", "--cover")
    assert plain["one_attack"]["no_wound"]["decimal"] < hidden["one_attack"]["no_wound"]["decimal"]
    two = run(capsys, "weapon=axe", "ws=3", "--weapon", "sword+dagger", "--first-round")
    assert two["one_round"] != two["one_attack"]


def test_how_a_fight_is_fought_is_an_option_and_what_is_left_out_is_told(capsys) -> None:
    plain = run(capsys, "weapon=axe,skills=backstabber", "creature:orc_boy", "--charging")
    unseen = run(capsys, "weapon=axe,skills=backstabber", "creature:orc_boy", "--charging", "--unseen")
    dived = run(capsys, "weapon=axe", "creature:orc_boy", "--charging", "--diving", "--inside", "--outnumbered")
    assert unseen["one_attack"]["no_wound"]["decimal"] < plain["one_attack"]["no_wound"]["decimal"]
    assert dived["one_attack"]["no_wound"]["decimal"] < plain["one_attack"]["no_wound"]["decimal"]
    assert plain["not_reckoned"] == ["Orc Boy: Animosity: whether he quarrels with his mates instead of fighting."]
    assert run(capsys, "weapon=axe", "ws=3")["not_reckoned"] == []


def test_his_own_pistol_is_taken_up_without_a_word(capsys) -> None:
    skorri = f"{DEMO / 'karak_brynn_exiles.yaml'}:Skorri"
    alone = run(capsys, skorri, BOSS, "--charging", "--weapon", "pistol")
    guessed = run(capsys, skorri, BOSS, "--charging")
    for part in ("one_round", "duel"):
        assert guessed[part]["out_of_action"]["decimal"] > alone[part]["out_of_action"]["decimal"]


def test_what_was_played_is_no_fraction(capsys) -> None:
    many = "w=10,s=1,a=10,weapon=sword+sword,rules=frenzy,equipment=lucky_charm+crimson_shade"
    told = run(capsys, many, many)["duel"]
    assert 0 < told["exact"] < 0.02
    assert (told["out"]["defender"]["fraction"], told["rounds"]["fraction"]) == (None, None)
    assert abs(told["out"]["defender"]["decimal"] - 0.5) < told["exact"]
    assert (told["seed"], told["played"] > 1000) == (1, True)
    assert 0 < told["rounds_error"] < told["rounds"]["decimal"] / 10
    assert 0 < told["wounds_error"]["attacker"] < 0.5
    call_command("odds", many, many)
    assert f"played out {told['played']} times with seed 1: chances within 0.0" in capsys.readouterr().out


def test_who_is_spoken_of_as_shooting_takes_up_what_he_carries(capsys) -> None:
    boys = f"{DEMO / 'gutsniks_greenskins.yaml'}:Da Arrer Boyz"
    assert run(capsys, boys, "ws=3", "--cover") == run(capsys, boys, "ws=3", "--cover", "--weapon", "bow")
    both = run(capsys, "equipment=sword+throwing_knives+bow", "ws=3", "--range", "20")
    assert both == run(capsys, "equipment=bow", "ws=3", "--range", "20")
    near = run(capsys, "equipment=sword+throwing_knives+bow", "ws=3", "--range", "2")
    assert near == run(capsys, "equipment=throwing_knives", "ws=3", "--range", "2")


def test_people_get_lines(capsys) -> None:
    call_command("odds", "weapon=axe", "creature:troll")
    said = capsys.readouterr().out
    assert "Not reckoned\n  Troll: Fear" in said
    assert "One round of attacks" in said
    assert "defender out of action" in said


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("ws=x", "ws=3"), 2),
        (("nowhere.yaml:Thrain", "ws=3"), 2),
        ((f"{DEMO / 'karak_brynn_exiles.yaml'}:Nobody", "ws=3"), 2),
        (("ws=3", "creature:unicorn"), 2),
        (("", "ws=3"), 2),
        (("ws=3", "ws=3,,"), 2),
        (("ws=3", "ws=3", "--weapon", ""), 2),
        (("ws=3", "ws=3", "--weapon", "bow", "--range", "1001"), 2),
        (("ws=3", "ws=3", "--weapon", "bow", "--range", "1000"), 1),
        (("ws=3", "ws=3", "--cover"), 2),
        (("equipment=bow", "ws=3", "--cover", "--charging"), 2),
        (("weapon=sword,equipment=bow", "ws=3", "--cover"), 2),
        (("ws=3", "ws=3", "--unseen"), 2),
        (("ws=3", "ws=3", "--inside", "--weapon", "bow"), 2),
        (("ws=3", "ws=3", "--range", "-1", "--weapon", "bow"), 2),
        (("nowhere.yaml:A: B", "ws=3"), 2),
        (("ws=3", "ws=3", "--weapon", "spear+sword"), 1),
        (("ws=3", "ws=3", "--weapon", "troll_vomit"), 1),
        (("ws=3", "ws=3", "--weapon", "bow", "--charging"), 1),
        (("ws=3", "ws=3", "--weapon", "bow", "--range", "25"), 1),
    ],
)
def test_what_is_wrong_and_what_is_refused(words: tuple[str, ...], status: int) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("odds", *words)
    assert caught.value.returncode == status


def test_a_refusal_is_told_in_json_too(capsys) -> None:
    with pytest.raises(CommandError):
        call_command("odds", "ws=3", "ws=3", "--weapon", "spear+sword", "--json")
    assert json.loads(capsys.readouterr().out)["refused"]["code"] == "weapons"
