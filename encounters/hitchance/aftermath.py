"""What is printed of the time after a skirmish: rest, practice, mending armour."""

from __future__ import annotations

from dataclasses import replace

from encounters.hitchance.harm import is_overloaded
from encounters.hitchance.rules import HitRules
from encounters.hitchance.shrinking import APPLIES, after_tick
from encounters.hitchance.state import Fighter, Thing
from mordheim.rules.dice import Dice


def rested(fighter: Fighter, rules: HitRules, minutes: int) -> Fighter:
    """Somebody downed can fight again after ten minutes, once no die runs on him any more (H25)."""
    if fighter.lost != "downed" or minutes < rules.rounds.after.rest_minutes or fighter.dice:
        return fighter
    return fighter.changed(lost="", lost_round=0, prone=is_overloaded(fighter), overloaded=is_overloaded(fighter))


def practised(fighter: Fighter, rules: HitRules, minutes: int) -> Fighter:
    """Armour that was outsmarted works again after ten minutes of practice."""
    if minutes < rules.rounds.after.practice_minutes:
        return fighter
    return fighter.changed(worn=tuple(_working(piece, "outsmarted") for piece in fighter.worn))


def _working(piece: Thing, state: str) -> Thing:
    return replace(piece, state="working") if piece.state == state else piece


def jury_rig(piece: Thing, rules: HitRules, dice: Dice) -> tuple[Thing, int]:
    """A damaged piece works again; with the minutes that it takes, ten for each tick of a shrinking die."""
    if piece.state != "damaged":
        return piece, 0
    size, ticks = rules.dice.starts.jury_rig.size, 0
    while size != APPLIES:
        face = dice.roll(size, f"mending {rules.name_of(piece.key)}") if size else 1
        size, ticks = after_tick(rules, size, face), ticks + 1
    return _working(piece, "damaged"), ticks * rules.rounds.after.jury_rig_minutes


def remake_price(piece: Thing, rules: HitRules, dice: Dice) -> int:
    """What a professional asks to remake a destroyed piece: so many tenths of its value as two eight-sided dice show,
    rounded up."""
    after = rules.rounds.after
    shown = sum(dice.roll(after.remake_sides, "price of remaking") for _ in range(after.remake_dice))
    return -(-rules.armour[piece.key].value * shown * after.remake_percent // 100)


def remade(piece: Thing) -> Thing:
    """The piece once a professional has been paid for it."""
    return _working(piece, "destroyed")


def cleared(fighter: Fighter, injury: int, *, infection: int = 0, fatigue: int = 0) -> Fighter:
    """Slots of an injury, by its place among his, emptied; it stops to trouble him when none is left, except for what
    is permanent."""
    one = fighter.injuries[injury]
    left = replace(one, infection=max(0, one.infection - infection), fatigue=max(0, one.fatigue - fatigue))
    return fighter.changed(injuries=(*fighter.injuries[:injury], left, *fighter.injuries[injury + 1 :]))
