"""A map shifted by hand: moved, or one thing rolled anew; and where a counter may lie. Pure.

By hand streets may become narrower than the town was drawn with; nothing may overlap, leave the table or stand in the
ground that the objective keeps clear. What the scenario puts in the middle stays there.

A counter may lie inside a building and on rubble, since warriors go there; not in what they cannot enter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite

from encounters.mapping.buildings import LONGEST, NAMES, RUIN_BY_LOT, SMALLEST, STOREYS, designed, kind_for
from encounters.mapping.chance import Chance
from encounters.mapping.features import KINDS, Feature, Map, feature
from encounters.mapping.geometry import Shape, all_apart, apart, holds, laid, within
from encounters.mapping.links import link, span_between
from encounters.mapping.objectives import OBJECTIVES, kept_clear
from encounters.mapping.odds import LOOSE, outline_of, size_of
from warbands.roster.refusals import Refused

PATIENCE = 24
IN_THE_MIDDLE = ("mansion", "lair", "hall", "pool", "altar")


def move(drawn: Map, key: str, x: float, y: float, rotation: float | None = None) -> Map:
    """The map with one thing moved so that its middle lies at a place, and turned so; bridges follow their buildings,
    or go where they lead nowhere any more.

    Raises:
        Refused: where it would overlap something, leave the table or stand where the objective wants clear ground; for
            what is not moved by hand, and for an id that there is not.
    """
    piece = drawn.piece(key)
    _may_be_moved(piece)
    turn = piece.rotation if rotation is None else rotation
    if not all(map(isfinite, (x, y, turn))):
        raise Refused(f"{told(piece)} needs a place in inches and a turn in degrees.", code="place")
    there = laid((corner - piece.middle for corner in piece.outline), complex(x, y), turn - piece.rotation)
    moved = _put(piece, there, complex(x, y), turn)
    if why := _why_not(drawn, moved):
        raise Refused(why, code="place")
    return _with(drawn, moved)


def again(drawn: Map, key: str) -> Map:
    """The map with one thing rolled anew where it stands: another building, or something else that lies there; of a
    bridge, another kind. Each time is the next of its own row of rolls.

    Raises:
        Refused: for what is not rolled anew, for an id that there is not, and where nothing else fits.
    """
    piece = drawn.piece(key)
    if piece.group == "link":
        return _other_link(drawn, piece)
    _may_be_moved(piece)
    chance = Chance("again", drawn.seed, drawn.objective, piece.id, piece.rolled + 1)
    for attempt in range(PATIENCE):
        share = 1 - 0.5 * attempt / PATIENCE
        new = _other_building(drawn, piece, share, chance) if piece.is_building else _other_odd(piece, share, chance)
        if not _why_not(drawn, new):
            return _with(drawn, new)
    raise Refused(f"Nothing else fits where {lower(told(piece))} stands. Move something first.", code="place")


def why_no_counter(drawn: Map, x: float, y: float) -> str:
    """Why a counter may not lie at a place, as a sentence; empty where it may."""
    place = complex(x, y)
    if not within((place,), drawn.width, drawn.height):
        return "A counter lies on the table."
    inside = (piece for piece in drawn.pieces if piece.is_solid and any(holds(one, place) for one in piece.shapes))
    found = next(inside, None)
    return f"A counter cannot lie in {lower(told(found))}." if found else ""


def told(piece: Feature) -> str:
    """What a thing is called in a sentence that it begins."""
    if piece.number:
        return f"Building {piece.number}"
    if piece.group in ("link", "ground") or piece.kind in IN_THE_MIDDLE:
        return piece.name
    return f"The {KINDS[piece.kind].word}"


def lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def _may_be_moved(piece: Feature) -> None:
    if piece.kind in IN_THE_MIDDLE:
        raise Refused(f"{piece.name} stays in the middle of the table: the scenario wants it there.", code="fixed")
    if piece.group == "link":
        raise Refused(f"{piece.name} goes where its buildings go. Move one of them.", code="fixed")
    if piece.group == "ground":
        raise Refused(f"{piece.name} is ground. Move what stands beside it.", code="fixed")


def _put(piece: Feature, outline: Sequence[complex], middle: complex, turn: float) -> Feature:
    placed = feature(piece.id, piece.kind, outline, (piece.width, piece.height), middle=middle, turn=turn)
    return replace(
        piece, x=placed.x, y=placed.y, rotation=placed.rotation, points=placed.points
    )  # fmt: skip


def _why_not(drawn: Map, piece: Feature) -> str:
    if not within(piece.outline, drawn.width, drawn.height):
        return f"{told(piece)} would reach over the edge of the table."
    clear = kept_clear(OBJECTIVES[drawn.objective], complex(drawn.width, drawn.height) / 2)
    if not all_apart(piece.shapes, clear):
        return f"{told(piece)} would stand in the ground that is kept clear around the objective."
    for other in drawn.pieces:
        if other.id != piece.id and _is_in_the_way(piece, other) and not _are_apart(piece, other):
            return f"{told(piece)} would stand on {lower(told(other))}."
    return ""


def _is_in_the_way(piece: Feature, other: Feature) -> bool:
    """A building's own bridges go with it; one may stand on streets and squares, but not out of play."""
    return other.kind not in ("street", "square") and piece.id not in other.joins


def _are_apart(piece: Feature, other: Feature) -> bool:
    return all(apart(one, two) for one in piece.shapes for two in other.shapes)


def _with(drawn: Map, piece: Feature) -> Map:
    """The map with a piece in the place of the one of its id, and its bridges led anew."""
    pieces = [piece if old.id == piece.id else old for old in drawn.pieces]
    if piece.is_building:
        pieces = [one for old in pieces if (one := _led_anew(old, piece, pieces, drawn)) is not None]
    return replace(drawn, pieces=tuple(pieces))


def _led_anew(old: Feature, moved: Feature, pieces: Sequence[Feature], drawn: Map) -> Feature | None:
    """A bridge of the moved building at its new place, or none where it leads nowhere; all else as it is."""
    if moved.id not in old.joins:
        return old
    buildings = {piece.id: piece for piece in pieces if piece.is_building}
    one, other = (buildings[key] for key in old.joins)
    span = span_between(one, other, tuple(buildings.values()), (drawn.width, drawn.height))
    if span is None or not _is_free(span, old, pieces):
        return None
    return link(old.id, one, other, span, Chance("link", drawn.seed, old.id, old.rolled))


def _is_free(span: Sequence[complex], old: Feature, pieces: Sequence[Feature]) -> bool:
    """Whether a bridge there crosses nothing that lies in the street, nor another bridge."""
    others = [piece for piece in pieces if piece.group in ("link", "odds", "objective") and piece.id != old.id]
    return all(all_apart((Shape(span),), piece.shapes) for piece in others)


def _other_link(drawn: Map, piece: Feature) -> Map:
    """A bridge becomes an arcade and the other way about."""
    other = {"bridge": "arcade", "arcade": "bridge"}.get(piece.kind)
    if other is None:
        raise Refused(f"{piece.name} can be nothing else: its buildings have no upper storeys.", code="fixed")
    name = piece.name.replace(KINDS[piece.kind].word.capitalize(), KINDS[other].word.capitalize())
    return _with(drawn, replace(piece, kind=other, name=name, rolled=piece.rolled + 1))


def _other_building(drawn: Map, piece: Feature, share: float, chance: Chance) -> Feature:
    width = max(SMALLEST, min(LONGEST, piece.width * chance.between(0.85, 1.25) * share))
    height = max(SMALLEST, min(LONGEST, piece.height * chance.between(0.85, 1.25) * share))
    design = designed(kind_for(width, height, chance), width, height, chance)
    turn = piece.rotation + chance.between(-6, 6)
    used = {building.name for building in drawn.buildings}
    names = [name for name in NAMES[design.kind] if name not in used] or list(NAMES[design.kind])
    placed = feature(
        piece.id, design.kind, design.at(piece.middle, turn), (design.width, design.height), middle=piece.middle,
        turn=turn, name=chance.pick(names), number=piece.number, storeys=chance.weighted(STOREYS[design.kind]),
        ruin=chance.pick(RUIN_BY_LOT),
    )  # fmt: skip
    return replace(placed, rolled=piece.rolled + 1)


def _other_odd(piece: Feature, share: float, chance: Chance) -> Feature:
    kind = chance.weighted([(kind, weight) for kind, weight in (*LOOSE, ("crates", 1.0)) if kind != piece.kind])
    size = size_of(kind, chance) * (share if kind not in ("well", "statue") else 1)
    turn = piece.rotation + chance.between(-20, 20)
    outline = outline_of(kind, size, piece.middle, turn, chance)
    placed = feature(piece.id, kind, outline, (size.real, size.imag), middle=piece.middle, turn=turn)
    return replace(placed, rolled=piece.rolled + 1)
