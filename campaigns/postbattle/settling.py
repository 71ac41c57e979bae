"""What a battle hands over to the night, settled in its first two steps: who was eaten, the fee of a hired sword, those
who met the sick.

Sources: Town Cryer, Random Happenings (Ogre Mercenary, Dog Pack, Scrawlings on a Wall, Pit Fighter, Plague Victims);
rulings 10, 16, 21 and 32.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from campaigns.postbattle.after import Eaten, Exposed, Fee, NextScenario, Plague, of_kind
from campaigns.postbattle.choices import Option
from campaigns.postbattle.injuries import injure_as_if_out
from campaigns.postbattle.lots import Stands
from campaigns.postbattle.outcomes import Cause, happens
from campaigns.postbattle.run import Run, Sick
from campaigns.postbattle.spells import learn_first_spells
from campaigns.postbattle.swords import sword_for_battle, sword_owed
from campaigns.postbattle.tables import span
from mordheim.rules.effects import Dead, Gold, Joins, Leaves, MissGames, Split, Stays
from mordheim.rules.happenings import SpreadsPlague, Symptoms
from mordheim.rules.results import MissesGames, Result
from warbands.roster.composition import hired_sword_refusal
from warbands.roster.moves import free_name

YES, NO = "yes", "no"


def settle(run: Run) -> None:
    """What is over with the game, before anybody's injuries are rolled for."""
    for eaten in of_kind(run.report.after, Eaten):
        _strike_off(run, eaten)
    for fee in of_kind(run.report.after, Fee):
        _settle_fee(run, fee)
    for more in of_kind(run.report.after, NextScenario):
        told = f"{more.by} is added to the roll for the scenario of the next battle."
        run.happen("next_scenario", sentence=told)


def _strike_off(run: Run, eaten: Eaten) -> None:
    """All that he carried is lost with him, as with anybody who dies."""
    whom = f"One of {eaten.name} is" if eaten.count == 1 else f"{eaten.count} of {eaten.name} are"
    if run.the(eaten.name).warrior.section != "henchman":
        whom = f"{eaten.name} is"
    told = f"{whom} lost for good{f' to the {eaten.by}' if eaten.by else ''}."
    run.happen("eaten", Dead(eaten.name, eaten.count), warrior=eaten.name, sentence=told)


# --- a sword's fee ------------------------------------------------------------------------------------------------


def _settle_fee(run: Run, fee: Fee) -> None:
    """Paid before anything else of the night; whoever is dead by now asks for nothing."""
    there = sword_owed(run.snapshot, fee)
    name = there.name if there else free_name(run.roster, fee.called(run.rulebook))
    if there is None and any(warrior.type == fee.hired_sword for warrior in run.before.warriors):
        return
    gold = fee.gold(run.rulebook)
    if _pays(run, fee, name, gold):
        _pay(run, fee, name, gold)
    else:
        _leave_unpaid(run, name, gold, is_there=there is not None)


def _pays(run: Run, fee: Fee, name: str, gold: int) -> bool:
    """Whoever cannot pay is not asked."""
    if (run.snapshot.treasury or 0) < gold:
        return False
    prompt = f"{name} has fought for {run.snapshot.name} and asks for {gold} gc, hire and upkeep. Is he paid?"
    stays = "He stays" if hired_sword_refusal(run.roster, fee.hired_sword) is None else "He goes his way"
    options = [
        Option(YES, f"Pay him {gold} gc", f"{stays}.", gold=gold),
        Option(NO, "Do not pay him", "He leaves, and hurts one of those who were not put out of action."),
    ]
    paid = bool(run.choose("pay_fee", prompt, options) == YES)
    run.refuse_if(
        paid and (run.snapshot.treasury or 0) < gold,
        f"The treasury holds {run.snapshot.treasury or 0} gc by now.",
        code="over_budget",
    )
    return paid


def _pay(run: Run, fee: Fee, name: str, gold: int) -> None:
    """He stays on, or comes onto the roster where nobody has written him down, unless the rules keep him out."""
    there = sword_owed(run.snapshot, fee)
    if there is None and hired_sword_refusal(run.roster, fee.hired_sword) is not None:
        run.happen("paid", Gold(-gold), sentence=f"{name} is paid {gold} gc and goes his way.")
        return
    sword = run.rulebook.hired_swords[fee.hired_sword]
    came = replace(sword_for_battle(sword, name, fee.gear), until=None)
    stays = Stays(name) if there else Joins(name, 1, came)
    run.settled.add(name)
    told = f"{name} is paid {gold} gc, hire and upkeep, and stays with {run.snapshot.name}."
    run.happen("paid", Gold(-gold), stays, warrior=name, sentence=told)
    if there is None and sword.casting:
        learn_first_spells(run, name)


def _leave_unpaid(run: Run, name: str, gold: int, *, is_there: bool) -> None:
    """He takes it out on one of those who were not put out of action, each of a group by himself."""
    leaves = [Leaves(name)] if is_there else []
    asks = f"{name} asks for {gold} gc, and {run.snapshot.treasury or 0} gc are in the treasury."
    unhurt = [one for one in _unhurt(run) if one != name]
    if not unhurt:
        told = f"{asks} He leaves unpaid and finds nobody to hurt."
        run.happen("leaves", *leaves, warrior=name if is_there else None, sentence=told)
        return
    told = f"{asks} He is not paid and leaves. He hurts one of these, by a die in this order: {_in_a_row(unhurt)}."
    run.happen("leaves", *leaves, warrior=name if is_there else None, sentence=told)
    place, roll = run.one_of(unhurt, f"whom {name} hurts")
    victim = unhurt[place]
    run.happen("hurt", warrior=victim, roll=roll, sentence=f"{victim} is hurt by {name}: roll for an injury.")
    injure_as_if_out(run, victim)


def _in_a_row(names: list[str]) -> str:
    """``Grubnash, 3 of Da Ladz``."""
    counts = {name: names.count(name) for name in names}
    return ", ".join(name if count == 1 else f"{count} of {name}" for name, count in counts.items())


def _unhurt(run: Run) -> Iterator[str]:
    """Whoever took part and was not put out of action, once for each."""
    for member in run.roster.members:
        casualty = run.report.casualty(member.name)
        out = casualty.count - run.report.eaten(member.name) if casualty else 0
        if member.name not in run.absent and not member.warrior.captured_by:
            yield from [member.name] * (member.warrior.size - out)


# --- the plague ---------------------------------------------------------------------------------------------------


def roll_for_plague(run: Run) -> None:
    """A D6 for each who met the sick and is still there, then one for the disease of each who has caught it."""
    for plague in of_kind(run.report.after, Plague):
        spread = plague.spread(run.rulebook)
        for some in plague.exposed if spread else ():
            if spread and run.member(some.name):
                _expose(run, plague, spread, some)


def _expose(run: Run, plague: Plague, spread: SpreadsPlague, some: Exposed) -> None:
    sick = " or ".join(str(face) for face in spread.faces)
    what = f"{run.rulebook.happenings[plague.disease].name}, sick on a {sick}"
    count = min(some.count, run.the(some.name).warrior.size)
    what_for = f"{what}: {some.name}"
    one_each = run.pool(count, what_for, warrior=some.name, stands=_catching(spread)) if count > 1 else None
    roll = one_each or run.roll("D6", what_for, warrior=some.name, stands=_catching(spread))
    caught = sum(face in spread.faces for face in roll.faces)
    who = some.name if count == 1 else f"{caught or 'None'} of {some.name}"
    told = f"{who} {'has' if count == 1 or caught == 1 else 'have'} {'' if caught or count > 1 else 'not '}caught it."
    run.happen("infected" if caught else "spared", warrior=some.name, roll=roll, sentence=told)
    for _ in range(caught):
        if run.member(some.name):
            _fall_ill(run, plague, spread, some.name)
    _put_to_bed(run, some.name)


def _catching(spread: SpreadsPlague) -> tuple[Stands, ...]:
    """What each face means for one who met the sick."""
    groups = groupby(range(1, 7), lambda face: face in spread.faces)
    faces = [(caught, list(some)) for caught, some in groups]
    return tuple(Stands(span(some[0], some[-1]), "sick" if caught else "spared") for caught, some in faces)


def _fall_ill(run: Run, plague: Plague, spread: SpreadsPlague, name: str) -> None:
    member = run.the(name)
    roll = run.roll("D6", f"disease of {name}", warrior=name, chart=plague.disease)
    row = next(row for row in spread.rows if row.low <= roll.total <= row.high)
    results = row.hero if member.warrior.section == "hero" else row.henchman
    if member.warrior.section == "henchman":
        results = _without_bed(run, name, row)
    is_one_of = member.warrior.section == "henchman"
    told = f"{f'One of {name}' if is_one_of else name}: {row.name[:1].lower()}{row.name[1:]}."
    happens(run, results, Cause(row.key, row.name, name), roll=roll, sentence=told)


def _without_bed(run: Run, name: str, row: Symptoms) -> tuple[Result, ...]:
    """One of a group keeps to his bed by himself: that is written down once all of it have rolled."""
    games = sum(one.games for one in row.henchman if isinstance(one, MissesGames) and isinstance(one.games, int))
    if games:
        before = run.sick.get(name, Sick(0, 0))
        run.sick[name] = Sick(before.count + 1, max(before.games, games))
    return tuple(one for one in row.henchman if not isinstance(one, MissesGames))


def _put_to_bed(run: Run, name: str) -> None:
    """Where it is all that are left of a group, the group misses the game."""
    member, sick = run.member(name), run.sick.get(name)
    if member and sick and sick.count >= member.warrior.size:
        del run.sick[name]
        run.happen("in_bed", MissGames(name, sick.games), warrior=name, sentence=f"{name} keep to their beds.")


def keep_to_bed(run: Run) -> None:
    """Once the group has learned from the battle, those of it who are sick part from it: they will not learn from the
    next one, and of a group all know the same (ruling 21)."""
    for name, sick in run.sick.items():
        member = run.member(name)
        if member is None:
            continue
        if sick.count >= member.warrior.size:
            run.happen("in_bed", MissGames(name, sick.games), warrior=name, sentence=f"{name} keep to their beds.")
            continue
        apart = free_name(run.roster, name)
        many = "one of them keeps to his bed" if sick.count == 1 else f"{sick.count} of them keep to their beds"
        told = f"{name}: {many}, on the roster as {apart}."
        effects = (Split(name, apart, sick.count), MissGames(apart, sick.games))
        run.happen("in_bed", *effects, warrior=name, sentence=told)
