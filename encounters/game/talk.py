"""Dice and questions of a game: several answers at once, yes or no, and dice that are thrown together."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.postbattle.choices import Option, Question, Value
from encounters.happenings.talk import NO, YES
from encounters.setup.board import TableTalk
from mordheim.rules.dice import Roll
from warbands.roster.refusals import Refused


class GameTalk(TableTalk):
    """``why`` says what the next roll is for, for whoever draws the page."""

    why: str = ""

    def together(self, count: int, what_for: str, *, warrior: str | None = None) -> tuple[int, ...]:
        """The faces of so many D6, in their order."""
        if count < 1:
            return ()
        label = f"{count}D6"
        faces, source = self._throw(label, 6, count, what_for, warrior)
        self._kept(Roll(what_for, label, faces, sum(faces), source))
        return faces

    def yes(self, choose: str, prompt: str, *, suggested: bool = True, warrior: str | None = None) -> bool:
        options = [Option(YES, "Yes"), Option(NO, "No")]
        answer = self.choose(choose, prompt, options, suggested=YES if suggested else NO, warrior=warrior)
        return bool(answer == YES)

    def some(
        self,
        choose: str,
        prompt: str,
        options: Sequence[Option],
        *,
        suggested: Sequence[Value] = (),
        most: int | None = None,
        warrior: str | None = None,
    ) -> list[Value]:
        """Any of the options, each once. Raises Refused for what is not among them."""
        question = Question(self.step, choose, prompt, list(suggested), warrior, "many", tuple(options), 0, most)
        value = self._ask(question)
        values = value if isinstance(value, list) else [] if value in (None, "") else [value]
        could = [option.value for option in options]
        if any(one not in could for one in values) or len(set(values)) < len(values):
            raise Refused(f"{prompt} {value} cannot be said.", code="choice")
        if most is not None and len(values) > most:
            raise Refused(f"{prompt} No more than {most}.", code="choice")
        return values
