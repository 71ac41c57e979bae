"""Verbs of a season over the real services: begin a campaign, join it, enrol, retire, be corrected."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from campaigns.models import Battle, Campaign, ChronicleEntry, Enrolment, Invitation, Membership, Pairing, Side
from campaigns.services import campaigns, enrolments, invitations, people
from campaigns.services.campaigns import Settings
from tests import acts
from warbands.models import Player, Warband
from warbands.roster.refusals import Refused
from warbands.services.founding import rename_warband


def begin(host: Player, name: str = "Winter in the Ruins", **settings: Any) -> Campaign:
    return campaigns.begin_campaign(by=host, name=name, settings=Settings(**settings))


def host_of(campaign: Campaign) -> Player:
    found = campaign.memberships.active().filter(role="arbitrator").first()
    assert found
    return found.player


def invite(campaign: Campaign, *, by: Player | None = None, **limits: Any) -> Invitation:
    return invitations.invite(campaign, by=by or host_of(campaign), **limits)


def join(campaign: Campaign, player: Player, role: str = "player") -> Membership:
    """By a link made for him."""
    return invitations.join_campaign(invite(campaign, role=role), player=player)


def part(campaign: Campaign, player: Player) -> Membership:
    return Membership.objects.active().get(campaign=campaign, player=player)


def promote(campaign: Campaign, player: Player, role: str = "arbitrator") -> Membership:
    return people.change_role(part(campaign, player), by=host_of(campaign), role=role)


def leave(campaign: Campaign, player: Player) -> None:
    people.leave_campaign(part(campaign, player), by=player)


def enrol(campaign: Campaign, warband: Warband, *, by: Player | None = None, reason: str = "") -> Enrolment:
    return enrolments.enrol_warband(campaign, by=by or warband.owner, warband=warband, reason=reason)


def mob_in(campaign: Campaign, player: Player, name: str = "Da Snikkaz") -> Enrolment:
    """A founded mob of four, enrolled."""
    warband = acts.founded_mob(player)
    if name != warband.name:
        rename_warband(warband, by=player, name=name)
    return enrol(campaign, Warband.objects.get(pk=warband.pk))


def retire(enrolment: Enrolment, *, by: Player | None = None, reason: str = "") -> Enrolment:
    return enrolments.retire_warband(enrolment, by=by or enrolment.player, reason=reason)


def fought(campaign: Campaign, *sides: tuple[Enrolment, str, int, int], number: int | None = None) -> Battle:
    """A battle on the record, written as a row where a test is about what is read from it: each side with its result,
    enemies put out and own losses."""
    battle = Battle.objects.create(
        campaign=campaign,
        number=number or campaign.battles.count() + 1,
        state=Battle.State.CONFIRMED,
        fought_on=timezone.now(),
        seed="0" * 64,
    )
    for place, (enrolment, result, kills, losses) in enumerate(sides):
        Side.objects.create(
            battle=battle,
            enrolment=enrolment,
            warband=enrolment.warband,
            warband_name=enrolment.warband_name,
            player=enrolment.player,
            alliance=place,
            place=place,
            rating_before=enrolment.warband.rating if enrolment.warband else 0,
            result=result,
            kills=kills,
            losses=losses,
        )
    return battle


def chronicle(campaign: Campaign) -> list[str]:
    """What stands in the chronicle, the first line first."""
    lines = campaign.chronicle.standing().select_related("person").order_by("pk")
    return [line.told for line in lines]


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def everything_stored(campaign: Campaign) -> list[object]:
    """Every row of a campaign and of its warbands."""
    rows: list[object] = list(Campaign.objects.filter(pk=campaign.pk).values())
    for model in (Membership, Invitation, Enrolment, Pairing, ChronicleEntry):
        rows += model.objects.filter(campaign=campaign).order_by("pk").values()
    for warband in Warband.objects.filter(enrolments__campaign=campaign).distinct().order_by("pk"):
        rows += acts.everything_stored(warband)
    return rows


@contextmanager
def taken_back() -> Iterator[None]:
    """What is done to the database in it is undone at its end, so that the next one finds it as it was."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def refused(campaign: Campaign, code: str, saying: str = "") -> Iterator[None]:
    """It is refused for that reason, in a sentence that has these words, and nothing at all has changed."""
    before = everything_stored(campaign)
    with pytest.raises(Refused) as caught:
        yield
    assert caught.value.code == code, caught.value.message
    assert saying in caught.value.message
    assert everything_stored(campaign) == before
