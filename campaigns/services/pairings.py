"""Announcing who is to meet on an evening, and taking that back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from campaigns.battle.days import wrong_day
from campaigns.models import Campaign, Enrolment, Notice, Pairing
from campaigns.roles import Right
from campaigns.services.chronicle import Kind, record
from campaigns.services.notices import Word, notify
from campaigns.services.people import member_with, open_campaign
from campaigns.times import local
from warbands.models import Player
from warbands.roster.refusals import Refused

MOST_UPCOMING = 200
MOST_IN_A_BATTLE = 8


def announce_pairings(
    campaign: Campaign, *, by: Player, groups: Sequence[Sequence[int]], planned_for: date
) -> list[Pairing]:
    """Announce who meets whom; the groups are of the ids of enrolments.

    Raises:
        Refused: for a warband that is not in the campaign any more or meets itself, for groups that are no battle, and
            for a day that nobody means.
    """
    with transaction.atomic():
        row = open_campaign(campaign)
        member_with(row, player=by, right=Right.PAIR)
        active = {one.pk: one for one in row.enrolments.active().select_related("warband", "player")}
        told = [pk for group in groups for pk in group]
        if not groups or any(not 2 <= len(set(group)) <= MOST_IN_A_BATTLE for group in groups):
            raise Refused(f"A battle is between 2 and {MOST_IN_A_BATTLE} warbands.", code="pairings")
        if wrong := wrong_day(planned_for, local(row, timezone.now()).date()):
            raise Refused(wrong, code="date")
        if len(told) != len(set(told)) or not set(told) <= set(active):
            raise Refused("The warbands of the campaign have changed: make the pairings anew.", code="pairings")
        if row.pairings.upcoming().count() + len(groups) > MOST_UPCOMING:
            raise Refused("There are too many battles announced already: take some back.", code="over_quota")
        _within_the_evening(row, told, planned_for)
        made = []
        for group in groups:
            pairing = Pairing.objects.create(campaign=row, planned_for=planned_for, made_by=by)
            pairing.enrolments.set(group)
            made.append(pairing)
        named = "; ".join(" against ".join(active[pk].shown_name for pk in group) for group in groups)
        sentence = f"announced for {planned_for:%-d %B %Y}: {named}."
        record(row, kind=Kind.PAIRINGS, sentence=sentence, person=by)
        meeting = [[active[pk] for pk in group] for group in groups]
        notify(row, words=[word for one in meeting for word in _words_of(row, one, planned_for)], by=by)
    return made


def _words_of(campaign: Campaign, meeting: Sequence[Enrolment], planned_for: date) -> list[Word]:
    """What the players of a pairing are told by mail."""
    named = " against ".join(one.shown_name for one in meeting)
    told = f"A battle was announced for {planned_for:%-d %B %Y}: {named}."
    path = f"{campaign.get_absolute_url()}#upcoming"
    return [Word(one.player_id, Notice.Kind.ANNOUNCED, told, path) for one in meeting]


def _within_the_evening(campaign: Campaign, announced: Sequence[int], planned_for: date) -> None:
    """Raise Refused where a warband would have more battles on that day than the campaign's cap."""
    most = campaign.battles_an_evening
    if most is None:
        return
    that_day = campaign.pairings.filter(withdrawn_at=None, planned_for=planned_for, enrolments__in=announced)
    for enrolment, count in that_day.order_by().values_list("enrolments").annotate(count=Count("pk")):
        if count >= most:
            name = campaign.enrolments.get(pk=enrolment).shown_name
            told = f"{most} {'battle' if most == 1 else 'battles'}"
            raise Refused(f"{name} has {told} that evening already, as many as the campaign allows.", code="evening")


def withdraw_pairing(pairing: Pairing, *, by: Player) -> Pairing:
    """Take a pairing back: its maker or an arbitrator may. Done twice it is done once.

    Raises:
        Refused: by others, and once its battle was begun.
    """
    with transaction.atomic():
        campaign = open_campaign(pairing.campaign_id)
        acting = member_with(campaign, player=by, right=Right.PAIR)
        row = Pairing.objects.get(pk=pairing.pk)
        if row.made_by_id != by.pk and not acting.may(Right.ARBITRATE):
            raise Refused("Only whoever announced it or an arbitrator takes a pairing back.", code="not_yours")
        if row.battle_id is not None:
            raise Refused("Its battle has begun already.", code="begun")
        if row.withdrawn_at is None:
            row.withdrawn_at = timezone.now()
            row.save(update_fields=["withdrawn_at"])
    return row
