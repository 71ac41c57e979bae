"""Who may do what in a campaign: one table, asked by every page and every service. Pure."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What a member is. An arbitrator may play as well; a spectator only looks."""

    ARBITRATOR = "arbitrator"
    PLAYER = "player"
    SPECTATOR = "spectator"


class Right(StrEnum):
    """What may be done in a campaign."""

    SEE = "see"
    NOTE = "note"
    ENROL = "enrol"
    PAIR = "pair"
    REPORT = "report"
    ARBITRATE = "arbitrate"
    CORRECT = "correct"


RIGHTS: dict[Role, frozenset[Right]] = {
    Role.ARBITRATOR: frozenset(Right),
    Role.PLAYER: frozenset({Right.SEE, Right.NOTE, Right.ENROL, Right.PAIR, Right.REPORT}),
    Role.SPECTATOR: frozenset({Right.SEE}),
}

# What somebody is told who may not.
WITHOUT: dict[Right, str] = {
    Right.SEE: "Only members of this campaign may look at it.",
    Right.NOTE: "Spectators read the chronicle; players and arbitrators write in it.",
    Right.ENROL: "Spectators have no warband here. Ask an arbitrator to make you a player.",
    Right.PAIR: "Spectators make no pairings. Ask an arbitrator to make you a player.",
    Right.REPORT: "Spectators report no battles. Ask an arbitrator to make you a player.",
    Right.ARBITRATE: "Only an arbitrator of this campaign may do that.",
    Right.CORRECT: "Only an arbitrator of this campaign may correct the record.",
}


def may(role: str, right: Right) -> bool:
    """Whether a member of that role may do that; an unknown role may do nothing."""
    return role in RIGHTS and right in RIGHTS[Role(role)]
