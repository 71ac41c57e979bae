"""Recruits as they are offered: the groups that may grow, and what a newcomer may bring."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.postbattle.run import Run
from campaigns.postbattle.trying import item_token, refused_now
from campaigns.postbattle.words import thing
from mordheim.rules.schema import HiredSwordType, WarriorType
from mordheim.rules.snapshot import Piece, WarriorSnapshot
from warbands.roster.equipping import refusal
from warbands.roster.members import Member
from warbands.roster.moves import joining_bill
from warbands.roster.prices import later_price, lists_of
from warbands.roster.refusals import Refused

MOST_AT_ONCE = 5


@dataclass(frozen=True)
class GroupOffer:
    """A group that may grow: what one costs, the veterans' experience that he takes, and how many may join."""

    name: str
    type_name: str
    size: int
    experience: int
    gold: int
    most: int
    refused: str = ""


def groups_to_enlarge(run: Run) -> tuple[GroupOffer, ...]:
    """Every henchman group, those that cannot grow with the reason."""
    return tuple(_group_offer(run, member) for member in run.roster.own if member.warrior.section == "henchman")


def _group_offer(run: Run, member: Member) -> GroupOffer:
    warrior = member.warrior
    refused = refused_now(run, "recruit", into=member.name, size=1)
    most = 0
    while not refused and most < MOST_AT_ONCE and not refused_now(run, "recruit", into=member.name, size=most + 1):
        most += 1
    return GroupOffer(
        member.name, member.type_name, warrior.size, warrior.experience, _price_of_one(run, member), most, refused
    )


def _price_of_one(run: Run, member: Member) -> int:
    try:
        return joining_bill(run.roster, member, 1)[0] + 2 * member.warrior.experience
    except Refused:
        return 0


@dataclass(frozen=True)
class GearRow:
    """Something that a recruit may bring: for one of them, in gold crowns; ``most`` of it."""

    token: str
    name: str
    gold: int
    most: int


def gear_for_recruit(run: Run, entry: WarriorType | HiredSwordType) -> tuple[GearRow, ...]:
    """The common things of a recruit's own lists, at the lists' prices (ruling 14)."""
    if isinstance(entry, HiredSwordType):
        return ()
    newcomer = run.roster.member(WarriorSnapshot(section=entry.section, name=entry.name, type=entry.key))
    keys = [row.item for one in lists_of(newcomer) for row in one.rows]
    keys += [row.item for row in run.roster.warband_type.special_equipment]
    rows = (_gear_row(run, newcomer, Piece(key)) for key in dict.fromkeys(keys))
    return tuple(row for row in rows if row)


def _gear_row(run: Run, newcomer: Member, piece: Piece) -> GearRow | None:
    price = later_price(newcomer, piece, recruit=True)
    if price is None or price.rarity is not None or price.plus or refusal(run.roster, newcomer, piece):
        return None
    most = 2 if run.rulebook.items[piece.item].is_weapon else 1
    return GearRow(item_token(piece), thing(run.rulebook, piece), price.gold, most)
