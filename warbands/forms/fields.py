"""Fields that several forms share. They clean what was typed; whether the game allows it is asked elsewhere."""

from __future__ import annotations

from typing import Any

from django import forms

from mordheim.rules.plainfile import can_be_seen, clean_line, clean_text
from mordheim.rules.posted import whole

NAME_LENGTH = 200
# What is typed for a warrior: it stands in tables and on cards. A file may hold as much as any other name.
WARRIOR_NAME_LENGTH = 60
NOTES_LENGTH = 20_000
# What a form answers that names no version: no warband has it, so the act is refused as out of date.
NO_VERSION = -1
MOST_VERSIONS = 999_999_999


class NameField(forms.CharField):
    """A name of one line: 1 to 200 characters once those that show nothing or turn the line round are taken out."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", NAME_LENGTH)
        super().__init__(**kwargs)
        self.error_messages["required"] = "A name is needed."
        self.widget.attrs.setdefault("autocomplete", "off")

    def to_python(self, value: Any) -> str:
        cleaned = clean_line(super().to_python(value) or "")
        return cleaned if can_be_seen(cleaned) else ""


class WarriorNameField(NameField):
    """The name of a warrior or of a group."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": WARRIOR_NAME_LENGTH, "label": "Name", **kwargs})


class NotesField(forms.CharField):
    """Notes of several lines."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", NOTES_LENGTH)
        kwargs.setdefault("required", False)
        kwargs.setdefault("widget", forms.Textarea(attrs={"rows": 4}))
        super().__init__(strip=False, **kwargs)

    def to_python(self, value: Any) -> str:
        return clean_text(super().to_python(value) or "")


class ActForm(forms.Form):
    """A form that does something to a warband: it names the version that it was drawn from.

    A version that is missing or no number becomes `NO_VERSION`.
    """

    version = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_version(self) -> int:
        said = whole(self.cleaned_data["version"], MOST_VERSIONS)
        return NO_VERSION if said is None else said

    @property
    def asked(self) -> dict[str, Any]:
        """What the act is asked for, by the names of its service's arguments. Only of a valid form."""
        return self.cleaned_data

    def dice_do_not_do(self, told: str) -> None:
        """The dice as entered are too few, too many or no faces: say why at their place."""
        self.add_error(None, told)

    @property
    def first_error(self) -> str:
        """The first thing wrong, as a sentence."""
        return next((str(error) for errors in self.errors.values() for error in errors), "")
