"""The charts of critical damage, and what all the injuries of a fighter make of him together.

An `Injury` is a result with where it stands; a fighter keeps the list of his injuries, and `harm_of` works out from
the whole list what lasts: which of them stack, which count once, which go with the limb. Timed results do not last
and are kept by the fighter as the last turn in which they hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from encounters.pitfight.schema import CriticalsFile, ResultEntry, Row


@dataclass(frozen=True, slots=True)
class Injury:
    """A result by its key, and the location, eye or ear that has it. ``by`` is the fighter who inflicted it."""

    result: str
    place: str
    by: int


@dataclass(frozen=True, slots=True)
class Harm:
    """What lasts. ``ad`` goes on attack and defence rolls, ``halvings`` is how often Initiative is halved; ``bleeds``
    and ``bleeds_d3`` are lost in each End Phase; ``gone`` is what has been cut off; ``ruin`` says by what it put him
    out, if it did. ``fingers`` are those that earlier fights took, each by its hand; they are part of ``ad`` until the
    arm goes."""

    ad: int = 0
    halvings: int = 0
    bleeds: int = 0
    bleeds_d3: int = 0
    no_fast: bool = False
    gone: tuple[str, ...] = ()
    ruin: str = ""
    fingers: tuple[str, ...] = ()


UNHARMED = Harm()


@dataclass(frozen=True, slots=True, eq=False)
class Charts:
    """``by_location`` is the chart of each location with the other location of its pair, if any; ``with_limb`` is the
    A/D modifier of a result that counts no longer when the limb goes."""

    charts: Mapping[str, tuple[Row, ...]]
    scars: tuple[Row, ...]
    results: Mapping[str, ResultEntry]
    by_location: Mapping[str, tuple[str, str]]
    with_limb: int

    def row(self, location: str, damage: int) -> Row:
        return _read(self.charts[self.by_location[location][0]], damage)

    def scar(self, face: int) -> Row:
        return _read(self.scars, face)


def charts_of(file: CriticalsFile, by_location: Mapping[str, tuple[str, str]]) -> Charts:
    penalties = [result.ad for result in file.results.values() if result.ad is not None]
    with_limb = next((penalty.amount for penalty in penalties if penalty.gone_with_limb), 0)
    return Charts(file.charts, file.scars, file.results, by_location, with_limb)


def _read(rows: Sequence[Row], number: int) -> Row:
    return next(row for row in rows if row.first <= number and (row.to is None or number <= row.to))


def harm_of(
    injuries: Iterable[Injury], charts: Charts, *, ignores: frozenset[str] = frozenset(), before: Harm = UNHARMED
) -> Harm:
    """What a fighter's injuries make of him. ``ignores`` are results whose A/D modifier his scroll spares him;
    ``before`` is what he came into the fight with."""
    suffered = [(injury, charts.results[injury.result]) for injury in injuries]
    severed = [injury.place for injury, result in suffered if result.severs]
    fixed, d3 = _bleeding(suffered)
    return Harm(
        ad=before.ad + _modifier(suffered, severed, ignores, before.fingers) + _hacked_off(severed, before, charts),
        halvings=len({injury.place for injury, result in suffered if result.ruins_leg}),
        bleeds=fixed,
        bleeds_d3=d3,
        no_fast=before.no_fast or any(result.no_fast for _, result in suffered),
        gone=tuple(dict.fromkeys((*before.gone, *severed))),
        ruin=_ruin(suffered, charts, before.gone),
        fingers=before.fingers,
    )


Suffered = Sequence[tuple[Injury, ResultEntry]]


def _hacked_off(severed: Sequence[str], before: Harm, charts: Charts) -> int:
    """What fingers lost in earlier fights counted on a hand that is gone now (D12)."""
    return -charts.with_limb * sum(hand in severed for hand in before.fingers) if severed else 0


def _modifier(suffered: Suffered, severed: Sequence[str], ignores: frozenset[str], fingers: Sequence[str] = ()) -> int:
    times_of = Counter((injury.result, injury.place) for injury, _ in suffered)
    penalties = {
        (injury.result, injury.place): result.ad
        for injury, result in suffered
        if result.ad is not None and injury.result not in ignores
    }
    worst: dict[str, int] = {}
    total = 0
    for (key, place), penalty in penalties.items():
        times = times_of[key, place]
        if penalty.counts == "worst":
            worst[place] = min(worst.get(place, 0), penalty.amount)
        elif not penalty.gone_with_limb:
            total += penalty.amount * (1 if penalty.counts == "once" else min(times, penalty.most))
        elif place not in severed:
            total += penalty.amount * max(min(times, penalty.most - fingers.count(place)), 0)
    return total + sum(worst.values())


def _bleeding(suffered: Suffered) -> tuple[int, int]:
    fixed = d3 = 0
    seen: set[str] = set()
    for injury, result in suffered:
        if result.bleeds is None or (result.bleeds.counts == "once" and injury.result in seen):
            continue
        seen.add(injury.result)
        if result.bleeds.wounds == "D3":
            d3 += 1
        else:
            fixed += 1
    return fixed, d3


def _ruin(suffered: Suffered, charts: Charts, gone: Sequence[str]) -> str:
    """Both legs broken or chopped off, or both arms chopped off."""
    legs = {injury.place for injury, result in suffered if result.ruins_leg}
    arms = {injury.place for injury, result in suffered if result.pair_out} | set(gone)
    if any(charts.by_location[place][1] in legs for place in legs):
        return "legs"
    return "arms" if any(_pair(place, charts) in arms for place in arms) else ""


def _pair(place: str, charts: Charts) -> str:
    return charts.by_location[place][1] if place in charts.by_location else ""
