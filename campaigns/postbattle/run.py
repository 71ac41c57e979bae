"""One warband's way through the sequence: what it is by now, what has happened, who rolls and who decides.

A step is plain code that asks the run for rolls and decisions and hands it effects. Nothing else changes the
warband. Rolls and decisions come from a `Session`: entered dice and a choices file, seeded dice and good sense, or
the stored log of a page, which stops the code with `Waiting` where the next one is not there yet. Since a step is
run anew from the log each time, it must not depend on anything but the warband, the report, rolls and decisions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from campaigns.postbattle.choices import Actions, Choice, Option, Question, Value
from campaigns.postbattle.lots import Faces, PickDie, Stands, draw, told_again
from campaigns.postbattle.report import Report, absent
from mordheim.rules.dice import DieSource, Roll
from mordheim.rules.effects import Effect, apply
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import LastingEffect, WarbandSnapshot
from warbands.roster.members import Member, Roster
from warbands.roster.refusals import Refused

STEPS = (
    "injuries",
    "experience",
    "exploration",
    "wyrdstone",
    "upkeep",
    "veterans",
    "rare_items",
    "dramatis_personae",
    "recruits_and_trading",
    "equipment",
    "rating",
)


@dataclass(frozen=True)
class Event:
    """One thing that happened: ``sentence`` is for people and no part of the plain form."""

    step: str
    warrior: str | None
    roll: Roll | None
    result: str
    effects: tuple[Effect, ...]
    sentence: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "step": self.step,
            "warrior": self.warrior,
            "roll": self.roll.as_json() if self.roll else None,
            "result": self.result,
            "effects": [effect.as_json() for effect in self.effects],
        }


class Waiting(Exception):
    """The run cannot go on before somebody rolls or decides."""


@dataclass
class NeedsRoll(Waiting):
    """A roll of ``count`` dice of ``sides`` is due, to be read from that ``chart``, injury or lore if from any.
    ``labels`` say what each of the dice is for, where they are not alike; ``stands`` what each result means, where
    nothing else tells it, and ``again`` why the roll is made once more."""

    step: str
    warrior: str | None
    die: str
    sides: int
    count: int
    what_for: str
    chart: str = ""
    labels: tuple[str, ...] = ()
    stands: tuple[Stands, ...] = ()
    again: str = ""


@dataclass
class NeedsChoice(Waiting):
    question: Question


@dataclass
class NeedsAction(Waiting):
    """The player may do what he likes, or say that he is done."""

    actions: Actions


@dataclass(frozen=True)
class Throw:
    """Faces and who rolled them."""

    faces: tuple[int, ...]
    source: DieSource


class Session(Protocol):
    """Who rolls and who decides. ``begin`` is told each step as it starts."""

    def begin(self, step: str) -> None: ...

    def throw(self, request: NeedsRoll) -> Throw: ...

    def decide(self, question: Question) -> Value: ...

    def act(self, actions: Actions) -> Choice | None: ...

    def meanwhile(self) -> Iterable[Effect]:
        """What others did to the warband at this point: a ransom paid, a correction."""
        ...


@dataclass(frozen=True)
class Die:
    """How a die is thrown and read: ``3D6``, ``D66``, ``D6x10``, ``D6+1``."""

    text: str
    count: int
    sides: int
    times: int = 1
    plus: int = 0

    def total(self, faces: Sequence[int]) -> int:
        if self.sides == 6 and self.text.startswith("D66"):
            return faces[0] * 10 + faces[1]
        return sum(faces) * self.times + self.plus


_DICE = re.compile(r"([1-9]?)D(3|6|66)(?:x([1-9][0-9]*)|\+([1-9][0-9]*))?")


def die_of(text: str) -> Die:
    """The die that a text names. Raises ValueError."""
    found = _DICE.fullmatch(text)
    if not found or (found[2] == "66" and text != "D66"):
        raise ValueError(f"{text} is no die")
    count, sides, times, plus = found.groups()
    if sides == "66":
        return Die(text, 2, 6)
    return Die(text, int(count or 1), int(sides), int(times or 1), int(plus or 0))


@dataclass(frozen=True)
class Sick:
    """So many of a group, and the games that they miss."""

    count: int
    games: int


@dataclass(frozen=True)
class OnOffer:
    """What a peddler has left of one thing: its price is divided by ``parts``, and is ``None`` while its dice are still
    to be rolled."""

    item: str
    left: int
    parts: int
    price: int | None = None


@dataclass
class Run:
    """The run itself. ``snapshot`` is the warband by now, ``before`` as it went into the battle; ``lads`` are those
    promoted this evening and whether they stood to the end; ``collapsed`` when nothing holds the warband together, and
    ``on_table`` are the faces of the exploration dice by now. ``settled`` are swords whose fee was paid with the first
    upkeep, ``sick`` those of a group who keep to their beds, and ``pack`` is what a peddler has left. ``stage`` is the
    part of the step, where it has any, and ``stage_began`` how many events were there before it."""

    rulebook: Rulebook
    report: Report
    session: Session
    snapshot: WarbandSnapshot
    step: str = ""
    events: list[Event] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    before: WarbandSnapshot = field(init=False)
    absent: frozenset[str] = field(init=False)
    lads: dict[str, bool] = field(default_factory=dict)
    collapsed: bool = False
    veterans: int = 0
    haggled: set[str] = field(default_factory=set)
    searched: set[str] = field(default_factory=set)
    on_table: tuple[int, ...] = ()
    settled: set[str] = field(default_factory=set)
    sick: dict[str, Sick] = field(default_factory=dict)
    pack: tuple[OnOffer, ...] = ()
    stage: str = ""
    stage_began: int = 0
    _next_id: int = -1
    _roster: Roster | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.before = self.snapshot
        self.absent = absent(self.roster, self.report)

    # --- the warband ----------------------------------------------------------------------------------------------

    @property
    def roster(self) -> Roster:
        """The warband by now, read against the rules; the same one until something happens."""
        if self._roster is None or self._roster.snapshot is not self.snapshot:
            self._roster = Roster(self.snapshot, self.rulebook.warband_types[self.snapshot.type], self.rulebook)
        return self._roster

    def member(self, name: str) -> Member | None:
        """The warrior of that name while he is there."""
        return next((member for member in self.roster.members if member.name == name), None)

    def the(self, name: str) -> Member:
        member = self.member(name)
        if member is None:
            raise Refused(f"{name} is not in {self.snapshot.name}.", code="no_such_warrior")
        return member

    @property
    def heroes(self) -> tuple[Member, ...]:
        return self.roster.heroes

    @property
    def leader(self) -> Member | None:
        return next((member for member in self.heroes if member.leads), None)

    def stood(self, name: str) -> bool:
        """Took part in the battle, was not put out of action, and is nobody's captive. A lad who has become a hero
        since stood if any of his group did."""
        member = self.member(name)
        if member is not None and name in self.lads:
            return self.lads[name]
        there = member is not None and not member.warrior.captured_by
        return there and name not in self.absent and self.report.casualty(name) is None

    def lasting(self) -> Iterator[LastingEffect]:
        yield from self.snapshot.effects

    # --- what happens ---------------------------------------------------------------------------------------------

    def begin(self, step: str) -> None:
        self.step = step
        self.begin_stage("")
        self.session.begin(step)

    def begin_stage(self, stage: str) -> None:
        """A part of the step begins."""
        self.stage, self.stage_began = stage, len(self.events)

    def happen(
        self,
        result: str,
        *effects: Effect,
        warrior: str | None = None,
        roll: Roll | None = None,
        sentence: str = "",
    ) -> None:
        """Something happened: apply its effects and record it."""
        self.snapshot = self._numbered(apply(self.snapshot, effects))
        self.events.append(Event(self.step, warrior, roll, result, effects, sentence))

    def _numbered(self, snapshot: WarbandSnapshot) -> WarbandSnapshot:
        """Newcomers get numbers below zero, so that they can be told apart before they have rows."""
        if all(warrior.id is not None for warrior in snapshot.warriors):
            return snapshot
        numbered = []
        for warrior in snapshot.warriors:
            if warrior.id is None:
                warrior, self._next_id = replace(warrior, id=self._next_id), self._next_id - 1  # noqa: PLW2901
            numbered.append(warrior)
        return replace(snapshot, warriors=tuple(numbered))

    def _meanwhile(self) -> None:
        for effect in self.session.meanwhile():
            self.happen("meanwhile", effect, warrior=getattr(effect, "warrior", None))

    def refuse_if(self, wrong: bool, told: str, *, code: str) -> None:
        """Refuses what cannot be, with the reason as a sentence."""
        if wrong:
            raise Refused(told, code=code)

    # --- dice -----------------------------------------------------------------------------------------------------

    def roll(
        self,
        text: str,
        what_for: str,
        *,
        warrior: str | None = None,
        chart: str = "",
        stands: tuple[Stands, ...] = (),
    ) -> Roll:
        """Throw the dice that a text names, such as ``2D6`` or ``D6x10``, to be read from that ``chart``."""
        die = die_of(text)
        faces, source = self._throw(text, die.sides, die.count, what_for, warrior, chart, stands=stands)
        return Roll(what_for, text, faces, die.total(faces), source, chart)

    def pool(
        self,
        count: int,
        what_for: str,
        *,
        die: str = "D6",
        warrior: str | None = None,
        labels: tuple[str, ...] = (),
        stands: tuple[Stands, ...] = (),
    ) -> Roll:
        """Throw so many D6, or other single dice, each by itself."""
        sides = die_of(die).sides
        faces, source = self._throw(f"{count}{die}", sides, count, what_for, warrior, labels=labels, stands=stands)
        return Roll(what_for, f"{count}{die}", faces, sum(faces), source)

    def one_of(self, names: Sequence[str], what_for: str) -> tuple[int, Roll | None]:
        """A place among the names, each as likely as any other, and the roll. One alone is not rolled for.

        Raises:
            Refused: when the dice never show one of them.
        """

        def throw(label: str, die: PickDie, stands: tuple[Stands, ...], again: str) -> Faces:
            return self._throw(label, die.sides, die.dice, what_for, None, stands=stands, again=again)

        def missed(roll: Roll) -> None:
            self.happen("roll_again", roll=roll, sentence=f"{what_for}: {told_again(roll.total)}")

        return draw(names, what_for, throw, missed)

    def _throw(
        self,
        die: str,
        sides: int,
        count: int,
        what_for: str,
        warrior: str | None,
        chart: str = "",
        labels: tuple[str, ...] = (),
        stands: tuple[Stands, ...] = (),
        again: str = "",
    ) -> Faces:
        self._meanwhile()
        needed = NeedsRoll(self.step, warrior, die, sides, count, what_for, chart, labels, stands, again)
        thrown = self.session.throw(needed)
        return thrown.faces, thrown.source

    # --- decisions ------------------------------------------------------------------------------------------------

    def choose(
        self,
        choose: str,
        prompt: str,
        options: Sequence[Option],
        *,
        warrior: str | None = None,
        suggested: Value = None,
        required: bool = True,
    ) -> Value:
        """One of the options. ``suggested`` is the first of them unless another is named.

        Raises:
            Refused: for an answer that is none of them.
        """
        best = options[0].value if suggested is None else suggested
        question = Question(self.step, choose, prompt, best, warrior, options=tuple(options), required=required)
        value = self.ask(question)
        for option in options:
            if any(_same(value, meant) for meant in (option.value, *option.also)):
                return option.value
        raise Refused(_no_answer(question, value), code="choice")

    def choose_many(
        self,
        choose: str,
        prompt: str,
        options: Sequence[Option],
        *,
        least: int = 0,
        most: int | None = None,
        suggested: Sequence[Value] = (),
        warrior: str | None = None,
        required: bool = True,
    ) -> list[Value]:
        """Some of the options, each at most as often as it stands there.

        Raises:
            Refused: for answers that are not among them, too few or too many.
        """
        question = Question(
            self.step, choose, prompt, list(suggested), warrior, "many", tuple(options), least, most, required
        )
        value = self.ask(question)
        values = _listed(value)
        left = [option.value for option in options]
        for one in values:
            if one not in left:
                raise Refused(_no_answer(question, one), code="choice")
            left.remove(one)
        if len(values) < least or (most is not None and len(values) > most):
            span = f"{least}" if least == most else f"{least} to {most if most is not None else len(options)}"
            raise Refused(f"{prompt} {span} are to be chosen, not {len(values)}.", code="choice")
        return values

    def choose_number(self, choose: str, prompt: str, least: int, most: int, *, suggested: int) -> int:
        """A number from ``least`` to ``most``. Raises Refused for any other."""
        question = Question(self.step, choose, prompt, suggested, None, "number", (), least, most)
        value = self.ask(question)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise Refused(f"{prompt} A number from {least} to {most} is expected, not {value}.", code="choice")
        return value

    def ask_text(self, choose: str, prompt: str, *, suggested: str, warrior: str | None = None) -> str:
        """A line of text that need not be given."""
        return str(self.ask(Question(self.step, choose, prompt, suggested, warrior, "text", required=False)))

    def ask(self, question: Question) -> Value:
        """The bare answer to a question, recorded."""
        self._meanwhile()
        value = self.session.decide(question)
        self.choices.append(question.answered(value))
        return value

    def act(self, *names: str) -> Choice | None:
        """The next thing the player does in an open stretch, ``None`` when he is done."""
        self._meanwhile()
        choice = self.session.act(Actions(self.step, names, self))
        if choice is not None:
            self.choices.append(choice)
        return choice


def _same(given: Value, meant: Value) -> bool:
    return bool(given == meant) and isinstance(given, bool) == isinstance(meant, bool)


def _listed(value: Value) -> list[Value]:
    """Several answers as a list; nothing at all is none of them."""
    if isinstance(value, list):
        return value
    return [] if value in (None, "", "none") else [value]


def _no_answer(question: Question, value: Value) -> str:
    could = ", ".join(str(option.value) for option in question.options)
    return f"{question.named}: {value} is not among what can be chosen ({could})."
