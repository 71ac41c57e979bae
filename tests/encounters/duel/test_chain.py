"""Chains that end, solved exactly, against what is known of them."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from encounters.duel.chain import solved
from encounters.duel.spreads import Spread, sure


def every(state: object) -> bool:
    return True


def rest(state: object) -> str:
    return f"rests at {state}"


def toss(heads: object, tails: object) -> Spread[object]:
    return Spread({heads: 1, tails: 1}, 2)


def test_a_coin_until_heads_takes_two_throws() -> None:
    assert solved({"throw": toss("heads", "throw")}, every, rest) == ({"heads": 1}, 2)


def test_the_ruin_of_a_gambler() -> None:
    """With 2 of 5 coins on fair throws he is ruined in 3 cases of 5, after 2 times 3 throws."""
    rows = {coins: toss(coins - 1 or "ruin", coins + 1 if coins < 4 else "all") for coins in (2, 1, 3, 4)}
    assert solved(rows, every, rest) == ({"ruin": Fraction(3, 5), "all": Fraction(2, 5)}, 6)


def test_only_what_counts_is_a_step() -> None:
    rows = {"a": sure("b"), "b": sure("end")}
    assert solved(rows, lambda state: state == "b", rest) == ({"end": 1}, 1)


def test_where_no_end_is_reached_it_rests_and_takes_no_time() -> None:
    rows = {"a": Spread({"end": 1, "b": 2}, 3), "b": sure("c"), "c": sure("c")}
    third = Fraction(1, 3)
    assert solved(rows, every, rest) == ({"end": third, "rests at c": 2 * third}, None)


@st.composite
def chains(draw: st.DrawFn) -> dict[int, Spread[int]]:
    """Up to eight states; what is below 0 is an end."""
    count = draw(st.integers(1, 8))
    rows = {}
    for state in range(count):
        weights = draw(st.dictionaries(st.integers(-2, count - 1), st.integers(1, 6), min_size=1))
        rows[state] = Spread(weights, sum(weights.values()))
    return rows


@given(chains())
def test_all_ends_make_one_and_follow_from_a_step(rows: dict[int, Spread[int]]) -> None:
    """The first state's odds are those of what follows it, each by its share."""
    ends, steps = solved(rows, every, rest)
    assert sum(ends.values()) == 1
    then: dict[object, Fraction] = {}
    for following, part in rows[0].chances.items():
        if following in rows:
            begun = {following: rows[following], **rows}
            found, _ = solved(begun, every, rest)
        else:
            found = {following: Fraction(1)}
        for end, share in found.items():
            then[end] = then.get(end, Fraction(0)) + part * share
    if steps is not None:
        assert then == ends
