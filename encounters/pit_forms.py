"""Forms of the pit: what a player has typed or tapped. They clean; the rules decide elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from encounters.models import PitRoster
from encounters.models.pit import LONGEST_NAME
from encounters.pit_selectors import pit_rules
from encounters.pitfight.enlisting import first_offered, points_left
from encounters.pitfight.errors import Illegal
from encounters.pitfight.hexes import LARGEST_RADIUS
from encounters.pitfight.levels import CHARACTERISTICS
from encounters.pitfight.offering import order_said
from encounters.pitfight.players import STRENGTHS
from encounters.services.pit_gathering import LONGEST_WAIT, Enlisting
from encounters.services.pit_heroes import USUAL_STRENGTH
from mordheim.rules.posted import whole
from warbands.forms.fields import NameField

LETTERS = {"weapon_skill": "WS", "strength": "S", "toughness": "T", "initiative": "I", "wounds": "W"}
NONE = -1
MOST_NUMBER = 99_999_999
BY_COMPUTER = [(key, f"the computer, {strength.name.lower()}") for key, strength in STRENGTHS.items()]


WAIT = "Whoever takes longer observes, and is not waited for again in that turn. None: as long as they like."


def radius_field() -> forms.IntegerField:
    """How large an arena is, as large and as small as a fight's file may say."""
    return forms.IntegerField(
        required=False, min_value=1, max_value=LARGEST_RADIUS, initial=6, label="Arena, hexes from centre"
    )


def spacing_field() -> forms.IntegerField:
    return forms.IntegerField(
        required=False,
        min_value=1,
        max_value=2 * LARGEST_RADIUS,
        initial=5,
        label="Hexes between fighters at the start",
    )


def _offer(field: forms.Field, choices: list[tuple[str, str]]) -> None:
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(field)
    field.choices = choices


def number_said(text: str) -> int:
    """A place or a number as posted; `NONE` for anything else."""
    said = whole(text, MOST_NUMBER)
    return NONE if said is None else said


class PlaceForm(forms.Form):
    """Whom of a fight something is about."""

    place = forms.CharField(required=False)

    @property
    def whom(self) -> int:
        """His place; `NONE` where none was posted."""
        return number_said(self.cleaned_data["place"]) if self.is_valid() else NONE


class OrderForm(forms.Form):
    """An order for the fighter ``as``; ``version`` is the number of the question that it answers."""

    order = forms.CharField(max_length=80, error_messages={"required": "Choose something first."})
    facing = forms.CharField(required=False, max_length=2)
    version = forms.CharField(required=False)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.fields["as"] = forms.CharField(required=False)

    def clean_version(self) -> int:
        return number_said(self.cleaned_data["version"])

    def clean_as(self) -> int:
        return number_said(self.cleaned_data["as"])

    @property
    def said(self) -> str:
        """The order as notation, a hex with the facing on it. Of a valid form only."""
        return order_said(self.cleaned_data["order"], self.cleaned_data["facing"])

    @property
    def first_error(self) -> str:
        return next((str(error) for errors in self.errors.values() for error in errors), "")


class PointsForm(forms.Form):
    """A fighter on whom points are spent. Whoever leaves some over is asked about it once: ``sure`` then says about how
    many he was asked."""

    sure = forms.CharField(required=False, max_length=3)

    @property
    def spent(self) -> Sequence[int]:
        """The characteristics that he has built, none where he builds nobody now. Of a valid form only."""
        raise NotImplementedError

    @property
    def asks(self) -> int:
        """How many points are left about which he has not been asked."""
        if not self.is_valid() or not (levels := self.spent):
            return 0
        try:
            left = points_left(pit_rules(), levels)
        except Illegal:
            return 0
        return 0 if self.cleaned_data["sure"] == str(left) else left

    @property
    def asks_told(self) -> str:
        """The same as a sentence, for the head of a page; empty where nothing is asked."""
        left = self.asks
        return f"{left} {'point is' if left == 1 else 'points are'} left: see below." if left else ""


CANNOT = "this one cannot fight now: he is in a fight already, is laid up, has fights to miss, or has fought his last."


class EnlistForm(PointsForm):
    """A fighter for a fight: one whom the player keeps, or one made up now with ten points to spend."""

    AGE = "Years: the oldest sets up first and goes first where two are equally fast. Left out, it is drawn."

    kept = forms.ModelChoiceField(
        queryset=PitRoster.objects.none(),
        required=False,
        label="Fighter",
        error_messages={"invalid_choice": CANNOT},
    )
    name = NameField(max_length=LONGEST_NAME, required=False, label="Name")
    scroll = forms.ChoiceField(required=False, label="Fights in the manner of")
    age = forms.IntegerField(required=False, min_value=0, max_value=150, label="Your age", help_text=AGE)
    computer = forms.ChoiceField(required=False, label="Played by")

    def __init__(self, *args: Any, rosters: Sequence[PitRoster] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = pit_rules()
        kept = self.fields["kept"]
        assert isinstance(kept, forms.ModelChoiceField)  # noqa: S101  (as declared above)
        kept.queryset = PitRoster.objects.filter(pk__in=[roster.pk for roster in rosters])
        kept.empty_label = "A new one, for this fight"
        _offer(self.fields["scroll"], [(key, scroll.name) for key, scroll in rules.scrolls.items()])
        _offer(self.fields["computer"], [("", "me"), *BY_COMPUTER])
        self.fields["scroll"].initial, levels = first_offered(rules)
        for key, least, level in zip(CHARACTERISTICS, rules.levels, levels, strict=True):
            self.fields[key] = forms.IntegerField(
                required=False,
                min_value=least,
                max_value=least + rules.bonus_points,
                initial=level,
                label=LETTERS[key],
            )

    @property
    def enlisting(self) -> Enlisting:
        """Of a valid form only."""
        said = self.cleaned_data
        levels = tuple(self._level(key) for key in CHARACTERISTICS)
        return Enlisting(said["name"], said["scroll"], levels, said["age"], said["kept"])

    @property
    def spent(self) -> Sequence[int]:
        return () if self.cleaned_data["kept"] else [self._level(key) for key in CHARACTERISTICS]

    @property
    def levels(self) -> list[forms.BoundField]:
        return [self[key] for key in CHARACTERISTICS]

    def _level(self, key: str) -> int:
        told: int | None = self.cleaned_data.get(key)
        return self.fields[key].initial if told is None else told

    @property
    def first_error(self) -> str:
        for name, errors in self.errors.items():
            for error in errors:
                label = self.fields[name].label if name in self.fields else ""
                return f"{label}: {error}" if label else str(error)
        return ""


class NewFightForm(EnlistForm):
    """A fight, its maker's fighter, and against whom."""

    WAYS = (
        ("computer", "Against the computer"),
        ("friends", "Each on a phone of their own"),
        ("one_device", "Passing one phone round"),
        ("watch", "Watching the computer"),
    )

    title = NameField(max_length=LONGEST_NAME, required=False, label="What the fight is called")
    way = forms.ChoiceField(choices=WAYS, initial="computer", label="How do you play?")
    foe = forms.ChoiceField(
        choices=[(key, strength.name) for key, strength in STRENGTHS.items()], initial="seasoned", label="The computer"
    )
    opponents = forms.IntegerField(required=False, min_value=1, max_value=7, initial=1, label="Opponents")
    minutes = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=LONGEST_WAIT,
        initial=0,
        label="Minutes for an answer",
        help_text=WAIT,
    )
    radius, spacing = radius_field(), spacing_field()


class HeroForm(EnlistForm):
    """As what a hero who was sold to the pits fights, and who plays his opponent: a computer whose strength an
    arbitrator chooses, else the middle one."""

    minutes = forms.IntegerField(required=False, min_value=0, max_value=LONGEST_WAIT, initial=0)

    def __init__(self, *args: Any, arbitrates: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        computers = [one for one in BY_COMPUTER if arbitrates or one[0] == USUAL_STRENGTH]
        _offer(self.fields["computer"], [*computers, ("", "another player, on a phone of their own")])
        self.fields["computer"].initial = USUAL_STRENGTH
