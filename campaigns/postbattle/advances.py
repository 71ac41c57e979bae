"""Advances: both 2D6 charts, skills and the lad who's got talent (core, Experience; rulings 1, 2 and 20)."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.postbattle.choices import Option
from campaigns.postbattle.leading import choose_leader
from campaigns.postbattle.lots import PATIENCE, never_ends
from campaigns.postbattle.outcomes import chart_row
from campaigns.postbattle.run import Run
from campaigns.postbattle.spells import can_learn_from, learn_spell
from mordheim.rules.dice import Roll
from mordheim.rules.effects import (
    AdvanceDue,
    CharacteristicChanged,
    Promoted,
    SkillLearned,
    SpellLearned,
    WarbandEffect,
)
from mordheim.rules.rule_effects import SpellForAdvance
from mordheim.rules.schema import Advance, Chart, Lore
from mordheim.rules.snapshot import LastingEffect
from mordheim.rules.words import CHARACTERISTICS, Characteristic
from warbands.roster.explain import CHARACTERISTIC_NAMES
from warbands.roster.learning import lore_of, lore_of_heir, may_learn, promotion_lists, room_for, skill_lists_of
from warbands.roster.members import Member
from warbands.roster.moves import free_name, proper_name
from warbands.roster.refusals import Refused

HEROES = "hero_advance"
HENCHMEN = "henchman_advance"
ROLL = "roll"


def _name(characteristic: Characteristic) -> str:
    return CHARACTERISTIC_NAMES[characteristic][1]


def roll_advances(run: Run, name: str) -> None:
    """Every advance that is due to a warrior or group, one after the other; a captive's wait until he is free."""
    while (member := run.member(name)) and member.warrior.advances_due and not member.warrior.captured_by:
        if member.warrior.section == "henchman":
            _advance_group(run, name)
        else:
            _advance_hero(run, name)


# --- heroes and hired swords ----------------------------------------------------------------------------------------


def _advance_hero(run: Run, name: str, *, due: bool = True) -> None:
    """One roll on the heroes' chart. ``due``: it takes one from those that are due."""
    taken = [AdvanceDue(name, -1)] if due else []
    if _takes_spell_instead(run, name, taken):
        return
    chart = run.rulebook.charts[HEROES]
    roll = run.roll(chart.die, f"advance of {name}", warrior=name, chart=chart.key)
    row = chart_row(chart, roll.total)
    run.happen(row.key or row.name, *taken, warrior=name, roll=roll, sentence=f"{name}: {row.name}.")
    advance = row.advance or Advance()
    if advance.skill:
        _learn(run, name)
    elif advance.by_die:
        _raise_by_die(run, name, advance)
    else:
        _raise_one_of(run, name, advance.characteristics)


def _takes_spell_instead(run: Run, name: str, taken: Sequence[AdvanceDue]) -> bool:
    """The first advance of a new leader may be a spell or prayer of his choice instead of the roll."""
    member = run.the(name)
    offers = [one for one in run.lasting() if _is_offer(run, one) and one.details.get("warrior") == name]
    lore = lore_of_heir(member)
    if not offers or lore is None:
        return False
    named = run.rulebook.lores[lore]
    spells = [run.rulebook.spells[key] for key in named.spells]
    options = [Option(ROLL, "Roll for the advance"), *(Option(one.key, one.name, one.summary) for one in spells)]
    prompt = f"{name} leads now: does he roll, or learn from {named.name}?"
    key = run.choose("advance", prompt, options, warrior=name, required=False)
    gone = [WarbandEffect(one.effect, one.details, gone=True) for one in offers]
    if key == ROLL:
        run.happen("rolls_for_advance", *gone, warrior=name)
        return False
    told = f"{name} learns {run.rulebook.spells[key].name}."
    run.happen(key, *taken, *gone, SpellLearned(name, key), warrior=name, sentence=told)
    return True


def _is_offer(run: Run, one: LastingEffect) -> bool:
    entry = run.rulebook.lasting_effects.get(one.effect)
    return entry is not None and any(isinstance(effect, SpellForAdvance) for effect in entry.effects)


def _raise_by_die(run: Run, name: str, advance: Advance) -> None:
    """1 to 3 the first, 4 to 6 the second; at its maximum the other one rises."""
    first, second = advance.characteristics
    shown = f"1 to 3 {_name(first)}, 4 to 6 {_name(second)}"
    roll = run.roll("D6", f"{name}: {shown}", warrior=name)
    wanted, other = (first, second) if roll.total <= 3 else (second, first)
    member = run.the(name)
    if room_for(member, wanted):
        _rise(run, member, wanted, roll)
    elif room_for(member, other):
        _rise(run, member, other, roll)
    else:
        told = f"{name} is at his maximum in both: any other rises."
        run.happen("at_maximum", warrior=name, roll=roll, sentence=told)
        _raise_any(run, member)


def _raise_one_of(run: Run, name: str, characteristics: tuple[Characteristic, ...]) -> None:
    member = run.the(name)
    possible = [one for one in characteristics if room_for(member, one)]
    if possible:
        _choose_rise(run, member, possible)
    else:
        _raise_any(run, member)


def _raise_any(run: Run, member: Member) -> None:
    """Both of a pair are at their maximum: any other that is below its own."""
    possible = [one for one in CHARACTERISTICS if room_for(member, one)]
    if possible:
        _choose_rise(run, member, possible)
    else:
        told = f"{member.name} is at his maximum in everything: the advance brings nothing."
        run.happen("nothing_left", warrior=member.name, sentence=told)


def _choose_rise(run: Run, member: Member, possible: list[Characteristic]) -> None:
    options = [Option(one, _name(one)) for one in possible]
    prompt = f"What of {member.name}'s rises by 1?"
    _rise(run, member, run.choose("characteristic", prompt, options, warrior=member.name), None)


def _rise(run: Run, member: Member, characteristic: Characteristic, roll: Roll | None) -> None:
    told = f"{member.name}: {_name(characteristic)} +1."
    raised = CharacteristicChanged(member.name, characteristic, 1)
    run.happen(characteristic, raised, warrior=member.name, roll=roll, sentence=told)


# --- skills and spells ----------------------------------------------------------------------------------------------

NEW_SPELL = "new_spell"


def skills_open_to(member: Member) -> list[str]:
    """The skills that he may learn and does not know, list by list."""
    rulebook = member.rulebook
    listed = [key for one in skill_lists_of(member) for key in rulebook.skill_lists[one].skills]
    also = member.hired.skills_also if member.hired else ()
    known = set(member.warrior.skills)
    return [
        key for key in dict.fromkeys((*listed, *also)) if key not in known and may_learn(member, rulebook.skills[key])
    ]


def _learn(run: Run, name: str) -> None:
    """A skill; a wizard may take a random spell instead."""
    member = run.the(name)
    skills = [run.rulebook.skills[key] for key in skills_open_to(member)]
    options = [Option(skill.key, skill.name, skill.summary) for skill in skills]
    lore = _lore_of(member)
    if lore and can_learn_from(member, lore):
        options.append(Option(NEW_SPELL, "A random new spell", lore.name, also=("spell",)))
    if not options:
        told = f"{name} knows every skill open to him: the advance brings nothing."
        run.happen("nothing_left", warrior=name, sentence=told)
        return
    key = run.choose("skill", f"What does {name} learn?", options, warrior=name)
    if key == NEW_SPELL and lore:
        learn_spell(run, name, lore)
    else:
        learned = run.rulebook.skills[key]
        run.happen(key, SkillLearned(name, key), warrior=name, sentence=f"{name} learns {learned.name}.")


def _lore_of(member: Member) -> Lore | None:
    key = lore_of(member)
    return member.rulebook.lores[key] if key else None


# --- henchmen -------------------------------------------------------------------------------------------------------


def _advance_group(run: Run, name: str, *, talented: bool = True) -> None:
    """One roll on the henchmen's chart, again as long as its result cannot be had. ``talented``: one of them may yet
    become a hero by it."""
    chart = run.rulebook.charts[HENCHMEN]
    if not _has_anything_left(run, name, chart, talented):
        told = f"{name} cannot rise any further: the advance brings nothing."
        run.happen("nothing_left", AdvanceDue(name, -1), warrior=name, sentence=told)
        return
    for _ in range(PATIENCE):
        roll = run.roll(chart.die, f"advance of {name}", warrior=name, chart=chart.key)
        row = chart_row(chart, roll.total)
        advance = row.advance or Advance()
        if advance.promotes and talented and _may_promote(run):
            run.happen(row.key or row.name, warrior=name, roll=roll, sentence=f"{name}: {row.name}!")
            _promote(run, name)
            return
        if _rise_group(run, run.the(name), advance.characteristics, roll):
            return
        run.happen("roll_again", warrior=name, roll=roll, sentence=f"{name}: {row.name} cannot be had: roll again.")
    raise never_ends(f"an advance that {name} can have")


def _has_anything_left(run: Run, name: str, chart: Chart, talented: bool) -> bool:
    member = run.the(name)
    advances = [row.advance for row in chart.rows if row.advance]
    if talented and _may_promote(run) and any(one.promotes for one in advances):
        return True
    return any(room_for(member, one) for advance in advances for one in advance.characteristics)


def _rise_group(run: Run, member: Member, pair: tuple[Characteristic, ...], roll: Roll) -> bool:
    """Whether the group rose. Of a pair the player may take the one that cannot rise, and so roll again."""
    possible = [one for one in pair if room_for(member, one)]
    if not possible:
        return False
    chosen = _one_of_pair(run, member, pair, possible) if len(pair) > 1 else possible[0]
    if chosen not in possible:
        return False
    told = f"{member.name}: {_name(chosen)} +1."
    raised = CharacteristicChanged(member.name, chosen, 1)
    run.happen(chosen, AdvanceDue(member.name, -1), raised, warrior=member.name, roll=roll, sentence=told)
    return True


def _one_of_pair(
    run: Run, member: Member, pair: tuple[Characteristic, ...], possible: list[Characteristic]
) -> Characteristic:
    options = [Option(one, _name(one)) for one in possible]
    options += [Option(one, f"{_name(one)}, which cannot rise: roll again") for one in pair if one not in possible]
    prompt = f"What of {member.name}'s rises by 1?"
    required = len(possible) == len(pair)
    chosen: Characteristic = run.choose("characteristic", prompt, options, warrior=member.name, required=required)
    return chosen


# --- the lad's got talent -------------------------------------------------------------------------------------------


def _may_promote(run: Run) -> bool:
    return len(run.heroes) < run.roster.warband_type.heroes_max


def _promote(run: Run, name: str) -> None:
    """One of the group becomes a hero with two skill lists and rolls at once; the rest roll again (ruling 20). Further
    advances that are due stay with the group, or go with the last of it."""
    group = run.the(name)
    alone = group.warrior.size == 1
    stood = _some_stood(run, name)
    lists = _lists_for(run, name)
    hero = name if alone else _name_for(run, group)
    told = f"{hero} of {name} is a hero from now on." if hero != name else f"{name} is a hero from now on."
    run.happen("promoted", AdvanceDue(name, -1), Promoted(name, hero, lists), warrior=hero, sentence=told)
    run.lads[hero] = stood
    choose_leader(run)
    _advance_hero(run, hero, due=False)
    if not alone:
        run.happen("rest_of_group", AdvanceDue(name, 1), warrior=name, sentence=f"The rest of {name} roll again.")
        _advance_group(run, name, talented=False)


def _some_stood(run: Run, name: str) -> bool:
    """Of those who went into the battle, one at least was there to the end."""
    casualty = run.report.casualty(name)
    size = next((w.size for w in run.before.warriors if w.name == name), 0)
    return name not in run.absent and (casualty is None or casualty.count < size)


def _lists_for(run: Run, name: str) -> tuple[str, ...]:
    options = [Option(key, run.rulebook.skill_lists[key].name) for key in promotion_lists(run.roster)]
    suggested = [option.value for option in options[:2]]
    prompt = f"Which two skill lists does the new hero of {name} use?"
    chosen = run.choose_many("skill_lists", prompt, options, least=2, most=2, suggested=suggested, warrior=name)
    if len(set(chosen)) != 2:
        raise Refused("Two different skill lists are to be chosen.", code="choice")
    return tuple(chosen)


def _name_for(run: Run, group: Member) -> str:
    wanted = free_name(run.roster, group.type_name)
    prompt = f"What is the new hero of {group.name} called?"
    name = run.ask_text("name", prompt, suggested=wanted, warrior=group.name)
    return free_name(run.roster, proper_name(name))
