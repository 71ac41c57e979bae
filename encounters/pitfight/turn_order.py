"""Who acts next: the slowest first, unless somebody faster interrupts (5.0, 5.2; rulings I1 to I10).

Both steps of a turn that go by Initiative use this. ``waiting`` holds the one who is about to act, on top of those
whom he has interrupted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from encounters.pitfight.bout import Bout
from encounters.pitfight.levels import BOOST, INITIATIVE, WATCHING
from encounters.pitfight.orders import Interrupt, Order, interrupts
from encounters.pitfight.state import RESOLVE_ATTACKS, Fighter, PitFight

Speed = tuple[int, int]


def speed(fight: PitFight | Bout, place: int, *, spend: int = 0) -> Speed:
    """Initiative in this step, then youth. One who observes is faster in the attack step."""
    initiative, age_rank = speed_of(fight.fighters[place], striking=fight.step == RESOLVE_ATTACKS)
    return initiative + spend * BOOST, age_rank


def speed_of(fighter: Fighter, *, striking: bool) -> Speed:
    return fighter.initiative + (WATCHING if striking and fighter.observing else 0), fighter.pit.age_rank


def line_up(bout: Bout, ready: Sequence[int], may_interrupt: Callable[[Fighter], bool]) -> None:
    """Find who is about to act of those ``ready`` and, from the fastest down, whoever may go before him."""
    if len(ready) == 1:
        if bout.waiting:
            _stand_back(bout, ready)
        bout.waiting, bout.to_ask = (ready[0],), ()
        return
    fighters, striking = bout.fighters, bout.step == RESOLVE_ATTACKS
    speeds = {one: speed_of(fighters[one], striking=striking) for one in ready}
    waiting = tuple([one for one in bout.waiting if one in speeds])
    if len(waiting) <= 1:
        if waiting:
            _stand_back(bout, waiting)
        waiting = (min(speeds, key=speeds.__getitem__),)
    bar = speeds[waiting[-1]]
    able = [
        one
        for one, its in speeds.items()
        if (its > bar or (fighters[one].counters and _fastest(bout, one) > bar))
        and one not in waiting
        and may_interrupt(fighters[one])
    ]
    able.sort(key=speeds.__getitem__, reverse=True)
    bout.waiting, bout.to_ask = waiting, tuple(able)


def _stand_back(bout: Bout, waiting: Sequence[int]) -> None:
    """Whom he wanted to interrupt has acted or cannot: he acts in his own turn, and may strike a mighty blow again."""
    for one in waiting:
        if bout.fighters[one].interrupting and bout.step != RESOLVE_ATTACKS:
            bout.change(one, interrupting=False)


def due(bout: Bout) -> int:
    """Who acts next; a question to whoever may go before him is opened first, if any is left."""
    if bout.to_ask:
        bout.ask("interrupt", bout.to_ask[0])
    return bout.waiting[-1]


def _fastest(bout: Bout, place: int) -> Speed:
    """With all the adrenalin that he has (I10)."""
    return speed(bout, place, spend=len(bout.fighters[place].counters))


def interrupt_options(fight: PitFight, place: int) -> tuple[Interrupt, ...]:
    """With as many adrenalin rushes as it takes, or more."""
    most = len(fight.fighters[place].counters)
    if not most:
        return interrupts(place, 0, 0)
    bar = speed(fight, fight.waiting[-1])
    fewest = next(spend for spend in range(most + 1) if speed(fight, place, spend=spend) > bar)
    return interrupts(place, fewest, most)


def answer_interrupt(bout: Bout, orders: Sequence[Order]) -> None:
    order = orders[0]
    if not isinstance(order, Interrupt):
        raise TypeError(order)
    if bout.logging:
        _tell_interrupt(bout, order)
    if not order.takes:
        bout.to_ask = bout.to_ask[1:] if bout.to_ask else ()
        return
    for _ in range(order.spend):
        bout.boost(order.fighter, INITIATIVE)
    bout.waiting, bout.to_ask = (*bout.waiting, order.fighter), None
    if bout.step != RESOLVE_ATTACKS:
        bout.change(order.fighter, interrupting=True)


def _tell_interrupt(bout: Bout, order: Interrupt) -> None:
    acting = bout.waiting[-1]
    bout.tell(
        "interrupt",
        fighter=bout.name(order.fighter),
        before=bout.name(acting),
        takes=order.takes,
        initiative=speed(bout, order.fighter)[0],
        against=speed(bout, acting)[0],
        spent=order.spend,
    )
