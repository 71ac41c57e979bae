"""Captives as a page asks for them: who holds whom, and what may be done about one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from campaigns.models import Campaign, Captive, Side
from campaigns.postbattle.captivity import fates_for, fates_of, rolls_of
from campaigns.postbattle.run import NeedsRoll
from mordheim.rules.results import Fate
from warbands.roster.members import Roster
from warbands.roster.sheet import WarriorBlock, build_sheet
from warbands.selectors import current_rulebook, roster_of, snapshot_of


def owners_of_held(warbands: Iterable[int | None]) -> set[int]:
    """The warbands whose warriors come home when these are no more, or retire; one query."""
    rows = Captive.objects.held().filter(captor__warband__in=list(warbands), owner__warband__isnull=False)
    return set(rows.values_list("owner__warband", flat=True))


def captives_of(campaign: Campaign) -> QuerySet[Captive]:
    """All who were ever taken in a campaign and were not given back by an undoing, those held first."""
    rows = Captive.objects.filter(owner__battle__campaign=campaign).exclude(state=Captive.State.TAKEN_BACK)
    return rows.select_related(
        "owner__battle", "owner__warband", "owner__player", "captor__warband", "captor__player"
    ).order_by("settled_at", "pk")


def held_in(campaign: Campaign) -> list[Captive]:
    """Who is held now; one query."""
    return list(captives_of(campaign).filter(state=Captive.State.HELD))


@dataclass(frozen=True)
class FateOffer:
    """One thing that a captor may do with him, and the rolls that it asks for."""

    fate: Fate
    rolls: tuple[NeedsRoll, ...]

    @property
    def dice(self) -> tuple[tuple[int, int, str], ...]:
        """Each die: its number from 1, its sides, and what for."""
        thrown = [(roll.sides, roll.what_for) for roll in self.rolls for _ in range(roll.count)]
        return tuple((number, sides, what_for) for number, (sides, what_for) in enumerate(thrown, start=1))


def fate_offers(captor: Side) -> tuple[FateOffer, ...]:
    """What the captor's kind does with captives; nothing where its warband, or its kind, is gone."""
    warband, rulebook = captor.warband, current_rulebook()
    if warband is None or warband.type_key not in rulebook.warband_types:
        return ()
    roster = roster_of(warband, rulebook)
    return tuple(FateOffer(fate, _rolls(roster, fate)) for fate in fates_for(roster))


def _rolls(roster: Roster, fate: Fate) -> tuple[NeedsRoll, ...]:
    return rolls_of(roster, fate)


def fate_told(captive: Captive) -> str:
    """What became of him for good: ``was sold to slavers``; empty for any other."""
    return next((fate.done for fate in fates_of(current_rulebook()) if fate.key == captive.fate), "")


def exchangeable(captive: Captive) -> list[Captive]:
    """The captor's own whom the owner's warband holds."""
    owner, captor = captive.owner.warband_id, captive.captor.warband_id
    if owner is None or captor is None:
        return []
    return list(Captive.objects.held().filter(owner__warband=captor, captor__warband=owner))


def wanted_in(captive: Captive) -> Captive | None:
    """For whom he is offered in exchange."""
    return Captive.objects.filter(pk=(captive.offer or {}).get("exchange", 0)).first()


def his_sheet(captive: Captive) -> WarriorBlock | None:
    """He as he stands in his own warband; ``None`` once he is not there."""
    warband, rulebook = captive.owner.warband, current_rulebook()
    if warband is None or warband.type_key not in rulebook.warband_types:
        return None
    sheet = build_sheet(snapshot_of(warband), rulebook)
    row = captive.warrior_row
    return next((one for one in sheet.heroes if one.id == row or (not row and one.name == captive.warrior_name)), None)
