"""The report of a battle as a form: one page for all sides, drawn from what was typed or from what was told before.

A field's name begins with its side: ``s0-out-3-1`` is how many of the fourth warrior of the first side fell to the
second of those who put some of them out. What cannot be read is told as a refusal; the page then draws what was typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from campaigns.battle.forces import Fighter, Force
from campaigns.battle.reports import MOST_OF_A_KIND, OF_A_HAPPENING, credited, may_earn
from campaigns.battle.told import HAPPENING, Earned, Fallen, Loot, SideTold, Told
from campaigns.postbattle.after import MOST, Kind, entry_of, token_of
from campaigns.postbattle.report import Outcome
from mordheim.rules.plainfile import clean_line
from mordheim.rules.posted import whole
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Award, Scenario
from mordheim.rules.snapshot import Piece
from warbands.roster.refusals import Refused

# Rows for things, and at most so many where a report that was told before fills more.
ITEM_ROWS, MOST_ROWS = 4, 40
FEW_SIDES = 3
# More than anybody counts: what a battle allows is asked elsewhere.
MOST_COUNTED = 9_999_999
RESULTS: tuple[tuple[Outcome, str], ...] = (("won", "Won"), ("drew", "Drew"), ("lost", "Lost"))


@dataclass(frozen=True)
class Number:
    """A count to type or to step through. ``hint`` names a hero as the selects of by whom do."""

    name: str
    value: str
    label: str
    most: int = 99
    hint: str = ""


@dataclass(frozen=True)
class Box:
    """Something to tick."""

    name: str
    value: str
    label: str
    checked: bool


@dataclass(frozen=True)
class ByWhom:
    """Who put somebody out of action: the options with the chosen one marked."""

    name: str
    label: str
    options: SafeString


@dataclass(frozen=True)
class OutLine:
    """How many of a warrior's name fell to one and the same, and who that was."""

    count: Number
    by: ByWhom

    @property
    def is_used(self) -> bool:
        return self.count.value not in ("", "0")


@dataclass(frozen=True)
class OutRow:
    """A warrior or group who may be out of action. A group has a line for each of those who put some of it out."""

    fighter: Fighter
    lines: tuple[OutLine, ...]
    strangled: Number | None

    @property
    def first(self) -> OutLine:
        return self.lines[0]

    @property
    def more(self) -> tuple[OutLine, ...]:
        return self.lines[1:]

    @property
    def more_used(self) -> bool:
        return any(line.is_used for line in self.more)


@dataclass(frozen=True)
class AwardRows:
    """A scenario's experience: who may have earned it, and how often, or how many points where dice said so."""

    award: Award
    counts: tuple[Number, ...]

    @property
    def is_points(self) -> bool:
        return counts_points(self.award)


@dataclass(frozen=True)
class LootFields:
    """Gold, shards and things."""

    gold: Number
    shards: Number
    items: tuple[tuple[Number, Number], ...]

    @property
    def has_items(self) -> bool:
        return any(name.value for _, name in self.items)


@dataclass(frozen=True)
class SideFields:
    """All that is asked about one side."""

    force: Force
    ally: str
    results: tuple[Box, ...]
    routed: Box
    out: tuple[OutRow, ...]
    enemies: tuple[Number, ...]
    awards: tuple[AwardRows, ...]
    used: tuple[Box, ...]
    missed: tuple[Box, ...]
    away: tuple[Fighter, ...]
    carried: LootFields
    share: LootFields
    after: tuple[Box, ...] = ()

    @property
    def enemies_changed(self) -> bool:
        return any(one.value for one in self.enemies)

    @property
    def any_missed(self) -> bool:
        return any(one.checked for one in self.missed)


def counts_points(award: Award) -> bool:
    """Whether points are told, and not how often: where dice gave them, or where they are spread."""
    return award.who == "spread" or not isinstance(award.amount, int)


def points_each(award: Award) -> int:
    """How many points one of what is counted stands for."""
    return 1 if award.who == "spread" or not isinstance(award.amount, int) else award.amount


class ReportForm:
    """The form of a battle's report.

    Args:
        forces: the sides as they stood.
        scenario: what it was about.
        rulebook: the rules.
        data: what was posted, lists by name.
        told: a report to begin with, where nothing was posted.
        letters: how alliances are called, by place.
    """

    def __init__(
        self,
        forces: Sequence[Force],
        scenario: Scenario | None,
        rulebook: Rulebook,
        *,
        data: Mapping[str, list[str]] | None = None,
        told: Told | None = None,
        letters: Sequence[str] = (),
    ) -> None:
        self.forces, self.scenario, self._rulebook = forces, scenario, rulebook
        self._letters = letters or [""] * len(forces)
        filled = filled_in(told, forces, rulebook, scenario) if told else {}
        self._values: Mapping[str, list[str]] = filled if data is None else data

    # --- what stands in a field

    def _text(self, name: str) -> str:
        return clean_line((self._values.get(name) or [""])[0])[:200]

    def _has(self, name: str, value: str) -> bool:
        return value in self._values.get(name, ())

    def _number(self, name: str, label: str, most: int = MOST_OF_A_KIND, hint: str = "") -> Number:
        return Number(name, self._text(name), label, most, hint)

    def _count(self, name: str, what: str) -> int:
        """The number in a field, 0 where it is empty. Raises Refused for what is none."""
        text = self._text(name)
        if not text:
            return 0
        number = whole(text, MOST_COUNTED)
        if number is None:
            raise Refused(f"{what}: {text} is no number.", code="number")
        return number

    # --- drawn

    @cached_property
    def sides(self) -> list[SideFields]:
        return [self._side(force) for force in self.forces]

    @property
    def may_share(self) -> bool:
        """Whether several may win together."""
        return len(self.forces) > 2

    @property
    def by_agreement(self) -> Box:
        return Box("agreement", "yes", "The game was ended by agreement", self._has("agreement", "yes"))

    @property
    def found(self) -> LootFields:
        return self._loot("found", "the winners found")

    @property
    def item_names(self) -> list[str]:
        """Everything that may be found, for the browser to suggest."""
        return sorted(item.name for item in self._rulebook.items.values())

    def _side(self, force: Force) -> SideFields:
        p = f"s{force.place}"
        standing = [(n, fighter) for n, fighter in enumerate(force.fighters) if not fighter.away]
        heroes = [(n, fighter) for n, fighter in standing if fighter.is_hero]
        chosen = self._text(f"{p}-result")
        return SideFields(
            force=force,
            ally=self._letters[force.place],
            results=tuple(Box(f"{p}-result", key, label, chosen == key) for key, label in RESULTS),
            routed=Box(f"{p}-routed", "yes", "It routed", self._has(f"{p}-routed", "yes")),
            out=tuple(self._out(force, n, fighter) for n, fighter in standing),
            enemies=tuple(
                self._number(f"{p}-enemies-{n}", fighter.name, hint=f"{force.place}-{n}") for n, fighter in heroes
            ),
            awards=tuple(self._award(p, award, standing) for award in self._awards),
            used=tuple(self._used(p, standing)),
            missed=tuple(
                Box(f"{p}-missed", str(n), fighter.name, self._has(f"{p}-missed", str(n))) for n, fighter in standing
            ),
            away=tuple(fighter for fighter in force.fighters if fighter.away),
            carried=self._loot(f"{p}-carried", force.name),
            share=self._loot(f"{p}-share", f"the share of {force.name}"),
            after=tuple(self._after(p)),
        )

    @cached_property
    def _awards(self) -> tuple[Award, ...]:
        """Those of the scenario, and what a happening gave where somebody has earned it."""
        awards = tuple(self.scenario.awards) if self.scenario else ()
        rewarded = any(f"-award-{HAPPENING}-" in name for name in self._values)
        return (*awards, OF_A_HAPPENING) if rewarded else awards

    def _after(self, p: str) -> Iterator[Box]:
        """What the battle hands over to the night, each ticked until somebody strikes it out. What cannot be read is
        told when the form is."""
        kept = self._values.get(f"{p}-after", ())
        for token in dict.fromkeys((*self._values.get(f"{p}-after-was", ()), *kept)):
            try:
                told = entry_of(token).told(self._rulebook)
            except Refused:
                continue
            yield Box(f"{p}-after", token, told, token in kept)

    def _out(self, force: Force, n: int, fighter: Fighter) -> OutRow:
        p = f"s{force.place}"
        lines = []
        for k in range(self._lines_of(p, n, fighter)):
            count = self._number(f"{p}-out-{n}-{k}", f"{fighter.name} out of action", fighter.size)
            by = f"{p}-by-{n}-{k}"
            lines.append(OutLine(count, ByWhom(by, f"{fighter.name}: by whom?", self._options(force, self._text(by)))))
        strangled = None
        if fighter.strangles:
            label = f"Of {fighter.name}, by their own chain"
            strangled = self._number(f"{p}-strangled-{n}", label, fighter.size)
        return OutRow(fighter, tuple(lines), strangled)

    def _lines_of(self, p: str, n: int, fighter: Fighter) -> int:
        most = 3 if len(self.forces) <= FEW_SIDES else 2
        lines = self._filled(f"{p}-out-{n}", most, fighter.size)
        return min(fighter.size, lines) if fighter.is_group else 1

    def _filled(self, name: str, least: int, most: int) -> int:
        """How many numbered fields of a name there are: ``least``, or more where they are filled."""
        count = least
        while count < most and f"{name}-{count}" in self._values:
            count += 1
        return count

    def _options(self, force: Force, chosen: str) -> SafeString:
        marked = self._all_options[force.place]
        if chosen:
            value = f'value="{escape(chosen)}"'
            marked = marked.replace(value, f"{value} selected", 1)
        return mark_safe(marked)  # noqa: S308  (each name was escaped)

    @cached_property
    def _all_options(self) -> list[str]:
        """For each side all who may have put its warriors out. Of many sides only heroes are named: nobody else's
        count matters."""
        return ["".join(self._enemies(force)) for force in self.forces]

    def _enemies(self, force: Force) -> Iterator[str]:
        yield '<option value="">nobody knows'
        for enemy in self.forces:
            if not enemy.is_against(force):
                continue
            yield f'<optgroup label="{escape(enemy.name)}">'
            for n, fighter in enumerate(enemy.fighters):
                if not fighter.away and (fighter.is_hero or len(self.forces) <= FEW_SIDES):
                    yield f'<option value="{enemy.place}-{n}">{escape(fighter.name)}'
            yield f'<option value="{enemy.place}-">somebody of {escape(enemy.name)}</optgroup>'

    def _award(self, p: str, award: Award, standing: Sequence[tuple[int, Fighter]]) -> AwardRows:
        rows = (
            self._number(f"{p}-award-{award.key}-{n}", fighter.name)
            for n, fighter in standing
            if may_earn(award, fighter)
        )
        return AwardRows(award, tuple(rows))

    def _used(self, p: str, standing: Sequence[tuple[int, Fighter]]) -> Iterator[Box]:
        for n, fighter in standing:
            for thing in fighter.things:
                name = f"{p}-used-{n}"
                yield Box(name, thing.key, f"{thing.name}, {fighter.name}", self._has(name, thing.key))

    def _loot(self, p: str, whose: str) -> LootFields:
        rows = tuple(
            (
                self._number(f"{p}-count-{n}", f"How many, {whose}, thing {n + 1}"),
                Number(f"{p}-item-{n}", self._text(f"{p}-item-{n}"), f"Thing {n + 1}, {whose}"),
            )
            for n in range(self._filled(f"{p}-item", ITEM_ROWS, MOST_ROWS))
        )
        gold = self._number(f"{p}-gold", "Gold crowns", 1_000_000)
        return LootFields(gold, self._number(f"{p}-shards", "Shards of wyrdstone", 10_000), rows)

    # --- read

    def told(self) -> Told:
        """What was typed.

        Raises:
            Refused: for what cannot be read, with its place.
        """
        sides = tuple(self._side_told(force) for force in self.forces)
        return Told(sides, self.by_agreement.checked, self._loot_told("found", "What the winners found"))

    def _side_told(self, force: Force) -> SideTold:
        p = f"s{force.place}"
        result = next((key for key, _ in RESULTS if key == self._text(f"{p}-result")), None)
        if result is None:
            raise Refused(f"Say how the battle ended for {force.name}.", code="result")
        standing = [(n, fighter) for n, fighter in enumerate(force.fighters) if not fighter.away]
        return SideTold(
            result=result,
            routed=self._has(f"{p}-routed", "yes"),
            fallen=tuple(one for n, fighter in standing for one in self._fallen(force, n, fighter)),
            enemies_out=dict(self._enemies_told(p, standing)),
            earned=tuple(self._earned(p, standing)),
            used={
                fighter.name: tuple(self._values.get(f"{p}-used-{n}", ()))
                for n, fighter in standing
                if self._values.get(f"{p}-used-{n}")
            },
            missed=tuple(fighter.name for n, fighter in standing if self._has(f"{p}-missed", str(n))),
            carried=self._loot_told(f"{p}-carried", force.name),
            share=self._loot_told(f"{p}-share", f"The share of {force.name}") if result == "won" else Loot(),
            after=tuple(self._after_told(p)),
        )

    def _after_told(self, p: str) -> Iterator[Kind]:
        """What was not struck out. Raises Refused for what nothing has handed over."""
        tokens = self._values.get(f"{p}-after", ())
        if len(tokens) > MOST:
            raise Refused(f"A battle hands over at most {MOST} things.", code="after")
        return (entry_of(token) for token in tokens)

    def _fallen(self, force: Force, n: int, fighter: Fighter) -> Iterator[Fallen]:
        p = f"s{force.place}"
        for k in range(self._lines_of(p, n, fighter)):
            count = self._count(f"{p}-out-{n}-{k}", f"{fighter.name} out of action")
            if count:
                side, by = self._by_told(f"{p}-by-{n}-{k}")
                yield Fallen(fighter.name, count, 0, side, by)
        strangled = self._count(f"{p}-strangled-{n}", f"{fighter.name} by their own chain") if fighter.strangles else 0
        if strangled:
            yield Fallen(fighter.name, strangled, strangled)

    def _by_told(self, name: str) -> tuple[int | None, str]:
        place, _, number = self._text(name).partition("-")
        side = whole(place, len(self.forces) - 1)
        if side is None:
            return None, ""
        fighters = self.forces[side].fighters
        known = whole(number, len(fighters) - 1)
        return side, "" if known is None else fighters[known].name

    def _enemies_told(self, p: str, standing: Sequence[tuple[int, Fighter]]) -> Iterator[tuple[str, int]]:
        for n, fighter in standing:
            if fighter.is_hero and self._text(f"{p}-enemies-{n}"):
                yield fighter.name, self._count(f"{p}-enemies-{n}", f"Enemies put out by {fighter.name}")

    def _earned(self, p: str, standing: Sequence[tuple[int, Fighter]]) -> Iterator[Earned]:
        for award in self._awards:
            for n, fighter in standing:
                if count := self._count(f"{p}-award-{award.key}-{n}", f"{award.name}, {fighter.name}"):
                    yield Earned(award.key, fighter.name, count * points_each(award))

    def _loot_told(self, p: str, whose: str) -> Loot:
        pieces = []
        for n in range(self._filled(f"{p}-item", ITEM_ROWS, MOST_ROWS)):
            if text := self._text(f"{p}-item-{n}"):
                count = self._count(f"{p}-count-{n}", f"{whose}, {text}") or 1
                pieces.append(self._piece(text, count))
        gold, shards = (self._count(f"{p}-{what}", f"{whose}, {what}") for what in ("gold", "shards"))
        return Loot(gold, shards, tuple(pieces))

    def _piece(self, text: str, count: int) -> Piece:
        """``gromril sword`` as a piece. Raises Refused for what the rules do not have."""
        first, _, rest = text.partition(" ")
        material = next((key for key in self._rulebook.materials if key == first.casefold() and rest), None)
        wanted = (rest if material else text).casefold()
        for item in self._rulebook.items.values():
            if wanted in (item.name.casefold(), item.key):
                return Piece(item.key, material, count)
        raise Refused(f"There is no {text} in the rules: choose one that is suggested.", code="unknown_key")


# --- from a report to fields ----------------------------------------------------------------------------------------


def filled_in(
    told: Told, forces: Sequence[Force], rulebook: Rulebook, scenario: Scenario | None
) -> dict[str, list[str]]:
    """A report as it would have been typed."""
    found: dict[str, list[str]] = dict(_loot_filled("found", told.found, rulebook))
    if told.by_agreement:
        found["agreement"] = ["yes"]
    counts = credited(told, forces)
    each = {award.key: points_each(award) for award in scenario.awards} if scenario else {}
    for side, force in zip(told.sides, forces, strict=True):
        p, places = f"s{force.place}", {fighter.name: n for n, fighter in enumerate(force.fighters)}
        found.update(_side_filled(p, side, places, rulebook))
        found.update(_fallen_filled(p, side, places, forces))
        for name, count in side.enemies_out.items():
            if count != counts[force.place].get(name, 0):
                found[f"{p}-enemies-{places[name]}"] = [str(count)]
        for one in side.earned:
            found[f"{p}-award-{one.award}-{places[one.name]}"] = [str(one.points // each.get(one.award, 1))]
    return found


def _side_filled(
    p: str, side: SideTold, places: Mapping[str, int], rulebook: Rulebook
) -> Iterator[tuple[str, list[str]]]:
    yield f"{p}-result", [side.result]
    if side.routed:
        yield f"{p}-routed", ["yes"]
    for name, keys in side.used.items():
        yield f"{p}-used-{places[name]}", list(keys)
    yield f"{p}-missed", [str(places[name]) for name in side.missed]
    yield from _loot_filled(f"{p}-carried", side.carried, rulebook)
    yield from _loot_filled(f"{p}-share", side.share, rulebook)
    if side.after:
        yield f"{p}-after", [token_of(entry) for entry in side.after]


def _fallen_filled(
    p: str, side: SideTold, places: Mapping[str, int], forces: Sequence[Force]
) -> Iterator[tuple[str, list[str]]]:
    lines: dict[str, int] = {}
    for one in side.fallen:
        n, k = places[one.name], lines.get(one.name, 0)
        if one.strangled:
            yield f"{p}-strangled-{n}", [str(one.strangled)]
        if one.count > one.strangled:
            yield f"{p}-out-{n}-{k}", [str(one.count - one.strangled)]
            yield f"{p}-by-{n}-{k}", [_by_filled(one, forces)]
            lines[one.name] = k + 1


def _by_filled(one: Fallen, forces: Sequence[Force]) -> str:
    if one.by_side is None:
        return ""
    names = [fighter.name for fighter in forces[one.by_side].fighters]
    return f"{one.by_side}-{names.index(one.by)}" if one.by in names else f"{one.by_side}-"


def _loot_filled(p: str, loot: Loot, rulebook: Rulebook) -> Iterator[tuple[str, list[str]]]:
    if loot.gold:
        yield f"{p}-gold", [str(loot.gold)]
    if loot.shards:
        yield f"{p}-shards", [str(loot.shards)]
    for n, piece in enumerate(loot.items):
        item = rulebook.items.get(piece.item)
        name = item.name if item else piece.item
        yield f"{p}-item-{n}", [f"{piece.material} {name}" if piece.material else name]
        yield f"{p}-count-{n}", [str(piece.quantity)]


def lists_of(data: Any) -> dict[str, list[str]]:
    """A posted form as lists by name."""
    return dict(data.lists())
