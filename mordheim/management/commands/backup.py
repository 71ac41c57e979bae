"""``manage.py backup``: everything in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, ProgrammingError

from mordheim.backup import back_up

BAD_INPUT = 2


class Command(BaseCommand):
    help = (
        "Write everything into one file: all rows and all files. Settings (.env) are not in it. It holds password "
        "hashes: keep it safe. Exit status: 0 done, 2 it cannot be written."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the file to write; one that is there is replaced")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"])
        try:
            summary = back_up(path)
        except OSError as error:
            told = f"{path} cannot be written: {error.strerror or error}."
            raise CommandError(told, returncode=BAD_INPUT) from None
        except (OperationalError, ProgrammingError) as error:
            told = f"The database cannot be used ({next(iter(str(error).splitlines()), '')}): run manage.py migrate."
            raise CommandError(told, returncode=BAD_INPUT) from None
        self.stdout.write(f"{path}: {summary.total} rows and {summary.files} files.")
