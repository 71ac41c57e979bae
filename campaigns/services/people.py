"""Who is in a campaign and as what. Whatever changes that locks the campaign's row first; only warbands come before it.

A campaign always has an arbitrator: the last one neither leaves nor steps down, and when his account is deleted the
role goes to whoever has been there longest.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from campaigns.captive_selectors import owners_of_held
from campaigns.models import Campaign, Enrolment, Membership
from campaigns.models.campaigns import EnrolmentQuerySet
from campaigns.roles import WITHOUT, Right, Role
from campaigns.services.chronicle import Kind, record
from campaigns.services.notices import forget_all_of
from warbands.models import Player, Warband
from warbands.roster.refusals import Refused

CLOSED = "This campaign is closed. An arbitrator can open it again in its settings."
LAST_ARBITRATOR = "You are the only arbitrator here. Make somebody else one first, under People."


def locked_campaign(campaign: Campaign | int) -> Campaign:
    """The campaign's row, read afresh and locked until the transaction ends.

    Raises:
        Refused: when it is not there any more.
    """
    pk = campaign if isinstance(campaign, int) else campaign.pk
    row = Campaign.objects.select_for_update().filter(pk=pk).first()
    if row is None:
        raise Refused("This campaign is not there any more.", code="no_such_campaign")
    return row


def open_campaign(campaign: Campaign | int) -> Campaign:
    """The same for an act that a closed campaign does not take. Raises Refused where it is closed."""
    row = locked_campaign(campaign)
    if row.is_closed:
        raise Refused(CLOSED, code="closed")
    return row


def membership_of(campaign: Campaign, *, player: Player) -> Membership | None:
    """Somebody's present part in a campaign."""
    return Membership.objects.active().filter(campaign=campaign, player=player).first()


def member_with(campaign: Campaign, *, player: Player, right: Right) -> Membership:
    """Somebody's part in a campaign, with that right.

    Raises:
        Refused: when he is no member, or may not.
    """
    membership = membership_of(campaign, player=player)
    if membership is None or not membership.may(right):
        raise Refused(WITHOUT[right], code="may_not")
    return membership


def admit(campaign: Campaign, *, player: Player, role: str) -> Membership:
    """Make somebody a member, or a spectator a player. Nobody loses a role by it. Within a locked transaction."""
    present = membership_of(campaign, player=player)
    if present is None:
        membership = Membership.objects.create(campaign=campaign, player=player, role=role)
        record(campaign, kind=Kind.JOINED, sentence=f"joined as {_a(role)}.", person=player)
        return membership
    if present.role == Role.SPECTATOR and role == Role.PLAYER:
        _give(present, role)
    return present


def change_role(membership: Membership, *, by: Player, role: str) -> Membership:
    """Give a member another role: sharing the arbitrator's, or stepping down from it.

    Raises:
        Refused: for the last arbitrator, for whoever has left, and by whoever is no arbitrator.
    """
    with transaction.atomic():
        campaign = locked_campaign(membership.campaign_id)
        member_with(campaign, player=by, right=Right.ARBITRATE)
        row = _present(membership)
        if role not in list(Role):
            raise Refused("There is no such role.", code="role")
        if row.role == role:
            return row
        _keep_an_arbitrator(row)
        if role == Role.SPECTATOR and _has_warbands(row):
            raise Refused("A spectator has no warband here: retire it first.", code="has_warbands")
        _give(row, role, by=by)
    return row


def hand_over(campaign: Campaign, *, by: Player, to: Membership) -> Membership:
    """Make another member arbitrator in one's own place, and be a player from now on.

    Raises:
        Refused: when the other is no member any more or is oneself, and by whoever is no arbitrator.
    """
    with transaction.atomic():
        row = locked_campaign(campaign)
        own = member_with(row, player=by, right=Right.ARBITRATE)
        heir = _present(to)
        if heir.pk == own.pk or heir.campaign_id != row.pk:
            raise Refused("Hand the campaign over to another of its members.", code="role")
        if heir.role != Role.ARBITRATOR:
            _give(heir, Role.ARBITRATOR, by=by)
        _give(own, Role.PLAYER, by=by)
    return heir


def leave_campaign(membership: Membership, *, by: Player) -> None:
    """Leave, or be sent away by an arbitrator. His warbands retire and keep their record.

    Raises:
        Refused: for the last arbitrator, and for anybody else who may not.
    """
    with transaction.atomic():
        lock_owners_of_held(_warbands_of(membership).values_list("warband", flat=True))
        campaign = locked_campaign(membership.campaign_id)
        row = _present(membership)
        if row.player_id != by.pk:
            member_with(campaign, player=by, right=Right.ARBITRATE)
        _keep_an_arbitrator(row)
        row.left_at = timezone.now()
        row.save(update_fields=["left_at"])
        _retire_all(row)
        forget_all_of(row)
        told = "left the campaign." if row.player_id == by.pk else "was sent away by an arbitrator."
        record(campaign, kind=Kind.LEFT, sentence=told, person=row.player, by=by)


def entrust_campaigns_of(player: Player) -> None:
    """Before an account goes: where he is the only arbitrator, whoever has been there longest becomes one, a player
    before a spectator. A campaign that nobody else is in goes with him."""
    for own in Membership.objects.arbitrators().filter(player=player).select_related("campaign"):
        campaign = locked_campaign(own.campaign_id)
        others = [one for one in campaign.memberships.active() if one.player_id != player.pk]
        if not others:
            campaign.delete()
        elif not any(one.is_arbitrator for one in others):
            _give(min(others, key=lambda one: (one.role == Role.SPECTATOR, one.joined_at, one.pk)), Role.ARBITRATOR)


def _present(membership: Membership) -> Membership:
    """The row as it is now. Raises Refused for who has left."""
    row = Membership.objects.active().select_related("player").filter(pk=membership.pk).first()
    if row is None:
        raise Refused("That member has left the campaign.", code="no_such_member")
    return row


def _keep_an_arbitrator(membership: Membership) -> None:
    if membership.is_arbitrator:
        others = Membership.objects.arbitrators().filter(campaign=membership.campaign_id).exclude(pk=membership.pk)
        if not others.exists():
            raise Refused(LAST_ARBITRATOR, code="last_arbitrator")


def lock_owners_of_held(warbands: Iterable[int | None]) -> None:
    """Lock the warbands whose warriors come home when these retire: warbands are locked before their campaign."""
    list(Warband.objects.select_for_update().filter(pk__in=owners_of_held(warbands)).order_by("pk"))


def _has_warbands(membership: Membership) -> bool:
    return _warbands_of(membership).exists()


def _warbands_of(membership: Membership) -> EnrolmentQuerySet:
    return Enrolment.objects.active().filter(campaign=membership.campaign_id, player=membership.player_id)


def _give(membership: Membership, role: str, by: Player | None = None) -> None:
    membership.role = role
    membership.save(update_fields=["role"])
    told = f"is {_a(role)} from now on."
    record(membership.campaign, kind=Kind.ROLE, sentence=told, person=membership.player, by=by)


def _retire_all(membership: Membership) -> None:
    for enrolment in _warbands_of(membership).select_related("warband"):
        enrolment.retire("Its player left the campaign.")
        record(
            membership.campaign,
            kind=Kind.RETIRED,
            sentence=f"{enrolment.shown_name} retired: its player left the campaign.",
            enrolment=enrolment,
        )


def _a(role: str) -> str:
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role}"
