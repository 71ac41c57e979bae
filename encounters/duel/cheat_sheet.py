"""The chain of a phase die by die, as a cheat sheet at the table: what each attack needs and how likely that is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from encounters.duel.blows import Attack, attacks_of
from encounters.duel.bodies import Who
from encounters.duel.chances import PARRIES, hits_of, stops, struck
from encounters.duel.duel import Match
from encounters.duel.hands import initiative, order
from encounters.duel.victims import Parry, Victim, victim
from mordheim.rules.combat import NEVER, Injury, chance, injury


@dataclass(frozen=True)
class Step:
    """A die of the chain: what is rolled, the D6 face that it needs or what happens without a roll, how likely the
    attack is to go on past it, and what else is to be known."""

    name: str
    needs: str
    likely: Fraction
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Band:
    """Faces of the injury die and what they do, before anything turns it into something else."""

    faces: str
    result: Injury


@dataclass(frozen=True)
class Blow:
    """So many attacks alike, in the order in which they are struck. ``hurts`` is how likely one of them costs a Wound
    by itself, a parry and a critical hit reckoned in."""

    weapon: str
    count: int
    strength: int
    steps: tuple[Step, ...]
    bands: tuple[Band, ...]
    injury_notes: tuple[str, ...]
    hurts: Fraction


def blows(match: Match, who: Who) -> tuple[Blow, ...]:
    """The attacks of one of the two in the first phase, at a foe who stands."""
    fighter, foe = match.fighters if who == 0 else match.fighters[::-1]
    target = victim(foe, fighter, match.situation(1 if who == 0 else 0))
    made = attacks_of(fighter, foe, match.situation(who))
    return tuple(_blow(attack, len(list(alike)), target) for attack, alike in groupby(made))


def _blow(attack: Attack, count: int, target: Victim) -> Blow:
    hurt = struck((attack,), target, wounds=2)
    unhurt = hurt.of(lambda one: one.wounds).chances.get(2, Fraction(0))
    return Blow(
        weapon=attack.weapon,
        count=count,
        strength=attack.strength,
        steps=tuple(_steps(attack, target)),
        bands=tuple(_bands(attack)),
        injury_notes=tuple(_what_changes_injuries(attack, target)),
        hurts=1 - unhurt,
    )


def _steps(attack: Attack, target: Victim) -> Iterator[Step]:
    avoided = min(attack.avoided, target.charm)
    if avoided < NEVER:
        first = ("the first hit of the battle",) if target.charm < attack.avoided else ()
        yield Step("Hit ignored", _on(avoided), 1 - chance(avoided), first)
    yield _to_hit(attack)
    if target.parry and attack.rolled and attack.parried:
        yield Step("Parry", "above the roll to hit", _gets_past(attack, target.parry), tuple(_parrying(target.parry)))
    notes = ("a 6 to hit wounds by itself",) if attack.by_six else ()
    yield Step("To wound", _on(attack.wound), chance(attack.wound), (*notes, *_criticals(attack)))
    yield Step("Armour save", _on(attack.save), 1 - chance(attack.save))
    if attack.extra < NEVER:
        yield Step("Second save", _on(attack.extra), 1 - chance(attack.extra))
    if attack.closes < NEVER:
        yield Step("Wound closes", _on(attack.closes), 1 - chance(attack.closes))


def _to_hit(attack: Attack) -> Step:
    if not attack.rolled:
        return Step("To hit", "no roll", Fraction(1))
    first = chance(attack.hit)
    if not attack.again:
        return Step("To hit", _on(attack.hit), first)
    return Step("To hit", _on(attack.hit), first + (1 - first) * first, ("misses are rolled again",))


def _criticals(attack: Attack) -> Iterator[str]:
    if attack.critical and attack.wound < NEVER:
        yield (
            f"a natural {attack.critical_from} is a critical hit"
            if attack.critical_from == 6
            else "a natural 5 or 6 is a critical hit"
        )
        if attack.more_critical:
            yield f"+{attack.more_critical} on the critical chart"
    if attack.several:
        yield "D3 wounds"


def _gets_past(attack: Attack, parry: Parry) -> Fraction:
    """How likely a hit of one attack alone is not parried, whatever it was rolled with."""
    hits = hits_of(attack)
    past = sum(weight * (PARRIES - stops(parry, face)) for face, weight in hits)
    return Fraction(past, PARRIES * sum(weight for _, weight in hits)) if hits else Fraction(1)


def _parrying(parry: Parry) -> Iterator[str]:
    yield "an equal roll parries too" if parry.matches else "a 6 cannot be parried"
    if parry.again:
        yield "one more try"
    if parry.dice > 1:
        yield f"{parry.dice} blows"


def _bands(attack: Attack) -> Iterator[Band]:
    rolled = [(injury(face + attack.injury, attack.stunned_from, attack.out_from), face) for face in range(1, 7)]
    for result, group in groupby(rolled, key=lambda one: one[0]):
        faces = [face for _, face in group]
        yield Band(f"{faces[0]}–{faces[-1]}" if len(faces) > 1 else str(faces[0]), result)


def _what_changes_injuries(attack: Attack, target: Victim) -> Iterator[str]:
    if attack.injury:
        yield f"{attack.injury:+d} on injuries is in these faces"
    if target.never_stunned:
        yield "never stunned: knocked down instead"
    elif target.stun_save < NEVER:
        yield f"stunned becomes knocked down on {_on(target.stun_save)}"
    if target.stunned_instead:
        yield "knocked down counts as stunned"
    elif target.ignores_knocked_down:
        yield "ignores a knocked down result"
    if target.regrows < NEVER:
        yield f"the last wound grows back on {_on(target.regrows)}"


def _on(face: int) -> str:
    if face >= NEVER:
        return "none"
    return f"{face}+" if face > 1 else "always"


def strikes_first(match: Match) -> tuple[Who | None, str]:
    """Who strikes first in the first round, and by what; a die decides where nothing else does."""
    if match.shot:
        return 0, "shoots"
    situations = match.situation(0), match.situation(1)
    groups = [order(one, now) for one, now in zip(match.fighters, situations, strict=True)]
    if groups[0] != groups[1]:
        return (0 if groups[0] < groups[1] else 1), "order"
    quick = [initiative(one, now) for one, now in zip(match.fighters, situations, strict=True)]
    if quick[0] != quick[1]:
        return (0 if quick[0] > quick[1] else 1), "initiative"
    return None, "die"
