"""The rules as tables to be read, each line marked as printed, inferred or a house ruling, as the data say.

Plain text in rows; pages and papers only draw it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Annotated, Literal

from encounters.hitchance.harm import is_mortal
from encounters.hitchance.rules import HitRules
from encounters.hitchance.schema import MeleeWeapon, Name, RangedWeapon, Ruled, Said, Severity, Variant
from encounters.hitchance.shrinking import injuries_stabilised, injuries_unattended, mean_ticks, ticks
from encounters.hitchance.telling import REASONS
from mordheim.rules.plainfile import AS_TEXT, Written, read_file

# So many rounds of a shrinking die are shown.
ROUNDS_SHOWN = 6
MARKS = {"printed": "printed", "printed_partial": "printed in part", "inferred": "inferred", "house": "house"}


class Ruling(Said):
    about: Name
    told: Written


class RulingsFile(Said):
    format: Annotated[Literal["mordheim-hit-chance-rulings/1"], AS_TEXT]
    rulings: dict[Annotated[str, AS_TEXT], Ruling]


@cache
def read_rulings(folder: Path) -> dict[str, Ruling]:
    """The house rulings by their keys. Raises Malformed with the file, the place and the fault."""
    return read_file(RulingsFile, folder / "rulings.yaml").rulings


@dataclass(frozen=True)
class Line:
    cells: tuple[str, ...]
    mark: str = ""


@dataclass(frozen=True)
class Table:
    """``mark`` is that of the whole, ``ruling`` the key of its house ruling, ``note`` what the data add in words."""

    key: str
    title: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    mark: str = ""
    ruling: str = ""
    note: str = ""


def mark_of(part: Ruled) -> str:
    return MARKS[part.provenance]


def rule_tables(rules: HitRules) -> tuple[Table, ...]:
    return (
        _hit_chances(rules),
        _difficulty(rules),
        _results(rules),
        _other_results(rules),
        _armour_states(rules),
        _shrinking(rules),
        _lasting(rules),
        _waiting(rules),
        _actions(rules),
        _weapons(rules, "ranged", "Weapons to shoot with", rules.ranged.values()),
        _weapons(rules, "melee", "Weapons for a melee", rules.melee.values()),
        _armour(rules),
        _injuries(rules),
    )


def _table(part: Ruled, key: str, title: str, columns: Sequence[str], lines: Iterable[Line]) -> Table:
    return Table(
        key,
        title,
        tuple(columns),
        tuple(lines),
        mark_of(part),
        part.ruling,
        " ".join(part.note.replace("`", "").split()),
    )


def _hit_chances(rules: HitRules) -> Table:
    levels = range(9)
    most = rules.attacks.sundering.most_pieces + 1
    lines = (Line((str(level), *(str(rules.hit_chance(level, pieces)) for pieces in range(most)))) for level in levels)
    columns = ["Level", "bare", *(f"{pieces} armour" for pieces in range(1, most))]
    return _table(rules.attacks.hit_chance, "hit-chance", "Hit Chance by level", columns, lines)


def _difficulty(rules: HitRules) -> Table:
    difficulty = rules.attacks.difficulty
    where = {"melee": "in a melee", "shots": "for shots", "both": ""}
    lines = [Line((f"starts at D{difficulty.die}", "", ""), mark_of(difficulty))]
    for step in difficulty.steps:
        levels = f" by {step.levels} levels" if step.levels else ""
        size = "larger" if step.step > 0 else "smaller"
        cells = (f"{REASONS[step.when]}{levels}", f"{step.step:+d}, {size}", where[step.applies])
        lines.append(Line(cells, mark_of(step)))
    return _table(difficulty, "difficulty", "Attack Difficulty", ("Why", "Die", "Where"), lines)


SEVERITIES: Mapping[Severity, str] = {
    "margin": "the further the roll is below the Hit Chance, the worse the hit",
    "highroll": "the higher a roll that hits, the worse the hit",
}
VARIANTS: Mapping[Variant, str] = {
    "shrink": "each roll but a 1 makes the die one size smaller",
    "usage": "only a 2 makes the die one size smaller",
    "fixed": "the die keeps its size until a 1",
}


def played_so(rules: HitRules) -> tuple[str, str]:
    """How hits and shrinking dice are read under these rules, in words."""
    return f"{rules.severity}: {SEVERITIES[rules.severity]}", f"{rules.variant}: {VARIANTS[rules.variant]}"


def _other_results(rules: HitRules) -> Table:
    """The same chances under the other reading (`severity` of a file)."""
    other: Severity = "highroll" if rules.severity == "margin" else "margin"
    table = _results(rules.reading(severity=other))
    note = f"A skirmish may be played with the other reading, {other}: {SEVERITIES[other]}."
    return replace(table, key=f"result-{other}", title=f"Attack Result, {other}", note=note)


def _results(rules: HitRules) -> Table:
    signs = ("–", "I", "II", "III")
    faces, chances = range(1, 11), range(10, rules.attacks.hit_chance.least - 1, -1)
    lines = (Line((str(chance), *(signs[rules.category(chance, 0, face)] for face in faces))) for chance in chances)
    table = _table(rules.attacks.result, "result", "Attack Result", ("HC", *map(str, faces)), lines)
    return replace(table, note=f"{rules.severity.capitalize()}: {SEVERITIES[rules.severity]}. {table.note}".strip())


def _armour_states(rules: HitRules) -> Table:
    sundering = rules.attacks.sundering
    die = sundering.armour_die
    shots = [f"1–{die.outsmarted_to}", f"{die.outsmarted_to + 1}–{die.damaged_to}", f"{die.damaged_to + 1}–{die.size}"]
    after = rules.rounds.after
    mending = (
        f"{after.practice_minutes} minutes of practice",
        f"mended in {after.jury_rig_minutes} minutes for each roll of a shrinking D{rules.dice.starts.jury_rig.size}",
        f"remade for {after.remake_dice}D{after.remake_sides} × {after.remake_percent} % of its value",
    )
    rows = zip(("I", "II", "III"), shots, sundering.by_category, mending, strict=True)
    columns = ("Category", f"D{die.size} under a shot", "The piece is", "Afterwards")
    return _table(sundering, "armour-hit", "Armour that takes a hit", columns, (Line(row) for row in rows))


def _shrinking(rules: HitRules) -> Table:
    starts, chain = rules.dice.starts, rules.dice.shrinking
    rows = (
        ("Bleeding", starts.bleeding, "downed"),
        ("Downed", starts.downed, "rolled again for the injury"),
        ("Dying", starts.dying, "dead"),
        ("Mending armour", starts.jury_rig, "the piece works again"),
    )
    lines = (Line((name, f"D{start.size}", told), mark_of(start)) for name, start, told in rows)
    return _table(chain, "shrinking", "Shrinking dice", ("Die", "Starts at", "When it applies"), lines)


def _lasting(rules: HitRules) -> Table:
    """How long the dice last, which start at one size or another."""
    starts = rules.dice.starts
    sizes = sorted({one.size for one in (starts.bleeding, starts.downed, starts.dying)}, reverse=True)
    lines = []
    for size in sizes:
        by = list(accumulate(ticks(rules, size, ROUNDS_SHOWN)))
        shown = [_percent(by[min(place, len(by) - 1)]) for place in range(ROUNDS_SHOWN)]
        lines.append(Line((f"D{size}", f"{float(mean_ticks(rules, size)):.1f}", *shown)))
    note = "How many rounds on average, and the chance, in per cent, that it has applied by the end of each."
    columns = ("Die", "Rounds", *map(str, range(1, ROUNDS_SHOWN + 1)))
    table = _table(rules.dice.shrinking, "lasting", "How long a shrinking die lasts", columns, lines)
    return replace(table, note=note)


def _waiting(rules: HitRules) -> Table:
    """How likely somebody downed dies of it, by when he is stabilised."""
    start = rules.dice.starts.downed.size
    sizes = [size for size in rules.dice.shrinking.sizes if size <= start]
    rows = [(f"At D{size}", injuries_stabilised(size)) for size in sizes]
    rows.append(("Never", injuries_unattended(rules, start)))
    lines = (Line((when, _percent(_mortal(rules, chances)))) for when, chances in rows)
    note = "Two dice of that size and the higher counts; left alone, the die that applied is rolled again."
    table = _table(rules.dice.shrinking, "waiting", "What waiting costs", ("Stabilised", "Dead or dying, per cent"), lines)
    return replace(table, note=note)


def _mortal(rules: HitRules, chances: Mapping[int, Fraction]) -> Fraction:
    return sum((chance for number, chance in chances.items() if is_mortal(number, rules)), Fraction(0))


def _percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:.0f}"


def _actions(rules: HitRules) -> Table:
    turn, actions = rules.rounds.turn, rules.rounds.actions
    every = [(key.replace("_", " "), getattr(actions, key)) for key in type(actions).model_fields]
    lines = (
        Line((key, f"{action.costs}, with the skill {action.skill}" if action.skill else action.costs), mark_of(action))
        for key, action in every
    )
    title = f"Actions: {turn.majors} major, {turn.minors} minor, {turn.frees} free"
    return _table(turn, "actions", title, ("Action", "Costs"), lines)


def _weapons(rules: HitRules, key: str, title: str, weapons: Iterable[RangedWeapon | MeleeWeapon]) -> Table:
    ranges = ("Range", "Reload") if key == "ranged" else ("Reach",)
    columns = ("Weapon", "I", "II", "III", *ranges, "Hands")
    return Table(key, title, columns, tuple(Line(_weapon(one), mark_of(one)) for one in weapons))


def _weapon(one: RangedWeapon | MeleeWeapon) -> tuple[str, ...]:
    if isinstance(one, MeleeWeapon):
        return (one.name, *one.results, str(one.reach), str(one.hands))
    reach = f"{one.effective} / {one.long}" if one.long else str(one.effective)
    reload = f"{one.reload} {one.reload_costs}" if one.reload else "–"
    return (one.name, *one.results, reach, reload, str(one.hands))


def _armour(rules: HitRules) -> Table:
    lines = tuple(Line((one.name, str(one.value)), mark_of(one)) for one in rules.armour.values())
    return Table("armour", "Armour", ("Piece", "Value"), lines)


def _injuries(rules: HitRules) -> Table:
    lines = []
    for number, one in rules.injuries.injuries.items():
        slots = [f"{amount} {what}" for amount, what in ((one.infection, "INF"), (one.fatigue, "FAT")) if amount != "0"]
        fingers = [f"{one.fingers} fingers"] if one.fingers != "0" else []
        where = [f"D{len(one.place)}: {', '.join(one.place)}"] if one.place else []
        does = [_effect(effect.kind, effect.step, effect.squares, effect.permanent) for effect in one.effects]
        told = "; ".join([*slots, *fingers, *where, *does]) or "nothing"
        lines.append(Line((str(number), one.name, told), mark_of(one)))
    return Table("injuries", "Injuries", ("No.", "Injury", "Effect"), tuple(lines))


def _effect(kind: str, step: int, squares: int, permanent: bool) -> str:
    told = _EFFECTS[kind].format(step=f"{step:+d}", squares=squares)
    return f"{told}, for good" if permanent else told


_EFFECTS = {
    "dies": "dies at once",
    "dying": "dies when the dying die applies",
    "limb_useless": "the limb is useless",
    "hand_weak": "the hand neither shoots nor helps with two-handed weapons",
    "no_majors_in_a_row": "no major action in two rounds running",
    "shots_step": "shots {step} on the die",
    "initiative_step": "initiative {step} on the die",
    "moves_only": "moves {squares} squares",
    "scar": "a mark",
}
