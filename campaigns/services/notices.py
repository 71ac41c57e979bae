"""What players are told by mail: written down within the act that it comes of, and mailed by a worker a little later.

Sending the task is a mere hint: with the broker dead the rows wait, and the clock has them mailed. Nobody is told of
what he did himself, nor what he has answered before it was mailed. A text says what everybody in the campaign may
read, so no gold stands in it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from celery import current_app
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from campaigns.models import Campaign, Membership, Notice
from mordheim.rules.plainfile import clean_line
from warbands.models import Player

logger = logging.getLogger(__name__)

Kind = Notice.Kind

# How long things are collected into one mail. Shorter than the broker's visibility timeout: a task that waited longer
# would be given to a second worker while it waits.
COLLECTED_FOR = timedelta(seconds=90)
# The limits look back a day. A week also shows whoever runs the site what was mailed.
KEPT_FOR = timedelta(days=7)
# What is added up; of everything else only the latest word about the same thing is told.
ADDED_UP = (Kind.ANNOUNCED, Kind.CORRECTED)


@dataclass(frozen=True)
class Word:
    """Something to be told to a player: a sentence, and the path where it goes on."""

    player_id: int | None
    kind: str
    text: str
    path: str


def words_to(players: Iterable[int | None], *, kind: str, text: str, path: str) -> list[Word]:
    """The same to several, once to each."""
    return [Word(player, kind, text, path) for player in dict.fromkeys(players)]


def notify(campaign: Campaign, *, words: Iterable[Word], by: Player | None) -> list[Notice]:
    """Have players told by mail, within the transaction of the act that it comes of.

    Args:
        campaign: whose mails they are.
        words: what is to be told. Who has left, has no address or wants no mails is passed over.
        by: who did it; he is told nothing.
    """
    acting = by.pk if by else None
    told = [word for word in dict.fromkeys(words) if word.player_id not in (None, acting)]
    parts = campaign.memberships.mailed().filter(player__in={word.player_id for word in told}) if told else ()
    wanting = {one.player_id for one in parts}
    told = [word for word in told if word.player_id in wanting]
    if not told:
        return []
    _replace(campaign, told)
    made = Notice.objects.bulk_create(_row(campaign, word, word.player_id) for word in told if word.player_id)
    transaction.on_commit(send)
    return made


def _row(campaign: Campaign, word: Word, player_id: int) -> Notice:
    return Notice(campaign=campaign, player_id=player_id, kind=word.kind, text=clean_line(word.text), path=word.path)


def _replace(campaign: Campaign, told: Sequence[Word]) -> None:
    """What is not mailed yet and is overtaken by a later word about the same thing."""
    latest = [word for word in told if word.kind not in ADDED_UP]
    if latest:
        waiting = Notice.objects.untouched().filter(campaign=campaign).exclude(kind__in=ADDED_UP)
        paths, players = {word.path for word in latest}, {word.player_id for word in latest}
        waiting.filter(path__in=paths, player__in=players).delete()


def forget(path: str, *, player: Player | None = None) -> None:
    """Tell no more of what goes on at that path or below it: it was answered by that player, or is over for all."""
    waiting = Notice.objects.untouched().filter(path__startswith=path)
    (waiting.filter(player=player) if player else waiting).delete()


def forget_old() -> None:
    """Take away what was made so long ago that no limit counts it any more."""
    Notice.objects.filter(made_at__lt=timezone.now() - KEPT_FOR).delete()


def send() -> bool:
    """Have a worker look what is to be mailed, once things have been collected. ``False`` when the broker cannot be
    reached: the rows then wait for the clock."""
    try:
        # By name: the task calls this app's services.
        current_app.send_task("campaigns.tasks.mail_notices", countdown=COLLECTED_FOR.total_seconds())
    except OperationalError:
        logger.warning("notices wait: the broker cannot be reached")
        return False
    return True


# --- who wants them -------------------------------------------------------------------------------------------------


def choose_mails(membership: Membership, *, wanted: bool) -> Membership:
    """Have the mails of a campaign, or not; what waits is not told any more then."""
    return _choose([membership], wanted=wanted)[0]


def _choose(parts: Sequence[Membership], *, wanted: bool) -> Sequence[Membership]:
    with transaction.atomic():
        for part in parts:
            part.mails_turns = wanted
            part.save(update_fields=["mails_turns"])
            if not wanted:
                forget_all_of(part)
    return parts


def forget_all_of(membership: Membership) -> None:
    """Tell somebody nothing more of a campaign that waits to be told: he has left it, or wants no mails."""
    told = Notice.objects.untouched().filter(player=membership.player_id)
    told.filter(campaign=membership.campaign_id).delete()


def stop_token(memberships: Iterable[Membership]) -> str:
    """What stands in the address by which a mail's reader stops such mails: which parts in campaigns, signed."""
    return _signer().sign_object([one.pk for one in memberships])


def parts_of_token(token: str) -> list[Membership]:
    """The parts that a token is of, as far as they last.

    Raises:
        BadSignature: for what is no such token.
    """
    wanted = _signer().unsign_object(token)
    if not isinstance(wanted, list):
        raise BadSignature("no list of memberships")
    return list(Membership.objects.active().filter(pk__in=wanted).select_related("campaign", "player"))


def stop_mails(token: str) -> list[Membership]:
    """No more mails for whoever has such a mail in hand. Done twice it is done once. Raises BadSignature."""
    return list(_choose(parts_of_token(token), wanted=False))


def _signer() -> Signer:
    # A dot, which no mail program takes for the end of an address.
    return Signer(sep=".", salt="campaigns.notices.stop")
