"""What the five rules files of the Hit Chance game may say: dice, attacks, rounds, weapons, injuries.

Frozen models that forbid unknown keys. Every part says whether it is printed, inferred or a house ruling, and which
ruling; nothing in the engine asks for that.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from mordheim.rules.plainfile import AS_MEANT, AS_TEXT, Flag, Written

Int = Annotated[int, AS_MEANT]
Count = Annotated[int, AS_MEANT, Field(ge=0, le=1000)]
Some = Annotated[int, AS_MEANT, Field(ge=1, le=1000)]
Sides = Annotated[int, AS_MEANT, Field(ge=2, le=100)]
Key = Annotated[str, AS_TEXT, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Name = Annotated[str, AS_TEXT, Field(min_length=1, max_length=60)]
Provenance = Annotated[Literal["printed", "printed_partial", "inferred", "house"], AS_TEXT]
ResultCode = Annotated[Literal["S", "B", "D", "K"], AS_TEXT]
Cost = Annotated[Literal["major", "minor", "free"], AS_TEXT]
Variant = Annotated[Literal["shrink", "fixed", "usage"], AS_TEXT]
Severity = Annotated[Literal["margin", "highroll"], AS_TEXT]
ArmourState = Annotated[Literal["working", "outsmarted", "damaged", "destroyed"], AS_TEXT]
Limb = Annotated[Literal["left_arm", "right_arm", "left_leg", "right_leg"], AS_TEXT]
Amount = Annotated[str, AS_TEXT, Field(pattern=r"^([0-9]{1,2}|([0-9]{1,2}\+)?[1-9]d[1-9][0-9]?)$")]
Faces = tuple[Int, ...]
Sizes = Annotated[tuple[Sides, ...], Field(min_length=2)]


class Said(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Ruled(Said):
    """``house`` names the fields of it that are house figures where the rest is not."""

    provenance: Provenance
    ruling: Written = ""
    note: Written = ""
    house: tuple[Key, ...] = ()

    @model_validator(mode="after")
    def _has_what_is_house(self) -> Ruled:
        if strange := [name for name in self.house if name not in type(self).model_fields]:
            raise ValueError(f"there is no {strange[0]} that could be house")
        if self.house and self.provenance == "house":
            raise ValueError("all of it is house, and no part need be named")
        return self

    def is_house(self, name: str) -> bool:
        """Whether that field of it is a house figure."""
        return self.provenance == "house" or name in self.house


# --- dice -------------------------------------------------------------------------------------------------------


class Chain(Ruled):
    sizes: Sizes

    @model_validator(mode="after")
    def _rises(self) -> Chain:
        if list(self.sizes) != sorted(set(self.sizes)):
            raise ValueError("the sizes of a chain rise")
        return self


class Shrinking(Ruled):
    variant: Variant
    sizes: Sizes

    @model_validator(mode="after")
    def _falls(self) -> Shrinking:
        if list(self.sizes) != sorted(set(self.sizes), reverse=True):
            raise ValueError("the sizes of a shrinking die fall")
        return self


class Start(Ruled):
    size: Int


class Starts(Said):
    bleeding: Start
    downed: Start
    dying: Start
    jury_rig: Start


class DiceFile(Said):
    format: Annotated[Literal["mordheim-hit-chance-dice/1"], AS_TEXT]
    chain: Chain
    shrinking: Shrinking
    starts: Starts

    @model_validator(mode="after")
    def _is_sound(self) -> DiceFile:
        kinds = (self.starts.bleeding, self.starts.downed, self.starts.dying, self.starts.jury_rig)
        if strange := [one.size for one in kinds if one.size not in self.shrinking.sizes]:
            raise ValueError(f"no shrinking die has {strange[0]} sides")
        return self


# --- attacks ----------------------------------------------------------------------------------------------------

When = Annotated[
    Literal[
        "attacker_higher",
        "target_higher",
        "target_helpless",
        "target_spent",
        "from_behind",
        "attacker_unstable",
        "either_unstable",
        "target_obscured",
        "beyond_effective",
        "improvised",
        "attacker_prone",
    ],
    AS_TEXT,
]


class HitChanceEntry(Ruled):
    base: Int
    least_base: Int
    least: Annotated[int, AS_MEANT, Field(ge=1)]


class DifficultyStep(Ruled):
    when: When
    step: Int
    applies: Annotated[Literal["melee", "shots", "both"], AS_TEXT]
    levels: Count = 0


class Difficulty(Ruled):
    die: Int
    steps: tuple[DifficultyStep, ...]


class ResultTable(Ruled):
    """``category_from`` are the least margins of categories I, II and III."""

    severity: Severity
    category_from: tuple[Int, Int, Int]
    extreme_face_raises: Count

    @model_validator(mode="after")
    def _rises(self) -> ResultTable:
        first, second, third = self.category_from
        if not first == 0 < second < third:
            raise ValueError("the margins of the three categories rise from 0")
        return self


class ArmourDie(Ruled):
    """A face up to ``outsmarted_to`` outsmarts the piece, one up to ``damaged_to`` damages it, one above destroys it; a
    state may have no face."""

    size: Sides
    outsmarted_to: Count
    damaged_to: Count

    @model_validator(mode="after")
    def _rises(self) -> ArmourDie:
        if not self.outsmarted_to <= self.damaged_to <= self.size:
            raise ValueError("the faces of an armour die go from outsmarted over damaged to its size")
        return self

    def state(self, face: int) -> ArmourState:
        if face <= self.outsmarted_to:
            return "outsmarted"
        return "damaged" if face <= self.damaged_to else "destroyed"


class Sundering(Ruled):
    skill: Key
    most_pieces: Count
    by_category: tuple[ArmourState, ArmourState, ArmourState]
    armour_die: ArmourDie


class Defences(Ruled):
    least: Count


class Massed(Ruled):
    more_than: Count
    times: Count


class Cover(Ruled):
    names: tuple[Name, Name, Name, Name]


class AttacksFile(Said):
    format: Annotated[Literal["mordheim-hit-chance-attacks/1"], AS_TEXT]
    hit_chance: HitChanceEntry
    difficulty: Difficulty
    result: ResultTable
    sundering: Sundering
    defences: Defences
    massed: Massed
    cover: Cover


# --- rounds -----------------------------------------------------------------------------------------------------


class Initiative(Ruled):
    die: Int
    most_space: Count
    always_passes: Int


class Turn(Ruled):
    majors: Count
    minors: Count
    frees: Count


class Action(Ruled):
    """A ``plain`` action takes its time and is told; what comes of it the table decides. ``skill`` is what one must
    have learnt for it, empty where everybody may."""

    costs: Cost
    plain: Flag = False
    skill: Annotated[str, AS_TEXT, Field(pattern=r"^([a-z][a-z0-9_]{0,39})?$")] = ""


class Actions(Said):
    attack: Action
    execute: Action
    cast_spell: Action
    rally: Action
    bandage: Action
    stabilise: Action
    remove_armour: Action
    move: Action
    fetch: Action
    drop_pack: Action
    lead: Action
    stand_up: Action
    shout: Action
    drop: Action
    turn: Action


class Movement(Ruled):
    squares: Count
    useless_leg: Count


class Morale(Ruled):
    dice: Some
    sides: Sides
    stands_to: Int


class Inventory(Ruled):
    capacity: Count


class ThroughShot(Ruled):
    metres: Count


class After(Ruled):
    rest_minutes: Count
    practice_minutes: Count
    jury_rig_minutes: Count
    remake_dice: Some
    remake_sides: Sides
    remake_percent: Count


class RoundsFile(Said):
    format: Annotated[Literal["mordheim-hit-chance-rounds/1"], AS_TEXT]
    initiative: Initiative
    turn: Turn
    actions: Actions
    movement: Movement
    morale: Morale
    inventory: Inventory
    through_shot: ThroughShot
    after: After


# --- weapons and armour -----------------------------------------------------------------------------------------


class Weapon(Ruled):
    name: Name
    damage: Key
    results: tuple[ResultCode, ResultCode, ResultCode]
    hands: Annotated[int, AS_MEANT, Field(ge=0, le=2)] = 1


class RangedWeapon(Weapon):
    """Ranges in metres; ``reload`` is the number of chits that a shot lays on it."""

    effective: Count
    long: Count | None = None
    reload: Count = 0
    reload_costs: Cost = "minor"
    goes_through: Flag = False
    needs_empty_square: Flag = False
    wielded_as: tuple[Key, ...] = ()


class MeleeWeapon(Weapon):
    """``reach`` in metres. ``only_unguarded``: against a stunned target or from behind."""

    reach: Count = 1
    strike_back_step: Int = 0
    improvised: Flag = False
    attack_or_strike_back: Flag = False
    only_unguarded: Flag = False


class ArmourPiece(Ruled):
    name: Name
    value: Count


class Gear(Ruled):
    name: Name


class WeaponsFile(Said):
    format: Annotated[Literal["mordheim-hit-chance-weapons/1"], AS_TEXT]
    ranged: dict[Key, RangedWeapon]
    melee: dict[Key, MeleeWeapon]
    bare_hands: Key
    armour: dict[Key, ArmourPiece]
    gear: dict[Key, Gear]

    @model_validator(mode="after")
    def _is_sound(self) -> WeaponsFile:
        keys = [*self.ranged, *self.melee, *self.armour, *self.gear]
        if len(set(keys)) < len(keys):
            raise ValueError("no two things have one key")
        named = [self.bare_hands, *(key for one in self.ranged.values() for key in one.wielded_as)]
        if strange := [key for key in named if key not in self.melee]:
            raise ValueError(f"{strange[0]} is no melee weapon")
        return self


# --- injuries ---------------------------------------------------------------------------------------------------

EffectKind = Annotated[
    Literal[
        "dies",
        "dying",
        "limb_useless",
        "hand_weak",
        "no_majors_in_a_row",
        "shots_step",
        "initiative_step",
        "moves_only",
        "scar",
    ],
    AS_TEXT,
]


class Effect(Said):
    """Lasts while the fatigue and infection of its injury do, and for good where it is ``permanent``."""

    kind: EffectKind
    step: Int = 0
    squares: Count = 0
    permanent: Flag = False


class InjuryEntry(Ruled):
    name: Name
    infection: Amount = "0"
    fatigue: Amount = "0"
    fingers: Amount = "0"
    place: tuple[Name, ...] = ()
    works_as: dict[Int, Int] = {}
    limb: Flag = False
    hand: Flag = False
    effects: tuple[Effect, ...] = ()

    @model_validator(mode="after")
    def _works_as_a_place(self) -> InjuryEntry:
        if strange := [face for pair in self.works_as.items() for face in pair if not 1 <= face <= len(self.place)]:
            raise ValueError(f"it has no place {strange[0]}")
        return self


class Limbs(Ruled):
    faces: Annotated[tuple[Limb, ...], Field(min_length=1)]


class InjuriesFile(Said):
    format: Annotated[Literal["mordheim-hit-chance-injuries/1"], AS_TEXT]
    limbs: Limbs
    injuries: dict[Int, InjuryEntry]

    @model_validator(mode="after")
    def _is_sound(self) -> InjuriesFile:
        if sorted(self.injuries) != list(range(1, len(self.injuries) + 1)):
            raise ValueError("injuries are numbered from 1 without a gap")
        return self


def amount_of(text: str) -> tuple[int, int, int]:
    """Of ``2+1d6`` the fixed part, the number of dice and their sides: (2, 1, 6)."""
    found = re.fullmatch(r"(?:(\d+)\+)?(\d+)d(\d+)", text)
    if found is None:
        return int(text), 0, 0
    fixed, dice, sides = found.groups()
    return int(fixed or 0), int(dice), int(sides)
