"""What the night waits for, as it is drawn: dice to be rolled, a question with its options, or things that may be
done. Whoever answers is asked by token, a short text that stands for an option's value in a form."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from campaigns.postbattle.choices import Option, Question, Value
from campaigns.postbattle.income import profit
from campaigns.postbattle.lots import Stands, one_of_label
from campaigns.postbattle.run import NeedsAction, NeedsChoice, NeedsRoll, Run, Waiting
from mordheim.rules.words import CHARACTERISTICS
from warbands.roster.explain import CHARACTERISTIC_NAMES
from warbands.roster.learning import skill_lists_of
from warbands.roster.members import Member


@dataclass(frozen=True)
class DueRoll:
    """Dice that are to be rolled: ``labels`` say what each of them is, where they are not alike, ``stands`` what each
    result means, ``again`` why they are rolled once more."""

    what_for: str
    warrior: str | None
    die: str
    sides: int
    labels: tuple[str, ...]
    kind: Literal["roll"] = "roll"
    stands: tuple[Stands, ...] = ()
    again: str = ""

    @property
    def count(self) -> int:
        return len(self.labels)


@dataclass(frozen=True)
class AnswerOption:
    """One answer. ``was`` and ``becomes`` tell of a characteristic, ``face`` of a die, ``gold`` what it costs;
    ``times`` is how often it may be given, ``suggested`` how often a sensible player would."""

    token: str
    label: str
    told: str = ""
    was: int | None = None
    becomes: int | None = None
    face: int | None = None
    gold: int = 0
    times: int = 1
    suggested: int = 0


@dataclass(frozen=True)
class OptionGroup:
    """Options below one heading; none where there is only one group."""

    title: str
    options: tuple[AnswerOption, ...]


@dataclass(frozen=True)
class PriceLine:
    """What so many shards bring, in gold crowns."""

    count: int
    gold: int


# How a question is asked: one of its options, one of the dice on the table, several options, some options several
# times, several of the dice, a number, a line of text.
Form = Literal["one", "die", "many", "times", "dice", "number", "text"]


@dataclass(frozen=True)
class DueQuestion:
    """A decision of the player's. ``table`` are the dice that lie there, ``prices`` what a number brings."""

    choose: str
    prompt: str
    warrior: str | None
    form: Form
    groups: tuple[OptionGroup, ...] = ()
    least: int = 0
    most: int | None = None
    suggested: str = ""
    required: bool = True
    table: tuple[int, ...] = ()
    prices: tuple[PriceLine, ...] = ()
    purse: int | None = None
    kind: Literal["question"] = "question"

    @property
    def options(self) -> tuple[AnswerOption, ...]:
        return tuple(option for group in self.groups for option in group.options)

    @property
    def others(self) -> tuple[AnswerOption, ...]:
        """Options that are no die."""
        return tuple(option for option in self.options if option.face is None)


@dataclass(frozen=True)
class DueActions:
    """A stretch in which the player does what he likes: the names of what may be done."""

    names: tuple[str, ...]
    kind: Literal["actions"] = "actions"


Due = DueRoll | DueQuestion | DueActions


def due_of(run: Run, waiting: Waiting | None) -> Due | None:
    """What is waited for, ``None`` when all is done."""
    if isinstance(waiting, NeedsRoll):
        return due_roll(waiting)
    if isinstance(waiting, NeedsChoice):
        return asked(run, waiting.question)
    return DueActions(waiting.actions.names) if isinstance(waiting, NeedsAction) else None


def due_roll(roll: NeedsRoll) -> DueRoll:
    """A roll as it is drawn."""
    die = one_of_label(roll.die)
    return DueRoll(roll.what_for, roll.warrior, die, roll.sides, _labels(roll), stands=roll.stands, again=roll.again)


def _labels(roll: NeedsRoll) -> tuple[str, ...]:
    if roll.labels:
        return roll.labels
    if one_of_label(roll.die) == "D66":
        return ("Tens", "Units")
    return tuple(f"Die {number}" for number in range(1, roll.count + 1)) if roll.count > 1 else ("",)


# --- questions ------------------------------------------------------------------------------------------------------


def asked(run: Run, question: Question) -> DueQuestion:
    """A question as the page asks it."""
    member = run.member(question.warrior) if question.warrior else None
    options = tuple(_drawn(run, question, member))
    form = _form(question, options)
    return DueQuestion(
        question.choose,
        question.prompt,
        question.warrior,
        form,
        _grouped(question, options, member),
        question.least,
        question.most,
        _suggestion(question),
        question.required,
        run.on_table if form in ("die", "dice") else (),
        _prices(run, question),
        run.snapshot.treasury if any(option.gold for option in options) else None,
    )


def token_of(value: Value) -> str:
    """How a form names an option's value."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def value_of(question: Question, token: str) -> Value:
    """The value that a token stands for. Raises KeyError where it is none of the question's options."""
    return {token_of(option.value): option.value for option in question.options}[token]


def _form(question: Question, options: tuple[AnswerOption, ...]) -> Form:
    of_dice = question.step == "exploration" and any(option.face for option in options)
    if question.kind == "one":
        return "die" if of_dice else "one"
    if question.kind == "many":
        return "dice" if of_dice else "times" if any(option.times > 1 for option in options) else "many"
    return question.kind


def _suggestion(question: Question) -> str:
    """What stands in the form before anybody touches it: nothing where the player has to think for himself."""
    if question.kind in ("number", "text"):
        return str(question.suggested)
    return token_of(question.suggested) if question.kind == "one" and not question.required else ""


def _drawn(run: Run, question: Question, member: Member | None) -> Iterator[AnswerOption]:
    """The options, equal ones as one that may be given several times."""
    times = Counter(token_of(option.value) for option in question.options)
    wanted = Counter(token_of(one) for one in question.suggested) if question.kind == "many" else Counter[str]()
    for option in _distinct(question.options):
        token = token_of(option.value)
        drawn = AnswerOption(
            token, option.label, option.told, gold=option.gold, times=times[token], suggested=wanted[token]
        )
        yield _dressed(run, question, member, option, drawn)


def _distinct(options: Iterable[Option]) -> Iterator[Option]:
    seen: set[str] = set()
    for option in options:
        if token_of(option.value) not in seen:
            seen.add(token_of(option.value))
            yield option


def _dressed(run: Run, question: Question, member: Member | None, option: Option, drawn: AnswerOption) -> AnswerOption:
    """What an option's value says by itself: a characteristic's figures, a skill list's skills, a die's face."""
    value = option.value
    if question.choose == "characteristic" and member and value in CHARACTERISTICS:
        now = member.value(value)
        if isinstance(now, int):
            return replace(drawn, label=CHARACTERISTIC_NAMES[value][1], was=now, becomes=now + 1)
    if question.choose == "skill_lists" and value in run.rulebook.skill_lists:
        keys = run.rulebook.skill_lists[value].skills
        return replace(drawn, told=", ".join(run.rulebook.skills[key].name for key in keys))
    if question.step == "exploration" and question.choose in ("reroll", "discard", "change", "dice_kept"):
        face = value[0] if isinstance(value, list) else value
        return replace(drawn, face=face) if isinstance(face, int) else drawn
    return drawn


def _grouped(question: Question, options: tuple[AnswerOption, ...], member: Member | None) -> tuple[OptionGroup, ...]:
    """Skills list by list, everything else together."""
    if question.choose != "skill" or member is None:
        return (OptionGroup("", options),) if options else ()
    left = {option.token: option for option in options}
    groups = []
    for key in skill_lists_of(member):
        skill_list = member.rulebook.skill_lists[key]
        tokens = [token_of(skill) for skill in skill_list.skills]
        of_list = tuple(left.pop(token) for token in tokens if token in left)
        groups.append(OptionGroup(skill_list.name, of_list))
    groups.append(OptionGroup("Besides", tuple(left.values())))
    return tuple(group for group in groups if group.options)


def _prices(run: Run, question: Question) -> tuple[PriceLine, ...]:
    """What each number of shards brings."""
    if question.step != "wyrdstone" or question.kind != "number":
        return ()
    least, most = question.least, question.most or 0
    return tuple(PriceLine(count, profit(run, count) if count else 0) for count in range(least, most + 1))
