"""What is to be done in a campaign: who is to meet whom, whose turn it is, and who waits for whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from campaigns.captive_selectors import held_in
from campaigns.models import Battle, BattleReport, Campaign, Captive, Enrolment, Membership, Pairing, Side
from campaigns.models.campaigns import name_of
from campaigns.roles import Right, Role
from campaigns.standings import Evening, Meeting, Turn
from campaigns.times import local

MOST_UPCOMING = 60
MOST_SIDES = 200


@dataclass(frozen=True)
class Member:
    """Somebody in the campaign; ``plays`` where he has a warband in it."""

    membership: Membership
    plays: bool


@dataclass(frozen=True)
class Business:
    """What is under way in a campaign, read once: the announced pairings, the sides of battles that are announced,
    begun or followed by a night that is not over, the standing reports of these, the members, and who is held
    captive."""

    campaign: Campaign
    pairings: tuple[Pairing, ...]
    sides: tuple[Side, ...]
    reports: tuple[BattleReport, ...]
    members: tuple[Member, ...]
    captives: tuple[Captive, ...] = ()

    def of_state(self, *states: str) -> Iterator[tuple[Battle, list[Side]]]:
        """The battles in one of these states, each with its sides."""
        sides = [side for side in self.sides if side.battle.state in states]
        for _, together in groupby(sides, key=lambda side: side.battle_id):
            found = list(together)
            yield found[0].battle, found


PLAYER = ("player__username", "player__guest_until")
WARBAND = ("warband__name", "warband__held_at")
OF_A_SIDE = ("warband_name", "warriors_before", "agreed_to", "place", *PLAYER, *WARBAND)
OF_ITS_BATTLE = ("campaign", "number", "state", "fought_on", "made_at", "started_at")


def business_of(campaign: Campaign) -> Business:
    """Six queries, however much is under way; of each row only what is told of it."""
    enrolments = Enrolment.objects.select_related("warband", "player")
    enrolled = Prefetch("enrolments", enrolments.only("warband_name", "player_name", *PLAYER, "warband__name"))
    reports = BattleReport.objects.standing().filter(battle__campaign=campaign, battle__state__in=Battle.OPEN)
    playing = Enrolment.objects.active().filter(campaign=campaign, player=OuterRef("player"))
    members = campaign.memberships.active().select_related("player").annotate(plays=Exists(playing))
    return Business(
        campaign,
        tuple(campaign.pairings.upcoming().prefetch_related(enrolled)[:MOST_UPCOMING]),
        tuple(_going_on(campaign)[:MOST_SIDES]),
        tuple(reports.only("battle", "digest", "made_at")),
        tuple(Member(member, member.plays) for member in members.only("campaign", "role", "joined_at", *PLAYER)),
        tuple(held_in(campaign)),
    )


def _going_on(campaign: Campaign) -> QuerySet[Side]:
    """The sides of battles that are announced, begun, or followed by a night that is not over."""
    going_on = Q(battle__state__in=(Battle.State.PLANNED, *Battle.OPEN))
    night = Q(battle__state=Battle.State.CONFIRMED, post_battle__isnull=False, post_battle__closed_at=None)
    rows = Side.objects.filter(going_on | night, battle__campaign=campaign)
    battle = [f"battle__{name}" for name in OF_ITS_BATTLE]
    told = rows.select_related("battle", "warband", "player", "post_battle").only(
        *OF_A_SIDE, *battle, "post_battle__opened_at", "post_battle__closed_at"
    )
    return told.order_by("battle__number", "place")


# --- what is announced ------------------------------------------------------------------------------------------


def evenings_of(business: Business, viewer: Membership) -> list[Evening]:
    """What is announced, by day, the next day first."""
    meetings = [*_pairings(business, viewer), *_planned(business, viewer)]
    days: dict[date, list[Meeting]] = {}
    for day, meeting in sorted(meetings, key=lambda one: one[0]):
        days.setdefault(day, []).append(meeting)
    return [Evening(day, tuple(met)) for day, met in days.items()]


def _pairings(business: Business, viewer: Membership) -> Iterator[tuple[date, Meeting]]:
    for pairing in business.pairings:
        sides = list(pairing.enrolments.all())
        yield (
            pairing.planned_for,
            Meeting(
                tuple((side.shown_name, side.shown_player) for side in sides),
                pairing_id=pairing.pk,
                may_withdraw=pairing.made_by_id == viewer.player_id or viewer.may(Right.ARBITRATE),
                own=any(side.player_id == viewer.player_id for side in sides),
            ),
        )


def _planned(business: Business, viewer: Membership) -> Iterator[tuple[date, Meeting]]:
    for battle, sides in business.of_state(Battle.State.PLANNED):
        yield (
            local(business.campaign, battle.fought_on).date(),
            Meeting(
                tuple((side.shown_name, side.player_name) for side in sides),
                battle_id=battle.pk,
                own=any(side.player_id == viewer.player_id for side in sides),
            ),
        )


# --- whose turn it is -------------------------------------------------------------------------------------------


def turns_of(business: Business) -> list[Turn]:
    """Who has to do what, the longest waiting first. No query."""
    if business.campaign.is_closed:
        return []
    turns = [*_without_warband(business), *_to_fight(business), *_battles(business), *_nights(business)]
    turns += _captives(business)
    return sorted(turns, key=lambda turn: (turn.since, turn.key))


def _without_warband(business: Business) -> Iterator[Turn]:
    """Players who have no warband here."""
    url = reverse("enrolment-new", args=[business.campaign.pk])
    for member in business.members:
        one = member.membership
        if one.role == Role.PLAYER and not member.plays:
            name = name_of(one.player)
            yield Turn(f"enrol-{one.pk}", one.player_id, name, "Enrol a warband", url, since=one.joined_at)


def _to_fight(business: Business) -> Iterator[Turn]:
    """Whoever is announced to meet somebody today, or was before and has not yet."""
    today = local(business.campaign, timezone.now()).date()
    url = f"{business.campaign.get_absolute_url()}#upcoming"
    for pairing in business.pairings:
        if pairing.planned_for > today:
            continue
        sides = list(pairing.enrolments.all())
        for side in sides:
            others = [other for other in sides if other != side]
            what = f"Fight {' and '.join(other.shown_name for other in others)}"
            waiting = _names(other.shown_player for other in others)
            key = f"fight-{pairing.pk}-{side.pk}"
            yield Turn(key, side.player_id, side.shown_player, what, url, waiting, pairing.made_at)


def _battles(business: Business) -> Iterator[Turn]:
    """Battles that are to be begun, reported, and agreed to."""
    for battle, sides in business.of_state(Battle.State.PLANNED):
        if battle.fought_on <= timezone.now():
            yield from _of_sides(business, sides, "begin", "Begin {}", battle.made_at)
    for battle, sides in business.of_state(Battle.State.UNDER_WAY):
        yield from _of_sides(business, sides, "report", "Report {}", battle.started_at)
    for battle, sides in business.of_state(Battle.State.REPORTED):
        reports = [report for report in business.reports if report.battle_id == battle.pk]
        since = min((report.made_at for report in reports), default=battle.started_at)
        if business.campaign.confirmation == business.campaign.Confirmation.ARBITRATOR:
            yield from _for_arbitrators(business, battle, sides, since)
        else:
            told = {report.digest for report in reports}
            undecided = [side for side in sides if side.agreed_to not in told]
            yield from _of_sides(business, undecided, "confirm", "Confirm the report of {}", since, all_of=sides)


def _for_arbitrators(
    business: Business, battle: Battle, sides: Sequence[Side], since: datetime | None
) -> Iterator[Turn]:
    waiting = _names(side.player_name for side in sides)
    for one in (member.membership for member in business.members):
        if one.is_arbitrator:
            key, what = f"confirm-{battle.pk}-{one.pk}", f"Confirm the report of {battle}"
            url = _held_at(business, sides)
            yield Turn(key, one.player_id, name_of(one.player), what, url, waiting, since or battle.made_at)


def _of_sides(
    business: Business,
    sides: Sequence[Side],
    key: str,
    what: str,
    since: datetime | None,
    all_of: Sequence[Side] = (),
) -> Iterator[Turn]:
    """The same turn of several sides; everybody else in the battle waits for each."""
    for side in sides:
        others = [other for other in (all_of or sides) if other.player_id != side.player_id]
        yield Turn(
            f"{key}-{side.pk}",
            side.player_id,
            side.player_name,
            what.format(f"{side.battle}: {' against '.join(one.shown_name for one in all_of or sides)}"),
            _held_at(business, [side]),
            _names(other.player_name for other in others),
            since or side.battle.made_at,
        )


def _nights(business: Business) -> Iterator[Turn]:
    """Whoever has still to go through the night after a battle. Nobody waits for that but the next battle."""
    for side in business.sides:
        post = getattr(side, "post_battle", None)
        if post is not None and post.is_open and side.battle.is_confirmed:
            what = f"Go on with the night after {side.battle} for {side.shown_name}"
            url = _held_at(business, [side])
            yield Turn(f"night-{post.pk}", side.player_id, side.player_name, what, url, since=post.opened_at)


def _captives(business: Business) -> Iterator[Turn]:
    """The captor says what he asks, then the owner whether he agrees."""
    for captive in business.captives:
        asks, gives = captive.captor, captive.owner
        side, other = (gives, asks) if captive.offer else (asks, gives)
        what = f"Answer what {asks.shown_name} ask for" if captive.offer else "Say what becomes of"
        yield Turn(
            f"captive-{captive.pk}-{side.pk}",
            side.player_id,
            side.player_name,
            f"{what} {captive.warrior_name}, a captive",
            captive.get_absolute_url(),
            _names([other.player_name]),
            captive.taken_at,
        )


def _held_at(business: Business, sides: Sequence[Side]) -> str:
    """The page on which it goes on."""
    held = [side.warband.held_at for side in sides if side.warband and side.warband.held_at]
    return held[0] if held else f"{business.campaign.get_absolute_url()}#upcoming"


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
