"""The round: initiative, the shrinking dice, the three blocks, recovery, morale; and what must be rolled before it goes
on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from encounters.hitchance import harm, morale
from encounters.hitchance.bout import Bout
from encounters.hitchance.rules import HitRules
from encounters.hitchance.state import (
    BLOCKS,
    INITIATIVE,
    MORALE,
    OVER,
    RECOVERY,
    ROUND,
    SHRINKING,
    DieKind,
    Fighter,
    Outcome,
    Reason,
    Shrinker,
    Side,
    Skirmish,
    Step,
    effects_of,
    in_block,
)

_KINDS: tuple[DieKind, ...] = ("bleeding", "downed", "dying")


@dataclass(frozen=True)
class Due:
    """Dice that must be rolled before the skirmish goes on: ``count`` of so many ``sides`` (0: it applies without a
    roll), for a fighter by his place or, for morale, a whole side. ``needs`` is the highest face or total that does
    well, 0 where no face does."""

    what_for: str
    sides: int
    count: int = 1
    fighter: int | None = None
    side: str = ""
    needs: int = 0


# --- initiative -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class InitiativeRoll:
    """One die, for those of a section by their median member, or for one alone."""

    roller: int
    for_whom: tuple[int, ...]
    die: int
    space: int


def initiative_rolls(skirmish: Skirmish | Bout) -> list[InitiativeRoll]:
    """The dice of initiative in the order of the members; those who cannot act roll none (H29)."""
    sections: dict[object, list[int]] = {}
    for place, one in enumerate(skirmish.fighters):
        if one.side == "members" and one.may_act(skirmish.round):
            sections.setdefault(one.who.section or place, []).append(place)
    return [_roll_of(skirmish, places) for places in sections.values()]


def _roll_of(skirmish: Skirmish | Bout, places: list[int]) -> InitiativeRoll:
    """The median member by space, the one with less of the two in the middle."""
    rules, fighters = skirmish.rules, skirmish.fighters
    roller = sorted(places, key=lambda place: fighters[place].space)[(len(places) - 1) // 2]
    steps = _foes_pace(skirmish) + sum(e.step for _, e in effects_of(fighters[roller], rules, "initiative_step"))
    die = rules.stepped(rules.rounds.initiative.die, steps)
    return InitiativeRoll(roller, tuple(places), die, min(fighters[roller].space, rules.rounds.initiative.most_space))


def _foes_pace(skirmish: Skirmish | Bout) -> int:
    """1 where most foes are fast, -1 where most are slow (H30)."""
    foes = [one for one in skirmish.fighters if one.side == "monsters" and not one.lost]
    fast, slow = (sum(one.who.pace == pace for one in foes) * 2 > len(foes) for pace in ("fast", "slow"))
    return fast - slow


def _initiative(bout: Bout) -> None:
    for one in initiative_rolls(bout):
        roll = bout.roll(one.die, f"{bout.name(one.roller)}: initiative")
        passed = roll <= one.space or roll == bout.rules.rounds.initiative.always_passes
        for place in one.for_whom:
            bout.change(place, passed=passed)
        names = [bout.name(place) for place in one.for_whom]
        facts = {"die": one.die, "space": one.space, "roll": roll, "passed": passed}
        bout.tell("initiative", fighter=bout.name(one.roller), section=names, **facts)


# --- shrinking dice ---------------------------------------------------------------------------------------------


def running(skirmish: Skirmish | Bout) -> list[tuple[int, Shrinker]]:
    """The dice that are rolled in this round, in order (H27)."""
    due = [
        (place, die) for place, one in enumerate(skirmish.fighters) for die in one.dice if die.since < skirmish.round
    ]
    return sorted(due, key=lambda one: (_KINDS.index(one[1].kind), one[1].serial))


def roll_shrinking(bout: Bout) -> None:
    """Each as it is when its turn comes: what went before may have ended it or made it smaller."""
    for place, die in running(bout):
        now = next((one for one in bout.fighters[place].dice if one.serial == die.serial), None)
        if now is not None:
            harm.tick(bout, place, now)


# --- recovery, morale -------------------------------------------------------------------------------------------


def _recovery(bout: Bout) -> None:
    for place, one in enumerate(bout.fighters):
        if one.stunned_until and one.stunned_until <= bout.round:
            bout.change(place, stunned_until=0)
            bout.tell("recovered", fighter=one.name)


# --- the round --------------------------------------------------------------------------------------------------

_ROLLS: Mapping[Step, Callable[[Bout], None]] = {
    INITIATIVE: _initiative,
    SHRINKING: roll_shrinking,
    MORALE: morale.test,
}


def due(skirmish: Skirmish | Bout) -> tuple[Due, ...]:
    """What must be rolled now; nothing in a block."""
    return _DUE[skirmish.step](skirmish) if skirmish.step in _DUE else ()


def _initiative_due(skirmish: Skirmish | Bout) -> tuple[Due, ...]:
    sure = skirmish.rules.rounds.initiative.always_passes
    return tuple(
        Due("initiative", one.die, fighter=one.roller, needs=max(one.space, sure)) for one in initiative_rolls(skirmish)
    )


def _shrinking_due(skirmish: Skirmish | Bout) -> tuple[Due, ...]:
    return tuple(Due(die.kind, die.size, fighter=place) for place, die in running(skirmish))


def _morale_due(skirmish: Skirmish | Bout) -> tuple[Due, ...]:
    rule = skirmish.rules.rounds.morale
    return tuple(
        Due("morale", rule.sides, rule.dice, side=side, needs=rule.stands_to)
        for side in morale.sides_to_test(skirmish.fighters, skirmish.round)
    )


_DUE: Mapping[Step, Callable[[Skirmish | Bout], tuple[Due, ...]]] = {
    INITIATIVE: _initiative_due,
    SHRINKING: _shrinking_due,
    MORALE: _morale_due,
}


def roll_due(bout: Bout) -> None:
    """Roll what is due, and on to the next step."""
    _ROLLS[bout.step](bout)
    _next_step(bout)


def go_on(bout: Bout) -> None:
    """On through all that asks nobody for anything, to a block with somebody to act, to dice that are due, or to the
    end."""
    while not _is_over(bout) and not due(bout) and not any(_asked(bout)):
        if bout.step == RECOVERY:
            _recovery(bout)
        _next_step(bout)


def _asked(bout: Bout) -> list[bool]:
    if bout.step not in BLOCKS:
        return []
    return [in_block(one, bout.step) and one.may_act(bout.round) and not one.done for one in bout.fighters]


def _next_step(bout: Bout) -> None:
    at = ROUND.index(bout.step) + 1
    if at < len(ROUND):
        bout.step = ROUND[at]
    elif not _is_over(bout):
        _next_round(bout)
    if bout.step == MORALE:
        morale.flee(bout)


def _next_round(bout: Bout) -> None:
    if bout.round >= bout.round_limit:
        _end(bout, None, "round_limit")
        return
    bout.round += 1
    bout.step = INITIATIVE
    begin_round(bout)


def begin_round(bout: Bout) -> None:
    for place, one in enumerate(bout.fighters):
        bout.change(place, **fresh(one, bout.rules))


def fresh(fighter: Fighter, rules: HitRules) -> dict[str, int | bool]:
    """What a fighter has anew in each round (H15: as many defences as levels)."""
    turn = rules.rounds.turn
    defences = max(rules.attacks.defences.least, fighter.who.level)
    once = {"majors": turn.majors, "minors": turn.minors, "frees": turn.frees, "squares": 0}
    return {**once, "defences": defences, "passed": False, "done": False}


def _is_over(bout: Bout) -> bool:
    """Ends the skirmish when a side has nobody left."""
    left = {one.side for one in bout.fighters if not one.lost}
    if bout.step != OVER and len(left) < 2:
        _end(bout, next(iter(left), None), "lost")
    return bout.step == OVER


def _end(bout: Bout, winner: Side | None, reason: Reason) -> None:
    bout.step = OVER
    bout.outcome = Outcome(winner, reason, bout.round)
    bout.tell("result", winner=winner, reason=reason, rounds=bout.round, **_standing(bout))


def _standing(bout: Bout) -> dict[str, object]:
    return {
        "fighters": {
            one.name: {"lost": one.lost or None, "injuries": [injury.number for injury in one.injuries]}
            for one in bout.fighters
        }
    }
