"""The ratings as lines: geometry in a frame, tried without any page."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from campaigns.chart import HEIGHT, LEAST_GAP, MOST_LINES, WIDTH, RatingLine, rating_chart


def line(name: str, *ratings: int, first: int = 1, own: bool = False) -> RatingLine:
    return RatingLine(name, tuple(enumerate(ratings, start=first)), own=own)


def test_before_the_first_battle_there_is_no_chart():
    assert rating_chart([]) is None
    assert rating_chart([RatingLine("Da Snikkaz", ())]) is None


def test_a_rising_rating_rises_from_left_to_right():
    chart = rating_chart([line("Da Snikkaz", 100, 120, 150)])
    xs, ys = zip(*chart.lines[0].dots, strict=True)
    assert list(xs) == sorted(xs)
    assert list(ys) == sorted(ys, reverse=True)


def test_the_highest_now_is_number_one():
    chart = rating_chart([line("Low", 90, 80), line("High", 10, 300)])
    assert [(one.number, one.line.name) for one in chart.lines] == [(1, "High"), (2, "Low")]


def test_it_is_told_in_words():
    chart = rating_chart([line("Da Snikkaz", 100, 120, 150)])
    assert chart.told == "Ratings over 2 battles: Da Snikkaz from 100 to 150."


def test_of_too_many_the_best_are_drawn_and_ones_own_always():
    lines = [line(f"Warband {number}", 100, 200 + number) for number in range(20)]
    mine = line("Mine", 100, 50, own=True)
    chart = rating_chart([*lines, mine])
    assert len(chart.lines) == MOST_LINES
    assert chart.lines[-1].line == mine
    assert chart.left_out == 9


def test_the_battles_below_are_named_from_the_first_to_now():
    chart = rating_chart([line("Da Snikkaz", *range(100, 141))])
    assert chart.across[0].text == "1"
    assert chart.across[-1].text == "now"
    assert len(chart.across) <= 8


ratings = st.lists(st.integers(0, 900), min_size=2, max_size=40)


@given(st.lists(ratings, min_size=1, max_size=MOST_LINES))
def test_everything_is_inside_the_frame_and_no_number_stands_on_another(many):
    chart = rating_chart([line(f"Warband {number}", *one) for number, one in enumerate(many)])
    for one in chart.lines:
        assert all(chart.left <= x <= chart.right and chart.top <= y <= chart.bottom for x, y in one.dots)
        assert 0 <= one.label_y <= HEIGHT
    heights = [one.label_y for one in chart.lines]
    assert all(lower - upper >= LEAST_GAP - 0.11 for upper, lower in pairwise(heights))
    assert all(0 <= tick.at <= WIDTH for tick in chart.across)
    assert 2 <= len(chart.up) <= 7


def test_numbers_that_are_close_stand_around_their_middle():
    chart = rating_chart([line("High", 100, 400), *(line(name, 100, 200) for name in ("One", "Two", "Three"))])
    end = chart.lines[-1].dots[-1][1]
    assert [round(one.label_y - end) for one in chart.lines[1:]] == [-LEAST_GAP, 0, LEAST_GAP]


def test_a_number_that_is_close_to_none_stands_at_the_end_of_its_line():
    chart = rating_chart([line("High", 100, 400), line("Middle", 100, 250), line("Low", 100, 100)])
    assert [one.label_y for one in chart.lines] == [one.dots[-1][1] for one in chart.lines]
