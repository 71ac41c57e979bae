"""The odds of a whole duel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from encounters.duel.bodies import NONE, End, Who
from encounters.duel.chances import OUTCOMES, Outcome


@dataclass(frozen=True)
class Answer:
    """A duel's odds: the attacker is 0, the defender 1. ``rounds`` is how many it takes on average, ``None`` where it
    may never end. Nothing of it is estimated unless it was ``played`` so many times with that ``seed``: then no figure
    is exact, and ``error`` is how far any chance may be off, ``rounds_error`` how far the rounds are, and
    ``wounds_error`` the Wounds of each of the two."""

    ends: Mapping[End, Fraction]
    rounds: Fraction | None
    start: tuple[int, int]
    states: int
    error: float | None = None
    played: int | None = None
    seed: int | None = None
    rounds_error: float | None = None
    wounds_error: tuple[float, float] | None = None

    def out(self, who: Who | None) -> Fraction:
        return sum((part for end, part in self.ends.items() if end.out == who), NONE)

    def wounds(self, who: Who) -> Fraction:
        """The Wounds that he loses on average."""
        return sum((part * (self.start[who] - end.wounds[who]) for end, part in self.ends.items()), NONE)

    @property
    def outcomes(self) -> dict[Outcome, Fraction]:
        """How the defender is when it ends."""
        found = dict.fromkeys(OUTCOMES, NONE)
        for end, part in self.ends.items():
            hurt: Outcome = "wounded" if end.wounds[1] < self.start[1] else "no_wound"
            found["out_of_action" if end.out == 1 else hurt] += part
        return found


def mixed(answers: list[tuple[Answer, Fraction]]) -> Answer:
    """One answer of several, each with its share."""
    if len(answers) == 1:
        return answers[0][0]
    ends: dict[End, Fraction] = {}
    rounds: Fraction | None = NONE
    for answer, part in answers:
        for end, likely in answer.ends.items():
            ends[end] = ends.get(end, NONE) + part * likely
        rounds = None if rounds is None or answer.rounds is None else rounds + part * answer.rounds
    whole = Answer(ends, rounds, answers[0][0].start, sum(a.states for a, _ in answers))
    played = [(answer, part) for answer, part in answers if answer.error is not None]
    return replace(whole, **_estimated(played, rounds is not None)) if played else whole


def _estimated(played: list[tuple[Answer, Fraction]], has_rounds: bool) -> dict[str, Any]:
    """What is estimated of several, each with its share of the whole."""

    def shared(errors: list[float]) -> float:
        return sum(error * float(part) for error, (_, part) in zip(errors, played, strict=True))

    wounds = [answer.wounds_error or (0.0, 0.0) for answer, _ in played]
    return {
        "error": max(answer.error or 0.0 for answer, _ in played),
        "played": sum(answer.played or 0 for answer, _ in played),
        "seed": played[0][0].seed,
        "rounds_error": shared([answer.rounds_error or 0.0 for answer, _ in played]) if has_rounds else None,
        "wounds_error": (shared([one for one, _ in wounds]), shared([other for _, other in wounds])),
    }
