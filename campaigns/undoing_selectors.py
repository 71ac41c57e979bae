"""What taking something back meets with: what others have built on it, and what is lost with it. Each question is a
fixed number of queries, however many sides it is asked of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.urls import reverse

from campaigns.models import Battle, Captive, PostBattle, Side
from warbands.models import WarbandEvent

# Acts that go with a night or a battle, or that stand in the way by themselves; all others are the warband's own.
OF_NIGHT_OR_BATTLE = frozenset(
    {
        "post_battle",
        "correct_roll",
        "undo_post_battle",
        "undo_battle",
        "captive",
        "captive_undone",
        "hire_for_battle",
        "call_off",
    }
)

# What arbitrators set right; it is no part of a night, whenever it was done.
CORRECTION = "correction"


@dataclass(frozen=True)
class Obstacle:
    """Something that was built on a night: a sentence, and the page on which it is undone."""

    told: str
    url: str
    label: str


# --- what stands in the way -----------------------------------------------------------------------------------------


def obstacles_of(sides: Sequence[Side]) -> dict[int, tuple[Obstacle, ...]]:
    """What others have built on each side's night, by the side's id; the sides are of one battle. Two queries."""
    if not sides:
        return {}
    later = _later_battles(sides)
    settled = _settled_since(sides, sides[0].battle.confirmed_at)
    of_captives = {pk: [_of_captive(one) for one in found if _is_in_the_way(one)] for pk, found in settled.items()}
    return {side.pk: (*later.get(side.pk, ()), *of_captives.get(side.pk, ())) for side in sides}


def corrections_among(lost: Iterable[WarbandEvent], *, side: Side) -> tuple[Obstacle, ...]:
    """What arbitrators have set right, of all that is lost with a side's night: only they take that back with it. No
    query."""
    people = reverse("campaign-people", args=[side.battle.campaign_id])
    end = "Only an arbitrator takes that back with the night."
    corrected = (event for event in lost if event.act == CORRECTION)
    return tuple(Obstacle(f"{event.sentence} {end}", people, "To the arbitrators") for event in corrected)


def obstacles_to_correcting(post: PostBattle) -> tuple[Obstacle, ...]:
    """What keeps a die of a night from being put right: a later battle and, once its record is closed, all that has
    happened to the warband since, of which the record knows nothing. Four queries at most."""
    side = post.side
    found = list(_later_battles([side]).get(side.pk, ()))
    if post.is_open:
        return tuple(found)
    settled = _settled_since([side], post.closed_at).get(side.pk, ())
    found += [_of_captive(one) for one in settled if _has_changed(side, one)]
    # What was settled in the night stands in its record, also once that was undone.
    if _own_acts([side], post.closed_at, of_others=OF_NIGHT_OR_BATTLE - {"captive_undone"})[side.pk]:
        told = f"{side.warband_name} has changed since its night was closed, and that would be lost with the roll."
        address = reverse("post-battle-undo", args=[side.battle.campaign_id, side.battle_id, side.pk])
        found.append(Obstacle(told, address, "Take the night back instead"))
    return tuple(found)


def _ids_of(sides: Iterable[Side]) -> dict[int, int]:
    """The sides whose warband is still there, by the warband's id."""
    return {side.warband_id: side.pk for side in sides if side.warband_id}


def _later_battles(sides: Sequence[Side]) -> dict[int, tuple[Obstacle]]:
    """The next battle that each has gone into."""
    ids, battle = _ids_of(sides), sides[0].battle
    names = {side.pk: side.warband_name for side in sides}
    rows = Side.objects.filter(
        warband__in=ids,
        battle__campaign=battle.campaign_id,
        battle__number__gt=battle.number,
        battle__state__in=[*Battle.OPEN, Battle.State.CONFIRMED],
    )
    found: dict[int, tuple[Obstacle]] = {}
    for warband, pk, number in rows.order_by("battle__number").values_list("warband", "battle", "battle__number"):
        side = ids[warband]
        told = f"{names[side]} has gone into battle {number} since: that comes first."
        address = reverse("battle-detail", args=[battle.campaign_id, pk])
        found.setdefault(side, (Obstacle(told, address, f"To battle {number}"),))
    return found


def _settled_since(sides: Sequence[Side], since: datetime | None) -> dict[int, list[Captive]]:
    """Captives of each, or in its hands, of whom something was settled since, or who came home or were lost because a
    warband is no more."""
    ids = _ids_of(sides)
    if since is None:
        return {}
    rows = Captive.objects.filter(
        Q(owner__warband__in=ids) | Q(captor__warband__in=ids), settled_at__gte=since
    ).exclude(state__in=(Captive.State.HELD, Captive.State.TAKEN_BACK))
    found: dict[int, list[Captive]] = {}
    for captive in rows.select_related("owner__battle", "captor").only(
        *("warrior_name", "state", "settlement", "owner__warband", "owner__warband_name", "owner__battle__campaign"),
        *("captor__warband", "captor__warband_name"),
    ):
        for warband in (captive.owner.warband_id, captive.captor.warband_id):
            if warband in ids:
                found.setdefault(ids[warband], []).append(captive)
    return found


def _is_in_the_way(captive: Captive) -> bool:
    """Whether the other warband depends on it; one that is no more does not."""
    return captive.state != Captive.State.HOME and captive.both_are_there


def _has_changed(side: Side, captive: Captive) -> bool:
    """Whether a side's warband is another by what became of him; the captor's is not where nobody settled it."""
    return captive.is_settled or captive.owner.warband_id == side.warband_id


def _of_captive(captive: Captive) -> Obstacle:
    name, state = captive.warrior_name, captive.get_state_display()
    can_be_undone = captive.is_settled and captive.both_are_there
    end = "that must be undone first" if can_be_undone else "nobody can undo that"
    return Obstacle(f"{name}, a captive, is {state}: {end}.", captive.get_absolute_url(), f"To {name}")


# --- what is lost with it -------------------------------------------------------------------------------------------


def lost_with(sides: Sequence[Side]) -> dict[int, tuple[WarbandEvent, ...]]:
    """What each side's warband has done since the battle that is no part of its night and is undone with it, by the
    side's id; the sides are of one battle. Two queries."""
    return _own_acts(sides, sides[0].battle.confirmed_at) if sides else {}


def captives_lost_with(sides: Sequence[Side]) -> dict[int, tuple[str, ...]]:
    """Captives of each side, or in its hands, who are lost, or were let go, by a warband that is no more: whatever the
    side had of it goes with the battle or its night. Sentences, by the side's id; one query."""
    settled = _settled_since(sides, sides[0].battle.confirmed_at) if sides else {}
    return {side.pk: tuple(_gone_told(one) for one in settled.get(side.pk, ()) if _is_gone(one)) for side in sides}


def _is_gone(captive: Captive) -> bool:
    return captive.state != Captive.State.HOME and not captive.both_are_there


def _gone_told(captive: Captive) -> str:
    owner, captor = captive.owner, captive.captor
    gone = owner if owner.warband_id is None else captor
    told = f"{captive.warrior_name} of {owner.warband_name}, a captive of {captor.warband_name}"
    return f"{told}, is {captive.get_state_display()}: {gone.warband_name} is no more, and nobody depends on that."


def _own_acts(
    sides: Sequence[Side], since: datetime | None, *, of_others: frozenset[str] = OF_NIGHT_OR_BATTLE
) -> dict[int, tuple[WarbandEvent, ...]]:
    ids, battle = _ids_of(sides), sides[0].battle
    if since is None or not ids:
        return {side.pk: () for side in sides}
    events: dict[int, list[WarbandEvent]] = {}
    for event in WarbandEvent.objects.filter(warband__in=ids, happened_at__gte=since).order_by("number"):
        events.setdefault(ids[event.warband_id], []).append(event)
    begun = _begun(ids, battle)
    return {
        side.pk: tuple(
            one
            for one in standing(events.get(side.pk, ()), [battle.started_at, *begun.get(side.pk, ())])
            if one.act not in of_others
        )
        for side in sides
    }


def _begun(ids: dict[int, int], battle: Battle) -> dict[int, list[datetime]]:
    """When battles began that each went into later and that were taken back."""
    rows = Side.objects.filter(
        warband__in=ids, battle__started_at__gt=battle.started_at, battle__state=Battle.State.CALLED_OFF
    )
    found: dict[int, list[datetime]] = {}
    for warband, started in rows.order_by("battle__started_at").values_list("warband", "battle__started_at"):
        if started:
            found.setdefault(ids[warband], []).append(started)
    return found


def standing(events: Iterable[WarbandEvent], begun: Sequence[datetime | None]) -> Iterator[WarbandEvent]:
    """What happened to a warband and was not undone with a night or a battle already.

    Args:
        events: all that happened to it, in order.
        begun: when the battles began that it was in, in order; what was taken back reaches back to the last of them.
    """
    found: list[WarbandEvent] = []
    starts = [start for start in begun if start is not None]
    for event in events:
        if event.act in ("undo_post_battle", "undo_battle"):
            last = max((start for start in starts if start < event.happened_at), default=event.happened_at)
            found = [one for one in found if one.happened_at < last]
            if event.act == "undo_battle" and last in starts:
                starts.remove(last)
        else:
            found.append(event)
    yield from found
