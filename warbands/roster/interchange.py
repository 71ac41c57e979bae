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
    AS_MEANT,
    AS_TEXT,
    Flag,
    Malformed,
    Plain,
    Written,
    clean_line,
    clean_text,
    malformed,
    read_plain,
    write_json,
    write_yaml,
)
from mordheim.rules.rulebook import Rulebook
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
from mordheim.rules.words import CHARACTERISTICS

FORMAT = "mordheim-warband/1"

# Limits stand before the reading of plain scalars, so that the JSON Schema tells them too.
Count = Annotated[int, Field(ge=0, le=1000), AS_MEANT]
Battles = Annotated[int, Field(ge=0, le=10_000), AS_MEANT]
Gold = Annotated[int, Field(ge=0, le=1_000_000), AS_MEANT]
Size = Annotated[int, Field(ge=0, le=100), AS_MEANT]
Gain = Annotated[int, Field(ge=1, le=10), AS_MEANT]
Name = Annotated[Written, AfterValidator(clean_line), StringConstraints(min_length=1, max_length=200)]
Reference = Annotated[str, AS_MEANT, AfterValidator(clean_line), StringConstraints(min_length=1, max_length=200)]
Notes = Annotated[Written, AfterValidator(clean_text), StringConstraints(max_length=20_000)]
MOST_OF_ONE = 1000


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _no_null(cls, content: Any) -> Any:
        """What has no value is left out; JSON's null is none (a plain ``null`` of YAML is read by its field)."""
        for key, value in content.items() if isinstance(content, dict) else ():
            if value is None:
                raise ValueError(f"{clean_line(key)[:40]} has no value")
        return content


def _keyed(field: str, whole: type[_Part]) -> BeforeValidator:
    """A plain key stands for a mapping with only that key."""

    def mapping(value: Any) -> Any:
        return {field: value} if isinstance(value, str) else value

    return BeforeValidator(mapping, json_schema_input_type=Reference | whole)


class FilePiece(_Part):
    item: Reference
    material: Annotated[Literal["gromril", "ithilmar"] | None, AS_TEXT] = None
    quantity: Annotated[int, Field(ge=1, le=MOST_OF_ONE), AS_MEANT] = 1


class FileSpell(_Part):
    spell: Reference
    difficulty: Annotated[int, Field(ge=2, le=12), AS_MEANT] | None = None


class FileHatred(_Part):
    kind: Annotated[Literal["warrior", "leader", "warband", "type"], AS_TEXT]
    name: Name


class FileInjury(_Part):
    injury: Reference
    outcome: Annotated[Literal["one_arm", "stupidity", "frenzy", "may_not_run"] | None, AS_TEXT] = None
    side: Annotated[Literal["left", "right"] | None, AS_TEXT] = None
    hates: FileHatred | None = None


def _detail(value: Any) -> Any:
    """A word of one line or a whole number."""
    meant = value.value if isinstance(value, Plain) else value
    if isinstance(meant, str):
        meant = clean_line(meant)
    elif isinstance(meant, bool) or not isinstance(meant, int):
        raise ValueError("a text or a whole number is expected")
    if isinstance(meant, str) and len(meant) > 200:
        raise ValueError("is longer than 200 characters")
    if isinstance(meant, int) and abs(meant) > 1_000_000:
        raise ValueError("is out of range (-1000000 to 1000000)")
    return meant


Detail = Annotated[int | str, BeforeValidator(_detail)]


class FileEffect(_Part):
    """A lasting effect: its key and whatever words and numbers belong to it."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)
    __pydantic_extra__: dict[Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,59}$")], Detail] = {}
    effect: Reference
    warrior: Name | None = None

    def details(self) -> dict[str, str | int]:
        named = {"warrior": self.warrior} if self.warrior else {}
        return {**named, **(self.__pydantic_extra__ or {})}


class FileIncreases(_Part):
    m: Gain | None = None
    ws: Gain | None = None
    bs: Gain | None = None
    s: Gain | None = None
    t: Gain | None = None
    w: Gain | None = None
    i: Gain | None = None
    a: Gain | None = None
    ld: Gain | None = None


def _countable(pieces: list[FilePiece]) -> list[FilePiece]:
    """Equal pieces are one entry, so all of them together must keep to its limit."""
    for piece in _pieces(pieces):
        if piece.quantity > MOST_OF_ONE:
            raise ValueError(f"{piece.item} stands here {piece.quantity} times (at most {MOST_OF_ONE})")
    return pieces


Pieces = Annotated[
    list[Annotated[FilePiece, _keyed("item", FilePiece)]], Field(max_length=1000), AfterValidator(_countable)
]
References = Annotated[list[Reference], Field(max_length=100)]


class _Tail(_Part):
    """The keys that every warrior or group ends with."""

    skills: References = []
    spells: Annotated[list[Annotated[FileSpell, _keyed("spell", FileSpell)]], Field(max_length=100)] = []
    mutations: References = []
    increases: FileIncreases = FileIncreases()
    injuries: Annotated[list[Annotated[FileInjury, _keyed("injury", FileInjury)]], Field(max_length=100)] = []
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
    skill_lists: References = []
    extra_skill_lists: References = []


class FileGroup(_Tail):
    name: Name
    type: Reference
    size: Size = 1
    experience: Count | None = None
    equipment: Pieces = []


class FileHiredSword(_Tail):
    name: Name
    type: Reference
    until: Annotated[Literal["next_battle"] | None, AS_TEXT] = None
    experience: Count | None = None
    equipment: Pieces = []


class WarbandFile(_Part):
    """One warband, completely."""

    format: Annotated[Literal["mordheim-warband/1"], AS_TEXT]
    name: Name
    type: Reference
    battles: Battles = 0
    starting_gold: Gold = 500
    treasury: Gold | None = None
    wyrdstone: Annotated[int, Field(ge=0, le=10_000), AS_MEANT] = 0
    stash: Pieces = []
    effects: Annotated[list[FileEffect], Field(max_length=200)] = []
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
    return file_schema(WarbandFile, FORMAT)


def file_schema(model: type[BaseModel], title: str) -> dict[str, Any]:
    """The JSON Schema of a plain file that a model describes."""
    schema = _without_nulls(model.model_json_schema())
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": title}


def _without_nulls(schema: Any) -> Any:
    """The same schema without null and without pydantic's titles: what has no value is left out of the file."""
    if isinstance(schema, list):
        return [_without_nulls(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if len(others := [one for one in schema.get("anyOf", ()) if one != {"type": "null"}]) == 1:
        schema = {**{key: value for key, value in schema.items() if key != "anyOf"}, **others[0]}
    nothing = (None, dict.fromkeys(CHARACTERISTICS))
    return {
        key: _without_nulls(value)
        for key, value in schema.items()
        if not (key == "title" and isinstance(value, str)) and not (key == "default" and value in nothing)
    }


# --- file to snapshot -------------------------------------------------------------------------------------------


def _snapshot(file: WarbandFile, rulebook: Rulebook) -> WarbandSnapshot:
    warriors = [_warrior(hero, "hero", file.type, rulebook) for hero in file.heroes]
    warriors += [_warrior(group, "henchman", file.type, rulebook) for group in file.henchmen]
    warriors += [_warrior(sword, "hired_sword", file.type, rulebook) for sword in file.hired_swords]
    stated = "starting_gold" in file.model_fields_set
    gold = file.starting_gold if stated else _usual_gold(rulebook, file.type)
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
        spells=tuple(_spell_known(spell, rulebook) for spell in entry.spells),
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


def _usual_gold(rulebook: Rulebook, warband_type: str) -> int:
    known = rulebook.warband_types.get(warband_type)
    return known.starting_gold if known else 500


def _pieces(pieces: list[FilePiece]) -> tuple[Piece, ...]:
    return merged(Piece(piece.item, piece.material, piece.quantity) for piece in pieces)


def _spell_known(spell: FileSpell, rulebook: Rulebook) -> KnownSpell:
    """A spell; its difficulty only where it is not the printed one."""
    return KnownSpell(spell.spell, own_difficulty(rulebook, spell.spell, spell.difficulty))


def own_difficulty(rulebook: Rulebook, spell: str, difficulty: int | None) -> int | None:
    """A difficulty that is not the printed one, ``None`` where it is."""
    printed = rulebook.spells.get(spell)
    return None if printed is not None and difficulty == printed.difficulty else difficulty


def _suffered(injury: FileInjury) -> Suffered:
    hates = Hatred(injury.hates.kind, injury.hates.name) if injury.hates else None
    return Suffered(injury.injury, injury.outcome, injury.side, hates)


# --- snapshot to file -------------------------------------------------------------------------------------------


def warband_content(snapshot: WarbandSnapshot, rulebook: Rulebook) -> dict[str, Any]:
    """The file's content as plain values in canonical order, what is empty or at its default left out."""
    content: dict[str, Any] = {"format": FORMAT, "name": clean_line(snapshot.name), "type": snapshot.type}
    content |= _kept(battles=snapshot.battles)
    if snapshot.starting_gold != _usual_gold(rulebook, snapshot.type):
        content["starting_gold"] = snapshot.starting_gold
    if snapshot.battles:
        content["treasury"] = snapshot.treasury or 0
    content |= _kept(
        wyrdstone=snapshot.wyrdstone,
        stash=[_piece(piece) for piece in merged(snapshot.stash)],
        effects=[_effect(effect) for effect in snapshot.effects],
        notes=clean_text(snapshot.notes),
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
        "name": clean_line(warrior.name),
        "type": warrior.type,
        **_kept(leader=warrior.leader, promoted=warrior.promoted),
        **_experience(warrior, warband_type, rulebook),
        **_kept(
            equipment=[_piece(piece) for piece in merged(warrior.equipment)],
            skill_lists=list(warrior.skill_lists),
            extra_skill_lists=list(warrior.extra_skill_lists),
        ),
        **_tail(warrior, rulebook),
    }


def _group(warrior: WarriorSnapshot, warband_type: str, rulebook: Rulebook) -> dict[str, Any]:
    return {
        "name": clean_line(warrior.name),
        "type": warrior.type,
        **({"size": warrior.size} if warrior.size != 1 else {}),
        **_experience(warrior, warband_type, rulebook),
        **_kept(equipment=[_piece(piece) for piece in merged(warrior.equipment)]),
        **_tail(warrior, rulebook),
    }


def _sword(warrior: WarriorSnapshot, warband_type: str, rulebook: Rulebook) -> dict[str, Any]:
    return {
        "name": clean_line(warrior.name),
        "type": warrior.type,
        **_kept(until=warrior.until),
        **_experience(warrior, warband_type, rulebook),
        **_kept(equipment=[_piece(piece) for piece in merged(warrior.equipment)]),
        **_tail(warrior, rulebook),
    }


def _experience(warrior: WarriorSnapshot, warband_type: str, rulebook: Rulebook) -> dict[str, Any]:
    starting = starting_experience(rulebook, warband_type, warrior.type)
    return {} if warrior.experience == starting else {"experience": warrior.experience}


def _tail(warrior: WarriorSnapshot, rulebook: Rulebook) -> dict[str, Any]:
    return _kept(
        skills=list(warrior.skills),
        spells=[_spell(spell, rulebook) for spell in warrior.spells],
        mutations=list(warrior.mutations),
        increases={c: warrior.increases[c] for c in CHARACTERISTICS if warrior.increases.get(c)},
        injuries=[_injury(injury) for injury in warrior.injuries],
        games_to_miss=warrior.games_to_miss,
        captured_by=clean_line(warrior.captured_by),
        advances_due=warrior.advances_due,
        notes=clean_text(warrior.notes),
    )


def _shortened(key: str, content: Mapping[str, Any]) -> str | dict[str, Any]:
    """A plain key where only the key is needed."""
    kept = {name: value for name, value in content.items() if value}
    return str(kept[key]) if set(kept) == {key} else kept


def _piece(piece: Piece) -> str | dict[str, Any]:
    quantity = piece.quantity if piece.quantity != 1 else None
    return _shortened("item", {"item": piece.item, "material": piece.material, "quantity": quantity})


def _effect(effect: LastingEffect) -> dict[str, Any]:
    """The warrior first, the others by name: rows do not keep an order."""
    others = sorted(item for item in effect.details.items() if item[0] != "warrior")
    return {"effect": effect.effect, **_kept(warrior=effect.details.get("warrior")), **dict(others)}


def _spell(spell: KnownSpell, rulebook: Rulebook) -> str | dict[str, Any]:
    difficulty = own_difficulty(rulebook, spell.spell, spell.difficulty)
    return _shortened("spell", {"spell": spell.spell, "difficulty": difficulty})


def _injury(injury: Suffered) -> str | dict[str, Any]:
    hates = {"kind": injury.hates.kind, "name": injury.hates.name} if injury.hates else None
    content = {"injury": injury.injury, "outcome": injury.outcome, "side": injury.side, "hates": hates}
    return _shortened("injury", content)
