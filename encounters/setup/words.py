"""Things in words: shards, and what a hoard may hold."""

from __future__ import annotations

from collections.abc import Iterator

from mordheim.rules.results import FindsGold, FindsItems, FindsShards, Lot, Result, RollsForEach, RollsOnChart
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.setup import Goal
from mordheim.rules.words import in_a_sentence


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


def goal_told(goal: Goal) -> str:
    """What ends the game, after "until": ``the boy is off the table``; with the beast out where it takes that."""
    told = f"{goal.name[:1].lower()}{goal.name[1:]}"
    return f"the beast is out of action and {told}" if goal.beast_out else told


def the(name: str) -> str:
    """The one that is named: ``the sword``; what has a name of its own has no other article."""
    has_name = any(word[:1].isupper() for word in name.split())
    return name if has_name else f"the {name}"


def gold_named(result: FindsGold) -> str:
    """What the gold crowns are, where they are not coins."""
    return result.told_as or "gold"


def thing_of(rulebook: Rulebook, result: Result) -> tuple[str, int | str, str]:
    """What a result of a hoard is called, how many or how much of it, and its key."""
    match result:
        case FindsGold():
            return f"gc of {result.told_as}" if result.told_as else "gc", result.amount, "gold"
        case FindsShards():
            return "shards of wyrdstone", result.amount, "shards"
        case RollsOnChart():
            return f"roll on {rulebook.charts[result.chart].name}", 1, result.chart
        case FindsItems(item=str(key)):
            made_of = f"{rulebook.materials[result.material].name} " if result.material else ""
            name = rulebook.items[key].name
            return f"{made_of}{name.lower() if made_of else in_a_sentence(name)}", result.count, key
        case _:
            raise TypeError(f"a hoard holds no {type(result).__name__}")
