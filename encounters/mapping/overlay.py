"""What a battle puts on the map: who sets up where, counters, the creature. Pure; it can come from JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

# Inches from a segment that a warband sets up in unless its scenario says otherwise.
REACH = 6.0
MOST_SIDES = 8

ZoneKind = Literal["segment", "edge", "edges", "centre", "objective", "inner", "quarter"]


@dataclass(frozen=True)
class Zone:
    """Ground to set up in. ``key`` is a segment's letter, an edge's name, or a quarter's, as "upper left". ``within``
    is how far, in inches: from the segment, the edge, all edges, the centre, the objective; of "inner", how far from
    all edges at least."""

    kind: ZoneKind
    key: str = ""
    within: float = REACH


@dataclass(frozen=True)
class Side:
    """A warband on the map: its zones, and what the legend says of it."""

    name: str
    zones: tuple[Zone, ...] = ()
    role: str = ""
    set_up: int | None = None
    turn: int | None = None

    @property
    def letters(self) -> str:
        return ", ".join(zone.key for zone in self.zones if zone.kind == "segment")


@dataclass(frozen=True)
class Counter:
    kind: str
    x: float
    y: float


@dataclass(frozen=True)
class Overlay:
    """``creature`` is what lives in the lair. ``marked`` are the numbers of buildings that the scenario plays for."""

    title: str = ""
    sides: tuple[Side, ...] = ()
    counters: tuple[Counter, ...] = ()
    creature: str = ""
    marked: tuple[int, ...] = ()


def overlay_of(plan: Mapping[str, Any], *, title: str = "", creature: str = "") -> Overlay:
    """From the plan of a battle as JSON has it.

    A warband is drawn in its ``zones`` (``{"kind", "key", "within"}``) where the plan has them, else within 6" of its
    ``segment``. ``buildings`` are the numbers of those that are played for.
    """
    return Overlay(
        title=title or str(plan.get("title", "")),
        sides=tuple(_side(one) for one in plan.get("warbands", ())),
        counters=tuple(Counter(one["kind"], one["x"], one["y"]) for one in plan.get("counters", ())),
        creature=creature or str(plan.get("creature") or ""),
        marked=tuple(plan.get("buildings", ())),
    )


def _side(plain: Mapping[str, Any]) -> Side:
    return Side(
        name=plain["name"],
        zones=_zones(plain.get("zones") or (), plain.get("segment") or ""),
        role=plain.get("role") or "",
        set_up=plain.get("set_up"),
        turn=plain.get("turn"),
    )


def _zones(plain: Sequence[Mapping[str, Any]], segment: str) -> tuple[Zone, ...]:
    if plain:
        return tuple(Zone(one["kind"], one.get("key", ""), float(one.get("within", REACH))) for one in plain)
    return (Zone("segment", segment),) if segment else ()
