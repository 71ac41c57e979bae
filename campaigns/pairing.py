"""Who meets whom on an evening: fewest meetings again, then closest ratings; a three-way game where one is over. Pure.

Up to twelve present, the answer is the best there is. Beyond that a good one is built: neighbours by rating first,
then any two battles exchange warbands as long as that makes the evening better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

MOST_EXACT = 12


@dataclass(frozen=True)
class Present:
    """A warband that is here. ``player`` tells apart whose it is: nobody fights himself where that can be helped."""

    key: int
    rating: int
    player: int | None = None


Meetings = Mapping[frozenset[int], int]
Group = tuple[Present, ...]


@dataclass(frozen=True, order=True)
class Worth:
    """How bad an evening is, the worse part first: players against themselves, meetings again, rating points apart."""

    against_oneself: int = 0
    repeats: int = 0
    apart: int = 0

    def __add__(self, other: Worth) -> Worth:
        return Worth(
            self.against_oneself + other.against_oneself, self.repeats + other.repeats, self.apart + other.apart
        )


def pairings(present: Iterable[Present], met: Meetings) -> tuple[tuple[int, ...], ...]:
    """Everybody in one battle: of two, and of three where the number is odd.

    Args:
        present: who is here, each key once.
        met: how often two keys have met in this campaign; none for those that never have.

    Returns:
        The battles as keys, the highest rating first; none where fewer than two are here.
    """
    here = sorted(present, key=lambda one: (-one.rating, one.key))
    if len({one.key for one in here}) != len(here):
        raise ValueError("somebody is here twice")
    if len(here) < 2:
        return ()
    best = _exact(here, met) if len(here) <= MOST_EXACT else _improved(_neighbours(here), met)
    ordered = sorted((_by_rating(group) for group in best), key=lambda group: (-group[0].rating, group[0].key))
    return tuple(tuple(one.key for one in group) for group in ordered)


def worth(groups: Iterable[Group], met: Meetings) -> Worth:
    """How bad these battles are together."""
    return sum((_worth(group, met) for group in groups), Worth())


def _worth(group: Group, met: Meetings) -> Worth:
    pairs = list(combinations(group, 2))
    ratings = [one.rating for one in group]
    return Worth(
        sum(one.player is not None and one.player == two.player for one, two in pairs),
        sum(met.get(frozenset((one.key, two.key)), 0) for one, two in pairs),
        max(ratings) - min(ratings),
    )


def _by_rating(group: Group) -> Group:
    return tuple(sorted(group, key=lambda one: (-one.rating, one.key)))


def _exact(here: Sequence[Present], met: Meetings) -> tuple[Group, ...]:
    """The best of all ways, found once for each set of those who are left."""
    known: dict[int, tuple[Worth, tuple[Group, ...]]] = {0: (Worth(), ())}

    def best(left: int) -> tuple[Worth, tuple[Group, ...]]:
        if left not in known:
            ways = []
            for places in _first_battles(left):
                group = tuple(here[place] for place in places)
                rest, others = best(left - sum(1 << place for place in places))
                ways.append((_worth(group, met) + rest, (group, *others)))
            known[left] = min(ways, key=lambda way: way[0])
        return known[left]

    return best((1 << len(here)) - 1)[1]


def _first_battles(left: int) -> Iterator[tuple[int, ...]]:
    """Every battle for the first of those who are left: of two, or of three while their number is odd.

    One that is left alone cannot be paired, so of three left only the battle of all three is one.
    """
    places = [place for place in range(left.bit_length()) if left >> place & 1]
    first, others = places[0], places[1:]
    if len(places) != 3:
        yield from ((first, other) for other in others)
    if len(places) % 2:
        yield from ((first, *two) for two in combinations(others, 2))


def _neighbours(here: Sequence[Present]) -> list[Group]:
    """Neighbours by rating against each other; where the number is odd the last three together."""
    groups: list[Group] = [tuple(here[at : at + 2]) for at in range(0, len(here) - len(here) % 2, 2)]
    if len(here) % 2:
        groups[-1] = (*groups[-1], here[-1])
    return groups


def _improved(groups: list[Group], met: Meetings) -> list[Group]:
    """Two battles at a time deal their warbands out anew, until no two can do better."""
    better = True
    while better:
        better = False
        for one, two in combinations(range(len(groups)), 2):
            now = worth((groups[one], groups[two]), met)
            dealt = _exact([*groups[one], *groups[two]], met)
            if worth(dealt, met) < now:
                groups[one], groups[two] = dealt
                better = True
    return groups
