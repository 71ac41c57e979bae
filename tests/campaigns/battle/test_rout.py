"""When a side must test for rout (ruling 15)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaigns.battle.forces import Force
from campaigns.battle.rout import rout_aid, rout_limit
from tests.campaigns.battle.stage import exiles, group, mob


@pytest.mark.parametrize(
    ("began", "limit"), [(0, 0), (1, 1), (4, 1), (5, 2), (12, 3), (13, 4), (15, 4), (16, 4), (20, 5)]
)
def test_the_limit_is_a_quarter_rounded_up(began, limit):
    assert rout_limit(began) == limit


def five_orcs_and_ten_goblins() -> Force:
    return replace(mob(), fighters=(group("Orcs", 5), group("Goblins", 10, counts_half=True)))


@pytest.mark.parametrize(
    ("out", "is_due", "told", "left"),
    [
        ({}, False, "0", "4"),
        ({"Orcs": 3}, False, "3", "1"),
        ({"Orcs": 4}, True, "4", ""),
        ({"Goblins": 7}, False, "3½", "½"),
        ({"Goblins": 8}, True, "4", ""),
        ({"Orcs": 3, "Goblins": 1}, False, "3½", "½"),
        ({"Orcs": 3, "Goblins": 2}, True, "4", ""),
        ({"Goblins": 1}, False, "½", "3½"),
    ],
)
def test_goblins_and_squigs_count_half_and_nothing_is_rounded(out, is_due, told, left):
    aid = rout_aid(five_orcs_and_ten_goblins(), out)
    assert (aid.limit, aid.is_due, aid.out, aid.left) == (4, is_due, told, left)


def test_hired_swords_count_and_who_is_missing_does_not():
    assert rout_aid(exiles(), {}).began == 6
    assert rout_aid(mob(), {"Skab": 1}).halves == 0
    assert rout_aid(mob(), {}).began == 9


def test_no_more_count_as_out_than_stood():
    assert rout_aid(exiles(), {"The Kin": 50, "Bront": -3, "Nobody": 4}).out == "3"
