"""The signs of a map's legend: what each says, and how its sample is drawn. Pure."""

from __future__ import annotations

from cmath import rect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import radians

from encounters.mapping.drawing import Drawing, Group, Pattern
from encounters.mapping.features import KINDS, Feature, Map
from encounters.mapping.frame import UNITS, bar, dot, figure, ring
from encounters.mapping.inks import PATTERNS, TILE, Ink, attributes, pattern_strokes
from encounters.mapping.overlay import Overlay
from encounters.mapping.strokes import odd_strokes

# A sample's box, in units.
SAMPLE = (36, 28)
WIDEST = 2.8


@dataclass(frozen=True)
class Sign:
    """A row of the legend: what it says, and how its sample is drawn around a place."""

    text: str
    draw: Callable[[Drawing, complex], None]


@dataclass(frozen=True)
class Sample:
    """A sign as a small drawing of its own; ``uid`` tells its patterns from those of others."""

    text: str
    ink: Ink
    groups: tuple[Group, ...]
    patterns: tuple[Pattern, ...] = ()
    uid: str = ""


def samples_of(drawn: Map, overlay: Overlay, ink: Ink) -> tuple[Sample, ...]:
    """Every sign of a map's legend, to stand beside its words on a page or a sheet."""
    return tuple(_sample(sign, ink) for sign in signs_of(drawn, overlay))


def swatch_of(number: int, ink: Ink) -> Sample:
    """The pattern of the warband of that number, counted from 1."""
    drawing = Drawing(attributes(ink))
    box = [bar(1 + 1j, SAMPLE[0] - 2, SAMPLE[1] - 2)]
    drawing.paths("table", box)
    drawing.paths(f"side-{number}", box)
    drawing.paths(f"side-{number}-hatch", box, fill=f"side-{number}")
    drawing.paths("bounds", box)
    return Sample("", ink, drawing.done(), (side_pattern(number, ink),), f"swatch-{number}")


def side_pattern(number: int, ink: Ink) -> Pattern:
    key = f"side-{number}"
    return Pattern(key, f"p-{key}", TILE, TILE, PATTERNS[number - 1], pattern_strokes(ink)[key], "1.2")


def _sample(sign: Sign, ink: Ink) -> Sample:
    drawing = Drawing(attributes(ink))
    sign.draw(drawing, complex(*SAMPLE) / 2)
    return Sample(sign.text, ink, drawing.done())


def signs_of(drawn: Map, overlay: Overlay) -> Sequence[Sign]:
    return [*_of_the_battle(drawn, overlay), *_of_the_town(drawn), *_of_the_streets(drawn)]


def _of_the_battle(drawn: Map, overlay: Overlay) -> Iterator[Sign]:
    yield Sign("dots: storeys", _building_sign)
    if overlay.marked:
        yield Sign("played for", _marked_sign)
    if overlay.counters:
        kinds = sorted({counter.kind.replace("_", " ") for counter in overlay.counters})
        yield Sign(", ".join(kinds), _shard_sign)
    if drawn.of("lair"):
        yield Sign("lair", _lair_sign)
    if drawn.objective == "altar":
        yield Sign("kept clear", _clear_sign)
    if drawn.of("yards"):
        yield Sign("out of play", _yards_sign)


def _of_the_town(drawn: Map) -> Iterator[Sign]:
    if drawn.of("bridge"):
        yield Sign("bridge above", _bridge_sign)
    if drawn.of("arcade") or drawn.of("archway"):
        yield Sign("arcade or archway", _arch_sign)
    yield Sign("upper floor remains", _planks_sign)
    yield Sign("rubble", _rubble_sign)


def _of_the_streets(drawn: Map) -> Iterator[Sign]:
    """One of each kind that lies about, drawn as it is."""
    kinds = [key for key, kind in KINDS.items() if kind.group == "odds" and key != "rubble"]
    for found in filter(None, (next(iter(drawn.of(key)), None) for key in kinds)):
        yield Sign(KINDS[found.kind].word, partial(_odd_sign, _straight(found)))


def _straight(odd: Feature) -> Feature:
    """The same at 0 and unturned, and no wider than a sample."""
    by = rect(min(1.0, WIDEST / odd.width), -radians(odd.rotation))
    corners = [(corner - odd.middle) * by for corner in odd.outline]
    points = tuple((corner.real, corner.imag) for corner in corners)
    small = abs(by)
    return replace(odd, x=0, y=0, rotation=0, width=odd.width * small, height=odd.height * small, points=points)


def _odd_sign(odd: Feature, drawing: Drawing, at: complex) -> None:
    strokes = odd_strokes(odd, 0)
    for css, lines, end in (
        ("light", strokes.light, "Z"), ("thin", strokes.thin, ""), ("walls", strokes.walls, ""),
        ("dark", strokes.dark, "Z"),
    ):  # fmt: skip
        drawing.paths(css, [_path(at, line) + end for line in lines])


def _path(at: complex, line: Sequence[complex]) -> str:
    """Inches around 0 as a path around a place of the drawing."""
    drawn = [at + place.conjugate() * UNITS for place in line]
    return "M" + "L".join(f"{figure(one.real)} {figure(one.imag)}" for one in drawn)


def _lair_sign(drawing: Drawing, at: complex) -> None:
    lines = (f"M{figure(at.real + x)} {figure(at.imag - 9)}l-2.5 9l-5.5 8" for x in (-4, 4, 12))
    drawing.paths("claws", lines)


def _building_sign(drawing: Drawing, at: complex) -> None:
    drawing.paths("plates", [ring(at - 4j, 9)])
    drawing.paths("storeys", [dot(at + complex(x, 10)) for x in (-3.6, 3.6)])


def _marked_sign(drawing: Drawing, at: complex) -> None:
    drawing.paths("plates-marked", [ring(at, 9)])


def _shard_sign(drawing: Drawing, at: complex) -> None:
    corners = [at + complex(x, y) for x, y in ((0, -13), (8, -4), (8, 5), (0, 13), (-8, 5), (-8, -4))]
    drawing.paths("shards", ["M" + "L".join(f"{figure(one.real)} {figure(one.imag)}" for one in corners) + "Z"])


def _bridge_sign(drawing: Drawing, at: complex) -> None:
    drawing.paths("span", [bar(at - complex(15, 8), 30, 16)])
    drawing.paths("planks", [f"M{figure(at.real + x)} {figure(at.imag - 8)}v16" for x in (-10, -5, 0, 5, 10)])
    drawing.paths("rails", [f"M{figure(at.real - 15)} {figure(at.imag + y)}h30" for y in (-8, 8)])


def _arch_sign(drawing: Drawing, at: complex) -> None:
    drawing.paths("arches", [f"M{figure(at.real - 15)} {figure(at.imag + y)}h30" for y in (-8, 8)])
    drawing.paths("dark", [ring(at + complex(x, y), 2.8) for x in (-13, 13) for y in (-8, 8)])


def _planks_sign(drawing: Drawing, at: complex) -> None:
    drawing.paths("floor", [bar(at - complex(15, 10), 30, 20)])
    drawing.paths("planks", [f"M{figure(at.real - 15)} {figure(at.imag + y)}h22" for y in (-5, 0, 5)])


def _rubble_sign(drawing: Drawing, at: complex) -> None:
    x, y = figure(at.real - 14), figure(at.imag + 2)
    drawing.paths("rubble", [f"M{x} {y}l5 -9l10 -3l10 4l3 8l-6 6l-14 1Z"])
    drawing.paths("stones", [ring(at + complex(dx, dy), 2.4) for dx, dy in ((-6, 0), (0, -4), (5, 1), (-1, 3))])


def _yards_sign(drawing: Drawing, at: complex) -> None:
    drawing.paths("yards", [bar(at - complex(15, 10), 30, 20)])


def _clear_sign(drawing: Drawing, at: complex) -> None:
    drawing.paths("clear", [ring(at, 10)])
