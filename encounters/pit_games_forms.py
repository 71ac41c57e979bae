"""Forms for odds and tournaments: what a player has typed or tapped. They clean; the rules decide elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from encounters.models import PitRoster, PitTournament
from encounters.models.pit import LONGEST_NAME
from encounters.pit_forms import NONE, WAIT, EnlistForm, number_said, radius_field, spacing_field
from encounters.pit_selectors import pit_rules
from encounters.pitfight.many_bouts import OTHERWISE
from encounters.pitfight.players import STRENGTHS
from encounters.pitfight.state import Terms
from encounters.services.pit_gathering import LONGEST_WAIT
from encounters.services.pit_odds import BOUTS
from encounters.services.pit_tournaments import MOST_GOLD
from warbands.forms.fields import NameField

OFFERED = [(key, strength.name) for key, strength in STRENGTHS.items()]


class _Form(forms.Form):
    @property
    def first_error(self) -> str:
        for name, errors in self.errors.items():
            label = self.fields[name].label if name in self.fields else ""
            return f"{label}: {errors[0]}" if label else str(errors[0])
        return ""


class _ArenaForm(_Form):
    radius, spacing = radius_field(), spacing_field()

    @property
    def terms(self) -> Terms:
        """Of a valid form only."""
        said, rules = self.cleaned_data, pit_rules()
        return Terms(radius=said["radius"] or rules.radius, spacing=said["spacing"] or rules.spacing)


# --- odds -------------------------------------------------------------------------------------------------------------


class OddsForm(_ArenaForm):
    """How many bouts, and where; ``fighters`` is how many forms of a fighter come with it."""

    bouts = forms.TypedChoiceField(
        choices=[(number, f"{number:,}") for number in BOUTS], coerce=int, initial=BOUTS[1], label="Bouts"
    )


class OddsFighterForm(EnlistForm):
    """One of those who fight. ``of`` names one of a fight or a tournament, who is taken as he is there."""

    of = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)

    def __init__(self, *args: Any, rosters: Sequence[PitRoster] = (), **kwargs: Any) -> None:
        super().__init__(*args, rosters=rosters, **kwargs)
        computer = self.fields["computer"]
        assert isinstance(computer, forms.ChoiceField)  # noqa: S101  (as declared)
        computer.choices, computer.initial = OFFERED, OTHERWISE
        computer.label = "Strength of the computer"

    @property
    def strength(self) -> str:
        return self.cleaned_data["computer"] or OTHERWISE

    @classmethod
    def typed(cls, data: Mapping[str, Any], number: int) -> dict[str, Any]:
        """What was typed for the fighter of that number, as it came."""
        names = (*cls.base_fields, "weapon_skill", "strength", "toughness", "initiative", "wounds")
        return {name: data.get(f"{number}-{name}", "") for name in names}


# --- tournaments ------------------------------------------------------------------------------------------------------


class NewTournamentForm(_ArenaForm):
    name = NameField(max_length=LONGEST_NAME, label="What it is called")
    kind = forms.ChoiceField(choices=PitTournament.Kind, initial=PitTournament.Kind.BRACKET, label="How it is fought")
    purse = forms.IntegerField(
        required=False, min_value=0, max_value=MOST_GOLD, initial=100, label="Purse, in gold crowns"
    )
    minutes = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=LONGEST_WAIT,
        initial=0,
        label="Minutes for an answer",
        help_text=WAIT,
    )


class ComputersForm(_Form):
    """Fighters of the computer, so many at that strength."""

    count = forms.IntegerField(min_value=1, max_value=16, initial=4, label="How many")
    strength = forms.ChoiceField(choices=OFFERED, initial=OTHERWISE, label="Strength of the computer")


class NumberForm(forms.Form):
    """Which entrant something is about."""

    number = forms.CharField(required=False)

    @property
    def whom(self) -> int:
        """His number; `NONE` where none was posted."""
        return number_said(self.cleaned_data["number"]) if self.is_valid() else NONE
