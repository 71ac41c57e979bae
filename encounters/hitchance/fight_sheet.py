"""A skirmish as a sheet to play on: who fights with what, boxes to tick for all that befalls them, rounds, tables in
short.

Plain values; the sheet only draws them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from encounters.hitchance.attacks import weapon_of
from encounters.hitchance.field import signs_of
from encounters.hitchance.rule_tables import Table, played_so, rule_tables
from encounters.hitchance.rules import HitRules
from encounters.hitchance.schema import RangedWeapon
from encounters.hitchance.state import Fighter, Side, Skirmish
from encounters.hitchance.tracker import hit_chance_words

ROUNDS = 12
BOX, CHIT = "□", "○"
IN_SHORT = ("difficulty", "result", "armour-hit", "injuries")


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


@dataclass(frozen=True)
class Block:
    """One fighter. ``dice`` are his shrinking dice by name, each with the sizes it goes through: one who is nameless
    bleeds while he stands, and is out when downed. ``free`` are the slots that nothing fills."""

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
    dice: tuple[tuple[str, tuple[tuple[int, ...], ...]], ...]
    side: Side
    is_nameless: bool

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


@dataclass(frozen=True)
class FightSheet:
    sides: tuple[tuple[str, tuple[Block, ...]], ...]
    rounds: range
    tables: tuple[Table, ...]
    actions: str
    initiative: str
    morale: str
    played: tuple[str, str]


def sheet_of(skirmish: Skirmish) -> FightSheet:
    rules = skirmish.rules
    signs = signs_of(skirmish.fighters)
    blocks = [_block(rules, one, signs[place]) for place, one in enumerate(skirmish.fighters)]

    def side(wanted: Side) -> tuple[Block, ...]:
        return tuple(block for block, one in zip(blocks, skirmish.fighters, strict=True) if one.side == wanted)

    turn, start, morale = rules.rounds.turn, rules.rounds.initiative, rules.rounds.morale
    tables = {table.key: table for table in rule_tables(rules)}
    return FightSheet(
        (("Members", side("members")), ("Monsters", side("monsters"))),
        range(1, ROUNDS + 1),
        tuple(tables[key] for key in IN_SHORT),
        f"{turn.majors} major, {turn.minors} minor, {turn.frees} free; a minor may take the place of the major.",
        f"D{start.die}, space or less acts before the monsters; a {start.always_passes} always does.",
        f"{morale.dice}D{morale.sides}, {morale.stands_to} or less stands: at the first loss, the leader's, or half.",
        played_so(rules),
    )


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
        tuple(rules.name_of(piece.key) for piece in one.worn),
        tuple(rules.name_of(thing.key) for thing in others),
        one.fatigue_slots,
        one.infection_slots,
        one.space,
        tuple(_marks(rules, one)),
        tuple(_dice(rules, one.who.nameless)),
        one.side,
        one.who.nameless,
    )


def _weapons(rules: HitRules, key: str) -> Iterable[WeaponLine]:
    """A weapon, and as what else it is wielded."""
    arm = weapon_of(rules, key)
    if isinstance(arm, RangedWeapon):
        reach = f"{arm.effective}/{arm.long} m" if arm.long else f"{arm.effective} m"
        yield WeaponLine(arm.name, " ".join(arm.results), reach, arm.reload, arm.reload_costs if arm.reload else "")
        for other in arm.wielded_as:
            yield from _weapons(rules, other)
    else:
        yield WeaponLine(arm.name, " ".join(arm.results), f"{arm.reach} m" if arm.reach > 1 else "")


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


def _dice(rules: HitRules, nameless: bool) -> Iterable[tuple[str, tuple[tuple[int, ...], ...]]]:
    """Several bleeding dice may run at once: there is room for two. The nameless have no downed die (H28)."""
    starts = rules.dice.starts
    yield "Bleeding", (_sizes(rules, starts.bleeding.size),) * 2
    if not nameless:
        yield "Downed", (_sizes(rules, starts.downed.size),)


def _sizes(rules: HitRules, start: int) -> tuple[int, ...]:
    """Those that a shrinking die goes through, as the reading has it: one that never shrinks has its own alone."""
    sizes = rules.dice.shrinking.sizes
    return (start,) if rules.variant == "fixed" else sizes[sizes.index(start) :]
