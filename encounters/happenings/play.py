"""A happening in play: what is known by now, what has come of it, and who carries out which kind of step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from campaigns.postbattle.choices import Choice
from encounters.happenings.plain import Carried, Effect, Lasting, Someone, Statblock, capitalised, turns_told
from encounters.happenings.state import TableState
from encounters.happenings.talk import Talk
from mordheim.rules.dice import Roll
from mordheim.rules.happenings import Happening


@dataclass(frozen=True)
class Outcome:
    """What has come of it: everything in the order in which it happened."""

    rolls: tuple[Roll, ...] = ()
    choices: tuple[Choice, ...] = ()
    sentences: tuple[str, ...] = ()
    statblocks: tuple[Statblock, ...] = ()
    effects: tuple[Effect, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    carried: tuple[Carried, ...] = ()

    @property
    def text(self) -> str:
        return " ".join(self.sentences)

    def effects_as_json(self) -> list[dict[str, Any]]:
        """What happened at once, what lasts and what is carried past the game, each a plain mapping with a ``kind``."""
        return [one.as_json() for one in (*self.effects, *self.lasting, *self.carried)]


@dataclass
class Play:
    """``who`` is the picked warrior and ``place`` the party that is spoken of; ``bound`` are numbers and words that
    steps have found. ``by`` is the encountering player's place. ``again``: another happening is to be rolled;
    ``done``: nothing more happens to the picked warrior; ``over``: what lasts has ended before its time."""

    state: TableState
    talk: Talk
    happening: Happening
    by: int
    who: Someone | None = None
    place: int | None = None
    bound: dict[str, int | str] = field(default_factory=dict)
    sentences: list[str] = field(default_factory=list)
    statblocks: list[Statblock] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    lasting: list[Lasting] = field(default_factory=list)
    carried: list[Carried] = field(default_factory=list)
    again: bool = False
    done: bool = False
    over: bool = False

    def about(self, who: Someone) -> Play:
        """The same play with this warrior picked; what comes of it is kept together."""
        return self._within(who=who, place=None if who.is_nameless else who.place)

    def about_warband(self, place: int | None) -> Play:
        return self._within(who=None, place=place)

    def _within(self, who: Someone | None, place: int | None) -> Play:
        inner = Play(self.state, self.talk, self.happening, self.by, who, place, dict(self.bound))
        inner.sentences, inner.statblocks, inner.effects = self.sentences, self.statblocks, self.effects
        inner.lasting, inner.carried = self.lasting, self.carried
        return inner

    def closes(self, inner: Play) -> None:
        """What was said within a step about the whole of it holds for the whole."""
        self.again |= inner.again
        self.over |= inner.over

    @property
    def him(self) -> Someone:
        """The picked warrior. What needs one stands only where one is picked (`mordheim.rules.happenings`)."""
        if self.who is None:
            raise ValueError(f"{self.happening.key}: nobody is picked")
        return self.who

    @property
    def warband(self) -> str:
        if self.who is not None:
            return self.who.warband
        return self.state.name_of(self.by if self.place is None else self.place)

    def filled(self, sentence: str, **more: str) -> str:
        """Words with all names in them."""
        words: dict[str, Any] = {name: _shown(name, value) for name, value in self.bound.items()}
        words |= {"player": self.state.name_of(self.state.active), "warband": self.warband, **more}
        if self.who is not None:
            words |= {"who": self.who.told, "warrior": self.who.warrior}
        return sentence.format(**words)

    def told(self, sentence: str, **more: str) -> str:
        """A sentence with all names in it, its first letter large."""
        return capitalised(self.filled(sentence, **more))

    def say(self, sentence: str, **more: str) -> str:
        """Tells a sentence, and gives it back as it was told."""
        self.sentences.append(self.told(sentence, **more))
        return self.sentences[-1]

    def outcome(self) -> Outcome:
        return Outcome(
            rolls=tuple(self.talk.rolls),
            choices=tuple(self.talk.choices),
            sentences=tuple(self.sentences),
            statblocks=tuple(self.statblocks),
            effects=tuple(self.effects),
            lasting=tuple(self.lasting),
            carried=tuple(self.carried),
        )


def _shown(name: str, value: int | str) -> str:
    """A bound value as a sentence has it."""
    if name == "turns" and isinstance(value, int):
        return turns_told(value)
    if name == "distance":
        return f'{value}"'
    return f"building {value}" if name == "building" else str(value)


Interpreter = Callable[[Play, Any], None]
_INTERPRETERS: dict[type, Interpreter] = {}


def interprets(kind: type) -> Callable[[Interpreter], Interpreter]:
    """Registers the one interpreter of a kind of step."""

    def register(interpreter: Interpreter) -> Interpreter:
        if kind in _INTERPRETERS:
            raise ValueError(f"{kind.__name__} has an interpreter")
        _INTERPRETERS[kind] = interpreter
        return interpreter

    return register


def interpreted() -> frozenset[type]:
    return frozenset(_INTERPRETERS)


def run(play: Play, steps: Iterable[Any]) -> None:
    """All of these steps in order, until one says that there is no more to do."""
    for step in steps:
        _INTERPRETERS[type(step)](play, step)
        if play.again or play.done:
            return
