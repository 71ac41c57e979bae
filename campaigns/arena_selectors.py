"""What an app above can play out that a night asks for, such as a fight in the pits. It adds itself here, since
campaigns know nothing of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from campaigns.models import PostBattle
from campaigns.postbattle.choices import Question


@dataclass(frozen=True)
class Way:
    """Where a question is played out, and the words that lead there."""

    url: str
    words: str


Arena = Callable[[PostBattle, Question], Way | None]
_ARENAS: list[Arena] = []


def plays_out(arena: Arena) -> None:
    """Have a question of a night offer to be played out.

    Args:
        arena: where a question is played out, nothing where it is not; at most one small query, and none for questions
            that it does not play out.
    """
    if arena not in _ARENAS:
        _ARENAS.append(arena)


def played_out_at(post: PostBattle, question: Question) -> Way | None:
    """The way there; nothing where nobody plays it out."""
    return next((found for arena in _ARENAS if (found := arena(post, question))), None)
