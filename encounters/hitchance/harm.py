"""What a hit does to somebody, and what comes after it: stunned, bleeding, downed, killed, injuries, full slots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from encounters.hitchance.bout import Bout
from encounters.hitchance.rules import HitRules
from encounters.hitchance.schema import amount_of
from encounters.hitchance.shrinking import APPLIES, after_tick, rerolled_size, smaller
from encounters.hitchance.state import DieKind, Fighter, Injury, Lost, Shrinker

_HANDS = ("left_arm", "right_arm")


def suffer(bout: Bout, place: int, result: str, by: str) -> None:
    """A result of the attack table; nothing where it is empty, and nothing on the dead."""
    if result and bout.fighters[place].lost not in ("dead", "fled"):
        _SUFFER[result](bout, place, by)


def stun(bout: Bout, place: int, by: str) -> None:
    """To the step of recovery of the next round; a second one only renews it (H18)."""
    if bout.fighters[place].lost:
        return
    bout.change(place, stunned_until=bout.round + 1)
    bout.tell("stunned", fighter=bout.name(place), by=by, until=bout.round + 1)


def bleed(bout: Bout, place: int, by: str) -> None:
    """One more bleeding die (H19); one who is just out of the fight has none (H28)."""
    fighter = bout.fighters[place]
    if fighter.lost and fighter.who.nameless:
        return
    size = bout.rules.dice.starts.bleeding.size
    bout.start_die(place, "bleeding", size)
    bout.tell("bleeding", fighter=fighter.name, by=by, size=size)


def down(bout: Bout, place: int, by: str) -> None:
    """Downed (H24), or the downed die one smaller for one who is already (H21, H22)."""
    if bout.fighters[place].lost == "downed":
        _hasten(bout, place)
        return
    fighter = bout.fighters[place]
    _fall(bout, place, "downed")
    bout.tell("downed", fighter=fighter.name, by=by)
    if fighter.who.nameless:
        bout.change(place, dice=())
    else:
        bout.start_die(place, "downed", bout.rules.dice.starts.downed.size)


def _hasten(bout: Bout, place: int) -> None:
    fighter = bout.fighters[place]
    die = fighter.die("downed")
    if die is None:
        return
    size = smaller(bout.rules, die.size)
    _resize(bout, place, die, size)
    bout.tell("hastened", fighter=fighter.name, size=size)


def kill(bout: Bout, place: int, by: str) -> None:
    """Dead, with no injury to roll (H23)."""
    fighter = bout.fighters[place]
    _fall(bout, place, "dead", dice=())
    bout.tell("dead", fighter=fighter.name, by=by)


def _fall(bout: Bout, place: int, how: Lost, **changes: Any) -> None:
    """To the ground and out of the fight; what is in hand lies where he does."""
    bout.lay_down(place, bout.fighters[place].held)
    bout.lose(place, how, held=(), prone=True, stunned_until=0, **changes)
    unburden(bout, place)


_SUFFER: Mapping[str, Callable[[Bout, int, str], None]] = {"S": stun, "B": bleed, "D": down, "K": kill}


# --- shrinking dice ---------------------------------------------------------------------------------------------


def tick(bout: Bout, place: int, die: Shrinker) -> None:
    """One roll of a shrinking die, and what it does when it applies. One that is at its end applies without a roll."""
    name, rules = bout.name(place), bout.rules
    face = bout.roll(die.size, f"{name}: {die.kind} die") if die.size else 1
    size = after_tick(rules, die.size, face)
    if size != APPLIES:
        _resize(bout, place, die, size)
        bout.tell("tick", fighter=name, kind=die.kind, size=die.size, becomes=size, applies=False)
        return
    _remove(bout, place, die)
    bout.tell("tick", fighter=name, kind=die.kind, size=die.size, becomes=0, applies=True)
    _APPLIES[die.kind](bout, place, die)


def _bled_out(bout: Bout, place: int, die: Shrinker) -> None:
    down(bout, place, "")


def _downed_too_long(bout: Bout, place: int, die: Shrinker) -> None:
    """The same die is rolled again and is the number of the injury."""
    number = bout.roll(rerolled_size(bout.rules, die.size), f"{bout.name(place)}: injury")
    injure(bout, place, number)


def _died(bout: Bout, place: int, die: Shrinker) -> None:
    kill(bout, place, "")


_APPLIES: Mapping[DieKind, Callable[[Bout, int, Shrinker], None]] = {
    "bleeding": _bled_out,
    "downed": _downed_too_long,
    "dying": _died,
}


def _resize(bout: Bout, place: int, die: Shrinker, size: int) -> None:
    dice = tuple(replace(one, size=size) if one is die else one for one in bout.fighters[place].dice)
    bout.change(place, dice=dice)


def _remove(bout: Bout, place: int, die: Shrinker) -> None:
    bout.change(place, dice=tuple(one for one in bout.fighters[place].dice if one is not die))


def bandage(bout: Bout, place: int, by: int) -> None:
    """No bleeding die any more (H20)."""
    fighter = bout.fighters[place]
    stopped = sum(one.kind == "bleeding" for one in fighter.dice)
    bout.change(place, dice=tuple(one for one in fighter.dice if one.kind != "bleeding"))
    bout.tell("bandaged", fighter=fighter.name, by=bout.name(by), stopped=stopped)


def stabilise(bout: Bout, place: int, by: int) -> None:
    """The downed die ends; two dice of its size are rolled and the higher is the injury."""
    fighter = bout.fighters[place]
    die = next(one for one in fighter.dice if one.kind == "downed")
    _remove(bout, place, die)
    size = rerolled_size(bout.rules, die.size)
    number = max(bout.roll(size, f"{fighter.name}: injury, with advantage") for _ in range(2))
    bout.tell("stabilised", fighter=fighter.name, by=bout.name(by), size=size, number=number)
    injure(bout, place, number)


def save(bout: Bout, place: int) -> None:
    """Magic ends the dying die, and what brought it troubles him no more (H26); he stays down until he has rested."""
    fighter = bout.fighters[place]
    dice = tuple(one for one in fighter.dice if one.kind != "dying")
    injuries = tuple(one for one in fighter.injuries if not _kills_slowly(bout.rules, one))
    bout.change(place, dice=dice, injuries=injuries)
    bout.tell("saved", fighter=fighter.name)


def _kills_slowly(rules: HitRules, injury: Injury) -> bool:
    return any(effect.kind == "dying" for effect in rules.injuries.injuries[injury.number].effects)


# --- injuries ---------------------------------------------------------------------------------------------------


def injure(bout: Bout, place: int, number: int) -> Injury:
    """The injury of that number, with everything that is rolled for it."""
    entry, name = bout.rules.injuries.injuries[number], bout.name(place)
    injury = Injury(
        number,
        infection=_amount(bout, entry.infection, f"{name}: infection"),
        fatigue=_amount(bout, entry.fatigue, f"{name}: fatigue"),
        limb=_limb(bout, name) if entry.limb else _hand(bout, name) if entry.hand else "",
        place=bout.roll(len(entry.place), f"{name}: where") if entry.place else 0,
        fingers=_amount(bout, entry.fingers, f"{name}: fingers"),
    )
    bout.change(place, injuries=(*bout.fighters[place].injuries, injury))
    facts = {"infection": injury.infection, "fatigue": injury.fatigue, "limb": injury.limb}
    bout.tell("injury", fighter=name, number=number, **facts, place=injury.place, fingers=injury.fingers)
    for effect in entry.effects:
        if effect.kind in _AT_ONCE:
            _AT_ONCE[effect.kind](bout, place)
    if injury.fatigue:
        burden(bout, place)
    return injury


def _amount(bout: Bout, text: str, what_for: str) -> int:
    fixed, dice, sides = amount_of(text)
    return fixed + sum(bout.roll(sides, what_for) for _ in range(dice))


def _limb(bout: Bout, name: str) -> str:
    faces = bout.rules.injuries.limbs.faces
    return faces[bout.roll(len(faces), f"{name}: which limb") - 1]


def _hand(bout: Bout, name: str) -> str:
    return _HANDS[bout.roll(len(_HANDS), f"{name}: which hand") - 1]


def works_as(rules: HitRules, injury: Injury) -> int:
    """The place that an injury counts as (H37)."""
    return rules.injuries.injuries[injury.number].works_as.get(injury.place, injury.place)


def _catastrophe(bout: Bout, place: int) -> None:
    kill(bout, place, "")


def _dying(bout: Bout, place: int) -> None:
    bout.start_die(place, "dying", bout.rules.dice.starts.dying.size)


# Effects that happen; all others last, and are asked for where they count (`state.effects_of`).
_AT_ONCE: Mapping[str, Callable[[Bout, int], None]] = {"dies": _catastrophe, "dying": _dying}


def is_mortal(number: int, rules: HitRules) -> bool:
    """Whether nobody who has that injury fights on."""
    return any(effect.kind in _AT_ONCE for effect in rules.injuries.injuries[number].effects)


# --- slots ------------------------------------------------------------------------------------------------------


def gain_fatigue(bout: Bout, place: int, slots: int) -> None:
    """Fatigue that no injury brings fills so many slots (H36)."""
    bout.change(place, fatigue=bout.fighters[place].fatigue + slots)
    bout.tell("fatigue", fighter=bout.name(place), slots=slots)
    burden(bout, place)


def gain_infection(bout: Bout, place: int, slots: int) -> None:
    """Infection that no injury brings; it fills slots, but only fatigue lays one low."""
    bout.change(place, infection=bout.fighters[place].infection + slots)
    bout.tell("infection", fighter=bout.name(place), slots=slots)


def burden(bout: Bout, place: int) -> None:
    """After fatigue: prone under more than one can carry, unconscious when it fills everything (H36)."""
    fighter = bout.fighters[place]
    if fighter.lost in ("dead", "fled"):
        return
    if is_worn_out(fighter) and not fighter.lost:
        _fall(bout, place, "unconscious")
        bout.tell("unconscious", fighter=fighter.name)
    elif is_overloaded(fighter) and not fighter.overloaded:
        bout.change(place, overloaded=True, prone=True)
        bout.tell("overloaded", fighter=fighter.name, filled=fighter.filled, capacity=fighter.who.capacity)


def is_overloaded(fighter: Fighter) -> bool:
    return fighter.fatigue_slots > 0 and fighter.filled > fighter.who.capacity


def is_worn_out(fighter: Fighter) -> bool:
    return fighter.fatigue_slots >= fighter.who.capacity


def unburden(bout: Bout, place: int) -> None:
    """After something was dropped or cleared: no longer overloaded once it fits; one still has to stand up."""
    fighter = bout.fighters[place]
    if fighter.overloaded and fighter.filled <= fighter.who.capacity:
        bout.change(place, overloaded=False)
