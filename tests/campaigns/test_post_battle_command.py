"""`manage.py post_battle`: files in, a file out, without a database (`interchange.md`, `interchange-battle.md`)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from tests import commands
from tests.warbands.roster.cast import rulebook
from warbands.management import files
from warbands.roster.interchange import read_warband, write_warband

WARBAND = """\
format: mordheim-warband/1
name: Da Snikkaz
type: orc_mob
battles: 1
treasury: 30
heroes:
- name: Grubnash
  type: orc_boss
  experience: 21
  equipment: [battle_axe, helmet]
- name: Skab
  type: big_un
  experience: 16
henchmen:
- name: Da Ladz
  type: orc_boy
  size: 3
  experience: 4
  equipment: [bow]
hired_swords:
- name: Bront
  type: ogre_bodyguard
  equipment: [double_handed_weapon]
"""
REPORT = """\
format: mordheim-report/1
result: won
scenario: treasure_hunt
opponents:
- {name: Karak Brynn Exiles, type: dwarf_treasure_hunters, rating: 65, leader: Thrain}
underdog: 0
out_of_action:
- {name: Grubnash, by: {warband: Karak Brynn Exiles, warrior: Thrain}}
- {name: Da Ladz, count: 2}
experience: {Grubnash: 1}
shards: 2
items: [{item: sword, quantity: 1}]
"""
# Grubnash sold to the pits, where he loses and has his Initiative shaken; two of Da Ladz; Skab's advance, that of Da
# Ladz and Grubnash's; the exploration of Skab and of the winner; the veterans; Skab's search.
CHOICES = """\
format: mordheim-choices/1
---
- {step: injuries, warrior: Grubnash, choose: pit_fight, value: lost}
- {step: experience, warrior: Grubnash, choose: skill, value: well_ard}
- {step: experience, warrior: Skab, choose: characteristic, value: bs}
- {step: experience, warrior: Da Ladz, choose: characteristic, value: ws}
- {step: wyrdstone, choose: sell, value: 2}
- {step: upkeep, choose: pay, value: [Bront]}
- {step: rare_items, warrior: Skab, choose: search, value: lucky_charm}
- {step: recruits_and_trading, choose: buy, value: {item: helmet, for: Skab}}
"""
DICE = "6,5,4,4,3,3,1,5,2,3,3,4,2,4,3,6,3,4,4,5"


@pytest.fixture(autouse=True)
def _rules_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "printed_rulebook", rulebook)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("mob.yaml", WARBAND), ("report.yaml", REPORT), ("choices.yaml", CHOICES)):
        (tmp_path / name).write_text(text)
    return tmp_path


def run(folder: Path, *options: str, out: str = "after.yaml") -> tuple[dict[str, Any], dict[str, Any]]:
    """What the command printed, and the file that it wrote."""
    stream = folder / "stdout"
    with stream.open("w") as stdout:
        call_command(
            "post_battle", str(folder / "mob.yaml"), str(folder / "report.yaml"), *options, "-o", str(folder / out),
            "--json", stdout=stdout,
        )  # fmt: skip
    return json.loads(stream.read_text()), yaml.safe_load((folder / out).read_text())


def typed(folder: Path, dice: str = DICE) -> tuple[dict[str, Any], dict[str, Any]]:
    return run(folder, "--dice", dice, "--choices", str(folder / "choices.yaml"))


def fails(folder: Path, *options: str) -> CommandError:
    with pytest.raises(CommandError) as raised:
        run(folder, *options)
    assert not (folder / "after.yaml").exists()
    return raised.value


def shell(folder: Path, *arguments: str, **changes: Any) -> subprocess.CompletedProcess[str]:
    """A process of its own, with nothing in its environment."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "post_battle", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, **changes)


class TestTypedDiceAndChoices:
    def test_the_file_after_it(self, folder):
        _, after = typed(folder)
        assert after == {
            "format": "mordheim-warband/1",
            "name": "Da Snikkaz",
            "type": "orc_mob",
            "battles": 2,
            "treasury": 30 + 55 - 30 - 10 - 10,
            "wyrdstone": 2,
            "stash": ["sword", "lucky_charm"],
            "heroes": [
                {
                    "name": "Grubnash",
                    "type": "orc_boss",
                    "experience": 24,
                    "skills": ["well_ard"],
                    "injuries": ["nervous_condition"],
                },
                {
                    "name": "Skab",
                    "type": "big_un",
                    "experience": 17,
                    "equipment": ["helmet"],
                    "increases": {"bs": 1},
                },
            ],
            "henchmen": [
                {
                    "name": "Da Ladz",
                    "type": "orc_boy",
                    "size": 2,
                    "experience": 5,
                    "equipment": ["bow"],
                    "increases": {"ws": 1},
                }
            ],
            "hired_swords": [
                {
                    "name": "Bront",
                    "type": "ogre_bodyguard",
                    "experience": 1,
                    "equipment": ["double_handed_weapon"],
                }
            ],
        }

    def test_what_is_printed(self, folder):
        told, _ = typed(folder)
        assert list(told) == ["events", "choices", "legal", "problems"]
        assert told["legal"] is True
        assert told["problems"] == []
        for event in told["events"]:
            assert list(event) == ["step", "warrior", "roll", "result", "effects"]
            assert event["roll"] is None or list(event["roll"]) == ["for", "die", "faces", "total", "source"]
            assert all(next(iter(effect)) == "kind" for effect in event["effects"])

    def test_every_face_that_was_typed_is_in_the_output_in_its_order(self, folder):
        told, _ = typed(folder)
        rolls = [event["roll"] for event in told["events"] if event["roll"]]
        assert [face for roll in rolls for face in roll["faces"]] == [int(face) for face in DICE.split(",")]
        assert {roll["source"] for roll in rolls} == {"table"}

    def test_the_choices_given_back_are_those_of_the_file(self, folder):
        told, _ = typed(folder)
        given = list(yaml.safe_load_all(CHOICES))[1]
        assert [choice for choice in told["choices"] if choice in given] == given

    def test_choices_given_back_are_taken_again_and_give_the_same_bytes(self, folder):
        told, _ = typed(folder)
        first = (folder / "after.yaml").read_bytes()
        again = {"format": "mordheim-choices/1", "choices": told["choices"]}
        (folder / "again.json").write_text(json.dumps(again))
        second, _ = run(folder, "--dice", DICE, "--choices", str(folder / "again.json"))
        assert (folder / "after.yaml").read_bytes() == first
        assert second == told

    @pytest.mark.parametrize(
        ("dice", "message"),
        [
            ("6,5,4,4,3,3,1,5,2,3,3,4,2,4,3,6,3,4,4", "A die is missing: search for lucky charm"),
            (f"{DICE},1", "1 more die was entered than were rolled"),
            (f"{DICE},1,1", "2 more dice were entered than were rolled"),
            ("6,5,4,4,3,3,1,9,2", "9 is no face of a D6: injury of Da Ladz"),
            ("0,5", "0 is no face of a D6: serious injury of Grubnash"),
            ("", "A die is missing: serious injury of Grubnash"),
        ],
    )
    def test_too_few_too_many_and_wrong_faces_are_named(self, folder, dice, message):
        error = fails(folder, "--dice", dice, "--choices", str(folder / "choices.yaml"))
        assert message in str(error)
        assert error.returncode == 2

    def test_a_missing_choice_is_named(self, folder):
        (folder / "choices.yaml").write_text(CHOICES.replace("- {step: wyrdstone, choose: sell, value: 2}\n", ""))
        error = fails(folder, "--dice", DICE, "--choices", str(folder / "choices.yaml"))
        assert "A choice is missing: sell in wyrdstone" in str(error)
        assert error.returncode == 2

    def test_each_choice_that_was_asked_for_is_missed(self, folder):
        """Whatever sensible choices were given back: with one of them left out nothing is played."""
        told, _ = run(folder, "--seed", "248")
        (folder / "after.yaml").unlink()
        asked = told["choices"]
        assert len({choice["choose"] for choice in asked}) == 6
        for place, left_out in enumerate(asked):
            rest = [*asked[:place], *asked[place + 1 :]]
            (folder / "rest.json").write_text(json.dumps({"format": "mordheim-choices/1", "choices": rest}))
            error = fails(folder, "--seed", "248", "--choices", str(folder / "rest.json"))
            whom = f" for {left_out['warrior']}" if "warrior" in left_out else ""
            assert f"A choice is missing: {left_out['choose']}{whom} in {left_out['step']}" in str(error)
            assert error.returncode == 2

    def test_a_key_that_nobody_knows_is_named_with_those_that_are_known(self, folder):
        (folder / "choices.yaml").write_text(CHOICES.replace("for: Skab", "whom: Skab"))
        error = fails(folder, "--dice", DICE, "--choices", str(folder / "choices.yaml"))
        told = "choice 8: 'whom' is no key of buy: item, material, quantity, for, from and haggle are known"
        assert str(error) == f"{folder / 'choices.yaml'}: {told}"
        assert error.returncode == 2

    def test_a_choice_that_nothing_asks_for_is_an_error(self, folder):
        (folder / "choices.yaml").write_text(CHOICES + "- {step: equipment, choose: sing, value: 1}\n")
        error = fails(folder, "--dice", DICE, "--choices", str(folder / "choices.yaml"))
        assert "Nothing asks for this choice: sing in equipment" in str(error)
        assert error.returncode == 2

    def test_a_choice_that_breaks_a_rule_is_refused(self, folder):
        (folder / "choices.yaml").write_text(CHOICES.replace("value: well_ard", "value: haggle"))
        error = fails(folder, "--dice", DICE, "--choices", str(folder / "choices.yaml"))
        assert "haggle is not among what can be chosen" in str(error)
        assert error.returncode == 1

    def test_one_crown_short_is_refused(self, folder):
        (folder / "mob.yaml").write_text(WARBAND.replace("treasury: 30", "treasury: 29"))
        (folder / "choices.yaml").write_text(CHOICES.replace("value: 2}", "value: 0}"))
        error = fails(folder, "--dice", DICE, "--choices", str(folder / "choices.yaml"))
        assert "Bront is not among what can be chosen" in str(error)
        assert error.returncode == 1


class TestSeeds:
    def test_the_same_seed_gives_the_same_result(self, folder):
        first, _ = run(folder, "--seed", "7", out="one.yaml")
        second, _ = run(folder, "--seed", "7", out="two.yaml")
        assert first == second
        assert (folder / "one.yaml").read_bytes() == (folder / "two.yaml").read_bytes()
        assert run(folder, "--seed", "8")[0] != first

    def test_its_choices_and_the_same_seed_give_the_same_bytes(self, folder):
        told, _ = run(folder, "--seed", "7", out="one.yaml")
        (folder / "again.json").write_text(json.dumps({"format": "mordheim-choices/1", "choices": told["choices"]}))
        run(folder, "--seed", "7", "--choices", str(folder / "again.json"), out="two.yaml")
        assert (folder / "one.yaml").read_bytes() == (folder / "two.yaml").read_bytes()

    def test_dice_and_seed_exclude_each_other(self, folder):
        assert "not allowed with argument" in str(fails(folder, "--seed", "7", "--dice", "1"))
        assert shell(folder, "mob.yaml", "report.yaml", "--seed", "7", "--dice", "1", "-o", "x.yaml").returncode == 2

    def test_without_either_the_app_rolls(self, folder):
        told, _ = run(folder)
        assert {event["roll"]["source"] for event in told["events"] if event["roll"]} == {"app"}


class TestFiles:
    def test_json_in_json_out(self, folder):
        (folder / "mob.json").write_text(json.dumps(yaml.safe_load(WARBAND)))
        (folder / "report.json").write_text(json.dumps(yaml.safe_load(REPORT)))
        files = [str(folder / "mob.json"), str(folder / "report.json")]
        call_command("post_battle", *files, "--seed", "7", "-o", str(folder / "x.json"))
        assert json.loads((folder / "x.json").read_text()) == run(folder, "--seed", "7")[1]

    def test_what_it_writes_is_canonical_and_may_go_in_again(self, folder):
        run(folder, "--seed", "7")
        raw = (folder / "after.yaml").read_bytes()
        assert write_warband(read_warband(raw, rulebook()), rulebook()) == raw

    @pytest.mark.parametrize(
        ("name", "text", "message"),
        [
            ("mob.yaml", "format: mordheim-warband/1\nname: [\n", "line 3"),
            ("mob.yaml", WARBAND + "mood: bad\n", "mood (line 24): is no key of the format"),
            ("report.yaml", REPORT + "shards: 3\n", "stands twice"),
            ("report.yaml", REPORT.replace("result: won", "result: fled"), "result (line 2)"),
            ("choices.yaml", "format: mordheim-report/1\n", "format: mordheim-choices/1 is expected"),
        ],
    )
    def test_a_malformed_file_is_named_with_its_place(self, folder, name, text, message):
        (folder / name).write_text(text)
        error = fails(folder, "--choices", str(folder / "choices.yaml"))
        assert str(error).startswith(f"{folder / name}: ")
        assert message in str(error)
        assert error.returncode == 2

    @pytest.mark.parametrize("missing", ["mob.yaml", "report.yaml", "choices.yaml"])
    def test_a_file_that_is_not_there_is_bad_input(self, folder, missing):
        (folder / missing).unlink()
        error = fails(folder, "--choices", str(folder / "choices.yaml"))
        assert missing in str(error)
        assert error.returncode == 2

    def test_where_nothing_can_be_written_it_says_so(self, folder):
        with pytest.raises(CommandError, match="cannot be written") as raised:
            run(folder, "--seed", "7", out="no/such.yaml")
        error = raised.value
        assert error.returncode == 2

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (("{name: Grubnash, by", "{name: Nobody, by"), "Nobody is not in Da Snikkaz"),
            (("count: 2", "count: 4"), "4 of Da Ladz cannot be out of action: they were 3"),
            (("scenario: treasure_hunt", "scenario: picnic"), "no scenario 'picnic'"),
            (("item: sword", "item: moonstone"), "no item 'moonstone'"),
        ],
    )
    def test_a_report_that_does_not_fit_is_refused(self, folder, change, message):
        (folder / "report.yaml").write_text(REPORT.replace(*change))
        error = fails(folder)
        assert message in str(error)
        assert error.returncode == 1

    def test_a_warband_that_is_not_legal_is_refused(self, folder):
        (folder / "mob.yaml").write_text(WARBAND.replace("[battle_axe, helmet]", "[handgun]"))
        assert fails(folder).returncode == 1


class TestForPeople:
    def test_sentences_without_json(self, folder, capsys):
        call_command(
            "post_battle", str(folder / "mob.yaml"), str(folder / "report.yaml"), "--dice", DICE, "--choices",
            str(folder / "choices.yaml"), "-o", str(folder / "after.yaml"),
        )  # fmt: skip
        lines = capsys.readouterr().out.splitlines()
        assert "injuries: Grubnash loses in the pits, and what he fought with." in lines
        assert "experience: Grubnash learns Well 'Ard." in lines
        assert any(line.startswith("Da Snikkaz: legal") for line in lines)

    def test_asked_on_a_terminal(self, folder):
        """Who loses in the pits, then the second skill, the second of two characteristics; the rest as suggested."""
        answers = "2\n2\n2\n" + 20 * "\n"
        arguments = ["mob.yaml", "report.yaml", "--dice", DICE.rpartition(",")[0].rpartition(",")[0]]
        done = shell(folder, *arguments, "--ask", "-o", "after.yaml", "--json", input=answers)
        assert done.returncode == 0, done.stderr
        assert "Grubnash fights a Pit Fighter for his freedom. Who wins?\n  1. Grubnash won" in done.stderr
        told = json.loads(done.stdout)
        assert told["choices"][0] == {
            "step": "injuries", "warrior": "Grubnash", "choose": "pit_fight", "value": "lost",
        }  # fmt: skip


AFTER = """\
after:
- {kind: fee, hired_sword: pit_fighter}
- {kind: eaten, name: Da Ladz, by: Dog Pack}
- {kind: plague, disease: plague_victims, exposed: [{name: Skab}, {name: Bront}]}
- {kind: peddler, stock: [{item: sword, quantity: D3}, {item: garlic, quantity: 2}]}
- {kind: next_scenario}
"""


class TestWhatABattleLeavesForTheNight:
    @pytest.fixture(autouse=True)
    def _told(self, folder):
        (folder / "mob.yaml").write_text(WARBAND.replace("treasury: 30", "treasury: 130"))
        (folder / "report.yaml").write_text(REPORT + AFTER)

    @pytest.mark.parametrize("seed", range(6))
    def test_it_is_played_by_good_sense_and_again_from_what_was_given_back(self, folder, seed):
        told, after = run(folder, "--seed", str(seed))
        results = [event["result"] for event in told["events"]]
        assert results[:4] == ["battle_fought", "eaten", "paid", "next_scenario"]
        assert {"step": "injuries", "choose": "pay_fee", "value": "yes"} in told["choices"]
        assert "pit_fighter" in [sword["type"] for sword in after.get("hired_swords", [])]
        faces = [str(face) for event in told["events"] if event["roll"] for face in event["roll"]["faces"]]
        (folder / "again.json").write_text(json.dumps({"format": "mordheim-choices/1", "choices": told["choices"]}))
        again, _ = run(folder, "--dice", ",".join(faces), "--choices", str(folder / "again.json"), out="again.yaml")
        assert (folder / "again.yaml").read_bytes() == (folder / "after.yaml").read_bytes()
        assert [event["result"] for event in again["events"]] == results

    def test_the_peddler_is_asked_by_a_choice(self, folder):
        told, _ = run(folder, "--seed", "7")
        buy = {"step": "recruits_and_trading", "choose": "buy", "value": {"item": "garlic", "from": "peddler"}}
        place = next(n for n, one in enumerate(told["choices"]) if one["step"] == "upkeep") + 1
        choices = [*told["choices"][:place], buy, buy, *told["choices"][place:]]
        (folder / "buy.json").write_text(json.dumps({"format": "mordheim-choices/1", "choices": choices}))
        _, after = run(folder, "--seed", "7", "--choices", str(folder / "buy.json"))
        assert {"item": "garlic", "quantity": 2} in after["stash"]

    def test_whether_the_sword_is_paid_is_asked_on_a_terminal(self, folder):
        arguments = ["mob.yaml", "report.yaml", "--seed", "3", "--ask", "-o", "after.yaml", "--json"]
        done = shell(folder, *arguments, input="2\n" + 40 * "\n")
        assert done.returncode == 0, done.stderr
        assert "Pit Fighter has fought for Da Snikkaz and asks for 45 gc, hire and upkeep. Is he paid?" in done.stderr
        told = json.loads(done.stdout)
        assert told["choices"][0] == {"step": "injuries", "choose": "pay_fee", "value": "no"}
        assert "leaves" in [event["result"] for event in told["events"]]

    def test_what_cannot_be_is_refused_in_a_sentence(self, folder):
        (folder / "report.yaml").write_text(REPORT + "after: [{kind: eaten, name: Skab}]\n")
        error = fails(folder, "--seed", "1")
        assert (error.returncode, str(error)) == (1, "1 of Skab cannot be lost: only who is out of action is.")

    def test_what_cannot_be_read_is_told_with_its_place(self, folder):
        (folder / "report.yaml").write_text(REPORT + "after:\n- {kind: loot}\n")
        error = fails(folder, "--seed", "1")
        assert error.returncode == 2
        assert "after[0] (line 14): one of the kinds fee, plague, eaten, peddler and next_scenario" in str(error)


class TestAProcessOfItsOwn:
    def test_it_needs_neither_a_database_nor_a_secret(self, folder):
        done = shell(folder, "mob.yaml", "report.yaml", "--seed", "7", "-o", "after.yaml", "--json")
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        assert json.loads(done.stdout)["legal"] is True
        assert {path.name for path in folder.iterdir()} == {"mob.yaml", "report.yaml", "choices.yaml", "after.yaml"}

    def test_exit_status_with_nothing_on_stdout(self, folder):
        (folder / "refused.yaml").write_text(REPORT.replace("count: 2", "count: 4"))
        calls = [
            (["mob.yaml", "report.yaml", "--dice", "9", "-o", "x.yaml"], 2),
            (["mob.yaml", "nothing.yaml", "-o", "x.yaml"], 2),
            (["mob.yaml", "report.yaml", "--dice", "a,b", "-o", "x.yaml"], 2),
            (["mob.yaml", "report.yaml"], 2),
            (["mob.yaml", "refused.yaml", "-o", "x.yaml"], 1),
        ]
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": str(settings.BASE_DIR)}
        done = commands.each((("post_battle", *words) for words, _ in calls), env=environment, cwd=folder)
        for (words, code), ended in zip(calls, done, strict=True):
            assert (ended.status, ended.out) == (code, ""), words
            assert ended.err, words
            assert "Traceback" not in ended.err

    def test_a_refusal_says_why_in_json_too(self, folder):
        (folder / "refused.yaml").write_text(REPORT.replace("count: 2", "count: 4"))
        done = shell(folder, "mob.yaml", "refused.yaml", "-o", "x.yaml", "--json")
        told = json.loads(done.stdout)
        assert (done.returncode, told["events"], told["legal"], told["problems"]) == (1, [], True, [])
        assert told["refused"]["code"] == "out_of_action"
        assert not (folder / "x.yaml").exists()

    @pytest.mark.parametrize(
        ("arguments", "file", "told"),
        [
            (["mob.yaml", "nothing.yaml"], "nothing.yaml", "there is no such file"),
            (["mob.yaml", "bad.yaml"], "bad.yaml", "opponents"),
            (["report.yaml", "report.yaml"], "report.yaml", "format"),
            (["mob.yaml", "report.yaml", "--choices", "bad.yaml"], "bad.yaml", "mordheim-choices/1 is expected"),
            (["mob.yaml", "report.yaml", "--dice", "9"], None, "9 is no face"),
        ],
    )
    def test_bad_input_is_told_in_json_as_by_other_commands(self, folder, capsys, monkeypatch, arguments, file, told):
        (folder / "bad.yaml").write_text("format: mordheim-report/1\nresult: won\n")
        monkeypatch.chdir(folder)
        with pytest.raises(CommandError) as raised:
            call_command("post_battle", *arguments, "-o", "x.yaml", "--json")
        answer = json.loads(capsys.readouterr().out)
        assert raised.value.returncode == 2
        assert answer.get("file") == file
        assert told in answer["malformed"]
        assert not (folder / "x.yaml").exists()
