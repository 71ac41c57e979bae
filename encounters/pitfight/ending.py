"""The End Phase and the end of the fight (7.0, 7.1; rulings E1 to E10, R7, R8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from encounters.pitfight.bout import Bout, Event
from encounters.pitfight.levels import NO_BOOSTS, RECOVERY, half
from encounters.pitfight.orders import Order, Recover
from encounters.pitfight.state import OVER, PICK_MOVES, Fighter, Outcome, PitFight


def end_phase(bout: Bout) -> None:
    """Recovery, which asks; then all the rest at once."""
    for place, fighter in enumerate(bout.fighters):
        lost = fighter.wounds_lost or fighter.initiative_lost
        if fighter.counters and lost and not fighter.out and place not in bout.declined:
            bout.ask("recover", place)
            return
    bout.declined = ()
    bled = _bleed(bout)
    fallen = _wear_off(bout, bled)
    bout.quiet += 1
    if bout.logging:
        _tell_end(bout, bled, fallen)
    for place, cause in fallen.items():
        bout.take_out(place, cause, None)
    _expire_all(bout)
    _go_on(bout)


def _go_on(bout: Bout) -> None:
    """To the next turn, or to the end of the fight."""
    bout.outcome = _judged(bout)
    if bout.outcome is None:
        bout.turn, bout.step = bout.turn + 1, PICK_MOVES
        return
    if bout.logging:
        bout.tell("result", **result_of(bout, bout.outcome))
    bout.step = OVER


# --- recovery ---------------------------------------------------------------------------------------------------


def recover_options(fight: PitFight, place: int) -> tuple[Recover, ...]:
    """Not now, or all that a rush gives back, split in any way over what is lost (R8)."""
    fighter = fight.fighters[place]
    points = min(RECOVERY, fighter.wounds_lost + fighter.initiative_lost)
    fewest, most = max(points - fighter.initiative_lost, 0), min(points, fighter.wounds_lost)
    splits = (Recover(place, wounds, points - wounds) for wounds in range(most, fewest - 1, -1))
    return (Recover(place), *splits)


def answer_recover(bout: Bout, orders: Sequence[Order]) -> None:
    order = orders[0]
    if not isinstance(order, Recover):
        raise TypeError(order)
    if not order.wounds and not order.initiative:
        bout.declined = (*bout.declined, order.fighter)
        return
    fighter = bout.fighters[order.fighter]
    bout.change(
        order.fighter,
        wounds_lost=fighter.wounds_lost - order.wounds,
        initiative_lost=fighter.initiative_lost - order.initiative,
    )
    bout.spend(order.fighter, "recover", wounds=order.wounds, initiative=order.initiative)


# --- losses -----------------------------------------------------------------------------------------------------


Bled = dict[int, tuple[int, tuple[int, ...]]]


def _bleed(bout: Bout) -> Bled:
    """Each source of bleeding costs its wounds. By his place, what a fighter lost, and the faces rolled for a D3."""
    bled: Bled = {}
    for place, fighter in enumerate(bout.fighters):
        harm = fighter.harm
        if fighter.out or not (harm.bleeds or harm.bleeds_d3):
            continue
        faces = tuple(bout.roll(6, "blood lost (D3)", place) for _ in range(harm.bleeds_d3))
        lost = harm.bleeds + sum(map(half, faces))
        bled[place] = (lost, faces)
        bout.change(place, wounds_lost=fighter.wounds_lost + lost)
    return bled


def _wear_off(bout: Bout, bled: Bled) -> dict[int, str]:
    """Boosts and the halving of a push-off end; who falls then, and of what: the blood that he has just lost, or the
    Wounds that were borrowed."""
    fallen = {}
    for place, fighter in enumerate(bout.fighters):
        if fighter.out:
            continue
        rested = bout.change(place, boosts=NO_BOOSTS, halved=False) if _is_strained(fighter) else fighter
        if rested.wounds <= 0:
            blood, _ = bled.get(place, (0, ()))
            fallen[place] = "bleeding" if rested.wounds + blood > 0 else "collapse"
    return fallen


def _is_strained(fighter: Fighter) -> bool:
    return fighter.halved or fighter.boosts != NO_BOOSTS


def _expire_all(bout: Bout) -> None:
    for place, fighter in enumerate(bout.fighters):
        if fighter.counters:
            _expire(bout, place)


def _expire(bout: Bout, place: int) -> None:
    """Old rushes are lost."""
    counters = bout.fighters[place].counters
    while counters and counters[0] <= bout.turn:
        bout.spend(place, "lost")
        counters = counters[1:]


# --- the end ----------------------------------------------------------------------------------------------------


def taken_out_to_end(starters: int) -> int:
    """Half of them, fractions rounded up."""
    return (starters + 1) // 2


def _judged(bout: Bout) -> Outcome | None:
    out = sum(1 for fighter in bout.fighters if fighter.out)
    if out >= taken_out_to_end(len(bout.fighters)):
        return winner(bout, "taken_out")
    if bout.turn >= bout.terms.turn_limit:
        return winner(bout, "turn_limit")
    if bout.quiet >= bout.terms.quiet_limit:
        return winner(bout, "quiet_limit")
    return None


def winner(fight: PitFight | Bout, reason: str) -> Outcome:
    """Who stands and inflicted most; of equals who drew blood first. Where nobody did, nobody can tell (E5 to E7)."""
    standing = [place for place, fighter in enumerate(fight.fighters) if not fighter.out]
    if not standing:
        return Outcome(None, (), reason)
    most = max(fight.fighters[one].damage for one in standing)
    best = [one for one in standing if fight.fighters[one].damage == most]
    if most == 0 and len(best) > 1:
        return Outcome(None, tuple(best), reason)
    return Outcome(min(best, key=lambda one: fight.fighters[one].first_damage), (), reason)


def _tell_end(bout: Bout, bled: Bled, fallen: Mapping[int, str]) -> None:
    """Before those who fall, who are reckoned as out in it."""
    standing = [one for place, one in enumerate(bout.fighters) if not one.out and place not in fallen]
    bout.tell(
        "end_phase",
        bled={bout.name(one): {"lost": lost, "faces": list(faces)} for one, (lost, faces) in bled.items()},
        wounds={fighter.pit.name: fighter.wounds for fighter in standing},
        standing=[fighter.pit.name for fighter in standing],
        taken_out=len(bout.fighters) - len(standing),
        needed=taken_out_to_end(len(bout.fighters)),
        quiet_turns=bout.quiet,
    )


def result_of(fight: PitFight | Bout, outcome: Outcome) -> dict[str, object]:
    """The outcome as the log tells it."""
    names = [fighter.pit.name for fighter in fight.fighters]
    return {
        "winner": None if outcome.winner is None else names[outcome.winner],
        "drawn": [names[one] for one in outcome.drawn],
        "reason": outcome.reason,
        "turns": fight.turn,
        "damage": {fighter.pit.name: fighter.damage for fighter in fight.fighters},
        "first_damage": {fighter.pit.name: fighter.first_damage or None for fighter in fight.fighters},
        "standing": [fighter.pit.name for fighter in fight.fighters if not fighter.out],
        "taken_out": {fighter.pit.name: fighter.out for fighter in fight.fighters if fighter.out},
    }


def log_as_json(events: Sequence[Event]) -> dict[str, object]:
    """The log of a fight to its end, and the result once more by itself."""
    head = ("turn", "phase", "type")
    return {"events": list(events), "result": {key: value for key, value in events[-1].items() if key not in head}}
