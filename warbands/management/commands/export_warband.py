"""Writes a stored warband as a warband file, the same bytes each time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from warbands.management import files
from warbands.models import Warband
from warbands.roster.interchange import write_warband
from warbands.selectors import current_rulebook, snapshot_of


class Command(BaseCommand):
    help = (
        "Write a warband's file to standard output, or to FILE: JSON where its name ends in .json, YAML otherwise. "
        "Exit status: 0 written, 2 there is no such warband, or the file cannot be written."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", type=int, metavar="ID", help="the number of the warband")
        parser.add_argument("-o", "--output", metavar="FILE", help="write it there")
        files.add_json_option(parser)

    @files.database_needed()
    def handle(self, *args: Any, id: int, output: str | None, json: bool, **options: Any) -> None:  # noqa: A002
        warband = Warband.objects.filter(pk=id).first()
        if warband is None:
            raise CommandError(f"There is no warband {id}.", returncode=files.BAD_INPUT)
        as_json = output.lower().endswith(".json") if output else json
        raw = write_warband(snapshot_of(warband), current_rulebook(), as_json=as_json)
        if output is None:
            self._print(raw)
            return
        try:
            Path(output).write_bytes(raw)
        except (OSError, ValueError) as error:
            reason = (error.strerror if isinstance(error, OSError) else "") or str(error)
            told = f"{files.file_name(output)} cannot be written ({reason})."
            raise CommandError(told, returncode=files.BAD_INPUT) from None
        if json:
            files.print_json(self, {"id": warband.pk, "file": files.file_name(output)})

    def _print(self, raw: bytes) -> None:
        """The bytes as they are: a terminal's own encoding and line ends would make another file of them."""
        if (binary := getattr(self.stdout, "buffer", None)) is None:
            self.stdout.write(raw.decode(), ending="")
            return
        self.stdout.flush()
        binary.write(raw)
        binary.flush()
