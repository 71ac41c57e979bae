"""Step two: experience and the advances it brings, then what was used in the battle.

Survivors gain 1, the winning side's leader 1, heroes 1 for each enemy they put out of action, underdogs their bonus,
and whatever the scenario gives. Each heavy box brings a roll at once (core, Experience).
"""

from __future__ import annotations

from campaigns.postbattle.advances import roll_advances
from campaigns.postbattle.gains import gain
from campaigns.postbattle.leaving import left_told, things_left
from campaigns.postbattle.outcomes import Cause, happens, roll_on_chart
from campaigns.postbattle.report import underdog_bonus
from campaigns.postbattle.run import Run
from campaigns.postbattle.settling import keep_to_bed
from mordheim.rules.effects import Captured, Leaves, LoseItem
from mordheim.rules.rule_effects import InjuredByUse, RollsAgain
from mordheim.rules.schema import Item
from mordheim.rules.snapshot import WarriorSnapshot
from mordheim.rules.who import is_barred
from warbands.roster.members import Member, Roster


def experience(run: Run) -> None:
    """The whole step, warrior by warrior in the order of the roster."""
    underdog = underdog_bonus(_roster_before(run), run.report)
    for section in ("hero", "henchman", "hired_sword"):
        for name in [w.name for w in run.snapshot.warriors if w.section == section]:
            if _earns(run, name):
                _gain_all(run, name, underdog)
            if run.member(name):
                roll_advances(run, name)
    _use_up(run)
    _addicts_leave(run)
    keep_to_bed(run)


def _roster_before(run: Run) -> Roster:
    return Roster(run.before, run.roster.warband_type, run.rulebook)


def _earns(run: Run, name: str) -> bool:
    """Whoever took part, lives and was not taken captive; of a group, one is enough (rulings 18, 21 and 50)."""
    member = run.member(name)
    if member is None or name in run.absent or member.warrior.captured_by:
        return False
    # A ransom may come before or after this is counted: it must not matter which.
    return not any(isinstance(e, Captured) and e.warrior == name for event in run.events for e in event.effects)


def _gain_all(run: Run, name: str, underdog: int) -> None:
    gain(run, name, 1, "survives")
    if run.report.won and _led_the_battle(run, name):
        gain(run, name, 1, "winning_leader")
    if run.the(name).warrior.section == "hero":
        gain(run, name, run.report.enemies_out.get(name, 0), "enemy_out_of_action")
    gain(run, name, run.report.experience.get(name, 0), "scenario")
    gain(run, name, underdog, "underdog")


def _led_the_battle(run: Run, name: str) -> bool:
    return any(member.name == name and member.leads for member in _roster_before(run).heroes)


# --- what was used --------------------------------------------------------------------------------------------------


def _use_up(run: Run) -> None:
    """What was used is crossed off, and drugs have their after-effect on whoever lives."""
    for warrior in run.before.warriors:
        for key in run.report.used.get(warrior.name, ()):
            member = run.member(warrior.name)
            if member is not None and _is_used_up(run.rulebook.items[key]):
                _cross_off(run, member, key)


def _is_used_up(item: Item) -> bool:
    """Everything that was used up, but for what merely hurts its user or is consulted."""
    lasting = (InjuredByUse, RollsAgain)
    return not any(isinstance(effect, lasting) for effect in item.effects)


def _cross_off(run: Run, member: Member, key: str) -> None:
    """What he has lost meanwhile had its effect all the same."""
    item = run.rulebook.items[key]
    piece = next((p for p in member.warrior.equipment if p.item == key), None)
    lost = [LoseItem(key, 1, piece.material, member.name)] if piece else []
    run.happen("used", *lost, warrior=member.name, sentence=f"{member.name} used {item.name}.")
    if item.chart and item.chart_when == "after_use" and not is_barred(item.no_effect_on, member.candidate):
        row, roll = roll_on_chart(run, run.rulebook.charts[item.chart], warrior=member.name)
        cause = Cause(row.key or item.key, row.name, member.name)
        happens(run, row.results, cause, roll=roll, sentence=f"{member.name}: {row.name}.")


def _addicts_leave(run: Run) -> None:
    """An addict of old who had no dose leaves; who has just become one may still buy his next."""
    for warrior in run.before.warriors:
        if run.member(warrior.name) and warrior.name not in run.absent:
            for dose in _doses_missing(run, warrior):
                if not _take_from_stash(run, warrior.name, dose):
                    _leave(run, warrior.name, dose)


def _doses_missing(run: Run, warrior: WarriorSnapshot) -> list[str]:
    """Each drug once that he neither took in the battle nor had with him."""
    needed = (run.rulebook.injuries[one.injury].needs_dose for one in warrior.injuries)
    had = {*(piece.item for piece in warrior.equipment), *run.report.used.get(warrior.name, ())}
    return [dose for dose in dict.fromkeys(needed) if dose and dose not in had]


def _take_from_stash(run: Run, name: str, dose: str) -> bool:
    """A dose that lies in the stash is his."""
    piece = next((piece for piece in run.snapshot.stash if piece.item == dose), None)
    if piece is None:
        return False
    told = f"{name} takes {run.rulebook.items[dose].name} from the stash."
    run.happen("dose_taken", LoseItem(dose, 1, piece.material), warrior=name, sentence=told)
    return True


def _leave(run: Run, name: str, dose: str) -> None:
    if member := run.member(name):
        left = things_left(member)
        told = f"{name} had no {run.rulebook.items[dose].name} and leaves{left_told(left)}."
        run.happen("leaves", *left, Leaves(name, member.warrior.size), warrior=name, sentence=told)
