"""Two fighters looked at as if they were alone: where their moves take them, and what the blows that follow are worth.

Everything is seen from the side of the first of the two, whose gain is the other's loss. A `Stance` is as much of a
fighter as a turn changes before the attacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from encounters.pitfight.attacks import modified
from encounters.pitfight.damage import damage_dice
from encounters.pitfight.hexes import Hex, arena, distance
from encounters.pitfight.levels import STRENGTH
from encounters.pitfight.moves import end_facings, tread
from encounters.pitfight.players.blows import A_RUSH, Promise, body_of, lead, promise, push_off_chance, roll_off_chance
from encounters.pitfight.schema import OBSERVE
from encounters.pitfight.scrolls import Move
from encounters.pitfight.state import Fighter, PitFight
from encounters.pitfight.turn_order import Speed, speed_of

ME, HIM = 0, 1
# How much a step of distance is worth getting rid of, and how much more with each turn that saw no attack.
PULL, IMPATIENCE = 0.4, 0.15


class Stance(NamedTuple):
    """``done`` says that he has no move left; ``bonus`` is what he has gained on the way, in Wounds."""

    hex: Hex
    facing: int
    mighty: bool = False
    observing: bool = False
    halved: bool = False
    done: bool = False
    bonus: float = 0.0


class Walked(NamedTuple):
    """One way in which a move may come out, how likely it is, what the mover may choose among, and the other then."""

    chance: float
    ends: Sequence[Stance]
    other: Stance


def stance_of(fighter: Fighter, *, afresh: bool = False) -> Stance:
    """``afresh`` at the picks, when what he did last turn is over."""
    if fighter.hex is None:
        raise TypeError(f"{fighter.pit.name} stands nowhere")
    if afresh:
        return Stance(fighter.hex, fighter.facing)
    return Stance(fighter.hex, fighter.facing, fighter.mighty, fighter.observing, fighter.halved, fighter.done)


class Duel:
    """``mine`` and ``his`` are how the two stand now. One without ``pull`` leaves it out how far they are apart."""

    def __init__(self, fight: PitFight, me: int, him: int, *, pull: bool = True) -> None:
        self.fight = fight
        self.places = me, him
        self.sides = (fight.fighters[me], fight.fighters[him])
        self.mine, self.his = (stance_of(one, afresh=fight.question == "pick") for one in self.sides)
        self.ground = arena(fight.terms.radius)
        self.pull = (PULL + IMPATIENCE * max(fight.quiet, 0)) * pull
        self.fit = tuple(fight.turn > one.stunned_until for one in self.sides)
        self._blows: dict[tuple[int, bool, bool, bool], tuple[int, Promise]] = {}
        self._struck: dict[tuple[int, int, int, bool, bool, bool], tuple[float, float]] = {}
        self._speeds: dict[tuple[int, bool, bool, bool], Speed] = {}
        self._walks: dict[tuple[int, Stance, str, bool, bool], tuple[frozenset[Hex], Walked]] = {}

    # --- blows

    def blow(
        self, side: int, ahead: int, behind: int, mighty: bool, halved: bool, other_halved: bool
    ) -> tuple[float, float]:
        """What that side's blow promises, and how likely it stops the answer; ``ahead`` is where the other is to him,
        ``behind`` where he is to the other."""
        key = (side, ahead, behind, mighty, halved, other_halved)
        known = self._struck.get(key)
        if known is None:
            known = self._struck[key] = self._struck_at(*key)
        return known

    def _struck_at(
        self, side: int, ahead: int, behind: int, mighty: bool, halved: bool, other_halved: bool
    ) -> tuple[float, float]:
        by_hex = modified(self.sides[side].scroll, ahead, self.sides[1 - side].scroll, behind)
        if by_hex is None or not self.fit[side]:
            return 0.0, 0.0
        leads, promised = self._promised(side, mighty, halved, other_halved)
        return promised.at(roll_off_chance(leads + by_hex[0] - by_hex[1]))

    def _promised(self, side: int, mighty: bool, halved: bool, other_halved: bool) -> tuple[int, Promise]:
        key = (side, mighty, halved, other_halved)
        if key not in self._blows:
            attacker = self.sides[side].changed(halved=halved)
            target = self.sides[1 - side].changed(halved=other_halved)
            dice = damage_dice(attacker, target, mighty=mighty)
            told = promise(self.fight.rules, body_of(target), dice)
            self._blows[key] = lead(attacker, target, 0, self.fight.turn), told
        return self._blows[key]

    def worth(self, mine: Stance, his: Stance) -> float:
        """What the attacks of this turn bring me, or standing apart."""
        direction = self.ground.towards.get((mine.hex, his.hex))
        if direction is None:
            return mine.bonus - his.bonus - self.pull * self._apart(mine, his)
        ahead, behind = (direction - mine.facing) % 6, (direction + 3 - his.facing) % 6
        one, stops_him = self.blow(ME, ahead, behind, mine.mighty, mine.halved, his.halved)
        other, stops_me = self.blow(HIM, behind, ahead, his.mighty, his.halved, mine.halved)
        if one and other:
            if self._strikes_first(mine, his):
                other *= 1 - stops_him
            else:
                one *= 1 - stops_me
        return mine.bonus - his.bonus + one - other

    def _apart(self, mine: Stance, his: Stance) -> float:
        """In steps, less where I look his way."""
        ahead = self.ground.neighbours[mine.hex][mine.facing] or mine.hex
        return (distance(mine.hex, his.hex) + distance(ahead, his.hex)) / 2

    def _strikes_first(self, mine: Stance, his: Stance) -> bool:
        """The faster, who may interrupt the other, unless it is a mighty blow that he means to strike (I7)."""
        faster = self.speed(ME, mine, striking=True) > self.speed(HIM, his, striking=True)
        return not mine.mighty if faster else his.mighty

    def speed(self, side: int, stance: Stance, *, striking: bool) -> Speed:
        key = (side, stance.halved, stance.observing, striking)
        known = self._speeds.get(key)
        if known is None:
            fighter = self.sides[side].changed(halved=stance.halved, observing=stance.observing)
            known = self._speeds[key] = speed_of(fighter, striking=striking)
        return known

    # --- moves

    def walk(
        self, side: int, mover: Stance, move: Move, other: Stance, *, curbed: bool = False, extra: bool = False
    ) -> tuple[Walked, ...]:
        """The ways in which a move may come out: one, or two where it runs into the other."""
        key = (side, mover, move.key, curbed, extra)
        free = self._walks.get(key)
        if free is None:
            free = self._walks[key] = self._free_walk(*key)
        on_the_way, walked = free
        if other.hex in on_the_way:
            return self._push_off(side, mover, move, other, curbed=curbed, extra=extra)
        return (walked._replace(other=other),)

    def _headings(self, mover: Stance, move: Move, *, extra: bool) -> tuple[int, ...]:
        headings = move.headings[mover.facing]
        return (mover.facing, *headings) if extra else headings

    def _free_walk(
        self, side: int, mover: Stance, key: str, curbed: bool, extra: bool
    ) -> tuple[frozenset[Hex], Walked]:
        move = self.sides[side].scroll.moves[key]
        path, halted = tread(self.ground, mover.hex, self._headings(mover, move, extra=extra), ())
        curbed = curbed or halted is not None
        watches = key == OBSERVE
        bonus = A_RUSH if watches and self.sides[side].trophy == self.fight.turn else 0.0
        ends = [
            Stance(
                path[-1],
                facing,
                not curbed and facing in move.mighty[mover.facing],
                watches,
                mover.halved,
                True,
                bonus,
            )
            for facing in end_facings(move, mover.facing, curbed=curbed)
        ]
        return frozenset(path[1:]), Walked(1.0, ends, mover)

    def _push_off(
        self, side: int, mover: Stance, move: Move, other: Stance, *, curbed: bool, extra: bool
    ) -> tuple[Walked, ...]:
        headings = self._headings(mover, move, extra=extra)
        path, halted = tread(self.ground, mover.hex, headings, (other.hex,))
        if halted is None:
            raise TypeError("nobody is in the way")
        won = self._push_off_chance(side, mover, other)
        beyond = self.ground.neighbours[other.hex][halted]
        stays = Stance(path[-1], mover.facing, False, False, mover.halved, True)
        wins = stays._replace(mighty=move.may_be_mighty and not curbed)
        loser = other._replace(mighty=False, done=True)
        if beyond is None:
            loser = loser._replace(halved=True)
        else:
            wins, loser = wins._replace(hex=other.hex), loser._replace(hex=beyond)
        return Walked(won, (wins,), loser), Walked(1 - won, (stays,), other)

    def _push_off_chance(self, side: int, mover: Stance, other: Stance) -> float:
        one, two = (
            fighter.changed(halved=stance.halved).level(STRENGTH) + fighter.scroll.push_off_bonus
            for fighter, stance in ((self.sides[side], mover), (self.sides[1 - side], other))
        )
        return push_off_chance(one - two)

    def after(
        self, side: int, mover: Stance, move: Move, other: Stance, answer: Move | None, *, curbed: bool = False
    ) -> float:
        """What it comes to for me if that side goes first and the other then, each choosing his facing as it suits
        him; without an answer, or a move to make it with, the other stays as he is."""
        sign = 1 if side == ME else -1
        total = 0.0
        for chance, ends, then in self.walk(side, mover, move, other, curbed=curbed):
            total += chance * max(sign * self._answered(1 - side, end, then, answer) for end in ends)
        return sign * total

    def _answered(self, side: int, standing: Stance, mover: Stance, move: Move | None) -> float:
        """What it comes to for me when that side goes last."""
        if move is None or mover.done:
            return self._seen(side, mover, standing)
        sign = 1 if side == ME else -1
        total = 0.0
        for chance, ends, then in self.walk(side, mover, move, standing):
            total += chance * max(sign * self._seen(side, end, then) for end in ends)
        return sign * total

    def _seen(self, side: int, one: Stance, other: Stance) -> float:
        return self.worth(one, other) if side == ME else self.worth(other, one)

    def faced(self, mine: Stance, his: Stance, his_move: Move | None) -> float:
        """What it comes to where I stand like that and he may have his move still to come."""
        return self._answered(HIM, mine, his, his_move)


def nearest(fight: PitFight, place: int, number: int) -> tuple[int, ...]:
    """So many of those who stand besides him, the nearest first."""
    here = fight.fighters[place].hex
    away = [
        (distance(here, other.hex), one)
        for one, other in enumerate(fight.fighters)
        if one != place and here is not None and other.hex is not None
    ]
    return tuple(one for _, one in sorted(away)[:number])
