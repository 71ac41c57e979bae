"""A drawing as plain structures: groups of paths and words that a template only writes down. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from encounters.mapping.frame import figure

# From the ground up. The ground and the things on it look the same whichever way a map lies; zones and signs do not.
Layer = Literal["ground", "zones", "things", "signs"]


@dataclass(frozen=True)
class Words:
    """Words at a place of the drawing, turned by so many degrees clockwise around it."""

    x: str
    y: str
    text: str
    turn: str = ""


@dataclass(frozen=True)
class Named:
    """A path that has a name of its own: the id of a feature and what it is."""

    d: str
    key: str
    name: str


@dataclass
class Group:
    """What is drawn alike. ``fill`` is a pattern that fills it, ``clipped`` keeps it to the table."""

    css: str
    attributes: Mapping[str, str]
    paths: list[str] = field(default_factory=list)
    named: list[Named] = field(default_factory=list)
    words: list[Words] = field(default_factory=list)
    fill: str = ""
    clipped: bool = False
    layer: Layer = "signs"


@dataclass(frozen=True)
class Pattern:
    key: str
    css: str
    width: int
    height: int
    d: str
    stroke: str
    stroke_width: str


@dataclass(frozen=True)
class Sheet:
    """The whole drawing. ``uid`` tells its patterns from those of another map on the same page."""

    uid: str
    ink: str
    width: str
    height: str
    title: str
    told: str
    clip: str
    patterns: tuple[Pattern, ...]
    groups: tuple[Group, ...]

    def of(self, layer: Layer) -> tuple[Group, ...]:
        return tuple(group for group in self.groups if group.layer == layer)


class Drawing:
    """Groups in the order in which they were first drawn on."""

    def __init__(self, attributes: Mapping[str, Mapping[str, str]]) -> None:
        self.layer: Layer = "signs"
        self._attributes = attributes
        self._groups: list[Group] = []

    def group(self, css: str, *, fill: str = "", clipped: bool = False) -> Group:
        """A new group on top of all there is."""
        made = Group(css, self._attributes[css], fill=fill, clipped=clipped, layer=self.layer)
        self._groups.append(made)
        return made

    def paths(self, css: str, paths: Iterable[str], *, fill: str = "", clipped: bool = False) -> None:
        """All as one path, since they are drawn alike."""
        if joined := "".join(paths):
            self.group(css, fill=fill, clipped=clipped).paths.append(joined)

    def words(self, css: str, words: Iterable[Words], *, halo: bool = False) -> None:
        """Words; with a halo they can be read on whatever lies below."""
        said = list(words)
        if said and halo:
            self.group("halo").words += said
        if said:
            self.group(css).words += said

    def done(self) -> tuple[Group, ...]:
        return tuple(self._groups)


def words(place: complex, text: str, size: float = 0.0, turn: float = 0.0) -> Words:
    """Words whose middle line, for letters of that size, runs through a place."""
    rise = size * 0.35
    x, y = figure(place.real), figure(place.imag)
    if turn:
        # Turned words are drawn upright at their place, pushed down by the rise, and turned around the place itself.
        return Words(x, figure(place.imag + rise), text, f"{figure(turn)} {x} {y}")
    return Words(x, figure(place.imag + rise), text)


# The breadth of a letter of the serif, of its height.
SERIF_SHARE = 0.45


def shortened(text: str, room: float, letter: float) -> str:
    """As much of a text as fits, in units; ``letter`` is the breadth of one."""
    most = max(3, int(room / letter))
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
