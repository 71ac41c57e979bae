"""Morale: when a side must test, what becomes of those who lose heart, and how they are rallied (H34).

Only non-players test. A side throws once for all of them; those who have lost heart attack nobody, and leave the fight
in the step of morale of the next round unless they have been rallied.
"""

from __future__ import annotations

from collections.abc import Sequence

from encounters.hitchance.bout import Bout
from encounters.hitchance.state import SIDES, Fighter, Side


def may_be_rallied(fighters: Sequence[Fighter], side: Side) -> bool:
    """That somebody has lost heart and no new test has been made for him."""
    return any(one.side == side and not one.lost and one.broken_since and not one.rally_tried for one in fighters)


def sides_to_test(fighters: Sequence[Fighter], round_: int) -> tuple[Side, ...]:
    """The sides that have lost their first, their leader, or half of their number in this round, and have non-players
    who can lose heart."""
    return tuple(side for side in SIDES if _waverers(fighters, side) and _has_cause(fighters, side, round_))


def _waverers(fighters: Sequence[Fighter], side: Side) -> list[int]:
    return [
        place
        for place, one in enumerate(fighters)
        if one.side == side and one.who.npc and not one.lost and not one.broken_since
    ]


def _has_cause(fighters: Sequence[Fighter], side: Side, round_: int) -> bool:
    own = [one for one in fighters if one.side == side]
    now = sum(1 for one in own if one.lost)
    fresh = [one for one in own if one.lost and one.lost_round == round_]
    before = now - len(fresh)
    first, half = before == 0 < now, 2 * before < len(own) <= 2 * now
    return bool(fresh) and (first or half or any(one.who.leader for one in fresh))


def _stands(bout: Bout, what_for: str) -> tuple[int, bool]:
    morale = bout.rules.rounds.morale
    total = sum(bout.roll(morale.sides, what_for) for _ in range(morale.dice))
    return total, total <= morale.stands_to


def test(bout: Bout) -> None:
    """Every test that is due."""
    for side in sides_to_test(bout.fighters, bout.round):
        total, stands = _stands(bout, f"morale of the {side}")
        if not stands:
            for place in _waverers(bout.fighters, side):
                bout.change(place, broken_since=bout.round, rally_tried=False)
        bout.tell("morale", side=side, total=total, stands=stands)


def rally(bout: Bout, by: int) -> None:
    """One new test for all of his side who have lost heart."""
    side = bout.fighters[by].side
    total, stands = _stands(bout, f"{bout.name(by)}: rally")
    for place, one in enumerate(bout.fighters):
        if one.side == side and one.broken_since and not one.lost:
            bout.change(place, broken_since=0 if stands else one.broken_since, rally_tried=not stands)
    bout.tell("rally", fighter=bout.name(by), total=total, stands=stands)


def flee(bout: Bout) -> None:
    """Those who lost heart in an earlier round leave."""
    for place, one in enumerate(bout.fighters):
        if one.broken_since and one.broken_since < bout.round and not one.lost:
            bout.lose(place, "fled", dice=())
            bout.tell("fled", fighter=one.name)
