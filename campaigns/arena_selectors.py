"""What an app above can play out that a night asks for, such as a fight in the pits. It adds itself here, since
campaigns know nothing of it."""

from __future__ import annotations

from collections.abc import Callable

from campaigns.models import PostBattle
from campaigns.postbattle.choices import Question

Arena = Callable[[PostBattle, Question], str]
_ARENAS: list[Arena] = []


def plays_out(arena: Arena) -> None:
    """Have a question of a night offer to be played out.

    Args:
        arena: where a question is played out, empty where it is not; no query.
    """
    if arena not in _ARENAS:
        _ARENAS.append(arena)


def played_out_at(post: PostBattle, question: Question) -> str:
    """The address; empty where nobody plays it out."""
    return next((found for arena in _ARENAS if (found := arena(post, question))), "")
