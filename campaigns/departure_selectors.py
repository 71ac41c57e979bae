"""What becomes of campaigns when warbands are deleted, as their players are told before it is done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from django.db.models import Q

from campaigns.models import Battle, Captive, Enrolment, PostBattle, Side

Told = Iterator[tuple[int | None, str]]


def told_of_departures(warbands: Iterable[int]) -> dict[int, list[str]]:
    """Sentences by the warband's id, for each that is in something; four queries."""
    ids = list(warbands)
    told: dict[int, list[str]] = defaultdict(list)
    for warband, sentence in (*_enrolments(ids), *_battles(ids), *_nights(ids), *_captives(ids)):
        if warband in ids:
            told[warband].append(sentence)
    return dict(told)


def _enrolments(ids: list[int]) -> Told:
    rows = Enrolment.objects.active().filter(warband__in=ids).select_related("campaign", "warband")
    for one in rows:
        told = f"{one.shown_name} is in the campaign {one.campaign}: it retires from it, and its record stays there."
        yield one.warband_id, told


def _battles(ids: list[int]) -> Told:
    going_on = (Battle.State.PLANNED, *Battle.OPEN)
    rows = Side.objects.filter(warband__in=ids, battle__state__in=going_on).select_related("battle", "warband")
    for side in rows.order_by("battle__number"):
        if side.battle.is_planned:
            yield side.warband_id, f"{_of(side)} is announced, and can only be called off without it."
        else:
            told = "goes on without it: the others report it, and it has no night after it."
            yield side.warband_id, f"{_of(side)} {told}"


def _nights(ids: list[int]) -> Told:
    rows = PostBattle.objects.open().filter(side__warband__in=ids, side__battle__state=Battle.State.CONFIRMED)
    for post in rows.select_related("side__battle", "side__warband"):
        side = post.side
        told = f"The night of {side.shown_name} after {side.battle} ends where it stands."
        yield side.warband_id, told


def _captives(ids: list[int]) -> Told:
    rows = Captive.objects.held().filter(Q(owner__warband__in=ids) | Q(captor__warband__in=ids))
    for captive in rows.select_related("owner__warband", "captor__warband"):
        owner, captor = captive.owner, captive.captor
        named = f"{captive.warrior_name} of {owner.shown_name}, whom {captor.shown_name} holds captive,"
        if owner.warband_id in ids:
            yield owner.warband_id, f"{named} is lost with it."
        else:
            yield captor.warband_id, f"{named} comes home."


def _of(side: Side) -> str:
    """``Battle 3 of Da Snikkaz``."""
    return f"{str(side.battle).capitalize()} of {side.shown_name}"
