"""A whole duel: two fighters strike at each other, phase after phase, until one is out of action.

The duel is a Markov chain whose states are whose turn it is and how both stand; it is solved exactly, by taking one
state after the other out of it. Where it has too many states it is played many times instead, with a seed, and says how
far that may be off.

Some blows come before all others of their phase, whoever is quicker: those are struck, then everybody strikes in order,
and what the same fighter does later in the phase goes on from there.

Whoever charges has the first turn. At the start of his own turn a fighter who was stunned is knocked down, and one who
was knocked down stands up and strikes last. Both fight in every turn. With a missile weapon only the attacker does
something, once in each of his turns, and the other gets up. A beast that breathes does so in each of its own turns,
before the blows. After a round a beast's wounds of it may grow back.
"""

from __future__ import annotations

from bisect import bisect
from collections import deque
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from math import ceil, comb, prod
from random import Random
from typing import Any, Literal, NamedTuple

from encounters.duel.blows import (
    Attack,
    Shot,
    Side,
    Situation,
    Temper,
    Victim,
    attacks_of,
    breath,
    fires_once,
    initiative,
    lost_heads,
    order,
    reloads,
    victim,
    weapons_in,
)
from encounters.duel.chain import solved
from encounters.duel.chances import (
    LYING,
    OUTCOMES,
    Outcome,
    Phase,
    Struck,
    outcomes,
    settled,
    states,
    struck_in,
)
from encounters.duel.fighters import Fighter
from mordheim.rules.beasts import Breath, Regrowth
from mordheim.rules.combat import Injury, chance, leadership_chance
from mordheim.rules.fight_effects import (
    AvoidsHit,
    CausesFear,
    Circumstance,
    Frenzied,
    HealsOutOfCombat,
    IgnoresFear,
    TestsFearAgain,
)
from mordheim.rules.rule_effects import PassesFirstTest

Who = Literal[0, 1]
Posture = Literal["up", "knocked_down", "stunned"]
Part = Literal["all", "early", "rest"]
# More states than these are played instead of solved.
MOST_STATES = 240
# So many duels, of so many happenings each in the usual way, none longer than that.
DUELS, SEED, USUAL, LONGEST = 20_000, 1, 25, 500
ONE, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)


class Body(NamedTuple):
    """How a fighter stands between two phases. ``risen``: he stood up in this turn; ``fewer`` Attacks until he
    recovers."""

    wounds: int
    charm: bool = True
    frenzied: bool = True
    posture: Posture = "up"
    risen: bool = False
    fewer: int = 0
    loaded: bool = True


# Where a body says whether it has loaded: behind all else.
LOADED = Body._fields.index("loaded")


class Stand(NamedTuple):
    """The duel at the start of a turn: whose it is, whether it is the first, and how both stand."""

    turn: Who
    first: bool
    bodies: tuple[Body, Body]


@dataclass(frozen=True)
class Begun:
    """What a fighter's early blows leave for his others of the phase: whether a critical may still come of them,
    whether fear holds him, and the injury by which they put the other down."""

    critical: bool
    scared: bool
    worst: Injury = Injury.NONE


Pair = tuple[Body | None, Body | None]
Begins = tuple[Begun | None, Begun | None]


class End(NamedTuple):
    """Who is out of action, if anybody is, and the Wounds that both have left."""

    out: Who | None
    wounds: tuple[int, int]


@dataclass(frozen=True)
class Answer:
    """A duel's odds: the attacker is 0, the defender 1. ``rounds`` is how many it takes on average, ``None`` where it
    may never end. Nothing of it is estimated unless it was ``played`` so many times: then no figure is exact, and
    ``error`` is how far any chance may be off."""

    ends: Mapping[End, Fraction]
    rounds: Fraction | None
    start: tuple[int, int]
    states: int
    error: float | None = None
    played: int | None = None

    def out(self, who: Who | None) -> Fraction:
        return sum((part for end, part in self.ends.items() if end.out == who), NONE)

    def wounds(self, who: Who) -> Fraction:
        """The Wounds that he loses on average."""
        return sum((part * (self.start[who] - end.wounds[who]) for end, part in self.ends.items()), NONE)

    @property
    def outcomes(self) -> dict[Outcome, Fraction]:
        """How the defender is when it ends."""
        found = dict.fromkeys(OUTCOMES, NONE)
        for end, part in self.ends.items():
            hurt: Outcome = "wounded" if end.wounds[1] < self.start[1] else "no_wound"
            found["out_of_action" if end.out == 1 else hurt] += part
        return found


@dataclass(frozen=True)
class Match:
    """Two fighters and how they meet: ``side`` is the attacker's, ``shot`` makes it shooting, ``given`` is what else is
    said of how he fights."""

    attacker: Fighter
    defender: Fighter
    side: Side = "later"
    shot: Shot | None = None
    given: frozenset[Circumstance] = frozenset()

    def situation(self, who: Who, *, first: bool = True) -> Situation:
        """The phase for one of them, the attacker 0 or the defender 1."""
        mine = Situation(self.side if first else "later", self.shot, self.given)
        return mine if who == 0 else mine.facing

    @property
    def turned(self) -> Match:
        """The same close combat as the defender sees it."""
        facing = self.situation(1)
        return Match(self.defender, self.attacker, facing.side, given=facing.given)

    @property
    def fighters(self) -> tuple[Fighter, Fighter]:
        return self.attacker, self.defender

    @property
    def has_beast(self) -> bool:
        """Whether Initiative means more than who strikes first."""
        return any(fighter.traits for fighter in self.fighters)

    @property
    def fresh(self) -> tuple[Body, Body]:
        return _fresh(self.attacker), _fresh(self.defender)

    @property
    def one_attack(self) -> dict[Outcome, Fraction]:
        """What the attacker's first attack, or shot, does to a defender who stands."""
        return self._odds(most=1)

    @property
    def one_round(self) -> dict[Outcome, Fraction]:
        """What all his attacks of one phase do, whatever the defender does in it."""
        return self._odds()

    def _odds(self, most: int | None = None) -> dict[Outcome, Fraction]:
        found = dict.fromkeys(OUTCOMES, NONE)
        for match, part in self._rolled():
            phase = _phase(match, 0, *match.fresh, first=True, phases=_Phases(), most=most)
            for outcome, likely in outcomes(phase).items():
                found[outcome] += part * likely
        return found

    def _rolled(self) -> list[tuple[Match, Fraction]]:
        """The match with the dice of the battle's beginning rolled."""
        if len(self.attacker.rolled) == len(self.defender.rolled) == 1:
            return [(self, ONE)]
        return [
            (replace(self, attacker=attacker, defender=defender), part * share)
            for attacker, part in self.attacker.rolled
            for defender, share in self.defender.rolled
        ]

    def duel(self, *, most_states: int = MOST_STATES, seed: int = SEED) -> Answer:
        """Until one is out of action: solved, or played with the seed where it has more states than these."""
        alike: dict[Hashable, tuple[Match, Fraction]] = {}
        for match, part in self._rolled():
            key = match._quickness()
            alike[key] = (match, part + (alike[key][1] if key in alike else NONE))
        # Several of them share the time of one.
        most, duels = most_states * 2 // (len(alike) + 1), DUELS // len(alike)
        found, kept = [], (_Phases(), _Phases(rough=True))
        for match, part in alike.values():
            kept = (_Phases(), _Phases(rough=True)) if match.has_beast else kept
            found.append((_answer(match, kept, most, duels, seed), part))
        return _mixed(found)

    def _quickness(self) -> Hashable:
        """What Initiative means for a duel: who is the quicker, and with beasts the figures."""
        ahead = []
        for first in (True, False):
            one, two = (initiative(f, self.situation(_who(n), first=first)) for n, f in enumerate(self.fighters))
            ahead.append((one > two) - (one < two))
        return (*ahead, *(fighter.figures["i"] for fighter in self.fighters if self.has_beast))


def _answer(match: Match, kept: tuple[_Phases, _Phases], most_states: int, duels: int, seed: int) -> Answer:
    """A duel solved, or played so many times. What may be too large is looked at roughly first, which takes far less
    time, and what has been reckoned for that serves the play."""
    exact, rough = kept
    if _guessed_states(match) > most_states // 2:
        looked_at = _Duel(match, rough)
        if len(looked_at.rows(most_states)) > most_states:
            return _Play(looked_at, duels, seed).answer()
    return _Duel(match, exact).solved()


def _guessed_states(match: Match) -> int:
    """About how many states there are: the Wounds of both, and that one lies or has lost his charm."""
    return 2 * prod(fighter.figures["w"] + 4 for fighter in match.fighters)


def _mixed(answers: list[tuple[Answer, Fraction]]) -> Answer:
    """One answer of several, each with its share."""
    if len(answers) == 1:
        return answers[0][0]
    ends: dict[End, Fraction] = {}
    rounds: Fraction | None = NONE
    for answer, part in answers:
        for end, likely in answer.ends.items():
            ends[end] = ends.get(end, NONE) + part * likely
        rounds = None if rounds is None or answer.rounds is None else rounds + part * answer.rounds
    errors = [answer.error for answer, _ in answers if answer.error is not None]
    counts = [answer.played for answer, _ in answers if answer.played is not None]
    error, played = max(errors, default=None), sum(counts) or None
    return Answer(ends, rounds, answers[0][0].start, sum(a.states for a, _ in answers), error, played)


class _Phases:
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


def _phase(
    match: Match,
    who: Who,
    body: Body,
    target: Body,
    *,
    first: bool,
    phases: _Phases,
    most: int | None = None,
) -> dict[Struck, Fraction]:
    """What one's attacks of a phase do to the other, fear and all."""
    fighter, foe = match.fighters if who == 0 else match.fighters[::-1]
    situation = match.situation(who, first=first)
    theirs = match.situation(1 if who == 0 else 0, first=first)
    afraid = _afraid(fighter, foe, situation)
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
    phases: _Phases,
    most: int | None,
) -> dict[Struck, Fraction]:
    lying = target.posture != "up" and not situation.shot
    made = attacks_of(fighter, foe, situation, temper, down=lying)
    if most is not None:
        made = tuple(attack for attack in made if attack.own)[:most]
    if any(attack.own for attack in made) and target.posture == "stunned" and lying:
        return {Struck(target.wounds, target.charm, "out_of_action"): ONE}
    against = victim(foe, fighter, theirs, up=target.posture == "up", charm=target.charm)
    so_far = Injury.NONE if lying else _lies(target.posture)
    return struck_in(phases.on(against, down=lying), made, target.wounds, so_far=so_far)


def _lies(posture: Posture) -> Injury:
    """By which injury somebody lies so."""
    return Injury.NONE if posture == "up" else LYING[posture]


def _afraid(fighter: Fighter, foe: Fighter, situation: Situation) -> Fraction:
    """The chance that fear of a charger holds whom he charged."""
    if situation.side != "charged" or situation.shot or not foe.has(CausesFear):
        return NONE
    if fighter.has(IgnoresFear) or fighter.has(PassesFirstTest):
        return NONE
    fails = ONE - leadership_chance(fighter.figures["ld"])
    return fails * fails if fighter.has(TestsFearAgain) else fails


def _times(one: Fraction, two: Fraction) -> Fraction:
    """Their product; most parts of a duel are certain, which costs nothing so."""
    if one is ONE:
        return two
    return one if two is ONE else one * two


def _add(found: dict[Any, Fraction], what: Hashable, part: Fraction) -> None:
    found[what] = found[what] + part if what in found else part


class _Duel:
    """The chain of one match. ``kept`` is what is known of its phases, or of those of a match whose blows are the same;
    rough ones are for what is played."""

    def __init__(self, match: Match, kept: _Phases | None = None) -> None:
        self.match = match
        self._kept = kept or _Phases()
        self._rows: dict[Stand, Mapping[Stand | End, Fraction]] = {}
        self._places: dict[tuple[Who, bool, bool], tuple[int, int]] = {}
        self._early: dict[tuple[Who, bool, bool], bool] = {}
        first: Who = 1 if match.side == "charged" else 0
        self.start = Stand(first, True, match.fresh)

    def solved(self) -> Answer:
        """Exactly."""
        rows = self.rows()
        ends, rounds = solved(rows, self.counts, lambda stand: End(None, _left(stand)))
        return Answer(ends, rounds, _left(self.start), len(rows))

    def counts(self, stand: Stand) -> bool:
        """A shooter's rounds are his own turns."""
        return not (self.match.shot and stand.turn)

    def rows(self, most: int | None = None) -> dict[Stand, Mapping[Stand | End, Fraction]]:
        """Every state that can be reached with what follows it; no more of them than one above ``most``."""
        rows: dict[Stand, Mapping[Stand | End, Fraction]] = {}
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
        bodies[stand.turn] = self._recovered(stand.turn, bodies[stand.turn])
        met: dict[Pair, Fraction] = {}
        for pair, part in self._met(stand, (bodies[0], bodies[1])):
            _add(met, pair, part)
        found: dict[Stand | End, Fraction] = {}
        for (one, two), part in met.items():
            for then, share in self._ends(stand, one, two):
                _add(found, then, _times(part, share))
        return found

    def _met(self, stand: Stand, bodies: tuple[Body, Body]) -> Iterator[tuple[Pair, Fraction]]:
        """Both after the phases of a turn."""
        for (one, two), part in self._breathed(stand, bodies):
            if one is None or two is None:
                yield (one, two), part
                continue
            for strikers, likely in self._orders(stand, (one, two)):
                before = _times(part, likely)
                for pair, share in self._fought(stand, (one, two), strikers).items():
                    yield pair, _times(before, share)

    def _recovered(self, who: Who, body: Body) -> Body:
        """The start of his own turn."""
        fighter = self.match.fighters[who]
        heals = self.match.shot and fighter.has(HealsOutOfCombat)
        return _recovered(body._replace(wounds=fighter.figures["w"]) if heals else body)

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
            self._kept.whole[key] = struck_in(phase, made, target.wounds, so_far=_lies(target.posture))
        for one, likely in self._kept.whole[key].items():
            hurt = self._hurt(target, one)
            yield ((body, hurt) if who == 0 else (hurt, body)), likely

    def _ends(self, stand: Stand, one: Body | None, two: Body | None) -> Iterator[tuple[Stand | End, Fraction]]:
        """The end of the round: wounds of it may grow back, and the turn passes."""
        if one is None or two is None:
            left = (one.wounds if one else 0, two.wounds if two else 0)
            yield End(0 if one is None else 1, left), ONE
            return
        other: Who = 1 if stand.turn == 0 else 0
        if not self._regrows:
            yield Stand(other, False, (_kept(self.match.attacker, one), _kept(self.match.defender, two))), ONE
            return
        for first, part in _regrown(self.match.attacker, stand.bodies[0], one):
            for second, share in _regrown(self.match.defender, stand.bodies[1], two):
                bodies = (_kept(self.match.attacker, first), _kept(self.match.defender, second))
                yield Stand(other, False, bodies), _times(part, share)

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
                    _add(then, new, _times(part, likely))
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
                    _add(then, new, share * likely)
            now = then
        found: dict[Pair, Fraction] = {}
        for (pair, _), share in now.items():
            _add(found, pair, share)
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
        afraid = _afraid(fighter, foe, situation)
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
                self._kept.whole[key] = _phase(self.match, who, body, target, first=stand.first, phases=self._kept)
            self._kept.hurts[*alike, target] = [
                (self._hurt(target, one), likely) for one, likely in self._kept.whole[key].items()
            ]
        return self._kept.hurts[*alike, target]

    @cached_property
    def _regrows(self) -> bool:
        """Whether any wounds grow back, in a round of close combat."""
        return not self.match.shot and any(one.trait(Regrowth) is not None for one in self.match.fighters)

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


# --- played -----------------------------------------------------------------------------------------------------------


class _Jump(NamedTuple):
    """What follows once something comes of it, each with the sum of the chances up to its own, and the rounds that pass
    until then on average."""

    then: tuple[Stand | End, ...]
    up_to: tuple[float, ...]
    rounds: float


class _Play:
    """A duel played out many times, with a seed. Turns in which nothing changes are not played but reckoned, and so a
    duel is no longer than what happens in it."""

    def __init__(self, duel: _Duel, duels: int, seed: int) -> None:
        self.duel, self.duels = duel, duels
        self.chance = Random(seed)  # noqa: S311  # no secret
        self._jumps: dict[Stand, _Jump] = {}

    def answer(self) -> Answer:
        """It ends sooner where the duels have grown so long that they would take too much time."""
        ends: dict[End, int] = {}
        played, left, rounds = 0, self.duels * USUAL, 0.0
        while played < self.duels and left > 0:
            end, jumps, taken = self.played()
            ends[end] = ends.get(end, 0) + 1
            played, left, rounds = played + 1, left - jumps, rounds + taken
        parts = {end: Fraction(count, played) for end, count in ends.items()}
        error = ceil(1.5 / played**0.5 * 10_000) / 10_000
        mean = None if any(end.out is None for end in ends) else Fraction(rounds / played)
        start = self.duel.start
        return Answer(parts, mean, _left(start), len(self._jumps), error=error, played=played)

    def played(self) -> tuple[End, int, float]:
        """How one of them ends, what it took in jumps, and in rounds."""
        stand, rounds, random = self.duel.start, 0.0, self.chance.random
        for count in range(1, LONGEST):
            if stand not in self._jumps:
                self._jumps[stand] = self._jump(stand)
            jump = self._jumps[stand]
            rounds += jump.rounds
            place = bisect(jump.up_to, random())
            then = jump.then[min(place, len(jump.then) - 1)]
            if isinstance(then, End):
                return then, count, rounds
            stand = then
        return End(None, _left(stand)), LONGEST, rounds

    def _jump(self, stand: Stand) -> _Jump:
        """On to where something has changed, through all turns that leave both as they are."""
        found: dict[Stand | End, float] = {}
        waiting, seen, rounds = [(stand, 1.0)], {stand}, 0.0
        while waiting:
            at, part = waiting.pop()
            rounds += part * self.duel.counts(at)
            row = self.duel.row(at)
            whole = float(sum(row.values()))
            for then, share in row.items():
                likely = part * float(share) / whole
                if isinstance(then, Stand) and then not in seen and _is_quiet(stand, then):
                    seen.add(then)
                    waiting.append((then, likely))
                else:
                    found[then] = found.get(then, 0.0) + likely
        again = found.pop(stand, 0.0)
        if not found:
            return _Jump((End(None, _left(stand)),), (1.0,), 0.0)
        up_to = accumulate(part / (1 - again) for part in found.values())
        return _Jump(tuple(found), tuple(up_to), rounds / (1 - again))


def _is_quiet(before: Stand, after: Stand) -> bool:
    """Whether nothing has happened but that somebody has loaded or shot."""
    (one, two), (then_one, then_two) = before.bodies, after.bodies
    return one[:LOADED] == then_one[:LOADED] and two[:LOADED] == then_two[:LOADED]


def _puts_down(against: Victim, worst: Injury) -> bool:
    return any(outcome in LYING for outcome, _, _ in settled(against, worst, hurt=True))


def _fresh(fighter: Fighter) -> Body:
    """As he comes to the fight. A charm that is not there tells no states apart."""
    return Body(fighter.figures["w"], charm=any(one.first_only for one in fighter.all(AvoidsHit)))


def _who(number: int) -> Who:
    return 1 if number else 0


def _left(stand: Stand) -> tuple[int, int]:
    return stand.bodies[0].wounds, stand.bodies[1].wounds


def _recovered(body: Body) -> Body:
    """The start of his own turn."""
    if body.posture == "stunned":
        return body._replace(posture="knocked_down", fewer=0)
    return body._replace(posture="up", risen=body.posture == "knocked_down", fewer=0)


def _regrown(fighter: Fighter, before: Body, after: Body) -> Iterator[tuple[Body, Fraction]]:
    """The Wounds of a round of close combat that grow back."""
    trait, lost = fighter.trait(Regrowth), before.wounds - after.wounds
    if trait is None or not lost:
        yield after, ONE
        return
    for count, part in _growths(trait.needs, lost):
        yield after._replace(wounds=after.wounds + count), part


@lru_cache
def _growths(needs: int, lost: int) -> tuple[tuple[int, Fraction], ...]:
    """How many of so many wounds grow back, with chances."""
    grows = chance(needs)
    return tuple(
        (count, comb(lost, count) * grows**count * (ONE - grows) ** (lost - count)) for count in range(lost + 1)
    )


def _kept(fighter: Fighter, body: Body) -> Body:
    """What of a body matters to what follows: charms and frenzies that are not there do not tell states apart."""
    frenzied = body.frenzied
    if not frenzied:
        frenzies = fighter.all(Frenzied)
        frenzied = not frenzies or any(one.stays for one in frenzies)
    return body._replace(risen=False, frenzied=frenzied) if body.risen or frenzied != body.frenzied else body
