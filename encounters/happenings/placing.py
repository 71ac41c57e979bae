"""What appears on the table, with everything needed to play it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaigns.postbattle.choices import Option
from encounters.happenings.picking import rules_of
from encounters.happenings.plain import Joined, Named, Statblock, capitalised
from encounters.happenings.play import Play, interprets
from encounters.table import EDGES
from mordheim.rules.happenings import Appears, JoinsForGame
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import GearChoice, HiredSwordType
from mordheim.rules.snapshot import KnownSpell, Piece, WarriorSnapshot, merged
from mordheim.rules.words import CHARACTERISTICS, Entry
from warbands.roster.explain import armour_save
from warbands.roster.members import Member
from warbands.roster.moves import free_name
from warbands.roster.problems import a

WITHIN, AWAY, TOGETHER = 6, 12, 2


@interprets(Appears)
def _appears(play: Play, step: Appears) -> None:
    play.bound["number"] = _count(play, step)
    if step.place == "edge":
        _roll_edge(play)
    block = _statblock(play, step)
    play.statblocks.append(block)
    play.sentences.append(capitalised(_arrival(step, block)))
    play.say(step.acts)


def _count(play: Play, step: Appears) -> int:
    if isinstance(step.number, int):
        return step.number
    return play.talk.roll(step.number, f"{step.name}: how many").total


def _roll_edge(play: Play) -> None:
    """A random edge of the table, and the one over against it."""
    place = play.talk.one_of(EDGES, f"{play.happening.name}: which edge, clockwise from the top")
    play.bound["edge"] = EDGES[place]
    play.bound["opposite"] = EDGES[(place + len(EDGES) // 2) % len(EDGES)]


def _arrival(step: Appears, block: Statblock) -> str:
    if block.count == 1:
        return f"{a(block.name)} appears {block.placed}."
    return f"{block.count} {step.plural or block.name} appear {block.placed}."


def _placed(play: Play, step: Appears, count: int) -> str:
    """Where it is put."""
    if step.placed is not None:
        return play.filled(step.placed)
    group = f', each within {TOGETHER}" of another of them' if count > 1 else ""
    return (
        f'within {WITHIN}" of the {play.bound["edge"]} edge, in the open on the ground and at least {AWAY}" from '
        f"every warrior{group}"
    )


def _statblock(play: Play, step: Appears) -> Statblock:
    rulebook, count = play.state.rulebook, int(play.bound["number"])
    member = _listed_member(rulebook, step)
    profile = _profile_of(member) if member else _line(step)
    wounds = profile.get("w", 1)
    return Statblock(
        name=step.name,
        count=count,
        profile=profile,
        movement=step.movement or "",
        wounds=wounds if isinstance(wounds, int) else 1,
        save=_save(step, member),
        gear=_named(rulebook.items, step.gear),
        skills=_named(rulebook.skills, step.skills),
        prayers=_prayers(rulebook, step),
        rules=(*_rules(rulebook, step, member), *(Named(name=s.name, summary=s.summary) for s in step.special)),
        edge=str(play.bound["edge"]) if step.place == "edge" else "",
        placed=_placed(play, step, count),
        acts=play.told(step.acts),
        routs=step.routs,
        driven_off=step.driven_off,
        warrior_type=step.listed.warrior if step.listed else None,
    )


def _listed_member(rulebook: Rulebook, step: Appears) -> Member | None:
    """One of the list's warriors with this gear, as if he stood on a roster."""
    if step.listed is None:
        return None
    kind = rulebook.warband_types[step.listed.warband_type]
    entry = kind.warrior(step.listed.warrior)
    pieces = merged(Piece(key) for key in step.gear)
    known = tuple(KnownSpell(key) for key in step.prayers)
    section = entry.section if entry else "henchman"
    warrior = WarriorSnapshot(
        section=section, name=step.name, type=step.listed.warrior, equipment=pieces, skills=step.skills, spells=known
    )
    return Member(warrior, entry, kind, rulebook)


def _profile_of(member: Member) -> dict[str, int | str]:
    values = ((key, member.value(key)) for key in CHARACTERISTICS)
    return {key: value for key, value in values if value is not None}


def _line(step: Appears) -> dict[str, int | str]:
    return step.profile.model_dump() if step.profile else {}


def _save(step: Appears, member: Member | None) -> str:
    if step.save is not None:
        return f"{step.save}+"
    save = armour_save(member) if member else None
    return save.needed if save else ""


def _rules(rulebook: Rulebook, step: Appears, member: Member | None) -> tuple[Named, ...]:
    own = member.entry.rules if member and member.entry else ()
    keys = [key for key in dict.fromkeys((*own, *step.rules)) if key not in step.without_rules]
    return _named(rulebook.rules, keys)


def _prayers(rulebook: Rulebook, step: Appears) -> tuple[Named, ...]:
    spells = [rulebook.spells[key] for key in step.prayers]
    return tuple(
        Named(key=one.key, name=f"{one.name} ({one.difficulty}+)" if one.difficulty else one.name, summary=one.summary)
        for one in spells
    )


def _named(entries: Mapping[str, Entry], keys: Iterable[str]) -> tuple[Named, ...]:
    found = (entries[key] for key in keys)
    return tuple(Named(key=one.key, name=one.name, summary=one.summary) for one in found)


# --- a hired sword for the game ---------------------------------------------------------------------------------------


@interprets(JoinsForGame)
def _joins(play: Play, step: JoinsForGame) -> None:
    sword = play.state.rulebook.hired_swords[step.hired_sword]
    gear = _chosen_gear(play, sword)
    party = play.state.party(play.place) if play.place is not None else None
    name = free_name(party.roster, sword.name) if party else sword.name
    told = play.say(step.told)
    play.statblocks.append(_sword_block(play, sword, name, gear, told))
    place = play.by if play.place is None else play.place
    play.effects.append(
        Joined(place=place, warband=play.warband, hired_sword=sword.key, name=name, gear=gear, told=told)
    )


def _chosen_gear(play: Play, sword: HiredSwordType) -> tuple[str, ...]:
    """What his player arms him with where his entry gives a choice."""
    if not sword.gear_choice:
        return ()
    items = play.state.rulebook.items
    ways = [_way(play, choice) for choice in sword.gear_choice]
    options = [Option(str(number), told) for number, told in enumerate(ways)]
    choice = sword.gear_choice[int(play.talk.choose("gear", f"How is the {sword.name} armed?", options))]
    pieces = [Option(key, items[key].name) for key in choice.of]
    prompts = [f"Weapon {number} of the {sword.name}?" for number in range(1, choice.pick + 1)]
    return tuple(str(play.talk.choose("weapon", prompt, pieces)) for prompt in prompts)


def _way(play: Play, choice: GearChoice) -> str:
    names = ", ".join(play.state.rulebook.items[key].name.lower() for key in choice.of)
    return names if choice.pick == 1 else f"{choice.pick} of {names}"


def _sword_block(play: Play, sword: HiredSwordType, name: str, gear: tuple[str, ...], told: str) -> Statblock:
    """Hired swords of every kind are read against some list; which one makes no difference to their figures."""
    rulebook = play.state.rulebook
    kind = next(iter(rulebook.warband_types.values()))
    warrior = WarriorSnapshot(
        section="hired_sword", name=name, type=sword.key, equipment=merged(Piece(key) for key in gear)
    )
    member = Member(warrior, sword, kind, rulebook)
    save = armour_save(member)
    return Statblock(
        name=name,
        profile=_profile_of(member),
        wounds=sword.profile.w,
        save=save.needed if save else "",
        gear=_named(rulebook.items, (piece.item for piece in member.gear)),
        rules=_named(rulebook.rules, sorted(rules_of(member))),
        placed=f"among the warriors of {play.warband}",
        acts=told,
        routs=True,
        hired_sword=sword.key,
    )
