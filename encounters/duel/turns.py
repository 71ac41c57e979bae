"""What a turn makes of a duel.

Some blows come before all others of their phase, whoever is quicker: those are struck, then everybody strikes in order,
and what the same fighter does later in the phase goes on from there.

At the start of his own turn a fighter who was stunned is knocked down, and one who was knocked down stands up and
strikes last. Both fight in every turn. With a missile weapon only the attacker does something, once in each of his
turns, and the other gets up. A beast that breathes does so in each of its own turns, before the blows. After a round a
beast's wounds of it may grow back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Literal

from encounters.duel.blows import Attack, attacks_of, breath
from encounters.duel.bodies import (
    HALF,
    ONE,
    Begins,
    Begun,
    Body,
    End,
    Pair,
    Posture,
    Stand,
    Who,
    kept_of,
    recovered,
    regrown,
)
from encounters.duel.chances import LYING, Struck, settled, states, struck_in
from encounters.duel.hands import fires_once, initiative, order, reloads, weapons_in
from encounters.duel.meetings import Meeting
from encounters.duel.phases import Phases, add, afraid_of, blows_of_phase, lies, times
from encounters.duel.situations import Shot, Situation, Temper
from encounters.duel.victims import Victim, lost_heads, victim
from mordheim.rules.beasts import Breath
from mordheim.rules.combat import Injury
from mordheim.rules.fight_effects import HealsOutOfCombat

Part = Literal["all", "early", "rest"]
# Every state with what follows it.
Rows = dict[Stand, Mapping[Stand | End, Fraction]]


class Turns:
    """The chain of one match. ``kept`` is what is known of its phases, or of those of a match whose blows are the same;
    rough ones are for what is played."""

    def __init__(self, match: Meeting, kept: Phases | None = None) -> None:
        self.match = match
        self._kept = kept or Phases()
        self._rows: Rows = {}
        self._places: dict[tuple[Who, bool, bool], tuple[int, int]] = {}
        self._early: dict[tuple[Who, bool, bool], bool] = {}
        self._rests: dict[tuple[Who, int, Body], list[tuple[Body, Fraction]]] = {}
        first: Who = 1 if match.side == "charged" else 0
        self.start = Stand(first, True, match.fresh)

    def counts(self, stand: Stand) -> bool:
        """A shooter's rounds are his own turns."""
        return not (self.match.shot and stand.turn)

    def rows(self, most: int | None = None) -> Rows:
        """Every state that can be reached with what follows it; no more of them than one above ``most``."""
        rows: Rows = {}
        waiting, known = deque([self.start]), {self.start}
        while waiting and (most is None or len(rows) <= most):
            stand = waiting.popleft()
            rows[stand] = self.row(stand)
            for then in rows[stand]:
                if isinstance(then, Stand) and then not in known:
                    known.add(then)
                    waiting.append(then)
        return rows

    def row(self, stand: Stand) -> Mapping[Stand | End, Fraction]:
        """What a turn makes of the duel; reckoned once."""
        if stand not in self._rows:
            self._rows[stand] = self.after(stand)
        return self._rows[stand]

    # --- one turn -----------------------------------------------------------------------------------------------------

    def after(self, stand: Stand) -> dict[Stand | End, Fraction]:
        """What a turn makes of the duel."""
        bodies = list(stand.bodies)
        bodies[stand.turn] = self._on_his_turn(stand.turn, bodies[stand.turn])
        met: dict[Pair, Fraction] = {}
        for pair, part in self._met(stand, (bodies[0], bodies[1])):
            add(met, pair, part)
        return self._ended(stand, met)

    def _met(self, stand: Stand, bodies: tuple[Body, Body]) -> Iterator[tuple[Pair, Fraction]]:
        """Both after the phases of a turn."""
        for (one, two), part in self._breathed(stand, bodies):
            if one is None or two is None:
                yield (one, two), part
                continue
            for strikers, likely in self._orders(stand, (one, two)):
                before = times(part, likely)
                for pair, share in self._fought(stand, (one, two), strikers).items():
                    yield pair, times(before, share)

    def _on_his_turn(self, who: Who, body: Body) -> Body:
        """The start of his own turn."""
        fighter = self.match.fighters[who]
        heals = self.match.shot and fighter.has(HealsOutOfCombat)
        return recovered(body._replace(wounds=fighter.figures["w"]) if heals else body)

    def _breathed(self, stand: Stand, bodies: tuple[Body, Body]) -> Iterator[tuple[Pair, Fraction]]:
        """Both after what a beast breathes in its own turn."""
        who: Who = stand.turn
        (body, target), (fighter, foe) = (
            (bodies, self.match.fighters) if who == 0 else (bodies[::-1], self.match.fighters[::-1])
        )
        if self.match.shot or fighter.trait(Breath) is None:
            yield bodies, ONE
            return
        key = ("breath", body.wounds, target)
        if key not in self._kept.whole:
            flames = breath(fighter, foe, body.wounds)
            up = target.posture == "up"
            against = victim(foe, fighter, Situation(shot=Shot()), up=up, charm=target.charm)
            made = (flames,) if flames else ()
            phase = self._kept.on(against)
            self._kept.whole[key] = struck_in(phase, made, target.wounds, so_far=lies(target.posture))
        for one, likely in self._kept.whole[key].items():
            hurt = self._hurt(target, one)
            yield ((body, hurt) if who == 0 else (hurt, body)), likely

    def _ended(self, stand: Stand, met: Mapping[Pair, Fraction]) -> dict[Stand | End, Fraction]:
        """The end of the round: wounds of it may grow back, and the turn passes."""
        found: dict[Stand | End, Fraction] = {}
        halfway: dict[tuple[Body, Body], Fraction] = {}
        for (one, two), part in met.items():
            if one is None or two is None:
                left = (one.wounds if one else 0, two.wounds if two else 0)
                add(found, End(0 if one is None else 1, left), part)
                continue
            for rested, share in self._rested(0, stand.bodies[0], one):
                add(halfway, (rested, two), times(part, share))
        other: Who = 1 if stand.turn == 0 else 0
        for (one, two), part in halfway.items():
            for rested, share in self._rested(1, stand.bodies[1], two):
                add(found, Stand(other, False, (one, rested)), times(part, share))
        return found

    def _rested(self, who: Who, before: Body, after: Body) -> list[tuple[Body, Fraction]]:
        """A fighter after a round that he began otherwise. The same is reckoned once."""
        key = (who, before.wounds, after)
        if key not in self._rests:
            fighter = self.match.fighters[who]
            grown = [(after, ONE)] if self.match.shot else regrown(fighter, before, after)
            self._rests[key] = [(kept_of(fighter, body), part) for body, part in grown]
        return self._rests[key]

    def _orders(self, stand: Stand, bodies: tuple[Body, Body]) -> Iterator[tuple[tuple[Who, ...], Fraction]]:
        """Who strikes before whom: the groups of strike order, then Initiative, then a die."""
        if self.match.shot:
            yield ((0,) if stand.turn == 0 else ()), ONE
            return
        one = self._place(0, first=stand.first, risen=bodies[0].risen)
        two = self._place(1, first=stand.first, risen=bodies[1].risen)
        if one == two:
            yield (0, 1), HALF
            yield (1, 0), HALF
        else:
            yield ((0, 1) if one < two else (1, 0)), ONE

    def _place(self, who: Who, *, first: bool, risen: bool) -> tuple[int, int]:
        """One's group and, the quicker the lower, his place in it; reckoned once."""
        key = (who, first, risen)
        if key not in self._places:
            fighter, situation = self.match.fighters[who], self.match.situation(who, first=first)
            self._places[key] = (order(fighter, situation, risen=risen), -initiative(fighter, situation))
        return self._places[key]

    def _fought(self, stand: Stand, bodies: tuple[Body, Body], strikers: tuple[Who, ...]) -> dict[Pair, Fraction]:
        """Both after the phase; nobody where one is out of action."""
        early = tuple(who for who in strikers if not self.match.shot and self._begins(stand, who, bodies[who]))
        if early and (early != strikers[:1] or bodies[early[0]].posture != "up"):
            return self._fought_in_parts(stand, bodies, strikers, early)
        now: dict[Pair, Fraction] = {bodies: ONE}
        for who in strikers:
            then: dict[Pair, Fraction] = {}
            for pair, part in now.items():
                for new, likely in self._struck_one(stand, pair, who):
                    add(then, new, times(part, likely))
            now = then
        return now

    # --- blows before all others --------------------------------------------------------------------------------------

    def _fought_in_parts(
        self, stand: Stand, bodies: tuple[Body, Body], strikers: tuple[Who, ...], early: tuple[Who, ...]
    ) -> dict[Pair, Fraction]:
        """The same, where some strike early: those blows, then all others in order."""
        steps: list[tuple[Who, Part]] = [(who, "early") for who in early]
        steps += [(who, "rest" if who in early else "all") for who in strikers]
        now: dict[tuple[Pair, Begins], Fraction] = {(bodies, (None, None)): ONE}
        for who, part in steps:
            then: dict[tuple[Pair, Begins], Fraction] = {}
            for state, share in now.items():
                for new, likely in self._stepped(stand, state, who, part):
                    add(then, new, share * likely)
            now = then
        found: dict[Pair, Fraction] = {}
        for (pair, _), share in now.items():
            add(found, pair, share)
        return found

    def _begins(self, stand: Stand, who: Who, body: Body) -> bool:
        """Whether he has such blows, in the first round or later, as he stands or lies."""
        key = (who, stand.first, body.posture == "up")
        if key not in self._early:
            made = self._blows(stand, who, Temper(), lying=False)
            self._early[key] = any(attack.early and (attack.lying or body.posture == "up") for attack in made)
        return self._early[key]

    def _blows(self, stand: Stand, who: Who, temper: Temper, *, lying: bool) -> tuple[Attack, ...]:
        fighter, foe = self.match.fighters if who == 0 else self.match.fighters[::-1]
        return attacks_of(fighter, foe, self.match.situation(who, first=stand.first), temper, down=lying)

    def _stepped(
        self, stand: Stand, state: tuple[Pair, Begins], who: Who, part: Part
    ) -> Iterator[tuple[tuple[Pair, Begins], Fraction]]:
        pair, begun = state
        body, target = pair if who == 0 else pair[::-1]
        mine = begun[who]
        # Whoever lies in any case strikes at nobody: what comes early on him may as well come with the rest.
        waits = part == "early" and body is not None and body.posture == "up"
        if body is None or target is None or (waits and target.posture != "up"):
            yield state, ONE
            return
        if part == "all" or (part == "rest" and mine is None):
            for new, likely in self._struck_one(stand, pair, who):
                yield (new, begun), likely
            return
        for hurt, after, likely in self._half(stand, who, body, target, mine):
            now: Pair = (body, hurt) if who == 0 else (hurt, body)
            yield (now, (after, begun[1]) if who == 0 else (begun[0], after)), likely

    def _half(
        self, stand: Stand, who: Who, body: Body, target: Body, begun: Begun | None
    ) -> list[tuple[Body | None, Begun | None, Fraction]]:
        """The other after his early blows, or after those that follow what he has ``begun``. The same is reckoned
        once."""
        fewer = body.fewer + lost_heads(self.match.fighters[who], body.wounds)
        key = (who, stand.first, body.frenzied, fewer, body.posture, target, begun)
        if key not in self._kept.halves:
            temper = Temper(body.frenzied, fewer)
            if begun is None:
                half = self._struck_early(stand, who, temper, target, stands=body.posture == "up")
            else:
                half = self._struck_on(stand, who, temper, target, begun, stands=body.posture == "up")
            self._kept.halves[key] = list(half)
        return self._kept.halves[key]

    def _struck_early(
        self, stand: Stand, who: Who, temper: Temper, target: Body, *, stands: bool
    ) -> Iterator[tuple[Body | None, Begun | None, Fraction]]:
        """The other after his early blows. One whom they put down is settled when the rest have been struck too."""
        fighter, foe = self.match.fighters if who == 0 else self.match.fighters[::-1]
        situation = self.match.situation(who, first=stand.first)
        afraid = afraid_of(fighter, foe, situation)
        against = victim(foe, fighter, situation.facing, up=target.posture == "up", charm=target.charm)
        for scared, part in ((False, ONE - afraid), (True, afraid)):
            if not part:
                continue
            blows = self._blows(stand, who, replace(temper, afraid=scared), lying=target.posture != "up")
            made = [attack for attack in blows if attack.early and (attack.lying or stands)]
            if target.posture != "up":
                for one, likely in struck_in(self._kept.on(against, down=True), made, target.wounds).items():
                    yield self._hurt(target, one), None, part * likely
                continue
            for (critical, charm, wounds, worst), likely in states(made, self._kept.on(against), target.wounds).items():
                lies = worst is not Injury.OUT and _puts_down(against, worst)
                if lies and stands:
                    lying = target._replace(wounds=wounds, charm=charm, posture="knocked_down", frenzied=False)
                    yield lying, Begun(critical, scared, worst), part * likely
                    continue
                for hurt, share in self._settled(target, against, charm, wounds, worst):
                    yield hurt, Begun(critical, scared) if stands else None, part * likely * share

    def _struck_on(
        self, stand: Stand, who: Who, temper: Temper, target: Body, begun: Begun, *, stands: bool
    ) -> Iterator[tuple[Body | None, Begun | None, Fraction]]:
        """The other after the blows that follow early ones."""
        fighter, foe = self.match.fighters if who == 0 else self.match.fighters[::-1]
        blows = self._blows(stand, who, replace(temper, afraid=begun.scared), lying=False) if stands else ()
        rest = [attack for attack in blows if not attack.early]
        standing = target._replace(posture="up")
        against = victim(foe, fighter, self.match.situation(who, first=stand.first).facing, charm=target.charm)
        phase = self._kept.on(against)
        after = states(rest, phase, target.wounds, critical=begun.critical, worst=begun.worst)
        for (_, charm, wounds, worst), likely in after.items():
            for hurt, share in self._settled(standing, against, charm, wounds, worst):
                yield hurt, None, likely * share

    def _settled(
        self, target: Body, against: Victim, charm: bool, wounds: int, worst: Injury
    ) -> Iterator[tuple[Body | None, Fraction]]:
        for outcome, staggered, sixths in settled(against, worst, hurt=wounds < target.wounds):
            yield self._hurt(target, Struck(wounds, charm, outcome, staggered)), Fraction(sixths, 6)

    def _struck_one(self, stand: Stand, pair: Pair, who: Who) -> Iterator[tuple[Pair, Fraction]]:
        body, target = pair if who == 0 else pair[::-1]
        if body is None or target is None or body.posture != "up" or not body.loaded:
            loads = body is not None and not body.loaded and not self._once
            mine = body._replace(loaded=True) if body is not None and loads else body
            yield ((mine, target) if who == 0 else (target, mine)), ONE
            return
        spent = body._replace(loaded=False) if self._reloads else body
        for hurt, likely in self._hurts(stand, who, body, target):
            yield ((spent, hurt) if who == 0 else (hurt, spent)), likely

    def _hurts(self, stand: Stand, who: Who, body: Body, target: Body) -> list[tuple[Body | None, Fraction]]:
        """The other after all of one's attacks. The same phase is reckoned once."""
        fewer = body.fewer + lost_heads(self.match.fighters[who], body.wounds)
        alike = (who, stand.first, body.frenzied, fewer)
        key = (*alike, target.wounds, target.charm, target.posture)
        if (*alike, target) not in self._kept.hurts:
            if key not in self._kept.whole:
                self._kept.whole[key] = blows_of_phase(
                    self.match, who, body, target, first=stand.first, phases=self._kept
                )
            self._kept.hurts[*alike, target] = [
                (self._hurt(target, one), likely) for one, likely in self._kept.whole[key].items()
            ]
        return self._kept.hurts[*alike, target]

    @cached_property
    def _reloads(self) -> bool:
        situation = self.match.situation(0)
        used = weapons_in(self.match.attacker, situation)
        return bool(self.match.shot) and any(reloads(self.match.attacker, one, situation) for one in used)

    @cached_property
    def _once(self) -> bool:
        return any(fires_once(one) for one in weapons_in(self.match.attacker, self.match.situation(0)))

    def _hurt(self, target: Body, one: Struck) -> Body | None:
        if one.outcome == "out_of_action":
            return None
        lies: Posture = "stunned" if one.outcome == "stunned" else "up"
        if one.outcome == "knocked_down":
            lies = "knocked_down"
        if lies == "up" and target.posture != "up":
            lies = target.posture
        calm = lies != "up"
        return target._replace(
            wounds=one.wounds,
            charm=one.charm,
            posture=lies,
            frenzied=target.frenzied and not calm,
            fewer=target.fewer + one.staggered,
        )


def _puts_down(against: Victim, worst: Injury) -> bool:
    return any(outcome in LYING for outcome, _, _ in settled(against, worst, hurt=True))
