"""The odds as the page draws them: numbers as a reader says them, bars by thousandths, cells by shades."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from encounters.duel.answers import Answer
from encounters.duel.arming import name_of
from encounters.duel.chances import OUTCOMES, Outcome
from encounters.duel.cheat_sheet import Blow, blows, strikes_first
from encounters.duel.duel import Match
from encounters.duel.fighters import Fighter
from encounters.duel.hands import in_hand
from encounters.duel.situations import Situation
from encounters.duel.what_if import Change, WhatIf
from encounters.duel_selectors import HeatMap
from mordheim.rules.combat import Injury

OUTCOME_NAMES: Mapping[Outcome, str] = {
    "no_wound": "Unhurt",
    "wounded": "Wounded",
    "knocked_down": "Knocked down",
    "stunned": "Stunned",
    "out_of_action": "Out of action",
}
OUTCOME_ICONS: Mapping[Outcome, str] = {
    "no_wound": "shield",
    "wounded": "droplet",
    "knocked_down": "arrow-down",
    "stunned": "star",
    "out_of_action": "skull",
}
# What a cell of the map may show: a name, and the outcomes that count.
MEASURES: Mapping[str, tuple[str, tuple[Outcome, ...]]] = {
    "out": ("Out of action", ("out_of_action",)),
    "down": ("Down or worse", ("knocked_down", "stunned", "out_of_action")),
    "hurt": ("Hurt at all", ("wounded", "knocked_down", "stunned", "out_of_action")),
}
SHADES = 5
# So many columns are seen beside the names on a phone.
FIT_A_PHONE = 4
LONGEST_FRACTION = 18


@dataclass(frozen=True)
class Chance:
    """A chance as text, exactly where that is short, and as thousandths of a bar."""

    told: str
    exact: str
    thousandths: int

    @property
    def left(self) -> int:
        """Where its bar begins that ends at the right."""
        return 1000 - self.thousandths


def chance_told(part: Fraction, *, played: bool = False) -> Chance:
    """A chance that was ``played`` has no fraction: it only looks like one."""
    exact = "" if played else str(part)
    return Chance(percent(part), exact if len(exact) <= LONGEST_FRACTION else "", round(part * 1000))


def percent(part: Fraction) -> str:
    """``41.2%``; what is not certain never reads as if it were."""
    rounded = f"{float(part) * 100:.1f}"
    if rounded == "0.0" and part:
        return "<0.1%"
    if rounded == "100.0" and part < 1:
        return ">99.9%"
    return f"{rounded.removesuffix('.0')}%"


@dataclass(frozen=True)
class OutcomeRow:
    """An outcome with its chance for each of the two, the attacker's blows first; one alone where only he strikes."""

    key: Outcome
    name: str
    icon: str
    chances: tuple[Chance, ...]


@dataclass(frozen=True)
class RoundTold:
    """What all attacks of a round, and one attack alone, do: a row for each outcome."""

    round: tuple[OutcomeRow, ...]
    attack: tuple[OutcomeRow, ...]


def rounds_told(match: Match) -> RoundTold:
    both = [match] if match.shot else [match, match.turned]
    return RoundTold(_rows([one.one_round for one in both]), _rows([one.one_attack for one in both]))


def _rows(odds: Sequence[Mapping[Outcome, Fraction]]) -> tuple[OutcomeRow, ...]:
    return tuple(
        OutcomeRow(key, OUTCOME_NAMES[key], OUTCOME_ICONS[key], tuple(chance_told(one[key]) for one in odds))
        for key in OUTCOMES
    )


@dataclass(frozen=True)
class StepTold:
    name: str
    needs: str
    likely: str
    notes: tuple[str, ...]


@dataclass(frozen=True)
class BlowTold:
    """`Blow` in words; ``bands`` are faces of the injury die, each with what it does."""

    weapon: str
    count: int
    strength: int
    hurts: str
    steps: tuple[StepTold, ...]
    bands: tuple[tuple[str, str], ...]
    injury_notes: tuple[str, ...]


INJURY_WORDS = {Injury.KNOCKED_DOWN: "knocked down", Injury.STUNNED: "stunned", Injury.OUT: "out of action"}


def arms_told(fighter: Fighter, situation: Situation) -> str:
    """All that he fights in and with, in words."""
    return ", ".join([name_of(in_hand(fighter, situation)), *(one.name for one in fighter.worn)]).lower()


def chain_of(match: Match) -> tuple[tuple[BlowTold, ...], ...]:
    """The blows of the attacker, and in close combat those of the defender."""
    both = (blows(match, 0),) if match.shot else (blows(match, 0), blows(match, 1))
    return tuple(tuple(map(_blow, one)) for one in both)


def _blow(blow: Blow) -> BlowTold:
    return BlowTold(
        weapon=blow.weapon,
        count=blow.count,
        strength=blow.strength,
        hurts=percent(blow.hurts),
        steps=tuple(StepTold(one.name, one.needs, percent(one.likely), one.notes) for one in blow.steps),
        bands=tuple((one.faces, INJURY_WORDS[one.result]) for one in blow.bands),
        injury_notes=blow.injury_notes,
    )


def seen_first(match: Match) -> str:
    """Who strikes first, as a sentence; empty for shooting."""
    if match.shot:
        return ""
    who, by = strikes_first(match)
    if who is None:
        return "Equal Initiative: a die decides who strikes first."
    reason = "by Initiative" if by == "initiative" else "before Initiative counts"
    return f"{match.fighters[who].name} strikes first, {reason}."


@dataclass(frozen=True)
class DuelTold:
    """Who goes out of action in the end: the attacker's chance to win, the defender's, and that it never ends."""

    wins: tuple[Chance, Chance]
    neither: Chance | None
    rounds: str
    wounds: tuple[str, str]
    error: str
    played: int | None
    seed: int | None
    rounds_error: str
    wounds_error: str


def duel_told(answer: Answer, names: Sequence[str]) -> DuelTold:
    neither = answer.out(None)
    return DuelTold(
        wins=(
            chance_told(answer.out(1), played=answer.error is not None),
            chance_told(answer.out(0), played=answer.error is not None),
        ),
        neither=chance_told(neither) if neither else None,
        rounds="" if answer.rounds is None else f"{float(answer.rounds):.1f}",
        wounds=(f"{float(answer.wounds(0)):.2f}", f"{float(answer.wounds(1)):.2f}"),
        error="" if answer.error is None else f"{answer.error * 100:.1f}",
        played=answer.played,
        seed=answer.seed,
        rounds_error="" if answer.rounds_error is None else up_to(answer.rounds_error),
        wounds_error="" if answer.wounds_error is None else up_to(max(answer.wounds_error)),
    )


def up_to(error: float) -> str:
    """How far a figure may be off, never less than it is."""
    return f"{ceil(error * 100) / 100:.2f}"


# --- what if ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ChangeTold:
    """Changes that come to the same, by words and address; ``gain`` with its sign, its bar in thousandths of the
    greatest."""

    words: tuple[tuple[str, str], ...]
    icon: str
    wins: str
    out: str
    gain: str
    tone: str
    thousandths: int


KIND_ICONS = {
    "own_weapon": "sword",
    "weapon": "coins",
    "figure": "trending-up",
    "armour": "shield",
    "meeting": "footprints",
}


def changes_told(found: Iterable[WhatIf], links: Callable[[Change], str]) -> list[ChangeTold]:
    """The greatest gain first; changes of one kind that come to the very same stand together. ``links`` leads to where
    a change can be had, empty where it cannot."""
    together: dict[object, list[WhatIf]] = {}
    found = list(found)
    most = max((abs(one.gain) for one in found), default=Fraction(0)) or Fraction(1)
    for one in found:
        together.setdefault((one.change.kind, one.worth, one.gain), []).append(one)
    return [_change(alike, most, links) for alike in together.values()]


def _change(alike: list[WhatIf], most: Fraction, links: Callable[[Change], str]) -> ChangeTold:
    first = alike[0]
    gain = first.gain
    return ChangeTold(
        words=tuple((one.change.words, links(one.change)) for one in alike),
        icon=KIND_ICONS[first.change.kind],
        wins=percent(first.worth.wins) if first.worth.wins is not None else "",
        out=percent(first.worth.round_out),
        gain=_signed(gain),
        tone="worse" if gain < 0 else "better" if gain else "same",
        thousandths=round(abs(gain) / most * 1000),
    )


def _signed(gain: Fraction) -> str:
    told = f"{float(abs(gain)) * 100:.1f}"
    if told == "0.0":
        return "±0"
    return f"{'+' if gain > 0 else '−'}{told}"


# --- the map ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CellTold:
    """``shade`` is 0 for nothing to `SHADES` for the likeliest; ``url`` is the duel of the two."""

    told: str
    label: str
    shade: int
    url: str


@dataclass(frozen=True)
class MapTold:
    """``most`` is the chance of the likeliest cells."""

    most: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[CellTold | None, ...]], ...]

    @property
    def is_wide(self) -> bool:
        """Whether it does not fit on a phone."""
        return len(self.columns) > FIT_A_PHONE


def map_told(found: HeatMap, link: str, measure: str) -> MapTold:
    """Each cell with the chance of what is measured, the strongest shade the highest of this map. ``link`` is the
    address of a duel, to which the two of a cell are added."""
    name, counted = MEASURES[measure]
    shares = {
        (cell.mine, cell.theirs): sum((cell.odds[one] for one in counted), Fraction(0))
        for _, _, cells in found.rows
        for cell in cells
        if cell.odds is not None
    }
    most = max(shares.values(), default=Fraction(0)) or Fraction(1)

    def told(cell_name: str, key: tuple[str, str]) -> CellTold | None:
        if key not in shares:
            return None
        share = shares[key]
        whole = percent_whole(share)
        label = f"{cell_name}: {name.lower()} {whole}"
        return CellTold(whole, label, ceil(share * SHADES / most), f"{link}&a-who={key[0]}&b-who={key[1]}")

    rows = ((row, tuple(told(cell.name, (cell.mine, cell.theirs)) for cell in cells)) for _, row, cells in found.rows)
    return MapTold(percent_whole(most), tuple(column for _, column in found.columns), tuple(rows))


def percent_whole(part: Fraction) -> str:
    """``41%``, as much as a cell holds."""
    whole = round(part * 100)
    if whole == 0 and part:
        return "<1%"
    return f"{whole}%"
