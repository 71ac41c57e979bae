"""What attacks bring: exact probabilities, worked in whole numbers over one common denominator.

All attacks of a phase are one matter: each wound that brings its victim to none, or comes after that, is an injury die
of its own, and the worst result counts. So a phase walks over its attacks in order and keeps four things: whether a
critical hit may still come, whether the victim's charm still waits, the Wounds that he has left, the worst injury.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from typing import Literal

from encounters.duel.blows import Attack
from encounters.duel.spreads import Spread
from encounters.duel.victims import Parry, Victim
from mordheim.rules.combat import CRITICAL_WOUNDS, EXPOSED_TO, MASTER_STRIKE, NEVER, VITAL_TO, Injury, faces, injury

Outcome = Literal["no_wound", "wounded", "knocked_down", "stunned", "out_of_action"]
OUTCOMES: tuple[Outcome, ...] = ("no_wound", "wounded", "knocked_down", "stunned", "out_of_action")
# May a critical still come, does the charm still wait, Wounds left, worst injury.
State = tuple[bool, bool, int, Injury]
Weights = dict[State, int]
MOST_WOUNDS = 3
ALL: int = 6**MOST_WOUNDS
# The denominator of a hit: to wound, critical, save, extra save, D3, and the closing of wounds.
PER_HIT = 1296 * 3 * ALL
# The denominators of a roll to hit, with one more roll and an avoiding die, and of a parry with its second roll.
ROLLS, PARRIES = 216, 36
# How many small tables of attacks are kept at hand.
KEPT = 4096


@dataclass(frozen=True)
class Struck:
    """How a victim stands after a phase: Wounds left, whether his charm waits, what he suffered of it (`Outcome`),
    and whether his balance was shaken."""

    wounds: int
    charm: bool
    outcome: Outcome
    staggered: bool = False


# --- one hit ----------------------------------------------------------------------------------------------------------


@lru_cache(KEPT)
def wounds_of(attack: Attack, may_be_critical: bool, by_six: bool) -> tuple[tuple[bool, int, int, int], ...]:
    """What a hit does: whether a critical may still come, how many wounds, what is added to their injury dice, and the
    weight of it out of `PER_HIT`. ``by_six``: the natural 6 to hit wounds by itself."""
    wounding = 6 if by_six else faces(attack.wound)
    critical = min(faces(attack.critical_from), wounding) if may_be_critical and attack.critical else 0
    pierced, past_extra = 6 - faces(attack.save), 6 - faces(attack.extra)
    found: dict[tuple[bool, int, int], int] = {}

    def add(stays: bool, wounds: int, injury_bonus: int, weight: int) -> None:
        for count, part in _closed(wounds, attack.closes):
            key = (stays, count, injury_bonus if count else 0)
            found[key] = found.get(key, 0) + weight * part

    for wounds, part in _several(attack, 1):
        add(may_be_critical, wounds, attack.injury, (wounding - critical) * 6 * pierced * past_extra * part)
    unhurt = (6 - wounding) * 6 * 36 + (wounding - critical) * 6 * (36 - pierced * past_extra)
    add(may_be_critical, 0, 0, unhurt * 3)
    for die in range(1, 7) if critical else ():
        shown = die + attack.more_critical
        through = (pierced if shown <= VITAL_TO else 6) * past_extra
        more = MASTER_STRIKE if shown > EXPOSED_TO else 0
        for wounds, part in _several(attack, CRITICAL_WOUNDS):
            add(False, wounds, attack.injury + more, critical * through * part)
        add(False, 0, 0, critical * (36 - through) * 3)
    return tuple((*key, weight) for key, weight in found.items() if weight)


def _several(attack: Attack, least: int) -> Iterator[tuple[int, int]]:
    """How many wounds, in thirds: what the hit brings, or a D3 where that is more."""
    if not attack.several:
        yield least, 3
        return
    for die in (1, 2, 3):
        yield max(die, least), 1


def _closed(wounds: int, needs: int) -> Iterator[tuple[int, int]]:
    """How many of so many wounds stay, with weights out of `ALL`."""
    shut = faces(needs)
    rest = 6 ** (MOST_WOUNDS - wounds)
    for stay in range(wounds + 1) if shut else (wounds,):
        yield stay, comb(wounds, stay) * (6 - shut) ** stay * shut ** (wounds - stay) * rest


@lru_cache(KEPT)
def injuries(dice: int, bonus: int, stunned_from: int, out_from: int, regrows: int) -> tuple[tuple[Injury, int], ...]:
    """The worst of so many injury dice, with weights out of `ALL` squared; wounds that regrow are no dice."""
    counts = [0, 0, 0, 0]
    for face in range(1, 7):
        counts[injury(face + bonus, stunned_from, out_from)] += 1
    found = dict.fromkeys(Injury, 0)
    for rolled, weight in _closed(dice, regrows):
        up_to = below = 0
        for result in Injury:
            up_to += counts[result]
            if not rolled:
                found[Injury.NONE] += weight * ALL
                break
            found[result] += weight * (up_to**rolled - below**rolled) * 6 ** (MOST_WOUNDS - rolled)
            below = up_to
    return tuple((result, weight) for result, weight in found.items() if weight)


class Phase:
    """Attacks on one victim, with what each does from each state worked out once."""

    def __init__(self, victim: Victim, *, down: bool = False) -> None:
        self.victim, self.down = victim, down
        self._known: dict[tuple[Attack, bool, State], list[tuple[State, int]]] = {}
        self._steps: dict[tuple[Attack, Highest], dict[tuple[int, State], list[tuple[tuple[int, State], int]]]] = {}

    @property
    def denominator(self) -> int:
        """Of one hit."""
        return PER_HIT * ALL * ALL * 6

    def hit(self, attack: Attack, state: State, *, by_six: bool) -> list[tuple[State, int]]:
        """The states after a hit with their weights, from a state."""
        key = (attack, by_six, state)
        if key not in self._known:
            self._known[key] = list(self._hit(attack, state, by_six=by_six).items())
        return self._known[key]

    def _hit(self, attack: Attack, state: State, *, by_six: bool) -> Weights:
        critical, charm, wounds, worst = state
        ignored = faces(self.victim.charm) if charm else 0
        found: Weights = {}
        if ignored:
            found[critical, False, wounds, worst] = ignored * PER_HIT * ALL * ALL
        for stays, lost, bonus, weight in wounds_of(attack, critical, by_six):
            for left, result, part in self._hurt(attack, wounds, lost, bonus):
                after = (stays, False, left, max(worst, result))
                found[after] = found.get(after, 0) + (6 - ignored) * weight * part
        return found

    def _hurt(self, attack: Attack, wounds: int, lost: int, bonus: int) -> Iterator[tuple[int, Injury, int]]:
        """Wounds left, the worst of the injury dice, and the weight out of `ALL` squared."""
        left = max(wounds - lost, min(self.victim.floor, wounds))
        if self.down:
            yield left, Injury.OUT if lost else Injury.NONE, ALL * ALL
            return
        dice = max(lost - max(wounds - 1, 0), 0)
        if not lost and attack.topples:
            yield left, Injury.KNOCKED_DOWN, ALL * ALL * attack.topples // 6
            yield left, Injury.NONE, ALL * ALL * (6 - attack.topples) // 6
            return
        if not dice:
            yield left, Injury.NONE, ALL * ALL
            return
        bands = (attack.stunned_from, attack.out_from)
        for result, part in injuries(dice, bonus, *bands, self.victim.regrows):
            yield left, result, part

    # --- all of them --------------------------------------------------------------------------------------------------

    def after(self, attacks: Sequence[Attack], start: State) -> Spread[State]:
        """The states after all attacks."""
        parry = self.victim.parry
        whole = (ROLLS * self.denominator) ** len(attacks)
        if parry is None or not any(_may_be_parried(attack) for attack in attacks):
            return Spread(self._walk(attacks, start, Highest(0)), whole)
        found: Weights = {}
        for highest in _highest(parry.dice):
            unused = PARRIES ** (parry.dice - highest.count)
            for state, part in self._walk(attacks, start, highest, parry).items():
                found[state] = found.get(state, 0) + part * unused
        return Spread(found, whole * PARRIES**parry.dice)

    def _walk(self, attacks: Sequence[Attack], start: State, highest: Highest, parry: Parry | None = None) -> Weights:
        """The states where the highest rolls among hits that may be parried are those; any rolls without a parry."""
        layers: dict[tuple[int, State], int] = {(0, start): 1}
        for attack in attacks:
            then: dict[tuple[int, State], int] = {}
            steps = self._steps.setdefault((attack, highest), {})
            for place, weight in layers.items():
                if place not in steps:
                    steps[place] = list(self._step(attack, highest, place, parry).items())
                for after, part in steps[place]:
                    then[after] = then.get(after, 0) + weight * part
            layers = then
        return {state: weight for (chosen, state), weight in layers.items() if chosen == highest.all}

    def _step(
        self, attack: Attack, highest: Highest, place: tuple[int, State], parry: Parry | None
    ) -> dict[tuple[int, State], int]:
        """What one attack makes of what is chosen and of a state, with weights."""
        chosen, state = place
        found: dict[tuple[int, State], int] = {}
        for then, stopped, face, part in _rolled(attack, highest, chosen, parry):
            missed = [(state, self.denominator)]
            for after, share in missed if stopped else self.hit(attack, state, by_six=attack.by_six and face == 6):
                found[then, after] = found.get((then, after), 0) + part * share
        return found


# --- rolls to hit and parries -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Highest:
    """The highest natural roll among the hits that may be parried, and with two parries the next; 0 is that there is
    none. Of equal rolls the earlier is the higher."""

    first: int
    second: int | None = None

    @property
    def all(self) -> int:
        return (1 if self.first else 0) | (2 if self.second else 0)

    @property
    def count(self) -> int:
        return bool(self.first) + bool(self.second)

    def place(self, face: int, chosen: int) -> int | None:
        """What is chosen when a hit of that face is; ``None`` where none is to be chosen so."""
        if face == self.first and not chosen & 1:
            return chosen | 1
        if face == self.second and not chosen & 2:
            return chosen | 2
        return None

    def fits(self, face: int, chosen: int) -> bool:
        """Whether a hit that is not chosen may lie here: below the lowest that is, or equal and later."""
        lowest, bit = (self.first, 1) if self.second is None else (self.second, 2)
        return face < lowest or (face == lowest and bool(chosen & bit))


@cache
def _highest(dice: int) -> tuple[Highest, ...]:
    if dice == 1:
        return tuple(Highest(first) for first in range(7))
    return tuple(Highest(first, second) for first in range(7) for second in range(first + 1))


def _may_be_parried(attack: Attack) -> bool:
    return attack.rolled and attack.parried


@lru_cache(KEPT)
def hits_of(attack: Attack) -> tuple[tuple[int, int], ...]:
    """The natural faces that hit with their weights out of `ROLLS`; 0 for a hit without a roll."""
    past = 6 - faces(attack.avoided)
    if not attack.rolled:
        return ((0, 36 * past),)
    missing = 6 - faces(attack.hit)
    each = 6 + (missing if attack.again else 0)
    return tuple((face, each * past) for face in range(1, 7) if face >= attack.hit)


@lru_cache(KEPT)
def _rolled(
    attack: Attack, highest: Highest, chosen: int, parry: Parry | None
) -> tuple[tuple[int, bool, int, int], ...]:
    """What a roll to hit comes to: what is chosen then, whether nothing comes of it, its face, its weight. A chosen
    hit's weight is out of `PARRIES` times `ROLLS`."""
    hits = hits_of(attack)
    found = [(chosen, True, 0, ROLLS - sum(weight for _, weight in hits))]
    for face, weight in hits:
        if parry is None or not _may_be_parried(attack):
            found.append((chosen, False, face, weight))
            continue
        if highest.fits(face, chosen):
            found.append((chosen, False, face, weight))
        elif (place := highest.place(face, chosen)) is not None:
            stopped = stops(parry, face)
            found += [(place, True, face, weight * stopped), (place, False, face, weight * (PARRIES - stopped))]
    return tuple(_gathered(attack, found))


def _gathered(attack: Attack, found: list[tuple[int, bool, int, int]]) -> Iterator[tuple[int, bool, int, int]]:
    """Faces that come to the same thing as one."""
    together: dict[tuple[int, bool, int], int] = {}
    for place, stopped, face, weight in found:
        key = (place, stopped, 6 if face == 6 and attack.by_six and not stopped else 0)
        together[key] = together.get(key, 0) + weight
    return ((*key, weight) for key, weight in together.items() if weight)


def stops(parry: Parry, face: int) -> int:
    """The chance, out of `PARRIES`, that one parry stops a hit of that natural face."""
    beating = 6 - face + (1 if parry.matches else 0)
    return 36 - (6 - beating) ** 2 if parry.again else beating * 6


# --- what is left -----------------------------------------------------------------------------------------------------


def states(
    attacks: Sequence[Attack],
    phase: Phase,
    wounds: int,
    *,
    critical: bool = True,
    worst: Injury = Injury.NONE,
) -> Spread[State]:
    """The states of a victim who stands, after a part of a phase. ``critical``: one may still come of it; ``worst``:
    what an earlier part of it did to him already."""
    return phase.after(attacks, (critical, phase.victim.charm < NEVER, wounds, worst)).reduced()


def struck(attacks: Sequence[Attack], victim: Victim, wounds: int, *, so_far: Injury = Injury.NONE) -> Spread[Struck]:
    """How a victim of so many Wounds, who stands, is after one phase of these attacks; ``so_far`` is how he lay when he
    was shot at."""
    return struck_in(Phase(victim), attacks, wounds, so_far=so_far)


def struck_in(phase: Phase, attacks: Sequence[Attack], wounds: int, *, so_far: Injury = Injury.NONE) -> Spread[Struck]:
    """The same in a phase, which knows by itself whether he lies knocked down in close combat, where what wounds him
    takes him out."""
    victim = phase.victim
    after = phase.after(attacks, (True, victim.charm < NEVER, wounds, Injury.NONE))
    found: dict[Struck, int] = {}
    for (_, charm, left, worst), weight in after.parts.items():
        for outcome, staggered, part in settled(victim, worst, hurt=left < wounds):
            key = Struck(left, charm, _not_better(outcome, so_far), staggered)
            found[key] = found.get(key, 0) + weight * part
    return Spread({key: weight for key, weight in found.items() if weight}, after.whole * 6).reduced()


LYING: Mapping[Outcome, Injury] = {
    "knocked_down": Injury.KNOCKED_DOWN,
    "stunned": Injury.STUNNED,
    "out_of_action": Injury.OUT,
}


def _not_better(outcome: Outcome, so_far: Injury) -> Outcome:
    """A shot at somebody who lies makes nothing better."""
    if LYING.get(outcome, Injury.NONE) >= so_far:
        return outcome
    return "stunned" if so_far is Injury.STUNNED else "knocked_down"


def settled(victim: Victim, worst: Injury, *, hurt: bool) -> Iterator[tuple[Outcome, bool, int]]:
    """What becomes of the worst injury, in sixths, and whether it shakes a balance: a blow at the skull first, then
    what turns stunned into knocked down, then what ignores a knocked down result (ruling 39)."""
    if worst is Injury.OUT:
        yield "out_of_action", False, 6
        return
    if worst is Injury.NONE:
        yield ("wounded" if hurt else "no_wound"), False, 6
        return
    if worst is Injury.KNOCKED_DOWN and not victim.stunned_instead:
        if victim.ignores_knocked_down:
            yield "wounded", False, 6
        else:
            yield _downed(victim), victim.staggers, 6
        return
    saved = 6 if victim.never_stunned else faces(victim.stun_save)
    if saved:
        yield _downed(victim), victim.staggers, saved
    if saved < 6:
        yield "stunned", False, 6 - saved


def _downed(victim: Victim) -> Outcome:
    return "wounded" if victim.staggers else "knocked_down"


def outcomes(after: Spread[Struck]) -> dict[Outcome, Fraction]:
    """How likely each outcome is; they sum to 1."""
    return dict.fromkeys(OUTCOMES, Fraction(0)) | after.of(lambda one: one.outcome).chances
