"""Forms of the night after a battle: what a player has typed or tapped, as what the night is given.

Every form carries the night's version. What is done is named by the button (``do``); the forms clean and decide
nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from django import forms
from django.http import QueryDict

from campaigns.postbattle.choices import Choice, Question
from campaigns.postbattle.due import token_of, value_of
from campaigns.postbattle.log import Given
from campaigns.postbattle.recruits import GearRow, gear_for_recruit
from campaigns.postbattle.run import NeedsAction, NeedsChoice, NeedsRoll, Run, Waiting
from campaigns.postbattle.trading import STASH
from campaigns.postbattle.trying import move_value, piece_value
from mordheim.rules.plainfile import clean_line
from mordheim.rules.posted import whole
from mordheim.rules.schema import HiredSwordType, WarriorType
from warbands.forms.fields import NAME_LENGTH, WARRIOR_NAME_LENGTH, ActForm
from warbands.forms.warriors import RecruitForm

MOST_DICE = 20
TOKEN_LENGTH = 200


class NightForm(ActForm):
    """Something that the night is given. ``given`` is for a valid form only."""

    @property
    def given(self) -> Given:
        raise NotImplementedError


class RollForm(NightForm):
    """The app rolls: once, or all that is due up to the next decision."""

    do = forms.ChoiceField(choices=[("roll", ""), ("roll_on", "")])

    @property
    def given(self) -> Given:
        return Given(roll="all" if self.cleaned_data["do"] == "roll_on" else "one")


class FacesForm(NightForm):
    """Faces that fell at the table: tapped one by one, or typed in a row."""

    row = forms.CharField(required=False, max_length=60)

    def __init__(self, data: QueryDict, need: NeedsRoll) -> None:
        super().__init__(data)
        self._need = need
        for number in range(1, min(need.count, MOST_DICE) + 1):
            self.fields[f"face_{number}"] = forms.IntegerField(required=False, min_value=1, max_value=need.sides)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = self.cleaned_data
        if not self.errors and len(self._faces) != self._need.count:
            self.add_error(None, _so_many(self._need.count, len(self._faces)))
        if not self.errors and not all(1 <= face <= self._need.sides for face in self._faces):
            self.add_error("row", f"Each die shows 1 to {self._need.sides}.")
        return cleaned

    @property
    def _faces(self) -> tuple[int, ...]:
        tapped = [self.cleaned_data.get(f"face_{number}") for number in range(1, self._need.count + 1)]
        in_a_row = [int(sign) for sign in self.cleaned_data.get("row", "") if sign.isascii() and sign.isdigit()]
        return tuple(in_a_row or (face for face in tapped if face))

    @property
    def given(self) -> Given:
        return Given(faces=self._faces)


def _so_many(count: int, given: int) -> str:
    dice = "1 die is" if count == 1 else f"{count} dice are"
    return f"{dice} to be entered, not {given}." if given else f"{dice} to be entered: tap the faces that fell."


class AnswerForm(NightForm):
    """The answer to a question, in the way in which it is asked."""

    answer = forms.CharField(required=False, max_length=TOKEN_LENGTH)
    number = forms.IntegerField(required=False, min_value=0, max_value=1_000_000)
    text = forms.CharField(required=False, max_length=WARRIOR_NAME_LENGTH)

    def __init__(self, data: QueryDict, question: Question) -> None:
        super().__init__(data)
        self._question, self._posted = question, data
        self.value: Any = None

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = self.cleaned_data
        if self.errors:
            return cleaned
        if self._question.kind == "number":
            self._take(cleaned["number"], "Say how many.")
        elif self._question.kind == "text":
            self._take(clean_line(cleaned["text"]), "")
        elif self._question.kind == "many":
            self._take_many()
        else:
            self._take_one(cleaned["answer"])
        return cleaned

    def _take(self, value: Any, missing: str) -> None:
        self.value = value
        if value is None:
            self.add_error(None, missing)

    def _take_one(self, token: str) -> None:
        try:
            self.value = value_of(self._question, token)
        except KeyError:
            self.add_error(None, "Choose one of these.")

    def _take_many(self) -> None:
        """Ticked ones, and those with a number beside them."""
        tokens = Counter(self._posted.getlist("pick")[:1000])
        for place, token in enumerate(dict.fromkeys(token_of(option.value) for option in self._question.options)):
            tokens[token] += whole(self._posted.get(f"times_{place}", ""), 999) or 0
        try:
            self.value = [value_of(self._question, token) for token in tokens.elements()]
        except KeyError:
            self.add_error(None, "Choose among these.")

    @property
    def given(self) -> Given:
        return Given(answer=(self.value,))


class DoneForm(NightForm):
    """Enough is done in this stretch."""

    @property
    def given(self) -> Given:
        return Given(done=True)


# --- doings of an open stretch --------------------------------------------------------------------------------------


class DoingForm(NightForm):
    """Something that is done in an open stretch of a step."""

    choose = ""

    def __init__(self, data: QueryDict, step: str) -> None:
        super().__init__(data)
        self._step = step

    @property
    def value(self) -> dict[str, Any]:
        """As the choices file has it."""
        raise NotImplementedError

    @property
    def warrior(self) -> str | None:
        return None

    @property
    def given(self) -> Given:
        return Given(choice=Choice(self._step, self.choose, self.value, self.warrior))


class PieceDoing(DoingForm):
    """A doing with a piece of equipment."""

    item = forms.CharField(max_length=TOKEN_LENGTH, error_messages={"required": "Choose a piece of equipment."})
    quantity = forms.IntegerField(required=False, min_value=1, max_value=100)

    @property
    def piece(self) -> dict[str, Any]:
        return piece_value(self.cleaned_data["item"], self.cleaned_data["quantity"] or 1)


class SearchDoing(PieceDoing):
    choose = "search"
    hero = forms.CharField(max_length=NAME_LENGTH, error_messages={"required": "Choose who searches."})

    @property
    def value(self) -> dict[str, Any]:
        return self.piece

    @property
    def warrior(self) -> str | None:
        return str(self.cleaned_data["hero"])


class BuyDoing(PieceDoing):
    choose = "buy"
    whom = forms.CharField(max_length=NAME_LENGTH)
    haggle = forms.BooleanField(required=False)
    seller = forms.CharField(required=False, max_length=NAME_LENGTH)

    @property
    def value(self) -> dict[str, Any]:
        haggles = {"haggle": True} if self.cleaned_data["haggle"] else {}
        seller = {"from": self.cleaned_data["seller"]} if self.cleaned_data["seller"] else {}
        return {**self.piece, "for": self.cleaned_data["whom"], **haggles, **seller}


class SellDoing(PieceDoing):
    choose = "sell"
    whose = forms.CharField(max_length=NAME_LENGTH)

    @property
    def value(self) -> dict[str, Any]:
        return {**self.piece, "from": self.cleaned_data["whose"]}


class StudyDoing(PieceDoing):
    choose = "study"
    whose = forms.CharField(max_length=NAME_LENGTH)

    @property
    def value(self) -> dict[str, Any]:
        return {**self.piece, "warrior": self.cleaned_data["whose"]}


class MoveDoing(PieceDoing):
    """A piece, how it stands, and where it goes."""

    choose = "move"
    source = forms.CharField(max_length=NAME_LENGTH)
    target = forms.CharField(max_length=NAME_LENGTH, required=False)

    @property
    def value(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {**move_value(data["source"], data["target"] or STASH, data["item"]), "quantity": data["quantity"] or 1}


class EnlargeDoing(DoingForm):
    choose = "recruit"
    into = forms.CharField(max_length=NAME_LENGTH)
    size = forms.IntegerField(min_value=1, max_value=100)

    @property
    def value(self) -> dict[str, Any]:
        return {"into": self.cleaned_data["into"], "size": self.cleaned_data["size"]}


class DismissDoing(DoingForm):
    choose = "dismiss"
    whom = forms.CharField(max_length=NAME_LENGTH)
    count = forms.IntegerField(required=False, min_value=1, max_value=100)

    @property
    def value(self) -> dict[str, Any]:
        count = self.cleaned_data["count"]
        return {"warrior": self.cleaned_data["whom"], **({"count": count} if count else {})}


class JoinForm(RecruitForm, NightForm):
    """Who joins, with what he brings on. A wizard's spells are rolled in the night like all else."""

    def __init__(
        self, data: Any = None, *, step: str, run: Run, entry: WarriorType | HiredSwordType, **rest: Any
    ) -> None:
        super().__init__(data, entry=entry, rulebook=run.rulebook, **rest)
        self._step = step
        self.gear_rows = gear_for_recruit(run, entry)
        for row in self.gear_rows:
            self.fields[f"piece_{row.token}"] = forms.IntegerField(required=False, min_value=0, max_value=row.most)

    @property
    def pieces(self) -> list[tuple[GearRow, str, str]]:
        """What he may bring: the row, its field's name, how many are asked for."""
        names = [(row, f"piece_{row.token}") for row in self.gear_rows]
        return [(row, name, str(self[name].value() or "0")) for row, name in names]

    @property
    def given(self) -> Given:
        asked = self.asked
        value: dict[str, Any] = {"type": asked["type_key"], "name": asked["name"], "equipment": self._equipment(asked)}
        if isinstance(self.entry, HiredSwordType):
            return Given(choice=Choice(self._step, "hire", value))
        value |= {"size": asked["size"], "mutations": list(asked["mutations"])}
        return Given(choice=Choice(self._step, "recruit", value))

    def _equipment(self, asked: dict[str, Any]) -> list[dict[str, Any]]:
        chosen = [{"item": piece.item, "quantity": piece.quantity} for piece in asked["equipment"]]
        counts = [(row.token, self.cleaned_data[f"piece_{row.token}"]) for row in self.gear_rows]
        return [*chosen, *(piece_value(token, count) for token, count in counts if count)]


DOINGS: dict[str, type[DoingForm]] = {
    "search": SearchDoing,
    "buy": BuyDoing,
    "sell": SellDoing,
    "study": StudyDoing,
    "move": MoveDoing,
    "enlarge": EnlargeDoing,
    "dismiss": DismissDoing,
}


def night_form(data: QueryDict, run: Run, waiting: Waiting | None) -> NightForm | None:
    """The form that was posted; ``None`` where it answers something that nobody asks now."""
    do = data.get("do", "")
    if isinstance(waiting, NeedsRoll):
        return FacesForm(data, waiting) if do == "faces" else RollForm(data)
    if isinstance(waiting, NeedsChoice):
        return AnswerForm(data, waiting.question) if do == "answer" else None
    if isinstance(waiting, NeedsAction):
        return _doing_form(do, data, run, waiting)
    return None


def _doing_form(do: str, data: QueryDict, run: Run, waiting: NeedsAction) -> NightForm | None:
    if do == "done":
        return DoneForm(data)
    if do in ("recruit", "hire") and do in waiting.actions.names:
        entry = entry_of(run, do, data.get("type", ""))
        return JoinForm(data, step=waiting.actions.step, run=run, entry=entry) if entry else None
    kind = DOINGS.get(do)
    if kind is None or kind.choose not in waiting.actions.names:
        return None
    return kind(data, waiting.actions.step)


def entry_of(run: Run, do: str, key: str) -> WarriorType | HiredSwordType | None:
    """Who is to be recruited or hired by that key."""
    return run.rulebook.hired_swords.get(key) if do == "hire" else run.roster.warband_type.warrior(key)
