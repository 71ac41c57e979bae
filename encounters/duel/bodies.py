"""How two fighters stand between the phases of a duel, and how it ends."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Literal, NamedTuple

from encounters.duel.fighters import Fighter
from encounters.duel.spreads import Spread, sure
from mordheim.rules.beasts import Regrowth
from mordheim.rules.combat import Injury, faces
from mordheim.rules.fight_effects import AvoidsHit, Frenzied

Who = Literal[0, 1]
Posture = Literal["up", "knocked_down", "stunned"]
ONE, NONE = Fraction(1), Fraction(0)


class Body(NamedTuple):
    """How a fighter stands between two phases. ``risen``: he stood up in this turn; ``fewer`` Attacks until he
    recovers; ``dull``: he has failed his test, and does nothing until the next one."""

    wounds: int
    charm: bool = True
    frenzied: bool = True
    posture: Posture = "up"
    risen: bool = False
    fewer: int = 0
    dull: bool = False
    loaded: bool = True


# Where a body says whether it has loaded: behind all else.
LOADED = Body._fields.index("loaded")


class Stand(NamedTuple):
    """The duel at the start of a turn: whose it is, whether it is the first, and how both stand."""

    turn: Who
    first: bool
    bodies: tuple[Body, Body]


@dataclass(frozen=True)
class Begun:
    """What a fighter's early blows leave for his others of the phase: whether a critical may still come of them,
    whether fear holds him, and the injury by which they put the other down."""

    critical: bool
    scared: bool
    worst: Injury = Injury.NONE


Pair = tuple[Body | None, Body | None]
Begins = tuple[Begun | None, Begun | None]


class End(NamedTuple):
    """Who is out of action, if anybody is, and the Wounds that both have left."""

    out: Who | None
    wounds: tuple[int, int]


def fresh_body(fighter: Fighter) -> Body:
    """As he comes to the fight. A charm that is not there tells no states apart."""
    return Body(fighter.figures["w"], charm=any(one.first_only for one in fighter.all(AvoidsHit)))


def number_of(number: int) -> Who:
    return 1 if number else 0


def left_of(stand: Stand) -> tuple[int, int]:
    return stand.bodies[0].wounds, stand.bodies[1].wounds


def recovered(body: Body) -> Body:
    """The start of his own turn."""
    if body.posture == "stunned":
        return body._replace(posture="knocked_down", fewer=0)
    return body._replace(posture="up", risen=body.posture == "knocked_down", fewer=0)


def regrown(fighter: Fighter, before: int, after: Body) -> Spread[Body]:
    """What grows back of the Wounds of a round of close combat, which he began with so many."""
    trait, lost = fighter.trait(Regrowth), before - after.wounds
    if trait is None or not lost:
        return sure(after)
    return _growths(trait.needs, lost).of(lambda count: after._replace(wounds=after.wounds + count))


@lru_cache
def _growths(needs: int, lost: int) -> Spread[int]:
    """How many of so many wounds grow back."""
    grows = faces(needs)
    return Spread(
        {count: comb(lost, count) * grows**count * (6 - grows) ** (lost - count) for count in range(lost + 1)},
        6**lost,
    )


def kept_of(fighter: Fighter, body: Body) -> Body:
    """What of a body matters to what follows: charms and frenzies that are not there do not tell states apart."""
    frenzied = body.frenzied
    if not frenzied:
        frenzies = fighter.all(Frenzied)
        frenzied = not frenzies or any(one.stays for one in frenzies)
    return body._replace(risen=False, frenzied=frenzied) if body.risen or frenzied != body.frenzied else body
