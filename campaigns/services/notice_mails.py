"""Mailing what waits to be told: one mail for all that has come together for a player.

Mailing may be tried by several workers at once and twice without harm: under a lock on the player his rows are taken
up, the mail is sent outside of any transaction, and then they are marked as mailed. A row that was taken up and not
mailed, since the worker died or the mail server was away, is taken up again when his next mail may be sent.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from smtplib import SMTPRecipientsRefused
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Count, Exists, Min, OuterRef, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign, Membership, Notice
from campaigns.services.notices import COLLECTED_FOR, stop_token
from mordheim.rules.plainfile import clean_line
from warbands.models import Player

logger = logging.getLogger(__name__)

# No player has two mails within this time, nor more than so many within a day.
BETWEEN_MAILS = timedelta(minutes=10)
MAILS_A_DAY = 30
# What could not be told within this time is no news any more.
FRESH_FOR = timedelta(days=1)
PLAYERS_AT_ONCE = 100
LINES_OF_A_CAMPAIGN = 20
LONGEST_SUBJECT = 120
# From this on a mail server's answer means never, below it later (RFC 5321).
FOR_GOOD = 500


@dataclass(frozen=True)
class Section:
    """What a mail tells of one campaign: its first lines, and how many more there are."""

    campaign: Campaign
    name: str
    lines: tuple[Notice, ...]
    more: int

    @property
    def url(self) -> str:
        return f"{settings.SITE_URL}{self.campaign.get_absolute_url()}"

    @property
    def choose_url(self) -> str:
        return f"{settings.SITE_URL}{reverse('campaign-people', args=[self.campaign.pk])}#mails"


def mail_due() -> int:
    """Mail to everybody whose turn for a mail it is; answers how many mails that were. Stops when the mail server is
    away: whoever comes next would fare no better."""
    sent = 0
    for player_id in list(_due(timezone.now()).values_list("player", flat=True)[:PLAYERS_AT_ONCE]):
        try:
            sent += mail_player(player_id)
        except OSError:
            logger.exception("the mail server cannot be used; what was to be mailed waits")
            break
        except Exception:
            logger.exception("player %s could not be mailed", player_id)
    return sent


def mail_player(player_id: int) -> bool:
    """Mail one player what waits for him, if a mail to him is due; answers whether one was sent.

    Raises:
        OSError: when the mail server cannot be used.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).filter(pk=player_id).first()
        notices = _claimed(player) if player else []
    if player is None or not notices:
        return False
    rows = Notice.objects.filter(pk__in=[one.pk for one in notices])
    try:
        mail_of(player, notices=notices).send()
    except SMTPRecipientsRefused as refused:
        if all(code < FOR_GOOD for code, _ in refused.recipients.values()):
            raise
        logger.warning("player %s has an address that takes no mail", player_id)
        rows.delete()
        return False
    rows.update(mailed_at=timezone.now())
    return True


def _due(now: datetime) -> QuerySet[Notice, Any]:
    """The players whom a mail is due to, the longest waiting first: things were collected, and no limit is reached."""
    his = Notice.objects.filter(player=OuterRef("player"))
    today = his.filter(claimed_at__gt=now - timedelta(days=1)).order_by().values("player")
    enough = today.annotate(mails=Count("claimed_at", distinct=True)).filter(mails__gte=MAILS_A_DAY)
    waiting = Notice.objects.waiting().wanted(since=now - FRESH_FOR).order_by()
    waiting = waiting.filter(~Exists(his.filter(claimed_at__gt=now - BETWEEN_MAILS)), ~Exists(enough))
    first = waiting.values("player").annotate(first=Min("made_at"))
    return first.filter(first__lte=now - COLLECTED_FOR).order_by("first")


def _claimed(player: Player) -> list[Notice]:
    """All that waits for him, taken up; nothing when no mail is due. Under the player's lock only."""
    now = timezone.now()
    if not _due(now).filter(player=player.pk).exists():
        return []
    waiting = Notice.objects.waiting().wanted(since=now - FRESH_FOR).filter(player=player)
    notices = list(waiting.select_related("campaign").order_by("campaign", "made_at", "pk"))
    Notice.objects.filter(pk__in=[one.pk for one in notices]).update(claimed_at=now)
    return notices


# --- the mail -------------------------------------------------------------------------------------------------------


def mail_of(player: Player, *, notices: Sequence[Notice]) -> EmailMessage:
    """The mail that tells them, by campaign. Every name in it is a text of one line."""
    sections = [_section(list(of_one)) for _, of_one in groupby(notices, key=lambda one: one.campaign_id)]
    parts = Membership.objects.mailed().filter(player=player, campaign__in=[one.campaign for one in sections])
    stop_url = f"{settings.SITE_URL}{reverse('mails-stop', args=[stop_token(parts)])}"
    context = {"name": clean_line(player.username), "sections": sections, "stop_url": stop_url}
    return EmailMessage(
        subject=_subject(sections),
        body=render_to_string("campaigns/notices_mail.txt", {**context, "site_url": settings.SITE_URL}),
        to=[player.email],
        headers=_headers(stop_url),
    )


def _section(notices: Sequence[Notice]) -> Section:
    """Of many, the latest are told."""
    lines, campaign = tuple(notices[-LINES_OF_A_CAMPAIGN:]), notices[0].campaign
    return Section(campaign, clean_line(campaign.name), lines, len(notices) - len(lines))


def _subject(sections: Sequence[Section]) -> str:
    count = sum(len(one.lines) + one.more for one in sections)
    if len(sections) > 1:
        return f"{count} things for you in {len(sections)} campaigns"
    (only,) = sections
    told = f"{only.name}: {only.lines[0].text}" if count == 1 else f"{only.name}: {count} things for you"
    return _shortened(clean_line(told))


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_SUBJECT else f"{text[: LONGEST_SUBJECT - 1].rstrip()}…"


def _headers(stop_url: str) -> dict[str, str]:
    """A mail program shows a button that stops such mails (RFC 2369); over https it presses it by itself (RFC 8058)."""
    headers = {"Auto-Submitted": "auto-generated", "List-Unsubscribe": f"<{stop_url}>"}
    if stop_url.startswith("https:"):
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers
