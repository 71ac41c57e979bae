"""Carrying out moves, hex by hex, with interrupts and push-offs (5.0 to 5.4; rulings I1 to P21)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from encounters.pitfight.bout import Bout
from encounters.pitfight.haggling import answered_haggle, haggle
from encounters.pitfight.hexes import Arena, Hex, arena
from encounters.pitfight.levels import INITIATIVE, STRENGTH
from encounters.pitfight.orders import Boost, Face, Go, Order, faces, goes
from encounters.pitfight.schema import OBSERVE
from encounters.pitfight.scrolls import Move
from encounters.pitfight.state import RESOLVE_ATTACKS, Fighter, PitFight, PushOff
from encounters.pitfight.turn_order import due, line_up


def carry_out(bout: Bout) -> None:
    """Let the next fighter move, or go on to the attacks."""
    if bout.to_ask is None:
        ready = still_to_move(bout)
        if not ready:
            bout.step, bout.waiting = RESOLVE_ATTACKS, ()
            return
        line_up(bout, ready, _may_interrupt)
    acting = due(bout)
    if bout.question:
        return
    if bout.fighters[acting].counters and len(go_options(bout, acting)) > 1:
        bout.ask("go", acting)
        return
    _walk(bout, acting, extra=False)


def still_to_move(fight: PitFight | Bout) -> list[int]:
    return [place for place, fighter in enumerate(fight.fighters) if not fighter.done and not fighter.out]


def _may_interrupt(fighter: Fighter) -> bool:
    """Not with a move that can only be a mighty blow (5.2, I6)."""
    return not fighter.the_move.only_mighty


# --- one fighter's move -----------------------------------------------------------------------------------------


def go_options(fight: PitFight | Bout, place: int) -> tuple[Go | Boost, ...]:
    """Straight on; by adrenalin one hex ahead first, unless the wall is there (P19); or faster, to go later."""
    fighter = fight.fighters[place]
    ahead = fighter.hex and arena(fight.terms.radius).neighbours[fighter.hex][fighter.facing]
    return goes(place, extra=ahead is not None, delays=may_delay(fight, still_to_move(fight)))


def may_delay(fight: PitFight | Bout, ready: Sequence[int]) -> bool:
    """Whether more Initiative could let another go first: not for one who has just interrupted."""
    return len(fight.waiting) == 1 and len(ready) > 1


def answer_go(bout: Bout, orders: Sequence[Order]) -> None:
    order = orders[0]
    if isinstance(order, Boost):
        delay(bout, order)
    elif isinstance(order, Go):
        if order.extra:
            bout.spend(order.fighter, "extra_hex")
        _walk(bout, order.fighter, extra=order.extra)


def delay(bout: Bout, order: Boost) -> None:
    bout.boost(order.fighter, INITIATIVE)
    bout.waiting, bout.to_ask = (), None


def _walk(bout: Bout, place: int, *, extra: bool) -> None:
    """To the end of the path, a wall or a push-off. An illegal move has become Observe (5.4)."""
    fighter = bout.fighters[place]
    if fighter.forced:
        fighter = bout.change(place, move=OBSERVE)
    if fighter.hex is None:
        raise TypeError(f"{fighter.pit.name} stands nowhere")
    headings = fighter.the_move.headings[fighter.facing]
    directions = (fighter.facing, *headings) if extra else headings
    others = [other.hex for other in bout.fighters if other is not fighter]
    path, halted = tread(bout.arena, fighter.hex, directions, others)
    beyond = None if halted is None else bout.arena.neighbours[path[-1]][halted]
    if halted is None or beyond is None or (other := bout.standing_on(beyond)) is None:
        _arrive(bout, place, path, walled=halted is not None)
    else:
        _begin_push_off(bout, place, other, path, beyond, halted)


def tread(
    ground: Arena, start: Hex, directions: Iterable[int], others: Container[Hex | None]
) -> tuple[list[Hex], int | None]:
    """The hexes of a path from its start on, as far as no wall and none of ``others`` is in the way, and the direction
    in which something is, if so."""
    path = [start]
    for direction in directions:
        beyond = ground.neighbours[path[-1]][direction]
        if beyond is None or beyond in others:
            return path, direction
        path.append(beyond)
    return path, None


def end_facings(move: Move, facing: int, *, curbed: bool) -> tuple[int, ...]:
    """The facings that a move may end in which began in that one; a wall and an interrupt curb it, and forfeit the
    mighty ones (P2, I6)."""
    return (move.plain[facing] or (facing,)) if curbed else move.ends[facing]


def ends_of(fighter: Fighter, *, walled: bool) -> tuple[int, ...]:
    return end_facings(fighter.the_move, fighter.facing, curbed=walled or fighter.interrupting)


def is_mighty(fighter: Fighter, facing: int, *, walled: bool) -> bool:
    """Whether the move makes a mighty blow by ending in that facing."""
    return facing in fighter.the_move.mighty[fighter.facing] and not (walled or fighter.interrupting)


def _arrive(bout: Bout, place: int, path: Sequence[Hex], *, walled: bool) -> None:
    fighter = bout.change(place, hex=path[-1])
    bout.path, bout.walled = tuple(path), walled
    ends = ends_of(fighter, walled=walled)
    if len(ends) == 1:
        _turn_to(bout, place, ends[0])
    else:
        bout.ask("face", place)


def face_options(fight: PitFight, place: int) -> tuple[Face, ...]:
    return faces(place, ends_of(fight.fighters[place], walled=fight.walled))


def answer_face(bout: Bout, orders: Sequence[Order]) -> None:
    order = orders[0]
    if not isinstance(order, Face):
        raise TypeError(order)
    _turn_to(bout, order.fighter, order.facing)


def _turn_to(bout: Bout, place: int, facing: int) -> None:
    """The move is complete."""
    before = bout.fighters[place]
    move = before.the_move
    mighty = is_mighty(before, facing, walled=bout.walled)
    observing = move.key == OBSERVE
    bout.change(place, facing=facing, mighty=mighty, observing=observing, done=True)
    if bout.logging:
        ended = "illegal" if before.forced else "wall" if bout.walled else "complete"
        _tell_move(bout, place, before, bout.path, ended)
    if observing and not before.forced and before.trophy == bout.turn:
        bout.earn(place, "brandished")
    bout.path, bout.walled = (), False
    bout.acted()


def _tell_move(bout: Bout, place: int, before: Fighter, path: Sequence[Hex], ended: str) -> None:
    after = bout.fighters[place]
    bout.tell(
        "move",
        fighter=after.pit.name,
        move=after.move,
        band=after.the_move.band,
        initiative=after.initiative,
        path=list(path),
        to=after.hex,
        facing_before=before.facing,
        facing=after.facing,
        mighty=after.mighty,
        interrupting=after.interrupting,
        ended=ended,
    )


# --- push-offs --------------------------------------------------------------------------------------------------


def _begin_push_off(bout: Bout, mover: int, other: int, path: Sequence[Hex], into: Hex, direction: int) -> None:
    bout.change(mover, hex=path[-1])
    bout.push_off = PushOff(mover, other, tuple(path), into, direction, _rolls(bout, mover, other))
    if not haggle(bout, "push_off", (mover, other), (STRENGTH, STRENGTH)):
        _settle_push_off(bout)


def _rolls(bout: Bout, mover: int, other: int) -> tuple[int, int]:
    return bout.roll(20, "push-off", mover), bout.roll(20, "push-off", other)


def answer_push_off(bout: Bout, orders: Sequence[Order]) -> None:
    if not answered_haggle(bout, orders, "push_off"):
        _settle_push_off(bout)


def _settle_push_off(bout: Bout) -> None:
    """The higher total wins; equal ones are rolled again (P3)."""
    push = bout.push_off
    if push is None:
        raise TypeError("nobody pushes")
    one, other = (
        roll + bout.fighters[side].level(STRENGTH) + bout.fighters[side].scroll.push_off_bonus
        for roll, side in zip(push.rolls, (push.mover, push.other), strict=True)
    )
    if one == other:
        if bout.logging:
            _tell_push_off(bout, push, (one, other), winner=None, blocked=False)
        sides = (push.mover, push.other)
        _begin_push_off(bout, *sides, push.path, push.into, push.direction)
        return
    bout.push_off = None
    _end_push_off(bout, push, (one, other))


def _end_push_off(bout: Bout, push: PushOff, totals: tuple[int, int]) -> None:
    won = totals[0] > totals[1]
    beyond = bout.arena.neighbours[push.into][push.direction]
    blocked = won and (beyond is None or bout.standing_on(beyond) is not None)
    if bout.logging:
        to = beyond if won and not blocked else None
        _tell_push_off(bout, push, totals, winner=push.mover if won else push.other, blocked=blocked, to=to)
    if won:
        _force_out(bout, push, None if blocked else beyond)
    before = bout.fighters[push.mover]
    mighty = won and before.the_move.may_be_mighty and not before.interrupting
    bout.change(push.mover, done=True, mighty=mighty)
    if bout.logging:
        path = push.path if bout.fighters[push.mover].hex == push.path[-1] else (*push.path, push.into)
        _tell_move(bout, push.mover, before, path, "push_off")
    bout.acted()


def _force_out(bout: Bout, push: PushOff, beyond: Hex | None) -> None:
    """The loser leaves the hex to the mover, or cannot, and is halved (5.3, P5). He loses his mighty blow, and the move
    that he has not made (P12, P13)."""
    loser = bout.fighters[push.other]
    lost = loser.lost or not loser.done
    fate = {"halved": True} if beyond is None else {"hex": beyond}
    bout.change(push.other, mighty=False, done=True, lost=lost, **fate)
    if beyond is not None:
        bout.change(push.mover, hex=push.into)


def _tell_push_off(
    bout: Bout, push: PushOff, totals: tuple[int, int], *, winner: int | None, blocked: bool, to: Hex | None = None
) -> None:
    sides = (push.mover, push.other)
    loser = next((one for one in sides if one != winner), None) if winner is not None else None
    bout.tell(
        "push_off",
        mover=bout.name(push.mover),
        other=bout.name(push.other),
        start=push.path[-1],
        into=push.into,
        direction=push.direction,
        faces=list(push.rolls),
        strength=[bout.fighters[one].level(STRENGTH) for one in sides],
        bonus=[bout.fighters[one].scroll.push_off_bonus for one in sides],
        totals=list(totals),
        winner=None if winner is None else bout.name(winner),
        blocked=blocked,
        pushed_to=to,
        halved=bout.name(push.other) if blocked else None,
        loses_move=None if loser is None or bout.fighters[loser].done or loser == push.mover else bout.name(loser),
    )
