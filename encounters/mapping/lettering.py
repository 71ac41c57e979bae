"""Where words stand on a map: clear of counters, of numbers and of one another, and off the buildings where they can.
Pure.

Words are taken for a row of discs along their middle line, so that turned ones are compared as easily as level ones.
Places are those of the drawing, in units.
"""

from __future__ import annotations

from cmath import rect
from collections.abc import Iterable, Sequence
from math import ceil, radians

from encounters.mapping.drawing import SERIF_SHARE
from encounters.mapping.features import Feature, convex_parts
from encounters.mapping.frame import MARGIN, Frame
from encounters.mapping.geometry import Shape, holds

Spot = tuple[complex, float]
# Of the height of letters: how far apart the discs are, and how large.
STEP, RADIUS, BESIDE_WALLS = 0.6, 0.5, 0.35


class Crowd:
    """What stands on the drawing already."""

    def __init__(self, frame: Frame, standing: Sequence[Feature]) -> None:
        self._frame = frame
        self._taken: list[tuple[complex, float]] = []
        self._standing = [
            Shape([frame.place(corner) for corner in reversed(part)])
            for one in standing
            for part in convex_parts(one.outline)
        ]

    def take(self, place: complex, radius: float) -> None:
        """Something round stands there."""
        self._taken.append((place, radius))

    def best(self, spots: Iterable[Spot], text: str, size: float) -> Spot | None:
        """The first spot where words cross nothing, or the one where they cross least of what is drawn below; none
        where they would leave the table or lie on what stands there wherever they go. Where they go is taken then.

        Args:
            spots: places of the words' middle with the degrees that they are turned by, the best liked first.
            text: the words.
            size: the height of their letters.
        """
        found: Spot | None = None
        least = 2.0
        for spot in spots:
            discs = _discs(spot, text, size)
            if not self._is_free(discs, size):
                continue
            crossed = self._crossed(discs, size)
            if crossed < least:
                found, least = spot, crossed
            if not crossed:
                break
        if found:
            self._taken += [(disc, size * RADIUS) for disc in _discs(found, text, size)]
        return found

    def _is_free(self, discs: Sequence[complex], size: float) -> bool:
        radius = size * RADIUS
        return all(self._is_inside(disc, radius) for disc in discs) and not any(
            abs(disc - place) < radius + other for place, other in self._taken for disc in discs
        )

    def _is_inside(self, disc: complex, radius: float) -> bool:
        x, y = disc.real - MARGIN, disc.imag - self._frame.top
        return radius < x < self._frame.across - radius and radius < y < self._frame.down - radius

    def _crossed(self, discs: Sequence[complex], size: float) -> float:
        """The share of the words that would lie on buildings and on what lies about."""
        middle, reach = (discs[0] + discs[-1]) / 2, abs(discs[-1] - discs[0]) / 2 + size
        near = [shape for shape in self._standing if abs(shape.middle - middle) < shape.reach + reach]
        return sum(any(holds(shape, disc, size * BESIDE_WALLS) for shape in near) for disc in discs) / len(discs)


def breadth(text: str, size: float) -> float:
    """How broad words are, in units."""
    return len(text) * size * SERIF_SHARE


def _discs(spot: Spot, text: str, size: float) -> list[complex]:
    place, turn = spot
    long = max(0.0, breadth(text, size) - size)
    steps = max(1, ceil(long / (size * STEP)))
    way = rect(1, radians(turn))
    return [place + way * long * (step / steps - 0.5) for step in range(steps + 1)]
