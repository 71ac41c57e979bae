"""Things in words: shards, and what a hoard may hold."""

from __future__ import annotations

from collections.abc import Iterator

from mordheim.rules.results import FindsGold, FindsItems, FindsShards, Lot, Result, RollsForEach, RollsOnChart
from mordheim.rules.rulebook import Rulebook


def shards_told(number: int) -> str:
    return f"{number} {'shard' if number == 1 else 'shards'} of wyrdstone"


def lots_told(rulebook: Rulebook, hoard: RollsForEach) -> Iterator[tuple[Lot, str, int | str, str]]:
    """Each thing of a hoard: its lot, what it is called, how many or how much, and its key."""
    for lot in hoard.lots:
        for result in lot.results:
            name, amount, key = thing_of(rulebook, result)
            needs = f" on {lot.needs}+" if lot.needs else ""
            count = "" if amount == 1 else f"{amount} "
            yield lot, f"{count}{name}{needs}", amount, key


def thing_of(rulebook: Rulebook, result: Result) -> tuple[str, int | str, str]:
    """What a result of a hoard is called, how many or how much of it, and its key."""
    match result:
        case FindsGold():
            return "gc", result.amount, "gold"
        case FindsShards():
            return "shards of wyrdstone", result.amount, "shards"
        case RollsOnChart():
            return f"roll on {rulebook.charts[result.chart].name}", 1, result.chart
        case FindsItems(item=str(key)):
            made_of = f"{rulebook.materials[result.material].name} " if result.material else ""
            name = rulebook.items[key].name
            return f"{made_of}{name[:1].lower() + name[1:] if not made_of else name.lower()}", result.count, key
        case _:
            raise TypeError(f"a hoard holds no {type(result).__name__}")
