"""Warrior cards of 63 by 88 mm: what stands on them, how much goes on each, where they lie on the page.

A card cannot grow, so whoever sets it says how high each line is at a card's width (`Measure`), and lines are filled
into faces. One face is a card, two are a double card, more are several double cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from warbands.roster.paper import (
    Drawing,
    PageSize,
    PrintOptions,
    Words,
    chunks,
    shortened,
    svg_source,
    track_drawing,
    type_line,
    words_of,
)
from warbands.roster.sheet import RuleLink, WarbandSheet, WarriorBlock

# Lines and a width in mm to the height in mm that each of them takes.
Measure = Callable[[Sequence[Any], float], list[float]]


CARD_WIDTH, CARD_HEIGHT, CARD_PADDING = 63.0, 88.0, 3.0
FACE_WIDTH = CARD_WIDTH - 2 * CARD_PADDING
# Half a millimetre is left over, so that rounding never pushes a line over the edge.
FACE_HEIGHT = CARD_HEIGHT - 2 * CARD_PADDING - 0.5
# What the name of a card that goes on takes, in mm.
CONTINUED_HEIGHT = 6.0
# Cards across and down a page. Three by three would leave Letter paper no margin that a printer can reach.
CARD_GRID: Mapping[PageSize, tuple[int, int]] = {"a4": (3, 3), "letter": (4, 2)}


@dataclass(frozen=True)
class CardLine:
    """The least piece of a card: it stands on one face as a whole."""

    kind: Literal["name", "statline", "words", "track", "rule", "continued"]
    block: WarriorBlock
    words: Words | None = None
    track: Drawing | None = None
    rule: RuleLink | None = None
    text: str = ""


@dataclass(frozen=True)
class Face:
    lines: tuple[CardLine, ...]


@dataclass(frozen=True)
class Card:
    """One card, or a double one; ``x`` and ``y`` in mm on its page."""

    front: tuple[Face, ...]
    back: tuple[Face, ...]
    x: float = 0.0
    y: float = 0.0

    @property
    def columns(self) -> int:
        return max(len(self.front), len(self.back))


@dataclass(frozen=True)
class PlacedCard:
    """One side of a card on its page; ``x`` and ``y`` in mm."""

    faces: tuple[Face, ...]
    columns: int
    x: float
    y: float

    @property
    def width(self) -> float:
        return self.columns * CARD_WIDTH


@dataclass(frozen=True)
class CardPage:
    cards: tuple[PlacedCard, ...]
    is_back: bool
    marks: Drawing


def card_pages(sheet: WarbandSheet, options: PrintOptions, measure: Measure) -> tuple[CardPage, ...]:
    """The pages of cards, each followed by its backs where any card on it has one."""
    fronts = [_front_lines(block, options) for block in sheet.blocks]
    backs = [_back_lines(block) if options.backs and options.rules_text else [] for block in sheet.blocks]
    every = [line for lines in (*fronts, *backs) for line in lines]
    heights = iter(measure(every, FACE_WIDTH))
    front_faces = [_filled(lines, [next(heights) for _ in lines]) for lines in fronts]
    back_faces = [_filled(lines, [next(heights) for _ in lines]) for lines in backs]
    cards: list[Card] = []
    for front, back in zip(front_faces, back_faces, strict=True):
        cards += _cards(front, back)
    return tuple(_placed(cards, *CARD_GRID[options.page]))


def _front_lines(block: WarriorBlock, options: PrintOptions) -> list[CardLine]:
    lines = [CardLine("name", block, text=type_line(block))]
    if block.statline:
        lines.append(CardLine("statline", block))
    lines += [CardLine("words", block, words=one) for one in words_of(block, options, short_notes=False)]
    if block.track:
        per_row, pitch = (30, 1.9) if len(block.track) > 30 else (14, 3.4)
        drawing = track_drawing(block.track, per_row, pitch, crosses=options.ink_saving)
        lines.append(CardLine("track", block, track=drawing, text=str(block.experience)))
    return lines


def _back_lines(block: WarriorBlock) -> list[CardLine]:
    lines: list[CardLine] = []
    for link in {(link.kind, link.key): link for link in block.links}.values():
        first, *more = chunks(link.summary)
        lines.append(CardLine("rule", block, rule=link, text=first))
        lines += [CardLine("rule", block, text=chunk) for chunk in more]
    return [CardLine("continued", block, text=f"{block.type_name}, rules"), *lines] if lines else []


def _filled(lines: Sequence[CardLine], heights: Sequence[float]) -> list[Face]:
    """Lines into faces, none fuller than a card."""
    faces: list[list[CardLine]] = []
    room = 0.0
    for line, height in zip(lines, heights, strict=True):
        if not faces or height > room:
            room = FACE_HEIGHT - (CONTINUED_HEIGHT if faces else 0)
            faces.append([])
        faces[-1].append(line)
        room -= height
    return [Face(tuple(face)) for face in faces]


def _cards(front: list[Face], back: list[Face]) -> Iterator[Card]:
    """One card if a face holds each side; otherwise double cards, the rules going on where there is room."""
    if len(front) <= 1 and len(back) <= 1:
        yield Card(tuple(front), tuple(back))
        return
    faces = [*front, *back]
    block = front[0].lines[0].block
    each = 4 if back else 2
    for start in range(0, len(faces), each):
        some = faces[start : start + each]
        if start:
            told = CardLine("continued", block, text=f"{shortened(block.name, 28)}, continued")
            some[0] = Face((told, *some[0].lines))
        yield Card(tuple(some[:2]), tuple(some[2:]))


def _placed(cards: Iterable[Card], across: int, down: int) -> Iterator[CardPage]:
    column = row = 0
    page: list[Card] = []
    for card in cards:
        if column + card.columns > across:
            column, row = 0, row + 1
        if row == down:
            yield from _both_sides(page, across, down)
            page, column, row = [], 0, 0
        page.append(replace(card, x=column * CARD_WIDTH, y=row * CARD_HEIGHT))
        column += card.columns
    if page:
        yield from _both_sides(page, across, down)


def _both_sides(cards: Sequence[Card], across: int, down: int) -> Iterator[CardPage]:
    marks = _cut_marks(across, down)
    yield CardPage(tuple(PlacedCard(card.front, card.columns, card.x, card.y) for card in cards), False, marks)
    # Turned over, the sheet shows its columns from right to left.
    whole = across * CARD_WIDTH
    backs = tuple(
        PlacedCard(card.back, card.columns, whole - card.x - card.columns * CARD_WIDTH, card.y)
        for card in cards
        if card.back
    )
    if backs:
        yield CardPage(backs, True, marks)


@lru_cache(maxsize=4)
def _cut_marks(across: int, down: int) -> Drawing:
    """Hairlines outside the grid, and a small cross where four cards meet."""
    length, cross = 4.0, 1.5
    width, height = across * CARD_WIDTH, down * CARD_HEIGHT
    columns = [length + column * CARD_WIDTH for column in range(across + 1)]
    rows = [length + row * CARD_HEIGHT for row in range(down + 1)]
    path = ""
    for x in columns:
        path += f"M{x:g} 0v{length - 1:g}M{x:g} {height + length + 1:g}v{length - 1:g}"
        for y in rows:
            path += f"M{x:g} {y - cross:g}v{2 * cross:g}M{x - cross:g} {y:g}h{2 * cross:g}"
    for y in rows:
        path += f"M0 {y:g}h{length - 1:g}M{width + length + 1:g} {y:g}h{length - 1:g}"
    inner = f"<path fill='none' stroke='#000' stroke-width='.1' d='{path}'/>"
    whole = width + 2 * length, height + 2 * length
    return Drawing(svg_source(*whole, inner), "Cut marks", *whole)
