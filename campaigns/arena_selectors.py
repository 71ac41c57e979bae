"""What an app above can play out that a night asks for, such as a fight in the pits. It adds itself here, since
campaigns know nothing of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from campaigns.models import PostBattle
from campaigns.postbattle.choices import Question


@dataclass(frozen=True)
class Way:
    """Where a question is played out, and the words that lead there."""

    url: str
    words: str


class Arena(Protocol):
    """What plays questions of nights out."""

    def way(self, post: PostBattle, question: Question) -> Way | None:
        """Where a question is played out, nothing where it is not; at most one small query, and none for questions
        that are no concern of it."""

    def told_by_hand(self, post: PostBattle, *, arbitrates: bool) -> None:
        """Give way to an answer that somebody brings himself, in the transaction that takes it; one query.

        Raises:
            Refused: where what is being played out decides it.
        """


_ARENAS: list[Arena] = []


def plays_out(arena: Arena) -> None:
    """Have questions of nights offer to be played out."""
    if arena not in _ARENAS:
        _ARENAS.append(arena)


def played_out_at(post: PostBattle, question: Question) -> Way | None:
    """The way there; nothing where nobody plays it out."""
    return next((found for arena in _ARENAS if (found := arena.way(post, question))), None)


def told_by_hand(post: PostBattle, *, arbitrates: bool) -> None:
    """Let whatever plays a question of this night out give way to an answer; raises Refused where it does not."""
    for arena in _ARENAS:
        arena.told_by_hand(post, arbitrates=arbitrates)
