"""What the three files of the pit may say: the arena, the scrolls, the charts of critical damage.

Frozen models that forbid unknown keys and check what can be checked in a file alone: a path against its end, facings
and their mighty ones, charts without gap or overlap.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from encounters.pitfight.hexes import LARGEST_RADIUS, step
from mordheim.rules.plainfile import AS_MEANT, AS_TEXT, Flag, Written

Int = Annotated[int, AS_MEANT]
Key = Annotated[str, AS_TEXT, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Name = Annotated[str, AS_TEXT, Field(min_length=1, max_length=60)]
Provenance = Annotated[Literal["printed", "printed_partial", "inferred", "house"], AS_TEXT]
Direction = Annotated[int, AS_MEANT, Field(ge=0, le=5)]
Turn = Annotated[int, AS_MEANT, Field(ge=-2, le=3)]
Band = Annotated[Literal["slow", "normal", "fast"], AS_TEXT]
Counts = Annotated[Literal["each", "once", "worst"], AS_TEXT]
OBSERVE = "observe"


class Said(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def _refuse_twice(what: str, values: Sequence[object]) -> None:
    for value in values:
        if values.count(value) > 1:
            raise ValueError(f"the {what} {value} stands twice")


# --- scrolls ----------------------------------------------------------------------------------------------------


class MoveEntry(Said):
    id: Key
    name: Name
    band: Band
    path: Annotated[tuple[Direction, ...], Field(max_length=6)]
    end: tuple[Int, Int]
    facings: Annotated[tuple[Turn, ...], Field(min_length=1)]
    mighty: tuple[Turn, ...]
    provenance: Provenance
    note: Written = ""

    @model_validator(mode="after")
    def _is_sound(self) -> MoveEntry:
        at = (0, 0)
        for direction in self.path:
            at = step(at, direction)
        if at != self.end:
            raise ValueError(f"the path of {self.id} leads to {list(at)}, not to its end {list(self.end)}")
        _refuse_twice(f"facing of {self.id}", self.facings)
        _refuse_twice(f"mighty facing of {self.id}", self.mighty)
        if strange := set(self.mighty) - set(self.facings):
            raise ValueError(f"the mighty facings {sorted(strange)} of {self.id} are none of its facings")
        return self


class HexModifiers(Said):
    a: Annotated[int | Literal["NA"], AS_MEANT]
    d: Int


class Modifiers(Said):
    """By the hex around the fighter, clockwise from the front."""

    provenance: Provenance
    note: Written = ""
    front: HexModifiers
    front_right: HexModifiers
    rear_right: HexModifiers
    rear: HexModifiers
    rear_left: HexModifiers
    front_left: HexModifiers

    def around(self) -> tuple[HexModifiers, ...]:
        return (self.front, self.front_right, self.rear_right, self.rear, self.rear_left, self.front_left)


class Flags(Said):
    observe_any_facing: Flag = False
    push_off_bonus: Int = 0
    head_stun_turns_after: Annotated[int, AS_MEANT, Field(ge=0)] | None = None
    ignore_ad_penalty: tuple[Key, ...] = ()


class SpecialRule(Said):
    id: Key
    provenance: Provenance
    effect: Written
    flags: Flags


class ScrollEntry(Said):
    name: Name
    name_provenance: Provenance
    style: Written = ""
    style_provenance: Provenance = "house"
    ad_modifiers: Modifiers
    armour: dict[Key, Annotated[int | str, AS_MEANT]]
    special_rules: tuple[SpecialRule, ...] = ()
    moves: Annotated[tuple[MoveEntry, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _is_sound(self) -> ScrollEntry:
        _refuse_twice("move", [move.id for move in self.moves])
        if not any(move.id == OBSERVE and not move.path and not move.mighty for move in self.moves):
            raise ValueError("a scroll has an Observe move that stays where it is and is no mighty blow")
        if strange := [key for key, worn in self.armour.items() if key != "provenance" and not _is_armour(worn)]:
            raise ValueError(f"the armour of {strange[0]} is no number of points")
        return self


def _is_armour(worn: int | str) -> bool:
    return isinstance(worn, int) and not isinstance(worn, bool) and 0 <= worn <= 99


class ScrollFile(Said):
    format: Annotated[Literal["mordheim-pit-scrolls/1"], AS_TEXT]
    scrolls: Annotated[dict[Key, ScrollEntry], Field(min_length=1)]


# --- the arena --------------------------------------------------------------------------------------------------


class ArenaEntry(Said):
    provenance: Provenance
    note: Written = ""
    radius: Annotated[int, AS_MEANT, Field(ge=1, le=LARGEST_RADIUS)]
    spacing: Annotated[int, AS_MEANT, Field(ge=1)]


class StartValues(Said):
    provenance: Provenance
    weapon_skill: Int
    strength: Int
    toughness: Int
    initiative: Int
    wounds: Int
    bonus_points: Int


class LocationEntry(Said):
    key: Key
    name: Name
    chart: Key
    pair: Written = ""


class HitLocations(Said):
    provenance: Provenance
    note: Written = ""
    list: Annotated[tuple[LocationEntry, ...], Field(min_length=1)]


class Pair(Said):
    a: Key
    b: Key
    provenance: Provenance


class Adjacency(Said):
    note: Written = ""
    pairs: tuple[Pair, ...]


class ArenaFile(Said):
    format: Annotated[Literal["mordheim-pit-arena/1"], AS_TEXT]
    arena: ArenaEntry
    start_values: StartValues
    hit_locations: HitLocations
    adjacency: Adjacency

    @model_validator(mode="after")
    def _is_sound(self) -> ArenaFile:
        known = [one.key for one in self.hit_locations.list]
        _refuse_twice("location", known)
        named = [key for pair in self.adjacency.pairs for key in (pair.a, pair.b)]
        named += [one.pair for one in self.hit_locations.list if one.pair]
        if strange := [key for key in named if key not in known]:
            raise ValueError(f"{strange[0]} is no hit location")
        return self


# --- critical damage --------------------------------------------------------------------------------------------


class Row(Said):
    """Damage or a face from..to, open at the end where ``to`` is missing."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
    first: Annotated[int, AS_MEANT, Field(alias="from")]
    to: Annotated[int, AS_MEANT] | None = None
    result: Key
    loses: Annotated[Literal["", "ear", "eye"], AS_TEXT] = ""


class Penalty(Said):
    amount: Int
    counts: Counts
    most: Int = 99
    gone_with_limb: Flag = False


class Shaking(Said):
    turns: Int
    amount: Int


class Bleeding(Said):
    wounds: Annotated[Literal["1", "D3"], AS_TEXT]
    counts: Annotated[Literal["each", "once"], AS_TEXT]


class Afterwards(Said):
    """The printed campaign clauses of a result. ``misses``: pit fights; ``worth``: opponents towards a skill."""

    misses: Int = 0
    worth: Int = 1
    hates: Flag = False
    keeps_ad: Flag = False
    keeps_initiative: Int = 0
    loses: Flag = False
    wooden_leg: Flag = False
    pair_retires: Flag = False


class ResultEntry(Said):
    name: Name
    stuns_for: Annotated[int, AS_MEANT] | None = None
    shakes_for: Shaking | None = None
    floors_for: Annotated[int, AS_MEANT] | None = None
    ad: Penalty | None = None
    initiative: Int = 0
    ruins_leg: Flag = False
    no_fast: Flag = False
    severs: Flag = False
    pair_out: Flag = False
    bleeds: Bleeding | None = None
    out: Annotated[Literal["", "ko", "killed"], AS_TEXT] = ""
    trophy: Annotated[Literal["", "head", "heart"], AS_TEXT] = ""
    scar: Flag = False
    campaign: Afterwards = Afterwards()


class CriticalsFile(Said):
    format: Annotated[Literal["mordheim-pit-criticals/1"], AS_TEXT]
    charts: dict[Key, tuple[Row, ...]]
    scars: tuple[Row, ...]
    results: dict[Key, ResultEntry]

    @model_validator(mode="after")
    def _is_sound(self) -> CriticalsFile:
        for key, rows in (*self.charts.items(), ("scars", self.scars)):
            _covers(key, rows, last=10 if key == "scars" else None)
            if strange := [row.result for row in rows if row.result not in self.results]:
                raise ValueError(f"{key}: {strange[0]} is no result")
        return self


def _covers(key: str, rows: Sequence[Row], last: int | None) -> None:
    """From 1 on without gap or overlap, to ``last`` or for ever."""
    due: int | None = 1
    for row in rows:
        if row.first != due:
            raise ValueError(f"{key}: a row begins at {row.first}, where {due or 'nothing more'} is due")
        due = None if row.to is None else row.to + 1
    if due != (None if last is None else last + 1):
        raise ValueError(f"{key}: the last row ends in the wrong place")
