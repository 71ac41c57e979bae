"""Roll tables: ranges of a D3, D6, 2D6 or D66 to results, without gaps or overlaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Result = TypeVar("Result")

_D66 = tuple(tens * 10 + units for tens in range(1, 7) for units in range(1, 7))
TOTALS: dict[str, tuple[int, ...]] = {
    "D3": (1, 2, 3),
    "D6": (1, 2, 3, 4, 5, 6),
    "2D6": tuple(range(2, 13)),
    "D66": _D66,
}


@dataclass(frozen=True)
class RollTable(Generic[Result]):
    """A die and its rows ``(low, high, result)``.

    Raises:
        ValueError: when a total of the die has no row, or two, or a row names none.
    """

    die: str
    rows: tuple[tuple[int, int, Result], ...]

    def __post_init__(self) -> None:
        if self.die not in TOTALS:
            raise ValueError(f"there is no die {self.die!r}")
        covered: set[int] = set()
        for low, high, _ in self.rows:
            mine = {total for total in TOTALS[self.die] if low <= total <= high}
            if not mine or low > high:
                raise ValueError(f"{low} to {high} is no range of a {self.die}")
            if covered & mine:
                raise ValueError(f"{min(covered & mine)} has two rows")
            covered |= mine
        missing = set(TOTALS[self.die]) - covered
        if missing:
            raise ValueError(f"{min(missing)} has no row")

    def result(self, total: int) -> Result:
        """The row that a total hits. Raises ValueError for a total that the die cannot show."""
        if total in TOTALS[self.die]:
            for low, high, result in self.rows:
                if low <= total <= high:
                    return result
        raise ValueError(f"a {self.die} cannot show {total}")
