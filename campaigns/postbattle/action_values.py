"""What a choice's value may say where it is spelled out: ``{item: helmet, for: Skab}``.

Only things that are done of the player's own accord are spelled out so; whatever a question asks has a plain value.
Whether it can be done is asked when it is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from mordheim.rules.plainfile import AS_MEANT, Flag, Malformed, Written, clean_line, malformed

_Key = Annotated[str, AS_MEANT]
_Number = Annotated[int, AS_MEANT]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    @classmethod
    def known(cls) -> list[str]:
        return [field.alias or name for name, field in cls.model_fields.items()]


class _Piece(_Part):
    item: _Key
    material: Annotated[str | None, AS_MEANT] = None
    quantity: _Number = 1


class _Bought(_Piece):
    whom: Written = Field(default="", alias="for")
    seller: Written = Field(default="", alias="from")
    haggle: Flag = False


class _Sold(_Piece):
    whose: Written = Field(default="", alias="from")


class _Moved(_Sold):
    target: Written = Field(default="", alias="to")


class _Studied(_Piece):
    warrior: Written = ""


def _spelled_out(value: Any) -> Any:
    return {"item": value} if isinstance(value, str) else value


_Pieces = list[Annotated[_Piece, BeforeValidator(_spelled_out, json_schema_input_type=str | _Piece)]]


class _Hired(_Part):
    type: _Key
    name: Written = ""
    equipment: _Pieces = []


class _Recruited(_Part):
    type: _Key = ""
    name: Written = ""
    size: _Number = 1
    equipment: _Pieces = []
    mutations: list[_Key] = []
    into: Written = ""


class _Dismissed(_Part):
    warrior: Written = ""
    count: _Number = 1


ACTIONS: Mapping[str, type[_Part]] = {
    "search": _Piece,
    "buy": _Bought,
    "sell": _Sold,
    "recruit": _Recruited,
    "hire": _Hired,
    "dismiss": _Dismissed,
    "study": _Studied,
    "move": _Moved,
}


def check_value(choose: str, value: Any) -> None:
    """Whether a value as a file has it is one that can be meant; plain ones always are.

    Raises:
        Malformed: for keys that nobody knows, naming those that are known, and for what is no text or number where one
            is expected.
    """
    if not isinstance(value, Mapping):
        return
    kind = ACTIONS.get(choose)
    if kind is None:
        raise Malformed(f"{clean_line(choose)[:40]} takes a plain value and no keys")
    try:
        kind.model_validate(value)
    except ValidationError as error:
        raise _told(choose, kind, error) from None


def _told(choose: str, kind: type[_Part], error: ValidationError) -> Malformed:
    first = error.errors(include_url=False)[0]
    if first["type"] != "extra_forbidden":
        return Malformed(f"{choose}: {malformed(error, {})}")
    *path, key = first["loc"]
    where, known = (choose, kind.known()) if not path else (f"{path[0]} of {choose}", _Piece.known())
    listed = f"{', '.join(known[:-1])} and {known[-1]}"
    return Malformed(f"{clean_line(str(key))[:40]!r} is no key of {where}: {listed} are known")
