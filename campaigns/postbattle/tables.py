"""Charts, places and scales of the night as they are drawn: rows, and the one that was hit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mordheim.rules.happenings import Happening, SpreadsPlague
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Chart, Column, Injury, Location, Lore, Scale, ScaleRow

# Rows beside the one that was hit, which are shown before one asks for the whole of a long chart.
NEAR = 1
LONG = 7
HUGE = 24


@dataclass(frozen=True)
class TableRow:
    """One row: the totals it stands for, what it is called and does. ``near`` rows are shown of a long table."""

    label: str
    name: str
    text: str = ""
    hit: bool = False
    near: bool = True

    @property
    def told(self) -> str:
        """The row as it is named in a line: ``62 Hardened.``"""
        return f"{self.label} {self.name}" + ("" if self.name.endswith((".", "!", "?")) else ".")


@dataclass(frozen=True)
class DiceTable:
    """A table that dice are read from. ``shows`` is what they showed, where they have fallen."""

    key: str
    name: str
    die: str
    rows: tuple[TableRow, ...]
    shows: str = ""

    @property
    def row(self) -> TableRow | None:
        """The row that was hit."""
        return next((row for row in self.rows if row.hit), None)

    @property
    def is_long(self) -> bool:
        return len(self.rows) > LONG

    @property
    def is_huge(self) -> bool:
        """Too long to stand open beside what is due, however wide the screen."""
        return len(self.rows) > HUGE


@dataclass(frozen=True)
class ScaleLine:
    """One row of a scale: its amounts, its values by columns; ``hit`` where the amount lies in it."""

    label: str
    values: tuple[int, ...]
    hit: bool = False


@dataclass(frozen=True)
class ScaleTable:
    """A table without dice. ``column`` is the place of the column in use, where there are several."""

    key: str
    name: str
    of_what: str
    by_what: str
    unit: str
    columns: tuple[str, ...]
    column: int | None
    rows: tuple[ScaleLine, ...]


# --- charts ---------------------------------------------------------------------------------------------------------


def dice_table(rulebook: Rulebook, key: str, totals: Sequence[int] = ()) -> DiceTable | None:
    """The chart, injury, lore or disease of that key, with the rows that totals hit; ``None`` where there is no such
    table."""
    if chart := rulebook.charts.get(key):
        return _table(chart.key, chart.name, chart.die, _chart_rows(chart, totals), totals)
    injury = rulebook.injuries.get(key)
    if injury and injury.outcomes:
        return _table(injury.key, injury.name, "D6", _outcome_rows(injury, totals), totals)
    if lore := rulebook.lores.get(key):
        return _table(lore.key, lore.name, "D6", _lore_rows(rulebook, lore, totals), totals)
    if (happening := rulebook.happenings.get(key)) and (rows := tuple(_symptom_rows(happening, totals))):
        return _table(key, f"{happening.name}: the disease", "D6", rows, totals)
    return None


def _table(key: str, name: str, die: str, rows: Iterable[TableRow], totals: Sequence[int]) -> DiceTable:
    return DiceTable(key, name, die, with_near(tuple(rows)), ", ".join(map(str, totals)))


def with_near(rows: Sequence[TableRow]) -> tuple[TableRow, ...]:
    """The rows marked that stand beside one that was hit, all of a short table."""
    hits = [place for place, row in enumerate(rows) if row.hit]
    if len(rows) <= LONG:
        return tuple(rows)
    return tuple(
        TableRow(row.label, row.name, row.text, row.hit, any(abs(place - hit) <= NEAR for hit in hits))
        for place, row in enumerate(rows)
    )


def span(low: int, high: int | None) -> str:
    if high is None:
        return f"{low} and more"
    return str(low) if low == high else f"{low}–{high}"


def _chart_rows(chart: Chart, totals: Sequence[int]) -> Iterator[TableRow]:
    for row in chart.rows:
        hit = any(row.low <= total <= row.high for total in totals)
        yield TableRow(span(row.low, row.high), row.name, row.summary, hit)


def _outcome_rows(injury: Injury, totals: Sequence[int]) -> Iterator[TableRow]:
    for outcome in injury.outcomes:
        yield TableRow(
            span(min(outcome.faces), max(outcome.faces)),
            outcome.summary,
            "",
            any(total in outcome.faces for total in totals),
        )


def _symptom_rows(happening: Happening, totals: Sequence[int]) -> Iterator[TableRow]:
    """What the disease of a happening does, where it spreads one."""
    for row in (row for step in happening.steps if isinstance(step, SpreadsPlague) for row in step.rows):
        hit = any(row.low <= total <= row.high for total in totals)
        yield TableRow(span(row.low, row.high), row.name, row.summary, hit)


def _lore_rows(rulebook: Rulebook, lore: Lore, totals: Sequence[int]) -> Iterator[TableRow]:
    for row in lore.rows:
        spell = rulebook.spells[row.spell] if row.spell else None
        name = spell.name if spell else "Not in our source: roll again, or choose"
        yield TableRow(str(row.roll), name, spell.summary if spell else "", row.roll in totals)


# --- exploration ----------------------------------------------------------------------------------------------------

SETS = {2: "Double", 3: "Triple", 4: "Four of a kind", 5: "Five of a kind", 6: "Six of a kind"}


def places_table(rulebook: Rulebook, faces: Sequence[int] = ()) -> DiceTable:
    """The places that exploration finds, by set, with the one that the largest set of these faces finds."""
    found = found_set(faces)
    places = sorted(rulebook.locations.values(), key=lambda place: (place.dice, place.face))
    rows = [_place_row(place, found) for place in places]
    return DiceTable("exploration", "Places to find", "by set", with_near(rows), _set_told(*found) if found else "")


def _place_row(place: Location, found: tuple[int, int] | None) -> TableRow:
    return TableRow(
        " ".join([str(place.face)] * place.dice), place.name, place.summary, (place.dice, place.face) == found
    )


def found_set(faces: Sequence[int]) -> tuple[int, int] | None:
    """How many of which face the largest set is, of equal sets the higher face; ``None`` without two alike."""
    counts = Counter(faces)
    largest = max(((count, face) for face, count in counts.items()), default=(0, 0))
    return largest if largest[0] > 1 else None


def _set_told(count: int, face: int) -> str:
    return f"{SETS.get(count, f'{count} of a kind')} {face}"


# --- scales ---------------------------------------------------------------------------------------------------------


def scale_table(scale: Scale, amount: int | None = None, by: int | None = None) -> ScaleTable:
    """A scale with the row of an amount and the column of a second one marked."""
    columns = scale.columns if len(scale.columns) > 1 else ()
    return ScaleTable(
        scale.key,
        scale.name,
        scale.of_what,
        scale.by_what,
        scale.unit,
        tuple(span(one.low, one.high) for one in columns),
        next((place for place, one in enumerate(columns) if _within(one, by)), None),
        tuple(ScaleLine(span(row.low, row.high), row.values, _within(row, amount)) for row in scale.rows),
    )


def _within(row: Column | ScaleRow, amount: int | None) -> bool:
    return amount is not None and row.low <= amount and (row.high is None or amount <= row.high)
