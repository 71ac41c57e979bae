"""A fight fought many times: the counts add up, and what they tell is right."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
import yaml
from django.conf import settings

from encounters.pitfight.errors import Illegal, Malformed
from encounters.pitfight.fight_file import FightFile, computers, fight_of, read_fight_file
from encounters.pitfight.many_bouts import (
    FighterTally,
    Tally,
    nothing_yet,
    parts,
    play_bouts,
    play_bouts_here,
    report,
    report_as_json,
    tally_as_json,
    tally_of_json,
)
from encounters.pitfight.many_bouts.report import wilson
from encounters.pitfight.players import play_out
from mordheim.rules.dice import SeededDice
from tests.encounters.pitfight.stage import RULES

EVEN = {"ws": 32, "s": 32, "t": 32, "i": 32, "w": 12}


def fight(*computers: str, **more: Any) -> FightFile:
    fighters = [
        {"name": "ABCDEFGH"[place], "type": scroll, "characteristics": {**EVEN}, "age": 40 - place}
        for place, scroll in enumerate(("empire", "orc", "undead")[: max(len(computers), 2)])
    ]
    for one, computer in zip(fighters, computers, strict=False):
        one["computer"] = computer
    content = {"arena": {"radius": 3}, "fighters": fighters, **more}
    return read_fight_file(yaml.safe_dump(content).encode())


def played(first: int, count: int, *, seed: int = 1, file: FightFile | None = None, otherwise: str = "novice") -> Tally:
    return play_bouts(file or fight(), RULES, seed=seed, first=first, count=count, otherwise=otherwise)


@pytest.fixture(scope="module")
def thirty() -> Tally:
    return played(0, 30)


@pytest.mark.parametrize("split", [(30,), (1, 29), (10, 10, 10), (7, 0, 13, 10)])
def test_the_bouts_are_the_same_however_they_are_split(thirty: Tally, split: tuple[int, ...]) -> None:
    total, first = nothing_yet(fight(), RULES), 0
    for count in split:
        total, first = total + played(first, count), first + count
    assert total == thirty


def test_it_does_not_matter_in_which_order_the_parts_come(thirty: Tally) -> None:
    assert played(20, 10) + played(0, 20) == thirty


def test_the_parts_of_so_many_bouts_are_all_of_them() -> None:
    assert list(parts(10, 4)) == [(0, 4), (4, 4), (8, 2)]


def test_another_seed_is_another_set_of_bouts(thirty: Tally) -> None:
    assert played(0, 30, seed=2) != thirty


def test_another_process_reads_the_rules_for_itself(thirty: Tally) -> None:
    folder = settings.RULES_DIR / "pit_fighter"
    assert play_bouts_here(fight(), folder, seed=1, first=0, count=30, otherwise="novice") == thirty


def test_the_counts_are_of_all_bouts(thirty: Tally) -> None:
    assert thirty.bouts == 30 == thirty.turns.total() == thirty.endings.total()
    assert sum(one.wins for one in thirty.fighters) + thirty.draws == 30
    at_once = sum(one.out[cause] for one in thirty.fighters for cause in ("killed", "ko", "legs", "arms"))
    assert thirty.final_blows.total() == at_once > 0
    assert {result for result, _ in thirty.final_blows} <= set(RULES.charts.results)
    assert {place for _, place in thirty.final_blows} <= set(RULES.locations)


def test_a_tally_goes_through_json(thirty: Tally) -> None:
    assert tally_of_json(json.loads(json.dumps(tally_as_json(thirty)))) == thirty


@pytest.mark.parametrize(
    "change", [{"bouts": None}, {"fighters": [{"name": "A"}]}, {"turns": {"long": 3}}, {"final_blows": [[1]]}]
)
def test_what_is_no_tally_is_malformed(thirty: Tally, change: dict[str, Any]) -> None:
    said = {key: value for key, value in {**tally_as_json(thirty), **change}.items() if value is not None}
    with pytest.raises(Malformed):
        tally_of_json(said)


def test_tallies_of_different_fights_do_not_add_up(thirty: Tally) -> None:
    with pytest.raises(ValueError, match="do not add up"):
        thirty + Tally((FighterTally("X"), FighterTally("Y")))


class TestWhoPlays:
    def test_the_file_says_who_plays_whom(self) -> None:
        told = played(0, 40, file=fight("seasoned", "random"))
        assert told.fighters[0].wins > 25

    def test_the_others_are_played_as_asked(self) -> None:
        assert played(0, 10, otherwise="random").turns != played(0, 10, otherwise="seasoned").turns

    def test_a_single_fight_knows_the_computer_too(self) -> None:
        wins = Counter(
            outcome.winner for seed in range(30) if (outcome := self.one(fight("random", "seasoned"), seed)) is not None
        )
        assert wins[1] > 20

    @staticmethod
    def one(file: FightFile, seed: int):
        return play_out(fight_of(file, RULES), computers(file, Random(seed), "random"), SeededDice(seed), log=False)[
            0
        ].outcome

    def test_an_unknown_computer_is_malformed(self) -> None:
        with pytest.raises(Malformed, match="computer"):
            fight("grandmaster")

    def test_what_the_file_orders_is_obeyed_in_every_bout(self) -> None:
        with pytest.raises(Illegal):
            played(0, 1, file=fight(orders={1: {"A": "rush"}}))


class TestTheReport:
    TALLY = Tally(
        (
            FighterTally("A", 60, 900, Counter({"wounds": 20, "killed": 10})),
            FighterTally("B", 30, 500, Counter({"wounds": 50, "ko": 10})),
        ),
        100,
        10,
        Counter({3: 25, 4: 25, 10: 49, 60: 1}),
        Counter({"taken_out": 90, "quiet_limit": 10}),
        Counter({("decapitated", "head"): 10, ("ko", "head"): 10}),
    )

    @pytest.mark.parametrize(
        ("times", "of", "low", "high"),
        [(60, 100, 0.5020, 0.6906), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 2, 0.0945, 0.9055), (0, 0, 0, 1)],
    )
    def test_intervals_are_wilsons(self, times: int, of: int, low: float, high: float) -> None:
        assert wilson(times, of) == pytest.approx((low, high), abs=0.0001)

    def test_shares_lengths_and_causes(self) -> None:
        told = report(self.TALLY)
        assert [one.share for one in told.fighters] == [0.6, 0.3]
        assert [one.damage for one in told.fighters] == [9, 5]
        assert told.fighters[1].out == {"wounds": 0.5, "ko": 0.1}
        assert told.mean_turns == pytest.approx((75 + 100 + 490 + 60) / 100)
        assert told.quartiles == (3, 4, 10)
        assert told.causes == pytest.approx({"wounds": 70 / 90, "killed": 10 / 90, "ko": 10 / 90})
        assert list(told.causes) == ["wounds", "killed", "ko"]
        assert told.final_blows[("ko", "head")] == pytest.approx(10 / 90)
        assert told.endings == {"taken_out": 0.9, "quiet_limit": 0.1}

    def test_the_plain_form(self) -> None:
        said = report_as_json(report(self.TALLY))
        assert list(said) == ["bouts", "fighters", "draws", "turns", "endings", "causes", "final_blows"]
        assert said["fighters"][0] == {
            "name": "A",
            "wins": 60,
            "share": 0.6,
            "interval": [0.502, 0.6906],
            "damage": 9.0,
            "taken_out": {"wounds": 0.2, "killed": 0.1},
        }
        assert said["turns"] == {"mean": 7.25, "quartiles": [3, 4, 10], "bouts": {"3": 25, "4": 25, "10": 49, "60": 1}}
        assert said["final_blows"][0] == {"result": "decapitated", "location": "head", "share": 0.1111}

    def test_nothing_fought_tells_nothing(self) -> None:
        told = report(nothing_yet(fight(), RULES))
        assert (told.bouts, told.mean_turns, told.quartiles, told.causes) == (0, 0, (0, 0, 0), {})
        assert told.fighters[0].interval == (0.0, 1.0)
