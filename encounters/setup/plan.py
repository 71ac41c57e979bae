"""The plan of a battle: what comes of setting it up, as plain frozen values.

Inches are counted from the table's lower left corner; places in the order of set-up and of play from 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from campaigns.postbattle.choices import Choice
from encounters.mapping import overlay
from encounters.mapping.features import Map
from encounters.table import Party, Table
from mordheim.rules.beasts import GreatBeast
from mordheim.rules.dice import Roll
from mordheim.rules.schema import Scenario
from mordheim.rules.setup import Limit, Role

RewardKind = Literal["hoard", "find", "carried", "objective", "shards"]


@dataclass(frozen=True)
class Side:
    """A warband on the table. ``segment`` is the letter of its stretch of the edge, where it has one; ``zones`` is its
    ground as the map draws it and ``ground`` as a sentence says it. ``underdog`` is the bonus of its survivors.
    ``late`` are those who are not on the table yet."""

    party: Party
    set_up: int
    turn: int
    underdog: int
    ground: str
    zones: tuple[overlay.Zone, ...] = ()
    role: Role | None = None
    segment: str | None = None
    late: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.party.name

    @property
    def told(self) -> str:
        """A sentence: who, as what, where, and when he plays."""
        role = f", the {self.role}," if self.role else ""
        bonus = f" Underdog: +{self.underdog} experience for survivors." if self.underdog else ""
        return f"{self.name}{role} sets up {self.ground}. Turn {self.turn}.{bonus}"

    def as_json(self) -> dict[str, Any]:
        """``late`` is there where anybody is."""
        told = {
            "name": self.name,
            "rating": self.party.rating,
            "role": self.role,
            "set_up": self.set_up,
            "segment": self.segment,
            "turn": self.turn,
            "underdog": self.underdog,
        }
        return told | ({"late": list(self.late)} if self.late else {})

    @property
    def shown(self) -> overlay.Side:
        """As the map draws it."""
        return overlay.Side(self.name, self.zones, self.role or "", self.set_up, self.turn)


@dataclass(frozen=True)
class Counter:
    """Something that lies on the table."""

    kind: str
    x: float
    y: float

    def as_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "x": self.x, "y": self.y}

    @property
    def shown(self) -> overlay.Counter:
        return overlay.Counter(self.kind, self.x, self.y)


@dataclass(frozen=True)
class Reward:
    """Something to be had. ``to`` is a warband, or ``winners``, or ``finder``; ``warrior`` has it already. ``needs`` is
    the face of a D6 from which it is there, ``None`` always; ``amount`` is a number, or dice that are rolled then.

    ``hoard``: rolled at the end. ``find``: of the scenario's chart, found before the battle or left for the winners.
    ``carried``, ``objective``: shards that somebody carries, or that lie in the middle. ``shards``: counters. ``name``
    is what it is called within a list.
    """

    kind: RewardKind
    told: str
    to: str
    amount: int | str
    needs: int | None = None
    warrior: str | None = None
    key: str = ""
    name: str = ""

    def as_json(self) -> dict[str, Any]:
        told = {"kind": self.kind, "told": self.told, "to": self.to, "amount": self.amount, "needs": self.needs}
        return told | ({"warrior": self.warrior} if self.warrior else {}) | ({"key": self.key} if self.key else {})


@dataclass(frozen=True)
class Plan:
    """Everything. ``sides`` are in the order in which the warbands were named. ``marked`` are the numbers of buildings
    that are played for, ``creature`` lives in the objective. ``notes`` are sentences for the players. ``left`` are the
    keys of the scenario's finds that nobody has found. ``happenings``: whether random happenings are played, ``None``
    where nobody has said."""

    scenario: Scenario
    table: Table
    sides: tuple[Side, ...]
    drawn: Map
    counters: tuple[Counter, ...] = ()
    marked: tuple[int, ...] = ()
    creature: GreatBeast | None = None
    rewards: tuple[Reward, ...] = ()
    left: tuple[str, ...] = ()
    rolls: tuple[Roll, ...] = ()
    choices: tuple[Choice, ...] = ()
    notes: tuple[str, ...] = ()
    happenings: bool | None = None

    @property
    def by_set_up(self) -> tuple[Side, ...]:
        return tuple(sorted(self.sides, key=lambda side: side.set_up))

    @property
    def by_turn(self) -> tuple[Side, ...]:
        """The order of play, clockwise round the table."""
        return tuple(sorted(self.sides, key=lambda side: side.turn))

    @property
    def limits(self) -> tuple[Limit, ...]:
        """After how many turns of each the game ends."""
        return self.scenario.plan.limits

    @property
    def alliances(self) -> tuple[tuple[Side, ...], ...]:
        """Those that were announced before the battle: two sides or more each."""
        numbers = dict.fromkeys(side.party.alliance for side in self.sides)
        together = (tuple(side for side in self.sides if side.party.alliance == number) for number in numbers)
        return tuple(some for some in together if len(some) > 1)

    @property
    def features(self) -> list[dict[str, Any]]:
        """All that stands on the table; buildings that are played for are ``marked``."""
        return [one | ({"marked": True} if one["number"] in self.marked else {}) for one in self.drawn.features]

    def as_json(self) -> dict[str, Any]:
        return {
            "scenario": self.scenario.key,
            "table": {"width": self.table.width, "height": self.table.height},
            "warbands": [side.as_json() for side in self.sides],
            "counters": [counter.as_json() for counter in self.counters],
            "features": self.features,
            "rolls": [roll.as_json() for roll in self.rolls],
            "rewards": [reward.as_json() for reward in self.rewards],
        }

    @property
    def overlay(self) -> overlay.Overlay:
        """What the map shows of it. What lies in the very middle is drawn by the map itself."""
        spread = self.scenario.plan.counters
        return overlay.Overlay(
            title=self.scenario.name,
            sides=tuple(side.shown for side in self.sides),
            counters=tuple(one.shown for one in self.counters if spread and one.kind == spread.kind),
            creature=self.creature.name if self.creature else "",
            marked=self.marked,
        )
