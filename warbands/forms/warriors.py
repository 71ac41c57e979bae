"""Forms about warriors and what they carry.

A wizard's starting spells come three ways: the app rolls, the faces are entered as they fell at the table, or the
player chooses. Faces are entered in the order in which they fell; where a row does not count, one more die is asked
for and those entered already stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

from django import forms

from mordheim.rules.dice import EnteredDice
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import HiredSwordType, Mutation, WarriorType
from mordheim.rules.snapshot import Piece, merged
from warbands.forms.fields import ActForm, NotesField, WarriorNameField
from warbands.roster.learning import MOST_OF_ONE_MUTATION
from warbands.roster.prices import cheapest_order
from warbands.roster.sheet import RuleLink, link_to

MOST_FACES = 12
# How `EnteredDice` begins when a face is wanted that was not entered.
MISSING = "A die is missing"
APP, TABLE, CHOOSE = "app", "table", "choose"


class WarriorNameForm(ActForm):
    name = WarriorNameField()


class WarriorNotesForm(ActForm):
    notes = NotesField(label="Notes")


class MoveForm(ActForm):
    """So many places down, or up where negative."""

    steps = forms.IntegerField(min_value=-100, max_value=100)


class EnlargeForm(ActForm):
    count = forms.IntegerField(min_value=1, max_value=100, required=False)

    def clean_count(self) -> int:
        return self.cleaned_data["count"] or 1


class DismissForm(ActForm):
    """How many go; all of them where it does not say."""

    count = forms.IntegerField(min_value=1, max_value=100, required=False)


class PieceForm(ActForm):
    """Which piece of equipment, and how many of it. One button says it whole: ``item`` may be ``dwarf_axe:gromril``."""

    item = forms.CharField(max_length=120, error_messages={"required": "Choose a piece of equipment."})
    material = forms.CharField(max_length=60, required=False)
    quantity = forms.IntegerField(min_value=1, max_value=100, required=False)

    def __init__(self, *args: Any, rulebook: Rulebook, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._rulebook = rulebook

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = self.cleaned_data
        item, _, material = cleaned.get("item", "").partition(":")
        cleaned["item"], cleaned["material"] = item, material or cleaned.get("material", "")
        if not self.errors and item not in self._rulebook.items:
            self.add_error("item", "There is no such piece of equipment.")
        if not self.errors and cleaned["material"] and cleaned["material"] not in self._rulebook.materials:
            self.add_error("material", "Nothing is made of that.")
        return cleaned

    @property
    def asked(self) -> dict[str, Any]:
        data = self.cleaned_data
        piece = Piece(data["item"], data["material"] or None, data["quantity"] or 1)
        return {"piece": piece, "version": data["version"]}


class SellForm(PieceForm):
    """A piece of the stash; the faces where its price has dice that were rolled at the table."""

    face_1 = forms.IntegerField(min_value=1, max_value=6, required=False)
    face_2 = forms.IntegerField(min_value=1, max_value=6, required=False)

    @property
    def asked(self) -> dict[str, Any]:
        faces = [self.cleaned_data[name] for name in ("face_1", "face_2") if self.cleaned_data[name]]
        return {**super().asked, "dice": EnteredDice(faces) if faces else None}


class SpellForm(ActForm):
    """Another spell in place of one."""

    old = forms.CharField(max_length=60)
    new = forms.CharField(max_length=60)


@dataclass(frozen=True)
class DieAsked:
    """A die to enter: the field's name, what stands over it, the face entered already."""

    name: str
    legend: str
    value: int | None
    error: str


@dataclass(frozen=True)
class MutationRow:
    """A mutation to choose: the field's name, what it is, how often it is chosen, and how often it may be."""

    name: str
    mutation: Mutation
    link: RuleLink | None
    count: int
    choices: range = range(MOST_OF_ONE_MUTATION + 1)

    @property
    def further(self) -> int:
        """Its price, in gold crowns, where it is not the warrior's first."""
        return 2 * self.mutation.price


class RecruitForm(ActForm):
    """Who joins: his name, a group's size, a hired sword's gear, a wizard's spells, a mutant's mutations."""

    name = WarriorNameField(required=False)
    size = forms.IntegerField(min_value=1, max_value=100, required=False, label="How many")
    gear = forms.ChoiceField(required=False, label="His choice of weapons")
    spell_by = forms.ChoiceField(
        required=False, choices=[(APP, "The app rolls"), (TABLE, "I rolled at the table"), (CHOOSE, "Choose")]
    )

    def __init__(
        self,
        data: Any = None,
        *,
        entry: WarriorType | HiredSwordType,
        rulebook: Rulebook,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        self.entry = entry
        self.is_group = isinstance(entry, WarriorType) and entry.section == "henchman"
        self.casting = entry.casting
        self.lore = rulebook.lores[entry.casting.lore] if entry.casting else None
        self.lore_has_gaps = self.lore is not None and any(row.missing for row in self.lore.rows)
        self.has_mutations = isinstance(entry, WarriorType) and entry.mutations is not None
        self._rulebook = rulebook
        self._gear: dict[str, tuple[Piece, ...]] = {}
        self._one_more_die = self._forget_faces = False
        self._offer_gear(rulebook)
        self._offer_spells(rulebook)
        self._offer_mutations(rulebook)

    def _offer_gear(self, rulebook: Rulebook) -> None:
        choices = [("", "Decide later")]
        for key, told, pieces in _gear_choices(self.entry, rulebook):
            self._gear[key] = pieces
            choices.append((key, told))
        field = self.fields["gear"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  (told to the type checker)
        field.choices = choices

    def _offer_spells(self, rulebook: Rulebook) -> None:
        if self.lore is None or self.casting is None:
            return
        spells = [(key, rulebook.spells[key].name) for key in self.lore.spells]
        for number in range(1, self.casting.starting + 1):
            label = "Spell" if self.casting.starting == 1 else f"Spell {number}"
            self.fields[f"spell_{number}"] = forms.ChoiceField(
                required=False, choices=[("", "Choose one"), *spells], label=label
            )
        for number in range(1, MOST_FACES + 1):
            self.fields[f"face_{number}"] = forms.IntegerField(min_value=1, max_value=6, required=False)

    def _offer_mutations(self, rulebook: Rulebook) -> None:
        for key in rulebook.mutations if self.has_mutations else ():
            self.fields[f"mutation_{key}"] = forms.IntegerField(
                min_value=0, max_value=MOST_OF_ONE_MUTATION, required=False
            )

    @property
    def mutation_rows(self) -> list[MutationRow]:
        """The mutations with what is chosen so far; what is no number of them counts as none."""
        return [
            MutationRow(
                f"mutation_{key}",
                mutation,
                link_to(self._rulebook, "mutations", key),
                self._chosen_count(f"mutation_{key}"),
            )
            for key, mutation in (self._rulebook.mutations.items() if self.has_mutations else ())
        ]

    def _chosen_count(self, name: str) -> int:
        told = str(self[name].value() or "")
        return int(told) if told in map(str, range(MOST_OF_ONE_MUTATION + 1)) else 0

    @property
    def mutations(self) -> tuple[str, ...]:
        """The mutations chosen so far, in the order of buying that costs least."""
        chosen = [row.mutation.key for row in self.mutation_rows for _ in range(row.count)]
        return cheapest_order(self._rulebook, chosen)

    @property
    def has_gear(self) -> bool:
        return bool(self._gear)

    @property
    def spell_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("spell_") and name != "spell_by"]

    @property
    def chosen_way(self) -> str:
        way = self["spell_by"].value()
        return way if way in (TABLE, CHOOSE) else APP

    def clean_size(self) -> int:
        return self.cleaned_data["size"] or 1

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = self.cleaned_data
        if self.casting is None or self.errors:
            return cleaned
        if cleaned.get("spell_by") == TABLE and not self._faces:
            self.add_error("spell_by", "Tap the face that was rolled, or let the app roll.")
        if cleaned.get("spell_by") == CHOOSE:
            chosen = self._chosen_spells
            if len(set(chosen)) != self.casting.starting:
                wanted = "a spell" if self.casting.starting == 1 else f"{self.casting.starting} different spells"
                self.add_error("spell_by", f"Choose {wanted}.")
        return cleaned

    @property
    def _faces(self) -> list[int]:
        entered = (self.cleaned_data.get(f"face_{number}") for number in range(1, MOST_FACES + 1))
        return [face for face in entered if face]

    @property
    def _chosen_spells(self) -> list[str]:
        return [spell for field in self.spell_fields if (spell := self.cleaned_data.get(field.name))]

    @property
    def asked(self) -> dict[str, Any]:
        data, way = self.cleaned_data, self.cleaned_data["spell_by"] if self.casting else APP
        return {
            "type_key": self.entry.key,
            "name": data["name"],
            **({} if isinstance(self.entry, HiredSwordType) else {"size": data["size"], "mutations": self.mutations}),
            "equipment": self._gear.get(data["gear"], ()),
            "spells": tuple(self._chosen_spells) if way == CHOOSE else (),
            "dice": EnteredDice(self._faces) if way == TABLE else None,
            "version": data["version"],
        }

    def dice_do_not_do(self, told: str) -> None:
        self._one_more_die = told.startswith(MISSING)
        self._forget_faces = not self._one_more_die
        faces = self._faces
        if self._one_more_die and faces and self.lore and self.lore.rows[faces[-1] - 1].missing:
            told = f"A {faces[-1]} is a row that our source does not have (ruling 2): roll again, or choose."
        elif self._one_more_die and faces:
            told = "There are more spells to roll, or one was rolled that is known already: roll again, or choose."
        self.add_error("spell_by", told)

    @property
    def dice_asked(self) -> list[DieAsked]:
        """The dice to draw: one for each spell, and one more where the rows rolled did not count."""
        if self.casting is None:
            return []
        entered = [self[f"face_{number}"].value() for number in range(1, MOST_FACES + 1)]
        given = [int(face) for face in entered if face and str(face).isdecimal() and len(str(face)) == 1]
        if self._forget_faces:
            given = []
        shown = max(self.casting.starting, len(given) + self._one_more_die)
        return [
            DieAsked(
                name=f"face_{number}",
                legend=_legend(number, self.casting.starting),
                value=given[number - 1] if number <= len(given) else None,
                error="",
            )
            for number in range(1, min(shown, MOST_FACES) + 1)
        ]


def _legend(number: int, starting: int) -> str:
    if starting == 1:
        return "D6 for the spell" if number == 1 else f"D6, roll {number}"
    return f"D6, roll {number}"


def _gear_choices(
    entry: WarriorType | HiredSwordType, rulebook: Rulebook
) -> Iterator[tuple[str, str, tuple[Piece, ...]]]:
    """Each way to take a hired sword's printed choice: its key, what it is called, the pieces."""
    if not isinstance(entry, HiredSwordType):
        return
    for choice in entry.gear_choice:
        for picked in combinations_with_replacement(choice.of, choice.pick):
            pieces = merged(Piece(key) for key in picked)
            names = [rulebook.items[piece.item].name.lower() for piece in pieces]
            told = [f"two {name}s" if piece.quantity == 2 else name for piece, name in zip(pieces, names, strict=True)]
            text = " and ".join(told)
            yield "+".join(picked), text[:1].upper() + text[1:], pieces
