"""A Markov chain that ends, solved exactly: one state after the other is taken out of it, and what led to that state
leads on to what follows it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any, TypeVar

from encounters.duel.spreads import Spread, sure

State = TypeVar("State", bound=Hashable)
End = TypeVar("End", bound=Hashable)
# What is no state of it is an end.
Chain = Mapping[State, Spread[Any]]


@dataclass
class _Row:
    """What follows a state, by number, and the steps until then: ``parts`` and ``steps`` of the ``whole``. Ends are
    below 0."""

    parts: dict[int, int]
    steps: int
    whole: int

    def lead_on(self, part: int, then: _Row) -> None:
        """A part of it led to a state that is taken out: it leads to what follows that one."""
        # Only these two are reduced: to look for what all parts have in common takes longer than to go on without.
        common = gcd(part, then.whole)
        part, times = part // common, then.whole // common
        parts = self.parts if times == 1 else {number: share * times for number, share in self.parts.items()}
        for number, share in then.parts.items():
            parts[number] = parts.get(number, 0) + part * share
        self.parts, self.steps, self.whole = parts, self.steps * times + part * then.steps, self.whole * times


def solved(
    rows: Chain[State], counts: Callable[[State], bool], rest: Callable[[State], End]
) -> tuple[dict[End, Fraction], Fraction | None]:
    """How a chain ends that begins with the first of its states, and how many steps that takes on average.

    Args:
        rows: each state with what follows it; what is no state is an end.
        counts: whether a state is a step.
        rest: the end that stands for a state from which no end is reached.

    Returns:
        The chance of each end; the steps, ``None`` where the chain may never end.
    """
    resting = _resting(rows)
    number: dict[Hashable, int] = {state: place for place, state in enumerate(rows)}
    ends: list[End] = []
    chain = []
    for state, row in rows.items():
        following: Spread[Any] = sure(rest(state)) if state in resting else row.reduced()
        for then in following.parts:
            if then not in number:
                ends.append(then)
                number[then] = -len(ends)
        parts = {number[then]: part for then, part in following.parts.items()}
        steps = following.whole if state not in resting and counts(state) else 0
        chain.append(_Row(parts, steps, following.whole))
    origin = _Row({0: 1}, steps=0, whole=1)
    _take_out(chain, origin)
    found = {ends[-place - 1]: Fraction(part, origin.whole) for place, part in origin.parts.items()}
    return found, None if resting else Fraction(origin.steps, origin.whole)


def _take_out(chain: list[_Row], origin: _Row) -> None:
    """Leave the origin alone with the ends. The next state to go is one that the fewest others lead to: what a duel has
    left behind, nothing leads back to, and the numbers stay small."""
    before: list[set[int]] = [set() for _ in chain]
    for state, row in enumerate(chain):
        for then in row.parts:
            if then >= 0:
                before[then].add(state)
    left = set(range(len(chain)))
    while left:
        state = min(left, key=lambda one: len(before[one]))
        left.remove(state)
        row = chain[state]
        # What leads back to itself is tried again, until it leads on.
        row.whole -= row.parts.pop(state, 0)
        following = [then for then in row.parts if then >= 0]
        for then in following:
            before[then].discard(state)
        for earlier in before[state] - {state}:
            chain[earlier].lead_on(chain[earlier].parts.pop(state), row)
            for then in following:
                before[then].add(earlier)
        if part := origin.parts.pop(state, 0):
            origin.lead_on(part, row)


def _resting(rows: Chain[State]) -> set[State]:
    """States from which no end is reached any more, and which the chain comes back to for ever."""
    endless = _endless(rows)
    reached = {state: _reached(rows, state) for state in endless}
    return {state for state in endless if all(state in reached[then] for then in reached[state])}


def _reached(rows: Chain[State], state: State) -> set[State]:
    found, waiting = {state}, [state]
    while waiting:
        for then in rows[waiting.pop()].parts:
            if then in rows and then not in found:
                found.add(then)
                waiting.append(then)
    return found


def _endless(rows: Chain[State]) -> set[State]:
    """States from which no end is reached."""
    before: dict[Hashable, list[State]] = {state: [] for state in rows}
    ending = deque[State]()
    for state, row in rows.items():
        for then in row.parts:
            if then in before:
                before[then].append(state)
        if any(then not in before for then in row.parts):
            ending.append(state)
    ends = set(ending)
    while ending:
        for earlier in before[ending.popleft()]:
            if earlier not in ends:
                ends.add(earlier)
                ending.append(earlier)
    return set(rows) - ends
