"""What of somebody's armour counts: one suit, one shield or buckler and one helmet (ruling 6), of those that go with
what else he carries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from mordheim.rules.schema import Excludes, Item

# What is a horse's is no armour of somebody on foot.
OF_A_HORSE = "barding"


class Carried(Protocol):
    @property
    def item(self) -> Item: ...


Thing = TypeVar("Thing", bound=Carried)


def worn_of(things: Sequence[Thing], armour: Iterable[Thing]) -> tuple[tuple[Thing, ...], tuple[str, ...]]:
    """Of his armour what counts, the first of each kind that nothing else he has keeps out; and of the rest why not,
    for players."""
    worn: list[Thing] = []
    told: list[str] = []
    for thing in armour:
        if why := _why_not(things, worn, thing.item):
            told.append(f"{thing.item.name}: {why}.")
        else:
            worn.append(thing)
    return tuple(worn), tuple(told)


def _why_not(things: Sequence[Thing], worn: Sequence[Thing], item: Item) -> str:
    if item.category == OF_A_HORSE:
        return "it is his horse's, and he is reckoned on foot"
    keeper = next((one.item for one in things if one.item is not item and _keeps_out(one.item.excludes, item)), None)
    if keeper:
        return f"not with {keeper.name.lower()}"
    second = any(_place(one.item) == _place(item) for one in worn)
    return "one suit, one shield or buckler and one helmet count, the first of each" if second else ""


def _place(item: Item) -> str:
    """Where it is worn: whatever saves by itself and is no shield is a suit."""
    return "body_armour" if item.armour and item.armour.save else item.category


def _keeps_out(rule: Excludes | None, item: Item) -> bool:
    if rule is None or item.key in rule.but:
        return False
    return rule.everything or item.key in rule.items or item.category in rule.categories
