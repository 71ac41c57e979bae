"""Rows of battles to plain values, each in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db.models import OuterRef, Subquery

from campaigns.battle.days import day_of, span_of
from campaigns.battle.forces import Force, force_of
from campaigns.battle.keeping import restored, restored_warrior
from campaigns.battle.muster import Asked, still_asked
from campaigns.battle.reports import report_for
from campaigns.battle.told import Told, told_from
from campaigns.models import Battle, BattleReport, Enrolment, Side
from campaigns.postbattle.after import NextScenario, of_kind
from campaigns.postbattle.report import Report
from campaigns.times import zone_of
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Scenario
from mordheim.rules.snapshot import WarbandSnapshot
from warbands.roster.members import Roster
from warbands.selectors import current_rulebook


def sides_of(battle: Battle) -> list[Side]:
    """A battle's sides in their order, with warbands and players; one query."""
    return list(battle.sides.select_related("warband", "player", "enrolment").order_by("place"))


def scenario_of(battle: Battle, rulebook: Rulebook) -> Scenario | None:
    """What the battle is about; ``None`` for something of the players' own, or what the rules have no more."""
    return rulebook.scenarios.get(battle.scenario_key)


def snapshot_before(side: Side) -> WarbandSnapshot:
    """The warband as the battle began, with the ids of its rows. Only of a battle that has begun."""
    return restored(side.before)


def roster_in_battle(side: Side, rulebook: Rulebook) -> Roster:
    """The warband as it fights: as the battle began, with whoever joined in its course and was paid. No query."""
    before = snapshot_before(side)
    joined = tuple(restored_warrior(one["warrior"]) for one in side.joined)
    treasury = None if before.treasury is None else before.treasury + sum(one["gold"] for one in side.joined)
    starting_gold = before.starting_gold + sum(one["starting_gold"] for one in side.joined)
    fighting = replace(before, warriors=(*before.warriors, *joined), treasury=treasury, starting_gold=starting_gold)
    return Roster(fighting, rulebook.warband_types[before.type], rulebook)


def force_in_battle(side: Side, rulebook: Rulebook) -> Force:
    """The warband as a report speaks of it. No query."""
    roster = roster_in_battle(side, rulebook)
    return force_of(roster, place=side.place, rating=side.rating_before, alliance=side.alliance, missing=side.missing)


def forces_of(sides: Sequence[Side], rulebook: Rulebook) -> list[Force]:
    """All sides of a battle that has begun. No query."""
    return [force_in_battle(side, rulebook) for side in sides]


def asked_before(side: Side, rulebook: Rulebook) -> tuple[Asked, ...]:
    """What is still to be rolled for a side before the battle. No query."""
    return still_asked(roster_in_battle(side, rulebook), side.muster)


def told_of(report: BattleReport) -> Told:
    """What a report tells."""
    return told_from(report.content)


def confirmed_report(side: Side) -> Report:
    """What happened to one warband, for the night after; of a confirmed battle only. Three queries at most."""
    battle = Battle.objects.select_related("report").get(pk=side.battle_id)
    return reports_of(battle)[side.pk]


def reports_of(battle: Battle) -> dict[int, Report]:
    """What happened to each warband of a confirmed battle, by the side's id.

    Raises:
        ValueError: for a battle that is not confirmed.
    """
    if battle.report is None:
        raise ValueError(f"{battle} is not confirmed.")
    sides, rulebook = sides_of(battle), current_rulebook()
    told, forces = told_of(battle.report), forces_of(sides, rulebook)
    return {
        side.pk: report_for(
            side.place,
            told,
            forces,
            scenario=battle.scenario_key if battle.scenario_key in rulebook.scenarios else "",
            underdog=side.underdog,
            missed=side.missing,
            foreseen=side.foreseen,
        )
        for side in sides
    }


def scenario_bonus_of(enrolment: Enrolment, *, before: Battle | None = None) -> int:
    """What a warband adds to the roll for the scenario of its next battle, or of the one named: what the report of the
    battle before it left for it. Two queries at most."""
    return _scenario_bonuses([enrolment.pk], before).get(enrolment.pk, 0)


def scenario_bonuses(battle: Battle, sides: Sequence[Side]) -> dict[int, int]:
    """The same for all sides of a battle, by the side's id; who adds nothing is left out. Since it hangs on what was
    confirmed before this battle alone, it stays the same once the battle is over. Two queries at most."""
    found = _scenario_bonuses([side.enrolment_id for side in sides], battle)
    return {side.pk: found[side.enrolment_id] for side in sides if side.enrolment_id in found}


def _scenario_bonuses(enrolments: Sequence[int], before: Battle | None) -> dict[int, int]:
    """By enrolment."""
    fought = Side.objects.filter(enrolment=OuterRef("pk"), battle__state=Battle.State.CONFIRMED)
    if before is not None:
        fought = fought.filter(battle__number__lt=before.number)
    latest = fought.order_by("-battle__number").values("pk")[:1]
    pks = Enrolment.objects.filter(pk__in=enrolments).annotate(latest=Subquery(latest)).values_list("latest", flat=True)
    wanted = [pk for pk in pks if pk is not None]
    bonuses: dict[int, int] = {}
    for side in Side.objects.filter(pk__in=wanted).select_related("battle__report") if wanted else ():
        told = told_of(side.battle.report).sides[side.place] if side.battle.report else None
        if told and (bonus := sum(one.by for one in of_kind(told.after, NextScenario))):
            bonuses[side.enrolment_id] = bonus
    return bonuses


def battles_that_day(battle: Battle, enrolments: Iterable[int]) -> list[int]:
    """The enrolments of all that fought or fight another battle on the same local day, once for each battle."""
    zone = zone_of(battle.campaign)
    first, after = span_of(day_of(battle.fought_on, zone), zone)
    others = Side.objects.filter(
        enrolment__in=list(enrolments),
        battle__state__in=[*Battle.OPEN, Battle.State.CONFIRMED],
        battle__fought_on__gte=first,
        battle__fought_on__lt=after,
    ).exclude(battle=battle.pk)
    return list(others.values_list("enrolment", flat=True))
