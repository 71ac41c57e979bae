"""What one fighter's blows of a phase make of the other, all at once or in two halves.

Some blows come before all others of their phase, whoever is quicker: those are struck, then everybody strikes in order,
and what the same fighter does later in the phase goes on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from encounters.duel.blows import Attack, attacks_of
from encounters.duel.bodies import Begun, Body, Posture, Who
from encounters.duel.chances import LYING, State, Struck, settled, states, struck_in
from encounters.duel.fighters import Fighter
from encounters.duel.meetings import Meeting
from encounters.duel.phases import Phases, blows_of_phase, fear
from encounters.duel.situations import Situation, Temper
from encounters.duel.spreads import Spread
from encounters.duel.victims import Victim, lost_heads, victim
from mordheim.rules.combat import Injury

# How the other is, ``None`` for out of action, and what his early blows have begun.
Half = tuple[Body | None, Begun | None]


class Strikes:
    """The blows of one match, in its ``first`` turn or later; the same is reckoned once."""

    def __init__(self, match: Meeting, kept: Phases) -> None:
        self.match, self._kept = match, kept
        self._early: dict[tuple[Who, bool, bool], bool] = {}

    def hurts(self, who: Who, body: Body, target: Body, *, first: bool) -> Spread[Body | None]:
        """The other after all of one's attacks."""
        alike = (who, first, body.frenzied, self._fewer(who, body))
        if (*alike, target) not in self._kept.hurts:
            key = (*alike, target.wounds, target.charm, target.posture)
            if key not in self._kept.whole:
                self._kept.whole[key] = blows_of_phase(self.match, who, body, target, first=first, phases=self._kept)
            self._kept.hurts[*alike, target] = self._kept.whole[key].of(lambda one: hurt(target, one))
        return self._kept.hurts[*alike, target]

    def begins(self, who: Who, body: Body, *, first: bool) -> bool:
        """Whether he has blows that come before all others, as he stands or lies."""
        key = (who, first, body.posture == "up")
        if key not in self._early:
            made = self._blows(who, Temper(), first=first, lying=False)
            self._early[key] = any(attack.early and (attack.lying or body.posture == "up") for attack in made)
        return self._early[key]

    def half(self, who: Who, body: Body, target: Body, begun: Begun | None, *, first: bool) -> Spread[Half]:
        """The other after his early blows, or after those that follow what he has ``begun``."""
        key = (who, first, body.frenzied, self._fewer(who, body), body.posture, target, begun)
        if key not in self._kept.halves:
            temper, stands = Temper(body.frenzied, self._fewer(who, body)), body.posture == "up"
            if begun is None:
                found = self._early_half(who, temper, target, stands=stands, first=first)
            else:
                found = self._later_half(who, temper, target, begun, stands=stands, first=first)
            self._kept.halves[key] = found
        return self._kept.halves[key]

    def _early_half(self, who: Who, temper: Temper, target: Body, *, stands: bool, first: bool) -> Spread[Half]:
        """One whom early blows put down is settled when the rest have been struck too."""
        fighter, foe, situation = self._facing(who, first=first)
        up = target.posture == "up"
        against = victim(foe, fighter, situation.facing, up=up, charm=target.charm)

        def struck(scared: bool) -> Spread[Half]:
            blows = self._blows(who, replace(temper, afraid=scared), first=first, lying=not up)
            made = [attack for attack in blows if attack.early and (attack.lying or stands)]
            if not up:
                lying = struck_in(self._kept.on(against, down=True), made, target.wounds)
                return lying.of(lambda one: (hurt(target, one), None))
            return self._states(made, against, target).then(lambda state: begun_by(state, scared))

        def begun_by(state: State, scared: bool) -> Spread[Half]:
            critical, charm, wounds, worst = state
            if stands and worst is not Injury.OUT and _puts_down(against, worst):
                lies = target._replace(wounds=wounds, charm=charm, posture="knocked_down", frenzied=False)
                return Spread({(lies, Begun(critical, scared, worst)): 1}, 1)
            begun = Begun(critical, scared) if stands else None
            return _settled(target, against, state).of(lambda after: (after, begun))

        return fear(fighter, foe, situation).then(struck)

    def _later_half(
        self, who: Who, temper: Temper, target: Body, begun: Begun, *, stands: bool, first: bool
    ) -> Spread[Half]:
        fighter, foe, situation = self._facing(who, first=first)
        blows = self._blows(who, replace(temper, afraid=begun.scared), first=first, lying=False) if stands else ()
        rest = [attack for attack in blows if not attack.early]
        standing = target._replace(posture="up")
        against = victim(foe, fighter, situation.facing, charm=target.charm)
        after = self._states(rest, against, target, begun)
        return after.then(lambda state: _settled(standing, against, state)).of(lambda body: (body, None))

    def _states(
        self, made: Sequence[Attack], against: Victim, target: Body, begun: Begun | None = None
    ) -> Spread[State]:
        begun = begun or Begun(critical=True, scared=False)
        phase = self._kept.on(against)
        return states(made, phase, target.wounds, critical=begun.critical, worst=begun.worst)

    def _facing(self, who: Who, *, first: bool) -> tuple[Fighter, Fighter, Situation]:
        fighter, foe = self.match.fighters if who == 0 else self.match.fighters[::-1]
        return fighter, foe, self.match.situation(who, first=first)

    def _blows(self, who: Who, temper: Temper, *, first: bool, lying: bool) -> tuple[Attack, ...]:
        return attacks_of(*self._facing(who, first=first), temper, down=lying)

    def _fewer(self, who: Who, body: Body) -> int:
        return body.fewer + lost_heads(self.match.fighters[who], body.wounds)


def hurt(target: Body, one: Struck) -> Body | None:
    """How somebody is then; ``None`` where he is out of action."""
    if one.outcome == "out_of_action":
        return None
    lies: Posture = one.outcome if one.outcome in ("knocked_down", "stunned") else target.posture
    return target._replace(
        wounds=one.wounds,
        charm=one.charm,
        posture=lies,
        frenzied=target.frenzied and lies == "up",
        fewer=target.fewer + one.staggered,
    )


def _settled(target: Body, against: Victim, state: State) -> Spread[Body | None]:
    _, charm, wounds, worst = state
    found: dict[Body | None, int] = {}
    for outcome, staggered, sixths in settled(against, worst, hurt=wounds < target.wounds):
        after = hurt(target, Struck(wounds, charm, outcome, staggered))
        found[after] = found.get(after, 0) + sixths
    return Spread(found, 6)


def _puts_down(against: Victim, worst: Injury) -> bool:
    return any(outcome in LYING for outcome, _, _ in settled(against, worst, hurt=True))
