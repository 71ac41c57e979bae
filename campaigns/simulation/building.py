"""A builder that founds a legal warband of any list and buys sensibly: leader and whoever must join, then heroes,
groups and gear as the gold lasts.

It tries moves of the roster and keeps those after which nothing is wrong that was right before, so it knows no list.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from campaigns.simulation.names import group_name, warrior_name
from mordheim.rules.dice import DiceError, SeededDice
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import WarriorType
from mordheim.rules.snapshot import Piece, WarbandSnapshot, WarriorSnapshot
from warbands.roster.check import Checked, check
from warbands.roster.members import Member, Roster
from warbands.roster.moves import Moved, buy, hire_sword, judge, recruit, worsened
from warbands.roster.offers import least_mutations
from warbands.roster.prices import lists_of
from warbands.roster.refusals import Refused

ATTEMPTS = 40
# How many things are tried before a warband has what it wants, and how many in a row may fail.
MOST_TRIES = 120
MOST_FAILURES = 25
LEAST_GOLD = 5
ARMED_AT_ONCE = 0.8
# How often a hero, a group, a piece of gear and something of the list's own are tried.
WEIGHTS = (4, 3, 6, 1)


def build_warband(rulebook: Rulebook, type_key: str, *, name: str, gold: int, chance: random.Random) -> WarbandSnapshot:
    """A legal starting warband.

    Args:
        rulebook: the rules.
        type_key: the list.
        name: what it is called.
        gold: what it begins with, in gold crowns.
        chance: what decides; never the game's dice.

    Raises:
        ValueError: where so little gold founds no warband of that list.
    """
    for _ in range(ATTEMPTS):
        builder = _begun(rulebook, type_key, name, gold, chance)
        builder.build()
        if builder.checked.legal:
            return replace(builder.snapshot, warriors=tuple(replace(w, id=None) for w in builder.snapshot.warriors))
    raise ValueError(f"{gold} gc found no warband of {type_key}")


def _begun(rulebook: Rulebook, type_key: str, name: str, gold: int, chance: random.Random) -> _Builder:
    snapshot = WarbandSnapshot(name, type_key, starting_gold=gold)
    roster = Roster(snapshot, rulebook.warband_types[type_key], rulebook)
    return _Builder(roster, check(snapshot, rulebook), chance)


@dataclass
class _Builder:
    roster: Roster
    checked: Checked
    chance: random.Random

    @property
    def snapshot(self) -> WarbandSnapshot:
        return self.roster.snapshot

    @property
    def gold(self) -> int:
        return self.checked.treasury or 0

    def build(self) -> None:
        self._whoever_must()
        ways, failures = (self._some_hero, self._some_group, self._some_gear, self._some_special), 0
        for _ in range(MOST_TRIES):
            if self.gold < LEAST_GOLD or failures > MOST_FAILURES:
                return
            failures = 0 if self.chance.choices(ways, WEIGHTS)[0]() else failures + 1
        self._some_sword()

    def _whoever_must(self) -> None:
        """The leader, those of whom some must join, and as many henchmen as make a warband."""
        kind = self.roster.warband_type
        for entry in sorted(kind.warriors, key=lambda one: not one.leader):
            for _ in range(1 if entry.leader else entry.limit.exactly or entry.limit.min):
                self._recruit(entry, 1)
        henchmen = [entry for entry in kind.warriors if entry.section == "henchman"]
        for _ in range(kind.warriors_min):
            if self.checked.warriors < kind.warriors_min:
                self._recruit(self.chance.choice(henchmen), 1)

    # --- tries ------------------------------------------------------------------------------------------------------

    def _some_hero(self) -> bool:
        return self._recruit(self._one_of("hero"), 1)

    def _some_group(self) -> bool:
        return self._recruit(self._one_of("henchman"), self.chance.choice((1, 2, 2, 3)))

    def _one_of(self, section: str) -> WarriorType:
        return self.chance.choice([entry for entry in self.roster.warband_type.warriors if entry.section == section])

    def _recruit(self, entry: WarriorType, size: int) -> bool:
        taken = {warrior.name for warrior in self.snapshot.warriors}
        make = warrior_name if entry.section == "hero" else group_name
        name, seed = make(self.chance, taken), self.chance.randrange(1 << 30)
        mutations = least_mutations(self.roster, entry)
        joined = self._do(
            lambda roster: recruit(
                roster, type_key=entry.key, name=name, size=size, mutations=mutations, dice=SeededDice(seed)
            )
        )
        if joined and self.chance.random() < ARMED_AT_ONCE:
            self._arm(self.roster.members[-1])
        return joined

    def _arm(self, member: Member) -> None:
        """A weapon for a newcomer, if he may have one and it can be paid."""
        for key in self.chance.sample(keys := _weapons_for(member), len(keys)):
            if self._buy(member, key):
                return

    def _some_sword(self) -> bool:
        key, seed = self.chance.choice(sorted(self.roster.rulebook.hired_swords)), self.chance.randrange(1 << 30)
        return self._do(lambda roster: hire_sword(roster, type_key=key, name="", dice=SeededDice(seed)))

    def _some_gear(self) -> bool:
        """A weapon for who has none, anything of his list for who has one."""
        member = self.chance.choice(self.roster.own)
        rows = _listed_for(member) if _has_weapon(member) else _weapons_for(member)
        return bool(rows) and self._buy(member, self.chance.choice(rows))

    def _some_special(self) -> bool:
        """Something of the list's own for whoever carries nothing yet, with what it needs."""
        special = self.roster.warband_type.special_equipment
        bare = [member for member in self.roster.own if not member.warrior.equipment]
        if not special or not bare:
            return False
        key, member = self.chance.choice(special).item, self.chance.choice(bare)
        needs = self.roster.rulebook.items[key].requires
        for needed in needs.items if needs else ():
            self._buy(member, needed)
        return self._buy(member, key)

    def _buy(self, member: Member, key: str) -> bool:
        warrior_id = member.warrior.id
        return self._do(lambda roster: buy(roster, warrior_id=warrior_id, piece=Piece(key), dice=SeededDice(0)))

    def _do(self, move: Callable[[Roster], Moved]) -> bool:
        """Make a move if nothing becomes wrong by it."""
        try:
            snapshot = _numbered(move(self.roster).snapshot)
            after = check(snapshot, self.roster.rulebook)
            judge(self.checked, after, founded=False, buying=True)
        except (Refused, DiceError):
            return False
        if worsened(self.checked, after):
            return False
        self.roster, self.checked = replace(self.roster, snapshot=snapshot), after
        return True


def _listed_for(member: Member) -> list[str]:
    return [row.item for one in lists_of(member) for row in one.rows if row.at_start]


def _weapons_for(member: Member) -> list[str]:
    """The close combat weapons of his lists."""
    items = member.rulebook.items
    return [key for key in dict.fromkeys(_listed_for(member)) if items[key].category == "close_combat"]


def _has_weapon(member: Member) -> bool:
    items = (member.item(piece) for piece in member.warrior.equipment)
    return any(item and item.category == "close_combat" for item in items)


def _numbered(snapshot: WarbandSnapshot) -> WarbandSnapshot:
    """With numbers for those who have none, so that moves can name them."""
    return replace(snapshot, warriors=tuple(_with_numbers(snapshot)))


def _with_numbers(snapshot: WarbandSnapshot) -> Iterator[WarriorSnapshot]:
    used = {warrior.id for warrior in snapshot.warriors}
    free = (number for number in range(1, 10_000) if number not in used)
    for warrior in snapshot.warriors:
        yield warrior if warrior.id is not None else replace(warrior, id=next(free))
