"""What the attacks of one phase do, each reckoned once."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from encounters.duel.blows import attacks_of
from encounters.duel.bodies import NONE, ONE, Begun, Body, Posture, Who
from encounters.duel.chances import LYING, Phase, Struck, struck_in
from encounters.duel.fighters import Fighter
from encounters.duel.meetings import Meeting
from encounters.duel.situations import Situation, Temper
from encounters.duel.victims import Victim, lost_heads, victim
from mordheim.rules.combat import Injury, leadership_chance
from mordheim.rules.fight_effects import CausesFear, IgnoresFear, TestsFearAgain
from mordheim.rules.rule_effects import PassesFirstTest


class Phases:
    """What is reckoned of the phases of a match, once: the attacks on each victim, what one's attacks of a ``whole``
    phase bring and what that makes of each who ``hurts``, and ``halves`` of a phase."""

    def __init__(self, *, rough: bool = False) -> None:
        self.rough = rough
        self.whole: dict[Hashable, dict[Struck, Fraction]] = {}
        self.hurts: dict[Hashable, list[tuple[Body | None, Fraction]]] = {}
        self.halves: dict[Hashable, list[tuple[Body | None, Begun | None, Fraction]]] = {}
        self._known: dict[tuple[Victim, bool], Phase] = {}

    def on(self, victim: Victim, *, down: bool = False) -> Phase:
        key = (victim, down)
        if key not in self._known:
            self._known[key] = Phase(victim, down=down, rough=self.rough)
        return self._known[key]


def blows_of_phase(
    match: Meeting, who: Who, body: Body, target: Body, *, first: bool, phases: Phases, most: int | None = None
) -> dict[Struck, Fraction]:
    """What one's attacks of a phase do to the other, fear and all."""
    fighter, foe = match.fighters if who == 0 else match.fighters[::-1]
    situation = match.situation(who, first=first)
    theirs = match.situation(1 if who == 0 else 0, first=first)
    afraid = afraid_of(fighter, foe, situation)
    found: dict[Struck, Fraction] = {}
    for scared, part in ((False, ONE - afraid), (True, afraid)):
        if not part:
            continue
        temper = Temper(body.frenzied, body.fewer + lost_heads(fighter, body.wounds), scared)
        for one, likely in _struck(fighter, foe, situation, theirs, temper, target, phases, most).items():
            found[one] = found.get(one, NONE) + part * likely
    return found


def _struck(
    fighter: Fighter,
    foe: Fighter,
    situation: Situation,
    theirs: Situation,
    temper: Temper,
    target: Body,
    phases: Phases,
    most: int | None,
) -> dict[Struck, Fraction]:
    lying = target.posture != "up" and not situation.shot
    made = attacks_of(fighter, foe, situation, temper, down=lying)
    if most is not None:
        made = tuple(attack for attack in made if attack.own)[:most]
    if any(attack.own for attack in made) and target.posture == "stunned" and lying:
        return {Struck(target.wounds, target.charm, "out_of_action"): ONE}
    against = victim(foe, fighter, theirs, up=target.posture == "up", charm=target.charm)
    so_far = Injury.NONE if lying else lies(target.posture)
    return struck_in(phases.on(against, down=lying), made, target.wounds, so_far=so_far)


def lies(posture: Posture) -> Injury:
    """By which injury somebody lies so."""
    return Injury.NONE if posture == "up" else LYING[posture]


def afraid_of(fighter: Fighter, foe: Fighter, situation: Situation) -> Fraction:
    """The chance that fear of a charger holds whom he charged."""
    if situation.side != "charged" or situation.shot or not foe.has(CausesFear):
        return NONE
    if fighter.has(IgnoresFear) or fighter.has(PassesFirstTest):
        return NONE
    fails = ONE - leadership_chance(fighter.figures["ld"])
    return fails * fails if fighter.has(TestsFearAgain) else fails


def times(one: Fraction, two: Fraction) -> Fraction:
    """Their product; most parts of a duel are certain, which costs nothing so."""
    if one is ONE:
        return two
    return one if two is ONE else one * two


def add(found: dict[Any, Fraction], what: Hashable, part: Fraction) -> None:
    found[what] = found[what] + part if what in found else part
