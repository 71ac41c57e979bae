"""What is to be done in a campaign: who is to meet whom, whose turn it is, and who waits for whom.

All of it is told on every visit of the dashboard, for however many warbands there are, so that rows are read as plain
values with only the columns that are told of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Battle, BattleReport, Campaign, Captive, Enrolment, Membership, Pairing, PostBattle, Side
from campaigns.models.campaigns import name_told
from campaigns.roles import Right, Role
from campaigns.standings import Evening, Meeting, Turn
from campaigns.times import local
from mordheim.prepared import Query, Row, prepared
from warbands.models import Player

MOST_UPCOMING = 60
MOST_SIDES = 200


@dataclass(frozen=True)
class Member:
    """Somebody in the campaign; ``plays`` where he has a warband in it."""

    membership_id: int
    player_id: int
    player: str
    role: str
    joined_at: datetime
    plays: bool


@dataclass(frozen=True)
class Party:
    """A warband that is to meet others or does: a side of a battle, or with ``enrolment_id`` alone of a pairing.
    ``held_at`` is where it goes on for it, ``rolls_due`` how many rolls are still to be made before the first
    blow, ``night`` the id of the night that it has still to go through."""

    enrolment_id: int
    shown_name: str
    player_id: int | None
    player: str
    side_id: int = 0
    held_at: str = ""
    agreed_to: str = ""
    rolls_due: int = 0
    night: int | None = None
    night_since: datetime | None = None


@dataclass(frozen=True)
class Meet:
    """An announced pairing."""

    pairing_id: int
    planned_for: date
    made_by_id: int | None
    made_at: datetime
    parties: tuple[Party, ...]


@dataclass(frozen=True)
class Fight:
    """A battle that is announced, begun or followed by a night that is not over."""

    battle_id: int
    number: int
    state: str
    fought_on: datetime
    made_at: datetime
    started_at: datetime | None
    parties: tuple[Party, ...]

    def __str__(self) -> str:
        return f"battle {self.number}"


@dataclass(frozen=True)
class Reported:
    """A standing report of a battle that is not confirmed."""

    battle_id: int
    digest: str
    made_at: datetime


@dataclass(frozen=True)
class Held:
    """A hero in another warband's hands; ``asked`` is what the captor asks, empty where he has said nothing."""

    captive_id: int
    warrior_name: str
    owner: Party
    captor: Party
    asked: str
    taken_at: datetime
    url: str


@dataclass(frozen=True)
class Business:
    """What is under way in a campaign, read once: the announced pairings, the battles that are going on, the standing
    reports of these, the members, and who is held captive."""

    campaign: Campaign
    pairings: tuple[Meet, ...]
    fights: tuple[Fight, ...]
    reports: tuple[Reported, ...]
    members: tuple[Member, ...]
    captives: tuple[Held, ...] = ()

    def of_state(self, state: str) -> Iterator[Fight]:
        return (fight for fight in self.fights if fight.state == state)


def business_of(campaign: Campaign) -> Business:
    """Five queries, however much is under way."""
    pk = campaign.pk
    return _business(campaign, _pairings_of(pk), _sides_of(pk), _reports_of(pk), _members_of(pk), _captives_of(pk))


def businesses_of(campaigns: Sequence[Campaign]) -> list[Business]:
    """The same of several campaigns; five queries, however many they are."""
    if not campaigns:
        return []
    ids = [campaign.pk for campaign in campaigns]
    rows = [
        _by_campaign(_met_in(campaign__in=ids), "pairing__campaign", OF_A_MEET),
        _by_campaign(_sides_in(campaign__in=ids), "battle__campaign", OF_A_FIGHT),
        _by_campaign(_reports_in(battle__campaign__in=ids), "battle__campaign", OF_A_REPORT),
        _by_campaign(_members_in(campaign__in=ids), "campaign", OF_A_MEMBER),
        _by_campaign(_captives_in(owner__battle__campaign__in=ids), "owner__battle__campaign", OF_A_CAPTIVE),
    ]
    return [_business(campaign, *(found.get(campaign.pk, []) for found in rows)) for campaign in campaigns]


def _by_campaign(query: Query, campaign: str, names: Sequence[str]) -> dict[int, list[Row]]:
    """The rows of a query, by the column that says of which campaign they are."""
    found: dict[int, list[Row]] = {}
    for pk, *row in query.values_list(campaign, *names):
        found.setdefault(pk, []).append(tuple(row))
    return found


def _business(
    campaign: Campaign,
    pairings: Sequence[Row],
    sides: Sequence[Row],
    reports: Sequence[Row],
    members: Sequence[Row],
    captives: Sequence[Row],
) -> Business:
    return Business(
        campaign,
        tuple(_meets(pairings)),
        tuple(_fights(sides)),
        tuple(Reported(*row) for row in reports),
        tuple(_members(members)),
        tuple(_held(campaign, captives)),
    )


# What is told of a pairing, and of each warband in it.
OF_A_PAIRING = ("pairing", "pairing__planned_for", "pairing__made_by", "pairing__made_at")
OF_AN_ENROLMENT = ("warband_name", "warband__name", "player", "player_name", "player__username", "player__guest_until")
OF_A_MEET = (*OF_A_PAIRING, "enrolment", *(f"enrolment__{name}" for name in OF_AN_ENROLMENT))


@prepared
def _pairings_of(campaign: int) -> Query:
    return _met_in(campaign=campaign)


def _met_in(**which: Any) -> Query:
    upcoming = Pairing.objects.upcoming().filter(**which).values("pk")[:MOST_UPCOMING]
    met = Pairing.enrolments.through.objects.filter(pairing__in=upcoming)
    return met.order_by("pairing__planned_for", "pairing", "pk").values_list(*OF_A_MEET)


def _meets(rows: Sequence[Row]) -> Iterator[Meet]:
    width = len(OF_A_PAIRING)
    for told, together in groupby(rows, key=lambda row: row[:width]):
        pairing_id, planned_for, made_by, made_at = told
        yield Meet(pairing_id, planned_for, made_by, made_at, tuple(_enrolled(*row[width:]) for row in together))


def _enrolled(
    enrolment_id: int, kept: str, name: str | None, player_id: int | None, kept_player: str, *account: Any
) -> Party:
    shown = name if name is not None else kept
    return Party(enrolment_id, shown, player_id, name_told(*account, kept=kept_player))


# What is told of a battle, and of each of its sides.
OF_A_BATTLE = ("battle", "number", "state", "fought_on", "made_at", "started_at")
OF_A_SIDE = (
    *("enrolment", "warband_name", "player", "pk", "agreed_to", "rolls_due", "warriors_before"),
    *("warband__name", "warband__held_at"),
    *("player__username", "player__guest_until", "post_battle", "post_battle__opened_at", "post_battle__closed_at"),
)


OF_A_FIGHT = (*(name if name == "battle" else f"battle__{name}" for name in OF_A_BATTLE), *OF_A_SIDE)


@prepared
def _sides_of(campaign: int) -> Query:
    return _sides_in(campaign=campaign)


def _sides_in(**which: Any) -> Query:
    battles = Battle.objects.filter(**which).order_by()
    going_on = Q(battle__in=battles.filter(state__in=(Battle.State.PLANNED, *Battle.OPEN)).values("pk"))
    over = battles.filter(state=Battle.State.CONFIRMED).values("pk")
    night = Q(pk__in=PostBattle.objects.open().order_by().values("side"), battle__in=over)
    sides = Side.objects.filter(going_on | night)
    return sides.order_by("battle__number", "battle", "place").values_list(*OF_A_FIGHT)[:MOST_SIDES]


def _fights(rows: Sequence[Row]) -> Iterator[Fight]:
    width = len(OF_A_BATTLE)
    for told, together in groupby(rows, key=lambda row: row[:width]):
        battle_id, number, state, fought_on, made_at, started_at = told
        parties = tuple(_party(*row[width:]) for row in together)
        yield Fight(battle_id, number, state, fought_on, made_at, started_at, parties)


def _party(
    enrolment_id: int,
    kept: str,
    player_id: int | None,
    side_id: int,
    agreed_to: str,
    rolls_due: int,
    warriors_before: int,
    name: str | None,
    held_at: str | None,
    username: str | None,
    guest_until: datetime | None,
    night: int | None,
    night_since: datetime | None,
    night_over: datetime | None,
) -> Party:
    """A side. What the warband was called when the battle began counts from then on."""
    shown = name if name and not warriors_before else kept
    player, going_on = name_told(username, guest_until), night if night_over is None else None
    return Party(
        enrolment_id, shown, player_id, player, side_id, held_at or "", agreed_to, rolls_due, going_on, night_since
    )


OF_A_REPORT = ("battle", "digest", "made_at")


@prepared
def _reports_of(campaign: int) -> Query:
    return _reports_in(battle__campaign=campaign)


def _reports_in(**which: Any) -> Query:
    reports = BattleReport.objects.standing().filter(battle__state__in=Battle.OPEN, **which)
    return reports.values_list(*OF_A_REPORT)


OF_A_MEMBER = ("pk", "player", "player__username", "player__guest_until", "role", "joined_at", "plays")


@prepared
def _members_of(campaign: int) -> Query:
    return _members_in(campaign=campaign)


def _members_in(**which: Any) -> Query:
    playing = Enrolment.objects.active().filter(campaign=OuterRef("campaign"), player=OuterRef("player"))
    return Membership.objects.active().filter(**which).annotate(plays=Exists(playing)).values_list(*OF_A_MEMBER)


def _members(rows: Sequence[Row]) -> Iterator[Member]:
    for pk, player_id, username, guest_until, role, joined_at, plays in rows:
        yield Member(pk, player_id, name_told(username, guest_until), role, joined_at, plays)


# What is told of the warband that a captive belongs to, and of his captors.
OF_A_CAPTIVES_SIDE = (
    *("enrolment", "warband_name", "player", "pk", "warriors_before", "warband__name"),
    *("player__username", "player__guest_until"),
)


OF_A_CAPTIVE = (
    *("pk", "warrior_name", "offer", "taken_at"),
    *(f"{side}__{name}" for side in ("owner", "captor") for name in OF_A_CAPTIVES_SIDE),
)


@prepared
def _captives_of(campaign: int) -> Query:
    return _captives_in(owner__battle__campaign=campaign)


def _captives_in(**which: Any) -> Query:
    return Captive.objects.held().filter(**which).order_by("pk").values_list(*OF_A_CAPTIVE)


def _held(campaign: Campaign, rows: Sequence[Row]) -> Iterator[Held]:
    above, width = reverse("captive-list", args=[campaign.pk]), len(OF_A_CAPTIVES_SIDE)
    for pk, warrior, offer, taken_at, *told in rows:
        owner, captor = _bare_party(*told[:width]), _bare_party(*told[width:])
        yield Held(pk, warrior, owner, captor, _asked(offer), taken_at, f"{above}{pk}/")


def _asked(offer: dict[str, int] | None) -> str:
    if not offer:
        return ""
    return f"{offer['ransom']} gc" if "ransom" in offer else "an exchange"


def _bare_party(
    enrolment_id: int,
    kept: str,
    player_id: int | None,
    side_id: int,
    warriors_before: int,
    name: str | None,
    username: str | None,
    guest_until: datetime | None,
) -> Party:
    nothing_due, no_night = ("", 0), (None, None, None)
    account = (username, guest_until)
    return _party(
        enrolment_id, kept, player_id, side_id, *nothing_due, warriors_before, name, None, *account, *no_night
    )


# --- what is announced ------------------------------------------------------------------------------------------


def evenings_of(business: Business, viewer: Membership) -> list[Evening]:
    """What is announced, by day, the next day first."""
    meetings = [*_pairings(business, viewer), *_planned(business, viewer)]
    days: dict[date, list[Meeting]] = {}
    for day, meeting in sorted(meetings, key=lambda one: one[0]):
        days.setdefault(day, []).append(meeting)
    return [Evening(day, tuple(met)) for day, met in days.items()]


def _pairings(business: Business, viewer: Membership) -> Iterator[tuple[date, Meeting]]:
    for meet in business.pairings:
        may_withdraw = meet.made_by_id == viewer.player_id or viewer.may(Right.ARBITRATE)
        yield meet.planned_for, _meeting(meet.parties, viewer, pairing_id=meet.pairing_id, may_withdraw=may_withdraw)


def _planned(business: Business, viewer: Membership) -> Iterator[tuple[date, Meeting]]:
    for fight in business.of_state(Battle.State.PLANNED):
        day = local(business.campaign, fight.fought_on).date()
        yield day, _meeting(fight.parties, viewer, battle_id=fight.battle_id)


def _meeting(parties: Sequence[Party], viewer: Membership, **about: Any) -> Meeting:
    own = any(party.player_id == viewer.player_id for party in parties)
    return Meeting(tuple((party.shown_name, party.player) for party in parties), own=own, **about)


# --- whose turn it is -------------------------------------------------------------------------------------------


def turns_of(business: Business) -> list[Turn]:
    """Who has to do what, the longest waiting first. No query."""
    if business.campaign.is_closed:
        return []
    turns = [*_without_warband(business), *_to_fight(business), *_battles(business), *_nights(business)]
    turns += _captives(business)
    return sorted(turns, key=lambda turn: (turn.since, turn.key))


def turns_of_player(player: Player) -> list[tuple[Campaign, Turn]]:
    """What somebody has to do in all his campaigns, the longest waiting first; six queries at most."""
    campaigns = list(Campaign.objects.open().of_member(player))
    found = [
        (business.campaign, turn)
        for business in businesses_of(campaigns)
        for turn in turns_of(business)
        if turn.player_id == player.pk
    ]
    return sorted(found, key=lambda one: (one[1].since, one[1].key))


def _without_warband(business: Business) -> Iterator[Turn]:
    """Players who have no warband here."""
    url = reverse("enrolment-new", args=[business.campaign.pk])
    for one in business.members:
        if one.role == Role.PLAYER and not one.plays:
            key = f"enrol-{one.membership_id}"
            yield Turn(key, one.player_id, one.player, "Enrol a warband", url, since=one.joined_at)


def _to_fight(business: Business) -> Iterator[Turn]:
    """Whoever is announced to meet somebody today, or was before and has not yet."""
    today = local(business.campaign, timezone.now()).date()
    url = _upcoming(business)
    for meet in business.pairings:
        if meet.planned_for > today:
            continue
        for party in meet.parties:
            others = [other for other in meet.parties if other is not party]
            what = f"Fight {' and '.join(other.shown_name for other in others)}"
            waiting = _names(other.player for other in others)
            key = f"fight-{meet.pairing_id}-{party.enrolment_id}"
            yield Turn(key, party.player_id, party.player, what, url, waiting, meet.made_at)


def _battles(business: Business) -> Iterator[Turn]:
    """Battles that are to be begun, reported, and agreed to."""
    for fight in business.of_state(Battle.State.PLANNED):
        if fight.fought_on <= timezone.now():
            yield from _of_sides(business, fight, fight.parties, "begin", "Begin {}", fight.made_at)
    for fight in business.of_state(Battle.State.UNDER_WAY):
        if mustering := [party for party in fight.parties if party.rolls_due]:
            yield from _of_sides(business, fight, mustering, "muster", "Roll before {}", fight.started_at)
        else:
            yield from _of_sides(business, fight, fight.parties, "report", "Play and report {}", fight.started_at)
    for fight in business.of_state(Battle.State.REPORTED):
        reports = [report for report in business.reports if report.battle_id == fight.battle_id]
        since = min((report.made_at for report in reports), default=fight.started_at)
        if business.campaign.confirmation == business.campaign.Confirmation.ARBITRATOR:
            yield from _for_arbitrators(business, fight, since)
        else:
            yield from _for_sides(business, fight, {report.digest for report in reports}, since)


def _for_sides(business: Business, fight: Fight, told: set[str], since: datetime | None) -> Iterator[Turn]:
    """Whoever has agreed to no report that stands; where all have and not to the same one, everybody."""
    undecided = [party for party in fight.parties if party.agreed_to not in told]
    if undecided:
        yield from _of_sides(business, fight, undecided, "confirm", "Confirm the report of {}", since)
    else:
        yield from _of_sides(business, fight, fight.parties, "settle", "Settle what the reports differ in: {}", since)


def _for_arbitrators(business: Business, fight: Fight, since: datetime | None) -> Iterator[Turn]:
    waiting, url = _names(party.player for party in fight.parties), _held_at(business, fight.parties)
    for one in business.members:
        if one.role == Role.ARBITRATOR:
            key, what = f"confirm-{fight.battle_id}-{one.membership_id}", f"Confirm the report of {fight}"
            yield Turn(key, one.player_id, one.player, what, url, waiting, since or fight.made_at)


def _of_sides(
    business: Business, fight: Fight, parties: Sequence[Party], key: str, what: str, since: datetime | None
) -> Iterator[Turn]:
    """The same turn of several sides; everybody else in the battle waits for each."""
    battle = f"{fight}: {' against '.join(one.shown_name for one in fight.parties)}"
    for party in parties:
        waiting = _names(other.player for other in fight.parties if other.player_id != party.player_id)
        yield Turn(
            f"{key}-{party.side_id}",
            party.player_id,
            party.player,
            what.format(battle),
            _held_at(business, [party]),
            waiting,
            since or fight.made_at,
        )


def _nights(business: Business) -> Iterator[Turn]:
    """Whoever has still to go through the night after a battle. Nobody waits for that but the next battle."""
    for fight in business.of_state(Battle.State.CONFIRMED):
        for party in fight.parties:
            if party.night is not None and party.night_since is not None:
                what = f"Go on with the night after {fight} for {party.shown_name}"
                url = _held_at(business, [party])
                yield Turn(f"night-{party.night}", party.player_id, party.player, what, url, since=party.night_since)


def _captives(business: Business) -> Iterator[Turn]:
    """The captor says what he asks, then the owner whether he agrees."""
    for captive in business.captives:
        asks, gives = captive.captor, captive.owner
        side, other = (gives, asks) if captive.asked else (asks, gives)
        what = f"Answer what {asks.shown_name} ask for" if captive.asked else "Say what becomes of"
        yield Turn(
            f"captive-{captive.captive_id}-{side.side_id}",
            side.player_id,
            side.player,
            f"{what} {captive.warrior_name}, a captive",
            captive.url,
            _names([other.player]),
            captive.taken_at,
        )


def _held_at(business: Business, parties: Sequence[Party]) -> str:
    """The page on which it goes on."""
    return next((party.held_at for party in parties if party.held_at), "") or _upcoming(business)


def _upcoming(business: Business) -> str:
    return f"{business.campaign.get_absolute_url()}#upcoming"


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
