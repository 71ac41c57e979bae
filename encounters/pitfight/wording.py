"""What a fight is called in words: hexes, facings, directions, moves. Shared by pictures, offers and the telling.

Facing 0 points up, so that a facing is an hour of a clock. A hex is named by its column, lettered from the left, and
its place in it, counted from above.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from encounters.pitfight.hexes import Hex
from encounters.pitfight.scrolls import Move
from encounters.pitfight.state import CARRY_OUT_MOVES, END_PHASE, OVER, PICK_MOVES, RESOLVE_ATTACKS, SET_UP, Step

NO_BREAK = "\u00a0"
MINUS = "\u2212"
HOURS = tuple(f"{hour}{NO_BREAK}o’clock" for hour in (12, 2, 4, 6, 8, 10))
# Where a hex beside a fighter lies for him, and where a step of a path leads.
BEARINGS = (
    "ahead",
    "to the front right",
    "to the rear right",
    "behind",
    "to the rear left",
    "to the front left",
)
_STEPS = (*BEARINGS[:3], "straight back", *BEARINGS[4:])
TURNS = (
    "straight on",
    "one side right",
    "two sides right",
    "about turn",
    "two sides left",
    "one side left",
)
_TURNS_IN_ORDER = (0, 5, 1, 4, 2, 3)
STEPS: Mapping[Step, str] = {
    SET_UP: "Set-up",
    PICK_MOVES: "Pick moves",
    CARRY_OUT_MOVES: "Carry out moves",
    RESOLVE_ATTACKS: "Resolve attacks",
    END_PHASE: "End Phase",
    OVER: "The end",
}
SHORT = ("WS", "S", "T", "I", "W")
LONG = ("Weapon Skill", "Strength", "Toughness", "Initiative", "Wounds")
_SMALL = ("no", "one", "two", "three", "four", "five", "six")


def column(index: int) -> str:
    """A, B, … Z, AA, AB …"""
    letter = chr(ord("A") + index % 26)
    return letter if index < 26 else chr(ord("A") + index // 26 - 1) + letter


def hex_name(hex_: Hex, radius: int) -> str:
    """``G7`` for the middle of an arena of radius 6."""
    q, r = hex_
    return f"{column(q + radius)}{r - max(-radius, -radius - q) + 1}"


def signed(number: int) -> str:
    """``+1``, ``0``, ``−1``."""
    return f"{number:+d}".replace("-", MINUS) if number else "0"


def summed(*parts: int) -> str:
    """``30 + 2 − 1``; what is nothing is left out, but for the first."""
    first, *rest = parts
    return str(first).replace("-", MINUS) + "".join(
        f" {'+' if part > 0 else MINUS} {abs(part)}" for part in rest if part
    )


def counted(number: int, one: str, more: str = "") -> str:
    """``one hex``, ``two hexes``, ``7 hexes``."""
    told = _SMALL[number] if 0 <= number < len(_SMALL) else str(number)
    return f"{told} {one if number == 1 else more or one + 's'}"


def number_of(number: int, one: str) -> str:
    """``1 Wound``, ``3 Wounds``."""
    return f"{number}{NO_BREAK}{one if number == 1 else one + 's'}".replace("-", MINUS)


def either(words: Sequence[str], last: str = "or") -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def both(words: Sequence[str]) -> str:
    return either(words, "and")


def sentence_case(words: str) -> str:
    return words[:1].upper() + words[1:]


def shortened(name: str, most: int) -> str:
    """At most so many letters: the first word if that is enough, else cut off with a mark."""
    if len(name) <= most:
        return name
    first = name.split()[0]
    return first if 2 < len(first) <= most else first[: most - 1].rstrip() + "…"


def key_words(key: str) -> str:
    """A key as words, where its display name is not known."""
    return key.replace("_", " ")


# --- moves ------------------------------------------------------------------------------------------------------


def path_words(path: Sequence[int]) -> str:
    """``two hexes ahead``, ``one hex to the front left, then one ahead``."""
    parts = [(direction, len(list(same))) for direction, same in groupby(path)]
    if not parts:
        return "stays where he is"
    (direction, steps), *rest = parts
    told = f"{counted(steps, 'hex', 'hexes')} {_STEPS[direction]}"
    return told + "".join(f", then {_SMALL[steps]} {_STEPS[direction]}" for direction, steps in rest)


def turns_words(turns: Sequence[int]) -> str:
    """The facings of an end, by turns clockwise from the start facing: ``straight on or one side right``."""
    if len(turns) == len(TURNS):
        return "any way"
    return either([TURNS[turn] for turn in _TURNS_IN_ORDER if turn in turns])


def ends_words(move: Move) -> str:
    """``ends facing straight on or one side left``, and which of it is a mighty blow. For facing 0, facings are
    turns."""
    told = f"ends facing {turns_words(move.ends[0])}"
    if move.only_mighty:
        return f"{told}; always a mighty blow"
    return f"{told}; a mighty blow if {turns_words(move.mighty[0])}" if move.may_be_mighty else told
