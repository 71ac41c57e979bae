"""A whole duel: two fighters strike at each other, phase after phase, until one is out of action.

The duel is a Markov chain whose states are whose turn it is and how both stand; it is solved exactly, by taking one
state after the other out of it. Where it has too many states it is played many times instead, with a seed, and says how
far that may be off. Whoever charges has the first turn.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction

from encounters.duel.answers import Answer, mixed
from encounters.duel.bodies import NONE, ONE, End, left_of, number_of
from encounters.duel.chain import solved
from encounters.duel.chances import OUTCOMES, Outcome, outcomes
from encounters.duel.hands import initiative
from encounters.duel.meetings import Meeting
from encounters.duel.phases import Phases, blows_of_phase
from encounters.duel.playing import Play
from encounters.duel.turns import Turns

# More states than these are played instead of solved.
MOST_STATES = 400
# So many duels are played.
DUELS, SEED = 20_000, 1


@dataclass(frozen=True)
class Match(Meeting):
    """A meeting with its odds."""

    @property
    def turned(self) -> Match:
        """The same close combat as the defender sees it."""
        facing = self.situation(1)
        return Match(self.defender, self.attacker, facing.side, given=facing.given)

    @property
    def one_attack(self) -> dict[Outcome, Fraction]:
        """What the attacker's first attack, or shot, does to a defender who stands."""
        return self._odds(most=1)

    @property
    def one_round(self) -> dict[Outcome, Fraction]:
        """What all his attacks of one phase do, whatever the defender does in it."""
        return self._odds()

    def _odds(self, most: int | None = None) -> dict[Outcome, Fraction]:
        found = dict.fromkeys(OUTCOMES, NONE)
        for match, part in self._rolled():
            phase = blows_of_phase(match, 0, *match.fresh, first=True, phases=Phases(), most=most)
            for outcome, likely in outcomes(phase).items():
                found[outcome] += part * likely
        return found

    def _rolled(self) -> list[tuple[Match, Fraction]]:
        """The match with the dice of the battle's beginning rolled."""
        if len(self.attacker.rolled) == len(self.defender.rolled) == 1:
            return [(self, ONE)]
        return [
            (replace(self, attacker=attacker, defender=defender), part * share)
            for attacker, part in self.attacker.rolled
            for defender, share in self.defender.rolled
        ]

    def duel(self, *, most_states: int = MOST_STATES, seed: int = SEED) -> Answer:
        """Until one is out of action: solved, or played with the seed where it has more states than these."""
        alike: dict[Hashable, tuple[Match, Fraction]] = {}
        for match, part in self._rolled():
            key = match._quickness()
            alike[key] = (match, part + (alike[key][1] if key in alike else NONE))
        # Several of them share the time of one.
        most, duels = most_states * 2 // (len(alike) + 1), DUELS // len(alike)
        found, kept = [], Phases()
        for match, part in alike.values():
            kept = Phases() if match.has_beast else kept
            found.append((_answer(Turns(match, kept), most, duels, seed), part))
        return mixed(found)

    def _quickness(self) -> Hashable:
        """What Initiative means for a duel: who is the quicker, and with beasts the figures."""
        ahead = []
        for first in (True, False):
            one, two = (initiative(f, self.situation(number_of(n), first=first)) for n, f in enumerate(self.fighters))
            ahead.append((one > two) - (one < two))
        return (*ahead, *(fighter.figures["i"] for fighter in self.fighters if self.has_beast))


def _answer(turns: Turns, most_states: int, duels: int, seed: int) -> Answer:
    """A duel solved exactly, or played so many times."""
    rows = turns.rows(most_states)
    if len(rows) > most_states:
        return Play(turns, duels, seed).answer()
    ends, rounds = solved(rows, turns.counts, lambda stand: End(None, left_of(stand)))
    return Answer(ends, rounds, left_of(turns.start), len(rows))
