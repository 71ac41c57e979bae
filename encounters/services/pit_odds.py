"""Odds of the pit: many bouts of one fight, asked for by a player and played by the workers in parts.

Sending a task is a mere hint, as with documents (`mordheim.documents.press`): with the broker dead a part waits for the
sweep. A part may be played twice without harm, since only one that still lacks its tally takes one. Whoever brings the
last adds up. The odds' row is locked before its parts.
"""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from functools import partial
from math import ceil
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from encounters.models import PitFight, PitOdds, PitOddsPart
from encounters.models.pit import LONGEST_NAME
from encounters.pit_selectors import pit_rules
from encounters.pitfight import errors
from encounters.pitfight.fight_file import FightFile, fight_of, read_fight_file
from encounters.pitfight.levels import CHARACTERISTICS
from encounters.pitfight.many_bouts import OTHERWISE, nothing_yet, parts, play_bouts, tally_as_json, tally_of_json
from encounters.pitfight.state import Terms
from encounters.services.quotas import lock_to_count
from mordheim.rules.plainfile import clean_line
from warbands.models import Player
from warbands.roster.refusals import Refused
from warbands.services.throttling import spend

logger = logging.getLogger(__name__)

TASK = "encounters.tasks.play_pit_bouts"
# Whatever else there is to do, such as printing, goes before: 9 is the last.
PRIORITY = 9
BOUTS = (1_000, 10_000, 50_000)
BOUTS_OF_A_BET = 1_000
UNFINISHED_OF_A_PLAYER, KEPT_FOR_A_PLAYER = 3, 100
# How long one core takes for one of two fighters in one bout, in milliseconds; and by what part longer for each fighter
# more, since a champion reckons with all of them.
MILLISECONDS = {"novice": 2, "seasoned": 3, "champion": 17}
LONGER_AMONG_MANY = {"champion": 0.15}
SECONDS_OF_A_PART, MOST_SECONDS = 4, 3_600
# Bouts between two looks whether anybody still waits, and how long they may take.
BOUTS_AT_ONCE, SECONDS_AT_ONCE = 300, 1
# How many parts of one are sent ahead; whoever has played one sends the next.
SENT_AHEAD = 64
MOST_ATTEMPTS, MOST_AT_A_SWEEP = 3, 100
SEND_AGAIN_AFTER = timedelta(seconds=120)
UNFINISHED = (PitOdds.Status.PENDING, PitOdds.Status.PLAYING)


# --- the fight --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fighter:
    """Who fights: characteristics in the order of CHARACTERISTICS, what earlier fights left him as
    `encounters.pitfight.enlisting.Past` in plain values, and the strength of the computer that plays him."""

    name: str
    scroll: str
    levels: Sequence[int]
    past: dict[str, Any]
    computer: str = OTHERWISE
    age: int | None = None


def fight_file(fighters: Iterable[Fighter], terms: Terms, *, name: str = "") -> dict[str, Any]:
    """The fight as a file that `encounters.pitfight.fight_file` reads; two of a name are told apart.

    Raises:
        Refused: for what the rules do not allow.
    """
    said: list[dict[str, Any]] = []
    for one in fighters:
        free = _free_name(clean_line(one.name)[:LONGEST_NAME], [other["name"] for other in said])
        said.append(_said(one, free))
    content = {"format": "mordheim-pit-fight/1", "name": name, "arena": asdict(terms), "fighters": said}
    try:
        fight_of(read_content(content), pit_rules())
    except (errors.Illegal, errors.Malformed) as refused:
        raise Refused(str(refused), code="cannot_fight") from None
    return content


def _said(one: Fighter, name: str) -> dict[str, Any]:
    past = {key: list(value) if isinstance(value, tuple) else value for key, value in one.past.items() if value}
    levels = dict(zip(CHARACTERISTICS, one.levels, strict=True))
    said = {"name": name, "type": one.scroll, "characteristics": levels, "computer": one.computer}
    return said | ({"age": one.age} if one.age else {}) | ({"past": past} if past else {})


def _free_name(name: str, taken: Sequence[str]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name[: LONGEST_NAME - 4]} {number}"
    return free


def read_content(content: dict[str, Any]) -> FightFile:
    """As anybody else reads the file. Raises Malformed for one that an older release stored, and is none any more."""
    return read_fight_file(as_text(content).encode())


def as_text(content: dict[str, Any]) -> str:
    """The file to keep."""
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def milliseconds_of(content: dict[str, Any]) -> float:
    """About how long one core takes for one bout."""
    strengths = [one.get("computer") or OTHERWISE for one in content["fighters"]]
    more = len(strengths) - 2
    return sum(MILLISECONDS[one] * (1 + LONGER_AMONG_MANY.get(one, 0) * more) for one in strengths)


# --- asking -----------------------------------------------------------------------------------------------------------


def request_odds(content: dict[str, Any], *, by: Player, bouts: int, seed: int | None = None) -> PitOdds:
    """Many bouts of a fight as `fight_file` wrote it. The seed is drawn if none is said.

    Raises:
        Refused: for a number of bouts that is not offered or would take hours, and when he asks too often or waits for
            several already.
    """
    if bouts not in BOUTS:
        raise Refused("Choose how many bouts are fought.", code="bouts")
    if (seconds := bouts * milliseconds_of(content) / 1000) > MOST_SECONDS:
        told = f"That is about {round(seconds / 3600)} hours of work. Take fewer bouts, or the computer less strong."
        raise Refused(told, code="too_long")
    spend("pit odds", str(by.pk), limit=settings.PIT_ODDS_PER_HOUR, told="You have asked for many odds.")
    with transaction.atomic():
        lock_to_count(by)
        waiting = PitOdds.objects.filter(asked_by=by, status__in=UNFINISHED).count()
        if waiting >= UNFINISHED_OF_A_PLAYER:
            told = f"{waiting} of your odds are being worked out. Wait for them, or cancel one."
            raise Refused(told, code="over_quota")
        row = _made(content, bouts, seed, asked_by=by)
        for oldest in PitOdds.objects.filter(asked_by=by)[KEPT_FOR_A_PLAYER:]:
            oldest.delete()
        transaction.on_commit(partial(send_ahead, row.pk))
    return row


def bet_on(fight: PitFight, content: dict[str, Any]) -> PitOdds:
    """The odds at which one bets on a fight of a tournament. Within the transaction that begins it; `send_all` tells
    workers afterwards."""
    return _made(content, BOUTS_OF_A_BET, None, asked_by=None, bet_on=fight)


def close_betting(fight: PitFight) -> None:
    """Nobody bets on a fight that has ended: odds that are not there yet are not needed any more."""
    for row in PitOdds.objects.select_for_update().filter(bet_on=fight, status__in=UNFINISHED):
        _finish(row, PitOdds.Status.CANCELLED)


def _made(content: dict[str, Any], bouts: int, seed: int | None, **about: Any) -> PitOdds:
    title = ", ".join(one["name"] for one in content["fighters"])
    shown = title if len(title) <= 300 else f"{title[:299]}…"
    drawn = secrets.randbelow(2**31) if seed is None else seed
    row = PitOdds.objects.create(title=shown, content=content, bouts=bouts, seed=drawn, **about)
    size = max(1, int(SECONDS_OF_A_PART * 1000 / milliseconds_of(content)))
    PitOddsPart.objects.bulk_create(
        PitOddsPart(odds=row, number=number, first=first, count=count)
        for number, (first, count) in enumerate(parts(bouts, size))
    )
    return row


def cancel_odds(odds: PitOdds, *, by: Player) -> PitOdds:
    """Stop the bouts; what is finished stays as it is.

    Raises:
        Refused: by anybody but whoever asked.
    """
    with transaction.atomic():
        row = PitOdds.objects.select_for_update().filter(pk=odds.pk).first()
        if row is None:
            raise Refused("These odds are not there any more.", code="no_such_odds")
        if row.asked_by_id != by.pk:
            raise Refused("Only whoever asked for them cancels them.", code="not_yours")
        if not row.is_finished:
            _finish(row, PitOdds.Status.CANCELLED)
    return row


def _finish(row: PitOdds, status: str, **fields: Any) -> None:
    row.status, row.finished_at = status, timezone.now()
    for name, value in fields.items():
        setattr(row, name, value)
    row.save()
    row.parts.all().delete()


# --- sending ----------------------------------------------------------------------------------------------------------


def send_ahead(odds_id: int) -> bool:
    """Tell workers of the next parts, as far as not enough are on their way. ``False`` when the broker cannot be
    reached: they then wait for the sweep."""
    missing = PitOddsPart.objects.filter(odds=odds_id, tally__isnull=True)
    room = max(SENT_AHEAD - missing.filter(sent_at__isnull=False).count(), 0)
    following = list(missing.filter(sent_at=None).values_list("pk", flat=True)[:room])
    return all(_send(pk) for pk in following)


def send_all(odds_ids: Iterable[int]) -> None:
    """The same for several; with the broker dead only the first is tried."""
    for odds_id in odds_ids:
        if not send_ahead(odds_id):
            break


def _send(part_id: int) -> bool:
    try:
        # By name: the task calls whoever calls this.
        current_app.send_task(TASK, [part_id], priority=PRIORITY)
    except OperationalError:
        logger.warning("pit odds: part %s waits: the broker cannot be reached", part_id)
        return False
    PitOddsPart.objects.filter(pk=part_id).update(sent_at=timezone.now())
    return True


def sweep() -> int:
    """Send again what was sent long ago and has shown no life since, and what has never been sent; returns how many
    parts were sent again."""
    missing = PitOddsPart.objects.filter(odds__status__in=UNFINISHED, tally__isnull=True)
    stuck = missing.filter(sent_at__lt=timezone.now() - SEND_AGAIN_AFTER).order_by("sent_at")
    count = 0
    for pk in list(stuck.values_list("pk", flat=True)[:MOST_AT_A_SWEEP]):
        if not _send(pk):
            return count
        count += 1
    waiting = missing.filter(sent_at=None).order_by("odds").values_list("odds", flat=True).distinct()
    send_all(list(waiting[:MOST_AT_A_SWEEP]))
    return count


# --- playing ----------------------------------------------------------------------------------------------------------


class NoLongerWanted(Exception):
    """The odds are finished, one way or another."""


def play_part(part_id: int) -> None:
    """Play one part, in a worker. Safe to run twice and for one that is gone."""
    part = _claim(part_id)
    if part is None:
        return
    try:
        tally = _played(part)
    except NoLongerWanted:
        return
    except Exception as error:
        logger.exception("pit odds: part %s could not be played", part_id)
        _fail(part.odds_id, _why(error))
        return
    _bring(part, tally)
    send_ahead(part.odds_id)


def _open(odds_id: int) -> PitOdds | None:
    """The row under lock, unless it is gone or has come to its end."""
    row = PitOdds.objects.select_for_update().filter(pk=odds_id).first()
    return None if row is None or row.is_finished else row


def _claim(part_id: int) -> PitOddsPart | None:
    odds_id = PitOddsPart.objects.filter(pk=part_id).values_list("odds", flat=True).first()
    with transaction.atomic():
        row = _open(odds_id or 0)
        part = PitOddsPart.objects.filter(pk=part_id, tally__isnull=True).first() if row else None
        if row is None or part is None:
            return None
        part.attempts += 1
        if part.attempts > MOST_ATTEMPTS:
            told = "The workers stopped several times over these bouts. Please tell whoever runs this site."
            _finish(row, PitOdds.Status.FAILED, told=told)
            return None
        part.sent_at = timezone.now()
        part.save(update_fields=["attempts", "sent_at"])
        if row.status == PitOdds.Status.PENDING:
            row.status, row.begun_at = PitOdds.Status.PLAYING, timezone.now()
            row.save(update_fields=["status", "begun_at"])
        part.odds = row
    return part


def _played(part: PitOddsPart) -> dict[str, Any]:
    """The tally of all its bouts. Raises NoLongerWanted once nobody waits for it."""
    odds = part.odds
    file, rules = read_content(odds.content), pit_rules()
    total = nothing_yet(file, rules)
    few = ceil(SECONDS_AT_ONCE * 1000 / milliseconds_of(odds.content))
    for first, count in parts(part.count, min(BOUTS_AT_ONCE, few)):
        if not _still_wanted(part):
            raise NoLongerWanted
        total = total + play_bouts(file, rules, seed=odds.seed, first=part.first + first, count=count)
    return tally_as_json(total)


def _still_wanted(part: PitOddsPart) -> bool:
    """Whether its tally is still missing; the time is a sign of life."""
    return bool(PitOddsPart.objects.filter(pk=part.pk, tally__isnull=True).update(sent_at=timezone.now()))


def _why(error: Exception) -> str:
    if type(error).__name__ == "SoftTimeLimitExceeded":
        return "The bouts took too long. Take the computer less strong, or fewer fighters."
    return "Something went wrong. Try again; if it fails again, tell whoever runs this site."


def _fail(odds_id: int, told: str) -> None:
    with transaction.atomic():
        if row := _open(odds_id):
            _finish(row, PitOdds.Status.FAILED, told=told)


def _bring(part: PitOddsPart, tally: dict[str, Any]) -> None:
    """Store what came of a part, once; with the last the whole is ready."""
    with transaction.atomic():
        row = _open(part.odds_id)
        if row is None:
            return
        PitOddsPart.objects.filter(pk=part.pk, tally__isnull=True).update(tally=tally)
        if not row.parts.filter(tally__isnull=True).exists():
            _finish(row, PitOdds.Status.READY, tally=_added_up(row))


def _added_up(row: PitOdds) -> dict[str, Any]:
    total = nothing_yet(read_content(row.content), pit_rules())
    for tally in row.parts.values_list("tally", flat=True):
        total = total + tally_of_json(tally or {})
    return tally_as_json(total)
