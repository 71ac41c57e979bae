"""The stored log of a sequence, and the session that plays from it.

A log is the list of all that came from outside, in order: rolls, decisions, and what others did meanwhile. The
warband as it went into the battle, the report and the log make the warband as it is now; nothing else is stored.
A log that was played once is played again exactly, or `Diverged` says where it no longer fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter

from campaigns.postbattle.choices import Actions, Choice, Decider, Question, Value
from campaigns.postbattle.run import NeedsAction, NeedsChoice, NeedsRoll, Throw
from mordheim.rules import effects as effect_classes
from mordheim.rules.dice import DiceError, DieSource
from mordheim.rules.effects import Effect
from warbands.roster.refusals import Refused

Entry = dict[str, Any]


class Diverged(Exception):
    """The log does not fit the sequence any more: ``place`` is the entry that nothing asks for."""

    def __init__(self, place: int, told: str) -> None:
        super().__init__(f"entry {place + 1}: {told}")
        self.place = place


@dataclass(frozen=True)
class LoggedRoll:
    """A roll as it goes into the record: ``number`` counts the step's dice from 1, ``place`` is its entry."""

    place: int
    step: str
    warrior: str | None
    die: str
    what_for: str
    faces: tuple[int, ...]
    source: DieSource
    number: int


@dataclass
class Given:
    """What somebody brings to the next stretch: typed faces, an answer, a thing to do, or leave to roll.

    ``roll``: the app rolls one roll, or ``all`` of them up to the next decision or the end of the step. ``decider``
    decides everything, for a season that plays itself; then no step ends it.
    """

    faces: tuple[int, ...] = ()
    answer: tuple[Value, ...] = ()
    choice: Choice | None = None
    done: bool = False
    roll: str = ""
    decider: Decider | None = None


# How a face of the app comes about: the step, the number of the die in it, its sides.
AppFace = Callable[[str, int, int], int]


@dataclass
class LogSession:
    """Plays the log, then what is given, and stops where neither goes further."""

    log: list[Entry]
    given: Given = field(default_factory=Given)
    app_face: AppFace | None = None
    new_rolls: list[LoggedRoll] = field(default_factory=list)
    rolls: list[LoggedRoll] = field(default_factory=list)
    _place: int = 0
    _step: str = ""
    _dice_of_step: int = 0
    _rolled_in: str = ""

    @property
    def is_replaying(self) -> bool:
        return self._place < len(self.log)

    def begin(self, step: str) -> None:
        self._step, self._dice_of_step = step, 0

    # --- rolls ----------------------------------------------------------------------------------------------------

    def throw(self, request: NeedsRoll) -> Throw:
        number = self._dice_of_step + 1
        if self.is_replaying:
            entry = self._next("roll", request.step, request.die, request.warrior)
            thrown = Throw(tuple(entry["faces"]), entry["source"])
            if any(not 1 <= face <= request.sides for face in thrown.faces) or len(thrown.faces) != request.count:
                raise Diverged(self._place - 1, f"{request.what_for} has other dice")
        else:
            thrown = self._new_throw(request, number)
            self._append({"roll": [request.step, request.die, request.warrior], **_faces(thrown)})
        self._dice_of_step += request.count
        rolled = LoggedRoll(
            self._place - 1, request.step, request.warrior, request.die, request.what_for, *_parts(thrown), number
        )
        self.rolls.append(rolled)
        return thrown

    def _new_throw(self, request: NeedsRoll, number: int) -> Throw:
        if self.given.faces:
            return self._typed(request)
        if self.app_face is None or not self._may_roll_on(request.step):
            raise request
        self._rolled_in = request.step
        faces = tuple(self.app_face(request.step, number + one, request.sides) for one in range(request.count))
        return Throw(faces, "app")

    def _may_roll_on(self, step: str) -> bool:
        """Whether the app was told to roll so far."""
        if self.given.roll == "one":
            return not self._rolled_in
        return self.given.roll == "all" and (self.given.decider is not None or self._rolled_in in ("", step))

    def _typed(self, request: NeedsRoll) -> Throw:
        """Faces as rolled at the table; those that are left over are the next roll's."""
        taken, rest = self.given.faces[: request.count], self.given.faces[request.count :]
        if len(taken) < request.count:
            raise DiceError(f"A die is missing: {request.what_for} ({request.die} shows {request.count} faces).")
        for face in taken:
            if not 1 <= face <= request.sides:
                raise DiceError(f"{face} is no face of a D{request.sides}: {request.what_for}.")
        self.given.faces = rest
        return Throw(taken, "table")

    # --- decisions ------------------------------------------------------------------------------------------------

    def decide(self, question: Question) -> Value:
        if self.is_replaying:
            return self._next("choice", question.step, question.choose, question.warrior)["value"]
        if question.is_forced:
            value = question.suggested
        elif self.given.answer:
            (value,), self.given.answer = self.given.answer, ()
        elif self.given.decider:
            value = self.given.decider.decide(question)
        else:
            raise NeedsChoice(question)
        self._append({"choice": [question.step, question.choose, question.warrior], "value": value})
        return value

    def act(self, actions: Actions) -> Choice | None:
        if self.is_replaying:
            entry = self._next("act", actions.step)
            return _choice(entry) if entry["choose"] else None
        choice = self._given_action(actions)
        if choice is None:
            self._append({"act": [actions.step], "choose": "", "value": None})
            return None
        told = {"choose": choice.choose, "value": choice.value, "warrior": choice.warrior}
        self._append({"act": [actions.step], **told})
        return choice

    def _given_action(self, actions: Actions) -> Choice | None:
        if self.given.decider:
            return self.given.decider.act(actions)
        choice, self.given.choice = self.given.choice, None
        if choice is not None:
            if choice.step != actions.step or choice.choose not in actions.names:
                raise Refused("That is not to be done now.", code="choice")
            return choice
        if self.given.done:
            self.given.done = False
            return None
        raise NeedsAction(actions)

    def meanwhile(self) -> Iterable[Effect]:
        """All that others did at this point of the log."""
        while self.is_replaying and "meanwhile" in self.log[self._place]:
            self._place += 1
            yield from (effect_from(one) for one in self.log[self._place - 1]["meanwhile"])

    # --- the log --------------------------------------------------------------------------------------------------

    def _next(self, kind: str, *about: str | None) -> Entry:
        entry = self.log[self._place]
        if entry.get(kind) != list(about):
            raise Diverged(self._place, f"{kind} {' '.join(str(one) for one in about)} is asked for")
        self._place += 1
        return entry

    def _append(self, entry: Entry) -> None:
        self.log.append(entry)
        self._place += 1

    def check_all_used(self) -> None:
        """Raises Diverged when entries are left, Refused when something given was not asked for."""
        if self.is_replaying:
            raise Diverged(self._place, "nothing asks for it")
        if self.given.faces:
            count = len(self.given.faces)
            raise Refused(f"{count} more {'die was' if count == 1 else 'dice were'} entered than are due.", code="dice")
        if self.given.answer or self.given.choice:
            raise Refused("Nothing asks for that now.", code="choice")


def entry_told(entry: Entry) -> str:
    """An entry within a sentence: ``the decision on a skill of Skab``."""
    kind = next(name for name in ("roll", "choice", "act", "meanwhile") if name in entry)
    if kind == "meanwhile":
        return "what others did meanwhile"
    about = [str(one).replace("_", " ") for one in entry[kind] if one is not None]
    step, *rest = about
    if kind == "act":
        whom = f" for {entry['warrior']}" if entry.get("warrior") else ""
        done = str(entry["choose"]).replace("_", " ")
        return f"what was done under {step} ({done}{whom})" if done else f"that {step} was over"
    if kind == "choice":
        return f"the decision on {rest[0]}{f' for {rest[1]}' if rest[1:] else ''}, under {step}"
    return f"the {rest[0]}{f' of {rest[1]}' if rest[1:] else ''}, under {step}"


def _faces(thrown: Throw) -> Entry:
    return {"faces": list(thrown.faces), "source": thrown.source}


def _parts(thrown: Throw) -> tuple[tuple[int, ...], DieSource]:
    return thrown.faces, thrown.source


def _choice(entry: Entry) -> Choice:
    return Choice(entry["act"][0], entry["choose"], entry["value"], entry["warrior"])


# --- what others did, as stored -------------------------------------------------------------------------------------

_CLASSES: dict[str, type[Effect]] = {
    name: cls
    for name, cls in vars(effect_classes).items()
    if isinstance(cls, type) and issubclass(cls, Effect) and hasattr(cls, "kind")
}


def stored_effect(effect: Effect) -> Entry:
    """An effect as the log keeps it, with all that its applier needs."""
    name = type(effect).__name__
    content = TypeAdapter(_CLASSES[name]).dump_python(effect, mode="json")
    return {"effect": name, **content}


def effect_from(stored: Entry) -> Effect:
    """The effect that `stored_effect` kept."""
    content = {name: value for name, value in stored.items() if name != "effect"}
    effect: Effect = TypeAdapter(_CLASSES[stored["effect"]]).validate_python(content)
    return effect


def meanwhile_entry(effects: Sequence[Effect]) -> Entry:
    return {"meanwhile": [stored_effect(effect) for effect in effects]}
