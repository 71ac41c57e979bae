"""Plays the sequence after a battle on a warband file; it needs no database and no secret."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.postbattle.choices import Asking, ChoiceError, Decider, FileChoices, Sensible, read_choices
from campaigns.postbattle.report import read_report
from campaigns.postbattle.run import Run
from campaigns.postbattle.sequence import play
from campaigns.postbattle.sessions import AtOnce
from mordheim.rules.dice import Dice, DiceError, EnteredDice, SeededDice
from mordheim.rules.plainfile import Malformed, clean_line
from mordheim.rules.rulebook import Rulebook
from warbands.management import files
from warbands.roster.check import check
from warbands.roster.interchange import write_warband
from warbands.roster.refusals import Refused


def faces(text: str) -> list[int]:
    """``3,5,1`` as faces. Raises ValueError."""
    return [int(part) for part in text.replace(",", " ").split()]


class Command(BaseCommand):
    help = (
        "Play the sequence after a battle on a warband file and write the warband as it is after it. Without --choices "
        "and --ask every choice is a sensible one, and --json gives them all back in the form of a choices file. What "
        "stands in a report and in a choices file is said by report_schema and choices_schema. Exit "
        "status: 0 done, 1 refused by a rule, 2 bad input."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("warband", metavar="WARBAND", help="a warband file, as it went into the battle")
        parser.add_argument("report", metavar="REPORT", help="a battle report (mordheim-report/1)")
        rolled = parser.add_mutually_exclusive_group()
        rolled.add_argument("--seed", type=int, help="the same number rolls the same dice")
        rolled.add_argument("--dice", type=faces, metavar="3,5,1,...", help="the faces as rolled at the table")
        decided = parser.add_mutually_exclusive_group()
        decided.add_argument(
            "--choices",
            metavar="FILE",
            help="the player's decisions (mordheim-choices/1), in the order in which they are asked for: one that is "
            "missing or that nothing asks for is an error. What there is only one answer to need not be given, nor "
            "whether to buy what a hero was told to search for",
        )
        decided.add_argument("--ask", action="store_true", help="ask for each decision on the terminal")
        parser.add_argument("-o", "--output", metavar="OUT", required=True, help="where the warband file goes")
        files.add_json_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        rulebook = files.printed_rulebook()
        try:
            run = self._play(rulebook, options)
        except (Malformed, DiceError, ChoiceError) as error:
            if options["json"]:
                named = {"file": error.file} if isinstance(error, _MalformedFile) else {}
                files.print_json(self, {**named, "malformed": getattr(error, "told", str(error))})
            raise CommandError(str(error), returncode=files.BAD_INPUT) from None
        except Refused as refused:
            if options["json"]:
                self._tell_refused(refused, rulebook, options["warband"])
            raise CommandError(refused.message, returncode=files.REFUSED) from None
        self._write(run, options["output"])
        self._tell(run, as_json=options["json"])

    def _play(self, rulebook: Rulebook, options: dict[str, Any]) -> Run:
        snapshot = _named(options["warband"], lambda: files.read_file(options["warband"], rulebook))
        report = _named(
            options["report"], lambda: read_report(files.raw_file(options["report"]), name=_name(options["report"]))
        )
        dice: Dice = SeededDice(options["seed"]) if options["dice"] is None else EnteredDice(options["dice"])
        session = AtOnce(dice, self._decider(options))
        run = play(snapshot, report, rulebook, session).run
        session.finish()
        return run

    def _decider(self, options: dict[str, Any]) -> Decider:
        if options["ask"]:
            return Asking(self._ask)
        if options["choices"] is None:
            return Sensible()
        path = options["choices"]
        return FileChoices(_named(path, lambda: read_choices(files.raw_file(path), name=_name(path))))

    def _ask(self, text: str) -> str:
        files.say(self.stderr, text)
        return sys.stdin.readline()

    def _write(self, run: Run, path: str) -> None:
        as_json = path.lower().endswith(".json")
        try:
            Path(path).write_bytes(write_warband(run.snapshot, run.rulebook, as_json=as_json))
        except OSError as error:
            told = f"{clean_line(path)}: cannot be written ({error.strerror})"
            raise CommandError(told, returncode=files.BAD_INPUT) from None

    def _tell_refused(self, refused: Refused, rulebook: Rulebook, path: str) -> None:
        """Nothing happened: why, and every problem that the warband has as it stands."""
        checked = check(files.read_file(path, rulebook), rulebook)
        content = {
            "events": [],
            "choices": [],
            "legal": checked.legal,
            "problems": [problem.as_json() for problem in checked.problems],
            "refused": {"code": refused.code, "message": refused.message},
        }
        files.print_json(self, content)

    def _tell(self, run: Run, *, as_json: bool) -> None:
        checked = check(run.snapshot, run.rulebook)
        if as_json:
            content = {
                "events": [event.as_json() for event in run.events],
                "choices": [choice.as_json() for choice in run.choices],
                "legal": checked.legal,
                "problems": [problem.as_json() for problem in checked.problems],
            }
            files.print_json(self, content)
            return
        for event in run.events:
            if event.sentence:
                files.say(self.stdout, f"{event.step}: {event.sentence}")
        files.say(self.stdout, files.told(run.snapshot.name, checked))


def _name(path: str) -> str:
    return Path(path).name


class _MalformedFile(Malformed):
    """A file that cannot be read, by its name, and what is wrong with it."""

    def __init__(self, file: str, told: str) -> None:
        super().__init__(f"{file}: {told}")
        self.file, self.told = file, told


def _named(path: str, read: Any) -> Any:
    """What a file holds, its name before whatever is wrong with it."""
    try:
        return read()
    except Malformed as error:
        raise _MalformedFile(files.file_name(path), str(error)) from None
