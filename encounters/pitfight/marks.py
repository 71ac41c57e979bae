"""What holds of a fighter now, as signs with words."""

from __future__ import annotations

from dataclasses import dataclass

from encounters.pitfight.levels import WATCHING
from encounters.pitfight.state import PICK_MOVES, RESOLVE_ATTACKS, Fighter, PitFight
from encounters.pitfight.telling import CAUSES


@dataclass(frozen=True)
class Mark:
    """A state as a sign (an icon's name), a letter on the token, and words. ``tone`` is gain, loss, brass or none;
    ``timed`` is what a card tells with how long it lasts."""

    icon: str
    letter: str
    text: str
    tone: str = ""
    timed: bool = False


def marks_of(fight: PitFight, place: int) -> tuple[Mark, ...]:
    """What holds of a fighter now and can be seen at the table."""
    fighter, turn = fight.fighters[place], fight.turn
    # What his move made of him ends with the turn, and is kept until the next move is revealed.
    moved = fight.step != PICK_MOVES
    marks = [
        (fighter.mighty and moved, Mark("flame", "M", "Mighty blow", "loss")),
        (0 < turn <= fighter.stunned_until, _timed("star", "S", "Stunned: may not attack")),
        (0 < turn <= fighter.floored_until, _timed("arrow-down-to-line", "F", "Floored: slow moves only")),
        (fighter.halved, Mark("split", "½", "Halved by a push-off", "loss")),
        (fighter.observing and moved, Mark("eye", "O", _observing(fight))),
        (bool(fighter.counters), Mark("zap", str(len(fighter.counters)), _adrenalin(fighter), "brass", timed=True)),
    ]
    return tuple(mark for holds, mark in marks if holds and not fighter.out)


def _timed(icon: str, letter: str, text: str) -> Mark:
    return Mark(icon, letter, text, "loss", timed=True)


def _observing(fight: PitFight) -> str:
    return f"Observes: Initiative +{WATCHING} for attacks" if fight.step == RESOLVE_ATTACKS else "Observes"


def _adrenalin(fighter: Fighter) -> str:
    number = len(fighter.counters)
    return f"{number} adrenalin rush" if number == 1 else f"{number} adrenalin rushes"


def out_words(fight: PitFight, place: int) -> str:
    """``is killed after a blow by Grokka, turn 3``."""
    fighter = fight.fighters[place]
    by = "" if fighter.out_by is None else f" after a blow by {fight.fighters[fighter.out_by].pit.name}"
    return f"{CAUSES[fighter.out]}{by}, turn {fighter.out_turn}"
