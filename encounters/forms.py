"""Forms of a table: what a player has typed or tapped, as what the service is given. They clean and decide nothing."""

from __future__ import annotations

from django import forms
from django.http import QueryDict

from campaigns.forms.postbattle import TOKEN_LENGTH, AnswerForm, FacesForm, NightForm, RollForm
from campaigns.postbattle.run import NeedsChoice, NeedsRoll, Waiting
from encounters.mapping.shifts import Shift
from warbands.forms.fields import ActForm


def table_form(data: QueryDict, waiting: Waiting | None) -> NightForm | None:
    """The form that what was posted belongs to; ``None`` where nothing asks for it."""
    do = data.get("do", "")
    if do in ("roll", "roll_on"):
        return RollForm(data)
    if do == "faces" and isinstance(waiting, NeedsRoll):
        return FacesForm(data, waiting)
    if do == "answer" and isinstance(waiting, NeedsChoice):
        return AnswerForm(data, waiting.question)
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
