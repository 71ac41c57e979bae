"""The seasoned fighter: minds where he stands and what a blow promises, and takes the others as they stand now."""

from __future__ import annotations

from collections.abc import Sequence

from encounters.pitfight.attacks import modifiers
from encounters.pitfight.damage import damage_dice
from encounters.pitfight.hexes import Hex, arena, distance
from encounters.pitfight.levels import BOOST, RECOVERY, STRENGTH, TOUGHNESS, WOUNDS
from encounters.pitfight.moves import is_mighty
from encounters.pitfight.orders import Aim, Face, Interrupt, Order, Pick, Place, Strike
from encounters.pitfight.players.blows import body_of, game, hits_on, lead, roll_off_chance
from encounters.pitfight.players.duels import ME, Duel, Stance, nearest
from encounters.pitfight.players.strategy import Options, Strategy, legal_picks
from encounters.pitfight.state import RESOLVE_ATTACKS, Blow, Fighter, PitFight

MIDDLE: Hex = (0, 0)
NEAR = 3
# What winning a push-off is worth, and what of a lost Wound a rush that gives it back is.
PUSHED_OFF, GIVEN_BACK, SPARE_RUSH = 3.0, 0.8, 2.5


class Seasoned(Strategy):
    def place(self, fight: PitFight, fighter: int, options: Options) -> Order:
        """Looking at whoever is nearest."""
        foes = [one.hex for one in fight.fighters if one.hex is not None] or [MIDDLE]
        return self.best(options, lambda one: -min(_ahead(fight, one, foe) for foe in foes))

    # --- moves

    def pick(self, fight: PitFight, fighter: int, options: Options) -> Order:
        duels = duels_of(fight, fighter)
        return self.best(legal_picks(fight, fighter, options), lambda one: prospect(duels, one))

    def interrupt(self, fight: PitFight, fighter: int, options: Options) -> Order:
        """Strikes first where that costs nothing; lets others move before him, to see where they go."""
        free = [one for one in options if isinstance(one, Interrupt) and one.takes and not one.spend]
        return free[0] if free and fight.step == RESOLVE_ATTACKS else options[0]

    def go(self, fight: PitFight, fighter: int, options: Options) -> Order:
        return options[0]

    def face(self, fight: PitFight, fighter: int, options: Options) -> Order:
        duels = duels_of(fight, fighter)
        return self.best(options, lambda one: self.standing(fight, duels, facing(fight, fighter, one)))

    def standing(self, fight: PitFight, duels: Sequence[Duel], mine: Stance) -> float:
        return sum(duel.worth(mine, duel.his) for duel in duels)

    # --- attacks

    def strike(self, fight: PitFight, fighter: int, options: Options) -> Order:
        aimed = [one for one in options if isinstance(one, Strike) and one.target is not None]
        return self.best(aimed, lambda one: self.blow(fight, fighter, one.target or 0))

    def blow(self, fight: PitFight, fighter: int, target: int) -> float:
        """What striking at that one promises where both guess at random."""
        payoffs = payoffs_of(fight, Blow(fighter, target))
        return sum(map(sum, payoffs)) / len(payoffs) ** 2

    def aim(self, fight: PitFight, fighter: int, options: Options) -> Order:
        """Rather where a hit does much, and rather guards that."""
        payoffs = payoffs_of(fight, the_blow(fight))
        hurts = [max(row) for row in payoffs]
        return self.weighted([one for one in options if isinstance(one, Aim)], hurts)

    # --- adrenalin

    def push_off(self, fight: PitFight, fighter: int, options: Options) -> Order:
        push = fight.push_off
        if push is None:
            raise TypeError("nobody pushes")
        sides = push.mover, push.other
        totals = [
            roll + fight.fighters[one].level(STRENGTH) + fight.fighters[one].scroll.push_off_bonus
            for roll, one in zip(push.rolls, sides, strict=True)
        ]
        mine = sides.index(fighter)
        return self.if_it_turns(fight, fighter, options, totals[mine] - totals[1 - mine], PUSHED_OFF)

    def roll_off(self, fight: PitFight, fighter: int, options: Options) -> Order:
        """The attacker has to be ahead; to the other equal totals will do."""
        blow = the_blow(fight)
        if blow.rolls is None:
            raise TypeError("nothing was rolled")
        ahead = blow.rolls[0] - blow.rolls[1] + lead_of(fight, blow)
        margin = ahead if fighter == blow.attacker else 1 - ahead
        return self.if_it_turns(fight, fighter, options, margin, hit_at(fight, blow))

    def if_it_turns(self, fight: PitFight, fighter: int, options: Options, margin: int, worth: float) -> Order:
        """Spend where a margin that is not above 0 can be brought there for less than it is worth."""
        one, needed = fight.fighters[fighter], -(-(1 - margin) // BOOST)
        pays = 0 < needed <= len(one.counters) and worth > needed * worth_kept(fight, one)
        return options[1] if pays else options[0]

    def damage(self, fight: PitFight, fighter: int, options: Options) -> Order:
        """Before the die: whether a rush makes it another one."""
        blow = the_blow(fight)
        striking = fighter == blow.attacker
        on = STRENGTH if striking else TOUGHNESS
        one = fight.fighters[fighter]
        boosts = tuple(points + BOOST * (which == on) for which, points in enumerate(one.boosts))
        gain = abs(hit_at(fight, blow, {fighter: one.changed(boosts=boosts)}) - hit_at(fight, blow))
        return options[1] if gain > worth_kept(fight, one) else options[0]

    def stand(self, fight: PitFight, fighter: int, options: Options) -> Order:
        """Always."""
        return options[1]

    def recover(self, fight: PitFight, fighter: int, options: Options) -> Order:
        """Wounds first; a rush that can wait is kept for as long as little is lost."""
        one = fight.fighters[fighter]
        bound_to_fall = one.wounds - one.boosts[WOUNDS] <= one.harm.bleeds + 2 * one.harm.bleeds_d3
        pays = bound_to_fall or is_last_call(fight, one) or one.wounds_lost >= RECOVERY
        return options[1] if pays else options[0]


# --- what he goes by --------------------------------------------------------------------------------------------


def duels_of(fight: PitFight, fighter: int) -> list[Duel]:
    """With those who are near; the nearest draws him."""
    return [Duel(fight, fighter, foe, pull=not place) for place, foe in enumerate(nearest(fight, fighter, NEAR))]


def prospect(duels: Sequence[Duel], order: Pick) -> float:
    """What a move leads to if the others stay as they are."""
    main, *others = duels
    move = main.sides[ME].scroll.moves[order.move]
    return sum(
        chance * max(main.worth(end, then) + sum(duel.worth(end, duel.his) for duel in others) for end in ends)
        for chance, ends, then in main.walk(ME, main.mine, move, main.his)
    )


def facing(fight: PitFight, fighter: int, order: Order) -> Stance:
    """How he would stand at the end of his move."""
    if not isinstance(order, Face):
        raise TypeError(order)
    one = fight.fighters[fighter]
    mighty = is_mighty(one, order.facing, walled=fight.walled)
    return Stance(fight.path[-1], order.facing, mighty, False, one.halved, True)


def _ahead(fight: PitFight, order: Order, foe: Hex) -> int:
    if not isinstance(order, Place):
        raise TypeError(order)
    return distance(arena(fight.terms.radius).neighbours[order.hex][order.facing] or order.hex, foe)


def the_blow(fight: PitFight) -> Blow:
    if fight.blow is None:
        raise TypeError("nobody attacks")
    return fight.blow


def lead_of(fight: PitFight, blow: Blow) -> int:
    ahead, behind = modifiers(fight, blow.attacker, blow.target)
    return lead(fight.fighters[blow.attacker], fight.fighters[blow.target], ahead - behind, fight.turn)


def payoffs_of(fight: PitFight, blow: Blow) -> tuple[tuple[float, ...], ...]:
    """The guessing game of that blow, by the target's locations."""
    attacker, target = fight.fighters[blow.attacker], fight.fighters[blow.target]
    hits = hits_on(fight.rules, body_of(target), damage_dice(attacker, target, mighty=attacker.mighty))
    return game(fight.rules, hits, roll_off_chance(lead_of(fight, blow)))


def hit_at(fight: PitFight, blow: Blow, instead: dict[int, Fighter] | None = None) -> float:
    """What a hit at the aim of that blow is worth, with some other fighter in a fighter's place."""
    attacker, target = ((instead or {}).get(one, fight.fighters[one]) for one in (blow.attacker, blow.target))
    hits = hits_on(fight.rules, body_of(target), damage_dice(attacker, target, mighty=attacker.mighty))
    return hits.worth[hits.locations.index(blow.aim)]


def is_last_call(fight: PitFight, fighter: Fighter) -> bool:
    """Whether a rush of his is lost in this End Phase."""
    return bool(fighter.counters) and fighter.counters[0] <= fight.turn


def worth_kept(fight: PitFight, fighter: Fighter) -> float:
    """What it is worth to him not to spend a rush now."""
    recovers = GIVEN_BACK * min(RECOVERY, fighter.wounds_lost)
    return recovers if is_last_call(fight, fighter) else max(recovers, SPARE_RUSH)
