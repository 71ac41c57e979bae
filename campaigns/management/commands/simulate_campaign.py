"""``manage.py simulate_campaign``: a season that plays itself, for demonstration and tests."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.services.simulating import Plan, Season
from mordheim.rules.plainfile import write_json
from warbands.audit import audit
from warbands.management import files
from warbands.models import Player, Warband
from warbands.roster.refusals import Refused


class Command(BaseCommand):
    help = (
        "Play a season through the services that players use; the same seed plays the same season. "
        "Exit status: 0 done, 1 a warband's events do not fold, 2 bad input."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--warbands", type=int, default=Plan.warbands, metavar="N", help="how many take part")
        parser.add_argument("--battles", type=int, default=Plan.battles, metavar="N", help="how many battles")
        parser.add_argument("--seed", type=int, default=Plan.seed, metavar="N", help="which season")
        parser.add_argument("--name", default=Plan.name, help="what the campaign is called")
        parser.add_argument("--types", nargs="*", default=(), metavar="TYPE", help="the lists, in turn; all without it")
        parser.add_argument("--host", default="", metavar="USER", help="whose campaign it is; a new account without it")
        files.add_json_option(parser)

    @files.database_needed()
    def handle(self, *args: Any, **options: Any) -> None:
        plan = Plan(options["warbands"], options["battles"], options["seed"], options["name"], tuple(options["types"]))
        began = time.monotonic()
        try:
            season = Season(plan, _host(options["host"]))
            for battle in season.play():
                if not options["json"]:
                    told = " · ".join(_side_told(side) for side in battle.sides.all())
                    self.stdout.write(f"{battle.number:4}  {told}")
        except Refused as refused:
            raise CommandError(refused.message, returncode=files.BAD_INPUT) from None
        report = _report(season, time.monotonic() - began)
        self.stdout.write(write_json(report) if options["json"] else _told(report))
        if report["audit"]:
            raise CommandError("What is stored is not what happened.", returncode=files.REFUSED)


def _host(name: str) -> Player | None:
    if not name:
        return None
    player = Player.objects.filter(username=name).first()
    if player is None:
        raise CommandError(f"There is no account called {name}.", returncode=files.BAD_INPUT)
    return player


def _side_told(side: Any) -> str:
    return f"{side.warband_name} {side.result or 'taken back'}"


def _report(season: Season, seconds: float) -> dict[str, Any]:
    """What the season came to; ``audit`` is what does not fold."""
    enrolled = season.campaign.enrolments.active().select_related("warband", "player")
    warbands = [one.warband for one in enrolled if one.warband]
    folded = audit(Warband.objects.filter(enrolments__campaign=season.campaign).distinct())
    return {
        "campaign": season.campaign.pk,
        "name": season.campaign.name,
        "seed": season.plan.seed,
        **vars(season.totals),
        "seconds": round(seconds, 1),
        "battles_per_second": round(season.totals.battles / seconds, 2) if seconds else 0,
        "warbands": [_standing(one) for one in sorted(warbands, key=lambda row: -row.rating)],
        "audit": [str(finding) for finding in folded],
    }


def _standing(warband: Warband) -> dict[str, Any]:
    columns = ("pk", "name", "type_key", "battles", "rating", "treasury", "wyrdstone", "warrior_count")
    names = ("id", "name", "type", "battles", "rating", "treasury", "wyrdstone", "warriors")
    return {name: getattr(warband, column) for name, column in zip(names, columns, strict=True)}


def _told(report: dict[str, Any]) -> str:
    lines = [
        f"{one['rating']:5} {one['name']} ({one['type']}): {one['battles']} battles, {one['treasury']} gc, "
        f"{one['warriors']} warriors"
        for one in report["warbands"]
    ]
    totals = (
        f"{report['battles']} battles and {report['nights']} nights in {report['seconds']} s "
        f"({report['battles_per_second']} battles a second); {report['captives']} captives, {report['settled']} "
        f"settled; {report['undone']} things taken back; {report['retired']} warbands retired."
    )
    folds = "Every warband's events fold." if not report["audit"] else "\n".join(report["audit"])
    return "\n".join([*lines, totals, folds])
