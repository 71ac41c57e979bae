"""``manage.py verify_dice``: every roll of a battle, worked out again from its seed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.battle.verifying import Verified
from campaigns.dice_selectors import DiceRecord, dice_of
from campaigns.models import Battle
from warbands.management import files


class Command(BaseCommand):
    help = (
        "Show every roll of a battle with who made it and when, and work out the app's again once the seed is shown. "
        "Exit status: 0 all agree or there is nothing to compare yet, 1 one does not agree, 2 bad input."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("battle", type=int, metavar="BATTLE", help="the battle's number in its page's address")
        files.add_json_option(parser)

    @files.database_needed()
    def handle(self, *args: Any, **options: Any) -> None:
        battle = Battle.objects.filter(pk=options["battle"]).first()
        if battle is None:
            raise CommandError(f"There is no battle {options['battle']}.", returncode=files.BAD_INPUT)
        record = dice_of(battle)
        if options["json"]:
            files.print_json(self, _report(record))
        else:
            for line in _lines(record):
                files.say(self.stdout, line)
        if not record.agrees:
            raise CommandError("Not every roll is what its seed says.", returncode=files.REFUSED)


def _report(record: DiceRecord) -> dict[str, Any]:
    states = ("agrees", "differs", "not_yet", "table", "not_of_a_seed")
    return {
        "battle": record.battle.pk,
        "shown": record.is_shown,
        "agrees": record.agrees,
        "counts": {state: record.count(state) for state in states},
        "seeds": [
            {"of": seed.what, "hash": seed.seed_hash, "seed": seed.seed or None, "agrees": seed.agrees}
            for seed in record.seeds
        ],
        "rolls": [_row(one) for one in record.rolls],
    }


def _row(one: Verified) -> dict[str, Any]:
    roll = one.rolled
    return {
        "warband": roll.warband,
        "step": roll.step,
        "for": roll.what_for,
        "die": roll.die,
        "faces": list(roll.faces),
        "source": roll.source,
        "by": roll.by,
        "at": str(roll.at),
        "label": roll.label,
        "first_die": roll.first_die,
        "seed_hash": roll.seed_hash or None,
        "fate": roll.fate or None,
        "state": one.state,
    }


def _lines(record: DiceRecord) -> list[str]:
    lines = []
    for seed in record.seeds:
        shown = f"seed {seed.seed}" if seed.seed else "not shown yet: its dice cannot be verified until it is"
        lines.append(f"{seed.what}: hash {seed.seed_hash}, {shown}")
    for one in record.rolls:
        roll = one.rolled
        faces = ", ".join(map(str, roll.faces))
        about = f"{roll.warband}, {roll.step}: {roll.what_for} ({roll.die}) {faces}"
        fate = f", {roll.fate}" if roll.fate else ""
        lines.append(f"{about}; {roll.by}, {roll.at:%Y-%m-%d %H:%M}{fate}: {one.told}")
    counts = ", ".join(f"{record.count(state)} {state.replace('_', ' ')}" for state in ("agrees", "differs", "not_yet"))
    return [*lines, f"{len(record.rolls)} rolls: {counts}, {record.count('table')} at the table."]
