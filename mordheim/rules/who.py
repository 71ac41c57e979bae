"""Whether a warrior belongs to a choice of warriors (`mordheim.rules.words.Who`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mordheim.rules.words import Who


@dataclass(frozen=True)
class Candidate:
    """What a choice may ask about: the warband's families and type, the warrior's type and race, whether he
    casts spells, whether he is the list's own leader."""

    families: tuple[str, ...]
    warband_type: str
    warrior: str | None = None
    race: str | None = None
    casts: bool = False
    leads: bool = False


def is_within(who: Who | None, candidate: Candidate) -> bool:
    """``only_for``: every stated part fits. No choice at all lets everybody in."""
    return who is None or all(_answers(who, candidate, within=True))


def is_barred(who: Who | None, candidate: Candidate) -> bool:
    """``not_for``: any stated part fits."""
    return who is not None and any(_answers(who, candidate, within=False))


def _answers(who: Who, candidate: Candidate, *, within: bool) -> Iterator[bool]:
    if who.families:
        yield bool(set(who.families) & set(candidate.families))
    if who.warband_types:
        yield candidate.warband_type in who.warband_types
    if who.warriors:
        yield candidate.warrior in who.warriors
    if who.races:
        yield candidate.race in who.races
    if who.spellcasters:
        yield candidate.casts
    if who.own_leader:
        yield candidate.leads
    if who.any_of:
        ask = is_within if within else is_barred
        yield any(ask(one, candidate) for one in who.any_of)
