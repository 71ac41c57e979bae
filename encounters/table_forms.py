"""Forms of a table: what a player has typed or tapped, as what the service is given. They clean and decide nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from campaigns.forms.postbattle import TOKEN_LENGTH, AnswerForm, DoneForm, FacesForm, NightForm, RollForm
from campaigns.postbattle.choices import Choice
from campaigns.postbattle.log import Given
from campaigns.postbattle.run import NeedsAction, NeedsChoice, NeedsRoll, Waiting
from encounters.game.page import LOOT, numbers_of, striker_of, warrior_of
from encounters.game.playing import Playing
from encounters.mapping.shifts import Shift
from mordheim.rules.posted import whole
from warbands.forms.fields import ActForm
from warbands.roster.refusals import Refused


def table_form(data: QueryDict, waiting: Waiting | None) -> NightForm | None:
    """The form that what was posted belongs to; ``None`` where nothing asks for it."""
    do = data.get("do", "")
    if do in ("roll", "roll_on"):
        return RollForm(data)
    if do == "faces" and isinstance(waiting, NeedsRoll):
        return FacesForm(data, waiting)
    if do == "answer" and isinstance(waiting, NeedsChoice):
        return AnswerForm(data, waiting.question)
    if do == "done" and isinstance(waiting, NeedsAction):
        return DoneForm(data)
    if isinstance(waiting, NeedsAction) and do in VALUES:
        return DoingForm(data, waiting)
    return None


class ShiftForm(ActForm):
    """One thing on the map: how far it goes, or that it is rolled anew."""

    piece = forms.CharField(max_length=TOKEN_LENGTH, error_messages={"required": "Say what is to be shifted."})
    right = forms.FloatField(required=False, error_messages={"invalid": "Inches are a number, such as 2 or -1.5."})
    up = forms.FloatField(required=False, error_messages={"invalid": "Inches are a number, such as 2 or -1.5."})
    turn = forms.FloatField(required=False, error_messages={"invalid": "Degrees are a number, such as 90 or -15."})

    @property
    def shift(self) -> Shift:
        """Of a valid form only."""
        piece = self.cleaned_data["piece"]
        if self.data.get("do") == "anew":
            return Shift(piece, anew=True)
        right, up, turn = (self.cleaned_data[name] or 0.0 for name in ("right", "up", "turn"))
        return Shift(piece, right, up, turn)


# --- what is done in a game -------------------------------------------------------------------------------------------


class DoingForm(NightForm):
    """Something done in an open stretch of a game. Each act reads the fields that it needs (`VALUES`); whether it can
    be is for the game to say."""

    who = forms.CharField(required=False, max_length=TOKEN_LENGTH)
    by = forms.CharField(required=False, max_length=TOKEN_LENGTH)
    which = forms.CharField(required=False, max_length=TOKEN_LENGTH)
    count = forms.IntegerField(required=False, min_value=1, max_value=100)
    wounds = forms.IntegerField(required=False, min_value=1, max_value=100)
    warband = forms.IntegerField(required=False, min_value=0, max_value=7)
    of = forms.IntegerField(required=False, min_value=0, max_value=7)

    def __init__(self, data: QueryDict, waiting: NeedsAction) -> None:
        super().__init__(data)
        self._posted, self._step, self._run = data, waiting.actions.step, waiting.actions.run
        self._do = str(data.get("do", ""))
        self.value: dict[str, Any] = {}

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = self.cleaned_data
        if not self.errors:
            try:
                self.value = VALUES[self._do](self)
            except Refused as refused:
                self.add_error(None, refused.message)
        return cleaned

    @property
    def given(self) -> Given:
        return Given(choice=Choice(self._step, self._do, self.value or None))

    # --- what the fields say

    @property
    def run(self) -> Playing:
        run: Playing = self._run
        return run

    def is_ticked(self, name: str) -> bool:
        return bool(self._posted.get(name))

    def warrior(self) -> dict[str, Any]:
        """Who is meant. Raises Refused where nobody is."""
        found = warrior_of(self.run, self.cleaned_data["who"])
        if found is None:
            raise Refused("Say who.", code="no_such_warrior")
        return found

    def some(self) -> dict[str, Any]:
        """So many of them: of a group as many as stand beside its own name, else as the one field says."""
        typed = self._posted.get(f"count-{self.cleaned_data['who']}", "")
        return {**self.warrior(), "count": _number(typed) or self.cleaned_data["count"] or 1}

    def striker(self) -> dict[str, Any]:
        found = striker_of(self.run, self.cleaned_data["by"])
        if found is None:
            raise Refused("Say by whom, or that nobody knows.", code="no_such_warrior")
        return found

    def number(self, told: str) -> int:
        """What is meant by its number. Raises Refused where nothing is."""
        number = _number(self.cleaned_data["which"])
        if number is None:
            raise Refused(told, code="no_such_thing")
        return number

    def counter(self) -> dict[str, Any]:
        """Which counter, or the loot of a happening."""
        return {} if self.cleaned_data["which"] == LOOT else {"counter": self.number("Say which counter.")}

    def place(self, name: str) -> int:
        place: int | None = self.cleaned_data[name]
        if place is None:
            raise Refused("Say which warband.", code="no_such_warband")
        return place

    def numbers(self, name: str) -> list[int]:
        found = (_number(text) for text in self._posted.getlist(name)[:100])
        return [one for one in found if one is not None]

    def near(self) -> list[dict[str, Any]]:
        """Everybody who was ticked, of groups as many as stand beside them."""
        found = []
        for token in self._posted.getlist("near")[:60]:
            warrior = warrior_of(self.run, token)
            if warrior is not None:
                found.append({**warrior, "count": _number(self._posted.get(f"count-{token}", "")) or 1})
        return found


def _number(text: str) -> int | None:
    return whole(text, 999)


def _put_out(form: DoingForm) -> dict[str, Any]:
    about = {"strangled": form.is_ticked("strangled"), "close_combat": not form.is_ticked("shot")}
    return {**form.some(), "by": form.striker(), **about}


def _leave(form: DoingForm) -> dict[str, Any]:
    return {**form.some(), "fled": form.is_ticked("fled"), "counters": form.numbers("counters")}


def _wound(form: DoingForm) -> dict[str, Any]:
    appeared, number = numbers_of(form.cleaned_data["which"])
    if appeared is None or number is None:
        raise Refused("Say which of those that appeared.", code="no_such_thing")
    wounds = form.cleaned_data["wounds"] or 1
    return {"appeared": appeared, "number": number, "wounds": wounds, "by": form.striker()}


def _wound_beast(form: DoingForm) -> dict[str, Any]:
    wounds = form.cleaned_data["wounds"] or 1
    return {"wounds": wounds, "by": form.striker(), "in_combat": not form.is_ticked("shot")}


def _ally(form: DoingForm) -> dict[str, Any]:
    places = form.numbers("warbands")
    if not places:
        raise Refused("Say to whom an alliance is offered.", code="alliance")
    return {"warbands": places}


def _nothing(form: DoingForm) -> dict[str, Any]:
    return {}


VALUES: Mapping[str, Callable[[DoingForm], dict[str, Any]]] = {
    "put_out": _put_out,
    "leave_table": _leave,
    "put_back": DoingForm.some,
    "arrive": DoingForm.warrior,
    "pick_up": lambda form: {**form.warrior(), **form.counter()},
    "drop": DoingForm.counter,
    "search": lambda form: {**form.warrior(), "sure": form.is_ticked("sure")},
    "objective_lost": _nothing,
    "wound": _wound,
    "gone": lambda form: {"which": form.number("Say what is gone.")},
    "end_lasting": lambda form: {"which": form.number("Say what is over.")},
    "wound_beast": _wound_beast,
    "beast_round": _nothing,
    "beast_tail": lambda form: {"warriors": form.near()},
    "beast_breath": lambda form: {"warriors": form.near()},
    "ally": _ally,
    "break_alliance": lambda form: {"warband": form.place("warband"), "of": form.place("of")},
    "goal": lambda form: {"goal": form.cleaned_data["which"] or "?", "warband": form.place("warband")},
    "rout": _nothing,
    "end_game": _nothing,
}
