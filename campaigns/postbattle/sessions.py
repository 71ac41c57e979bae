"""Who rolls and who decides, where nothing has to wait: dice that are handed in, and a decider."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.postbattle.choices import Actions, Choice, Decider, FileChoices, Question, Value
from campaigns.postbattle.run import NeedsRoll, Throw
from mordheim.rules.dice import Dice, EnteredDice
from mordheim.rules.effects import Effect


class AtOnce:
    """Plays through without stopping.

    Raises:
        DiceError, ChoiceError: when a face or an answer is missing or does not fit; from `finish` for what is left.
    """

    def __init__(self, dice: Dice, decider: Decider) -> None:
        self._dice = dice
        self._decider = decider

    def begin(self, step: str) -> None:
        """Every step is played alike."""

    def throw(self, request: NeedsRoll) -> Throw:
        faces = tuple(self._dice.roll(request.sides, request.what_for) for _ in range(request.count))
        return Throw(faces, self._dice.source)

    def decide(self, question: Question) -> Value:
        return self._decider.decide(question)

    def act(self, actions: Actions) -> Choice | None:
        return self._decider.act(actions)

    def meanwhile(self) -> Iterable[Effect]:
        return ()

    def finish(self) -> None:
        """Nothing entered may be left over."""
        if isinstance(self._dice, EnteredDice):
            self._dice.finish()
        if isinstance(self._decider, FileChoices):
            self._decider.finish()
