"""Stores a warband file as a new warband of a player's."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from mordheim.rules.plainfile import Malformed
from warbands.management import files
from warbands.models import Player
from warbands.selectors import current_rulebook
from warbands.services.founding import Imported, import_warband


class Command(BaseCommand):
    help = (
        "Store a warband file as a new warband. A starting warband that is wrong only in its numbers becomes a draft; "
        "any other that is not legal is not stored. Exit status: 0 stored and legal, 1 not legal, 2 the file is "
        "malformed or missing, or there is no such owner."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a warband file (.yaml, .yml or .json)")
        parser.add_argument("--owner", required=True, metavar="USER", help="the username of the player it will be")
        files.add_json_option(parser)

    @files.database_needed()
    def handle(self, *args: Any, file: str, owner: str, json: bool, **options: Any) -> None:
        name = files.file_name(file)
        try:
            snapshot = files.read_file(file, current_rulebook())
        except Malformed as error:
            if json:
                files.print_json(self, {"file": name, "malformed": str(error)})
            files.say(self.stderr, f"{name}: malformed: {error}")
            sys.exit(files.BAD_INPUT)
        player = Player.objects.filter(username=owner).first()
        if player is None:
            raise CommandError(f"There is no player {owner!r}.", returncode=files.BAD_INPUT)
        imported = import_warband(snapshot, owner=player)
        if json:
            problems = [problem.as_json() for problem in imported.problems]
            warband_id = imported.warband.pk if imported.warband else None
            files.print_json(self, {"id": warband_id, "legal": imported.legal, "problems": problems})
        else:
            self._tell(name, imported)
        if not imported.legal:
            sys.exit(files.REFUSED)

    def _tell(self, name: str, imported: Imported) -> None:
        for problem in imported.problems:
            mark = "-" if problem.blocking else "!"
            files.say(self.stderr, f"  {mark} {problem.where}: {problem.message} [{problem.code}]")
        if imported.warband is None:
            files.say(self.stderr, f"{name} is not legal and was not stored.")
        elif imported.legal:
            files.say(self.stdout, f"{imported.warband.name} was stored as warband {imported.warband.pk}.")
        else:
            files.say(self.stdout, f"{imported.warband.name} was stored as the draft {imported.warband.pk}.")
