"""How a fighter may be armed otherwise: the weapons that he can take up, and the same man with something changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from encounters.duel.fighters import Fighter, Wielded, armed, go_together, wielded
from encounters.duel.hands import reach_of
from encounters.duel.situations import Shot
from mordheim.rules.fight_effects import FightsFirstRound, FromSaddle, ShootsInCombat
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Item
from mordheim.rules.snapshot import Piece
from mordheim.rules.words import Characteristic
from warbands.roster.refusals import Refused


@dataclass(frozen=True)
class Loadout:
    """Weapons to fight with, by the keys that ask for them; ``shoots`` makes it shooting."""

    keys: tuple[str, ...]
    name: str
    shoots: bool = False

    @property
    def key(self) -> str:
        return "+".join(self.keys)


def key_of(weapon: Wielded) -> str:
    """``sword``, or ``gromril_axe`` for what is made of something."""
    return f"{weapon.material.key}_{weapon.item.key}" if weapon.material else weapon.item.key


def name_of(weapons: Sequence[Wielded]) -> str:
    """``Sword and dagger``, ``Two axes``."""
    names = [one.name for one in weapons]
    if len(names) == 2:
        return f"{names[0]} and {names[1][:1].lower()}{names[1][1:]}" if names[0] != names[1] else f"Two: {names[0]}"
    return "".join(names)


def loadout_of(weapons: Sequence[Wielded]) -> Loadout:
    return Loadout(tuple(map(key_of, weapons)), name_of(weapons), any(shoots(one.item) for one in weapons))


def shoots(item: Item) -> bool:
    return bool(item.weapon and item.weapon.range)


def serves_as_combat_begins(weapon: Wielded) -> bool:
    """Whether something that shoots is of use in a first round hand to hand."""
    return weapon.has(FightsFirstRound) or weapon.has(ShootsInCombat)


def loadouts(fighter: Fighter, rulebook: Rulebook) -> tuple[Loadout, ...]:
    """What he can fight with of his own, singly and two beside each other; the free dagger, or what nature gave."""
    things = [
        wielded(rulebook, piece)
        for piece in fighter.gear
        for _ in range(min(piece.quantity, 2))
        if rulebook.items[piece.item].weapon
    ]
    if all(one.item.key != fighter.spare.item.key for one in things):
        things.append(fighter.spare)
    close = [one for one in things if not shoots(one.item)]
    pairs = (pair for pair in combinations(close, 2) if go_together(*pair))
    ways = [(one,) for one in things] + [pair for pair in pairs if not fighter.spare.item.natural]
    found = dict.fromkeys(map(loadout_of, ways))
    return tuple(one for one in found if _can(fighter, rulebook, one))


def _can(fighter: Fighter, rulebook: Rulebook, loadout: Loadout) -> bool:
    return rearmed(fighter, rulebook, weapons=loadout.keys) is not None


def rearmed(
    fighter: Fighter,
    rulebook: Rulebook,
    *,
    weapons: Sequence[str] | None = None,
    more: Sequence[str] = (),
    by: Mapping[Characteristic, int] | None = None,
) -> Fighter | None:
    """The same man with other ``weapons``, more gear, or characteristics changed by so much; nobody where that does
    not go together."""
    bare = fighter.bare or fighter
    if by:
        line: dict[str, object] = {key: getattr(bare.profile, key) + step for key, step in by.items()}
        bare = replace(bare, profile=bare.profile.model_copy(update=line))
    gear = [*fighter.gear, *map(Piece, more)]
    try:
        return armed(bare, rulebook, gear, fighter.asked if weapons is None else weapons)
    except Refused:
        return None


def as_shooter(fighter: Fighter, rulebook: Rulebook, shot: Shot) -> Fighter:
    """The same man with a missile weapon that he carries, the first that reaches so far or else the first; as he is
    where it was said what he fights with, or where he carries none."""
    carried = (wielded(rulebook, piece) for piece in fighter.gear)
    missiles = [one for one in carried if shoots(one.item)]
    if fighter.asked or not missiles:
        return fighter
    reaching = (one for one in missiles if reach_of(fighter, one) >= (shot.inches or 0))
    return rearmed(fighter, rulebook, weapons=[next(reaching, missiles[0]).item.key]) or fighter


def common_weapons(rulebook: Rulebook, *, shooting: bool) -> Iterator[Item]:
    """The weapons that are sold to anybody and serve him on foot, for one kind of fighting, by name."""
    for item in sorted(rulebook.items.values(), key=lambda one: one.name):
        sold = item.is_weapon and _is_sold(item) and shoots(item) == shooting and not item.brace_of
        if sold and not wielded(rulebook, Piece(item.key)).has(FromSaddle):
            yield item


def armour_to_add(fighter: Fighter, rulebook: Rulebook) -> Iterator[Item]:
    """Armour that is sold and that he does not wear; no second suit, helmet or shield."""
    worn = {one.item.category for one in fighter.worn}
    return (item for item in rulebook.items.values() if item.armour and _is_sold(item) and item.category not in worn)


def _is_sold(item: Item) -> bool:
    return item.free or (item.price is not None and not item.only_for and not item.requires)
