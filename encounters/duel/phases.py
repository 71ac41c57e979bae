"""What the attacks of one phase do, each reckoned once."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from encounters.duel.blows import attacks_of
from encounters.duel.bodies import ONE, Begun, Body, Posture, Who
from encounters.duel.chances import LYING, Phase, Struck, struck_in
from encounters.duel.fighters import Fighter
from encounters.duel.meetings import Meeting
from encounters.duel.situations import Situation, Temper
from encounters.duel.spreads import Spread, spread, sure
from encounters.duel.victims import Victim, lost_heads, victim
from mordheim.rules.combat import Injury, leadership_chance
from mordheim.rules.fight_effects import CausesFear, IgnoresFear, TestsFearAgain
from mordheim.rules.rule_effects import PassesFirstTest


class Phases:
    """What is reckoned of the phases of a match, once: the attacks on each victim, what one's attacks of a ``whole``
    phase bring and what that makes of each who ``hurts``, and ``halves`` of a phase."""

    def __init__(self) -> None:
        self.whole: dict[Hashable, Spread[Struck]] = {}
        self.hurts: dict[Hashable, Spread[Body | None]] = {}
        self.halves: dict[Hashable, Spread[tuple[Body | None, Begun | None]]] = {}
        self._known: dict[tuple[Victim, bool], Phase] = {}

    def on(self, victim: Victim, *, down: bool = False) -> Phase:
        key = (victim, down)
        if key not in self._known:
            self._known[key] = Phase(victim, down=down)
        return self._known[key]


def blows_of_phase(
    match: Meeting, who: Who, body: Body, target: Body, *, first: bool, phases: Phases, most: int | None = None
) -> Spread[Struck]:
    """What one's attacks of a phase do to the other, fear and all."""
    fighter, foe = match.fighters if who == 0 else match.fighters[::-1]
    situation = match.situation(who, first=first)
    theirs = match.situation(1 if who == 0 else 0, first=first)
    temper = Temper(body.frenzied, body.fewer + lost_heads(fighter, body.wounds))

    def struck(scared: bool) -> Spread[Struck]:
        felt = replace(temper, afraid=scared)
        return _struck(fighter, foe, situation, theirs, felt, target, phases, most)

    return fear(fighter, foe, situation).then(struck)


def _struck(
    fighter: Fighter,
    foe: Fighter,
    situation: Situation,
    theirs: Situation,
    temper: Temper,
    target: Body,
    phases: Phases,
    most: int | None,
) -> Spread[Struck]:
    lying = target.posture != "up" and not situation.shot
    made = attacks_of(fighter, foe, situation, temper, down=lying)
    if most is not None:
        made = tuple(attack for attack in made if attack.own)[:most]
    if any(attack.own for attack in made) and target.posture == "stunned" and lying:
        return sure(Struck(target.wounds, target.charm, "out_of_action"))
    against = victim(foe, fighter, theirs, up=target.posture == "up", charm=target.charm)
    so_far = Injury.NONE if lying else lies(target.posture)
    return struck_in(phases.on(against, down=lying), made, target.wounds, so_far=so_far)


def lies(posture: Posture) -> Injury:
    """By which injury somebody lies so."""
    return Injury.NONE if posture == "up" else LYING[posture]


def fear(fighter: Fighter, foe: Fighter, situation: Situation) -> Spread[bool]:
    """Whether fear of a charger holds whom he charged."""
    if situation.side != "charged" or situation.shot or not foe.has(CausesFear):
        return sure(False)
    if fighter.has(IgnoresFear) or fighter.has(PassesFirstTest):
        return sure(False)
    fails = ONE - leadership_chance(fighter.figures["ld"])
    afraid = fails * fails if fighter.has(TestsFearAgain) else fails
    return spread({False: ONE - afraid, True: afraid})
