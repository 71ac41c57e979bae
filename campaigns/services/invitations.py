"""Links by which others join. A use is counted under a lock, so that the last one is used once."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, Invitation, Membership
from campaigns.roles import Right, Role
from campaigns.services.people import admit, member_with, membership_of, open_campaign
from warbands.models import Player
from warbands.roster.refusals import Refused

MOST_DAYS = 365
MOST_USES = 200
MOST_OPEN = 50

# Why a link does not work, for whoever followed it.
WHY_NOT = {
    "revoked": "This invitation was taken back. Ask whoever sent it for another.",
    "used_up": "This invitation was used as often as it may be. Ask whoever sent it for another.",
    "expired": "This invitation has run out. Ask whoever sent it for another.",
}


def invite(
    campaign: Campaign, *, by: Player, role: str = Role.PLAYER, days: int = 14, most_uses: int = 10
) -> Invitation:
    """A new link, good for so many days and uses.

    Raises:
        Refused: by whoever is no arbitrator, in a closed campaign, and for limits that cannot be.
    """
    with transaction.atomic():
        row = open_campaign(campaign)
        member_with(row, player=by, right=Right.ARBITRATE)
        if role not in (Role.PLAYER, Role.SPECTATOR):
            raise Refused("A link invites players or spectators. Arbitrators are made under People.", code="role")
        if not 1 <= days <= MOST_DAYS or not 1 <= most_uses <= MOST_USES:
            told = f"An invitation is good for 1 to {MOST_DAYS} days and 1 to {MOST_USES} uses."
            raise Refused(told, code="invitation")
        now = timezone.now()
        if row.invitations.filter(revoked_at=None, expires_at__gt=now).count() >= MOST_OPEN:
            raise Refused(f"There are {MOST_OPEN} invitations already: take some back.", code="over_quota")
        return Invitation.objects.create(
            campaign=row, role=role, made_by=by, expires_at=now + timedelta(days=days), most_uses=most_uses
        )


def revoke_invitation(invitation: Invitation, *, by: Player) -> Invitation:
    """Take a link back; whoever joined by it stays. Done twice it is done once."""
    with transaction.atomic():
        row = Invitation.objects.select_for_update().select_related("campaign").get(pk=invitation.pk)
        member_with(row.campaign, player=by, right=Right.ARBITRATE)
        if row.revoked_at is None:
            row.revoked_at = timezone.now()
            row.save(update_fields=["revoked_at"])
    return row


def join_campaign(invitation: Invitation, *, player: Player) -> Membership:
    """Join by a link. Who is a member already uses none of it up, unless it makes a spectator a player.

    Raises:
        Refused: when the link works no more, or the campaign is closed.
    """
    with transaction.atomic():
        campaign = open_campaign(invitation.campaign_id)
        row = Invitation.objects.select_for_update().get(pk=invitation.pk)
        present = membership_of(campaign, player=player)
        if present and (present.role == row.role or present.role != Role.SPECTATOR):
            return present
        state = row.state()
        if state != "open":
            raise Refused(WHY_NOT[state], code=state)
        row.uses += 1
        row.save(update_fields=["uses"])
        return admit(campaign, player=player, role=row.role)
