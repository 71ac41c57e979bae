"""``manage.py restore``: everything back as a file has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, ProgrammingError

from mordheim.backup import Damaged, NotEmpty, look_at, restore

REFUSED, BAD_INPUT = 1, 2


class Command(BaseCommand):
    help = (
        "Put everything back as a backup has it, in one transaction, into a database whose tables are there (manage.py "
        "migrate). Exit status: 0 done, 1 refused because there is something already, 2 the file is damaged or not a "
        "backup of this version; nothing is changed then."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a file that manage.py backup wrote")
        parser.add_argument("--replace", action="store_true", help="throw away what is there")
        parser.add_argument("--check", action="store_true", help="look at the file only, and change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"])
        try:
            summary = look_at(path) if options["check"] else restore(path, replace=options["replace"])
        except Damaged as damaged:
            raise CommandError(str(damaged), returncode=BAD_INPUT) from None
        except NotEmpty as refused:
            raise CommandError(str(refused), returncode=REFUSED) from None
        except (OperationalError, ProgrammingError) as error:
            told = f"The database cannot be used ({next(iter(str(error).splitlines()), '')}): run manage.py migrate."
            raise CommandError(told, returncode=BAD_INPUT) from None
        done = "is whole and fits" if options["check"] else "is back"
        told = f"{path}, made {summary.made_at[:16]}, {done}: {summary.total} rows and {summary.files} files."
        self.stdout.write(told)
