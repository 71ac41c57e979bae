"""The pure check of a full warband."""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks.figures import Figure, full_warband, milliseconds, rulebook
from warbands.roster.check import check
from warbands.roster.sheet import build_sheet


def measure() -> Iterator[Figure]:
    book = rulebook()
    snapshot = full_warband(book)
    checked = check(snapshot, book)
    if not checked.legal or checked.warriors != 20:
        raise RuntimeError(f"the full warband is not what it should be: {checked}")
    taken = milliseconds(lambda: check(snapshot, book), times=200)
    yield Figure("check of 20 warriors and 2 hired swords", f"{taken:.2f} ms", "aim: under 2 ms")
    taken = milliseconds(lambda: build_sheet(snapshot, book), times=200)
    yield Figure("its sheet, check included", f"{taken:.2f} ms", "")
