"""Whether the app's dice of a battle are what its seed says. Anybody can do the same by hand: the formula is
`campaigns.battle.seeds.face`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from campaigns.battle.seeds import face, hash_of

State = Literal["agrees", "differs", "not_yet", "table", "not_of_a_seed"]
TOLD: Mapping[State, str] = {
    "agrees": "agrees",
    "differs": "does not agree",
    "not_yet": "not yet",
    "table": "rolled at the table",
    "not_of_a_seed": "from no seed",
}
_SIDES = re.compile(r"D(66|[0-9]+)")


@dataclass(frozen=True)
class Rolled:
    """A roll as the record has it. ``label`` and ``first_die`` are what its faces hang on; ``fate`` is why it counts no
    more, ``replaced`` or ``taken back``, if it does not."""

    warband: str
    step: str
    what_for: str
    die: str
    faces: tuple[int, ...]
    source: str
    by: str
    at: object
    label: str
    first_die: int
    seed_hash: str
    fate: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Verified:
    """A roll and what its seed says of it."""

    rolled: Rolled
    state: State

    @property
    def told(self) -> str:
        return TOLD[self.state]


@dataclass(frozen=True)
class Seed:
    """A seed by its hash; ``seed`` is empty until it is shown."""

    seed_hash: str
    seed: str = ""
    what: str = ""

    @property
    def agrees(self) -> bool | None:
        """Whether the hash is the seed's; ``None`` until it is shown."""
        return hash_of(self.seed) == self.seed_hash if self.seed else None


def sides_of_die(die: str) -> int:
    """How many sides a die has, as the record writes it: ``2D6``, ``D66``, ``D6x5``, ``D66 of 7`` where one of seven is
    picked. Raises ValueError."""
    found = _SIDES.search(die)
    if not found:
        raise ValueError(f"{die} is no die")
    return 6 if set(found[1]) == {"6"} else int(found[1])


def faces_of(seed: str, rolled: Rolled) -> tuple[int, ...]:
    """The faces that a seed gives for a roll."""
    sides = sides_of_die(rolled.die)
    numbers = range(rolled.first_die, rolled.first_die + len(rolled.faces))
    return tuple(face(seed, rolled.label, number, sides) for number in numbers)


def verify(rolls: Iterable[Rolled], seeds: Iterable[Seed]) -> tuple[Verified, ...]:
    """Each roll with what its seed says of it."""
    shown = {seed.seed_hash: seed.seed for seed in seeds}
    return tuple(Verified(rolled, _state(rolled, shown)) for rolled in rolls)


def _state(rolled: Rolled, shown: Mapping[str, str]) -> State:
    if rolled.source == "table":
        return "table"
    if not rolled.label or rolled.seed_hash not in shown:
        return "not_of_a_seed"
    seed = shown[rolled.seed_hash]
    if not seed:
        return "not_yet"
    return "agrees" if faces_of(seed, rolled) == tuple(rolled.faces) else "differs"
