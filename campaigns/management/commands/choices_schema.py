"""Prints the JSON Schema of the choices file; it needs no database and no secret."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from campaigns.postbattle.schemas import choices_schema
from warbands.management import files


class Command(BaseCommand):
    help = "Print the JSON Schema of the choices file, mordheim-choices/1. Exit status: 0 done, 2 wrong usage."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        files.add_json_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        files.print_json(self, choices_schema())
