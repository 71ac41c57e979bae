"""What the page of odds is asked, all of it in its address: who fights whom, with what, and how they meet.

An address may be old or typed by hand: whatever does not fit is left out and never an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from django import forms
from django.http import QueryDict

from encounters.duel.asking import HIGHEST, HUMAN, OF_A_CHARGE
from encounters.duel.fighters import Typed
from encounters.duel.situations import Shot, Side
from mordheim.rules import fight_effects
from mordheim.rules.combat import NEVER
from mordheim.rules.fight_effects import Circumstance, NotReckoned, Thrown
from mordheim.rules.posted import whole
from mordheim.rules.rule_effects import (
    AddsRange,
    AddsToSave,
    GivesRule,
    IgnoresRule,
    InjuryBands,
    SavesAgainstStun,
    UsesOneHand,
)
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.words import Characteristic, Profile
from warbands.forms.fields import WarriorNameField

TYPED_LINE: tuple[Characteristic, ...] = ("ws", "bs", "s", "t", "w", "i", "a", "ld")
WORN = ("body_armour", "shield", "helmet")
SIDES: tuple[Side, ...] = get_args(Side)
SHOOTING = "shooting"
FARTHEST = 100
# Effects that are of more use than in a fight.
ELSEWHERE = (AddsToSave, SavesAgainstStun, InjuryBands, UsesOneHand, AddsRange, GivesRule, IgnoresRule)
CIRCUMSTANCES: Mapping[Circumstance, str] = {
    "diving": "Down from above",
    "unseen": "Unseen until now",
    "inside": "Inside a building",
    "outnumbered": "Outnumbered",
}
MEETINGS = {
    "charging": "He charges",
    "charged": "He is charged",
    "later": "A later round",
    SHOOTING: "He shoots",
}


class TypedForm(forms.Form):
    """A profile of one's own. What is left out is a human of threes."""

    name = WarriorNameField(required=False, label="Name")
    sv = forms.ChoiceField(
        required=False,
        choices=[("", "none"), *((str(face), f"{face}+") for face in range(2, 7))],
        label="Save without armour",
    )
    race = forms.ChoiceField(required=False, label="Race")
    gear = forms.MultipleChoiceField(required=False, label="Armour", widget=forms.CheckboxSelectMultiple)
    things = forms.MultipleChoiceField(
        required=False, label="Poison, drugs and other gear", widget=forms.CheckboxSelectMultiple
    )
    skills = forms.MultipleChoiceField(required=False, label="Skills", widget=forms.CheckboxSelectMultiple)
    rules = forms.MultipleChoiceField(required=False, label="Rules", widget=forms.CheckboxSelectMultiple)

    def __init__(self, asked: QueryDict, rulebook: Rulebook, *, prefix: str) -> None:
        super().__init__(asked, prefix=prefix)
        self.asked = asked
        self.offered: dict[str, set[str]] = {}
        for key in TYPED_LINE:
            least = 1 if key in ("s", "t", "w") else 0
            self.fields[key] = forms.IntegerField(
                required=False, min_value=least, max_value=HIGHEST, label="Ld" if key == "ld" else key.upper()
            )
        self._offer("race", [("", "any"), *_named(rulebook.races.values())])
        self._offer("gear", _named(item for item in rulebook.items.values() if item.category in WORN and item.armour))
        self._offer("things", _named(_of_use(rulebook)))
        self._offer("skills", _named(skill for skill in rulebook.skills.values() if _is_reckoned(skill.effects)))
        self._offer("rules", _named(_of_warriors(rulebook)))
        # What does not fit is left out, what was left out is drawn as it is taken to be.
        self.is_valid()
        told = {key: self.cleaned_data.get(key) for key in TYPED_LINE}
        self.line: dict[str, int] = {key: HUMAN[key] if value is None else value for key, value in told.items()}

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  (as declared)
        field.choices = choices
        self.offered[name] = {key for key, _ in choices if key}

    @property
    def figures(self) -> list[tuple[Any, int]]:
        """Each figure's field with what it is now."""
        return [(self[key], self.line[key]) for key in TYPED_LINE]

    @property
    def lists(self) -> list[forms.BoundField]:
        """What is ticked."""
        return [self["gear"], self["things"], self["skills"], self["rules"]]

    def _chosen(self, name: str) -> tuple[str, ...]:
        """Those of a list that it offers, whatever else was asked for."""
        asked = self.asked.getlist(f"{self.prefix}-{name}")
        return tuple(dict.fromkeys(key for key in asked if key in self.offered[name]))

    def typed(self) -> Typed:
        race = self._chosen("race")
        return Typed(
            Profile(m=HUMAN["m"], **self.line),
            int(self.cleaned_data.get("sv") or NEVER),
            (*self._chosen("gear"), *self._chosen("things")),
            self._chosen("skills"),
            self._chosen("rules"),
            race=race[0] if race else None,
        )


def _named(entries: Iterable[Any]) -> list[tuple[str, str]]:
    return sorted(((one.key, one.name) for one in entries), key=lambda one: one[1])


def _of_warriors(rulebook: Rulebook) -> Iterable[Any]:
    """Rules that a warrior may have and that change a number of a fight."""
    return (one for one in rulebook.rules.values() if one.kind != "weapon" and _is_reckoned(one.effects))


def _of_use(rulebook: Rulebook) -> Iterable[Any]:
    """What changes a number of a fight and is neither a weapon, thrown or not, nor armour."""
    things = (one for one in rulebook.items.values() if not one.weapon and not one.armour)
    return (one for one in things if _is_reckoned(one.effects) and not any(isinstance(e, Thrown) for e in one.effects))


def _is_reckoned(effects: Iterable[object]) -> bool:
    """Whether something changes a number of a fight."""
    return any(
        not isinstance(one, NotReckoned)
        and (isinstance(one, ELSEWHERE) or type(one).__module__ == fight_effects.__name__)
        for one in effects
    )


def meeting_of(asked: Mapping[str, str]) -> str:
    told = asked.get("meet", "")
    return told if told in MEETINGS else "charging"


def side_of(told: str) -> Side:
    """The attacker's side of a close combat; a later round where it is none."""
    return next((side for side in SIDES if side == told), "later")


def circumstances_of(meeting: str) -> dict[Circumstance, str]:
    """What else may be said of a fight hand to hand; some of it of a charge only."""
    if meeting == SHOOTING:
        return {}
    return {key: words for key, words in CIRCUMSTANCES.items() if meeting == "charging" or key not in OF_A_CHARGE}


def shot_of(asked: Mapping[str, str]) -> Shot:
    """Cover, inches and movement; near where no distance is told."""
    told = asked.get("inches", "").strip()
    inches = whole(told, 999_999)
    return Shot(
        cover="cover" in asked, inches=None if inches is None else min(inches, FARTHEST), moved="moved" in asked
    )
