"""Who has the first turn, and the order of play round the table.

Sources: Town Cryer, Chaos on the Streets, Order of play; Mordheim rulebook, Scenarios; ruling 33 (a defender in the
middle).
"""

from __future__ import annotations

from collections.abc import Sequence

from encounters.setup.board import Board
from encounters.table import Party
from warbands.roster.members import Member

WHAT_FOR = "First turn"


def order_of_play(board: Board) -> list[Party]:
    """Clockwise from whoever has the first turn."""
    return clockwise(board, _first(board))


def _first(board: Board) -> Party:
    match board.plan.first_turn:
        case "attacker":
            return board.of("attacker")[0]
        case "highest":
            return board.talk.highest(board.parties, WHAT_FOR)
        case "highest_with_initiative":
            what_for = f"{WHAT_FOR}, with the leader's Initiative"
            return board.talk.highest(board.parties, what_for, plus=leaders_initiative)


def clockwise(board: Board, first: Party) -> list[Party]:
    """From the first by the segments taken. Who has none goes last; if he is the first, the others follow from A."""
    order = [segment.key for segment in board.table.segments]
    seated = sorted((one for one in board.standing if one.segment), key=lambda one: order.index(str(one.segment)))
    round_the_table = [one.party for one in seated]
    elsewhere = [one.party for one in board.standing if not one.segment]
    if first in elsewhere:
        return [first, *round_the_table, *(party for party in elsewhere if party is not first)]
    start = round_the_table.index(first)
    return [*round_the_table[start:], *round_the_table[:start], *elsewhere]


def leaders_initiative(party: Party) -> int:
    """Of the leader; without him of the hero, or else the warrior, with the highest Leadership (ruling 19)."""
    leader = next((member for member in party.present if member.leads), None) or _stands_in(party.present)
    return _value(leader, "i") if leader else 0


def _stands_in(present: Sequence[Member]) -> Member | None:
    heroes = [member for member in present if member.warrior.section == "hero"]
    return max(heroes or present, key=lambda member: _value(member, "ld"), default=None)


def _value(member: Member, characteristic: str) -> int:
    value = member.value("i" if characteristic == "i" else "ld")
    return value if isinstance(value, int) else 0
