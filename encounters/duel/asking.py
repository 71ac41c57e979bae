"""Odds as they are asked for in words, and as they are told in plain form.

A fighter is ``FILE:NAME``, ``creature:KEY`` (``creature:LIST:KEY`` of one list) or a typed profile such as
``ws=4,s=3,equipment=sword+light_armour``; what a profile leaves out is that of a human of threes with 1 Wound and 1
Attack.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from encounters.duel.answers import Answer
from encounters.duel.chances import Outcome
from encounters.duel.duel import Match
from encounters.duel.fighters import Fighter, Typed, of_creature, of_member, of_typed
from encounters.duel.situations import Shot, Side
from mordheim.rules.beasts import Breath
from mordheim.rules.combat import NEVER
from mordheim.rules.fight_effects import Circumstance, FightsFirstRound, NotReckoned, ShootsInCombat
from mordheim.rules.plainfile import Malformed
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.words import CHARACTERISTICS, Profile
from warbands.roster.members import Roster
from warbands.roster.refusals import Refused

CREATURE = "creature"
HUMAN = {"m": 4, "ws": 3, "bs": 3, "s": 3, "t": 3, "w": 1, "i": 3, "a": 1, "ld": 7}
LISTS = ("equipment", "skills", "rules", "weapon", "family", "mutations")
HIGHEST = 10
DOWN = "Down from above: the tests of Initiative on the way are taken as passed."
OF_A_CHARGE: tuple[Circumstance, ...] = ("unseen", "diving")
# Reads the warband of a file. Raises Malformed, and NoFile where there is none.
Reader = Callable[[str], Roster]


class NoFile(Malformed):
    """There is no such file."""


def fighter(text: str, rulebook: Rulebook, reader: Reader, weapons: Sequence[str] = (), name: str = "") -> Fighter:
    """Whoever is asked for.

    Raises:
        Malformed: for what cannot be read or is in no book.
        Refused: for weapons that do not go together.
    """
    head, colon, key = text.partition(":")
    if not colon:
        return of_typed(rulebook, typed(text), weapons, name or "The warrior")
    if head == CREATURE:
        return of_creature(rulebook, key, weapons)
    roster, who = _read(text, reader)
    member = next((one for one in roster.members if one.name == who), None)
    if member is None:
        raise Malformed(f"{roster.snapshot.name} has nobody called {who}")
    return of_member(roster, member, weapons)


def _read(text: str, reader: Reader) -> tuple[Roster, str]:
    """The warband of ``FILE:NAME`` and the name: either may have colons, the longest file that there is counts."""
    path, _, who = text.rpartition(":")
    while True:
        try:
            return reader(path), who
        except NoFile:
            if ":" not in path:
                raise
        path, _, more = path.rpartition(":")
        who = f"{more}:{who}"


def typed(text: str) -> Typed:
    """A typed profile. Raises Malformed for a key that is none, twice the same one, and a figure that cannot be."""
    figures, single = dict(HUMAN), dict[str, str]()
    lists: dict[str, tuple[str, ...]] = dict.fromkeys(LISTS, ())
    seen: set[str] = set()
    for part in (part.strip() for part in text.split(",")):
        key, equals, value = part.partition("=")
        if not equals or not value or key in seen:
            raise Malformed(f"{part or 'Nothing'}: a profile is made of key=value, each key once")
        seen.add(key)
        if key in CHARACTERISTICS:
            figures[key] = _figure(key, value)
        elif key in LISTS:
            lists[key] = keys_of(value)
        elif key in ("sv", "race"):
            single[key] = value
        else:
            known = ", ".join((*CHARACTERISTICS, "sv", *LISTS, "race"))
            raise Malformed(f"{key} is no part of a profile; there are {known}")
    return Typed(
        Profile(**figures),
        _save(single.get("sv", "none")),
        lists["equipment"],
        lists["skills"],
        lists["rules"],
        lists["weapon"],
        single.get("race"),
        lists["family"],
        lists["mutations"],
    )


def keys_of(value: str) -> tuple[str, ...]:
    """``sword+dagger``. Raises Malformed where one of them is empty."""
    keys = tuple(value.split("+"))
    if not all(keys):
        raise Malformed(f"{value or 'Nothing'}: keys are joined by a +, and none is empty")
    return keys


def _figure(key: str, value: str) -> int:
    least = 1 if key in ("s", "t", "w") else 0
    if not (value.isascii() and value.isdigit() and least <= int(value[:3]) <= HIGHEST):
        raise Malformed(f"{key} is a number from {least} to {HIGHEST}")
    return int(value[:3])


def _save(value: str) -> int:
    if value == "none":
        return NEVER
    face = value.removesuffix("+")
    if face not in ("1", "2", "3", "4", "5", "6"):
        raise Malformed("sv is a save such as 5+, or none")
    return int(face)


def match(attacker: Fighter, defender: Fighter, side: Side, shot: Shot, given: Collection[Circumstance] = ()) -> Match:
    """How they meet. Missile weapons shoot in a later round where they are all that he is armed with, or where cover,
    range or movement is spoken of; otherwise he strikes with what is beside them. ``given`` is what else is said of how
    the attacker fights hand to hand.

    Raises:
        Malformed: for cover, range or movement where nothing is shot, for what is said of a fight that is none, and of
            a charge where there was none.
        Refused: for a charge with what is of no use in close combat.
    """
    if side != "charging" and (charges := [one for one in given if one in OF_A_CHARGE]):
        raise Malformed(f"{charges[0]} is said of a charge: say that the attacker charges")
    missiles = [one for one in attacker.weapons if one.item.weapon and one.item.weapon.range]
    if side != "later":
        for one in missiles:
            if not (one.has(FightsFirstRound) or one.has(ShootsInCombat)):
                raise Refused(f"{one.name} is of no use in close combat.", code="no_close_combat")
    elif missiles and (len(missiles) == len(attacker.weapons) or shot != Shot()):
        if given:
            raise Malformed(f"{min(given)} is said of close combat, and {missiles[0].name.lower()} shoots")
        return Match(attacker, defender, side, shot)
    if shot != Shot():
        raise Malformed("cover, range and movement are for shots: name a missile weapon")
    return Match(attacker, defender, side, given=frozenset(given))


def not_reckoned(of: Fighter | Match) -> list[str]:
    """What these odds leave out of his rules, skills and gear, a sentence for players each; of a match, of both, after
    the name of each."""
    if isinstance(of, Match):
        said = [f"{one.name}: {line}" for one in of.fighters for line in not_reckoned(one)]
        diving = [f"{of.attacker.name}: {DOWN}"] if "diving" in of.given else []
        return list(dict.fromkeys([*said, *diving]))
    return list(dict.fromkeys(_left_out(of)))


def _left_out(warrior: Fighter) -> Iterator[str]:
    yield from warrior.left_out
    yield from (one.what for one in warrior.all(NotReckoned))
    for thing in (*warrior.weapons, *warrior.worn):
        yield from (one.what for one in thing.all(NotReckoned))
    if breath := warrior.trait(Breath):
        yield f"{breath.name}: it is in the duel hand to hand, and not in an attack or a round."


def as_json(asked: Match) -> dict[str, Any]:
    """The odds in plain form."""
    return {
        "one_attack": _told(asked.one_attack),
        "one_round": _told(asked.one_round),
        "duel": _duel(asked.duel()),
        "not_reckoned": not_reckoned(asked),
    }


def _duel(answer: Answer) -> dict[str, Any]:
    """What was played is no fraction: those are ``None``."""

    def told(part: Fraction) -> dict[str, Any]:
        return number(part) if answer.error is None else {**number(part), "fraction": None}

    return {
        **{outcome: told(part) for outcome, part in answer.outcomes.items()},
        "out": {
            "attacker": told(answer.out(0)),
            "defender": told(answer.out(1)),
            "neither": told(answer.out(None)),
        },
        "rounds": None if answer.rounds is None else told(answer.rounds),
        "wounds": {"attacker": told(answer.wounds(0)), "defender": told(answer.wounds(1))},
        "exact": True if answer.error is None else answer.error,
        **_played(answer),
    }


def _played(answer: Answer) -> dict[str, Any]:
    """How it was estimated, and how far the averages may be off; nothing of what is exact."""
    if answer.wounds_error is None:
        return {}
    one, other = answer.wounds_error
    return {
        "played": answer.played,
        "seed": answer.seed,
        "rounds_error": answer.rounds_error,
        "wounds_error": {"attacker": one, "defender": other},
    }


def _told(odds: Mapping[Outcome, Fraction]) -> dict[str, Any]:
    return {outcome: number(part) for outcome, part in odds.items()}


def number(part: Fraction) -> dict[str, Any]:
    """``{"fraction": "5/36", "decimal": 0.1389}``."""
    return {"fraction": str(part), "decimal": round(float(part), 4)}
