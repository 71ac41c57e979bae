"""Forms of taking back: why a battle is taken back and how, and what a die really showed."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.http import QueryDict

from campaigns.forms.campaigns import ReasonField
from campaigns.forms.postbattle import FacesForm
from campaigns.models import DiceRoll
from campaigns.postbattle.due import DueRoll, due_roll
from campaigns.postbattle.run import NeedsRoll

# What a form answers that does not say which confirmation it was drawn from: no battle was confirmed then.
NEVER = datetime.min.replace(tzinfo=UTC)
_SIDES = re.compile(r"\d*D(\d+)")


class UndoBattleForm(forms.Form):
    """Take it back as if it had not been fought, or have it reported anew; and why."""

    WAYS = {
        "off": (
            "Take it back for good",
            "As if it had not been fought: every warband is as it was before it, and free.",
        ),
        "again": (
            "Report it anew",
            "It was fought, but not so: the warbands stay in it as they fought, and wait for another report.",
        ),
    }

    way = forms.ChoiceField(choices=[(way, name) for way, (name, _) in WAYS.items()])
    reason = ReasonField()
    confirmed = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["way"].error_messages.update(
            required="Choose one of the two.", invalid_choice="Choose one of the two."
        )

    def clean_confirmed(self) -> datetime:
        try:
            moment = datetime.fromisoformat(self.cleaned_data["confirmed"])
        except ValueError:
            return NEVER
        return moment if moment.tzinfo else NEVER

    @property
    def chosen(self) -> str:
        """The way that was chosen, or that the page's address names."""
        return str(self["way"].value() or "")


class DieForm(FacesForm):
    """What a roll that stands in the record really showed."""

    reason = ReasonField()

    def __init__(self, data: QueryDict, roll: DiceRoll) -> None:
        super().__init__(data, needed(roll))
        self._roll = roll

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors and list(self._faces) == self._roll.faces:
            self.add_error(None, "That is what stands in the record: tap what really fell.")
        return cleaned

    @property
    def faces(self) -> tuple[int, ...]:
        """What fell. Only of a valid form."""
        return self._faces


def needed(roll: DiceRoll) -> NeedsRoll:
    """The roll as it was asked for."""
    return NeedsRoll(roll.step, roll.warrior, roll.die, _sides(roll.die), len(roll.faces), roll.what_for)


def _sides(die: str) -> int:
    """How many each of the dice has: 6 of a ``D66``, 3 of a ``2D3``, 6 of a ``D66 of 7``."""
    found = _SIDES.match(die)
    digits = found[1] if found else "6"
    return 6 if set(digits) == {"6"} else int(digits)


def asked_of(roll: DiceRoll) -> DueRoll:
    """The same as it is drawn."""
    return due_roll(needed(roll))
