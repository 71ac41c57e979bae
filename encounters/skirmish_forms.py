"""Forms of a skirmish: what a player has typed or tapped. They clean; the rules decide elsewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict

from encounters.hitchance.fight_file import MOST_LISTED, MOST_SQUARES, FighterSaid, FightFile, read_as_said
from encounters.hitchance.rule_tables import SEVERITIES, VARIANTS
from encounters.hitchance.squares import STEPS
from encounters.hitchance.state import SIDES
from encounters.models.pit import LONGEST_NAME
from encounters.skirmish_selectors import hit_rules
from mordheim.rules.plainfile import MAX_BYTES
from mordheim.rules.posted import whole
from warbands.forms.fields import ActForm, NameField

MOST_DICE = 40
# Of no die of the game are there so many.
MOST_SIDES = 99
# As many squares as a file may mark, such as ``199,199=3``, each with a blank.
SQUARES_LENGTH = 10 * MOST_SQUARES
# Of what one carries: how many fields there are at least.
HANDS, READY, PACKED = 2, 2, 2
_FACE = re.compile(r"-?\d{1,6}", re.ASCII)
_SQUARE = re.compile(r"(\d{1,3})\s*,\s*(\d{1,3})", re.ASCII)
_COVER = re.compile(r"(\d{1,3})\s*,\s*(\d{1,3})\s*(?:=|:)\s*([123])", re.ASCII)


class LineForm(ActForm):
    """What is done, as the line that a button carries."""

    order = forms.CharField(max_length=120, error_messages={"required": "Choose something first."})


class ThrowForm(ActForm):
    """The app rolls, or the faces that fell at the table: tapped one by one, or typed in a row."""

    do = forms.ChoiceField(choices=[("roll", ""), ("faces", "")])
    row = forms.CharField(required=False, max_length=160)

    @property
    def typed(self) -> list[str]:
        """What stands in the row, with blanks, commas or semicolons between. Of a valid form only."""
        return [one for one in re.split(r"[\s,;]+", self.cleaned_data["row"]) if one][:MOST_DICE]

    @property
    def strange(self) -> tuple[int, str] | None:
        """The first thing in the row that is no whole number, with its place from 0."""
        return next(((at, one) for at, one in enumerate(self.typed) if not _FACE.fullmatch(one)), None)

    @property
    def faces(self) -> list[int] | None:
        """None where the app rolls. Of a valid form only, with nothing `strange`."""
        if self.cleaned_data["do"] == "roll":
            return None
        tapped = (whole(self.data.get(f"face_{number}", ""), MOST_SIDES) for number in range(1, MOST_DICE + 1))
        return [int(one) for one in self.typed] or [face for face in tapped if face is not None]


class NamedForm(ActForm):
    """An act whose faults name their field, because they are read away from it."""

    @property
    def first_error(self) -> str:
        return next(iter(self.faults), "")

    @property
    def faults(self) -> list[str]:
        """Every fault, the field's name before it."""
        return [_named(self.fields.get(name), str(one)) for name, errors in self.errors.items() for one in errors]


def _named(field: forms.Field | None, fault: str) -> str:
    label = str(field.label or "") if field is not None else ""
    return fault if not label or fault.startswith(label) else f"{label}: {fault[:1].lower()}{fault[1:]}"


class SideForm(NamedForm):
    """Which fighter of a draft is meant: by his place and, as a place may be another's by now, his name."""

    whom = forms.CharField(required=False, max_length=200)

    side = forms.ChoiceField(choices=[(side, side) for side in SIDES])
    place = forms.IntegerField(required=False, min_value=0, max_value=99)


# --- one fighter ------------------------------------------------------------------------------------------------------


def _things() -> list[tuple[str, list[tuple[str, str]]]]:
    """Everything that can be carried, by its kind."""
    rules = hit_rules()
    bare = rules.weapons.bare_hands
    kinds: dict[str, Mapping[str, Any]] = {
        "Blades": rules.melee,
        "To shoot": rules.ranged,
        "Gear": rules.weapons.gear,
        "Armour": rules.armour,
    }
    return [(name, [(key, one.name) for key, one in kind.items() if key != bare]) for name, kind in kinds.items()]


class FighterForm(SideForm):
    """A fighter as a file says him. What he carries is asked by one select for each thing."""

    name = NameField(max_length=60, label="Name")
    level = forms.IntegerField(min_value=0, max_value=30, label="Level", initial=1)
    armour = forms.MultipleChoiceField(required=False, label="Armour")
    sunders = forms.BooleanField(required=False, label="Has learnt sundering: armour takes hits for him")
    casts = forms.BooleanField(required=False, label="Has learnt spells: may cast them")
    pace = forms.ChoiceField(
        choices=[("slow", "slow"), ("normal", "normal"), ("fast", "fast")], required=False, label="Pace"
    )
    facing = forms.ChoiceField(required=False, label="Looks")
    section = forms.CharField(required=False, max_length=40, label="Section")
    capacity = forms.IntegerField(required=False, min_value=1, max_value=99, label="Slots")
    fatigue = forms.IntegerField(required=False, min_value=0, max_value=99, label="Fatigue")
    infection = forms.IntegerField(required=False, min_value=0, max_value=99, label="Infection")
    x = forms.IntegerField(required=False, min_value=0, max_value=199, label="Square, across")
    y = forms.IntegerField(required=False, min_value=0, max_value=199, label="Square, down")
    leader = forms.BooleanField(required=False, label="Leader")
    npc = forms.BooleanField(required=False, label="Non-player: tests morale")
    nameless = forms.BooleanField(required=False, label="Nameless: out of the fight when downed, without dice")

    def __init__(self, data: QueryDict | None = None, *, was: FighterSaid | None = None, side: str = "members") -> None:
        super().__init__(data, initial=_initial(was, side))
        self.was = was
        rules = hit_rules()
        _offer(self.fields["armour"], [(key, piece.name) for key, piece in rules.armour.items()])
        _offer(self.fields["facing"], [("", "towards the others"), *((way, way) for way in STEPS)])

    def _listed(self, name: str) -> list[str]:
        if isinstance(self.data, QueryDict):
            return [key for key in self.data.getlist(name)[:MOST_LISTED] if key]
        return list(getattr(self.was, name, ()))

    @property
    def carried(self) -> list[dict[str, Any]]:
        """The selects: what is in hand, ready and packed, each with a free one at the end."""
        least = {"held": ("In hand", HANDS), "readied": ("Ready to draw", READY), "pack": ("In the pack", PACKED)}
        return [
            {"name": name, "label": label, "chosen": _filled(self._listed(name), fields)}
            for name, (label, fields) in least.items()
        ]

    @property
    def details(self) -> list[forms.BoundField]:
        """What is seldom said of somebody."""
        return [self[name] for name in ("x", "y", "facing", "pace", "section", "capacity", "fatigue", "infection")]

    @property
    def switches(self) -> list[forms.BoundField]:
        return [self[name] for name in ("casts", "leader", "npc", "nameless")]

    @property
    def things(self) -> list[tuple[str, list[tuple[str, str]]]]:
        return _things()

    @property
    def said(self) -> Mapping[str, Any]:
        """What a file says of him. Of a valid form only."""
        told = self.cleaned_data
        rules = hit_rules()
        asked = {"sunders": rules.attacks.sundering.skill, "casts": rules.rounds.actions.cast_spell.skill}
        learnt = [one for one in (self.was.skills if self.was else ()) if one not in asked.values()]
        said: dict[str, Any] = {name: told[name] for name in ("name", "level", "armour", "leader", "npc")}
        said |= {name: self._listed(name) for name in ("held", "readied", "pack")}
        said |= {name: told[name] for name in ("section", "pace", "facing", "capacity") if told[name]}
        said |= {name: told[name] or 0 for name in ("fatigue", "infection")}
        said |= {"named": not told["nameless"]}
        said["skills"] = [*learnt, *(skill for name, skill in asked.items() if told[name])]
        if told["x"] is not None and told["y"] is not None:
            said["at"] = [told["x"], told["y"]]
        if self.was is not None and self.was.injuries:
            said["injuries"] = [one.model_dump(mode="json") for one in self.was.injuries]
        return said


def _offer(field: forms.Field, choices: list[tuple[str, str]]) -> None:
    assert isinstance(field, forms.ChoiceField)  # noqa: S101  (as declared)
    field.choices = choices


def _filled(keys: Sequence[str], fields: int) -> list[str]:
    return [*keys, *[""] * max(1 if len(keys) >= fields else 0, fields - len(keys))]


def _initial(was: FighterSaid | None, side: str) -> dict[str, Any]:
    is_monster = side == "monsters"
    if was is None:
        return {"side": side, "level": 1, "pace": "normal", "npc": is_monster, "nameless": is_monster}
    names = ("name", "level", "armour", "pace", "facing", "section", "capacity", "leader")
    return {
        "side": side,
        **{name: getattr(was, name) for name in names},
        "fatigue": was.fatigue or None,
        "infection": was.infection or None,
        "x": was.at[0],
        "y": was.at[1],
        "npc": is_monster if was.npc is None else was.npc,
        "nameless": is_monster if was.named is None else not was.named,
        "sunders": hit_rules().attacks.sundering.skill in was.skills,
        "casts": hit_rules().rounds.actions.cast_spell.skill in was.skills,
    }


# --- the ground, a file -----------------------------------------------------------------------------------------------


class GroundForm(NamedForm):
    """The ground with its squares written as ``5,4``, those that give cover as ``5,4=2``, and how the rules are read.

    An empty reading is that of the rules."""

    name = NameField(max_length=LONGEST_NAME, required=False, label="Name of the skirmish")
    width = forms.IntegerField(min_value=1, max_value=200, label="Squares across")
    height = forms.IntegerField(min_value=1, max_value=200, label="Squares down")
    round_limit = forms.IntegerField(min_value=1, max_value=1000, label="Last round")
    severity = forms.ChoiceField(required=False, label="How bad a hit is")
    shrinking = forms.ChoiceField(required=False, label="Shrinking dice")
    cover = forms.CharField(
        required=False, max_length=SQUARES_LENGTH, label="Cover", help_text="Such as 5,4=2: from 1 to 3."
    )
    unstable = forms.CharField(
        required=False, max_length=SQUARES_LENGTH, label="Unstable squares", help_text="Such as 6,6 7,6."
    )
    obscured = forms.CharField(required=False, max_length=SQUARES_LENGTH, label="Hard to see", help_text="Such as 9,9.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, told in (("severity", SEVERITIES), ("shrinking", VARIANTS)):
            _offer(self.fields[name], [(key, f"{key}: {words}") for key, words in told.items()])

    @classmethod
    def of(cls, file: FightFile, name: str) -> GroundForm:
        """Filled in with what there is."""
        ground, rules = file.ground, read_as_said(file, hit_rules())
        return cls(
            initial={
                "name": name,
                "severity": rules.severity,
                "shrinking": rules.variant,
                "width": ground.width,
                "height": ground.height,
                "round_limit": file.round_limit,
                "cover": " ".join(f"{one.at[0]},{one.at[1]}={one.value}" for one in ground.cover),
                "unstable": " ".join(f"{x},{y}" for x, y in ground.unstable),
                "obscured": " ".join(f"{x},{y}" for x, y in ground.obscured),
            }
        )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = self.cleaned_data
        for name, pattern in (("cover", _COVER), ("unstable", _SQUARE), ("obscured", _SQUARE)):
            if re.sub(r"[\s;]+", "", pattern.sub("", cleaned.get(name, ""))):
                self.add_error(name, f"{self.fields[name].label}: {self.fields[name].help_text}")
        if {"width", "height"} <= cleaned.keys():
            self._stay_inside(cleaned["width"], cleaned["height"])
        return cleaned

    def _stay_inside(self, width: int, height: int) -> None:
        """No square that is marked lies off the ground."""
        for name in ("cover", "unstable", "obscured"):
            squares = [(int(x), int(y)) for x, y in _SQUARE.findall(self.cleaned_data.get(name, ""))]
            off = next(((x, y) for x, y in squares if x >= width or y >= height), None)
            if off:
                told = f"{off[0]},{off[1]} lies off the ground, whose last square is {width - 1},{height - 1}."
                self.add_error(name, f"{self.fields[name].label}: {told}")

    @property
    def ground(self) -> dict[str, Any]:
        """As a file says it. Of a valid form only."""
        said = self.cleaned_data
        squares = {
            name: [[int(x), int(y)] for x, y in _SQUARE.findall(said[name])] for name in ("unstable", "obscured")
        }
        cover = [{"at": [int(x), int(y)], "value": int(value)} for x, y, value in _COVER.findall(said["cover"])]
        return {"width": said["width"], "height": said["height"], "cover": cover, **squares}

    @property
    def readings(self) -> dict[str, str | None]:
        """As a file says them: nothing where it is the reading of the rules. Of a valid form only."""
        rules, said = hit_rules(), self.cleaned_data
        own = {"severity": rules.severity, "shrinking": rules.variant}
        return {name: said[name] if said[name] and said[name] != default else None for name, default in own.items()}


class FileForm(forms.Form):
    """A file of the command's format, uploaded or pasted, as its bytes and name."""

    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label="File",
        help_text="As for the command hit_chance: .yaml, .yml or .json.",
        widget=forms.FileInput(attrs={"accept": ".yaml,.yml,.json"}),
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label="Or its text",
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )

    @property
    def brought(self) -> tuple[bytes, str]:
        """Nothing where nothing was brought. Of a valid form only."""
        file = self.cleaned_data.get("file")
        if isinstance(file, UploadedFile):
            return file.read(MAX_BYTES + 1), file.name or ""
        return (self.cleaned_data.get("text") or "").encode(), ""
