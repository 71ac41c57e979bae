"""Wyrdstone sold once, and the upkeep of those who want to be paid or fed (core, Income; rulings 10, 11 and 27)."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.postbattle.choices import Option
from campaigns.postbattle.leaving import left_told, things_left
from campaigns.postbattle.run import Run
from mordheim.rules.effects import Dead, Gold, Leaves, Shards, Stays
from mordheim.rules.schema import HiredSwordType, Upkeep
from warbands.roster.composition import warriors_of
from warbands.roster.members import Member, Roster


def wyrdstone(run: Run) -> None:
    """Sell as many shards as one likes, all at once; the price falls with the size of the warband."""
    held = run.snapshot.wyrdstone
    if not held:
        run.happen("nothing_to_sell", sentence="There is no wyrdstone to sell.")
        return
    prompt = f"{held} {'shard' if held == 1 else 'shards'} of wyrdstone: how many are sold?"
    sold = run.choose_number("sell", prompt, 0, held, suggested=held)
    if not sold:
        run.happen("nothing_sold", sentence="The wyrdstone is kept.")
        return
    gold = profit(run, sold)
    run.happen("sold", Shards(-sold), Gold(gold), sentence=f"{sold} sold for {gold} gc.")


def profit(run: Run, sold: int) -> int:
    """Gold crowns for so many shards; hired swords do not count for the size (ruling 10)."""
    return run.rulebook.scales["wyrdstone_sale"].value(sold, max(1, warriors_of(run.roster)))


# --- upkeep ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Due:
    """What somebody wants after a battle, in gold crowns; ``meal`` is what a creature takes instead."""

    name: str
    gold: int
    meal: Upkeep | None = None


def upkeep(run: Run) -> None:
    """The player says who is paid; whoever is not leaves, unless he can be fed (ruling 27)."""
    dues = [due for member in run.roster.members if (due := _due(run, member))]
    if not dues:
        run.happen("nothing_due", sentence="Nobody asks for upkeep.")
        return
    paid = _choose_paid(run, dues)
    for due in dues:
        if due.name in paid:
            _pay(run, due)
    for due in dues:
        if due.name not in paid and not _feed(run, due):
            _leave(run, due.name)


def _leave(run: Run, name: str) -> None:
    """Whoever is neither paid nor fed; a hired sword takes along what is his."""
    left = things_left(run.the(name))
    told = f"{name} is not paid and leaves{left_told(left)}."
    run.happen("leaves", *left, Leaves(name), warrior=name, sentence=told)


def _due(run: Run, member: Member) -> Due | None:
    """Only who was there before the battle is paid for it, and nobody who has had it with his fee."""
    if member.name in run.settled or all(member.name != warrior.name for warrior in run.before.warriors):
        return None
    if member.hired:
        return Due(member.name, _fee(run.roster, member.hired))
    needs = member.own_type.upkeep if member.own_type else None
    return Due(member.name, needs.gold, needs) if needs else None


def _fee(roster: Roster, hired: HiredSwordType) -> int:
    """What he asks; more beside some others, hired swords among them."""
    others = [m for m in roster.members if m.warrior.type != hired.key or not m.hired]
    raised = [
        one.fee
        for one in hired.upkeep_if
        if any(m.warrior.type in one.includes.warriors or m.race in one.includes.races for m in others)
    ]
    return max([hired.upkeep_fee, *raised])


def _choose_paid(run: Run, dues: list[Due]) -> list[str]:
    """As many as the treasury can pay."""
    held = run.snapshot.treasury or 0
    affordable = [due for due in dues if due.gold <= held]
    if not affordable:
        run.happen("cannot_pay", sentence=f"With {held} gc nobody can be paid.")
        options: list[Option] = []
    else:
        options = [Option(due.name, f"{due.name}: {due.gold} gc", gold=due.gold) for due in affordable]
    suggested, left = [], held
    for due in affordable:
        if due.gold <= left:
            suggested.append(due.name)
            left -= due.gold
    paid = run.choose_many(
        "pay", "Who is paid?", options, suggested=suggested, required=bool(affordable), most=len(options)
    )
    total = sum(due.gold for due in dues if due.name in paid)
    run.refuse_if(total > held, f"That comes to {total} gc and the treasury holds {held} gc.", code="over_budget")
    return [str(name) for name in paid]


def _pay(run: Run, due: Due) -> None:
    stays = [Stays(due.name)] if run.the(due.name).warrior.until else []
    told = f"{due.name} is paid {due.gold} gc."
    run.happen("paid", Gold(-due.gold), *stays, warrior=due.name, sentence=told)


def _feed(run: Run, due: Due) -> bool:
    """A creature that cannot be paid may be given warriors to eat; only when the gold does not suffice."""
    meal = due.meal
    if meal is None or not meal.sacrifice or (run.snapshot.treasury or 0) >= due.gold:
        return False
    could = [m for m in run.roster.members if m.warrior.type in meal.of]
    options = [Option(m.name, f"one of {m.name}") for m in could for _ in range(m.warrior.size)]
    if len(options) < meal.sacrifice:
        return False
    suggested = [option.value for option in options[: meal.sacrifice]]
    prompt = f"{due.name} is hungry. {meal.sacrifice} are eaten instead: whose?"
    eaten = run.choose_many("sacrifice", prompt, options, suggested=suggested, most=meal.sacrifice)
    if not eaten:
        return False
    run.refuse_if(len(eaten) != meal.sacrifice, f"{meal.sacrifice} of them, or none.", code="choice")
    for name in dict.fromkeys(eaten):
        told = f"{due.name} eats {eaten.count(name)} of {name}."
        run.happen("eaten", Dead(str(name), eaten.count(name)), warrior=str(name), sentence=told)
    run.happen("fed", warrior=due.name, sentence=f"{due.name} is fed.")
    return True
