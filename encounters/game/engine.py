"""A game from its first turn to the split of its treasure.

Plain code that asks a `Session` for throws, decisions and acts, and depends on nothing but the plan, the rules and what
the session gives: played again from a log it comes out the same. Its steps are ``turn_<number>_<place>`` with the place
of the party, ``turn_<number>_beast``, then ``end``, ``hoard`` and ``split``. Each act is one entry of the log, followed
by what it asks for.

Sources: Town Cryer, Chaos on the Streets, Kidnapped! and Random Happenings; Mordheim rulebook, Scenarios.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from campaigns.battle.forces import Force
from campaigns.battle.told import Told
from campaigns.postbattle.choices import Actions
from campaigns.postbattle.run import Session, Waiting
from encounters.beasts.wounding import Beast
from encounters.game import alliances, creatures, rout, things
from encounters.game.acts import carry_out
from encounters.game.after import settle_all
from encounters.game.ending import end_of_round, settle
from encounters.game.falling import settle_prey
from encounters.game.playing import Options, Playing
from encounters.game.starting import start_turn
from encounters.game.state import State, state_of
from encounters.game.telling import alliances_of, forces_of, told_of
from encounters.happenings.plain import Carried
from encounters.setup.plan import Plan
from encounters.setup.run import step_of
from mordheim.rules.dice import Roll
from mordheim.rules.rulebook import Rulebook

BEAST = "beast"
# Acts that leave the start of a turn what it is.
STILL_FRESH = ("ally", "break_alliance")


@dataclass(frozen=True)
class Game:
    """How far a game has come: as it stands, and what it waits for."""

    run: Playing
    waiting: Waiting | None = None

    @property
    def is_over(self) -> bool:
        """Everything is settled, and there is a report."""
        return self.run.done

    @property
    def step(self) -> str:
        """The step that goes on, or the last."""
        return step_of(self.waiting) if self.waiting else self.run.step

    @cached_property
    def state(self) -> State:
        """The table as a page draws it."""
        return state_of(self.run, self.waiting)

    @cached_property
    def told(self) -> Told | None:
        """The report, once the game is over. It is read by `forces`."""
        return told_of(self.run, self.run.over) if self.is_over and self.run.over else None

    @property
    def forces(self) -> list[Force]:
        """The sides, with `alliances`."""
        return forces_of(self.run, self.run.over) if self.run.over else list(self.run.forces)

    @property
    def alliances(self) -> tuple[int, ...]:
        """A number from 1 for each side in the order of places, equal for allies: for the sides of the battle that the
        report is of. Somebody is always the enemy."""
        return alliances_of(self.run, self.run.over)

    @property
    def carried(self) -> tuple[Carried, ...]:
        """What happenings carry past the game, with their holders as they are now."""
        return tuple(self.run.carried)

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Those of the tracker itself; happenings and the hoard keep theirs."""
        return tuple(self.run.talk.rolls)


def play(plan: Plan, rulebook: Rulebook, session: Session, *, options: Options | None = None) -> Game:
    """The game of a plan, as far as the session goes.

    Raises:
        Refused: for an act or an answer that cannot be.
        DiceError, ChoiceError: from the session.
    """
    run = Playing(plan, rulebook, session, options or Options())
    try:
        _begin(run)
        _turns(run)
        if run.over is not None:
            settle_all(run, run.over)
    except Waiting as waiting:
        return Game(run, waiting)
    return Game(run)


def _begin(run: Playing) -> None:
    alliances.announced(run)
    things.lay_out(run)
    run.late = {side.party.place: list(side.late) for side in run.plan.sides if side.late}
    run.beast = Beast.of(run.plan.creature) if run.plan.creature else None


def _turns(run: Playing) -> None:
    """Round after round until the game is over."""
    number = 0
    while run.over is None:
        number += 1
        _beasts_turn(run, number)
        for place in run.order:
            if run.over is None and run.is_in(place):
                _turn(run, number, place)
        if run.over is None:
            end_of_round(run)


def _beasts_turn(run: Playing, number: int) -> None:
    """Before that of the first player."""
    if run.beast is None or run.beast.out:
        return
    run.begin(f"turn_{number}_{BEAST}", number=number, place=None, name=run.beast.kind.name)
    run.fresh = False
    creatures.recover(run)
    _acts(run)
    _end_of_turn(run)


def _turn(run: Playing, number: int, place: int) -> None:
    run.begin(f"turn_{number}_{place}", number=number, place=place, name=run.name_of(place))
    start_turn(run)
    settle(run)
    if run.over is None and run.is_in(place):
        _acts(run)
    _end_of_turn(run)


def _acts(run: Playing) -> None:
    """What the players do, until the turn or the game ends."""
    while run.over is None and (run.active is None or run.is_in(run.active)):
        choice = run.session.act(Actions(run.talk.step, tuple(offers(run)), run))
        if choice is None or choice.choose == "end_turn":
            return
        carry_out(run, choice.choose, choice.value)
        run.fresh = run.fresh and choice.choose in STILL_FRESH
        settle(run)


def _end_of_turn(run: Playing) -> None:
    """What is due by then: wounds of the beast that grow back, prey that nobody has saved."""
    if run.over is not None:
        return
    if run.beast is not None and run.beast.fresh and not run.beast.out:
        creatures.end_round(run)
    settle_prey(run)


def offers(run: Playing) -> Iterator[str]:
    """The acts that make sense now."""
    if any(run.is_on_table(place) for place in run.order):
        yield from ("put_out", "leave_table")
    if run.falls or run.off or run.fled:
        yield "put_back"
    yield from things.offers(run)
    yield from creatures.offers(run)
    if any(run.late.values()):
        yield "arrive"
    if alliances.may_be_declared(run):
        yield "ally"
    if run.allied:
        yield "break_alliance"
    if any(not (goal.beast_out and creatures.is_there(run)) for goal in run.ending.goals):
        yield "goal"
    if rout.may_rout(run):
        yield "rout"
    yield from ("end_turn", "end_game")
