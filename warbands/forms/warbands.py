"""Forms about a warband as a whole."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from mordheim.rules.plainfile import MAX_BYTES, Malformed
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import WarbandSnapshot
from warbands.forms.fields import ActForm, NameField, NotesField
from warbands.roster.interchange import read_warband


class BeginForm(forms.Form):
    """Which kind of warband, and its name."""

    type = forms.ChoiceField(label="Kind of warband", widget=forms.RadioSelect)
    name = NameField(label="Name of the warband")

    def __init__(self, *args: Any, rulebook: Rulebook, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["type"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  (told to the type checker)
        field.choices = [(kind.key, kind.name) for kind in rulebook.warband_types.values()]
        field.error_messages["required"] = "Choose a kind of warband."
        field.error_messages["invalid_choice"] = "There is no such kind of warband. Choose one of these."


class WarbandNameForm(ActForm):
    name = NameField(label="Name of the warband")


class WarbandNotesForm(ActForm):
    notes = NotesField(label="Notes on the warband")


class ImportForm(forms.Form):
    """A warband file, uploaded or pasted, to the snapshot that it describes."""

    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label="File",
        help_text="A warband file: .yaml, .yml or .json, at most 1 MiB.",
        widget=forms.FileInput(attrs={"accept": ".yaml,.yml,.json"}),
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label="Or its text",
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, rulebook: Rulebook, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._rulebook = rulebook

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = self.cleaned_data
        file, text = cleaned.get("file"), cleaned.get("text") or ""
        if self.errors:
            return cleaned
        if isinstance(file, UploadedFile):
            cleaned["snapshot"] = self._read("file", file.read(MAX_BYTES + 1), file.name or "")
        elif text.strip():
            cleaned["snapshot"] = self._read("text", text.encode(), "")
        else:
            raise forms.ValidationError("Choose a file, or paste its text.")
        return cleaned

    def _read(self, field: str, raw: bytes, name: str) -> WarbandSnapshot | None:
        try:
            return read_warband(raw, self._rulebook, name=name)
        except Malformed as malformed:
            self.add_error(field, f"This is no warband file: {malformed}. Nothing was stored.")
            return None
