"""The actions of a block: what each order asks for, what of it is open to a fighter now, and what it does.

`OPTIONS` lists by the kind of order what a fighter may say, `CARRY_OUT` does it. Both have every kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from encounters.hitchance import attacks, harm, morale, odds
from encounters.hitchance.bout import Bout
from encounters.hitchance.orders import (
    Attack,
    Bandage,
    Done,
    Drop,
    DropPack,
    Execute,
    Fetch,
    Lead,
    Move,
    Order,
    Plain,
    Rally,
    Reload,
    RemoveArmour,
    Stabilise,
    Stance,
    StandUp,
    Turn,
)
from encounters.hitchance.rules import HitRules
from encounters.hitchance.schema import Cost
from encounters.hitchance.squares import STEPS, Square, distance, reachable
from encounters.hitchance.state import (
    OVER,
    Fighter,
    Skirmish,
    Thing,
    effects_of,
    hands_of,
    sound_hands,
    squares_per_move,
)

NEXT_TO = 1

# --- what an action costs ---------------------------------------------------------------------------------------


def may_pay(fighter: Fighter, cost: Cost, rules: HitRules, round_: int) -> bool:
    """A minor action may take the place of the major one."""
    if cost == "free":
        return fighter.frees > 0
    return (cost == "minor" and fighter.minors > 0) or _may_pay_major(fighter, rules, round_)


def _may_pay_major(fighter: Fighter, rules: HitRules, round_: int) -> bool:
    if fighter.majors <= 0:
        return False
    in_a_row = fighter.major_round and fighter.major_round == round_ - 1
    return not (in_a_row and effects_of(fighter, rules, "no_majors_in_a_row"))


def _pay(bout: Bout, place: int, cost: Cost) -> None:
    fighter = bout.fighters[place]
    if cost == "free":
        bout.change(place, frees=fighter.frees - 1)
    elif cost == "minor" and fighter.minors > 0:
        bout.change(place, minors=fighter.minors - 1)
    else:
        bout.change(place, majors=fighter.majors - 1, major_round=bout.round)


def _can(skirmish: Skirmish, place: int, action: str) -> bool:
    """That he may do anything of that kind at all, and pay for it."""
    fighter, rules = skirmish.fighters[place], skirmish.rules
    return not fighter.overloaded and may_pay(fighter, rules.costs(action), rules, skirmish.round)


# --- options ----------------------------------------------------------------------------------------------------

Options = tuple[Order, ...]


def _done(skirmish: Skirmish, place: int) -> Options:
    return (Done(place),)


def _moves(skirmish: Skirmish, place: int) -> Options:
    return tuple(Move(place, to) for to in ways_open(skirmish, place))


def ways_open(skirmish: Skirmish, place: int) -> dict[Square, tuple[str, int]]:
    """Where he may go now; facing which way he arrives there, and after how many squares. A move may be split around
    another action: squares that are left of one cost nothing more (H31)."""
    fighter = skirmish.fighters[place]
    if fighter.prone or fighter.overloaded:
        return {}
    pays = _can(skirmish, place, "move")
    squares = fighter.squares + (squares_per_move(fighter, skirmish.rules) if pays else 0)
    return reachable(fighter.at, squares, skirmish.standing, skirmish.ground.has)


def _turns(skirmish: Skirmish, place: int) -> Options:
    if not _can(skirmish, place, "turn"):
        return ()
    return tuple(Turn(place, way) for way in STEPS if way != skirmish.fighters[place].facing)


def _attacks(skirmish: Skirmish, place: int) -> Options:
    fighter = skirmish.fighters[place]
    if fighter.broken_since or not _can(skirmish, place, "attack"):
        return ()
    foes = [at for at, one in enumerate(skirmish.fighters) if _may_be_hit(fighter, one)]
    arms = attacks.wielded(fighter, skirmish.rules)
    return tuple(Attack(place, at, arm) for arm in arms for at in foes if _may_attack(skirmish, place, at, arm))


def _may_attack(skirmish: Skirmish, place: int, at: int, arm: str) -> bool:
    return attacks.may_reach(skirmish, place, at, arm) and odds.may_tell(skirmish, place, at, arm)


def _may_be_hit(fighter: Fighter, other: Fighter) -> bool:
    return other.side != fighter.side and other.lost not in ("dead", "fled")


def _executions(skirmish: Skirmish, place: int) -> Options:
    fighter = skirmish.fighters[place]
    if fighter.broken_since or not _can(skirmish, place, "execute"):
        return ()
    fallen = _beside(skirmish, place, lambda one: one.side != fighter.side and one.lost in ("downed", "unconscious"))
    return tuple(Execute(place, at) for at in fallen)


def _beside(skirmish: Skirmish, place: int, fits: Callable[[Fighter], bool]) -> list[int]:
    """Those who fit in the squares around him, and in his own, without himself."""
    at = skirmish.fighters[place].at
    return [
        other
        for other, one in enumerate(skirmish.fighters)
        if other != place and fits(one) and distance(one.at, at) <= NEXT_TO
    ]


def _reloads(skirmish: Skirmish, place: int) -> Options:
    fighter, rules = skirmish.fighters[place], skirmish.rules
    empty = dict.fromkeys(thing.key for thing in fighter.held if thing.chits)
    return tuple(
        Reload(place, key)
        for key in empty
        if not fighter.overloaded and may_pay(fighter, rules.ranged[key].reload_costs, rules, skirmish.round)
    )


def _fetches(skirmish: Skirmish, place: int) -> Options:
    fighter = skirmish.fighters[place]
    if not _can(skirmish, place, "fetch"):
        return ()
    carried = dict.fromkeys(thing.key for thing in (*fighter.readied, *fighter.pack))
    lying = dict.fromkeys(thing.key for at, thing in skirmish.lying if at == fighter.at)
    free = [key for key in {**carried, **lying} if may_hold(fighter, skirmish.rules, key)]
    own = [Fetch(place, key) for key in free if key in carried]
    return (*own, *(Fetch(place, key, True) for key in free if key in lying and fighter.space))


def hands_for(rules: HitRules, key: str) -> int:
    """Hands that a thing takes up."""
    return attacks.weapon_of(rules, key).hands if key in rules.ranged or key in rules.melee else 1


def may_hold(fighter: Fighter, rules: HitRules, key: str) -> bool:
    """That a thing more fits into his hands."""
    needed = hands_for(rules, key)
    if needed > 1 and sound_hands(fighter, rules) < needed:
        return False
    return sum(hands_for(rules, thing.key) for thing in fighter.held) + needed <= hands_of(fighter, rules)


def _drops(skirmish: Skirmish, place: int) -> Options:
    fighter, rules = skirmish.fighters[place], skirmish.rules
    if not may_pay(fighter, rules.costs("drop"), rules, skirmish.round):
        return ()
    return tuple(Drop(place, key) for key in dict.fromkeys(thing.key for thing in fighter.held))


def _pack_drops(skirmish: Skirmish, place: int) -> Options:
    fighter, rules = skirmish.fighters[place], skirmish.rules
    may = fighter.pack and may_pay(fighter, rules.costs("drop_pack"), rules, skirmish.round)
    return (DropPack(place),) if may else ()


def _removals(skirmish: Skirmish, place: int) -> Options:
    if not _can(skirmish, place, "remove_armour"):
        return ()
    worn = dict.fromkeys(piece.key for piece in skirmish.fighters[place].worn)
    return tuple(RemoveArmour(place, key) for key in worn)


def _bandages(skirmish: Skirmish, place: int) -> Options:
    fighter = skirmish.fighters[place]
    if not _can(skirmish, place, "bandage"):
        return ()
    bleeding = _beside(skirmish, place, lambda one: one.side == fighter.side and one.die("bleeding") is not None)
    own = (Bandage(place, place),) if fighter.die("bleeding") else ()
    return (*own, *(Bandage(place, at) for at in bleeding))


def _stabilisings(skirmish: Skirmish, place: int) -> Options:
    fighter = skirmish.fighters[place]
    if not _can(skirmish, place, "stabilise"):
        return ()
    dying = _beside(skirmish, place, lambda one: one.side == fighter.side and one.die("downed") is not None)
    return tuple(Stabilise(place, at) for at in dying)


def _rallies(skirmish: Skirmish, place: int) -> Options:
    side = skirmish.fighters[place].side
    may = _can(skirmish, place, "rally") and morale.may_be_rallied(skirmish.fighters, side)
    return (Rally(place),) if may else ()


def _standings(skirmish: Skirmish, place: int) -> Options:
    may = skirmish.fighters[place].prone and _can(skirmish, place, "stand_up")
    return (StandUp(place),) if may else ()


def _leadings(skirmish: Skirmish, place: int) -> Options:
    if not _can(skirmish, place, "lead"):
        return ()
    stunned = _beside(skirmish, place, lambda one: not one.lost and one.is_stunned(skirmish.round))
    return tuple(
        Lead(place, at, to)
        for at in stunned
        for to in reachable(skirmish.fighters[at].at, 1, skirmish.standing, skirmish.ground.has)
    )


def _plain(skirmish: Skirmish, place: int) -> Options:
    actions = skirmish.rules.rounds.actions
    plain = [key for key in type(actions).model_fields if getattr(actions, key).plain]
    return tuple(Plain(place, key) for key in plain if _can(skirmish, place, key) and _has_learnt(skirmish, place, key))


def _has_learnt(skirmish: Skirmish, place: int, action: str) -> bool:
    """That he has the skill that the action asks for, if it asks for any."""
    skill = getattr(skirmish.rules.rounds.actions, action).skill
    return not skill or skill in skirmish.fighters[place].who.skills


def _stances(skirmish: Skirmish, place: int) -> Options:
    """Every stance but the present one."""
    fighter = skirmish.fighters[place]
    now = Stance(place, fighter.sunders, fighter.strikes_back, fighter.first_piece)
    pieces = ("", *dict.fromkeys(piece.key for piece in fighter.worn))
    every = [Stance(place, sunders, back, key) for sunders in (True, False) for back in (True, False) for key in pieces]
    return tuple(one for one in every if one != now)


OPTIONS: Mapping[type, Callable[[Skirmish, int], Options]] = {
    Attack: _attacks,
    Execute: _executions,
    Move: _moves,
    Reload: _reloads,
    Fetch: _fetches,
    Bandage: _bandages,
    Stabilise: _stabilisings,
    Rally: _rallies,
    StandUp: _standings,
    Lead: _leadings,
    RemoveArmour: _removals,
    DropPack: _pack_drops,
    Drop: _drops,
    Turn: _turns,
    Plain: _plain,
    Stance: _stances,
    Done: _done,
}


def may_say(skirmish: Skirmish, place: int, kind: type) -> bool:
    """That he is asked for orders of that kind now: in his block all, else only how he means to meet blows."""
    if skirmish.step == OVER or skirmish.fighters[place].lost:
        return False
    return kind is Stance or place in skirmish.asked


def options(skirmish: Skirmish, place: int, kind: type) -> Options:
    """What a fighter may say of one kind of order."""
    known = skirmish.offered.get((place, kind))
    if known is None:
        may = may_say(skirmish, place, kind)
        known = skirmish.offered[place, kind] = OPTIONS[kind](skirmish, place) if may else ()
    return known


# --- what they do -----------------------------------------------------------------------------------------------


def _take(things: tuple[Thing, ...], key: str) -> tuple[Thing, tuple[Thing, ...]]:
    """The first thing of that key, and the others."""
    found = next(thing for thing in things if thing.key == key)
    return found, attacks.replaced(things, found)


def _do_done(bout: Bout, order: Done) -> None:
    bout.change(order.fighter, done=True)


def _do_move(bout: Bout, order: Move) -> None:
    fighter = bout.fighters[order.fighter]
    blocked = {one.at for one in bout.fighters if not one.lost}
    more = squares_per_move(fighter, bout.rules)
    way, gone = reachable(fighter.at, fighter.squares + more, blocked, bout.ground.has)[order.to]
    left = fighter.squares - gone
    if left < 0:
        _pay(bout, order.fighter, bout.rules.costs("move"))
        left += more
    bout.change(order.fighter, at=order.to, facing=way, squares=left)
    bout.tell("moved", fighter=fighter.name, start=list(fighter.at), to=list(order.to), facing=way, squares=gone)


def _do_turn(bout: Bout, order: Turn) -> None:
    _pay(bout, order.fighter, bout.rules.costs("turn"))
    bout.change(order.fighter, facing=order.facing)
    bout.tell("turned", fighter=bout.name(order.fighter), facing=order.facing)


def _do_attack(bout: Bout, order: Attack) -> None:
    _pay(bout, order.fighter, bout.rules.costs("attack"))
    attacks.carry_out(bout, order.fighter, order.target, order.weapon)


def _do_execute(bout: Bout, order: Execute) -> None:
    _pay(bout, order.fighter, bout.rules.costs("execute"))
    bout.tell("executed", fighter=bout.name(order.target), by=bout.name(order.fighter))
    harm.kill(bout, order.target, bout.name(order.fighter))


def _do_reload(bout: Bout, order: Reload) -> None:
    _pay(bout, order.fighter, bout.rules.ranged[order.weapon].reload_costs)
    held = bout.fighters[order.fighter].held
    empty = next(thing for thing in held if thing.key == order.weapon and thing.chits)
    fuller = Thing(empty.key, empty.chits - 1, empty.state)
    bout.change(order.fighter, held=attacks.replaced(held, empty, fuller))
    bout.tell("reloaded", fighter=bout.name(order.fighter), weapon=order.weapon, chits=fuller.chits)


def _do_fetch(bout: Bout, order: Fetch) -> None:
    _pay(bout, order.fighter, bout.rules.costs("fetch"))
    fighter = bout.fighters[order.fighter]
    if order.ground:
        found = next(one for one in bout.lying if one == (fighter.at, one[1]) and one[1].key == order.thing)
        at = bout.lying.index(found)
        bout.lying = (*bout.lying[:at], *bout.lying[at + 1 :])
        bout.change(order.fighter, held=(*fighter.held, found[1]))
    else:
        _draw(bout, order.fighter, order.thing)
    bout.tell("fetched", fighter=fighter.name, thing=order.thing, ground=order.ground)


def _draw(bout: Bout, place: int, key: str) -> None:
    """Out of what is readied, else out of the pack."""
    fighter = bout.fighters[place]
    where = "readied" if any(thing.key == key for thing in fighter.readied) else "pack"
    thing, left = _take(getattr(fighter, where), key)
    bout.change(place, held=(*fighter.held, thing), **{where: left})


def _do_drop(bout: Bout, order: Drop) -> None:
    _pay(bout, order.fighter, bout.rules.costs("drop"))
    thing, left = _take(bout.fighters[order.fighter].held, order.thing)
    bout.lay_down(order.fighter, (thing,))
    bout.change(order.fighter, held=left)
    bout.tell("dropped", fighter=bout.name(order.fighter), things=[thing.key])
    harm.unburden(bout, order.fighter)


def _do_drop_pack(bout: Bout, order: DropPack) -> None:
    _pay(bout, order.fighter, bout.rules.costs("drop_pack"))
    pack = bout.fighters[order.fighter].pack
    bout.lay_down(order.fighter, pack)
    bout.change(order.fighter, pack=())
    bout.tell("dropped", fighter=bout.name(order.fighter), things=[thing.key for thing in pack])
    harm.unburden(bout, order.fighter)


def _do_remove_armour(bout: Bout, order: RemoveArmour) -> None:
    _pay(bout, order.fighter, bout.rules.costs("remove_armour"))
    fighter = bout.fighters[order.fighter]
    piece, worn = _take(fighter.worn, order.piece)
    bout.change(order.fighter, worn=worn, pack=(*fighter.pack, piece))
    bout.tell("took_off", fighter=fighter.name, piece=piece.key)


def _do_bandage(bout: Bout, order: Bandage) -> None:
    _pay(bout, order.fighter, bout.rules.costs("bandage"))
    harm.bandage(bout, order.target, order.fighter)


def _do_stabilise(bout: Bout, order: Stabilise) -> None:
    _pay(bout, order.fighter, bout.rules.costs("stabilise"))
    harm.stabilise(bout, order.target, order.fighter)


def _do_rally(bout: Bout, order: Rally) -> None:
    _pay(bout, order.fighter, bout.rules.costs("rally"))
    morale.rally(bout, order.fighter)


def _do_stand_up(bout: Bout, order: StandUp) -> None:
    _pay(bout, order.fighter, bout.rules.costs("stand_up"))
    bout.change(order.fighter, prone=False)
    bout.tell("stood_up", fighter=bout.name(order.fighter))


def _do_lead(bout: Bout, order: Lead) -> None:
    _pay(bout, order.fighter, bout.rules.costs("lead"))
    bout.change(order.target, at=order.to)
    is_foe = bout.fighters[order.target].side != bout.fighters[order.fighter].side
    bout.tell("led", fighter=bout.name(order.target), by=bout.name(order.fighter), to=list(order.to), foe=is_foe)


def _do_plain(bout: Bout, order: Plain) -> None:
    _pay(bout, order.fighter, bout.rules.costs(order.action))
    bout.tell("plain", fighter=bout.name(order.fighter), action=order.action)


def _do_stance(bout: Bout, order: Stance) -> None:
    facts = {"sunders": order.sunders, "strikes_back": order.strikes_back}
    bout.change(order.fighter, **facts, first_piece=order.first)
    bout.tell("stance", fighter=bout.name(order.fighter), **facts, first=order.first)


CARRY_OUT: Mapping[type, Callable[[Bout, Any], None]] = {
    Attack: _do_attack,
    Execute: _do_execute,
    Move: _do_move,
    Reload: _do_reload,
    Fetch: _do_fetch,
    Bandage: _do_bandage,
    Stabilise: _do_stabilise,
    Rally: _do_rally,
    StandUp: _do_stand_up,
    Lead: _do_lead,
    RemoveArmour: _do_remove_armour,
    DropPack: _do_drop_pack,
    Drop: _do_drop,
    Turn: _do_turn,
    Plain: _do_plain,
    Stance: _do_stance,
    Done: _do_done,
}


def every_option(skirmish: Skirmish, place: int, kinds: Iterable[type] = OPTIONS) -> list[Order]:
    return [order for kind in kinds for order in options(skirmish, place, kind)]
