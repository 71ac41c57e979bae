"""Warbands in a campaign: begun for it, enrolled, retired."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from campaigns.models import Campaign, Enrolment
from campaigns.models.campaigns import name_of
from campaigns.roles import Right
from campaigns.selectors import has_battle_open, has_fought
from campaigns.services.chronicle import Kind, record
from campaigns.services.people import lock_owners_of_held, member_with, open_campaign
from mordheim.rules.plainfile import clean_line
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import WarbandSnapshot
from warbands.models import Player, Warband
from warbands.roster.corrections import grant_gold
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook
from warbands.services.acts import act, locked
from warbands.services.founding import begin_warband
from warbands.services.quotas import room_for

# What a list begins with that has no extra of its own.
USUAL_GOLD = WarbandSnapshot.starting_gold
LONGEST_REASON = 500


def starting_gold_of(campaign: Campaign, *, rulebook: Rulebook, type_key: str) -> int:
    """What a warband of that type begins with here: the campaign's gold, with what its list has beyond the usual."""
    kind = rulebook.warband_types.get(type_key)
    extra = kind.starting_gold - USUAL_GOLD if kind else 0
    return max(0, campaign.starting_gold + extra)


def begin_for_campaign(campaign: Campaign, *, by: Player, type_key: str, name: str) -> Warband:
    """A draft with this campaign's starting gold. It is enrolled once it is founded.

    Raises:
        Refused: by a spectator, in a closed campaign, without room for another warband.
    """
    with transaction.atomic():
        row = open_campaign(campaign)
        member_with(row, player=by, right=Right.ENROL)
        gold = starting_gold_of(row, rulebook=current_rulebook(), type_key=type_key)
        with room_for(by, "warbands"):
            return begin_warband(owner=by, type_key=type_key, name=name, starting_gold=gold)


def enrol_warband(campaign: Campaign, *, by: Player, warband: Warband, reason: str = "") -> Enrolment:
    """Enrol a founded warband. Its own player does it, or an arbitrator for him, who must where it has fought before.

    Once the campaign's first battle was fought, the campaign's gold for late joiners comes on top.

    Raises:
        Refused: with what is in the way.
    """
    reason = _proper_reason(reason)
    with transaction.atomic():
        owned = locked(warband)
        row = open_campaign(campaign)
        acting = member_with(row, player=by, right=Right.ENROL)
        if owned.owner_id != by.pk and not acting.may(Right.CORRECT):
            raise Refused("Only its own player or an arbitrator enrols a warband.", code="not_yours")
        member_with(row, player=owned.owner, right=Right.ENROL)
        _refuse_unfit(row, owned, by_arbitrator=acting.may(Right.CORRECT), reason=reason)
        _leave_closed_campaigns(owned)
        enrolment = _enrolled(row, owned)
        record(
            row,
            kind=Kind.ENROLLED,
            sentence=f"{owned.name} joined the campaign with a rating of {owned.rating}.",
            enrolment=enrolment,
            by=by,
            reason=reason,
        )
        if row.late_gold and has_fought(row):
            _welcome(row, owned, enrolment, by)
    return enrolment


def retire_warband(enrolment: Enrolment, *, by: Player, reason: str = "") -> Enrolment:
    """Retire a warband from its campaign: it keeps its record, stays readable and may fight elsewhere.

    Raises:
        Refused: by others than its player and an arbitrator, in the midst of a battle, and for who has retired.
    """
    reason = _proper_reason(reason)
    with transaction.atomic():
        lock_owners_of_held([enrolment.warband_id])
        row = open_campaign(enrolment.campaign_id)
        acting = member_with(row, player=by, right=Right.ENROL)
        own = Enrolment.objects.select_related("warband", "player").get(pk=enrolment.pk)
        if own.player_id != by.pk and not acting.may(Right.CORRECT):
            raise Refused("Only its own player or an arbitrator retires a warband.", code="not_yours")
        if not own.is_active:
            raise Refused(f"{own.shown_name} has retired already.", code="retired")
        if has_battle_open(own):
            raise Refused(f"{own.shown_name} is in a battle that is not over yet.", code="battle_open")
        own.retire(reason)
        record(row, kind=Kind.RETIRED, sentence=f"{own.shown_name} retired.", enrolment=own, by=by, reason=reason)
    return own


def _refuse_unfit(campaign: Campaign, warband: Warband, *, by_arbitrator: bool, reason: str) -> None:
    """Raise Refused where a warband may not be enrolled."""
    if not warband.founded:
        raise Refused(f"{warband.name} is a draft. Found it first.", code="not_founded")
    present = warband.enrolments.active().select_related("campaign").first()
    if present and present.campaign_id == campaign.pk:
        raise Refused(f"{warband.name} is in this campaign already.", code="enrolled")
    if present and not present.campaign.is_closed:
        raise Refused(f"{warband.name} is in another campaign. Retire it there first.", code="enrolled_elsewhere")
    _refuse_another(campaign, warband, by_arbitrator=by_arbitrator, reason=reason)
    if warband.battles:
        _only_by_arbitrator(f"{warband.name} has fought before", by_arbitrator=by_arbitrator, reason=reason)
        return
    gold = starting_gold_of(campaign, rulebook=current_rulebook(), type_key=warband.type_key)
    if warband.starting_gold != gold:
        raise Refused(
            f"{warband.name} began with {warband.starting_gold} gc; its kind begins with {gold} gc in this campaign. "
            "Begin one for this campaign.",
            code="starting_gold",
        )


def _refuse_another(campaign: Campaign, warband: Warband, *, by_arbitrator: bool, reason: str) -> None:
    """Raise Refused where its player has as many warbands here as he may; an arbitrator may allow one more."""
    most = campaign.warbands_a_player
    if campaign.enrolments.active().filter(player=warband.owner_id).count() < most:
        return
    told = "1 warband" if most == 1 else f"{most} warbands"
    _only_by_arbitrator(f"A player has {told} at a time here", by_arbitrator=by_arbitrator, reason=reason)


def _only_by_arbitrator(told: str, *, by_arbitrator: bool, reason: str) -> None:
    if not by_arbitrator:
        raise Refused(f"{told}: an arbitrator can enrol it.", code="arbitrator_only")
    if not reason:
        raise Refused(f"{told}: enrol it with a reason.", code="reason")


def _leave_closed_campaigns(warband: Warband) -> None:
    """Whatever campaign it is still in is closed: it retires there."""
    for enrolment in warband.enrolments.active().select_related("warband", "player"):
        enrolment.retire("It joined another campaign after this one was closed.")


def _enrolled(campaign: Campaign, warband: Warband) -> Enrolment:
    try:
        with transaction.atomic():
            return Enrolment.objects.create(
                campaign=campaign,
                warband=warband,
                player=warband.owner,
                warband_name=warband.name,
                player_name=name_of(warband.owner),
                type_key=warband.type_key,
            )
    except IntegrityError:
        raise Refused(f"{warband.name} is in a campaign already.", code="enrolled") from None


def _welcome(campaign: Campaign, warband: Warband, enrolment: Enrolment, by: Player) -> None:
    gold = campaign.late_gold
    sentence = f"{warband.name} joined {campaign.name} in mid-season and was given {gold} gc."
    act(warband, by=by, name="late_gold", move=lambda roster: grant_gold(roster, gold=gold, sentence=sentence))
    told = f"{warband.name} was given {gold} gc for joining in mid-season."
    record(campaign, kind=Kind.ENROLLED, sentence=told, enrolment=enrolment)


def _proper_reason(text: str) -> str:
    """A reason as it is stored; it may be empty. Raises Refused for a too long one."""
    reason = clean_line(text)
    if len(reason) > LONGEST_REASON:
        raise Refused(f"A reason has at most {LONGEST_REASON} characters.", code="reason")
    return reason
