"""What to print, and how."""

from __future__ import annotations

from typing import Any

from django import forms

from warbands.printing import PrintOptions

SHEETS = [
    ("roster", "Roster sheet"),
    ("cards", "Warrior cards"),
    ("reference", "Quick reference"),
    ("all", "All three in one file"),
]
PAGES = [("a4", "A4"), ("letter", "Letter")]


class PrintForm(forms.Form):
    """Text to `PrintOptions`."""

    use_required_attribute = False

    sheet = forms.ChoiceField(choices=SHEETS, widget=forms.RadioSelect, label="Which sheet")
    page = forms.ChoiceField(choices=PAGES, initial="a4", widget=forms.RadioSelect, label="Paper")
    rules_text = forms.BooleanField(required=False, initial=True, label="Rules text")
    notes = forms.BooleanField(required=False, initial=True, label="Notes")
    stash = forms.BooleanField(required=False, initial=True, label="Stash")
    backs = forms.BooleanField(required=False, initial=True, label="Rules on the backs of cards")
    ink_saving = forms.BooleanField(required=False, label="Save ink")
    blank = forms.BooleanField(required=False, label="Blank roster sheet, to write on")

    def switches(self) -> list[forms.BoundField]:
        """What is on the sheet or not, without the choice of sheet and paper."""
        return [self[name] for name in self.fields if name not in ("sheet", "page")]

    def options(self) -> PrintOptions:
        chosen: dict[str, Any] = self.cleaned_data
        return PrintOptions.from_dict(chosen)
