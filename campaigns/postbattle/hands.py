"""Who has what in hand, as it is offered: pieces that may change hands, what is wrong with them, books to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from campaigns.postbattle.run import Run
from campaigns.postbattle.trading import STASH
from campaigns.postbattle.trying import item_token, move_value, refused_now, tried
from campaigns.postbattle.words import thing
from mordheim.rules.snapshot import Piece
from warbands.roster.check import check
from warbands.roster.equipping import piece_name
from warbands.roster.members import Member
from warbands.roster.problems import Problem


@dataclass(frozen=True)
class Carried:
    """Pieces in somebody's hands; ``count`` is for each member of a group."""

    token: str
    name: str
    count: int


@dataclass(frozen=True)
class Holder:
    """The stash, or somebody who carries things. ``keeps`` says why nothing of it can be moved, where that is so."""

    name: str
    type_name: str
    size: int
    pieces: tuple[Carried, ...]
    keeps: str = ""


@dataclass(frozen=True)
class Target:
    """Where a piece may go, or why not."""

    name: str
    type_name: str
    refused: str


@dataclass(frozen=True)
class Moving:
    """A piece that is about to change hands."""

    source: str
    token: str
    name: str
    targets: tuple[Target, ...]


@dataclass(frozen=True)
class Wrong:
    """A problem of somebody's, and the piece that mends it when it goes to the stash, if one does."""

    problem: Problem
    token: str = ""
    thing: str = ""


@dataclass(frozen=True)
class Hands:
    """Who has what, what is wrong with it, and the piece that is about to change hands."""

    holders: tuple[Holder, ...]
    wrong: tuple[Wrong, ...]
    moving: Moving | None = None


def hands(run: Run, source: str = "", token: str = "") -> Hands:
    """All that is carried; ``source`` and ``token`` name the piece that the player has picked up, if any."""
    holders = (_stash(run), *(_holder(run, member) for member in run.roster.members))
    return Hands(holders, tuple(_wrongs(run)), _moving(run, holders, source, token))


def _stash(run: Run) -> Holder:
    return Holder(STASH, "", 1, _carried(run, run.snapshot.stash))


def _holder(run: Run, member: Member) -> Holder:
    return Holder(
        member.name, member.type_name, member.warrior.size, _carried(run, member.gear), keeps=_why_kept(member)
    )


def _why_kept(member: Member) -> str:
    """Why his things stay with him: a hired sword's are his own, a captive's out of reach."""
    if member.warrior.captured_by:
        return "held captive"
    return "his own" if member.hired else ""


def _carried(run: Run, pieces: Iterable[Piece]) -> tuple[Carried, ...]:
    return tuple(
        Carried(item_token(piece), thing(run.rulebook, replace(piece, quantity=1)), piece.quantity) for piece in pieces
    )


def _moving(run: Run, holders: Iterable[Holder], source: str, token: str) -> Moving | None:
    holder = next((one for one in holders if one.name == source and not one.keeps), None)
    piece = next((one for one in holder.pieces if one.token == token), None) if holder else None
    if holder is None or piece is None:
        return None
    others = [one for one in holders if one.name != source]
    targets = tuple(
        Target(one.name, one.type_name, _move_refused(run, source, one.name, piece.token)) for one in others
    )
    return Moving(source, piece.token, piece.name, targets)


def _move_refused(run: Run, source: str, target: str, token: str) -> str:
    return refused_now(run, "move", **move_value(source, target, token))


def _wrongs(run: Run) -> Iterator[Wrong]:
    """What is wrong with somebody, each with what would mend it."""
    for problem in check(run.snapshot, run.rulebook).problems:
        member = next((one for one in run.roster.members if one.warrior.id == problem.warrior_id), None)
        if member is not None:
            yield _mended(run, problem, member)


def _mended(run: Run, problem: Problem, member: Member) -> Wrong:
    for piece in member.warrior.equipment:
        refused, after = tried(run, "move", move_value(member.name, STASH, item_token(piece)))
        if not refused and problem.message not in [one.message for one in check(after.snapshot, run.rulebook).problems]:
            return Wrong(problem, item_token(piece), piece_name(run.roster, replace(piece, quantity=1)))
    return Wrong(problem)


@dataclass(frozen=True)
class Study:
    """A book that somebody carries and may read, or why not."""

    name: str
    token: str
    thing: str
    refused: str = ""


def studies(run: Run) -> tuple[Study, ...]:
    found = []
    for member in run.roster.own:
        for piece in member.warrior.equipment:
            if run.rulebook.items[piece.item].teaches:
                refused = refused_now(run, "study", warrior=member.name, item=piece.item)
                found.append(Study(member.name, item_token(piece), thing(run.rulebook, piece), refused))
    return tuple(found)
