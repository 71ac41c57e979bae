"""Rows of an evening to the plain values that are printed of it, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.db.models import Max, Prefetch, Q

from campaigns.battle.days import day_of, span_of
from campaigns.battle.seeds import hash_of
from campaigns.battle_selectors import forces_of, scenario_of, told_of
from campaigns.evening import (
    ENDED_BY_AGREEMENT,
    BattlePart,
    Evening,
    NightPart,
    SeedPart,
    SidePart,
    StandingPart,
    Thrown,
    Void,
    Written,
    night_part,
    side_facts,
    with_short_names,
)
from campaigns.models import Battle, Campaign, Captive, ChronicleEntry, DiceRoll, Membership, PostBattle, Side
from campaigns.models.campaigns import name_of
from campaigns.postbattle.log import Diverged
from campaigns.postbattle_selectors import played
from campaigns.seed_selectors import seeds_of
from campaigns.selectors import battle_figures, sees_gold
from campaigns.standings import Figures, Standing, ranked
from campaigns.times import zone_of
from mordheim.rules.rulebook import Rulebook
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook

TOLD_STATES = (*Battle.OPEN, Battle.State.CONFIRMED)
RULES_CHANGED = "The rules have changed since, so that this night cannot be told step by step."


@dataclass(frozen=True)
class Told:
    """A report, and the enrolments whose gold it tells."""

    evening: Evening
    gold_of: tuple[int, ...]


def evening_of(campaign: Campaign, day: date, viewer: Membership) -> Told:
    """All that was fought on a local day, as one member may see it."""
    first, after = span_of(day, zone_of(campaign))
    battles = _battles(campaign, Q(fought_on__gte=first, fought_on__lt=after))
    return _told("evening", campaign, day, viewer, battles, after)


def night_of(post: PostBattle, viewer: Membership) -> Told:
    """One warband's night and its battle, as one member may see it."""
    battle = post.side.battle
    campaign = battle.campaign
    day = day_of(battle.fought_on, zone_of(campaign))
    return _told("night", campaign, day, viewer, _battles(campaign, Q(pk=battle.pk)), None, only=post.side_id)


def last_evening(campaign: Campaign) -> date | None:
    """The last local day on which there is something to tell; one query."""
    moment = campaign.battles.filter(state__in=TOLD_STATES).aggregate(last=Max("fought_on"))["last"]
    return day_of(moment, zone_of(campaign)) if moment else None


def fought_on(campaign: Campaign, day: date) -> list[Battle]:
    """The battles of a local day with their sides, as a page names them; two queries."""
    first, after = span_of(day, zone_of(campaign))
    sides = Prefetch("sides", Side.objects.order_by("place"))
    battles = campaign.battles.filter(state__in=TOLD_STATES, fought_on__gte=first, fought_on__lt=after)
    return list(battles.prefetch_related(sides).order_by("number"))


def night_of_side(campaign: Campaign, side_id: int) -> PostBattle | None:
    """The night of a side of this campaign; ``None`` where there is none."""
    rows = PostBattle.objects.select_related("side__battle__campaign")
    return rows.filter(
        side=side_id, side__battle__campaign=campaign, side__battle__state=Battle.State.CONFIRMED
    ).first()


def _told(
    kind: str,
    campaign: Campaign,
    day: date,
    viewer: Membership,
    battles: Sequence[Battle],
    after: datetime | None,
    only: int | None = None,
) -> Told:
    rulebook = current_rulebook()
    sides = [side for battle in battles for side in battle.sides.all() if only in (None, side.pk)]
    nights = {side.pk: night for side in sides if (night := _night(campaign, side, viewer, rulebook))}
    captives = _captives_of(battles)
    seeds = _seeds_of(battles, captives)
    parts = tuple(_battle(campaign, battle, viewer, rulebook, nights, seeds[battle.pk]) for battle in battles)
    fighters = {side.enrolment_id: nights.get(side.pk) for side in sides}
    evening = Evening(
        kind=kind,
        campaign=campaign.name,
        day=f"{day.day} {day:%B %Y}",
        battles=parts,
        nights=tuple(nights.values()),
        captives=tuple(_captives(captives, sides)),
        standings=tuple(_standings(campaign, after, fighters, rulebook)) if after else (),
    )
    evening = with_short_names(evening, _names(battles, evening.nights))
    fighting = [side for battle in battles for side in battle.sides.all()]
    seen = {side.enrolment_id for side in fighting if _sees(campaign, viewer, side)}
    return Told(evening, tuple(sorted(seen)))


def _names(battles: Iterable[Battle], nights: Iterable[NightPart]) -> Iterator[str]:
    """What the warriors are called who fought, and who was there when the nights were over."""
    for battle in battles:
        for side in battle.sides.all():
            yield from (str(one["name"]) for one in (side.before or {}).get("warriors", ()))
            yield from (str(one["warrior"]["name"]) for one in side.joined)
    for night in nights:
        yield from (line.name for line in night.roster)
        yield from (group.name for step in night.steps for group in step.groups)


def _battles(campaign: Campaign, which: Q) -> list[Battle]:
    """The battles in their order, with all that is read of them."""
    void = DiceRoll.objects.exclude(taken_back_at=None, replaced_by=None).select_related("replaced_by")
    rows = Side.objects.select_related("enrolment", "warband", "player", "post_battle").order_by("place")
    sides = rows.prefetch_related(Prefetch("post_battle__rolls", void, to_attr="void_rolls"))
    written = ChronicleEntry.objects.standing().filter(kind__in=("note", "report")).select_related("by")
    battles = Battle.objects.filter(which, campaign=campaign, state__in=TOLD_STATES).select_related("report")
    return list(
        battles.prefetch_related(
            Prefetch("sides", sides),
            Prefetch("chronicle", written.order_by("pk"), to_attr="written"),
            "spent_seeds",
        ).order_by("number")
    )


def _sees(campaign: Campaign, viewer: Membership, side: Side) -> bool:
    return sees_gold(campaign, viewer, side.enrolment)


# --- battles --------------------------------------------------------------------------------------------------------


def _battle(
    campaign: Campaign,
    battle: Battle,
    viewer: Membership,
    rulebook: Rulebook,
    nights: dict[int, NightPart],
    seeds: tuple[SeedPart, ...],
) -> BattlePart:
    scenario = scenario_of(battle, rulebook)
    sides = list(battle.sides.all())
    told = told_of(battle.report) if battle.report else None
    facts = _facts_of_sides(campaign, battle, viewer, rulebook)
    allies = _letters([side.alliance for side in sides])
    return BattlePart(
        number=battle.number,
        scenario=scenario.name if scenario else "",
        sides=tuple(
            _side(side, ally, fact, rulebook, nights.get(side.pk))
            for side, ally, fact in zip(sides, allies, facts, strict=True)
        ),
        facts=(ENDED_BY_AGREEMENT,) if told and told.by_agreement else (),
        notes=tuple(_written(battle)),
        state="" if battle.is_confirmed else battle.get_state_display(),
        seeds=seeds,
    )


def _captives_of(battles: Sequence[Battle]) -> list[Captive]:
    """Whoever was taken in the nights after these battles; one query."""
    rows = Captive.objects.filter(owner__battle__in=[battle.pk for battle in battles])
    return list(rows.select_related("owner", "captor"))


def _seeds_of(battles: Sequence[Battle], captives: Sequence[Captive]) -> dict[int, tuple[SeedPart, ...]]:
    """For each battle its seed, and every other one that rolls which count were made from; one query."""
    rolls = DiceRoll.objects.filter(
        post_battle__side__battle__in=[battle.pk for battle in battles], taken_back_at=None, replaced_by=None
    )
    counting = set(rolls.exclude(seed_hash="").values_list("seed_hash", flat=True))
    counting |= {one["seed_hash"] for b in battles for side in b.sides.all() for one in (*side.muster, *side.joined)}
    found = {}
    for battle in battles:
        own = [captive for captive in captives if captive.owner.battle_id == battle.pk]
        settled = {hash_of(one["seed"]) for row in own for one in row.rolls if one["seed"] and not one["taken_back_at"]}
        needed = counting | settled | {battle.seed_hash}
        seeds = [seed for seed in seeds_of(battle, own) if seed.seed_hash in needed]
        found[battle.pk] = tuple(SeedPart(seed.what, seed.seed_hash, seed.seed) for seed in seeds)
    return found


def _facts_of_sides(
    campaign: Campaign, battle: Battle, viewer: Membership, rulebook: Rulebook
) -> list[tuple[tuple[str, tuple[str, ...]], ...]]:
    """What the confirmed report tells of each side; nothing where there is none, or its lists are gone."""
    sides = list(battle.sides.all())
    if battle.report is None or any(not _is_known(side, rulebook) for side in sides):
        return [()] * len(sides)
    told, forces, scenario = told_of(battle.report), forces_of(sides, rulebook), scenario_of(battle, rulebook)
    return [
        side_facts(told, place, forces, scenario, rulebook, gold_hidden=not _sees(campaign, viewer, side))
        for place, side in enumerate(sides)
    ]


def _is_known(side: Side, rulebook: Rulebook) -> bool:
    return bool(side.before) and side.before["type"] in rulebook.warband_types


def _letters(alliances: Sequence[int]) -> list[str]:
    """A letter for each alliance of several; who has no ally has none."""
    shared = [one for one in dict.fromkeys(alliances) if alliances.count(one) > 1]
    letters = dict(zip(shared, "ABCDEFGH", strict=False))
    return [letters.get(one, "") for one in alliances]


def _side(
    side: Side,
    ally: str,
    facts: tuple[tuple[str, tuple[str, ...]], ...],
    rulebook: Rulebook,
    night: NightPart | None,
) -> SidePart:
    over = night.rating if night and not night.state else None
    return SidePart(
        name=side.warband_name,
        type_name=_type_name(side.enrolment.type_key, rulebook),
        player=side.player_name,
        ally=ally,
        rating=side.rating_before,
        warriors=side.warriors_before,
        underdog=side.underdog,
        result=f"{side.get_result_display()}, shared" if side.shared and side.result == "won" else side.result,
        routed=side.routed,
        kills=side.kills,
        losses=side.losses,
        rating_after=over.after if over else None,
        facts=facts,
    )


def _type_name(key: str, rulebook: Rulebook) -> str:
    kind = rulebook.warband_types.get(key)
    return kind.name if kind else key


def _written(battle: Battle) -> Iterator[Written]:
    if battle.notes:
        yield Written("", battle.notes)
    for entry in battle.written:  # type: ignore[attr-defined]
        yield Written(name_of(entry.by), entry.text)


# --- nights ---------------------------------------------------------------------------------------------------------


def _night(campaign: Campaign, side: Side, viewer: Membership, rulebook: Rulebook) -> NightPart | None:
    """A warband's night, where its battle is confirmed. No query."""
    post = getattr(side, "post_battle", None)
    if post is None or not side.battle.is_confirmed:
        return None
    void = tuple(_void(roll) for roll in post.void_rolls)
    hidden = not _sees(campaign, viewer, side)
    post.side = side
    try:
        sequence = played(post, rulebook) if _is_known(side, rulebook) else None
    except (Diverged, Refused):
        sequence = None
    battle, player, place = side.battle.number, side.player_name, side.place
    if sequence is None:
        kind = _type_name(side.enrolment.type_key, rulebook)
        untold = NightPart(side.warband_name, kind, player, battle, place, void=void, gold_hidden=hidden)
        return replace(untold, untold=RULES_CHANGED)
    return night_part(sequence, player=player, battle=battle, place=place, gold_hidden=hidden, void=void)


def _void(roll: DiceRoll) -> Void:
    return Void(_thrown(roll), _why(roll.replaced_by))


def _thrown(roll: DiceRoll) -> Thrown:
    total = sum(roll.faces) if len(roll.faces) > 1 else None
    return Thrown(roll.what_for, tuple(roll.faces), total, roll.source)  # type: ignore[arg-type]


def _why(other: DiceRoll | None) -> str:
    if other is None:
        return "taken back."
    return f"replaced by {_thrown(other).drawn}{f': {other.reason}' if other.reason else '.'}"


def _captives(captives: Iterable[Captive], sides: Iterable[Side]) -> Iterator[str]:
    """Who was taken in the nights of these sides, and what has become of him so far."""
    nights = {side.post_battle.pk for side in sides if hasattr(side, "post_battle")}
    taken = [row for row in captives if row.post_battle_id in nights and row.state != Captive.State.TAKEN_BACK]
    for row in taken:
        told = f"{row.warrior_name} of {row.owner.warband_name}, taken by {row.captor.warband_name}"
        yield f"{told}: {row.get_state_display()}."


# --- standings ------------------------------------------------------------------------------------------------------


def _standings(
    campaign: Campaign, after: datetime, fighters: dict[int, NightPart | None], rulebook: Rulebook
) -> Iterator[StandingPart]:
    """How the campaign stood when the evening was over, those who had fought and retired by then last; three queries.

    ``fighters`` are those who fought this evening, with their nights where there is one.
    """
    figures, later = battle_figures(campaign, until=after), _ratings_later(campaign, after)
    there = Q(retired_at=None) | Q(retired_at__gte=after) | Q(pk__in=list({*figures, *fighters}))
    lines = []
    for row in campaign.enrolments.filter(there, enrolled_at__lt=after).select_related("warband", "player"):
        night = fighters.get(row.pk)
        now = row.warband.rating if row.warband else None
        rating = night.rating.after if night and night.rating else later.get(row.pk, now)
        kind = _type_name(row.type_key, rulebook)
        done = figures.get(row.pk, Figures())
        retired = row.retired_at is not None and row.retired_at < after
        lines.append(Standing(row.pk, row.shown_name, row.shown_player, kind, "", done, rating, retired=retired))
    for one in ranked(lines):
        done = one.figures
        yield StandingPart(
            one.place, one.name, one.type_name, one.player, done.battles, done.wins, done.draws, one.rating, done.kills,
            done.losses, one.enrolment_id in fighters, one.retired,
        )  # fmt: skip


def _ratings_later(campaign: Campaign, after: datetime) -> dict[int, int]:
    """What each warband's rating was before its first battle after a moment."""
    sides = Side.objects.filter(battle__campaign=campaign, battle__state__in=TOLD_STATES, battle__fought_on__gte=after)
    rows = sides.order_by("-battle__number").values_list("enrolment", "rating_before")
    return dict(rows)
