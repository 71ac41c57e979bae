"""Who meets whom in a tournament, and who stands best."""

from __future__ import annotations

from itertools import combinations

import pytest

from encounters.pitfight.tournament import (
    MOST,
    Met,
    Pairing,
    fair_odds,
    first_round,
    goes_through,
    next_round,
    rounds_of_all,
    standings,
)

COUNTS = range(2, MOST + 1)


class TestKnockOut:
    def test_eight_meet_the_first_against_the_last(self) -> None:
        pairs = [(pairing.one, pairing.other) for pairing in first_round(8)]
        assert pairs == [(0, 7), (3, 4), (1, 6), (2, 5)]

    def test_of_five_the_first_three_pass(self) -> None:
        assert first_round(5) == (Pairing(0, None), Pairing(3, 4), Pairing(1, None), Pairing(2, None))

    @pytest.mark.parametrize("count", COUNTS)
    def test_everybody_is_in_the_first_round_once_and_one_is_left(self, count: int) -> None:
        pairings = first_round(count)
        met = [place for pairing in pairings for place in (pairing.one, pairing.other) if place is not None]
        assert sorted(met) == list(range(count))
        fights = sum(pairing.other is not None for pairing in pairings)
        through = [pairing.one for pairing in pairings]
        while later := next_round(through):
            fights += len(later)
            through = [pairing.one for pairing in later]
        assert fights == count - 1
        assert len(through) == 1

    @pytest.mark.parametrize("count", [2, 4, 8, 16])
    def test_the_first_two_of_the_draw_meet_last(self, count: int) -> None:
        through = [min(pairing.one, pairing.other) for pairing in first_round(count) if pairing.other is not None]
        while len(through) > 2:
            through = [min(pairing.one, pairing.other or 0) for pairing in next_round(through)]
        assert sorted(through) == ([0, 1] if count > 2 else [0])

    @pytest.mark.parametrize(
        ("met", "lot", "on"),
        [
            (Met(3, 5, 5, (9, 2)), 0, 5),
            (Met(3, 5, None, (9, 2)), 1, 3),
            (Met(3, 5, None, (1, 2)), 0, 5),
            (Met(3, 5, None), 0, 3),
            (Met(3, 5, None), 1, 5),
        ],
    )
    def test_somebody_always_goes_on(self, met: Met, lot: int, on: int) -> None:
        assert goes_through(met, lot) == on


class TestEverybodyAgainstEverybody:
    @pytest.mark.parametrize("count", COUNTS)
    def test_each_meets_each_once_and_nobody_twice_in_a_round(self, count: int) -> None:
        rounds = rounds_of_all(count)
        met = [{pairing.one, pairing.other} for one in rounds for pairing in one if pairing.other is not None]
        assert sorted(map(sorted, met)) == sorted(map(list, combinations(range(count), 2)))
        for one in rounds:
            places = [place for pairing in one for place in (pairing.one, pairing.other) if place is not None]
            assert sorted(places) == list(range(count))
        assert len(rounds) == (count if count % 2 else count - 1)

    def test_points_then_fights_won_then_damage_then_the_fight_between_them(self) -> None:
        fights = [
            Met(0, 1, 0, (10, 3)),
            Met(0, 2, 2, (2, 11)),
            Met(1, 2, 1, (12, 1)),
            Met(0, 3, None, (1, 1)),
            Met(1, 3, None, (2, 0)),
            Met(2, 3, None, (1, 0)),
        ]
        table = standings(4, fights)
        assert [row.entrant for row in table] == [1, 2, 0, 3]
        assert [(row.points, row.won, row.damage) for row in table] == [(3, 1, 17), (3, 1, 13), (3, 1, 13), (3, 0, 1)]
        assert [row.entrant for row in standings(2, [], {0: 7, 1: 3})] == [1, 0]

    def test_where_three_have_beaten_each_other_the_lot_decides(self) -> None:
        fights = [Met(0, 1, 1, (5, 5)), Met(0, 2, 0, (7, 0)), Met(1, 2, 2, (7, 12))]
        assert [row.entrant for row in standings(3, fights, {0: 2, 1: 3, 2: 1})] == [2, 0, 1]


@pytest.mark.parametrize("count", [-1, 0, 1, MOST + 1])
def test_too_few_and_too_many_make_none(count: int) -> None:
    with pytest.raises(ValueError, match="2 to 16"):
        first_round(count)
    with pytest.raises(ValueError, match="2 to 16"):
        rounds_of_all(count)


@pytest.mark.parametrize(
    ("share", "odds"), [(0.5, (1, 1)), (0.6, (2, 3)), (0.25, (3, 1)), (0.0, (100, 1)), (1.0, (1, 10)), (0.34, (2, 1))]
)
def test_a_fair_bet_pays_what_the_share_is_worth(share: float, odds: tuple[int, int]) -> None:
    assert fair_odds(share) == odds
