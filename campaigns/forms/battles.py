"""Forms about a battle: announcing it, its alliances, rolls before it, a hired sword for one game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.http import QueryDict
from django.utils import timezone

from campaigns.battle.days import moment_of, wrong_day
from campaigns.models.battles import MOST_SIDES
from mordheim.converters import HIGHEST
from mordheim.rules.posted import whole
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Scenario
from warbands.forms.fields import NotesField

LETTERS = "ABCD"
BOTH = (("two", "For two warbands"), ("many", "For more"))


def scenario_choices(rulebook: Rulebook) -> list[tuple[str, Any]]:
    """The scenarios by how many play, in the books' order; none of them first."""
    groups = [(told, [(one.key, one.name) for one in scenarios_for(rulebook, many)]) for many, told in BOTH]
    return [("", "Something of our own"), *groups]


def scenarios_for(rulebook: Rulebook, players: str) -> list[Scenario]:
    """Those for two warbands, or for more."""
    return [one for one in rulebook.scenarios.values() if one.players == players]


@dataclass(frozen=True)
class SideChoice:
    """A warband that may take part: whether it is chosen, and with whom it fights."""

    enrolment_id: int
    name: str
    player: str
    rating: int
    chosen: bool
    alliance: str
    own: bool


class AnnounceForm(forms.Form):
    """When, about what, and notes. Who takes part stands in fields of the same form named ``side``, and with whom in
    ``alliance-`` and the warband's number."""

    day = forms.DateField(label="Day", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    hour = forms.TimeField(label="Time", widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    scenario = forms.ChoiceField(label="Scenario", required=False)
    notes = NotesField(label="Notes", help_text="Such as who brings the table.")

    def __init__(self, *args: Any, rulebook: Rulebook, zone: ZoneInfo, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self.zone = zone
        field = self.fields["scenario"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  (told to the type checker)
        field.choices = scenario_choices(rulebook)

    def clean_day(self) -> date:
        return sensible_day(self.cleaned_data["day"])

    @property
    def sides(self) -> list[int]:
        """The warbands that were ticked, in the order of the page."""
        return ids_of(self.data)

    @property
    def alliances(self) -> list[int]:
        """A number for each of them: equal letters are allies, who has none is for himself."""
        return numbers_of([self.data.get(f"alliance-{pk}", "") for pk in self.sides])

    @property
    def moment(self) -> datetime:
        """When, in UTC. Only of a valid form."""
        day: date = self.cleaned_data["day"]
        hour: time = self.cleaned_data["hour"]
        return moment_of(day, hour, self.zone)


def sensible_day(day: date) -> date:
    """The day as it was typed, by the campaign's clocks. Raises ValidationError for one that nobody means."""
    if told := wrong_day(day, timezone.localdate()):
        raise forms.ValidationError(told)
    return day


def ids_of(data: Any) -> list[int]:
    """The warbands that are ticked; what is no number is left out, and more than can take part are cut."""
    texts = data.getlist("side") if isinstance(data, QueryDict) else data.get("side", ())
    return [pk for text in texts if (pk := whole(text, HIGHEST)) is not None][: MOST_SIDES + 1]


def numbers_of(letters: Sequence[str]) -> list[int]:
    """Alliances as numbers in the order of the sides: the same letter is the same number."""
    known: dict[str, int] = {}
    numbers: list[int] = []
    for place, letter in enumerate(letters):
        key = letter if letter in LETTERS and letter else f"alone-{place}"
        numbers.append(known.setdefault(key, len(known) + 1))
    return numbers


def letters_of(alliances: Sequence[int]) -> list[str]:
    """The numbers as letters: who has no ally has none."""
    shared = [one for one in dict.fromkeys(alliances) if list(alliances).count(one) > 1]
    letters = dict(zip(shared, LETTERS, strict=False))
    return [letters.get(one, "") for one in alliances]


class MusterForm(forms.Form):
    """A roll before the battle: which, and how it is made."""

    key = forms.CharField(max_length=200)
    way = forms.ChoiceField(choices=[("app", ""), ("table", ""), ("leave", "")])
    face_1 = forms.IntegerField(min_value=1, max_value=6, required=False)
    face_2 = forms.IntegerField(min_value=1, max_value=6, required=False)

    @property
    def asked(self) -> dict[str, Any]:
        """What the service is asked for. Only of a valid form."""
        data = self.cleaned_data
        faces = [data[name] for name in ("face_1", "face_2") if data[name]] if data["way"] == "table" else []
        return {"key": data["key"], "faces": faces, "leave_alone": data["way"] == "leave"}

    @property
    def lacks_faces(self) -> bool:
        """Rolled at the table, with no face told."""
        return self.cleaned_data["way"] == "table" and not self.asked["faces"]
