"""The player's decisions: questions that the sequence asks, and whoever answers them.

The choices file, ``mordheim-choices/1``, holds answers in the order in which the sequence asks. On a page the same
questions are drawn as forms, and what nobody decides is decided by what the question suggests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from campaigns.postbattle.action_values import check_value
from mordheim.rules.plainfile import Malformed, Plain, clean_line, read_documents, write_json, write_yaml

FORMAT = "mordheim-choices/1"
Value = Any


@dataclass(frozen=True)
class Choice:
    """One decision, as the choices file has it."""

    step: str
    choose: str
    value: Value
    warrior: str | None = None

    def as_json(self) -> dict[str, Any]:
        warrior = {"warrior": self.warrior} if self.warrior is not None else {}
        return {"step": self.step, **warrior, "choose": self.choose, "value": self.value}


@dataclass(frozen=True)
class Option:
    """One possible answer: the value, what the player reads, what comes of it, the gold crowns that it costs, and what
    else a choices file may call it."""

    value: Value
    label: str
    told: str = ""
    gold: int = 0
    also: tuple[Value, ...] = ()


@dataclass(frozen=True)
class Question:
    """What is asked. ``one``: a value of the options; ``many``: a list of them, at least ``least`` and at most
    ``most``; ``number``: from ``least`` to ``most``; ``text``: a line. ``suggested`` is what a sensible player would
    take; a page puts it forward where the question is not ``required``. ``said`` is what an earlier choice has said
    already, so that a choices file need not say it again."""

    step: str
    choose: str
    prompt: str
    suggested: Value
    warrior: str | None = None
    kind: Literal["one", "many", "number", "text"] = "one"
    options: tuple[Option, ...] = ()
    least: int = 0
    most: int | None = None
    required: bool = True
    said: Value = None

    @property
    def is_forced(self) -> bool:
        """There is only one answer, and it is what is suggested."""
        if self.kind == "one":
            return len(self.options) == 1
        if self.kind == "many":
            return len(self.suggested) == len(self.options) and self.least == len(self.options)
        return self.kind == "number" and self.least == self.most

    @property
    def named(self) -> str:
        """The question as a message names it."""
        whom = f" for {self.warrior}" if self.warrior else ""
        return f"{self.choose}{whom} in {self.step}"

    def answered(self, value: Value) -> Choice:
        return Choice(self.step, self.choose, value, self.warrior)


@dataclass(frozen=True)
class Actions:
    """A stretch of a step in which the player does what he likes: the names of what may be done. ``run`` is the run
    that asks, for a decider that looks at the warband before it decides; nobody changes it."""

    step: str
    names: tuple[str, ...]
    run: Any = field(default=None, compare=False, repr=False)


class ChoiceError(ValueError):
    """A choice is missing, or nothing asks for it; written for players."""


class Decider(Protocol):
    """Whoever decides."""

    def decide(self, question: Question) -> Value:
        """The answer to a question."""
        ...

    def act(self, actions: Actions) -> Choice | None:
        """The next thing to do, ``None`` when enough is done."""
        ...


class Sensible:
    """Takes what each question suggests and does nothing that nobody asks for."""

    def decide(self, question: Question) -> Value:
        return question.suggested

    def act(self, actions: Actions) -> Choice | None:
        return None


class FileChoices:
    """Answers from a choices file, in its order. Every choice that is asked for has to be given; what there is only one
    answer to, or an earlier choice has answered, may be.

    Raises:
        ChoiceError: when one is asked for and not given, and from `finish` when some are left over.
    """

    def __init__(self, choices: Sequence[Choice]) -> None:
        self._choices = list(choices)
        self._used = 0

    @property
    def _next(self) -> Choice | None:
        return self._choices[self._used] if self._used < len(self._choices) else None

    def decide(self, question: Question) -> Value:
        choice = self._next
        asked = (question.step, question.choose)
        if choice and (choice.step, choice.choose) == asked and choice.warrior in (None, question.warrior):
            self._used += 1
            return choice.value
        if question.is_forced:
            return question.suggested
        if question.said is not None:
            return question.said
        raise ChoiceError(f"A choice is missing: {question.named} ({question.prompt})")

    def act(self, actions: Actions) -> Choice | None:
        choice = self._next
        if choice is None or choice.step != actions.step or choice.choose not in actions.names:
            return None
        self._used += 1
        return choice

    def finish(self) -> None:
        if choice := self._next:
            whom = f" for {choice.warrior}" if choice.warrior else ""
            raise ChoiceError(f"Nothing asks for this choice: {choice.choose}{whom} in {choice.step}.")


class Asking:
    """Asks somebody at a terminal, again where the answer makes no sense: ``ask`` is given a text and gives back what
    was typed. Nothing typed is what is suggested, and no further action."""

    def __init__(self, ask: Callable[[str], str]) -> None:
        self._ask = ask

    def decide(self, question: Question) -> Value:
        if question.is_forced:
            return question.suggested
        lines = [question.prompt, *(f"  {number}. {o.label}" for number, o in enumerate(question.options, 1))]
        told = "\n".join([*lines, f"[{self._shown(question)}] > "])
        while typed := clean_line(self._ask(told)):
            try:
                return self._value(question, typed)
            except (ValueError, IndexError):
                told = f"{typed!r} is no answer to {question.named}.\n[{self._shown(question)}] > "
        return question.suggested

    def _shown(self, question: Question) -> str:
        values = [option.value for option in question.options]
        if question.kind == "one" and question.suggested in values:
            return str(values.index(question.suggested) + 1)
        if question.kind == "many":
            return ", ".join(str(values.index(one) + 1) for one in question.suggested) or "none"
        return str(question.suggested)

    def _value(self, question: Question, typed: str) -> Value:
        """What was meant. Raises ValueError or IndexError for what cannot be."""
        if question.kind == "text":
            return typed
        numbers = [int(part) for part in typed.replace(",", " ").split()] if typed != "none" else []
        if question.kind == "number":
            return _within(numbers[0], question.least, question.most)
        values = [question.options[_within(number, 1, None) - 1].value for number in numbers]
        if question.kind == "one":
            return values[0]
        _within(len(values), question.least, question.most)
        return values

    def act(self, actions: Actions) -> Choice | None:
        told = (
            f"{actions.step.replace('_', ' ')}: {', '.join(actions.names)}? One action as a choices file has it, such "
            f"as {{choose: {actions.names[0]}, value: ...}}; nothing when done.\n> "
        )
        while typed := clean_line(self._ask(told)):
            try:
                return _typed_action(typed, actions)
            except Malformed as error:
                told = f"{error}\n> "
        return None


def _within(number: int, least: int, most: int | None) -> int:
    """Raises ValueError for a number that is out of bounds."""
    if number < least or (most is not None and number > most):
        raise ValueError(number)
    return number


def _typed_action(typed: str, actions: Actions) -> Choice:
    """Raises Malformed for what is none of the actions."""
    (row,) = read_documents(typed.encode(), name="typed.yaml", most=1)
    choice = _choice({"step": actions.step, **row} if isinstance(row, dict) else row, 1)
    if choice.step != actions.step or choice.choose not in actions.names:
        raise Malformed(f"{choice.choose} is not to be done now")
    return choice


# --- the file -------------------------------------------------------------------------------------------------------


def read_choices(raw: bytes, *, name: str = "") -> tuple[Choice, ...]:
    """The choices that a file holds: two YAML documents, or one mapping with ``format`` and ``choices``.

    Raises:
        Malformed: with one sentence and the place.
    """
    documents = read_documents(raw, name=name, most=2)
    head = documents[0] if documents else None
    if not isinstance(head, dict) or str(head.get("format", "")) != FORMAT:
        raise Malformed(f"format: {FORMAT} is expected on the first line")
    if len(documents) == 2 and set(head) != {"format"}:
        raise Malformed("the first document holds nothing but the format")
    rows = _meant(documents[1] if len(documents) == 2 else head.get("choices"))
    if len(documents) == 1 and not set(head) <= {"format", "choices"}:
        raise Malformed("only format and choices are keys of the file")
    if rows is not None and not isinstance(rows, list):
        raise Malformed("a list of choices is expected")
    return tuple(_choice(row, number) for number, row in enumerate(rows or (), start=1))


def _choice(row: Any, number: int) -> Choice:
    if not isinstance(row, dict) or not {"step", "choose", "value"} <= set(row) <= {
        "step",
        "choose",
        "value",
        "warrior",
    }:
        raise Malformed(f"choice {number}: step, choose and value are expected, and warrior where one is asked about")
    warrior = row.get("warrior")
    for text in (row["step"], row["choose"], "" if warrior is None else warrior):
        if not isinstance(text, str):
            raise Malformed(f"choice {number}: step, choose and warrior are texts")
    try:
        check_value(row["choose"], row["value"])
    except Malformed as error:
        raise Malformed(f"choice {number}: {error}") from None
    return Choice(
        step=str(row["step"]),
        choose=str(row["choose"]),
        value=_meant(row["value"]),
        warrior=None if warrior is None else clean_line(str(warrior)),
    )


def _meant(value: Any) -> Any:
    if isinstance(value, Plain):
        return value.value
    if isinstance(value, list):
        return [_meant(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _meant(one) for key, one in value.items()}
    return clean_line(value) if isinstance(value, str) else value


def write_choices(choices: Sequence[Choice], *, as_json: bool = False) -> bytes:
    """The choices as a file that `read_choices` reads back."""
    rows = [choice.as_json() for choice in choices]
    if as_json:
        return write_json({"format": FORMAT, "choices": rows}).encode()
    listed = write_yaml({"choices": rows}).removeprefix("choices:").lstrip("\n") if rows else "[]\n"
    return f"format: {FORMAT}\n---\n{listed.lstrip()}".encode()
