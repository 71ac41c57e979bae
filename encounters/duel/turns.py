"""What a turn makes of a duel.

At the start of his own turn a fighter who was stunned is knocked down, one who was knocked down stands up and strikes
last, and one who is stupid tests whether he does anything until the next. Both fight in every turn. With a missile
weapon only the attacker does something, once in each of his turns, and the other gets up. A beast that breathes does so
in each of its own turns, before the blows. After a round a beast's wounds of it may grow back.
"""

from __future__ import annotations

from collections import deque
from functools import cached_property, partial
from typing import Literal, TypeVar

from encounters.duel.blows import breath
from encounters.duel.bodies import Begins, Body, End, Pair, Stand, Who, kept_of, recovered, regrown
from encounters.duel.chances import struck_in
from encounters.duel.fighters import Fighter
from encounters.duel.hands import fires_once, initiative, order, reloads, weapons_in
from encounters.duel.meetings import Meeting
from encounters.duel.phases import Phases, lies
from encounters.duel.situations import Shot, Situation
from encounters.duel.spreads import Spread, spread, sure
from encounters.duel.strikes import Strikes, hurt
from encounters.duel.victims import victim
from mordheim.rules.beasts import Breath, Regrowth
from mordheim.rules.combat import leadership_chance
from mordheim.rules.fight_effects import Frenzied, HealsOutOfCombat, TestsToFight

Either = TypeVar("Either")
Part = Literal["all", "early", "rest"]
# Both with what each has begun.
Midway = tuple[Pair, Begins]
# Who strikes, one after the other.
Order = tuple[Who, ...]
# Every state with what follows it.
Rows = dict[Stand, Spread[Stand | End]]
WHO: Order = (0, 1)


class Turns:
    """The chain of one match. ``kept`` is what is known of its phases, or of those of a match whose blows are the same.
    The same is reckoned once."""

    def __init__(self, match: Meeting, kept: Phases | None = None) -> None:
        self.match = match
        self._kept = kept or Phases()
        self._strikes = Strikes(match, self._kept)
        self._rows: Rows = {}
        self._places: dict[tuple[Who, bool, bool], tuple[int, int]] = {}
        self._struck: dict[tuple[bool, Pair, Who], Spread[Pair]] = {}
        self._fights: dict[tuple[Who, bool, Pair], Spread[Pair]] = {}
        self._grown: dict[tuple[Who, int, Pair], Spread[Pair]] = {}
        self._rests: dict[tuple[Who, Body], Body] = {}
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
            for then in rows[stand].parts:
                if isinstance(then, Stand) and then not in known:
                    known.add(then)
                    waiting.append(then)
        return rows

    def row(self, stand: Stand) -> Spread[Stand | End]:
        """What a turn makes of the duel."""
        if stand not in self._rows:
            self._rows[stand] = self._after(stand)
        return self._rows[stand]

    # --- one turn -----------------------------------------------------------------------------------------------------

    def _after(self, stand: Stand) -> Spread[Stand | End]:
        begun = self._on_his_turn(stand).of(lambda body: self._with(stand, body))
        breathed = begun.then(partial(self._breathed, stand.turn))
        fought = breathed.then(partial(self._fought, stand))
        for who in self._growing:
            fought = fought.then(partial(self._regrown, who, stand))
        other: Who = 1 if stand.turn == 0 else 0
        return fought.of(partial(self._passed, other))

    def _on_his_turn(self, stand: Stand) -> Spread[Body]:
        """Whose turn it is, at its start: up again, and perhaps dull. Whoever charged has passed his test."""
        fighter, body = self.match.fighters[stand.turn], stand.bodies[stand.turn]
        if self.match.shot and fighter.has(HealsOutOfCombat):
            body = body._replace(wounds=fighter.figures["w"])
        begun = recovered(body)._replace(dull=False)
        charged = stand.first and not self.match.shot and self.match.side != "later"
        if charged or not fighter.has(TestsToFight) or (body.frenzied and fighter.has(Frenzied)):
            return sure(begun)
        passes = leadership_chance(fighter.figures["ld"])
        return spread({begun: passes, begun._replace(dull=True): 1 - passes})

    def _with(self, stand: Stand, body: Body) -> tuple[Body, Body]:
        """Both, with whose turn it is so."""
        return (body, stand.bodies[1]) if stand.turn == 0 else (stand.bodies[0], body)

    def _breathed(self, who: Who, bodies: tuple[Body, Body]) -> Spread[Pair]:
        """Both after what a beast breathes in its own turn."""
        (body, target), (fighter, foe) = _faced(who, bodies), _faced(who, self.match.fighters)
        if self.match.shot or fighter.trait(Breath) is None:
            return sure(bodies)
        key = ("breath", body.wounds, target)
        if key not in self._kept.hurts:
            self._kept.hurts[key] = self._burnt(fighter, foe, body.wounds, target)
        return self._kept.hurts[key].of(lambda burnt: (body, burnt) if who == 0 else (burnt, body))

    def _burnt(self, fighter: Fighter, foe: Fighter, wounds: int, target: Body) -> Spread[Body | None]:
        flames = breath(fighter, foe, wounds)
        against = victim(foe, fighter, Situation(shot=Shot()), up=target.posture == "up", charm=target.charm)
        made, so_far = (flames,) if flames else (), lies(target.posture)
        return struck_in(self._kept.on(against), made, target.wounds, so_far=so_far).of(lambda one: hurt(target, one))

    @cached_property
    def _growing(self) -> Order:
        """Whose Wounds grow back: those of a round of close combat."""
        return () if self.match.shot else tuple(who for who in WHO if self.match.fighters[who].trait(Regrowth))

    def _regrown(self, who: Who, stand: Stand, pair: Pair) -> Spread[Pair]:
        """Both after what grows back of the Wounds that one of them has lost since his turn began so."""
        body, foe = _faced(who, pair)
        if body is None or foe is None:
            return sure(pair)
        began = stand.bodies[who].wounds
        key = (who, began, pair)
        if key not in self._grown:
            grown = regrown(self.match.fighters[who], began, body)
            self._grown[key] = grown.of(lambda one: (one, foe) if who == 0 else (foe, one))
        return self._grown[key]

    def _passed(self, turn: Who, pair: Pair) -> Stand | End:
        """The turn passes to the other."""
        one, two = pair
        if one is None or two is None:
            return End(0 if one is None else 1, (one.wounds if one else 0, two.wounds if two else 0))
        return Stand(turn, False, (self._rested(0, one), self._rested(1, two)))

    def _rested(self, who: Who, body: Body) -> Body:
        if (who, body) not in self._rests:
            self._rests[who, body] = kept_of(self.match.fighters[who], body)
        return self._rests[who, body]

    # --- the blows of a turn ------------------------------------------------------------------------------------------

    def _fought(self, stand: Stand, pair: Pair) -> Spread[Pair]:
        """Both after the phase; nobody does anything where one is out of action."""
        if None in pair:
            return sure(pair)
        # In close combat it is all the same whose turn it is.
        key = (stand.turn if self.match.shot else 0, stand.first, pair)
        if key not in self._fights:
            self._fights[key] = self._orders(stand, pair).then(partial(self._in_order, stand, pair))
        return self._fights[key]

    def _orders(self, stand: Stand, pair: Pair) -> Spread[Order]:
        """Who strikes before whom: the groups of strike order, then Initiative, then a die."""
        if self.match.shot:
            return sure((0,) if stand.turn == 0 else ())
        one, two = (self._place(who, first=stand.first, risen=_risen(pair[who])) for who in WHO)
        if one == two:
            return Spread({(0, 1): 1, (1, 0): 1}, 2)
        return sure((0, 1) if one < two else (1, 0))

    def _place(self, who: Who, *, first: bool, risen: bool) -> tuple[int, int]:
        """One's group and, the quicker the lower, his place in it."""
        key = (who, first, risen)
        if key not in self._places:
            fighter, situation = self.match.fighters[who], self.match.situation(who, first=first)
            self._places[key] = (order(fighter, situation, risen=risen), -initiative(fighter, situation))
        return self._places[key]

    def _in_order(self, stand: Stand, pair: Pair, strikers: Order) -> Spread[Pair]:
        early = () if self.match.shot else tuple(who for who in strikers if self._begins(stand, who, pair[who]))
        if early and (early != strikers[:1] or _lies(pair[early[0]])):
            return self._in_parts(stand, pair, strikers, early)
        now = sure(pair)
        for who in strikers:
            now = now.then(partial(self._struck_by, who, stand))
        return now

    def _begins(self, stand: Stand, who: Who, body: Body | None) -> bool:
        return body is not None and not body.dull and self._strikes.begins(who, body, first=stand.first)

    def _in_parts(self, stand: Stand, pair: Pair, strikers: Order, early: Order) -> Spread[Pair]:
        """The same, where some strike early: those blows, then all others in order."""
        steps: list[tuple[Who, Part]] = [(who, "early") for who in early]
        steps += [(who, "rest" if who in early else "all") for who in strikers]
        now: Spread[Midway] = sure((pair, (None, None)))
        for who, part in steps:
            now = now.then(partial(self._stepped, stand, who, part))
        return now.of(lambda midway: midway[0])

    def _stepped(self, stand: Stand, who: Who, part: Part, midway: Midway) -> Spread[Midway]:
        pair, begun = midway
        body, target = _faced(who, pair)
        mine = begun[who]
        # Whoever lies in any case strikes at nobody: what comes early on him may as well come with the rest.
        waits = part == "early" and body is not None and body.posture == "up"
        if body is None or target is None or (waits and target.posture != "up"):
            return sure(midway)
        if part == "all" or (part == "rest" and mine is None):
            return self._struck_by(who, stand, pair).of(lambda new: (new, begun))
        half = self._strikes.half(who, body, target, mine, first=stand.first)
        if who == 0:
            return half.of(lambda after: ((body, after[0]), (after[1], begun[1])))
        return half.of(lambda after: ((after[0], body), (begun[0], after[1])))

    def _struck_by(self, who: Who, stand: Stand, pair: Pair) -> Spread[Pair]:
        """Both after all attacks of one of them."""
        key = (stand.first, pair, who)
        if key not in self._struck:
            self._struck[key] = self._strike(who, stand, pair)
        return self._struck[key]

    def _strike(self, who: Who, stand: Stand, pair: Pair) -> Spread[Pair]:
        body, target = _faced(who, pair)
        if body is not None and body.dull:
            return sure(pair)
        if body is None or target is None or _lies(body) or not body.loaded:
            loads = body is not None and not body.loaded and not self._once
            mine = body._replace(loaded=True) if body is not None and loads else body
            return sure((mine, target) if who == 0 else (target, mine))
        spent = body._replace(loaded=False) if self._reloads else body
        hurts = self._strikes.hurts(who, body, target, first=stand.first)
        return hurts.of(lambda after: (spent, after) if who == 0 else (after, spent))

    @cached_property
    def _reloads(self) -> bool:
        situation = self.match.situation(0)
        used = weapons_in(self.match.attacker, situation)
        return bool(self.match.shot) and any(reloads(self.match.attacker, one, situation) for one in used)

    @cached_property
    def _once(self) -> bool:
        return any(fires_once(one) for one in weapons_in(self.match.attacker, self.match.situation(0)))


def _faced(who: Who, both: tuple[Either, Either]) -> tuple[Either, Either]:
    """One of two, and the other."""
    return both if who == 0 else both[::-1]


def _risen(body: Body | None) -> bool:
    return body is not None and body.risen


def _lies(body: Body | None) -> bool:
    return body is not None and body.posture != "up"
