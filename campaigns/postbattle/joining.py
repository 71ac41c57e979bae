"""Those who join by a result: Zombies, prisoners, a hired sword for one battle."""

from __future__ import annotations

from campaigns.postbattle.choices import Option
from campaigns.postbattle.outcomes import Cause, amount_of, interprets
from campaigns.postbattle.run import Run
from campaigns.postbattle.spells import learn_first_spells
from campaigns.postbattle.swords import sword_for_battle
from mordheim.rules.effects import Gold, Joins
from mordheim.rules.results import HiresForOneBattle, JoinsWarband, RecruitsPrisoner
from mordheim.rules.schema import WarriorType
from mordheim.rules.snapshot import WarriorSnapshot
from warbands.roster.composition import hired_sword_refusal, warriors_of
from warbands.roster.members import Member
from warbands.roster.moves import free_name
from warbands.roster.prices import price_of

NONE = "none"


@interprets(JoinsWarband)
def _joins(run: Run, result: JoinsWarband, cause: Cause) -> None:
    """As many as the warband's limits admit, in groups that have room, then in a new one."""
    count, roll = amount_of(run, result.count, f"how many: {cause.name}")
    entry = run.roster.warband_type.warrior(result.warrior)
    if entry is None:
        return
    admitted = min(count, _room(run, entry))
    name = entry.name if admitted == 1 else entry.plural
    run.happen(cause.key, roll=roll, sentence=f"{cause.name}: {admitted} {name}.")
    while admitted > 0:
        admitted -= _join_some(run, entry, admitted, cause)


def _room(run: Run, entry: WarriorType) -> int:
    roster = run.roster
    room = roster.warriors_max - warriors_of(roster)
    highest = entry.limit.highest
    return max(0, room if highest is None else min(room, highest - roster.count(types=(entry.key,))))


def _join_some(run: Run, entry: WarriorType, count: int, cause: Cause) -> int:
    most = run.roster.warband_type.group_max
    equals = (m for m in run.roster.members if m.warrior.type == entry.key and m.warrior.section == "henchman")
    group = next((m for m in equals if m.warrior.size < most and not m.warrior.equipment), None)
    if group:
        joining = min(count, most - group.warrior.size)
        run.happen(cause.key, Joins(group.name, joining), warrior=group.name)
        return joining
    joining = min(count, most)
    wanted = free_name(run.roster, entry.name if joining == 1 else entry.plural)
    who = WarriorSnapshot("henchman", wanted, entry.key, joining, experience=entry.starting_experience)
    run.happen(cause.key, Joins(wanted, joining, who), warrior=wanted)
    return joining


@interprets(RecruitsPrisoner)
def _prisoner(run: Run, result: RecruitsPrisoner, cause: Cause) -> None:
    """He shares the group's experience, and only his equipment is paid for."""
    groups = [m for m in run.roster.members if _takes_prisoner(run, m, result.race)]
    prices = {m.name: _gear_price(run, m) for m in groups}
    held = run.snapshot.treasury or 0
    affordable = [m for m in groups if prices[m.name] <= held]
    if not affordable:
        return
    options = [Option(NONE, "He goes his way")]
    options += [Option(m.name, f"He joins {m.name} for {prices[m.name]} gc") for m in affordable]
    name = run.choose("prisoner", f"{cause.name}: one prisoner would join.", options, required=False)
    if name != NONE:
        held = run.snapshot.treasury or 0
        run.refuse_if(prices[name] > held, f"The treasury holds {held} gc by now.", code="over_budget")
        told = f"A freed prisoner joins {name}."
        run.happen(cause.key, Gold(-prices[name]), Joins(name, 1), warrior=name, sentence=told)


def _takes_prisoner(run: Run, member: Member, race: str) -> bool:
    entry = member.own_type
    if entry is None or member.warrior.section != "henchman" or member.race != race:
        return False
    return member.warrior.size < run.roster.warband_type.group_max and _room(run, entry) > 0


def _gear_price(run: Run, member: Member) -> int:
    """What one member's equipment costs him: rare pieces at the fixed part of their price."""
    prices = ((piece, price_of(run.roster, member, piece, recruit=True)) for piece in member.warrior.equipment)
    return sum(price.gold * piece.quantity for piece, price in prices if price)


@interprets(HiresForOneBattle)
def _hires(run: Run, result: HiresForOneBattle, cause: Cause) -> None:
    """One of those who serve this warband and are not there yet, until the next battle is over."""
    roster = run.roster
    there = {member.warrior.type for member in roster.hired_swords}
    swords = [
        sword for key, sword in roster.rulebook.hired_swords.items()
        if key not in there and hired_sword_refusal(roster, key) is None
    ]  # fmt: skip
    if not swords:
        run.happen(cause.key, sentence=f"{cause.name}: no hired sword would serve this warband.")
        return
    swords.sort(key=lambda sword: (-sword.rating, sword.key))
    options = [*(Option(sword.key, sword.name, sword.summary) for sword in swords), Option(NONE, "Nobody")]
    key = run.choose("hired_sword", f"{cause.name}: who serves for nothing in the next battle?", options)
    if key == NONE:
        return
    sword = next(one for one in swords if one.key == key)
    who = sword_for_battle(sword, free_name(run.roster, sword.name))
    told = f"{who.name} serves for nothing in the next battle."
    run.happen(cause.key, Joins(who.name, 1, who), warrior=who.name, sentence=told)
    learn_first_spells(run, who.name)
