"""A roll table covers its die: no gap, no overlap, nothing beyond."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordheim.rules.tables import TOTALS, RollTable


@pytest.mark.parametrize(
    ("die", "rows", "told"),
    [
        ("D6", [(1, 3, "a"), (5, 6, "b")], "4 has no row"),
        ("D6", [(1, 3, "a"), (3, 6, "b")], "3 has two rows"),
        ("D6", [(1, 6, "a"), (6, 6, "b")], "6 has two rows"),
        ("D6", [], "1 has no row"),
        ("D6", [(1, 6, "a"), (7, 8, "b")], "7 to 8 is no range"),
        ("D6", [(3, 1, "a")], "3 to 1 is no range"),
        ("2D6", [(1, 1, "a"), (2, 12, "b")], "1 to 1 is no range"),
        ("2D6", [(2, 11, "a")], "12 has no row"),
        ("D66", [(11, 65, "a")], "66 has no row"),
        ("D66", [(11, 66, "a"), (17, 20, "b")], "17 to 20 is no range"),
        ("D3", [(1, 2, "a")], "3 has no row"),
        ("D8", [(1, 8, "a")], "there is no die 'D8'"),
    ],
)
def test_a_table_with_a_fault_is_refused_when_built(die, rows, told):
    with pytest.raises(ValueError, match=told):
        RollTable(die, tuple(rows))


@given(st.sampled_from(sorted(TOTALS)), st.data())
def test_every_total_hits_exactly_the_row_that_holds_it(die, data):
    totals = TOTALS[die]
    cuts = sorted(data.draw(st.sets(st.integers(1, len(totals) - 1))))
    edges = [0, *cuts, len(totals)]
    rows = tuple((totals[a], totals[b - 1], a) for a, b in pairwise(edges))
    table = RollTable(die, rows)
    for place, total in enumerate(totals):
        assert table.result(total) == max(edge for edge in edges[:-1] if edge <= place)


@pytest.mark.parametrize("total", [0, 7, 10, 17, 20, 40, 67, 70])
def test_a_total_that_the_die_cannot_show_is_refused(total):
    with pytest.raises(ValueError, match=f"cannot show {total}"):
        RollTable("D66", ((11, 66, "a"),)).result(total)
