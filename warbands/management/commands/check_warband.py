"""Checks warband files against the rules and stores nothing; it needs no database and no secret."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from mordheim.rules.plainfile import Malformed
from warbands.management import files
from warbands.roster.check import Checked, check


class Command(BaseCommand):
    help = (
        "Check warband files against the rules, without storing anything. "
        "Exit status: 0 all legal, 1 a warband is not legal, 2 a file is malformed or missing."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a warband file (.yaml, .yml or .json)")
        files.add_json_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        rulebook = files.printed_rulebook()
        results: list[dict[str, object]] = []
        status = files.DONE
        for path in options["files"]:
            name = files.file_name(path)
            try:
                checked = check(files.read_file(path, rulebook), rulebook)
            except Malformed as error:
                status = files.BAD_INPUT
                results.append({"file": name, "malformed": str(error)})
                files.say(self.stderr, f"{name}: malformed: {error}")
                continue
            status = max(status, files.DONE if checked.legal else files.REFUSED)
            results.append({"file": name, **checked.as_json()})
            self._tell(name, checked, as_json=options["json"])
        if options["json"]:
            files.print_json(self, {"files": results})
        if status:
            sys.exit(status)

    def _tell(self, name: str, checked: Checked, *, as_json: bool) -> None:
        if not as_json:
            files.say(self.stdout, files.told(name, checked))
