"""How two or more reports of one battle differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from campaigns.battle.forces import Force
from campaigns.battle.reports import awards_of
from campaigns.battle.told import Fallen, Loot, SideTold, Told, in_one_order, items_told
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Scenario


@dataclass(frozen=True)
class Difference:
    """Something that the reports tell differently, and what each says of it, in their order. ``side`` is the name of
    the warband that it is about, empty for the battle as a whole."""

    side: str
    about: str
    values: tuple[str, ...]


def differences(
    reports: Sequence[Told], forces: Sequence[Force], rulebook: Rulebook, scenario: Scenario | None = None
) -> tuple[Difference, ...]:
    """Everything that two or more reports tell differently, in the order of the sides."""
    facts = [dict(_facts(told, forces, rulebook, scenario)) for told in reports]
    keys = dict.fromkeys(key for one in facts for key in one)
    found = (Difference(*key, tuple(one.get(key, "no") for one in facts)) for key in keys)
    order = {force.name: force.place for force in forces}
    return tuple(sorted((one for one in found if len(set(one.values)) > 1), key=lambda one: order.get(one.side, -1)))


Fact = tuple[tuple[str, str], str]


def facts_of(
    told: Told, forces: Sequence[Force], rulebook: Rulebook, scenario: Scenario | None = None
) -> dict[str, list[tuple[str, str]]]:
    """All that a report tells, by the name of the side, in words; what is of the battle as a whole below an empty
    name."""
    found: dict[str, list[tuple[str, str]]] = {"": [], **{force.name: [] for force in forces}}
    for (side, about), value in _facts(told, forces, rulebook, scenario):
        found[side].append((about, value))
    return found


def _facts(told: Told, forces: Sequence[Force], rulebook: Rulebook, scenario: Scenario | None) -> Iterator[Fact]:
    told = in_one_order(told)
    if told.by_agreement:
        yield ("", "The game was ended by agreement"), "yes"
    yield from _loot_facts("", "The winners found", told.found, rulebook)
    for side, force in zip(told.sides, forces, strict=True):
        yield (force.name, "result"), _result_told(side, told)
        if side.routed:
            yield (force.name, "routed"), "yes"
        yield from _fallen_facts(side, force, forces)
        yield from (((force.name, f"enemies put out by {name}"), str(n)) for name, n in side.enemies_out.items())
        yield from _earned_facts(side, force, scenario)
        yield from (
            ((force.name, f"used up by {name}"), _used_told(keys, rulebook)) for name, keys in side.used.items()
        )
        yield from (((force.name, f"{name} was not there"), "yes") for name in side.missed)
        yield from _loot_facts(force.name, "carried home", side.carried, rulebook)
        if told.is_shared:
            yield from _loot_facts(force.name, "share of what was found", side.share, rulebook)
        if side.after:
            yield (force.name, "left for the night"), " ".join(entry.told(rulebook) for entry in side.after)


def _result_told(side: SideTold, told: Told) -> str:
    return "won, shared" if side.won and told.is_shared else side.result


def _fallen_facts(side: SideTold, force: Force, forces: Sequence[Force]) -> Iterator[Fact]:
    lines: dict[str, list[str]] = {}
    for one in side.fallen:
        lines.setdefault(one.name, []).append(fallen_told(one, force, forces))
    for name, told in lines.items():
        yield (force.name, f"{name} out of action"), "; ".join(told)


def fallen_told(one: Fallen, force: Force, forces: Sequence[Force]) -> str:
    """How many, and by whom: ``2, by Thrain``."""
    fighter = force.fighter(one.name)
    count = str(one.count) if fighter and fighter.is_group else "yes"
    if one.by_side is not None:
        enemy = forces[one.by_side].name
        count += f", by {one.by} of {enemy}" if one.by else f", by {enemy}"
    return f"{count}, {one.strangled} by their own chain" if one.strangled else count


def _earned_facts(side: SideTold, force: Force, scenario: Scenario | None) -> Iterator[Fact]:
    names = {award.key: award.name for award in awards_of(scenario)}
    for one in side.earned:
        yield (force.name, f"{names.get(one.award, one.award)}, {one.name}"), f"{one.points} experience"


def _used_told(keys: Sequence[str], rulebook: Rulebook) -> str:
    return ", ".join(rulebook.items[key].name.lower() if key in rulebook.items else key for key in keys)


def _loot_facts(whose: str, what: str, loot: Loot, rulebook: Rulebook) -> Iterator[Fact]:
    if loot.gold:
        yield (whose, f"{what}, gold"), f"{loot.gold} gc"
    if loot.shards:
        yield (whose, f"{what}, shards"), str(loot.shards)
    if loot.items:
        yield (whose, f"{what}, things"), items_told(loot.items, rulebook)
