"""Skills, spells, mutations, characteristics and experience: what a warrior may have learned and gained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mordheim.rules.rule_effects import ChangesCharacteristic, OpensLore
from mordheim.rules.schema import Skill
from mordheim.rules.who import is_barred, is_within
from mordheim.rules.words import CHARACTERISTICS, Characteristic
from warbands.roster.members import Member, Roster
from warbands.roster.problems import Problem, a

# The same one may be bought twice (core, Cult of the Possessed).
MOST_OF_ONE_MUTATION = 2


def learning_problems(roster: Roster, member: Member) -> Iterator[Problem]:
    """Every problem with what one warrior knows and has gained."""
    if member.entry is None:
        return
    yield from _skills(roster, member)
    yield from _spells(roster, member)
    yield from _mutations(member)
    yield from _increases(member)
    yield from _experience(member)
    yield from _twice(member)


def _problem(member: Member, code: str, what: str) -> Problem:
    return Problem(code, member.name, f"{member.name}: {what}", warrior_id=member.warrior.id)


def skill_lists_of(member: Member) -> tuple[str, ...]:
    """The keys of the lists he may choose from, his own first."""
    entry = member.entry
    own = entry.skill_lists if entry else ()
    return tuple(dict.fromkeys((*own, *member.warrior.skill_lists, *member.warrior.extra_skill_lists)))


def may_learn(member: Member, skill: Skill) -> bool:
    """Whether a skill is on one of his lists and open to him."""
    lists = (member.rulebook.skill_lists[key] for key in skill_lists_of(member) if key in member.rulebook.skill_lists)
    listed = any(skill.key in one.skills for one in lists)
    also = member.hired is not None and skill.key in member.hired.skills_also
    return (
        (listed or also)
        and is_within(skill.only_for, member.candidate)
        and not is_barred(skill.not_for, member.candidate)
    )


def promotion_lists(roster: Roster) -> tuple[str, ...]:
    """The lists that a promoted henchman may choose his two from: those of any hero type, except one that is
    printed for a single type (ruling 20)."""
    lists = roster.rulebook.skill_lists
    keys = (key for w in roster.warband_type.warriors if w.section == "hero" for key in w.skill_lists)
    return tuple(key for key in dict.fromkeys(keys) if key in lists and lists[key].printed_for is None)


def _skills(roster: Roster, member: Member) -> Iterator[Problem]:
    warrior = member.warrior
    if warrior.section == "henchman":
        if any(key in member.rulebook.skills for key in warrior.skills):
            yield _problem(member, "skill_not_allowed", "a henchman group learns no skills.")
        return
    chosen = [key for key in warrior.skill_lists if key in member.rulebook.skill_lists]
    if chosen and not warrior.promoted:
        yield _problem(member, "skill_not_allowed", "only a promoted hero chooses skill lists of his own (ruling 20).")
    elif chosen and (sorted(chosen) != sorted(set(chosen)) or len(chosen) != 2):
        told = f"a promoted hero chooses two different skill lists, not {', '.join(chosen)} (ruling 20)."
        yield _problem(member, "skill_not_allowed", told)
    elif not set(chosen) <= set(promotion_lists(roster)):
        told = "a promoted hero's skill lists are two of those that the warband's heroes use (ruling 20)."
        yield _problem(member, "skill_not_allowed", told)
    for key in dict.fromkeys(warrior.skills):
        skill = member.rulebook.skills.get(key)
        if skill and not may_learn(member, skill):
            yield _problem(member, "skill_not_allowed", f"{skill.name} is not open to {a(member.type_name)}.")


def lore_of_heir(member: Member) -> str | None:
    """The lore that is open to whoever leads such a warband after its first leader's death."""
    return member.warband_type.new_leader_lore if member.leads and not member.is_own_leader else None


def lore_of(member: Member) -> str | None:
    """The lore that he learns from as a spellcaster: his own, or an heir's once he knows a spell of it."""
    if member.entry and member.entry.casting:
        return member.entry.casting.lore
    return lore_of_heir(member) if member.warrior.spells else None


def _spells(roster: Roster, member: Member) -> Iterator[Problem]:
    known = [spell for spell in member.warrior.spells if spell.spell in member.rulebook.spells]
    casting = member.entry.casting if member.entry else None
    lores = [casting.lore] if casting else []
    lores += [lore] if (lore := lore_of_heir(member)) else []
    lores += [effect.lore for effect in member.effects if isinstance(effect, OpensLore)]
    allowed = {spell for key in lores for spell in member.rulebook.lores[key].spells}
    wrong = [spell for spell in known if spell.spell not in allowed]
    for spell in wrong:
        name = member.rulebook.spells[spell.spell].name
        yield _problem(member, "spell_not_allowed", f"{name} is not among the spells of {a(member.type_name)}.")
    if wrong or not roster.snapshot.is_starting or len(known) != len(member.warrior.spells):
        return
    due, count = casting.starting if casting else 0, len({spell.spell for spell in known})
    if count != len(known):
        # Told as a duplicate.
        return
    if count != due and casting:
        told = f"{a(member.type_name)} starts with {due} {'spell' if due == 1 else 'spells'}, not {count}."
        yield _problem(member, "spell_not_allowed", told)


def _mutations(member: Member) -> Iterator[Problem]:
    limit = member.own_type.mutations if member.own_type else None
    if any(key not in member.rulebook.mutations for key in member.warrior.mutations):
        return
    count = len(member.warrior.mutations)
    if limit is None:
        if count:
            yield _problem(member, "item_not_on_list", f"{a(member.type_name)} buys no mutations.")
    elif count < limit.min:
        told = f"{a(member.type_name)} has at least {_mutations_told(limit.min)}, bought when he is recruited."
        yield _problem(member, "item_not_on_list", told)
    elif limit.highest is not None and count > limit.highest:
        told = f"{a(member.type_name)} has at most {_mutations_told(limit.highest)}, not {count}."
        yield _problem(member, "item_not_on_list", told)


def _mutations_told(count: int) -> str:
    return f"{count} mutation{'' if count == 1 else 's'}"


def _increases(member: Member) -> Iterator[Problem]:
    for characteristic in CHARACTERISTICS:
        gained = member.warrior.increases.get(characteristic, 0)
        if not gained:
            continue
        short = characteristic.upper() if characteristic != "ld" else "Ld"
        if member.warrior.section == "henchman" and gained > 1:
            told = f"a henchman group gains +1 in each characteristic once; {short} has risen by {gained}."
            yield _problem(member, "characteristic_over_maximum", told)
            continue
        limit, value = member.increase_limits[characteristic], _trained(member, characteristic)
        if limit is None or value is None or value > limit:
            told = f"{short} {value if value is not None else '+' + str(gained)} is above the maximum of {limit}."
            yield _problem(member, "characteristic_over_maximum", told)


def _trained(member: Member, characteristic: str) -> int | None:
    """The value by advances and injuries alone: mutations and gear may go past the maximum."""
    base = getattr(member.entry.profile, characteristic) if member.entry else None
    if not isinstance(base, int):
        return None
    rulebook, warrior = member.rulebook, member.warrior
    lost = 0
    for suffered in warrior.injuries:
        injury = rulebook.injuries.get(suffered.injury)
        for effect in injury.effects if injury else ():
            if isinstance(effect, ChangesCharacteristic) and effect.characteristic == characteristic:
                lost += effect.by
    return base + warrior.increases.get(characteristic, 0) + lost


def room_for(member: Member, characteristic: Characteristic) -> int:
    """How far a characteristic may still rise by advances: a group's once, nobody's beyond his maximum."""
    limit, value = member.increase_limits[characteristic], _trained(member, characteristic)
    if limit is None or value is None:
        return 0
    if member.warrior.section == "henchman":
        return 0 if member.warrior.increases.get(characteristic) else min(1, max(0, limit - value))
    return max(0, limit - value)


def gains_experience(member: Member) -> bool:
    return member.own_type is None or member.own_type.gains_experience


def _experience(member: Member) -> Iterator[Problem]:
    if not gains_experience(member) and (member.warrior.experience or member.warrior.advances_due):
        told = f"{a(member.type_name)} never gains experience, so {member.warrior.experience} points cannot be his."
        yield _problem(member, "gains_no_experience", told)


def _twice(member: Member) -> Iterator[Problem]:
    for key, count in Counter(member.warrior.skills).items():
        if count > 1 and key in member.rulebook.skills:
            told = f"{member.rulebook.skills[key].name} stands {count} times; a skill is learned once."
            yield _problem(member, "duplicate", told)
    for key, count in Counter(spell.spell for spell in member.warrior.spells).items():
        if count > 1 and key in member.rulebook.spells:
            told = f"{member.rulebook.spells[key].name} stands {count} times; learning it again lowers its difficulty."
            yield _problem(member, "duplicate", told)
    for key, count in Counter(member.warrior.mutations).items():
        if count > MOST_OF_ONE_MUTATION and key in member.rulebook.mutations:
            told = f"{member.rulebook.mutations[key].name} stands {count} times; the same mutation may be had twice."
            yield _problem(member, "duplicate", told)
