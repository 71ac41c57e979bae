"""A battle while it is being set up: who has come, what is known by now, who rolls and who decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from campaigns.postbattle.choices import Question
from campaigns.postbattle.lots import PATIENCE, never_ends
from encounters.happenings.talk import Talk
from encounters.mapping.features import Map
from encounters.mapping.overlay import Zone
from encounters.setup.plan import Counter, Reward
from encounters.table import Party, Table
from mordheim.rules.beasts import GreatBeast
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Scenario
from mordheim.rules.setup import Amount, Role, SetUp


class TableTalk(Talk):
    """Rolls and questions of setting up."""

    def begin(self, step: str) -> None:
        self.step = step
        self.session.begin(step)

    def text(self, choose: str, prompt: str, *, warrior: str | None = None) -> str:
        """A line of text, which may be empty."""
        value = self._ask(Question(self.step, choose, prompt, "", warrior, "text", required=False))
        return "" if value is None else str(value)

    def amount(self, amount: Amount, what_for: str, *, warrior: str | None = None) -> int:
        """A number, or what its dice show."""
        return amount if isinstance(amount, int) else self.roll(amount, what_for, warrior=warrior).total

    def highest(self, parties: Sequence[Party], what_for: str, plus: Callable[[Party], int] = lambda party: 0) -> Party:
        """Whoever rolls highest on a D6; equals at the top roll again, they alone (ruling 33). One alone does not roll.

        Raises:
            Refused: when the dice never tell them apart.
        """
        left = list(parties)
        for _ in range(PATIENCE):
            if len(left) == 1:
                return left[0]
            left = _best(self._rolled(left, what_for, plus))
        raise never_ends(f"who is first ({what_for})")

    def ranked(self, parties: Sequence[Party], what_for: str, patience: int = PATIENCE) -> list[Party]:
        """All of them from the highest D6 to the lowest; equals roll again among themselves."""
        if len(parties) < 2:
            return list(parties)
        if not patience:
            raise never_ends(f"who is first ({what_for})")
        rolled = self._rolled(parties, what_for, lambda party: 0)
        found: list[Party] = []
        for total in sorted({total for total, _ in rolled}, reverse=True):
            equals = [party for rolled_total, party in rolled if rolled_total == total]
            found += self.ranked(equals, what_for, patience - 1)
        return found

    def _rolled(self, parties: Sequence[Party], what_for: str, plus: Callable[[Party], int]) -> list[tuple[int, Party]]:
        return [(self.roll("D6", f"{what_for}: {party.name}").total + plus(party), party) for party in parties]


def _best(rolled: Sequence[tuple[int, Party]]) -> list[Party]:
    top = max(total for total, _ in rolled)
    return [party for total, party in rolled if total == top]


@dataclass
class Standing:
    """A warband's ground once it is taken. ``segment`` is the letter of a stretch of the edge."""

    party: Party
    ground: str
    zones: tuple[Zone, ...] = ()
    segment: str | None = None


@dataclass
class Board:
    """``roles`` are by the place of a party. ``standing`` are those that have set up, in that order. ``late`` are names
    by the place of a party, ``left`` what nobody has found of the scenario's finds."""

    rulebook: Rulebook
    parties: tuple[Party, ...]
    talk: TableTalk
    scenario: Scenario
    table: Table
    drawn: Map
    seed: int
    roles: dict[int, Role] = field(default_factory=dict)
    standing: list[Standing] = field(default_factory=list)
    counters: list[Counter] = field(default_factory=list)
    marked: tuple[int, ...] = ()
    creature: GreatBeast | None = None
    rewards: list[Reward] = field(default_factory=list)
    left: tuple[str, ...] = ()
    late: dict[int, tuple[str, ...]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def plan(self) -> SetUp:
        return self.scenario.plan

    @property
    def defender(self) -> Party | None:
        return next((party for party in self.parties if self.roles.get(party.place) == "defender"), None)

    def of(self, whose: str) -> tuple[Party, ...]:
        """Everybody, or those of a role."""
        return tuple(party for party in self.parties if whose in ("everybody", self.roles.get(party.place)))

    def lower_rated(self, what_for: str) -> Party:
        """The lowest rating; a die settles it among equals."""
        return lowest_rated(self.talk, self.parties, what_for)


def lowest_rated(talk: TableTalk, parties: Sequence[Party], what_for: str) -> Party:
    lowest = min(party.rating for party in parties)
    return talk.highest([party for party in parties if party.rating == lowest], f"Equal ratings, {what_for}")
