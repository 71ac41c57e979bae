"""Forms of an arbitrator's corrections: one for each thing that can be set right, all of one manner.

A form is made from the warband as it stands, since it offers that warband's warriors and what they have. `asked` are
the arguments of its service.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms

from campaigns.forms.campaigns import ReasonField
from mordheim.rules.snapshot import Hatred, Piece, Suffered, WarriorSnapshot
from warbands.forms.fields import ActForm, NameField, WarriorNameField
from warbands.roster.corrections import (
    MOST_EXPERIENCE,
    MOST_GAMES,
    MOST_GOLD,
    MOST_SHARDS,
    possible_injuries,
    suffered_name,
)
from warbands.roster.equipping import piece_name
from warbands.roster.members import Roster
from warbands.roster.moves import MOST_OF_ONE_KIND

STASH = "stash"
NOBODY = "Choose one of these."


class CorrectionForm(ActForm):
    """What all corrections have: the version, and the reason, which comes last."""

    title: ClassVar[str]

    reason = ReasonField()

    def __init__(self, *args: Any, roster: Roster, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.roster = roster
        self._offered: list[bool] = []
        self.prepare()
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    def prepare(self) -> None:
        """Offer what this warband has."""

    def offer(self, name: str, choices: list[tuple[str, str]], label: str) -> None:
        """Put a choice into the form."""
        self._offered.append(bool(choices))
        self.fields[name] = forms.ChoiceField(label=label, choices=[("", "Choose…"), *choices])
        self.fields[name].error_messages.update(required=NOBODY, invalid_choice=NOBODY)

    def offer_warriors(self, *, groups: bool = True) -> None:
        warriors = [w for w in self.roster.snapshot.warriors if groups or w.section != "henchman"]
        self.offer("warrior_id", [(str(w.id), w.name) for w in warriors], "Warrior")

    def clean_warrior_id(self) -> int:
        return int(self.cleaned_data["warrior_id"])

    @property
    def possible(self) -> bool:
        """Whether there is anything of that kind to correct."""
        return all(self._offered)


def _number(label: str, most: int) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=0, max_value=most, widget=widget)


class GoldForm(CorrectionForm):
    title = "Gold"
    gold = _number("Gold crowns, as they should be", MOST_GOLD)


class WyrdstoneForm(CorrectionForm):
    title = "Wyrdstone"
    shards = _number("Shards, as they should be", MOST_SHARDS)


class ExperienceForm(CorrectionForm):
    title = "Experience"
    experience = _number("Experience, as it should be", MOST_EXPERIENCE)

    def prepare(self) -> None:
        self.offer_warriors()
        self.order_fields(["warrior_id"])


class AdvancesForm(CorrectionForm):
    title = "Advances due"
    advances = _number("Advances still to roll, as they should be", MOST_GAMES)

    def prepare(self) -> None:
        self.offer_warriors()
        self.order_fields(["warrior_id"])


class GamesForm(CorrectionForm):
    title = "Games to miss"
    games = _number("Games to miss, as they should be", MOST_GAMES)

    def prepare(self) -> None:
        self.offer_warriors()
        self.order_fields(["warrior_id"])


class AddInjuryForm(CorrectionForm):
    title = "A forgotten injury"
    hates_kind = forms.ChoiceField(
        label="Whom he hates",
        required=False,
        choices=[
            ("", "Nobody"),
            ("warrior", "A warrior"),
            ("leader", "A leader"),
            ("warband", "A whole warband"),
            ("type", "A kind of warband"),
        ],
        help_text="Only for an injury that makes him hate somebody.",
    )
    hates_name = NameField(label="The name of whom he hates", required=False)

    def prepare(self) -> None:
        self.offer_warriors(groups=False)
        injuries = possible_injuries(self.roster.rulebook)
        self.offer("injury", [(str(place), one.name) for place, one in enumerate(injuries)], "Injury")
        self.order_fields(["warrior_id", "injury", "hates_kind", "hates_name"])

    @property
    def asked(self) -> dict[str, Any]:
        data = self.cleaned_data
        suffered = possible_injuries(self.roster.rulebook)[int(data["injury"])].suffered
        if data["hates_kind"] and data["hates_name"]:
            hates = Hatred(data["hates_kind"], data["hates_name"])
            suffered = Suffered(suffered.injury, suffered.outcome, suffered.side, hates)
        return {**_base(data), "warrior_id": data["warrior_id"], "suffered": suffered}


def _base(data: dict[str, Any]) -> dict[str, Any]:
    return {"version": data["version"], "reason": data["reason"]}


def _warrior(roster: Roster, warrior_id: str) -> WarriorSnapshot:
    return next(warrior for warrior in roster.snapshot.warriors if str(warrior.id) == warrior_id)


class RemoveInjuryForm(CorrectionForm):
    title = "An injury he never had"

    def prepare(self) -> None:
        told = [
            (f"{warrior.id}-{place}", f"{warrior.name}: {suffered_name(self.roster.rulebook, suffered)}")
            for warrior in self.roster.snapshot.warriors
            for place, suffered in enumerate(warrior.injuries)
        ]
        self.offer("injury", told, "Injury")

    @property
    def asked(self) -> dict[str, Any]:
        warrior_id, _, place = self.cleaned_data["injury"].partition("-")
        suffered = _warrior(self.roster, warrior_id).injuries[int(place)]
        return {**_base(self.cleaned_data), "warrior_id": int(warrior_id), "suffered": suffered}


class AddSkillForm(CorrectionForm):
    title = "A forgotten skill"

    def prepare(self) -> None:
        self.offer_warriors(groups=False)
        skills = sorted(self.roster.rulebook.skills.values(), key=lambda skill: skill.name)
        self.offer("skill", [(skill.key, skill.name) for skill in skills], "Skill")
        self.order_fields(["warrior_id", "skill"])


class RemoveSkillForm(CorrectionForm):
    title = "A skill he never had"

    def prepare(self) -> None:
        known = self.roster.rulebook.skills
        told = [
            (f"{warrior.id}-{key}", f"{warrior.name}: {known[key].name if key in known else key}")
            for warrior in self.roster.snapshot.warriors
            for key in warrior.skills
        ]
        self.offer("skill", told, "Skill")

    @property
    def asked(self) -> dict[str, Any]:
        warrior_id, _, skill = self.cleaned_data["skill"].partition("-")
        return {**_base(self.cleaned_data), "warrior_id": int(warrior_id), "skill": skill}


class AddItemForm(CorrectionForm):
    title = "Missing equipment"
    quantity = forms.IntegerField(label="How many", min_value=1, max_value=MOST_OF_ONE_KIND, initial=1)

    def prepare(self) -> None:
        who = [(str(warrior.id), warrior.name) for warrior in self.roster.snapshot.warriors]
        # A starting warband keeps nothing in a stash.
        stash = [] if self.roster.snapshot.is_starting else [(STASH, "The stash")]
        self.offer("who", [*stash, *who], "For whom")
        items = sorted(self.roster.rulebook.items.values(), key=lambda item: item.name)
        self.offer("item", [(item.key, item.name) for item in items], "What")
        materials = [(material.key, material.name) for material in self.roster.rulebook.materials.values()]
        self.fields["material"] = forms.ChoiceField(
            label="Made of", required=False, choices=[("", "What it is usually made of"), *materials]
        )
        self.order_fields(["who", "item", "material", "quantity"])

    @property
    def asked(self) -> dict[str, Any]:
        data = self.cleaned_data
        piece = Piece(data["item"], data["material"] or None, data["quantity"])
        return {**_base(data), "warrior_id": _holder(data["who"]), "piece": piece}


def _holder(who: str) -> int | None:
    return None if who == STASH else int(who)


class RemoveItemForm(CorrectionForm):
    title = "Equipment that was never there"
    quantity = forms.IntegerField(label="How many", min_value=1, max_value=MOST_OF_ONE_KIND, initial=1)

    def prepare(self) -> None:
        told = [
            (f"{holder}-{place}", f"{name}: {piece.quantity} × {piece_name(self.roster, piece)}")
            for holder, name, pieces in self._holders()
            for place, piece in enumerate(pieces)
        ]
        self.offer("piece", told, "What")
        self.order_fields(["piece", "quantity"])

    def _holders(self) -> list[tuple[str, str, tuple[Piece, ...]]]:
        warriors = [(str(one.id), one.name, one.equipment) for one in self.roster.snapshot.warriors]
        return [(STASH, "The stash", self.roster.snapshot.stash), *warriors]

    @property
    def asked(self) -> dict[str, Any]:
        holder, _, place = self.cleaned_data["piece"].partition("-")
        pieces = next(pieces for key, _, pieces in self._holders() if key == holder)
        held = pieces[int(place)]
        piece = Piece(held.item, held.material, self.cleaned_data["quantity"])
        return {**_base(self.cleaned_data), "warrior_id": _holder(holder), "piece": piece}


class RenameWarriorForm(CorrectionForm):
    title = "A warrior's name"
    name = WarriorNameField(label="His name, as it should be")

    def prepare(self) -> None:
        self.offer_warriors()
        self.order_fields(["warrior_id"])


class RenameWarbandForm(CorrectionForm):
    title = "The warband's name"
    name = NameField(label="Its name, as it should be")
