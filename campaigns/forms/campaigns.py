"""Forms about a campaign and its people."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms

from campaigns.forms.battles import sensible_day
from campaigns.models import Campaign
from campaigns.roles import Role
from campaigns.services.campaigns import (
    LONGEST_HOUSE_RULES,
    MOST_BATTLES_AN_EVENING,
    MOST_GOLD,
    MOST_WARBANDS_A_PLAYER,
    Settings,
)
from campaigns.services.enrolments import LONGEST_REASON
from campaigns.services.invitations import MOST_DAYS, MOST_USES
from campaigns.services.notes import LONGEST_NOTE
from campaigns.times import zones
from mordheim.rules.plainfile import clean_line
from warbands.forms.fields import NameField, NotesField


class ReasonField(forms.CharField):
    """Why something is done, in one line."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", LONGEST_REASON)
        kwargs.setdefault("label", "Reason")
        super().__init__(**kwargs)
        self.error_messages["required"] = "Give a reason: it stands in the chronicle."
        self.widget.attrs.setdefault("autocomplete", "off")

    def to_python(self, value: Any) -> str:
        return clean_line(super().to_python(value) or "")


def _number(label: str, most: int, least: int = 0, **rest: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=least, max_value=most, widget=widget, **rest)


def _zone_choices() -> list[tuple[str, Any]]:
    """The time zones by continent."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for name in zones():
        area, _, place = name.partition("/")
        groups.setdefault(area if place else "Everywhere", []).append((name, (place or name).replace("_", " ")))
    return list(groups.items())


class CampaignForm(forms.Form):
    """A campaign's name and settings."""

    name = NameField(label="Name of the campaign")
    starting_gold = _number("Starting gold", MOST_GOLD, help_text="Gold crowns for a list that begins with 500.")
    late_gold = _number(
        "Extra gold for late joiners", MOST_GOLD, help_text="For warbands that join after the first battle; 0 for none."
    )
    warbands_a_player = _number("Warbands a player", MOST_WARBANDS_A_PLAYER, 1, help_text="At the same time.")
    battles_an_evening = _number(
        "Battles an evening",
        MOST_BATTLES_AN_EVENING,
        1,
        required=False,
        help_text="At most so many for one warband. Empty: as many as you like.",
    )
    time_zone = forms.ChoiceField(label="Time zone", choices=_zone_choices)
    dice_policy = forms.ChoiceField(label="Dice", choices=Campaign.DicePolicy.choices, widget=forms.RadioSelect)
    confirmation = forms.ChoiceField(
        label="Who confirms a battle's result", choices=Campaign.Confirmation.choices, widget=forms.RadioSelect
    )
    treasuries_hidden = forms.BooleanField(label="Opponents do not see a warband's gold", required=False)
    random_happenings = forms.BooleanField(label="Random happenings", required=False)
    criticals_by_weapon = forms.BooleanField(label="Criticals by weapon", required=False)
    mounts = forms.BooleanField(label="Mounts", required=False)
    house_rules = NotesField(label="House rules", max_length=LONGEST_HOUSE_RULES)

    SWITCHES = ("treasuries_hidden", "random_happenings", "criticals_by_weapon", "mounts")

    @property
    def settings(self) -> Settings:
        """What was chosen. Only of a valid form."""
        return Settings(**{key: value for key, value in self.cleaned_data.items() if key != "name"})

    @property
    def figures(self) -> list[forms.BoundField]:
        names = ("starting_gold", "late_gold", "warbands_a_player", "battles_an_evening")
        return [self[name] for name in names]

    @property
    def optional_rules(self) -> list[forms.BoundField]:
        return [self[name] for name in self.SWITCHES[1:]]


class InvitationForm(forms.Form):
    """Whom a link invites, for how long and how often."""

    role = forms.ChoiceField(
        label="Joins as", choices=[(Role.PLAYER, "a player"), (Role.SPECTATOR, "a spectator, who only looks")]
    )
    days = _number("Good for days", MOST_DAYS, 1, initial=14)
    most_uses = _number("Good for uses", MOST_USES, 1, initial=10)


class NoteForm(forms.Form):
    """A note in the chronicle."""

    text = NotesField(label="Your note", max_length=LONGEST_NOTE, required=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].error_messages["required"] = "There is nothing in the note yet."


class EnrolForm(forms.Form):
    """One of several warbands. A reason is needed where an arbitrator makes an exception."""

    warband = forms.TypedChoiceField(label="Warband", coerce=int, widget=forms.RadioSelect)
    reason = ReasonField(required=False, label="Reason for an exception")

    def __init__(self, *args: Any, warbands: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["warband"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101  (told to the type checker)
        field.choices = warbands
        field.error_messages["required"] = "Choose a warband."
        field.error_messages["invalid_choice"] = "Choose one of these warbands."


class RetireForm(forms.Form):
    """Why a warband retires."""

    reason = ReasonField(required=False, help_text="For the record; it may stay empty.")


class PresenceForm(forms.Form):
    """Which warbands are here this evening, and which evening it is."""

    here = forms.TypedMultipleChoiceField(label="Who is here", coerce=int, widget=forms.CheckboxSelectMultiple)
    planned_for = forms.DateField(
        label="The evening", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def __init__(self, *args: Any, choices: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["here"]
        assert isinstance(field, forms.TypedMultipleChoiceField)  # noqa: S101  (told to the type checker)
        field.choices = choices
        field.error_messages["required"] = "Tick at least two warbands."
        field.error_messages["invalid_choice"] = "A warband has left meanwhile: tick again who is here."

    def clean_planned_for(self) -> date:
        return sensible_day(self.cleaned_data["planned_for"])

    def clean_here(self) -> list[int]:
        here: list[int] = self.cleaned_data["here"]
        if len(here) < 2:
            raise forms.ValidationError("Tick at least two warbands.")
        return here


class RoleForm(forms.Form):
    """A member's role."""

    role = forms.ChoiceField(label="Role", choices=[(role, role) for role in Role])
