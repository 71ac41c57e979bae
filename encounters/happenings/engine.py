"""A random happening from its first die to its last turn.

Plain code that asks a `Session` for throws and decisions, and depends on nothing but the table, the rolls and the
decisions: played again from a log it comes out the same. `check_for_happening` at the start of a player's turn,
`encounter` when it shows one, `turn` at the start of every player's turn for each thing that lasts.

Source: Town Cryer, Random Happenings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.postbattle.lots import PATIENCE, never_ends
from campaigns.postbattle.run import Session
from encounters.happenings import happens, placing, steps  # noqa: F401  (their interpreters register themselves)
from encounters.happenings.plain import Lasting
from encounters.happenings.play import Outcome, Play, run
from encounters.happenings.state import TableState
from encounters.happenings.talk import Talk
from mordheim.rules.dice import Roll
from mordheim.rules.happenings import Happening
from mordheim.rules.rulebook import Rulebook

# The face of a D6 at the start of a player's turn that is a happening.
HAPPENS_ON = 1


@dataclass(frozen=True)
class Check:
    """Whether something happens this turn. ``roll`` is ``None`` where nothing is rolled any more."""

    happens: bool
    roll: Roll | None = None


@dataclass(frozen=True)
class Happened:
    """A happening: the ``code`` that was rolled, and what has come of it so far."""

    code: int
    key: str
    name: str
    outcome: Outcome

    def as_json(self) -> dict[str, Any]:
        return {
            "code": str(self.code),
            "key": self.key,
            "name": self.name,
            "rolls": [roll.as_json() for roll in self.outcome.rolls],
            "statblocks": [block.as_json() for block in self.outcome.statblocks],
            "effects": self.outcome.effects_as_json(),
            "text": self.outcome.text,
        }


@dataclass(frozen=True)
class Turned:
    """Something lasting at the start of a turn: as it is now, ``None`` when it is over. What it has newly brought about
    is in ``outcome``, other lasting things too."""

    lasting: Lasting | None
    outcome: Outcome


def check_for_happening(session: Session, *, had: bool = False, step: str = "happening") -> Check:
    """The D6 at the start of a player's turn; no more once there has been a happening in the game (``had``)."""
    if had:
        return Check(False)
    roll = Talk(session, step).roll("D6", "Random happening on a 1")
    return Check(roll.total == HAPPENS_ON, roll)


def encounter(
    state: TableState,
    session: Session,
    *,
    step: str = "happening",
    known: Callable[[Happening, Sequence[str]], None] = lambda happening, told: None,
) -> Happened:
    """Roll on the chart and do all that is done at once. What its text does not let count is rolled again. ``known`` is
    told of each row that is hit before anything is done, with the list that its sentences will be said in.

    Raises:
        Refused: for an answer that cannot be, or dice that never show what counts.
    """
    talk, told = Talk(session, step), list[str]()
    for _ in range(PATIENCE):
        code, happening = roll_on_chart(talk, state.rulebook)
        play = Play(state, talk, happening, state.active, sentences=told)
        known(happening, told)
        run(play, happening.steps)
        if not play.again:
            return Happened(code, happening.key, happening.name, play.outcome())
    raise never_ends("a happening that can take place")


def roll_on_chart(talk: Talk, rulebook: Rulebook) -> tuple[int, Happening]:
    """The D66 and the row that it hits."""
    code = talk.roll("D66", "Random happening").total
    return code, happening_of(rulebook, code)


def happening_of(rulebook: Rulebook, code: int) -> Happening:
    """The row of the chart. Raises KeyError for what no D66 shows."""
    found = (one for one in rulebook.happenings.values() if one.low <= code <= one.high)
    happening = next(found, None)
    if happening is None or code not in happening.codes:
        raise KeyError(code)
    return happening


# --- what lasts -------------------------------------------------------------------------------------------------------


def turn(state: TableState, lasting: Lasting, session: Session, *, step: str = "happening") -> Turned:
    """What something lasting does as the turn of ``state.active`` begins, or that it is over."""
    happening = state.rulebook.happenings[lasting.happening]
    data = happening.lasting(lasting.key)
    play = Play(
        state, Talk(session, step), happening, lasting.by, lasting.who, lasting.place, bound=dict(lasting.bound)
    )
    now = _counted(lasting, state.active)
    if now is None:
        if data.over:
            play.say(data.over)
        return Turned(None, play.outcome())
    if data.each_turn and (data.each_turn.whose == "everybody" or state.active == lasting.by):
        run(play, data.each_turn.steps)
    return Turned(None if play.over else now, play.outcome())


def _counted(lasting: Lasting, active: int) -> Lasting | None:
    """One turn less when it is the encountering player's turn again; ``None`` when none is left."""
    if lasting.this_turn:
        return None
    if lasting.left is None or active != lasting.by:
        return lasting
    return lasting.model_copy(update={"left": lasting.left - 1}) if lasting.left > 1 else None


def passed_on(lasting: Lasting, to: int) -> Lasting:
    """The same counted in another player's turns, for when the encountering player has left the game."""
    return lasting.model_copy(update={"by": to})
