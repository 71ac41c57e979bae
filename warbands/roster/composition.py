"""How many of whom: a warband's size, its leader, its heroes, the limits of each type, its groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mordheim.rules.schema import AtMostPer, WarriorType
from mordheim.rules.who import Candidate, is_barred, is_within
from warbands.roster.members import Member, Roster
from warbands.roster.problems import WARBAND, Problem


def composition_problems(roster: Roster) -> Iterator[Problem]:
    """Every problem of numbers and places in the warband, the warband's own first."""
    yield from _size(roster)
    yield from _leader(roster)
    yield from _heroes(roster)
    for entry in roster.warband_type.warriors:
        yield from _of_type(roster, entry)
    for member in roster.members:
        yield from _section(roster, member)
        yield from _group_size(roster, member)
    yield from _hired_swords(roster)
    yield from _names(roster)


def warriors_of(roster: Roster) -> int:
    """How many warriors there are: heroes and henchmen, hired swords left out."""
    return sum(member.warrior.size for member in roster.own)


def unknown_warriors(roster: Roster) -> int:
    """How many warriors are of no known type. That is an offence already: nothing is held against the warband
    which they might have made right."""
    return sum(m.warrior.size for m in roster.members if m.entry is None and m.warrior.section != "hired_sword")


def _size(roster: Roster) -> Iterator[Problem]:
    count, kind = warriors_of(roster), roster.warband_type
    if count + unknown_warriors(roster) < kind.warriors_min:
        yield Problem(
            "too_few_warriors",
            WARBAND,
            f"A warband has at least {kind.warriors_min} warriors; this one has {count}.",
            off_by=kind.warriors_min - count,
        )
    if count > roster.warriors_max:
        yield Problem(
            "too_many_warriors",
            WARBAND,
            f"{kind.name} may have at most {roster.warriors_max} warriors; this warband has {count}.",
            off_by=count - roster.warriors_max,
            would_be=f"{kind.name} may have at most {roster.warriors_max} warriors; this would make {count}.",
        )


def _leader(roster: Roster) -> Iterator[Problem]:
    leaders = [member for member in roster.own if member.leads or member.is_own_leader]
    own = [member for member in leaders if member.is_own_leader]
    count = sum(member.warrior.size for member in leaders)
    if not leaders and any(member.entry is None and member.warrior.section == "hero" for member in roster.members):
        return
    names = " or ".join(entry.name for entry in roster.warband_type.warriors if entry.leader)
    if count == 1 and leaders[0].own_type and leaders[0].own_type.never_leads:
        told = f"{leaders[0].name} cannot lead: no {leaders[0].type_name} ever leads a warband."
        yield Problem("leader_count", WARBAND, told)
    elif count != 1 or (roster.snapshot.is_starting and len(own) != 1):
        have = " and ".join(member.name for member in leaders) or "nobody"
        verb = "lead" if len(leaders) > 1 else "leads"
        told = f"A warband has exactly one leader ({names}); here {have} {verb}."
        yield Problem("leader_count", WARBAND, told, off_by=max(1, abs(count - 1)))


def _heroes(roster: Roster) -> Iterator[Problem]:
    count, limit = len(roster.heroes), roster.warband_type.heroes_max
    if count > limit:
        told = f"A warband has at most {limit} heroes; this one has {count}."
        would_be = f"A warband has at most {limit} heroes; this would make {count}."
        yield Problem("too_many_heroes", WARBAND, told, off_by=count - limit, would_be=would_be)


def _of_type(roster: Roster, entry: WarriorType) -> Iterator[Problem]:
    count, limit = roster.count(types=[entry.key]), entry.limit
    if limit.highest is not None and count > limit.highest and not entry.leader:
        most = f"At most {limit.highest} {entry.plural if limit.highest != 1 else entry.name} may join"
        yield Problem(
            "too_many_of_type",
            WARBAND,
            f"{most}; this warband has {count}.",
            about=entry.key,
            off_by=count - limit.highest,
            would_be=f"{most}; this would make {count}.",
        )
    lowest = limit.exactly if limit.exactly is not None else limit.min
    if count + unknown_warriors(roster) < lowest and not entry.leader:
        told = f"At least {lowest} {entry.plural if lowest != 1 else entry.name} must join; this warband has {count}."
        yield Problem("too_few_warriors", WARBAND, told, about=entry.key, off_by=lowest - count)
    if unknown_warriors(roster):
        return
    if limit.at_most_per and count > (allowed := allowed_by_ratio(roster, limit.at_most_per)):
        told = _ratio_message(roster, entry, limit.at_most_per)
        yield Problem(
            "ratio_exceeded",
            WARBAND,
            f"{told}, this warband has {count}.",
            about=entry.key,
            off_by=count - allowed,
            would_be=f"{told}, this would make {count}.",
        )


def allowed_by_ratio(roster: Roster, ratio: AtMostPer) -> int:
    """How many the warriors that a ratio counts allow."""
    return ratio.count * roster.count(types=ratio.warriors, race=ratio.race)


def _ratio_message(roster: Roster, entry: WarriorType, ratio: AtMostPer) -> str:
    """How many of a type a ratio allows, without the end of the sentence."""
    others = roster.count(types=ratio.warriors, race=ratio.race)
    if ratio.race:
        of = roster.rulebook.races[ratio.race].name
    else:
        found = (roster.warband_type.warrior(key) for key in ratio.warriors)
        of = " or ".join(other.name for other in found if other)
    return (
        f"At most {ratio.count} {entry.plural if ratio.count != 1 else entry.name} may join for each {of}: "
        f"{others} allow {ratio.count * others}"
    )


def _section(roster: Roster, member: Member) -> Iterator[Problem]:
    warrior, entry = member.warrior, member.entry
    if entry is None:
        return
    belongs = "hired_sword" if member.hired else entry.section
    may_be_promoted = belongs == "henchman" and bool(member.own_type and member.own_type.gains_experience)
    if warrior.promoted and belongs == "hero" and not roster.snapshot.is_starting:
        told = f"{member.name}: {entry.name} is a hero from the first, so he cannot have been promoted."
        yield Problem("wrong_section", member.name, told, warrior_id=warrior.id)
    if warrior.section == belongs or (may_be_promoted and warrior.section == "hero" and warrior.promoted):
        return
    places = {"hero": "heroes", "henchman": "henchmen", "hired_sword": "hired swords"}
    yield Problem(
        "wrong_section",
        member.name,
        f"{member.name}: {entry.name} belongs among the {places[belongs]}, not among the {places[warrior.section]}.",
        warrior_id=warrior.id,
    )


def _group_size(roster: Roster, member: Member) -> Iterator[Problem]:
    size, most = member.warrior.size, roster.warband_type.group_max
    if member.warrior.section == "henchman" and not 1 <= size <= most:
        yield Problem(
            "group_size",
            member.name,
            f"{member.name}: a henchman group has 1 to {most} warriors, not {size}.",
            warrior_id=member.warrior.id,
            off_by=max(1 - size, size - most),
        )


def hired_sword_refusal(roster: Roster, key: str) -> str | None:
    """Why a hired sword does not serve this warband: his own word, then the warband's (ruling 10)."""
    kind, sword = roster.warband_type, roster.rulebook.hired_swords[key]
    employer = Candidate(families=kind.families, warband_type=kind.key)
    if not is_within(sword.only_for, employer) or is_barred(sword.not_for, employer):
        return f"{sword.name} does not serve {kind.name}."
    if kind.hiring.only is not None and key not in kind.hiring.only:
        allowed = ", ".join(roster.rulebook.hired_swords[one].name for one in kind.hiring.only)
        return f"{kind.name} may hire only these: {allowed}."
    if sword.race in kind.hiring.never_races:
        return f"{kind.name} never take a hired sword of that race ({roster.rulebook.races[sword.race].name})."
    return None


def _hired_swords(roster: Roster) -> Iterator[Problem]:
    seen: set[str] = set()
    for member in roster.hired_swords:
        if member.warrior.section != "hired_sword":
            continue
        key = member.warrior.type
        if refused := hired_sword_refusal(roster, key):
            told = refused if refused.startswith(member.name) else f"{member.name}: {refused}"
            yield Problem("hired_sword_refuses", member.name, told, warrior_id=member.warrior.id)
        if key in seen:
            told = f"{member.name}: a warband employs one {member.type_name} at a time."
            yield Problem("duplicate", member.name, told, warrior_id=member.warrior.id)
        seen.add(key)


def _names(roster: Roster) -> Iterator[Problem]:
    counts = Counter(warrior.name for warrior in roster.snapshot.warriors)
    for name, count in counts.items():
        if count > 1:
            yield Problem("duplicate", name, f"{count} warriors or groups are called {name}; each needs its own name.")
