"""The warband file, ``mordheim-warband/1``: file to snapshot and back.

Reading answers with a snapshot or raises `Malformed` with one message and the place. Whether what it says is
allowed is the business of `warbands.roster.check`. Writing is canonical, so that export, import, export gives
the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)

from mordheim.rules.plainfile import (
    Flag,
    Malformed,
    Whole,
    Written,
    clean_line,
    clean_text,
    malformed,
    read_plain,
    write_json,
    write_yaml,
)
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import CHARACTERISTICS
from mordheim.rules.snapshot import (
    Hatred,
    KnownSpell,
    LastingEffect,
    Piece,
    Suffered,
    WarbandSnapshot,
    WarriorSnapshot,
    merged,
)

FORMAT = "mordheim-warband/1"
MATERIALS = ("gromril", "ithilmar")

Count = Annotated[Whole, Field(ge=0, le=1000)]
Gold = Annotated[Whole, Field(ge=0, le=1_000_000)]
Name = Annotated[Written, AfterValidator(clean_line), StringConstraints(min_length=1, max_length=200)]
Reference = Annotated[Written, AfterValidator(clean_line), StringConstraints(min_length=1, max_length=200)]
Notes = Annotated[Written, AfterValidator(clean_text), StringConstraints(max_length=20_000)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _keyed(field: str) -> BeforeValidator:
    """A plain key stands for a mapping with only that key."""
    return BeforeValidator(lambda value: {field: value} if isinstance(value, str) else value)


class FilePiece(_Part):
    item: Reference
    material: Annotated[Literal["gromril", "ithilmar"] | None, BeforeValidator(str)] = None
    quantity: Annotated[Whole, Field(ge=1, le=100)] = 1


class FileSpell(_Part):
    spell: Reference
    difficulty: Annotated[Whole, Field(ge=2, le=12)] | None = None


class FileHatred(_Part):
    kind: Annotated[Literal["warrior", "leader", "warband", "type"], BeforeValidator(str)]
    name: Name


class FileInjury(_Part):
    injury: Reference
    outcome: Annotated[Literal["one_arm", "stupidity", "frenzy", "may_not_run"] | None, BeforeValidator(str)] = None
    side: Annotated[Literal["left", "right"] | None, BeforeValidator(str)] = None
    hates: FileHatred | None = None


def _detail(value: Any) -> Any:
    return value.value if hasattr(value, "value") else value


Detail = Annotated[Annotated[int, Field(ge=-1_000_000, le=1_000_000)] | str, BeforeValidator(_detail)]


class FileEffect(BaseModel):
    """A lasting effect: its key and whatever words and numbers belong to it."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)
    __pydantic_extra__: dict[str, Detail] = {}
    effect: Reference
    warrior: Name | None = None

    def details(self) -> dict[str, str | int]:
        named = {"warrior": self.warrior} if self.warrior else {}
        return {**named, **(self.__pydantic_extra__ or {})}


class FileIncreases(_Part):
    m: Annotated[Whole, Field(ge=1, le=10)] | None = None
    ws: Annotated[Whole, Field(ge=1, le=10)] | None = None
    bs: Annotated[Whole, Field(ge=1, le=10)] | None = None
    s: Annotated[Whole, Field(ge=1, le=10)] | None = None
    t: Annotated[Whole, Field(ge=1, le=10)] | None = None
    w: Annotated[Whole, Field(ge=1, le=10)] | None = None
    i: Annotated[Whole, Field(ge=1, le=10)] | None = None
    a: Annotated[Whole, Field(ge=1, le=10)] | None = None
    ld: Annotated[Whole, Field(ge=1, le=10)] | None = None


Pieces = list[Annotated[FilePiece, _keyed("item")]]


class _Tail(_Part):
    """The keys that every warrior or group ends with."""

    skills: list[Reference] = []
    spells: list[Annotated[FileSpell, _keyed("spell")]] = []
    mutations: list[Reference] = []
    increases: FileIncreases = FileIncreases()
    injuries: list[Annotated[FileInjury, _keyed("injury")]] = []
    games_to_miss: Count = 0
    captured_by: Annotated[Written, AfterValidator(clean_line), StringConstraints(max_length=200)] = ""
    advances_due: Count = 0
    notes: Notes = ""


class FileHero(_Tail):
    name: Name
    type: Reference
    leader: Flag = False
    promoted: Flag = False
    experience: Count | None = None
    equipment: Pieces = []
    skill_lists: list[Reference] = []
    extra_skill_lists: list[Reference] = []


class FileGroup(_Tail):
    name: Name
    type: Reference
    size: Annotated[Whole, Field(ge=0, le=100)] = 1
    experience: Count | None = None
    equipment: Pieces = []


class FileHiredSword(_Tail):
    name: Name
    type: Reference
    until: Annotated[Literal["next_battle"] | None, BeforeValidator(str)] = None
    experience: Count | None = None
    equipment: Pieces = []


class WarbandFile(_Part):
    """One warband, completely."""

    format: Annotated[Literal["mordheim-warband/1"], BeforeValidator(str)]
    name: Name
    type: Reference
    battles: Annotated[Whole, Field(ge=0, le=10_000)] = 0
    starting_gold: Gold = 500
    treasury: Gold | None = None
    wyrdstone: Annotated[Whole, Field(ge=0, le=10_000)] = 0
    stash: Pieces = []
    effects: list[FileEffect] = []
    notes: Notes = ""
    heroes: Annotated[list[FileHero], Field(max_length=200)] = []
    henchmen: Annotated[list[FileGroup], Field(max_length=200)] = []
    hired_swords: Annotated[list[FileHiredSword], Field(max_length=200)] = []

    @model_validator(mode="after")
    def _treasury_after_battles(self) -> WarbandFile:
        if self.battles and self.treasury is None:
            raise ValueError("treasury is missing: after a battle the file must state it")
        return self


def read_warband(raw: bytes, rulebook: Rulebook, *, name: str = "") -> WarbandSnapshot:
    """The snapshot that a warband file describes. ``name`` is the file's name, for its ending.

    Raises:
        Malformed: when it cannot be read as a warband file at all.
    """
    content, lines = read_plain(raw, name=name)
    if not isinstance(content, dict):
        raise Malformed("the file: a mapping is expected, with the keys of a warband")
    try:
        file = WarbandFile.model_validate(content)
    except ValidationError as error:
        raise malformed(error, lines) from None
    return _snapshot(file, rulebook)


def warband_schema() -> dict[str, Any]:
    """The JSON Schema of the warband file."""
    schema = WarbandFile.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": FORMAT, **schema}


# --- file to snapshot -------------------------------------------------------------------------------------------


def _snapshot(file: WarbandFile, rulebook: Rulebook) -> WarbandSnapshot:
    warriors = [_warrior(hero, "hero", file.type, rulebook) for hero in file.heroes]
    warriors += [_warrior(group, "henchman", file.type, rulebook) for group in file.henchmen]
    warriors += [_warrior(sword, "hired_sword", file.type, rulebook) for sword in file.hired_swords]
    known = rulebook.warband_types.get(file.type)
    gold = file.starting_gold if "starting_gold" in file.model_fields_set or not known else known.starting_gold
    return WarbandSnapshot(
        name=file.name,
        type=file.type,
        battles=file.battles,
        starting_gold=gold,
        treasury=file.treasury,
        wyrdstone=file.wyrdstone,
        stash=_pieces(file.stash),
        effects=tuple(LastingEffect(e.effect, e.details()) for e in file.effects),
        notes=file.notes,
        warriors=tuple(warriors),
    )


def _warrior(
    entry: FileHero | FileGroup | FileHiredSword,
    section: Literal["hero", "henchman", "hired_sword"],
    warband_type: str,
    rulebook: Rulebook,
) -> WarriorSnapshot:
    stated = entry.experience
    return WarriorSnapshot(
        section=section,
        name=entry.name,
        type=entry.type,
        size=entry.size if isinstance(entry, FileGroup) else 1,
        leader=isinstance(entry, FileHero) and entry.leader,
        promoted=isinstance(entry, FileHero) and entry.promoted,
        until=entry.until if isinstance(entry, FileHiredSword) else None,
        experience=starting_experience(rulebook, warband_type, entry.type) if stated is None else stated,
        equipment=_pieces(entry.equipment),
        skill_lists=tuple(entry.skill_lists) if isinstance(entry, FileHero) else (),
        extra_skill_lists=tuple(entry.extra_skill_lists) if isinstance(entry, FileHero) else (),
        skills=tuple(entry.skills),
        spells=tuple(KnownSpell(s.spell, s.difficulty) for s in entry.spells),
        mutations=tuple(entry.mutations),
        increases=entry.increases.model_dump(exclude_none=True),
        injuries=tuple(_suffered(injury) for injury in entry.injuries),
        games_to_miss=entry.games_to_miss,
        captured_by=entry.captured_by,
        advances_due=entry.advances_due,
        notes=entry.notes,
    )


def starting_experience(rulebook: Rulebook, warband_type: str, warrior_type: str) -> int:
    """What a warrior of that type begins with; 0 for hired swords and for types that are not known."""
    known = rulebook.warband_types.get(warband_type)
    warrior = known.warrior(warrior_type) if known else None
    return warrior.starting_experience if warrior else 0


def _pieces(pieces: list[FilePiece]) -> tuple[Piece, ...]:
    return merged(Piece(piece.item, piece.material, piece.quantity) for piece in pieces)


def _suffered(injury: FileInjury) -> Suffered:
    hates = Hatred(injury.hates.kind, injury.hates.name) if injury.hates else None
    return Suffered(injury.injury, injury.outcome, injury.side, hates)


# --- snapshot to file -------------------------------------------------------------------------------------------


def warband_content(snapshot: WarbandSnapshot, rulebook: Rulebook) -> dict[str, Any]:
    """The file's content as plain values in canonical order, what is empty or at its default left out."""
    known = rulebook.warband_types.get(snapshot.type)
    content: dict[str, Any] = {"format": FORMAT, "name": snapshot.name, "type": snapshot.type}
    content |= _kept(
        battles=snapshot.battles,
        starting_gold=0 if known and snapshot.starting_gold == known.starting_gold else snapshot.starting_gold,
    )
    if snapshot.battles:
        content["treasury"] = snapshot.treasury or 0
    content |= _kept(
        wyrdstone=snapshot.wyrdstone,
        stash=[_piece(piece) for piece in snapshot.stash],
        effects=[{"effect": effect.effect, **effect.details} for effect in snapshot.effects],
        notes=snapshot.notes,
        heroes=[_hero(w, snapshot.type, rulebook) for w in snapshot.of_section("hero")],
        henchmen=[_group(w, snapshot.type, rulebook) for w in snapshot.of_section("henchman")],
        hired_swords=[_sword(w, snapshot.type, rulebook) for w in snapshot.of_section("hired_sword")],
    )
    return content


def write_warband(snapshot: WarbandSnapshot, rulebook: Rulebook, *, as_json: bool = False) -> bytes:
    """The canonical file of a warband, YAML unless JSON is asked for."""
    content = warband_content(snapshot, rulebook)
    return (write_json(content) if as_json else write_yaml(content)).encode()


def _kept(**values: Any) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value}


def _hero(warrior: WarriorSnapshot, warband_type: str, rulebook: Rulebook) -> dict[str, Any]:
    return {
        "name": warrior.name,
        "type": warrior.type,
        **_kept(leader=warrior.leader, promoted=warrior.promoted),
        **_experience(warrior, warband_type, rulebook),
        **_kept(
            equipment=[_piece(piece) for piece in warrior.equipment],
            skill_lists=list(warrior.skill_lists),
            extra_skill_lists=list(warrior.extra_skill_lists),
        ),
        **_tail(warrior),
    }


def _group(warrior: WarriorSnapshot, warband_type: str, rulebook: Rulebook) -> dict[str, Any]:
    return {
        "name": warrior.name,
        "type": warrior.type,
        **({"size": warrior.size} if warrior.size != 1 else {}),
        **_experience(warrior, warband_type, rulebook),
        **_kept(equipment=[_piece(piece) for piece in warrior.equipment]),
        **_tail(warrior),
    }


def _sword(warrior: WarriorSnapshot, warband_type: str, rulebook: Rulebook) -> dict[str, Any]:
    return {
        "name": warrior.name,
        "type": warrior.type,
        **_kept(until=warrior.until),
        **_experience(warrior, warband_type, rulebook),
        **_kept(equipment=[_piece(piece) for piece in warrior.equipment]),
        **_tail(warrior),
    }


def _experience(warrior: WarriorSnapshot, warband_type: str, rulebook: Rulebook) -> dict[str, Any]:
    starting = starting_experience(rulebook, warband_type, warrior.type)
    return {} if warrior.experience == starting else {"experience": warrior.experience}


def _tail(warrior: WarriorSnapshot) -> dict[str, Any]:
    return _kept(
        skills=list(warrior.skills),
        spells=[_spell(spell) for spell in warrior.spells],
        mutations=list(warrior.mutations),
        increases={c: warrior.increases[c] for c in CHARACTERISTICS if warrior.increases.get(c)},
        injuries=[_injury(injury) for injury in warrior.injuries],
        games_to_miss=warrior.games_to_miss,
        captured_by=warrior.captured_by,
        advances_due=warrior.advances_due,
        notes=warrior.notes,
    )


def _shortened(key: str, content: Mapping[str, Any]) -> str | dict[str, Any]:
    """A plain key where only the key is needed."""
    kept = {name: value for name, value in content.items() if value}
    return str(kept[key]) if set(kept) == {key} else kept


def _piece(piece: Piece) -> str | dict[str, Any]:
    quantity = piece.quantity if piece.quantity != 1 else None
    return _shortened("item", {"item": piece.item, "material": piece.material, "quantity": quantity})


def _spell(spell: KnownSpell) -> str | dict[str, Any]:
    return _shortened("spell", {"spell": spell.spell, "difficulty": spell.difficulty})


def _injury(injury: Suffered) -> str | dict[str, Any]:
    hates = {"kind": injury.hates.kind, "name": injury.hates.name} if injury.hates else None
    content = {"injury": injury.injury, "outcome": injury.outcome, "side": injury.side, "hates": hates}
    return _shortened("injury", content)
