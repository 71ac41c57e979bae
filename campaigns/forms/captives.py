"""Forms about a captive: what is asked for him, and the dice of his fate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from campaigns.captive_selectors import FateOffer
from campaigns.models import Captive
from campaigns.services.captives import MOST_RANSOM


class RansomForm(forms.Form):
    """A sum in gold crowns."""

    gold = forms.IntegerField(
        label="Ransom in gold crowns",
        min_value=0,
        max_value=MOST_RANSOM,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        help_text="0 lets him go for nothing.",
    )


class ExchangeForm(forms.Form):
    """For whom he is offered."""

    other = forms.TypedChoiceField(label="In exchange for", coerce=int)

    def __init__(self, *args: Any, captives: Sequence[Captive], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["other"].choices = [(one.pk, one.warrior_name) for one in captives]  # type: ignore[attr-defined]


class FateForm(forms.Form):
    """How the dice of a fate fall: by the app, or the faces shown at the table."""

    way = forms.ChoiceField(choices=[("app", ""), ("table", "")], required=False)

    def __init__(self, *args: Any, offer: FateOffer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number, sides, what_for in offer.dice:
            self.fields[f"face_{number}"] = forms.IntegerField(
                min_value=1, max_value=sides, required=False, label=what_for
            )

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that were rolled at the table. Only of a valid form."""
        if self.cleaned_data["way"] != "table":
            return ()
        typed = (value for name, value in self.cleaned_data.items() if name.startswith("face_"))
        return tuple(face for face in typed if face)
