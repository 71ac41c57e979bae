"""Reporting a battle, comparing what was reported, confirming it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.battle.comparing import Difference, differences, facts_of
from campaigns.battle.told import Told
from campaigns.battle_selectors import forces_of, scenario_of, told_of
from campaigns.forms.battle_report import ReportForm, lists_of
from campaigns.forms.battles import letters_of
from campaigns.models import BattleReport
from campaigns.roles import WITHOUT, Right
from campaigns.services.battle_reports import (
    confirm_report,
    decide_report,
    is_enough_with,
    outcome_told,
    report_battle,
    withdraw_report,
)
from campaigns.tracker_selectors import Ending, tracked_at, tracked_end
from campaigns.views.access import done
from campaigns.views.battle_access import AtBattle, for_fighter, for_looker, not_his, only_posted
from mordheim.converters import HIGHEST
from mordheim.rules.posted import whole
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook

NOT_REPORTED = "A battle is reported once it has begun, and until it is confirmed."
GAME_GOES_ON = "A game goes on at the table. Go on with it there, or tick below that it is over for everybody."
FROM_THE_TABLE = "The game was tracked to its end: report it from here, or change it first."


@for_fighter
@require_http_methods(["GET", "HEAD", "POST"])
def battle_report(request: HttpRequest, there: AtBattle) -> HttpResponse:
    """One form for all sides. It begins with one's own last report, or with the one whose id the address names; else
    with what was tracked at the table, and where the battle is to be reported anew, with what was last told."""
    if not there.battle.is_open:
        messages.info(request, NOT_REPORTED)
        return redirect(there.battle)
    posted = lists_of(request.POST) if request.method == "POST" else None
    report = None if posted is not None else _reported_before(request, there)
    tracker = tracked_at(there.battle) if there.battle.is_under_way else ""
    end = tracked_end(there.battle, there.sides) if tracker and report is None else None
    if end and not end.handed_over and posted is None:
        messages.info(request, FROM_THE_TABLE)
        return redirect(tracker)
    begin_with, begins = _begin_with(report, end if posted is None else None)
    running = "" if end else tracker
    rulebook = current_rulebook()
    forces, scenario = forces_of(there.sides, rulebook), scenario_of(there.battle, rulebook)
    letters = letters_of([side.alliance for side in there.sides])
    form = ReportForm(forces, scenario, rulebook, data=posted, told=begin_with, letters=letters)
    trouble = ""
    if posted is not None:
        try:
            if running and request.POST.get("ends_game") != "yes":
                raise Refused(GAME_GOES_ON, code="game_goes_on")
            report_battle(there.battle, by=there.here.player, told=form.told())
        except Refused as refused:
            trouble = refused.message
        else:
            return _reported(request, there.again())
    context = {
        "here": there.here,
        "at": "battles",
        "battle": there.battle,
        "form": form,
        "scenario": scenario,
        "trouble": trouble,
        "begins": begins,
        "running": running,
    }
    return render(request, "campaigns/battle_report.html", context, status=422 if trouble else 200)


def _begin_with(report: BattleReport | None, end: Ending | None) -> tuple[Told | None, str]:
    """What the form begins with, and a sentence that says so."""
    if report:
        return told_of(report), "This begins with what was reported before."
    if end:
        return end.told, "This begins with what was tracked at the table."
    return None, ""


def _reported_before(request: HttpRequest, there: AtBattle) -> BattleReport | None:
    reports = there.battle.reports.standing()
    wanted = request.GET.get("from", "")
    if (pk := whole(wanted, HIGHEST)) is not None:
        return reports.filter(pk=pk).first()
    if there.battle.is_reported:
        return reports.filter(by=there.here.player).first()
    return there.battle.reports.last()


def _reported(request: HttpRequest, there: AtBattle) -> HttpResponse:
    if there.battle.is_confirmed:
        messages.success(request, "The battle is reported and confirmed: the night after it begins.")
    else:
        messages.success(request, "Your report is in. It counts once it is confirmed.")
    return redirect(there.battle)


# --- comparing, confirming ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ToldBy:
    """One and the same report with all who made it: all that it tells, by the name of the side. ``agreed`` where one
    stands by it and it still waits for others, ``enough`` where one's own word is all that it waits for."""

    report: BattleReport
    names: tuple[str, ...]
    outcome: str
    facts: dict[str, list[tuple[str, str]]]
    own: bool
    agreed: bool
    enough: bool

    @property
    def sides(self) -> list[tuple[str, list[tuple[str, str]]]]:
        return [(name, facts) for name, facts in self.facts.items() if facts]


@for_looker
@require_safe
def battle_compare(request: HttpRequest, there: AtBattle) -> HttpResponse:
    """What was reported, and in what the reports differ."""
    reports = list(there.battle.reports.standing().select_related("by"))
    told_by, differing = compared(there, reports)
    context = {
        "here": there.here,
        "at": "battles",
        "battle": there.battle,
        "told_by": told_by,
        "differing": differing,
        "confirms": there.battle.is_reported and there.confirms,
        "decides": there.battle.is_reported and there.here.arbitrates,
        "acts": there.acts,
    }
    return render(request, "campaigns/battle_compare.html", context)


def compared(there: AtBattle, reports: Sequence[BattleReport]) -> tuple[list[ToldBy], tuple[Difference, ...]]:
    """Equal reports as one, and what the others tell differently."""
    rulebook = current_rulebook()
    if not reports:
        return [], ()
    forces, scenario = forces_of(there.sides, rulebook), scenario_of(there.battle, rulebook)
    groups: dict[str, list[BattleReport]] = {}
    for report in reports:
        groups.setdefault(report.digest, []).append(report)
    policy, told_by = there.here.campaign.confirmation, []
    for digest, equal in groups.items():
        enough = there.confirms and is_enough_with(there.here.player, policy=policy, sides=there.sides, digest=digest)
        told_by.append(
            ToldBy(
                report=equal[0],
                names=tuple(report.by_name for report in equal),
                outcome=outcome_told(told_of(equal[0]), sides=there.sides),
                facts=facts_of(told_of(equal[0]), forces, rulebook, scenario),
                own=any(report.is_by(there.here.player) for report in equal),
                agreed=not enough and bool(there.own) and all(side.agreed_to == digest for side in there.own),
                enough=enough,
            )
        )
    told = [told_of(one.report) for one in told_by]
    return told_by, differences(told, forces, rulebook, scenario) if len(told) > 1 else ()


@for_fighter
@only_posted
def battle_confirm(request: HttpRequest, there: AtBattle, report_id: int) -> HttpResponse:
    report = get_object_or_404(BattleReport, pk=report_id, battle=there.battle)
    return done(
        request,
        lambda: confirm_report(report, by=there.here.player),
        said="You stand by this report.",
        to=there.battle.get_absolute_url(),
    )


@for_fighter
@only_posted
def battle_withdraw(request: HttpRequest, there: AtBattle) -> HttpResponse:
    """One's own report, while it is not confirmed."""
    return done(
        request,
        lambda: withdraw_report(there.battle, by=there.here.player),
        said="Your report is withdrawn.",
        to=there.battle.get_absolute_url(),
    )


@for_fighter
@only_posted
def battle_decide(request: HttpRequest, there: AtBattle, report_id: int) -> HttpResponseBase:
    """An arbitrator has a report count for all."""
    if not there.here.arbitrates:
        return not_his(request, there, WITHOUT[Right.ARBITRATE])
    report = get_object_or_404(BattleReport, pk=report_id, battle=there.battle)
    return done(
        request,
        lambda: decide_report(report, by=there.here.player),
        said="It is decided: the night after the battle begins.",
        to=there.battle.get_absolute_url(),
    )
