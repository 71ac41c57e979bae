"""What stands on paper, before it is set: options, blocks, the roster sheet's pages, as plain structures.

The template only sets what is decided here: which lines a block has and in which order, where a text goes that has
no bound, how high the rows of blocks are so that three of heroes fill a page below the head. Heights are in mm and
only the least: a row grows with what is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date
from functools import lru_cache
from typing import Any, Literal, get_args
from urllib.parse import quote

from mordheim.rules.rulebook import Rulebook
from warbands.roster.sheet import GearLine, TrackBox, WarbandSheet, WarriorBlock, experience_track

SheetChoice = Literal["roster", "cards", "reference", "all"]
PageSize = Literal["a4", "letter"]
SHEET_NAMES = {"roster": "Roster sheet", "cards": "Warrior cards", "reference": "Quick reference"}


# --- what is asked for ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PrintOptions:
    """What a player may choose. ``backs`` gives cards their rules on the back, if rules are printed at all."""

    sheet: SheetChoice = "roster"
    page: PageSize = "a4"
    ink_saving: bool = False
    rules_text: bool = True
    notes: bool = True
    stash: bool = True
    blank: bool = False
    backs: bool = True

    def as_dict(self) -> dict[str, str | bool]:
        return asdict(self)

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> PrintOptions:
        """Options as they were stored; what is not known or not there is at its default.

        Raises:
            ValueError: for a sheet or a page size that there is not.
        """
        known = {field.name: stored[field.name] for field in fields(cls) if field.name in stored}
        options = cls(**known)
        if options.sheet not in get_args(SheetChoice):
            raise ValueError(f"There is no sheet called {options.sheet!r}.")
        if options.page not in get_args(PageSize):
            raise ValueError(f"There is no page size called {options.page!r}.")
        return options

    @property
    def sheets(self) -> tuple[str, ...]:
        if self.blank:
            return ("roster",)
        return tuple(SHEET_NAMES) if self.sheet == "all" else (self.sheet,)


@dataclass(frozen=True)
class PrintContext:
    """What stands in head and foot. The day is handed in: a render never asks the clock."""

    printed_on: date
    player: str = ""
    campaign: str = ""
    public_url: str = ""

    @property
    def day(self) -> str:
        return f"{self.printed_on.day} {self.printed_on:%B %Y}"


def blank_sheet(rulebook: Rulebook, type_key: str | None = None) -> WarbandSheet:
    """An empty sheet to write on, of a warband type or of any.

    Raises:
        KeyError: when the rulebook has no such warband type.
    """
    kind = rulebook.warband_types[type_key] if type_key else None
    return WarbandSheet(
        name="",
        type_key=kind.key if kind else "",
        type_name=kind.name if kind else "",
        battles=0,
        starting_gold=kind.starting_gold if kind else 0,
        treasury=None,
        cost=None,
        wyrdstone=0,
        rating=None,
        experience=0,
        warriors=0,
        warriors_max=kind.warriors_max if kind else 0,
        legal=True,
        problems=(),
        rules=(),
        blocks=(),
        stash=(),
        effects=(),
        notes="",
        hero_track=experience_track(rulebook, "hero", 0),
        group_track=experience_track(rulebook, "henchman", 0),
    )


# --- drawings ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Drawing:
    """A picture in the document: its address, what it says to the ear, its size in mm."""

    source: str
    alt: str
    width: float
    height: float


def svg_source(width: float, height: float, inner: str) -> str:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">{inner}</svg>'
    return "data:image/svg+xml," + quote(svg, safe=" =:/'\"<>,;")


@lru_cache(maxsize=512)
def track_drawing(track: tuple[TrackBox, ...], per_row: int, pitch: float, *, crosses: bool) -> Drawing:
    """An experience track: thin boxes, heavy ones for the advances, those reached filled or crossed.

    A row of boxes is four dashed lines, since a path for each of ninety boxes costs more than the rest of a block.
    """
    rows = -(-len(track) // per_row)
    line, side = 0.14, pitch * 0.66
    near, gap = (pitch - side) / 2, pitch - side
    edges: list[str] = []
    sides: list[str] = []
    fills: list[str] = []
    for row in range(rows):
        boxes = track[row * per_row : (row + 1) * per_row]
        top, middle = row * pitch + near, (row + 0.5) * pitch
        end = len(boxes) * pitch - near
        edges += [f"M{near:.2f} {y:.2f}H{end:.2f}" for y in (top, top + side)]
        sides.append(f"M{near - line / 2:.2f} {middle:.2f}H{end + line:.2f}")
        if (filled := sum(box.filled for box in boxes)) and not crosses:
            fills.append(f"M{near:.2f} {middle:.2f}H{filled * pitch - near:.2f}")
    heavy: list[str] = []
    crossed: list[str] = []
    for place, box in enumerate(track):
        x, y = (place % per_row) * pitch, (place // per_row) * pitch
        if box.advance:
            wide = pitch * 0.78
            edge = (pitch - wide) / 2
            heavy.append(f"M{x + edge:.2f} {y + edge:.2f}h{wide:.2f}v{wide:.2f}h-{wide:.2f}z")
        if box.filled and crosses:
            left, right, above, below = x + near, x + near + side, y + near, y + near + side
            crossed.append(
                f"M{left:.2f} {above:.2f}L{right:.2f} {below:.2f}M{right:.2f} {above:.2f}L{left:.2f} {below:.2f}"
            )
    dashes = f"{line} {side - line:.3f} {line} {gap - line:.3f}"
    inner = "<g fill='none' stroke='#000'>" + "".join(
        f"<path d='{''.join(path)}' stroke-width='{width:.3g}'{dashed}/>"
        for path, width, dashed in (
            (edges, line, f" stroke-dasharray='{side:.3f} {gap:.3f}'"),
            (sides, side + line, f" stroke-dasharray='{dashes}'"),
            (fills, side, f" stroke-dasharray='{side:.3f} {gap:.3f}'"),
            (heavy, 0.5, ""),
            (crossed, 0.2, ""),
        )
        if path
    )
    inner += "</g>"
    width, height = per_row * pitch, rows * pitch
    reached = sum(box.filled for box in track)
    advances = ", ".join(str(box.number) for box in track if box.advance)
    return Drawing(
        svg_source(width, height, inner),
        f"Experience track: {reached} of {len(track)} boxes filled; advances at {advances}",
        width,
        height,
    )


# --- what stands in a block -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Phrase:
    """A piece of text, and what is added to it in small."""

    text: str
    small: str = ""


@dataclass(frozen=True)
class Words:
    """A labelled line: ``Equipment`` and what there is of it."""

    label: str
    phrases: tuple[Phrase, ...]
    strong: bool = False


@dataclass(frozen=True)
class PrintedBlock:
    """A warrior's block, or a blank one (``block`` is ``None``)."""

    block: WarriorBlock | None
    kind: str
    type_line: str
    words: tuple[Words, ...]
    track: Drawing | None
    experience: str
    points: str


# A note of more letters is printed at the end, where text may run over a page.
SHORT_NOTE = 160
# The same for the stash, which otherwise stands in the head.
SHORT_STASH = 280


def words_of(block: WarriorBlock, options: PrintOptions, *, short_notes: bool = True) -> Iterator[Words]:
    if block.status:
        yield Words("", tuple(Phrase(_capital(told)) for told in block.status), strong=True)
    gear = [Phrase(line.told, line.numbers) for line in block.gear]
    gear += [Phrase(link.name, "free") for link in block.free_gear]
    if gear:
        yield Words("Equipment", tuple(gear))
    saves = [Phrase(block.save.needed, block.save.why)] if block.save else []
    if shot := block.save_against_shooting:
        saves.append(Phrase(f"{shot.needed} against shooting", shot.why))
    if stun := block.stun_save:
        saves.append(Phrase(f"stunned to knocked down on {stun.needed}", stun.why))
    if saves:
        yield Words("Save", tuple(saves))
    if bands := block.injury_bands:
        yield Words("Injury die", (Phrase(bands.needed, bands.why),))
    if heard := block.leader_range:
        yield Words("Leads within", (Phrase(heard.needed, heard.why),))
    for label, links in (
        ("Rules", block.rules),
        ("Skills", block.skills),
        ("Spells", block.spells),
        ("Mutations", block.mutations),
    ):
        if links:
            yield Words(label, tuple(Phrase(link.told) for link in links))
    if block.injuries:
        yield Words("Injuries", tuple(Phrase(injury.name, injury.detail) for injury in block.injuries))
    if block.upkeep:
        yield Words("Upkeep", (Phrase(f"{block.upkeep} gc"),))
    if options.notes and block.notes:
        if not short_notes:
            yield from (Words("Notes" if not n else "", (Phrase(c),)) for n, c in enumerate(chunks(block.notes)))
        elif len(block.notes) <= SHORT_NOTE and "\n" not in block.notes:
            yield Words("Notes", (Phrase(block.notes),))
        else:
            yield Words("Notes", (Phrase("at the end of this sheet"),))


def chunks(text: str, letters: int = 420) -> list[str]:
    """The text in pieces of at most so many letters, broken between lines or words where that can be."""
    pieces: list[str] = []
    for paragraph in text.split("\n"):
        rest = paragraph.strip()
        while len(rest) > letters:
            cut = rest.rfind(" ", letters // 2, letters + 1)
            cut = cut if cut > 0 else letters
            pieces.append(rest[:cut].rstrip())
            rest = rest[cut:].lstrip()
        if rest:
            pieces.append(rest)
    return pieces


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def type_line(block: WarriorBlock) -> str:
    told = f"{block.size} × {block.type_name}" if block.section == "henchman" else block.type_name
    told += ", leader" if block.leads else ""
    return told + (", promoted" if block.promoted else "")


def _printed(block: WarriorBlock, options: PrintOptions) -> PrintedBlock:
    kind = "hero" if block.section == "hero" else "group"
    points = ""
    if block.points and kind == "group" and block.track:
        points = str(block.points.points)
    elif block.points:
        sums = block.points.told
        points = f"{block.points.points} = {sums}" if sums != str(block.points.points) else sums
    return PrintedBlock(
        block=block,
        kind=kind,
        type_line=type_line(block),
        words=tuple(words_of(block, options)),
        track=_track(kind, block.track, options),
        experience=str(block.experience) if block.learns else "none gained",
        points=points,
    )


def _blank(kind: str, track: tuple[TrackBox, ...], options: PrintOptions) -> PrintedBlock:
    return PrintedBlock(None, kind, "", (), _track(kind, track, options), "", "")


def _track(kind: str, track: tuple[TrackBox, ...], options: PrintOptions) -> Drawing | None:
    if not track:
        return None
    if kind == "hero":
        return track_drawing(track, 30, 2.5, crosses=options.ink_saving)
    return track_drawing(track, max(14, min(30, len(track))), 3.0, crosses=options.ink_saving)


# --- the roster sheet -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figure:
    """A figure of the head: ``Rating 107``."""

    label: str
    value: str


@dataclass(frozen=True)
class NoteText:
    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class BlockRows:
    """Blocks side by side, ``height`` in mm the least that a row has."""

    title: str
    kind: str
    rows: tuple[tuple[PrintedBlock, ...], ...]
    height: float


HEROES_A_ROW, GROUPS_A_ROW = 2, 3
# What a page holds between head and foot, in mm: (height, letters of small text across it).
_ROSTER_AREA: Mapping[PageSize, tuple[float, int]] = {"a4": (182.0, 205), "letter": (188.0, 190)}
_TITLE_HEIGHT, _LINE_HEIGHT, _ROW_GAP, _HEADING_HEIGHT = 11.5, 3.7, 2.4, 6.0
_PROBLEM_FRAME = 8.0
# Left free on each page, so that a block with a line more than usual does not push a row to the next page.
_ROOM_TO_GROW = 8.0
# Padding and rules of a block, which its height does not count.
_CELL_EDGES = 2.5


def shortened(name: str, letters: int) -> str:
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"


def roster_pages(sheet: WarbandSheet, options: PrintOptions) -> dict[str, Any]:
    """The head, three rows of heroes below it, four rows of groups and hired swords, then what is long."""
    lines = tuple(_head_lines(sheet, options))
    height, across = _ROSTER_AREA[options.page]
    texts = [" ".join(f"{p.text} {p.small}" for p in line.phrases) for line in lines]
    texts += [problem.message for problem in sheet.problems]
    head = _TITLE_HEIGHT + _LINE_HEIGHT * sum(max(1, -(-len(text) // across)) for text in texts)
    head += _PROBLEM_FRAME if sheet.problems else 0
    heroes = (height - _ROOM_TO_GROW - head - 4 * _ROW_GAP) / 3
    rows = max(3, -(-len(sheet.henchmen) // GROUPS_A_ROW)) + max(1, -(-len(sheet.hired_swords) // GROUPS_A_ROW))
    rows = 4 if rows == 4 else 5
    group = (height - _ROOM_TO_GROW - 2 * _HEADING_HEIGHT - (rows + 2) * _ROW_GAP) / rows
    return {
        "figures": tuple(_figures(sheet)),
        "lines": lines,
        "heroes": _rows("Heroes", "hero", sheet.heroes, 6, max(heroes, 40.0), sheet, options),
        "others": (
            _rows("Henchman groups", "group", sheet.henchmen, 9, group, sheet, options),
            _rows("Hired swords", "group", sheet.hired_swords, 3, group, sheet, options),
        ),
        "texts": tuple(_texts(sheet, options)),
    }


def _rows(
    title: str,
    kind: str,
    blocks: Sequence[WarriorBlock],
    least: int,
    height: float,
    sheet: WarbandSheet,
    options: PrintOptions,
) -> BlockRows:
    across = HEROES_A_ROW if kind == "hero" else GROUPS_A_ROW
    printed = [_printed(block, options) for block in blocks]
    wanted = max(least, -(-len(printed) // across) * across)
    track = sheet.hero_track if kind == "hero" else sheet.group_track
    printed += [_blank(kind, track, options)] * (wanted - len(printed))
    rows = tuple(tuple(printed[start : start + across]) for start in range(0, wanted, across))
    return BlockRows(title, kind, rows, round(height - _CELL_EDGES, 1))


def _figures(sheet: WarbandSheet) -> Iterator[Figure]:
    is_blank = not sheet.name
    yield Figure("Gold crowns", "" if sheet.treasury is None else str(sheet.treasury))
    yield Figure("Wyrdstone", "" if is_blank else str(sheet.wyrdstone))
    of = f" of {sheet.warriors_max}" if sheet.warriors_max else ""
    yield Figure("Warriors", of if is_blank else f"{sheet.warriors}{of}")
    yield Figure("Battles", "" if is_blank else str(sheet.battles))
    yield Figure("Rating", "" if sheet.rating is None else str(sheet.rating))


def _head_lines(sheet: WarbandSheet, options: PrintOptions) -> Iterator[Words]:
    if sheet.rating is not None:
        yield Words("Rating", (Phrase(rating_told(sheet)),))
    if sheet.effects:
        yield Words("Lasting effects", tuple(Phrase(effect) for effect in sheet.effects))
    if sheet.rules:
        yield Words("Rules of the warband", tuple(Phrase(link.name) for link in sheet.rules))
    if options.stash and sheet.name:
        stash = _stash(sheet.stash)
        if not stash:
            yield Words("Stash", (Phrase("empty"),))
        elif sum(len(phrase.text + phrase.small) for phrase in stash) <= SHORT_STASH:
            yield Words("Stash", stash)
        else:
            yield Words("Stash", (Phrase("at the end of this sheet"),))
    elif options.stash:
        yield Words("Stash", ())


def _stash(stash: Iterable[GearLine]) -> tuple[Phrase, ...]:
    return tuple(Phrase(line.told, line.numbers) for line in stash)


def rating_told(sheet: WarbandSheet) -> str:
    """How the rating comes about: ``heroes 4, 85 + henchmen 10, 50``, with experience apart."""
    parts = []
    for title, blocks in (("Heroes", sheet.heroes), ("henchmen", sheet.henchmen), ("hired swords", sheet.hired_swords)):
        lines = [block.points for block in blocks if block.points]
        if not lines:
            continue
        base = sum(line.size * line.each for line in lines)
        learned = sum(line.size * line.experience for line in lines)
        told = f"{base} + {learned} experience" if learned else str(base)
        parts.append(f"{title} {base + learned}" + (f" ({told})" if learned else ""))
    return _capital(" + ".join(parts)) + f" = {sheet.rating}" if parts else str(sheet.rating)


def _texts(sheet: WarbandSheet, options: PrintOptions) -> Iterator[NoteText]:
    """What is too long for its place, and the warband's own notes."""
    stash = _stash(sheet.stash)
    if options.stash and sum(len(phrase.text + phrase.small) for phrase in stash) > SHORT_STASH:
        told = (f"{phrase.text} ({phrase.small})" if phrase.small else phrase.text for phrase in stash)
        yield NoteText("Stash", ("; ".join(told) + ".",))
    if not options.notes:
        return
    if sheet.notes:
        yield NoteText("Notes", _paragraphs(sheet.notes))
    for block in sheet.blocks:
        if block.notes and (len(block.notes) > SHORT_NOTE or "\n" in block.notes):
            yield NoteText(f"Notes on {block.name}", _paragraphs(block.notes))


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(line for line in text.split("\n") if line.strip())
