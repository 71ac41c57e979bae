"""A captive about whom something is decided: who may, him and all about him under lock, and how it is settled.

Locks are taken in one order: both warbands by their ids, the campaign, the captives, the nights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils import timezone

from campaigns.battle.keeping import kept_warrior
from campaigns.models import Battle, Campaign, Captive, Membership, Side
from campaigns.postbattle.log import stored_effect
from campaigns.roles import Right
from campaigns.services.chronicle import record
from campaigns.services.meanwhile import Doing, meanwhile_as
from campaigns.services.notices import forget, notify, words_to
from campaigns.services.people import member_with, open_campaign
from mordheim.rules.effects import Effect
from mordheim.rules.snapshot import WarriorSnapshot
from warbands.models import Player, Warband
from warbands.roster.members import Roster
from warbands.roster.refusals import Refused


@dataclass(frozen=True)
class Matter:
    """A captive under lock, with the campaign and the part in it of whoever acts."""

    captive: Captive
    campaign: Campaign
    acting: Membership

    @property
    def name(self) -> str:
        return self.captive.warrior_name

    @property
    def owner(self) -> Side:
        return self.captive.owner

    @property
    def captor(self) -> Side:
        return self.captive.captor


# --- who may, and when --------------------------------------------------------------------------------------------


def may_speak_for(side: Side, *, membership: Membership) -> bool:
    """Whether somebody speaks for a side: its player, or an arbitrator."""
    return membership.may(Right.ARBITRATE) or (membership.may(Right.REPORT) and side.player_id == membership.player_id)


def is_party(captive: Captive, *, membership: Membership) -> bool:
    """Whether somebody has any say about a captive."""
    return may_speak_for(captive.owner, membership=membership) or may_speak_for(captive.captor, membership=membership)


def refuse_others(matter: Matter, *, side: Side) -> None:
    """Raise Refused unless whoever acts speaks for that side."""
    if not may_speak_for(side, membership=matter.acting):
        raise Refused(f"Only whoever plays {side.shown_name} decides that, or an arbitrator.", code="may_not")


def locked_matter(captive: Captive, *, by: Player) -> Matter:
    """The captive, read afresh, with both warbands, the campaign and himself locked."""
    (matter,) = locked_matters([captive], by=by)
    return matter


def locked_matters(captives: Sequence[Captive], *, by: Player) -> list[Matter]:
    """The same for several whom the same two warbands hold from each other."""
    pks = [captive.pk for captive in captives]
    sides = Side.objects.filter(Q(captives_lost__in=pks) | Q(captives_held__in=pks))
    wanted = sides.filter(warband__isnull=False).values("warband")
    list(Warband.objects.select_for_update().filter(pk__in=wanted).order_by("pk"))
    campaign = open_campaign(captives[0].owner.battle.campaign_id)
    acting = member_with(campaign, player=by, right=Right.REPORT)
    rows = Captive.objects.select_for_update(of=("self",)).filter(pk__in=pks).order_by("pk")
    found = {row.pk: row for row in rows.select_related("owner__battle", "owner__warband", "captor__warband")}
    if len(found) < len(set(pks)):
        raise Refused("This captive is not there any more.", code="no_such_captive")
    return [Matter(found[pk], campaign, acting) for pk in pks]


def refuse_settled(matter: Matter) -> None:
    """Raise Refused when he is no captive any more."""
    if not matter.captive.is_held:
        raise Refused(f"{matter.name} is no captive any more: {matter.captive.get_state_display()}.", code="over")


def refuse_under_way(matter: Matter) -> None:
    """Raise Refused while one of the two is in a battle under way."""
    for side in (matter.owner, matter.captor):
        if open_battle := battle_under_way(side):
            told = f"{side.shown_name} is in {open_battle}: captives are settled when it is over."
            raise Refused(told, code="under_way")


def battle_under_way(side: Side) -> Battle | None:
    """The battle that the side's warband is in, begun and not confirmed."""
    return Battle.objects.open().filter(sides__warband=side.warband_id).first() if side.warband_id else None


# --- settling -----------------------------------------------------------------------------------------------------


def do_to_owner(matter: Matter, *, doing: Any, by: Player | None) -> tuple[Effect, ...]:
    """Do it to the captive's warband; ``doing`` is told who he is. Answers with the effects, he first in the record."""
    did: list[Effect] = []

    def decide(roster: Roster) -> Doing:
        him = captive_in(roster, captive=matter.captive)
        matter.captive.settlement = {"warrior": kept_warrior(him)}
        done: Doing = doing(roster, him)
        did.extend(done.effects)
        return done

    meanwhile_as(warband_of(matter.owner), decide=decide, by=by, name="captive")
    return tuple(did)


def do_to_captor(matter: Matter, *, doing: Any, by: Player | None) -> tuple[Effect, ...]:
    """Do it to the captor's warband. Answers with the effects."""
    did: list[Effect] = []

    def decide(roster: Roster) -> Doing:
        done: Doing = doing(roster)
        did.extend(done.effects)
        return done

    meanwhile_as(warband_of(matter.captor), decide=decide, by=by, name="captive")
    return tuple(did)


def warband_of(side: Side) -> int:
    """The id of the side's warband. Raises Refused when it is not there any more."""
    if side.warband_id is None:
        raise Refused(f"{side.warband_name} is not there any more.", code="no_such_warband")
    return side.warband_id


def captive_in(roster: Roster, *, captive: Captive) -> WarriorSnapshot:
    """The captive in his own warband, whatever he is called by now. Raises Refused when he is not there."""
    for warrior in roster.snapshot.warriors:
        if warrior.captured_by and captive.warrior_row in (None, warrior.id) and _is_he(warrior, captive):
            return warrior
    raise Refused(f"{captive.warrior_name} is not with {roster.snapshot.name} any more.", code="no_such_warrior")


def _is_he(warrior: WarriorSnapshot, captive: Captive) -> bool:
    return captive.warrior_row is not None or warrior.name == captive.warrior_name


def settle(
    matter: Matter,
    *,
    state: str,
    by: Player | None,
    owner: Sequence[Effect],
    captor: Sequence[Effect],
    fate: str = "",
    partner: int | None = None,
) -> None:
    """Write down what became of him: the effects on both warbands, and of an exchange the other captive's row."""
    row = matter.captive
    row.state, row.fate, row.settled_at = state, fate, timezone.now()
    row.settlement |= {
        "owner": [stored_effect(effect) for effect in owner],
        "captor": [stored_effect(effect) for effect in captor],
        "by": by.pk if by else None,
        "partner": partner,
    }
    row.save()
    forget(row.get_absolute_url())


def tell_campaign(matter: Matter, *, kind: str, sentence: str, by: Player | None) -> None:
    """Have the chronicle tell it with the battle in which he was taken."""
    battle, enrolment = matter.owner.battle_id, matter.owner.enrolment
    record(matter.campaign, kind=kind, sentence=sentence, by=by, battle_id=battle, enrolment=enrolment)


def tell_player(matter: Matter, *, side: Side, kind: str, text: str) -> None:
    """Have whoever plays that side told by mail."""
    words = words_to([side.player_id], kind=kind, text=text, path=matter.captive.get_absolute_url())
    notify(matter.campaign, words=words, by=matter.acting.player)
