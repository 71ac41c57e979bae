"""The table as a page draws it, at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from campaigns.battle.rout import RoutAid
from campaigns.postbattle.run import NeedsAction, NeedsChoice, NeedsRoll, Waiting
from encounters.beasts.wounding import Beast
from encounters.game.after import result_told
from encounters.game.playing import Appeared, Happened, Playing, Token, TurnTold
from encounters.game.things import may_be_looted
from encounters.happenings.holding import told_of
from encounters.happenings.plain import Carried, Loot, Statblock
from encounters.setup.run import step_of
from mordheim.rules.setup import Goal, Role


@dataclass(frozen=True)
class Counted:
    """So many of a name, of ``size`` who came."""

    name: str
    type_name: str
    count: int
    size: int
    is_hero: bool
    is_group: bool


@dataclass(frozen=True)
class WarbandNow:
    """``gone`` says how it left the table; empty while it plays. ``counters`` is how many it holds or has taken off."""

    place: int
    name: str
    turn: int
    role: Role | None
    is_active: bool
    standing: tuple[Counted, ...]
    out: tuple[Counted, ...]
    below: tuple[Counted, ...]
    off: tuple[Counted, ...]
    late: tuple[str, ...]
    rout: RoutAid
    may_rout_now: bool
    gone: str
    allies: tuple[int, ...]
    counters: int
    result: str = ""

    @property
    def plays(self) -> bool:
        return not self.gone


@dataclass(frozen=True)
class ThingNow:
    """Something that a happening has brought. ``wounds`` left of each; ``None``: that one is out."""

    number: int
    block: Statblock
    wounds: tuple[int | None, ...]
    fights_for: str
    may_be_wounded: bool

    @property
    def left(self) -> int:
        return sum(one is not None for one in self.wounds)


@dataclass(frozen=True)
class LastingNow:
    number: int
    name: str
    told: str
    how_long: str


@dataclass(frozen=True)
class CounterNow:
    """``lies``: it may be picked up. ``holder`` is the place of whoever has it."""

    number: int
    name: str
    told: str
    lies: bool
    holder: int | None
    is_objective: bool


@dataclass(frozen=True)
class Now:
    """What is due: a roll with the dice and why, a question, or whatever the players do. ``acts`` may be done."""

    told: str
    why: str = ""
    die: str = ""
    acts: tuple[str, ...] = ()


@dataclass(frozen=True)
class State:
    """Everything. ``earlier`` are the turns before this one, the latest first. ``limit`` says how long the game lasts,
    ``goals`` what wins it at once, ``happened`` the random happening of this game."""

    number: int
    step: str
    active: int | None
    whose: str
    now: Now
    warbands: tuple[WarbandNow, ...]
    lasting: tuple[LastingNow, ...]
    things: tuple[ThingNow, ...]
    beast: Beast | None
    counters: tuple[CounterNow, ...]
    pool: int
    limit: str
    goals: tuple[Goal, ...]
    sentences: tuple[str, ...]
    earlier: tuple[TurnTold, ...]
    carried: tuple[str, ...]
    happened: Happened | None
    result: str
    is_over: bool
    order: tuple[int, ...] = field(default=())

    @property
    def happens_now(self) -> bool:
        """Whether the random happening is one of the turn that goes on."""
        about = self.happened
        return about is not None and not self.is_over and (about.number, about.place) == (self.number, self.active)

    @property
    def heading(self) -> str:
        """``Turn 5 of 8: Da Snikkaz``."""
        if self.result and self.active is None:
            return self.whose
        return f"{self.limit or f'Turn {self.number}'}: {self.whose}"


def state_of(run: Playing, waiting: Waiting | None) -> State:
    current = run.turns[-1]
    return State(
        number=run.number,
        step=step_of(waiting) if waiting else run.step,
        active=run.active,
        whose=current.name,
        now=_now(run, waiting),
        warbands=tuple(_warband(run, place) for place in run.order),
        lasting=tuple(LastingNow(n, one.name, one.told, one.how_long) for n, one in enumerate(run.lasting)),
        things=tuple(_thing(run, n, one) for n, one in enumerate(run.appeared)),
        beast=run.beast,
        counters=tuple(_counter(n, one) for n, one in enumerate(run.tokens)),
        pool=run.pool,
        limit=_limit(run),
        goals=run.ending.goals,
        sentences=tuple(current.sentences),
        earlier=tuple(reversed(run.turns[:-1])),
        carried=tuple(told for one in run.carried if (told := told_of(one)) and _is_to_be_had(run, one)),
        happened=run.happened,
        result=result_told(run, run.over) if run.over else "",
        is_over=run.done,
        order=run.order,
    )


def _now(run: Playing, waiting: Waiting | None) -> Now:
    match waiting:
        case NeedsRoll():
            return Now(waiting.what_for, run.talk.why, waiting.die)
        case NeedsChoice():
            return Now(waiting.question.prompt)
        case NeedsAction():
            alone = len(run.still_in) == 1
            why = f"{run.names_of(run.still_in)} is left alone, and may end the game." if alone else ""
            return Now(f"{run.turns[-1].name} acts.", why, acts=waiting.actions.names)
        case _:
            return Now("The game is over.")


def _is_to_be_had(run: Playing, one: Carried) -> bool:
    """The loot is there once she who has it has fallen."""
    return not isinstance(one, Loot) or may_be_looted(run)


def _limit(run: Playing) -> str:
    """``Turn 5 of 8``, by the next of the scenario's limits."""
    left = [limit.turns for limit in run.plan.limits if limit.turns >= run.number]
    return f"Turn {run.number} of {min(left)}" if left else ""


def _warband(run: Playing, place: int) -> WarbandNow:
    side, fallen = run.sides[place], run.fallen(place)
    return WarbandNow(
        place=place,
        name=side.name,
        turn=side.turn,
        role=side.role,
        is_active=place == run.active,
        standing=tuple(_counted(run, place, run.standing(place))),
        out=tuple(_counted(run, place, fallen)),
        below=tuple(_counted(run, place, run.out(place) - fallen)),
        off=tuple(_counted(run, place, run.away_by_acts(place))),
        late=tuple(run.late.get(place, ())),
        rout=run.rout(place),
        may_rout_now=place == run.active and run.fresh and run.ending.voluntary_rout and run.rout(place).is_due,
        gone=_gone(run, place),
        allies=tuple(run.allies_of(place)),
        counters=sum(_has(place, token) for token in run.tokens),
        result=_result(run, place),
    )


def _result(run: Playing, place: int) -> str:
    if run.over is None:
        return ""
    return "won" if place in run.over.winners else "drew" if place in run.over.drew else "lost"


def _gone(run: Playing, place: int) -> str:
    if place in run.routed:
        return "routed"
    if run.is_in(place):
        return ""
    return "off the table" if run.away_by_acts(place) else "out of action"


def _counted(run: Playing, place: int, counts: dict[str, int]) -> Iterator[Counted]:
    for fighter in run.forces[place].standing:
        if counts.get(fighter.name, 0) > 0:
            yield Counted(
                fighter.name, fighter.type_name, counts[fighter.name], fighter.size, fighter.is_hero, fighter.is_group
            )


def _has(place: int, token: Token) -> bool:
    return token.holder is not None and token.holder.place == place and not token.is_objective


def _thing(run: Playing, number: int, thing: Appeared) -> ThingNow:
    fights_for = "" if thing.place is None else run.name_of(thing.place)
    return ThingNow(number, thing.block, tuple(thing.wounds), fights_for, thing.has_wounds)


def _counter(number: int, token: Token) -> CounterNow:
    holder = token.holder.place if token.holder else None
    return CounterNow(number, token.name, token.told, token.lies, holder, token.is_objective)
