"""Fights one pit fight many times and tells the odds; it needs no database."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from encounters.pitfight.errors import Illegal, Malformed
from encounters.pitfight.fight_file import FightFile, read_fight_file
from encounters.pitfight.many_bouts import (
    OTHERWISE,
    FighterOdds,
    Report,
    Tally,
    nothing_yet,
    parts,
    play_bouts_here,
    report,
    report_as_json,
)
from encounters.pitfight.players import RANDOM, STRENGTHS
from encounters.pitfight.scrolls import PitRules, read_pit_rules
from warbands.management import files

BOUTS, MOST_BOUTS = 10_000, 10_000_000
# So many parts for each process, that none waits long for the last; and no part longer than this.
PARTS_EACH, LONGEST_PART = 8, 500


class Command(BaseCommand):
    help = (
        "Fight one fight of Pit Fighter from a file (as pit_fight reads it) many times and tell the odds: who wins how "
        "often, with the bounds of his share at 95 %, how many turns it takes, and by what fighters are taken out. "
        "The same file, seed and number of bouts give the same figures with any number of processes. --json prints "
        '{"bouts", "fighters": [{"name", "wins", "share", "interval": [low, high], "damage": mean of a bout, '
        '"taken_out": share of bouts by cause}], "draws", "turns": {"mean", "quartiles": [first, median, third], '
        '"bouts": number of bouts by length}, "endings": share of bouts by reason, "causes": shares of all who were '
        'taken out, "final_blows": the same by critical result and location, for those that take out at once}. '
        "Exit status: 0 done, 1 refused by a rule, 2 bad input."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("fight", metavar="FILE", help="a fight (mordheim-pit-fight/1), YAML or JSON")
        parser.add_argument("--bouts", type=int, default=BOUTS, metavar="N", help=f"{BOUTS} if not said")
        parser.add_argument("--seed", type=int, default=0, metavar="N", help="0 if not said")
        parser.add_argument(
            "--players",
            choices=[RANDOM, *STRENGTHS],
            default=OTHERWISE,
            help=f"who plays the fighters for whom the file names no computer, {OTHERWISE} if not said",
        )
        parser.add_argument(
            "--workers", type=int, default=cores(), metavar="N", help="processes; one a core if not said"
        )
        files.add_json_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            tally = self._tally(options)
        except Malformed as error:
            raise CommandError(str(error), returncode=files.BAD_INPUT) from None
        except Illegal as refused:
            if options["json"]:
                files.print_json(self, {"refused": {"code": "illegal", "message": str(refused)}})
            raise CommandError(str(refused), returncode=files.REFUSED) from None
        if options["json"]:
            files.print_json(self, report_as_json(report(tally)))
        else:
            for line in table(report(tally), pit_rules()):
                files.say(self.stdout, line)

    def _tally(self, options: dict[str, Any]) -> Tally:
        bouts, workers, path = options["bouts"], options["workers"], options["fight"]
        if not 1 <= bouts <= MOST_BOUTS or workers < 1:
            raise Malformed(f"from 1 to {MOST_BOUTS} bouts can be fought, by one process or more")
        try:
            file = read_fight_file(files.raw_file(path), name=files.file_name(path))
            tally = nothing_yet(file, pit_rules())
        except Malformed as error:
            raise Malformed(f"{files.file_name(path)}: {error}") from None
        for part in fought(file, bouts, options["seed"], options["players"], workers):
            tally = tally + part
            self._show(tally.bouts, bouts)
        return tally

    def _show(self, done: int, bouts: int) -> None:
        """How far it is, on a terminal only."""
        if self.stderr.isatty():
            self.stderr.write(f"\r{done} of {bouts} bouts", ending="\n" if done == bouts else "")
            self.stderr.flush()


def pit_rules() -> PitRules:
    return read_pit_rules(settings.RULES_DIR / "pit_fighter")


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def fought(file: FightFile, bouts: int, seed: int, players: str, workers: int) -> Iterator[Tally]:
    """The tallies of all parts, as they come."""
    folder = settings.RULES_DIR / "pit_fighter"
    split = list(parts(bouts, min(LONGEST_PART, -(-bouts // (workers * PARTS_EACH)))))
    if workers == 1:
        for first, count in split:
            yield play_bouts_here(file, folder, seed=seed, first=first, count=count, otherwise=players)
        return
    with ProcessPoolExecutor(min(workers, len(split))) as pool:
        sent = [
            pool.submit(play_bouts_here, file, folder, seed=seed, first=first, count=count, otherwise=players)
            for first, count in split
        ]
        try:
            for part in as_completed(sent):
                yield part.result()
        finally:
            pool.shutdown(cancel_futures=True)


# --- for people -------------------------------------------------------------------------------------------------


def table(told: Report, rules: PitRules) -> Iterator[str]:
    width = max(len("Fighter"), *(len(one.name) for one in told.fighters))
    yield f"{'Fighter':<{width}}    Wins   Share  95 % between    Damage  Taken out"
    for one in told.fighters:
        yield row(one, width)
    first, median, third = told.quartiles
    yield f"{told.draws} of {told.bouts} bouts drawn."
    yield f"Turns: {told.mean_turns:.1f} on average; a quarter up to {first}, half up to {median}, three up to {third}."
    if told.causes:
        yield "Taken out: " + ", ".join(f"{cause} {share:.1%}" for cause, share in told.causes.items()) + "."
    for (result, place), share in told.final_blows.items():
        yield f"  {rules.charts.results[result].name}, {rules.names[place].lower()}: {share:.1%}"


def row(one: FighterOdds, width: int) -> str:
    low, high = one.interval
    out = sum(one.out.values())
    return (
        f"{one.name:<{width}} {one.wins:>7} {one.share:>7.1%}  {low:>6.1%} {high:>6.1%} {one.damage:>8.1f} {out:>10.1%}"
    )
