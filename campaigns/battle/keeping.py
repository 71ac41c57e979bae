"""A whole warband as plain values and back, with the ids of its rows, so that what is restored is the same warriors."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from mordheim.rules.snapshot import WarbandSnapshot, WarriorSnapshot

_WARBAND = TypeAdapter(WarbandSnapshot)
_WARRIOR = TypeAdapter(WarriorSnapshot)


def kept(snapshot: WarbandSnapshot) -> dict[str, Any]:
    """A warband as JSON can hold it."""
    content: dict[str, Any] = _WARBAND.dump_python(snapshot, mode="json")
    return content


def restored(content: dict[str, Any]) -> WarbandSnapshot:
    """The warband that `kept` took."""
    return _WARBAND.validate_python(content)


def kept_warrior(warrior: WarriorSnapshot) -> dict[str, Any]:
    """A warrior as JSON can hold him."""
    content: dict[str, Any] = _WARRIOR.dump_python(warrior, mode="json")
    return content


def restored_warrior(content: dict[str, Any]) -> WarriorSnapshot:
    """The warrior that `kept_warrior` took."""
    return _WARRIOR.validate_python(content)
