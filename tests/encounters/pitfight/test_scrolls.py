"""The three files of the pit: what they say, and what they may not say."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from encounters.pitfight.errors import Malformed
from encounters.pitfight.schema import ArenaFile, CriticalsFile, ScrollFile
from encounters.pitfight.scrolls import pit_rules_of, read_pit_rules
from mordheim.rules.plainfile import read_as
from tests.encounters.pitfight.stage import RULES

FOLDER: Path = settings.RULES_DIR / "pit_fighter"
KINDS = {"arena.yaml": ArenaFile, "scrolls.yaml": ScrollFile, "criticals.yaml": CriticalsFile}


def changed(name: str, change: Callable[[Any], object]) -> bytes:
    content = yaml.safe_load((FOLDER / name).read_text())
    change(content)
    return yaml.safe_dump(content).encode()


def refused(name: str, change: Callable[[Any], object]) -> str:
    with pytest.raises(Malformed) as caught:
        read_as(KINDS[name], changed(name, change), name)
    return str(caught.value)


def move(content: Any, scroll: str, key: str) -> Any:
    return next(one for one in content["scrolls"][scroll]["moves"] if one["id"] == key)


class TestWhatTheyHold:
    def test_the_four_types_of_the_core_game(self) -> None:
        assert list(RULES.scrolls) == ["empire", "chaos", "orc", "undead"]

    @pytest.mark.parametrize("key", list(RULES.scrolls))
    def test_every_scroll_observes_slowly_in_place_and_has_moves_of_each_band(self, key: str) -> None:
        """L9, M1."""
        moves = RULES.scrolls[key].moves
        assert (moves["observe"].path, moves["observe"].band) == ((), "slow")
        assert {one.band for one in moves.values()} == {"slow", "normal", "fast"}

    def test_what_is_designed_here_is_marked(self) -> None:
        content = yaml.safe_load((FOLDER / "scrolls.yaml").read_text())
        for scroll in content["scrolls"].values():
            marks = [one["provenance"] for one in scroll["moves"]]
            assert marks.count("house") > len(marks) / 2

    def test_the_printed_modifiers_belong_to_chaos(self) -> None:
        """L3, L4."""
        chaos = RULES.scrolls["chaos"]
        assert chaos.attack == (2, 1, None, None, None, 0)
        assert chaos.defence == (2, 0, -2, -3, -2, 2)

    def test_a_move_mixes_plain_and_mighty_facings(self) -> None:
        """L6."""
        rush = RULES.scrolls["empire"].moves["rush"]
        assert (rush.plain[0], rush.mighty[0], rush.ends[0]) == ((5, 1), (0,), (5, 0, 1))
        assert RULES.scrolls["chaos"].moves["leap"].only_mighty

    def test_the_three_sample_moves(self) -> None:
        """L5."""
        moves = RULES.scrolls["chaos"].moves
        assert moves["jump_back"].path == (3, 3)
        assert moves["jump_back"].ends[0] == (0,)
        assert moves["swerve_right"].path == (0, 1)
        assert not moves["swerve_right"].may_be_mighty
        assert set(moves["leap"].ends[0]) == set(moves["leap"].mighty[0])

    def test_moves_turn_with_the_fighter(self) -> None:
        assert RULES.scrolls["undead"].moves["flank_left"].headings[3] == (2, 3)

    def test_the_head_touches_the_body_and_both_arms_and_nothing_else(self) -> None:
        """L7."""
        assert RULES.beside["head"] == {"body", "left_arm", "right_arm"}

    def test_adjacency_goes_both_ways(self) -> None:
        for one, others in RULES.beside.items():
            assert all(one in RULES.beside[other] for other in others)

    def test_there_are_two_legs_and_two_arms(self) -> None:
        """L8."""
        assert RULES.locations == ("head", "body", "groin", "left_arm", "right_arm", "left_leg", "right_leg")
        assert RULES.charts.by_location["left_leg"] == ("leg", "right_leg")

    def test_the_starting_values(self) -> None:
        """L10."""
        assert (RULES.levels, RULES.bonus_points, RULES.radius, RULES.spacing) == ((30, 30, 30, 30, 10), 10, 6, 5)

    def test_no_armour_is_taken_from_the_labels_of_the_page(self) -> None:
        """L1: the loose digits from 1 to 8 are labels; all armour is designed here, and small."""
        content = yaml.safe_load((FOLDER / "scrolls.yaml").read_text())
        assert {scroll["armour"]["provenance"] for scroll in content["scrolls"].values()} == {"house"}
        assert all(worn <= 3 for scroll in RULES.scrolls.values() for worn in scroll.armour.values())

    def test_the_scroll_of_the_sample_has_three_bands_and_three_red_arrows(self) -> None:
        """L2: its page points at three blocks of moves, at moves in each, and at three red arrows."""
        moves = RULES.scrolls["chaos"].moves.values()
        assert len({one.band for one in moves}) == 3
        assert sum(len(one.mighty[0]) for one in moves) >= 3

    def test_what_is_lost_is_designed_here(self) -> None:
        """L11."""
        assert yaml.safe_load((FOLDER / "arena.yaml").read_text())["arena"]["provenance"] == "house"


class TestWhatTheyMayNotSay:
    @pytest.mark.parametrize(
        ("change", "told"),
        [
            (lambda c: move(c, "orc", "barge").update(end=[0, -1]), "leads to"),
            (lambda c: move(c, "orc", "barge").update(facings=[0, 1, 0]), "facing of barge 0 stands twice"),
            (lambda c: move(c, "orc", "barge").update(mighty=[0, 0]), "mighty facing of barge 0 stands twice"),
            (lambda c: move(c, "orc", "barge").update(mighty=[3]), "none of its facings"),
            (lambda c: move(c, "orc", "barge").update(facings=[]), "empty"),
            (lambda c: move(c, "orc", "barge").update(path=[6]), "out of range"),
            (lambda c: move(c, "orc", "barge").update(band="brisk"), "not one of"),
            (lambda c: move(c, "orc", "barge").update(id="shove"), "move shove stands twice"),
            (lambda c: move(c, "orc", "observe").update(id="watch"), "Observe"),
            (lambda c: move(c, "orc", "observe").update(mighty=[0]), "Observe"),
            (lambda c: c["scrolls"]["orc"]["armour"].update(head=-1), "no number of points"),
            (lambda c: c["scrolls"]["orc"]["ad_modifiers"]["front"].update(a="N"), ""),
            (lambda c: c["scrolls"]["orc"].update(speed=3), "no key"),
        ],
    )
    def test_a_scroll_is_refused_with_its_place(self, change, told) -> None:
        message = refused("scrolls.yaml", change)
        assert "orc" in message
        assert told in message

    @pytest.mark.parametrize(
        ("change", "told"),
        [
            (lambda c: c["charts"]["head"].pop(1), "begins at 7, where 3 is due"),
            (lambda c: c["charts"]["head"][1].update({"from": 2}), "begins at 2, where 3 is due"),
            (lambda c: c["charts"]["head"].pop(), "ends in the wrong place"),
            (lambda c: c["charts"]["head"][0].update(result="bliss"), "bliss is no result"),
            (lambda c: c["scars"].pop(), "ends in the wrong place"),
            (lambda c: c["results"]["stunned"].update(sings=True), "no key"),
        ],
    )
    def test_a_chart_has_neither_gap_nor_overlap(self, change, told) -> None:
        assert told in refused("criticals.yaml", change)

    @pytest.mark.parametrize(
        ("change", "told"),
        [
            (lambda c: c["adjacency"]["pairs"][0].update(b="tail"), "tail is no hit location"),
            (lambda c: c["hit_locations"]["list"][1].update(key="head"), "stands twice"),
            (lambda c: c["arena"].update(radius=0), "out of range"),
        ],
    )
    def test_the_arena_names_only_what_it_has(self, change, told) -> None:
        assert told in refused("arena.yaml", change)

    @pytest.mark.parametrize(
        ("name", "change", "told"),
        [
            ("arena.yaml", lambda c: c["hit_locations"]["list"][0].update(chart="tail"), "no chart tail"),
            ("scrolls.yaml", lambda c: c["scrolls"]["orc"]["armour"].pop("head"), "each hit location"),
            (
                "scrolls.yaml",
                lambda c: c["scrolls"]["undead"]["special_rules"][0]["flags"].update(ignore_ad_penalty=["cold"]),
                "cold is no critical result",
            ),
        ],
    )
    def test_the_files_fit_together(self, name, change, told) -> None:
        parts = [read_as(kind, changed(one, change if one == name else bool), one) for one, kind in KINDS.items()]
        with pytest.raises(Malformed, match=re.escape(told)):
            pit_rules_of(*parts)

    def test_a_file_that_cannot_be_read_is_named(self, tmp_path: Path) -> None:
        for name in KINDS:
            (tmp_path / name).write_bytes((FOLDER / name).read_bytes())
        (tmp_path / "scrolls.yaml").write_text("format: mordheim-pit-scrolls/1\nscrolls: {a: 1}")
        with pytest.raises(Malformed, match=r"^scrolls\.yaml: .*line 2"):
            read_pit_rules(tmp_path)
