"""Who leads when the leader is gone: his heir, what comes with it, and a warband that nothing holds together.

The hero with the highest Leadership leads, then the one with the most experience, then dice decide (core, death of a
leader; ruling 19). What differs from that stands with the warband's type.
"""

from __future__ import annotations

from dataclasses import replace

from campaigns.postbattle.lots import PATIENCE, never_ends
from campaigns.postbattle.run import Run
from mordheim.rules.effects import Effect, FollowUp, LeaderChosen, Leaves, WarbandEffect
from warbands.roster.members import Member


def choose_leader(run: Run) -> None:
    """Where nobody leads: the heir. With no hero who may lead nobody is chosen, or the warband falls apart."""
    if run.leader or run.collapsed:
        return
    heirs = _heirs(run)
    if heirs:
        _lead(run, _best(run, heirs))
    elif run.roster.warband_type.falls_without_heir and _was_led(run):
        _fall_apart(run)


def _heirs(run: Run) -> list[Member]:
    """Heroes who may lead; captives only where there is no other."""
    only = run.roster.warband_type.heirs
    could = [hero for hero in run.heroes if hero.own_type and not hero.own_type.never_leads]
    could = [hero for hero in could if not only or hero.warrior.type in only]
    return [hero for hero in could if not hero.warrior.captured_by] or could


def _best(run: Run, heirs: list[Member]) -> Member:
    best = max(map(_claim, heirs))
    tied = [member for member in heirs if _claim(member) == best]
    return tied[0] if len(tied) == 1 else _roll_off(run, tied)


def _claim(member: Member) -> tuple[int, int]:
    leadership = member.value("ld")
    return (leadership if isinstance(leadership, int) else 0, member.warrior.experience)


def _roll_off(run: Run, tied: list[Member]) -> Member:
    """Each rolls a D6; the highest leads, equals roll again."""
    for _ in range(PATIENCE):
        rolls = [(run.roll("D6", f"who leads: {member.name}", warrior=member.name), member) for member in tied]
        for roll, member in rolls:
            run.happen("roll_off", warrior=member.name, roll=roll)
        highest = max(roll.total for roll, _ in rolls)
        tied = [member for roll, member in rolls if roll.total == highest]
        if len(tied) == 1:
            return tied[0]
    raise never_ends("who leads")


def _lead(run: Run, heir: Member) -> None:
    effects: list[Effect] = [LeaderChosen(heir.name)]
    if left := run.roster.warband_type.new_leader_leaves:
        entry = run.rulebook.lasting_effects[left]
        effects.append(WarbandEffect(left, {"warrior": heir.name} if entry.bearer else {}))
    run.happen("leader", *effects, warrior=heir.name, sentence=f"{heir.name} leads from now on.")


def _was_led(run: Run) -> bool:
    return any(member.leads for member in replace(run.roster, snapshot=run.before).heroes)


def _fall_apart(run: Run) -> None:
    """Everybody goes; the stash, the gold and the shards stay on the sheet of a warband that is no more."""
    run.collapsed = True
    gone = [Leaves(warrior.name, warrior.size) for warrior in run.snapshot.warriors]
    told = f"Nobody is left who could lead {run.snapshot.name}: the warband falls apart."
    run.happen("collapsed", *gone, FollowUp("collapsed"), sentence=told)
