"""Beginning a campaign, its settings, closing and opening it."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, Membership
from campaigns.models.campaigns import new_token
from campaigns.roles import Right, Role
from campaigns.services.chronicle import Kind, record
from campaigns.services.people import locked_campaign, member_with
from campaigns.times import USUAL_ZONE, zones
from mordheim.rules.plainfile import clean_text
from warbands.models import Player
from warbands.roster.moves import proper_name
from warbands.roster.refusals import Refused

MOST_GOLD = 10_000
MOST_BATTLES_AN_EVENING = 20
MOST_WARBANDS_A_PLAYER = 10
LONGEST_HOUSE_RULES = 20_000
# Open ones that one player arbitrates.
MOST_CAMPAIGNS = 20


@dataclass(frozen=True)
class Settings:
    """How a club wants its campaign, by the names of the campaign's columns. Gold in gold crowns."""

    starting_gold: int = 500
    late_gold: int = 0
    time_zone: str = USUAL_ZONE
    dice_policy: str = Campaign.DicePolicy.EITHER
    confirmation: str = Campaign.Confirmation.ALL_SIDES
    battles_an_evening: int | None = None
    warbands_a_player: int = 1
    treasuries_hidden: bool = False
    random_happenings: bool = False
    criticals_by_weapon: bool = False
    mounts: bool = False
    house_rules: str = ""


def begin_campaign(*, by: Player, name: str, settings: Settings | None = None) -> Campaign:
    """A new campaign whose arbitrator is whoever begins it.

    Raises:
        Refused: for settings that cannot be, and for whoever runs as many campaigns as he may.
    """
    chosen = settings or Settings()
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=by.pk)
        running = Membership.objects.arbitrators().filter(player=by, campaign__closed_at=None)
        if running.count() >= MOST_CAMPAIGNS:
            raise Refused(f"You run {MOST_CAMPAIGNS} campaigns. Close one before you begin another.", code="over_quota")
        campaign = Campaign(name=proper_name(name))
        _set(campaign, chosen)
        campaign.save()
        Membership.objects.create(campaign=campaign, player=by, role=Role.ARBITRATOR)
        record(campaign, kind=Kind.BEGUN, sentence=f"began the campaign {campaign.name}.", person=by)
    return campaign


def change_settings(campaign: Campaign, *, by: Player, name: str, settings: Settings) -> Campaign:
    """Another name, other settings. The chronicle tells which were changed.

    Raises:
        Refused: by whoever is no arbitrator, and for settings that cannot be.
    """
    with transaction.atomic():
        row = locked_campaign(campaign)
        member_with(row, player=by, right=Right.ARBITRATE)
        before = {"name": row.name, **{key: getattr(row, key) for key in asdict(settings)}}
        row.name = proper_name(name)
        _set(row, settings)
        changed = [CALLED[key] for key, value in before.items() if getattr(row, key) != value]
        if changed:
            row.save()
            told = f"changed the campaign's settings: {', '.join(changed)}."
            record(row, kind=Kind.SETTINGS, sentence=told, person=by)
    return row


# How the chronicle names a setting.
CALLED = {
    "name": "its name",
    "starting_gold": "starting gold",
    "late_gold": "gold for late joiners",
    "time_zone": "time zone",
    "dice_policy": "dice",
    "confirmation": "who confirms results",
    "battles_an_evening": "battles an evening",
    "warbands_a_player": "warbands a player",
    "treasuries_hidden": "who sees treasuries",
    "random_happenings": "random happenings",
    "criticals_by_weapon": "criticals by weapon",
    "mounts": "mounts",
    "house_rules": "house rules",
}


def close_campaign(campaign: Campaign, *, by: Player) -> Campaign:
    """End the season: everything can still be read, and its warbands may join another campaign.

    Raises:
        Refused: by whoever is no arbitrator, and while a battle is under way, whose warbands would stay held.
    """
    with transaction.atomic():
        row = locked_campaign(campaign)
        member_with(row, player=by, right=Right.ARBITRATE)
        if row.battles.open().exists():
            raise Refused("A battle is under way: confirm it or call it off first.", code="battle_open")
        if not row.is_closed:
            row.closed_at = timezone.now()
            row.save(update_fields=["closed_at"])
            record(row, kind=Kind.SETTINGS, sentence="closed the campaign.", person=by)
    return row


def reopen_campaign(campaign: Campaign, *, by: Player) -> Campaign:
    """Open a closed campaign again, with the warbands that have not joined another one meanwhile."""
    with transaction.atomic():
        row = locked_campaign(campaign)
        member_with(row, player=by, right=Right.ARBITRATE)
        if row.is_closed:
            row.closed_at = None
            row.save(update_fields=["closed_at"])
            record(row, kind=Kind.SETTINGS, sentence="opened the campaign again.", person=by)
    return row


def renew_feeds(campaign: Campaign, *, by: Player) -> Membership:
    """New secret addresses: of one's own feed and, by an arbitrator, of the campaign's. The old ones lead nowhere.

    Raises:
        Refused: for who is no member.
    """
    with transaction.atomic():
        row = locked_campaign(campaign)
        own = member_with(row, player=by, right=Right.SEE)
        own.feed_token = new_token()
        own.save(update_fields=["feed_token"])
        if own.may(Right.ARBITRATE):
            row.feed_token = new_token()
            row.save(update_fields=["feed_token"])
    return own


def _set(campaign: Campaign, settings: Settings) -> None:
    """Put settings into the row. Raises Refused for what cannot be."""
    _within(settings.starting_gold, 0, MOST_GOLD, "Starting gold")
    _within(settings.late_gold, 0, MOST_GOLD, "Gold for late joiners")
    _within(settings.warbands_a_player, 1, MOST_WARBANDS_A_PLAYER, "Warbands a player")
    if settings.battles_an_evening is not None:
        _within(settings.battles_an_evening, 1, MOST_BATTLES_AN_EVENING, "Battles an evening")
    if settings.time_zone not in zones():
        raise Refused("There is no such time zone.", code="time_zone")
    if settings.dice_policy not in Campaign.DicePolicy or settings.confirmation not in Campaign.Confirmation:
        raise Refused("There is no such choice.", code="settings")
    rules = clean_text(settings.house_rules)
    if len(rules) > LONGEST_HOUSE_RULES:
        raise Refused(f"House rules have at most {LONGEST_HOUSE_RULES} characters.", code="notes")
    for key, value in asdict(settings).items():
        setattr(campaign, key, value)
    campaign.house_rules = rules


def _within(value: int, least: int, most: int, what: str) -> None:
    if not least <= value <= most:
        raise Refused(f"{what}: from {least} to {most}.", code="settings")
