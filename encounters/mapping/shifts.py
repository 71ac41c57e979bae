"""Shifts by hand, in the order in which they were made: with a map's seed they make the same map again. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

from encounters.mapping import hand
from encounters.mapping.features import Feature, Map
from warbands.roster.refusals import Refused

# Inches and degrees beyond which nothing is shifted at once.
FARTHEST, FULL_TURN = 96, 360


@dataclass(frozen=True)
class Shift:
    """What was done to one thing: moved so many inches towards the right and the top edge and turned so many degrees,
    or rolled ``anew`` where it stands."""

    piece: str
    right: float = 0.0
    up: float = 0.0
    turn: float = 0.0
    anew: bool = False

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def shifted(drawn: Map, shifts: Iterable[Shift]) -> Map:
    """The map after them all. Raises Refused for the first that cannot be."""
    for one in shifts:
        drawn = _after(drawn, one)
    return drawn


def _after(drawn: Map, one: Shift) -> Map:
    if one.anew:
        return hand.again(drawn, one.piece)
    piece = drawn.piece(one.piece)
    _refuse_nonsense(one)
    return hand.move(drawn, one.piece, piece.x + one.right, piece.y + one.up, piece.rotation + one.turn)


def _refuse_nonsense(one: Shift) -> None:
    if not all(map(isfinite, (one.right, one.up, one.turn))) or max(abs(one.right), abs(one.up)) > FARTHEST:
        raise Refused(f"A shift is at most {FARTHEST} inches.", code="place")
    if abs(one.turn) > FULL_TURN:
        raise Refused(f"A turn is at most {FULL_TURN} degrees.", code="place")
    if not (one.right or one.up or one.turn):
        raise Refused("Say how far it is to be shifted, or turned.", code="place")


def movable(drawn: Map) -> tuple[Feature, ...]:
    """What may be moved by hand: buildings by their numbers, then all that lies in the streets."""
    odds = [piece for piece in drawn.pieces if piece.group == "odds"]
    return (*(one for one in drawn.buildings if one.kind not in hand.IN_THE_MIDDLE), *odds)
