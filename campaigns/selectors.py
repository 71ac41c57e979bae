"""Rows of a campaign to plain values, each in a fixed number of queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum
from django.urls import reverse
from django.utils import timezone

from campaigns.chart import RatingLine
from campaigns.models import (
    Battle,
    Campaign,
    ChronicleEntry,
    Enrolment,
    Invitation,
    Membership,
    Pairing,
    Side,
)
from campaigns.models.campaigns import name_of, name_told, sentence_told
from campaigns.pairing import Present
from campaigns.roles import Right, Role
from campaigns.standings import Feat, Figures, Line, Standing, ranked
from mordheim.prepared import Query, prepared
from mordheim.rules.rulebook import Rulebook
from warbands.models import Player, Warband

GRAVES_SHOWN = 12
FEATS_SHOWN = 6
LINES_SHOWN = 6
# Battles that count for the record, and those that are neither over nor called off.
FOUGHT = (Battle.State.CONFIRMED,)
OPEN = Battle.OPEN


# --- battles ----------------------------------------------------------------------------------------------------


def has_fought(campaign: Campaign) -> bool:
    """Whether the campaign's first battle has been fought."""
    return Battle.objects.filter(campaign=campaign, state__in=FOUGHT).exists()


def has_battle_open(enrolment: Enrolment) -> bool:
    """Whether a warband is in a battle, or in the night after it."""
    held = enrolment.warband is not None and bool(enrolment.warband.held_for)
    return held or Side.objects.filter(enrolment=enrolment, battle__state__in=OPEN).exists()


def battle_figures(campaign: Campaign, *, until: datetime | None = None) -> dict[int, Figures]:
    """What each warband did in the campaign's battles, or in those before a moment, by the enrolment's id; one
    query."""
    rows = _figures(campaign.pk) if until is None else _figures.query(campaign.pk).filter(battle__fought_on__lt=until)
    return {enrolment: Figures(*figures) for enrolment, *figures in rows}


@prepared
def _figures(campaign: int) -> Query:
    fought = Side.objects.filter(battle__campaign=campaign, battle__state__in=FOUGHT).order_by()
    return fought.values_list("enrolment").annotate(
        fought=Count("pk"),
        won=Count("pk", filter=Q(result="won")),
        drew=Count("pk", filter=Q(result="drew")),
        killed=Sum("kills", default=0),
        lost=Sum("losses", default=0),
    )


def ratings_before(campaign: Campaign) -> dict[int, list[tuple[int, int]]]:
    """Each warband's battles with its rating before them, by the enrolment's id; one query."""
    found: dict[int, list[tuple[int, int]]] = {}
    fought = Side.objects.filter(battle__campaign=campaign, battle__state__in=FOUGHT).order_by("battle__number")
    for enrolment, number, rating in fought.values_list("enrolment", "battle__number", "rating_before"):
        found.setdefault(enrolment, []).append((number, rating))
    return found


def meetings_of(campaign: Campaign) -> Counter[frozenset[int]]:
    """How often two warbands have met, by their enrolments' ids, announced meetings counted too; two queries."""
    fought = Side.objects.filter(battle__campaign=campaign, battle__state__in=(*FOUGHT, *OPEN))
    upcoming = Pairing.enrolments.through.objects.filter(
        pairing__campaign=campaign, pairing__battle=None, pairing__withdrawn_at=None
    )
    tables: dict[tuple[str, int], set[int]] = {}
    for battle, enrolment in fought.values_list("battle", "enrolment"):
        tables.setdefault(("battle", battle), set()).add(enrolment)
    for pairing, enrolment in upcoming.values_list("pairing", "enrolment"):
        tables.setdefault(("pairing", pairing), set()).add(enrolment)
    return Counter(frozenset(pair) for table in tables.values() for pair in combinations(sorted(table), 2))


# --- campaigns and their people ---------------------------------------------------------------------------------


def campaigns_of(player: Player) -> QuerySet[Membership]:
    """A player's parts in campaigns, the open ones first, each counted by people and warbands."""
    active = Membership.objects.active().filter(player=player).select_related("campaign")
    here = Q(campaign__memberships__left_at=None)
    there = Q(campaign__enrolments__retired_at=None)
    return active.annotate(
        people=Count("campaign__memberships", filter=here, distinct=True),
        warbands=Count("campaign__enrolments", filter=there, distinct=True),
    ).order_by("campaign__closed_at", "-campaign__created_at", "-pk")


def campaigns_with(player: Player) -> set[int]:
    """Every campaign that somebody is or was in, by its id; two queries."""
    parts = Membership.objects.filter(player=player).values_list("campaign", flat=True)
    return {*parts, *Enrolment.objects.filter(player=player).values_list("campaign", flat=True)}


def people_of(campaign: Campaign) -> QuerySet[Membership]:
    """The members, arbitrators first, then players, then spectators."""
    return campaign.memberships.active().select_related("player").order_by("role", "joined_at", "pk")


def invitations_of(campaign: Campaign, most: int) -> list[tuple[Invitation, str]]:
    """The latest invitations, each with its state."""
    now = timezone.now()
    return [(one, one.state(now)) for one in campaign.invitations.select_related("made_by")[:most]]


# --- standings --------------------------------------------------------------------------------------------------


def sees_gold(campaign: Campaign, viewer: Membership, enrolment: Enrolment) -> bool:
    """Whether somebody may see a warband's treasury: its player and arbitrators always."""
    own = enrolment.player_id == viewer.player_id
    return own or not campaign.treasuries_hidden or viewer.may(Right.CORRECT)


# What is read of an enrolment for its line, besides its id.
OF_A_STANDING = (
    *("type_key", "retired_at", "player", "player_name", "player__username", "player__guest_until", "warband_name"),
    *("warband__name", "warband__rating", "warband__warrior_count", "warband__treasury"),
)


@prepared
def _enrolments_of(campaign: int) -> Query:
    return Enrolment.objects.filter(campaign=campaign).values_list("pk", *OF_A_STANDING)


def standings_of(campaign: Campaign, viewer: Membership, rulebook: Rulebook) -> tuple[Standing, ...]:
    """Every warband of the campaign as one member may see it, in order of merit; two queries."""
    figures, nothing = battle_figures(campaign), Figures()
    before, _, after = reverse("enrolment-detail", args=[campaign.pk, 0]).rpartition("0")
    sees_all = not campaign.treasuries_hidden or viewer.may(Right.CORRECT)
    kinds = rulebook.warband_types
    found = []
    for (
        pk,
        kind,
        retired,
        player_id,
        kept_player,
        *account,
        kept,
        name,
        rating,
        warriors,
        treasury,
    ) in _enrolments_of(campaign.pk):
        own = player_id == viewer.player_id
        found.append(
            Standing(
                enrolment_id=pk,
                name=name if name is not None else kept,
                player=name_told(*account, kept=kept_player),
                player_id=player_id,
                type_name=kinds[kind].name if kind in kinds else kind,
                url=f"{before}{pk}{after}",
                figures=figures.get(pk, nothing),
                rating=rating,
                warriors=warriors or 0,
                treasury=treasury if own or sees_all else None,
                own=own,
                retired=retired is not None,
            )
        )
    return ranked(found)


def standing_of(campaign: Campaign, viewer: Membership, enrolment: Enrolment, rulebook: Rulebook) -> Standing:
    """One warband's line, without its place; one query."""
    figures = battle_figures(campaign).get(enrolment.pk, Figures())
    return _standing(campaign, viewer, enrolment, rulebook, figures)


def _standing(
    campaign: Campaign, viewer: Membership, enrolment: Enrolment, rulebook: Rulebook, figures: Figures
) -> Standing:
    warband = enrolment.warband
    kind = rulebook.warband_types.get(enrolment.type_key)
    gold = warband.treasury if warband and sees_gold(campaign, viewer, enrolment) else None
    return Standing(
        enrolment_id=enrolment.pk,
        name=enrolment.shown_name,
        player=enrolment.shown_player,
        player_id=enrolment.player_id,
        type_name=kind.name if kind else enrolment.type_key,
        url=reverse("enrolment-detail", args=[campaign.pk, enrolment.pk]),
        figures=figures,
        rating=warband.rating if warband else None,
        warriors=warband.warrior_count if warband else 0,
        treasury=gold,
        own=enrolment.player_id == viewer.player_id,
        retired=not enrolment.is_active,
    )


def rating_lines_of(campaign: Campaign, viewer: Membership) -> list[RatingLine]:
    """The active warbands' ratings over the campaign's battles, the highest now first; two queries."""
    before = ratings_before(campaign)
    numbers = [number for points in before.values() for number, _ in points]
    now = max(numbers) + 1 if numbers else 0
    lines = []
    for row in campaign.enrolments.active().select_related("warband"):
        points = before.get(row.pk, [])
        if row.warband and numbers:
            points = [*points, (now, row.warband.rating)]
        url = reverse("enrolment-detail", args=[campaign.pk, row.pk])
        lines.append(RatingLine(row.shown_name, tuple(points), own=row.player_id == viewer.player_id, url=url))
    return sorted(lines, key=lambda line: (-line.last, line.name))


def feats_of(standings: Sequence[Standing], written: Sequence[Line]) -> list[Feat]:
    """What is to be remembered: who leads in something, and the feats that battles have written down. No query."""
    found = [feat for feat in (_lead(standings, *lead) for lead in LEADS) if feat]
    return [*found, *(Feat(line.told, "", "", "") for line in written)]


LEADS = (
    ("Most battles won", "wins"),
    ("Most enemies put out of action", "kills"),
    ("Most battles fought", "battles"),
    ("Most warriors carried off the field", "losses"),
)


def _lead(standings: Sequence[Standing], what: str, figure: str) -> Feat | None:
    """Who has most of something; nobody while it is nothing, or shared by more than two."""
    most = max((getattr(one.figures, figure) for one in standings), default=0)
    who = [one for one in standings if getattr(one.figures, figure) == most]
    if not most or len(who) > 2:
        return None
    return Feat(what, " and ".join(one.name for one in who), who[0].url if len(who) == 1 else "", str(most))


# --- who is here --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class InTheRoom:
    """A warband that may be here this evening."""

    enrolment_id: int
    name: str
    player: str
    rating: int
    present: Present


def room_of(campaign: Campaign) -> list[InTheRoom]:
    """The active warbands, by name; one query."""
    rows = campaign.enrolments.active().select_related("warband", "player")
    room = [
        InTheRoom(
            row.pk,
            row.shown_name,
            row.shown_player,
            row.warband.rating,
            Present(row.pk, row.warband.rating, row.player_id),
        )
        for row in rows
        if row.warband
    ]
    return sorted(room, key=lambda one: (one.name.casefold(), one.enrolment_id))


# --- enrolling --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Offer:
    """A warband that might be enrolled; ``needs_reason`` where it is an exception that an arbitrator makes."""

    warband_id: int
    name: str
    player: str
    type_name: str
    told: str
    needs_reason: bool


def enrollable(campaign: Campaign, viewer: Membership, rulebook: Rulebook) -> list[Offer]:
    """One's own founded warbands that are free, and for an arbitrator those of every player here; two queries."""
    owners = [viewer.player_id]
    if viewer.may(Right.CORRECT):
        players = campaign.memberships.active().exclude(role=Role.SPECTATOR)
        owners = list(players.values_list("player_id", flat=True))
    busy = Enrolment.objects.active().filter(warband__isnull=False, campaign__closed_at=None)
    free = Warband.objects.founded().filter(owner__in=owners).exclude(pk__in=busy.values("warband"))
    rows = free.select_related("owner").order_by("owner__username", "name", "pk")[:MOST_OFFERS]
    return [_offer(row, rulebook) for row in rows]


MOST_OFFERS = 200


def _offer(warband: Warband, rulebook: Rulebook) -> Offer:
    kind = rulebook.warband_types.get(warband.type_key)
    fought = f"{warband.battles} {'battle' if warband.battles == 1 else 'battles'}"
    told = f"has fought {fought}" if warband.battles else f"began with {warband.starting_gold} gc"
    name = kind.name if kind else warband.type_key
    return Offer(warband.pk, warband.name, name_of(warband.owner), name, told, bool(warband.battles))


# --- the chronicle ----------------------------------------------------------------------------------------------


def chronicle_of(campaign: Campaign) -> QuerySet[ChronicleEntry]:
    """All that the chronicle tells, what was taken back too, the latest first."""
    return campaign.chronicle.told().select_related("person", "by", "enrolment")


def last_lines_of(campaign: Campaign, most: int) -> list[ChronicleEntry]:
    """The latest that stand."""
    return list(chronicle_of(campaign).filter(withdrawn_at=None)[:most])


def lines_of(enrolment: Enrolment) -> QuerySet[ChronicleEntry]:
    """What the chronicle tells of one warband, what was taken back too, the latest first."""
    return enrolment.chronicle.told().select_related("person", "by")


def corrections_of(campaign: Campaign) -> QuerySet[ChronicleEntry]:
    return chronicle_of(campaign).filter(kind=ChronicleEntry.Kind.CORRECTION)


@dataclass(frozen=True)
class Remembered:
    """The latest deaths, the latest feats, and the latest lines of all."""

    deaths: tuple[Line, ...]
    feats: tuple[Line, ...]
    lines: tuple[Line, ...]


ABOUT = tuple(f"{whose}__{what}" for whose in ("person", "by") for what in ("username", "guest_until"))
OF_A_LINE = ("kind", "sentence", "begins_with_person", "text", "reason", "happened_at", *ABOUT)


@prepared
def _remembered(campaign: int) -> Query:
    standing = ChronicleEntry.objects.standing().filter(campaign=campaign)
    deaths, feats = (standing.filter(kind=kind) for kind in (ChronicleEntry.Kind.DEATH, ChronicleEntry.Kind.FEAT))
    latest = [(deaths, GRAVES_SHOWN), (feats, FEATS_SHOWN), (standing, LINES_SHOWN)]
    found = [Q(pk__in=lines.values("pk")[:most]) for lines, most in latest]
    # By their ids alone: with the campaign said once more, SQLite goes through all of its lines.
    return ChronicleEntry.objects.filter(found[0] | found[1] | found[2]).values_list(*OF_A_LINE)


def remembered_of(campaign: Campaign) -> Remembered:
    """What the chronicle tells at a glance; one query."""
    lines = [_line(*row) for row in _remembered(campaign.pk)]
    deaths = [line for line in lines if line.kind == ChronicleEntry.Kind.DEATH]
    feats = [line for line in lines if line.kind == ChronicleEntry.Kind.FEAT]
    return Remembered(tuple(deaths[:GRAVES_SHOWN]), tuple(feats[:FEATS_SHOWN]), tuple(lines[:LINES_SHOWN]))


def _line(
    kind: str,
    sentence: str,
    begins_with_person: bool,
    text: str,
    reason: str,
    happened_at: datetime,
    person: str | None,
    person_guest_until: datetime | None,
    writer: str | None,
    writer_guest_until: datetime | None,
) -> Line:
    told = sentence_told(sentence, name_told(person, person_guest_until) if begins_with_person else "")
    by = name_told(writer, writer_guest_until)
    return Line(kind, told, happened_at, text, reason, by, is_written=kind in ChronicleEntry.WRITTEN)


def present_of(campaign: Campaign) -> list[Enrolment]:
    """The active warbands, by the name they were enrolled under."""
    rows = campaign.enrolments.active().filter(warband__isnull=False)
    return sorted(rows.select_related("warband", "player"), key=lambda one: one.shown_name.casefold())


# --- what an account takes along ---------------------------------------------------------------------------------


def taken_along(player: Player) -> dict[str, list[dict[str, Any]]]:
    """What campaigns keep of a player, as plain values for a file: his parts, warbands and notes."""
    parts = Membership.objects.filter(player=player).select_related("campaign")
    enrolled = Enrolment.objects.filter(player=player).select_related("campaign", "warband")
    notes = ChronicleEntry.objects.standing().filter(by=player).exclude(text="").select_related("campaign")
    return {
        "memberships": [
            {"campaign": one.campaign.name, "role": one.role, "joined": _iso(one.joined_at), "left": _iso(one.left_at)}
            for one in parts
        ],
        "warbands": [
            {
                "campaign": one.campaign.name,
                "warband": one.shown_name,
                "enrolled": _iso(one.enrolled_at),
                "retired": _iso(one.retired_at),
                "reason": one.reason,
            }
            for one in enrolled
        ],
        "notes": [{"campaign": one.campaign.name, "text": one.text, "written": _iso(one.happened_at)} for one in notes],
    }


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
