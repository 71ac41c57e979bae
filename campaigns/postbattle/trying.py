"""Whether something may be done now: the doing itself, tried out on the warband as it is.

So what a page offers in the open stretches of the night, and why it does not, is what the doing would say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from campaigns.postbattle.choices import Actions, Choice, Question, Value
from campaigns.postbattle.run import NeedsAction, NeedsChoice, NeedsRoll, Run, Throw, Waiting
from campaigns.postbattle.trading import MOVES, TRADES
from mordheim.rules.effects import Effect
from mordheim.rules.snapshot import Piece
from warbands.roster.refusals import Refused


class _NoFurther:
    """A session that stops wherever somebody would have to roll or decide."""

    def begin(self, step: str) -> None:
        """Every step is tried alike."""

    def throw(self, request: NeedsRoll) -> Throw:
        raise request

    def decide(self, question: Question) -> Value:
        raise NeedsChoice(question)

    def act(self, actions: Actions) -> Choice | None:
        raise NeedsAction(actions)

    def meanwhile(self) -> Iterable[Effect]:
        return ()


def tried(run: Run, choose: str, value: Mapping[str, Any]) -> tuple[str, Run]:
    """Why something cannot be done now, empty where it can; and the run after it, as far as no dice are needed."""
    trial = replace(
        run, session=_NoFurther(), events=[], choices=[], haggled=set(run.haggled), searched=set(run.searched)
    )
    try:
        {**TRADES, **MOVES}[choose](trial, value)
    except Refused as refused:
        return refused.message, trial
    except Waiting:
        pass
    return "", trial


def refused_now(run: Run, choose: str, **value: Any) -> str:
    """Why something cannot be done now, empty where it can."""
    return tried(run, choose, value)[0]


def item_token(piece: Piece) -> str:
    """How a form names a piece: ``dwarf_axe:gromril``."""
    return f"{piece.item}:{piece.material}" if piece.material else piece.item


def piece_of(token: str) -> Piece:
    """The piece that a token names."""
    item, _, material = token.partition(":")
    return Piece(item, material or None)


def move_value(source: str, target: str, token: str) -> dict[str, Any]:
    """A move as the choices file has it."""
    return {**piece_value(token), "from": source, "to": target}


def piece_value(token: str, quantity: int = 1) -> dict[str, Any]:
    """A piece as the choices file has it."""
    item, _, material = token.partition(":")
    return (
        {"item": item} | ({"material": material} if material else {}) | ({"quantity": quantity} if quantity > 1 else {})
    )
