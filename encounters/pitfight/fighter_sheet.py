"""A pit fighter and his scroll as plain structures, drawn by pages and paper alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from encounters.pitfight.career import Career, Foe, in_words, may_fight
from encounters.pitfight.diagrams import AroundDrawing, MoveDrawing, Part, around, body, drawing_of
from encounters.pitfight.enlisting import WOODEN_LEG
from encounters.pitfight.levels import CHARACTERISTICS, INITIATIVE
from encounters.pitfight.schema import ScrollFile
from encounters.pitfight.scrolls import PitRules, read_pit_rules
from mordheim.rules.plainfile import read_file

SHORT = ("WS", "S", "T", "I", "W")
NAMES = tuple(name.replace("_", " ").title() for name in CHARACTERISTICS)
BANDS = ("slow", "normal", "fast")
MOST_HATED = 5


@dataclass(frozen=True)
class ScrollSheet:
    """``style`` is what it is good at; ``rules`` are its special rules in words; ``bands`` its moves by speed."""

    key: str
    name: str
    style: str
    rules: tuple[str, ...]
    around: AroundDrawing
    body: tuple[Part, ...]
    bands: tuple[tuple[str, tuple[MoveDrawing, ...]], ...]

    @property
    def mighty_moves(self) -> int:
        return sum(move.may_be_mighty for _, moves in self.bands for move in moves)

    @property
    def armour(self) -> int:
        """All of it together."""
        return sum(part.armour for part in self.body)


@dataclass(frozen=True)
class Figure:
    """A characteristic: as built, and as he brings it into his next fight; ``why`` they differ."""

    key: str
    short: str
    name: str
    built: int
    now: int
    why: str = ""


@dataclass(frozen=True)
class FighterSheet:
    """``harm`` is what lasts from earlier fights, in words; ``why_not`` why he cannot fight now."""

    name: str
    scroll: ScrollSheet
    figures: tuple[Figure, ...]
    ad: int
    harm: tuple[str, ...]
    career: Career
    why_not: str

    @property
    def wounds(self) -> int:
        return self.figures[-1].now


@dataclass(frozen=True)
class Book:
    """The rules of the pit with the words that a fight has no use for."""

    rules: PitRules
    words: ScrollFile

    def scroll(self, key: str, gone: Sequence[str] = ()) -> ScrollSheet:
        """Raises KeyError for one that there is not."""
        scroll, entry = self.rules.scrolls[key], self.words.scrolls[key]
        bands = ((band, [move for move in scroll.moves.values() if move.band == band]) for band in BANDS)
        return ScrollSheet(
            key=key,
            name=scroll.name,
            style=entry.style,
            rules=tuple(rule.effect for rule in entry.special_rules),
            around=around(scroll),
            body=body(scroll, self.rules.names, gone),
            bands=tuple((band, tuple(map(drawing_of, moves))) for band, moves in bands if moves),
        )

    @property
    def scrolls(self) -> tuple[ScrollSheet, ...]:
        return tuple(self.scroll(key) for key in self.rules.scrolls)


@cache
def read_book(folder: Path) -> Book:
    """What the files in that folder say. Raises Malformed where they cannot be read."""
    words = read_file(ScrollFile, folder / "scrolls.yaml")
    return Book(read_pit_rules(folder), words)


def sheet_of(name: str, scroll: str, levels: Sequence[int], career: Career, book: Book) -> FighterSheet:
    """A fighter as he is now. Raises KeyError for a scroll that there is not any more."""
    return FighterSheet(
        name=name,
        scroll=book.scroll(scroll, career.gone),
        figures=figures_of(levels, career),
        ad=career.past.ad,
        harm=harm_of(career),
        career=career,
        why_not=may_fight(career),
    )


def figures_of(levels: Sequence[int], career: Career) -> tuple[Figure, ...]:
    """His characteristics in their order."""
    lost = career.initiative + WOODEN_LEG * len(career.legs)
    found = []
    for place, level in enumerate(levels):
        lowered = lost if place == INITIATIVE else 0
        why = _why_slower(career) if lowered else ""
        found.append(Figure(CHARACTERISTICS[place], SHORT[place], NAMES[place], level, max(level - lowered, 0), why))
    return tuple(found)


def _why_slower(career: Career) -> str:
    told = [f"{career.initiative} lost in fights"] if career.initiative else []
    told += [f"{WOODEN_LEG} for a wooden leg"] * len(career.legs)
    return ", ".join(told)


def harm_of(career: Career) -> tuple[str, ...]:
    """What lasts, in words."""
    told = [f"{in_words(one).capitalize()} lost" for one in career.gone]
    told += [f"Wooden leg ({in_words(one)}): no fast moves, {WOODEN_LEG} Initiative less" for one in career.legs]
    told += _modifiers(career.ad)
    if career.initiative:
        told.append(f"{career.initiative} Initiative lost for good")
    return (*told, *_hatred(career.hated))


def _modifiers(ad: Mapping[str, int]) -> list[str]:
    told = ((str(modifier).replace("-", "−"), in_words(one)) for one, modifier in ad.items())
    return [f"{modifier} on attack and defence ({where})" for modifier, where in told]


def _hatred(hated: Sequence[Foe]) -> list[str]:
    """The latest; of the others how many."""
    if not hated:
        return []
    names = [foe.name for foe in hated[-MOST_HATED:]]
    more = len(hated) - len(names)
    return [f"Hates {', '.join(names)}{f' and {more} more' if more else ''}: an extra D6 of damage"]
