"""The rules as tables to be read, each line marked as printed, inferred or a house ruling, as the data say.

Plain text in rows; pages and papers only draw it. Where a figure is house in a line that is not, the figure says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise
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
IN_PART = "printed in part"
MARKS = {"printed": "printed", "printed_partial": IN_PART, "inferred": "inferred", "house": "house"}


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

    @property
    def rows(self) -> tuple[tuple[Line, tuple[tuple[str, str], ...]], ...]:
        """Each line with its cells, each under its column."""
        return tuple((line, tuple(zip(self.columns, line.cells, strict=True))) for line in self.lines)


def mark_of(part: Ruled, figure: str = "") -> str:
    """Of the whole, or of one figure of it."""
    if figure:
        return MARKS["house" if part.is_house(figure) else part.provenance]
    return IN_PART if part.house and part.provenance == "printed" else MARKS[part.provenance]


def _said(part: Ruled, figure: str, told: str) -> str:
    """What is told of a figure, and that it is house where the rest of its part is not."""
    return f"{told} (house)" if figure in part.house else told


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
        _round(rules),
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
    ends = (0, die.outsmarted_to, die.damaged_to, die.size)
    shots = [_faces(below + 1, to) for below, to in pairwise(ends)]
    after = rules.rounds.after
    mending = (
        f"{after.practice_minutes} minutes of practice",
        f"mended in {after.jury_rig_minutes} minutes for each roll of a shrinking D{rules.dice.starts.jury_rig.size}",
        f"remade for {after.remake_dice}D{after.remake_sides} × {after.remake_percent} % of its value",
    )
    rows = zip(("I", "II", "III"), shots, sundering.by_category, mending, strict=True)
    columns = ("Category", f"D{die.size} under a shot", "The piece is", "Afterwards")
    return _table(sundering, "armour-hit", "Armour that takes a hit", columns, (Line(row) for row in rows))


def _faces(first: int, last: int) -> str:
    if first > last:
        return "–"
    return str(first) if first == last else f"{first}–{last}"


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
    table = _table(
        rules.dice.shrinking, "waiting", "What waiting costs", ("Stabilised", "Dead or dying, per cent"), lines
    )
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
    return _table(turn, "actions", f"Actions: {actions_told(rules)}", ("Action", "Costs"), lines)


def actions_told(rules: HitRules) -> str:
    """How many of each kind one has in a turn."""
    turn = rules.rounds.turn
    kinds = (("majors", "major"), ("minors", "minor"), ("frees", "free"))
    return ", ".join(_said(turn, name, f"{getattr(turn, name)} {kind}") for name, kind in kinds)


def initiative_told(rules: HitRules) -> str:
    start = rules.rounds.initiative
    return f"D{start.die}, space or less acts before the monsters; a {start.always_passes} always does"


def morale_told(rules: HitRules) -> str:
    morale = rules.rounds.morale
    return f"{morale.dice}D{morale.sides}, {morale.stands_to} or less stands: at the first loss, the leader's, or half"


def _round(rules: HitRules) -> Table:
    """What a round has besides attacks and actions: a figure a line."""
    rounds, attacks = rules.rounds, rules.attacks
    movement, massed, through = rounds.movement, attacks.massed, rounds.through_shot
    cover = ", ".join(f"{number} {name}" for number, name in enumerate(attacks.cover.names) if number)
    lines = (
        _figure(rounds.initiative, "die", "Initiative", initiative_told(rules)),
        _figure(rounds.initiative, "most_space", "Space", f"the free slots, {rounds.initiative.most_space} at most"),
        _figure(attacks.defences, "", "Defences", "as many a round as levels"),
        _figure(attacks.defences, "least", "Without a level", f"{attacks.defences.least} all the same"),
        _figure(movement, "squares", "Move", f"{movement.squares} squares"),
        _figure(movement, "useless_leg", "On a useless leg", f"{movement.useless_leg} a move"),
        _figure(attacks.cover, "names", "Cover", f"{cover}; a shot has to roll over it"),
        _figure(massed, "times", "A mass", f"over {massed.more_than} in close order: ranges times {massed.times}"),
        _figure(through, "metres", "Shot through", f"at the next person within {through.metres} m behind"),
        _figure(rounds.inventory, "capacity", "Slots", f"{rounds.inventory.capacity} to fill"),
        _figure(rounds.morale, "stands_to", "Morale", morale_told(rules)),
    )
    return Table("round", "The round", ("What", "Figure", "Ruling"), lines)


def _figure(part: Ruled, figure: str, name: str, told: str) -> Line:
    """A figure of a part, with the part's ruling; without one it is of the part as a whole."""
    return Line((name, told, part.ruling or "–"), mark_of(part, figure) if figure else MARKS[part.provenance])


def _weapons(rules: HitRules, key: str, title: str, weapons: Iterable[RangedWeapon | MeleeWeapon]) -> Table:
    ranges = ("Range", "Reload") if key == "ranged" else ("Reach",)
    columns = ("Weapon", "Damage", "I", "II", "III", *ranges, "Remarks")
    return Table(key, title, columns, tuple(Line(_weapon(rules, one), MARKS[one.provenance]) for one in weapons))


def _weapon(rules: HitRules, one: RangedWeapon | MeleeWeapon) -> tuple[str, ...]:
    if isinstance(one, MeleeWeapon):
        reach: tuple[str, ...] = (f"{one.reach} m",)
        remarks = _of_melee(rules, one)
    else:
        ranges = f"{one.effective} / {one.long} m" if one.long else f"{one.effective} m"
        reach = (ranges, f"{one.reload} {one.reload_costs}" if one.reload else "–")
        remarks = _of_shots(rules, one)
    hands = [_said(one, "hands", _HANDS[one.hands])] if one.hands != 1 else []
    note = one.note.rstrip(".")
    told = "; ".join([*hands, *remarks, *([note[:1].lower() + note[1:]] if note else [])])
    return (one.name, one.damage.replace("_", " "), *one.results, *reach, told)


_HANDS = ("no hand", "one hand", "two hands")


def _of_shots(rules: HitRules, one: RangedWeapon) -> Iterable[str]:
    through = rules.rounds.through_shot
    if one.goes_through:
        near = f"within {through.metres} m"
        near = f"{near}, {through.ruling}: house" if mark_of(through) == "house" else near
        yield _said(one, "goes_through", f"shoots once more at the next behind whom it downs or kills ({near})")
    if one.needs_empty_square:
        yield _said(one, "needs_empty_square", "nobody else in one's square")
    if one.wielded_as:
        names = " or ".join(rules.name_of(key).lower() for key in one.wielded_as)
        yield _said(one, "wielded_as", f"in a melee as {names}")


def _of_melee(rules: HitRules, one: MeleeWeapon) -> Iterable[str]:
    if one.strike_back_step:
        yield f"strikes back with a die {_sized(one.strike_back_step)}"
    if one.improvised:
        step = sum(step.step for step in rules.attacks.difficulty.steps if step.when == "improvised")
        yield f"improvised, a die {_sized(step)}"
    if one.attack_or_strike_back:
        yield "strikes nobody back in a round in which it attacked"
    if one.only_unguarded:
        yield "only from behind or on one who is stunned"


def _sized(step: int) -> str:
    sizes = "one size" if abs(step) == 1 else f"{abs(step)} sizes"
    return f"{sizes} {'larger' if step > 0 else 'smaller'}"


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
    "dying": "dies when the dying die applies, unless magic ends it",
    "limb_useless": "the limb is useless",
    "hand_weak": "the hand neither shoots nor helps with two-handed weapons",
    "no_majors_in_a_row": "no major action in two rounds running",
    "shots_step": "shots {step} on the die",
    "initiative_step": "initiative {step} on the die",
    "moves_only": "moves {squares} squares",
    "scar": "a mark",
}
