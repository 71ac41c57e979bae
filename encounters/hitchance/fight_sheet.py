"""A skirmish as a sheet to play on: who fights with what and where, boxes to tick for all that befalls them, rounds,
tables in short.

Plain values; the sheet only draws them. What is a house ruling carries a sign, which the sheet explains.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from encounters.hitchance.attacks import weapon_of
from encounters.hitchance.field import signs_of
from encounters.hitchance.rule_tables import (
    IN_PART,
    MARKS,
    Table,
    initiative_told,
    mark_of,
    morale_told,
    played_so,
    rule_tables,
)
from encounters.hitchance.rules import HitRules
from encounters.hitchance.schema import RangedWeapon, Ruled, Weapon
from encounters.hitchance.sheet_map import GroundMap, ground_in_words, ground_map
from encounters.hitchance.state import SIDES, Fighter, Side, Skirmish
from encounters.hitchance.tracker import hit_chance_words

ROUNDS = 12
BOX, CHIT = "□", "○"
# How high name, facts and state of a fighter are, in lines of what he has, and a map of the ground, in millimetres.
HEAD, MAP = 3.7, 42.0
IN_SHORT = ("difficulty", "result", "armour-hit", "injuries")
SIGNS = {MARKS["house"]: "°", IN_PART: "*", MARKS["inferred"]: "*"}
SIGNS_TOLD = "° a house ruling, * printed in part or inferred, all else printed"


@dataclass(frozen=True)
class WeaponLine:
    """``reload`` is how many chits a shot lays on it, ``costs`` what taking one off costs."""

    name: str
    results: str
    reach: str
    reload: int = 0
    costs: str = ""

    @property
    def chits(self) -> str:
        return CHIT * self.reload


Die = tuple[str, tuple[tuple[int, ...], ...]]


@dataclass(frozen=True)
class Block:
    """One fighter. ``dice`` are his shrinking dice by line, each by its name with the sizes it goes through: one who is
    nameless bleeds while he stands, and is out when downed. ``free`` are the slots that nothing fills, ``at`` is his
    square."""

    name: str
    sign: str
    level: int
    hit_chance: str
    spoken: int
    defences: int
    space: int
    weapons: tuple[WeaponLine, ...]
    armour: tuple[str, ...]
    things: tuple[str, ...]
    fatigue: int
    infection: int
    free: int
    marks: tuple[str, ...]
    dice: tuple[tuple[Die, ...], ...]
    side: Side
    is_nameless: bool
    at: str

    @property
    def defence_boxes(self) -> str:
        return BOX * self.defences

    @property
    def has_slots(self) -> bool:
        """One who is nameless is never injured: his slots tell nothing while they are empty."""
        return not self.is_nameless or bool(self.things or self.fatigue or self.infection)

    @property
    def free_boxes(self) -> str:
        return BOX * self.free

    @property
    def height(self) -> float:
        """On the sheet, in lines, more or less."""
        return HEAD + len(self.weapons) + len(self.armour) + len(self.dice) + self.has_slots


@dataclass(frozen=True)
class ShortTable:
    """A table with its lines signed; ``mark`` is that of the whole."""

    key: str
    title: str
    mark: str
    columns: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class FightSheet:
    """``ground`` is missing where it would be too small to be read, and told in words then; it is drawn under the side
    of that place, which is the shorter one."""

    sides: tuple[tuple[str, tuple[Block, ...]], ...]
    rounds: range
    tables: tuple[ShortTable, ...]
    actions: str
    initiative: str
    morale: str
    played: tuple[str, str]
    ground: GroundMap | None
    ground_told: str
    ground_under: int
    signs: str = SIGNS_TOLD


def sheet_of(skirmish: Skirmish, map_height: float = MAP) -> FightSheet:
    """With a map of the ground of that height in millimetres at the most; with 0 there is none."""
    rules = skirmish.rules
    signs = signs_of(skirmish.fighters)
    blocks = [_block(rules, one, signs[place]) for place, one in enumerate(skirmish.fighters)]

    def side(wanted: Side) -> tuple[Block, ...]:
        return tuple(block for block, one in zip(blocks, skirmish.fighters, strict=True) if one.side == wanted)

    tables = {table.key: table for table in rule_tables(rules)}
    sides = tuple((name.capitalize(), side(name)) for name in SIDES)
    heights = [sum(one.height for one in own) for _, own in sides]
    ground = ground_map(skirmish, map_height)
    return FightSheet(
        sides,
        range(1, ROUNDS + 1),
        tuple(_in_short(tables[key]) for key in IN_SHORT),
        f"{_actions(rules)}; a minor may take the place of the major.",
        f"{_signed(initiative_told(rules), rules.rounds.initiative)}.",
        f"{_signed(morale_told(rules), rules.rounds.morale)}.",
        played_so(rules),
        ground,
        "" if ground else ground_in_words(skirmish),
        heights.index(min(heights)),
    )


def _signed(told: str, part: Ruled, figure: str = "") -> str:
    """That and, where it is not printed as it is, the sign of its mark."""
    return told + SIGNS.get(mark_of(part, figure), "")


def _actions(rules: HitRules) -> str:
    turn = rules.rounds.turn
    kinds = (("majors", "major"), ("minors", "minor"), ("frees", "free"))
    return ", ".join(_signed(f"{getattr(turn, name)} {kind}", turn, name) for name, kind in kinds)


def _in_short(table: Table) -> ShortTable:
    lines = ((f"{line.cells[0]}{SIGNS.get(line.mark, '')}", *line.cells[1:]) for line in table.lines)
    return ShortTable(table.key, table.title, table.mark, table.columns, tuple(lines))


def _block(rules: HitRules, one: Fighter, sign: str) -> Block:
    weapons = [thing for thing in (*one.held, *one.readied) if thing.key in rules.melee or thing.key in rules.ranged]
    others = [thing for thing in (*one.held, *one.readied, *one.pack) if thing not in weapons]
    keys = [thing.key for thing in weapons] or [rules.weapons.bare_hands]
    return Block(
        one.name,
        sign,
        one.who.level,
        hit_chance_words(one, rules),
        rules.hit_chance(one.who.level, len(one.pieces)),
        max(rules.attacks.defences.least, one.who.level),
        min(one.space, rules.rounds.initiative.most_space),
        tuple(line for key in keys for line in _weapons(rules, key)),
        tuple(_signed(rules.name_of(piece.key), rules.armour[piece.key]) for piece in one.worn),
        tuple(rules.name_of(thing.key) for thing in others),
        one.fatigue_slots,
        one.infection_slots,
        one.space,
        tuple(_marks(rules, one)),
        tuple(_dice(rules, one.who.nameless)),
        one.side,
        one.who.nameless,
        f"{one.at[0]},{one.at[1]}",
    )


def _weapons(rules: HitRules, key: str) -> Iterable[WeaponLine]:
    """A weapon, and as what else it is wielded."""
    arm = weapon_of(rules, key)
    if isinstance(arm, RangedWeapon):
        reach = f"{arm.effective}/{arm.long} m" if arm.long else f"{arm.effective} m"
        costs = arm.reload_costs if arm.reload else ""
        yield WeaponLine(_arm_signed(arm), " ".join(arm.results), reach, arm.reload, costs)
        for other in arm.wielded_as:
            yield from _weapons(rules, other)
    else:
        yield WeaponLine(_arm_signed(arm), " ".join(arm.results), f"{arm.reach} m" if arm.reach > 1 else "")


def _arm_signed(arm: Weapon) -> str:
    """By its results, which are what the sheet shows of it."""
    return _signed(arm.name, arm, "results")


def _marks(rules: HitRules, one: Fighter) -> Iterable[str]:
    who = one.who
    if who.leader:
        yield "leader"
    if who.npc:
        yield "tests morale"
    if who.nameless:
        yield "nameless: out when downed"
    if rules.attacks.sundering.skill in who.skills:
        yield "armour takes hits"
    if who.pace != "normal":
        yield who.pace
    if who.section:
        yield f"section {who.section}"
    for injury in one.injuries:
        yield rules.injuries.injuries[injury.number].name.lower()


def _dice(rules: HitRules, nameless: bool) -> Iterable[tuple[Die, ...]]:
    """Several bleeding dice may run at once: there is room for two. The nameless have no downed die (H28), and so never
    are dying."""
    starts = rules.dice.starts
    yield ((_signed("Bleeding", starts.bleeding), (_sizes(rules, starts.bleeding.size),) * 2),)
    if not nameless:
        rest = (("Downed", starts.downed), ("Dying", starts.dying))
        yield tuple((_signed(name, start), (_sizes(rules, start.size),)) for name, start in rest)


def _sizes(rules: HitRules, start: int) -> tuple[int, ...]:
    """Those that a shrinking die goes through, as the reading has it: one that never shrinks has its own alone."""
    sizes = rules.dice.shrinking.sizes
    return (start,) if rules.variant == "fixed" else sizes[sizes.index(start) :]
