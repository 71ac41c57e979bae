"""Experience and what it brings: how much a warrior gains, and how many advances are due by it."""

from __future__ import annotations

from campaigns.postbattle.run import Run
from mordheim.rules.effects import AdvanceDue, Effect, Experience
from mordheim.rules.rulebook import Rulebook
from warbands.roster.learning import gains_experience
from warbands.roster.members import Member


def advances_between(rulebook: Rulebook, section: str, before: int, after: int) -> int:
    """How many heavy boxes of the track of a section are reached between two amounts of experience."""
    track = next(track for track in rulebook.tracks.values() if section in track.used_by)
    return sum(before < box <= after for box in track.advance_at)


def experience_effects(member: Member, by: int, reason: str) -> tuple[Effect, ...]:
    """Experience for a warrior or each member of a group, with the advances it brings; nothing for those that never
    learn."""
    warrior = member.warrior
    if by < 1 or not gains_experience(member):
        return ()
    due = advances_between(member.rulebook, warrior.section, warrior.experience, warrior.experience + by)
    gained = Experience(warrior.name, by, reason)
    return (gained, AdvanceDue(warrior.name, due)) if due else (gained,)


def gain(run: Run, name: str, by: int, reason: str) -> None:
    """Experience for a warrior, as an event of its own where he gains any."""
    member = run.the(name)
    if effects := experience_effects(member, by, reason):
        told = f"{name} gains {by} experience: {reason.replace('_', ' ')}."
        run.happen(reason, *effects, warrior=name, sentence=told)
