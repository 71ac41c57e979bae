"""Forms of the fighters whom players keep. They clean what was typed; whether the rules allow it is asked elsewhere."""

from __future__ import annotations

from typing import Any

from django import forms

from encounters.models.pit import LONGEST_NAME
from encounters.pit_forms import PointsForm
from encounters.pit_selectors import pit_rules
from encounters.pitfight.enlisting import first_offered, points_left
from encounters.pitfight.errors import Illegal
from encounters.pitfight.fighter_sheet import NAMES
from encounters.pitfight.levels import CHARACTERISTICS
from warbands.forms.fields import ActForm, NameField, NotesField

LONGEST_NOTES, LONGEST_LINE = 2000, 400


class FighterForm(PointsForm, ActForm):
    """A fighter as he is built. What is settled once he has fought is not built again."""

    name = NameField(max_length=LONGEST_NAME, label="Name")
    scroll = forms.ChoiceField(error_messages={"required": "Choose one of the scrolls."})
    notes = NotesField(max_length=LONGEST_NOTES, label="Notes", widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, settled: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.settled = settled
        rules = pit_rules()
        self.fields["scroll"].choices = [(key, one.name) for key, one in rules.scrolls.items()]  # type: ignore[attr-defined]
        self.fields["scroll"].initial, levels = first_offered(rules)
        for key, label, least, level in zip(CHARACTERISTICS, NAMES, rules.levels, levels, strict=True):
            most = least + rules.bonus_points
            told = {"min_value": f"{label} starts at {least}.", "max_value": f"{label} cannot be more than {most}."}
            self.fields[key] = forms.IntegerField(
                label=label, min_value=least, max_value=most, initial=level, required=not settled, error_messages=told
            )
        if settled:
            self.fields["scroll"].required = False

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = self.cleaned_data
        if not self.errors and not self.settled:
            try:
                points_left(pit_rules(), self.levels)
            except Illegal as illegal:
                self.add_error(None, str(illegal))
        return cleaned

    @property
    def levels(self) -> list[int]:
        """Of a valid form only."""
        return [self.cleaned_data[key] for key in CHARACTERISTICS]

    @property
    def spent(self) -> list[int]:
        return [] if self.settled else self.levels

    @property
    def built(self) -> dict[str, Any]:
        """What the service is asked for; without scroll and points where these are settled."""
        said = {"name": self.cleaned_data["name"], "notes": self.cleaned_data["notes"]}
        return said if self.settled else {**said, "scroll": self.cleaned_data["scroll"], "levels": self.levels}

    @property
    def level_fields(self) -> list[forms.BoundField]:
        return [self[key] for key in CHARACTERISTICS]


class FighterActForm(ActForm):
    """Something that a player says of his fighter."""

    do = forms.CharField(max_length=20)
    text = forms.CharField(required=False, max_length=LONGEST_LINE)


class PrintFighterForm(forms.Form):
    """On which paper, and whether his own figures stand on it."""

    page = forms.ChoiceField(
        label="Paper", choices=[("a4", "A4"), ("letter", "Letter")], initial="a4", widget=forms.RadioSelect
    )
    blank = forms.BooleanField(required=False, label="Blank, to be filled in by hand: his scroll without his figures")
