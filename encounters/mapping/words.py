"""The map in words: for those who do not see it, and for reading out at the table. Pure."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator
from dataclasses import dataclass

from encounters.mapping.features import KINDS, RUINS, Feature, Map
from encounters.mapping.overlay import Overlay, Side, Zone
from encounters.table import Table

ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
SHORT_ORDINALS = ("", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")
FOOT = 12


@dataclass(frozen=True)
class Section:
    heading: str
    lines: tuple[str, ...]


def map_title(drawn: Map, overlay: Overlay) -> str:
    return overlay.title or f"A table of {size_in_feet(drawn)}"


def size_in_feet(drawn: Map) -> str:
    return f"{drawn.width // FOOT} by {drawn.height // FOOT} feet"


def in_short(drawn: Map, overlay: Overlay) -> str:
    """One paragraph: what a glance at the map would tell."""
    built = f"A ruined town on a table of {size_in_feet(drawn)} with {len(drawn.buildings)} numbered buildings."
    here = [_in_the_middle(drawn)] if _in_the_middle(drawn) else []
    sides = [f"{side.name} {where_of(side)}." for side in overlay.sides]
    count = len(overlay.counters)
    counters = [f"{count} {'counter lies' if count == 1 else 'counters lie'} on the table."] if count else []
    return " ".join([built, *here, *sides, *counters])


def in_words(drawn: Map, overlay: Overlay, table: Table) -> tuple[Section, ...]:
    """Everything on the map, section by section; places in inches from the left and from the bottom."""
    sections = (
        Section("Who sets up where", tuple(_sides(overlay))),
        Section("Segments", tuple(_segments(table))),
        Section("In the middle", tuple(_middle(drawn, overlay))),
        Section("Buildings", tuple(building_in_words(one, overlay) for one in drawn.buildings)),
        Section("Over the streets", tuple(f"{one.name}." for one in drawn.pieces if one.group == "link")),
        Section("Streets and squares", tuple(_ground(drawn))),
        Section("In the streets", tuple(_odds(drawn))),
        Section("Counters", tuple(_counters(overlay))),
    )
    return tuple(section for section in sections if section.lines)


def where_of(side: Side) -> str:
    """Where a warband sets up, after its name."""
    places = " or ".join(_zone(zone) for zone in side.zones)
    return f"sets up {places}" if places else "sets up where its scenario says"


def _zone(zone: Zone) -> str:
    inches = f'{zone.within:g}"'
    match zone.kind:
        case "segment":
            return f"within {inches} of segment {zone.key}"
        case "edge":
            return f"within {inches} of the {zone.key} edge"
        case "edges":
            return f"within {inches} of the edges"
        case "centre":
            return f"within {inches} of the centre"
        case "objective":
            return f"in or within {inches} of the objective"
        case "inner":
            return f"at least {inches} from every edge"
        case "quarter":
            return f"in the {zone.key} quarter"


def part_of(side: Side, *, short: bool = False) -> str:
    """Role and order of a warband; ``short`` for the legend."""
    names = SHORT_ORDINALS if short else ORDINALS
    orders = (("sets up", side.set_up), ("plays", side.turn))
    parts = [f"{word} {names[number]}" for word, number in orders if number and number < len(names)]
    return (" · " if short else ", ").join([side.role, *parts] if side.role else parts)


def _sides(overlay: Overlay) -> Iterator[str]:
    for side in overlay.sides:
        part = part_of(side)
        yield f"{side.name} {where_of(side)}{f' ({part})' if part else ''}."


def _segments(table: Table) -> Iterator[str]:
    for segment in table.segments:
        along = "x" if segment.edge in ("top", "bottom") else "y"
        low, high = sorted((getattr(segment.start, along), getattr(segment.end, along)))
        side = "left" if along == "x" else "bottom"
        yield f'{segment.key}: the {segment.edge} edge from {low:g}" to {high:g}" from the {side}.'


def _in_the_middle(drawn: Map) -> str:
    things = [piece for piece in drawn.pieces if piece.kind in ("mansion", "lair", "hall", "pool", "altar")]
    return f"{things[0].name} is in the middle." if things else ""


def _middle(drawn: Map, overlay: Overlay) -> Iterator[str]:
    if words := _in_the_middle(drawn):
        yield words
    if overlay.creature:
        yield f"{overlay.creature} waits in the lair."


def building_in_words(building: Feature, overlay: Overlay | None = None) -> str:
    """One building: number, name, kind, storeys, how ruined, place."""
    storeys = f"{building.storeys} {'storey' if building.storeys == 1 else 'storeys'}"
    played_for = ", played for" if overlay and building.number in overlay.marked else ""
    kind = KINDS[building.kind].word
    what = building.name if kind in building.name.lower() else f"{building.name}, {kind}"
    return (
        f"{building.number}. {what}, {storeys}, {RUINS[building.ruin]}{played_for}; middle at "
        f'{building.x:.0f}", {building.y:.0f}".'
    )


def _ground(drawn: Map) -> Iterator[str]:
    for piece in drawn.pieces:
        if piece.kind in ("street", "square"):
            yield f'{piece.name}; middle at {piece.x:.0f}", {piece.y:.0f}".'


def _odds(drawn: Map) -> Iterator[str]:
    counted = Count(KINDS[piece.kind].word for piece in drawn.pieces if piece.group == "odds")
    for word, number in sorted(counted.items()):
        yield f"{word.capitalize()}: {number}."


def _counters(overlay: Overlay) -> Iterator[str]:
    for number, counter in enumerate(overlay.counters, start=1):
        kind = counter.kind.replace("_", " ")
        yield f'{number}. {kind.capitalize()} at {counter.x:g}" from the left, {counter.y:g}" from the bottom.'
