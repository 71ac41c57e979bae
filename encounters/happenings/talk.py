"""Dice and questions of an encounter, kept as they come: the thin side of a `Session`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from campaigns.postbattle.choices import Choice, Option, Question, Value
from campaigns.postbattle.lots import Faces, PickDie, Stands, draw
from campaigns.postbattle.run import NeedsRoll, Session, die_of
from mordheim.rules.dice import Roll
from warbands.roster.refusals import Refused

YES, NO, NOBODY = "yes", "no", "nobody"


@dataclass
class Talk:
    """Rolls and choices of one stretch, in their order. ``step`` is what the session calls it."""

    session: Session
    step: str = "happening"
    rolls: list[Roll] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)

    def roll(self, text: str, what_for: str, *, warrior: str | None = None, stands: tuple[Stands, ...] = ()) -> Roll:
        """Throw the dice that a text names, such as ``2D6``."""
        die = die_of(text)
        faces, source = self._throw(text, die.sides, die.count, what_for, warrior, stands)
        return self._kept(Roll(what_for, text, faces, die.total(faces), source))

    def one_of(self, names: Sequence[str], what_for: str) -> int:
        """A place among the names, each as likely as any other. One alone is not rolled for.

        Raises:
            Refused: when the dice never show one of them.
        """

        def throw(label: str, die: PickDie, stands: tuple[Stands, ...], again: str) -> Faces:
            return self._throw(label, die.sides, die.dice, what_for, None, stands, again)

        place, roll = draw(names, what_for, throw, self._kept)
        if roll is not None:
            self._kept(roll)
        return place

    def _throw(
        self,
        die: str,
        sides: int,
        count: int,
        what_for: str,
        warrior: str | None,
        stands: tuple[Stands, ...] = (),
        again: str = "",
    ) -> Faces:
        needed = NeedsRoll(self.step, warrior, die, sides, count, what_for, stands=stands, again=again)
        thrown = self.session.throw(needed)
        return thrown.faces, thrown.source

    def _kept(self, roll: Roll) -> Roll:
        self.rolls.append(roll)
        return roll

    def choose(
        self,
        choose: str,
        prompt: str,
        options: Sequence[Option],
        *,
        suggested: Value = None,
        warrior: str | None = None,
    ) -> Value:
        """One of the options, the first unless another is suggested. Raises Refused for an answer that is none."""
        best = options[0].value if suggested is None else suggested
        value = self._ask(Question(self.step, choose, prompt, best, warrior, options=tuple(options)))
        if value not in [option.value for option in options]:
            could = ", ".join(str(option.value) for option in options)
            raise Refused(f"{prompt} {value} is not among what can be said ({could}).", code="choice")
        return value

    def number(self, choose: str, prompt: str, least: int, most: int, *, suggested: int) -> int:
        """A whole number. Raises Refused for any other."""
        value = self._ask(Question(self.step, choose, prompt, suggested, None, "number", (), least, most))
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise Refused(f"{prompt} A number from {least} to {most} is expected, not {value}.", code="choice")
        return value

    def _ask(self, question: Question) -> Value:
        value = self.session.decide(question)
        if not question.is_forced:
            self.choices.append(question.answered(value))
        return value
