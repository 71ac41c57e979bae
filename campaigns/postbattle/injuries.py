"""Step one, for its greater part: the injuries of those who were out of action.

Heroes roll on the D66 chart, henchmen and hired swords a D6 each; what rolls for nothing (a Troll) recovers
(core, Serious Injuries; rulings 16 to 19 and 26).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from campaigns.postbattle.choices import Option
from campaigns.postbattle.leaving import left_told, things_left
from campaigns.postbattle.lots import PATIENCE, never_ends
from campaigns.postbattle.outcomes import Cause, amount_of, chart_row, happens, interprets, roll_on_chart
from campaigns.postbattle.report import Casualty, uses_by
from campaigns.postbattle.run import Run
from mordheim.rules.dice import Roll
from mordheim.rules.effects import (
    BattleFought,
    Captured,
    CharacteristicChanged,
    Condition,
    Dead,
    Effect,
    FollowUp,
    LoseItem,
    MissGames,
    Retired,
    WarbandEffect,
)
from mordheim.rules.results import FightsInThePits, HatesSomebody, IsCaptured, RollsMoreInjuries
from mordheim.rules.rule_effects import ChangesCharacteristic, IgnoresInjury, RollsAgain, RuinedWhenOut
from mordheim.rules.schema import Injury, Outcome
from mordheim.rules.snapshot import Hatred, LastingEffect, Suffered
from warbands.roster.check import check
from warbands.roster.members import Member

HEROES = "serious_injuries"
HENCHMEN = "henchman_injuries"


def roll_injuries(run: Run) -> None:
    """Of all who were out of action, in the order of the roster: heroes, henchman groups, hired swords."""
    for section in ("hero", "henchman", "hired_sword"):
        for name in [w.name for w in run.snapshot.warriors if w.section == section]:
            _roll_for(run, name)


def count_the_battle(run: Run) -> None:
    """The battle counts for the warband, and as a game missed for whoever had one to miss (ruling 21). What was to
    last until it is over."""
    left = check(run.snapshot, run.rulebook).treasury if run.snapshot.is_starting else None
    missed = [MissGames(w.name, -1) for w in run.snapshot.warriors if w.games_to_miss]
    over = [WarbandEffect(one.effect, one.details, gone=True) for one in run.lasting() if _ends_with_battle(run, one)]
    run.happen("battle_fought", BattleFought(treasury=left), *missed, *over)


def _ends_with_battle(run: Run, one: LastingEffect) -> bool:
    """Any battle ends it, or only one against certain warbands does."""
    entry = run.rulebook.lasting_effects.get(one.effect)
    if entry is None or entry.until != "battle":
        return False
    kinds = (run.rulebook.warband_types.get(enemy.type) for enemy in run.report.opponents)
    met = {family for kind in kinds if kind for family in kind.families}
    return not entry.families or bool(met & set(entry.families))


def _roll_for(run: Run, name: str) -> None:
    member, casualty = run.the(name), run.report.casualty(name)
    if not (member.own_type.rolls_for_injury if member.own_type else True):
        if casualty:
            run.happen("recovers", warrior=name, sentence=f"{name} recovers without a roll.")
        return
    if member.warrior.section == "hero":
        if casualty:
            _roll_hero(run, name)
    else:
        _roll_henchmen(run, member, casualty)


def injure_as_if_out(run: Run, name: str) -> None:
    """One of that name rolls for an injury, though nobody put him out of action."""
    member = run.the(name)
    if not (member.own_type.rolls_for_injury if member.own_type else True):
        run.happen("recovers", warrior=name, sentence=f"{name} recovers without a roll.")
    elif member.warrior.section == "hero":
        _roll_hero(run, name)
    else:
        _roll_one(run, member, None)


# --- henchmen and hired swords --------------------------------------------------------------------------------------


def _roll_henchmen(run: Run, member: Member, casualty: Casualty | None) -> None:
    """One D6 for each who was out; wielders of a ball and chain roll whether out or not (ruling 26)."""
    left = casualty.count - run.report.eaten(member.name) if casualty else 0
    strangled = min(casualty.strangled, left) if casualty else 0
    count = min(left, member.warrior.size)
    wields = [effect for _, effect in uses_by(member)]
    if strangled or _swung(run, member):
        count = member.warrior.size
    for number in range(count):
        _roll_one(run, member, wields[0].strangled_lost_to if number < strangled else None)


def _swung(run: Run, member: Member) -> bool:
    """Whether they used what hurts its user: it, or the dose without which it cannot be used, is reported so."""
    used = set(run.report.used.get(member.name, ()))
    for piece, _ in uses_by(member):
        item = run.rulebook.items[piece.item]
        if used & {item.key, *(item.requires.items if item.requires else ())}:
            return True
    return False


def _roll_one(run: Run, member: Member, lost_to: int | None) -> None:
    chart = run.rulebook.charts[HENCHMEN]
    what_for = f"injury of {member.name}"
    roll = run.roll(chart.die, what_for, warrior=member.name, chart=chart.key)
    row = chart_row(chart, roll.total)
    lost_row = chart_row(chart, 1)
    is_lost = row == lost_row if lost_to is None else roll.total <= lost_to
    if is_lost:
        told = f"One of {member.name} is lost." if member.warrior.section == "henchman" else f"{member.name} is lost."
        run.happen(lost_row.key or "lost", Dead(member.name), warrior=member.name, roll=roll, sentence=told)
    else:
        run.happen(chart_row(chart, 6).key or "recovers", warrior=member.name, roll=roll)


# --- heroes ---------------------------------------------------------------------------------------------------------


def _roll_hero(run: Run, name: str) -> None:
    chart = run.rulebook.charts[HEROES]
    roll = run.roll(chart.die, f"serious injury of {name}", warrior=name, chart=chart.key)
    if _may_roll_again(run, name):
        shown = chart_row(chart, roll.total).name
        again = run.choose(
            "reroll",
            f"{name} rolled {roll.total} ({shown}). Roll once more? The second result stands.",
            [Option(False, f"Keep {shown}"), Option(True, "Roll once more")],
            warrior=name,
            suggested=_is_worth_another(run, roll.total),
            required=False,
        )
        if again:
            run.happen("roll_again", warrior=name, roll=roll, sentence=f"{name} rolls once more.")
            roll = run.roll(chart.die, f"serious injury of {name}, second roll", warrior=name, chart=chart.key)
    injure(run, name, roll)
    _ruin_what_he_wore(run, name)


def _may_roll_again(run: Run, name: str) -> bool:
    return any(isinstance(one, RollsAgain) and one.roll == "serious_injury" for one in run.the(name).effects)


def _is_worth_another(run: Run, code: int) -> bool:
    """Anything that stays with him or takes him away is worth another roll."""
    injury = injury_of(run, code)
    return injury.lasting or bool(injury.results)


def injury_of(run: Run, code: int) -> Injury:
    """The serious injury of a D66 code."""
    return next(injury for injury in run.rulebook.injuries.values() if code in injury.codes)


def injure(run: Run, name: str, roll: Roll) -> None:
    """What a roll on the heroes' chart does to him, with every further roll and consequence."""
    injury = injury_of(run, roll.total)
    suffer(run, name, injury, Cause(injury.key, injury.name, name), roll=roll)


def suffer(run: Run, name: str, injury: Injury, cause: Cause, *, roll: Roll | None = None) -> None:
    """An injury: the loss it is, or what a further D6 decides, then its results."""
    member = run.the(name)
    cause = replace(cause, key=injury.key, name=injury.name, warrior=name)
    if any(isinstance(one, IgnoresInjury) and one.injury == injury.key for one in member.effects):
        told = f"{injury.name} means nothing to {name}."
        run.happen(injury.key, warrior=name, roll=roll, sentence=told)
    elif injury.outcomes:
        run.happen(injury.key, warrior=name, roll=roll, sentence=f"{name}: {injury.name}.")
        _decide(run, name, injury, cause)
    elif not injury.lasting or injury.has_hatred:
        happens(run, injury.results, cause, roll=roll, sentence=f"{name}: {injury.name}.")
    elif injury.retires_when_repeated and _has(member, injury.key):
        _retire(run, name, injury.key, f"{name}: {injury.name}, for the second time.", roll)
    else:
        told = f"{name}: {injury.name}."
        run.happen(injury.key, *_losses(name, injury), warrior=name, roll=roll, sentence=told)
        if injury.side_by_die:
            _roll_side(run, name, injury)
        if injury.results:
            happens(run, injury.results, cause)


def _has(member: Member, injury: str, outcome: str | None = None) -> bool:
    return any(one.injury == injury and (outcome in (None, one.outcome)) for one in member.warrior.injuries)


def _losses(name: str, injury: Injury) -> list[Effect]:
    """An injury is written down once: with the characteristic that it lowers, or by itself."""
    lowered = [one for one in injury.effects if isinstance(one, ChangesCharacteristic) and one.by < 0]
    if len(lowered) != 1:
        return [Condition(name, Suffered(injury.key))]
    one = lowered[0]
    return [CharacteristicChanged(name, one.characteristic, one.by, Suffered(injury.key))]


def _roll_side(run: Run, name: str, injury: Injury) -> None:
    roll = run.roll("D6", f"{injury.name}: 1 to 3 left, 4 to 6 right", warrior=name)
    suffered = Suffered(injury.key, side="left" if roll.total <= 3 else "right")
    told = f"{name}: it is the {suffered.side} one."
    run.happen(str(suffered.side), Condition(name, suffered), warrior=name, roll=roll, sentence=told)


def _decide(run: Run, name: str, injury: Injury, cause: Cause) -> None:
    """The further D6 of an injury."""
    roll = run.roll("D6", f"{injury.name} of {name}", warrior=name, chart=injury.key)
    outcome: Outcome = next(one for one in injury.outcomes if roll.total in one.faces)
    inner = replace(cause, key=outcome.key)
    if not outcome.effects:
        happens(run, outcome.results, inner, roll=roll, sentence=outcome.summary)
    elif injury.retires_when_repeated and _has(run.the(name), injury.key, outcome.key):
        _retire(run, name, outcome.key, f"{name}: {outcome.summary} It is the second time.", roll)
    else:
        suffered = Suffered(injury.key, outcome=outcome.key)
        run.happen(outcome.key, Condition(name, suffered), warrior=name, roll=roll, sentence=outcome.summary)
        if outcome.results:
            happens(run, outcome.results, inner)


def _retire(run: Run, name: str, result: str, told: str, roll: Roll | None) -> None:
    """He has lost too much to go on: he leaves for good, and his things stay."""
    run.happen(result, warrior=name, roll=roll, sentence=told)
    _ruin_what_he_wore(run, name)
    left = things_left(run.the(name))
    run.happen("retires", *left, Retired(name), warrior=name, sentence=f"{name} retires{left_told(left)}.")


def _ruin_what_he_wore(run: Run, name: str) -> None:
    """Silk that its wearer fell in may be past mending."""
    member = run.member(name)
    for piece in member.warrior.equipment if member else ():
        item = run.rulebook.items[piece.item]
        for effect in item.effects:
            if isinstance(effect, RuinedWhenOut):
                roll = run.roll("D6", f"{item.name} of {name}: ruined on 1 to {effect.lost_to}", warrior=name)
                lost = (
                    [LoseItem(piece.item, piece.quantity, piece.material, name)] if roll.total <= effect.lost_to else []
                )
                run.happen("ruined" if lost else "kept", *lost, warrior=name, roll=roll)


# --- results of their own kind --------------------------------------------------------------------------------------


@interprets(RollsMoreInjuries)
def _more(run: Run, result: RollsMoreInjuries, cause: Cause) -> None:
    """So many further rolls, until he is gone."""
    name = str(cause.warrior)
    times, roll = amount_of(run, result.times, f"{cause.name} of {name}: how many")
    told = "once" if times == 1 else f"{times} times"
    run.happen(cause.key, warrior=name, roll=roll, sentence=f"{name} rolls {told} more.")
    for number in range(1, times + 1):
        if run.member(name) is None:
            return
        _one_more(run, name, result.again, f"{cause.name} of {name}, {number} of {times}")


def _one_more(run: Run, name: str, again: Iterable[str], what_for: str) -> None:
    chart = run.rulebook.charts[HEROES]
    for _ in range(PATIENCE):
        roll = run.roll(chart.die, what_for, warrior=name, chart=chart.key)
        injury = injury_of(run, roll.total)
        if injury.key not in tuple(again):
            injure(run, name, roll)
            return
        told = f"{injury.name} does not count here: roll again."
        run.happen("roll_again", warrior=name, roll=roll, sentence=told)
    raise never_ends("an injury that counts here")


@interprets(IsCaptured)
def _captured(run: Run, result: IsCaptured, cause: Cause) -> None:
    """The captor is whoever took him out, or as ruling 18 says."""
    name = str(cause.warrior)
    casualty = run.report.casualty(name)
    captor = run.report.opponent(casualty.by.warband if casualty else "").name
    follow_up = FollowUp("captive", name, captor)
    run.happen(cause.key, Captured(name, captor), follow_up, warrior=name, sentence=f"{captor} hold {name} captive.")


@interprets(FightsInThePits)
def _pits(run: Run, result: FightsInThePits, cause: Cause) -> None:
    """The players fight it out and say who won (ruling 17)."""
    name = str(cause.warrior)
    options = [Option("won", f"{name} won", also=("win", True)), Option("lost", f"{name} lost", also=("lose", False))]
    prompt = f"{name} fights a Pit Fighter for his freedom. Who wins?"
    won = run.choose("pit_fight", prompt, options, warrior=name, suggested=_even(run, name)) == "won"
    if won:
        happens(run, result.won, replace(cause, key="pit_fight_won"), sentence=f"{name} wins his freedom in the pits.")
        return
    told = f"{name} loses in the pits, and what he fought with."
    happens(run, result.lost, replace(cause, key="pit_fight_lost"), sentence=told)
    _hurt_in_the_pits(run, name, result)


def _hurt_in_the_pits(run: Run, name: str, result: FightsInThePits) -> None:
    chart = run.rulebook.charts[HEROES]
    for _ in range(PATIENCE):
        roll = run.roll(chart.die, f"{name} in the pits, {result.low} to {result.high}", warrior=name, chart=chart.key)
        if result.low <= roll.total <= result.high:
            injure(run, name, roll)
            return
        told = f"Only {result.low} to {result.high} count in the pits: roll again."
        run.happen("roll_again", warrior=name, roll=roll, sentence=told)
    raise never_ends("an injury of the pits")


def _even(run: Run, name: str) -> str:
    """Won as often as lost where nobody fights it out, and the same each time it is asked. Not one of the dice."""
    told = f"{run.snapshot.name}/{name}/{run.snapshot.battles}"
    return "won" if sum(told.encode()) % 2 else "lost"


@interprets(HatesSomebody)
def _hates(run: Run, result: HatesSomebody, cause: Cause) -> None:
    name = str(cause.warrior)
    row, roll = roll_on_chart(run, run.rulebook.charts[result.chart], warrior=name)
    hatred = _whom(run, name, row.key or "warband")
    suffered = Suffered(cause.key, hates=hatred)
    told = f"{name} hates {hatred.name} from now on."
    run.happen(row.key or cause.key, Condition(name, suffered), warrior=name, roll=roll, sentence=told)


def _whom(run: Run, name: str, kind: str) -> Hatred:
    """A henchman or somebody unknown stands for his leader, a leader whom nobody can name for his warband."""
    casualty = run.report.casualty(name)
    enemy = run.report.opponent(casualty.by.warband if casualty else "")
    if kind == "type":
        return Hatred("type", enemy.type)
    if kind == "warrior" and casualty and casualty.by.warrior:
        return Hatred("warrior", casualty.by.warrior)
    if kind in ("warrior", "leader") and enemy.leader:
        return Hatred("leader", enemy.leader)
    return Hatred("warband", enemy.name)
