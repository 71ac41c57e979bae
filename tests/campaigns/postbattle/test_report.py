"""The battle report: what the file may say, and whether it fits the warband (`interchange-battle.md`; issue: bad
input)."""

from __future__ import annotations

import pytest

from campaigns.postbattle.after import Eaten, Exposed, Fee, Lot, NextScenario, Peddler, Plague
from campaigns.postbattle.report import (
    By,
    Casualty,
    Opponent,
    Report,
    absent,
    check_report,
    read_report,
    report_content,
    report_from,
    write_report,
)
from mordheim.rules.plainfile import Malformed
from mordheim.rules.snapshot import Piece, WarbandSnapshot
from tests.campaigns.postbattle.night import EXILES, fought, night
from tests.warbands.roster.cast import roster, three_orcs, warrior
from warbands.roster.refusals import Refused

PRINTED = """\
format: mordheim-report/1          # what happened to one warband in one battle
result: won                        # won, lost, drew; shared: true where a victory was shared
shared: false
scenario: treasure_hunt
opponents:
- {name: Karak Brynn Exiles, type: dwarf_treasure_hunters, rating: 65, leader: Thrain}
underdog: 0                        # the bonus, 0 to 5; left out: worked out from the ratings
out_of_action:
- {name: Grubnash, by: {warband: Karak Brynn Exiles, warrior: Thrain}}
- {name: Da Ladz, count: 2}
- {name: Da Gits, count: 1, strangled: 1}     # ball-and-chain wielders that strangled themselves
enemies_out: {Grubnash: 1}         # counts for heroes only
experience: {Grubnash: 1}          # what the scenario gives beyond survival, leader and enemies out
used: {Da Gits: [mad_cap_mushrooms]}
missed: []                         # kept out by an old battle wound, tarot and the like
shards: 2
items: [{item: sword, quantity: 1}]
gold: 0
"""
HEAD = "format: mordheim-report/1\nresult: lost\nopponents: [{name: Foes, type: reikland, rating: 80}]\n"


def mob() -> WarbandSnapshot:
    """The warband of the printed report."""
    gits = warrior("2 goblin_warrior: ball_and_chain, mad_cap_mushrooms", name="Da Gits")
    lines = [warrior("orc_boss", name="Grubnash"), warrior("3 orc_boy", name="Da Ladz"), gits]
    return fought(three_orcs(), warriors=tuple(lines))


def read(text: str) -> Report:
    return read_report(text.encode())


AFTER = """
after:
- {kind: fee, hired_sword: ogre_bodyguard, name: 12, gear: [axe, sword]}
- {kind: plague, disease: plague_victims, exposed: [{name: Da Ladz, count: 3}, {name: Skab}]}
- {kind: eaten, name: Da Gits, count: 2, by: Dog Pack}
- {kind: peddler, stock: [{item: sword, quantity: 2}, {item: axe}, {item: mace, quantity: D6}]}
- {kind: next_scenario}
""".lstrip()


class TestReading:
    def test_the_printed_example(self):
        report = read(PRINTED)
        assert report == Report(
            result="won",
            opponents=(EXILES,),
            scenario="treasure_hunt",
            underdog=0,
            out_of_action=(
                Casualty("Grubnash", by=By("Karak Brynn Exiles", "Thrain")),
                Casualty("Da Ladz", 2),
                Casualty("Da Gits", 1, 1),
            ),
            enemies_out={"Grubnash": 1},
            experience={"Grubnash": 1},
            used={"Da Gits": ("mad_cap_mushrooms",)},
            shards=2,
            items=(Piece("sword"),),
        )
        check_report(roster(mob()), report)

    def test_the_least_that_a_report_says(self):
        report = read(HEAD)
        assert report.opponents == (Opponent("Foes", "reikland", 80),)
        assert (report.underdog, report.out_of_action, report.shards, report.won) == (None, (), 0, False)

    def test_json_is_the_same_thing(self):
        for raw in (write_report(read(PRINTED), as_json=True), write_report(read(PRINTED))):
            assert read_report(raw) == read(PRINTED)

    def test_what_is_left_for_the_night(self):
        assert read(HEAD + AFTER).after == (
            Fee(hired_sword="ogre_bodyguard", name="12", gear=("axe", "sword")),
            Plague(disease="plague_victims", exposed=(Exposed(name="Da Ladz", count=3), Exposed(name="Skab"))),
            Eaten(name="Da Gits", count=2, by="Dog Pack"),
            Peddler(stock=(Lot(item="sword", quantity=2), Lot(item="axe"), Lot(item="mace", quantity="D6"))),
            NextScenario(by=1),
        )

    @pytest.mark.parametrize("text", [PRINTED, HEAD, HEAD + "foreseen: []\ntaken: [bow_of_seeking]\n", HEAD + AFTER])
    def test_what_is_written_is_read_back(self, text):
        report = read(text)
        assert report_from(report_content(report)) == report
        assert write_report(read_report(write_report(report))) == write_report(report)

    def test_a_byte_order_mark_and_crlf_are_harmless(self):
        assert read_report(b"\xef\xbb\xbf" + PRINTED.replace("\n", "\r\n").encode()) == read(PRINTED)

    def test_names_that_look_like_numbers_are_names(self):
        report = read(HEAD + "out_of_action: [{name: 12}]\nenemies_out: {12: 1}\nmissed: [2024-01-01]\n")
        assert report.out_of_action[0].name == "12"
        assert report.enemies_out == {"12": 1}
        assert report.missed == ("2024-01-01",)

    def test_things_may_be_plain_keys_and_nothing_is_nothing(self):
        assert read(HEAD + "items: [sword]\nenemies_out: {A: 0}\n").items == (Piece("sword"),)
        assert read(HEAD + "enemies_out: {A: 0}\n").enemies_out == {}

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("", "a mapping is expected"),
            ("[]", "a mapping is expected"),
            ("format: mordheim-report/2\nresult: won\nopponents: []\n", "format"),
            (HEAD.replace("lost", "fled"), "result"),
            (HEAD.replace("result: lost\n", ""), r"result \(line .\): is missing"),
            ("format: mordheim-report/1\nresult: won\nopponents: []\n", "opponents"),
            ("format: mordheim-report/1\nresult: won\n", r"opponents \(line .\): is missing"),
            (HEAD + "underdog: 6\n", "underdog"),
            (HEAD + "underdog: -1\n", "underdog"),
            (HEAD + "shards: -1\n", "shards"),
            (HEAD + "shards: two\n", "shards"),
            (HEAD + "gold: 1.5\n", "gold"),
            (HEAD + "mood: bad\n", r"mood \(line 4\): is no key of the format"),
            (HEAD + "out_of_action: [{name: A, count: 0}]\n", r"out_of_action\[0\].count"),
            (HEAD + "out_of_action: [{count: 1}]\n", r"name \(line .\): is missing"),
            (HEAD + "out_of_action: [{name: A, by: {hand: left}}]\n", "hand"),
            (HEAD + "items: [{item: sword, material: bronze}]\n", "material"),
            (HEAD + "used: {A: mad_cap_mushrooms}\n", "a list is expected"),
            (HEAD + "experience: [1]\n", "a mapping is expected"),
            (HEAD + "after: {kind: fee}\n", "a list is expected"),
            (HEAD + "after: [3]\n", r"after\[0\] \(line 4\): one of the kinds fee, plague, eaten, peddler"),
            (HEAD + "after: [{kind: loot}]\n", "one of the kinds"),
            (HEAD + "after: [{kind: fee}]\n", "hired_sword .*is missing"),
            (HEAD + "after: [{kind: eaten, name: A, count: 0}]\n", "out of range"),
            (HEAD + "after: [{kind: plague, disease: plague_victims, exposed: []}]\n", "must not be empty"),
            (HEAD + "result: won\n", "stands twice"),
            (HEAD + "missed: &a [A]\n", "anchors"),
            (HEAD + "shared: maybe\n", "true or false"),
        ],
    )
    def test_what_cannot_be_read_is_told_with_its_place(self, text, told):
        with pytest.raises(Malformed, match=told):
            read(text)

    def test_not_utf_8(self):
        with pytest.raises(Malformed, match="UTF-8"):
            read_report(b"format: \xff\xfe")


class TestFitting:
    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("out_of_action: [{name: Nobody}]", "Nobody is not in"),
            ("enemies_out: {Nobody: 1}", "Nobody is not in"),
            ("experience: {Nobody: 1}", "Nobody is not in"),
            ("used: {Nobody: [sword]}", "Nobody is not in"),
            ("missed: [Nobody]", "Nobody is not in"),
            ("out_of_action: [{name: Da Ladz, count: 4}]", "4 of Da Ladz cannot be out of action: they were 3"),
            ("out_of_action: [{name: Grubnash, count: 2}]", "they were 1"),
            ("out_of_action: [{name: Grubnash}, {name: Grubnash}]", "twice"),
            ("out_of_action: [{name: Da Ladz, strangled: 1}]", "cannot have been strangled"),
            ("out_of_action: [{name: Da Gits, count: 1, strangled: 2}]", "cannot have been strangled"),
            ("out_of_action: [{name: Grubnash, by: {warband: Strangers}}]", "Strangers was not an enemy"),
            ("out_of_action: [{name: Grubnash}]\nmissed: [Grubnash]", "took no part"),
            ("experience: {Grubnash: 1}\nmissed: [Grubnash]", "took no part"),
            ("experience: {Da Gits: 1}", "never gains experience"),
            ("used: {Grubnash: [crimson_shade]}", "carries no crimson_shade"),
            ("items: [{item: moonstone}]", "no item 'moonstone'"),
            ("scenario: a_nice_walk", "no scenario 'a_nice_walk'"),
        ],
    )
    def test_what_cannot_be_is_refused_in_a_sentence(self, text, told):
        with pytest.raises(Refused, match=told):
            check_report(roster(mob()), read(HEAD + text))

    @pytest.mark.parametrize("change", [{"games_to_miss": 1}, {"captured_by": "Them"}])
    def test_nobody_falls_or_earns_who_was_away(self, change):
        before = fought(three_orcs(warrior("big_un", name="Skab", **change)))
        assert absent(roster(before), read(HEAD)) == {"Skab"}
        for text in ("out_of_action: [{name: Skab}]", "enemies_out: {Skab: 1}", "experience: {Skab: 1}"):
            with pytest.raises(Refused, match="took no part"):
                check_report(roster(before), read(HEAD + text))

    def test_henchmen_may_be_said_to_have_put_enemies_out(self):
        check_report(roster(mob()), read(HEAD + "enemies_out: {Da Ladz: 2}"))

    def test_a_hired_sword_may_use_what_is_printed_for_him(self):
        before = fought(three_orcs("warlock"))
        check_report(roster(before), read(HEAD + "used: {warlock: [staff]}"))


def test_nobody_uses_two_doses_of_one():
    before = fought(three_orcs(warrior("big_un: mandrake_root", name="Skab")))
    with pytest.raises(Refused, match="only 1 × mandrake_root"):
        night(before, used={"Skab": ("mandrake_root", "mandrake_root")}, exploration="12")
