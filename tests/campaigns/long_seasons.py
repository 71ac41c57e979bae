"""Long seasons, made fast: each pair of warbands fights once through the services, and what that left is copied.

The copies are whole: sides with the warbands as they were, reports, nights with their logs and dice, the chronicle.
On top of it there is everything that a campaign's pages may show, more of it the more warbands there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import count, islice

from django.core.files.base import ContentFile
from django.db.models import Model
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from campaigns.models import (
    Battle,
    BattleReport,
    Campaign,
    CampaignDocument,
    Captive,
    ChronicleEntry,
    DiceRoll,
    Enrolment,
    PostBattle,
    Side,
)
from campaigns.services.notes import add_note
from campaigns.services.notices import stop_token
from campaigns.services.pairings import announce_pairings
from campaigns.times import local
from tests.campaigns import acts as fights
from tests.campaigns import evenings, seasons
from warbands.models import Player

# Of the pairs, one in so many is in each of the states that a battle goes through.
OPEN_SHARE = 3


@dataclass(frozen=True)
class LongSeason:
    """A campaign, who looks at it, and things to be looked at."""

    campaign: Campaign
    host: Player
    enrolment: Enrolment
    fought: Battle
    night: PostBattle
    open_night: PostBattle
    under_way: Battle
    reported: Battle
    captive: Captive
    document: CampaignDocument
    token: str

    def addresses(self) -> dict[str, str]:
        """Every page of the campaign for an arbitrator, by the name of its address and what is special about it."""
        campaign = self.campaign.pk
        night = [self.night.side.battle_id, self.night.side_id]
        going_on = [self.open_night.side.battle_id, self.open_night.side_id]
        about: dict[str, list[object]] = {
            "enrolment-detail": [self.enrolment.pk],
            "enrolment-retire": [self.enrolment.pk],
            "correction-choose": [self.enrolment.pk],
            "correction-make": [self.enrolment.pk, "gold"],
            "invitation-detail": [self.campaign.invitations.latest("pk").pk],
            "battle-detail": [self.fought.pk],
            "battle-compare": [self.fought.pk],
            "battle-dice": [self.fought.pk],
            "battle-report": [self.reported.pk],
            "battle-undo": [self.fought.pk],
            "battle-muster": [self.under_way.pk, self.under_way.sides.get(place=0).pk],
            "battle-sword": [self.under_way.pk, self.under_way.sides.get(place=0).pk],
            "post-battle": going_on,
            "post-battle-step": [*night, "rating"],
            "post-battle-undo": night,
            "post-battle-dice": night,
            "post-battle-die": [*night, self.night.rolls.latest("pk").pk],
            "captive-detail": [self.captive.pk],
            "evening-print": [local(self.campaign, self.fought.fought_on).date()],
            "night-print": [self.night.side_id],
            "campaign-document": [self.document.pk],
            "campaign-document-file": [self.document.pk, "evening"],
        }
        bare = {"campaign-list", "campaign-new"}
        by_token = {
            "campaign-join": seasons.invite(self.campaign).token,
            "member-feed": seasons.part(self.campaign, self.host).feed_token,
            "campaign-feed": self.campaign.feed_token,
            "mails-stop": self.token,
        }
        found = {}
        for name in names_of_pages():
            args = [] if name in bare else [by_token[name]] if name in by_token else [campaign, *about.get(name, [])]
            found[name] = reverse(name, args=args)
        injuries = reverse("post-battle-step", args=[campaign, *going_on, "injuries"])
        under_way, reported = self.under_way.get_absolute_url(), self.reported.get_absolute_url()
        return found | {
            "post-battle-step, the step that goes on": injuries,
            "battle-detail, under way": under_way,
            "battle-detail, reported": reported,
            "campaign-detail, the last page": f"{found['campaign-detail']}?page=99",
            "campaign-chronicle, the last page": f"{found['campaign-chronicle']}?page=9999",
            "battle-list, the last page": f"{found['battle-list']}?page=9999",
            "campaign-pairings, everybody here": _all_ticked(self.campaign, found["campaign-pairings"]),
        }


def _all_ticked(campaign: Campaign, address: str) -> str:
    here = "&".join(f"here={pk}" for pk in campaign.enrolments.active().values_list("pk", flat=True))
    return f"{address}?{here}"


def names_of_pages() -> list[str]:
    """The names of all addresses of campaigns that show something; the others say that they are only for acts."""
    return sorted(set(_names(get_resolver("campaigns.urls").url_patterns)) - ONLY_ACTS)


def _names(patterns: Sequence[URLPattern | URLResolver]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _names(pattern.url_patterns)
        else:
            yield str(pattern.name)


# Addresses that answer 405 to whoever comes to look.
ONLY_ACTS = {
    "battle-alliances",
    "battle-call-off",
    "battle-confirm",
    "battle-decide",
    "battle-withdraw",
    "battle-start",
    "campaign-close",
    "campaign-document-cancel",
    "campaign-leave",
    "campaign-reopen",
    "captive-accept",
    "captive-decline",
    "captive-exchange",
    "captive-fate",
    "captive-ransom",
    "captive-undo",
    "captive-withdraw",
    "chronicle-note",
    "chronicle-withdraw",
    "feed-renew",
    "invitation-make",
    "invitation-revoke",
    "mails-choose",
    "membership-hand-over",
    "membership-remove",
    "membership-role",
    "pairing-announce",
    "pairing-withdraw",
    "post-battle-take",
}


def long_season(host: Player, *, warbands: int, battles: int, name: str = "A Long Winter") -> LongSeason:
    """A season of so many warbands (six at least, an even number) and so many battles on the record."""
    campaign = seasons.begin(host, name, confirmation="all_sides")
    club = evenings.club(campaign, warbands)
    pairs = list(zip(club[::2], club[1::2], strict=True))
    last_month = timezone.now() - timedelta(days=30)
    first = [evenings.fight(*pair, on=last_month) for pair in pairs]
    for battle in first:
        for side in battle.sides.all():
            evenings.sleep(side)
    _copy(campaign, first, battles - len(first))
    share = len(pairs) // OPEN_SHARE
    for one, two in pairs[:share]:
        fights.begun(one, two)
        announce_pairings(campaign, by=host, groups=[[one.pk, two.pk]], planned_for=timezone.now().date())
        add_note(campaign, by=one.player, text="A fine evening.")
        seasons.invite(campaign)
    for one, two in pairs[share : 2 * share]:
        fights.report(evenings.mustered(fights.begun(one, two)))
        fights.announce(one, two)
    nights = [evenings.fight(*pair) for pair in pairs[2 * share : 3 * share]]
    captives = [_captive(battle) for battle in first[: 3 * share]]
    return _looked_at(campaign, host, club[0], first[0], nights[0], captives[0])


def _captive(battle: Battle) -> Captive:
    winner, loser = battle.sides.order_by("place")
    name = loser.before["warriors"][0]["name"]
    return Captive.objects.create(post_battle=loser.post_battle, owner=loser, captor=winner, warrior_name=name)


def _looked_at(
    campaign: Campaign, host: Player, enrolment: Enrolment, fought: Battle, going_on: Battle, captive: Captive
) -> LongSeason:
    nights = PostBattle.objects.select_related("side__battle__campaign", "side__player")
    states = campaign.battles.prefetch_related("sides")
    document = CampaignDocument(
        campaign=campaign, kind="evening", day=timezone.now().date(), digest=f"{campaign.pk:032}", status="ready"
    )
    document.file.save("evening.pdf", ContentFile(b"%PDF-"))
    return LongSeason(
        campaign,
        host,
        enrolment,
        fought,
        nights.get(side__battle=fought, side__place=0),
        nights.get(side__battle=going_on, side__place=0),
        states.filter(state=Battle.State.UNDER_WAY)[0],
        states.filter(state=Battle.State.REPORTED)[0],
        captive,
        document,
        stop_token([seasons.part(campaign, host)]),
    )


# --- copies ---------------------------------------------------------------------------------------------------------


def _copy(campaign: Campaign, originals: Sequence[Battle], copies: int) -> None:
    """So many battles more, each a copy of one of these, a few every evening back into the past."""
    number = count(campaign.battles.latest("number").number + 1)
    whole = [_Whole(battle) for battle in originals]
    turns = (one for _ in count() for one in whole)
    for place, one in enumerate(islice(turns, copies)):
        one.copy(next(number), timedelta(days=1 + place // 6))


class _Whole:
    """A battle with all that belongs to it, read once."""

    def __init__(self, battle: Battle) -> None:
        self.battle = Battle.objects.get(pk=battle.pk)
        self.report = BattleReport.objects.get(pk=battle.report_id)
        self.sides = list(Side.objects.filter(battle=battle).select_related("post_battle"))
        self.rolls = {side.pk: list(side.post_battle.rolls.all()) for side in self.sides}
        self.lines = list(ChronicleEntry.objects.filter(battle=battle))

    def copy(self, number: int, ago: timedelta) -> None:
        battle = _again(self.battle, number=number, report=None, fought_on=self.battle.fought_on - ago)
        battle.report = _again(self.report, battle=battle)
        battle.save(update_fields=["report"])
        for side in self.sides:
            post = _again(side.post_battle, side=_again(side, battle=battle))
            DiceRoll.objects.bulk_create(_unsaved(roll, post_battle=post) for roll in self.rolls[side.pk])
        ChronicleEntry.objects.bulk_create(
            _unsaved(line, battle=battle, happened_at=line.happened_at - ago) for line in self.lines
        )


def _again(row: Model, **changes: object) -> Model:
    """A copy of a row with some things changed, saved."""
    copy = _unsaved(row, **changes)
    copy.save(force_insert=True)
    return copy


def _unsaved(row: Model, **changes: object) -> Model:
    names = [field.attname for field in row._meta.concrete_fields if not field.primary_key]
    copy = type(row)(**{name: getattr(row, name) for name in names})
    for name, value in changes.items():
        setattr(copy, name, value)
    return copy
