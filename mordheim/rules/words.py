"""The words that every entry of the rules is made of: keys, texts, dice, characteristics, choices of warriors.

`mordheim.rules.results`, `mordheim.rules.rule_effects` and `mordheim.rules.schema` are built on them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

Key = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(_[a-z0-9]+)*$", max_length=60)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=2000, strip_whitespace=True)]
Dice = Annotated[str, StringConstraints(pattern=r"^[1-9]?D(3|6|66)(\+[1-9][0-9]*|x[1-9][0-9]*)?$")]
StrengthText = Annotated[str, StringConstraints(pattern=r"^(user([+-][1-9])?|[1-9]|10)$")]
Characteristic = Literal["m", "ws", "bs", "s", "t", "w", "i", "a", "ld"]
CHARACTERISTICS: tuple[Characteristic, ...] = ("m", "ws", "bs", "s", "t", "w", "i", "a", "ld")
Section = Literal["hero", "henchman", "hired_sword"]
Category = Literal[
    "close_combat",
    "missile",
    "body_armour",
    "shield",
    "helmet",
    "poison",
    "drug",
    "miscellaneous",
    "mount",
    "barding",
    "vehicle",
    "find",
    "artefact",
]
Ban = Literal["armour", "missile", "blackpowder"]
Slot = Literal["close_combat", "missile", "body_armour", "shield", "helmet"]
SLOTS: tuple[Slot, ...] = ("close_combat", "missile", "body_armour", "shield", "helmet")


class Strict(BaseModel):
    """Frozen, and deaf to fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Entry(Strict):
    """What every rule has: a key that never changes, a name, a summary in our words, and where it is printed.

    ``book`` is filled in by the reader from the folder's ``source.yaml``.
    """

    key: Key
    name: Annotated[str, StringConstraints(min_length=1, max_length=120)]
    summary: Text
    section: Annotated[str, StringConstraints(min_length=1, max_length=160)]
    book: Key = "core"


class Profile(Strict):
    """The characteristics line. Movement is inches, or dice such as ``2D6``."""

    m: int | Dice
    ws: int
    bs: int
    s: int
    t: int
    w: int
    i: int
    a: int
    ld: int

    @model_validator(mode="before")
    @classmethod
    def _from_list(cls, value: Any) -> Any:
        if isinstance(value, list | tuple) and len(value) == len(CHARACTERISTICS):
            return dict(zip(CHARACTERISTICS, value, strict=True))
        return value


class Who(Strict):
    """A choice of warriors. As ``only_for`` every stated part must fit; as ``not_for`` any stated part bars.

    ``any_of`` holds alternatives: one of them must fit, or none may.
    """

    families: tuple[Key, ...] = ()
    warband_types: tuple[Key, ...] = ()
    warriors: tuple[Key, ...] = ()
    races: tuple[Key, ...] = ()
    spellcasters: bool = False
    own_leader: bool = Field(default=False, description="the leader of the list itself, not a successor")
    any_of: tuple[Who, ...] = ()


class Includes(Strict):
    """Something the warband must have among its warriors: one of these types, or of these races."""

    warriors: tuple[Key, ...] = ()
    races: tuple[Key, ...] = ()


def in_a_sentence(name: str) -> str:
    """A thing within a sentence. What is called by name keeps it, but for its article: ``the Boots of Pieter``."""
    article, _, rest = name.partition(" ")
    if article == "The":
        return f"the {rest}"
    return name if any(word[:1].isupper() for word in rest.split()) else f"{name[:1].lower()}{name[1:]}"
