"""The streets that have a name, as far as they lie on the table. Pure."""

from __future__ import annotations

from cmath import phase
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import degrees

from encounters.mapping.chance import Chance
from encounters.mapping.features import Feature, feature
from encounters.mapping.geometry import Outline, Shape, box, within
from encounters.mapping.plots import Bend, Cut

NARROWEST, SHORTEST = 3.5, 10.0
NAMES = (
    "Weaver's Lane", "Tanner Street", "Candle Row", "Bone Alley", "Cooper's Way", "Sexton's Walk", "Mint Street",
    "Pilgrim's Way", "Ropemaker's Lane", "Salt Street", "Comet Street", "Gibbet Lane", "Hound Alley", "Wall Street",
    "Beggar's Row", "Tallow Lane", "Ferryman's Steps", "Widow's Walk", "Brewer's Hill", "Crooked Lane",
)  # fmt: skip


def named_streets(cuts: Sequence[Cut], bend: Bend, width: float, height: float, chance: Chance) -> list[Feature]:
    """The wider streets of a plan, the longest first."""
    names = chance.shuffled(NAMES)
    lines = [(_line(cut, bend, width, height), cut) for cut in cuts if cut.width > NARROWEST]
    long = sorted(((line, cut) for line, cut in lines if _length(line) >= SHORTEST), key=lambda one: -_length(one[0]))
    return [
        _street(number, line, cut.width, name)
        for number, ((line, cut), name) in enumerate(zip(long, names, strict=False), start=1)
    ]


def _line(cut: Cut, bend: Bend, width: float, height: float) -> Outline:
    steps = max(4, int(abs(cut.end - cut.start) / 4))
    places = [bend.place(cut.start + (cut.end - cut.start) * step / steps) for step in range(steps + 1)]
    return on_table(places, width, height)


def _street(number: int, line: Outline, width: float, name: str) -> Feature:
    xs, ys = [place.real for place in line], [place.imag for place in line]
    middle = complex(min(xs) + max(xs), min(ys) + max(ys)) / 2
    return feature(f"street-{number}", "street", line, (_length(line), width), middle=middle, name=name)


def roadway(street: Feature) -> Iterator[Shape]:
    """The ground of a street, piece by piece."""
    for start, end in pairwise(street.outline):
        if abs(end - start) > 0.1:
            yield Shape(box((start + end) / 2, abs(end - start), street.height, degrees(phase(end - start))))


def _length(line: Outline) -> float:
    return sum(abs(two - one) for one, two in pairwise(line))


def on_table(line: Sequence[complex], width: float, height: float) -> Outline:
    """The part of a line that lies on the table, its ends on the edge where it leaves."""
    inside = [within((place,), width, height) for place in line]
    if not any(inside):
        return ()
    first, last = inside.index(True), len(line) - 1 - inside[::-1].index(True)
    kept = list(line[first : last + 1])
    if first:
        kept.insert(0, _to_edge(line[first], line[first - 1], width, height))
    if last < len(line) - 1:
        kept.append(_to_edge(line[last], line[last + 1], width, height))
    return tuple(kept[:1] + [place for before, place in pairwise(kept) if abs(place - before) > 0.1])


def _to_edge(inner: complex, outer: complex, width: float, height: float) -> complex:
    """Where the way from a place on the table to one beyond it meets the edge."""
    way = outer - inner
    shares = [1.0]
    for start, step, end in ((inner.real, way.real, width), (inner.imag, way.imag, height)):
        if step > 0:
            shares.append((end - start) / step)
        elif step < 0:
            shares.append(-start / step)
    return inner + way * max(0.0, min(shares))
