"""How a phase is for the one who attacks in it: charge or later round, shooting, what else is said, his temper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from mordheim.rules.fight_effects import Circumstance, When, Where

Side = Literal["charging", "charged", "later"]
OTHER_SIDE: Mapping[Side, Side] = {"charging": "charged", "charged": "charging", "later": "later"}
# Where both fight so and not the one alone.
SHARED: frozenset[Circumstance] = frozenset({"inside"})


@dataclass(frozen=True)
class Shot:
    """How the target of a shot stands: in cover or not, so many inches away (``None`` is near), the shooter having
    moved or not."""

    cover: bool = False
    inches: float | None = None
    moved: bool = False


@dataclass(frozen=True)
class Situation:
    """A phase for the one who attacks in it: in a first round he charged or was charged; a later one is neither.
    ``shot`` makes it a shooting phase; ``given`` is what else is said of how he fights."""

    side: Side = "later"
    shot: Shot | None = None
    given: frozenset[Circumstance] = frozenset()

    @property
    def where(self) -> Where:
        return "shooting" if self.shot else "close_combat"

    @property
    def first_round(self) -> bool:
        return self.side != "later"

    def holds(self, when: When) -> bool:
        return when in ("always", self.side) or (when == "first_round" and self.first_round)

    def is_at(self, where: Where) -> bool:
        return where in ("any", self.where)

    @property
    def facing(self) -> Situation:
        """The same phase for whom he attacks."""
        return Situation(OTHER_SIDE[self.side], self.shot, self.given & SHARED)


@dataclass(frozen=True)
class Temper:
    """What has become of an attacker: his frenzy, what he lacks of Attacks, whether fear holds him."""

    frenzied: bool = True
    fewer: int = 0
    afraid: bool = False


FRESH = Temper()
