"""Who may be picked, and how a warrior, a warband or a building is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaigns.postbattle.choices import Option
from encounters.happenings.plain import Someone, capitalised
from encounters.happenings.state import TableState, nameless
from encounters.happenings.talk import NO, NOBODY, YES, Talk
from encounters.table import Party
from mordheim.rules.happenings import Fit, Whose
from mordheim.rules.rule_effects import GivesRule
from mordheim.rules.who import is_barred, is_within
from warbands.roster.composition import hired_sword_refusal
from warbands.roster.explain import armour_save
from warbands.roster.learning import gains_experience
from warbands.roster.members import Member

# Worse than any save that a die can make.
NO_SAVE = 7


def rules_of(member: Member) -> frozenset[str]:
    """The keys of his special rules: of his entry, his warband, and what his skills, wounds and things give him."""
    own = member.entry.rules if member.entry else ()
    shared = member.warband_type.rules if member.own_type else ()
    return frozenset({*own, *shared, *(one.rule for one in member.effects if isinstance(one, GivesRule))})


def spells_known(member: Member) -> int:
    """How many spells he knows; prayers are none."""
    prayers = {spell for lore in member.rulebook.lores.values() if lore.prayers for spell in lore.spells}
    return sum(known.spell not in prayers for known in member.warrior.spells)


def fits(member: Member, fit: Fit | None) -> bool:
    """Whether a warrior is all that is asked of him."""
    if fit is None:
        return True
    rules = rules_of(member)
    return (
        (not fit.learns or gains_experience(member))
        and (not fit.casts or spells_known(member) > 0)
        and is_within(fit.only_for, member.candidate)
        and not is_barred(fit.not_for, member.candidate)
        and (not fit.rules or bool(rules & set(fit.rules)))
        and not rules & set(fit.without_rules)
        and (fit.item is None or any(piece.item == fit.item for piece in member.gear))
    )


def candidates(state: TableState, whose: Whose, fit: Fit | None) -> list[Someone]:
    """Everybody on the table who may be picked. Without warbands there is somebody, whatever is asked of him."""
    if not state.parties:
        return [nameless()]
    here = state.everybody() if whose == "anybody" else state.warriors(state.active)
    return [who for who in here if (member := state.member(who)) is not None and fits(member, fit)]


def save_needed(member: Member) -> int:
    """The D6 that his armour save needs against a plain blow."""
    save = armour_save(member)
    return int(save.needed.rstrip("+")) if save else NO_SAVE


def best_of(state: TableState, some: Iterable[Someone], best: str) -> list[Someone]:
    """Those with the best armour save, or with the most spells."""
    measured = [(_worth(member, best), who) for who in some if (member := state.member(who)) is not None]
    top = max((worth for worth, _ in measured), default=0)
    return [who for worth, who in measured if worth == top]


def _worth(member: Member, best: str) -> int:
    return spells_known(member) if best == "spells" else NO_SAVE - save_needed(member)


def pick_warrior(talk: Talk, some: Iterable[Someone], what_for: str, condition: str | None) -> Someone | None:
    """A die picks one of them. ``condition`` is a question with a place for his name: a no picks among the rest."""
    left = list(some)
    while left:
        who = left.pop(talk.one_of([_listed(one, left) for one in left], what_for))
        answer = YES if condition is None else _meets(talk, who, condition, bool(left))
        if answer == YES:
            return who
        if answer == NOBODY:
            return None
    return None


def _listed(who: Someone, among: Sequence[Someone]) -> str:
    """As a list of those to pick from names him: with his warband where there are several."""
    several = len({one.warband for one in among}) > 1
    return f"{who.warrior} ({who.warband})" if several else who.warrior


def _meets(talk: Talk, who: Someone, condition: str, others: bool) -> str:
    options = [Option(YES, "Yes"), Option(NO, "No: pick another" if others else "No")]
    if others:
        options.append(Option(NOBODY, "Nobody is"))
    prompt = capitalised(condition.format(who=who.told, warrior=who.warrior, warband=who.warband))
    return str(talk.choose("condition", prompt, options, warrior=_named(who)))


def _named(who: Someone) -> str | None:
    return None if who.is_nameless else who.name


def pick_employer(state: TableState, talk: Talk, sword: str) -> tuple[Party | None, list[str]]:
    """The lowest-rated warband that may have the sword, and a sentence for each that was passed over (ruling 32)."""
    passed: list[str] = []
    for rating in sorted({party.rating for party in state.parties}):
        equals = [party for party in state.parties if party.rating == rating and state.is_on_table(party.place)]
        refused = {party.place: _refusal(party, sword) for party in equals}
        passed += [told for told in refused.values() if told]
        willing = [party for party in equals if not refused[party.place]]
        if willing:
            return willing[talk.one_of([party.name for party in willing], "Whom he offers his help")], passed
    return None, passed


def _refusal(party: Party, sword: str) -> str:
    """Why a warband is passed over; empty when it is not."""
    name = party.roster.rulebook.hired_swords[sword].name
    employed = any(m.hired and m.hired.key == sword for m in party.roster.hired_swords)
    if employed:
        return f"{party.name} employs one already and is passed over ({name})."
    refused = hired_sword_refusal(party.roster, sword)
    return f"{party.name} is passed over. {refused}" if refused else ""
