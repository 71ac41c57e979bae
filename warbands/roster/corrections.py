"""Moves that set the record right: what an arbitrator may change by hand, and gold that a campaign gives.

Each says the figure as it is to be, not by how much it moves, so that a correction sent twice corrects once. What
the warband may then look like is judged like every move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import Piece, Suffered, WarbandSnapshot, WarriorSnapshot, merged
from warbands.roster.check import check
from warbands.roster.equipping import piece_name
from warbands.roster.members import Member, Roster
from warbands.roster.moves import MOST_OF_ONE_KIND, Moved, warrior_of
from warbands.roster.refusals import Refused

MOST_GOLD = 1_000_000
MOST_SHARDS = 10_000
MOST_EXPERIENCE = 1_000
MOST_GAMES = 100


def grant_gold(roster: Roster, *, gold: int, sentence: str) -> Moved:
    """So many gold crowns more. A starting warband has them to spend like those it began with."""
    return Moved(_richer(roster, gold), sentence)


def set_treasury(roster: Roster, *, gold: int) -> Moved:
    held = _treasury(roster)
    _within(gold, MOST_GOLD, "The treasury")
    sentence = f"The treasury was corrected from {held} gc to {gold} gc."
    return Moved(_richer(roster, gold - held), sentence)


def set_wyrdstone(roster: Roster, *, shards: int) -> Moved:
    _within(shards, MOST_SHARDS, "Wyrdstone")
    sentence = f"The wyrdstone was corrected from {roster.snapshot.wyrdstone} to {shards}."
    return Moved(replace(roster.snapshot, wyrdstone=shards), sentence)


def set_experience(roster: Roster, *, warrior_id: int, experience: int) -> Moved:
    """Experience alone: advances that this makes due, or takes back, are set by `set_advances_due`."""
    member = warrior_of(roster, warrior_id)
    _within(experience, MOST_EXPERIENCE, "Experience")
    sentence = f"{member.name}'s experience was corrected from {member.warrior.experience} to {experience}."
    return _with(roster, replace(member.warrior, experience=experience), sentence)


def set_advances_due(roster: Roster, *, warrior_id: int, advances: int) -> Moved:
    member = warrior_of(roster, warrior_id)
    _within(advances, MOST_GAMES, "Advances due")
    sentence = f"{member.name}'s advances due were corrected from {member.warrior.advances_due} to {advances}."
    return _with(roster, replace(member.warrior, advances_due=advances), sentence)


def set_games_to_miss(roster: Roster, *, warrior_id: int, games: int) -> Moved:
    member = warrior_of(roster, warrior_id)
    _within(games, MOST_GAMES, "Games to miss")
    sentence = f"{member.name}'s games to miss were corrected from {member.warrior.games_to_miss} to {games}."
    return _with(roster, replace(member.warrior, games_to_miss=games), sentence)


# --- injuries ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PossibleInjury:
    """An injury that leaves something for good, with what its further rolls may have decided."""

    suffered: Suffered
    name: str
    has_hatred: bool


def possible_injuries(rulebook: Rulebook) -> tuple[PossibleInjury, ...]:
    """Every lasting injury, once for each outcome that lasts and each side."""
    return tuple(_possible(rulebook))


_SIDES: tuple[Literal["left"], Literal["right"]] = ("left", "right")


def _possible(rulebook: Rulebook) -> Iterator[PossibleInjury]:
    for injury in rulebook.injuries.values():
        if not injury.lasting:
            continue
        outcomes: list[str | None] = [one.key for one in injury.outcomes if one.effects] or [None]
        for outcome in outcomes:
            for side in _SIDES if injury.has_side else (None,):
                suffered = Suffered(injury.key, outcome, side)
                yield PossibleInjury(suffered, suffered_name(rulebook, suffered), injury.has_hatred)


def suffered_name(rulebook: Rulebook, suffered: Suffered) -> str:
    """``Arm Wound (one arm, left)``."""
    injury = rulebook.injuries.get(suffered.injury)
    told = [part.replace("_", " ") for part in (suffered.outcome, suffered.side) if part]
    if suffered.hates:
        told.append(f"hates {suffered.hates.name}")
    name = injury.name if injury else suffered.injury
    return f"{name} ({', '.join(told)})" if told else name


def add_injury(roster: Roster, *, warrior_id: int, suffered: Suffered) -> Moved:
    """Give a warrior an injury that was forgotten.

    Raises:
        Refused: for one that is none, leaves nothing, or lacks what its further rolls decide.
    """
    member = warrior_of(roster, warrior_id)
    if member.warrior.section == "henchman":
        raise Refused("Henchmen bear no lasting injuries.", code="injury")
    plain = replace(suffered, hates=None)
    found = next((one for one in possible_injuries(roster.rulebook) if one.suffered == plain), None)
    if found is None:
        raise Refused("There is no such lasting injury.", code="unknown_key")
    if found.has_hatred != (suffered.hates is not None):
        raise Refused(f"{found.name}: say whom he hates, and only there.", code="injury")
    injuries = (*member.warrior.injuries, suffered)
    sentence = f"{member.name} was given an injury that was missing: {suffered_name(roster.rulebook, suffered)}."
    return _with(roster, replace(member.warrior, injuries=injuries), sentence)


def remove_injury(roster: Roster, *, warrior_id: int, suffered: Suffered) -> Moved:
    """Take an injury back that he never had: one of it, where he has several."""
    member = warrior_of(roster, warrior_id)
    injuries = list(member.warrior.injuries)
    if suffered not in injuries:
        raise Refused(f"{member.name} has no such injury.", code="not_there")
    injuries.remove(suffered)
    sentence = f"{member.name} was freed of an injury that he never had: {suffered_name(roster.rulebook, suffered)}."
    return _with(roster, replace(member.warrior, injuries=tuple(injuries)), sentence)


# --- skills -----------------------------------------------------------------------------------------------------


def add_skill(roster: Roster, *, warrior_id: int, skill: str) -> Moved:
    """Give a warrior a skill that was forgotten. Raises Refused for one that there is not."""
    member = warrior_of(roster, warrior_id)
    if skill not in roster.rulebook.skills:
        raise Refused("There is no such skill.", code="unknown_key")
    sentence = f"{member.name} was given a skill that was missing: {roster.rulebook.skills[skill].name}."
    return _with(roster, replace(member.warrior, skills=(*member.warrior.skills, skill)), sentence)


def remove_skill(roster: Roster, *, warrior_id: int, skill: str) -> Moved:
    member = warrior_of(roster, warrior_id)
    if skill not in member.warrior.skills:
        raise Refused(f"{member.name} has no such skill.", code="not_there")
    known = roster.rulebook.skills.get(skill)
    sentence = f"{member.name} lost a skill that he never had: {known.name if known else skill}."
    skills = tuple(key for key in member.warrior.skills if key != skill)
    return _with(roster, replace(member.warrior, skills=skills), sentence)


# --- equipment --------------------------------------------------------------------------------------------------


def add_item(roster: Roster, *, warrior_id: int | None, piece: Piece) -> Moved:
    """Put a piece where it was missing: with a warrior (each member of a group), or into the stash. Nothing is paid."""
    if piece.item not in roster.rulebook.items or (piece.material and piece.material not in roster.rulebook.materials):
        raise Refused("There is no such thing.", code="unknown_key")
    _some(piece)
    name = piece_name(roster, piece)
    if warrior_id is None:
        return Moved(_stash(roster, piece), f"{piece.quantity} × {name} was missing and went to the stash.")
    member = warrior_of(roster, warrior_id)
    _own_gear(roster, member)
    equipment = _together(roster, member.warrior.equipment, piece)
    sentence = f"{member.name} was given what was missing: {piece.quantity} × {name}."
    return _with(roster, replace(member.warrior, equipment=equipment), sentence)


def remove_item(roster: Roster, *, warrior_id: int | None, piece: Piece) -> Moved:
    """Take a piece away that was never there. A starting warband has its price back, as its list asks it."""
    _some(piece)
    taken = replace(piece, quantity=-piece.quantity)
    name = f"{piece.quantity} × {piece_name(roster, piece)}"
    if warrior_id is None:
        _there(roster, roster.snapshot.stash, piece)
        return Moved(_stash(roster, taken), f"{name} was never in the stash and was taken out.")
    member = warrior_of(roster, warrior_id)
    _own_gear(roster, member)
    _there(roster, member.warrior.equipment, piece)
    equipment = _together(roster, member.warrior.equipment, taken)
    return _with(roster, replace(member.warrior, equipment=equipment), f"{member.name} never had {name}: taken away.")


def _some(piece: Piece) -> None:
    if not 1 <= piece.quantity <= MOST_OF_ONE_KIND:
        raise Refused(f"From 1 to {MOST_OF_ONE_KIND} pieces.", code="quantity")


def _own_gear(roster: Roster, member: Member) -> None:
    if member.hired and not member.hired.may_buy:
        raise Refused(f"{member.name} brings his own gear.", code="item_not_on_list")


def _there(roster: Roster, pieces: tuple[Piece, ...], taken: Piece) -> None:
    there = sum(one.quantity for one in pieces if (one.item, one.material) == (taken.item, taken.material))
    if there < taken.quantity:
        raise Refused(f"There are not {taken.quantity} × {piece_name(roster, taken)} there.", code="not_there")


def _stash(roster: Roster, piece: Piece) -> WarbandSnapshot:
    return replace(roster.snapshot, stash=_together(roster, roster.snapshot.stash, piece))


def _together(roster: Roster, pieces: tuple[Piece, ...], piece: Piece) -> tuple[Piece, ...]:
    together = merged((*pieces, piece))
    for one in together:
        if one.quantity > MOST_OF_ONE_KIND:
            told = f"More than {MOST_OF_ONE_KIND} × {piece_name(roster, one)} cannot be kept in one place."
            raise Refused(told, code="quantity")
    return together


# --- the figures underneath -------------------------------------------------------------------------------------


def _treasury(roster: Roster) -> int:
    """The gold held now, in gold crowns. Raises Refused while it cannot be counted."""
    held = check(roster.snapshot, roster.rulebook).treasury
    if held is None:
        raise Refused("This warband's gold cannot be counted: the rules lack something of it.", code="unknown_key")
    return held


def _richer(roster: Roster, gold: int) -> WarbandSnapshot:
    """The warband with so much more gold, or less. A starting warband's gold is counted from what it began with."""
    snapshot = roster.snapshot
    if not snapshot.is_starting:
        return replace(snapshot, treasury=(snapshot.treasury or 0) + gold)
    return replace(snapshot, starting_gold=max(0, snapshot.starting_gold + gold))


def _within(value: int, most: int, what: str) -> None:
    if not 0 <= value <= most:
        raise Refused(f"{what}: from 0 to {most}.", code="figure")


def _with(roster: Roster, warrior: WarriorSnapshot, sentence: str) -> Moved:
    return Moved(roster.snapshot.with_warrior(warrior), sentence, warrior.name)
